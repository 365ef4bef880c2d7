from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats.mahjong_soul import wire
from mjlog.formats.mahjong_soul.messages import MESSAGES
from mjlog.formats.mahjong_soul.wire_messages import decode
from mjlog.simulate import simulate
from tests.unit.formats import soul_snippets as soul
from tests.unit.formats.wire_snippets import (
    SCALARS,
    TEXTS,
    answer,
    details,
    fields_of,
    message,
    new,
    old,
    part,
    varint,
    wrapped,
)
from tests.unit.formats.wire_told import HEAD, RECORDS, told

ENVELOPES = {
    "bare": bytes,
    "wrapped": details,
    "wrapped without a dot or package": lambda data: wrapped("GameDetailRecords", data),
    "answer": lambda data: answer(HEAD, data),
    "answer of wrapped": lambda data: answer(HEAD, details(data)),
    "answer in a frame": lambda data: b"\x03\x17\x00" + wrapped("", answer(HEAD, details(data))),
    "answer in a wrapper without a name": lambda data: part(2, answer(HEAD, details(data))),
    "answer with its name": lambda data: wrapped(".lq.ResGameRecord", answer(HEAD, details(data))),
}


def values(type_: str) -> st.SearchStrategy:
    """Values of a type that are not its default."""
    if type_ in SCALARS:
        return {
            "uint32": st.integers(1, (1 << 32) - 1),
            "int32": st.integers(-(1 << 31), (1 << 31) - 1).filter(bool),
            "bool": st.just(True),  # noqa: FBT003
            "string": st.text(st.characters(codec="utf-8"), min_size=1, max_size=5),
        }[type_]
    return contents(type_)


def contents(name: str) -> st.SearchStrategy[dict]:
    options = {
        key: st.lists(values(field.type), min_size=1, max_size=3) if field.is_repeated else values(field.type)
        for key, field in fields_of(name).items()
    }
    keys = st.lists(st.sampled_from(sorted(options)), unique=True, max_size=5)
    return keys.flatmap(lambda some: st.fixed_dictionaries({key: options[key] for key in some}))


@given(st.sampled_from(sorted(MESSAGES)).flatmap(lambda name: st.tuples(st.just(name), contents(name))))
def test_messages_are_read_as_they_were_written(case):
    name, data = case
    assert decode(name, message(name, data)) == data


def test_fields_of_the_table_are_numbered_once_and_made_of_messages_of_the_table():
    for name in MESSAGES:
        fields = fields_of(name).values()
        assert len({f.number for f in fields}) == len(fields)
        assert {f.type for f in fields} <= SCALARS | MESSAGES.keys()


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("envelope", ENVELOPES)
@pytest.mark.parametrize("version", [old, new])
def test_records_are_read_from_every_envelope_text_and_version(text, envelope, version):
    data = TEXTS[text](ENVELOPES[envelope](version(RECORDS)))
    game = wire.records_of(data)
    assert wire.is_wire(data)
    assert (told(game), game.problems) == (RECORDS, [])
    assert game.head == (HEAD if "answer" in envelope else {})
    assert [r.elapsed for r in game.records] == ([0, 1500, 3000] if version is new else [-1, -1, -1])


def test_numbers_that_are_not_packed_are_read_too():
    loose = b"".join(part(5, score) for score in (25000, -300))
    assert decode("RecordNewRound", loose) == {"scores": [25000, -300]}


