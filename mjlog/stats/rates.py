"""Rates and means of the catalogue for a choice of rounds, told apart by player or something else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

import pyarrow as pa

from mjlog.stats.catalogue import HOUSE, Statistic, chosen
from mjlog.stats.selection import ROUNDS_MACRO, SEATS_MACRO, Selection
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements

GROUPS: Final = (
    "player",
    "platform",
    "room",
    "level",
    "length",
    "ruleset_id",
    "month",
    "seat",
    "round",
    "round_wind",
    "seat_wind",
    "is_all_last",
    "start_rank",
)
"""What statistics can be told apart by, besides the number of players, which they always are."""
ROUND_GROUPS: Final = frozenset({"round", "round_wind", "seat_wind", "is_all_last", "start_rank"})
"""Those of single rounds."""
SCHEMA_TAIL: Final = (
    "statistic",
    "value",
    "low",
    "high",
    "numerator",
    "denominator",
    "per",
    "kind",
    "profile",
)
"""Columns of an answer after those it is told apart by."""


def rates(
    warehouse: Warehouse,
    selection: Selection | None = None,
    *,
    statistics: Sequence[str] | None = None,
    by: Sequence[str] = ("player",),
    profile: str = HOUSE,
) -> pa.Table:
    """Statistics of a choice of rounds.

    Args:
        warehouse: where the games are.
        selection: what is counted; everything when left out.
        statistics: names of the catalogue; all when left out.  Statistics of whole games are left out
            when the selection, or `by`, is of single rounds.
        by: what they are told apart by (`GROUPS`); nothing for all players together.
        profile: whose definitions are used where they differ from ours.

    Returns:
        One row per number of players, group and statistic: value, 95 % interval (Wilson's for rates, for
        means the normal one of a ratio, clustered by game), numerator and denominator.

    Raises:
        ValueError: when a name is not known.
    """
    choice = selection or Selection()
    strange = [name for name in by if name not in GROUPS]
    if strange:
        raise ValueError(f"statistics are told apart by {', '.join(GROUPS)}, not by {strange[0]!r}")
    wanted = chosen(None if statistics is None else tuple(statistics), profile)
    is_of_rounds = choice.is_of_rounds or bool(ROUND_GROUPS & set(by))
    asked = [s for s in wanted if not (is_of_rounds and _is_of_games(s.totals))]
    ordered = sorted(asked, key=lambda s: s.totals)
    parts = [
        _answer(warehouse, list(some), choice, tuple(by))
        for _, some in groupby(ordered, key=lambda s: s.totals)
    ]
    if not parts:
        raise ValueError("statistics of whole games cannot be asked of single rounds")
    return _sorted(pa.concat_tables(parts), asked, tuple(by))


def _answer(
    warehouse: Warehouse, some: Sequence[Statistic], choice: Selection, by: tuple[str, ...]
) -> pa.Table:
    sql, values = rates_sql(some, choice, by)
    return warehouse.query(sql, **values)


def _is_of_games(totals: str) -> bool:
    """Whether the rows of a view of totals are of whole games."""
    return "round" not in statements()[totals].grain


def rates_sql(
    some: Sequence[Statistic], choice: Selection, by: Sequence[str] = ("player",)
) -> tuple[str, dict[str, Any]]:
    """The statement that counts some statistics of one view of totals.

    Returns:
        SQL with ``$parameters``, and their values.
    """
    totals = some[0].totals
    of_games = _is_of_games(totals)
    call, values = choice.call(SEATS_MACRO if of_games else ROUNDS_MACRO)
    keys = ("game_id", "seat") if of_games else ("game_id", "round_index", "seat")
    groups = ", ".join(["player_count", *by])
    sums = ",\n        ".join(
        f"sum({s.numerator}) as n{i}, sum({s.denominator}) as d{i}" for i, s in enumerate(some)
    )
    measures = ",\n        ".join(
        f"measure('{s.name}', '{s.per}', '{s.kind}', '{s.profile}', n{i}, d{i})" for i, s in enumerate(some)
    )
    limits = " or ".join(
        f"(statistic = '{s.name}' and player_count not in ({', '.join(map(str, s.player_counts))}))"
        for s in some
        if s.player_counts
    )
    people = "where chosen.player is not null" if "player" in by else ""
    on = " and ".join(f"t.{key} = chosen.{key}" for key in keys)
    picked = ", ".join(f"chosen.{name}" for name in ("player_count", *by))
    sql = f"""with per_game as (
    select {picked}, t.game_id,
        {sums}
    from {totals} as t
    inner join {call} as chosen on {on}
    {people}
    group by {picked}, t.game_id
),
listed as (
    select {groups}, [
        {measures}
    ] as measures
    from per_game
    group by {groups}
),
measured as (
    select {groups}, unnest(measures, recursive := true)
    from listed
)
select {groups}, statistic, value, low, high, numerator, denominator, per, kind, profile
from measured
where not ({limits or "false"})"""  # noqa: S608 - names of our own catalogue; values are parameters
    return sql, values


def _sorted(answer: pa.Table, asked: Sequence[Statistic], by: tuple[str, ...]) -> pa.Table:
    """Rows by number of players, group, and the order of the catalogue."""
    place = {s.name: i for i, s in enumerate(asked)}
    order = pa.array([place[name] for name in answer["statistic"].to_pylist()], pa.int32())
    keys = [("player_count", "descending"), *((name, "ascending") for name in by), ("place", "ascending")]
    return answer.append_column("place", order).sort_by(keys).drop_columns(["place"])
