"""What Mahjong Soul records repeat of play is held against it, and told where it differs."""

from __future__ import annotations

import copy
import hashlib
import re
from typing import Any

import pytest

from tests.unit.formats.soul_snippets import (
    HANDS,
    Message,
    call,
    deal,
    discard,
    game,
    hule,
    new_round,
    no_tile,
    read_one,
    reasons,
    wall,
)

WAITING = ("123m456p789s1122z", "147m258p369s3344z", "234m456p678p23s99s", "369m147p258s7777z")
"""Seat 2 waits for 1s and 4s."""
WIN: dict[str, Any] = {
    "seat": 2,
    "hu_tile": "4s",
    "hand": ["1m"],
    "doras": ["3z"],
    "li_doras": ["9p"],
    "liqi": True,
    "count": 3,
    "fu": 30,
    "point_rong": 3900,
    "point_zimo_qin": 2000,
    "point_zimo_xian": 1000,
    "fans": [{"id": 2, "val": 1}, {"id": 14, "val": 1}, {"id": 30, "val": 1}],
}


ONE_HAND = "point_rong 3900, point_zimo_qin 12345, point_zimo_xian 1000"


def riichi_win() -> list[Message]:
    """Seat 2 declares riichi and wins; every number that repeats play is there and right."""
    liqi = {"seat": 2, "score": 24000, "liqibang": 1}
    return [
        new_round(WAITING, draw="5m"),
        discard(0, "5m"),
        deal(1, "9m", left_tile_count=68),
        discard(1, "9m"),
        deal(2, "6z", left_tile_count=67),
        discard(2, "6z", is_liqi=True),
        deal(3, "9m", left_tile_count=66, liqi=liqi),
        discard(3, "9m"),
        deal(0, "4s", left_tile_count=65),
        discard(0, "4s", moqie=True),
        hule(
            copy.deepcopy(WIN),
            deltas=[-3900, 0, 4900, 0],
            old_scores=[25000, 25000, 24000, 25000],
            scores=[21100, 25000, 28900, 25000],
        ),
    ]


def changed(messages: list[Message], place: int, path: str, value: Any) -> list[Message]:
    """Messages with one field of one of them changed, or left out where the value is None."""
    name, data = copy.deepcopy(messages[place])
    *outer, last = path.split(".")
    inner: Any = data
    for key in outer:
        inner = inner[int(key) if key.isdigit() else key]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return [*messages[:place], (name, data), *messages[place + 1 :]]


def told(messages: list[Message]) -> list[str]:
    """What is told of a round that is kept."""
    tables = read_one(game(*messages))
    assert len(tables.rounds) == 1
    head = re.compile(r"^East 1, honba 0 \(round 1 of the game\): Record(\w+): (.*); the round is kept$")
    found = [head.match(reason) for reason in reasons(tables)]
    return [f"{match[1]}: {match[2]}" if match else "?" for match in found]


def test_a_record_that_repeats_play_rightly_has_nothing_to_tell() -> None:
    assert told(riichi_win()) == []


@pytest.mark.parametrize(
    ("place", "path", "value", "reason"),
    [
        (0, "left_tile_count", 10, "NewRound: left_tile_count 10 where 69 tiles are left"),
        (4, "left_tile_count", 3, "DealTile: left_tile_count 3 where 67 tiles are left"),
        (4, "left_tile_count", None, "DealTile: left_tile_count 0 where 67 tiles are left"),
        (6, "liqi.score", 1, "DealTile: liqi: score 1, not 24000"),
        (6, "liqi.liqibang", 7, "DealTile: liqi: liqibang 7, not 1"),
        (
            -1,
            "old_scores",
            [1, 2, 3, 4],
            "Hule: old_scores [1, 2, 3, 4], not [25000, 25000, 24000, 25000]",
        ),
        (-1, "hules.0.liqi", False, "Hule: hules: liqi is False of seat 2"),
        (-1, "hules.0.qinjia", True, "Hule: hules: qinjia is True of seat 2"),
        (-1, "hules.0.doras", [], "Hule: hules: a win without its indicators (seat 2)"),
        (-1, "hules.0.li_doras", [], "Hule: hules: a win in riichi without its ura indicators (seat 2)"),
        (-1, "hules.0.hu_tile", None, "Hule: hules: a win without its tile (seat 2)"),
        (
            -1,
            "hules.0.ming",
            ["kezi(1m,1m,1m)"],
            "Hule: hules: ming kezi(1m,1m,1m) is not what was called (seat 2)",
        ),
        (
            -1,
            "hules.0.point_zimo_qin",
            12345,
            f"Hule: hules: {ONE_HAND} are of no one hand (seat 2)",
        ),
    ],
)
def test_a_repetition_that_differs_is_told(place: int, path: str, value: Any, reason: str) -> None:
    assert told(changed(riichi_win(), place % 11, path, value)) == [reason]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"salt": "abc", "salt_sha256": hashlib.sha256(b"abc").hexdigest()}, []),
        (
            {"salt": "abd", "salt_sha256": hashlib.sha256(b"abc").hexdigest()},
            ["salt_sha256 is not that of the salt"],
        ),
        ({"sha256": "00"}, ["sha256 '00' is no hash"]),
        ({"md5": "0" * 32}, []),
    ],
)
def test_hashes_that_are_none_or_not_of_the_salt_are_told(fields: dict[str, str], reason: list[str]) -> None:
    name, data = riichi_win()[0]
    assert told([(name, {**data, **fields}), *riichi_win()[1:]]) == [f"NewRound: {text}" for text in reason]


