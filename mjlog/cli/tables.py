"""Arrow tables as commands print them: text, JSON, CSV, Parquet, Markdown."""

from __future__ import annotations

import io
import sys
from typing import Final

import click
import pyarrow as pa
import pyarrow.parquet as pq

from mjlog.cli.output import FORMATS, MARKDOWN, show_rows

PARQUET: Final = "parquet"
TABLE_FORMATS: Final = (*FORMATS, PARQUET, MARKDOWN)
"""Forms of tables of numbers."""

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


def refuse_terminal() -> None:
    """Make sure that standard output is no terminal.

    Raises:
        click.UsageError: when it is.
    """
    if sys.stdout.isatty():
        raise click.UsageError("A Parquet file is not for a terminal: send it to a file (> table.parquet).")
