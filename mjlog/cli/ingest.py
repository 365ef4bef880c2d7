"""``mjlog ingest``: logs into a warehouse."""

from __future__ import annotations

from pathlib import Path

import click

from mjlog.cli.inputs import paths_argument, read_logs, ruleset_option, tell_rejects
from mjlog.cli.output import format_option, show_json, show_rows
from mjlog.warehouse import IngestReport, Warehouse


@click.command
@paths_argument
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of the warehouse.",
)
@ruleset_option
@format_option
def command(paths: tuple[str, ...], folder: Path, ruleset: str | None, form: str) -> None:
    """Replay, re-score and audit logs, and store everything for questions.

    PATHS are files, folders, patterns or "-" for standard input.  The warehouse is a folder of Parquet
    tables that `mjlog stats`, DuckDB and pandas read.  It is made if it is not there; games that it
    holds already are left out, so that the same command can be run again at any time.

    \b
    Examples:
      mjlog ingest my_logs/ -o warehouse/
      mjlog ingest season/*.xml -o warehouse/ --ruleset my_club.toml
    """
    with Warehouse(folder) as warehouse:
        report = warehouse.add(read_logs(paths), ruleset)
    _show(report, form)
    tell_rejects(report.rejects.to_pylist())
    if not report.games + report.duplicates:
        raise click.ClickException("no game could be read")


def _show(report: IngestReport, form: str) -> None:
    counts = {
        "games": report.games,
        "rounds": report.rounds,
        "duplicates": report.duplicates,
        "replaced": report.replaced,
        "findings": report.findings,
        "rejects": len(report.rejects),
    }
    if form == "json":
        show_json(counts)
    elif form == "csv":
        show_rows([counts], list(counts), form)
    else:
        click.echo(
            f"stored {report.games:,} games, {report.rounds:,} rounds; findings in them: {report.findings:,}"
        )
        if report.duplicates or report.replaced:
            click.echo(f"left out as already there: {report.duplicates:,}; replaced: {report.replaced:,}")
        if len(report.rejects):
            click.echo(f"pieces that could not be read: {len(report.rejects):,}")
