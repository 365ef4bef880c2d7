"""Stable ranks, expected points and ratings worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mjlog.rank_points import ladders
from mjlog.stats.bootstrap import resampled, resampled_alike
from mjlog.stats.rating import rating_change, rating_course
from mjlog.stats.selection import Selection
from mjlog.stats.standing import standings
from mjlog.warehouse import Warehouse
from tests.unit.stats.made import game, warehouse_of

HANCHAN = {"platform": "tenhou", "room": "phoenix", "length": "south"}
SCORES = [40000, 30000, 20000, 10000]
"""By place."""


def with_ranks(ranks: list[int], levels: str | list[str] = "七段", **columns: Any) -> Warehouse:
    """Games that A ends at these places, against three others of the same level."""
    names = [levels] * len(ranks) if isinstance(levels, str) else levels
    games = []
    for rank, level in zip(ranks, names, strict=True):
        scores = [SCORES[rank - 1], *(score for score in SCORES if score != SCORES[rank - 1])]
        games.append(game(["A", "B", "C", "D"], scores, level=[level] * 4, **{**HANCHAN, **columns}))
    return warehouse_of(*games)


def of_a(warehouse: Warehouse, **asked: Any) -> dict[str, Any]:
    (row,) = standings(warehouse, Selection(players=("A",)), **asked).to_pylist()
    return dict(row)


def test_the_stable_rank_of_a_hanchan_player() -> None:
    """Three firsts, three seconds, two thirds, two lasts: (90 * 3 + 45 * 3) / (15 * 2) - 2 = 11.5 dan."""
    row = of_a(with_ranks([1, 1, 1, 2, 2, 2, 3, 3, 4, 4]))
    assert row["stable_rank"] == pytest.approx(11.5)
    assert row["pt_efficiency"] == pytest.approx(40.5)
    assert row["expected_pt"] == pytest.approx(40.5 - 0.2 * 135)
    assert row["stable_rank_low"] < 11.5
    assert row["expected_pt_low"] < 13.5 < row["expected_pt_high"]


def test_one_of_each_place_is_stable_at_seven_dan() -> None:
    assert of_a(with_ranks([1, 2, 3, 4]))["stable_rank"] == pytest.approx(7)
    assert of_a(with_ranks([1, 2, 3, 4], length="east"))["stable_rank"] == pytest.approx(7)
    assert of_a(with_ranks([1, 2, 3, 4], room="special"))["stable_rank"] == pytest.approx(5)
    assert of_a(with_ranks([1, 2, 3, 4], room="upper"))["stable_rank"] == pytest.approx(3)
    assert of_a(with_ranks([4]))["stable_rank"] == pytest.approx(-2)


def test_three_players_are_stable_at_seven_dan_too() -> None:
    levels = {"level": ["七段"] * 3, **HANCHAN}
    orders = ([3, 2, 1], [1, 3, 2], [2, 1, 3])
    games = [game(["A", "B", "C"], [20000 * n for n in order], **levels) for order in orders]
    assert of_a(warehouse_of(*games))["stable_rank"] == pytest.approx(7)


def test_on_mahjong_soul_the_scale_is_in_stars_from_master() -> None:
    """Jade: 15 + 125, 5 + 60, -5 - 5, -15 - 15 without the penalty: 165 in all, that of Master 1."""
    columns = {"platform": "mahjong_soul", "room": "jade"}
    row = of_a(with_ranks([1, 2, 3, 4], "Saint 1", **columns))
    assert row["pt_efficiency"] * row["games"] == 140 + 65 - 10 - 30
    assert row["stable_rank"] == pytest.approx(1)
    assert row["expected_pt"] == pytest.approx((165 - 210) / 4)
    assert of_a(with_ranks([1, 1, 2, 2, 3, 4], "Saint 1", **columns))["stable_rank"] == pytest.approx(
        (140 * 2 + 65 * 2 - 40) / 15 - 10
    )


def test_who_is_never_last_has_no_stable_rank() -> None:
    row = of_a(with_ranks([1, 2, 3] * 4))
    assert row["stable_rank"] is row["stable_rank_low"] is row["stable_rank_high"] is None
    assert row["expected_pt"] == 45


def test_one_last_place_leaves_the_upper_end_open() -> None:
    """Of ten games drawn anew, the one last place is missing in more than a third of the draws."""
    row = of_a(with_ranks([1, 2, 3] * 3 + [4]))
    assert row["stable_rank_low"] is not None
    assert row["stable_rank_high"] is None


def test_below_ten_games_there_is_no_interval() -> None:
    row = of_a(with_ranks([1, 2, 4]))
    assert row["expected_pt_low"] is row["expected_pt_high"] is row["stable_rank_low"] is None


def test_games_to_the_next_rank_are_points_over_the_mean() -> None:
    """7-dan from 1,400 of 2,800, at (90 + 45) / 4 a game; with 2,700 in hand 100 are left."""
    warehouse = with_ranks([1, 2, 3, 3])
    assert of_a(warehouse)["expected_pt"] == pytest.approx(33.75)
    assert of_a(warehouse)["games_to_promotion"] == pytest.approx(1400 / 33.75)
    assert of_a(warehouse, points=2700)["games_to_promotion"] == pytest.approx(100 / 33.75)
    assert [of_a(warehouse, points=p)["has_assumed_points"] for p in (None, 2700)] == [True, False]
    assert of_a(warehouse)["games_to_demotion"] is None


def test_whoever_loses_points_is_on_the_way_down() -> None:
    row = of_a(with_ranks([4, 3]), points=135)
    assert (row["games_to_promotion"], row["games_to_demotion"]) == (None, pytest.approx(2))


def test_points_are_expected_at_the_level_of_the_latest_game_or_another() -> None:
    warehouse = with_ranks([1, 4], ["七段", "八段"])
    assert (of_a(warehouse)["level"], of_a(warehouse)["expected_pt"]) == ("八段", (90 - 150) / 2)
    assert of_a(warehouse, level="十段")["expected_pt"] == (90 - 180) / 2
    with pytest.raises(ValueError, match="did you mean 十段"):
        of_a(warehouse, level="十段位")


def test_games_that_are_counted_otherwise_stay_out() -> None:
    """A Saint's games say nothing of what a Celestial, who plays for orbs, can expect."""
    columns = {"platform": "mahjong_soul", "room": "throne"}
    row = of_a(with_ranks([1, 2, 4], ["Saint 3", "Saint 3", "Celestial 1"], **columns))
    assert (row["games"], row["expected_pt"], row["stable_rank"]) == (1, -50, None)


