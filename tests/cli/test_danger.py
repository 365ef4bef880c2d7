"""``mjlog danger`` as a user sees it."""

from __future__ import annotations

import csv
import io
import json
import re
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
    assert any("no suji 1/9" in line for line in lines)
    assert any("half suji 4/6, 1/9 safe" in line for line in lines)
    assert not any("_" in line for line in lines)


def test_people_get_shares_in_percent(folder: Path, player: str, mjlog: Run) -> None:
    programs = mjlog("danger", folder, "--players", 4, "--table", "push_or_fold", "--format", "json").json
    heading, *lines = mjlog("danger", folder, "--players", 4, "--table", "push_or_fold").out.splitlines()
    shares = ("share", "low", "high", "deal_in_rate", "deal_in_low", "deal_in_high")
    assert [name for name in heading.split() if name in shares] == list(shares)
    for line, row in zip(lines, programs, strict=True):
        assert re.findall(r"[\d.]+ %", line) == [f"{100 * row[name]:.1f} %" for name in shares]
    outcomes = mjlog("danger", folder, "--players", 4, "--table", "push_or_fold_outcomes").out.splitlines()
    assert {len(re.findall(r"[\d.]+ %", line)) for line in outcomes[1:]} == {9}
    report = mjlog("danger", folder, "--players", 4, "--player", player).out
    assert re.search(r"^ +4 +1 +push .* [\d.]+ % ", report.split("Push or fold")[1], re.MULTILINE)


def test_programs_get_the_names_of_classes(folder: Path, mjlog: Run) -> None:
    shown = mjlog("danger", folder, "--format", "csv")
    assert "half_suji_46a" in shown.out


def test_a_player_has_a_report(folder: Path, player: str, mjlog: Run) -> None:
    shown = mjlog("danger", folder, "--player", player)
    assert shown.code == 0
    origin, *headings = [
        line for line in shown.out.splitlines() if line and not line.startswith((" ", "player_count", "-:"))
    ]
    assert origin.startswith("Deal-ins to riichi and open hands.  Expected: what the same discards cost by")
    assert headings == [
        "All discards that face a riichi or an open hand",
        "By threat",
        "By class of tile",
        "By turn",
        "Push or fold against one riichi, by own shanten",
        "Rounds by the first answer to a riichi",
        "Genbutsu held, and not played",
    ]


def test_the_report_of_a_player_says_little_of_little(folder: Path, player: str, mjlog: Run) -> None:
    """An excess of 1,000 discards stands where five deal-ins or more are expected."""
    shown = mjlog("danger", folder, "--player", player, "--players", 4).out
    report = shown.split("\nPush or fold")[0]
    rows = [line.split() for line in report.splitlines() if line.startswith(" ")]
    expected, excess = (
        [float(v) if v != "-" else None for v in column]
        for column in zip(*(r[-4:-2] for r in rows), strict=True)
    )
    assert all((per_1000 is None) == (of < 5) for of, per_1000 in zip(expected, excess, strict=True))
    assert {per_1000 is None for per_1000 in excess} == {True, False}
    assert "-: fewer than 5 deal-ins expected" in report


def test_a_player_is_held_against_the_others(folder: Path, player: str, mjlog: Run) -> None:
    with Warehouse(folder) as warehouse:
        others = danger.fit(warehouse, Selection(excluding=(player,)))
        chosen = Selection(players=(player,), player_count=4)
        (expected,) = danger.against_expectation(warehouse, others, chosen).to_pylist()
    (row,) = mjlog("danger", folder, "--player", player, "--players", 4, "--format", "json").json
    assert row["expected"] == pytest.approx(expected["expected"])
    told = mjlog("danger", folder, "--player", player, "--format", "csv").err
    assert f"the average of all discards here but those of {player} (" in told


def test_where_everybody_is_named_the_own_discards_are_in(folder: Path, mjlog: Run) -> None:
    with Warehouse(folder) as warehouse:
        names = warehouse.query("select distinct player from player_games")["player"].to_pylist()
    everybody = [word for name in names for word in ("--player", name)]
    shown = mjlog("danger", folder, *everybody, "--format", "csv")
    assert "the average of all discards here, the own included" in shown.err


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
    assert fitted.out.startswith(f"{file}: {discards:,} discards with ")
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


