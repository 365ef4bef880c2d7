"""The folder of a warehouse: what a crash leaves, who may write, what others can read."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mjlog.formats.mjai import write as mjai_write
from mjlog.tables import LogTables
from mjlog.warehouse import LockedError, PublishWarning, Warehouse, folder, ingest, manifest
from mjlog.warehouse.folder import DATABASE, FolderStore
from mjlog.warehouse.lock import exclusive
from tests.conftest import ROOT
from tests.unit.warehouse.conftest import batches_of, content
from tests.unit.warehouse.test_games import beginning

GAMES_OF = "select distinct game_id from {}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wh"


@pytest.fixture(autouse=True)
def _a_part_for_each_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingest, "PART_EVENTS", 1)


def fill(path: Path, tables: LogTables) -> None:
    with Warehouse(path) as warehouse:
        warehouse.add(batches_of(tables))


def listed(path: Path) -> set[Path]:
    """Parquet files that the manifest names."""
    return {path / name / part.file_name for part in manifest.read(path).parts for name in part.rows}


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


def test_killed_while_it_writes_it_goes_on_where_it_was(path: Path, yonma: LogTables) -> None:
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

        Warehouse({str(path)!r}).add(batches(LAST))
    """
    for last, done in ((2, -signal.SIGKILL), (99, 0)):
        code = textwrap.dedent(script).replace("LAST", str(last))
        assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == done
        with Warehouse(path) as warehouse:
            assert warehouse.tables["games"] == min(last, 3)
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


# --- what is no warehouse -------------------------------------------------------------------------


def test_a_folder_with_other_things_is_left_alone(path: Path, yonma: LogTables) -> None:
    path.mkdir()
    (path / "thesis.tex").write_text("...")
    with pytest.raises(ValueError, match=r"not empty: it has thesis\.tex"):
        fill(path, yonma)
    assert [p.name for p in path.iterdir()] == ["thesis.tex"]


def test_what_is_not_there_cannot_be_asked(path: Path) -> None:
    with Warehouse(path) as warehouse:
        assert "not made yet" in repr(warehouse)
        with pytest.raises(ValueError, match="no warehouse"):
            warehouse.query("games")
    assert not path.exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"parts": [{"number": 0, "schema_version": 99, "rows": {}}]}, "tables of version 99"),
        ({"parts": [{"number": 0, "schema_version": 1, "rows": {"../../etc": 1}}]}, "unknown tables"),
        ({"format": "something else"}, "manifest.json"),
        ({"parts": "x"}, "manifest.json"),
        ({"parts": [{"number": -1, "schema_version": 1, "rows": {}}]}, "manifest.json: Expected `int` >= 0"),
        ({"parts": [{"number": 0, "schema_version": 1, "rows": {"games": -5}}]}, "manifest.json: Expected"),
        ({"generation": 2**60}, "manifest.json: Expected"),
        ({"next_part": 1}, "not given yet"),
        ({"parts": []}, "no file of table games"),
        ({"parts": [{"number": 0, "schema_version": 1, "rows": {}}] * 2}, "taken twice"),
    ],
    ids=[
        "newer",
        "hostile table name",
        "other format",
        "broken",
        "negative part",
        "negative rows",
        "huge generation",
        "part to come",
        "no parts",
        "part twice",
    ],
)
def test_a_manifest_that_cannot_be_trusted_is_refused(
    path: Path, yonma: LogTables, change: dict[str, Any], message: str
) -> None:
    fill(path, yonma)
    file = path / manifest.FILE
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    with Warehouse(path) as warehouse:
        assert "cannot be read" in repr(warehouse)
        with pytest.raises(ValueError, match=message):
            warehouse.query("games")


@pytest.mark.parametrize(
    "damage",
    [Path.unlink, lambda p: p.write_bytes(b""), lambda p: os.truncate(p, 200)],
    ids=["deleted", "empty", "cut off"],
)
@pytest.mark.parametrize("table", ["games", "rounds", "findings"])
def test_a_damaged_part_is_named(path: Path, yonma: LogTables, damage: Any, table: str) -> None:
    fill(path, next(batches_of(yonma)))
    file = path / table / manifest.Part(0, 1, {}).file_name
    damage(file)
    told = re.escape(f"{file}: a damaged or missing part of the warehouse: ")
    with Warehouse(path) as warehouse:
        assert "cannot be read" in repr(warehouse)
        for _ in range(2):
            with pytest.raises(ValueError, match=told):
                warehouse.query("games")


