"""Two selections side by side, with the interval of their difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.stats.bootstrap import DRAWS, SEED, ends, resampled
from mjlog.stats.catalogue import HOUSE, Statistic
from mjlog.stats.intervals import LEAST_GAMES, Floats, Z, floats, ratio
from mjlog.stats.measures import MEASURES
from mjlog.stats.overview import sizes
from mjlog.stats.people import check_people
from mjlog.stats.rates import askable, by_totals, game_sums, rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

_OF_EACH: Final = ("value", "low", "high", "numerator", "denominator")
"""Columns of each selection."""
MOST_DRAWN: Final = 20_000
"""Games above which nothing is drawn: the normal interval is as good by then, and takes no minutes."""


def compare(
    warehouse: Warehouse,
    first: Selection,
    second: Selection | None = None,
    *,
    statistics: Sequence[str] | None = None,
    profile: str = HOUSE,
    draws: int = DRAWS,
    seed: int = SEED,
) -> pa.Table:
    """Statistics of two selections, and how far they are apart.

    Args:
        warehouse: where the games are.
        first: one selection; its players are counted together.
        second: the other; everyone else when left out (`everyone_else`).
        statistics: names of the catalogue; all when left out.
        profile: whose definitions are used.
        draws: of the bootstrap.
        seed: of the bootstrap.

    Returns:
        One row per number of players that both have, and statistic: ``first_...`` and ``second_...`` with
        value, low, high, numerator and denominator, then ``difference`` (first less second) with ``low``
        and ``high`` of its 95 % interval.  It is Newcombe's for rates (1998, method 10), which takes the
        two for independent; for means the bootstrap over games, in which a game that both selections have
        is drawn for both; above `MOST_DRAWN` games what the bootstrap comes to, from the spread of games.
        It is null for means of fewer than ten games of either, and where neither side varies.

    Raises:
        ValueError: when a name is not known, or statistics of games are asked of single rounds.
    """
    other = second if second is not None else everyone_else(first)
    for choice in (first, other):
        check_people(warehouse, choice)
    either = other if other.is_of_rounds else first
    asked = askable(either, (), statistics, profile)
    names = [s.name for s in asked]
    with warehouse.steady():
        tables = [rates(warehouse, c, statistics=names, by=(), profile=profile) for c in (first, other)]
        return _joined(tables, _mean_intervals(warehouse, asked, (first, other), draws, seed))


def everyone_else(first: Selection, common: Selection | None = None) -> Selection:
    """Who is compared with a selection when nobody is named: all others.

    Args:
        first: the selection.
        common: what both choose; everything when left out.

    Returns:
        `common` without the players of `first`.

    >>> everyone_else(Selection(players=("A",), room="low")).chosen
    {'excluding': ('A',)}
    """
    whole = common or Selection(timezone=first.timezone)
    left_out = (*(whole.excluding or ()), *(first.players or ()))
    return replace(whole, players=None, excluding=tuple(dict.fromkeys(left_out)) or None)


def _joined(tables: Sequence[pa.Table], means: dict[tuple[int, str], tuple[float, float]]) -> pa.Table:
    """Two answers side by side; `means` has the intervals of means by number of players and name."""
    keys = ["player_count", "statistic"]
    theirs = {(r["player_count"], r["statistic"]): r for r in tables[1].to_pylist()}
    rows = []
    for row in tables[0].to_pylist():
        key = row["player_count"], row["statistic"]
        if key in theirs:
            rows.append(_side_by_side(row, theirs[key], means.get(key)))
    each = [f"{side}_{name}" for side in ("first", "second") for name in _OF_EACH]
    numbers = [*each, "difference", "low", "high"]
    schema = pa.schema(
        [
            *(tables[0].schema.field(key) for key in keys),
            *(pa.field(name, pa.float64()) for name in numbers),
            *(tables[0].schema.field(name) for name in MEASURES[-3:]),
        ]
    )
    return pa.Table.from_pylist(rows, schema)


def _side_by_side(
    first: dict[str, Any], second: dict[str, Any], mean: tuple[float, float] | None
) -> dict[str, Any]:
    """One row of the answer."""
    row = {name: first[name] for name in ("player_count", "statistic", "per", "kind", "profile")}
    for side, own in (("first", first), ("second", second)):
        row |= {f"{side}_{name}": own[name] for name in _OF_EACH}
    values = first["value"], second["value"]
    if None in values:
        return row
    low, high = None, None
    if first["low"] is not None or second["low"] is not None:
        low, high = newcombe(first, second) if first["kind"] == "rate" else (mean or (None, None))
    return row | {"difference": values[0] - values[1], "low": low, "high": high}


def newcombe(first: dict[str, Any], second: dict[str, Any]) -> tuple[float, float]:
    """The 95 % interval of the difference of two independent rates, from Wilson's of each.

    Args:
        first: ``value``, ``low`` and ``high`` of one rate; without ends where it cannot vary.
        second: the same of the rate that is taken from it.

    Returns:
        The ends, by Newcombe (1998), method 10.

    >>> first = {"value": 0.8, "low": 0.6918, "high": 0.877}
    >>> [round(end, 3) for end in newcombe(first, {"value": 0.6, "low": 0.4905, "high": 0.7004})]
    [0.052, 0.334]
    """
    difference = first["value"] - second["value"]
    (below_first, above_first), (below_second, above_second) = map(_reach, (first, second))
    below, above = np.hypot(below_first, above_second), np.hypot(above_first, below_second)
    return float(difference - below), float(difference + above)


def _reach(rate: dict[str, Any]) -> tuple[float, float]:
    """How far the ends of a rate's interval are from it; nothing where it cannot vary."""
    if rate["low"] is None:
        return 0.0, 0.0
    return rate["value"] - rate["low"], rate["high"] - rate["value"]


