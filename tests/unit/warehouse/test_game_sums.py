"""Sums of whole games that are kept: they are those of the tables that are shown, whatever happens."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mjlog.rank_points import rank_levels, rank_tables
from mjlog.stats.catalogue import chosen
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse, manifest
from mjlog.warehouse.folder import SUMS
from mjlog.warehouse.game_sums import GameSums
from tests.unit.warehouse.conftest import batches_of, fill
from tests.unit.warehouse.test_games import games_with

VIEW = "outcome_totals"
KEYS = {"game_id", "round_index", "seat", "player_count"}


def seen(warehouse: Warehouse, view: str = VIEW) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = warehouse.game_sums().of(view, columns(warehouse, view)).to_pylist()
    return rows


def columns(warehouse: Warehouse, view: str) -> list[str]:
    fields = warehouse.query(f"select * from {view} limit 0").schema
    return [f.name for f in fields if f.name not in KEYS and not pa.types.is_string(f.type)]


def counted(tables: LogTables) -> list[dict[str, Any]]:
    """The sums of a warehouse that keeps nothing."""
    with Warehouse() as warehouse:
        warehouse.add(batches_of(tables))
        return seen(warehouse)


def asked(path: Path) -> list[dict[str, Any]]:
    with Warehouse(path) as warehouse:
        return seen(warehouse)


def files(path: Path) -> list[Path]:
    return sorted((path / SUMS).rglob("*.parquet"))


@pytest.fixture
def games(yonma: LogTables) -> Iterator[LogTables]:
    """Single games."""
    return batches_of(yonma)


def as_long(tables: LogTables, name: str) -> LogTables:
    """The same game as another, with the same number of rows in every table."""
    return games_with(tables, log_id=name, started_at=None)


def manifest_without_commit(path: Path) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(manifest.read(path), commit=""))


@pytest.mark.parametrize("view", sorted({s.totals for s in chosen(None, "house")}))
def test_sums_are_those_of_the_view(path: Path, yonma: LogTables, view: str) -> None:
    """Of each game and seat, nothing where the view has no rows of it."""
    fill(path, yonma)
    with Warehouse(path) as warehouse:
        kept = seen(warehouse, view)
        sums = ", ".join(f"coalesce(sum(t.{name}), 0)::double as {name}" for name in kept[0])
        sql = f"""select g.game_id, g.seat, {sums} from player_games as g
        left join {view} as t on t.game_id = g.game_id and t.seat = g.seat group by g.game_id, g.seat"""
        expected = warehouse.query(sql)
        rows = warehouse.game_sums().rows(expected)
        assert sorted(rows) == list(range(len(kept)))
        told = expected.drop(["game_id", "seat"]).to_pylist()
        assert [kept[row] for row in rows] == [pytest.approx(row, abs=1e-9) for row in told] != []


def test_games_and_seats_that_are_not_there_have_no_row(yonma: LogTables) -> None:
    with closing(Warehouse()) as warehouse:
        warehouse.add(batches_of(yonma))
        game = yonma.games["game_id"][0].as_py()
        asked = pa.table({"game_id": [game, "another", game], "seat": pa.array([3, 0, 0], pa.int8())})
        found = warehouse.game_sums().rows(asked)
        assert found[1] == -1
        assert found[0] - found[2] == 3


def test_columns_that_are_asked_later_are_added_up_with_those_before(yonma: LogTables) -> None:
    with closing(Warehouse()) as warehouse:
        warehouse.add(batches_of(yonma))
        sums = warehouse.game_sums()
        (wins,) = sums.of(VIEW, ["wins"]).columns
        both = sums.of(VIEW, ["deal_ins", "wins"])
        assert both.column_names == ["deal_ins", "wins"]
        assert both["wins"].equals(wins)
        assert sum(wins.to_pylist()) > 0


def test_sums_of_another_warehouse_in_the_same_folder_are_not_taken(
    path: Path, games: Iterator[LogTables]
) -> None:
    first = next(games)
    fill(path, first)
    asked(path)
    before = manifest_without_commit(path)
    for entry in path.iterdir():
        if entry.name[0] != ".":
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    kept = files(path)
    assert kept
    fill(path, as_long(first, "another"))
    assert manifest_without_commit(path) == before  # nothing but the commit tells them apart
    assert not set(kept) & set(files(path))
    assert asked(path) == counted(as_long(first, "another"))


def test_an_open_warehouse_sees_that_its_folder_was_made_anew(path: Path, games: Iterator[LogTables]) -> None:
    first = next(games)
    fill(path, first)
    with Warehouse(path) as warehouse:
        seen(warehouse)
        shutil.rmtree(path)
        fill(path, as_long(first, "another"))
        assert seen(warehouse) == counted(as_long(first, "another"))


@pytest.mark.parametrize("moment", ["_path", "_numbers", "_added", "_store"])
def test_sums_made_while_another_process_commits_are_not_kept(
    path: Path, games: Iterator[LogTables], yonma: LogTables, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    first, *others = games
    fill(path, first)
    real = getattr(GameSums, moment)

    def meanwhile(*arguments: Any) -> Any:
        monkeypatch.setattr(GameSums, moment, real)
        fill(path, LogTables.concat(others))
        return real(*arguments)

    monkeypatch.setattr(GameSums, moment, meanwhile)
    with Warehouse(path) as warehouse:
        assert seen(warehouse) == counted(first)  # as it was when the question was asked
        assert files(path) == []
        assert seen(warehouse) == counted(yonma)
    assert asked(path) == counted(yonma)


def test_a_commit_between_state_and_tables_is_no_harm(
    path: Path, games: Iterator[LogTables], yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key is of the tables that are bound, not of those that were there before or are after."""
    first, *others = games
    fill(path, first)
    with Warehouse(path) as warehouse:
        bind = warehouse._store.bind

        def late(connection: Any) -> object:
            bound = bind(connection)
            monkeypatch.undo()
            fill(path, LogTables.concat(others))
            return bound

        monkeypatch.setattr(type(warehouse._store), "bind", lambda _, connection: late(connection))
        assert seen(warehouse) == counted(first)
        assert files(path) == []
    assert asked(path) == counted(yonma)


