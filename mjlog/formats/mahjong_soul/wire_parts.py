"""The fields of protobuf where they stand in the bytes, so that damaged messages can be read in part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_FIXED: Final = {_FIXED64: 8, _FIXED32: 4}
_VARINT_BYTES: Final = 10


class WireError(ValueError):
    """Bytes that are no protobuf; `offset` says where, `is_end` that they end too early."""

    def __init__(self, offset: int, reason: str, *, is_end: bool = False) -> None:
        super().__init__(reason)
        self.offset = offset
        self.is_end = is_end


class Span(NamedTuple):
    """Bytes `start` to `end` of the decoded document."""

    start: int
    end: int


class Part(NamedTuple):
    """A field as it stands in the bytes."""

    number: int
    value: int | Span
    """Where its bytes are, or the number that it is."""
    offset: int
    """Where the field begins."""
    missing: int = 0
    """Bytes that should follow where the document ends."""


def parts_of(data: bytes, span: Span) -> Iterator[Part]:
    """The fields in a span; the last may be cut.

    Raises:
        WireError: where the bytes are no field.
    """
    place, end = span
    while place < end:
        begin = place
        tag, place = _varint(data, place, end)
        number, wire = tag >> 3, tag & 7
        if number == 0 or wire not in (_VARINT, _FIXED64, _BYTES, _FIXED32):
            raise WireError(begin, f"no protobuf: tag {tag}")
        if wire == _VARINT:
            value, place = _varint(data, place, end)
            yield Part(number, value, begin)
            continue
        length = _FIXED.get(wire, -1)
        if length < 0:
            length, place = _varint(data, place, end)
        stop = min(place + length, end)
        yield Part(number, Span(place, stop), begin, place + length - stop)
        place = stop


def _varint(data: bytes, place: int, end: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends."""
    value = 0
    for index in range(_VARINT_BYTES):
        if place + index >= end:
            raise WireError(place, "bytes end within a number", is_end=True)
        byte = data[place + index]
        value |= (byte & 0x7F) << 7 * index
        if byte < 0x80:
            return value, place + index + 1
    raise WireError(place, f"a number of more than {_VARINT_BYTES} bytes")