def test_melds_are_told_where_they_are_not_those_that_were_called() -> None:
    pon = call(0, 1, "222z", [0, 0, 1])
    win = {**WIN, "seat": 0, "qinjia": True, "liqi": False, "zimo": True, "hu_tile": "2z"}
    win |= {"point_rong": 5800, "point_zimo_xian": 2000, "point_zimo_qin": 0}
    start = [new_round(HANDS, draw="5m"), discard(0, "5m"), deal(1, "2z", left_tile_count=68)]
    start += [discard(1, "2z"), pon, discard(0, "1m"), deal(1, "9m", left_tile_count=67), discard(1, "9m")]
    for ming, reason in (
        (["kezi(2z,2z,2z)"], []),
        (["kezi(2z,2z,2z)", "shunzi(1m,2m,3m)"], ["ming kezi(2z,2z,2z), shunzi(1m,2m,3m)"]),
        ([], ["ming empty"]),
    ):
        said = told([*start, hule({**win, "ming": ming, "zimo": True}, deltas=[6000, -2000, -2000, -2000])])
        assert [text.partition("hules: ")[2].partition(" is not")[0] for text in said] == reason


@pytest.mark.parametrize(
    ("dealer_pays", "reason"),
    [
        (0, []),
        (2600, []),  # as editors write it
        (12345, ["Hule: hules: point_zimo_qin 12345, which no dealer pays for a dealer's win (seat 0)"]),
    ],
)
def test_what_a_dealer_pays_for_the_win_of_a_dealer_is_told(dealer_pays: int, reason: list[str]) -> None:
    win = {**WIN, "seat": 0, "qinjia": True, "liqi": False, "zimo": True, "hu_tile": "5m"}
    win |= {"point_rong": 7700, "point_zimo_xian": 2600, "point_zimo_qin": dealer_pays}
    assert told([new_round(), hule(win, deltas=[7800, -2600, -2600, -2600])]) == reason


def test_a_hand_that_is_shown_at_a_draw_and_was_not_played_is_told() -> None:
    shown = {"tingpai": True, "hand": [t + s for s, r in (("m", "234"), ("p", "456678")) for t in r]}
    right = {**shown, "hand": [*shown["hand"], "2s", "3s", "9s", "9s"]}
    for hand, reason in (
        (right, []),
        (shown, ["NoTile: players: the hand of seat 2 is not the one that was played"]),
    ):
        players = [{}, {}, hand, {}]
        messages = [new_round(WAITING), discard(0, "5m"), no_tile(deltas=[0, 0, 0, 0], players=players)]
        assert told(messages) == reason


def test_a_drawn_tile_that_is_left_out_is_taken_from_the_wall() -> None:
    text = wall(draws=("5m", "9s", "1p"))
    messages = [new_round(paishan=text), discard(0, "5m"), deal(1, "9s"), discard(1, "9s"), deal(2, "1p")]
    for _, data in messages:
        data.pop("left_tile_count", None)
    assert told(messages) == []
    lost = changed(messages, 4, "tile", None)
    assert told(lost) == ["DealTile: a draw without its tile, read as 1p from the wall"]
    assert read_one(game(*lost)).events["tile"].to_pylist()[-1] == "1p"


