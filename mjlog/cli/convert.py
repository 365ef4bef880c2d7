"""``mjlog convert``: logs of any format as another."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

import click

from mjlog.cli.inputs import paths_argument, read_logs, rejects_of, tell_rejects
from mjlog.cli.output import Row
from mjlog.formats import mjai_write

_WRITERS: Final = {"mjai": mjai_write.games}
"""Formats that can be written: functions from log tables to the bytes of each game."""


@click.command
@paths_argument
@click.option(
    "--to", type=click.Choice(list(_WRITERS)), default="mjai", show_default=True, help="Format to write."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="File to write; standard output otherwise."
)
@click.option("--force", is_flag=True, help="Replace an output file that is there already.")
def command(paths: tuple[str, ...], to: str, output: Path | None, force: bool) -> None:
    """Convert logs of any format that is read to another.

    PATHS are files, folders, patterns or "-" for standard input.  All games go to one output, in
    mjai as JSON Lines.  What cannot be read is told on standard error.

    \b
    Examples:
      mjlog convert game.xml > game.jsonl
      mjlog convert my_logs/ -o all.jsonl
      cat game.json | mjlog convert - | grep hora
    """
    rejects: list[Row] = []
    written = 0
    with _opened(output, force=force) as file:
        for tables in read_logs(paths):
            rejects += rejects_of(tables)
            for game in _WRITERS[to](tables):
                file.write(game)
                written += 1
        tell_rejects(rejects)
        if not written:
            raise click.ClickException("no game could be read")


@contextlib.contextmanager
def _opened(output: Path | None, *, force: bool) -> Iterator[IO[bytes]]:
    """Standard output, or a file that appears under its name only when it is complete."""
    if output is None:
        yield sys.stdout.buffer
        return
    if output.exists() and not force:
        raise click.ClickException(f"{output} is there already (--force replaces it)")
    part = output.with_name(f"{output.name}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(output)
    finally:
        part.unlink(missing_ok=True)
