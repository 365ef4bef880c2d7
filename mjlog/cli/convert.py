"""``mjlog convert``: logs of any format as another."""

from __future__ import annotations

from typing import Final

import click

from mjlog.cli.files import force_option, opened_output, output_option
from mjlog.cli.inputs import paths_argument, read_logs, rejects_of, tell_rejects
from mjlog.cli.output import Row
from mjlog.formats.mjai import write as mjai_write

_WRITERS: Final = {"mjai": mjai_write.games}
"""Formats that can be written: functions from log tables to the bytes of each game."""


@click.command
@paths_argument
@click.option(
    "--to", type=click.Choice(list(_WRITERS)), default="mjai", show_default=True, help="Format to write."
)
@output_option
@force_option
def command(paths: tuple[str, ...], to: str, output: str, force: bool) -> None:
    """Convert logs of any format that is read to another.

    PATHS are files, folders, patterns or "-" for standard input.  All games go to one output, one action
    a line: mjai with what it cannot say, which `mjlog schema actions` describes.  What cannot be read is
    told on standard error.

    \b
    Examples:
      mjlog convert game.xml > game.jsonl
      mjlog convert my_logs/ -o all.jsonl.gz
      cat game.json | mjlog convert - | grep hora
    """
    rejects: list[Row] = []
    written = 0
    with opened_output(output, force=force) as file:
        for tables in read_logs(paths):
            rejects += rejects_of(tables)
            for game in _WRITERS[to](tables):
                file.write(game.data)
                written += 1
        tell_rejects(rejects)
        if not written:
            raise click.ClickException("no game could be read")
