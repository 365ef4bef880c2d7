"""Compressed content and archives, unpacked in memory within bounds.

Formats are recognised by their first bytes.  Member names are only shown, never used as paths.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import pyarrow as pa

from mjlog.formats.base import Document, Unreadable
from mjlog.formats.encodings import as_utf8
from mjlog.formats.salvage import members

GZIP: Final = b"\x1f\x8b"
ZSTD: Final = b"\x28\xb5\x2f\xfd"
ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_REFUSED: Final = {b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!": "rar"}
_TAR: Final = (257, b"ustar")
_CHUNK: Final = 1 << 20
_FIRST_STEP: Final = 1 << 9
"""Bytes fed at first to a member of gzip, of which a file may hold very many."""
_SMALL_STEP: Final = 1 << 6
"""Bytes fed to a member where it is damaged."""
_PADDING: Final = re.compile(rb"\0*+")
_MIB: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may be unpacked."""

    document_bytes: int = 512 * _MIB
    """What one document may hold."""
    ratio: int = 300
    """How many times its own size a file may unpack to in all (logs shrink to a tenth or so) ..."""
    free_bytes: int = 64 * _MIB
    """... beyond this much, which is always granted."""
    depth: int = 3
    """How many archives or compressions may stand in each other."""


class TooBigError(Exception):
    """Content unpacks to more than it may; the message says to what."""


class Allowance:
    """What is left to unpack of one file.

    Args:
        size: bytes of the file as stored.
        limits: the bounds in force.
    """

    def __init__(self, size: int, limits: Limits) -> None:
        self.limits = limits
        self._left = max(limits.free_bytes, limits.ratio * size)

    @property
    def room(self) -> int:
        """Bytes that the next document may have."""
        return min(self._left, self.limits.document_bytes)

    def spend(self, size: int) -> None:
        """Take `size` unpacked bytes off.

        Raises:
            TooBigError: when they are more than there is room for.
        """
        if size > self.limits.document_bytes:
            raise TooBigError(f"it unpacks to more than {self.limits.document_bytes // _MIB} MiB")
        if size > self._left:
            raise TooBigError(f"it unpacks to more than {self.limits.ratio} times its size, as a bomb does")
        self._left -= size


def is_zip(head: bytes) -> bool:
    """Whether content that begins with `head` is a zip archive."""
    return head.startswith(ZIP)


def unpack(path: str, data: bytes, allowance: Allowance, depth: int = 0) -> Iterator[Document | Unreadable]:
    """Yield the documents in `data`, shown as `path`; `depth` layers are around it already."""
    packed = next((name for magic, name in _REFUSED.items() if data.startswith(magic)), None)
    start, magic = _TAR
    if packed or data[start : start + len(magic)] == magic:
        yield Unreadable(path, f"a {packed or 'tar'} archive, which is not read: unpack it first")
    elif not (data.startswith((GZIP, ZSTD)) or is_zip(data)):
        yield from as_utf8(path, data)
    elif depth >= allowance.limits.depth:
        yield Unreadable(path, f"archives in each other beyond a depth of {allowance.limits.depth}")
    elif is_zip(data):
        yield from unzip(path, data, allowance, depth)
    else:
        content, trouble = _decompressed(data, allowance)
        if trouble:
            yield Unreadable(path, trouble, offset=len(content))
        if content or not trouble:
            yield from unpack(path, content, allowance, depth + 1)


def unzip(
    path: str, archive: bytes | Path, allowance: Allowance, depth: int = 0
) -> Iterator[Document | Unreadable]:
    """Yield the documents in the members of a zip `archive`, given as content or by its file."""
    try:
        opened = zipfile.ZipFile(BytesIO(archive) if isinstance(archive, bytes) else archive)
    except Exception as error:  # noqa: BLE001 - damaged archives raise errors of many kinds
        yield Unreadable(path, f"a damaged zip archive: {error}")
        yield from _salvaged(path, archive, allowance, depth)
        return
    with opened:
        for member in opened.infolist():
            if not member.is_dir() and not _is_hidden(member.filename):
                yield from _member(path, opened, member, allowance, depth)


