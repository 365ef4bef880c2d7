"""mjx: what is broken or odd is told, and the rest is read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats import mjx, registry
from mjlog.formats.base import Document
from tests.unit.formats.mjx_snippets import (
    HANDS,
    draw,
    end,
    event,
    observation,
    pon,
    read,
    reasons,
    ron,
    state,
    tsumogiri,
    won,
)

# --- what cannot be read ----------------------------------------------------------------------


def changed(line, *path, value):
    for key in path[:-1]:
        line = line[key]
    line[path[-1]] = value


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (ron(draws={0: []}), "event 0 (draw): seat 0 draws more than the 0 tiles of its history"),
        (ron(draws={0: [72, 73]}), "seat 0 has 1 tiles in its history that no event draws"),
        (state(event("LEAVE")), "event 0 (leave): no such event"),
        (state(event("PON", 1, open=3)), "event 0 (pon): 3 is no such call"),
        (state(event("CHI", 1, open=pon(12, 2, 3, 3))), f"event 0 (chi): {pon(12, 2, 3, 3)} is no such call"),
        (state(event("RON", 1)), "event 0 (ron): no tile of another player to win on"),
        (
            state(draw(), tsumogiri(0, 72), event("RON", 0, tile=72), draws={0: [72]}),
            "event 2 (ron): no tile of another player to win on",
        ),
        (
            state(event("EXHAUSTIVE_DRAW_NORMAL"), draw(), draws={0: [72]}),
            "event 1 (draw): the round has ended before",
        ),
        (
            state(draw(), tsumogiri(0, 72), event("RON", 1, tile=72), draw(1), draws={0: [72], 1: [73]}),
            "event 3 (draw): the round has ended before",
        ),
        (ron(hands=[HANDS[0][:12], *HANDS[1:]]), "seat 0 is dealt 12 tiles"),
        (ron(public={"doraIndicators": []}), "no dora indicator"),
        (ron(public={"doraIndicators": [53, 54]}), "2 indicators, but events turn 0 after the first"),
        (ron(end=end(won(2, 0, 72))), "the result has other wins than the events"),
        (ron(end=end()), "the result has other wins than the events"),
        (state(end=end()), "a result, but no event that ends the round"),
        (ron(end=end(won(1, 0, 72, fans=[1]))), "seat 1 wins with 2 yaku and 1 han of yaku"),
        (ron(end=end(won(1, 0, 72, yakus=[], fans=[]))), "seat 1 wins with 0 yaku and 0 han of yaku"),
        (ron(end=end(won(1, 0, 72, yakus=[8, 55]))), "seat 1 wins with yaku 55, which is none"),
        (ron(end=end(won(1, 0, 72, hand={}))), "seat 1 wins with 0 concealed tiles"),
        (state(*[event("RIICHI")] * 1001), "more than 1000 events in a round"),
    ],
)
def test_a_round_that_does_not_fit_together_is_told_and_the_others_are_read(line, reason):
    tables = read(line, ron(round=1))
    assert reasons(tables) == [f"East 1, honba 0: {reason}"]
    assert tables.rounds["round_index"].to_pylist() == [1]


def test_two_hands_of_one_seat_are_refused():
    line = ron()
    changed(line, "privateObservations", 2, "who", value=1)
    assert reasons(read(line)) == ["East 1, honba 0: two hands of seat 1"]


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("publicObservation", "events", 1, "tile"), 136, "Expected `int` <= 135"),
        (("publicObservation", "events", 1, "who"), 4, "Expected `int` <= 3"),
        (("publicObservation", "initScore", "round"), 16, "Expected `int` <= 15"),
        (("publicObservation", "initScore"), {}, "Object missing required field `tens`"),
        (
            ("privateObservations", 0, "initHand", "closedTiles"),
            list(range(15)),
            "Expected `array` of length <= 14",
        ),
        (("roundTerminal", "wins", 0, "ten"), 10**30, "Expected `int` <= 10000000"),
        (("publicObservation",), [], "Expected `object`, got `array`"),
        (("publicObservation", "events", 1), None, "Expected `object`, got `null`"),
        (("roundTerminal",), None, "Expected `object`, got `null`"),
    ],
)
def test_a_line_of_other_content_is_told(path, value, reason):
    line = ron()
    changed(line, *path, value=value)
    (told,) = reasons(read(line))
    assert told.startswith(f"no state or observation: {reason}")


@pytest.mark.parametrize("line", [ron(), observation(0, ron())])
def test_a_line_without_hands_is_told(line):
    cut = {k: v for k, v in line.items() if not k.startswith("private")}
    assert reasons(read(cut)) == ["neither a state nor an observation: no player's hand is in it"]


def test_a_line_longer_than_any_is_told():
    large = ron()
    large["publicObservation"]["events"] += [{}] * 400_000
    tables = read(large, ron(round=1))
    assert tables.rounds.num_rows == 1
    assert reasons(tables) == ["a line of 1 MiB; a round has less than one"]


def test_deep_nesting_is_told():
    deep = '{"publicObservation": ' + '{"a":' * 5000 + "1" + "}" * 5000 + "}"
    tables = read(deep, ron())
    assert tables.rounds.num_rows == 1
    assert len(reasons(tables)) == 1


def test_a_document_without_lines_is_told():
    assert reasons(read("")) == ["no state or observation in the document"]


def test_states_and_observations_are_recognised_and_other_logs_are_not():
    assert mjx.sniff(b"\xef\xbb\xbf\n" + json.dumps(ron()).encode())
    assert mjx.sniff(json.dumps(observation(0, ron())).encode())
    for other in (
        '{"type":"start_game"}',
        '{"title":["",""],"log":[]}',
        '{"head":{},"data":{}}',
        "<mjloggm>",
        "",
    ):
        assert not mjx.sniff(other.encode())
    assert registry.recognise(json.dumps(ron()).encode()) is mjx


@given(st.data())
def test_no_changed_byte_makes_the_reader_fail(data):
    text = bytearray("\n".join(json.dumps(line) for line in (ron(), ron(round=1))).encode())
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.sampled_from(b'0123456789-"{}[],:e.xAN\\ \n\xff'))
    mjx.read([Document("x", bytes(text))]).validate()
