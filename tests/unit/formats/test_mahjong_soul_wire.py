from __future__ import annotations

import importlib
import json
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats.mahjong_soul import wire
from mjlog.formats.mahjong_soul.messages import MESSAGES
from mjlog.formats.mahjong_soul.records import LOST
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

HEAD = {"uuid": "210801-aa-bb", "start_time": 1627800000, "accounts": [{"account_id": 7, "nickname": "猫"}]}
RECORDS = [
    ("RecordNewRound", {"chang": 1, "scores": [25000, -300, 25000, 50300], "tiles0": ["1m", "0p"]}),
    ("RecordDiscardTile", {"seat": 2, "tile": "5z", "moqie": True, "zhenting": [False, True, False, False]}),
    (
        "RecordHule",
        {"hules": [{"hu_tile": "3s", "fans": [{"val": 1, "id": 2}]}], "delta_scores": [-8000, 8000]},
    ),
]
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


def told(game: wire.GameRecord) -> list[tuple[str, dict]]:
    return [(record.name, record.data) for record in game.records if record.name != LOST]


def reasons(data: bytes) -> list[str]:
    return [reason for _, reason in wire.records_of(data).problems]


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


@pytest.mark.parametrize("version", [old, new])
def test_a_cut_record_gives_what_stands_before_the_cut(version):
    whole = details(version(RECORDS))
    seen = set()
    for size in range(len(whole)):
        game = wire.records_of(whole[:size])
        records = told(game)
        assert records == RECORDS[: len(records)]
        assert len(game.problems) == 1, size
        seen.add(len(records))
    assert seen == {0, 1, 2}
    assert wire.records_of(whole[:-10]).problems == [
        (len(whole) - 10, "the record is cut: 10 bytes are missing")
    ]


def test_text_cut_within_a_byte_gives_what_stands_before_the_cut():
    for text in ("hex", "base64"):
        whole = TEXTS[text](details(old(RECORDS)))
        for size in range(len(whole) - 9, len(whole) - 4):
            assert told(wire.records_of(whole[:size])) == RECORDS[:2]


def test_a_broken_message_does_not_spoil_the_others():
    broken = [
        part(1, wrapped(".lq.RecordHule", b"\x0a\xff")),
        part(1, wrapped(".lq.RecordDealTile", part(2, b"\xff\xfe"))),  # no UTF-8
        part(1, wrapped(".lq.<script>", b"")),
        part(1, part(1, b"".join([varint(5), b"abc"]))),
        part(1, b"\x0b"),
        part(1, b""),
    ]
    game = wire.records_of(old(RECORDS[:1]) + b"".join(broken) + old(RECORDS[1:]))
    assert told(game) == RECORDS
    names = [record.name for record in game.records]
    assert names == ["RecordNewRound", *[LOST] * len(broken), "RecordDiscardTile", "RecordHule"]
    assert [reason for _, reason in game.problems] == [
        "bytes that are no RecordHule",
        "bytes that are no RecordDealTile",
        "no name of a message: '.lq.<script>'",
        r"no name of a message: '\x05abc'",
        "no protobuf: tag 11",
        "an empty message",
    ]


@pytest.mark.parametrize("version", [old, new])
def test_a_changed_byte_costs_the_messages_around_it_only(version):
    records = [("RecordDealTile", {"seat": seat, "tile": f"{seat + 1}m"}) for seat in range(9)]
    whole = details(version(records))
    assert len(whole) > 100
    for place in range(len(whole)):
        for value in {0, 1, 0x7F, 0xFF, whole[place] ^ 8} - {whole[place]}:
            game = wire.records_of(whole[:place] + bytes([value]) + whole[place + 1 :])
            kept = [record for record in told(game) if record in records]
            assert len(kept) >= len(records) - 2, (place, value)
            assert kept == [record for record in records if record in kept]


def test_missing_bytes_cost_the_messages_around_them_only():
    records = [("RecordDealTile", {"seat": seat, "tile": f"{seat + 1}m"}) for seat in range(9)]
    whole = details(new(records))
    assert len(whole) > 100
    for size in (1, 7, 40):
        for place in range(len(whole) - size):
            kept = told(wire.records_of(whole[:place] + whole[place + size :]))
            assert len([record for record in kept if record in records]) >= len(records) - 3, (size, place)


