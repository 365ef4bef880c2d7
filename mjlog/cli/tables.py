"""Arrow tables as commands print them: text, JSON, CSV, Parquet, Markdown."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from datetime import date
from typing import Any, Final

import click
import pyarrow as pa
import pyarrow.parquet as pq

from mjlog.cli.output import FORMATS, MARKDOWN, Row, show_rows
from mjlog.cli.text import cut

PARQUET: Final = "parquet"
TABLE_FORMATS: Final = (*FORMATS, PARQUET, MARKDOWN)
"""Forms of tables of numbers."""
FOR_PEOPLE: Final = ("text", MARKDOWN)
"""Those of them that people read."""
LONGEST_NAME: Final = 40
"""Characters of a player's name in a table for people."""
_NAMES: Final = ("player", "opponent")
_MONTH: Final = "month"

table_format_option = click.option(
    "--format",
    "form",
    type=click.Choice(TABLE_FORMATS),
    default="text",
    show_default=True,
    help="Form of the output.",
)
"""The option ``--format`` of every command that prints tables of numbers; it arrives as `form`."""


def show_table(table: pa.Table, form: str) -> None:
    """Print a table to standard output in one of `TABLE_FORMATS`.

    Raises:
        click.UsageError: when a terminal would get a Parquet file.
    """
    if form != PARQUET:
        show_rows(table.to_pylist(), table.column_names, form)
        return
    refuse_terminal()
    file = io.BytesIO()
    pq.write_table(table, file, compression="zstd")
    sys.stdout.buffer.write(file.getbuffer())


def show_statistics(table: pa.Table, form: str) -> None:
    """The same, with what people read as `for_people` has it."""
    if form in FOR_PEOPLE:
        show_rows(for_people(table.to_pylist()), table.column_names, form)
    else:
        show_table(table, form)


def for_people(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Rows of statistics as people read them.

    Months are no days, thousands are set apart, and a name without end does not make the table as wide.

    >>> for_people([{"month": date(2022, 1, 1), "player": "A", "points": -5412.3, "rate": 0.2514}])
    [{'month': '2022-01', 'player': 'A', 'points': '-5,412', 'rate': 0.2514}]
    """
    return [{name: _for_people(name, value) for name, value in row.items()} for row in rows]


def _for_people(name: str, value: Any) -> Any:
    if name == _MONTH and isinstance(value, date):
        return f"{value:%Y-%m}"
    if name in _NAMES and isinstance(value, str):
        return cut(value, LONGEST_NAME)
    is_large = isinstance(value, (int, float)) and 1000 <= abs(value) < float("inf")
    return f"{value:,.0f}" if is_large else value


def refuse_terminal() -> None:
    """Make sure that standard output is no terminal.

    Raises:
        click.UsageError: when it is.
    """
    if sys.stdout.isatty():
        raise click.UsageError("A Parquet file is not for a terminal: send it to a file (> table.parquet).")
