"""`Workers`: batches derived by as many processes as there are processors, this one among them.

The others are begun when there is enough to do, and end with this one: they read a pipe, and it is closed.
They are started as programs, not forked, and know nothing of the script that uses mjlog.  What is lost with
a process that dies is done here.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from queue import SimpleQueue
from types import TracebackType
from typing import IO, Final, Self, TypeVar, cast

from mjlog.rulesets import Ruleset
from mjlog.schema import SCHEMA_VERSION
from mjlog.tables import LogTables
from mjlog.warehouse.derive import Derived, derive
from mjlog.warehouse.wire import receive, send

T = TypeVar("T")

WORTH_IT: Final = 100_000
"""Events after which other processes are begun; to begin one takes as long as to derive some 200 games."""
MOST_JOBS: Final = 8
"""Processes that are used when nobody says how many."""
_AHEAD: Final = 2
"""Batches that wait for each of the other processes, the one in its hands included."""


def processors() -> int:
    """Processors that this process may use, `MOST_JOBS` at most."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_JOBS)


class _LostError(Exception):
    """A process is gone, or is none that can help."""


class _Worker:
    """One other process."""

    def __init__(self) -> None:
        code = f"import sys; sys.path[:] = {sys.path!r}; from mjlog.warehouse.worker import serve; serve()"
        self._process = subprocess.Popen(  # noqa: S603 - our own program, by our own interpreter
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._requests, self._answers = cast(
            "tuple[IO[bytes], IO[bytes]]", (self._process.stdin, self._process.stdout)
        )

    def derive(self, tables: LogTables, ruleset: Ruleset | None) -> Derived:
        """Derive a batch there.

        Raises:
            _LostError: when the process is gone, or is of another mjlog.
        """
        parts = [getattr(tables, field.name) for field in fields(tables)]
        try:
            send(self._requests, pickle.dumps(ruleset), parts)
            head, made = receive(self._answers)
        except (OSError, EOFError, ValueError) as error:
            raise _LostError from error
        about = json.loads(head)
        if about["version"] != SCHEMA_VERSION:
            raise _LostError
        return dict(zip(about["tables"], made, strict=True)), set(about["failed"])

    def stop(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        for pipe in (self._requests, self._answers):
            with contextlib.suppress(OSError):
                pipe.close()
        self._process.wait()


@dataclass(slots=True)
class _Task:
    """A batch, and what becomes of it."""

    tables: LogTables
    derived: Future[Derived]


class Workers:
    """Processes that derive batches.

    Args:
        ruleset: judge games of its number of players by these rules instead of what their log states.
        jobs: how many processes, this one included; as many as there are processors when left out.
    """

    def __init__(self, ruleset: Ruleset | None, jobs: int | None = None) -> None:
        self._ruleset = ruleset
        self._others = max(1, processors() if jobs is None else jobs) - 1
        self._events = 0
        self._started: list[_Worker] = []
        self._idle: SimpleQueue[_Worker | None] = SimpleQueue()
        self._pool: ThreadPoolExecutor | None = None
        self._waiting: deque[_Task] = deque()

    def in_order(self, batches: Iterable[tuple[T, LogTables]]) -> Iterator[tuple[T, Derived]]:
        """Derive batches.

        An error in reading them is raised after those read before are yielded.

        Args:
            batches: log tables of whole games with whatever is to be remembered of them.

        Yields:
            For each batch, in order, what is remembered and its stored tables.
        """
        remembered: deque[T] = deque()
        error = None
        try:
            for about, tables in batches:
                remembered.append(about)
                self._waiting.append(_Task(tables, self._begun(tables)))
                while self._waiting and (self._is_full or self._waiting[0].derived.done()):
                    yield remembered.popleft(), self._result(self._waiting.popleft())
        except Exception as raised:  # noqa: BLE001 - raised again below
            error = raised
        while self._waiting:
            yield remembered.popleft(), self._result(self._waiting.popleft())
        if error is not None:
            raise error

    @property
    def _is_full(self) -> bool:
        """Whether the next batch has to wait for the first of those that are begun."""
        return len(self._waiting) > _AHEAD * (self._others + 1)

    def _begun(self, tables: LogTables) -> Future[Derived]:
        """Give a batch to another process, or derive it here where they have enough to do."""
        self._events += len(tables.events)
        if self._others and self._pool is None and self._events >= WORTH_IT:
            self._start()
        given = sum(not task.derived.done() for task in self._waiting)
        if self._pool is not None and len(tables.events) and given < _AHEAD * len(self._started):
            return self._pool.submit(self._there, tables)
        done = Future[Derived]()
        done.set_result(derive(tables, self._ruleset))
        return done

    def _result(self, task: _Task) -> Derived:
        """The result of a batch; done here if no other process has begun it, or one was lost with it."""
        if not task.derived.cancel():
            with contextlib.suppress(_LostError):
                return task.derived.result()
        return derive(task.tables, self._ruleset)

    def _there(self, tables: LogTables) -> Derived:
        """Derive a batch in another process; each has one thread here that talks to it."""
        worker = self._idle.get()
        left = None
        try:
            if worker is None:
                raise _LostError
            made = worker.derive(tables, self._ruleset)
            left = worker
        finally:
            self._idle.put(left)
        return made

    def _start(self) -> None:
        can_start = bool(sys.executable) and not getattr(sys, "frozen", False)
        with contextlib.suppress(OSError):
            while can_start and len(self._started) < self._others:
                self._started.append(_Worker())
                self._idle.put(self._started[-1])
        self._others = len(self._started)
        if self._started:
            self._pool = ThreadPoolExecutor(len(self._started), "mjlog-worker")

    def close(self) -> None:
        """End the other processes."""
        for worker in self._started:
            worker.stop()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
