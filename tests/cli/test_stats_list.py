"""``mjlog stats list``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mjlog.stats.catalogue import catalogue
from tests.cli.conftest import Run, rounded


def test_what_there_is_is_listed_with_formula_and_who_shows_it(mjlog: Run) -> None:
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


def test_a_file_called_list_is_read(
    mjlog: Run, games: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "list").write_bytes(games)
    monkeypatch.chdir(tmp_path)
    assert mjlog("stats", "list").out.splitlines()[0] == "games of 4"


def test_a_word_by_which_one_statistic_is_found_stands_for_it(mjlog: Run, stored: Path) -> None:
    by_word = mjlog("stats", stored, "--statistic", "副露率", "--format", "json")
    assert {row["statistic"] for row in by_word.json} == {"call_rate"}
    chosen = ("--first", "start-seat=E", "--second", "start-seat=S", "--format", "json")
    assert {r["statistic"] for r in mjlog("compare", stored, *chosen, "--statistic", "和了率").json} == {
        "win_rate"
    }
    several = mjlog("stats", stored, "--statistic", "naki")
    assert (several.code, "`mjlog stats list naki` looks for it" in several.err) == (2, True)
