"""``mjlog formats``: which formats are read and written, what they cover, and what a file is taken for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import click

from mjlog.cli import COULD_NOT_RUN
from mjlog.cli.output import Row, show_rows
from mjlog.formats import Document, Reader, Unreadable, Writer, formats_of, open_documents, reader_of, readers
from mjlog.formats.coverage import Cover, log_columns
from mjlog.formats.unknown import describe

_FORMS: Final = ("text", "json", "csv", "markdown")
_DASH: Final = "-"
"""How people see that a format has no place for a column."""


@click.command
@click.argument("names", nargs=-1, metavar="[PATHS or FORMATS]...")
@click.option("--coverage", is_flag=True, help="Tell which columns of the tables FORMATS (all) have.")
@click.option("--totals", is_flag=True, help="With --coverage: count the columns of each table.")
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMS),
    default="text",
    show_default=True,
    help="Form of the output.",
)
def command(names: tuple[str, ...], coverage: bool, totals: bool, form: str) -> int:
    """List the log formats that are read, or tell the formats of files.

    PATHS are files, folders, patterns or "-" for standard input; formats are recognised by
    content, never by name.  A file may hold several.

    With --coverage each column of the tables is "parsed" (the format states it), "derived" (it is worked
    out from what the format states) or "absent" (it is always null).  Totals are parsed + derived columns.

    Exits with 2 when none of PATHS can be had.

    \b
    Examples:
      mjlog formats
      mjlog formats my_logs/ game.json.gz
      cat game.xml | mjlog formats -
      mjlog formats --coverage tenhou_xml mjai
      mjlog formats --coverage --totals --format markdown
    """
    if coverage or totals:
        chosen = [reader_of(name) for name in names] or readers()
        rows = list(_totals(chosen) if totals else _coverage(chosen, form))
        _show(rows, tuple(rows[0]), form)
    elif names:
        pieces = [(isinstance(piece, Document), _recognised(piece)) for piece in open_documents(names)]
        _show([row for _, row in pieces], ("path", "format", "problem"), form)
        return 0 if any(is_there for is_there, _ in pieces) else COULD_NOT_RUN
    else:
        rows = [{"format": r.NAME, "title": r.TITLE, "written": isinstance(r, Writer)} for r in readers()]
        _show(rows, ("format", "title", "written"), form)
    return 0


def _recognised(piece: Document | Unreadable) -> Row:
    """The formats of a piece of input, or why it has none."""
    if isinstance(piece, Unreadable):
        is_format = piece.path in {reader.NAME for reader in readers()}
        hint = f"; `mjlog formats --coverage {piece.path}` tells about the format" if is_format else ""
        return {"path": piece.path, "problem": f"{piece.reason}{hint}"}
    if formats := formats_of(piece):
        return {"path": piece.path, "format": ", ".join(formats)}
    return {"path": piece.path, "problem": f"no known log: {describe(piece.data)}"}


def _coverage(chosen: Sequence[Reader], form: str) -> Iterator[Row]:
    """How each column comes about in each format."""
    words = dict(zip(Cover, Cover, strict=True)) | ({} if form in ("json", "csv") else {Cover.ABSENT: _DASH})
    for column in log_columns():
        yield {"column": column, **{reader.NAME: words[reader.COVERAGE.of(column)] for reader in chosen}}


def _totals(chosen: Sequence[Reader]) -> Iterator[Row]:
    """How many columns of each table each format has."""
    tables = Counter(name.partition(".")[0] for name in log_columns())
    for reader in chosen:
        counts = {f"{table} ({size})": _counted(reader, table) for table, size in tables.items()}
        yield {"format": reader.NAME, **counts}


def _counted(reader: Reader, table: str) -> str:
    parsed, derived = (
        sum(name.startswith(f"{table}.") for name in names)
        for names in (reader.COVERAGE.parsed, reader.COVERAGE.derived)
    )
    return f"{parsed} + {derived}" if derived else str(parsed or _DASH)


def _show(rows: Sequence[Row], columns: Sequence[str], form: str) -> None:
    if form != "markdown":
        show_rows(rows, columns, form)
        return
    click.echo(f"| {' | '.join(columns)} |\n|{' --- |' * len(columns)}")
    for row in rows:
        click.echo(f"| {' | '.join(_cell(row.get(name)) for name in columns)} |")


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value).replace("|", "\\|")
