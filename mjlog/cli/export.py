"""``mjlog export``: tables and statistics as files for other programs."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import IO, Any, Final

import click
import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from mjlog.cli.choices import check_players, choice_options, selection, tell_empty
from mjlog.cli.files import STDOUT, Outputs, force_option, refuse_warehouse
from mjlog.cli.inputs import paths_argument
from mjlog.cli.opened import opened, source_options
from mjlog.cli.output import Row, write_csv
from mjlog.cli.tables import PARQUET, refuse_terminal
from mjlog.cli.text import counted, printable
from mjlog.stats.overview import sizes
from mjlog.stats.tables import check_name, stored, table

_BATCH: Final = 50_000
"""Rows that are written at a time."""


def _parquet(rows: pa.Table, file: IO[bytes]) -> None:
    pq.write_table(rows, file, compression="zstd")


def _csv(rows: pa.Table, file: IO[bytes]) -> None:
    text = io.TextIOWrapper(file, "utf-8", errors="backslashreplace", newline="")
    write_csv(_rows(rows), rows.column_names, text)
    text.flush()
    text.detach()


def _json_lines(rows: pa.Table, file: IO[bytes]) -> None:
    encoder = msgspec.json.Encoder()
    for row in _rows(rows):
        file.write(encoder.encode(row) + b"\n")


def _rows(rows: pa.Table) -> Iterator[Row]:
    for batch in rows.to_batches(max_chunksize=_BATCH):
        yield from batch.to_pylist()


_WRITERS: Final[dict[str, Callable[[pa.Table, Any], None]]] = {
    PARQUET: _parquet,
    "csv": _csv,
    "jsonl": _json_lines,
}
"""Writers by the suffix of their files."""


@click.command
@paths_argument
@click.option(
    "--table", "tables", multiple=True, metavar="NAME", help="What to write, every table if nothing is named."
)
@click.option("-o", "--output", required=True, metavar="FILE", help="File to write, or folder for several.")
@click.option(
    "--format", "form", type=click.Choice(list(_WRITERS)), help="As the suffix of FILE says, if not given."
)
@force_option
@choice_options
@source_options
def command(
    paths: tuple[str, ...],
    tables: tuple[str, ...],
    output: str,
    form: str | None,
    force: bool,
    **asked: Any,
) -> None:
    """Write tables or statistics to files: Parquet, CSV or JSON Lines.

    PATHS are one folder made by `mjlog ingest`, or logs: files, folders, patterns or "-" for standard
    input.  `mjlog stats list --tables` names what there is: "statistics" is every statistic of each
    player, the rest are statements, views and tables.  The usual options choose: of views the rows of the
    chosen players, of tables those of the games and rounds that they played.

    One table goes to the file OUTPUT, several go to files of their own in that folder; without --table those
    of logs and facts, as far as the options can choose from them.  Texts of CSV are written so that no
    spreadsheet takes them for formulas.  Nothing fits what is chosen: exit code 1.

    \b
    Examples:
      mjlog export wh/ --table statistics -o statistics.csv
      mjlog export wh/ --table discards --player NAME -o discards.parquet
      mjlog export my_logs/ --table rounds --table wins --format csv -o tables/
      mjlog export wh/ --since 2026-01-01 -o all/
    """
    choice, outputs = selection(asked), Outputs(force, paths)
    names = tuple(dict.fromkeys(tables)) or stored(choice)
    is_folder = not tables or len(names) > 1 or output.endswith("/")
    kind = form or _suffix(output, is_folder)
    _check(names, output, kind, is_folder)
    with opened(paths, asked["ruleset"], asked["aliases"]) as warehouse:
        check_players(warehouse, choice)
        is_empty = not len(sizes(warehouse, choice, ()))
        for name in names:
            rows = table(warehouse, name, choice)
            where = f"{output.rstrip('/')}/{name}.{kind}" if is_folder else output
            _write(rows, where, kind, outputs)
        if is_empty:
            tell_empty(warehouse, choice)


def _write(rows: pa.Table, where: str, kind: str, outputs: Outputs) -> None:
    """Write a table, and say what it is."""
    if where != STDOUT:
        folder = Path(where).resolve().parent
        refuse_warehouse(folder)
        folder.mkdir(parents=True, exist_ok=True)
    with outputs.opened(where) as file:
        _WRITERS[kind](rows, file)
    if where != STDOUT:
        click.echo(printable(f"mjlog: {where}: {counted(len(rows), 'row')}"), err=True)


def _check(names: Sequence[str], output: str, kind: str, is_folder: bool) -> None:
    """Refuse what cannot be written before anything is.

    Raises:
        ValueError: when there is no table of a name.
        click.UsageError: when several tables, or bytes, would go where they cannot.
    """
    for name in names:
        check_name(name)
    if is_folder and (output == STDOUT or PurePath(output).suffix[1:] in _WRITERS):
        raise click.UsageError(f"{output} is no folder, as several tables need; --table chooses one.")
    if kind == PARQUET and output == STDOUT:
        refuse_terminal()


def _suffix(output: str, is_folder: bool) -> str:
    """The format that the name of a file says; Parquet for folders.

    Raises:
        click.UsageError: when it says none.
    """
    if is_folder:
        return PARQUET
    suffixes = PurePath(output).suffixes
    kind = (suffixes[-2] if suffixes[-1:] == [".gz"] and len(suffixes) > 1 else "".join(suffixes[-1:]))[1:]
    if kind not in _WRITERS:
        known = ", ".join(f".{name}" for name in _WRITERS)
        raise click.UsageError(f"{output}: its name ends in none of {known}; --format says what to write.")
    return kind
