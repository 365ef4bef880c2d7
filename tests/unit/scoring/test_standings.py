"""Final ranks and points."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from mjlog.rulesets import RulesetTable, load, resolve
from mjlog.scoring.course import Standings, standings


def ranked(*scores: int, sticks: int = 0, **rules: Any) -> Standings:
    table = RulesetTable.of([resolve(json.dumps({"extends": "tenhou", **rules}))])
    padded = np.array([(*scores, 0)[:4]], dtype=np.int32)
    return standings(padded, np.array([sticks]), np.array([len(scores)]), table, np.array([0]))


@pytest.mark.parametrize(
    ("scores", "rules", "ranks", "points"),
    [
        ((40_000, 30_000, 20_000, 10_000), {}, [1, 2, 3, 4], [50.0, 10.0, -20.0, -40.0]),
        ((10_000, 20_000, 30_000, 40_000), {}, [4, 3, 2, 1], [-40.0, -20.0, 10.0, 50.0]),
        ((25_100, 24_900, 25_000, 25_000), {}, [1, 4, 2, 3], [35.1, -25.1, 5.0, -15.0]),
        ((25_000, 25_000, 25_000, 25_000), {}, [1, 2, 3, 4], [35.0, 5.0, -15.0, -25.0]),
        ((25_000, 25_000, 25_000, 25_000), {"ties": "split"}, [1, 2, 3, 4], [0.0, 0.0, 0.0, 0.0]),
        ((35_000, 20_000, 35_000, 10_000), {"ties": "split"}, [1, 3, 2, 4], [30.0, -20.0, 30.0, -40.0]),
        (
            (40_000, 20_000, 20_000, 20_000),
            {"ties": "split"},
            [1, 2, 3, 4],
            [50.0, -16.667, -16.667, -16.667],
        ),
        (
            (40_000, 30_000, 20_000, 10_000),
            {"uma": [30, 10, -10, -30]},
            [1, 2, 3, 4],
            [60.0, 10.0, -20.0, -50.0],
        ),
        (
            (40_000, 30_000, 20_000, 10_000),
            {"return_score": 25_000},
            [1, 2, 3, 4],
            [35.0, 15.0, -15.0, -35.0],
        ),
        ((120_000, 10_000, -10_000, -20_000), {}, [1, 2, 3, 4], [130.0, -10.0, -50.0, -70.0]),
    ],
)
def test_ranks_and_points(
    scores: tuple[int, ...], rules: dict[str, Any], ranks: list[int], points: list[float]
) -> None:
    result = ranked(*scores, **rules)
    assert result.ranks.tolist() == [ranks]
    assert np.round(result.points, 3).tolist() == [points]
    assert result.scores.tolist() == [list(scores)]


FLOATING = {
    "start_score": 30_000,
    "return_score": 30_000,
    "ties": "split",
    "floating_uma": [[12, -1, -3, -8], [8, 4, -4, -8], [8, 3, 1, -12], [0, 0, 0, 0]],
}
"""Uma of the Japanese professional league's A rules."""


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((50_000, 29_000, 21_000, 20_000), [32.0, -2.0, -12.0, -18.0]),
        ((50_000, 30_000, 21_000, 19_000), [28.0, 4.0, -13.0, -19.0]),
        ((29_900, 50_000, 30_100, 10_000), [-4.1, 28.0, 4.1, -28.0]),
        ((40_000, 35_000, 30_000, 15_000), [18.0, 8.0, 1.0, -27.0]),
        ((30_000, 30_000, 30_000, 30_000), [0.0, 0.0, 0.0, 0.0]),
        # equal scores share theirs
        ((50_000, 25_000, 25_000, 20_000), [32.0, -7.0, -7.0, -18.0]),
        ((35_000, 35_000, 35_000, 15_000), [9.0, 9.0, 9.0, -27.0]),
        ((40_000, 40_000, 20_000, 20_000), [16.0, 16.0, -16.0, -16.0]),
    ],
)
def test_uma_floats_with_the_number_who_reach_the_return_score(
    scores: tuple[int, ...], points: list[float]
) -> None:
    assert np.round(ranked(*scores, **FLOATING).points, 3).tolist() == [points]


def test_where_nobody_reaches_the_return_score_there_is_no_floating_uma() -> None:
    lost = {**FLOATING, "leftover_sticks": "lost"}
    assert ranked(29_000, 29_500, 29_500, 29_000, sticks=3, **lost).points.tolist() == [
        [-1.0, -0.5, -0.5, -1.0]
    ]


@pytest.mark.parametrize(
    ("chombo", "points"),
    [
        ("result", [10.0, 10.0, -60.0, -40.0]),
        ("each", [50.0, 10.0, -20.0, -40.0]),
        ("mangan", [50.0, 10.0, -20.0, -40.0]),
    ],
)
def test_chombo_comes_off_the_result_where_the_rules_say_so(chombo: str, points: list[float]) -> None:
    rules = {"extends": "tenhou", "chombo": chombo, "chombo_points": 20_000}
    table = RulesetTable.of([resolve(json.dumps(rules))])
    scores = np.array([[40_000, 30_000, 20_000, 10_000]])
    made = np.array([[2, 0, 2, 0]])
    result = standings(scores, np.array([0]), np.array([4]), table, np.array([0]), made)
    assert result.points.tolist() == [points]
    assert result.ranks.tolist() == [[1, 2, 3, 4]]


def test_four_who_share_a_table_of_three_are_ranked_together() -> None:
    rules = {"extends": "tenhou_sanma", "sits_out": True, "uma": [15, 5, -5, -15]}
    result = ranked(40_000, 35_000, 45_000, 20_000, **rules)
    assert result.ranks.tolist() == [[2, 3, 1, 4]]
    assert result.points.tolist() == [[5.0, -10.0, 40.0, -35.0]]


def test_a_table_of_three() -> None:
    result = ranked(45_000, 20_000, 40_000, extends="tenhou_sanma")
    assert result.ranks.tolist() == [[1, 3, 2, 0]]
    assert result.points.tolist() == [[40.0, -40.0, 0.0, 0.0]]
    assert result.scores.tolist() == [[45_000, 20_000, 40_000, 0]]


def test_a_seat_below_the_absent_one_is_still_third() -> None:
    result = ranked(70_000, 36_000, -1_000, extends="tenhou_sanma")
    assert result.ranks.tolist() == [[1, 2, 3, 0]]


@pytest.mark.parametrize(
    ("rules", "scores"),
    [
        ({}, [20_000, 37_000, 35_000, 10_000]),
        ({"leftover_sticks": "lost"}, [20_000, 35_000, 35_000, 10_000]),
    ],
)
def test_sticks_left_on_the_table(rules: dict[str, Any], scores: list[int]) -> None:
    assert ranked(20_000, 35_000, 35_000, 10_000, sticks=2, **rules).scores.tolist() == [scores]


def test_standings_leave_their_input_alone() -> None:
    scores = np.full((1, 4), 25_000, dtype=np.int32)
    table = RulesetTable.of([load("tenhou")])
    standings(scores, np.array([3]), np.array([4]), table, np.array([0]))
    assert scores.tolist() == [[25_000] * 4]


def test_no_games_have_no_standings() -> None:
    none = np.zeros(0, dtype=np.int64)
    result = standings(np.zeros((0, 4)), none, none, RulesetTable.of([load("tenhou")]), none)
    assert result.scores.shape == result.ranks.shape == result.points.shape == (0, 4)
