"""Mahjong Soul's protobuf records: what is broken or endless is told, and the rest is read."""

from __future__ import annotations

import importlib
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats.mahjong_soul import wire
from mjlog.formats.mahjong_soul.records import LOST
from mjlog.formats.mahjong_soul.wire_messages import decode
from tests.unit.formats.wire_snippets import (
    TEXTS,
    answer,
    details,
    message,
    new,
    old,
    part,
    varint,
    wrapped,
)
from tests.unit.formats.wire_told import HEAD, RECORDS, told


def reasons(data: bytes) -> list[str]:
    return [reason for _, reason in wire.records_of(data).problems]


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