def test_a_part_with_other_rows_than_the_manifest_says_is_damaged(path: Path, yonma: LogTables) -> None:
    fill(path, yonma)
    one, other = sorted(path.glob("games/*"))[:2]
    shutil.copy(one, other)
    with Warehouse(path) as warehouse, pytest.raises(ValueError, match="it has 0 rows instead of 1"):
        warehouse.query("games")


def test_nothing_is_added_to_a_damaged_warehouse(path: Path, yonma: LogTables) -> None:
    first, second, _ = batches_of(yonma)
    fill(path, first)
    (path / "games" / manifest.read(path).parts[1].file_name).unlink()
    with pytest.raises(ValueError, match="a damaged or missing part of the warehouse: it is not there"):
        fill(path, second)
    assert len(manifest.read(path).parts) == 2


def test_parts_of_an_older_version_may_lack_columns(path: Path, yonma: LogTables) -> None:
    first, second, _ = batches_of(yonma)
    fill(path, first)
    current = manifest.read(path)
    old = manifest.Part(1, 0, current.parts[1].rows)
    file = path / "games" / old.file_name
    pq.write_table(pq.read_table(file).drop_columns(["lobby"]), file)
    manifest.write(path, _with_part(current, old))
    fill(path, second)
    with Warehouse(path) as warehouse:
        assert warehouse.query("games")["lobby"].to_pylist() == [None, None]
        assert sum(warehouse.query("player_summary")["games"].to_pylist()) == 8


NEW_COLUMNS = {"rounds": ["away_seat", "dice"], "events": ["points", "elapsed"]}
"""Columns that came with version 2 of the tables, as did the table of unknown fields."""


def make_old(path: Path) -> None:
    """Turn a warehouse into one of version 1, as an earlier mjlog left it."""
    for file in path.glob("*/*.parquet"):
        table = pq.read_table(file)
        old = table.drop_columns(NEW_COLUMNS.get(file.parent.name, []))
        for name in ("log_yaku_han", "calc_yaku_han"):
            if name in old.column_names:
                place = old.schema.get_field_index(name)
                old = old.set_column(place, name, old[name].cast(pa.list_(pa.int8())))
        pq.write_table(old, file)
    shutil.rmtree(path / "extras")
    current = manifest.read(path)
    parts = tuple(
        manifest.Part(p.number, 1, {name: rows for name, rows in p.rows.items() if name != "extras"})
        for p in current.parts
    )
    manifest.write(
        path, manifest.Manifest(generation=current.generation, next_part=current.next_part, parts=parts)
    )
    (path / DATABASE).unlink()


def test_a_warehouse_of_version_1_is_read(path: Path, yonma: LogTables) -> None:
    fill(path, yonma)
    with Warehouse(path) as warehouse:
        before, summary = content(warehouse), warehouse.query("player_summary").to_pylist()
    make_old(path)
    with Warehouse(path) as warehouse:
        after = content(warehouse)
        assert after["extras"] == []
        assert after == before
        for name, columns in NEW_COLUMNS.items():
            for column in columns:
                assert set(map(repr, warehouse.query(name)[column].to_pylist())) == {"None"}
        assert warehouse.query("events").column_names == list(manifest.STORED["events"].names)
        assert warehouse.query("player_summary").to_pylist() == summary
    with duckdb.connect(str(path / DATABASE), read_only=True) as shell:
        assert shell.sql("select count(*), count(elapsed) from events").fetchall() == [
            (len(before["events"]), 0)
        ]
        assert shell.sql("select count(*) from extras").fetchall() == [(0,)]


def test_games_with_unknown_fields_come_into_a_warehouse_of_version_1(path: Path, yonma: LogTables) -> None:
    first, second, _ = batches_of(yonma)
    fill(path, first)
    make_old(path)
    more = pa.Table.from_pylist(
        [{"game_id": second.games["game_id"][0].as_py(), "action": "start_game", "fields": '{"a":1}'}],
        schema=second.extras.schema,
    )
    fill(path, replace(second, extras=more))
    with Warehouse(path) as warehouse:
        assert warehouse.query("extras")["fields"].to_pylist() == ['{"a":1}']
        assert len(warehouse.query("games")) == 2
        assert warehouse.query("wins")["log_yaku_han"].type == pa.list_(pa.int16())


def _with_part(current: manifest.Manifest, part: manifest.Part) -> manifest.Manifest:
    return manifest.Manifest(
        generation=current.generation, next_part=current.next_part, parts=(current.parts[0], part)
    )


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
        wins = shell.sql("select rate(sum(wins), sum(rounds)) from player_game_totals").fetchall()[0][0]
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
