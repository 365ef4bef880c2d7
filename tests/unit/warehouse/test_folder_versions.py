"""Folders that are no warehouse, damaged ones, and those of older versions."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse, manifest
from mjlog.warehouse.folder import DATABASE
from tests.unit.warehouse.conftest import batches_of, content, fill
from tests.unit.warehouse.test_games import beginning, games_with

pytestmark = pytest.mark.usefixtures("a_part_for_each_batch")


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
        assert len(warehouse.query("player_games")) == 8


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
        before = content(warehouse)
    make_old(path)
    with Warehouse(path) as warehouse:
        after = content(warehouse)
        assert after["extras"] == []
        assert after == {name: rows for name, rows in before.items() if name not in manifest.COUNTED}
        for name, columns in NEW_COLUMNS.items():
            for column in columns:
                assert set(map(repr, warehouse.query(name)[column].to_pylist())) == {"None"}
        assert warehouse.query("events").column_names == list(manifest.STORED["events"].names)
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


def without_column(path: Path, table: str, column: str) -> None:
    """Turn the parts of a warehouse into those of a version whose table lacked a column."""
    for file in path.glob(f"{table}/*.parquet"):
        pq.write_table(pq.read_table(file).drop_columns([column]), file)
    current = manifest.read(path)
    parts = tuple(msgspec.structs.replace(part, schema_version=1) for part in current.parts)
    manifest.write(path, msgspec.structs.replace(current, parts=parts))


@pytest.mark.parametrize(
    ("table", "column"),
    [("rounds", "wall"), ("rounds", "wall_hash"), ("games", "started_at"), ("events", "elapsed")],
)
def test_a_game_of_an_older_part_takes_over_its_log_id(
    path: Path, yonma: LogTables, table: str, column: str
) -> None:
    _takes_over(path, yonma, lambda: without_column(path, table, column))


def test_a_game_of_an_older_part_without_a_table_takes_over_its_log_id(path: Path, yonma: LogTables) -> None:
    _takes_over(path, yonma, lambda: make_old(path))


def _takes_over(path: Path, yonma: LogTables, make_older: Callable[[], None]) -> None:
    """A worse copy with a log id is met after the warehouse was made older, and a new game with it."""
    first, second, _ = batches_of(yonma)
    fill(path, games_with(first, log_id=None, platform=None))
    make_older()
    with Warehouse(path) as warehouse:
        before = content(warehouse)
        report = warehouse.add([games_with(beginning(first, 2), log_id="7", platform="here"), second])
        assert (report.games, report.duplicates) == (1, 1)
        names = warehouse.query("games")["log_id"].to_pylist()
        assert sorted(names) == sorted(["7", *second.games["log_id"].to_pylist()])
        own = [row for row in content(warehouse)["rounds"] if row in before["rounds"]]
        assert own == before["rounds"] != []


def _with_part(current: manifest.Manifest, part: manifest.Part) -> manifest.Manifest:
    return manifest.Manifest(
        generation=current.generation, next_part=current.next_part, parts=(current.parts[0], part)
    )
