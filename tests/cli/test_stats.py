"""``mjlog stats``."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mjlog.formats import read_batches
from mjlog.stats.catalogue import catalogue, main
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def rounded(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows whose numbers do not tell in which order they were added up."""
    return [{k: float(f"{v:.9g}") if isinstance(v, float) else v for k, v in row.items()} for row in rows]


def test_a_warehouse_and_its_logs_give_the_same_numbers(mjlog: Run, games: bytes, stored: Path) -> None:
    one = mjlog("stats", stored, "--format", "json")
    other = mjlog("stats", "-", "--format", "json", stdin=games)
    assert one.code == 0
    assert rounded(one.json) == rounded(other.json)
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
    assert (shown.code, shown.out) == (1, "")
    assert shown.err == (
        "mjlog: 4 seats of 1 game of 4 players left out: neither a name nor an account\n"
        "mjlog: nobody of them has a name\n"
    )


def test_one_player_has_a_sheet_by_section(mjlog: Run, stored: Path, names: list[str]) -> None:
    lines = mjlog("stats", stored, "--player", names[0]).out.splitlines()
    assert re.fullmatch(rf"{names[0]}, \d games? of 4, \d+ rounds", lines[0])
    assert lines[1].split() == ["value", "95", "%", "interval", "of"]
    sections = [line for line in lines[2:] if line and not line.startswith(" ")]
    assert sections[:3] == ["Games", "Outcomes", "Values"]
    assert any(
        re.fullmatch(r"  Win rate +[\d.]+ % +[\d.]+ to [\d.]+  \d+ of \d+ rounds", line) for line in lines
    )


