"""``mjlog formats``: which formats are read, and what a file is taken for."""

from __future__ import annotations

from collections.abc import Iterator

import click

from mjlog.cli.output import Row, format_option, show_rows
from mjlog.formats import Unreadable, open_documents, readers, recognise
from mjlog.formats.unknown import describe


@click.command
@click.argument("paths", nargs=-1)
@format_option
def command(paths: tuple[str, ...], form: str) -> None:
    """List the log formats that are read, or tell the formats of files.

    PATHS are files, folders, patterns or "-" for standard input; formats are recognised by
    content, never by name.

    \b
    Examples:
      mjlog formats
      mjlog formats my_logs/ game.json.gz
      cat game.xml | mjlog formats -
    """
    if paths:
        show_rows(list(_recognised(paths)), ("path", "format", "problem"), form)
    else:
        show_rows([{"format": r.NAME, "title": r.TITLE} for r in readers()], ("format", "title"), form)


def _recognised(paths: tuple[str, ...]) -> Iterator[Row]:
    for document in open_documents(paths):
        if isinstance(document, Unreadable):
            yield {"path": document.path, "problem": document.reason}
            continue
        reader = recognise(document.data)
        if reader is None:
            yield {"path": document.path, "problem": f"no known log: {describe(document.data)}"}
        else:
            yield {"path": document.path, "format": reader.NAME}
