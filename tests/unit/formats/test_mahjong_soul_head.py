"""What the head of a Mahjong Soul record says of rooms, modes, players and times, and what is wrong there."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tests.unit.formats.soul_snippets import FINISHED, HEAD, discard, game, new_round, read_one, reasons

ROUND = (new_round(), discard(0, "5m"))


def head(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(HEAD), **changes}


def in_room(mode_id: Any) -> dict[str, Any]:
    return head(config={"category": 2, "mode": {"mode": 2}, "meta": {"mode_id": mode_id}})


def in_mode(mode: Any) -> dict[str, Any]:
    return head(config={"category": 2, "mode": {"mode": mode}, "meta": {"mode_id": 9}})


@pytest.mark.parametrize("room", [40, "40", 40.0], ids=repr)
def test_rooms_of_other_games_are_refused_however_their_number_is_written(room: Any) -> None:
    tables = read_one(game(*ROUND, head=in_room(room)))
    assert len(tables.games) == 0
    assert reasons(tables) == ["not riichi but Battle of Asura (修罗之战)"]


@pytest.mark.parametrize("room", [9, "9", 9.0], ids=repr)
def test_a_room_is_known_however_its_number_is_written(room: Any) -> None:
    tables = read_one(game(*ROUND, head=in_room(room)))
    assert (tables.games["room"].to_pylist(), reasons(tables)) == (["gold"], [])


@pytest.mark.parametrize("seat", [1, "1", 1.0], ids=repr)
def test_a_seat_is_read_however_its_number_is_written(seat: Any) -> None:
    drawn = ("RecordDealTile", {"seat": seat, "tile": "9s", "left_tile_count": 68})
    tables = read_one(game(*ROUND, drawn))
    assert (tables.events["seat"].to_pylist()[-1], reasons(tables)) == (1, [])


@pytest.mark.parametrize("mode", [99, 12, "x"])
def test_a_mode_of_other_players_than_those_who_are_dealt_tiles_is_told(mode: Any) -> None:
    tables = read_one(game(*ROUND, head=in_mode(mode)))
    assert len(tables.rounds) == 1
    assert reasons(tables) == [f"mode {mode!r} is none of 4 players, who are dealt tiles"]


@pytest.mark.parametrize("time", [-5, 10**18, "noon"])
def test_a_start_that_is_no_time_is_told(time: Any) -> None:
    tables = read_one(game(*ROUND, head=head(start_time=time)))
    assert (tables.games["started_at"].to_pylist(), len(reasons(tables))) == ([None], 1)
    assert reasons(tables)[0].endswith("is no time")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"accounts.1.seat": 9}, "accounts of no seat at a table of 4; they are left out"),
        ({"accounts.1.seat": 2}, "accounts of one seat twice"),
        ({"result.players.0.seat": 100}, "results of no seat at a table of 4; they are left out"),
    ],
)
def test_players_of_no_seat_or_of_one_that_is_taken_are_told(changes: dict[str, Any], reason: str) -> None:
    odd = copy.deepcopy(FINISHED if "result.players.0.seat" in changes else HEAD)
    for path, value in changes.items():
        *outer, last = path.split(".")
        inner: Any = odd
        for key in outer:
            inner = inner[int(key) if key.isdigit() else key]
        inner[last] = value
    assert reasons(read_one(game(*ROUND, head=odd))) == [reason]


@pytest.mark.parametrize("time_fixed", [-1, 5])
def test_a_thinking_time_alone_makes_no_list_of_options(time_fixed: int) -> None:
    config = {"category": 2, "mode": {"mode": 2, "detail_rule": {"time_fixed": time_fixed}}}
    tables = read_one(game(*ROUND, head=head(config=config)))
    (rules,) = tables.games["rules"].to_pylist()
    assert json.loads(rules) == {"extends": "mahjong_soul", "length": "south"}


def test_an_option_that_nobody_knows_is_a_house_option_and_kept_by_its_name() -> None:
    config = {
        "category": 1,
        "mode": {"mode": 2, "detail_rule": {"guobiao": True, "zhan_xing": 1, "dora3": 0}},
    }
    tables = read_one(game(*ROUND, head=head(config=config)))
    assert tables.games["house_options"].to_pylist() == [["other"]]
    (kept,) = tables.extras.to_pylist()
    assert json.loads(kept["fields"]) == {"detail_rule": {"guobiao": "True", "zhan_xing": "1"}}


@pytest.mark.parametrize("room", [99, "98", 27, "x", [1]])
def test_a_room_that_nobody_knows_is_told_and_its_rules_are_not_taken_for_known(room: Any) -> None:
    tables = read_one(game(*ROUND, head=in_room(room)))
    (reason,) = reasons(tables)
    assert reason.startswith(f"mode_id {room!r} is no room that mjlog knows")
    assert tables.games["house_options"].to_pylist() == [["other"]]


def test_a_room_of_other_players_than_those_who_are_dealt_tiles_is_told() -> None:
    tables = read_one(game(*ROUND, head=in_room(17)))
    assert reasons(tables) == ["mode_id 17 is no room of 4 players, who are dealt tiles"]
    assert tables.games["house_options"].to_pylist() == [None]


@pytest.mark.parametrize(("room", "mode"), [(11, 2), (12, 1), (2, 2), (16, 1)])
def test_a_room_whose_games_have_another_length_is_told(room: int, mode: int) -> None:
    config = {"category": 2, "mode": {"mode": mode}, "meta": {"mode_id": room}}
    length = {1: "east", 2: "south"}[mode]
    assert reasons(read_one(game(*ROUND, head=head(config=config)))) == [
        f"mode_id {room} is no room of mode {mode}, whose length is {length}"
    ]


@pytest.mark.parametrize("room", [None, 0, "9", 30])
def test_a_room_of_ones_own_or_of_the_players_who_are_dealt_tiles_is_not(room: Any) -> None:
    assert reasons(read_one(game(*ROUND, head=in_room(room)))) == []


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("liqibang_value", 2000, "2000"),
        ("tianbian_value", 60000, "60000"),
        ("dora3", True, "'True'"),
        ("guyi_mode", 1, None),
    ],
)
def test_an_option_that_no_rule_set_has_is_told_by_name(option: str, value: Any, said: str | None) -> None:
    mode = {"mode": 2, "detail_rule": {option: value}}
    tables = read_one(game(*ROUND, head=head(config={"category": 1, "mode": mode})))
    told = [f"options of the room: {option} is {said}, which no rule set has"] if said else []
    assert reasons(tables) == told


def test_a_full_list_without_dora_is_told_by_its_option() -> None:
    rule = {"time_fixed": 5, "init_point": 25000, "have_yifa": True, "dora_count": 3, "shiduan": 1}
    mode = {"mode": 2, "detail_rule": rule}
    tables = read_one(game(*ROUND, head=head(config={"category": 1, "mode": mode})))
    assert reasons(tables) == ["options of the room: have_biao_dora is False, which no rule set has"]
    assert tables.games["house_options"].to_pylist() == [["other"]]


def test_of_many_options_that_no_rule_set_has_the_first_are_named() -> None:
    mode = {"mode": 2, "detail_rule": {f"odd_{n}": 1 for n in range(1000)}}
    found = reasons(read_one(game(*ROUND, head=head(config={"category": 1, "mode": mode}))))
    assert (found[0], len(found)) == ("options of the room: odd_0 is '1', which no rule set has", 11)
    assert found[-1] == "options of the room: 990 more that no rule set has"
