"""The tables of danger: named statements that take every choice of rounds."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

import pyarrow as pa

from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements

TABLES: Final = (
    "waits_by_class",
    "deal_ins_by_class",
    "deal_ins_by_class_and_turn",
    "deal_ins_by_group",
    "wait_outcomes",
    "push_or_fold",
    "push_or_fold_outcomes",
    "genbutsu_held",
)
"""Named statements about danger."""
CLASSES: Final = (
    *("no_suji_5", "no_suji_46", "no_suji_37", "no_suji_28", "no_suji_19"),
    *("half_suji_5", "half_suji_46a", "half_suji_46b"),
    *("suji_37", "suji_28", "suji_19", "double_suji_5", "double_suji_46"),
    *("yakuhai_3", "yakuhai_2", "yakuhai_1", "yakuhai_0", "yakuhai"),
    *("guest_wind_3", "guest_wind_2", "guest_wind_1", "guest_wind_0", "guest_wind"),
    *("lone_terminal", "genbutsu"),
)
"""Classes of tiles in the order of tables: those of `schema.TILE_CLASSES`, honours with the copies that the
discarder sees nowhere where that is known."""
LAST_TURN: Final = 19
"""Turn that stands for all later ones, too."""


def table(warehouse: Warehouse, name: str, selection: Selection | None = None) -> pa.Table:
    """One of the tables of danger.

    Args:
        warehouse: where the games are.
        name: a word of `TABLES`; ``warehouse.statements`` tells what it counts.
        selection: what is counted; everything when left out.

    Raises:
        ValueError: when there is no table of that name.
    """
    if name not in TABLES:
        near = get_close_matches(name, TABLES, n=1)
        raise ValueError(
            f"no table of danger is called {name!r}; "
            + (f"did you mean {near[0]}?" if near else f"there are {', '.join(TABLES)}")
        )
    choice = selection or Selection()
    return warehouse.table(name, **choice.fitting(name, statements()[name].parameters))
