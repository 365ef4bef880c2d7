"""Values and intervals of many statistics at once, from sums over games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa

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
    measures = np.empty((5, len(groups), len(asked)))
    place: dict[str, int] = {}
    for some in sums:
        first = len(place)
        place |= {s.name: first + i for i, s in enumerate(some.statistics)}
        measures[:, :, first : len(place)] = _intervals(some).swapaxes(1, 2)
    order = [place[s.name] for s in asked]
    counts = groups["player_count"].to_numpy()
    ends = [*(np.flatnonzero(np.diff(counts)) + 1), len(counts)]
    alike = [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]
    return pa.concat_tables(_told(asked, groups[some], measures[:, some], order) for some in alike)


def _told(asked: Sequence[Statistic], groups: pa.Table, measures: Floats, order: Sequence[int]) -> pa.Table:
    """The answer of groups of one number of players.

    Args:
        asked: the statistics.
        groups: one row per group.
        measures: (5, groups, statistics) value, low, high, numerator and denominator.
        order: (statistics,) where they are among the measures.
    """
    counts = set(groups["player_count"].unique().to_pylist())
    told = [i for i, s in enumerate(asked) if not s.player_counts or counts <= set(s.player_counts)]
    places = np.array(order, np.intp)[told]
    value, low, high, x, n = (side.take(places, axis=1).ravel() for side in measures)
    numbers = [*(pa.array(m, from_pandas=True) for m in (value, low, high)), pa.array(x), pa.array(n)]
    name, *others = (
        _repeated([getattr(asked[i], side) for i in told], len(groups))
        for side in ("name", "per", "kind", "profile")
    )
    keys = groups.take(pa.array(np.repeat(np.arange(len(groups)), len(told)))).columns
    return pa.table([*keys, name, *numbers, *others], [*groups.column_names, *MEASURES])


def _repeated(words: Sequence[str], times: int) -> pa.Array:
    """(times * words,) the same words again and again."""
    once = pa.array(words, pa.string())
    return pa.concat_arrays([once[:0], *[once] * times])


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