def test_who_never_won_has_no_value_of_wins(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    rows = mjlog("stats", "-", "--format", "json", stdin=games).json
    wins = [r for r in rows if r["statistic"] == "tsumo_win_share" and not r["denominator"]]
    for row in wins:
        assert (row["value"], row["low"], row["numerator"]) == (None, None, 0)
    shown = mjlog("stats", "-", "--by", "nothing", "--statistic", "yakuman_rate", "--round", "N", stdin=games)
    assert shown.code == 1
    assert "no round fits the choice: rounds N" in shown.err


def test_a_warehouse_without_games_says_so(mjlog: Run, tmp_path: Path) -> None:
    with Warehouse(tmp_path / "wh") as warehouse:
        warehouse.add([])
    for arguments in ([], ["--format", "json"], ["--by", "nothing"], ["--table", "ranks"]):
        shown = mjlog("stats", tmp_path / "wh", *arguments)
        assert (shown.code, shown.err) == (1, "mjlog: there is no game\n")


def test_what_means_nothing_at_a_table_is_told(mjlog: Run, sanma: bytes) -> None:
    shown = mjlog("stats", "-", "--by", "nothing", "--statistic", "rank_4_rate", stdin=sanma)
    assert (shown.code, shown.out) == (1, "")
    assert shown.err == "mjlog: what is asked for means nothing in games of 3\n"


def test_statistics_are_told_apart_by_something_else(mjlog: Run, stored: Path) -> None:
    lines = mjlog("stats", stored, "--by", "round", "--statistic", "win_rate").out.splitlines()
    assert lines[1].split() == ["round", "value", "low", "high", "numerator", "denominator", "per"]
    assert lines[2].split()[0] == "E1"
    wide = mjlog("stats", stored, "--by", "seat", "--statistic", "win_rate", "--statistic", "avg_rank").out
    assert wide.splitlines()[1].split() == ["seat", "games", "rounds", "win_rate", "avg_rank"]


def test_all_together_are_a_sheet_of_nobody(mjlog: Run, stored: Path) -> None:
    lines = mjlog("stats", stored, "--by", "nothing").out.splitlines()
    assert lines[0].startswith("all players, 2 games of 4, ")


def test_single_rounds_have_no_statistics_of_games(mjlog: Run, stored: Path, names: list[str]) -> None:
    shown = mjlog("stats", stored, "--player", names[0], "--round", "E", "--lead=-30000:", "--all")
    assert shown.code == 0
    assert "Games\n" not in shown.out
    assert shown.err == "mjlog: statistics of whole games: left out, for single rounds are chosen\n"


def test_a_profile_is_marked(mjlog: Run, stored: Path, names: list[str]) -> None:
    shown = mjlog("stats", stored, "--player", names[0], "--profile", "mortal", "--statistic", "deal_in_rate")
    assert "Deal-in rate *" in shown.out
    assert "* as mortal defines it\n" in shown.out


def test_a_place_in_the_population_needs_regulars(mjlog: Run, stored: Path, names: list[str]) -> None:
    rows = mjlog("stats", stored, "--player", names[0], "--percentile", "--format", "json").json
    assert {(row["percentile"], row["players"]) for row in rows} == {(None, 0)}
    assert "percentile" in mjlog("stats", stored, "--player", names[0], "--percentile").out.splitlines()[1]


def test_a_table_of_markdown_has_numbers_to_the_right(mjlog: Run, stored: Path) -> None:
    lines = mjlog("stats", stored, "--statistic", "win_rate", "--format", "markdown").out.splitlines()
    assert lines[0].startswith("| player_count | player | statistic | value |")
    assert lines[1].startswith("| ---: | --- | --- | ---: |")
    assert r" | win\_rate | " in lines[2]


def test_parquet_is_what_json_is(mjlog: Run, stored: Path) -> None:
    call = [
        sys.executable,
        "-m",
        "mjlog",
        "stats",
        str(stored),
        "--statistic",
        "win_rate",
        "--format",
        "parquet",
    ]
    shown = subprocess.run(call, capture_output=True, check=True)
    rows = pq.read_table(io.BytesIO(shown.stdout)).to_pylist()
    assert rows == mjlog("stats", stored, "--statistic", "win_rate", "--format", "json").json


def test_what_there_is_is_listed_with_formula_and_who_shows_it(mjlog: Run, stored: Path) -> None:
    text = mjlog("stats", "list", "--long").out
    assert "  win_rate (Win rate, 和了率)\n    Rounds won in rounds with a result.\n" in text
    assert "    = sum(wins) / sum(rounds) over outcome_totals\n    shown by amae, " in text
    rows = mjlog("stats", "list", "riichi", "win_rate", "--format", "json").json
    assert {row["section"] for row in rows} == {"riichi", "outcomes"}
    assert {"name", "definition", "formula", "shown_by"} <= rows[0].keys()
    wrong = mjlog("stats", "list", "riichy")
    assert (wrong.code, wrong.err) == (
        2,
        "mjlog: no statistic, section or table is called 'riichy'; did you mean riichi?\n",
    )
    unknown = mjlog("stats", stored, "--statistic", "副露率")
    assert (unknown.code, "`mjlog stats list 副露率` looks for it" in unknown.err) == (2, True)


def test_the_list_has_a_line_for_each_statistic(mjlog: Run) -> None:
    lines = mjlog("stats", "list").out.splitlines()
    assert lines[0] == "Games"
    assert re.fullmatch(r"  win_rate +Win rate, 和了率", next(line for line in lines if " win_rate " in line))
    known = catalogue()
    assert len(lines) == len(known) + len({s.section for s in known.values()}) + 1


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("副露率", "call_rate"),
        ("furo_rate", "call_rate"),
        ("放銃率", "deal_in_rate"),
        ("Deal-in rate", "deal_in_rate"),
        ("リーチ率", "riichi_rate"),
        ("立直率", "riichi_rate"),
        ("平均順位", "avg_rank"),
        ("average rank", "avg_rank"),
    ],
)
def test_a_statistic_is_found_by_what_it_is_called(mjlog: Run, word: str, name: str) -> None:
    assert [row["name"] for row in mjlog("stats", "list", word, "--format", "json").json] == [name]
    assert f"  {name} (" in mjlog("stats", "list", word).out


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("dora", {"avg_dora_per_win", "riichi_dora_2_rate"}),
        ("houjuu", {"deal_in_rate", "avg_deal_in_value"}),
        ("naki", {"call_rate", "call_win_rate"}),
        ("ryanmen", {"riichi_good_wait_rate"}),
        ("nagashi", {"nagashi_mangan_rate"}),
        ("chankan", {"yaku_chankan_rate"}),
        ("betaori", {"push_or_fold"}),
        ("stable_rank", {"standings"}),
        ("安定段位", {"standings"}),
        ("立直", {"riichi_rate", "yaku_riichi_rate"}),
        ("kans", {"kan_rate"}),
    ],
)
def test_parts_and_synonyms_find_what_they_are_of(mjlog: Run, word: str, names: set[str]) -> None:
    shown = mjlog("stats", "list", word)
    assert shown.code == 0
    assert names <= set(re.findall(r"^  (\w+)", shown.out, re.MULTILINE))


