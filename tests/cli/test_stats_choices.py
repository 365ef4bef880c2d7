"""``mjlog stats`` of players, games and rounds that are chosen."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from mjlog.formats import read_batches
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from tests.cli.conftest import Run


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
    assert (shown.code, shown.out) == (1, "")
    assert shown.err == (
        "mjlog: 4 seats of 1 game of 4 players left out: neither a name nor an account\n"
        "mjlog: nobody of them has a name\n"
    )


def test_a_wrong_name_is_refused_with_the_nearest(mjlog: Run, stored: Path, names: list[str]) -> None:
    shown = mjlog("stats", stored, "--player", names[0][:-1])
    assert (shown.code, shown.out) == (1, "")
    assert f"did you mean {names[0]}" in shown.err
    for other in (names[0].upper(), names[0].lower()):
        assert (
            f"did you mean {names[0]}" in mjlog("stats", stored, "--player", other).err or other == names[0]
        )


def test_of_nameless_seats_nobody_has_last_games(mjlog: Run, games: bytes) -> None:
    told = "mjlog: 2 seats of 1 game of 4 players left out: neither a name nor an account\n"
    for by in ("player", "nothing"):
        shown = mjlog("stats", "-", "--by", by, "--last", "5", stdin=without_names(games, 0, 1))
        assert (shown.code, shown.err) == (0, told)


def test_games_are_chosen_by_day_and_size(mjlog: Run, stored: Path) -> None:
    for nothing in (("--since", "2999-01-01"), ("--players", "3")):
        shown = mjlog("stats", stored, *nothing, "--format", "json")
        assert (shown.code, shown.json) == (1, [])
    assert mjlog("stats", stored, "--players", "4", "--until", "2999-01-01", "--format", "json").json
    assert mjlog("stats", stored, "--since", "yesterday").code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["--table", ""],
        ["--table", "select 1"],
        ["--table", "from games"],
        ["--table", "ranks", "--all-last"],
        ["--table", "ranks", "--statistic", "win_rate"],
        ["--table", "ranks", "--by", "month"],
        ["--table", "ranks", "--profile", "mpa"],
        ["--table", "ranks", "--percentile"],
        ["--by", "nothing", "--by", "player"],
        ["--statistic", "win_rte"],
        ["--statistic", "avg_rank", "--round", "S4"],
        ["--by", "weather"],
        ["--profile", "nodocchi"],
        ["--percentile", "--by", "month"],
        ["--round", "X1"],
        ["--lead", "some"],
        ["--lead", ":"],
        ["--seat-wind", "Z"],
        ["--since", "2026-01-02", "--until", "2026-01-01"],
        ["--lead", "5:1"],
        ["--lead", "0:2147483648"],
        ["--last", "99999999999999999999999"],
        ["--all-last", "--not-all-last"],
        ["--timezone", "Berlin"],
        ["--table", "ranks", "--all"],
        ["--format", "parquet", "--table", "nothing"],
    ],
)
def test_a_wrong_question_is_one_line_and_exit_code_2(mjlog: Run, stored: Path, arguments: list[str]) -> None:
    shown = mjlog("stats", stored, *arguments)
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)


def test_accounts_of_one_person_are_counted_together(
    mjlog: Run, stored: Path, names: list[str], tmp_path: Path
) -> None:
    people = tmp_path / "people.toml"
    people.write_text(f"[people]\n'Everybody here' = {json.dumps(names[:2], ensure_ascii=False)}\n", "utf-8")
    lines = mjlog("stats", stored, "--aliases", people, "--player", "Everybody here").out.splitlines()
    assert lines[0].startswith("Everybody here, 2 games of 4, ")
    shown = mjlog("stats", stored, "--aliases", people, "--player", names[0])
    assert shown.err == f"mjlog: {names[0]} is counted under Everybody here (--aliases)\n"


def test_a_choice_that_fits_no_game_is_told(mjlog: Run, stored: Path, names: list[str]) -> None:
    shown = mjlog("stats", stored, "--until", "0001-01-01")
    assert shown.code == 1
    assert shown.err.startswith("mjlog: no game fits the choice: until 0001-01-01; days are from 20")
    assert shown.err.endswith(" (Asia/Tokyo)\n")


def test_a_choice_that_fits_no_game_names_what_there_is(mjlog: Run, stored: Path) -> None:
    shown = mjlog("stats", stored, "--platform", "nosuch", "--length", "west", "--room", "gold")
    assert shown.err == (
        "mjlog: no game fits the choice: platform nosuch, room gold, length west; lengths are south; "
        "platforms are simulation; rooms are not known\n"
    )


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


def test_of_many_persons_who_play_in_no_game_the_number_is_told(
    mjlog: Run, stored: Path, tmp_path: Path
) -> None:
    people = tmp_path / "people.toml"
    people.write_text("[people]\n" + "".join(f"P{number} = []\n" for number in range(1500)))
    told = mjlog("stats", stored, "--aliases", people).err
    assert told.endswith("P1, P10, P100, P1000, P1001, P1002, P1003, P1004, P1005 and 1,490 others\n")


def test_a_file_of_aliases_that_cannot_be_used_is_refused(mjlog: Run, stored: Path, tmp_path: Path) -> None:
    people = tmp_path / "people.toml"
    people.write_text("[people]\nAnn = ['a']\nBo = ['a']\n")
    shown = mjlog("stats", stored, "--aliases", people)
    assert (shown.code, shown.out) == (2, "")
    assert "stands under both 'Ann' and 'Bo'" in shown.err


def test_a_player_whose_name_is_not_utf8_is_nobody(mjlog: Run, stored: Path) -> None:
    shown = mjlog("stats", stored, "--player", "\udcff")
    assert (shown.code, "no player is called" in shown.err, "Conversion" in shown.err) == (1, True, False)


@pytest.mark.parametrize("option", ["--platform", "--room"])
def test_what_is_asked_for_must_be_utf8(mjlog: Run, stored: Path, option: str) -> None:
    shown = mjlog("stats", stored, option, "select 1 as \udcff")
    assert (shown.code, "is not UTF-8" in shown.err, "Conversion" in shown.err) == (2, True, False)


def test_days_and_months_are_those_of_the_time_zone(
    mjlog: Run, games: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = re.sub(rb'"started_at":"[^"]+"', b'"started_at":"2021-12-31T17:00:00"', games)
    assert late != games
    asked = ("--by", "month", "--statistic", "win_rate", "--format", "json")

    def months(*more: str) -> set[str]:
        return {row["month"] for row in mjlog("stats", "-", *asked, *more, stdin=late).json}

    assert months() == months("--since", "2022-01-01") == {"2022-01-01"}
    assert months("--timezone", "UTC") == {"2021-12-01"}
    assert months("--timezone", "Europe/Berlin", "--until", "2022-01-01") == {"2021-12-01"}
    empty = mjlog("stats", "-", "--until", "2022-01-01", stdin=late)
    assert (empty.code, empty.err.rpartition("; ")[2]) == (
        1,
        "days are from 2022-01-01 to 2022-01-01 (Asia/Tokyo)\n",
    )
    course = ("stats", "-", "--table", "sessions")
    assert "2022-01-01 02:00:00+09:00" in mjlog(*course, stdin=late).out
    assert {row["first_start"] for row in mjlog(*course, "--format", "json", stdin=late).json} == {
        "2021-12-31T17:00:00"
    }
    monkeypatch.setenv("MJLOG_TIMEZONE", "UTC")
    assert months() == {"2021-12-01"}


@pytest.mark.parametrize("day", ["2022-13-01", "2022-02-30", "2022-01-01T25:00:00", "20220101", "2022-W01-1"])
def test_what_is_no_day_is_refused_in_words(mjlog: Run, stored: Path, day: str) -> None:
    for option in ("--since", "--until"):
        shown = mjlog("stats", stored, option, day)
        assert (shown.code, "%" in shown.err) == (2, False)
        assert (
            f"'{day}' is not a day such as 2022-01-31, or a moment such as 2022-01-31T20:30:00." in shown.err
        )
    assert "2022-01-31T20:30:00" in mjlog("stats", "--help").out


def test_days_that_are_told_are_those_of_the_rest_of_the_choice(
    mjlog: Run, stored: Path, names: list[str]
) -> None:
    late = ("--since", "2999-01-01")
    assert "; days are from 20" in mjlog("stats", stored, *late).err
    own = mjlog("stats", stored, "--player", names[0], *late, "--last", "1").err
    assert "; days of the rest of the choice are from 20" in own
    none = mjlog("stats", stored, "--player", names[0], "--players", "3", *late).err
    assert "; days are from 20" in none


def test_an_unknown_zone_is_refused_with_the_nearest(mjlog: Run, stored: Path) -> None:
    shown = mjlog("stats", stored, "--timezone", "Berlin")
    assert shown.code == 2
    assert "no time zone is called 'Berlin'; did you mean Europe/Berlin? Try" in shown.err
    of_none = mjlog("stats", stored, "--timezone", "Mars").err
    assert "no time zone is called 'Mars'; names are such as Asia/Tokyo, Europe/Berlin or UTC." in of_none


def test_seats_of_one_name_in_a_game_are_told(mjlog: Run, games: bytes) -> None:
    first = games[: games.index(b'{"type":"start_game"', 1)]
    head, rest = first.split(b"\n", 1)
    start = json.loads(head) | {"names": ["A", "A", "B", "C"]}
    shown = mjlog("stats", "-", "--player", "A", stdin=json.dumps(start).encode() + b"\n" + rest)
    assert shown.err == "mjlog: 1 game with several seats of one name, which are all counted: A\n"
    assert mjlog("stats", "-", "--player", "B", stdin=first).err != shown.err


def test_whoever_is_left_out_is_not_counted(mjlog: Run, stored: Path, names: list[str]) -> None:
    asked = ("--statistic", "win_rate", "--format", "json")
    rest = mjlog("stats", stored, "--except", names[0], *asked).json
    whole = mjlog("stats", stored, *asked).json
    assert rest == [row for row in whole if row["player"] != names[0]]
    table = mjlog("stats", stored, "--except", names[0], "--table", "player_records", "--format", "json").json
    assert {row["player"] for row in table} == {row["player"] for row in rest}


def test_a_table_without_rows_of_games_that_fit_is_an_answer(
    mjlog: Run, stored: Path, names: list[str]
) -> None:
    shown = mjlog("stats", stored, "--table", "findings", "--player", names[0], "--format", "json")
    assert (shown.code, shown.json, shown.err) == (0, [], "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--room", "nosuch"],
        ["--level", "7dan"],
        ["--platform", "nosuch"],
        ["--rules", "nosuch"],
        ["--since", "2999-01-01"],
        ["--players", "2"],
        ["--player", "nobody like this"],
        ["--player", ""],
        ["--except", "nobody like this"],
        ["--opponent", "nobody like this"],
        ["--round", "N"],
    ],
    ids=" ".join,
)
def test_what_fits_nothing_is_told_in_one_line_and_by_exit_code_1(
    mjlog: Run, stored: Path, arguments: list[str]
) -> None:
    shown = mjlog("stats", stored, *arguments, "--statistic", "win_rate")
    assert (shown.code, shown.out, shown.err.count("\n")) == (1, "", 1)


@pytest.mark.parametrize("arguments", [["--room", "nosuch"], ["--player", "nobody like this"]], ids=" ".join)
@pytest.mark.parametrize(
    "command",
    [
        ["compare", "--first", "start-seat=E", "--statistic", "win_rate"],
        ["danger", "--table", "push_or_fold"],
        ["export", "--table", "round_players", "-o", "out.csv"],
        ["stats", "--table", "ranks"],
    ],
    ids=" ".join,
)
def test_every_command_tells_so_what_fits_nothing(
    mjlog: Run,
    stored: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
    arguments: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = mjlog(command[0], stored, *command[1:], *arguments)
    assert (shown.code, shown.err.splitlines()[-1][:10]) == (1, "mjlog: no "), shown.err


def test_levels_are_told_in_their_order_and_the_nearest_suggested(
    mjlog: Run, games: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tables = LogTables.concat(read_batches(games))
    levels = ["十段", "七段", "九段", "八段"] * (tables.game_players.num_rows // 4)
    players = tables.game_players.set_column(
        tables.game_players.schema.get_field_index("level"),
        tables.game_players.schema.field("level"),
        pa.array(levels, tables.game_players.schema.field("level").type),
    )
    with Warehouse(Path("wh")) as warehouse:
        warehouse.add([replace(tables, game_players=players)])
    for form in (["--statistic", "win_rate"], ["--statistic", "win_rate", "--statistic", "deal_in_rate"]):
        lines = mjlog("stats", "wh", "--by", "level", *form).out.splitlines()
        assert [line.split()[0] for line in lines[2:6]] == ["七段", "八段", "九段", "十段"]
    rows = mjlog("stats", "wh", "--by", "level", "--statistic", "win_rate", "--format", "json").json
    assert [row["level"] for row in rows] == ["七段", "八段", "九段", "十段"]
    wrong = mjlog("stats", "wh", "--level", "8dan")
    assert wrong.err.endswith("; levels are 七段, 八段, 九段, 十段: did you mean 八段?\n")
