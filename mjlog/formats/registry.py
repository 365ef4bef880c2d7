"""The formats that are read: one table of readers, and reading through it."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import cache
from typing import Final, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mjlog import collector
from mjlog.formats.archives import Limits
from mjlog.formats.base import Document, Reader, Unreadable, Writer
from mjlog.formats.broken_json import Mended, repaired
from mjlog.formats.builder import EXCERPT, LogBuilder
from mjlog.formats.installed import installed
from mjlog.formats.io import Source, open_documents
from mjlog.formats.mixed import Share, shares
from mjlog.formats.outside import check_reader, checked
from mjlog.formats.unknown import describe
from mjlog.tables import LogTables

_BUILT_IN: Final = (
    "tenhou_transcript",
    "tenhou_xml",
    "mahjong_soul",
    "majiang",
    "tenhou_json",
    "riichi_city",
    "mjai",
    "mjx",
)
"""Packages of the readers that come with mjlog, in the order in which they are asked."""

_TOLD_STRANGE: Final = 3
"""Parts of a document that are no known log and told one by one."""
HEAD_BYTES: Final = 1 << 16
"""How much of a document a reader sees when asked whether it is its own."""
BATCH_BYTES: Final = 4 << 20
"""Decompressed bytes of documents in a batch, unless one document is larger."""
_WHOLE_BATCH_BYTES: Final = 16 << 20
"""The same where all batches are kept anyway: larger ones take less time."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far reading has come."""

    documents: int
    """Documents read or refused so far."""
    decompressed: int
    """Bytes of those documents."""
    games: int
    """Games read so far."""


_registered: list[Reader] = []


@cache
def _built_in() -> tuple[Reader, ...]:
    return tuple(cast("Reader", importlib.import_module(f"mjlog.formats.{name}")) for name in _BUILT_IN)


@cache
def _installed() -> tuple[Reader, ...]:
    return tuple(installed())


def _outside() -> tuple[Reader, ...]:
    """The readers that do not come with mjlog; a name counts once, and never one of mjlog's."""
    if not _installed():
        return tuple(_registered)
    names = {reader.NAME for reader in _built_in()} | {reader.NAME for reader in _registered}
    return (*_registered, *(reader for reader in _installed() if reader.NAME not in names))


def readers() -> tuple[Reader, ...]:
    """The readers, in the order in which they are asked: registered, of packages, of mjlog."""
    return (*_outside(), *_built_in())


def register(reader: Reader, name: str = "") -> None:
    """Have `reader`, a module or an object, asked before those of mjlog, after those registered before.

    What it gives is held against the schema; what is wrong costs only the documents it is about.

    Args:
        reader: the module or object.
        name: what messages call it; empty for its own.

    Raises:
        TypeError: when it lacks something that a `Reader` has.
        ValueError: when another reader has its name, or no format may have it.
    """
    check_reader(reader, name)
    if any(reader.NAME == known.NAME for known in readers()):
        raise ValueError(f"there is a reader of {reader.NAME} already")
    _registered.append(reader)


def reader_of(name: str) -> Reader:
    """The reader of the format called `name`.

    Raises:
        ValueError: when no format has the name; it names the nearest, or those that there are.
    """
    named = {reader.NAME: reader for reader in readers()}
    if name in named:
        return named[name]
    near = get_close_matches(name, named, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(named)}"
    raise ValueError(f"no format is called {name}; {hint}")


def writers() -> tuple[Writer, ...]:
    """The readers whose formats can be written as well."""
    return tuple(reader for reader in readers() if isinstance(reader, Writer))


def recognise(data: bytes) -> Reader | None:
    """The reader whose format `data` are, by their content; None if it is no known log."""
    head = data[:HEAD_BYTES]
    return next((reader for reader in readers() if _knows(reader, head)), None)


def _knows(reader: Reader, head: bytes) -> bool:
    try:
        return bool(reader.sniff(head))
    except Exception:  # noqa: BLE001 - a reader from outside that fails here is told by `_failing`
        return False


def _failing(head: bytes) -> Iterator[str]:
    """Why readers from outside cannot tell whether content is theirs."""
    for reader in _outside():
        try:
            reader.sniff(head)
        except Exception as error:  # noqa: BLE001 - that is what is asked
            yield f"the reader {reader.NAME} cannot tell whether it is a log: {type(error).__name__}: {error}"


