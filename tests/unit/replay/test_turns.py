from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mjlog.replay.batch import Batch
from mjlog.replay.hands import hand_rows
from mjlog.replay.melds import NEVER
from mjlog.replay.turns import (
    Turns,
    is_double_riichi,
    live_wall,
    offered_event,
    turns,
)
from mjlog.tables import LogTables
from tests.unit.replay.written import Round, batch_of, written

PLAY = """
0 draw 1m; 0 riichi; 0 discard 2m; 0 riichi_accepted
; 1 pon 2m with 22m from 0; 1 discard 3m; 2 draw 4m; 2 discard 5m
"""
FEWER = {"abortive_draws": [], "triple_ron": "all_win"}
"""Rules that fewer than four players can have."""


def course_of(batch: Batch) -> Turns:
    return turns(batch, hand_rows(batch))


def turns_of(*rounds: Round, **rules: Any) -> Turns:
    return course_of(batch_of(written(rounds, rules)))


def test_the_previous_move_skips_what_is_no_move() -> None:
    assert turns_of(Round(PLAY), Round("leave; dora 1z; 1 draw 1m; 1 discard 1m")).previous_move.tolist() == [
        *[-1, 0, 0, 2, 2, 4, 5, 6],
        *[-1, -1, -1, 10],
    ]


def test_calls_and_discards_before_an_event() -> None:
    course = turns_of(Round(PLAY), Round("1 draw 1m; 1 discard 1m"))
    assert course.calls_before.tolist() == [0, 0, 0, 0, 0, 1, 1, 1, 0, 0]
    assert course.discards_before[[2, 3, 5, 6, 7, 8]].tolist() == [
        [0, 0, 0, 0],
        [1, 0, 0, 0],
        [1, 0, 0, 0],
        [1, 1, 0, 0],
        [1, 1, 0, 0],
        [0, 0, 0, 0],
    ]


@pytest.mark.parametrize(
    ("rules", "players", "tiles"),
    [
        ({}, 4, 70),
        ({"extends": "tenhou_sanma"}, 3, 55),
        ({"dead_wall": 20}, 4, 64),
        ({"players": 3, "uma": [10, 0, -10], **FEWER, "max_ron": 2}, 3, 83),
        ({"players": 2, "uma": [10, -10], **FEWER, "max_ron": 1}, 2, 96),
        ({"extends": "two_player", "draws_per_player": 18}, 2, 36),
        ({"extends": "toutenkou"}, 3, 51),
    ],
)
def test_live_tiles_after_the_deal(rules: dict[str, Any], players: int, tiles: int) -> None:
    assert live_wall(batch_of(written([Round()], rules, players))).tolist() == [tiles]


def test_live_tiles_shrink_with_draws_and_may_fall_below_zero() -> None:
    draws = "; ".join(f"{n % 4} draw 1z" for n in range(4))
    course = turns_of(Round(draws), Round("0 draw 1z; 0 discard 1z"), dead_wall=60)
    assert course.live_tiles.tolist() == [23, 22, 21, 20, 23, 23]
    many = turns_of(Round("; ".join(["0 draw 1z"] * 26)), dead_wall=60)
    assert many.live_tiles[-3:].tolist() == [0, -1, -2]


@pytest.mark.parametrize("kan", ["daiminkan 1z with 111z from 1", "kakan 1z with 1z", "ankan 1z with 1111z"])
def test_a_replacement_follows_a_kan(kan: str) -> None:
    course = turns_of(Round(f"0 draw 1m; 0 {kan}; dora 2z; 0 draw 2m; 0 discard 2m; 1 draw 3m"))
    assert np.flatnonzero(course.is_replacement).tolist() == [3]
    assert course.dora_turned.tolist() == [1, 1, 2, 2, 2, 2]


def test_a_replacement_follows_a_north_set_aside() -> None:
    course = turns_of(Round("0 draw 4z; 0 kita 4z with 4z; 0 draw 2m"))
    assert course.is_replacement.tolist() == [False, False, True]


def test_replacements_are_told_apart_by_their_cause() -> None:
    aside, kan = "0 draw 4z; 0 kita 4z with 4z", "0 draw 1z; 0 ankan 1z with 1111z; 0 bonus; dora 2z"
    course = turns_of(Round(f"{aside}; {kan}; 0 draw 2m; 0 discard 2m"))
    assert np.flatnonzero(course.replaces_set_aside).tolist() == [2]
    assert np.flatnonzero(course.replaces_kan).tolist() == [6]


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ({}, [21, 21, 20]),
        ({"wall_per_kan": 0}, [22, 22, 21]),
        ({"wall_per_kan": 2}, [20, 20, 19]),
        ({"wall_per_set_aside": 0}, [22, 22, 21]),
        ({"wall_per_set_aside": 3, "wall_per_kan": 4}, [16, 16, 15]),
    ],
)
def test_replacement_tiles_take_what_the_rules_say(rules: dict[str, Any], left: list[int]) -> None:
    play = (
        "0 draw 1z; 0 ankan 1z with 1111z; 0 draw 4z; 0 kita 4z with 4z; 0 draw 2m; 0 discard 2m; 1 draw 3m"
    )
    assert turns_of(Round(play), dead_wall=60, **rules).live_tiles[-3:].tolist() == left


