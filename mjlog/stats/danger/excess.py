"""Deal-ins of players against an expectation: how many the same discards would cost on average."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pyarrow as pa

from mjlog.stats.danger.expectation import Expectation
from mjlog.stats.danger.tables import LAST_TURN
from mjlog.stats.rates import GROUPS
from mjlog.stats.selection import ROUNDS_MACRO, Selection
from mjlog.warehouse import Warehouse

TURNS: Final = ("1 to 3", "4 to 6", "7 to 9", "10 to 12", "13 to 15", "16 and later")
"""Turns by threes."""
DISCARD_GROUPS: Final = {
    "threat": "t.threat",
    "danger_class": "t.danger_class",
    "turn": f"least(t.turn, {LAST_TURN})",
    "turns": f"list_extract({list(TURNS)}, least((t.turn + 2) // 3, {len(TURNS)}))",
}
"""What discards can be told apart by, besides `rates.GROUPS`, with the expression."""
_PLACES: Final = {
    "danger_class": "danger_place(danger_class)",
    "turns": f"list_position({list(TURNS)}, turns)",
}
"""What rows are ordered by, where it is not the word itself."""
_CELLS: Final = """struct(
        player_count tinyint, threat varchar, danger_class varchar, turn smallint, rate double
    )[]"""


def against_expectation(
    warehouse: Warehouse,
    expectation: Expectation,
    selection: Selection | None = None,
    *,
    by: Sequence[str] = ("player",),
) -> pa.Table:
    """Count deal-ins to threats, and what the same discards would cost by an expectation.

    A discard that meets two threats counts against each, and so does a deal-in to two winners.  Discards of
    a player in riichi are left out.

    Args:
        warehouse: where the games are.
        expectation: rates to hold the discards against.
        selection: what is counted; everything when left out.
        by: what is told apart: words of `rates.GROUPS` and of `DISCARD_GROUPS`; nothing for all together.

    Returns:
        One row per number of players and group: discards, deal_ins, expected (null where the expectation
        knows no such threat), excess (deal-ins above it), excess_per_1000 discards, and its 95 % interval:
        clustered by game, but never narrower than chance alone makes it if the expectation holds, as few
        deal-ins say little of how far they spread; null below ten games.  How sure the expectation
        itself is, it does not say.

    Raises:
        ValueError: when discards cannot be told apart by a word of `by`.
    """
    sql, values = excess_sql(selection or Selection(), by)
    return warehouse.query(sql, cells=_cells(expectation), **values)


def unforeseen(
    warehouse: Warehouse, expectation: Expectation, selection: Selection | None = None
) -> pa.Table:
    """Count discards of which an expectation says nothing, as it was fitted on games without such threats.

    Returns:
        One row per number of players and threat: discards, and how many of them have no expectation.
    """
    call, values = (selection or Selection()).call(ROUNDS_MACRO)
    sql = f"""with cells as (
    select unnest($cells::{_CELLS}, recursive := true)
)

select
    chosen.player_count,
    t.threat,
    sum(t.discards)::bigint as discards,
    coalesce(sum(t.discards) filter (where cells.rate is null), 0)::bigint as unforeseen
{_faced_sql(call)}
group by chosen.player_count, t.threat
order by chosen.player_count desc, t.threat desc"""
    return warehouse.query(sql, cells=_cells(expectation), **values)


def _cells(expectation: Expectation) -> list[dict[str, Any]]:
    """The rates of an expectation, as the parameter `cells` of statements."""
    names = ["player_count", "threat", "danger_class", "turn"]
    cells = expectation.table.select([*names, "deal_in_rate"])
    rows: list[dict[str, Any]] = cells.rename_columns([*names, "rate"]).to_pylist()
    return rows


def excess_sql(choice: Selection, by: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """The statement that counts deal-ins against an expectation, whose rates are its parameter `cells`.

    Returns:
        SQL with ``$parameters``, and the values of those that choose.

    Raises:
        ValueError: when discards cannot be told apart by a word of `by`.
    """
    strange = [name for name in by if name not in GROUPS and name not in DISCARD_GROUPS]
    if strange:
        known = ", ".join((*GROUPS, *DISCARD_GROUPS))
        raise ValueError(f"discards are told apart by {known}, not by {strange[0]!r}")
    call, values = choice.call(ROUNDS_MACRO)
    groups = ", ".join(("player_count", *by))
    order = [_PLACES.get(name, name) for name in by]
    per_game = _per_game_sql(call, by).replace("\n", "\n    ")
    sql = f"""with cells as (
    select unnest($cells::{_CELLS}, recursive := true)
),

per_game as (
    {per_game}
),

sums as (
    select
        {groups},
        sum(discards)::bigint as discards,
        sum(deal_ins)::bigint as deal_ins,
        case when count(expected) = count(*) then sum(expected) end as expected,
        clustered_width(deal_ins - expected, discards) as clustered,
        1.959963984540054 * rate(sqrt(sum(variance)), sum(discards)) as by_chance,
        case when clustered is not null then 1000 * greatest(clustered, by_chance) end as width
    from per_game
    group by {groups}
)

select
    {groups},
    discards,
    deal_ins,
    expected,
    deal_ins - expected as excess,
    1000 * rate(excess, discards) as excess_per_1000,
    excess_per_1000 - width as low,
    excess_per_1000 + width as high
from sums
order by {", ".join(("player_count desc", *order))}"""  # noqa: S608 - our own names
    return sql, values


def _per_game_sql(call: str, by: Sequence[str]) -> str:
    """The part of the statement that counts discards within each game, and what `cells` expects of them."""
    picked = ",\n    ".join(
        f"{DISCARD_GROUPS.get(name, f'chosen.{name}')} as {name}" for name in ("player_count", *by)
    )
    people = "\nwhere chosen.player is not null" if "player" in by else ""
    return f"""select
    {picked},
    t.game_id,
    sum(t.discards) as discards,
    sum(t.deal_ins) as deal_ins,
    case when count(cells.rate) = count(*) then sum(t.discards * cells.rate) end as expected,
    sum(t.discards * cells.rate * (1 - cells.rate)) as variance
{_faced_sql(call)}{people}
group by all"""


def _faced_sql(call: str) -> str:
    """The part that joins discards to who is chosen and to what `cells` says of them."""
    return f"""from threat_totals as t
inner join {call} as chosen
    on chosen.game_id = t.game_id and chosen.round_index = t.round_index and chosen.seat = t.seat
left join cells
    on cells.player_count = chosen.player_count and cells.threat = t.threat
    and cells.danger_class = t.danger_class and cells.turn = least(t.turn, {LAST_TURN})"""