def test_the_sql_of_a_statistic_can_be_asked(mjlog: Run, stored: Path) -> None:
    sql = mjlog("stats", "list", "--sql", "deal_in_rate").out
    rows = mjlog("sql", stored, sql, "--format", "json").json
    same = mjlog("stats", stored, "--statistic", "deal_in_rate", "--format", "json").json
    assert sorted(rounded(rows), key=str) == sorted(rounded(same), key=str)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--sql", "outcomes"], "--sql is of one statistic; outcomes has win_rate and more"),
        (["--sql", "win_rate", "--tables"], "--sql and --tables go without names and each other"),
        (["--sql", "win_rate", "--format", "json"], "--sql without --format"),
        (["--tables", "win_rate"], "--sql and --tables go without names"),
        (["--sql", "win_rte"], "did you mean win_rate?"),
    ],
)
def test_a_list_that_cannot_be_is_refused(mjlog: Run, arguments: list[str], message: str) -> None:
    shown = mjlog("stats", "list", *arguments)
    assert (shown.code, shown.out, message in shown.err) == (2, "", True), shown.err


def test_tables_are_told_by_name(mjlog: Run) -> None:
    shown = mjlog("stats", "list", "standings", "ranks", "--format", "json")
    assert [row["table"] for row in shown.json] == ["standings", "ranks"]
    both = mjlog("stats", "list", "standings", "win_rate", "--format", "json").json
    assert [(row["name"], row["section"]) for row in both] == [
        ("win_rate", "outcomes"),
        ("standings", "tables"),
    ]
    text = mjlog("stats", "list", "standings", "win_rate").out
    assert "Outcomes\n  win_rate (Win rate, 和了率)\n" in text
    assert "\nTables\n  standings\n    Expected rank points" in text
    assert "standings" in mjlog("stats", "list", "standings", "win_rate", "--format", "markdown").out


def test_a_profile_that_changes_nothing_says_so(mjlog: Run, stored: Path) -> None:
    shown = mjlog("stats", stored, "--profile", "tenhou", "--statistic", "win_rate", "--by", "nothing")
    assert (shown.code, shown.err) == (0, "mjlog: tenhou defines nothing of this otherwise\n")


def test_a_file_called_list_is_read(
    mjlog: Run, games: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "list").write_bytes(games)
    monkeypatch.chdir(tmp_path)
    assert mjlog("stats", "list").out.splitlines()[0] == "games of 4"


def test_a_wrong_name_is_refused_with_the_nearest(mjlog: Run, stored: Path, names: list[str]) -> None:
    shown = mjlog("stats", stored, "--player", names[0][:-1])
    assert (shown.code, shown.out) == (1, "")
    assert f"did you mean {names[0]}" in shown.err


def test_other_tables_are_asked_for_by_name(mjlog: Run, stored: Path) -> None:
    listed = [row["table"] for row in mjlog("stats", "list", "--tables", "--format", "json").json]
    assert {"statistics", "deal_ins_by_turn", "player_rounds", "rounds"} <= set(listed)
    rows = csv.DictReader(
        mjlog("stats", stored, "--table", "deal_ins_by_turn", "--format", "csv").out.splitlines()
    )
    assert {"turn", "deal_in_rate", "deal_ins", "discards"} <= set(next(iter(rows)))
    wrong = mjlog("stats", stored, "--table", "deal_ins_by_trun")
    assert (wrong.code, "did you mean deal_ins_by_turn?" in wrong.err) == (2, True)


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


