"""Values and intervals of many statistics at once, from sums over games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.stats.catalogue import Statistic
from mjlog.stats.intervals import Floats, clustered_width, design_effect, floats, ratio, wilson

MEASURES: Final = (
    "statistic",
    "value",
    "low",
    "high",
    "numerator",
    "denominator",
    "per",
    "kind",
    "profile",
)
"""Columns of an answer after those it is told apart by."""
SQUARES: Final = ("nn", "nd", "dd", "g")
"""Sums of squares over games, and the games that count."""
OF_SEATS: Final = ("snn", "snd", "sdd")
"""Sums of squares over the seats of games."""


def measured(
    asked: Sequence[Statistic], sums: Sequence[tuple[Sequence[Statistic], pa.Table]], keys: Sequence[str]
) -> pa.Table:
    """Values and intervals of statistics from sums over games.

    Args:
        asked: the statistics in the order of the answer.
        sums: those of each view of totals, and one row per group with player_count and the columns of
            `rates.added_sql` or `rates.sums_sql`; the groups are the same everywhere.
        keys: columns that tell the groups apart, player_count the first.

    Returns:
        One row per group, by the keys but most players first, and statistic that applies to it: the keys
        and `MEASURES`.
    """
    order = [(key, "descending" if key == "player_count" else "ascending") for key in keys]
    tables = [table.sort_by(order) for _, table in sums]
    groups = tables[0].select(keys)
    if not all(table.select(keys).equals(groups) for table in tables):
        raise RuntimeError("the views of totals have been asked for different groups")
    place = {s.name: i for i, s in enumerate(asked)}
    measures = np.empty((5, len(asked), len(groups)))
    for (some, _), table in zip(sums, tables, strict=True):
        measures[:, [place[s.name] for s in some]] = _intervals(some, table)
    rows = np.flatnonzero(_applies(asked, groups["player_count"].to_numpy()).T)
    group, statistic = (pa.array(at) for at in np.divmod(rows, len(asked)))
    words = {
        name: pa.array([getattr(s, name) for s in asked], pa.string()).take(statistic)
        for name in ("name", "per", "kind", "profile")
    }
    numbers = [pa.array(m.T.ravel()[rows], pa.float64(), from_pandas=True) for m in measures]
    columns = [words["name"], *numbers, words["per"], words["kind"], words["profile"]]
    return pa.table([*groups.take(group).columns, *columns], [*keys, *MEASURES])


def _applies(asked: Sequence[Statistic], counts: NDArray[np.int_]) -> NDArray[np.bool_]:
    """(statistics, groups) which is told of which, by numbers of players (groups)."""
    return np.array([np.isin(counts, s.player_counts) | (not s.player_counts) for s in asked])


def _intervals(some: Sequence[Statistic], sums: pa.Table) -> Floats:
    """(5, statistics, groups) value, low, high, numerator and denominator."""
    everything = range(len(some))
    x, n = (_matrix(sums, side, everything) for side in "nd")
    value = ratio(x, n)
    low, high = np.empty_like(x), np.empty_like(x)
    means = [i for i in everything if some[i].kind == "mean"]
    rates = [i for i in everything if some[i].kind == "rate"]
    if means:
        width = clustered_width(x[means], n[means], *(_matrix(sums, side, means) for side in SQUARES))
        low[means], high[means] = value[means] - width, value[means] + width
    if rates:
        effect = _effect(x[rates], n[rates], sums, rates)
        low[rates], high[rates] = wilson(x[rates] / effect, n[rates] / effect)
    return np.stack([value, low, high, x, n])


def _effect(x: Floats, n: Floats, sums: pa.Table, rates: Sequence[int]) -> Floats | float:
    """The design effect of rates, where seats are counted together; else 1."""
    if "seats" not in sums.column_names:
        return 1.0
    *of_games, games = (_matrix(sums, side, rates) for side in SQUARES)
    of_seats = [_matrix(sums, side, rates) for side in OF_SEATS]
    seats = np.broadcast_to(floats(sums["seats"]), x.shape)
    return design_effect(x, n, of_games, of_seats, games, seats)


def _matrix(sums: pa.Table, side: str, which: Sequence[int]) -> Floats:
    """(statistics, groups) one kind of sum."""
    return np.stack([floats(sums[f"{side}{i}"]) for i in which])
