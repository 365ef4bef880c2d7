"""``mjlog convert``: logs of any format as another."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

import click

from mjlog.cli.files import STDOUT, Outputs, force_option, output_option, refuse_warehouse
from mjlog.cli.inputs import SHOWN_REJECTS, paths_argument, read_logs, rejects_of, tell_rejects
from mjlog.cli.losses import Losses, tell_lines
from mjlog.cli.output import Row
from mjlog.cli.text import brief, printable
from mjlog.formats import Written, writing
from mjlog.tables import LogTables

UNSAID: Final = 1
"""Exit code when the format cannot say some games at all."""
_LINKS: Final = ".txt"
"""Suffix of files of links."""
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_~-]+")
_RESERVED: Final = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.IGNORECASE)
"""Names that no file may have on some systems."""
_LONGEST_NAME: Final = 100

Sink: TypeAlias = Callable[[Written], Any]


@click.command
@paths_argument
@click.option(
    "--to",
    default="mjai",
    show_default=True,
    metavar="FORMAT",
    help="Format to write; `mjlog formats` says which are written.",
)
@output_option
@click.option("--split", is_flag=True, help="Write a file per game into the folder OUTPUT, as does DIR/.")
@click.option("--link", "as_links", is_flag=True, help="Write each game as a link that holds it.")
@click.option("--losses", metavar="FILE", help="Write what is lost of each game as a line of JSON.")
@force_option
def command(
    paths: tuple[str, ...],
    to: str,
    output: str,
    split: bool,
    as_links: bool,
    losses: str | None,
    force: bool,
) -> int:
    """Convert logs of any format that is read to another.

    PATHS are files, folders, patterns or "-" for standard input.  All games go to one output, or each to
    a file of its own that is named by the game's id.  mjai is written with what mjai cannot say
    (`mjlog schema actions`), so nothing is lost.  What another format cannot say is told on standard error,
    as is what cannot be read; rules that it has no names for go with the copy, which is judged by them.

    Exits with 0, with 1 when the format cannot say some of the games at all, with 2 when no game is written.

    \b
    Examples:
      mjlog convert game.xml > game.jsonl
      mjlog convert my_logs/ -o all.jsonl.gz
      mjlog convert my_logs/ --to tenhou_json -o converted/
      mjlog convert game.jsonl --to tenhou_json --link
      mjlog convert archive.zip --to majiang -o records/ --losses losses.jsonl
      cat game.json | mjlog convert - | grep hora
    """
    if split and output == STDOUT:
        raise click.UsageError("--split needs a folder (-o).")
    writer = writing.writer_of(to, as_links=as_links)
    suffix = _LINKS if as_links else writer.SUFFIX
    rejects: list[Row] = []
    outputs, account = Outputs(force, paths), _Account(writer.NAME)
    with ExitStack() as stack:
        if losses is not None:
            account.file = stack.enter_context(outputs.opened(losses))
        is_folder = split or output.endswith("/")
        opened = _folder(Path(output), suffix, outputs) if is_folder else _one_file(output, outputs)
        write = stack.enter_context(opened)
        for tables in read_logs(paths):
            rejects += rejects_of(tables)
            sources = _sources(tables)
            for game in writing.games(tables, writer, as_links=as_links):
                account.enter(game, *sources.get(game.game_id, ("", None)))
                if not game.problem:
                    write(game)
        tell_rejects(rejects)
        account.tell()
    return UNSAID if account.unsaid else 0


def _sources(tables: LogTables) -> dict[str, tuple[str, str | None]]:
    """The path of each game's source, and the rules that it states."""
    ids, *columns = (tables.games[name].to_pylist() for name in ("game_id", "source_path", "rules"))
    return dict(zip(ids, zip(*columns, strict=True), strict=True))


@contextmanager
def _one_file(output: str, outputs: Outputs) -> Iterator[Sink]:
    """All games one after another in `output`."""
    with outputs.opened(output) as file:
        yield lambda game: file.write(game.data)


@contextmanager
def _folder(folder: Path, suffix: str, outputs: Outputs) -> Iterator[Sink]:
    """A file for each game in `folder`."""
    refuse_warehouse(folder.resolve())
    folder.mkdir(parents=True, exist_ok=True)
    taken: set[str] = set()

    def write(game: Written) -> None:
        name = file_name(game.game_id, taken)
        with outputs.opened(str(folder / f"{name}{suffix}")) as file:
            file.write(game.data)

    yield write


def file_name(game_id: str, taken: set[str]) -> str:
    """A name for the file of a game that is safe everywhere, unlike those in `taken`, to which it is added.

    >>> taken = set()
    >>> [file_name(name, taken) for name in ("2019/../a b", "..", "2019/../A?b", "con")]
    ['2019_a_b', 'game', '2019_A_b~2', 'game_con']
    """
    stem = _UNSAFE.sub("_", game_id).strip("_")[:_LONGEST_NAME] or "game"
    stem = f"game_{stem}" if _RESERVED.fullmatch(stem) or stem.startswith("-") else stem
    name, copy = stem, 1
    while name.lower() in taken:
        copy += 1
        name = f"{stem}~{copy}"
    taken.add(name.lower())
    return name


@dataclass(slots=True)
class _Account:
    """What becomes of the games."""

    format: str
    file: Any = None
    """Where what is lost of each game is written, if anywhere."""
    unsaid: int = 0
    """Games that the format cannot say."""
    unread: int = 0
    """Rounds and other pieces of the copies that cannot be read."""
    losses: Losses = field(default_factory=Losses)
    """What is lost of the others."""

    def enter(self, game: Written, source: str, rules: str | None) -> None:
        """Count a game of stated `rules`; tell at once why it cannot be written."""
        if self.file is not None:
            row = {
                "game_id": game.game_id,
                "source_path": source,
                "lost": game.lost,
                "problem": game.problem,
                "unread": game.unread,
            }
            self.file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
        if game.problem:
            self.unsaid += 1
            if self.unsaid <= SHOWN_REJECTS:
                _say(f"{source}: game {game.game_id} cannot be written as {self.format}: {game.problem}")
            return
        for reason in game.unread:
            self.unread += 1
            if self.unread <= SHOWN_REJECTS:
                _say(f"{source}: the {self.format} of game {game.game_id} cannot all be read: {reason}")
        self.losses.enter(game.lost, rules)

    def tell(self) -> None:
        """Say on stderr what is lost, and how many games could not be written.

        Raises:
            click.ClickException: when no game was written.
        """
        if self.unsaid > SHOWN_REJECTS:
            _say(f"... and {self.unsaid - SHOWN_REJECTS} more games cannot be written as {self.format}")
        if self.unread > SHOWN_REJECTS:
            _say(f"... and {self.unread - SHOWN_REJECTS} more pieces of the copies cannot be read")
        tell_lines(self.losses.lines(self.format))
        if not self.losses.games:
            raise click.ClickException(f"no game could be {'written' if self.unsaid else 'read'}")


def _say(message: str) -> None:
    click.echo(printable(f"mjlog: {brief(message)}"), err=True)
