"""Broken JSON made whole: what is sound of it stays."""

from __future__ import annotations

import json
import re
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog import formats
from mjlog.formats.base import Document
from mjlog.formats.broken_json import MOST_NESTED, SMALL, is_json, mended, repaired
from tests.unit.formats.samples import samples

VALUE = st.recursive(
    st.none() | st.integers(-99, 99) | st.text("ab,:[]{}", max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=2), inner, max_size=4)
    ),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("broken", "whole", "offset"),
    [
        ("[1,2", "[1,2]", 4),
        ('{"a":[1,{"b":tru', '{"a":[1,{"b":null}]}', 13),
        ('{"a', '{"":null}', 1),
        ('{"a":1,', '{"a":1,"":null}', 7),
        ("[1,,2]", "[1,null,2]", 3),
        ("[1,]", "[1,null]", 3),
        ("[1 2,3]", "[1,3]", 2),
        ('{"a" 1,"b":2}', '{"a":null,"b":2}', 4),
        ("[[1,2][3]]", "[[1,2],[3]]", 6),
        ('[[1,2],[3,"ab],[5,6]]', "[[1,2],[3,null],[5,6]]", 10),
        ('[[1,"a"],["b"",2],[3]]', '[[1,"a"],["b",null,2],[3]]', None),
        ('[{"a":1],{"b":2}]', '[{"a":1,"":null},{"b":2}]', 7),
        ('[{"a":1,{"b":2}]', '[{"a":1,"":null},{"b":2}]', 8),
        ('[{"a":1},]{"b":2}]', '[{"a":1},{"b":2}]', 9),
        ('{"a":{"b":1,"c":2]}', '{"a":{"b":1,"c":2}}', 17),
        ('["a\\xb"]', '["a??b"]', 3),
        ('["\\ud800",1]', '["??????",1]', 2),
        ('["\\ud83c\\udc00"]', '["\\ud83c\\udc00"]', -1),
        ('["a\0b"]', '["a b"]', 3),
        ("[1,NaN,2]", "[1,null,2]", 3),
        ("[[1],[2]]", "[[1],[2]]", -1),
    ],
)
def test_what_is_broken_costs_what_it_touches(broken: str, whole: str, offset: int | None) -> None:
    text, first = mended(broken.encode())[:2]
    assert text.decode() == whole
    assert offset is None or first == offset


@given(VALUE, st.randoms(use_true_random=False))
def test_what_is_cut_off_anywhere_becomes_json(value: object, random: Random) -> None:
    text = json.dumps([value]).encode()
    place = random.randrange(1, len(text) + 1)
    assert is_json(mended(text[:place]).data)


@given(VALUE)
def test_sound_json_stays_as_it_is(value: object) -> None:
    text = json.dumps([value]).encode()
    assert mended(text)[:2] == (text, -1)


@given(VALUE, st.randoms(use_true_random=False), st.sampled_from(b'"[]{},:x\\\n\0'))
def test_a_character_more_or_less_leaves_the_value_before_it(
    value: object, random: Random, byte: int
) -> None:
    text = json.dumps([1, [value], 2]).encode()
    place = random.randrange(4, len(text))
    broken = text[:place] + bytes([byte]) + text[place + random.randrange(2) :]
    better = mended(broken).data
    if is_json(better):
        assert json.loads(better)[0] == 1


def test_too_many_errors_or_levels_are_given_up() -> None:
    for text in (b"[" + b"x," * 5000, b"[" * (MOST_NESTED + 2)):
        assert mended(text)[:2] == (text, -1)


def test_a_document_keeps_its_sound_values_where_they_are() -> None:
    sound, small = b'{"a":"' + b"x" * SMALL + b'"}', b'{"a":'
    broken = b'{"b":["' + b"y" * SMALL + b'",nul'
    document = Document("d", b"\n".join([sound, small, broken]))
    repair = repaired(document)
    assert repair is not None
    assert repair.data.startswith(sound + b"\n" + small)
    assert repair.first == document.data.index(b"nul")
    assert repaired(Document("d", sound + b"\n" + small)) is None


@pytest.mark.parametrize("name", ["tenhou_json", "majiang"])
def test_a_break_is_told_with_its_place(name: str) -> None:
    data = samples()[name]
    place = len(data) * 9 // 10
    tables = formats.read(data[:place])
    assert tables.rounds.num_rows >= 1
    rows = [row for row in tables.rejects.to_pylist() if row["reason"].startswith("broken JSON")]
    assert place - 200 < rows[0]["source_offset"] <= place


@given(VALUE, st.randoms(use_true_random=False), st.sampled_from([b'"', b"]", b"{", b"x", b"]]x", b"1 2"]))
def test_what_is_sound_behind_a_break_is_known_to_stand_where_it_stood(
    value: object, random: Random, junk: bytes
) -> None:
    text = json.dumps([[value, 1], [value]]).encode()
    place = random.randrange(1, len(text))
    broken = text[:place] + junk + text[place:-1] + b',"sound",["it is"]]'
    better = mended(broken)
    for found in re.finditer(rb"sound|it is", better.data):
        (at,) = better.places_of(np.array([found.start()]))
        assert broken.startswith(found[0], at)


WHOLE = [n for n, d in samples().items() if d[:1] in b"{[" and len(d.splitlines()[0]) >= SMALL]


@pytest.mark.parametrize("name", WHOLE)
def test_rounds_and_moves_behind_a_break_are_told_where_they_stand(name: str) -> None:
    data = samples()[name]
    sound = formats.read(data)
    first, *_, begin = sound.rounds["source_offset"].to_pylist()
    last = len(sound.rounds) - 1
    place = data.index(b",", (first + begin) // 2)
    broken = data[:place] + b" \x01 tru, 4 5 " + data[place:]
    tables = formats.read(broken)
    assert "broken JSON" in str(tables.rejects["reason"].to_pylist())
    assert tables.rounds["source_offset"][-1].as_py() == begin + len(broken) - len(data)
    for table in ("events", "wins", "draws"):
        before, after = (
            [r["source_offset"] for r in getattr(t, table).to_pylist() if r["round_index"] == last]
            for t in (sound, tables)
        )
        assert after == [None if at is None else at + len(broken) - len(data) for at in before]
