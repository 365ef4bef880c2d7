"""Mahjong Soul records: the events of a round."""

from __future__ import annotations

import pytest

from tests.unit.formats.soul_events import events, kinds
from tests.unit.formats.soul_snippets import (
    HANDS,
    call,
    deal,
    discard,
    game,
    hule,
    kan,
    new_round,
    no_tile,
    read_one,
    reasons,
    tiles,
    wall,
)


def test_the_dealer_draws_the_fourteenth_tile():
    told = read_one(game(new_round(draw="0m", dealer=2), discard(2, "0m", moqie=True)))
    assert [len(told.rounds[f"hand_{seat}"][0].as_py()) for seat in range(4)] == [13] * 4
    draw, played = told.events.to_pylist()
    assert (draw["kind"], draw["seat"], draw["tile"]) == ("draw", 2, "5mr")
    assert (played["tile"], played["is_tsumogiri"]) == ("5mr", True)


def test_a_dealer_with_thirteen_tiles_draws_with_a_message():
    assert events(new_round(draw=""), deal(0, "1z"))[0] == ("draw", 0, None, "E", None)


def test_the_wall_tells_which_of_a_sorted_hand_was_drawn():
    dealt = sorted([*tiles(HANDS[0]), "4m"])
    name, data = new_round(paishan=wall(draws=("4m",)))
    told = read_one(game((name, {**data, "tiles0": dealt}), discard(0, "4m")))
    assert told.events["tile"][0].as_py() == "4m"


def test_a_win_with_the_deal_tells_which_tile_was_drawn():
    dealt = sorted([*tiles(HANDS[0]), "4m"])
    name, data = new_round(paishan=wall(draws=("4m",)))
    win = hule({"zimo": True, "qinjia": True, "hu_tile": "2z"}, deltas=[0] * 4)
    assert events((name, {**data, "tiles0": dealt}), win)[0][3] == "S"


def test_seats_are_left_out_when_they_are_zero():
    message = ("RecordDiscardTile", {"tile": "1m"})
    assert events(new_round(), message)[1][:2] == ("discard", 0)


def test_riichi_stands_with_the_message_after_the_discard():
    liqi = {"liqi": {"score": 24000, "liqibang": 1}}
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), deal(1, "9p", **liqi)) == [
        *("draw", "riichi", "discard", "riichi_accepted", "draw"),
    ]
    called = call(1, 1, "555m", [1, 1, 0], **liqi)
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), called)[-2:] == ["riichi_accepted", "pon"]


def test_riichi_on_a_tile_that_is_won_on_does_not_stand():
    win = hule({"seat": 1, "hu_tile": "5m"}, deltas=[-1000, 1000, 0, 0])
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), win)[1:] == ["riichi", "discard", "win"]
    failed = deal(1, "9p", liqi={"failed": True})
    assert "riichi_accepted" not in kinds(new_round(), discard(0, "5m", is_liqi=True), failed)


def test_riichi_on_the_last_discard_stands_at_the_draw():
    drawn = no_tile(scores=[{"old_scores": [24000, 25000, 25000, 25000], "delta_scores": [0] * 4}])
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), drawn)[-2:] == [
        *("riichi_accepted", "exhaustive_draw"),
    ]
    aborted = ("RecordLiuJu", {"type": 4, "liqi": {"score": 24000}})
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), aborted)[-2:] == [
        *("riichi_accepted", "abortive_draw"),
    ]
    triple_ron = ("RecordLiuJu", {"type": 5})
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), triple_ron)[-2:] == ["discard", "abortive_draw"]


def test_an_open_riichi_follows_the_declaration():
    assert kinds(new_round(), discard(0, "5m", is_kailiqi=True))[1:] == ["riichi", "open_riichi", "discard"]


@pytest.mark.parametrize(
    ("message", "event"),
    [
        (call(1, 0, "460m", [1, 1, 0]), ("chi", 1, 0, "5mr", ["4m", "6m"])),
        (call(1, 0, "046m", [0, 1, 1]), ("chi", 1, 0, "5mr", ["4m", "6m"])),
        (call(2, 1, "550m", [2, 2, 0]), ("pon", 2, 0, "5mr", ["5m", "5m"])),
        (call(3, 1, "505m", [3, 3, 0]), ("pon", 3, 0, "5m", ["5m", "5mr"])),
        (call(3, 2, "5550m", [3, 3, 3, 0]), ("daiminkan", 3, 0, "5mr", ["5m", "5m", "5m"])),
        (call(3, 1, "550m", []), ("pon", 3, 0, "5mr", ["5m", "5m"])),
    ],
)
def test_the_called_tile_is_the_one_of_somebody_else(message, event):
    assert events(new_round(draw="0m"), discard(0, "0m"), message)[-1] == event


