"""Tables handed to another process: written once into a file in memory, and used where they lie there.

Columns come as they were, dictionaries and chunks included.  The file goes with the last table that uses it.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping
from typing import Any, Final

import pyarrow as pa

_ALIGNED: Final = 64
"""Bytes whose multiples tables begin at."""


def put(tables: Mapping[str, pa.Table], about: object) -> int:
    """Write tables, and an object that can be pickled, into a new file in memory.

    Returns:
        Its descriptor.
    """
    number = os.memfd_create("mjlog")
    try:
        with os.fdopen(number, "wb", closefd=False) as file:
            pickle.dump((list(tables), about), file)
            file.seek(-file.tell() % _ALIGNED, os.SEEK_CUR)
            with pa.PythonFile(file) as sink:
                for table in tables.values():
                    with pa.ipc.new_stream(sink, table.schema) as stream:
                        stream.write_table(table)
    except BaseException:
        os.close(number)
        raise
    return number


def taken(number: int) -> tuple[dict[str, pa.Table], Any]:
    """What `put` wrote into the file of a descriptor, which is closed."""
    try:
        with pa.memory_map(f"/proc/self/fd/{number}") as file:
            names, about = pickle.load(file)  # noqa: S301 - written by `put`
            file.seek(-file.tell() % _ALIGNED, os.SEEK_CUR)
            return {name: pa.ipc.open_stream(file).read_all() for name in names}, about
    finally:
        os.close(number)
