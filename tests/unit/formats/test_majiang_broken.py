"""majiang records: what is broken or odd is told, and the rest is read."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats import majiang
from mjlog.formats.base import Document
from tests.unit.formats.majiang_snippets import (
    HANDS,
    TSUMO,
    Move,
    call,
    deal,
    draw,
    exhausted,
    kan,
    read,
    record,
    throw,
    turn,
    win,
)


def reason(*rounds: list[Move], **values: Any) -> str:
    (reject,) = read(record(*rounds, **values)).rejects.to_pylist()
    return reject["reason"]


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ([], "0 moves"),
        ([draw(0, "m1")], "begins with qipai"),
        ([deal(shoupai=HANDS[:3])], "four dealt hands"),
        ([deal(shoupai=["m12", *HANDS[1:]])], "hands of 2, 13, 13, 13 tiles"),
        ([deal(defen=[1, 2, 3])], "points of four players"),
        ([deal(jushu=4)], "jushu is 4"),
        ([deal(changbang=10**30)], "changbang is 1000000"),
        ([deal(baopai="m12")], "no single tile"),
        ([deal(), draw(0, "x1")], "move 2 (zimo)"),
        ([deal(), draw(4, "m1")], "l is 4"),
        ([deal(), {"zimo": {"l": True, "p": "m1"}}], "l is True"),
        ([deal(), throw(0, "m1!")], "no discard"),
        ([deal(), call(0, "m12")], "no meld"),
        ([deal(), call(0, "+m12")], "no meld"),
        ([deal(), call(0, "m" + "1" * 100)], "no meld"),
        ([deal(), {"zimo": {}, "dapai": {}}], "one name"),
        ([deal(), {"tsumo": {}}], "no move of this name"),
        ([deal(), exhausted(name="something")], "unknown draw 'something'"),
        ([deal(), exhausted(), draw(0, "m1")], "after the end"),
        ([deal(), win(0, "m1")], "out of place"),
        ([deal(), draw(0, "m1"), win(0, "m1", fenpei=[1, 2])], "fenpei"),
        ([deal(), draw(0, "m1"), win(0, "m1", hupai="x")], "hupai"),
        ([deal(), draw(0, "m1"), win(0, "m1", defen=10**9)], "defen is 1000000000"),
    ],
)
def test_a_broken_round_is_told_and_the_others_are_read(moves, words):
    tables = read(record(TSUMO, moves, TSUMO))
    assert tables.rounds["round_index"].to_pylist() == [0, 2]
    (reject,) = tables.rejects.to_pylist()
    assert words in reject["reason"]
    assert "round 2 of the record" in reject["reason"]
    assert reject["source_offset"] == json.dumps(record(TSUMO, moves)).index(json.dumps(moves), 300)


def test_a_reason_names_the_round():
    assert reason([deal(zhuangfeng=1, jushu=2, changbang=3), draw(0, "?")]).startswith("South 3, honba 3")


@pytest.mark.parametrize("log", [[], None, 3, [[]], [[[]]], {"a": 1}, [[{"qipai": 1}]]])
def test_a_log_that_is_none_is_told(log):
    tables = read(record(log=log))
    assert len(tables.games) == 0
    assert len(tables.rejects) == 1


def test_a_record_that_does_not_end_is_told_and_the_next_is_read():
    whole = json.dumps(record())
    tables = majiang.read([Document("a", f"{whole[:200]}\n{whole}".encode())])
    assert (len(tables.games), len(tables.rejects)) == (1, 1)


def test_an_empty_document_is_told():
    assert len(majiang.read([Document("a", b"[]")]).rejects) == 1


SOUND = record(
    [deal(), draw(0, "z3"), *kan(0, "z3333", "m1"), turn("m6"), throw(0, "m1_*"), exhausted()], TSUMO
)


JUNK = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.just([]) | st.just({})
)


@given(st.data())
def test_nothing_that_stands_in_a_record_raises(data):
    broken = copy.deepcopy(SOUND)
    holder: Any = broken
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(holder[key], (dict, list)) or not holder[key] or data.draw(st.booleans()):
            holder[key] = data.draw(JUNK)
            break
        holder = holder[key]
    tables = majiang.read([Document("a", json.dumps(broken).encode())])
    tables.validate()
    assert len(tables.games) <= 1


@given(st.integers(0, 3000), st.binary(max_size=3))
def test_no_bytes_raise(at, junk):
    text = json.dumps(SOUND).encode()
    majiang.read([Document("a", text[:at] + junk + text[at + 2 :])]).validate()
