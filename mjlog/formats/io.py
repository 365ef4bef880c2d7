"""Input: files, folders, patterns, archives and streams as decompressed documents.

Nothing is ever written, and what a hostile input can unpack to is bounded (see `Limits`).
"""

from __future__ import annotations

import glob
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Final, cast

from mjlog.formats.archives import Allowance, Limits, is_zip, unpack, unzip
from mjlog.formats.base import Document, Unreadable

Source = str | os.PathLike[str] | bytes | IO[Any]
"""A file, folder or pattern by name ("-" is standard input), content, or an open file."""

_STDIN: Final = "-"


def open_documents(
    sources: Source | Iterable[Source], limits: Limits | None = None
) -> Iterator[Document | Unreadable]:
    """Yield the documents of `sources` one by one, those of a folder in order of their names.

    Folders are read with their subfolders; names that begin with a dot are passed over, and a
    link that leads out of the folder is refused.  Plain, gzip and zstd content and the members of
    zip archives are recognised by their first bytes, also in each other.

    Args:
        sources: what to read; text is always a name, `bytes` always content.
        limits: how much may be unpacked.

    Yields:
        A document for each piece of content, an `Unreadable` for each that cannot be had whole.
    """
    bounds = limits or Limits()
    for number, source in enumerate(_listed(sources)):
        if isinstance(source, bytes):
            yield from _content(f"<bytes {number}>", source, bounds)
        elif isinstance(source, str | os.PathLike):
            yield from _named(os.fspath(source), bounds)
        else:
            yield from _stream(source, f"<stream {number}>", bounds)


def _listed(sources: Source | Iterable[Source]) -> Iterable[Source]:
    if isinstance(sources, str | bytes | os.PathLike) or hasattr(sources, "read"):
        return [cast("Source", sources)]
    return cast("Iterable[Source]", sources)


def _named(name: str, limits: Limits) -> Iterator[Document | Unreadable]:
    """A file, folder, pattern or standard input."""
    if name == _STDIN:
        yield from _stream(sys.stdin.buffer, "<stdin>", limits)
        return
    path = Path(name)
    if path.is_dir():
        yield from _folder(path, limits)
    elif os.path.lexists(name):
        yield from _file(path, limits, only_regular=False)
    elif glob.has_magic(name):
        found = sorted(glob.glob(name, recursive=True))  # noqa: PTH207 - patterns may be absolute
        if not found:
            yield Unreadable(name, "no file fits the pattern")
        for match in map(Path, found):
            yield from _folder(match, limits) if match.is_dir() else _file(match, limits, only_regular=False)
    else:
        yield Unreadable(name, "no such file or folder")


def _folder(root: Path, limits: Limits) -> Iterator[Document | Unreadable]:
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
            yield Unreadable(str(folder), _words(error))
            continue
        subfolders = []
        for entry in entries:
            path = Path(entry.path)
            if entry.name.startswith("."):
                continue
            if entry.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(top):
                yield Unreadable(str(path), "a link that leads out of the folder")
            elif path.is_dir():
                subfolders.append(path)
            else:
                yield from _file(path, limits, only_regular=True)
        waiting += reversed(subfolders)


def _file(path: Path, limits: Limits, *, only_regular: bool) -> Iterator[Document | Unreadable]:
    """One file; pipes and devices are read when they were named themselves."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            if only_regular:
                yield Unreadable(str(path), "not a regular file")
                return
            with path.open("rb") as stream:
                yield from _stream(stream, str(path), limits)
            return
        with path.open("rb") as stream:
            head = stream.read(4)
            data = b"" if is_zip(head) else head + stream.read(limits.document_bytes)
    except OSError as error:
        yield Unreadable(str(path), _words(error))
        return
    if is_zip(head):
        yield from unzip(str(path), path, Allowance(status.st_size, limits))
    else:
        yield from _content(str(path), data, limits)


def _stream(stream: IO[Any], name: str, limits: Limits) -> Iterator[Document | Unreadable]:
    """What an open file still holds."""
    named = getattr(stream, "name", None)
    shown = named if isinstance(named, str) and name != "<stdin>" else name
    try:
        content = stream.read(limits.document_bytes + 1)
    except (OSError, ValueError) as error:
        yield Unreadable(shown, _words(error))
        return
    data = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else bytes(content)
    yield from _content(shown, data, limits)


def _content(name: str, data: bytes, limits: Limits) -> Iterator[Document | Unreadable]:
    if len(data) > limits.document_bytes:
        yield Unreadable(name, f"larger than {limits.document_bytes >> 20} MiB", excerpt=data[:120])
    else:
        yield from unpack(name, data, Allowance(len(data), limits))


def _words(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
