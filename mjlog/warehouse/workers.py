"""`Workers`: batches derived by as many threads as there are processors, the one that reads among them.

The libraries that do the work let other threads run as long as they are busy with large columns.  Threads
need no time to begin and pass tables on as they are, which other processes pay for with more than they
gain.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self, TypeVar

from mjlog.rulesets import Ruleset
from mjlog.tables import LogTables
from mjlog.warehouse.derive import Derived, derive

T = TypeVar("T")

MOST_JOBS: Final = 8
"""Threads that are used when nobody says how many."""
_AHEAD: Final = 2
"""Batches that wait for each of the other threads, the one in its hands included."""


def processors() -> int:
    """Processors that this process may use, `MOST_JOBS` at most."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_JOBS)


@dataclass(slots=True)
class _Task:
    """A batch, and what becomes of it."""

    tables: LogTables
    derived: Future[Derived]


class Workers:
    """Threads that derive batches.

    Args:
        ruleset: judge games of its number of players by these rules instead of what their log states.
        jobs: how many threads, this one included; as many as there are processors when left out.
    """

    def __init__(self, ruleset: Ruleset | None, jobs: int | None = None) -> None:
        self._ruleset = ruleset
        others = max(1, processors() if jobs is None else jobs) - 1
        self._pool = ThreadPoolExecutor(others, "mjlog-worker") if others else None
        self._most_waiting = _AHEAD * others

    def in_order(self, batches: Iterable[tuple[T, LogTables]]) -> Iterator[tuple[T, Derived]]:
        """Derive batches.

        An error in reading them, or an interruption of it, is raised after those read before are yielded;
        an error in deriving one, after those before it.

        Args:
            batches: log tables of whole games with whatever is to be remembered of them.

        Yields:
            For each batch, in order, what is remembered and its stored tables.
        """
        remembered: deque[T] = deque()
        waiting: deque[_Task] = deque()
        errors: list[BaseException] = []
        for about, tables in _until_error(batches, errors):
            remembered.append(about)
            waiting.append(_Task(tables, self._given(tables)))
            while waiting and (waiting[0].derived.done() or len(waiting) > self._most_waiting):
                if waiting[0].derived.done() or not self._help(waiting):
                    yield remembered.popleft(), waiting.popleft().derived.result()
        while waiting:
            if waiting[0].derived.done() or not self._help(waiting):
                yield remembered.popleft(), waiting.popleft().derived.result()
        for error in errors:
            raise error

    def _given(self, tables: LogTables) -> Future[Derived]:
        """Give a batch to the other threads; where there are none it waits until this one helps."""
        return Future() if self._pool is None else self._pool.submit(derive, tables, self._ruleset)

    def _help(self, waiting: Iterable[_Task]) -> bool:
        """Derive the first batch that no thread has begun, if there is one."""
        for task in waiting:
            if task.derived.cancel():
                task.derived = _done(task.tables, self._ruleset)
                return True
        return False

    def close(self) -> None:
        """End the threads; what nobody has begun is left undone."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _done(tables: LogTables, ruleset: Ruleset | None) -> Future[Derived]:
    """A batch that is derived already, or whose error is raised when its turn comes."""
    derived: Future[Derived] = Future()
    try:
        derived.set_result(derive(tables, ruleset))
    except Exception as error:  # noqa: BLE001 - raised with the result
        derived.set_exception(error)
    return derived


def _until_error(batches: Iterable[T], errors: list[BaseException]) -> Iterator[T]:
    """Yield `batches`; an error in reading them ends that, and is put into `errors`."""
    try:
        yield from batches
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - raised again once the batches before are done
        errors.append(error)
