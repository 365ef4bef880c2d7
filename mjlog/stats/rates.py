"""Rates and means of the catalogue for a choice of rounds, told apart by player or something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final

import pyarrow as pa

from mjlog.stats.catalogue import HOUSE, Statistic, chosen
from mjlog.stats.counts import by_views, of_each_game, sums_of_games
from mjlog.stats.levels import sorted_by_rank
from mjlog.stats.measures import MEASURES, Sums, measured, sums_of
from mjlog.stats.people import check_people
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
_SUMS: Final = {"n": "sum(n{i})", "d": "sum(d{i})"}
_SQUARES: Final = {
    "nn": "sum(n{i}::double * n{i})",
    "nd": "sum(n{i}::double * d{i})",
    "dd": "sum(d{i}::double * d{i})",
    "g": "count(nullif(d{i}, 0))",
}
_ADDED: Final = {"rate": _SUMS, "mean": _SUMS | _SQUARES}
"""What is added up over games, by kind of statistic."""
_OF_SEATS: Final = {"snn": "n{i}::double * n{i}", "snd": "n{i}::double * d{i}", "sdd": "d{i}::double * d{i}"}
"""What is added up over the seats of each game, then over games, where those of rates are together."""


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
        statistics: names of the catalogue, or of its sections; all when left out.  Statistics of whole
            games are left out when the selection, or `by`, is of single rounds.
        by: what they are told apart by (`GROUPS`); nothing for all players together.
        profile: whose definitions are used where they differ from ours.

    Returns:
        One row per number of players, group and statistic (`MEASURES`): value, 95 % interval (Wilson's
        for rates; for means the normal one of a ratio, clustered by game, null below ten games),
        numerator and denominator.  Where several seats of a game are counted together, the interval of a
        rate takes so many of them for one trial as their sums show (`intervals.design_effect`): a draw is
        one event, though it is counted for each of four.  What all games have alike has no interval, as that
        one of four comes first.  Levels come by rank.

    Raises:
        ValueError: when a name is not known, or statistics of games are asked of single rounds.
    """
    choice = selection or Selection()
    check_people(warehouse, choice)
    asked = askable(choice, by, statistics, profile)
    is_of_rounds = choice.is_of_rounds or bool(ROUND_GROUPS & set(by))
    views = list(by_totals(asked))
    with warehouse.steady():
        if is_of_rounds:
            sums = _sums_of_rounds(warehouse, views, choice, by)
        else:
            add_up = partial(sums_of_games, of_seats=has_seats_together(choice, by))
            sums = by_views(warehouse, views, choice, by, add_up)
    return sorted_by_rank(measured(asked, sums), by)


def _sums_of_rounds(
    warehouse: Warehouse, views: Sequence[Sequence[Statistic]], choice: Selection, by: Sequence[str]
) -> list[Sums]:
    """Sums over games of statistics of one view of totals each, where single rounds are chosen."""
    call, values = choice.call(ROUNDS_MACRO)
    with warehouse.shared(f"from {call}", values) as chosen_rounds:
        tables = warehouse.together(sums_sql(some, choice, by, chosen_rounds) for some in views)
    return [sums_of(some, table, ("player_count", *by)) for some, table in zip(views, tables, strict=True)]


def added_sql(some: Sequence[Statistic], *, of_seats: bool = False) -> str:
    """What is added up over games (see `game_sums_sql`) for values and intervals, as SQL columns.

    Args:
        some: the statistics.
        of_seats: whether what `together_sql` tells of seats is there and is added up.

    Returns:
        Columns of each statistic: the sums of numerator and denominator (``n0``, ``d0``); of means, also
        those of their squares and product (``nn0``, ``dd0``, ``nd0``) and the games that count (``g0``).
        With `of_seats` rates have these too, and the same of seats (``snn0``, ``sdd0``, ``snd0``), and the
        groups the most seats of a game (``seats``).
    """
    added = []
    for i, statistic in enumerate(some):
        columns = _ADDED[statistic.kind]
        if of_seats and statistic.kind == "rate":
            columns = _SUMS | _SQUARES | {name: f"sum({name}{{i}})" for name in _OF_SEATS}
        added += [f"{expression.format(i=i)} as {name}{i}" for name, expression in columns.items()]
    return ",\n    ".join([*added, *(["max(seats) as seats"] if of_seats else [])])


def askable(
    choice: Selection, by: Sequence[str], statistics: Sequence[str] | None, profile: str
) -> list[Statistic]:
    """The statistics that can be told of a selection (see `rates`), in the order asked.

    Raises:
        ValueError: when a name is not known, or none is left.
    """
    strange = [name for name in by if name not in GROUPS]
    if strange:
        raise ValueError(f"statistics are told apart by {', '.join(GROUPS)}, not by {strange[0]!r}")
    wanted = chosen(statistics, profile)
    is_of_rounds = choice.is_of_rounds or bool(ROUND_GROUPS & set(by))
    asked = [s for s in wanted if not (is_of_rounds and is_of_games(s.totals))]
    if not asked:
        raise ValueError("statistics of whole games cannot be asked of single rounds")
    return asked


def by_totals(asked: Sequence[Statistic]) -> Iterator[list[Statistic]]:
    """Statistics of one view of totals at a time."""
    for _, some in groupby(sorted(asked, key=lambda s: s.totals), key=lambda s: s.totals):
        yield list(some)


def has_seats_together(choice: Selection, by: Sequence[str]) -> bool:
    """Whether several seats of a game can be counted together, as those of several players."""
    is_one = len(choice.players or ()) == 1 or len(choice.seats or ()) == 1
    return not is_one and not {"player", "seat"} & set(by)


def is_of_games(totals: str) -> bool:
    """Whether the rows of a view of totals are of whole games."""
    return "round" not in statements()[totals].grain


