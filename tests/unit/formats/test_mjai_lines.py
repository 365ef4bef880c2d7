from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats import mjai
from mjlog.formats.base import Document
from tests.unit.formats.mjai_snippets import (
    END_GAME,
    END_ROUND,
    START,
    act,
    deal,
    kinds,
    read,
    rejected,
    text,
    turn,
)

GAME = [START, deal(), *turn(0), *turn(1), act("hora", 1, "9s", target=0), END_ROUND, END_GAME]
LINES = text(GAME)
EVENTS = ["draw", "discard", "draw", "discard", "win"]


def test_one_action_a_line_is_read_with_the_offset_of_each_line():
    tables = read(LINES)
    assert kinds(tables) == EVENTS
    offsets = tables.events["source_offset"].to_pylist()
    assert [LINES[o:].split(b"\n", 1)[0] for o in offsets] == text(GAME[2:7]).splitlines()


def test_offsets_count_bytes_not_characters():
    data = text({**START, "names": ["麻雀", "b", "c", "d"]}, GAME[1:])
    offset = read(data).rounds["source_offset"][0].as_py()
    assert data[offset:].startswith(b'{"type": "start_kyoku"')


@pytest.mark.parametrize(
    "data",
    [
        LINES.replace(b"\n", b"\r\n"),
        LINES.replace(b"\n", b"\n\n"),
        LINES.rstrip(),
        b"\xef\xbb\xbf" + LINES,
        json.dumps(GAME).encode(),
        json.dumps(GAME, indent=2).encode(),
        json.dumps({"meta": {"a": [1]}, "events": GAME}).encode(),
        json.dumps({"events": GAME}, indent=1).encode(),
        json.dumps([GAME[:3], GAME[3:]]).encode(),
        b"\n".join(json.dumps(GAME[i : i + 2]).encode() for i in range(0, len(GAME), 2)),
        b"\n".join(json.dumps(a, indent=4).encode() for a in GAME),
        LINES.replace(b"\n", b"\n# board\n {0} tehai: 1m\n[1] tehai: 2m\n"),
    ],
    ids=[
        "crlf", "blank lines", "no last newline", "byte order mark", "array", "pretty array", "events",
        "pretty events", "array of arrays", "array a line", "pretty actions", "drawings between",
    ],
)  # fmt: skip
def test_an_action_is_found_however_it_stands(data):
    tables = read(data)
    assert kinds(tables) == EVENTS
    assert len(tables.games) == 1
    offsets = tables.events["source_offset"].to_pylist()
    assert offsets == sorted(offsets)


@pytest.mark.parametrize("indent", [None, 2])
def test_members_of_an_array_have_their_own_offsets(indent):
    data = json.dumps(GAME, indent=indent).encode()
    offsets = read(data).events["source_offset"].to_pylist()
    assert len(set(offsets)) == len(EVENTS)
    assert all(data[o : o + 1] == b"{" for o in offsets)


def test_text_between_the_actions_is_rejected_once_with_its_lines_counted():
    data = b"# made by hand\n\n" + LINES + b"------\n E-1 kyoku\n"
    tables = read(data)
    assert rejected(tables) == ["3 lines of text between the actions"]
    assert tables.rejects["excerpt"].to_pylist() == ["# made by hand"]


def test_an_action_of_an_unknown_type_is_rejected_and_the_rest_read():
    data = LINES.replace(b'{"type": "hora"', b'{"type": "emote", "actor": 1}\n{"type": "hora"')
    tables = read(data)
    assert kinds(tables) == EVENTS
    assert rejected(tables) == ["no mjai action: Invalid value 'emote' - at `$.type`"]


def test_unknown_fields_are_skipped():
    data = LINES.replace(
        b'"tsumogiri": true', b'"tsumogiri": true, "meta": {"q": [0.5, null]}, "can_act": false'
    )
    assert kinds(read(data)) == EVENTS
    assert rejected(read(data)) == []


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (b'{"type": "tsumo", "actor": 4, "pai": "9s"}', "Expected `int` <= 3 - at `$.actor`"),
        (b'{"type": "tsumo", "actor": 1, "pai": "0s"}', "Invalid enum value '0s' - at `$.pai`"),
        (b'{"type": "tsumo", "actor": 1}', "Object missing required field `pai`"),
        (b'{"type": "tsumo", "actor": 1, "pai"', "Input data was truncated"),
    ],
)
def test_a_broken_line_leaves_its_round_out_and_the_next_one_in(wrong, why):
    good = text({"type": "tsumo", "actor": 1, "pai": "9s"}).strip()
    second = text(deal(honba=1), *turn(0), END_ROUND)
    data = LINES.replace(text(END_GAME), second).replace(good, wrong)
    tables = read(data)
    assert tables.rounds["honba"].to_pylist() == [1]
    first, then = rejected(tables)
    assert first.endswith(why)
    assert then == "East 1, honba 0: a line of it cannot be read; the round is left out"


def test_a_log_cut_within_a_line_keeps_its_last_round():
    cut = LINES.index(b'"hora"') + 10
    tables = read(LINES[:cut])
    assert kinds(tables) == EVENTS[:-1]
    assert tables.rounds["outcome"].to_pylist() == [None]
    assert rejected(tables) == ["no mjai action: Input data was truncated"]


@pytest.mark.parametrize(
    "data", [b"{" * 100_000, b"[" * 100_000, b'{"a":' * 50_000, b'{"type":"tsumo",\n' * 1000]
)
def test_deep_or_open_brackets_are_rejects(data):
    assert len(read(data).rejects) > 0


@given(st.data())
def test_damaged_bytes_never_raise(data):
    start = data.draw(st.integers(0, len(LINES)))
    end = data.draw(st.integers(start, min(len(LINES), start + 40)))
    damage = data.draw(st.binary(max_size=8))
    read(LINES[:start] + damage + LINES[end:])


def test_documents_are_apart():
    tables = mjai.read([Document("a", text(GAME[:4])), Document("b", LINES), Document("c", b"")])
    assert tables.games["source_path"].to_pylist() == ["a", "b"]
    assert tables.games["is_complete"].to_pylist() == [False, True]


@pytest.mark.parametrize(
    ("head", "is_mjai"),
    [
        (LINES[:60], True),
        (b'# Original file\n{"type":"start_game"}', True),
        (b'[{"type" : "hello"}]', True),
        (b'{"title":["",""],"name":["a"],"log":[]}', False),
        (b'<mjloggm ver="2.3">', False),
        (b'{"type":"FeatureCollection"}', False),
        (b'{"type": 169, "games": [{"type": "tsumo"}]}', False),
        (b'{"type":"\xff"}', False),
    ],
)
def test_mjai_is_known_by_its_actions(head, is_mjai):
    assert mjai.sniff(head) is is_mjai
