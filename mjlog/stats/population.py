"""Where players stand among those of the warehouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from mjlog.stats.catalogue import HOUSE
from mjlog.stats.intervals import Floats, ratio
from mjlog.stats.overview import sizes
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

LEAST_ROUNDS: Final = 100
"""Rounds from which on a player belongs to the population."""
LEAST_PLAYERS: Final = 10
"""Players of the population from which on it is told where somebody stands among them."""


def percentiles(
    warehouse: Warehouse,
    selection: Selection,
    *,
    statistics: Sequence[str] | None = None,
    profile: str = HOUSE,
    least_rounds: int = LEAST_ROUNDS,
    least_players: int = LEAST_PLAYERS,
) -> pa.Table:
    """Where players stand among those who fit the rest of a selection.

    Args:
        warehouse: where the games are.
        selection: its players are those asked about; everything else in it chooses the population, too.
        statistics: names of the catalogue; all when left out.
        profile: whose definitions are used.
        least_rounds: how many rounds, of those that the selection chooses, make a player of the
            population.
        least_players: how many of them with a value there must be.

    Returns:
        The rows of `stats.rates.rates` of the players asked about, with ``percentile``, from 0 to 100, that
        is the share of the population below the value and half of those who equal it, and ``players``,
        those of the population who have a value.  The percentile is null where the player has no value,
        or where those are fewer than `least_players`.

    Raises:
        ValueError: as `stats.rates.rates`.
    """
    everyone = replace(selection, players=None)
    asked = rates(warehouse, selection, statistics=statistics, profile=profile)
    all_rates = rates(warehouse, everyone, statistics=statistics, profile=profile)
    regulars = sizes(warehouse, everyone).filter(pc.field("rounds") >= least_rounds)
    keys = ["player_count", "player"]
    known = all_rates.filter(pc.field("value").is_valid())
    population = known.join(regulars.select(keys), keys, join_type="left semi")
    names = pc.unique(all_rates["statistic"])
    places, players = places_among(*_figures(asked, names), *_figures(population, names))
    places[players < least_players] = np.nan
    return asked.append_column("percentile", pa.array(places, from_pandas=True)).append_column(
        "players", pa.array(players)
    )


def _figures(table: pa.Table, names: pa.Array) -> tuple[NDArray[np.int64], Floats]:
    """Of each row, (n,) each: a number for its number of players and statistic; its value, NaN for none."""
    statistics = np.asarray(pc.index_in(table["statistic"], names), np.int64)
    kinds = np.asarray(table["player_count"], np.int64) * len(names) + statistics
    return kinds, np.asarray(table["value"].cast(pa.float64()), np.float64)


def places_among(
    kinds: NDArray[np.int64], values: Floats, other_kinds: NDArray[np.int64], others: Floats
) -> tuple[Floats, NDArray[np.int64]]:
    """Where values stand among others of their kind.

    Args:
        kinds: (n,) what each value is of.
        values: (n,) values; NaN where there is none.
        other_kinds: (m,) what each of the others is of.
        others: (m,) the others.

    Returns:
        (n,) percent of the others of the kind that are below the value, and half of those equal to it, NaN
        where there is no value or no other; (n,) how many others of the kind there are.

    >>> places, counts = places_among(
    ...     np.array([1, 2, 3]),
    ...     np.array([2.0, 2.0, 2.0]),
    ...     np.array([1, 1, 1, 1, 2]),
    ...     np.array([3.0, 1.0, 2.0, 2.0, 1.0]),
    ... )
    >>> places.tolist(), counts.tolist()
    ([50.0, 100.0, nan], [4, 1, 0])
    """
    order = np.lexsort((others, other_kinds))
    others, other_kinds = others[order], other_kinds[order]
    first, last = (np.searchsorted(other_kinds, kinds, side) for side in ("left", "right"))
    reached = np.zeros(len(kinds))
    for kind in np.unique(kinds):
        own = np.flatnonzero(kinds == kind)
        known = others[first[own[0]] : last[own[0]]]
        reached[own] = sum(np.searchsorted(known, values[own], side) for side in ("left", "right"))
    counts = last - first
    places = ratio(50 * reached, counts.astype(np.float64))
    return np.where(np.isnan(values), np.nan, places), counts
