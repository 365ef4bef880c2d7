"""``mjlog ingest``: logs into a warehouse."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from warnings import catch_warnings, simplefilter

import click
from rich.console import Console
from rich.progress import Progress as Bar

from mjlog.cli.inputs import (
    OF_REJECTS,
    read_logs,
    ruleset_option,
    tell_not_judged,
    tell_rejects,
    tell_shared_ids,
    within,
)
from mjlog.cli.output import format_option, show_json, show_rows
from mjlog.cli.text import brief, counted, printable
from mjlog.rulesets import load
from mjlog.warehouse import IngestReport, PublishWarning, Warehouse, is_warehouse
from mjlog.warehouse.renew import Progress

_COUNTS: Final = ("games", "rounds", "duplicates", "replaced", "renewed", "findings")


@click.command
@click.argument("paths", nargs=-1)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="Folder of the warehouse."
)
@ruleset_option
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many processes share the work (not on Linux: threads); one for each processor when left out.",
)
@click.option("-v", "--verbose", is_flag=True, help="Say of each game left out which game it is a copy of.")
@format_option
def command(
    paths: tuple[str, ...], output: Path, ruleset: str | None, jobs: int | None, verbose: bool, form: str
) -> None:
    """Bring logs into a warehouse: Parquet tables and a DuckDB file.

    PATHS are files, folders, patterns or "-" for standard input.  A game that the warehouse has
    already, from whatever format, is left out: so the same command can be run again when there are
    new logs, or when it was interrupted.  Of two copies of a game the complete one is kept.  Games
    with one log id but other deals are different games.  Every round is replayed, re-scored and audited
    on the way; what cannot be read is kept as `rejects`.

    The tables are in OUTPUT as one folder per table, and OUTPUT/mjlog.duckdb opens in any DuckDB
    shell.

    What an earlier mjlog stored there besides the logs is derived anew first, so that statistics count all
    games alike; without PATHS nothing else is done.

    \b
    Examples:
      mjlog ingest my_logs/ -o wh/
      mjlog ingest archive.zip more/*.json -o wh/
      mjlog ingest season/ -o wh/ --ruleset my_club.toml
      mjlog ingest -o wh/
    """
    if not paths and not is_warehouse(output):
        raise click.UsageError(f"PATHS are needed: {output} is no warehouse yet.")
    rules = load(ruleset) if ruleset is not None else None
    with Warehouse(output) as warehouse:
        with _told_warnings():
            with _told_progress() as tell:
                renewed = warehouse.renew(rules, jobs=jobs, on_progress=tell)
            report = warehouse.add(read_logs(paths), rules, jobs=jobs) if paths else IngestReport()
        total = warehouse.tables["games"]
    report.renewed = renewed.games
    rejects = [*renewed.rejects.to_pylist(), *report.rejects.to_pylist()]
    counts = {name: getattr(report, name) for name in _COUNTS}
    not_judged = sum(report.not_judged.values())
    counts |= {"not_judged": not_judged, "rejects": len(rejects), "total_games": total}
    _show(counts, output, form, has_read=bool(paths))
    tell_rejects(rejects)
    for copy in report.copies if verbose else ():
        place = f"{brief(copy['source_path'])}{within(copy)}"
        click.echo(printable(f"mjlog: {place}: a copy of game {copy['game_id']}, left out"), err=True)
    for before, now in renewed.changed_rules.items():
        click.echo(printable(f"mjlog: games that were judged by {before} are judged by {now} now"), err=True)
    tell_not_judged(report.not_judged, rules)
    tell_shared_ids(report.shared_ids)
    if paths and not report.games and not report.duplicates:
        raise click.ClickException("no game could be read")


@contextmanager
def _told_progress() -> Iterator[Progress | None]:
    """On a terminal, have stderr say how many games are derived anew."""
    if not sys.stderr.isatty():
        yield None
        return
    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("tables of an earlier mjlog")
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def _told_warnings() -> Iterator[None]:
    """Say on stderr what the warehouse warns of, each in a line."""
    with catch_warnings(record=True) as caught:
        simplefilter("always", PublishWarning)
        yield
    for warning in caught:
        click.echo(printable(f"mjlog: warning: {brief(str(warning.message))}"), err=True)


def _show(counts: dict[str, Any], output: Path, form: str, *, has_read: bool) -> None:
    """Print what came in; in the text nothing of logs where none were read."""
    if form == "json":
        show_json(counts)
        return
    if form == "csv":
        show_rows([counts], list(counts), form)
        return
    if counts["renewed"] or not has_read:
        click.echo(f"{counted(counts['renewed'], 'game')} of an earlier mjlog derived anew")
    if has_read:
        click.echo(f"{counted(counts['games'], 'game')} with {counted(counts['rounds'], 'round')} added")
        which = " (-v tells which)" if counts["duplicates"] else ""
        better = f"{counted(counts['replaced'], 'game')} replaced by a better copy"
        click.echo(f"{counts['duplicates']:,} left out as copies of games that are there{which}, {better}")
        lookup = f" (mjlog stats {output} --table findings)" if counts["findings"] else ""
        notes = f"{counted(counts['rejects'], 'note')} of {OF_REJECTS}"
        more = f" (mjlog stats {output} --table rejects)" if counts["rejects"] else ""
        click.echo(f"{counted(counts['findings'], 'finding')}{lookup}, {notes}{more}")
    click.echo(f"the warehouse has {counted(counts['total_games'], 'game')}")
