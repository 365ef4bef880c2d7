"""Luck and points by cause of real games."""

from __future__ import annotations

import pytest

from mjlog.stats.causes import points_by_cause
from mjlog.stats.luck import luck
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

pytestmark = pytest.mark.corpus

PUBLISHED_URA = 0.4138
"""Ura dora per win in riichi of four players over all years, by MajsoulPaipuAnalyzer."""
WIDER = 2.5758293035489 / 1.959963984540054
"""From a 95 % interval to one of 99 %."""


def test_expected_ura_dora_are_those_of_many_years(houou: Warehouse) -> None:
    (row,) = rates(
        houou, Selection(player_count=4, length="south"), statistics=["avg_expected_ura"], by=()
    ).to_pylist()
    assert row["denominator"] > 2500
    assert row["value"] == pytest.approx(PUBLISHED_URA, abs=0.005)


def test_everybody_together_is_as_lucky_as_expected(houou: Warehouse) -> None:
    rows = luck(houou, by=()).to_pylist()
    assert len(rows) == 2 * 5
    for row in rows:
        half = WIDER * (row["high"] - row["low"]) / 2
        assert abs(row["value"]) < half


def test_who_is_dealt_better_hands_scores_more(houou: Warehouse) -> None:
    """Half of all rounds, by what the dealt hand is worth: they differ by that."""
    (row,) = houou.query(
        """select
            avg(score_delta) filter (where dealt_hand_points > 0)
                - avg(score_delta) filter (where dealt_hand_points <= 0) as gained,
            avg(dealt_hand_points) filter (where dealt_hand_points > 0)
                - avg(dealt_hand_points) filter (where dealt_hand_points <= 0) as expected
        from luck_totals
        inner join round_players using (game_id, round_index, seat)"""
    ).to_pylist()
    assert row["expected"] > 800
    assert row["gained"] == pytest.approx(row["expected"], rel=0.1)


def test_causes_add_up_to_the_final_scores_exactly(houou: Warehouse) -> None:
    rows = points_by_cause(houou, by=("player",)).to_pylist()
    points: dict[tuple[int, str], float] = {}
    for row in rows:
        key = row["player_count"], row["player"]
        points[key] = points.get(key, 0) + row["points"]
    gains = houou.query(
        """select pg.player_count, pg.player, sum(pg.final_score - rp.start_score) as gain
        from player_games as pg
        inner join round_players as rp on rp.game_id = pg.game_id and rp.seat = pg.seat
        where rp.round_index = 0
        group by pg.player_count, pg.player"""
    ).to_pylist()
    assert points == {(row["player_count"], row["player"]): row["gain"] for row in gains}


def test_nothing_but_sticks_is_left_after_the_last_round(houou: Warehouse) -> None:
    (row,) = houou.query(
        "select min(after_rounds) as low, bool_and(after_rounds % 1000 = 0) as are_sticks, "
        "max(abs(other)) as other from cause_totals"
    ).to_pylist()
    assert row == {"low": 0, "are_sticks": True, "other": 0}
