"""Mahjong Soul records: shapes of export, all of one game."""

from __future__ import annotations

import base64
import json

import pytest

from mjlog.formats import recognise
from mjlog.formats.mahjong_soul import NAME, sniff
from tests.unit.formats import wire_snippets as wire
from tests.unit.formats.soul_shapes import DETAILS, LQ, ROUNDS
from tests.unit.formats.soul_snippets import (
    FINISHED,
    camel,
    game,
    read_one,
    reasons,
)

NAMED = [{"name": name, "data": data} for name, data in ROUNDS]

TYPED = [{**data, "@type": name} for name, data in ROUNDS]

ROUND_LISTS = [NAMED[:5], NAMED[5:]]
EDITED = {
    "config": FINISHED["config"],
    "player_datas": [{"nickname": account["nickname"]} for account in FINISHED["accounts"]],
    "players": FINISHED["result"]["players"],
    "rounds": ROUND_LISTS,
}
SHAPES = {
    "records": {"head": FINISHED, "records": NAMED},
    "names with their package": {"head": FINISHED, "records": LQ},
    "data": {"head": FINISHED, "data": LQ},
    "details": {"head": FINISHED, "details": TYPED},
    "camelCase": camel({"head": FINISHED, "details": TYPED}),
    "actions in wrappers": {"head": FINISHED, "data": DETAILS},
    "an answer with its error": {"error": None, "head": FINISHED, "data": DETAILS, "data_url": ""},
    "an answer with its name": {"name": ".lq.ResGameRecord", "data": {"head": FINISHED, "data": DETAILS}},
    "below other things": {"id": "x", "tags": ["a"], "game": {"head": FINISHED, "records": NAMED}},
    "rounds of an editor": EDITED,
    "rounds with actions": {
        **{key: FINISHED[key] for key in ("uuid", "config", "accounts")},
        "rounds": [{"wind": "east", "actions": entries} for entries in ROUND_LISTS],
    },
    "names of a protobuf library": {
        "head": FINISHED,
        "records": [{**entry, "name": f"type.googleapis.com/lq.{entry['name']}"} for entry in NAMED],
    },
    "messages alone": NAMED,
    "rounds alone": ROUND_LISTS,
}


def core(data: bytes) -> dict[str, list[dict]]:
    """What is played, without names and places of the source."""
    told = read_one(data)
    assert reasons(told) == []
    dropped = ["game_id", "source_offset", "elapsed"]
    return {
        name: [{k: v for k, v in row.items() if k not in dropped} for row in getattr(told, name).to_pylist()]
        for name in ("rounds", "events", "wins", "draws")
    }


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_export_gives_the_same_game(shape):
    data = json.dumps(SHAPES[shape]).encode()
    assert sniff(data)
    assert recognise(data).NAME == NAME
    assert core(data) == core(game(*ROUNDS))
    assert core(data)["rounds"][0]["outcome"] == "ron"


def test_a_message_a_line_gives_the_game():
    data = "\n".join(json.dumps(entry) for entry in NAMED).encode()
    assert core(data) == core(game(*ROUNDS))


def test_base64_of_protobuf_in_json_gives_the_same_game_once():
    pytest.importorskip("google.protobuf")
    records = [wire.wrapped(f".lq.{name}", wire.message(name, data)) for name, data in ROUNDS]
    text = base64.b64encode(wire.wrapped(".lq.GameDetailRecords", b"".join(wire.part(1, r) for r in records)))
    both = {"head": FINISHED, "data": text.decode(), "details": TYPED}
    alone = {"head": FINISHED, "data": text.decode()}
    assert core(json.dumps(alone).encode()) == core(json.dumps(both).encode()) == core(game(*ROUNDS))


def test_messages_may_be_protobuf_one_by_one():
    pytest.importorskip("google.protobuf")
    packed = [(name, wire.message(name, data)) for name, data in ROUNDS]
    wrapped = [wire.wrapped(f".lq.{name}", data) for name, data in packed]
    bare = wire.wrapped(".lq.GameDetailRecords", b"".join(wire.part(1, w) for w in wrapped))
    shapes = (
        {
            "records": [
                {"name": f".lq.{name}", "data": base64.b64encode(data).decode()} for name, data in packed
            ]
        },
        {"records": [base64.b64encode(data).decode() for data in wrapped]},
        {"actions": [{"type": 1, "result": base64.b64encode(data).decode()} for data in wrapped]},
        {"data": {"type": "Buffer", "data": list(bare)}},
        {"data": list(bare)},
    )
    for shape in shapes:
        assert core(json.dumps({"head": FINISHED, **shape}).encode()) == core(game(*ROUNDS))
    shapes[0]["records"][1]["data"] = "!"
    told = read_one(json.dumps({"head": FINISHED, **shapes[0]}).encode())
    assert told.rounds["round_index"].to_pylist() == [1]


def test_protobuf_as_text_may_be_wrapped_and_stand_among_other_lines():
    pytest.importorskip("google.protobuf")
    records = [wire.wrapped(f".lq.{name}", wire.message(name, data)) for name, data in ROUNDS]
    raw = wire.wrapped(".lq.GameDetailRecords", b"".join(wire.part(1, r) for r in records))
    whole = base64.b64encode(raw)
    lines = base64.encodebytes(raw)
    for text in (
        whole,
        lines,
        whole + b"\n\n" + lines,
        lines + raw.hex().encode(),
        whole + b"\nso it went\n",
    ):
        told = read_one(text)
        assert told.rounds.num_rows == 2 * told.games.num_rows > 0
        assert len(reasons(told)) == (b"went" in text)
    assert read_one(whole + b"\n" + lines).games.num_rows == 2
    placed = read_one(b"\n\n" + whole).rounds["source_offset"].to_pylist()
    assert placed[0] == read_one(whole).rounds["source_offset"][0].as_py() + 2


def test_messages_stand_in_the_order_of_their_numbers():
    entries = [{**entry, "sequence": n} for n, entry in enumerate(NAMED)]
    shuffled = {"head": FINISHED, "rounds": [{"actions": [entries[n] for n in (1, 0, 4, 3, 2, 6, 5)]}]}
    assert core(json.dumps(shuffled).encode()) == core(game(*ROUNDS))


def test_several_games_of_a_document_are_each_read():
    one = json.dumps({"head": FINISHED, "records": NAMED})
    for text in (f"[{one}, {one}]", f"{one}\n{one}", f'{{"games": [{one}, {one}]}}'):
        assert read_one(text.encode()).games.num_rows == 2
