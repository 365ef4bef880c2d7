"""Games written in a format, whatever it makes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from mjlog.formats.base import Linker, Writer, Written
from mjlog.formats.registry import reader_of, readers
from mjlog.tables import LogTables

Write: TypeAlias = Callable[[LogTables], Iterator[Written]]


def writer_of(name: str, *, as_links: bool = False) -> Writer:
    """The writer of the format called `name`.

    Raises:
        ValueError: when no format has the name, when it is only read, or, for links, has none.
    """
    wanted = Linker if as_links else Writer
    reader = reader_of(name)
    if isinstance(reader, wanted):
        return reader
    able = ", ".join(writer.NAME for writer in readers() if isinstance(writer, wanted))
    if as_links and isinstance(reader, Writer):
        raise ValueError(f"no link holds a game of {name}; links hold those of {able}")
    raise ValueError(f"{name} is only read; {able} are written")


def games(tables: LogTables, writer: Writer, *, as_links: bool = False) -> Iterator[Written]:
    """Yield the games of `tables` in order; one that makes the writer fail is told as a problem.

    Args:
        tables: log tables.
        writer: of the format to write.
        as_links: whether each game is a link that holds it, of a format that has links.
    """
    return _safely(tables, writer.links if as_links and isinstance(writer, Linker) else writer.games)


def _safely(tables: LogTables, write: Write) -> Iterator[Written]:
    """The games of `tables`, one by one where all together fail."""
    try:
        together = list(write(tables))
    except Exception:  # noqa: BLE001 - whatever a game does to a writer, the others are written
        for game_id in tables.games["game_id"].to_pylist():
            yield from _alone(tables.of_games([game_id]), write)
    else:
        yield from together


def _alone(tables: LogTables, write: Write) -> list[Written]:
    try:
        return list(write(tables))
    except Exception as error:  # noqa: BLE001 - see above
        (game_id,) = tables.games["game_id"].to_pylist()
        return [Written(game_id, b"", problem=str(error) or type(error).__name__)]
