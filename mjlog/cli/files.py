"""What commands write: standard output, or files that appear only when they are complete."""

from __future__ import annotations

import glob
import gzip
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, Final

import click

STDOUT: Final = "-"
_STDOUT_NAMES: Final = frozenset({STDOUT, "/dev/stdout"})
_OPEN_FILES: Final = re.compile(r"/dev/(?:stderr|fd/\d+)|/proc/[^/]+/fd/\d+")
"""Names of what is open already: written on at its end, whatever it is."""
_HEAD: Final = 200
"""Bytes of a manifest that say what it is of."""

output_option = click.option(
    "-o",
    "--output",
    default=STDOUT,
    metavar="FILE",
    help="File to write (.gz: compressed) instead of standard output; a named pipe or device is written to.",
)
"""The option ``--output`` of every command that writes games."""

force_option = click.option("--force", is_flag=True, help="Replace an output file that is there already.")
"""The option ``--force`` beside it."""


@dataclass
class Outputs:
    """The outputs of one run: none replaces another, nor what is read."""

    force: bool
    """Whether files that are there already are replaced."""
    sources: Sequence[str] = ()
    """Files, folders and patterns that are read."""
    _taken: set[Path] = field(default_factory=set)

    @contextmanager
    def opened(self, output: str) -> Iterator[IO[bytes] | gzip.GzipFile]:
        """Open `output` for bytes; a file takes its name when all went well, else nothing is left of it.

        Pipes and devices are written to as they are, and of a link the file that it leads to is replaced.
        Compressed files carry no time, so that equal content gives equal files.

        Raises:
            click.ClickException: when the file is there already and is not to be replaced, is read, or is
                another output.
        """
        if output in _STDOUT_NAMES:
            self._claim("standard output", Path(STDOUT))
            yield sys.stdout.buffer
            return
        target = Path(os.path.realpath(output))
        if _is_written_on(output):
            with Path(output).open("ab") as raw, _packed(raw, output) as file:
                yield file
            return
        self._claim(output, target)
        part = target.with_name(f".mjlog-{secrets.token_hex(4)}.part")
        try:
            with part.open("xb") as raw, _packed(raw, output) as file:
                yield file
            part.replace(target)
        except OSError as error:
            if error.filename in (None, str(part)):
                error.filename, error.filename2 = output, None
            raise
        finally:
            part.unlink(missing_ok=True)

    def _claim(self, output: str, target: Path) -> None:
        """Make sure that a file may be written."""
        if target in self._taken:
            raise click.ClickException(f"{output} is written twice: each output needs a name of its own")
        self._taken.add(target)
        if target == Path(STDOUT):
            return
        refuse_warehouse(target)
        if not target.exists():
            return
        if target.is_dir():
            raise click.ClickException(f"{output} is a folder")
        if not self.force:
            raise click.ClickException(f"{output} is there already (--force replaces it)")
        if self._reads(target):
            raise click.ClickException(f"{output} is among what is read, and is not replaced")

    def _reads(self, target: Path) -> bool:
        """Whether a file is a source, however named, or stands in one and is not hidden there."""
        files, folders = self._found
        status = target.stat()
        return (status.st_dev, status.st_ino) in files or any(
            target.is_relative_to(folder)
            and not any(name.startswith(".") for name in target.relative_to(folder).parts)
            for folder in folders
        )

    @cached_property
    def _found(self) -> tuple[set[tuple[int, int]], set[Path]]:
        """The sources that are there: files by device and number, folders by their whole names."""
        files, folders = set(), set()
        for source in self.sources:
            for path in [source] if os.path.lexists(source) else glob.iglob(source, recursive=True):  # noqa: PTH207
                if os.path.isdir(path):  # noqa: PTH112 - False where a name cannot be looked at
                    folders.add(Path(os.path.realpath(path)))
                elif os.path.exists(path):  # noqa: PTH110 - as before
                    status = Path(path).stat()
                    files.add((status.st_dev, status.st_ino))
        return files, folders


def refuse_warehouse(target: Path) -> None:
    """Make sure that a file or folder to be written stands in no warehouse.

    Raises:
        click.ClickException: when it does.
    """
    for folder in (target, *target.parents):
        if _is_warehouse(folder):
            raise click.ClickException(f"{target} would stand in a warehouse, {folder}: write it elsewhere")


def _is_warehouse(folder: Path) -> bool:
    """Whether a folder is a warehouse, in which every ingest makes the files anew."""
    try:
        with (folder / "manifest.json").open("rb") as file:
            return b'"mjlog warehouse"' in file.read(_HEAD)
    except OSError:
        return False


def _is_written_on(output: str) -> bool:
    """Whether a name is that of a pipe, a device or an open file, none of which may ever be replaced."""
    if _OPEN_FILES.fullmatch(output):
        return True
    try:
        mode = Path(output).stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@contextmanager
def _packed(raw: IO[bytes], name: str) -> Iterator[IO[bytes] | gzip.GzipFile]:
    """`raw`, or what compresses on its way there if the name asks for it."""
    if not name.endswith(".gz"):
        yield raw
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file:
        yield file