def test_a_replacement_tile_that_is_left_out_is_taken_from_the_end_of_the_wall() -> None:
    kan = ("RecordChiPengGang", {"seat": 3, "type": 2, "tiles": ["7z"] * 4, "froms": [3, 3, 3, 0]})
    hands = (HANDS[0].replace("2z", "7z", 1), *HANDS[1:3], HANDS[3].replace("7z", "2z", 1))
    text = wall(hands=hands, draws=("5m",), replacements=("9p",))
    messages = [new_round(hands, paishan=text), discard(0, "7z"), kan, ("RecordDealTile", {"seat": 3})]
    messages[0][1].pop("left_tile_count")
    assert told(messages) == ["DealTile: a draw without its tile, read as 9p from the wall"]


def test_a_drawn_tile_that_is_left_out_and_in_no_wall_is_told() -> None:
    messages = [new_round(), discard(0, "5m"), ("RecordDealTile", {"seat": 1, "left_tile_count": 68})]
    assert told(messages) == ["DealTile: a draw without its tile, read as unknown"]
    assert read_one(game(*messages)).events["tile"].to_pylist()[-1] == "?"


def won_twice(*changes: dict[str, Any], ben: int = 1) -> list[str]:
    """What is told of two rounds that seat 2 wins alike; each with what it says of the win besides."""
    messages: list[Message] = []
    for number, change in enumerate(changes):
        played = riichi_win()
        played[0][1]["ben"] = number * ben
        played[-1][1]["hules"][0].update(change)
        messages += played
    tables = read_one(game(*messages))
    assert tables.wins["log_points"].to_pylist() == [3900, 3900]
    return [reason.partition("hules: ")[2].partition("; ")[0] for reason in reasons(tables)]


def test_what_a_win_brings_is_its_worth() -> None:
    assert won_twice({"dadian": 3900}, {"dadian": 3900}) == []
    assert won_twice({"dadian": 3900}, {"dadian": 8000}) == [
        "dadian 8000, where the win is worth 3900 (seat 2)"
    ]


def test_a_win_is_worth_what_it_brings_where_its_worth_is_left_out() -> None:
    change = {"point_rong": 0, "dadian": 3900, "point_sum": 7800}
    assert won_twice({"dadian": 3900, "point_sum": 3900}, change) == [
        "dadian 3900, where the win is worth 0 (seat 2)"
    ]


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        (3900, 7800, []),
        (3900, 3900, []),  # as editors write it
        (3900, 7700, ["point_sum 7700, not 7800 (seat 2)"]),
        (3800, 7800, ["point_sum 3800, not 3900 (seat 2)"]),
        (0, 7800, []),
    ],
)
def test_the_sum_of_wins_adds_up_from_round_to_round(first: int, second: int, reason: list[str]) -> None:
    wins = [{"dadian": 3900, "point_sum": value} for value in (first, second)]
    assert won_twice(*wins) == reason


def test_the_sum_of_wins_is_the_worth_of_one_where_nothing_is_said_of_what_it_brings() -> None:
    assert won_twice({"point_sum": 3900}, {"point_sum": 3900}) == []
    assert won_twice({"point_sum": 3900}, {"point_sum": 7800}) == ["point_sum 7800, not 3900 (seat 2)"]


def test_the_sum_of_wins_is_at_least_what_one_brings_where_earlier_rounds_are_missing() -> None:
    wins = [{"dadian": 3900, "point_sum": value} for value in (50000, 53900)]
    late = [riichi_win() for _ in wins]
    for number, played in enumerate(late):
        played[0][1]["ben"] = number + 1
        played[-1][1]["hules"][0].update(wins[number])
    assert reasons(read_one(game(*late[0], *late[1]))) == []
    late[0][-1][1]["hules"][0]["point_sum"] = 100
    (reason,) = reasons(read_one(game(*late[0], *late[1])))
    assert "point_sum 100, not 3900 (seat 2)" in reason


def test_wins_that_somebody_is_liable_for_may_bring_something_else() -> None:
    liable = {"dadian": 1, "point_sum": 2, "baopai_seats": [1]}
    assert won_twice({"dadian": 3900}, liable) == []
