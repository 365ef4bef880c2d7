from __future__ import annotations

from typing import Any

import pytest

from mjlog.display.words import Words
from mjlog.notation import MJAI, MPSZ
from mjlog.schema import EVENT_KINDS

WORDS = Words(MPSZ)
EVENT = {
    **dict.fromkeys(("target_seat", "tile", "consumed", "is_tsumogiri", "points", "reason")),
    "seat": 1,
}
STATE = {"hand": None, "melds": [], "shanten": None, "waits": [], "furiten": None}


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ({"kind": "draw", "tile": "5mr"}, "draws 0m"),
        ({"kind": "discard", "tile": "P", "is_tsumogiri": True}, "discards 5z (drawn)"),
        ({"kind": "discard", "tile": "P", "is_tsumogiri": None}, "discards 5z"),
        ({"kind": "chi", "tile": "3m", "consumed": ["4m", "2m"], "target_seat": 0}, "chi 3m with 24m from 0"),
        ({"kind": "pon", "tile": "E"}, "pon 1z"),
        (
            {"kind": "daiminkan", "tile": "E", "consumed": ["E"] * 3, "target_seat": 3},
            "open kan 1z with 111z from 3",
        ),
        ({"kind": "kakan", "tile": "5pr"}, "adds to pon 0p"),
        ({"kind": "ankan", "tile": "9s"}, "concealed kan 9s"),
        ({"kind": "kita", "tile": "N"}, "sets 4z aside"),
        ({"kind": "kita", "tile": "9m"}, "sets 9m aside"),
        ({"kind": "open_riichi"}, "shows its waits"),
        ({"kind": "bonus", "points": 1000}, "gets 1000 from each"),
        ({"kind": "bonus"}, "gets ? from each"),
        ({"kind": "penalty", "points": 2000}, "pays 2000 to the table"),
        ({"kind": "penalty", "points": 1000, "reason": "wrong pon"}, "pays 1000 to the table: wrong pon"),
        ({"kind": "dead_hand", "reason": "14 tiles"}, "has a dead hand: 14 tiles"),
        ({"kind": "chombo"}, "chombo"),
        ({"kind": "win", "target_seat": 1}, "wins by gathered tiles"),
        ({"kind": "riichi"}, "declares riichi"),
        ({"kind": "dora", "tile": "1p", "seat": None}, "indicator 1p"),
        ({"kind": "win", "tile": "1p", "target_seat": 1}, "tsumo 1p"),
        ({"kind": "win", "tile": "1p", "target_seat": 2}, "ron 1p from 2"),
        ({"kind": "exhaustive_draw"}, "exhaustive draw"),
    ],
)
def test_an_event_is_told_in_words(event: dict[str, Any], text: str) -> None:
    assert WORDS.event(EVENT | event) == text


def test_melds_stand_in_brackets_that_tell_called_from_concealed() -> None:
    melds = [
        {"type": "pon", "tiles": ["5pr", "5p", "5p"]},
        {"type": "ankan", "tiles": ["1s"] * 4},
        {"type": "kita", "tiles": ["N"]},
    ]
    assert WORDS.hand(STATE | {"hand": ["1m", "2m"], "melds": melds}) == "12m (550p) [1111s] [4z]"
    assert Words(MJAI).hand(STATE | {"hand": ["1m", "E"]}) == "1m E"


def test_a_hand_that_the_log_hides_is_said_to_be_hidden() -> None:
    assert WORDS.hand(STATE) == "hidden"
    assert WORDS.state(STATE) == ""


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ({"shanten": 2}, "2-shanten"),
        ({"shanten": 0}, "tenpai"),
        ({"shanten": -1}, "complete"),
        ({"shanten": 0, "waits": ["3p", "6p"]}, "waits 36p"),
        ({"shanten": 0, "waits": ["E"], "furiten": "own discard E"}, "waits 1z, furiten: own discard 1z"),
    ],
)
def test_a_state_is_told_by_shanten_or_waits(state: dict[str, Any], text: str) -> None:
    assert WORDS.state(STATE | state) == text


def test_a_river_marks_drawn_riichi_and_called_tiles() -> None:
    discard = {"tile": "1m", "is_tsumogiri": False, "is_riichi": False, "called_by": None}
    river = [
        discard,
        discard | {"is_tsumogiri": True},
        discard | {"is_riichi": True},
        discard | {"called_by": 2},
    ]
    assert WORDS.river([*river, discard | {"is_riichi": True, "called_by": 0}]) == "1m 1m' [1m] (1m) ([1m])"


WIN = {
    "seat": 0,
    "tile": "1m",
    "from_seat": 2,
    "log_points": 7700,
    "calc_points": 7700,
    "calc_yaku": ["riichi", "dora"],
    "calc_yaku_han": [1, 3],
    "calc_yakuman": 0,
    "calc_han": 4,
    "calc_fu": 30,
}


def test_a_win_is_told_with_its_value_and_where_the_log_differs() -> None:
    text = "seat 0 ron from 2: riichi 1, dora 3: 4 han 30 fu, 7700"
    assert WORDS.win(WIN) == text
    assert WORDS.win(WIN | {"log_points": 8000}) == f"{text} (the log says 8000)"
    assert WORDS.win(WIN | {"calc_points": None}) == "seat 0 ron from 2: not scorable, 7700 as logged"
    yakuman = {"from_seat": 0, "calc_yakuman": 2, "calc_yaku": ["daisangen"], "calc_yaku_han": [26]}
    assert WORDS.win(WIN | yakuman) == "seat 0 tsumo: daisangen 26: 2 yakuman, 7700"


def test_a_win_by_points_that_add_up_has_no_fu() -> None:
    points = {
        "calc_yaku": ["suuankou", "base_points"],
        "calc_yaku_han": [100, 2],
        "calc_han": 102,
        "calc_fu": 0,
    }
    assert WORDS.win(WIN | points) == "seat 0 ron from 2: suuankou 100, base_points 2: 102 points, 7700"


def test_a_win_by_gathered_tiles_is_on_none() -> None:
    assert WORDS.win(WIN | {"tile": None, "from_seat": 0}).startswith("seat 0 gathered: ")


def test_every_kind_of_event_has_words() -> None:
    for kind in EVENT_KINDS:
        told = WORDS.event(EVENT | {"kind": kind, "tile": "1m"})
        assert "_" not in told, kind


def test_a_draw_names_who_is_tenpai() -> None:
    draw = {
        "calc_type": "exhaustive",
        "log_type": None,
        "calc_tenpai": None,
        "log_tenpai": [True, False, True, False],
    }
    assert WORDS.draw(draw) == "exhaustive, tenpai: 0 2"
    assert WORDS.draw(draw | {"log_tenpai": [False] * 4}) == "exhaustive, tenpai: nobody"
    assert WORDS.draw(draw | {"calc_type": "suufon_renda", "log_tenpai": None}) == "suufon_renda"
