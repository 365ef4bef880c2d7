"""``mjlog compare``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run

ONE = ("--statistic", "win_rate", "--statistic", "hand_balance")


def test_two_players_stand_side_by_side(mjlog: Run, stored: Path, names: list[str]) -> None:
    chosen = ["--first", f"player={names[0]}", "--second", f"player={names[1]}"]
    lines = mjlog("compare", stored, *chosen, *ONE).out.splitlines()
    assert lines[:4] == [f"first: player {names[0]}", f"second: player {names[1]}", "", "games of 4"]
    assert lines[4].split() == ["first", "second", "difference", "95", "%", "interval", "of"]
    rows = mjlog("compare", stored, *chosen, *ONE, "--format", "json").json
    for row in rows:
        assert row["difference"] == pytest.approx(row["first_value"] - row["second_value"])
    for name, side in ((names[0], "first"), (names[1], "second")):
        alone = mjlog("stats", stored, "--player", name, *ONE, "--format", "json").json
        assert [r["value"] for r in alone] == [r[f"{side}_value"] for r in rows]


def test_a_player_is_compared_with_everyone_else(mjlog: Run, stored: Path, names: list[str]) -> None:
    lines = mjlog("compare", stored, "--player", names[0], "--players", "4", *ONE).out.splitlines()
    assert lines[:2] == [f"first: player {names[0]}, 4 players", f"second: all but {names[0]}, 4 players"]
    assert mjlog("compare", stored, "--first", f"player={names[0]}", "--players", "4", *ONE).out == "".join(
        f"{line}\n" for line in lines
    )
    (row, _) = mjlog("compare", stored, "--player", names[0], *ONE, "--format", "json").json
    everyone = mjlog("stats", stored, "--by", "nothing", *ONE, "--format", "json").json[0]
    assert row["first_denominator"] + row["second_denominator"] == everyone["denominator"]


def test_differences_of_rates_are_percentage_points(mjlog: Run, stored: Path, names: list[str]) -> None:
    out = mjlog("compare", stored, "--player", names[0], *ONE).out
    (line,) = (line for line in out.splitlines() if line.startswith("  Win rate"))
    assert re.match(r"  Win rate +[\d.]+ % +[\d.]+ % +-?[\d.]+ pp ", line)
    assert "\npp: percentage points; their intervals take the two for independent\n" in out
    assert "pp" not in mjlog("compare", stored, "--player", names[0], "--statistic", "hand_balance").out


def test_a_comparison_is_short_until_all_is_asked_for(mjlog: Run, stored: Path, names: list[str]) -> None:
    short = mjlog("compare", stored, "--player", names[0]).out
    whole = mjlog("compare", stored, "--player", names[0], "--all").out
    assert "  Win rate " in short
    assert "  Win rate of double riichi" not in short
    assert "  Win rate of double riichi" in whole
    assert short.endswith("\n--all has every statistic, --statistic a section\n")
    rows = mjlog("compare", stored, "--player", names[0], "--format", "json").json
    assert len(rows) > len(short.splitlines())


def test_rounds_are_compared_with_others(mjlog: Run, stored: Path, names: list[str]) -> None:
    chosen = ("--player", names[0], "--first", "round=E", "--second", "round=S")
    (row, _) = mjlog("compare", stored, *chosen, *ONE, "--format", "json").json
    whole = mjlog("stats", stored, "--player", names[0], *ONE, "--format", "json").json[0]
    assert row["first_denominator"] + row["second_denominator"] == whole["denominator"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Both selections are the same: tell them apart by --player, --first or --second."),
        (["--first", "playr=x"], "--first: No such option '--playr'."),
        (["--second", "round=X"], "--second: Invalid value for '--round': 'X' is neither a wind (S)"),
        (["--first", "timezone=UTC"], "--first: No such option '--timezone'."),
        (["--player", "x", "--statistic", "win_rte"], "did you mean win_rate?"),
    ],
)
def test_what_cannot_be_compared_is_told(
    mjlog: Run, stored: Path, names: list[str], arguments: list[str], message: str
) -> None:
    shown = mjlog("compare", stored, *[names[0] if a == "x" else a for a in arguments])
    assert (shown.code, shown.out, message in shown.err) == (2, "", True), shown.err


def test_a_selection_that_fits_nothing_is_told(mjlog: Run, stored: Path) -> None:
    shown = mjlog("compare", stored, "--first", "platform=nowhere", *ONE)
    assert shown.code == 1
    assert shown.err == "mjlog: no game fits the choice: platform nowhere; platforms are simulation\n"


def test_tables_of_three_and_of_four_are_not_compared(mjlog: Run, games: bytes, sanma: bytes) -> None:
    chosen = ("--first", "players=3", "--second", "players=4")
    shown = mjlog("compare", "-", *chosen, *ONE, stdin=games + sanma)
    assert shown.code == 1
    assert shown.err == "mjlog: the two have no statistic of the same number of players\n"


def test_rounds_that_are_not_chosen_are_told_so(mjlog: Run, stored: Path) -> None:
    chosen = ("--first", "all-last", "--second", "not-all-last")
    assert mjlog("compare", stored, *chosen, *ONE).out.startswith("first: all last\nsecond: not all last\n")


def test_a_second_that_has_the_first_in_it_says_so(mjlog: Run, stored: Path, names: list[str]) -> None:
    lines = mjlog("compare", stored, "--first", "start-seat=E", *ONE).out.splitlines()
    assert lines[:2] == ["first: seats 0", "second: everyone, the first included"]
    whole = mjlog("compare", stored, "--first", "start-seat=E", "--players", "4", *ONE).out.splitlines()
    assert whole[1].endswith("4 players, the first included")
    for apart in (["--player", names[0]], ["--first", "start-seat=E", "--second", "start-seat=S"]):
        assert "included" not in mjlog("compare", stored, *apart, *ONE).out
