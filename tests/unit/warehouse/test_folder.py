"""The folder of a warehouse: what a crash leaves, who may write, what others can read."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from threading import Timer
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from mjlog.formats.mjai import write as mjai_write
from mjlog.tables import LogTables
from mjlog.warehouse import LockedError, PublishWarning, QueryError, Warehouse, folder, manifest
from mjlog.warehouse.folder import DATABASE, FolderStore
from mjlog.warehouse.lock import exclusive
from tests.conftest import ROOT
from tests.unit.warehouse.conftest import batches_of, content, fill, listed
from tests.unit.warehouse.test_games import beginning

GAMES_OF = "select distinct game_id from {}"


pytestmark = pytest.mark.usefixtures("a_part_for_each_batch")


def test_each_table_is_a_folder_of_the_files_that_the_manifest_names(path: Path, yonma: LogTables) -> None:
    fill(path, yonma)
    assert listed(path) == set(path.glob("*/*"))
    assert {p.name for p in path.iterdir() if p.is_dir()} == set(manifest.STORED)
    with Warehouse(path) as warehouse:
        for name, rows in warehouse.tables.items():
            assert sum(pq.read_metadata(p).num_rows for p in path.glob(f"{name}/*")) == rows


def test_files_say_which_table_of_which_version_they_are(path: Path, yonma: LogTables) -> None:
    fill(path, yonma)
    files = list(path.glob("*/*.parquet"))
    assert files
    for file in files:
        schema = pq.read_schema(file)
        assert schema.names == list(manifest.STORED[file.parent.name].names)
        assert schema.metadata[b"mjlog_table"].decode() == file.parent.name
        assert int(schema.metadata[b"mjlog_schema_version"]) == manifest.SCHEMA_VERSION


# --- crashes --------------------------------------------------------------------------------------


class DeadError(Exception):
    """The process is gone: nothing that it would do next happens."""


@pytest.fixture
def crash(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Die at the n-th step on the disk, and at every one after it; returns a count of the steps."""
    real = {"replace": Path.replace, "unlink": Path.unlink, "mkdir": Path.mkdir}
    real_write = pq.write_table

    def at(last: int | None) -> list[str]:
        steps: list[str] = []

        def counted(name: str, function: Any) -> Any:
            def step(*args: Any, **kwargs: Any) -> Any:
                steps.append(name)
                if last is not None and len(steps) > last:
                    raise DeadError
                return function(*args, **kwargs)

            return step

        for name in ("replace", "unlink", "mkdir"):
            monkeypatch.setattr(Path, name, counted(name, real[name]))
        monkeypatch.setattr(os, "fsync", counted("fsync", lambda _: None))
        monkeypatch.setattr(folder.pq, "write_table", counted("write", real_write))
        return steps

    yield at
    monkeypatch.undo()


def is_consistent(path: Path, names: list[str]) -> bool:
    """Whether the warehouse holds the first few games whole, for mjlog and for a plain DuckDB."""
    if not (path / manifest.FILE).exists():
        return True
    with Warehouse(path) as warehouse:
        tables = ["games", "rounds", "events", "round_players", "discards"]
        held = [sorted(r["game_id"] for r in warehouse.query(GAMES_OF.format(t)).to_pylist()) for t in tables]
    assert all(ids == held[0] for ids in held)
    with duckdb.connect(str(path / DATABASE), read_only=True) as shell:
        assert sorted(r[0] for r in shell.sql("select game_id from games").fetchall()) == held[0]
    return held[0] == sorted(names[: len(held[0])])


def test_a_crash_at_any_step_leaves_whole_games(path: Path, yonma: LogTables, crash: Any) -> None:
    first, second, third = batches_of(yonma)
    batches = [beginning(first, 2), second, first, third]
    names = [t.games["game_id"][0].as_py() for t in (first, second, third)]
    steps = crash(None)
    with Warehouse(path) as warehouse:
        warehouse.add(batches)
        rows = warehouse.tables
    assert len(steps) > 200
    for last in range(0, len(steps), 29):
        shutil.rmtree(path)
        crash(last)
        with pytest.raises(DeadError), Warehouse(path) as warehouse:
            warehouse.add(batches)
        crash(None)
        assert is_consistent(path, names), last
        with Warehouse(path) as warehouse:
            warehouse.add(batches)
            assert warehouse.tables == rows
        assert listed(path) == {p for p in path.glob("*/*") if p.is_file()}