def game_sums_sql(
    some: Sequence[Statistic], choice: Selection, by: Sequence[str] = (), rows: str | None = None
) -> tuple[str, dict[str, Any]]:
    """The statement that adds up some statistics of one view of totals within each game.

    Args:
        some: the statistics.
        choice: what is counted.
        by: what they are told apart by, besides the number of players.
        rows: the table where the choice is already made; the statement makes it when left out.

    Returns:
        SQL with ``$parameters`` and their values.  The answer has player_count, the groups, game_id, and
        numerator and denominator of each statistic as ``n0, d0, n1, ...``; 0 of 0 where the view has no
        rows of a game that is chosen, as for who won nothing in it.
    """
    totals = some[0].totals
    of_games = is_of_games(totals)
    call, values = (rows, {}) if rows else choice.call(SEATS_MACRO if of_games else ROUNDS_MACRO)
    keys = ("game_id", "seat") if of_games else ("game_id", "round_index", "seat")
    on = " and ".join(f"t.{key} = chosen.{key}" for key in keys)
    picked = ", ".join(f"chosen.{name}" for name in ("player_count", *by))
    sums = ",\n    ".join(
        f"coalesce(sum({s.numerator}), 0) as n{i}, coalesce(sum({s.denominator}), 0) as d{i}"
        for i, s in enumerate(some)
    )
    people = "\nwhere chosen.player is not null" if "player" in by else ""
    sql = f"""select {picked}, chosen.game_id,
    {sums}
from {call} as chosen
left join {totals} as t
    on {on}{people}
group by {picked}, chosen.game_id"""  # noqa: S608 - names of our own catalogue; values are parameters
    return sql, values


def game_sums(
    warehouse: Warehouse, views: Sequence[Sequence[Statistic]], choice: Selection, by: Sequence[str] = ()
) -> list[pa.Table]:
    """What the statement of `game_sums_sql` answers for statistics of one view of totals each."""
    with warehouse.steady():
        if choice.is_of_rounds:
            return warehouse.together(game_sums_sql(some, choice, by) for some in views)
        return by_views(warehouse, views, choice, by, of_each_game)


def together_sql(
    some: Sequence[Statistic], choice: Selection, by: Sequence[str], rows: str | None = None
) -> tuple[str, dict[str, Any], bool]:
    """The statement of `game_sums_sql`, with what rates need where several seats of a game are together.

    Returns:
        SQL and values, and whether seats are together.  Then the answer also has the number of ``seats``, and
        of rates the sums over them of the squares and the product of numerator and denominator (``snn0``,
        ``sdd0``, ``snd0``).
    """
    if not has_seats_together(choice, by) or all(s.kind == "mean" for s in some):
        return *game_sums_sql(some, choice, by, rows), False
    per_seat, values = game_sums_sql(some, choice, (*by, "seat"), rows)
    groups = ", ".join(["player_count", *by, "game_id"])
    sums = [f"sum({side}{i}) as {side}{i}" for i in range(len(some)) for side in "nd"]
    sums += [
        f"sum({expression.format(i=i)}) as {name}{i}"
        for i, statistic in enumerate(some)
        for name, expression in _OF_SEATS.items()
        if statistic.kind == "rate"
    ]
    listed, indented = ",\n    ".join(sums), per_seat.replace("\n", "\n    ")
    sql = f"""select {groups}, count(*) as seats,
    {listed}
from (
    {indented}
)
group by {groups}"""  # noqa: S608 - as before
    return sql, values, True


def sums_sql(
    some: Sequence[Statistic], choice: Selection, by: Sequence[str], rows: str | None = None
) -> tuple[str, dict[str, Any]]:
    """The statement that adds up what values and intervals of some statistics are computed from.

    Args:
        some: statistics of one view of totals.
        choice: what is counted.
        by: what they are told apart by.
        rows: as for `game_sums_sql`.

    Returns:
        SQL with ``$parameters`` and their values.  The answer has player_count, the groups and the columns
        of `added_sql`.
    """
    per_game, values, of_seats = together_sql(some, choice, by, rows)
    groups = ", ".join(["player_count", *by])
    indented = per_game.replace("\n", "\n    ")
    sql = f"""with per_game as (
    {indented}
)
select {groups},
    {added_sql(some, of_seats=of_seats)}
from per_game
group by {groups}"""  # noqa: S608 - as before
    return sql, values


def rates_sql(
    some: Sequence[Statistic], choice: Selection, by: Sequence[str] = ("player",)
) -> tuple[str, dict[str, Any]]:
    """The statement that tells values and intervals of some statistics of one view of totals.

    It says in SQL alone what `rates` answers, for readers to check and to ask in other shells.

    Returns:
        SQL with ``$parameters``, and their values.
    """
    per_game, values, of_seats = together_sql(some, choice, by)
    groups = ", ".join(["player_count", *by])
    measures = ",\n        ".join(
        f"measure('{s.name}', '{s.per}', '{s.kind}', '{s.profile}', n{i}, d{i}, "
        + (
            f"design_effect(n{i}, d{i}, snn{i}, snd{i}, sdd{i}, seats))"
            if of_seats and s.kind == "rate"
            else "1)"
        )
        for i, s in enumerate(some)
    )
    limits = " and ".join(
        f"not (statistic = '{s.name}' and player_count not in ({', '.join(map(str, s.player_counts))}))"
        for s in some
        if s.player_counts
    )
    indented = per_game.replace("\n", "\n    ")
    sql = f"""with per_game as (
    {indented}
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
select {groups}, {", ".join(MEASURES)}
from measured"""  # noqa: S608 - names of our own catalogue; values are parameters
    return sql + (f"\nwhere {limits}" if limits else ""), values
