"""Broken JSON made whole: what is sound of it stays."""

from __future__ import annotations

import json
from random import Random

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
    text, first = mended(broken.encode())
    assert text.decode() == whole
    assert offset is None or first == offset


@given(VALUE, st.randoms(use_true_random=False))
def test_what_is_cut_off_anywhere_becomes_json(value: object, random: Random) -> None:
    text = json.dumps([value]).encode()
    place = random.randrange(1, len(text) + 1)
    assert is_json(mended(text[:place])[0])


@given(VALUE)
def test_sound_json_stays_as_it_is(value: object) -> None:
    text = json.dumps([value]).encode()
    assert mended(text) == (text, -1)


@given(VALUE, st.randoms(use_true_random=False), st.sampled_from(b'"[]{},:x\\\n\0'))
def test_a_character_more_or_less_leaves_the_value_before_it(
    value: object, random: Random, byte: int
) -> None:
    text = json.dumps([1, [value], 2]).encode()
    place = random.randrange(4, len(text))
    broken = text[:place] + bytes([byte]) + text[place + random.randrange(2) :]
    better, _ = mended(broken)
    if is_json(better):
        assert json.loads(better)[0] == 1


def test_too_many_errors_or_levels_are_given_up() -> None:
    for text in (b"[" + b"x," * 5000, b"[" * (MOST_NESTED + 2)):
        assert mended(text) == (text, -1)


def test_a_document_keeps_its_sound_values_where_they_are() -> None:
    sound, small = b'{"a":"' + b"x" * SMALL + b'"}', b'{"a":'
    broken = b'{"b":["' + b"y" * SMALL + b'",nul'
    document = Document("d", b"\n".join([sound, small, broken]))
    repair = repaired(document)
    assert repair is not None
    better, first = repair
    assert better.data.startswith(sound + b"\n" + small)
    assert first == document.data.index(b"nul")
    assert repaired(Document("d", sound + b"\n" + small)) is None


@pytest.mark.parametrize("name", ["tenhou_json", "majiang"])
def test_a_break_is_told_with_its_place(name: str) -> None:
    data = samples()[name]
    place = len(data) * 9 // 10
    tables = formats.read(data[:place])
    assert tables.rounds.num_rows >= 1
    rows = [row for row in tables.rejects.to_pylist() if row["reason"].startswith("broken JSON")]
    assert place - 200 < rows[0]["source_offset"] <= place
