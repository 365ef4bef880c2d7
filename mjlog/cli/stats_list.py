"""``mjlog stats list``: what each statistic is, and what other tables there are."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

import click
import pyarrow as pa

from mjlog.cli.tables import show_table, table_format_option
from mjlog.cli.text import folded
from mjlog.stats.catalogue import HOUSE, PROFILES, Statistic, chosen
from mjlog.stats.rates import rates_sql
from mjlog.stats.selection import Selection
from mjlog.stats.tables import names as table_names

_INDENT: Final = "    "


@click.command("list")
@click.argument("names", nargs=-1, metavar="[STATISTICS or SECTIONS]...")
@click.option("--tables", is_flag=True, help="List what `mjlog stats --table` and `mjlog export` can give.")
@click.option("--sql", metavar="STATISTIC", help="Print the SQL that counts one statistic.")
@click.option(
    "--profile",
    type=click.Choice([HOUSE, *PROFILES]),
    default=HOUSE,
    show_default=True,
    help="Whose definitions are told.",
)
@table_format_option
def command(names: tuple[str, ...], tables: bool, sql: str | None, profile: str, form: str) -> None:
    """Tell what each statistic is: definition, formula, and who else shows it.

    STATISTICS are names, SECTIONS the headings of a sheet (games, riichi, ...); all are told without any.
    The formula is a sum over a sum, of columns of a view of the warehouse.  What is no such ratio, as stable
    rank, records or streaks, is in tables of its own: --tables lists them, their names are told as well.

    \b
    Examples:
      mjlog stats list
      mjlog stats list riichi deal_in_rate
      mjlog stats list deal_in_rate --profile mortal
      mjlog stats list --sql deal_in_rate
      mjlog stats list standings streaks
      mjlog stats list --format markdown > statistics.md
    """
    if sum((bool(names), tables, sql is not None)) > 1 or (sql is not None and form != "text"):
        raise click.UsageError("--sql and --tables go without names and each other, --sql without --format.")
    known = table_names()
    told = known if tables else {name: known[name] for name in names if name in known}
    if sql is not None:
        click.echo(rates_sql([_one(sql, profile)], Selection(), by=("player",))[0])
    elif told and len(told) == len(set(names) or told):
        show_table(pa.table({"table": list(told), "tells": list(told.values())}), form)
    elif form == "text":
        _show(chosen(names or None, profile))
    else:
        show_table(_table(chosen(names or None, profile)), form)


def _one(name: str, profile: str) -> Statistic:
    """One statistic by its name.

    Raises:
        click.UsageError: when it is the name of a section.
    """
    first, *more = chosen((name,), profile)
    if more:
        raise click.UsageError(f"--sql is of one statistic; {name} has {first.name} and more")
    return first


def formula(statistic: Statistic) -> str:
    """How a statistic is computed, in a line."""
    return f"sum({statistic.numerator}) / sum({statistic.denominator}) over {statistic.totals}"


def _show(some: Sequence[Statistic]) -> None:
    """Print statistics by section, a paragraph each."""
    stream = sys.stdout
    for number, (section, members) in enumerate(groupby(some, key=lambda s: s.section)):
        click.echo("\n" * (number > 0) + section.replace("_", " ").capitalize())
        for one in members:
            names = ", ".join(filter(None, (one.title, one.japanese)))
            click.echo(folded(f"{one.name} ({names})", stream, "  "))
            for text in filter(None, (one.definition, f"= {formula(one)}", _others(one))):
                click.echo(folded(text, stream, _INDENT))


def _others(statistic: Statistic) -> str:
    """Who else shows a statistic, and who defines it otherwise."""
    shown = [f"{name}*" if name in statistic.profiles else name for name in statistic.shown_by]
    more = [f"{name}*" for name in statistic.profiles if name not in statistic.shown_by]
    listed = ", ".join([*shown, *more])
    otherwise = " (* defines it otherwise: --profile)" if statistic.profiles else ""
    return f"shown by {listed}{otherwise}" if listed else ""


def _table(some: Sequence[Statistic]) -> pa.Table:
    """The same for programs."""
    columns: dict[str, Any] = {
        name: [getattr(s, name) for s in some]
        for name in ("name", "section", "title", "japanese", "kind", "per", "definition", "profile")
    }
    columns["formula"] = [formula(s) for s in some]
    columns["shown_by"] = [list(s.shown_by) for s in some]
    columns["differs_in"] = [list(s.profiles) for s in some]
    return pa.table(columns)