def formats_of(document: Document) -> tuple[str, ...]:
    """Names of the formats that stand in a document, in the order in which they begin; most hold one."""
    known = [share for share in shares(document, recognise) if share.reader is not None]
    return tuple(s.reader.NAME for s in sorted(known, key=lambda share: share.offset) if s.reader is not None)


def read_batches(
    sources: Source | Iterable[Source],
    *,
    batch_bytes: int = BATCH_BYTES,
    on_progress: Callable[[Progress], None] | None = None,
    limits: Limits | None = None,
) -> Iterator[LogTables]:
    """Read logs in batches of bounded size; a game never straddles two.

    What cannot be read is told in `rejects`; it never stops the rest.

    Args:
        sources: files, folders, patterns, "-", content as `bytes`, open files, or many of them.
        batch_bytes: decompressed bytes after which a batch is full.
        on_progress: told after every batch how far reading has come.
        limits: how much compressed input may unpack to.

    Yields:
        Tables whose game ids are unique within the batch.
    """
    batch: list[Document | Unreadable] = []
    size = documents = decompressed = games = 0
    for piece in _with_end(open_documents(sources, limits)):
        if piece is not None:
            batch.append(piece)
            documents += 1
            size += len(piece.data) if isinstance(piece, Document) else 0
        if batch and (piece is None or size >= batch_bytes):
            with collector.paused():
                tables = _read_batch(batch)
            decompressed += size
            games += tables.games.num_rows
            batch, size = [], 0
            if on_progress is not None:
                on_progress(Progress(documents, decompressed, games))
            yield tables


def _with_end(pieces: Iterator[Document | Unreadable]) -> Iterator[Document | Unreadable | None]:
    yield from pieces
    yield None


def read(
    sources: Source | Iterable[Source],
    *,
    on_progress: Callable[[Progress], None] | None = None,
    limits: Limits | None = None,
) -> LogTables:
    """Read logs of any known format into one set of tables (arguments: see `read_batches`)."""
    batches = read_batches(sources, batch_bytes=_WHOLE_BATCH_BYTES, on_progress=on_progress, limits=limits)
    return LogTables.concat(batches)


def _read_batch(pieces: list[Document | Unreadable]) -> LogTables:
    """Read the pieces of a batch, those of one format together."""
    refused = LogBuilder()
    own: dict[str, list[Document]] = {reader.NAME: [] for reader in readers()}
    parts: list[LogTables] = []
    for piece in pieces:
        if isinstance(piece, Unreadable):
            refused.reject(piece.path, piece.offset, piece.reason, piece.excerpt)
        elif (reader := recognise(piece.data)) is not None:
            own[reader.NAME].append(piece)
        else:
            for reason in _failing(piece.data[:HEAD_BYTES]):
                refused.reject(piece.path, 0, reason, piece.data[:EXCERPT])
            found = shares(piece, recognise)
            is_log = any(share.reader is not None for share in found)
            parts.append(_read_shares(found if is_log else [Share(None, piece, 0)]))
    parts += [_read_own(reader, own[reader.NAME]) for reader in readers() if own[reader.NAME]]
    return LogTables.concat([refused.build(), *parts] if refused.has_rejects or not parts else parts)


def _read_own(reader: Reader, documents: list[Document]) -> LogTables:
    """Let `reader` read; documents of which it refuses something are looked at once more."""
    tables = _read_safely(reader, documents)
    told = set(tables.rejects["source_path"].to_pylist())
    again = {document.path: document for document in documents if document.path in told}
    if not again:
        return tables
    if len({document.path for document in documents}) < len(documents):
        return LogTables.concat([_read_own(reader, [document]) for document in documents])
    rounds = _rounds_by_path(tables)
    better = {
        path: found
        for path, document in again.items()
        if (found := _read_again(reader, document, rounds[path])) is not None
    }
    return LogTables.concat([_without(tables, better.keys()), *better.values()]) if better else tables


def _rounds_by_path(tables: LogTables) -> Counter[str]:
    """How many rounds were read of each document."""
    rounds = Counter(tables.rounds["game_id"].to_pylist())
    read: Counter[str] = Counter()
    for game_id, path in zip(
        *(tables.games[name].to_pylist() for name in ("game_id", "source_path")), strict=True
    ):
        read[path] += rounds[game_id]
    return read


