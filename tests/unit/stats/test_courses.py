"""What is asked of games in their order: courses, records, opponents, runs, sittings, rolling figures."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.stats.trends import rolling
from mjlog.warehouse import Warehouse
from tests.unit.stats.made import game, warehouse_of

day = datetime.fromisoformat
FOUR = ["A", "B", "C", "D"]
SCORES = [40000, 30000, 20000, 10000]
"""By place."""


def with_ranks(ranks: list[int | None], **columns: Any) -> Warehouse:
    """Games that A ends at these places, or, where None, that break off."""
    games = []
    for rank in ranks:
        own = SCORES[(rank or 1) - 1]
        scores = [own, *(score for score in SCORES if score != own)]
        games.append(game(FOUR, scores, is_complete=rank is not None, **columns))
    return warehouse_of(*games)


def of_a(warehouse: Warehouse, statement: str) -> list[dict[str, Any]]:
    return [dict(row) for row in warehouse.query(statement, people=["A"]).to_pylist()]


def test_a_course_adds_up_game_after_game() -> None:
    columns = {"level": ["七段"] * 4, "platform": "tenhou", "room": "phoenix"}
    late, early = day("2024-05-02"), day("2024-05-01")
    warehouse = warehouse_of(
        game(FOUR, SCORES, started_at=late, log_final_points=[50.0, 10.0, -20.0, -40.0], **columns),
        game(FOUR, SCORES[::-1], started_at=early, log_final_points=[-40.0, -20.0, 10.0, 50.0], **columns),
    )
    rows = of_a(warehouse, "game_course")
    names = "game_number", "started_at", "final_rank", "final_points_total", "rank_points_total"
    assert [tuple(row[name] for name in names) for row in rows] == [
        (1, early, 4, -40, -135),
        (2, late, 1, 10, -45),
    ]


def test_records_are_the_best_of_all_games() -> None:
    """A deals rounds 1 and 2, then 5, 6 and 7: three at a stretch; the best hand is that of round 6."""
    dealers = [0, 0, 1, 2, 0, 0, 0, 3]
    points = [None, 2000, None, None, None, 12000, 3900, None]
    han = [None, 2, None, None, None, 4, 5, None]
    rounds = [
        {
            "dealer_seat": dealer,
            "starts": [25000] * 4,
            "win_points": [value, None, None, None],
            "win_han": [worth, 13, None, None],
        }
        for dealer, value, worth in zip(dealers, points, han, strict=True)
    ]
    tenhou = {"platform": "tenhou"}
    warehouse = warehouse_of(
        game(
            FOUR, SCORES, rounds=rounds, level=["十段", "七段", "七段", "七段"], rating=[2200.0] * 4, **tenhou
        ),
        game(FOUR, SCORES[::-1], level=["天鳳位"] + ["九段"] * 3, rating=[2210.0] * 4, **tenhou),
        game(FOUR, SCORES[::-1], level=["九段"] * 4, rating=[2190.0] * 4, **tenhou),
    )
    (row,) = of_a(warehouse, "player_records")
    assert (row["games"], row["hands"], row["dealer_hands"]) == (3, 8, 5)
    assert row["max_renchan"] == 3
    assert (row["best_hand"], row["best_hand_game_id"], row["best_hand_round_index"]) == (12000, "g0", 5)
    assert row["max_han"] == 5
    assert (row["max_score"], row["max_score_game_id"], row["min_score"]) == (40000, "g0", 10000)
    assert (row["max_level"], row["max_rating"], row["last_rating"]) == ("天鳳位", 2210, 2190)
    assert row["avg_rank"] == 3
    assert row["rank_stddev"] == pytest.approx(3**0.5)


def test_opponents_are_met_and_beaten() -> None:
    """A and B meet three times; A is ahead once, behind once, and one game has no end."""
    warehouse = warehouse_of(
        game(["A", "B", "C", "D"], SCORES, log_final_points=[50.0, 10.0, -20.0, -40.0]),
        game(["B", "A", "X", "Y"], SCORES, log_final_points=[50.0, 10.0, -20.0, -40.0]),
        game(["A", "B", "X", "Y"], SCORES, is_complete=False),
    )
    rows = {row["opponent"]: row for row in of_a(warehouse, "opponent_records")}
    of_b = rows["B"]
    assert (of_b["games"], of_b["games_ahead"], of_b["ranked_games"]) == (3, 1, 2)
    assert (of_b["ahead_rate"], of_b["avg_rank"], of_b["opponent_avg_rank"]) == (0.5, 1.5, 1.5)
    assert of_b["point_difference"] == 0
    assert (rows["C"]["ahead_rate"], rows["C"]["point_difference"]) == (1, 70)
    assert next(iter(rows)) == "B"


def test_one_person_at_two_seats_is_no_opponent() -> None:
    warehouse = warehouse_of(game(["A", "A", "C", "D"], SCORES))
    assert {row["opponent"] for row in of_a(warehouse, "opponent_records")} == {"C", "D"}


def test_runs_are_of_games_that_end_alike() -> None:
    """A: 1 1 4 2 3 2 (cut off) 1 2 4 4."""
    rows = of_a(with_ranks([1, 1, 4, 2, 3, 2, None, 1, 2, 4, 4]), "streaks")
    found = {row["streak"]: (row["longest"], row["latest"]) for row in rows}
    assert found == {"first": (2, 0), "not_first": (4, 3), "last": (2, 2), "not_last": (3, 0)}
    since = {row["streak"]: row["longest_since"].hour for row in rows}
    assert since["not_first"] == 2
    assert since["last"] == 9


def test_a_game_of_unknown_day_is_the_oldest_everywhere() -> None:
    """A is first on a known day, and last in a game that comes in afterwards and knows no day."""
    warehouse = warehouse_of(
        game(FOUR, SCORES, started_at=day("2024-05-01")),
        game(FOUR, SCORES[::-1], started_at=None),
    )
    chosen = Selection(players=("A",))
    assert [row["final_rank"] for row in of_a(warehouse, "game_course")] == [4, 1]
    latest = {row["streak"]: row["latest"] for row in of_a(warehouse, "streaks")}
    assert latest == {"first": 1, "not_first": 0, "last": 0, "not_last": 1}
    windows = rolling(warehouse, chosen, statistics=["avg_rank"], window=1).to_pylist()
    assert [row["value"] for row in windows] == [4, 1]
    (last,) = warehouse.query("game_course", people=["A"], last_games=1).to_pylist()
    assert last["final_rank"] == 1


def test_the_points_of_a_game_of_unknown_day_are_the_oldest() -> None:
    columns = {"level": ["七段"] * 4, "platform": "tenhou", "room": "phoenix"}
    warehouse = warehouse_of(
        game(FOUR, SCORES, started_at=day("2024-05-01"), **columns),
        game(FOUR, SCORES[::-1], started_at=None, **columns),
    )
    assert [row["started_at"] for row in of_a(warehouse, "pointed_games")] == [None, day("2024-05-01")]


def test_an_hour_and_more_between_starts_ends_a_sitting() -> None:
    starts = [day(f"2024-01-01T{hour}") for hour in ("20:00", "21:00", "22:01")]
    warehouse = warehouse_of(
        *(
            game(FOUR, SCORES, started_at=start, log_final_points=[50.0, 10.0, -20.0, -40.0])
            for start in starts
        ),
        game(FOUR, SCORES, started_at=None),
    )
    rows = of_a(warehouse, "sessions")
    assert [(row["session"], row["games"], row["firsts"], row["final_points"]) for row in rows] == [
        (1, 2, 2, 100),
        (2, 1, 1, 50),
    ]


def test_a_window_moves_over_the_games() -> None:
    """Ranks 1 4 2 4, two games at a time: 2.5, 3, 3."""
    warehouse = with_ranks([1, 4, 2, 4])
    rows = rolling(
        warehouse, Selection(players=("A",)), statistics=["rank_4_rate", "avg_rank"], window=2
    ).to_pylist()
    means = [row for row in rows if row["statistic"] == "avg_rank"]
    assert [(r["game_number"], r["games"], r["value"]) for r in means] == [(2, 2, 2.5), (3, 2, 3), (4, 2, 3)]
    lasts = [row["numerator"] for row in rows if row["statistic"] == "rank_4_rate"]
    assert lasts == [1, 1, 1]
    assert [row["statistic"] for row in rows[:2]] == ["rank_4_rate", "avg_rank"]


def test_a_window_of_all_games_is_what_rates_tell() -> None:
    warehouse = with_ranks([1, 2, 3, 4, 1, 1, 2, 2, 3, 4, 4])
    chosen = Selection(players=("A",))
    (row,) = rolling(warehouse, chosen, statistics=["avg_rank"], window=11).to_pylist()
    (whole,) = rates(warehouse, chosen, statistics=["avg_rank"]).to_pylist()
    names = "value", "low", "high", "numerator", "denominator"
    assert [row[name] for name in names] == pytest.approx([whole[name] for name in names])


def test_fewer_games_than_a_window_have_no_rows() -> None:
    assert len(rolling(with_ranks([1, 2]), statistics=["avg_rank"], window=3)) == 0


def test_windows_leave_out_what_three_players_have_not() -> None:
    warehouse = warehouse_of(game(["A", "B", "C"], [40000, 35000, 30000]))
    rows = rolling(warehouse, statistics=["rank_4_rate", "avg_rank"], window=1).to_pylist()
    assert {row["statistic"] for row in rows} == {"avg_rank"}


def test_a_window_holds_games() -> None:
    with pytest.raises(ValueError, match="one game or more"):
        rolling(with_ranks([1]), statistics=["avg_rank"], window=0)
    with pytest.raises(ValueError, match="did you mean avg_rank"):
        rolling(with_ranks([1]), statistics=["avg_rnk"])


def test_months_are_told_apart() -> None:
    warehouse = warehouse_of(
        game(FOUR, SCORES, started_at=day("2024-01-31")),
        game(FOUR, SCORES[::-1], started_at=day("2024-02-01")),
    )
    rows = rates(warehouse, Selection(players=("A",)), statistics=["avg_rank"], by=("player", "month"))
    assert [(row["month"].month, row["value"]) for row in rows.to_pylist()] == [(1, 1), (2, 4)]