def test_draws_per_player_count_for_those_who_play() -> None:
    rules = {"extends": "toutenkou", "sits_out": True, "uma": [0, 0, 0, 0], "draws_per_player": 5}
    batch = batch_of(written([Round(columns={"away_seat": 3}), Round()], rules))
    assert live_wall(batch).tolist() == [15, 20]


def test_the_showing_of_waiting_tiles_by_round_and_seat() -> None:
    course = turns_of(Round("0 draw 1z; 0 riichi; 0 open_riichi; 0 discard 1z"), Round("1 draw 1z"))
    assert course.opened_at.tolist() == [[2, NEVER, NEVER, NEVER], [NEVER] * 4]


def test_the_first_draw_of_a_round_replaces_nothing() -> None:
    course = turns_of(Round("0 draw 1m; 0 ankan 1z with 1111z"), Round("1 draw 2m"))
    assert not course.is_replacement.any()


def test_riichi_and_its_stick_by_round_and_seat() -> None:
    course = turns_of(Round(PLAY), Round("1 draw 1z; 1 riichi; 1 discard 1z; 1 riichi; 1 riichi_accepted"))
    assert course.riichi_at.tolist() == [[1, NEVER, NEVER, NEVER], [NEVER, 9, NEVER, NEVER]]
    assert course.accepted_at.tolist() == [[3, NEVER, NEVER, NEVER], [NEVER, 12, NEVER, NEVER]]


@pytest.mark.parametrize(
    ("events", "double"),
    [
        ("0 draw 1z; 0 discard 1z; 1 draw 2z; 1 riichi; 1 discard 2z", True),
        (
            "0 draw 1z; 0 discard 1z; 2 pon 1z with 11z from 0; 2 discard 1m; 1 draw 2z; 1 riichi",
            False,
        ),
        (
            "0 draw 1z; 0 ankan 1s with 1111s; 0 draw 2z; 0 discard 2z; 1 draw 2z; 1 riichi; 1 discard 2z",
            False,
        ),
        ("1 draw 1z; 1 discard 1z; 1 draw 2z; 1 riichi; 1 discard 2z", False),
    ],
)
def test_double_riichi(events: str, double: bool) -> None:
    batch = batch_of(written([Round(events), Round("1 draw 1z")]))
    assert is_double_riichi(batch, course_of(batch)).tolist() == [[False, double, False, False], [False] * 4]


@pytest.mark.parametrize(
    ("events", "offered"),
    [
        ("0 draw 1m; 0 win 1m from 0", [0]),
        (
            "0 draw 1m; 0 discard 2m; 0 riichi_accepted; 1 win 2m from 0; 2 win 2m from 0; 3 win 2m from 0",
            [1] * 3,
        ),
        ("0 draw 1m; 0 kakan 1m with 1m; 1 win 1m from 0", [1]),
        ("0 draw 4z; 0 kita 4z with 4z; 1 win 4z from 0", [1]),
        ("0 draw 1m; 0 ankan 1m with 1111m; dora 1z; 1 win 1m from 0", [1]),
        ("0 draw 1m; 0 discard 1m; 1 pon 1m with 11m from 0; 2 win 1m from 0", [-1]),
        ("1 win 1m from 0", [-1]),
        ("exhaustive_draw; 1 win 1m from 0", [-1]),
    ],
)
def test_the_move_whose_tile_wins(events: str, offered: list[int]) -> None:
    batch = batch_of(written([Round(events)]))
    course = course_of(batch)
    wins = np.flatnonzero([k == "win" for k in written([Round(events)]).events["kind"].to_pylist()])
    assert offered_event(batch, course, wins).tolist() == offered


def test_a_win_takes_no_tile_of_an_earlier_round() -> None:
    batch = batch_of(written([Round("0 draw 1m; 0 discard 1m"), Round("1 win 1m from 0")]))
    assert offered_event(batch, course_of(batch), np.array([2])).tolist() == [-1]


@pytest.mark.parametrize("tables", [LogTables.empty(), written([Round()]), written([])])
def test_rounds_and_events_may_be_missing(tables: LogTables) -> None:
    batch = batch_of(tables)
    course = course_of(batch)
    assert course.discards_before[:].shape == (0, 4)
    assert (course.riichi_at == NEVER).all()
    assert is_double_riichi(batch, course).shape == (len(tables.rounds), 4)
    assert not is_double_riichi(batch, course).any()
    assert len(offered_event(batch, course, np.zeros(0, np.int64))) == 0
