"""`Workers`: batches derived by as many processes as there are processors, while this one reads.

On Linux these are copies of this process (`mjlog.warehouse.processes`).  Elsewhere a copy of a process that
has threads may hang, and threads do the work: they let each other run only while they are busy with large
columns.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from types import TracebackType
from typing import ClassVar, Final, Protocol, Self, TypeVar

from mjlog.rulesets import Ruleset
from mjlog.tables import LogTables
from mjlog.warehouse import processes
from mjlog.warehouse.derive import Derived, derive
from mjlog.warehouse.handover import put

T = TypeVar("T")

MOST_JOBS: Final = 8
"""Batches that are derived at a time when nobody says how many."""
_AHEAD: Final = 2
"""Batches that each worker has at most, the one in its hands included."""
_SWITCH: Final = 0.0002
"""Seconds after which a thread that waits for the interpreter asks for it; there are many short waits."""


def processors() -> int:
    """Processors that this process may use, `MOST_JOBS` at most."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_JOBS)


class _Pool(Protocol):
    """What derives batches."""

    def submit(self, tables: LogTables) -> Callable[[], Derived]:
        """Begin with a batch; what is returned waits for the result, or raises the error."""

    def close(self) -> None:
        """Stop; what is not done is left undone."""


class _Threads:
    """Threads of this process; the first that are there make all threads switch quickly (`_SWITCH`)."""

    _lock: ClassVar = threading.Lock()
    _open: ClassVar[int] = 0
    _switch_before: ClassVar[float]

    def __init__(self, work: Callable[[LogTables], Derived], number: int) -> None:
        self._work = work
        self._pool = ThreadPoolExecutor(number, "mjlog-worker")
        with _Threads._lock:
            if not _Threads._open:
                _Threads._switch_before = sys.getswitchinterval()
                sys.setswitchinterval(_SWITCH)
            _Threads._open += 1

    def submit(self, tables: LogTables) -> Callable[[], Derived]:
        """Begin with a batch (see `_Pool`)."""
        return self._pool.submit(self._work, tables).result

    def close(self) -> None:
        """Stop, and let threads switch as before when no others are there."""
        with _Threads._lock:
            _Threads._open -= 1
            if not _Threads._open:
                sys.setswitchinterval(_Threads._switch_before)
        self._pool.shutdown(cancel_futures=True)


class Workers:
    """Processes, or threads, that derive batches.

    Args:
        ruleset: judge games of its number of players by these rules instead of what their log states.
        jobs: how many batches are derived at a time; as many as there are processors when left out.  With
            one there are no workers, and batches are derived when their turn comes.
    """

    def __init__(self, ruleset: Ruleset | None, jobs: int | None = None) -> None:
        self._work = partial(derive, ruleset=ruleset)
        self._jobs = max(1, processors() if jobs is None else jobs)
        self._pool: _Pool | None = None

    def in_order(self, batches: Iterable[tuple[T, LogTables]]) -> Iterator[tuple[T, Derived]]:
        """Derive batches.

        An error in reading them, or an interruption of it, is raised after those read before are yielded;
        an error in deriving one, after those before it.

        Args:
            batches: log tables of whole games with whatever is to be remembered of them.

        Yields:
            For each batch, in order, what is remembered and its stored tables.

        Raises:
            ChildProcessError: when a process that derives was killed.
        """
        errors: list[BaseException] = []
        are_several, coming = _several(_until_error(batches, errors))
        if are_several and self._jobs > 1 and self._pool is None:
            self._pool = _begun(self._work, self._jobs)
        most = 0 if self._pool is None else _AHEAD * self._jobs
        waiting: deque[tuple[T, Callable[[], Derived]]] = deque()
        for about, tables in coming:
            waiting.append((about, self._begin(tables)))
            if len(waiting) > most:
                yield _next(waiting)
        while waiting:
            yield _next(waiting)
        for error in errors:
            raise error

    def _begin(self, tables: LogTables) -> Callable[[], Derived]:
        """Begin with a batch where there are workers; what is returned waits for the result, or makes it."""
        return partial(self._work, tables) if self._pool is None else self._pool.submit(tables)

    def close(self) -> None:
        """End the workers; what is not done is left undone."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _begun(work: Callable[[LogTables], Derived], jobs: int) -> _Pool:
    """Processes where they can be had, else threads.

    Another thread than the first has none: a copy of the process might find locks held by the others.
    """
    if processes.ARE_SAFE and threading.current_thread() is threading.main_thread():
        with suppress(OSError):  # the system allows no more processes, or no files in memory
            os.close(put({}, None))
            return processes.Processes(work, jobs)
    return _Threads(work, jobs)


def _next(waiting: deque[tuple[T, Callable[[], Derived]]]) -> tuple[T, Derived]:
    """The first that waits, with its result."""
    about, result = waiting.popleft()
    return about, result()


def _several(items: Iterator[T]) -> tuple[bool, Iterator[T]]:
    """Whether there are at least two items, and all of them."""
    first = list(islice(items, 2))
    return len(first) > 1, chain(first, items)


def _until_error(batches: Iterable[T], errors: list[BaseException]) -> Iterator[T]:
    """Yield `batches`; an error in reading them ends that, and is put into `errors`."""
    try:
        yield from batches
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - raised again once the batches before are done
        errors.append(error)
