"""mjx: which lines make a game, and what is known of it."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from mjlog.formats import mjx
from tests.unit.formats.mjai_snippets import only
from tests.unit.formats.mjx_snippets import (
    HANDS,
    observation,
    read,
    reasons,
    ron,
)

# --- games ------------------------------------------------------------------------------------


def test_rounds_that_follow_one_another_are_a_game():
    tables = read(ron(), ron(honba=1), ron(round=1), ron(round=2, is_over=True))
    game = only(tables.games)
    assert tables.rounds["round_index"].to_pylist() == [0, 1, 2, 3]
    assert game["is_complete"]
    assert tables.game_players["log_final_score"].to_pylist() == [24000, 26000, 25000, 25000]
    assert (game["rules"], game["platform"]) == ('{"extends": "tenhou"}', None)


def test_a_game_that_is_not_over_is_incomplete():
    tables = read(ron(), ron(round=1))
    assert not only(tables.games)["is_complete"]
    assert tables.game_players["log_final_score"].to_pylist() == [None] * 4


@pytest.mark.parametrize(
    "second",
    [
        ron(round=1, public={"playerIds": list("ABCE")}),
        ron(round=2),  # a round too far
        ron(round=0, hands=[*HANDS[1:], HANDS[0]]),  # the same round, dealt otherwise
        observation(0, ron(round=1)),
    ],
)
def test_what_does_not_follow_is_another_game(second):
    assert read(ron(), second).games.num_rows == 2


def test_after_the_end_begins_another_game():
    assert read(ron(is_over=True), ron(round=1)).games["is_complete"].to_pylist() == [True, False]


def test_a_line_that_lacks_a_name_is_told():
    tables = read(ron(), ron(round=1, public={"playerIds": list("ABC")}), ron(round=2))
    assert tables.games.num_rows == 3
    assert reasons(tables) == ["names of 3 players, where 4 play; the line is told as of another game"]
    assert reasons(read(ron(public={"playerIds": []}), ron())) == []


def test_lines_of_several_tables_may_alternate():
    other = {"public": {"playerIds": list("EFGH")}}
    tables = read(ron(), ron(**other), ron(round=1), ron(round=1, **other))
    assert tables.games.num_rows == 2
    assert tables.rounds["round_index"].to_pylist() == [0, 1, 0, 1]


def test_rounds_with_one_game_id_are_a_game_even_if_some_are_missing():
    named = {"public": {"gameId": "g-1"}}
    tables = read(ron(**named), ron(round=3, **named))
    assert only(tables.games)["log_id"] == "g-1"
    assert tables.rounds["round_number"].to_pylist() == [1, 4]


def test_a_line_that_cannot_be_read_leaves_a_gap_in_its_game():
    broken = ron(round=1)
    broken["publicObservation"]["initScore"]["tens"] = [1, 2, 3]
    tables = read(ron(), broken, ron(round=2, is_over=True))
    assert only(tables.games)["is_complete"]
    assert tables.rounds["round_index"].to_pylist() == [0, 2]
    assert reasons(tables) == [
        "no state or observation: Expected `array` of length >= 4 - at `$.publicObservation.initScore.tens`"
    ]
    assert tables.rejects["source_line"].to_pylist() == [2]


def test_a_game_whose_last_round_cannot_be_read_is_incomplete():
    tables = read(ron(), ron(round=1, draws={1: []}, is_over=True))
    assert not only(tables.games)["is_complete"]
    assert tables.rounds.num_rows == 1


def test_a_cut_file_gives_the_lines_before_the_cut():
    text = "\n".join(json.dumps(line) for line in (ron(), ron(round=1)))
    tables = read(text[:-20])
    assert tables.rounds.num_rows == 1
    assert reasons(tables) == ["the object does not end"]


def test_states_are_read_from_an_array_and_from_indented_text():
    lines = [ron(), ron(round=1)]
    expected = read(*lines)
    for text in (json.dumps(lines), json.dumps(lines, indent=2), json.dumps(lines[0], indent=2) + "\n"):
        assert mjx.sniff(text.encode())
    for text in (json.dumps(lines), "\n".join(json.dumps(line, indent=1) for line in lines)):
        assert read(text).events.drop(["source_offset"]).equals(expected.events.drop(["source_offset"]))


def test_offsets_are_those_of_the_lines():
    first = json.dumps(ron())
    tables = read(first, ron(round=1))
    assert tables.rounds["source_offset"].to_pylist() == [0, len(first) + 1]


LOG_ID = "2022060100gm-00a9-0000-3e8b8aaf"


def test_the_name_of_a_file_that_holds_one_game_may_say_which_log_it_is():
    game = only(read(ron(), path=f"logs/{LOG_ID}.json").games)
    assert (game["platform"], game["log_id"], game["lobby"]) == ("tenhou", LOG_ID, "0")
    assert (game["room"], game["length"]) == ("phoenix", "south")
    assert game["started_at"] == datetime(2022, 5, 31, 15)  # noqa: DTZ001
    assert json.loads(game["rules"]) == {"extends": "tenhou", "length": "south"}
    assert only(read(observation(2, ron()), path=f"{LOG_ID}.json").games)["log_id"] == f"{LOG_ID}&tw=2"
    several = read(ron(is_over=True), ron(round=1), path=f"{LOG_ID}.json")
    assert several.games["log_id"].to_pylist() == [None, None]


def test_the_seed_of_a_game_is_kept():
    line = ron()
    line["hiddenState"]["gameSeed"] = "12345678901234567890"
    assert only(read(line).games)["shuffle"] == "mjx,12345678901234567890"
