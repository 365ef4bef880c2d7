"""Values and intervals of many statistics at once, from sums over games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over games of statistics of one view of totals, by group."""

    statistics: Sequence[Statistic]
    groups: pa.Table
    """One row per group: the columns that tell them apart, player_count the first; most players first."""
    of: Mapping[str, Floats]
    """(statistics, groups) by kind of sum: ``n`` and ``d`` of numerators and denominators; of means also
    `SQUARES`; where several seats of a game are counted together, of rates also `SQUARES` and `OF_SEATS`."""
    seats: Floats | None = None
    """(groups,) most seats that are counted of a game, where several are counted together."""


def sums_of(some: Sequence[Statistic], table: pa.Table, keys: Sequence[str]) -> Sums:
    """Sums that were added up in SQL.

    Args:
        some: the statistics.
        table: one row per group: the keys and the columns of `rates.added_sql`.
        keys: columns that tell the groups apart, player_count the first.
    """
    order = [(key, "descending" if key == "player_count" else "ascending") for key in keys]
    ordered = table.sort_by(order)
    found = {side: np.zeros((len(some), len(table))) for side in ("n", "d", *SQUARES, *OF_SEATS)}
    for side, matrix in found.items():
        for i in range(len(some)):
            if f"{side}{i}" in table.column_names:
                matrix[i] = floats(ordered[f"{side}{i}"])
    seats = floats(ordered["seats"]) if "seats" in table.column_names else None
    return Sums(some, ordered.select(list(keys)), found, seats)


def measured(asked: Sequence[Statistic], sums: Sequence[Sums]) -> pa.Table:
    """Values and intervals of statistics from sums over games.

    Args:
        asked: the statistics in the order of the answer.
        sums: those of each view of totals; the groups are the same everywhere.

    Returns:
        One row per group and statistic that applies to it: the columns of the groups and `MEASURES`.
    """
    groups = sums[0].groups
    if not all(some.groups.equals(groups) for some in sums):
        raise RuntimeError("the views of totals have been asked for different groups")
    place = {s.name: i for i, s in enumerate(asked)}
    measures = np.empty((5, len(asked), len(groups)))
    for some in sums:
        measures[:, [place[s.name] for s in some.statistics]] = _intervals(some)
    rows = np.flatnonzero(_applies(asked, groups["player_count"].to_numpy()).T)
    group, statistic = (pa.array(at) for at in np.divmod(rows, len(asked)))
    words = {
        name: pa.array([getattr(s, name) for s in asked], pa.string()).take(statistic)
        for name in ("name", "per", "kind", "profile")
    }
    numbers = [pa.array(m.T.ravel()[rows], pa.float64(), from_pandas=True) for m in measures]
    columns = [words["name"], *numbers, words["per"], words["kind"], words["profile"]]
    return pa.table([*groups.take(group).columns, *columns], [*groups.column_names, *MEASURES])


def _applies(asked: Sequence[Statistic], counts: NDArray[np.int_]) -> NDArray[np.bool_]:
    """(statistics, groups) which is told of which, by numbers of players (groups)."""
    return np.array([np.isin(counts, s.player_counts) | (not s.player_counts) for s in asked])


def _intervals(sums: Sums) -> Floats:
    """(5, statistics, groups) value, low, high, numerator and denominator."""
    x, n = sums.of["n"], sums.of["d"]
    value = ratio(x, n)
    low, high = np.empty_like(x), np.empty_like(x)
    means, rates = ([i for i, s in enumerate(sums.statistics) if s.kind == kind] for kind in ("mean", "rate"))
    if means:
        width = clustered_width(x[means], n[means], *(sums.of[side][means] for side in SQUARES))
        low[means], high[means] = value[means] - width, value[means] + width
    if rates:
        effect = _effect(sums, rates)
        low[rates], high[rates] = wilson(x[rates] / effect, n[rates] / effect)
    return np.stack([value, low, high, x, n])


def _effect(sums: Sums, rates: Sequence[int]) -> Floats | float:
    """The design effect of rates, where seats are counted together; else 1."""
    if sums.seats is None:
        return 1.0
    x, n, *of_games, games = (sums.of[side][rates] for side in ("n", "d", *SQUARES))
    of_seats = [sums.of[side][rates] for side in OF_SEATS]
    return design_effect(x, n, of_games, of_seats, games, np.broadcast_to(sums.seats, x.shape))
