"""What a reader is given and what it must offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from mjlog.formats.coverage import Coverage
from mjlog.tables import LogTables


@dataclass(frozen=True, slots=True)
class Document:
    """One decompressed piece of input: a file, a member of an archive, or standard input."""

    path: str
    """Where it came from, as shown to people ("games.zip/a.xml", "<stdin>")."""
    data: bytes
    """Its bytes: UTF-8 without byte order mark where it is text.  Offsets count in them."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A piece of input that cannot be had as a document, or not whole."""

    path: str
    """Where it is, as shown to people."""
    reason: str
    """Why it cannot be read."""
    offset: int = 0
    """Where the trouble begins in the decompressed content."""
    excerpt: bytes = b""
    """The first bytes of the content, if any was had."""


@runtime_checkable
class Reader(Protocol):
    """A module that reads one format."""

    NAME: str
    """How the format is called: `games.source_format`, `mjlog formats`, `mjlog convert --to`."""
    TITLE: str
    """What it is, for people."""
    COVERAGE: Coverage
    """Which columns it has."""

    def sniff(self, head: bytes) -> bool:
        """Tell from the first bytes of the content whether this is the format."""

    def read(self, documents: Sequence[Document]) -> LogTables:
        """Read whole documents; what cannot be read goes to `rejects`, never up as an exception."""


@dataclass(frozen=True, slots=True)
class Written:
    """A game as a format writes it."""

    game_id: str
    data: bytes
    """The game; games of one format can stand one after another in a file."""
    lost: tuple[str, ...] = ()
    """What of the game the format cannot say, a phrase each: "table.column (left out)", or "(changed)", or
    "(filled in)" where the log said nothing and the copy does; `mjlog.formats.losses` finds them."""
    problem: str = ""
    """Why the format cannot say the game at all; `data` is empty then."""
    unread: tuple[str, ...] = ()
    """What of `data` cannot be read back, a reason for each piece: rounds that the rules do not allow, which
    a format that leaves out who acts when cannot tell."""


@runtime_checkable
class Writer(Reader, Protocol):
    """A reader whose format can be written as well."""

    SUFFIX: str
    """How names of files of the format end (".json")."""

    def games(self, tables: LogTables) -> Iterator[Written]:
        """Yield the games of `tables` in order."""


@runtime_checkable
class Linker(Writer, Protocol):
    """A writer whose games can be links, too."""

    def links(self, tables: LogTables) -> Iterator[Written]:
        """Yield the games of `tables` in order, each a line with a link that holds it."""