@pytest.mark.parametrize("jobs", [1, 3])
def test_killed_while_it_writes_it_goes_on_where_it_was(path: Path, yonma: LogTables, jobs: int) -> None:
    logs = path.with_name("games.jsonl")
    logs.write_bytes(mjai_write.write(yonma))
    script = f"""
        import os, signal
        from mjlog.formats import read
        from mjlog.warehouse import Warehouse, ingest
        from mjlog.warehouse.games import restrict

        ingest.PART_EVENTS = 1

        def batches(last):
            tables = read({str(logs)!r})
            for number, name in enumerate(tables.games["game_id"].to_pylist()):
                if number == last:
                    os.kill(os.getpid(), signal.SIGKILL)
                yield restrict(tables, {{name: name}})

        Warehouse({str(path)!r}).add(batches(LAST), jobs={jobs})
    """
    for last, done in ((2, -signal.SIGKILL), (99, 0)):
        code = textwrap.dedent(script).replace("LAST", str(last))
        assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == done
        with Warehouse(path) as warehouse:
            stored = warehouse.tables["games"]
            waiting = 0 if jobs == 1 or done == 0 else 2  # what other threads are still to derive
            assert min(last, 3) - waiting <= stored <= min(last, 3)
    with Warehouse(path) as warehouse, Warehouse() as alone:
        alone.ingest(logs)
        assert content(warehouse) == content(alone)


def test_an_interrupted_ingest_keeps_what_was_stored(path: Path, yonma: LogTables) -> None:
    def interrupted() -> Any:
        yield next(batches_of(yonma))
        raise KeyboardInterrupt

    with Warehouse(path) as warehouse:
        with pytest.raises(KeyboardInterrupt):
            warehouse.add(interrupted())
        assert warehouse.tables["games"] == 1
    with duckdb.connect(str(path / DATABASE), read_only=True) as shell:
        assert shell.sql("select count(*) from games").fetchall() == [(1,)]


# --- one writer -----------------------------------------------------------------------------------


def test_a_second_writer_is_refused(path: Path, yonma: LogTables) -> None:
    fill(path, yonma)
    with exclusive(path / ".lock"), pytest.raises(LockedError, match="another process writes"):
        fill(path, yonma)
    fill(path, yonma)


def test_readers_do_not_wait_for_a_writer(path: Path, yonma: LogTables) -> None:
    fill(path, yonma)
    with exclusive(path / ".lock"), Warehouse(path) as warehouse:
        assert warehouse.tables["games"] == 3


def test_an_open_warehouse_sees_what_another_process_adds(path: Path, yonma: LogTables) -> None:
    first, second, _ = batches_of(yonma)
    fill(path, first)
    with Warehouse(path) as reader:
        assert reader.tables["games"] == 1
        fill(path, second)
        assert reader.tables["games"] == 2


def test_a_reader_whose_files_a_writer_replaced_is_told(path: Path, yonma: LogTables) -> None:
    first = next(batches_of(yonma))
    fill(path, beginning(first, 2))
    with Warehouse(path) as reader:
        with reader.steady():
            assert reader.tables["rounds"] == 2
            fill(path, first)
            with pytest.raises(ValueError, match="was changed while it was read: ask again"):
                reader.query("select max(honba) from rounds")
        assert reader.tables["rounds"] == len(first.rounds)


# --- any DuckDB shell -----------------------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")


@pytest.mark.usefixtures("elsewhere")
def test_a_plain_duckdb_reads_tables_and_statistics_from_anywhere(path: Path, yonma: LogTables) -> None:
    fill(path, yonma)
    with duckdb.connect(str(path / DATABASE), read_only=True) as shell, Warehouse(path) as warehouse:
        for name, rows in warehouse.tables.items():
            assert shell.sql(f"select count(*) from {name}").fetchall() == [(rows,)]
        assert "v1.0.0" in str(shell.sql("select tags from duckdb_databases()").fetchall())
        wins = shell.sql("select rate(sum(wins), sum(rounds)) from outcome_totals").fetchall()[0][0]
        assert 0.1 < wins < 0.4


@pytest.mark.usefixtures("elsewhere")
def test_a_moved_warehouse_works_again_once_it_was_opened(path: Path, yonma: LogTables) -> None:
    fill(path, yonma)
    moved = path.with_name("moved")
    path.rename(moved)
    with Warehouse(moved) as warehouse:
        assert warehouse.tables["games"] == 3
    with duckdb.connect(str(moved / DATABASE), read_only=True) as shell:
        assert shell.sql("select count(*) from games").fetchall() == [(3,)]


def test_an_open_shell_is_not_disturbed(path: Path, yonma: LogTables) -> None:
    first, second, _ = batches_of(yonma)
    fill(path, first)
    with duckdb.connect(str(path / DATABASE)) as shell:
        fill(path, second)
        assert shell.sql("select count(*) from games").fetchall() == [(1,)]


