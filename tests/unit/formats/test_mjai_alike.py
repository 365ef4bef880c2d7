"""Lines that are alike are decoded once: what is read is the same as line by line."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog import schema
from mjlog.formats import mjai
from mjlog.formats.base import Document
from mjlog.formats.mjai import alike, batch
from mjlog.formats.mjai.alike import Alike, lines_alike
from mjlog.tables import LogTables
from tests.conftest import ROOT
from tests.unit.formats.mjai_snippets import END_GAME, END_ROUND, START, act, deal, read, rejected, text, turn

PLAY = [
    *turn(0),
    act("tsumo", 1, "E"),
    act("dahai", 1, "W", tsumogiri=False),
    act("pon", 2, "W", target=1, consumed=["W", "W"]),
    act("dahai", 2, "5pr", tsumogiri=False),
    act("chi", 3, "5pr", target=3, consumed=["6p", "7p"]),
    act("dahai", 3, "C"),
    act("reach", 0),
    *turn(0),
    act("reach_accepted", 0),
    act("tsumo", 1, "?"),
    act("dahai", 1, "W", tsumogiri=True),
    act("ankan", 1, consumed=["E", "E", "E", "E"]),
    act("tsumo", 2, "W"),
    act("kakan", 2, "W", consumed=["W", "W", "W"]),
    act("nukidora", 3),
]
GAME = [
    START,
    deal(),
    *PLAY,
    act("hora", 1, "9s", target=0),
    END_ROUND,
    deal(honba=1),
    *PLAY,
    END_ROUND,
    END_GAME,
]
LINES = text(GAME).splitlines()
SAMPLE = (ROOT / "data" / "samples" / "hanchan.jsonl").read_bytes()
SPELLINGS = {
    "compact": lambda action: json.dumps(action, separators=(",", ":")),
    "wide": lambda action: json.dumps(action, separators=(" , ", " : ")),
    "sorted": lambda action: json.dumps(action, sort_keys=True),
    "escaped": lambda action: (
        json.dumps(action).replace('"actor"', '"act\\u006fr"').replace('"W"', '"\\u0057"')
    ),
    "indented": lambda action: "  " + json.dumps(action),
    "with a return": lambda action: json.dumps(action) + "\r",
    "on several lines": lambda action: json.dumps(action, indent=1),
    "type twice": lambda action: '{"type": "none", ' + json.dumps(action)[1:],
}
PLACES = {"source_offset", "source_line", "source_path", "excerpt"}


def told(tables: LogTables, but: set[str] = frozenset()) -> dict[str, Any]:
    """All that the tables hold, without the columns in `but`."""
    return {
        table.name: getattr(tables, table.name).drop_columns(
            [c.name for c in table.columns if c.name in but]
        ).to_pydict()
        for table in schema.LOG_TABLES
    }  # fmt: skip


def line_by_line(*documents: bytes) -> dict[str, Any]:
    """What is read where no lines are told apart."""
    nothing = np.zeros(0, dtype=np.int32)
    none = Alike([], {}, nothing, nothing.astype(np.int64), None, {})
    with patch.object(batch, "lines_alike", lambda _: none):
        return told(mjai.read([Document(str(i), data) for i, data in enumerate(documents)]))


def at_once(*documents: bytes) -> dict[str, Any]:
    return told(mjai.read([Document(str(i), data) for i, data in enumerate(documents)]))


def is_taken(*documents: bytes) -> list[bool]:
    """Which documents are read by telling their lines apart."""
    lines = lines_alike(documents).lines
    return [i in lines for i in range(len(documents))]


@pytest.mark.parametrize("spelling", sorted(SPELLINGS))
def test_the_same_content_in_another_spelling_gives_the_same_tables(spelling):
    data = "\n".join(SPELLINGS[spelling](action) for action in GAME).encode()
    assert told(read(data), PLACES) == told(read(text(GAME)), PLACES)
    assert at_once(data) == line_by_line(data)


def test_logs_as_they_are_written_are_told_apart():
    plain, wide = (text(*(json.loads(line) for line in SAMPLE.splitlines())), SAMPLE)
    assert is_taken(plain, wide, wide.replace(b"\n", b"\r\n"), wide.strip()) == [True] * 4
    assert at_once(plain, wide) == line_by_line(plain, wide)


CHANGES = {
    "indented": lambda line: b"  " + line,
    "blank behind": lambda line: line + b" ",
    "twice": lambda line: line + line,
    "blanks between": lambda line: line + b"\n \t\n" + line[:-1],
    "cut": lambda line: line[:-9],
    "seat": lambda line: line.replace(b": 0", b": 4"),
    "tile": lambda line: line.replace(b'"9s"', b'"0s"'),
    "real": lambda line: line.replace(b": 1", b": 1.0"),
    "unknown": lambda line: line[:-1] + b', "x": {"y": [1]}}',
    "deep": lambda line: line[:-1] + b', "x": ' + 99 * b"[" + 99 * b"]" + b"}",
    "meta": lambda line: line[:-1] + b', "meta": {"q": [0.5]}}',
    "key twice": lambda line: line[:-1] + b', "actor": 2}',
    "brace before": lambda line: b"{\n" + line,
    "number before": lambda line: b"7\n" + line,
    "blank lines": lambda line: b"\n\r\n" + line,
    "text": lambda line: b"text\n" + line,
    "open riichi": lambda line: line.replace(b'"reach"', b'"reach", "open": true'),
    "long": lambda line: line.replace(b'"9s"', b'"' + b"9" * 70_000 + b'"'),
}


@pytest.mark.parametrize("change", sorted(CHANGES))
def test_an_unusual_line_changes_nothing_else(change):
    for number, line in enumerate(LINES):
        data = b"\n".join([*LINES[:number], CHANGES[change](line), *LINES[number + 1 :], b""])
        assert at_once(data) == line_by_line(data), line


@pytest.mark.parametrize("change", ["unknown", "deep", "meta", "key twice", "open riichi"])
def test_fields_that_are_no_others_are_told_apart_with_their_lines(change):
    data = b"\n".join([*map(CHANGES[change], LINES), b""])
    assert is_taken(data, data) == [True, True]
    assert at_once(data, data) == line_by_line(data, data)


def test_batches_whose_places_are_no_small_numbers_are_told_apart():
    data = text(GAME)
    with patch.object(alike, "_FAR", 0):
        assert is_taken(data, SAMPLE) == [True, True]
        assert at_once(data, SAMPLE) == line_by_line(data, SAMPLE)


@pytest.mark.parametrize(
    "time",
    ["0", "7", "2147483647", "2147483648", "99999999999", "07", "-1", "1.0", "1e0", '"5"', "null", "5 "],
)
@pytest.mark.parametrize(
    "tail", [',"elapsed":{}}}', ', "elapsed": {}}}', ' ,"elapsed":{}}}', ',"elapsed":3,"elapsed":{}}}']
)
def test_times_are_read_as_they_stand(tail, time):
    timed = [line if b"_" in line else line[:-1] + tail.format(i).encode() for i, line in enumerate(LINES)]
    assert is_taken(b"\n".join([*timed, b""])) == [tail.count("elapsed") == 1]
    odd = [*timed[:9], timed[9][:-1] + tail.format(time).encode(), *timed[10:], b""]
    every = [line[:-1] + tail.format(time).encode() for line in LINES]
    for lines in (timed, odd, every, [*timed[:5], LINES[5], *timed[6:]], [*timed[:5], timed[5][: -len("}")]]):
        data = b"\n".join(lines)
        assert at_once(data) == line_by_line(data)


@pytest.mark.parametrize("fields", [{"open": True, "elapsed": 70_000}, {"elapsed": 70_000, "open": True}])
def test_both_events_of_an_open_riichi_have_its_time(fields):
    data = text(START, deal(), *turn(0), act("reach", 1, **fields), END_ROUND)
    assert is_taken(data) == [True]
    events = read(data).events.to_pylist()[-2:]
    assert [(e["kind"], e["elapsed"]) for e in events] == [("riichi", 70_000), ("open_riichi", 70_000)]
    assert at_once(data) == line_by_line(data)


def test_a_line_cut_off_before_its_time_is_no_line_of_another_time():
    cut = b'{"type":"tsumo","actor":0,"pai":"9s"'
    data = b"\n".join([*LINES[:2], cut + b',"elapsed":10}', cut, *LINES[4:], b""])
    assert rejected(read(data))
    assert at_once(data) == line_by_line(data)


def test_a_broken_document_leaves_the_others_alone():
    broken = text(GAME).replace(b'"9s"', b'"0s"', 1)
    documents = [text(GAME), broken, SAMPLE, b"", b"[]", text(GAME).strip()]
    assert is_taken(*documents) == [True, False, True, True, False, True]
    assert at_once(*documents) == line_by_line(*documents)


def test_a_document_of_many_broken_lines_leaves_the_others_alone():
    broken = text(GAME) + b"".join(b'{"type":"tsumo","actor":1%d,"pai":"E"}\n' % n for n in range(300))
    documents = [broken, text(GAME), SAMPLE, broken]
    assert is_taken(*documents) == [False, True, True, False]
    assert at_once(*documents) == line_by_line(*documents)


@given(st.data())
def test_damaged_logs_are_read_as_line_by_line(data):
    documents = []
    for _ in range(data.draw(st.integers(1, 3))):
        lines = data.draw(
            st.lists(st.sampled_from([*LINES, b"", b"{", b" ", b"[]", b'{"type":"none"}']), max_size=40)
        )
        document = b"\n".join([*LINES[:2], *lines, *LINES[-2:]])
        start = data.draw(st.integers(0, len(document)))
        size = data.draw(st.integers(0, 12))
        documents.append(document[:start] + data.draw(st.binary(max_size=6)) + document[start + size :])
    assert at_once(*documents) == line_by_line(*documents)
