"""Figures of whole games in recorded games of the Houou room against published ones."""

from __future__ import annotations

import math

import pytest

from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

pytestmark = pytest.mark.corpus
Z99 = 2.5758293035489004


@pytest.mark.parametrize(
    ("statistic", "length", "published"),
    [
        ("last_keep_top", "south", 0.8302),
        ("last_reach_top", "south", 0.0566),
        ("last_avoid_4th", "south", 0.1543),
        ("last_multi", "south", 0.1860),
        ("last_keep_top", "east", 0.7122),
        ("last_reach_top", "east", 0.0959),
        ("last_avoid_4th", "east", 0.2554),
        ("last_multi", "east", 0.2680),
    ],
)
def test_last_rounds_end_as_in_the_whole_room(
    houou: Warehouse, statistic: str, length: str, published: float
) -> None:
    """Within the 99 % interval of the baseline of MajsoulPaipuAnalyzer, under its definitions."""
    choice = Selection(player_count=4, length=length)
    (row,) = rates(houou, choice, statistics=[statistic], by=(), profile="mpa").to_pylist()
    seats = 4 if statistic == "last_multi" else 1
    error = math.sqrt(published * (1 - published) / (row["denominator"] / seats))
    assert row["value"] == pytest.approx(published, abs=Z99 * error)


def test_a_hanchan_has_as_many_rounds_as_in_the_whole_room(houou: Warehouse) -> None:
    """10.71 rounds a game in 2016 (kobalab), within the 99 % interval."""
    choice = Selection(player_count=4, length="south")
    (row,) = rates(houou, choice, statistics=["avg_hands_per_game"], by=()).to_pylist()
    half = (row["high"] - row["low"]) / 2 * Z99 / 1.959963984540054
    assert row["value"] == pytest.approx(10.71, abs=half)


@pytest.mark.parametrize(("length", "players"), [("south", 4), ("east", 4), ("south", 3)])
def test_all_players_together_gain_nothing(houou: Warehouse, length: str, players: int) -> None:
    choice = Selection(player_count=players, length=length)
    names = ["avg_rank", "avg_game_delta", "avg_point_uma", "rank_1_rate", "dealer_hand_rate"]
    rows = rates(houou, choice, statistics=names, by=()).to_pylist()
    values = {row["statistic"]: row["value"] for row in rows}
    assert values == {
        "avg_rank": (players + 1) / 2,
        "avg_game_delta": 0,
        "avg_point_uma": pytest.approx(0, abs=1e-9),
        "rank_1_rate": pytest.approx(1 / players),
        "dealer_hand_rate": pytest.approx(1 / players),
    }