def test_tables_are_told_apart() -> None:
    games = [
        game(["A", "B", "C", "D"], SCORES, level=["七段"] * 4, **{**HANCHAN, "length": length})
        for length in ("south", "east")
    ]
    rows = standings(warehouse_of(*games), Selection(players=("A",))).to_pylist()
    assert {row["length"]: row["expected_pt"] for row in rows} == {"south": 90, "east": 60}


def test_without_ranked_games_nobody_stands_anywhere() -> None:
    warehouse = warehouse_of(game(["A", "B", "C", "D"], SCORES))
    assert len(standings(warehouse)) == 0
    with pytest.raises(ValueError, match="single rounds"):
        standings(warehouse, Selection(seat_winds=(0,)))


def test_ratings_move_by_place_and_distance() -> None:
    """R 2000 at a table of 1,960: the first of 100 games gains 30 - 1, times 1 at first and .2 at last."""
    tenhou = ladders()["tenhou"].rating
    assert tenhou is not None
    change = rating_change(tenhou, 4, [1, 1, 1, 4], [2000.0] * 4, [1960.0] * 4, [0, 100, 1000, 1000])
    assert change == pytest.approx([29, 29 * 0.8, 29 * 0.2, -31 * 0.2])
    assert rating_change(tenhou, 3, [2], [2000.0], [2040.0], [500]) == pytest.approx([0.2])


def test_the_course_of_a_rating_says_what_each_game_should_add() -> None:
    columns = {"level": ["七段"] * 4, **HANCHAN}
    warehouse = warehouse_of(
        game(["A", "B", "C", "D"], SCORES, rating=[2000.0, 2000.0, 2000.0, 1840.0], **columns),
        game(["A", "B", "C", "D"], SCORES, rating=[2005.8, None, 2000.0, 1840.0], **columns),
    )
    rows = rating_course(warehouse, Selection(players=("A", "D"))).to_pylist()
    assert [(r["player"], r["game_number"]) for r in rows] == [("A", 1), ("D", 1)]
    assert [r["calc_change"] for r in rows] == pytest.approx([0.2 * (30 - 1), 0.2 * (-30 + 3)])
    fresh = rating_course(warehouse, Selection(players=("A",)), played=0)
    assert fresh["calc_change"].to_pylist() == pytest.approx([29])


def test_games_that_are_alike_are_drawn_as_all_others() -> None:
    """Both ways of drawing agree on where the sums lie and how far they spread."""
    sums = np.array([[90.0, 0, 1]] * 30 + [[0.0, 1, 1]] * 10)
    one, other = resampled(sums), resampled_alike(sums)
    assert one.shape == other.shape
    assert (other[:, 2] == 40).all()
    assert other.mean(axis=0) == pytest.approx(one.mean(axis=0), rel=0.05)
    assert other.std(axis=0) == pytest.approx(one.std(axis=0), rel=0.1)
    assert resampled_alike(sums[:0]).shape == (2000, 3)