def _salvaged(
    path: str, archive: bytes | Path, allowance: Allowance, depth: int
) -> Iterator[Document | Unreadable]:
    """What the members of a zip archive hold whose list of members is lost."""
    try:
        data = archive if isinstance(archive, bytes) else _beginning(archive, allowance.limits)
        for name, content, trouble in members(data, allowance.room):
            if _is_hidden(name):
                continue
            shown = _shown(path, name)
            if trouble:
                yield Unreadable(shown, trouble, offset=len(content))
            allowance.spend(len(content))
            if content:
                yield from unpack(shown, content, allowance, depth + 1)
    except TooBigError as error:
        yield Unreadable(path, str(error))
    except OSError as error:
        yield Unreadable(path, error.strerror or str(error))


def _beginning(file: Path, limits: Limits) -> bytes:
    with file.open("rb") as stream:
        return stream.read(limits.document_bytes)


def _shown(path: str, name: str) -> str:
    return f"{path}/{''.join(c if c.isprintable() else '?' for c in name)}"


def _is_hidden(name: str) -> bool:
    return any(
        part.startswith(".") or part == "__MACOSX" for part in name.split("/") if part not in ("", "..", ".")
    )


def _member(
    path: str, opened: zipfile.ZipFile, member: zipfile.ZipInfo, allowance: Allowance, depth: int
) -> Iterator[Document | Unreadable]:
    shown = _shown(path, member.filename)
    if member.flag_bits & 1:
        yield Unreadable(shown, "an encrypted member of the archive")
        return
    try:
        with opened.open(member) as stream:
            data = stream.read(allowance.room + 1)
        allowance.spend(len(data))
    except TooBigError as error:
        yield Unreadable(shown, str(error))
    except Exception as error:  # noqa: BLE001 - damaged archives raise errors of many kinds
        yield Unreadable(shown, f"a damaged member of the archive: {error}")
    else:
        yield from unpack(shown, data, allowance, depth + 1)


def _decompressed(data: bytes, allowance: Allowance) -> tuple[bytes, str]:
    """Gzip or zstd `data` unpacked, and what is wrong with them (empty: nothing)."""
    content, trouble = (_gunzip if data.startswith(GZIP) else _unzstd)(data, allowance.room + 1)
    try:
        allowance.spend(len(content))
    except TooBigError as error:
        return b"", str(error)
    return content, trouble


def _gunzip(data: bytes, most: int) -> tuple[bytes, str]:
    """At most `most` bytes of gzip content, of one member after the other."""
    view = memoryview(data)
    pieces: list[bytes] = []
    at = 0
    while data.startswith(GZIP, at):
        inflater = zlib.decompressobj(zlib.MAX_WBITS | 16)
        step, start, before, room = _FIRST_STEP, at, len(pieces), most
        while not inflater.eof:
            if at >= len(data):
                return b"".join(pieces), "the compressed data end early"
            try:
                piece = inflater.decompress(view[at : at + step], most)
            except zlib.error as error:
                pieces[before:] = _until_damage(view[start : at + step], at - start, room)
                return b"".join(pieces), f"damaged compressed data: {error}"
            pieces.append(piece)
            most -= len(piece)
            if most <= 0:
                return b"".join(pieces), ""
            at = min(at + step, len(data))
            step = min(2 * step, _CHUNK)
        at -= len(inflater.unused_data)
        padding = _PADDING.match(data, at)
        at = padding.end() if padding else at
    rest = len(data) - at
    return b"".join(pieces), f"{rest} bytes of something else after the compressed data" if rest else ""


def _until_damage(member: memoryview, sound: int, most: int) -> list[bytes]:
    """At most `most` bytes of what a member of gzip holds before it fails, which is after `sound` bytes."""
    inflater = zlib.decompressobj(zlib.MAX_WBITS | 16)
    pieces = [inflater.decompress(member[:sound], most)]
    with suppress(zlib.error):
        for at in range(sound, len(member), _SMALL_STEP):
            pieces.append(inflater.decompress(member[at : at + _SMALL_STEP]))  # noqa: PERF401 - kept on errors
    return pieces


def _unzstd(data: bytes, most: int) -> tuple[bytes, str]:
    """At most `most` bytes of zstd content, of one frame after the other."""
    pieces: list[bytes] = []
    with pa.CompressedInputStream(pa.BufferReader(data), "zstd") as stream:
        while most > 0:
            try:
                piece = stream.read(min(_CHUNK, most))
            except (OSError, pa.ArrowException) as error:
                words = "the compressed data end early" if pieces else f"damaged compressed data: {error}"
                return b"".join(pieces), words
            if not piece:
                break
            pieces.append(piece)
            most -= len(piece)
    return b"".join(pieces), ""
