"""Riichi City records that are broken: what can be read is read, all else is told with its place."""

from __future__ import annotations

import json

import pytest

from mjlog import audit
from tests.unit.formats.riichi_city_snippets import USERS, Hand, kinds, log, read, reasons, win


def good(number: int = 1) -> Hand:
    return Hand(chang_ci=number, dealer=number - 1).discard(number - 1, "1s").end(7, [0, 0, 0])


def broken(events=None, **change) -> Hand:
    hand = good()
    hand.extra |= change
    if events is not None:
        hand.events = events
    return hand


def event(change: dict, at: int = 4) -> Hand:
    """A round with one event changed."""
    hand = good()
    hand.events[at] = {**hand.events[at], **change}
    return hand


def data(change: dict, at: int = 4) -> Hand:
    """A round with what one event says changed."""
    hand = good()
    hand.events[at]["data"] = json.dumps({**json.loads(hand.events[at]["data"]), **change})
    return hand


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (broken(events=[]), "no deal among the events"),
        (broken(players=[{"position": 0, "userId": 101}] * 2), "1 players at the places [0]"),
        (
            broken(players=[{"position": 0, "userId": 101 + i} for i in range(3)]),
            "3 players at the places [0, 0, 0]",
        ),
        (
            broken(players=[{"position": i, "userId": 201 + i} for i in range(3)]),
            "are not those at the table",
        ),
        (broken(players="x"), "Expected `array`, got `str` - at `$.players`"),
        (broken(handCardsSHA256="zz"), "handCardsSHA256"),
        (event({"data": "{"}), "event 5 (eventPos 4): Input data was truncated"),
        (event({"data": "[1]"}), "event 5 (eventPos 4): Expected `object`, got `array`"),
        (event({"data": 5}), "event 5: Expected `str | object | null`, got `int` - at `$.data`"),
        (event({"data": "[" * 5000}), "event 5 (eventPos 4):"),
        (event({"eventType": "4"}), "event 5: Expected `int`, got `str` - at `$.eventType`"),
        (event({"startTime": -5}), "event 5: Expected `int` >= 0 - at `$.startTime`"),
        (event({"startTime": 10**30}), "event 5: "),
        (data({"action": None}), "event 5 (eventPos 4): Expected `int`, got `null` - at `$.action`"),
        (data({"card": 10}), "event 5 (eventPos 4): 10 is no tile"),
        (data({"card": 1 << 40}), "event 5 (eventPos 4): Expected `int` <= 4095 - at `$.card`"),
        (data({"user_id": 999}), "event 5 (eventPos 4): 999 does not sit at the table"),
        (data({"move_cards_pos": list(range(99))}), "event 5 (eventPos 4): Expected `array` of length <= 4"),
        (data({"hand_cards": [1] * 12}, at=0), "hands of 12, 13, 13 tiles are dealt"),
        (data({"hand_cards": [1] * 20}, at=0), "Expected `array` of length <= 14 - at `$.hand_cards`"),
        (data({"dealer_pos": 3}, at=0), "place 3 deals at a table of 3"),
        (data({"quan_feng": 50}, at=0), "the round wind 50 is no wind"),
        (data({"user_info_list": []}, at=0), "the players with scores are not those at the table"),
        (
            data({"action": 5, "group_cards": [1, 1]}),
            "pon of seat 0 on nobody's tile",
        ),
        (data({"action": 6, "group_cards": [1]}), "daiminkan of seat 0 with 1 tiles of the hand"),
        (data({"action": 8, "group_cards": [1, 2, 3]}), "not of four equal tiles"),
        (data({"action": 13, "card": 1}), "seat 0 sets aside a tile that is no North"),
        (Hand(players=3).add(1, {**Hand().head, "hand_cards": [1] * 13}, 0), "seat 0 is dealt a second hand"),
        (Hand(players=3).add(7, {"cards": [0]}), "0 is no tile"),
    ],
)
def test_a_broken_round_is_told_and_the_others_are_read(hand, reason):
    tables = read(log(good(1), hand, good(2)))
    (told,) = reasons(tables)
    assert "round 2 of the log" in told
    assert reason in told
    assert tables.rounds["round_index"].to_pylist() == [0, 2]
    assert tables.rounds["round_number"].to_pylist() == [1, 2]


def test_a_reject_says_where_the_round_stands():
    content = json.dumps(log(good(1), data({"card": 10}))).encode()
    (row,) = read(content).rejects.to_pylist()
    assert content[row["source_offset"] :].startswith(b'{"benChangNum"')
    assert content[row["source_offset"] :].startswith(row["excerpt"].encode())
    assert row["source_offset"] > 1000


def test_an_unknown_action_is_told_and_kept():
    tables = read(log(Hand().act(99, 0, "1p")))
    assert reasons(tables) == ["East 1, honba 0 (round 1 of the log): unknown action 99"]
    assert tables.extras["fields"].to_pylist()[1:] == ['{"action 99":{"seat":0,"card":1}}']


def test_missing_events_are_told():
    hand = Hand().discard(0, "1s").turn(1, "4p").discard(1, "4p")
    del hand.events[5]
    tables = read(log(hand))
    assert reasons(tables) == ["East 1, honba 0 (round 1 of the log): eventPos 4 is followed by 6"]
    assert tables.rounds.num_rows == 1


