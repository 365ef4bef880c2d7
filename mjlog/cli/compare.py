"""``mjlog compare``: statistics of two selections side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final, NoReturn

import click
import pyarrow as pa

from mjlog.cli.choices import (
    check_players,
    choice_options,
    parse_choice,
    selection,
    tell_empty,
    tell_nothing,
    told,
)
from mjlog.cli.inputs import paths_argument
from mjlog.cli.opened import opened, source_options
from mjlog.cli.sheet import show_comparison
from mjlog.cli.stats_list import statistics_option
from mjlog.cli.tables import show_table, table_format_option
from mjlog.cli.text import printable
from mjlog.stats.bootstrap import SEED
from mjlog.stats.catalogue import HOUSE, PROFILES, main
from mjlog.stats.compare import compare, everyone_else
from mjlog.stats.overview import sizes
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

_EVERYONE: Final = "everyone"
_IN_IT: Final = ", the first included"


@click.command
@paths_argument
@click.option(
    "--first", multiple=True, metavar="OPTION=VALUE", help="What the first selection chooses besides."
)
@click.option("--second", multiple=True, metavar="OPTION=VALUE", help="The same of the second.")
@statistics_option
@click.option(
    "--all", "is_whole", is_flag=True, help="Have the text tell every statistic, not only the main ones."
)
@click.option(
    "--profile",
    type=click.Choice([HOUSE, *PROFILES]),
    default=HOUSE,
    show_default=True,
    help="Whose definitions are used.",
)
@click.option("--seed", type=int, default=SEED, show_default=True, help="Of the bootstrap.")
@choice_options
@source_options
@table_format_option
def command(
    paths: tuple[str, ...],
    first: tuple[str, ...],
    second: tuple[str, ...],
    form: str,
    **asked: Any,
) -> None:
    """Compare the statistics of two selections of players, games and rounds.

    PATHS are one folder made by `mjlog ingest`, or logs: files, folders, patterns or "-" for standard
    input.  The usual options choose for both; --first and --second add to them, with the names of those
    options (player=NAME).  Players of one selection are counted together.  Without --first it is the
    usual options alone; without --second it is everyone else: who fits them, but for the players of the
    first.  Where that names no players, the second has the first in it, and says so.  Nothing fits one of
    them: exit code 1.

    Each difference stands with a 95 % interval: Newcombe's for rates, which takes the two, and rounds, for
    independent; the bootstrap over games for means (of more than 20,000 games, what it comes to).
    Differences of rates are in percentage points (pp).  Those whose interval leaves out 0 are marked.

    \b
    Examples:
      mjlog compare wh/ --player NAME
      mjlog compare wh/ --first player=NAME --second player=OTHER
      mjlog compare wh/ --player NAME --first since=2026-01-01 --second until=2026-01-01
      mjlog compare wh/ --player NAME --first all-last --second not-all-last --statistic deal_in_rate
    """
    common = selection(asked)
    one = _joined(common, parse_choice(first, "--first"))
    other = _joined(common, parse_choice(second, "--second")) if second else everyone_else(one, common)
    if one == other:
        raise click.UsageError(
            "Both selections are the same: tell them apart by --player, --first or --second."
        )
    names = asked["statistics"] or (main() if form == "text" and not asked["is_whole"] else None)
    with opened(paths, asked["ruleset"], asked["aliases"]) as warehouse, warehouse.steady():
        check_players(warehouse, one, other)
        answer = compare(
            warehouse, one, other, statistics=names, profile=asked["profile"], seed=asked["seed"]
        )
        if form != "text":
            show_table(answer, form)
        elif len(answer):
            _show(answer, (one, other))
            if not (asked["statistics"] or asked["is_whole"]):
                click.echo("--all has every statistic, --statistic a section")
        if not len(answer):
            _tell_nothing(warehouse, (one, other))


def _joined(common: Selection, more: Selection) -> Selection:
    """A selection with what another chooses in addition, or instead."""
    return replace(common, **more.chosen)


def _tell_nothing(warehouse: Warehouse, choices: Sequence[Selection]) -> NoReturn:
    """Say on stderr why there is nothing to compare, and end the command."""
    empty = [choice for choice in choices if not len(sizes(warehouse, choice, ()))]
    if empty:
        tell_empty(warehouse, *empty)
    tell_nothing("the two have no statistic of the same number of players")


def _is_within(first: Selection, second: Selection) -> bool:
    """Whether all of the first is in the second, so that the two are not independent."""
    return second.last_games is None and second.chosen.items() <= first.chosen.items()


def _show(answer: pa.Table, choices: Sequence[Selection]) -> None:
    """The comparison for each number of players."""
    names = ["first", "second"]
    for name, choice in zip(names, choices, strict=True):
        own = f"{told(choice) or _EVERYONE}{_IN_IT if name == 'second' and _is_within(*choices) else ''}"
        click.echo(printable(f"{name}: {own}"))
    rows = answer.to_pylist()
    for players, group in groupby(rows, key=lambda row: row["player_count"]):
        click.echo(f"\ngames of {players}")
        show_comparison(list(group))