def _without(tables: LogTables, paths: Collection[str]) -> LogTables:
    """What was read of the documents that have other paths."""
    left_out = pa.array(sorted(paths), pa.string())
    games, rejects = (
        table.filter(pc.invert(pc.is_in(table["source_path"].cast(pa.string()), value_set=left_out)))
        for table in (tables.games, tables.rejects)
    )
    return replace(tables.of_games(games["game_id"].to_pylist()), rejects=rejects)


def _read_again(reader: Reader, document: Document, rounds: int) -> LogTables | None:
    """Read a document by its formats, by its parts, or made whole.

    Args:
        reader: the reader that knows the document.
        document: the document, of which something was refused.
        rounds: how many rounds were read of it.

    Returns:
        What was read; None where nothing helps, as for a sound document with an odd value.
    """
    parts = shares(document, recognise)
    if len(parts) > 1:
        tables = _read_shares(parts)
        if _is_mixed(parts) or tables.rounds.num_rows > rounds:
            return tables
    return _read_repaired(reader, document, rounds)


def _read_repaired(reader: Reader, document: Document, rounds: int) -> LogTables | None:
    """Read a document with its broken JSON made whole; None where that gives no more than `rounds`."""
    repair = repaired(document)
    if repair is None:
        return None
    tables = _read_safely(reader, [Document(document.path, repair.data)])
    if tables.rounds.num_rows <= rounds:
        return None
    told = LogBuilder()
    excerpt = document.data[repair.first : repair.first + EXCERPT]
    told.reject(document.path, repair.first, "broken JSON; what cannot be read of it is left out", excerpt)
    return LogTables.concat([told.build(), _placed(tables, repair, document.data)])


def _placed(tables: LogTables, repair: Mended, data: bytes) -> LogTables:
    """`tables` with the places that their rows have in the document as it was."""
    placed = {}
    for name in (f.name for f in fields(LogTables)):
        table = getattr(tables, name)
        at = table.schema.get_field_index("source_offset")
        if at < 0:
            continue
        offsets = table["source_offset"]
        places = repair.places_of(np.asarray(offsets.fill_null(0), np.int64))
        column = pa.array(places, pa.int64(), mask=np.asarray(offsets.is_null()))
        placed[name] = table.set_column(at, table.schema.field(at), column)
    rejects = placed["rejects"]
    at = rejects.schema.get_field_index("source_line")
    breaks = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
    lines = np.searchsorted(breaks, np.asarray(rejects["source_offset"])) + 1
    column = pa.array(lines, pa.int64(), mask=np.asarray(rejects["source_line"].is_null()))
    placed["rejects"] = rejects.set_column(at, rejects.schema.field(at), column)
    return replace(tables, **placed)


def _is_mixed(parts: Iterable[Share]) -> bool:
    return len({share.reader.NAME for share in parts if share.reader is not None}) > 1


def _read_shares(parts: Sequence[Share]) -> LogTables:
    """Read each share of a document by its reader; tell those that have none, many of them together."""
    refused = LogBuilder()
    strange = [share for share in parts if share.reader is None]
    for _, document, offset in strange[:_TOLD_STRANGE]:
        reason = f"no known log: {describe(document.data)}"
        refused.reject(document.path, offset, reason, document.data[:EXCERPT])
    for _, document, offset in strange[_TOLD_STRANGE : _TOLD_STRANGE + 1]:
        reason = f"{len(strange) - _TOLD_STRANGE} more parts that are no known log"
        refused.reject(document.path, offset, reason, document.data[:EXCERPT])
    tables = []
    for reader, document, _ in parts:
        if reader is not None:
            read = _read_safely(reader, [document])
            repair = _read_repaired(reader, document, read.rounds.num_rows) if read.rejects.num_rows else None
            tables.append(read if repair is None else repair)
    return LogTables.concat([refused.build(), *tables])


def _read_safely(reader: Reader, documents: list[Document]) -> LogTables:
    """Let `reader` read; a document that makes it fail is refused without the others."""
    try:
        tables = reader.read(documents)
        return tables if reader in _built_in() else checked(tables)
    except Exception as error:  # noqa: BLE001 - whatever a log does to a reader, the others are read
        if len(documents) == 1:
            refused = LogBuilder()
            reason = f"the reader {reader.NAME} failed on it: {type(error).__name__}: {error}"
            refused.reject(documents[0].path, 0, reason, documents[0].data[:EXCERPT])
            return refused.build()
    half = len(documents) // 2
    return LogTables.concat([_read_safely(reader, part) for part in (documents[:half], documents[half:])])
