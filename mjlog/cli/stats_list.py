"""``mjlog stats list``: what each statistic is, and what other tables there are."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import click
import pyarrow as pa
from rich.cells import cell_len

from mjlog.cli.tables import show_table, table_format_option
from mjlog.cli.text import folded
from mjlog.stats.catalogue import HOUSE, PROFILES, Statistic, chosen
from mjlog.stats.finding import called, found, meant, nearest
from mjlog.stats.rates import rates_sql
from mjlog.stats.selection import Selection
from mjlog.stats.tables import names as table_names

_INDENT: Final = "    "
MOST_TOLD: Final = 8
"""Statistics and tables that are told at length though they were asked for by part of their names."""
_SECTION_OF_TABLES: Final = "tables"


@click.command("list")
@click.argument("words", nargs=-1, metavar="[NAMES or WORDS]...")
@click.option("--tables", is_flag=True, help="List what `mjlog stats --table` and `mjlog export` can give.")
@click.option("--sql", metavar="STATISTIC", help="Print the SQL that counts one statistic.")
@click.option("--long", "is_long", is_flag=True, help="Tell all that are found at length.")
@click.option(
    "--profile",
    type=click.Choice([HOUSE, *PROFILES]),
    default=HOUSE,
    show_default=True,
    help="Whose definitions are told.",
)
@table_format_option
def command(
    words: tuple[str, ...], tables: bool, sql: str | None, is_long: bool, profile: str, form: str
) -> None:
    """Tell what each statistic is: definition, formula, and who else shows it.

    Without words every statistic is listed with its title, a line each.  NAMES of statistics, of sections
    (games, riichi, ...) and of tables are told at length.  Other WORDS are looked for: titles, Japanese words
    (副露率), parts of names, words such as furo or houjuu; a few that are found are told at length, many are
    listed.

    The formula is a sum over a sum, of columns of a view of the warehouse.  What is no such ratio, as stable
    rank, records or streaks, is in tables of its own: --tables lists them.

    \b
    Examples:
      mjlog stats list
      mjlog stats list deal_in_rate standings
      mjlog stats list 副露率
      mjlog stats list riichi
      mjlog stats list deal_in_rate --profile mortal
      mjlog stats list --sql deal_in_rate
      mjlog stats list --long
      mjlog stats list --format markdown > statistics.md
    """
    if sum((bool(words), tables, sql is not None)) > 1 or (sql is not None and form != "text"):
        raise click.UsageError("--sql and --tables go without names and each other, --sql without --format.")
    known = table_names()
    if sql is not None:
        click.echo(rates_sql([_one(sql, profile)], Selection(), by=("player",))[0])
        return
    asked = _asked(words, tables, known, profile)
    if form == "text":
        _show(asked, is_at_length=is_long or asked.is_at_length)
    else:
        show_table(pa.Table.from_pylist(_rows(asked)), form)


def _meant(_context: click.Context, _option: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """Names of statistics and sections, of which some are words that `mjlog stats list` finds."""
    return tuple(meant(word, table_names()) for word in words)


statistics_option = click.option(
    "--statistic",
    "statistics",
    multiple=True,
    metavar="NAME",
    callback=_meant,
    help="Only this statistic or section; or several.  A word by which `mjlog stats list` finds one alone "
    "stands for it.",
)
"""The option ``--statistic``; names arrive as `statistics`."""


class _Asked(NamedTuple):
    """What is told."""

    statistics: list[Statistic]
    tables: Mapping[str, str]
    is_at_length: bool


def _asked(words: Sequence[str], tables: bool, known: Mapping[str, str], profile: str) -> _Asked:
    """What is asked for by words, or all statistics, or all tables.

    Raises:
        ValueError: when nothing is found by a word; the message has the nearest.
    """
    if tables:
        return _Asked([], known, is_at_length=True)
    if not words:
        return _Asked(chosen(None, profile), {}, is_at_length=False)
    answers = [found(word, known) for word in words]
    for word, answer in zip(words, answers, strict=True):
        if not (answer.statistics or answer.tables):
            near = nearest(word)
            hint = f"; did you mean {near[0]}?" if near else "; `mjlog stats list` lists all"
            raise ValueError(f"no statistic, section or table is called {word!r}{hint}")
    names = list(dict.fromkeys(name for answer in answers for name in answer.statistics))
    told = {name: known[name] for answer in answers for name in answer.tables}
    is_at_length = all(answer.is_exact for answer in answers) or len(names) + len(told) <= MOST_TOLD
    return _Asked(chosen(names, profile) if names else [], told, is_at_length)


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


def _show(asked: _Asked, *, is_at_length: bool) -> None:
    """Print statistics by section and tables, a paragraph or a line each."""
    ordered = sorted(asked.statistics, key=lambda s: _sections().index(s.section))
    entries = [(s.section, s.name, called(s), _details(s)) for s in ordered]
    entries += [(_SECTION_OF_TABLES, name, "", [tells]) for name, tells in asked.tables.items()]
    width = max(cell_len(name) for _, name, _, _ in entries)
    for number, (section, members) in enumerate(groupby(entries, key=lambda entry: entry[0])):
        click.echo("\n" * (number > 0 and is_at_length) + section.replace("_", " ").capitalize())
        for _, name, title, details in members:
            if is_at_length:
                _show_entry(f"{name} ({title})" if title else name, details)
            else:
                click.echo(f"  {name:{width}}  {title}".rstrip())
    if not is_at_length:
        click.echo("`mjlog stats list NAME` tells what one is, --long all; --tables lists the tables")


def _show_entry(head: str, details: Sequence[str]) -> None:
    click.echo(folded(head, sys.stdout, "  "))
    for text in details:
        click.echo(folded(text, sys.stdout, _INDENT))


def _sections() -> list[str]:
    """The sections in the order of the catalogue."""
    return list(dict.fromkeys(s.section for s in chosen()))


def _details(statistic: Statistic) -> list[str]:
    """Definition, formula and who else shows it."""
    return [*filter(None, (statistic.definition, f"= {formula(statistic)}", _others(statistic)))]


def _others(statistic: Statistic) -> str:
    """Who else shows a statistic, and who defines it otherwise."""
    shown = [f"{name}*" if name in statistic.profiles else name for name in statistic.shown_by]
    more = [f"{name}*" for name in statistic.profiles if name not in statistic.shown_by]
    listed = ", ".join([*shown, *more])
    otherwise = " (* defines it otherwise: --profile)" if statistic.profiles else ""
    return f"shown by {listed}{otherwise}" if listed else ""


def _rows(asked: _Asked) -> list[dict[str, Any]]:
    """The same for programs: tables alone with what they tell, else as rows like those of statistics."""
    if not asked.statistics:
        return [{"table": name, "tells": tells} for name, tells in asked.tables.items()]
    columns = ("name", "section", "title", "japanese", "kind", "per", "definition", "profile", "is_main")
    rows: list[dict[str, Any]] = [
        {name: getattr(s, name) for name in columns}
        | {"formula": formula(s), "shown_by": list(s.shown_by), "differs_in": list(s.profiles)}
        for s in asked.statistics
    ]
    empty = dict.fromkeys(rows[0])
    tables = asked.tables.items()
    return [
        *rows,
        *(empty | {"name": n, "section": _SECTION_OF_TABLES, "definition": tells} for n, tells in tables),
    ]
