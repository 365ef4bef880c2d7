"""Standing on a ladder: expected rank points, the rank that a player can hold, games to the next one.

Whoever plays on at one table wins points by place and loses the penalty of the own level when last.  The
*stable rank* is the level at which the two come to nothing: where the penalty is the mean of the points won
in a game, over the share of games ended last.  Between two levels it is interpolated, above the highest
drawn out straight; among four players in Tenhou's phoenix room, for instance, that is
(90 * first + 45 * second) / (15 * fourth) - 2 dan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from itertools import groupby
from typing import Any, Final

import numpy as np
import pyarrow as pa

from mjlog.rank_points import Level, ladders
from mjlog.stats.bootstrap import ENDS, resampled_alike
from mjlog.stats.intervals import LEAST_GAMES, Floats, ratio
from mjlog.stats.people import check_people
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements

SCHEMA: Final = pa.schema(
    [
        pa.field("player_count", pa.int8(), nullable=False),
        pa.field("player", pa.string(), nullable=False),
        pa.field("platform", pa.string(), nullable=False),
        pa.field("room", pa.string(), nullable=False),
        pa.field("length", pa.string(), nullable=False),
        pa.field("level", pa.string(), nullable=False),
        pa.field("games", pa.int64(), nullable=False),
        pa.field("last_rate", pa.float64(), nullable=False),
        pa.field("pt_efficiency", pa.float64(), nullable=False),
        pa.field("expected_pt", pa.float64(), nullable=False),
        pa.field("expected_pt_low", pa.float64()),
        pa.field("expected_pt_high", pa.float64()),
        pa.field("stable_rank", pa.float64()),
        pa.field("stable_rank_low", pa.float64()),
        pa.field("stable_rank_high", pa.float64()),
        pa.field("points", pa.int32()),
        pa.field("has_assumed_points", pa.bool_(), nullable=False),
        pa.field("games_to_promotion", pa.float64()),
        pa.field("games_to_demotion", pa.float64()),
    ]
)
_GAMES: Final = "pointed_games"
_TABLE: Final = ("player_count", "player", "platform", "length", "room")
_NUMBERS: Final = "points_without_penalty", "is_last"
Row = Mapping[str, Any]


def standings(
    warehouse: Warehouse,
    selection: Selection | None = None,
    *,
    level: str | None = None,
    points: int | None = None,
) -> pa.Table:
    """How each player stands at each table of a ladder.

    Only games count whose points go by the same table as those of the level that is asked for.

    Args:
        warehouse: where the games are.
        selection: what is counted; everything when left out.
        level: level at which points are expected; the one of the latest game when left out.
        points: points that the player has at that level, of which no log knows; those that a player
            starts the level with when left out, which ``has_assumed_points`` tells.

    Returns:
        One row per number of players, player, platform, room and length, of `SCHEMA`.  ``stable_rank`` is
        on the ladder's scale of levels (`rank_points.Level.number`), null for who is never last or where
        nothing is paid; intervals are of 95 %, by a bootstrap over games, null below ten games and where they
        have no upper end.  ``pt_efficiency`` are the points per game without the penalty,
        ``games_to_promotion`` and ``games_to_demotion`` games at this pace from ``points``, one of them null.

    Raises:
        ValueError: when a player or level is not known, or the selection is of single rounds.
    """
    choice = selection or Selection()
    check_people(warehouse, choice)
    _check_level(level)
    values = choice.fitting(_GAMES, statements()[_GAMES].parameters)
    rows = warehouse.table(_GAMES, **values).to_pylist()
    tables = groupby(rows, key=lambda row: tuple(row[name] for name in _TABLE))
    found = [standing for key, games in tables for standing in _standing(key, list(games), level, points)]
    return pa.Table.from_pylist(found, SCHEMA)


def _check_level(level: str | None) -> None:
    known = [name for ladder in ladders().values() for name in ladder.levels]
    if level is not None and level not in known:
        near = get_close_matches(level, known, n=1)
        raise ValueError(f"no level is called {level!r}" + (f"; did you mean {near[0]}?" if near else ""))


def _standing(key: tuple[Any, ...], games: list[Row], level: str | None, points: int | None) -> Iterator[Row]:
    """The row of a player at a table; none where the level is not played there."""
    place = dict(zip(_TABLE, key, strict=True))
    at = level or games[-1]["level"]
    levels = _table_of(place, at)
    kinds = {_row_kind(row) for row in levels}
    counted = [g for g in games if _kind(g["points_by_rank"], g["score_base"]) in kinds]
    if not counted:
        return
    ladder = ladders()[place["platform"]].levels
    penalty = next(row["penalty"] for row in levels if row["level"] == at)
    sums = np.array([[*(float(g[name]) for name in _NUMBERS), 1.0] for g in counted])
    figures = {"expected_pt": expected_points(penalty), "stable_rank": stable_rank(levels, ladder)}
    won, lasts, n = whole = sums.sum(axis=0)
    mean = float(figures["expected_pt"](whole))
    owned = ladder[at].start if points is None else points
    yield {
        **place,
        "level": at,
        "games": len(counted),
        "last_rate": lasts / n,
        "pt_efficiency": won / n,
        **{name: _known(of(whole)) for name, of in figures.items()},
        **_intervals(figures, sums),
        "points": owned,
        "has_assumed_points": points is None,
        **_games_to_go(ladder[at], owned, mean),
    }


def _kind(points: list[int], score_base: int | None) -> tuple[Any, ...]:
    """What tells apart games whose points are counted otherwise."""
    return (*points, score_base)


def _row_kind(row: Row) -> tuple[Any, ...]:
    return _kind(row["points"], row["score_base"])


def _table_of(place: Row, level: str) -> list[Row]:
    """The rows of a ladder's table that the level belongs to, lowest level first."""
    here = [
        row
        for row in ladders()[place["platform"]].tables
        if all(row[name] == place[name] for name in ("player_count", "length", "room"))
    ]
    kind = next((_row_kind(row) for row in here if row["level"] == level), None)
    return [row for row in here if _row_kind(row) == kind]


