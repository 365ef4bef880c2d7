"""tenhou.net/6 logs: what is broken or odd is told, and the rest is read."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats import tenhou_json
from mjlog.formats.base import Document
from tests.unit.formats.tenhou_json_snippets import FOUR_TURNS, HANDS, ROUNDS, log, read, reasons, round_

LOST = {"what": 0, "log": 0, "who": 3, "step": 1}


@pytest.mark.parametrize(
    ("name", "odd"),
    [
        ("lobby", True),
        ("dan", [{"a": 1}]),
        ("title", 5),
        ("rule", [1]),
        ("rate", ["x", []]),
        ("sc", ["25000"]),
        ("connection", [LOST] * 1001),
        ("connection", [{**LOST, "who": None}]),
    ],
)
def test_an_odd_field_of_the_header_is_told_and_kept_and_costs_no_round(name, odd):
    tables = read(log(round_(([44], [60])), **{name: odd}))
    assert tables.rounds.num_rows == 1
    (reason,) = reasons(tables)
    assert reason.startswith(f"{name} is kept unread: Expected ")
    (row,) = tables.extras.to_pylist()
    assert json.loads(row["fields"])[name] == odd


def test_a_broken_round_is_rejected_by_name_and_the_others_are_read():
    broken = copy.deepcopy(ROUNDS[1])
    broken[6] = [31]
    tables = read(log(ROUNDS[0], broken, ROUNDS[2]))
    assert tables.rounds["honba"].to_pylist() == [0, 2]
    where = "East 1, honba 1 (round 2 of the log): seat 0, entry 1 (44, 31)"
    assert reasons(tables) == [f"{where}: a tile is used that the player does not hold"]
    offset = tables.rejects["source_offset"].to_pylist()[0]
    assert (
        json.dumps(log(ROUNDS[0], broken, ROUNDS[2]), ensure_ascii=False)
        .encode()[offset:]
        .startswith(b"[[0, 1, 0]")
    )
    assert tables.rejects["excerpt"].to_pylist()[0].startswith("[[0, 1, 0]")


@pytest.mark.parametrize(
    ("row", "value", "reason"),
    [
        (0, [0, 0, 0, 250, 250], "[0, 0, 0, 250, 250] are not number, honba and sticks"),
        (0, [16, 0, 0], "[16, 0, 0] are not number, honba and sticks"),
        (0, [0, -1, 0], "[0, -1, 0] are not number, honba and sticks"),
        (1, [25000] * 3, "[25000, 25000, 25000] are not the scores of 4 players"),
        (1, [25000, 0, 0, 10**10], "10000000000] are not the scores of 4 players"),
        (2, ["3s"], "'3s' is no tile"),
        (2, [11] * 6, "6 indicators"),
        (4, ["2m"] * 13, "'2m' is no tile"),
        (4, HANDS[0][:12], "seat 0 is dealt 12 tiles"),
        (4, [], "dealt hands are missing"),
        (5, [44, [44]], "a list within the row"),
        (5, {}, "not the rows of a round"),
        (16, ["何か"], "unknown result"),
        (16, ["九種九牌"], "by the result a player draws last"),
    ],
)
def test_malformed_rows_are_rejected_with_what_is_wrong(row, value, reason):
    told = copy.deepcopy(ROUNDS[0])
    told[row] = value
    tables = read(log(told))
    assert tables.games.num_rows == 0
    assert len(reasons(tables)) == 1
    assert reason in reasons(tables)[0]


def test_a_round_without_result_is_rejected():
    assert "16 rows; 17 are expected" in reasons(read(log(ROUNDS[0][:-1])))[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no log in the document"),
        ("[]", "no log in the document"),
        ('{"log":[[[0,0,0]]}', "JSON is malformed"),
        ('{"log":5}', "log: Expected `array`, got `int`"),
        ('{"name":["A"]}', "a log without rounds"),
        ('{"log":' + "[" * 5000 + "]" * 5000 + "}", "maximum recursion depth"),
        ('{"name":["\\ud800"],"log":[[[0,0,0]]]}', "malformed"),
        ('{"log":[' + ",".join(["[]"] * 501) + "]}", "length <= 500"),
    ],
)
def test_what_is_no_log_is_rejected(text, reason):
    tables = read(text)
    assert tables.games.num_rows == 0
    assert len(reasons(tables)) == 1
    assert reason in reasons(tables)[0]


def test_a_document_of_nothing_but_problems_tells_the_first_hundred():
    tables = read("{\n" * 250)
    assert tables.rejects.num_rows == 101
    assert reasons(tables)[-1] == "150 more problems"


VALID = json.dumps(log(*ROUNDS), ensure_ascii=False)
PARTS = st.sampled_from(
    ["60", '"r60"', "0", "[]", "{}", "null", '"c131214"', "99999999999", '"', "[", "]", "1e308", "51"]
)


@given(st.lists(st.tuples(st.integers(0, len(VALID) - 1), st.integers(0, 9), PARTS), min_size=1, max_size=6))
def test_no_corruption_raises(edits):
    text = VALID
    for at, removed, put in edits:
        text = text[:at] + put + text[at + removed :]
    read(text)


def test_lists_that_fit_no_table_are_told_once():
    tables = read(log(round_(*FOUR_TURNS), name=["a"] * 5, rate=[1500.0]))
    assert reasons(tables) == ["5 names for 4 players, 1 ratings for 4 players"]
    assert len(tables.game_players) == 4


def test_a_bad_first_round_does_not_hide_the_format():
    data = json.dumps(log(None, round_(*FOUR_TURNS))).encode()
    assert tenhou_json.sniff(data)
    assert tenhou_json.read([Document("a", data)]).rounds["round_index"].to_pylist() == [1]
