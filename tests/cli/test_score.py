"""``mjlog score``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run

PINFU = "234567m345p2267s+8s"


def test_a_hand_is_scored_in_one_line_with_its_fu(mjlog: Run) -> None:
    shown = mjlog("score", PINFU, "--riichi", "--ippatsu", "--dora", "3p")
    assert shown.code == 0
    assert shown.out.splitlines()[0] == (
        "riichi 1, ippatsu 1, pinfu 1, tanyao 1, dora 1: 5 han 30 fu, mangan, 8000"
    )
    assert shown.out.splitlines()[1] == "fu: base 20, closed_ron 10"


def test_a_hand_may_come_in_several_arguments(mjlog: Run) -> None:
    together = mjlog("score", "34067m+8m (777p) (055s) 22s", "--tsumo", "--seat", "E")
    assert mjlog("score", "34067m+8m", "(777p)", "(055s)", "22s", "--tsumo", "--seat", "e") == together
    assert together.out.startswith("tanyao 1, aka_dora 2: 3 han 30 fu, 2000-2000-2000\n")


@pytest.mark.parametrize(
    ("option", "yaku"),
    [
        ("--riichi", ["riichi", 1]),
        ("--double-riichi", ["double_riichi", 2]),
        ("--houtei", ["houtei", 1]),
        ("--tsumo", ["menzen_tsumo", 1]),
        ("--tsumo --haitei", ["haitei", 1]),
        ("--riichi --ura 1s", ["ura_dora", 2]),
    ],
)
def test_every_circumstance_counts(mjlog: Run, option: str, yaku: list[object]) -> None:
    assert yaku in mjlog("score", PINFU, *option.split(), "--format", "json").json["yaku"]


def test_norths_count_where_the_rules_have_them(mjlog: Run) -> None:
    hand = ("score", "456p789p22s567s99s+9s", "--riichi", "--kita", "2", "--ruleset")
    assert ["kita", 2] in mjlog(*hand, "tenhou_sanma", "--format", "json").json["yaku"]
    shown = mjlog(*hand, "tenhou")
    assert (shown.code, shown.out.splitlines()[0]) == (1, "no win: no 4z is set aside under these rules")


EXAMPLE = ("score", "222777000p33s99s+3s", "--tsumo", "--ruleset", "toutenkou", "--set-aside", "1155m4z")


def test_points_are_told_where_rules_add_them_up(mjlog: Run) -> None:
    shown = mjlog(*EXAMPLE, "--riichi", "--open-riichi")
    assert shown.out == (
        "riichi 2, menzen_tsumo 1, toitoi 10, suuankou 100, open_riichi 5, aka_dora 6, kita 5, "
        "base_points 2: 131 points, 13100-13100\n"
    )
    found = mjlog(*EXAMPLE, "--format", "json").json
    assert (found["unit"], found["han"], found["fu"], found["fu_items"]) == ("points", 124, 0, [])


def test_eight_honba_and_gathered_tiles_count(mjlog: Run) -> None:
    honba = mjlog(*EXAMPLE, "--seat", "E", "--honba", "8", "--format", "json").json
    assert ["paarenchan", 100] in honba["yaku"]
    reds = ("score", "00001239p000099s", "--gathered", "--ruleset", "toutenkou", "--format", "json")
    assert ["eight_reds", 100] in mjlog(*reds).json["yaku"]


def test_winds_count_for_the_seat_and_the_round(mjlog: Run) -> None:
    hand = "(111z) 234m 567p 88s 23s+4s"
    assert mjlog("score", hand, "--seat", "E", "--round", "E", "--format", "json").json["han"] == 2
    assert mjlog("score", hand, "--seat", "S", "--round", "S").code == 1


def test_the_rule_set_decides(mjlog: Run) -> None:
    hand = ("score", "19m19p19s1234567z+1z", "--format", "json", "--ruleset")
    assert mjlog(*hand, "tenhou").json["yakuman"] == 1
    assert mjlog(*hand, "mahjong_soul").json["points"] == 64000


def test_a_hand_that_cannot_win_says_why_and_exits_with_1(mjlog: Run) -> None:
    shown = mjlog("score", "(234m) 567m 345p 2267s+8s 1z")
    assert (shown.code, shown.err) == (1, "")
    assert shown.out.startswith("no win: 15 tiles")


def test_csv_is_one_line_a_hand(mjlog: Run) -> None:
    header, row = mjlog("score", PINFU, "--format", "csv").out.splitlines()
    assert dict(zip(header.split(","), row.split(","), strict=True)) == {
        "unit": "han",
        "han": "2",
        "fu": "30",
        "yakuman": "0",
        "limit": "none",
        "points": "2000",
        "payments": "2000",
        "yaku": "pinfu:1 tanyao:1",
        "why_not": "",
    }


@pytest.mark.parametrize("hand", ["123x", "", "((", "0z"])
def test_what_is_no_hand_is_a_mistake(mjlog: Run, hand: str) -> None:
    shown = mjlog("score", hand)
    assert (shown.code, shown.err.count("\n")) == (2, 1)
