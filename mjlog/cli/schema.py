"""``mjlog schema``: the action format as JSON Schema, and the tables column by column."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

import click
import pyarrow as pa

from mjlog.cli.output import Row, show_json, show_rows
from mjlog.formats.mjai.schema import action_schema
from mjlog.schema import TABLES, Column, TableSchema

_FORMATS: Final = ("text", "json", "csv", "markdown")
_COLUMNS: Final = ("table", "column", "type", "unit", "meaning")
_MORE: Final = ("nullable", "values")
_MOST_WORDS: Final = 32
"""Words of a column that the text lists for tables that are asked for; tiles and yaku are more."""


@click.group
def command() -> None:
    """Print the schema of the action format, or of the tables.

    \b
    Examples:
      mjlog schema actions
      mjlog schema tables rounds
    """


@command.command
def actions() -> None:
    """Print the action format as JSON Schema.

    The format is what `mjlog convert` and `mjlog simulate` write, and a superset of mjai.  There is one
    definition per action: a line of a log is valid when it follows that of its type.  Fields that are
    not listed may be there.

    \b
    Examples:
      mjlog schema actions > mjlog.schema.json
      mjlog schema actions | jq '."$defs".hora'
    """
    show_json(action_schema())


@command.command
@click.argument("names", nargs=-1, metavar="[TABLES]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    default="text",
    show_default=True,
    help="Form of the output.",
)
def tables(names: tuple[str, ...], form: str) -> None:
    """Print what the columns of the tables mean.

    TABLES are names; without any, every table is printed.  Columns log_... are as recorded, calc_... as
    recomputed.

    \b
    Examples:
      mjlog schema tables
      mjlog schema tables rounds events
      mjlog schema tables --format markdown > tables.md
    """
    chosen = [_known(name) for name in names] or list(TABLES.values())
    if form == "markdown":
        click.echo("\n\n".join(map(_page, chosen)))
        return
    rows = [_row(table, column) for table in chosen for column in table.columns]
    if form == "text" and names:
        rows = [{**row, "meaning": _with_words(row)} for row in rows]
    show_rows(rows, _COLUMNS if form == "text" else _COLUMNS + _MORE, form)


def _known(name: str) -> TableSchema:
    """The table of that name.

    Raises:
        ValueError: when there is none; the message names the nearest.
    """
    if name in TABLES:
        return TABLES[name]
    near = get_close_matches(name, TABLES, 1)
    hint = f"did you mean {near[0]}?" if near else f"tables are {', '.join(TABLES)}"
    raise ValueError(f"there is no table {name!r} ({hint})")


def _row(table: TableSchema, column: Column) -> Row:
    return {
        "table": table.name,
        "column": column.name,
        "type": _type(column.type),
        "unit": column.unit or None,
        "meaning": column.meaning,
        "nullable": column.nullable,
        "values": list(column.words) or None,
    }


def _with_words(row: Row) -> str:
    """The meaning of a column with the words that it may be, where they are few."""
    words = row["values"] or ()
    few = 0 < len(words) <= _MOST_WORDS
    return f"{row['meaning']}: one of {', '.join(words)}" if few else str(row["meaning"])


def _type(column: pa.DataType) -> str:
    """A type as people and SQL see it: words are strings.

    >>> _type(pa.list_(pa.dictionary(pa.uint8(), pa.string())))
    'list<string>'
    """
    if pa.types.is_list(column):
        return f"list<{_type(column.value_type)}>"
    return _type(column.value_type) if pa.types.is_dictionary(column) else str(column)


def _page(table: TableSchema) -> str:
    """A table as Markdown."""
    lines = [f"## {table.name}", "", f"One row per {table.grain}.", ""]
    lines += ["| column | type | unit | meaning |", "| --- | --- | --- | --- |"]
    for column in table.columns:
        cells = (f"`{column.name}`", _type(column.type), column.unit, column.meaning)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
