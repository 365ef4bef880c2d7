"""One writer at a time: a lock on a file that ends with the process that holds it."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

_BETWEEN: Final = 0.05
"""Seconds between two tries to get a lock."""

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class LockedError(ValueError):
    """Another process writes to the warehouse."""


@contextlib.contextmanager
def exclusive(path: Path, patience: float = 0.0) -> Iterator[None]:
    """Hold the lock on file `path` (made if need be); the system frees it when the process dies.

    Args:
        path: of the file.
        patience: seconds to wait for another holder.

    Raises:
        LockedError: when another holder has it still.
    """
    end = time.monotonic() + patience
    with path.open("ab") as file:
        while True:
            try:
                _try_lock(file)
                break
            except OSError as error:
                if time.monotonic() >= end:
                    raise LockedError(f"another process writes to {path.parent}") from error
            time.sleep(_BETWEEN)
        yield