def expected_points(penalty: int) -> Callable[[Floats], Floats]:
    """Expected points per game at a level.

    Args:
        penalty: what the last pays there.

    Returns:
        A function of (..., 3) sums over games (points without the penalty, games ended last, games).

    >>> float(expected_points(135)(np.array([600.0, 4, 10])))
    6.0
    """
    return lambda sums: ratio(sums[..., 0] - penalty * sums[..., 1], sums[..., 2])


def stable_rank(rows: list[Row], levels: Mapping[str, Level]) -> Callable[[Floats], Floats]:
    """The number of the level at which expected points are nothing.

    Args:
        rows: those of one table, lowest level first.
        levels: of the ladder.

    Returns:
        A function of (..., 3) sums over games (points without the penalty, games ended last, games), NaN
        for who is never last.
    """
    knots = {row["penalty"]: levels[row["level"]].number for row in rows}
    penalties, numbers = np.array(list(knots), np.float64), np.array(list(knots.values()), np.float64)

    def number(sums: Floats) -> Floats:
        held = ratio(sums[..., 0], sums[..., 1])
        if len(knots) < 2:
            return np.full_like(held, np.nan)
        slope = (numbers[-1] - numbers[-2]) / (penalties[-1] - penalties[-2])
        above = np.maximum(held - penalties[-1], 0) * slope
        inner: Floats = np.interp(held, penalties, numbers) + above
        return inner

    return number


def _intervals(figures: Mapping[str, Callable[[Floats], Floats]], sums: Floats) -> dict[str, float | None]:
    """The intervals of figures as columns."""
    ends = dict.fromkeys(figures, (np.nan, np.nan))
    if len(sums) >= LEAST_GAMES:
        drawn = resampled_alike(sums)
        for name, of in figures.items():
            values = of(drawn)
            low, high = np.percentile(np.where(np.isnan(values), np.inf, values), ENDS, method="nearest")
            ends[name] = low, high
    return {
        f"{name}_{end}": _known(value)
        for name, pair in ends.items()
        for end, value in zip(("low", "high"), pair, strict=True)
    }


def _known(value: Any) -> float | None:
    return float(value) if np.isfinite(value) else None


def _games_to_go(rank: Level, owned: int | None, mean: float) -> dict[str, float | None]:
    """Games until the level changes, up or down, at a mean of points per game."""
    up = None if owned is None or rank.promotion is None or mean <= 0 else (rank.promotion - owned) / mean
    down = None if owned is None or mean >= 0 else owned / -mean
    return {"games_to_promotion": up, "games_to_demotion": down}
