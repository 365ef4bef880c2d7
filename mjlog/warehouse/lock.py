"""One writer at a time: a lock on a file that ends with the process that holds it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

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
def exclusive(path: Path) -> Iterator[None]:
    """Hold the lock on file `path` (made if need be); the system frees it when the process dies.

    Raises:
        LockedError: when another holder has it; there is no waiting.
    """
    with path.open("ab") as file:
        try:
            _try_lock(file)
        except OSError as error:
            raise LockedError(f"another process writes to {path.parent}") from error
        yield
