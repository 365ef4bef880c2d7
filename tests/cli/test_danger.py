"""``mjlog danger`` as a user sees it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from mjlog.simulate import simulate
from mjlog.stats import danger
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from tests.cli.conftest import Run


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse of games of four and of three players."""
    path = tmp_path_factory.mktemp("danger") / "wh"
    with Warehouse(path) as warehouse:
        warehouse.add(simulate("tenhou", games=12, seed=3))
        warehouse.add(simulate("tenhou_sanma", games=3, seed=4))
    return path


@pytest.fixture(scope="session")
def player(folder: Path) -> str:
    """Somebody who plays in every game."""
    with Warehouse(folder) as warehouse:
        names = warehouse.query("select player from player_games group by all order by count(*) desc, player")
    name: str = names["player"][0].as_py()
    return name


def rows(table: Any) -> list[dict[str, Any]]:
    """A table as JSON says it."""
    made: list[dict[str, Any]] = json.loads(json.dumps(table.to_pylist()))
    return made


@pytest.mark.parametrize("name", danger.TABLES)
def test_each_table_is_that_of_the_library(name: str, folder: Path, mjlog: Run) -> None:
    with Warehouse(folder) as warehouse:
        expected = rows(danger.table(warehouse, name, Selection(player_count=4)))
    shown = mjlog("danger", folder, "--players", 4, "--table", name, "--format", "json")
    assert shown.code == 0
    assert shown.json == expected


def test_without_a_player_the_classes_are_shown(folder: Path, mjlog: Run) -> None:
    shown = mjlog("danger", folder)
    heading, *lines = shown.out.splitlines()
    assert heading.split()[:3] == ["player_count", "threat", "danger_class"]
    assert any("no_suji_19" in line for line in lines)


def test_a_player_has_a_report(folder: Path, player: str, mjlog: Run) -> None:
    shown = mjlog("danger", folder, "--player", player)
    assert shown.code == 0
    headings = [
        line for line in shown.out.splitlines() if line and not line.startswith((" ", "player_count"))
    ]
    assert headings == [
        "Deal-ins to riichi and open hands, and what the same discards cost on average",
        "By threat",
        "By class of tile",
        "By turn",
        "Push or fold against one riichi, by own shanten",
        "Rounds by the first answer to a riichi",
        "Genbutsu held, and not played",
    ]


def test_programs_get_one_table_of_a_player(folder: Path, player: str, mjlog: Run) -> None:
    shown = mjlog("danger", folder, "--player", player, "--format", "csv")
    (of_four, of_three) = csv.DictReader(io.StringIO(shown.out))
    assert (of_four["player_count"], of_three["player_count"]) == ("4", "3")
    assert of_four["player"] == player
    excess = float(of_four["deal_ins"]) - float(of_four["expected"])
    assert float(of_four["excess"]) == pytest.approx(excess)


def test_an_expectation_is_fitted_kept_and_used(
    folder: Path, player: str, tmp_path: Path, mjlog: Run
) -> None:
    file = tmp_path / "expectation.parquet"
    fitted = mjlog("danger", folder, "--players", 4, "--fit", file)
    assert fitted.code == 0
    kept = danger.Expectation.load(file)
    discards = sum(kept.table["discards"].to_pylist())
    assert fitted.out.startswith(f"{file}: {discards:,} discards, ")
    assert kept.definition["selection"] == {"player_count": 4}

    choice = ("--player", player, "--players", 4, "--format", "json")
    used = mjlog("danger", folder, *choice, "--expectation", file, "--by", "threat").json
    with Warehouse(folder) as warehouse:
        chosen = Selection(players=(player,), player_count=4)
        expected = danger.against_expectation(warehouse, kept, chosen, by=("threat",))
    assert used == [pytest.approx(row) for row in rows(expected)]


def test_a_log_is_not_replaced_by_an_expectation(games: bytes, tmp_path: Path, mjlog: Run) -> None:
    log, other = tmp_path / "games.jsonl", tmp_path / "other.parquet"
    log.write_bytes(games)
    other.write_text("mine")
    for target, more in ((log, ()), (log, ("--force",)), (other, ())):
        shown = mjlog("danger", log, "--fit", target, *more)
        assert (shown.code, shown.out) == (2, ""), target
    assert (log.read_bytes(), other.read_text()) == (games, "mine")
    assert mjlog("danger", log, "--fit", other, "--force").code == 0
    assert len(danger.Expectation.load(other).table)


def test_what_another_expectation_does_not_know_is_empty(folder: Path, tmp_path: Path, mjlog: Run) -> None:
    file = tmp_path / "sanma.parquet"
    mjlog("danger", folder, "--players", 3, "--fit", file)
    shown = mjlog("danger", folder, "--expectation", file, "--by", "threat", "--format", "json").json
    assert {row["player_count"]: row["expected"] is None for row in shown} == {4: True, 3: False}


def test_markdown(folder: Path, mjlog: Run) -> None:
    shown = mjlog("danger", folder, "--table", "push_or_fold", "--format", "markdown")
    assert shown.out.startswith("| player_count")


def test_logs_are_read_as_a_warehouse_is(games: bytes, mjlog: Run) -> None:
    shown = mjlog("danger", "-", "--format", "json", stdin=games)
    assert shown.code == 0
    assert {row["player_count"] for row in shown.json} == {4}


def test_a_choice_that_fits_nothing_is_told(folder: Path, mjlog: Run) -> None:
    shown = mjlog("danger", folder, "--room", "phoenix")
    assert "no game fits the choice: room phoenix" in shown.err
    assert shown.code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--player", "nobody"), "no player is called nobody"),
        (("--table", "push"), "'push' is not one of"),
        (("--by", "colour"), "'colour' is not one of"),
        (("--table", "push_or_fold", "--by", "turn"), "--by and --expectation go with against_expectation"),
        (("--fit", "x", "--by", "turn"), "--fit goes without"),
        (("--fit", "-"), "--fit needs a file"),
        (("--expectation", "missing.parquet"), "missing.parquet"),
        (("--fit", "x", "--room", "phoenix"), "nothing to fit"),
        (("--fit", "no/such/folder/x"), "no/such/folder/x"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    arguments: tuple[str, ...],
    told: str,
    folder: Path,
    mjlog: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = mjlog("danger", folder, *arguments)
    assert shown.code == 2
    assert told in shown.err
    assert shown.err.startswith("mjlog: ")


def test_a_file_of_something_else_is_no_expectation(folder: Path, tmp_path: Path, mjlog: Run) -> None:
    with Warehouse(folder) as warehouse:
        pq.write_table(warehouse.query("games"), tmp_path / "games.parquet")
    shown = mjlog("danger", folder, "--expectation", tmp_path / "games.parquet")
    assert shown.code == 2
    assert "no expectation of danger" in shown.err
