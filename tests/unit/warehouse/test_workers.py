"""Batches derived by several threads: the same tables in the same order, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mjlog.rulesets import resolve
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse, workers
from mjlog.warehouse.derive import Derived, derive
from mjlog.warehouse.workers import Workers
from tests.unit.warehouse.conftest import batches_of

SCRIPT = """
import sys
from mjlog.simulate import simulate
from mjlog.warehouse import Warehouse
report = Warehouse(sys.argv[1]).add(list(simulate("tenhou", games=4, seed=5)), jobs=3)
print(report.games)
"""
"""Fills a warehouse at the top level of a script, as one does."""
STOPPED = """
import os, signal, sys
from mjlog.simulate import simulate
from mjlog.warehouse import Warehouse
signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored, as in a shell's background

def games():
    (tables,) = simulate("tenhou", games=6, seed=5)
    for number, name in enumerate(tables.games["game_id"].to_pylist()):
        if number == 4:
            os.kill(os.getpid(), signal.SIGINT)
        yield tables.of_games([name])

Warehouse(sys.argv[1]).add(games(), jobs=3)
"""


@pytest.mark.parametrize("jobs", [1, 2, 3, None])
def test_the_number_of_threads_changes_nothing(yonma: LogTables, sanma: LogTables, jobs: int | None) -> None:
    batches = [*batches_of(yonma), LogTables.empty(), *batches_of(sanma)]
    with Workers(None, jobs) as several:
        found = list(several.in_order(enumerate(batches)))
    assert [number for number, _ in found] == list(range(len(batches)))
    for (_, (tables, failed)), batch in zip(found, batches, strict=True):
        expected, failed_here = derive(batch, None)
        assert failed == failed_here
        assert {name for name in expected if not tables[name].equals(expected[name])} == set()


def test_a_rule_set_of_the_users_reaches_them(yonma: LogTables) -> None:
    rules = resolve('{"extends": "tenhou", "kiriage_mangan": true}')
    for jobs in (1, 3):
        with Warehouse() as warehouse:
            warehouse.add(batches_of(yonma), rules, jobs=jobs)
            assert set(warehouse.query("games")["ruleset_id"].to_pylist()) == {rules.id}


def test_batches_in_memory_are_few(yonma: LogTables) -> None:
    taken = 0

    def counted() -> Iterator[tuple[int, LogTables]]:
        nonlocal taken
        for batch in [*batches_of(yonma)] * 8:
            taken += 1
            yield taken, batch

    with Workers(None, 2) as several:
        for number, _ in several.in_order(counted()):
            assert taken - number <= 2


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_an_error_is_raised_after_what_was_before_it(
    yonma: LogTables, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    first, second, _ = yonma.games["game_id"].to_pylist()
    has_failed = threading.Event()

    def failing(tables: LogTables, ruleset: None) -> Derived:
        game = tables.games["game_id"][0].as_py()
        if game == second:
            has_failed.set()
            raise MemoryError("no room")
        if game == first and jobs > 1:
            assert has_failed.wait(60)  # the first is the last to be done
        return derive(tables, ruleset)

    monkeypatch.setattr(workers, "derive", failing)
    before, stored = threading.active_count(), []
    with pytest.raises(MemoryError, match="no room"), Workers(None, jobs) as several:
        stored.extend(number for number, _ in several.in_order(enumerate(batches_of(yonma))))
    assert stored == [0]
    assert threading.active_count() == before


def test_what_was_read_before_an_error_is_stored(yonma: LogTables) -> None:
    def broken() -> Iterator[LogTables]:
        yield from batches_of(yonma)
        raise OSError("the disk is gone")

    with Warehouse() as warehouse:
        with pytest.raises(OSError, match="the disk is gone"):
            warehouse.add(broken(), jobs=3)
        assert warehouse.tables["games"] == 3


def test_nothing_is_left_behind(yonma: LogTables) -> None:
    before = threading.active_count()
    with Workers(None, 3) as several:
        list(several.in_order(enumerate([*batches_of(yonma)] * 2)))
        assert threading.active_count() > before
    assert threading.active_count() == before


@pytest.mark.parametrize("jobs", [0, -1])
def test_one_job_is_the_least(yonma: LogTables, jobs: int) -> None:
    with Warehouse() as warehouse:
        assert warehouse.add([yonma], jobs=jobs).games == 3


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    script = tmp_path / "fill.py"
    script.write_text(SCRIPT)
    command = [sys.executable, "-X", "dev", "-W", "error", str(script), str(tmp_path / "wh")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("4\n", "")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_keeps_what_is_done_and_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-c", STOPPED, str(tmp_path / "wh")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.stderr.rstrip().endswith("KeyboardInterrupt")
    assert done.returncode == -signal.SIGINT
    with Warehouse(tmp_path / "wh") as warehouse:
        assert warehouse.tables["games"] <= 4
        assert warehouse.add([]).games == 0
