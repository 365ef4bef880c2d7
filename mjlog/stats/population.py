"""Where players stand among those of the warehouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pyarrow as pa

from mjlog.stats.catalogue import HOUSE
from mjlog.stats.overview import sizes
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

LEAST_ROUNDS: Final = 100
"""Rounds from which on a player belongs to the population."""


def percentiles(
    warehouse: Warehouse,
    selection: Selection,
    *,
    statistics: Sequence[str] | None = None,
    profile: str = HOUSE,
    least_rounds: int = LEAST_ROUNDS,
) -> pa.Table:
    """Where players stand among those who fit the rest of a selection.

    Args:
        warehouse: where the games are.
        selection: its players are those asked about; everything else in it chooses the population, too.
        statistics: names of the catalogue; all when left out.
        profile: whose definitions are used.
        least_rounds: how many rounds, of those that the selection chooses, make a player of the
            population.

    Returns:
        The rows of `stats.rates.rates` of the players asked about, with ``percentile``, from 0 to 100, that
        is the share of the population below the value and half of those who equal it, and ``players``,
        those of the population who have a value.  The percentile is null where the player has no value,
        or nobody belongs to the population.

    Raises:
        ValueError: as `stats.rates.rates`.
    """
    everyone = replace(selection, players=None)
    asked = rates(warehouse, selection, statistics=statistics, profile=profile)
    all_rates = rates(warehouse, everyone, statistics=statistics, profile=profile)
    regulars = _regulars(warehouse, everyone, least_rounds)
    values: dict[tuple[int, str], list[float]] = {}
    for row in all_rates.select(["player_count", "player", "statistic", "value"]).to_pylist():
        if row["value"] is not None and (row["player_count"], row["player"]) in regulars:
            values.setdefault((row["player_count"], row["statistic"]), []).append(row["value"])
    population = {key: np.sort(found) for key, found in values.items()}
    others = [
        population.get(key, np.zeros(0))
        for key in zip(*(asked[name].to_pylist() for name in ("player_count", "statistic")), strict=True)
    ]
    places = [_percentile(value, own) for value, own in zip(asked["value"].to_pylist(), others, strict=True)]
    return asked.append_column("percentile", pa.array(places, pa.float64())).append_column(
        "players", pa.array([len(own) for own in others], pa.int64())
    )


def _percentile(value: float | None, others: np.ndarray[Any, Any]) -> float | None:
    """Percent of sorted values below one, and half of those equal to it.

    >>> float(_percentile(2.0, np.array([1.0, 2.0, 2.0, 3.0])))
    50.0
    """
    if value is None or not len(others):
        return None
    below, upto = (np.searchsorted(others, value, side) for side in ("left", "right"))
    return float(50 * (below + upto) / len(others))


def _regulars(warehouse: Warehouse, choice: Selection, least_rounds: int) -> set[tuple[int, str]]:
    """Numbers of players and players with at least so many rounds."""
    rows = sizes(warehouse, choice).to_pylist()
    return {(row["player_count"], row["player"]) for row in rows if row["rounds"] >= least_rounds}