def test_sums_of_the_commit_before_stay_for_those_who_read_them(
    path: Path, games: Iterator[LogTables]
) -> None:
    folders = []
    for game in games:
        fill(path, game)
        asked(path)
        folders.append({file.parent for file in files(path)})
    assert [len(some) for some in folders] == [1, 2, 2]
    assert len(folders[1] & folders[2]) == 1


def test_sums_that_went_away_are_made_again(path: Path, yonma: LogTables) -> None:
    fill(path, yonma)
    with Warehouse(path) as warehouse:
        before = seen(warehouse)
        shutil.rmtree(path / SUMS)
        assert seen(warehouse) == before
    assert len(files(path)) == 1


def cut_off(file: Path) -> None:
    file.write_bytes(b"PAR1")


def with_other_pages(file: Path) -> None:
    """The footer is whole, what it leads to is not."""
    content = bytearray(file.read_bytes())
    content[54:400] = bytes(byte ^ 0xFF for byte in content[54:400])
    file.write_bytes(content)


def with_other_columns(file: Path) -> None:
    table = pq.read_table(file)
    pq.write_table(table.rename_columns([f"{name}_" for name in table.column_names]), file)


def with_other_rows(file: Path) -> None:
    pq.write_table(pq.read_table(file).slice(1), file)


def with_text(file: Path) -> None:
    table = pq.read_table(file)
    pq.write_table(table.cast(pa.schema([(name, pa.string()) for name in table.column_names])), file)


def as_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize(
    "damage", [cut_off, with_other_pages, with_other_columns, with_other_rows, with_text, as_folder]
)
def test_damaged_sums_are_made_again(path: Path, yonma: LogTables, damage: Callable[[Path], None]) -> None:
    fill(path, yonma)
    before = asked(path)
    (file,) = files(path)
    size = file.stat().st_size
    damage(file)
    assert asked(path) == before
    assert asked(path) == before
    assert file.is_dir() or file.stat().st_size == size


def test_a_warehouse_of_an_older_version_keeps_no_sums_until_games_are_added(
    path: Path, games: Iterator[LogTables]
) -> None:
    first, second, _ = games
    fill(path, first)
    (path / manifest.FILE).write_bytes(manifest_without_commit(path))
    assert asked(path) == counted(first)
    assert files(path) == []
    fill(path, second)
    assert asked(path) == counted(LogTables.concat([first, second]))
    assert len(files(path)) == 1


def test_each_seat_of_a_game_is_one_player(yonma: LogTables) -> None:
    """Whatever is joined to it: a second row would double every sum."""
    with closing(Warehouse()) as warehouse:
        warehouse.add(batches_of(yonma))
        rows = warehouse.query("select game_id, seat from player_games").to_pylist()
    assert len(rows) == len({tuple(row.values()) for row in rows}) == 12


def test_levels_and_tables_of_rank_points_are_listed_once() -> None:
    levels = rank_levels().select(["platform", "level"]).to_pylist()
    tables = rank_tables().select(["platform", "player_count", "length", "room", "level"]).to_pylist()
    for rows in (levels, tables):
        assert len(rows) == len({tuple(row.values()) for row in rows}) > 0
