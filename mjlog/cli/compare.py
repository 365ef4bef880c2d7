"""``mjlog compare``: statistics of two selections side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import groupby
from typing import Any, Final

import click
import pyarrow as pa

from mjlog.cli.choices import choice_options, parse_choice, selection, tell_empty, told
from mjlog.cli.inputs import paths_argument
from mjlog.cli.opened import opened, source_options
from mjlog.cli.sheet import show_comparison
from mjlog.cli.tables import show_table, table_format_option
from mjlog.cli.text import printable
from mjlog.stats.bootstrap import SEED
from mjlog.stats.catalogue import HOUSE, PROFILES
from mjlog.stats.compare import compare
from mjlog.stats.overview import sizes
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

_EVERYONE: Final = "everyone"


@click.command
@paths_argument
@click.option(
    "--first", multiple=True, metavar="OPTION=VALUE", help="What the first selection chooses besides."
)
@click.option("--second", multiple=True, metavar="OPTION=VALUE", help="The same of the second.")
@click.option(
    "--statistic",
    "statistics",
    multiple=True,
    metavar="NAME",
    help="Only this statistic or section; or several.",
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
    usual options alone, without --second everyone who fits them but for --player.

    Each difference stands with a 95 % interval: Newcombe's for rates, which takes rounds for independent,
    the bootstrap over games for means (of more than 20,000 games, what it comes to).  Differences whose
    interval leaves out 0 are marked.

    \b
    Examples:
      mjlog compare wh/ --player NAME
      mjlog compare wh/ --first player=NAME --second player=OTHER
      mjlog compare wh/ --player NAME --first since=2026-01-01 --second until=2026-01-01
      mjlog compare wh/ --player NAME --first all-last --second not-all-last --statistic deal_in_rate
    """
    common = selection(asked)
    one = _joined(common, parse_choice(first, "--first"))
    other = _joined(common if second else replace(common, players=None), parse_choice(second, "--second"))
    if one == other:
        raise click.UsageError(
            "Both selections are the same: tell them apart by --player, --first or --second."
        )
    with opened(paths, asked["ruleset"], asked["aliases"]) as warehouse:
        names = asked["statistics"] or None
        answer = compare(
            warehouse, one, other, statistics=names, profile=asked["profile"], seed=asked["seed"]
        )
        if not len(answer):
            _tell_nothing(warehouse, (one, other))
    if form == "text":
        _show(answer, (one, other))
    else:
        show_table(answer, form)


def _joined(common: Selection, more: Selection) -> Selection:
    """A selection with what another chooses in addition, or instead."""
    return replace(common, **{f.name: getattr(more, f.name) for f in fields(more) if f.name in more.chosen})


def _tell_nothing(warehouse: Warehouse, choices: Sequence[Selection]) -> None:
    """Say on stderr why there is nothing to compare."""
    counts = [set(sizes(warehouse, choice, ())["player_count"].to_pylist()) for choice in choices]
    for choice, found in zip(choices, counts, strict=True):
        if not found:
            tell_empty(warehouse, choice)
    if all(counts):
        click.echo("mjlog: the two have no statistic of the same number of players", err=True)


def _show(answer: pa.Table, choices: Sequence[Selection]) -> None:
    """The comparison for each number of players."""
    names = ["first", "second"]
    for name, choice in zip(names, choices, strict=True):
        click.echo(printable(f"{name}: {told(choice) or _EVERYONE}"))
    rows = answer.to_pylist()
    for players, group in groupby(rows, key=lambda row: row["player_count"]):
        click.echo(f"\ngames of {players}")
        show_comparison(list(group))
