"""Work of threads that ask DuckDB, and its end when the program is interrupted.

The main thread is told of signals only while it waits, not while it is in DuckDB, which may lose them.  So
queries run in other threads, and the main one interrupts them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeVar

import duckdb

T = TypeVar("T")
U = TypeVar("U")

_BETWEEN: Final = 0.05
"""Seconds after which what goes on in spite of an interruption is interrupted again."""


@dataclass(slots=True)
class _Work:
    """What the threads of one `side_by_side` have in common."""

    busy: set[duckdb.DuckDBPyConnection] = field(default_factory=set)
    """Connections that run a query."""
    is_over: bool = False
    """Whether no more queries are run."""


class _Own(threading.local):
    """What each thread has for itself."""

    work: _Work | None = None


_own: Final = _Own()


def run(connection: duckdb.DuckDBPyConnection, query: Callable[[], T]) -> T:
    """Run a query of a connection; an interruption ends it at once.

    Args:
        connection: what is interrupted.
        query: what is done with it.
    """
    if threading.current_thread() is threading.main_thread():
        (answer,) = side_by_side(lambda some: run(connection, some), [query], 1)
        return answer
    work = _own.work or _Work()
    work.busy.add(connection)
    try:
        if work.is_over:  # looked at when the connection is known to be busy, so that one of both is seen
            raise CancelledError
        return query()
    finally:
        work.busy.discard(connection)


def side_by_side(work: Callable[[T], U], items: Sequence[T], threads: int) -> list[U]:
    """Do some work for each item, several at a time.

    An interruption or an error ends all of it at once: what has not begun is left, and queries that `run` are
    interrupted.

    Args:
        work: what is done.
        items: what it is done for.
        threads: how many at a time.
    """
    common = _Work()
    begun: list[Future[U]] = []
    with ThreadPoolExecutor(threads, initializer=setattr, initargs=(_own, "work", common)) as pool:
        try:
            begun += [pool.submit(work, item) for item in items]
            done = wait(begun, return_when=FIRST_EXCEPTION).done
            failed = [one for one in done if one.exception()]
            return [one.result() for one in failed or begun]
        except BaseException:
            _end(common, begun)
            raise


def _end(common: _Work, begun: Sequence[Future[U]]) -> None:
    """Return when no query is running; the pool may not know of all threads when it is interrupted."""
    common.is_over = True
    for one in begun:
        one.cancel()
    while busy := tuple(common.busy):
        with suppress(KeyboardInterrupt):  # said already
            for connection in busy:
                connection.interrupt()
            time.sleep(_BETWEEN)
