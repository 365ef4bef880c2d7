"""Tiles gathered outside the shape of a hand."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.replay.gathered import gathered
from mjlog.schema import YAKU
from tests.unit.replay.written import Round, replayed

WORTH = {"suukantsu": 1, "eight_reds": 1, "twelve_man": 1}
ALL = {"gathered_yaku": list(WORTH), "yakuman": WORTH, "red_fives": [0, 4, 4]}


def found(events: str, hand: str, **rules: Any) -> list[set[str]]:
    """What seat 0 has gathered after the deal and each of its own events."""
    replay = replayed(Round(events, {0: hand}), rules={**ALL, **rules})
    masks = gathered(replay.batch, replay.hands)
    first, last = replay.hands.first_row[:2]
    return [{y for bit, y in enumerate(YAKU) if int(m) >> bit & 1} for m in masks[first:last]]


def test_eight_red_fives_in_hand_and_melds() -> None:
    play = "0 draw 0s; 0 discard 0s; 0 pon 0s with 00s from 1"
    assert found(play, "0000p000s234p77z2z") == [set(), {"eight_reds"}, set(), {"eight_reds"}]
    assert found("0 draw 0s", "0000p000s234p77z2z", gathered_yaku=["suukantsu"]) == [set(), set()]


@pytest.mark.parametrize(
    "worth",
    [
        {"yaku_han": {"eight_reds": (2, 2)}},
        {"score_system": "additive", "nagashi_mangan": "none", "yaku_points": {"eight_reds": (100, 100)}},
    ],
)
def test_what_has_worth_of_any_sort_wins(worth: dict[str, Any]) -> None:
    rules = {"gathered_yaku": ["eight_reds"], "yakuman": {}, **worth}
    assert found("0 draw 0s", "0000p000s234p77z2z", **rules)[-1] == {"eight_reds"}


def test_four_kans_of_every_sort() -> None:
    play = (
        "0 draw 1z; 0 ankan 1z with 1111z; 0 draw 5z; 0 daiminkan 2z with 222z from 1; 0 draw 5z"
        "; 0 pon 3z with 33z from 1; 0 discard 5z; 0 draw 3z; 0 kakan 3z with 3z"
        "; 0 draw 4z; 0 ankan 4z with 4444z"
    )
    *before, last = found(play, "111222z33z444z55z")
    assert (set().union(*before), last) == (set(), {"suukantsu"})


MAN = "; ".join(f"0 draw 3z; 0 kita {k}m with {k}m" for k in (1, 1, 1, 1, 5, 5, 5, 5, 9, 9, 9, 9))
FEW = ["2m", "3m", "4m", "6m", "7m", "8m"]


@pytest.mark.parametrize(("removed", "is_there"), [(FEW, True), (FEW[1:], False)])
def test_all_man_tiles_of_a_wall_with_twelve(removed: list[str], is_there: bool) -> None:
    rules = {"removed_tiles": removed, "set_aside": ["1m", "5m", "9m"]}
    *before, last = found(MAN, "1111m5555m9999m1z", **rules)
    assert set().union(*before) == set()
    assert last == ({"twelve_man"} if is_there else set())


def test_hidden_hands_gather_nothing_that_is_known() -> None:
    assert found("0 draw 0s", "?" * 13) == [set(), set()]
