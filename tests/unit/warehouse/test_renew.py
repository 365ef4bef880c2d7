"""Tables of earlier versions: nothing is counted of them until they are derived anew from their logs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pyarrow.parquet as pq
import pytest

import mjlog
from mjlog.rulesets import Ruleset, load
from mjlog.tables import LogTables
from mjlog.warehouse import LockedError, Warehouse, manifest
from mjlog.warehouse import renew as renewing
from mjlog.warehouse.folder import DATABASE, FolderStore
from mjlog.warehouse.lock import exclusive
from mjlog.warehouse.manifest import COUNTED, STORED
from tests.unit.warehouse.conftest import batches_of, content, fill, listed, with_column

pytestmark = pytest.mark.usefixtures("a_part_for_each_batch")


def make_older(path: Path, numbers: Callable[[int], bool] = lambda _: True) -> None:
    """Turn parts into those of an earlier version, without what it did not know and with wrong results."""
    current = manifest.read(path)
    parts = []
    for part in current.parts:
        if not numbers(part.number):
            parts.append(part)
            continue
        rows = {name: n for name, n in part.rows.items() if name not in {"riichis", "discard_threats"}}
        wins = path / "wins" / part.file_name
        if "wins" in rows:
            table = pq.read_table(wins).drop_columns(["calc_wait"])
            pq.write_table(with_column(table, "calc_han", [99] * len(table)), wins)
        parts.append(msgspec.structs.replace(part, schema_version=1, rows=rows))
    manifest.write(path, msgspec.structs.replace(current, parts=tuple(parts), commit="0" * 32))


@pytest.fixture
def old(path: Path, yonma: LogTables) -> Path:
    """A warehouse of three parts with a game, and the one without, all of an earlier version."""
    fill(path, yonma)
    make_older(path)
    return path


def test_nothing_is_counted_of_tables_of_an_earlier_version(old: Path) -> None:
    said = rf"{old} has tables of version 1, .* 'mjlog ingest -o {old}' makes them of the logs"
    with Warehouse(old) as warehouse:
        for name in (*COUNTED, "player_games", "riichi_totals", "riichi_by_group"):
            with pytest.raises(ValueError, match=said):
                warehouse.query(name)
        for sql in ("select count(*) from discards", "select 1 from selected_seats()"):
            with pytest.raises(ValueError, match=said):
                warehouse.query(sql)
        with pytest.raises(ValueError, match=r"with name gmaes does not exist"):
            warehouse.query("select 1 from gmaes")
    for ask in (mjlog.stats, lambda path: mjlog.compare(path, {"player": "A"}, {})):
        with pytest.raises(ValueError, match=said):
            ask(old)


def test_logs_of_an_earlier_version_are_read(old: Path) -> None:
    with Warehouse(old) as warehouse:
        assert "3 games" in repr(warehouse)
        assert warehouse.tables.keys() == STORED.keys() - COUNTED.keys()
        assert (
            warehouse.query("select count(*) as n from events")["n"][0].as_py() == warehouse.tables["events"]
        )
        assert warehouse.query("wins")["calc_wait"].null_count == warehouse.tables["wins"]
    with duckdb.connect(str(old / DATABASE), read_only=True) as shell:
        assert shell.sql("select count(*) from games").fetchall() == [(3,)]
        assert not shell.sql("from duckdb_views() where view_name in ('discards', 'player_games')").fetchall()


def test_what_is_derived_anew_is_as_if_the_games_came_now(
    old: Path, expected: dict[str, list[dict[str, Any]]]
) -> None:
    told: list[tuple[int, int]] = []
    with Warehouse(old) as warehouse:
        with pytest.raises(ValueError, match="version 1"):
            warehouse.query("player_games")
        assert warehouse.renew(on_progress=lambda *done: told.append(done)).games == 3
        assert content(warehouse) == expected
        assert warehouse.renew().games == 0
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert listed(old) == set(old.glob("*/*.parquet"))
    with duckdb.connect(str(old / DATABASE), read_only=True) as shell:
        assert shell.sql("select count(*) from player_games").fetchall() == [(12,)]


def test_older_parts_are_derived_anew_when_games_are_added(
    path: Path, yonma: LogTables, expected: dict[str, list[dict[str, Any]]]
) -> None:
    first, second, third = batches_of(yonma)
    fill(path, LogTables.concat([first, second]))
    make_older(path, lambda number: number == 1)
    with Warehouse(path) as warehouse:
        with pytest.raises(ValueError, match="version 1"):
            mjlog.stats(path)
        report = warehouse.add([third])
        assert (report.renewed, report.games) == (1, 1)
        assert content(warehouse) == expected


def test_rejects_stay_and_games_that_cannot_be_replayed_any_more_join_them(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Warehouse(old) as warehouse:
        bad = warehouse.query("games")["game_id"][1].as_py()
    real = renewing.Workers.in_order

    def in_order(self: Any, batches: Any) -> Any:
        for number, tables in batches:
            is_bad = tables.games["game_id"][0].as_py() == bad
            changed = replace(tables, rounds=tables.rounds.slice(1)) if is_bad else tables
            yield from real(self, [(number, changed)])

    monkeypatch.setattr(renewing.Workers, "in_order", in_order)
    with Warehouse(old) as warehouse:
        done = warehouse.renew()
        assert bad in done.rejects["reason"][0].as_py()
        assert warehouse.query("rejects").to_pylist() == done.rejects.to_pylist()
        assert warehouse.tables["games"] == 2


class DeadError(Exception):
    """The process is gone."""


def test_a_crash_leaves_parts_that_are_old_or_new_and_it_goes_on(
    old: Path, expected: dict[str, list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = FolderStore._write

    def dies_at_part_2(self: FolderStore, part: manifest.Part, tables: Any) -> None:
        real(self, part, tables)
        if part.number == 2:
            raise DeadError

    with monkeypatch.context() as patched, Warehouse(old) as warehouse:
        patched.setattr(FolderStore, "_write", dies_at_part_2)
        with pytest.raises(DeadError):
            warehouse.renew()
    assert [p.is_old for p in manifest.read(old).parts] == [False, False, True, True]
    with Warehouse(old) as warehouse:
        assert warehouse.renew().games == 2
        assert content(warehouse) == expected


# --- rules ----------------------------------------------------------------------------------------


@pytest.fixture
def club(tmp_path: Path) -> Ruleset:
    """Rules of a file that the games were not played by."""
    file = tmp_path / "club.toml"
    file.write_text('extends = "tenhou"\nopen_tanyao = false\nstart_score = 30000\n')
    return load(file)


def test_games_are_judged_by_the_rules_that_they_were_judged_by(
    path: Path, yonma: LogTables, club: Ruleset
) -> None:
    first, second, third = batches_of(yonma)
    with Warehouse(path) as warehouse:
        warehouse.add([first])
        warehouse.add([second], club)
        warehouse.add([third], "m_league")
        before = content(warehouse)
    make_older(path)
    with Warehouse(path) as warehouse:
        with pytest.raises(ValueError, match=rf"judged by {club.id}, .*\(--ruleset FILE\)"):
            warehouse.renew()
        assert [p.is_old for p in manifest.read(path).parts] == [False, False, True, False]
        assert warehouse.renew(club).games == 1
        assert content(warehouse) == before


def test_a_preset_that_changed_since_judges_by_its_name(path: Path, yonma: LogTables) -> None:
    first = next(batches_of(yonma))
    with Warehouse(path) as warehouse:
        warehouse.add([first], "m_league")
        before = content(warehouse)
    make_older(path)
    file = next(path.glob("games/part-00000001-*"))
    games = pq.read_table(file)
    pq.write_table(with_column(games, "ruleset_id", ["m_league-00000000"]), file)
    with Warehouse(path) as warehouse:
        assert warehouse.renew().changed_rules == {"m_league-00000000": load("m_league").id}
        assert content(warehouse) == before


def test_rules_of_a_file_that_is_called_as_a_preset_is_are_told_where_others_take_their_place(
    path: Path, yonma: LogTables, tmp_path: Path
) -> None:
    file = tmp_path / "tenhou.toml"
    file.write_text('extends = "tenhou"\nkiriage_mangan = true\n')
    with Warehouse(path) as warehouse:
        warehouse.add([next(batches_of(yonma))], file)
        before = content(warehouse)
    own = load(file)
    make_older(path)
    with Warehouse(path) as warehouse:
        assert warehouse.renew(file).changed_rules == {}
        assert content(warehouse) == before
    make_older(path)
    file.write_text('extends = "tenhou"\nkiriage_mangan = true\nopen_tanyao = false\n')
    with Warehouse(path) as warehouse:
        assert warehouse.renew(file).changed_rules == {own.id: load(file).id}
    make_older(path)
    with Warehouse(path) as warehouse:
        report = warehouse.add([])
        assert report.changed_rules == {load(file).id: load("tenhou").id}


def test_a_folder_without_a_warehouse_has_nothing_to_derive(path: Path) -> None:
    with Warehouse(path) as warehouse, Warehouse() as memory:
        assert (warehouse.renew().games, memory.renew().games) == (0, 0)
    assert not path.exists()


def test_another_writer_is_waited_for_by_nobody(old: Path) -> None:
    refused = pytest.raises(LockedError, match="another process writes")
    with exclusive(old / ".lock"), Warehouse(old) as warehouse, refused:
        warehouse.renew()