def _mean_intervals(
    warehouse: Warehouse, asked: Sequence[Statistic], choices: Sequence[Selection], draws: int, seed: int
) -> dict[tuple[int, str], tuple[float, float]]:
    """Intervals of the differences of means, by number of players and name; without those of few games."""
    means = [s for s in asked if s.kind == "mean"]
    games = max(sum(sizes(warehouse, choice, ())["games"].to_pylist()) for choice in choices)
    is_drawn = games <= MOST_DRAWN
    of = partial(_drawn, draws=draws, seed=seed) if is_drawn else _spread
    found: dict[tuple[int, str], tuple[float, float]] = {}
    for some in [means] if is_drawn and means else by_totals(means):
        first, second = (_game_sums(warehouse, some, choice) for choice in choices)
        for count in first.keys() & second.keys():
            low, high = of(*_joined_games(first[count], second[count]))
            known = np.flatnonzero(np.isfinite(low))
            found |= {(count, some[i].name): (float(low[i]), float(high[i])) for i in known}
    return found


def _game_sums(
    warehouse: Warehouse, means: Sequence[Statistic], choice: Selection
) -> dict[int, tuple[list[str], Floats]]:
    """By number of players: ids of games, and (games, 2 * means) numerators, then denominators."""
    keys = ["player_count", "game_id"]
    place = {s.name: i for i, s in enumerate(means)}
    views = list(by_totals(means))
    tables = []
    for some, table in zip(views, game_sums(warehouse, views, choice), strict=True):
        names = [f"{side}{place[s.name]}" for s in some for side in "nd"]
        tables.append(table.rename_columns([*keys, *names]))
    whole = reduce(lambda one, more: one.join(more, keys, join_type="full outer"), tables)
    ordered = whole.sort_by([(key, "ascending") for key in keys])
    columns = [f"{side}{i}" for side in "nd" for i in range(len(means))]
    sums = np.column_stack([floats(ordered[name]) for name in columns])
    ids, counts = ordered["game_id"].to_pylist(), ordered["player_count"].to_numpy()
    return {
        int(count): ([ids[i] for i in np.flatnonzero(counts == count)], sums[counts == count])
        for count in np.unique(counts)
    }


def _joined_games(
    first: tuple[list[str], Floats], second: tuple[list[str], Floats]
) -> tuple[Floats, NDArray[np.bool_]]:
    """Games of two selections (see `_game_sums`), those that both have in one row.

    Returns:
        (games, columns) sums of the first, then of the second; (2, games) which selection has the game.
    """
    width = first[1].shape[1]
    place = {game: i for i, game in enumerate(dict.fromkeys([*first[0], *second[0]]))}
    both = np.zeros((len(place), 2 * width))
    has = np.zeros((2, len(place)), bool)
    for side, (games, sums) in enumerate((first, second)):
        rows = [place[game] for game in games]
        both[rows, side * width : (side + 1) * width] = sums
        has[side, rows] = True
    return both, has


def _drawn(both: Floats, has: NDArray[np.bool_], draws: int, seed: int) -> tuple[Floats, Floats]:
    """The ends of the intervals of first less second of each statistic, by the bootstrap.

    Games that only one selection has, and those that both have, are drawn apart.

    Args:
        both: see `_joined_games`.
        has: likewise.
        draws: of the bootstrap.
        seed: of the bootstrap.

    Returns:
        (statistics,) lower and upper ends; NaN where either has few games.
    """
    drawn = sum(resampled(both[part], draws, seed + i) for i, part in enumerate(_parts(has)))
    x, n, y, m = np.split(np.asarray(drawn), 4, axis=1)
    low, high = ends(ratio(x, n) - ratio(y, m))
    is_few = _has_few(both)
    return np.where(is_few, np.nan, low), np.where(is_few, np.nan, high)


def _spread(both: Floats, has: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """As `_drawn`, from the spread of what each game does to the difference."""
    x, n, y, m = np.split(both, 4, axis=1)
    sums = [part.sum(axis=0) for part in (x, n, y, m)]
    first, second = ratio(sums[0], sums[1]), ratio(sums[2], sums[3])
    moved = ratio(x - first * n, sums[1]) - ratio(y - second * m, sums[3])
    squares = sum((moved[part].var(axis=0) * part.sum() for part in _parts(has) if part.any()), np.zeros(1))
    width = Z * np.sqrt(squares)
    middle = np.where(_has_few(both), np.nan, first - second)
    return middle - width, middle + width


def _parts(has: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], ...]:
    """(games,) each: games of both selections, of the first alone, and of the second alone."""
    return has[0] & has[1], has[0] & ~has[1], ~has[0] & has[1]


def _has_few(both: Floats) -> NDArray[np.bool_]:
    """(statistics,) whether either selection has too few games of which something counts."""
    _, n_games, _, m_games = np.split((both != 0).sum(axis=0), 4)
    return np.asarray(np.minimum(n_games, m_games) < LEAST_GAMES)
