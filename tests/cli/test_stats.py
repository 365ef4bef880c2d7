"""``mjlog stats``."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run


@pytest.fixture
def stored(mjlog: Run, games: bytes, tmp_path: Path) -> Path:
    folder = tmp_path / "wh"
    assert mjlog("ingest", "-", "-o", folder, stdin=games).code == 0
    return folder


@pytest.fixture
def names(games: bytes) -> list[str]:
    """Players of the first game."""
    found: list[str] = json.loads(games.split(b"\n", 1)[0])["names"]
    return found


def test_a_warehouse_and_its_logs_give_the_same_numbers(mjlog: Run, games: bytes, stored: Path) -> None:
    one = mjlog("stats", stored, "--format", "json")
    other = mjlog("stats", "-", "--format", "json", stdin=games)
    assert one.code == 0
    assert one.out == other.out
    assert {"player", "statistic", "value", "low", "high", "numerator", "denominator", "per"} <= one.json[
        0
    ].keys()


def test_the_text_has_a_line_for_each_player(mjlog: Run, stored: Path, names: list[str]) -> None:
    lines = mjlog("stats", stored).out.splitlines()
    assert lines[0] == "games of 4"
    assert lines[1].split()[:2] == ["player", "games"]
    assert all(any(line.startswith(name) for line in lines) for name in names)


def without_names(games: bytes, *seats: int) -> bytes:
    """The games with no names of some seats in the first."""
    first, rest = games.split(b"\n", 1)
    start = json.loads(first)
    start["names"] = [None if seat in seats else name for seat, name in enumerate(start["names"])]
    return json.dumps(start).encode() + b"\n" + rest


def test_players_without_a_name_are_told_and_not_counted_as_one(
    mjlog: Run, games: bytes, names: list[str]
) -> None:
    told = "mjlog: 2 seats of 1 game of 4 players left out: neither a name nor an account\n"
    for form in ("text", "json"):
        shown = mjlog("stats", "-", "--format", form, stdin=without_names(games, 0, 1))
        assert (shown.code, shown.err) == (0, told)
    assert None not in {row["player"] for row in shown.json}
    one = mjlog("stats", "-", "--player", names[2], stdin=without_names(games, 0, 1))
    assert (one.code, one.err) == (0, "")


def test_games_of_nobody_known_fit_a_choice(mjlog: Run, games: bytes) -> None:
    first = games[: games.index(b'{"type":"start_game"', 1)]
    shown = mjlog("stats", "-", "--players", "4", stdin=without_names(first, 0, 1, 2, 3))
    assert (shown.code, shown.out) == (0, "")
    assert shown.err == "mjlog: 4 seats of 1 game of 4 players left out: neither a name nor an account\n"


def test_one_player_has_all_rates_under_his_name(mjlog: Run, stored: Path, names: list[str]) -> None:
    lines = mjlog("stats", stored, "--player", names[0]).out.splitlines()
    assert lines[0] == f"{names[0]}, games of 4"
    assert lines[1].split()[0] == "statistic"
    assert any(line.startswith("deal_in_rate") for line in lines)


def test_a_wrong_name_is_refused_with_the_nearest(mjlog: Run, stored: Path, names: list[str]) -> None:
    shown = mjlog("stats", stored, "--player", names[0][:-1])
    assert (shown.code, shown.out) == (2, "")
    assert f"did you mean {names[0]}" in shown.err


def test_other_tables_are_asked_for_by_name(mjlog: Run, stored: Path) -> None:
    listed = [row["table"] for row in mjlog("stats", stored, "--list", "--format", "json").json]
    assert "deal_ins_by_turn" in listed
    rows = csv.DictReader(
        mjlog("stats", stored, "--table", "deal_ins_by_turn", "--format", "csv").out.splitlines()
    )
    assert {"turn", "deal_in_rate", "deal_ins", "discards"} <= set(next(iter(rows)))
    wrong = mjlog("stats", stored, "--table", "deal_ins_by_trun")
    assert (wrong.code, "did you mean deal_ins_by_turn?" in wrong.err) == (2, True)


def test_games_are_chosen_by_day_and_size(mjlog: Run, stored: Path) -> None:
    assert mjlog("stats", stored, "--since", "2999-01-01", "--format", "json").json == []
    assert mjlog("stats", stored, "--players", "3", "--format", "json").json == []
    assert mjlog("stats", stored, "--players", "4", "--until", "2999-01-01", "--format", "json").json
    assert mjlog("stats", stored, "--since", "yesterday").code == 2


def test_questions_can_be_asked_in_sql(mjlog: Run, games: bytes, stored: Path) -> None:
    shown = mjlog("stats", stored, "--sql", "select count(*) as n from rounds", "--format", "json")
    assert shown.json == [{"n": games.count(b'"start_kyoku"')}]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--sql", "selec 1 2"],
        ["--sql", "select * from nothing_like_it"],
        ["--sql", "select 1 as n", "--table", "ranks"],
        ["--sql", "select 1 as n", "--players", "4"],
        ["--sql", ""],
        ["--sql", " "],
        ["--sql", "select 1; select 2"],
        ["--sql", "drop view games"],
        ["--sql", "create table x as select 1"],
        ["--sql", "copy games to 'games.csv'"],
        ["--sql", "set threads = 1"],
        ["--table", ""],
        ["--table", "select 1"],
        ["--table", "from games"],
    ],
)
def test_a_wrong_question_is_one_line_and_exit_code_2(mjlog: Run, stored: Path, arguments: list[str]) -> None:
    shown = mjlog("stats", stored, *arguments)
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)


def test_a_warehouse_is_not_read_together_with_logs(mjlog: Run, stored: Path) -> None:
    assert mjlog("stats", stored, "-").code == 2


def test_without_any_game_there_is_nothing_to_count(mjlog: Run, tmp_path: Path) -> None:
    shown = mjlog("stats", tmp_path)
    assert (shown.code, shown.err) == (2, "mjlog: no game could be read\n")


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_columns_of_one_name_are_kept_apart(mjlog: Run, stored: Path, form: str) -> None:
    shown = mjlog("stats", stored, "--sql", "select 1 as a, 2 as a, 3 as a", "--format", form)
    if form == "json":
        assert shown.json == [{"a": 1, "a_1": 2, "a_2": 3}]
    else:
        head, values = (line.replace(",", " ").split() for line in shown.out.splitlines())
        assert (head, values) == (["a", "a_1", "a_2"], ["1", "2", "3"])


def test_a_stored_game_is_not_judged_again(mjlog: Run, stored: Path) -> None:
    shown = mjlog("stats", stored, "--ruleset", "tenhou")
    assert (shown.code, "--ruleset goes with logs" in shown.err) == (2, True)


def test_a_damaged_warehouse_is_one_line_and_exit_code_2(mjlog: Run, stored: Path) -> None:
    part = max(stored.glob("rounds/*"))
    part.write_bytes(part.read_bytes()[:-100])
    shown = mjlog("stats", stored)
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert f"{part}: a damaged or missing part of the warehouse: " in shown.err


def test_accounts_of_one_person_are_counted_together(
    mjlog: Run, stored: Path, names: list[str], tmp_path: Path
) -> None:
    people = tmp_path / "people.toml"
    people.write_text(f"[people]\n'Everybody here' = {json.dumps(names[:2], ensure_ascii=False)}\n", "utf-8")
    lines = mjlog("stats", stored, "--aliases", people, "--player", "Everybody here").out.splitlines()
    assert lines[0] == "Everybody here, games of 4"
    shown = mjlog("stats", stored, "--aliases", people, "--player", names[0])
    assert shown.err == f"mjlog: {names[0]} is counted under Everybody here (--aliases)\n"


def test_a_choice_that_fits_no_game_is_told(mjlog: Run, stored: Path, names: list[str]) -> None:
    shown = mjlog("stats", stored, "--until", "1910-01-01")
    assert shown.code == 0
    assert shown.err.startswith("mjlog: no game fits the choice: until 1910-01-01; days are from 20")


def test_a_choice_that_fits_no_game_names_what_there_is(mjlog: Run, stored: Path) -> None:
    shown = mjlog("stats", stored, "--platform", "nosuch", "--length", "west", "--room", "gold")
    assert shown.err == (
        "mjlog: no game fits the choice: platform nosuch, length west, room gold; lengths are south; "
        "platforms are simulation; rooms are not known\n"
    )


def test_statements_that_change_something_are_refused_by_name(mjlog: Run, stored: Path) -> None:
    shown = mjlog("stats", stored, "--sql", "drop view games")
    assert shown.err == "mjlog: SQL is for questions (select ...); DROP asks none, and is not done\n"
    assert mjlog("stats", stored, "--sql", "pivot games on platform using count(*)").code == 0
    assert mjlog("stats", stored, "--sql", "/* why */ explain select 1 as n").code == 0


@pytest.mark.parametrize("begin", ["explain analyze", "EXPLAIN (analyze)", "-- a\nexplain /* b */ analyze"])
def test_what_explaining_would_do_is_not_done(mjlog: Run, stored: Path, tmp_path: Path, begin: str) -> None:
    shown = mjlog("stats", stored, "--sql", f"{begin} copy (select 1) to '{tmp_path / 'copy'}'")
    assert (shown.code, list(tmp_path.glob("copy"))) == (2, [])


def test_persons_who_play_in_no_game_are_told(mjlog: Run, stored: Path, tmp_path: Path) -> None:
    people = tmp_path / "people.toml"
    people.write_text("[people]\nAnn = ['a']\n")
    assert mjlog("stats", stored, "--aliases", people).err == (
        f"mjlog: {people}: no game has any account or name of Ann\n"
    )
    asked = mjlog("stats", stored, "--aliases", people, "--player", "Ann").err
    assert f"{people}: no game has any account or name of Ann\n" in asked
    missing = mjlog("stats", stored, "--aliases", tmp_path / "none.toml")
    assert missing.err == f"mjlog: {tmp_path / 'none.toml'}: No such file or directory\n"


def test_a_file_of_aliases_that_cannot_be_used_is_refused(mjlog: Run, stored: Path, tmp_path: Path) -> None:
    people = tmp_path / "people.toml"
    people.write_text("[people]\nAnn = ['a']\nBo = ['a']\n")
    shown = mjlog("stats", stored, "--aliases", people)
    assert (shown.code, shown.out) == (2, "")
    assert "stands under both 'Ann' and 'Bo'" in shown.err


def test_a_player_whose_name_is_not_utf8_is_nobody(mjlog: Run, stored: Path) -> None:
    shown = mjlog("stats", stored, "--player", "\udcff")
    assert (shown.code, "no player is called" in shown.err, "Conversion" in shown.err) == (2, True, False)


@pytest.mark.parametrize("option", ["--platform", "--room", "--sql"])
def test_what_is_asked_for_must_be_utf8(mjlog: Run, stored: Path, option: str) -> None:
    shown = mjlog("stats", stored, option, "select 1 as \udcff")
    assert (shown.code, "is not UTF-8" in shown.err, "Conversion" in shown.err) == (2, True, False)
