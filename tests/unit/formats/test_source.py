"""Where in a document stands what cannot be read."""

from __future__ import annotations

import pytest

from mjlog.formats.base import Document
from mjlog.formats.builder import LogBuilder
from mjlog.formats.source import Source
from tests.unit.formats.mjai_snippets import END_GAME, START, act, deal, only, read, tables_of, text, turn


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"ab\ncd\nef", [1, 1, 1, 2, 2, 2, 3, 3]),
        (b"ab\ncd\n", [1, 1, 1, 2, 2, 2]),
        (b"abc", [None] * 3),
        (b"ab\n\n", [None] * 4),
        (b"", [None]),
    ],
)
def test_lines_are_counted_from_1_where_there_are_several(data, lines):
    source = Source(Document("a.mjson", data), LogBuilder())
    assert [source.line(offset) for offset in range(len(lines))] == lines


def test_a_line_that_is_no_action_is_told_by_its_number():
    reject = only(read(text(START, deal()) + b'{"type":"tea"}\n' + text(*turn(0), END_GAME)).rejects)
    assert reject["source_line"] == 3
    assert reject["source_offset"] == len(text(START, deal()))


def test_what_is_amiss_with_an_action_is_told_by_its_line():
    tables = tables_of(START, deal(), *turn(0), act("hora", 1, "9s", target=0, yakus=[["x", 1]]))
    assert only(tables.rejects)["source_line"] == 5
