"""Batches derived by several at a time: the same tables in the same order, and nothing left behind."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from mjlog.rulesets import resolve
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse, processes, workers
from mjlog.warehouse.derive import Derived, derive
from mjlog.warehouse.games import restrict
from mjlog.warehouse.workers import Workers
from tests.unit.warehouse.conftest import batches_of, with_column

SCRIPT = """
import sys
from mjlog.simulate import simulate
from mjlog.warehouse import Warehouse
(tables,) = simulate("tenhou", games=4, seed=5)
games = [tables.of_games([name]) for name in tables.games["game_id"].to_pylist()]
print(Warehouse(sys.argv[1]).add(games, jobs=3).games)
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


@pytest.fixture(params=["processes", "threads"])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What derives batches."""
    if request.param == "threads":
        monkeypatch.setattr(processes, "ARE_SAFE", False)
    elif not processes.ARE_SAFE:
        pytest.skip("threads do the work here")
    return str(request.param)


@pytest.mark.parametrize("jobs", [1, 2, 3, None])
@pytest.mark.usefixtures("kind")
def test_the_number_of_jobs_changes_nothing(yonma: LogTables, sanma: LogTables, jobs: int | None) -> None:
    batches = [*batches_of(yonma), LogTables.empty(), *batches_of(sanma)] * 2
    with Workers(None, jobs) as several:
        found = list(several.in_order(enumerate(batches)))
    assert [number for number, _ in found] == list(range(len(batches)))
    for (_, (tables, failed)), batch in zip(found, batches, strict=True):
        expected, failed_here = derive(batch, None)
        assert failed == failed_here
        assert {name for name in expected if not tables[name].equals(expected[name])} == set()


@pytest.mark.usefixtures("kind")
def test_nor_does_it_change_what_is_stored(yonma: LogTables, sanma: LogTables) -> None:
    batches = [broken(next(batches_of(sanma))), *batches_of(yonma), *batches_of(sanma), *batches_of(yonma)]
    stored, reports = [], []
    for jobs in (1, 2):
        with Warehouse() as warehouse:
            reports.append(warehouse.add(batches, "m_league", jobs=jobs))
            stored.append({name: warehouse.query(f"from {name}") for name in warehouse.tables})
    one, two = stored
    assert {name for name in one if not one[name].equals(two[name])} == set()
    assert repr(reports[0]) == repr(reports[1])
    assert reports[0].copies == reports[1].copies
    assert reports[0].rejects.equals(reports[1].rejects)
    assert len(one["games"]) == 5
    assert len(one["rejects"]) == 1


def broken(tables: LogTables) -> LogTables:
    """A game that no log can tell, under another id."""
    changed = restrict(tables, {tables.games["game_id"][0].as_py(): "broken"})
    twice = pa.concat_tables([changed.events, changed.events])
    games = with_column(changed.games, "content_hash", ["0" * 40])
    games = with_column(games, "log_id", ["broken"])
    return replace(changed, games=games, events=twice)


@pytest.mark.usefixtures("kind")
def test_a_rule_set_of_the_users_reaches_them(yonma: LogTables) -> None:
    rules = resolve('{"extends": "tenhou", "kiriage_mangan": true}')
    for jobs in (1, 3):
        with Warehouse() as warehouse:
            warehouse.add(batches_of(yonma), rules, jobs=jobs)
            assert set(warehouse.query("games")["ruleset_id"].to_pylist()) == {rules.id}


@pytest.mark.usefixtures("kind")
def test_batches_in_memory_are_few(yonma: LogTables) -> None:
    taken = 0

    def counted() -> Iterator[tuple[int, LogTables]]:
        nonlocal taken
        for batch in [*batches_of(yonma)] * 8:
            taken += 1
            yield taken, batch

    with Workers(None, 2) as several:
        for number, _ in several.in_order(counted()):
            assert taken - number <= 4


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.usefixtures("kind")
def test_an_error_is_raised_after_what_was_before_it(
    yonma: LogTables, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    first, second, _ = yonma.games["game_id"].to_pylist()

    def failing(tables: LogTables, ruleset: None) -> Derived:
        game = tables.games["game_id"][0].as_py()
        if game == second:
            raise MemoryError("no room")
        if game == first and jobs > 1:
            time.sleep(1)  # the first is the last to be done
        return derive(tables, ruleset)

    monkeypatch.setattr(workers, "derive", failing)
    before = threading.active_count()
    stored: list[int] = []
    with pytest.raises(MemoryError, match="no room"), Workers(None, jobs) as several:
        stored.extend(number for number, _ in several.in_order(enumerate(batches_of(yonma))))
    assert stored == [0]
    assert threading.active_count() == before


@pytest.mark.skipif(not processes.ARE_SAFE, reason="threads do the work here")
def test_what_was_derived_before_a_process_was_killed_is_stored(
    yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, last = yonma.games["game_id"].to_pylist()

    def ending(tables: LogTables, ruleset: None) -> Derived:
        if tables.games["game_id"].to_pylist() == [last]:
            time.sleep(1)
            os.kill(os.getpid(), signal.SIGKILL)
        return derive(tables, ruleset)

    monkeypatch.setattr(workers, "derive", ending)
    with Warehouse() as warehouse:
        with pytest.raises(ChildProcessError, match="signal 9"):
            warehouse.add(batches_of(yonma), jobs=2)
        assert warehouse.tables["games"] == 2
        monkeypatch.undo()
        assert warehouse.add(batches_of(yonma), jobs=2).games == 1


def test_one_batch_needs_no_workers(yonma: LogTables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_begun", None)
    with Warehouse() as warehouse:
        assert warehouse.add([yonma], jobs=2).games == 3


@pytest.mark.skipif(not processes.ARE_SAFE, reason="threads do the work here")
@pytest.mark.parametrize("refused", ["fork", "memfd_create"])
def test_threads_do_the_work_where_no_process_is_to_be_had(
    yonma: LogTables, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "not here")

    monkeypatch.setattr(os, refused, refuse)
    with Workers(None, 2) as several:
        names = {number: threading.active_count() for number, _ in several.in_order(enumerate([yonma] * 3))}
    assert list(names) == [0, 1, 2]
    assert max(names.values()) > threading.active_count()


def test_another_thread_than_the_first_begins_no_process(
    yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[int] = []

    def derived() -> None:
        with Workers(None, 2) as several:
            found.extend(number for number, _ in several.in_order(enumerate([yonma] * 3)))

    monkeypatch.setattr(processes, "Processes", None)
    thread = threading.Thread(target=derived)
    thread.start()
    thread.join()
    assert found == [0, 1, 2]


def test_what_was_read_before_an_error_is_stored(yonma: LogTables) -> None:
    def broken() -> Iterator[LogTables]:
        yield from batches_of(yonma)
        raise OSError("the disk is gone")

    with Warehouse() as warehouse:
        with pytest.raises(OSError, match="the disk is gone"):
            warehouse.add(broken(), jobs=3)
        assert warehouse.tables["games"] == 3


def test_threads_leave_nothing_behind(yonma: LogTables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "ARE_SAFE", False)
    before = threading.active_count(), sys.getswitchinterval()
    with Workers(None, 3) as several:
        list(several.in_order(enumerate([*batches_of(yonma)] * 2)))
        assert threading.active_count() > before[0]
        assert sys.getswitchinterval() < before[1]
    assert (threading.active_count(), sys.getswitchinterval()) == before


def test_threads_of_several_that_end_in_any_order_leave_nothing_behind(
    yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "ARE_SAFE", False)
    before = sys.getswitchinterval()
    first, second = Workers(None, 2), Workers(None, 2)
    for several in (first, second):
        list(several.in_order(enumerate([*batches_of(yonma)])))
    first.close()
    assert sys.getswitchinterval() < before
    second.close()
    assert sys.getswitchinterval() == before


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
