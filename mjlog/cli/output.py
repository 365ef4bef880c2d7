"""What commands print: tables as text for people, JSON or CSV for programs."""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import click
import msgspec
from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mjlog.cli.text import printable

FORMATS: Final = ("text", "json", "csv")
"""Forms of output: aligned text, one JSON document, CSV with a header."""

Row = Mapping[str, Any]
"""One line of a table: plain values by column; what is missing is None."""

format_option = click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="Form of the output.",
)
"""The option ``--format`` of every command that prints results; it arrives as `form`."""


def show_rows(rows: Sequence[Row], columns: Sequence[str], form: str) -> None:
    """Print `columns` of `rows` to standard output in the form that the user chose."""
    if form == "json":
        show_json([{name: row.get(name) for name in columns} for row in rows])
    elif form == "csv":
        _show_csv(rows, columns)
    elif sys.stdout.isatty():
        _show_terminal(rows, columns)
    else:
        _show_plain(rows, columns)


def show_json(value: Any) -> None:
    """Print one JSON document; numbers that JSON cannot say become null."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2)
    click.echo(text.decode())


def _show_csv(rows: Sequence[Row], columns: Sequence[str]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_csv_cell(row.get(name)) for name in columns] for row in rows)


def _show_terminal(rows: Sequence[Row], columns: Sequence[str]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in columns:
        table.add_column(Text(name), justify=_side(rows, name), overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(row.get(name))) for name in columns))
    Console().print(table)


def _show_plain(rows: Sequence[Row], columns: Sequence[str]) -> None:
    """Print an aligned table in which no line is broken, for pipes and files."""
    lines = [list(columns), *([_cell(row.get(name)) for name in columns] for row in rows)]
    widths = [max(cell_len(line[i]) for line in lines) for i in range(len(columns))]
    sides = [_side(rows, name) for name in columns]
    for line in lines:
        padded = [_padded(cell, width, side) for cell, width, side in zip(line, widths, sides, strict=True)]
        click.echo("  ".join(padded).rstrip())


def _padded(cell: str, width: int, side: str) -> str:
    blanks = " " * (width - cell_len(cell))
    return blanks + cell if side == "right" else cell + blanks


def _side(rows: Sequence[Row], column: str) -> Any:
    """Numbers stand to the right, everything else to the left."""
    values = [row.get(column) for row in rows]
    numbers = [v for v in values if isinstance(v, (int, float)) and not isinstance(v, bool)]
    return "right" if numbers and len(numbers) == sum(v is not None for v in values) else "left"


def _cell(value: Any) -> str:
    """One value as people read it.

    >>> _cell(None), _cell(True), _cell(0.25), _cell(12.0), _cell(["1m", "2m"])
    ('-', 'yes', '0.25', '12', '1m 2m')
    """
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    if isinstance(value, (list, tuple)):
        return " ".join(map(_cell, value))
    return printable(str(value))


def _csv_cell(value: Any) -> Any:
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else value
