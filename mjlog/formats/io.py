"""Input: files, folders, patterns, archives and streams as decompressed documents.

Nothing is ever written, and what a hostile input can unpack to is bounded (see `Limits`).
"""

from __future__ import annotations

import glob
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, Final, cast

from mjlog.formats.archives import Allowance, Limits, is_zip, unpack, unzip
from mjlog.formats.base import Document, Unreadable

Source = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[Any]
"""A file, folder or pattern by name ("-" is standard input), content, or an open file."""

_STDIN: Final = "-"
_AT_ONCE: Final = 1 << 20
"""Bytes of a file that are read before it is looked at."""
_DEEP: Final = re.compile(r"(?:^|(?<=/))\*\*(?:/+\*\*)*(?:/+|$)")
"""A ``**`` of a pattern, which stands for any number of folders."""
_NO_SOURCE: Final = "a source is a name, a path, bytes or an open file, not {}"


def open_documents(
    sources: Source | Iterable[Source], limits: Limits | None = None
) -> Iterator[Document | Unreadable]:
    """Yield the documents of `sources` one by one, those of a folder in order of their names.

    Folders are read with their subfolders; names that begin with a dot are passed over, and a
    link that leads out of the folder is refused.  Plain, gzip and zstd content and the members of
    zip archives are recognised by their first bytes, also in each other.  A named pipe is read to
    its end, once somebody writes into it.

    Args:
        sources: what to read; text is always a name, `bytes` always content.
        limits: how much may be unpacked.

    Yields:
        A document for each piece of content, an `Unreadable` for each that cannot be had whole.

    Raises:
        TypeError: for a source that is none of these.
    """
    for piece in _pieces(sources, limits or Limits()):
        shown = _shown(piece.path)
        yield piece if shown == piece.path else replace(piece, path=shown)


def _pieces(sources: Source | Iterable[Source], bounds: Limits) -> Iterator[Document | Unreadable]:
    for number, source in enumerate(_listed(sources)):
        if isinstance(source, bytes | bytearray | memoryview):
            yield from _content(f"<bytes {number}>", bytes(source), bounds)
        elif isinstance(source, str | os.PathLike):
            yield from _named(os.fsdecode(source), bounds)
        elif hasattr(source, "read"):
            yield from _stream(source, f"<stream {number}>", bounds)
        else:
            raise TypeError(_NO_SOURCE.format(type(source).__name__))


def _listed(sources: Source | Iterable[Source]) -> Iterable[Source]:
    if isinstance(sources, str | bytes | bytearray | memoryview | os.PathLike) or hasattr(sources, "read"):
        return [cast("Source", sources)]
    if not isinstance(sources, Iterable):
        raise TypeError(_NO_SOURCE.format(type(sources).__name__))
    return cast("Iterable[Source]", sources)


def _named(name: str, limits: Limits) -> Iterator[Document | Unreadable]:
    """A file, folder, pattern or standard input."""
    if name == _STDIN:
        yield from _stream(sys.stdin.buffer, "<stdin>", limits)
        return
    try:
        is_there = os.path.lexists(name)
        if not is_there and not glob.has_magic(name):
            Path(name).lstat()  # says why
    except FileNotFoundError:
        yield Unreadable(name, "no such file or folder")
    except (OSError, ValueError) as error:
        yield Unreadable(name, _words(error))
    else:
        yield from _existing(name, limits) if is_there else _fitting(name, limits)


def _existing(path: str, limits: Limits) -> Iterator[Document | Unreadable]:
    """A file or folder that is there."""
    if "./" in path or "//" in path or path.endswith("/"):
        path = str(Path(path))
    try:
        status = os.stat(path)  # noqa: PTH116 - making Path objects takes as long as reading small files
    except (OSError, ValueError) as error:
        yield Unreadable(path, _words(error))
        return
    if stat.S_ISDIR(status.st_mode):
        yield from _folder(path, limits)
    else:
        yield from _file(path, status, limits, only_regular=False)


def _fitting(pattern: str, limits: Limits) -> Iterator[Document | Unreadable]:
    """The files and folders that fit a pattern."""
    try:
        found = sorted(set(_matches(pattern)))
    except (OSError, ValueError, re.error) as error:
        yield Unreadable(pattern, _words(error))
        return
    if not found:
        yield Unreadable(pattern, "no file fits the pattern")
    for match in found:
        yield from _existing(match, limits)


