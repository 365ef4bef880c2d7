"""Riichi, calls and threats in short rounds, worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from mjlog.audit.assess import assess
from mjlog.facts import facts
from tests.unit.replay.written import ELSEWHERE, WAITING, Round, written

Row = dict[str, Any]

RIICHI = "0 draw 1z; 0 riichi; 0 discard 1z; 0 riichi_accepted"
"""Seat 0 holds `WAITING` and discards 1z: it waits for 1m and 4m."""
SIMPLE = "2255m3344p5566s7p"
"""Seven pairs of simples but for 7p."""


def told(
    events: str,
    hands: Mapping[int, str] | None = None,
    players: int = 4,
    dora: str = "9m",
    **rules: Any,
) -> dict[str, list[Row]]:
    """The facts of a round; hands that are left out are far from tenpai."""
    dealt = dict.fromkeys(range(players), ELSEWHERE) | {0: WAITING} | dict(hands or {})
    preset = {"extends": "tenhou" if players == 4 else "tenhou_sanma"}
    evidence = assess(written([Round(events, dealt, dora=dora)], preset | rules, players))
    return {name: table.to_pylist() for name, table in facts(evidence.replay, evidence.tables).items()}


def column(rows: list[Row], name: str) -> list[Any]:
    return [row[name] for row in rows]


def test_a_tile_that_passed_a_riichi_is_genbutsu_and_makes_suji() -> None:
    rows = told(f"{RIICHI}; 1 draw 6m; 1 discard 6m; 2 draw 6m; 2 discard 6m; 3 draw 9m; 3 discard 9m")[
        "discard_threats"
    ]
    assert column(rows, "tile_class") == ["no_suji_46", "genbutsu", "suji_19"]
    assert column(rows, "suji_source") == [None, None, "after"]
    assert column(rows, "live_suji") == [18, 16, 16]
    assert column(rows, "visible") == [0, 1, 1]


def test_what_passed_an_open_hand_is_genbutsu_until_it_discards() -> None:
    caller = "11777z25m369p258s"
    events = (
        "0 draw 1z; 0 discard 1z; 1 pon 1z with 11z from 0; 1 discard 2m; 2 draw 7z; 2 discard 7z; "
        "1 pon 7z with 77z from 2; 1 discard 5m; 2 draw 3m; 2 discard 3m; 3 draw 3m; 3 discard 3m; "
        "0 draw 3m; 0 discard 3m; 1 draw 9s; 1 discard 9s; 2 draw 3m; 2 discard 3m"
    )
    rows = told(events, {1: caller})["discard_threats"]
    assert set(column(rows, "threat")) == {"open"}
    assert column(rows, "opponent") == [1] * 4
    assert column(rows, "tile_class") == ["no_suji_37", "genbutsu", "genbutsu", "no_suji_37"]
    assert column(rows, "suji_source") == [None] * 4
    assert column(rows, "opponent_melds") == [2] * 4


def test_a_dead_hand_is_no_threat_and_wins_on_nothing() -> None:
    wanted = "1 draw 4m; 1 discard 4m"
    for dead, expected in ((False, True), (True, False)):
        found = told(f"{RIICHI}; {'0 dead_hand; ' * dead}{wanted}")
        assert column(found["discards"], "would_deal_in") == [False, expected]
        assert column(found["discard_threats"], "would_deal_in") == [True] * expected


def test_a_dead_hand_hides_nothing() -> None:
    hands = {0: "?" * 13, 2: WAITING}
    for dead, expected in ((False, None), (True, True)):
        found = told(f"{RIICHI}; {'0 dead_hand; ' * dead}1 draw 4m; 1 discard 4m", hands)
        assert column(found["discards"], "would_deal_in")[-1] is expected


def test_opponents_in_riichi_are_counted_without_the_discarder() -> None:
    events = (
        f"{RIICHI}; 1 draw 1z; 1 riichi; 1 discard 1z; 1 riichi_accepted; 2 draw 9m; 2 discard 9m; "
        "3 draw 9p; 3 discard 9p; 0 draw 9s; 0 discard 9s"
    )
    rows = told(events, {1: WAITING})["discard_threats"]
    assert [(r["seat"], r["opponent"], r["opponents_in_riichi"]) for r in rows] == [
        *((1, 0, 1), (2, 0, 2), (2, 1, 2), (3, 0, 2), (3, 1, 2), (0, 1, 1)),
    ]


def test_one_open_meld_is_no_threat() -> None:
    events = "0 draw 1z; 0 discard 1z; 1 pon 1z with 11z from 0; 1 discard 2m; 2 draw 7z; 2 discard 7z"
    assert told(events, {1: "11777z25m369p258s"})["discard_threats"] == []


def test_a_tile_added_to_a_pon_that_passes_is_genbutsu() -> None:
    events = (
        "0 draw 1z; 0 discard 1z; 1 pon 1z with 11z from 0; 1 discard 2m; 2 draw 5p; 2 discard 5p; "
        "3 draw 5p; 3 discard 5p; 0 draw 2z; 0 riichi; 0 discard 2z; 0 riichi_accepted; "
        "1 draw 1z; 1 kakan 1z with 1z; 1 draw 5s; 1 discard 5s; 2 draw 1z; 2 discard 1z"
    )
    rows = told(events, {1: "11z35m369p258s777z"})["discard_threats"]
    assert column(rows, "tile_class") == ["no_suji_5", "genbutsu"]
    assert rows[-1]["visible"] == 4


@pytest.mark.parametrize(("ron", "expected"), [(True, "genbutsu"), (False, "guest_wind")])
def test_a_tile_set_aside_is_genbutsu_where_it_can_be_won_on(ron: bool, expected: str) -> None:
    events = (
        "0 draw 1z; 0 riichi; 0 discard 1z; 0 riichi_accepted; 1 draw 4z; 1 kita 4z with 4z; 1 draw 9s; "
        "1 discard 9s; 2 draw 4z; 2 discard 4z"
    )
    hands = {0: "23p456p678p234s99s", 1: "19m147p369s12345z", 2: "19m147p369s12345z"}
    rows = told(events, hands, players=3, set_aside_ron=ron)["discard_threats"]
    assert column(rows, "tile_class") == ["no_suji_19", expected]
    assert column(rows, "visible") == [0, 1]
    assert column(rows, "live_suji") == [12, 12 - 1]


def test_a_riichi_won_on_its_tile_is_one() -> None:
    found = told("0 draw 4m; 0 riichi; 0 discard 4m; 1 win 4m from 0", {1: WAITING, 0: "456p678p234s999s1m"})
    (riichi,) = found["riichis"]
    assert (riichi["turn"], riichi["tile"], riichi["waits"], riichi["chasers"]) == (1, "4m", ["1m"], 0)
    assert (riichi["wait_shape"], riichi["is_good_shape"], riichi["wait_tiles"]) == ("tanki", False, 3)
    assert sum(column(found["riichi_classes"], "kinds")) == 34
    assert sum(column(found["riichi_classes"], "wait_kinds")) == 1
    assert found["round_players"][0]["is_riichi"]
    assert not found["round_players"][0]["is_riichi_accepted"]


@pytest.mark.parametrize(
    ("hand", "waits", "shape", "is_good"),
    [
        ("23m456p678p234s99s", ["1m", "4m"], "ryanmen", True),
        ("2344m456p678p234s", ["1m", "4m"], "ryanmen", True),
        ("2345m456p678p234s", ["2m", "5m"], "tanki", False),
        ("24m456p678p234s99s", ["3m"], "kanchan", False),
        ("12m456p678p234s99s", ["3m"], "penchan", False),
        ("11m456p678p234s99s", ["1m", "9s"], "shanpon", False),
        ("1233m456p678p234s", ["3m"], "penchan", False),
        ("3334m456p678p234s", ["2m", "4m", "5m"], "many", True),
        ("23456m456p678p22s", ["1m", "4m", "7m"], "many", True),
        ("113355m22p44p66p7s", ["7s"], "tanki", False),
        ("2345678m456p678s", ["2m", "5m", "8m"], "many", True),
        ("19m19p19s1234567z", None, "many", True),
    ],
)
def test_the_shape_of_a_wait(hand: str, waits: list[str] | None, shape: str, is_good: bool) -> None:
    (riichi,) = told("0 draw 9m; 0 riichi; 0 discard 9m", {0: hand})["riichis"]
    assert waits is None or riichi["waits"] == waits
    assert (riichi["wait_shape"], riichi["is_good_shape"]) == (shape, is_good)
    assert riichi["is_kokushi"] == (waits is None)
    assert riichi["is_furiten"] == (waits is None)


@pytest.mark.parametrize(
    ("hand", "sure"),
    [
        ("23m456p678p234s99s", {"pinfu"}),
        ("34m234p22345678s", {"pinfu", "tanyao"}),
        ("23m234p234s567s88p", {"pinfu"}),  # 4m alone makes it tanyao and three equal runs
        ("24m234p234s567s88p", {"tanyao", "sanshoku_doujun"}),
        ("24m234p567s99s777z", {"yakuhai_chun"}),
        ("24m234p567s99s123s", set()),
    ],
)
def test_yaku_that_every_wait_has_are_sure(hand: str, sure: set[str]) -> None:
    (riichi,) = told("0 draw 9m; 0 riichi; 0 discard 9m", {0: hand})["riichis"]
    assert set(riichi["sure_yaku"]) == sure


def test_a_closed_kan_after_the_riichi_is_told() -> None:
    hand = "23m456p678p111z99s"
    events = "0 draw 2z; 0 riichi; 0 discard 2z; 0 riichi_accepted; 0 draw 1z; 0 ankan 1z with 1111z"
    assert told(events, {0: hand})["riichis"][0]["has_ankan_after"]
    assert not told(f"{RIICHI}; 1 draw 6m; 1 discard 6m")["riichis"][0]["has_ankan_after"]


def test_more_copies_of_an_honour_than_there_are_count_as_four() -> None:
    thrown = "".join("0 draw 1z; 0 discard 1z; 1 draw 1z; 1 discard 1z; " for _ in range(5))
    (east,) = [
        row
        for row in told(f"{thrown}0 draw 2z; 0 riichi; 0 discard 2z")["riichi_classes"]
        if row["rank_group"] == "honour" and row["visible"] == 4
    ]
    assert (east["tile_class"], east["kinds"], east["wait_kinds"]) == ("genbutsu", 1, 0)


def test_nobody_sees_more_than_four_copies() -> None:
    thrown = "".join("2 draw 1z; 2 discard 1z; 1 draw 1z; 1 discard 1z; " for _ in range(70))
    (threat,) = told(f"{thrown}0 draw 2z; 0 riichi; 0 discard 2z; 1 draw 1z; 1 discard 1z")["discard_threats"]
    assert threat["visible"] == 4


# --- calls ----------------------------------------------------------------------------------------


def test_a_call_that_throws_the_last_terminal_makes_simples_sure() -> None:
    caller = "34m567p22678s1m6p8p"
    events = "0 draw 5m; 0 discard 5m; 1 chi 5m with 34m from 0"
    (call,) = told(events, {1: caller})["melds"]
    assert (call["has_sure_yaku"], call["shanten"]) == (False, 0)
    (call,) = told(f"{events}; 1 discard 1m", {1: caller})["melds"]
    assert call["has_sure_yaku"]
    (call,) = told(f"{events}; 1 discard 1m", {1: caller}, open_tanyao=False)["melds"]
    assert not call["has_sure_yaku"]


@pytest.mark.parametrize(("robbed", "cancelled"), [("", 1), ("; 0 win 1m from 1", 0)])
def test_a_robbed_kan_leaves_ippatsu(robbed: str, cancelled: int) -> None:
    events = (
        "0 draw 1z; 0 discard 1z; 1 draw 9s; 1 discard 9s; 2 draw 1m; 2 discard 1m; "
        "1 pon 1m with 11m from 2; 1 discard 2z; 2 draw 3z; 2 discard 3z; 3 draw 3z; 3 discard 3z; "
        "0 draw 2z; 0 riichi; 0 discard 2z; 0 riichi_accepted; "
        f"1 draw 1m; 1 kakan 1m with 1m{robbed}"
    )
    kan = told(events, {1: "11m258p369s12345z"})["melds"][-1]
    assert (kan["kind"], kan["cancels_ippatsu"], kan["from_seat"]) == ("kakan", cancelled, None)
    assert (kan["open_meld"], kan["is_first_of_table"]) == (None, False)
