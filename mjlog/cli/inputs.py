"""What commands read: logs from files, folders, patterns and standard input, with progress."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import click
from rich.console import Console

from mjlog.cli.output import Row
from mjlog.cli.text import brief, counted, printable
from mjlog.formats import Progress, read_batches
from mjlog.rulesets import Ruleset
from mjlog.tables import LogTables

SHOWN_REJECTS: Final = 10
"""Rejects that are told one by one on stderr; the rest are counted."""
OF_REJECTS: Final = "what could not be read, or only in part"
"""What notes of readers are of."""

paths_argument = click.argument("paths", nargs=-1, required=True)
"""The argument PATHS of every command that reads logs."""

ruleset_option = click.option(
    "--ruleset", metavar="NAME", help="Preset or TOML file to judge by; otherwise what each log states."
)
"""The option ``--ruleset`` of every command that judges games."""


def read_logs(paths: Sequence[str]) -> Iterator[LogTables]:
    """Read logs batch by batch; on a terminal, stderr says how far it has come."""
    console = Console(stderr=True)
    if not sys.stderr.isatty():
        yield from read_batches(paths)
        return
    with console.status("reading") as status:

        def tell(progress: Progress) -> None:
            size = progress.decompressed / 1e6
            read = f"{counted(progress.documents, 'file')}, {counted(progress.games, 'game')}"
            status.update(f"{read}, {size:,.0f} MB")

        yield from read_batches(paths, on_progress=tell)


def tell_not_judged(games: Mapping[int, int], ruleset: Ruleset | None) -> None:
    """Say on stderr which games, by number of players, the rule set was not for."""
    if ruleset is None:
        return
    for players, number in sorted(games.items()):
        judged = f"{'is' if number == 1 else 'are'} not judged by {ruleset.name} ({ruleset.seats} players)"
        click.echo(printable(f"mjlog: {counted(number, 'game')} of {players} players {judged}"), err=True)


def tell_shared_ids(ids: Sequence[str]) -> None:
    """Say on stderr which games are stored under `ids`, because another has their log id."""
    if ids:
        shown = brief(", ".join(ids[:SHOWN_REJECTS])) + (", ..." if len(ids) > SHOWN_REJECTS else "")
        click.echo(printable(f"mjlog: same id, different game: stored as {shown}"), err=True)


def rejects_of(tables: LogTables) -> list[Row]:
    """The pieces of input of a batch that could not be read, as rows."""
    rows: list[Row] = tables.rejects.to_pylist()
    return rows


def tell_rejects(rejects: Sequence[Row]) -> None:
    """Say on stderr what could not be read, or only in part."""
    for row in rejects[:SHOWN_REJECTS]:
        place = f"{row['source_path']}{within(row)}"
        click.echo(printable(f"mjlog: {brief(place)}: {brief(row['reason'])}"), err=True)
    if len(rejects) > SHOWN_REJECTS:
        more = counted(len(rejects) - SHOWN_REJECTS, "more note")
        click.echo(f"mjlog: ... and {more} of {OF_REJECTS}", err=True)


def within(place: Row) -> str:
    """Where in its file a piece stands."""
    line, offset = place.get("source_line"), place["source_offset"]
    if line is not None:
        return f" line {line} (byte {offset})"
    return f" at byte {offset}" if offset else ""
