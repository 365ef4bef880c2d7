"""Members of a zip archive whose list of members is lost, found by their own headers."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

_HEADER: Final = struct.Struct("<4s5H3I2H")
"""Signature, version, flags, method, time, date, checksum, packed, plain, lengths of name and extra."""
_SIGNATURE: Final = b"PK\x03\x04"
MOST_BROKEN: Final = 100
"""Members with troubles, after which no more are looked for."""
_STORED, _DEFLATED = 0, 8
_ENCRYPTED: Final = 1


class Member(NamedTuple):
    """A member as far as it can be had."""

    name: str
    data: bytes
    trouble: str
    """What is wrong with it, "" for nothing."""


def members(archive: bytes, room: int) -> Iterator[Member]:
    """Yield the members of an archive that is cut off or damaged.

    Args:
        archive: content of the archive.
        room: bytes that a member may have; of a larger one a byte more is given.
    """
    at, broken = archive.find(_SIGNATURE), 0
    while 0 <= at <= len(archive) - _HEADER.size and broken <= MOST_BROKEN:
        member, end = _member(archive, at, room)
        if member.data or not member.name.endswith("/"):
            broken += bool(member.trouble)
            yield member
        at = archive.find(_SIGNATURE, max(end, at + 4))


def _member(archive: bytes, at: int, room: int) -> tuple[Member, int]:
    """The member whose header stands at `at`, and where it ends."""
    _, _, flags, method, _, _, checksum, packed, _, name_size, extra_size = _HEADER.unpack_from(archive, at)
    begin = at + _HEADER.size
    name = archive[begin : begin + name_size].decode("utf-8", "replace")
    begin += name_size + extra_size
    if flags & _ENCRYPTED:
        return Member(name, b"", "an encrypted member of the archive"), begin
    if method == _DEFLATED:
        data, end, trouble = _inflated(archive, begin, room)
        return Member(name, data, trouble or _checked(data, checksum, room)), end
    if method == _STORED and packed:
        data, end = archive[begin : begin + min(packed, room + 1)], begin + packed
        return Member(name, data, "cut off" if len(archive) < end else _checked(data, checksum, room)), end
    return Member(name, b"", "a member of the archive that cannot be had without its list"), begin


def _inflated(archive: bytes, begin: int, room: int) -> tuple[bytes, int, str]:
    """Content that begins at `begin`, where it ends in the archive, and what is wrong with it."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    pieces: list[bytes] = []
    view, at, step, left = memoryview(archive), begin, 1 << 10, room + 1
    try:
        while not inflater.eof and at < len(archive) and left > 0:
            pieces.append(inflater.decompress(view[at : at + step], left))
            left -= len(pieces[-1])
            at += step
    except zlib.error as error:
        return b"".join(pieces), begin, f"a damaged member of the archive: {error}"
    trouble = "" if inflater.eof or left <= 0 else "cut off"
    return b"".join(pieces), min(at, len(archive)) - len(inflater.unused_data), trouble


def _checked(data: bytes, checksum: int, room: int) -> str:
    is_wrong = checksum and len(data) <= room and zlib.crc32(data) != checksum
    return "a damaged member of the archive: its checksum is another" if is_wrong else ""
