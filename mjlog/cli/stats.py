"""``mjlog stats``: statistics of players, from a warehouse or straight from logs."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import click
import pyarrow as pa

from mjlog.cli.choices import (
    NOBODY,
    check_players,
    choice_options,
    selection,
    tell_empty,
    tell_nameless,
    tell_namesakes,
    tell_nothing,
)
from mjlog.cli.inputs import paths_argument
from mjlog.cli.opened import opened, source_options
from mjlog.cli.output import show_rows
from mjlog.cli.sheet import heading, notes_of, show_sheet
from mjlog.cli.stats_list import command as list_command
from mjlog.cli.stats_list import statistics_option
from mjlog.cli.tables import for_people, show_statistics, table_format_option
from mjlog.cli.text import folded, percent, printable
from mjlog.stats.catalogue import HOUSE, PROFILES, chosen, main
from mjlog.stats.overview import overview, sizes
from mjlog.stats.population import percentiles
from mjlog.stats.rates import GROUPS, ROUND_GROUPS, has_seats_together, is_of_games, rates
from mjlog.stats.selection import Selection
from mjlog.stats.standing import standings
from mjlog.stats.tables import table as table_of
from mjlog.stats.zones import table_in_zone
from mjlog.warehouse import Warehouse

SHOWN_PLAYERS: Final = 20
"""Players of each number of players in the overview."""
_ONE: Final = ("value", "low", "high", "numerator", "denominator", "per", "percentile", "players")
"""Columns of one statistic of many groups."""
_STANDING: Final = (
    "player_count", "platform", "room", "length", "level", "games", "expected_pt",
    "stable_rank", "stable_rank_low", "stable_rank_high",
)  # fmt: skip
"""Columns of a player's standing."""
NOTHING: Final = "nothing"
"""What ``--by`` is when all are counted together."""


