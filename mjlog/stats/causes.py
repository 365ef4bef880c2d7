"""Where points came from and went: wins, deal-ins, others' tsumo, draws, sticks and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from mjlog.stats.catalogue import catalogue
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

_PREFIX: Final = "points_from_"
_ALL: Final = "points_from_all"
_MEASURES: Final = {
    "statistic": "cause",
    "numerator": "points",
    "denominator": "rounds",
    "value": "value",
    "low": "low",
    "high": "high",
}
"""Columns of `rates` by which the answer calls them."""


def causes() -> tuple[str, ...]:
    """The words for what changes scores, in order: each is a statistic ``points_from_...``."""
    named = (name for name in catalogue() if name.startswith(_PREFIX) and name != _ALL)
    return tuple(name.removeprefix(_PREFIX) for name in named)


def points_by_cause(
    warehouse: Warehouse, selection: Selection | None = None, *, by: Sequence[str] = ("player",)
) -> pa.Table:
    """Points gained and lost by cause.

    Args:
        warehouse: where the games are.
        selection: what is counted; everything when left out.
        by: what the causes are told apart by (`rates.GROUPS`).

    Returns:
        One row per number of players, group and cause (`causes`): points in all, the rounds with known
        changes, and points per round as value, low and high (95 %).  The points of a group add up to its
        score change: of whole games from the start to the final score.

    Raises:
        ValueError: when a name is not known.
    """
    statistics = [_PREFIX + cause for cause in causes()]
    answer = rates(warehouse, selection, statistics=statistics, by=by)
    table = answer.select(["player_count", *by, *_MEASURES])
    table = table.rename_columns(["player_count", *by, *_MEASURES.values()])
    words = pc.replace_substring(table["cause"], _PREFIX, "")
    return table.set_column(table.column_names.index("cause"), "cause", words)
