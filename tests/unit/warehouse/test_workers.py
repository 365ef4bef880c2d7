"""Batches derived by several processes: the same tables in the same order, whatever becomes of a process."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mjlog.rulesets import Ruleset, load, presets, resolve
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse, workers
from mjlog.warehouse.derive import derive
from mjlog.warehouse.workers import Workers
from tests.unit.warehouse.conftest import batches_of, content

SCRIPT = """
import sys
from mjlog.simulate import simulate
from mjlog.warehouse import Warehouse, workers
workers.WORTH_IT = 1
report = Warehouse(sys.argv[1]).add(list(simulate("tenhou", games=4, seed=5)), jobs=3)
print(report.games)
"""
"""Fills a warehouse at the top level of a script, as one does."""
STOPPED = """
import os, signal, sys
from mjlog.simulate import simulate
from mjlog.warehouse import Warehouse, workers
workers.WORTH_IT = 1
signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored, as in a shell's background

def games():
    (tables,) = simulate("tenhou", games=6, seed=5)
    for number, name in enumerate(tables.games["game_id"].to_pylist()):
        if number == 4:
            os.kill(os.getpid(), signal.SIGINT)
        yield tables.of_games([name])

print(os.getpid(), flush=True)
Warehouse(sys.argv[1]).add(games(), jobs=3)
"""


@pytest.fixture(autouse=True)
def always_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "WORTH_IT", 1)


def processes_of(pid: int) -> list[int]:
    """Processes whose parent is `pid`."""
    stats = (path.read_text().rpartition(")")[2].split() for path in Path("/proc").glob("[0-9]*/stat"))
    return [int(fields[1]) for fields in stats if int(fields[1]) == pid and fields[0] != "Z"]


@pytest.mark.parametrize("jobs", [1, 2, 3, None])
def test_the_number_of_processes_changes_nothing(
    yonma: LogTables, sanma: LogTables, jobs: int | None
) -> None:
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


@pytest.mark.parametrize("name", presets())
def test_a_rule_set_is_the_same_in_another_process(name: str) -> None:
    ruleset = load(name)
    again: Ruleset = pickle.loads(pickle.dumps(ruleset))
    assert (again, again.id, again.sources) == (ruleset, ruleset.id, ruleset.sources)
    assert hash(again) == hash(ruleset)


def test_what_a_process_takes_with_it_is_done_here(yonma: LogTables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.sys, "path", ["/nowhere"])
    with Warehouse() as warehouse, Warehouse() as other:
        warehouse.add(batches_of(yonma), jobs=3)
        monkeypatch.undo()
        other.add(batches_of(yonma), jobs=1)
        assert content(warehouse) == content(other)


def test_processes_that_die_in_the_middle_lose_nothing(yonma: LogTables) -> None:
    several = Workers(None, 3)

    def dying() -> Iterator[tuple[str, LogTables]]:
        for number, batch in enumerate([*batches_of(yonma)] * 3):
            if number == 4:
                for worker in several._started:
                    worker._process.kill()
            yield batch.games["game_id"][0].as_py(), batch

    with several:
        found = list(several.in_order(dying()))
    assert [name for name, _ in found] == yonma.games["game_id"].to_pylist() * 3
    for name, (tables, _) in found:
        assert tables["games"]["game_id"].to_pylist() == [name]


def test_where_no_process_can_be_begun_one_does_it_all(
    yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in ("", "/nowhere/python"):
        monkeypatch.setattr(workers.sys, "executable", program)
        with Warehouse() as warehouse:
            assert warehouse.add(batches_of(yonma), jobs=3).games == 3


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
        begun = [worker._process for worker in several._started]
        assert len(begun) == 2
    assert all(process.poll() is not None for process in begun)
    assert threading.active_count() == before


@pytest.mark.parametrize("jobs", [0, -1])
def test_one_process_does_it_at_least(yonma: LogTables, jobs: int) -> None:
    with Warehouse() as warehouse:
        assert warehouse.add([yonma], jobs=jobs).games == 3


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    script = tmp_path / "fill.py"
    script.write_text(SCRIPT)
    command = [sys.executable, "-X", "dev", "-W", "error", str(script), str(tmp_path / "wh")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("4\n", "")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_keeps_what_is_done_and_leaves_no_process(tmp_path: Path) -> None:
    command = [sys.executable, "-c", STOPPED, str(tmp_path / "wh")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.stderr.rstrip().endswith("KeyboardInterrupt")
    assert done.returncode == -signal.SIGINT
    if sys.platform == "linux":
        assert processes_of(int(done.stdout)) == []
    with Warehouse(tmp_path / "wh") as warehouse:
        assert warehouse.tables["games"] <= 4
        assert warehouse.add([]).games == 0
