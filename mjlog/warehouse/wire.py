"""Tables over a pipe: a head and some tables, each behind its length."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, Final

import pyarrow as pa

_LENGTH: Final = 8
"""Bytes of a length."""


def send(pipe: IO[bytes], head: bytes, tables: Iterable[pa.Table]) -> None:
    """Write a message.

    Raises:
        OSError: when nobody reads.
    """
    streams = [_stream(table) for table in tables]
    pipe.write(len(streams).to_bytes(_LENGTH, "little"))
    for piece in (head, *streams):
        pipe.write(len(piece).to_bytes(_LENGTH, "little"))
        pipe.write(piece)
    pipe.flush()


def receive(pipe: IO[bytes]) -> tuple[bytes, list[pa.Table]]:
    """Read a message.

    Raises:
        EOFError: when there is none, or it is cut off.
    """
    number = int.from_bytes(_exactly(pipe, _LENGTH), "little")
    head = _piece(pipe)
    return head, [pa.ipc.open_stream(pa.py_buffer(_piece(pipe))).read_all() for _ in range(number)]


def _stream(table: pa.Table) -> pa.Buffer:
    """A table as an Arrow stream."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


def _piece(pipe: IO[bytes]) -> bytes:
    return _exactly(pipe, int.from_bytes(_exactly(pipe, _LENGTH), "little"))


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError("the other end of the pipe is gone")
    return data
