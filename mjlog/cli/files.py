"""What commands write: standard output, or files that appear only when they are complete."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import click

STDOUT: Final = "-"

output_option = click.option(
    "-o",
    "--output",
    default=STDOUT,
    metavar="FILE",
    help="File to write (.gz: compressed) instead of standard output.",
)
"""The option ``--output`` of every command that writes games."""

force_option = click.option("--force", is_flag=True, help="Replace an output file that is there already.")
"""The option ``--force`` beside it."""


@contextmanager
def opened_output(output: str, *, force: bool) -> Iterator[IO[bytes] | gzip.GzipFile]:
    """Open `output` for bytes; a file takes its name when all went well, else nothing is left of it.

    Compressed files carry no time, so that equal content gives equal files.

    Raises:
        click.ClickException: when the file is there already and is not to be replaced.
    """
    if output == STDOUT:
        yield sys.stdout.buffer
        return
    path = Path(output)
    if path.exists() and not force:
        raise click.ClickException(f"{output} is there already (--force replaces it)")
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as raw:
            if path.suffix == ".gz":
                with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file:
                    yield file
            else:
                yield raw
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
