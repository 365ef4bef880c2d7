"""What commands print: tables as text for people, JSON or CSV for programs."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any, Final

import click
import msgspec
from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mjlog.cli.text import printable
from mjlog.notation import MPSZ, NOTATIONS
from mjlog.rulesets.written import toml_value

FORMATS: Final = ("text", "json", "csv")
"""Forms of output: aligned text, one JSON document, CSV with a header."""
MARKDOWN: Final = "markdown"
"""A form that `show_rows` has besides."""

_FORMULA: Final = ("=", "+", "-", "@")
_MARKUP: Final = re.compile(r"[\\`*_\[\]<|~]")
"""Characters that mean something in the cell of a Markdown table."""
_WRITTEN: Final = re.compile(r"-?\d+(?:\.\d+)? %|-?\d{1,3}(?:,\d{3})+")
"""Numbers that come as they are to be written: in percent, and with thousands set apart."""
_NUMBERS: Final = re.compile(r"[-+]?\d+(?:\.\d+)?(?: [-+]?\d+(?:\.\d+)?)*")

LEAST_TEXT: Final = (20, 12)
"""Words up to this width are not folded, nor up to the second where a table would be too wide else."""

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

tiles_option = click.option(
    "--tiles",
    type=click.Choice(list(NOTATIONS)),
    default=MPSZ.name,
    show_default=True,
    help="How tiles are written in the text.",
)
"""The option ``--tiles`` of every command that shows play."""


def show_rows(rows: Sequence[Row], columns: Sequence[str], form: str) -> None:
    """Print `columns` of `rows` to standard output in the form that the user chose."""
    if form == "json":
        show_json([{name: row.get(name) for name in columns} for row in rows])
    elif form == "csv":
        write_csv(rows, columns, sys.stdout)
    elif form == MARKDOWN:
        _show_markdown(rows, columns)
    elif sys.stdout.isatty():
        _show_terminal(rows, columns)
    else:
        _show_plain(rows, columns)


def show_json(value: Any) -> None:
    """Print one JSON document; numbers that JSON cannot say become null."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2)
    click.echo(text.decode())


def write_csv(rows: Iterable[Row], columns: Sequence[str], file: IO[str]) -> None:
    """Write `columns` of `rows` under a header; no text is taken for a formula by spreadsheets."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_csv_cell(row.get(name)) for name in columns] for row in rows)


def _show_markdown(rows: Sequence[Row], columns: Sequence[str]) -> None:
    """Print a Markdown table; numbers stand to the right."""
    rules = ["---:" if _side(rows, name) == "right" else "---" for name in columns]
    lines = [columns, rules, *([_markdown_cell(row.get(name)) for name in columns] for row in rows)]
    for line in lines:
        click.echo(f"| {' | '.join(line)} |")


def _markdown_cell(value: Any) -> str:
    r"""One value as text that means nothing to Markdown.

    >>> _markdown_cell("a|b *c* <d>"), _markdown_cell(0.25)
    ('a\\|b \\*c\\* \\<d>', '0.25')
    """
    return _MARKUP.sub(r"\\\g<0>", _cell(value))


def _show_terminal(rows: Sequence[Row], columns: Sequence[str]) -> None:
    """Print a table folded to the width of the terminal, or unfolded where even that is too wide."""
    console = Console()
    cells = [[_cell(row.get(name)) for name in columns] for row in rows]
    by_column = [[line[i] for line in cells] for i in range(len(columns))]
    sides = [_side(rows, name) for name in columns]
    for longest in LEAST_TEXT:
        least = [_least_width(*column, longest) for column in zip(columns, sides, by_column, strict=True)]
        room = console.width - sum(least) - (len(columns) - 1)
        if room >= 0:
            break
    whole = [max(map(cell_len, (name, *column))) for name, column in zip(columns, by_column, strict=True)]
    if room < 0:
        _show_plain(rows, columns)
        return
    gap = int(room >= len(columns) - 1)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, gap, 0, 0))
    widths = _spread(room - gap * (len(columns) - 1), least, whole)
    for name, side, width in zip(columns, sides, widths, strict=True):
        table.add_column(Text(name.replace("_", " ")), justify=side, overflow="fold", width=width)
    for line in cells:
        table.add_row(*map(Text, line))
    console.print(table)


def _least_width(name: str, side: str, cells: Sequence[str], longest: int) -> int:
    """Width of a column in which no number and no word of a heading is folded, nor a word up to `longest`."""
    pieces = cells if side == "right" else [word for cell in cells for word in cell.split()]
    widest = max(map(cell_len, pieces), default=1)
    heading = max(map(cell_len, name.split("_")))
    return max(heading, widest if side == "right" else min(widest, longest))


def _spread(room: int, least: Sequence[int], whole: Sequence[int]) -> list[int]:
    """Widths between `least` and `whole`: the columns that lack least are the first to get `room`.

    >>> _spread(10, [5, 5, 5], [6, 30, 5])
    [6, 14, 5]
    """
    widths = list(least)
    order = sorted(range(len(least)), key=lambda i: whole[i] - least[i])
    for place, i in enumerate(order):
        more = max(0, min(whole[i] - least[i], room // (len(order) - place)))
        widths[i] += more
        room -= more
    return widths


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
    """Numbers, however they are written, stand to the right, everything else to the left."""
    values = [row.get(column) for row in rows]
    numbers = [v for v in values if _is_number(v)]
    return "right" if numbers and len(numbers) == sum(v is not None for v in values) else "left"


def _is_number(value: Any) -> bool:
    """Whether a value is a number, or one that is written already."""
    if isinstance(value, str):
        return _WRITTEN.fullmatch(value) is not None
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _cell(value: Any) -> str:
    """One value as people read it.

    >>> _cell(None), _cell(True), _cell(0.2514), _cell(5654.5454), _cell(12.0), _cell(["1m", "2m"])
    ('-', 'yes', '0.251', '5654.5', '12', '1m 2m')
    >>> _cell(-0.0001), _cell(-0.5)
    ('0', '-0.5')
    >>> _cell([[15.0, -15.0], [5.0, -5.0]])
    '[[15, -15], [5, -5]]'
    """
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        text = f"{value:.{1 if abs(value) >= 100 else 3}f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    if isinstance(value, (list, tuple)):
        has_rows = any(isinstance(member, (list, tuple)) for member in value)
        return toml_value(value) if has_rows else " ".join(map(_cell, value))
    return printable(str(value))


def _csv_cell(value: Any) -> Any:
    r"""One value for spreadsheets: numbers as they are, texts so that no program takes them for formulas.

    >>> _csv_cell(-1000), _csv_cell("-1000"), _csv_cell([-1000, 1000]), _csv_cell("=1+1"), _csv_cell("\x07")
    (-1000, '-1000', '-1000 1000', "'=1+1", '\\x07')
    """
    if value is None or isinstance(value, (bool, int, float)):
        return value
    text = printable(" ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value))
    is_formula = text.startswith(_FORMULA) and not _NUMBERS.fullmatch(text)
    return f"'{text}" if is_formula else text