def test_a_warehouse_is_not_read_together_with_logs(mjlog: Run, stored: Path) -> None:
    assert mjlog("stats", stored, "-").code == 2


def test_without_any_game_there_is_nothing_to_count(mjlog: Run, tmp_path: Path) -> None:
    shown = mjlog("stats", tmp_path)
    assert (shown.code, shown.err) == (2, "mjlog: no game could be read\n")


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


def lines_of(text: str) -> list[str]:
    """The lines of a sheet that have a statistic."""
    return [line for line in text.splitlines() if re.search(r"  [\d,]+(?: of [\d,]+)? [a-z]", line)]


def test_a_sheet_is_short_until_all_is_asked_for(mjlog: Run, stored: Path, names: list[str]) -> None:
    short = mjlog("stats", stored, "--player", names[0])
    whole = mjlog("stats", stored, "--player", names[0], "--all")
    of_four = [s for s in catalogue().values() if 4 in (s.player_counts or (4,))]
    assert len(lines_of(short.out)) == len([s for s in of_four if s.name in main()])
    assert 40 <= len(main()) <= 65
    assert len(lines_of(whole.out)) == len(of_four)
    assert "--all has every statistic" in short.out
    assert (
        "--all has" not in whole.out + mjlog("stats", stored, "--statistic", "riichi", "--by", "nothing").out
    )


def test_below_a_sheet_stands_what_its_words_and_empty_cells_mean(
    mjlog: Run, stored: Path, names: list[str]
) -> None:
    asked = ("--player", names[0], "--statistic")
    value = mjlog("stats", stored, *asked, "avg_win_value").out
    assert "\nno interval: fewer than ten games, or the same in every game\n" in value
    assert "\nValue: points of the hands alone, without honba and sticks\n" in value
    rate = mjlog("stats", stored, *asked, "win_rate").out
    assert len(rate.splitlines()) == 4
    place = mjlog("stats", stored, *asked, "win_rate", "--percentile").out
    assert place.endswith("\nno percentile: no player has 100 rounds among those chosen\n")
    every = mjlog("stats", stored, "--by", "nothing", "--statistic", "rank_1_rate").out
    assert re.search(r"^  First  25.0 % +2 of 8 games$", every, re.MULTILINE)
    assert "\ncounted by seats: a game, or a round, of 4 players is 4 of them\n" in every
    assert "counted by seats" not in mjlog("stats", stored, "--by", "nothing", "--start-seat", "E").out


def test_tables_of_groups_have_shares_in_percent_and_say_what_is_counted(mjlog: Run, stored: Path) -> None:
    one = mjlog("stats", stored, "--by", "month", "--statistic", "win_rate").out.splitlines()
    assert re.search(r"^20\d\d-\d\d-01 +[\d.]+ % +[\d.]+ % +[\d.]+ % +\d+ +\d+  round$", one[2])
    assert one[3:] == ["counted by seats: a game, or a round, of 4 players is 4 of them"]
    mean = mjlog("stats", stored, "--by", "month", "--statistic", "avg_win_value").out.splitlines()
    assert mean[-1] == "no interval: fewer than ten games, or the same in every game"
    few = mjlog("stats", stored, "--by", "month").out.splitlines()
    assert re.search(r"  2\.5 +25\.0 % +[\d.]+ % ", few[2])
    assert len(few) == 3


def test_games_of_three_and_of_four_have_a_table_each(mjlog: Run, games: bytes, sanma: bytes) -> None:
    lines = mjlog("stats", "-", stdin=games + sanma).out.splitlines()
    assert [line for line in lines if line.startswith("games of")] == ["games of 4", "games of 3"]


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


def test_an_unknown_zone_is_refused_with_the_nearest(mjlog: Run, stored: Path) -> None:
    shown = mjlog("stats", stored, "--timezone", "Berlin")
    assert shown.code == 2
    assert "no time zone is called 'Berlin'; did you mean Europe/Berlin?" in shown.err


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
