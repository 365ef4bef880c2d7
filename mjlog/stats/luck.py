"""Luck: what chance brought, against what was to be expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pyarrow as pa

from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

KINDS: Final = {
    "ura_luck": "tiles",
    "ippatsu_luck": "wins",
    "first_turn_luck": "rounds",
    "dealt_shanten_luck": "shanten",
    "dealt_hand_luck": "points",
}
"""Statistics of luck, and what each counts."""


def luck(
    warehouse: Warehouse, selection: Selection | None = None, *, by: Sequence[str] = ("player",)
) -> pa.Table:
    """Luck of every kind.

    Ura dora are held against the tiles that their indicators can be, the rest against all games of the
    warehouse with as many players, whatever the selection, their rules, platform and length: in one of few
    games everybody's luck is the measure, with more games that of old ones changes, and the luck of two
    warehouses does not add up to that of one with the games of both.

    Args:
        warehouse: where the games are.
        selection: whose luck it is; everybody's when left out.
        by: what it is told apart by (`rates.GROUPS`).

    Returns:
        One row per number of players, group and kind (`KINDS`): excess, what came less what was to be
        expected in all, in its unit; and the excess for each of what it is per, as value, low and high
        (95 %; null below ten games), with their number.

    Raises:
        ValueError: when a name is not known.
    """
    answer = rates(warehouse, selection, statistics=list(KINDS), by=by)
    units = pa.array([KINDS[name] for name in answer["statistic"].to_pylist()], pa.string())
    columns = {
        **{name: answer[name] for name in ("player_count", *by)},
        "luck": answer["statistic"],
        "excess": answer["numerator"],
        "unit": units,
        **{name: answer[name] for name in ("value", "low", "high", "denominator", "per")},
    }
    return pa.table(columns)