@pytest.mark.parametrize("kind", [None, 77])
def test_a_round_whose_settlement_is_missing_is_told_by_the_audit(kind):
    hand = Hand().act(10, 0, "2s").end(1, [2000, -1000, -1000], [win(0, {1: 1})])
    event = hand.events.pop()
    if kind is not None:
        hand.events.append({**event, "eventType": kind})
    tables = read(log(hand, good()))
    unknown = f"East 1, honba 0 (round 1 of the log): unknown event type {kind}"
    assert reasons(tables) == ([] if kind is None else [unknown])
    (finding,) = audit(tables, select=["PA001"]).findings.to_pylist()
    assert finding["round_index"] == 0


def test_too_many_events_are_no_round():
    hand = Hand()
    for _ in range(1200):
        hand.discard(0, "1s")
    assert reasons(read(log(hand, good())))[0].endswith("1201 events")


def test_other_players_are_another_game():
    other = good(2)
    other.extra["players"] = [{"position": i, "userId": 201 + i} for i in range(3)]
    for at in range(3):
        said = json.loads(other.events[at]["data"])
        said["user_info_list"] = [{"user_id": 201 + i, "hand_points": 0} for i in range(3)]
        other.events[at] |= {"data": json.dumps(said), "userId": 201 + at}
    tables = read(log(good(1), other))
    assert reasons(tables)[0].endswith("its players are not those of the rounds before")


def test_without_players_the_scores_tell_the_places():
    hand = good()
    hand.extra["players"] = []
    tables = read(log(hand))
    assert tables.game_players["account_id"].to_pylist() == [str(user) for user in USERS[:3]]
    assert tables.game_players["name"].to_pylist() == [None] * 3


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no log in the document"),
        (b"[]", "no log in the document"),
        (b"hello", "no JSON object"),
        (b'{"a": 1}', "no log: it has no handRecord"),
        (b'{"code": 1, "data": null, "message": "no"}', "Expected `object`, got `null`"),
        (b'{"handRecord": []}', "a log without rounds"),
        (b'{"handRecord": 5}', "Expected `array`, got `int`"),
        (b'{"handRecord": [5]}', "no round of the log can be read"),
        (b'{"handRecord": [{"a": "\xff"}]}', "round 1 of the log"),
        (b'{"handRecord": [[[[', "the object does not end"),
    ],
)
def test_what_is_no_record_is_told(content, reason):
    tables = read(content)
    assert tables.games.num_rows == 0
    assert any(reason in told for told in reasons(tables))


def test_two_players_are_refused_by_name():
    hand = Hand().discard(0, "1s")
    assert reasons(read(log(hand, playerCount=2))) == [
        "a game for two players, which has tiles and rules of its own"
    ]


def test_more_rounds_than_a_game_has_are_refused():
    content = b'{"handRecord": [' + b",".join([b"{}"] * 1001) + b"]}"
    assert reasons(read(content)) == ["more than 1000 rounds"]


def test_of_a_log_that_is_cut_off_the_whole_rounds_are_read():
    whole = json.dumps(log(good(1), good(2), gamePlay=1003, wrapped=True)).encode()
    tables = read(whole[: whole.rindex(b"handEventRecord") + 400])
    assert tables.rounds["round_index"].to_pylist() == [0]
    assert tables.games["room"].to_pylist() == ["friendly"]
    assert tables.games["is_complete"].to_pylist() == [False]
    assert reasons(tables) == ["the object does not end", "round 2 of the log does not end"]


def test_a_malformed_round_does_not_spoil_the_rest_of_its_log():
    whole = json.dumps(log(good(1), good(2), round=1)).encode()
    tables = read(whole.replace(b'"benChangNum": 0', b'"benChangNum": oops', 1))
    assert tables.rounds["round_index"].to_pylist() == [1]
    assert tables.games["length"].to_pylist() == ["east"]
    assert tables.games["log_id"].to_pylist() == ["room"]
    assert len(reasons(tables)) == 2


@pytest.mark.parametrize("length", range(880, 960, 7))
def test_after_a_broken_log_the_next_one_is_read(length):
    lines = [json.dumps(log(good(n), roomId=f"room {n}")).encode() for n in (1, 2, 3)]
    lines[1] = lines[1][:length]
    tables = read(b"\n".join(lines))
    assert tables.games["log_id"].to_pylist() == ["room 1", "room 3"]


def test_so_broken_a_document_is_given_up():
    tables = read(b"{}" * 20_000)
    assert tables.rejects.num_rows == 101
    assert reasons(tables)[-1] == "9902 more problems"


def test_several_logs_of_a_document_are_several_games():
    tables = read([log(good(), roomId="a"), log(good(), wrapped=True, roomId="b")])
    assert tables.games["log_id"].to_pylist() == ["a", "b"]
    assert reasons(tables) == []


def test_players_may_be_named_by_texts():
    tables = read(_with_text_ids(log(good())))
    assert tables.game_players["account_id"].to_pylist() == ["u101", "u102", "u103"]
    assert kinds(tables)[-1][0] == "exhaustive_draw"


def _with_text_ids(value):
    """`value` with every player's number made a text, also in the JSON inside of strings."""
    if isinstance(value, dict):
        return {k: _with_text_ids(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_with_text_ids(v) for v in value]
    if isinstance(value, str) and value.startswith("{"):
        return json.dumps(_with_text_ids(json.loads(value)))
    return f"u{value}" if value in USERS else value
