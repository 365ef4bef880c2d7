"""`Workers`: batches derived by as many threads as there are processors, while the next ones are read.

The libraries that do the work let other threads run as long as they are busy with large columns.  Threads
need no time to begin and pass tables on as they are, which other processes pay for with more than they
gain.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Final, Self, TypeVar

from mjlog.rulesets import Ruleset
from mjlog.tables import LogTables
from mjlog.warehouse.derive import Derived, derive

T = TypeVar("T")
B = TypeVar("B")

MOST_JOBS: Final = 8
"""Threads that are used when nobody says how many."""
_AHEAD: Final = 2
"""Batches that are in memory for each thread, the one in its hands included."""


def processors() -> int:
    """Processors that this process may use, `MOST_JOBS` at most."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_JOBS)


class Workers:
    """Threads that derive batches.

    Args:
        ruleset: judge games of its number of players by these rules instead of what their log states.
        jobs: how many threads; as many as there are processors when left out.  One job needs none.
    """

    def __init__(self, ruleset: Ruleset | None, jobs: int | None = None) -> None:
        self._ruleset = ruleset
        self._jobs = max(1, processors() if jobs is None else jobs)
        self._pool = ThreadPoolExecutor(self._jobs, "mjlog-worker") if self._jobs > 1 else None

    def in_order(self, batches: Iterable[tuple[T, LogTables]]) -> Iterator[tuple[T, Derived]]:
        """Derive batches.

        An error in reading them is raised after those read before are yielded.

        Args:
            batches: log tables of whole games with whatever is to be remembered of them.

        Yields:
            For each batch, in order, what is remembered and its stored tables.
        """
        waiting: deque[tuple[T, Future[Derived]]] = deque()
        errors: list[Exception] = []
        for about, tables in _until_error(batches, errors):
            waiting.append((about, self._begun(tables)))
            while waiting and (len(waiting) >= _AHEAD * self._jobs or waiting[0][1].done()):
                yield _finished(*waiting.popleft())
        while waiting:
            yield _finished(*waiting.popleft())
        for error in errors:
            raise error

    def _begun(self, tables: LogTables) -> Future[Derived]:
        """Give a batch to a thread, or derive it at once where there is none."""
        if self._pool is not None:
            return self._pool.submit(derive, tables, self._ruleset)
        done = Future[Derived]()
        done.set_result(derive(tables, self._ruleset))
        return done

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


def _until_error(batches: Iterable[B], errors: list[Exception]) -> Iterator[B]:
    """Yield `batches`; an error in reading them ends that, and is put into `errors`."""
    try:
        yield from batches
    except Exception as error:  # noqa: BLE001 - raised again once the batches before are done
        errors.append(error)


def _finished(about: T, derived: Future[Derived]) -> tuple[T, Derived]:
    """What is remembered of a batch, and its tables, once they are there."""
    return about, derived.result()
