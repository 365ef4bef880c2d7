"""Rank points of single games, and the files that they come from."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.rank_points import ladders, rank_tables, read_ladder
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from tests.unit.stats.made import game, warehouse_of

FOUR = ["A", "B", "C", "D"]
THREE = ["A", "B", "C"]
HANCHAN = {"platform": "tenhou", "room": "phoenix", "length": "south"}
JADE = {"platform": "mahjong_soul", "room": "jade", "length": "south"}


def points(names: list[str], scores: list[int], level: str, **columns: Any) -> list[int | None]:
    """Rank points by seat, of players who all have the same level."""
    one = game(names, scores, level=[level] * len(names), **columns)
    rows = warehouse_of(one).query("select rank_points from player_games order by seat")
    answer: list[int | None] = rows["rank_points"].to_pylist()
    return answer


@pytest.mark.parametrize(
    ("room", "length", "level", "expected"),
    [
        ("phoenix", "south", "七段", [90, 45, 0, -135]),
        ("phoenix", "south", "十段", [90, 45, 0, -180]),
        ("phoenix", "east", "七段", [60, 30, 0, -90]),
        ("special", "south", "四段", [75, 30, 0, -90]),
        ("special", "east", "四段", [50, 20, 0, -60]),
        ("upper", "south", "初段", [60, 15, 0, -45]),
        ("upper", "east", "初段", [40, 10, 0, -30]),
        ("general", "south", "２級", [30, 15, 0, -15]),
        ("general", "east", "１級", [20, 10, 0, -20]),
        ("general", "south", "新人", [30, 15, 0, 0]),
    ],
)
def test_tenhou_pays_by_room_and_takes_by_dan(
    room: str, length: str, level: str, expected: list[int]
) -> None:
    where = {"platform": "tenhou", "room": room, "length": length}
    assert points(FOUR, [40000, 30000, 20000, 10000], level, **where) == expected


def test_of_three_players_on_tenhou_only_the_first_is_paid() -> None:
    assert points(THREE, [20000, 50000, 35000], "八段", **HANCHAN) == [-150, 135, 0]


def test_mahjong_soul_rounds_the_score_up() -> None:
    """Jade, hanchan, Saint 1, worked out by hand.

    A: 16.3 over the start, up to 17, +15 +110.  B: 1.2 up to 2, +5 +55.  C: -4.9 up to -4, -5.
    D: -12.6 up to -12, -15, -210.
    """
    assert points(FOUR, [41300, 26200, 20100, 12400], "Saint 1", **JADE) == [142, 62, -9, -237]


def test_mahjong_soul_counts_three_players_from_35_000() -> None:
    """Throne, Master 3: 10.0 +15 +240; 0.1 up to 1, 0; -10.1 up to -10, -15, -215."""
    where = {**JADE, "room": "throne"}
    assert points(THREE, [45000, 35100, 24900], "Master 3", **where) == [265, 1, -240]


def test_celestial_levels_go_by_place_alone() -> None:
    where = {**JADE, "room": "throne"}
    assert points(FOUR, [60000, 30000, 9000, 1000], "Celestial 3", **where) == [50, 20, -20, -50]


@pytest.mark.parametrize(
    ("level", "columns"),
    [
        ("天鳳位", HANCHAN),
        ("七段", {**HANCHAN, "room": None}),
        ("七段", {**HANCHAN, "platform": "mahjong_soul"}),
        ("七段", {**HANCHAN, "length": "one_round"}),
        ("七段", {**HANCHAN, "is_complete": False}),
    ],
)
def test_where_no_table_fits_nobody_knows(level: str, columns: dict[str, Any]) -> None:
    assert points(FOUR, [40000, 30000, 20000, 10000], level, **columns) == [None] * 4


def test_points_of_games_at_different_levels_add_up() -> None:
    """A: first as 7-dan, then last as 8-dan: 90 - 150 in two games, and 90 without the penalty."""
    warehouse = warehouse_of(
        game(FOUR, [40000, 30000, 20000, 10000], level=["七段"] * 4, **HANCHAN),
        game(FOUR, [10000, 20000, 30000, 40000], level=["八段"] * 4, **HANCHAN),
        game(FOUR, [10000, 20000, 30000, 40000]),
    )
    rows = rates(warehouse, Selection(players=("A",)), statistics=["avg_pt", "pt_efficiency"]).to_pylist()
    assert [(r["numerator"], r["denominator"]) for r in rows] == [(-60, 2), (90, 2)]


def test_a_rating_before_each_game_makes_two_means() -> None:
    warehouse = warehouse_of(
        game(FOUR, [25000] * 4, rating=[2000.0, 1900.0, 1800.0, 1700.0]),
        game(FOUR, [25000] * 4, rating=[2010.0, None, 1800.0, 1700.0]),
    )
    rows = rates(
        warehouse, Selection(players=("A",)), statistics=["avg_rating", "avg_table_rating"]
    ).to_pylist()
    assert [(r["numerator"], r["denominator"]) for r in rows] == [(4010, 2), (1850, 1)]


def test_every_table_says_where_it_is_from() -> None:
    for ladder in ladders().values():
        assert ladder.sources
        assert all(ladder.sources)


def test_no_two_tables_tell_of_the_same_games() -> None:
    keys = ["platform", "player_count", "length", "room", "level"]
    assert len(rank_tables()) == len(rank_tables().group_by(keys).aggregate([]))


def test_penalties_never_fall_as_the_level_rises() -> None:
    for ladder in ladders().values():
        tables: dict[tuple[Any, ...], list[int]] = {}
        for row in ladder.tables:
            key = row["player_count"], row["length"], row["room"], tuple(row["points"])
            tables.setdefault(key, []).append(row["penalty"])
        assert tables
        assert all(penalties == sorted(penalties) for penalties in tables.values())


def test_a_promotion_starts_in_the_middle_or_at_nothing() -> None:
    for ladder in ladders().values():
        for level in ladder.levels.values():
            if level.promotion is not None:
                assert level.start in (0, level.promotion // 2)


LADDER = """
platform = "club"
title = "Club"
levels = ["low", "high"]
numbers = [1, 2]
starts = [0]
promotions = [100]
[[tables]]
players = 4
length = "south"
rooms = { one = [2, 1, 0, 0] }
penalties = [0, 3]
source = "here"
"""


def test_a_file_is_read_as_levels_and_rows() -> None:
    ladder = read_ladder(LADDER)
    assert ladder.rating is None
    assert ladder.levels["low"].promotion == 100
    assert ladder.levels["high"].start is None
    assert [(row["level"], row["points"], row["penalty"]) for row in ladder.tables] == [
        ("low", [2, 1, 0, 0], 0),
        ("high", [2, 1, 0, 0], 3),
    ]


def test_levels_have_other_spellings() -> None:
    spelt = read_ladder(LADDER.replace("starts", 'spellings = [["LOW", "HIGH"]]\nstarts'))
    assert spelt.levels["HIGH"].number == spelt.levels["high"].number == 2
    assert [row["level"] for row in spelt.tables] == ["low", "LOW", "high", "HIGH"]
    assert points(FOUR, [41300, 26200, 20100, 12400], "雀聖★1", **JADE) == [142, 62, -9, -237]


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("numbers = [1, 2]", "numbers = [1]", "not equally many"),
        ("starts = [0]", 'starts = [0]\nspellings = [["LOW"]]', "not equally many"),
        ("[2, 1, 0, 0]", "[2, 1, 0]", "4 players, south, one"),
        ("penalties = [0, 3]", "penalties = [0, 3, 6]", "4 players, south, one"),
    ],
)
def test_lists_that_do_not_fit_are_refused(right: str, wrong: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_ladder(LADDER.replace(right, wrong))