def test_a_length_that_leaves_its_message_is_told():
    inner = b"\x0a\x7f.lq.RecordDealTile"
    assert reasons(old(RECORDS[:1]) + part(1, inner) + old(RECORDS[1:2]))[0].startswith("a field is")
    assert told(wire.records_of(old(RECORDS[:1]) + part(1, inner) + old(RECORDS[1:2]))) == RECORDS[:2]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "an empty message"),
        (
            b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f",
            "the record is cut: 9223372036854775807 bytes are missing",
        ),
        (b"\x0a" + b"\xff" * 11, "a number of more than 10 bytes"),
        (b"<html>", "no protobuf"),
        (part(2, 210715), "a record in which nothing happens"),
        (part(1, part(1, 1203)), "the answer is an error of the platform"),
        (
            part(3, message("RecordGame", HEAD)) + part(5, b"https://x/y"),
            "only the head is here, the record is at",
        ),
    ],
)
def test_what_is_no_record_is_told(data, reason):
    game = wire.records_of(data)
    assert game.records == []
    assert [r for _, r in game.problems if r.startswith(reason)] != []


def test_wrappers_in_each_other_end():
    data = old(RECORDS[:1])
    for _ in range(5000):
        data = wrapped("lq.Wrapper", data)
    game = wire.records_of(data)
    assert [reason for _, reason in game.problems] == ["messages wrapped in each other more than 8 times"]
    assert told(game) == RECORDS[:1]


def test_groups_in_each_other_end():
    deep = b"\x0b" * 60 + b"\x0c" * 60
    with pytest.raises(ValueError, match="groups in each other"):
        decode("RecordOfTomorrow", deep)
    assert reasons(part(1, wrapped(".lq.RecordDealTile", b"\x0b" * 50_000))) != []


def test_a_flood_of_problems_is_counted():
    game = wire.records_of(old(RECORDS[:1]) + b"\x0a\x00" * 5000)
    assert told(game) == RECORDS[:1]
    assert len(game.problems) == wire.MOST_PROBLEMS + 1
    assert game.problems[-1] == (0, "4900 more problems")


def test_a_message_larger_than_any_is_left_out():
    large = part(1, wrapped(".lq.RecordNewRound", b"\x3a\0" * (1 << 16) + b"\x3a\0"))
    game = wire.records_of(old(RECORDS[:1]) + large + old(RECORDS[1:]))
    assert told(game) == RECORDS
    assert [reason for _, reason in game.problems] == ["a RecordNewRound of 128 KiB; it is left out"]


def test_more_messages_than_a_game_has_are_left_out(monkeypatch):
    monkeypatch.setattr(wire, "MOST_MESSAGES", 2)
    for version in (old, new):
        game = wire.records_of(version(RECORDS))
        assert told(game) == RECORDS[: len(told(game))]
        assert game.records[-1].name == LOST
        assert [r for _, r in game.problems] == ["more than 2 messages; those after them are left out"]


@pytest.mark.parametrize("text", ["raw", "hex"])
def test_more_than_a_game_can_be_is_refused(text, monkeypatch):
    monkeypatch.setattr(wire, "MOST_BYTES", 1000)
    data = TEXTS[text](old(RECORDS * 100))
    assert reasons(data) == ["a record of 0 MiB; games have less than one"]


def test_without_the_protobuf_library_the_way_to_it_is_told(monkeypatch):
    module = "mjlog.formats.mahjong_soul.wire_messages"
    monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "google.protobuf.descriptor_pb2", None)
    data = details(old(RECORDS))
    assert wire.is_wire(data)
    assert wire.records_of(data) == wire.GameRecord(problems=[(0, wire.NEEDS)])
    assert "pip install 'protobuf>=6.32'" in wire.NEEDS
    monkeypatch.undo()
    importlib.import_module(module)


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


@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_fail(data):
    wire.is_wire(data)
    wire.records_of(data)


@given(st.data())
def test_no_changed_byte_makes_the_reader_fail(data):
    whole = bytearray(answer(HEAD, details(new(RECORDS))))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    wire.records_of(bytes(whole))