def test_discards_without_an_expectation_are_told(folder: Path, tmp_path: Path, mjlog: Run) -> None:
    file = tmp_path / "sanma.parquet"
    mjlog("danger", folder, "--players", 3, "--fit", file)
    partly = mjlog("danger", folder, "--expectation", file)
    assert partly.code == 0
    (told,) = re.findall(
        r"([\d,]+) of ([\d,]+) discards against riichi in games of 4 have no exp", partly.err
    )
    assert told[0] == told[1]
    assert "in games of 3 have no" not in partly.err
    wholly = mjlog("danger", folder, "--expectation", file, "--players", 4)
    assert (wholly.code, wholly.out) == (1, "")
    assert "the expectation says nothing of these games" in wholly.err


def test_an_empty_expectation_is_refused(folder: Path, tmp_path: Path, mjlog: Run) -> None:
    with Warehouse(folder) as warehouse:
        made = danger.fit(warehouse)
    danger.Expectation(made.table.slice(0, 0), made.definition).save(tmp_path / "empty.parquet")
    shown = mjlog("danger", folder, "--expectation", tmp_path / "empty.parquet")
    assert (shown.code, shown.out) == (2, "")
    assert "it holds no rate" in shown.err


def test_an_unknown_player_is_told(folder: Path, mjlog: Run) -> None:
    shown = mjlog("danger", folder, "--player", "nobody")
    assert (shown.code, shown.out) == (1, "")
    assert "no player is called nobody" in shown.err


def test_an_empty_warehouse_is_told(tmp_path: Path, mjlog: Run) -> None:
    with Warehouse(tmp_path / "wh") as warehouse:
        warehouse.add([])
    for more in ((), ("--table", "push_or_fold"), ("--by", "turn")):
        shown = mjlog("danger", tmp_path / "wh", *more)
        assert shown.code == 1, more
        assert "there is no game" in shown.err


def test_players_can_be_left_out_of_tables(folder: Path, player: str, mjlog: Run) -> None:
    def discards(*more: Any) -> int:
        return sum(row["discards"] for row in mjlog("danger", folder, *more, "--format", "json").json)

    table = ("--table", "deal_ins_by_class")
    assert discards(*table, "--except", player) + discards(*table, "--player", player) == discards(*table)


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
    assert shown.code == 1


@pytest.mark.parametrize("name", [*danger.TABLES, "against_expectation"])
def test_programs_get_an_empty_table_where_a_choice_fits_nothing(folder: Path, mjlog: Run, name: str) -> None:
    asked = ("danger", folder, "--table", name, "--room", "phoenix", "--format")
    shown = mjlog(*asked, "json")
    assert (shown.code, shown.json) == (1, [])
    heading = mjlog("danger", folder, "--table", name, "--players", 4, "--format", "csv").out.splitlines()[0]
    assert mjlog(*asked, "csv").out.splitlines() == [heading]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
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


def test_an_expectation_is_not_written_into_the_warehouse(folder: Path, mjlog: Run) -> None:
    before = sorted(folder.iterdir())
    for more in ((), ("--force",)):
        shown = mjlog("danger", folder, "--fit", folder / "new.parquet", *more)
        assert (shown.code, shown.out) == (2, "")
        assert "would stand in a warehouse" in shown.err
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("form", ["text", "json"])
def test_players_without_names_are_told(mjlog: Run, games: bytes, form: str) -> None:
    nameless = re.sub(rb'"names":\[[^]]*\]', b'"names":[null,null,null,null]', games)
    assert nameless != games
    shown = mjlog("danger", "-", "--by", "player", "--format", form, stdin=nameless)
    assert (shown.code, shown.err.splitlines()[-2:]) == (
        1,
        [
            "mjlog: 8 seats of 2 games of 4 players left out: neither a name nor an account",
            "mjlog: nobody of them has a name",
        ],
    )
