"""Everything that can be asked by name: statements, tables and views, and what functions compute."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

import pyarrow as pa

from mjlog.schema import TABLES
from mjlog.stats.causes import points_by_cause
from mjlog.stats.luck import luck
from mjlog.stats.overview import overview
from mjlog.stats.people import check_people
from mjlog.stats.population import percentiles
from mjlog.stats.rates import rates
from mjlog.stats.rating import rating_course
from mjlog.stats.selection import ROUNDS_MACRO, SEATS_MACRO, Selection
from mjlog.stats.standing import standings
from mjlog.warehouse import Warehouse
from mjlog.warehouse.manifest import STORED
from mjlog.warehouse.statements import VIEWS, statements

Answer = Callable[[Warehouse, Selection], pa.Table]
STATISTICS: Final = "statistics"
_STANDINGS: Final = (
    "Expected rank points and stable rank of each player, by room and length; games to the next level count "
    "from the points that a player starts the level with, for no log knows the player's."
)
_FUNCTIONS: Final[dict[str, tuple[Answer, str]]] = {
    STATISTICS: (rates, "Every statistic of each player, with interval, numerator and denominator."),
    "overview": (overview, "One line per player with the main statistics, the most active first."),
    "percentiles": (
        percentiles,
        "Where each player stands among those of 100 rounds or more, where they are ten or more.",
    ),
    "standings": (standings, _STANDINGS),
    "points_by_cause": (points_by_cause, "Where the points of each player came from and went."),
    "luck": (luck, "What chance brought each player, less what was to be expected."),
    "rating_course": (rating_course, "The rating before each game, and what the game should add to it."),
}
"""Functions by the name of what they answer with, and what it tells."""
_KEYS: Final = ("game_id", "round_index", "seat")


def names() -> dict[str, str]:
    """What can be asked by name, with what it tells."""
    told = {name: tells for name, (_, tells) in _FUNCTIONS.items()}
    told |= {n: s.doc for n, s in statements().items() if s.layer in ("rates", *VIEWS)}
    return told | {name: f"One row per {TABLES[name].grain}." for name in STORED}


def table(warehouse: Warehouse, name: str, selection: Selection | None = None) -> pa.Table:
    """Answer with what is called so.

    Args:
        warehouse: where the games are.
        name: of a function, a named statement, a view or a table (`names`).
        selection: what is counted; of a view the rows of the chosen players, of a table those of the games
            and rounds that they played.

    Raises:
        ValueError: when there is nothing of that name, or it cannot be asked by the selection.
    """
    choice = selection or Selection()
    check_name(name)
    check_people(warehouse, choice)
    if name in _FUNCTIONS:
        return _FUNCTIONS[name][0](warehouse, choice)
    known = statements()
    if name in known and known[name].layer == "rates":
        return warehouse.table(name, **choice.fitting(name, known[name].parameters))
    return _chosen_rows(warehouse, name, choice) if choice.chosen else warehouse.table(name)


def check_name(name: str) -> None:
    """Make sure that something is called so.

    Raises:
        ValueError: naming the nearest.
    """
    known = names()
    if name not in known:
        near = get_close_matches(name.lower(), known, n=1)
        hint = f"; did you mean {near[0]}?" if near else "; `mjlog stats list --tables` names what there is"
        raise ValueError(f"no statement, table or view is called {name!r}{hint}")


def stored(selection: Selection) -> tuple[str, ...]:
    """Tables of which a selection can choose rows: those of games, or of rounds where rounds are chosen."""
    needed = set(_KEYS[:2] if selection.is_of_rounds else _KEYS[:1]) if selection.chosen else set()
    return tuple(name for name, kept in STORED.items() if needed <= set(kept.names))


def _chosen_rows(warehouse: Warehouse, name: str, choice: Selection) -> pa.Table:
    """The rows of a table or view that a selection chooses."""
    columns = warehouse.query(f"from {name} limit 0").column_names
    shared = [key for key in (_KEYS if name not in STORED else _KEYS[:2]) if key in columns]
    if "game_id" not in shared:
        raise ValueError(f"{name} cannot be chosen from")
    if choice.is_of_rounds and "round_index" not in shared:
        raise ValueError(f"{name} cannot be asked by single rounds")
    call, values = choice.call(ROUNDS_MACRO if "round_index" in shared else SEATS_MACRO)
    on = " and ".join(f"chosen.{key} = t.{key}" for key in shared)
    sql = f"select t.* from {name} as t semi join {call} as chosen on {on}"  # noqa: S608 - as before
    return warehouse.query(sql, **values)
