"""Trends: statistics of the last games before each game, to see them move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.stats.catalogue import HOUSE, Statistic
from mjlog.stats.counts import grouped
from mjlog.stats.intervals import Floats, floats
from mjlog.stats.measures import Sums, measured
from mjlog.stats.people import check_people
from mjlog.stats.rates import askable, by_totals, game_sums
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

WINDOW: Final = 100
"""Games that are counted together unless it is said otherwise."""
_ORDER: Final = [("player_count", "descending"), ("player", "ascending"), ("place", "ascending")]
_BEGUN: Final = """select
    game_id,
    started_at,
    row_number() over (order by started_at nulls first, game_id) as place
from games"""
"""When games began, and their places in the order of that; those of unknown day are the oldest."""


def rolling(
    warehouse: Warehouse,
    selection: Selection | None = None,
    *,
    statistics: Sequence[str],
    window: int = WINDOW,
    profile: str = HOUSE,
) -> pa.Table:
    """Statistics of each player over so many games, game after game.

    Args:
        warehouse: where the games are.
        selection: what is counted; everything when left out.
        statistics: names of the catalogue.
        window: how many games are counted together.
        profile: whose definitions are used where they differ from ours.

    Returns:
        One row per number of players, player, last game of a full window and statistic: the number of that
        game among the player's (as in the statement ``game_course`` of the same selection), its start in UTC,
        the games of the window, and the columns of `rates`.  Who has fewer games than `window` has no rows.

    Raises:
        ValueError: when a name is not known, the window is empty, or statistics of games are asked of
            single rounds.
    """
    if window < 1:
        raise ValueError(f"a window holds one game or more, not {window}")
    choice = selection or Selection()
    check_people(warehouse, choice)
    asked = askable(choice, ("player",), statistics, profile)
    views = list(by_totals(asked))
    with warehouse.steady():
        tables = game_sums(warehouse, views, choice, ("player",))
        begun = warehouse.query(_BEGUN)
    return measured(asked, [_windows(*of, begun, window) for of in zip(views, tables, strict=True)])


def _windows(some: Sequence[Statistic], per_game: pa.Table, begun: pa.Table, window: int) -> Sums:
    """Add up some statistics of one view of totals over each window.

    Args:
        some: the statistics.
        per_game: as `rates.game_sums` tells it by player.
        begun: as `_BEGUN` asks for it.
        window: how many games.
    """
    ordered = per_game.join(begun, "game_id").sort_by(_ORDER)
    first = grouped(ordered, ("player_count", "player")).starts
    number = np.arange(len(ordered)) - np.repeat(first, np.diff(first, append=len(ordered)))
    last = np.flatnonzero(number >= window - 1)
    groups = ordered.select(["player_count", "player"]).take(pa.array(last))
    groups = groups.append_column("game_number", pa.array(number[last] + 1))
    groups = groups.append_column("started_at", ordered["started_at"].take(pa.array(last)))
    groups = groups.append_column("games", pa.array(np.full(len(last), window)))
    n, d = (np.stack([floats(ordered[f"{side}{i}"]) for i in range(len(some))]) for side in "nd")
    of_games = {"n": n, "d": d, "nn": n * n, "nd": n * d, "dd": d * d, "g": (d != 0).astype(np.float64)}
    return Sums(some, groups, {side: _over(values, last, window) for side, values in of_games.items()})


def _over(values: Floats, last: NDArray[np.intp], window: int) -> Floats:
    """(statistics, windows) sums of (statistics, games) values over windows, by their last games."""
    whole = np.cumsum(np.pad(values, ((0, 0), (1, 0))), axis=1)
    return np.asarray(whole[:, last + 1] - whole[:, last + 1 - window])
