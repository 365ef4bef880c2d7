"""Mahjong Soul records: connections, emotes and messages beside play."""

from __future__ import annotations

import json

import pytest

from mjlog.formats import mjai
from mjlog.formats.base import Document
from tests.unit.formats.soul_events import kinds
from tests.unit.formats.soul_snippets import (
    deal,
    discard,
    game,
    new_round,
    read_one,
    reasons,
)


def test_lost_and_restored_connections_are_events():
    def user(seat, kind):
        return {"user_event": {"seat": seat, "type": kind}}

    def result(message):
        return {"result": {"name": message[0], "data": message[1]}}

    actions = [
        user(3, 1),  # players arrive before the game
        result(new_round()),
        user(0, 2),
        result(discard(0, "5m")),
        result(("RecordLiuJu", {"type": 2})),
        user(0, 1),
        user(9, 2),
        result(new_round(ben=1)),
        result(discard(0, "5m")),
    ]
    told = read_one(json.dumps({"actions": actions}).encode()).events.to_pylist()
    assert [(row["kind"], row["seat"]) for row in told] == [
        *(("draw", 0), ("leave", 0), ("discard", 0), ("abortive_draw", None)),
        *(("return", 0), ("draw", 0), ("discard", 0)),
    ]


def test_actions_tell_connections_and_emotes_with_their_times():
    actions = [
        {"passed": 5, "result": {"name": ".lq.RecordNewRound", "data": new_round()[1]}},
        {"passed": 7, "type": 3, "user_event": {"seat": 2, "type": 2}},
        {"passed": 8, "type": 2, "user_input": {"seat": 1, "type": 1, "emo": 0}},
        {"passed": 9, "type": 2, "user_input": {"seat": 0, "type": 2, "operation": {"type": 1}}},
        {"result": {"name": ".lq.RecordDiscardTile", "data": {"tile": "5m"}}},
    ]
    told = read_one(json.dumps({"head": {}, "data": {"data": {"actions": actions}}}).encode())
    assert told.events["kind"].to_pylist() == ["draw", "leave", "discard"]
    assert told.events["elapsed"].to_pylist() == [5, 7, 0]
    assert min(told.events["source_offset"].to_pylist()[::2]) > 0
    (row,) = told.extras.to_pylist()
    assert (row["action"], row["seq"], json.loads(row["fields"])) == (
        "GameUserInput",
        1,
        {"seat": 1, "emo": 0},
    )


def beside(*extra, before=()):
    actions = [
        *before,
        {"result": {"name": ".lq.RecordNewRound", "data": new_round()[1]}},
        *extra,
        {"result": {"name": ".lq.RecordDiscardTile", "data": {"tile": "5m"}}},
    ]
    return read_one(json.dumps({"head": {}, "data": {"actions": actions}}).encode())


@pytest.mark.parametrize("odd", [1.5, [1], {}, 9, -1, "x"])
@pytest.mark.parametrize("name", ["seat", "type"])
def test_what_is_odd_beside_play_is_told_and_costs_no_round(odd, name):
    told = beside({"user_event": {"seat": 1, "type": 2, name: odd}})
    assert [kind for kind in told.events["kind"].to_pylist() if kind != "leave"] == ["draw", "discard"]
    is_type = name == "type" and odd == 9
    assert [reason[:8] for reason in reasons(told)] == ["East 1, "] * (not is_type)


def test_an_odd_emote_is_told_and_costs_no_round():
    told = beside({"user_input": {"seat": 1.5, "emo": 3}}, {"user_input": {"seat": 1, "emo": [3]}})
    assert told.events["kind"].to_pylist() == ["draw", "discard"]
    assert [reason.partition("GameUserInput: ")[2] for reason in reasons(told)] == [
        "1.5 is no whole number",
        "[3] is no whole number",
    ]


def test_emotes_before_the_first_event_are_of_the_deal_and_come_back_from_mjai():
    emotes = [{"seat": 2, "emo": 7}, {"seat": 3, "emo": 8}]
    told = beside(before=[{"user_input": emote} for emote in emotes])
    (row,) = told.extras.to_pylist()
    assert (row["action"], row["round_index"], row["seq"]) == ("start_kyoku", 0, None)
    assert json.loads(row["fields"]) == {"GameUserInput": emotes}
    (again,) = mjai.read([Document("a", next(mjai.games(told)).data)]).extras.to_pylist()
    assert (again["action"], again["fields"]) == ("start_kyoku", row["fields"])


def test_what_players_do_after_the_last_round_is_kept_with_its_end():
    actions = [
        {"result": {"name": ".lq.RecordNewRound", "data": new_round()[1]}},
        {"result": {"name": ".lq.RecordDiscardTile", "data": {"tile": "5m"}}},
        {"result": {"name": ".lq.RecordLiuJu", "data": {"type": 2}}},
        {"user_input": {"seat": 1, "emo": 4}},
        {"user_event": {"seat": 2, "type": 2}},
        {"user_event": {"seat": 2.5, "type": 2}},
    ]
    told = read_one(json.dumps({"head": {}, "data": {"actions": actions}}).encode())
    assert [(row["action"], row["seq"], json.loads(row["fields"])) for row in told.extras.to_pylist()] == [
        ("GameUserInput", 2, {"seat": 1, "emo": 4}),
        ("GameUserEvent", 2, {"seat": 2, "type": 2}),
    ]
    (reason,) = reasons(told)
    assert "after East 1" in reason


def test_a_game_of_too_many_rounds_is_none(monkeypatch):
    monkeypatch.setattr("mjlog.formats.mahjong_soul.rounds.MOST_ROUNDS", 2)
    told = read_one(game(*[new_round()] * 3))
    assert (told.games.num_rows, reasons(told)) == (0, ["more than 2 rounds"])


def test_messages_beyond_those_of_a_game_are_left_out_and_told(monkeypatch):
    monkeypatch.setattr("mjlog.formats.mahjong_soul.exports._MOST_MESSAGES", 2)
    course = (new_round(), discard(0, "5m"), deal(1, "9p"), discard(1, "9p"))
    lines = b"\n".join(json.dumps({"name": name, "data": data}).encode() for name, data in course)
    for data in (lines, game(*course)):
        told = read_one(data)
        assert told.events["kind"].to_pylist() == ["draw", "discard"]
        assert [reason.endswith("those after them are left out") for reason in reasons(told)] == [True]


def test_other_messages_of_the_table_are_passed_over():
    assert kinds(new_round(), ("GameUserInput", {"cpg": {}}), discard(0, "5m")) == ["draw", "discard"]
