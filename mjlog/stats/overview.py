"""The overview: one line per group with its numbers of games and rounds and a few statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pyarrow as pa

from mjlog.stats.catalogue import HOUSE
from mjlog.stats.levels import sorted_by_rank
from mjlog.stats.rates import ROUND_GROUPS, askable, rates
from mjlog.stats.selection import ROUNDS_MACRO, SEATS_MACRO, Selection
from mjlog.warehouse import Warehouse

IN_OVERVIEW: Final = (
    "avg_rank",
    "rank_1_rate",
    "win_rate",
    "deal_in_rate",
    "riichi_rate",
    "call_rate",
    "avg_win_value",
)
"""Statistics in the line of each group when none is named; those of games only where games can be counted.
A sheet has those of `catalogue.main`."""
GAME_STATISTICS: Final = 2
"""How many of them are of games."""


def overview(
    warehouse: Warehouse,
    selection: Selection | None = None,
    *,
    statistics: Sequence[str] | None = None,
    by: Sequence[str] = ("player",),
    profile: str = HOUSE,
) -> pa.Table:
    """A few statistics of many groups, side by side.

    Args:
        warehouse: where the games are.
        selection: what is counted; everything when left out.
        statistics: names of the catalogue; `IN_OVERVIEW` when left out.
        by: what is told apart.
        profile: whose definitions are used.

    Returns:
        One row per number of players and group: ``games``, ``rounds`` and the value of each statistic, null
        where there is none.  Players come by their number of games, other groups in their own order, levels
        by rank.

    Raises:
        ValueError: as `stats.rates.rates`.
    """
    choice = selection or Selection()
    is_of_rounds = choice.is_of_rounds or bool(ROUND_GROUPS & set(by))
    wanted = statistics or IN_OVERVIEW[GAME_STATISTICS if is_of_rounds else 0 :]
    names = [s.name for s in askable(choice, by, wanted, profile)]
    long = rates(warehouse, choice, statistics=names, by=by, profile=profile)
    keys = ["player_count", *by]
    values: dict[tuple[Any, ...], dict[str, float]] = {}
    for row in long.select([*keys, "statistic", "value"]).to_pylist():
        values.setdefault(tuple(row[k] for k in keys), {})[row["statistic"]] = row["value"]
    table = sizes(warehouse, choice, by)
    found = [values.get(tuple(row[k] for k in keys), {}) for row in table.select(keys).to_pylist()]
    columns = {name: pa.array([own.get(name) for own in found], pa.float64()) for name in names}
    for name, column in columns.items():
        table = table.append_column(name, column)
    return table


def sizes(warehouse: Warehouse, choice: Selection, by: Sequence[str] = ("player",)) -> pa.Table:
    """Numbers of games and rounds of each group.

    Args:
        warehouse: where the games are.
        choice: what is counted.
        by: what is told apart.

    Returns:
        One row per number of players and group: ``games`` and ``rounds``.  Players come by their number of
        games, other groups in their own order.
    """
    is_of_rounds = choice.is_of_rounds or bool(ROUND_GROUPS & set(by))
    call, values = choice.call(ROUNDS_MACRO if is_of_rounds else SEATS_MACRO)
    groups = ", ".join(["player_count", *by])
    people = "\n    where player is not null" if "player" in by else ""
    order = "".join(f", {name}" for name in (("games desc", "rounds desc", *by) if "player" in by else by))
    sql = f"""with played as (
    select {groups}, game_id, {"count(distinct round_index)" if is_of_rounds else "null"} as rounds
    from {call}{people}
    group by {groups}, game_id
),
held as (
    select game_id, count(*) as rounds
    from rounds
    group by game_id
)
select {groups},
    count(*) as games,
    sum(coalesce(p.rounds, h.rounds, 0))::bigint as rounds
from played as p
left join held as h on h.game_id = p.game_id
group by {groups}
order by player_count desc{order}"""  # noqa: S608 - our own macros and groups; values are parameters
    (answer,) = warehouse.together([(sql, values)])
    return answer if "player" in by else sorted_by_rank(answer, by)
