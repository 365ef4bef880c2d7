"""``mjlog stats``: its forms, sheets and tables."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq

from mjlog.stats.catalogue import catalogue, main
from mjlog.warehouse import Warehouse
from tests.cli.conftest import Run, rounded


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


def test_a_profile_that_changes_nothing_says_so(mjlog: Run, stored: Path) -> None:
    shown = mjlog("stats", stored, "--profile", "tenhou", "--statistic", "win_rate", "--by", "nothing")
    assert (shown.code, shown.err) == (0, "mjlog: tenhou defines nothing of this otherwise\n")


def test_other_tables_are_asked_for_by_name(mjlog: Run, stored: Path) -> None:
    listed = [row["table"] for row in mjlog("stats", "list", "--tables", "--format", "json").json]
    assert {"statistics", "deal_ins_by_turn", "player_rounds", "rounds"} <= set(listed)
    rows = csv.DictReader(
        mjlog("stats", stored, "--table", "deal_ins_by_turn", "--format", "csv").out.splitlines()
    )
    assert {"turn", "deal_in_rate", "deal_ins", "discards"} <= set(next(iter(rows)))
    wrong = mjlog("stats", stored, "--table", "deal_ins_by_trun")
    assert (wrong.code, "did you mean deal_ins_by_turn?" in wrong.err) == (2, True)


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
    assert "\nno interval: fewer than ten games with what is counted, or the same in every game\n" in value
    assert "\nValue: points of the hands alone, without honba and sticks\n" in value
    rate = mjlog("stats", stored, *asked, "win_rate").out
    assert len(rate.splitlines()) == 4
    place = mjlog("stats", stored, *asked, "win_rate", "--percentile").out
    few = "\nno percentile: fewer than 10 to compare with, 0 of the players of 100 rounds and more\n"
    assert place.endswith(few)
    every = mjlog("stats", stored, "--by", "nothing", "--statistic", "rank_1_rate").out
    assert re.search(r"^  First  25.0 % +2 of 8 games$", every, re.MULTILINE)
    assert "\ncounted by seats: a game, or a round, of 4 players is 4 of them\n" in every
    assert "counted by seats" not in mjlog("stats", stored, "--by", "nothing", "--start-seat", "E").out


def test_tables_of_groups_have_shares_in_percent_and_say_what_is_counted(mjlog: Run, stored: Path) -> None:
    one = mjlog("stats", stored, "--by", "month", "--statistic", "win_rate").out.splitlines()
    assert re.search(r"^20\d\d-\d\d +[\d.]+ % +[\d.]+ % +[\d.]+ % +\d+ +\d+  round$", one[2])
    assert one[3:] == ["counted by seats: a game, or a round, of 4 players is 4 of them"]
    mean = mjlog("stats", stored, "--by", "month", "--statistic", "avg_win_value").out.splitlines()
    assert mean[-1] == "no interval: fewer than ten games with what is counted, or the same in every game"
    few = mjlog("stats", stored, "--by", "month").out.splitlines()
    assert re.search(r"  2\.5 +25\.0 % +[\d.]+ % ", few[2])
    assert len(few) == 3


def test_games_of_three_and_of_four_have_a_table_each(mjlog: Run, games: bytes, sanma: bytes) -> None:
    lines = mjlog("stats", "-", stdin=games + sanma).out.splitlines()
    assert [line for line in lines if line.startswith("games of")] == ["games of 4", "games of 3"]


def test_months_are_no_days(mjlog: Run, stored: Path) -> None:
    shown = mjlog("stats", stored, "--by", "month")
    assert re.match(r"\d{4}-\d\d +\d", shown.out.splitlines()[2])
    assert re.search(r"\| \d{4}-\d\d \|", mjlog("stats", stored, "--by", "month", "--format", "markdown").out)
    rows = mjlog("stats", stored, "--by", "month", "--format", "json").json
    assert all(row["month"].endswith("-01") for row in rows)


def test_thousands_are_set_apart_wherever_people_read(mjlog: Run, stored: Path, names: list[str]) -> None:
    """A line of the overview has the figure of the sheet."""
    sheet = mjlog("stats", stored, "--by", "nothing", "--statistic", "avg_win_value").out
    (value,) = re.findall(r"Value of wins +([\d,]+)", sheet)
    assert "," in value
    by_length = mjlog("stats", stored, "--by", "length").out
    assert by_length.rstrip().endswith(f" {value}")
    of_one = mjlog("stats", stored, "--by", "length", "--statistic", "avg_win_value").out
    assert f" {value} " in of_one


def test_a_name_without_end_does_not_make_the_table_as_wide(mjlog: Run, games: bytes) -> None:
    (name,) = set(re.findall(rb'"names":\["([^"]+)"', games.splitlines()[0]))
    long = games.replace(b'"%s"' % name, b'"%s"' % (b"x" * 300))
    lines = mjlog("stats", "-", stdin=long).out.splitlines()
    assert any(line.startswith("x" * 40 + "\u2026 ") for line in lines)
    assert max(map(len, lines)) < 150
    assert "x" * 300 in mjlog("stats", "-", "--format", "csv", stdin=long).out