@pytest.mark.parametrize(
    "name", ["it's", "wh[1]", "a b", "雀荘", "x*y", '"q"', "$1; drop table games", "w?h"]
)
def test_any_folder_name_will_do(tmp_path: Path, yonma: LogTables, name: str) -> None:
    fill(tmp_path / name, yonma)
    with Warehouse(tmp_path / name) as warehouse:
        assert warehouse.tables["games"] == 3
    with duckdb.connect(str(tmp_path / name / DATABASE), read_only=True) as shell:
        assert shell.sql("select count(*) from games").fetchall() == [(3,)]


def test_games_are_stored_though_the_file_for_shells_cannot_be_made(path: Path, yonma: LogTables) -> None:
    first, second, _ = batches_of(yonma)
    fill(path, first)
    (path / DATABASE).unlink()
    (path / DATABASE).mkdir()
    with pytest.warns(PublishWarning, match=r"mjlog\.duckdb is out of date; it could not be made"):
        fill(path, second)
    with Warehouse(path) as warehouse:
        assert warehouse.tables["games"] == 2


def test_a_warehouse_that_cannot_be_written_can_be_read(
    path: Path, yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path, yonma)
    (path / DATABASE).unlink()

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(FolderStore, "_publish", refuse)
    with Warehouse(path) as warehouse:
        assert warehouse.tables["games"] == 3


def test_a_reader_who_makes_the_file_for_shells_keeps_no_writer_out(
    path: Path, yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path, yonma)
    (path / DATABASE).unlink()
    is_free = []

    def publish(*_: object, **__: object) -> None:
        with exclusive(path / ".lock"):
            is_free.append(True)

    monkeypatch.setattr(folder, "publish", publish)
    with Warehouse(path) as warehouse:
        assert warehouse.tables["games"] == 3
    assert is_free == [True]


def test_a_writer_waits_for_a_reader_who_makes_the_file_for_shells(
    path: Path, yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder, "_PATIENCE", 0.1)
    first, second, _ = batches_of(yonma)
    fill(path, first)
    with exclusive(path / ".publishing"), pytest.warns(PublishWarning, match="out of date"):
        fill(path, second)
    with Warehouse(path) as warehouse:
        assert warehouse.tables["games"] == 2
    with duckdb.connect(str(path / DATABASE), read_only=True) as shell:
        assert shell.sql("select count(*) from games").fetchall() == [(2,)]


def test_a_lock_that_is_given_back_in_time_is_had(path: Path) -> None:
    path.mkdir()
    held = exclusive(path / "lock")
    held.__enter__()
    Timer(0.1, held.__exit__, (None, None, None)).start()
    with exclusive(path / "lock", 10):
        pass


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), QueryError("no"), duckdb.Error("no")]
)
def test_no_want_of_the_file_for_shells_keeps_games_from_being_stored_or_read(
    path: Path, yonma: LogTables, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def publish(made: Path, *_: object, **__: object) -> None:
        made.with_name(f".{made.name}.tmp").write_bytes(b"half")
        raise error

    monkeypatch.setattr(folder, "publish", publish)
    with pytest.warns(PublishWarning, match="could not be made"):
        fill(path, yonma)
    with Warehouse(path) as warehouse:
        assert warehouse.tables["games"] == 3
    assert not (path / f".{DATABASE}.tmp").exists()


def test_a_full_disk_is_told_with_the_file_that_had_no_room(
    path: Path, yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, _ = batches_of(yonma)
    fill(path, first)

    def write(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(folder.pq, "write_table", write)
        with pytest.raises(OSError, match=r"No space left on device: .*part-00000002"):
            fill(path, second)
    with Warehouse(path) as warehouse:
        assert warehouse.tables["games"] == 1


def test_what_only_duckdb_finds_damaged_is_told_as_damage(
    path: Path, yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path, yonma)

    def refuse(*_: object, **__: object) -> None:
        raise duckdb.Error("TProtocolException: Invalid data")

    monkeypatch.setattr(folder, "view_files", refuse)
    with (
        pytest.raises(ValueError, match="a damaged or missing part of the warehouse: TProtocol"),
        Warehouse(path) as w,
    ):
        assert w.tables


def test_the_sizes_of_tables_are_known_to_the_planner(path: Path, yonma: LogTables) -> None:
    """Joins come in an order of no sense where every table is taken for an empty one."""
    fill(path, yonma)
    with Warehouse(path) as warehouse:
        explained = warehouse.query("explain from round_players").to_pylist()[0]["explain_value"]
        (estimate,) = re.findall(r"~([\d,]+) rows", explained)
        assert 0 < int(estimate.replace(",", "")) <= 2 * warehouse.tables["round_players"]
        assert warehouse.query("select count(*) as n from rejects")["n"].to_pylist() == [0]