def _matches(pattern: str) -> Iterator[str]:
    """Names that fit a pattern, in which ``**`` stands for folders in each other, links not followed."""
    deep = _DEEP.search(pattern)
    if deep is None:
        yield from glob.iglob(pattern)  # noqa: PTH207 - patterns may be absolute
        return
    before, after = pattern[: deep.start()], pattern[deep.end() :]
    for root in glob.iglob(before) if before else [""]:  # noqa: PTH207
        if not after:
            yield root or os.curdir
            continue
        for folder, below, _ in os.walk(root or os.curdir):
            below[:] = [name for name in below if not name.startswith(".")]
            inside = os.path.join(folder, "")  # noqa: PTH118 - a Path drops the slash
            inside = inside if root else inside.removeprefix(os.path.join(os.curdir, ""))  # noqa: PTH118
            yield from _matches(glob.escape(inside) + after)


def _folder(root: str, limits: Limits) -> Iterator[Document | Unreadable]:
    """Everything below `root`, each folder once however it is linked."""
    top = os.path.realpath(root)
    seen: set[str] = set()
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        real = os.path.realpath(folder)
        if real in seen:
            continue
        seen.add(real)
        try:
            entries = sorted(os.scandir(folder), key=lambda e: e.name)
        except OSError as error:
            yield Unreadable(folder, _words(error))
            continue
        subfolders = []
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_symlink() and not Path(os.path.realpath(entry.path)).is_relative_to(top):
                yield Unreadable(entry.path, "a link that leads out of the folder")
                continue
            try:
                status = entry.stat()
            except OSError as error:
                yield Unreadable(entry.path, _words(error))
                continue
            if stat.S_ISDIR(status.st_mode):
                subfolders.append(entry.path)
            else:
                yield from _file(entry.path, status, limits, only_regular=True)
        waiting += reversed(subfolders)


def _file(
    path: str, status: os.stat_result, limits: Limits, *, only_regular: bool
) -> Iterator[Document | Unreadable]:
    """One file; pipes and devices are read when they were named themselves, which may wait for a writer."""
    is_regular = stat.S_ISREG(status.st_mode)
    if only_regular and not is_regular:
        yield Unreadable(path, "not a regular file")
        return
    try:
        with open(path, "rb") as stream:  # noqa: PTH123
            if not is_regular:
                yield from _stream(stream, path, limits)
                return
            data = stream.read(min(_AT_ONCE, limits.document_bytes + 1))
            is_whole = len(data) < _AT_ONCE
            if not (is_whole or is_zip(data) or status.st_size > limits.document_bytes):
                data += stream.read(limits.document_bytes + 1 - len(data))
    except OSError as error:
        yield Unreadable(path, _words(error))
        return
    if is_zip(data):
        yield from _guarded(path, unzip(path, Path(path), Allowance(status.st_size, limits)))
    elif max(status.st_size, len(data)) > limits.document_bytes:
        yield _too_large(path, data, limits)
    else:
        yield from _content(path, data, limits)


def _stream(stream: IO[Any], name: str, limits: Limits) -> Iterator[Document | Unreadable]:
    """What an open file still holds."""
    named = getattr(stream, "name", None)
    shown = named if isinstance(named, str) and name != "<stdin>" else name
    try:
        data = b"".join(_read_all(stream, limits.document_bytes + 1))
    except Exception as error:  # noqa: BLE001 - a file object of somebody else's may raise anything
        yield Unreadable(shown, _words(error) or type(error).__name__)
    else:
        yield from _content(shown, data, limits)


def _read_all(stream: IO[Any], most: int) -> Iterator[bytes]:
    """What an open file still holds, `most` bytes of it, however little it gives at a time.

    Raises:
        TypeError: when it gives no bytes.
    """
    while most > 0:
        content = stream.read(most)
        data = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
        if not isinstance(data, bytes | bytearray | memoryview):
            raise TypeError(f"reading gives {type(data).__name__}, not bytes")
        if not data:
            return
        yield bytes(data)
        most -= len(data)


def _content(name: str, data: bytes, limits: Limits) -> Iterator[Document | Unreadable]:
    if len(data) > limits.document_bytes:
        yield _too_large(name, data, limits)
    else:
        yield from _guarded(name, unpack(name, data, Allowance(len(data), limits)))


def _guarded(name: str, documents: Iterator[Document | Unreadable]) -> Iterator[Document | Unreadable]:
    """What unpacking yields; should it fail, that is told."""
    try:
        yield from documents
    except Exception as error:  # noqa: BLE001 - whatever content does to what unpacks it, the others are read
        yield Unreadable(name, f"it cannot be unpacked: {type(error).__name__}: {_words(error)}")


def _too_large(name: str, head: bytes, limits: Limits) -> Unreadable:
    return Unreadable(name, f"larger than {limits.document_bytes >> 20} MiB", excerpt=head[:120])


def _shown(name: str) -> str:
    """A name as text: bytes of it that are not UTF-8 as escapes."""
    try:
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:
        return name.encode("utf-8", "backslashreplace").decode()


def _words(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
