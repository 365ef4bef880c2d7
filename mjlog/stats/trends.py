"""Trends: statistics of the last games before each game, to see them move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pyarrow as pa

from mjlog.stats.catalogue import HOUSE, Statistic
from mjlog.stats.measures import measured
from mjlog.stats.people import check_people
from mjlog.stats.rates import added_sql, askable, by_totals, game_sums_sql
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

WINDOW: Final = 100
"""Games that are counted together unless it is said otherwise."""
_KEYS: Final = ("player_count", "player", "game_number", "started_at", "games")


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
        game among the player's (as in the statement ``game_course`` of the same selection), its start, the
        games of the window, and the columns of `rates`.  Who has fewer games than `window` has no rows.

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
        sources = {} if choice.is_of_rounds else warehouse.by_games(some[0].totals for some in views)
        questions = []
        for some in views:
            per_game, values = game_sums_sql(some, choice, ("player",), sources.get(some[0].totals))
            questions.append((_windows_sql(some, per_game), {**values, "window": window}))
        sums = warehouse.together(questions)
    return measured(asked, list(zip(views, sums, strict=True)), _KEYS)


def _windows_sql(some: Sequence[Statistic], per_game: str) -> str:
    """The statement that adds up some statistics of one view of totals over each window."""
    indented = per_game.replace("\n", "\n    ")
    return f"""with per_game as (
    {indented}
),
numbered as (
    select p.*, g.started_at, row_number() over (
        partition by p.player_count, p.player order by g.started_at nulls last, p.game_id
    ) as game_number
    from per_game as p
    inner join games as g on g.game_id = p.game_id
)
select player_count, player, game_number, started_at, count(*) over recent as games,
    {added_sql(some, "recent")}
from numbered
window recent as (
    partition by player_count, player order by game_number
    rows between $window::bigint - 1 preceding and current row
)
qualify game_number >= $window::bigint"""  # noqa: S608 - names of our own catalogue; values are parameters
