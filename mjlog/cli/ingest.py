"""``mjlog ingest``: logs into a warehouse."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from mjlog.cli.inputs import paths_argument, read_logs, ruleset_option, tell_rejects
from mjlog.cli.output import format_option, show_json, show_rows
from mjlog.warehouse import Warehouse

_COUNTS: Final = ("games", "rounds", "duplicates", "replaced", "findings")


@click.command
@paths_argument
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="Folder of the warehouse."
)
@ruleset_option
@format_option
def command(paths: tuple[str, ...], output: Path, ruleset: str | None, form: str) -> None:
    """Bring logs into a warehouse: Parquet tables and a DuckDB file.

    PATHS are files, folders, patterns or "-" for standard input.  A game that the warehouse has
    already, from whatever format, is left out: so the same command can be run again when there are
    new logs, or when it was interrupted.  Of two copies of a game the complete one is kept.  Every
    round is replayed, re-scored and audited on the way; what cannot be read is kept as `rejects`.

    The tables are in OUTPUT as one folder per table, and OUTPUT/mjlog.duckdb opens in any DuckDB
    shell.

    \b
    Examples:
      mjlog ingest my_logs/ -o wh/
      mjlog ingest archive.zip more/*.json -o wh/
      mjlog ingest season/ -o wh/ --ruleset my_club.toml
    """
    with Warehouse(output) as warehouse:
        report = warehouse.add(read_logs(paths), ruleset)
        total = warehouse.tables["games"]
    rejects = report.rejects.to_pylist()
    counts = {name: getattr(report, name) for name in _COUNTS}
    _show({**counts, "rejects": len(rejects), "total_games": total}, form)
    tell_rejects(rejects)
    if not report.games and not report.duplicates:
        raise click.ClickException("no game could be read")


def _show(counts: dict[str, Any], form: str) -> None:
    if form == "json":
        show_json(counts)
    elif form == "csv":
        show_rows([counts], list(counts), form)
    else:
        click.echo(f"{counts['games']:,} games with {counts['rounds']:,} rounds added")
        click.echo(f"{counts['duplicates']:,} were there already, {counts['replaced']:,} replaced")
        click.echo(f"{counts['findings']:,} findings, {counts['rejects']:,} pieces could not be read")
        click.echo(f"the warehouse has {counts['total_games']:,} games")
