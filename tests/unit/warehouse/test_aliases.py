"""Accounts of one person are counted together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from mjlog.warehouse.aliases import MAX_FILE_BYTES, AliasError, load_aliases
from tests.unit.warehouse.conftest import with_column


def given(tables: LogTables, platform: str | None = "tenhou", **columns: list[Any]) -> LogTables:
    """The games on a platform, with other values in columns of their players."""
    players = tables.game_players
    for name, values in columns.items():
        players = with_column(players, name, (values * len(players))[: len(players)])
    games = with_column(tables.games, "platform", [platform] * len(tables.games))
    return replace(tables, game_players=players, games=games)


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """Write a file of aliases; its path."""

    def write(text: str | bytes) -> Path:
        path = tmp_path / "people.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def players(tables: LogTables, aliases: Path | None) -> list[str | None]:
    """Who sits where in the first game."""
    with Warehouse(aliases=aliases) as warehouse:
        warehouse.add([tables])
        rows = warehouse.query("select player from player_games order by game_id, seat").to_pylist()
        return [row["player"] for row in rows[:4]]


NAMES = ["a", "b", "c", None]
ACCOUNTS = ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[people]\n", ["a", "b", "c", "4"]),
        ('[people]\nAnn = ["a", "4"]', ["Ann", "b", "c", "Ann"]),
        ('[people]\na = ["b"]', ["a", "a", "c", "4"]),
        ('[people]\nAnn = [{platform = "tenhou", account = "2"}]', ["a", "Ann", "c", "4"]),
        ('[people]\nAnn = [{platform = "tenhou", name = "c"}]', ["a", "b", "Ann", "4"]),
        ('[people]\nAnn = [{platform = "elsewhere", account = "2"}]', ["a", "b", "c", "4"]),
        ('[people]\nAnn = ["1"]\nBo = ["a"]', ["Ann", "b", "c", "4"]),
        (
            '[people]\nAnn = ["1"]\nBo = [{platform = "tenhou", account = "1"}]',
            ["Bo", "b", "c", "4"],
        ),
        (
            '[people]\nAnn = ["b"]\nBo = [{platform = "tenhou", name = "b"}]',
            ["a", "Bo", "c", "4"],
        ),
    ],
)
def test_players_are_called_by_the_person(yonma: LogTables, file: Any, text: str, found: list[str]) -> None:
    assert players(given(yonma, name=NAMES, account_id=ACCOUNTS), file(text)) == found


def test_without_a_file_players_are_called_as_logged(yonma: LogTables) -> None:
    assert players(given(yonma, name=NAMES, account_id=ACCOUNTS), None) == ["a", "b", "c", "4"]


def test_games_without_a_platform_know_no_accounts_of_one(yonma: LogTables, file: Any) -> None:
    path = file('[people]\nAnn = [{platform = "tenhou", account = "1"}, "2"]')
    assert players(given(yonma, None, name=NAMES, account_id=ACCOUNTS), path) == ["a", "Ann", "c", "4"]


def test_statistics_count_the_person(yonma: LogTables, tmp_path: Path, file: Any) -> None:
    tables = given(yonma, name=["a", "b", "c", "d", "e", "b", "c", "d", "f", "b", "c", "d"])
    folder = tmp_path / "wh"
    with Warehouse(folder) as warehouse:
        warehouse.add([tables])
    with Warehouse(folder, aliases=file('[people]\nAnn = ["a", "e", "f"]')) as warehouse:
        assert len(warehouse.query("from player_games where player = 'Ann'")) == 3
    with Warehouse(folder) as warehouse:
        assert len(warehouse.query("from player_games where player = 'a'")) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("people = 1", "has a table \\[people\\]"),
        ("", "has a table \\[people\\]"),
        ("[people", "people.toml: "),
        ("[persons]\n", "unknown persons"),
        ("[people]\nAnn = 'a'", "'Ann': a person has a list"),
        ("[people]\nAnn = [1]", "'Ann', entry 1: a text, or a table"),
        ("[people]\nAnn = ['a', '']", "'Ann', entry 2: a text, or a table"),
        ("[people]\nAnn = ['\u3000 ']", "'Ann', entry 1: a text, or a table"),
        ("[people]\n'' = ['a']", "'': a person has a name"),
        ("[people]\n' ' = ['a']", "' ': a person has a name"),
        ("[people]\nAnn = [{platform = 'x', account = ' '}]", "platform, account are texts"),
        ("[people]\nAnn = [{platform = 'x', id = 'y'}]", "unknown id; known are platform, account, name"),
        ("[people]\nAnn = [{account = 'y'}]", "a platform, and either an account or a name"),
        ("[people]\nAnn = [{platform = 'x'}]", "a platform, and either an account or a name"),
        ("[people]\nAnn = [{platform = 'x', account = 'y', name = 'z'}]", "and either an account or a name"),
        ("[people]\nAnn = [{platform = 'x', account = 7}]", "platform, account are texts"),
        ("[people]\nAnn = ['a']\nBo = ['a']", "account 'a' stands under both 'Ann' and 'Bo'"),
        ("[people]\nAnn = ['Bo']\nBo = ['b']", "name 'Bo' stands under both 'Ann' and 'Bo'"),
        (
            "[people]\nA = [{platform = 'x', account = '1'}]\nB = [{platform = 'x', account = '1'}]",
            "account '1' of x stands under both 'A' and 'B'",
        ),
        (b"\xff\xfe[", "people.toml: "),
        (b"#" * (MAX_FILE_BYTES + 1), "larger than"),
        ("x = " + "[" * 100_000, "people.toml: "),
    ],
)
def test_a_file_that_cannot_be_used_says_why(file: Any, text: str | bytes, problem: str) -> None:
    with pytest.raises(AliasError, match=problem):
        load_aliases(file(text))


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(AliasError, match=r"none\.toml"):
        Warehouse(aliases=tmp_path / "none.toml")


def test_a_byte_order_mark_is_no_matter(file: Any) -> None:
    assert len(load_aliases(file("\ufeff[people]\nAnn = ['a']"))) == 3