class _Stats(click.Command):
    """The command; ``mjlog stats list`` is another, unless a file is called so."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of whichever is called."""
        if args[:1] == ["list"] and not Path("list").exists():
            return list_command.make_context(f"{info_name} list", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command(cls=_Stats)
@paths_argument
@statistics_option
@click.option(
    "--all", "is_whole", is_flag=True, help="Have the sheet tell every statistic, not only the main ones."
)
@click.option(
    "--by",
    multiple=True,
    type=click.Choice([*GROUPS, NOTHING]),
    help="What is told apart: player, if nothing else is said; or several.  Months begin as --timezone has "
    "them.",
)
@click.option(
    "--profile",
    type=click.Choice([HOUSE, *PROFILES]),
    default=HOUSE,
    show_default=True,
    help="Whose definitions are used: what that system shows and defines otherwise is counted as it does, "
    "with its parts, all else as ours.  tenhou publishes none and equals ours.",
)
@click.option(
    "--percentile", is_flag=True, help="Tell where each stands among players of 100 rounds and more."
)
@click.option(
    "--table", metavar="NAME", help="Another table instead; `mjlog stats list --tables` names them."
)
@choice_options
@source_options
@table_format_option
def command(
    paths: tuple[str, ...], aliases: str | None, ruleset: str | None, form: str, **asked: Any
) -> None:
    """Show statistics of players, from a warehouse or from logs.

    PATHS are one folder made by `mjlog ingest`, or logs: files, folders, patterns or "-" for standard
    input.  Every statistic stands with what was counted and, where it can be told, a 95 % interval.  `mjlog
    stats list` tells what each one is and who else shows it.  Games of three and of four players are never
    mixed.  Players without a name or account are told, not counted: nobody knows who is who.

    The text has a sheet of the main statistics for one --player, of every one with --all; else a line of
    values for each of the most active players, or for whatever they are told apart --by; of one --statistic
    with interval and count.  The other forms have every statistic of everyone, and moments in UTC.

    Nothing fits what is chosen: exit code 1, and what there is to choose from.

    A file of --aliases has a table [people]: "Name" = ["account or name", {platform = "tenhou", account =
    "123"}]; games of all these accounts are then counted under the name.

    \b
    Examples:
      mjlog stats wh/ --player NAME
      mjlog stats wh/ --player NAME --all
      mjlog stats wh/ --player NAME --since 2026-01-01 --timezone Europe/Berlin
      mjlog stats wh/ --player NAME --last 200 --profile mortal
      mjlog stats wh/ --player NAME --statistic riichi --percentile
      mjlog stats wh/ --player NAME --all-last --lead=-8000:-1
      mjlog stats wh/ --player NAME --by month --statistic deal_in_rate
      mjlog stats wh/ --by nothing --room phoenix --players 4
      mjlog stats my_logs/ --format csv > rates.csv
      mjlog stats wh/ --table deal_ins_by_turn --players 4
    """
    choice = selection(asked)
    by = _groups(asked)
    with opened(paths, ruleset, aliases) as warehouse:
        check_players(warehouse, choice)
        if asked["table"] is not None:
            _show_table(warehouse, choice, asked["table"], form)
            return
        if form == "text" and by and not (by == ("player",) and len(choice.players or ()) == 1):
            answer = _show_groups(warehouse, choice, by, asked)
        elif form == "text":
            answer = _show_sheets(warehouse, choice, by, asked)
        else:
            answer = _measured(warehouse, choice, by, asked)
            show_statistics(answer, form)
        _tell_not_told(choice, by, asked)
        _tell(warehouse, choice, answer, by)


def _groups(asked: Mapping[str, Any]) -> tuple[str, ...]:
    """What is told apart.

    Raises:
        click.UsageError: when options do not go together.
    """
    given = tuple(dict.fromkeys(asked["by"]))
    if NOTHING in given and len(given) > 1:
        raise click.UsageError(f"--by {NOTHING} goes without another --by.")
    if asked["table"] is not None and (
        given or asked["statistics"] or asked["percentile"] or asked["profile"] != HOUSE or asked["is_whole"]
    ):
        raise click.UsageError("--table goes without --statistic, --all, --by, --profile and --percentile.")
    by = tuple(name for name in given or ("player",) if name != NOTHING)
    if asked["percentile"] and by != ("player",):
        raise click.UsageError("--percentile is of players, told apart by nothing else.")
    return by


def _show_table(warehouse: Warehouse, choice: Selection, name: str, form: str) -> None:
    """What is called so, and what there is to choose from where it is empty."""
    answer = table_of(warehouse, name, choice)
    show_statistics(table_in_zone(answer, choice.timezone) if form == "text" else answer, form)
    if not len(answer) and not len(sizes(warehouse, choice, ())):
        tell_empty(warehouse, choice)


def _measured(
    warehouse: Warehouse, choice: Selection, by: Sequence[str], asked: Mapping[str, Any]
) -> pa.Table:
    """The statistics in long form, with the places in the population where they are asked for."""
    names, profile = asked["statistics"] or None, asked["profile"]
    if asked["percentile"]:
        return percentiles(warehouse, choice, statistics=names, profile=profile)
    return rates(warehouse, choice, statistics=names, by=by, profile=profile)


def _show_sheets(
    warehouse: Warehouse, choice: Selection, by: Sequence[str], asked: Mapping[str, Any]
) -> pa.Table:
    """A sheet for each number of players; of the main statistics where nothing else is asked for."""
    is_short = not (asked["statistics"] or asked["is_whole"])
    answer = _measured(warehouse, choice, by, {**asked, "statistics": main()} if is_short else asked)
    heads = {row["player_count"]: row for row in sizes(warehouse, choice, by).to_pylist()}
    rows = answer.to_pylist()
    is_of_many = has_seats_together(choice, by)
    for number, (players, group) in enumerate(groupby(rows, key=lambda row: row["player_count"])):
        shown = list(group)
        click.echo("\n" * (number > 0) + printable(heading(heads[players], by)))
        show_sheet(shown, notes_of(shown, players if is_of_many else None))
    if rows and is_short:
        click.echo(
            "--all has every statistic, --statistic a section; `mjlog stats list NAME` tells what one is"
        )
    if rows and by and not asked["statistics"] and not choice.is_of_rounds:
        _show_standings(warehouse, choice)
    return answer


def _show_standings(warehouse: Warehouse, choice: Selection) -> None:
    """Where the player stands on the ladders of the games that are ranked; nothing where none are."""
    rows = standings(warehouse, choice).to_pylist()
    if rows:
        click.echo("\nStanding (`--table standings` has more)")
        show_rows(for_people(rows), _STANDING, "text")


def _show_groups(
    warehouse: Warehouse, choice: Selection, by: Sequence[str], asked: Mapping[str, Any]
) -> pa.Table:
    """A table for each number of players with a line for each group, of one statistic or a few."""
    names, profile = asked["statistics"], asked["profile"]
    if len(names) == 1 and len(one := chosen(names, profile)) == 1:
        answer = _measured(warehouse, choice, by, asked)
        columns = [*by, *(name for name in _ONE if name in answer.column_names)]
        shares = _ONE[:3] if one[0].kind == "rate" else ()
    else:
        answer = overview(warehouse, choice, statistics=names or None, by=by, profile=profile)
        columns = answer.column_names[1:]
        known = {s.name: s.kind for s in chosen(None, profile)}
        shares = tuple(name for name in columns if known.get(name) == "rate")
    is_of_many = "denominator" in columns and has_seats_together(choice, by)
    shown = SHOWN_PLAYERS if "player" in by and choice.players is None else None
    groups = groupby(answer.to_pylist(), key=lambda row: row["player_count"])
    for number, (players, group) in enumerate(groups):
        rows = list(group)
        click.echo("\n" * (number > 0) + f"games of {players}")
        show_rows(for_people(_in_percent(row, shares) for row in rows[:shown]), columns, "text")
        if shown is not None and len(rows) > shown:
            click.echo(f"... and {len(rows) - shown:,} more (--format csv has all, --player one)")
        for note in notes_of(rows[:shown], players if is_of_many else None):
            click.echo(folded(note, sys.stdout))
    return answer


def _in_percent(row: dict[str, Any], shares: Sequence[str]) -> dict[str, Any]:
    """A row with its shares in percent."""
    return row | {name: percent(row[name]) for name in shares}


def _tell_not_told(choice: Selection, by: Sequence[str], asked: Mapping[str, Any]) -> None:
    """Say on stderr what single rounds have no statistics of, and whose definitions are ours."""
    names, profile = asked["statistics"], asked["profile"]
    wanted = chosen(names or None, profile)
    left_out = [s.name for s in wanted if is_of_games(s.totals)]
    if left_out and (choice.is_of_rounds or ROUND_GROUPS & set(by)):
        what = ", ".join(left_out) if names else "statistics of whole games"
        click.echo(f"mjlog: {what}: left out, for single rounds are chosen", err=True)
    if profile != HOUSE and all(s.profile == HOUSE for s in wanted):
        click.echo(f"mjlog: {profile} defines nothing of this otherwise", err=True)


def _tell(warehouse: Warehouse, choice: Selection, answer: pa.Table, by: Sequence[str]) -> None:
    """Say on stderr who is counted twice, whom nobody knows, and why there is nothing."""
    if choice.players is not None or "player" in by:
        tell_namesakes(warehouse, choice)
    has_people = choice.players is None and ("player" in by or choice.last_games is not None)
    has_nameless = has_people and tell_nameless(warehouse, choice)
    if len(answer):
        return
    counts = sorted({str(row["player_count"]) for row in sizes(warehouse, choice, ()).to_pylist()})
    if not counts:
        tell_empty(warehouse, choice)
    tell_nothing(
        NOBODY if has_nameless else f"what is asked for means nothing in games of {' and '.join(counts)}"
    )
