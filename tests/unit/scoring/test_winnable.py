"""Waits that can still be won with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mjlog.notation import MPSZ
from mjlog.scoring.draws import is_tenpai
from mjlog.scoring.winnable import winnable_waits
from tests.unit.replay.written import Round, replayed, tiles

RULES = {"extends": "toutenkou"}
ELSEWHERE = "14p7p258s369s1234z"
WAITING = "678123p23478s33z"
"""Waits for 6s and 9s, for pinfu; holds two 3z."""


def waits_of(events: str, hand: str, others: str = ELSEWHERE, dora: str = "9s1z", **rules: Any) -> str:
    """Kinds that seat 1 can still win with at the end of the events."""
    played = Round(events, {0: ELSEWHERE, 1: hand, 2: others}, {"dora_indicators": tiles(dora)})
    replay = replayed(played, rules=RULES | rules, players=3)
    found = int(winnable_waits(replay, np.array([0]), np.array([replay.batch.n_events - 1]))[0, 1])
    return " ".join(MPSZ.format(kind) for kind in range(34) if found >> kind & 1)


@pytest.mark.parametrize(
    ("events", "hand", "waits"),
    [
        ("exhaustive_draw", WAITING, "6s 9s"),
        # Without a yaku by ron a closed hand still has tsumo; an open one has nothing.
        ("exhaustive_draw", "234678p234789s3z", "3z"),
        ("1 pon 2p with 22p from 0; 1 discard 1z; exhaustive_draw", "22p678p234789s3z1z", ""),
        ("1 pon 5z with 55z from 0; 1 discard 1z; exhaustive_draw", "55z678p234789s3z1z", "3z"),
        # Karasu alone allows no win: the open hand has set nothing aside.
        ("1 pon 2p with 22p from 0; 1 discard 1z; exhaustive_draw", "22p678p23478s33z1z", ""),
    ],
)
def test_a_wait_needs_a_yaku(events: str, hand: str, waits: str) -> None:
    assert waits_of(events, hand) == waits


def test_riichi_is_a_yaku_even_for_the_last_wait_by_ron() -> None:
    assert waits_of("1 draw 1z; 1 riichi; 1 discard 1z; exhaustive_draw", "234678p234789s3z") == "3z"


TWICE = "0 draw 3z; 0 discard 3z; 2 draw 3z; 2 discard 3z"
TANKI = "234678p234789s3z"


@pytest.mark.parametrize(
    ("events", "others", "dora", "waits"),
    [
        (f"{TWICE}; exhaustive_draw", ELSEWHERE, "9s1z", "3z"),
        (f"{TWICE}; 0 draw 3z; 0 discard 3z; exhaustive_draw", ELSEWHERE, "9s1z", ""),
        ("2 draw 3z; 2 discard 3z; 0 pon 3z with 33z from 2; exhaustive_draw", ELSEWHERE, "9s1z", ""),
        (f"{TWICE}; exhaustive_draw", ELSEWHERE, "3z1z", ""),
        (f"{TWICE}; exhaustive_draw", ELSEWHERE, "9s3z", "3z"),  # a kan dora that is not turned
        (f"{TWICE}; dora 3z; exhaustive_draw", ELSEWHERE, "9s3z", ""),
        (f"2 draw 1z; 2 riichi; 2 discard 1z; {TWICE}; exhaustive_draw", WAITING, "9s1z", "3z"),
        (f"2 draw 1z; 2 riichi; 2 open_riichi; 2 discard 1z; {TWICE}; exhaustive_draw", WAITING, "9s1z", ""),
    ],
)
def test_a_copy_must_be_unseen(events: str, others: str, dora: str, waits: str) -> None:
    assert waits_of(events, TANKI, others, dora) == waits


OPENED = "2 draw 1z; 2 riichi; 2 open_riichi; 2 discard 1z"
HAKU = "22340p66788s555z"
"""Waits for 5s and 8s; the three haku have no part in it."""


@pytest.mark.parametrize(
    ("hand", "if_shown", "if_not"),
    [
        ("234678p234789s5z", [False, False, True], [False, True, True]),
        (TANKI, [False, True, True], [False, True, True]),
        ("369p258s1235567z", [False, False, True], [False, False, True]),
    ],
)
def test_an_open_hand_may_show_all_of_its_tiles_or_none(
    hand: str, if_shown: list[bool], if_not: list[bool]
) -> None:
    played = Round(f"{OPENED}; exhaustive_draw", {0: ELSEWHERE, 1: hand, 2: HAKU})
    replay = replayed(played, rules=RULES, players=3)
    asked = np.array([0]), np.array([replay.batch.n_events - 1])
    assert is_tenpai(replay, *asked)[0, :3].tolist() == if_shown
    assert is_tenpai(replay, *asked, open_hands=False)[0, :3].tolist() == if_not


def test_the_own_open_hand_is_seen_once() -> None:
    events = "1 draw 1z; 1 riichi; 1 open_riichi; 1 discard 1z"
    assert waits_of(f"{events}; {TWICE}; exhaustive_draw", TANKI) == "3z"


def test_set_aside_tiles_are_seen() -> None:
    aside = "2 draw 4z; 2 kita 4z with 4z; 2 draw 9p; 2 discard 9p"
    north = "234678p234789s4z"
    assert waits_of(f"{aside}; {aside}; exhaustive_draw", north, "14p7p258s369s123z5z") == "4z"
    assert waits_of(f"{aside}; {aside}; {aside}; exhaustive_draw", north, "14p7p258s369s123z5z") == ""


def test_tiles_that_the_wall_lacks_are_no_waits() -> None:
    assert waits_of("exhaustive_draw", WAITING, removed_tiles=["2m", "6s"], red_fives=[0, 0, 0]) == "9s"


def test_hands_are_tenpai_by_such_waits_where_the_rules_say_so() -> None:
    hands = {0: ELSEWHERE, 1: "22678p234789s3z1z", 2: WAITING}
    events = "1 pon 2p with 22p from 0; 1 discard 1z; exhaustive_draw"
    replay = replayed(Round(events, hands), rules=RULES, players=3)
    assert is_tenpai(replay, np.array([0]), np.array([2]))[0].tolist() == [False, False, True, False]
    replay = replayed(Round(events, hands), rules=RULES | {"tenpai": "shape"}, players=3)
    assert is_tenpai(replay, np.array([0]), np.array([2]))[0].tolist() == [False, True, True, False]


def test_the_deal_is_asked_about_by_the_event_before_it() -> None:
    replay = replayed(Round("", {0: ELSEWHERE, 1: WAITING, 2: ELSEWHERE}), rules=RULES, players=3)
    found = winnable_waits(replay, np.array([0]), np.array([-1]))
    assert (found != 0).tolist() == [[False, True, False, False]]
