"""tenhou.net/6 logs: which rounds make a game, and what is known of it."""

from __future__ import annotations

import copy

import pytest

from tests.unit.formats.tenhou_json_snippets import FOUR_TURNS, HANDS, ROUNDS, log, read, reasons, round_


def test_objects_of_one_round_each_are_one_game_when_they_follow_one_another():
    tables = read(*(log(r) for r in ROUNDS))
    assert reasons(tables) == []
    assert tables.rounds["round_index"].to_pylist() == [0, 1, 2, 3]
    assert tables.games.num_rows == 1


@pytest.mark.parametrize(
    "second",
    [
        log(ROUNDS[0]),
        log(ROUNDS[3]),
        log(ROUNDS[1], name=["A", "B", "C", "E"]),
        log(ROUNDS[1], title=["", "another"]),
    ],
)
def test_an_object_with_another_header_or_an_earlier_or_much_later_round_is_another_game(second):
    assert read(log(ROUNDS[0]), second).games.num_rows == 2


@pytest.mark.parametrize(
    "broken", ['{"log":[[[0', "no log at all", '{"log":[]}', '{"name":[],"log":[[[9]]]}']
)
def test_a_game_goes_on_after_an_object_that_cannot_be_read(broken):
    tables = read(log(ROUNDS[0]), broken, log(ROUNDS[2]), log(ROUNDS[3]))
    assert tables.games.num_rows == (1 if "[[[9]]]" not in broken else 2)
    assert tables.rounds.num_rows == 3
    assert tables.rejects.num_rows == 1


def test_a_game_goes_on_after_a_round_whose_number_cannot_be_read():
    tables = read(log(ROUNDS[0]), log([["a"]]), log(ROUNDS[2]))
    assert (tables.games.num_rows, tables.rounds.num_rows, tables.rejects.num_rows) == (1, 2, 1)


def test_a_game_is_complete_when_results_are_stated_and_its_last_round_is_read():
    sc = [40000, 40, 30000, 10, 20000, -20, 10000, -30]
    broken = copy.deepcopy(ROUNDS[1])
    broken[16] = ["?"]
    logs = [log(ROUNDS[0]), log(ROUNDS[0], sc=sc), log(ROUNDS[0], broken, sc=sc), log(ROUNDS[0], [[]], sc=sc)]
    assert [read(told).games["is_complete"].to_pylist() for told in logs] == [
        [False],
        [True],
        [False],
        [False],
    ]


def test_rounds_of_different_numbers_of_players_are_not_one_game():
    three = round_(([], []), ([44], [60]), number=1, hands=[*HANDS[:3], []], result=["流局"])
    tables = read(log(ROUNDS[0], three))
    assert tables.rounds.num_rows == 1
    assert reasons(tables) == ["East 2, honba 0: 3 players in a game of 4"]


def test_the_file_name_is_the_id_of_a_single_game_only():
    name = "2019021004gm-00a9-0000-e2f6516d"
    assert read(log(ROUNDS[0]), path=f"logs/{name}.json").games["log_id"].to_pylist() == [name]
    two = read(log(ROUNDS[0]), log(ROUNDS[0]), path=f"logs/{name}.json")
    assert two.games["log_id"].to_pylist() == [None, None]


def test_rounds_keep_their_place_in_the_game_when_one_is_unreadable():
    rounds = [round_(*FOUR_TURNS, number=n) for n in range(4)]
    rounds[1][4] = []
    tables = read(log(*rounds))
    assert tables.rounds["round_index"].to_pylist() == [0, 2, 3]


def test_an_object_that_cannot_be_read_leaves_a_gap_in_its_game():
    objects = [log(round_(*FOUR_TURNS, number=n)) for n in (0, 2)]
    tables = read(objects[0], '{"log": 1}', objects[1])
    assert tables.games.num_rows == 1
    assert tables.rounds["round_index"].to_pylist() == [0, 2]


def test_a_game_whose_last_round_is_unreadable_is_not_complete():
    last = round_(*FOUR_TURNS, number=1)
    sc = [25000, 0, 25000, 0, 25000, 0, 25000, 0]
    assert read(log(round_(*FOUR_TURNS), last, sc=sc)).games["is_complete"].to_pylist() == [True]
    last[4] = []
    assert read(log(round_(*FOUR_TURNS), last, sc=sc)).games["is_complete"].to_pylist() == [False]