@pytest.mark.parametrize("text", [t for t in TEXTS if "lines" not in t])
def test_offsets_are_those_of_the_document(text):
    before = b"" if text == "raw" else b"\n\t "
    data = before + TEXTS[text](details(new(RECORDS)))
    game = wire.records_of(data)
    size = 3 if text == "raw" else {"h": 6, "b": 4}[text[0].lower()]
    for record in game.records:
        decoded = details(new(RECORDS))[(record.offset - len(before)) * 3 // size :]
        assert f".lq.{record.name}".encode() in decoded[:40]
    assert all(a.offset < b.offset for a, b in pairwise(game.records))


def test_text_is_known_behind_many_blanks():
    text = b" " * 100_000 + TEXTS["base64"](details(old(RECORDS)))
    assert wire.is_wire(text)
    assert told(wire.records_of(text)) == RECORDS


def test_offsets_of_text_in_lines_are_unknown():
    game = wire.records_of(TEXTS["base64 in lines"](details(new(RECORDS))))
    assert {record.offset for record in game.records} == {-1}


@pytest.mark.parametrize("head", [{}, {"start_time": 5}, {"config": {"category": 2}}, {"standard_rule": 1}])
@pytest.mark.parametrize("version", [old, new])
def test_heads_without_an_id_are_told_from_actions(head, version):
    game = wire.records_of(answer(head, version(RECORDS)))
    assert (game.head, told(game), game.problems) == (head, RECORDS, [])


def test_actions_without_a_version_are_told_from_heads():
    for count in (1, 2):
        actions = new(RECORDS[:count]).removeprefix(part(2, 210715))
        assert told(wire.records_of(actions)) == RECORDS[:count]


def test_one_wrapped_record_is_read():
    name, data = RECORDS[0]
    assert told(wire.records_of(wrapped(f".lq.{name}", message(name, data)))) == RECORDS[:1]


def test_what_players_and_the_table_do_besides_is_told_in_order():
    emote = part(1, 900) + part(2, 2) + part(4, message("GameUserInput", {"seat": 3, "type": 1, "emo": 5}))
    leaving = part(1, 950) + part(2, 3) + part(5, message("GameUserEvent", {"seat": 3, "type": 1}))
    nothing = part(1, 990) + part(2, 4) + part(6, 1)
    game = wire.records_of(new(RECORDS[:1], emote, leaving, nothing))
    assert [(r.name, r.elapsed) for r in game.records] == [
        ("GameUserInput", 900),
        ("GameUserEvent", 950),
        ("RecordNewRound", 0),
    ]
    assert game.records[0].data == {"seat": 3, "type": 1, "emo": 5}


def test_unknown_fields_and_messages_are_kept_by_their_numbers():
    more = part(99, 7) + part(100, b"\x01\xff") + part(99, 8) + varint(101 << 3 | 5) + b"\1\0\0\0"
    group = varint(102 << 3 | 3) + part(1, 5) + varint(102 << 3 | 4)
    expected = {"field_99": [7, 8], "field_100": "01ff", "field_101": 1, "field_102": {"field_1": 5}}
    assert decode("RecordDealTile", part(1, 2) + more + group) == {"seat": 2, **expected}
    assert told(wire.records_of(old(RECORDS[:1]) + part(1, wrapped(".lq.RecordOfTomorrow", more)))) == [
        RECORDS[0],
        ("RecordOfTomorrow", {k: v for k, v in expected.items() if k != "field_102"}),
    ]


@pytest.fixture(scope="module", params=["mahjong_soul", "mahjong_soul_sanma"])
def played(request) -> list[soul.Message]:
    """The messages of a simulated game."""
    (tables,) = simulate(request.param, games=1, seed=2)
    (messages,) = soul.games_of(tables).values()
    return messages


def head_of(messages: list[soul.Message]) -> dict[str, object]:
    """A head that fits the players who are dealt tiles."""
    if "tiles3" in messages[0][1]:
        return soul.HEAD
    of_three = {"config": {"mode": {"mode": 12}}, "accounts": soul.HEAD["accounts"][:3]}
    return {"uuid": soul.HEAD["uuid"], "start_time": soul.HEAD["start_time"], **of_three}


@pytest.mark.parametrize("text", ["raw", "hex", "base64"])
@pytest.mark.parametrize("version", [old, new])
def test_protobuf_gives_the_tables_that_json_gives(played, text, version):
    head = head_of(played)
    from_json = soul.read_one(soul.game(*played, head=head))
    from_wire = soul.read_one(TEXTS[text](answer(head, details(version(played)))))
    times = from_wire.events["elapsed"].to_pylist()
    assert times == sorted(t for t in times if t is not None) if version is new else set(times) == {None}
    for table in ("games", "game_players", "rounds", "events", "wins", "draws", "extras", "rejects"):
        left, right = getattr(from_json, table), getattr(from_wire, table)
        said = [c for c in left.column_names if c not in ("source_offset", "elapsed")]
        assert left.select(said).to_pylist() == right.select(said).to_pylist(), table
    assert from_json.rounds.num_rows > 3
    assert from_json.rejects.num_rows == 0


def test_a_cut_game_gives_the_rounds_before_the_cut(played):
    whole = answer(head_of(played), details(new(played)))
    tables = soul.read_one(whole[: len(whole) * 2 // 3])
    assert tables.rounds.num_rows > 0
    assert not tables.games["is_complete"][0].as_py()
    assert soul.reasons(tables)[0].startswith("the record is cut: ")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        json.dumps({"name": ".lq.RecordNewRound", "data": TEXTS["base64"](old(RECORDS)).decode()}).encode(),
        json.dumps([{"name": ".lq.RecordNewRound"}], indent=1).encode(),
        b'<mjloggm ver="2.3">',
        b"abcdef0123456789",
        b"aGVsbG8gd29ybGQ=",
        b"\x0a\x03abc",
    ],
)
def test_what_is_no_record_is_not_taken_for_one(data):
    assert not wire.is_wire(data)
