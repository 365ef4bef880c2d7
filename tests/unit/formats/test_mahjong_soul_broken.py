"""Mahjong Soul records: what is broken or odd is told, and the rest is read."""

from __future__ import annotations

import json

import pytest

from mjlog.formats.base import Document
from mjlog.formats.mahjong_soul import read, sniff
from tests.unit.formats.soul_shapes import LQ, ROUNDS
from tests.unit.formats.soul_snippets import (
    HANDS,
    HEAD,
    ROUND_OF_NINE,
    ROUND_OF_RIICHI,
    deal,
    discard,
    game,
    hule,
    new_round,
    no_tile,
    read_one,
    reasons,
    tiles,
)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (new_round((*HANDS[:3], "123m")), "RecordNewRound: seat 3 is dealt 3 tiles"),
        (new_round(chang=4), "RecordNewRound: chang 4 is not within 0 and 3"),
        (new_round(doras=["9z"]), "RecordNewRound: '9z' is no tile"),
        (new_round(scores=[1, 2]), "RecordNewRound: [1, 2] are not the points of 4 players"),
        (new_round(scores=[10**9] * 4), "are not points that a score reaches"),
    ],
)
def test_a_deal_that_is_none_breaks_its_round_only(broken, reason):
    told = read_one(game(broken, discard(0, "5m"), *ROUND_OF_RIICHI))
    assert told.rounds["round_index"].to_pylist() == [1]
    assert len(reasons(told)) == 1
    assert reason in reasons(told)[0]
    assert "round 1 of the game" in reasons(told)[0]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (deal(4, "1m"), "RecordDealTile: seat 4 is not within 0 and 3"),
        (deal(1, "10m"), "RecordDealTile: '10m' is no tile"),
        (discard(1, ""), "RecordDiscardTile: '' is no tile"),
        (("RecordDealTile", {"seat": 1.5}), "1.5 is no whole number"),
        (("RecordChiPengGang", {"type": 7, "tiles": []}), "type 7 is not within 0 and 2"),
        (("RecordChiPengGang", {"seat": 1, "type": 1, "tiles": ["1m"]}), "a pon of 1 tiles"),
        (("RecordAnGangAddGang", {"type": 3}), "a kan without tiles"),
        (("RecordMystery", {"value": 7}), "a message that riichi does not have"),
        (hule(deltas=[0] * 4), "a win of 0 players"),
        (hule({"seat": 0, "hu_tile": "5m"}, deltas=[]), "seat 0 wins on a tile that nobody put down"),
        (("RecordHule", {"hules": "x"}), "hules: 'x' is no list of objects"),
        (("RecordDealTile", {"seat": 1, "tile": "1m", "doras": ["1z"] * 6}), "6 indicators"),
    ],
)
def test_a_malformed_message_breaks_its_round_only(broken, reason):
    told = read_one(game(new_round(), discard(0, "5m"), broken, *ROUND_OF_NINE))
    assert told.rounds["round_index"].to_pylist() == [1]
    (told_reason,) = reasons(told)
    assert told_reason.startswith("East 1, honba 0 (round 1 of the game): ")
    assert reason in told_reason


def test_play_after_the_end_of_a_round_is_told():
    told = read_one(game(*ROUND_OF_NINE, discard(0, "1m"), *ROUND_OF_RIICHI))
    assert told.rounds["round_index"].to_pylist() == [0, 2]
    assert reasons(told) == [
        "East 1, honba 1 (round 1 of the game): messages after its end, of a round without a deal"
    ]


def test_a_deal_to_three_among_deals_to_four_breaks_its_round_only():
    name, data = new_round()
    broken = (name, {key: value for key, value in data.items() if key != "tiles3"})
    told = read_one(game(broken, discard(0, "5m"), *ROUND_OF_RIICHI, *ROUND_OF_NINE))
    assert told.rounds["round_index"].to_pylist() == [1, 2]
    assert told.games["player_count"].to_pylist() == [4]


