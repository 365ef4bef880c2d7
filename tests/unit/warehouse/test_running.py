"""Work side by side ends at once when one part of it fails, and leaves its connections free."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import duckdb
import pytest

from mjlog.warehouse import running
from mjlog.warehouse.running import run, side_by_side

ENDLESS = "select count(*) from range(1000000) a, range(1000000) b where (a.range + b.range) % 7 = 1"


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


def test_answers_come_in_the_order_of_the_items() -> None:
    def late(item: int) -> int:
        time.sleep(0.01 * (3 - item))
        return -item

    assert side_by_side(late, range(4), 4) == [0, -1, -2, -3]


@pytest.mark.parametrize("threads", [1, 2])
def test_what_waits_behind_an_error_is_not_begun(threads: int) -> None:
    begun = []

    def work(item: int) -> None:
        begun.append(item)
        if item == 0:
            raise ValueError("this cannot be done")
        time.sleep(0.02)

    with pytest.raises(ValueError, match="this cannot be done"):
        side_by_side(work, range(1000), threads)
    assert len(begun) < 500


def test_an_error_ends_queries_that_run(connection: duckdb.DuckDBPyConnection) -> None:
    """Wherever it comes, and the connection can be used again."""
    runs = threading.Event()

    def work(item: int) -> None:
        if item == 1:
            runs.wait()
            raise ValueError("this cannot be done")

        def query() -> object:
            runs.set()
            return connection.execute(ENDLESS).fetchall()

        run(connection, query)

    with pytest.raises(ValueError, match="this cannot be done"):
        side_by_side(work, [0, 1], 2)
    assert connection.execute("select 1").fetchall() == [(1,)]


def test_no_query_begins_after_the_end(connection: duckdb.DuckDBPyConnection) -> None:
    fails, asked = threading.Event(), []

    def work(item: int) -> None:
        if item == 1:
            fails.set()
            raise ValueError("this cannot be done")
        fails.wait()
        time.sleep(0.2)
        run(connection, lambda: asked.append(item))

    with pytest.raises(ValueError, match="this cannot be done"):
        side_by_side(work, [0, 1], 2)
    assert asked == []


def test_a_second_interruption_leaves_no_query_running(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        """Is busy until it is interrupted again."""

        times = 0

        def interrupt(self) -> None:
            self.times += 1
            if self.times == 2:
                work.busy.clear()

    def interrupted(_seconds: float) -> None:
        raise KeyboardInterrupt

    work, query = running._Work(), Slow()
    work.busy.add(query)  # type: ignore[arg-type]
    monkeypatch.setattr(running.time, "sleep", interrupted)
    running._end(work, [])
    assert (query.times, work.is_over) == (2, True)