def test_an_added_kan_names_whom_the_pon_was_called_from():
    course = (
        new_round(draw="0m"),
        discard(0, "0m"),
        call(2, 1, "550m", [2, 2, 0]),
        discard(2, "1s"),
        deal(3, "9p"),
        discard(3, "9p"),
        deal(0, "1m"),
        discard(0, "1m"),
        deal(1, "1m"),
        discard(1, "1m"),
        deal(2, "5m"),
        kan(2, 2, "5m"),
    )
    assert events(*course)[-1] == ("kakan", 2, 0, "5m", ["5m"])


def test_a_concealed_kan_takes_the_tiles_that_the_hand_has():
    hands = ("5550m456p789s112z", *HANDS[1:])
    course = (new_round(hands, "3z"), kan(0, 3, "5m"))
    assert events(*course)[-1] == ("ankan", 0, None, "5m", ["5m", "5m", "5m", "5mr"])
    assert events(new_round(hands, "3z"), kan(0, 3, "0m"))[-1][3:] == ("5m", ["5m", "5m", "5m", "5mr"])


def test_indicators_of_open_and_added_kans_come_with_the_discard_or_the_next_kan():
    # Kans of hatsu (added), 1p (concealed) and North (added), in the order of a public report.
    hands = ("111p66z44z123m789s", *("147m258p369s3333z", "258m369p147s2277z", "369m147p258s5555z"))
    course = [
        new_round(hands, "1p", doras=["8p"]),
        discard(0, "9s"),
        deal(1, "6z"),
        discard(1, "6z"),
        call(0, 1, "666z", [0, 0, 1]),
        discard(0, "8s"),
        deal(1, "4z"),
        discard(1, "4z"),
        call(0, 1, "444z", [0, 0, 1]),
        discard(0, "7s"),
        deal(1, "9m"),
        discard(1, "9m"),
        deal(0, "6z"),
        kan(0, 2, "6z"),
        deal(0, "9p", doras=["8p"]),
        kan(0, 3, "1p"),
        deal(0, "4z", doras=["8p", "5m", "9m"]),
        kan(0, 2, "4z"),
        deal(0, "8p", doras=["8p", "5m", "9m"]),
        discard(0, "8p", doras=["8p", "5m", "9m", "5p"]),
    ]
    told = kinds(*course)
    assert told[told.index("kakan") :] == [
        *("kakan", "draw", "ankan", "5m", "9m", "draw", "kakan", "draw", "5p", "discard"),
    ]
    assert read_one(game(*course)).rounds["dora_indicators"][0].as_py() == ["8p", "5m", "9m", "5p"]


def test_an_indicator_with_the_kan_itself_is_turned_at_once():
    hands = ("1111p456p789s112z", *HANDS[1:])
    assert kinds(new_round(hands, "3z"), kan(0, 3, "1p", doras=["3z", "9s"]))[-2:] == ["ankan", "9s"]


def test_a_north_is_set_aside():
    hands = ("19m123p456p78s114z", "19m456p456p123s22z", "19m789p123s789s33z")
    told = events(new_round(hands, "9s"), ("RecordBaBei", {"moqie": False}), deal(0, "1s"))
    assert told[1] == ("kita", 0, None, "N", ["N"])


@pytest.mark.parametrize(("count", "red"), [(0, 0), (3, 1), (4, 2)])
def test_a_hidden_kan_of_fives_has_the_red_fives_of_the_room(count, red):
    head = {"config": {"mode": {"mode": 1, "detail_rule": {"dora_count": count}}}}
    data = new_round()[1]
    live = {name: value for name, value in data.items() if not name.startswith("tiles")}
    kan_of_fives = ("ActionAnGangAddGang", {"seat": 1, "type": 3, "tiles": "5p"})
    course = [
        ("ActionNewRound", {**live, "tiles": [*tiles(HANDS[0]), "1m"]}),
        ("ActionDiscardTile", {"tile": "1m"}),
        ("ActionDealTile", {"seat": 1}),
    ]
    told = read_one(game(*course, kan_of_fives, head=head)).events.to_pylist()
    assert told[-1]["consumed"] == ["5p"] * (4 - red) + ["5pr"] * red


@pytest.mark.parametrize("form", [0, 1])
def test_a_kan_of_another_type_is_refused(form):
    told = read_one(game(new_round(), kan(0, form, "1z")))
    assert reasons(told)[0].endswith(f"a kan of type {form}")