@pytest.mark.parametrize("lost", [0, 1, 3, 5])
def test_a_null_among_messages_costs_its_round(lost):
    entries = [*LQ]
    entries[lost] = None
    told = read_one(json.dumps({"head": HEAD, "records": entries}).encode())
    assert told.rounds.num_rows == 1
    assert len(reasons(told)) == 1


def test_a_broken_line_among_messages_costs_its_round():
    lines = [json.dumps(entry) for entry in LQ]
    lines[2] = lines[2][:30]
    told = read_one("\n".join(lines).encode())
    assert told.rounds["round_index"].to_pylist() == [1]
    assert len(reasons(told)) == 2


def test_fields_that_are_not_known_are_kept():
    course = (new_round(), discard(0, "5m", brand_new=7, tile_state=0, field_99="x"))
    told = read_one(game(*course, head={}))
    (row,) = told.extras.to_pylist()
    assert (row["action"], row["round_index"], row["seq"]) == ("RecordDiscardTile", 0, 1)
    assert json.loads(row["fields"]) == {"brand_new": 7, "field_99": "x"}


def test_play_before_the_first_deal_is_told():
    told = read_one(game(discard(0, "1m"), *ROUND_OF_RIICHI))
    assert told.rounds.num_rows == 1
    assert reasons(told) == ["messages of a round whose deal is not there"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"head": {"uuid": "x"}, "records": [', "the object does not end"),
        (b'{"head": {}, "records": []}', "no messages of a game"),
        (b'{"head": {}, "records": [1, null, "x"]}', "no messages of a game"),
        (b'{"records": ' + b"[" * 5000 + b"]" * 5000 + b"}", ""),
        (b'{"a":' * 2000 + b"1" + b"}" * 2000, ""),
        (b'{"head": {}, "records": [{"name": "RecordNewRound", "data": 1e999}]}', ""),
    ],
)
def test_documents_without_a_game_are_told(data, reason):
    told = read_one(data)
    assert told.games.num_rows == 0
    assert len(reasons(told)) >= 1
    assert reason in reasons(told)[0]


@pytest.mark.parametrize(
    "head",
    [
        {"config": 5, "accounts": "x", "result": [1], "uuid": 7, "start_time": "soon"},
        {"config": {"mode": {"mode": "x", "detail_rule": []}, "meta": 3}, "accounts": [1, {"seat": "x"}]},
        {"accounts": [{"seat": 9, "nickname": 5}], "result": {"players": [{"seat": 1, "total_point": "x"}]}},
        {"start_time": 10**30, "uuid": "x" * 1000},
        {"config": {"mode": {"detail_rule": {"init_point": -5, "time_fixed": 5}}}},
        {"config": {"mode": {"detail_rule": {"time_fixed": 5, "fandian": 10**9, "dora_count": "x"}}}},
    ],
)
def test_a_broken_head_never_costs_the_rounds(head):
    assert read_one(game(*ROUNDS, head=head)).rounds.num_rows == 2


def test_unknown_content_is_no_record():
    for data in (b"", b"<mjloggm>", b'{"type":"start_game"}', b'{"log":[[[0,0,0]]]}', b"RecordNewRound"):
        assert not sniff(data)
    assert sniff(json.dumps({"head": {**HEAD, "x": "y" * 50}, "data": "A" * 70000}).encode()[:65536])


def test_documents_are_independent():
    told = read([Document("a.json", b"{"), Document("b.json", game(*ROUNDS))])
    assert told.games["source_path"].to_pylist() == ["b.json"]
    assert told.rejects["source_path"].to_pylist() == ["a.json"]


def test_an_exhaustive_draw_has_no_winner():
    told = read_one(game(new_round(), discard(0, "5m"), no_tile([0], [3000, -1000, -1000, -1000])))
    assert told.rounds["outcome"].to_pylist() == ["exhaustive_draw"]
    assert tiles("0m") == ["0m"]
