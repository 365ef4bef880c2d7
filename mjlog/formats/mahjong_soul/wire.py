"""Mahjong Soul records as protobuf: raw, in hexadecimal digits or in base64, however wrapped.

The platform's server sends ``ResGameRecord`` (head and data), whose data are a ``Wrapper`` (name
and data) of ``GameDetailRecords``.  Those hold wrapped messages: since version 210715 in
``actions`` with their time, before that in ``records``.  Any of the layers may be left out.  The
layers are taken apart here, so that a cut or broken record gives what stands before the damage;
the messages themselves are read by the protobuf library, which is installed with
``mjlog[mahjong-soul]``.
"""

from __future__ import annotations

import binascii
import importlib
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from mjlog.formats.mahjong_soul.records import LOST, GameRecord, Record
from mjlog.formats.mahjong_soul.wire_parts import Part, Span, WireError, parts_of

MOST_BYTES: Final = 2 << 20
"""Bytes of a record; a long game has less than half a million."""
MOST_MESSAGE_BYTES: Final = 1 << 17
"""Bytes of a message; a deal with all that it says of waits has a few thousand."""
MOST_MESSAGES: Final = 50_000
"""Messages of a record; a long game has a few thousand."""
MOST_PROBLEMS: Final = 100
"""Problems that are told one by one."""
NEEDS: Final = "a record as protobuf: reading it needs pip install 'protobuf>=6.32'"
"""What is told where the protobuf library is not installed."""

_HEAD: Final = 1 << 16
"""Bytes in which the name of a wrapped message is looked for."""
_DEPTH: Final = 8
"""How many layers may stand in each other."""
_RESPONSE: Final = b"\3"
"""First byte of a server's answer, before two bytes of its number; no protobuf begins so."""

_NAME: Final = re.compile(rb"\.?(?:lq\.)?([A-Z][A-Za-z0-9]{1,60})")
_SIGNATURE: Final = re.compile(rb"\n([\x08-\x40])(\.?lq\.[A-Z][A-Za-z0-9]+)\x12")
"""The name of a wrapped message with the length before it, and the tag of its data."""
_RECORD: Final = re.compile(rb"\n([\x08-\x40])((?:\.?lq\.)?(Record[A-Za-z0-9]+))(?=\x12)")
"""The same of a record."""
_HEX: Final = re.compile(rb"[\s0-9A-Fa-f]++")
_BASE64: Final = re.compile(rb"[\sA-Za-z0-9+/_-]++=*+\s*+")
_SPACE: Final = re.compile(rb"\s+")


@dataclass(slots=True)
class _Reading:
    """A record while it is read."""

    data: bytes
    decode: Callable[[str, bytes], dict[str, Any]]
    game: GameRecord = field(default_factory=GameRecord)
    is_cut: bool = False
    messages: int = 0
    untold: int = 0
    lost: set[int] = field(default_factory=set)
    """Where messages stand that cannot be read."""

    def blame(self, offset: int, reason: str) -> None:
        """Tell a problem, or count it where many have been told."""
        if len(self.game.problems) < MOST_PROBLEMS:
            self.game.problems.append((offset, reason))
        else:
            self.untold += 1

    def lose(self, offset: int, reason: str) -> None:
        """Tell that there is a message which cannot be read."""
        self.blame(offset, reason)
        self.lost.add(offset)

    def check_length(self, part: Part) -> None:
        """Tell that a field is longer than what is there."""
        if not part.missing or not isinstance(part.value, Span):
            return
        if part.value.end < len(self.data):
            self.lose(part.offset, f"a field is {part.missing} bytes longer than what it stands in")
        else:
            self.blame_cut(f"{part.missing} bytes are missing")

    def blame_cut(self, reason: str) -> None:
        """Tell once that the document ends too early."""
        if not self.is_cut:
            self.is_cut = True
            self.blame(len(self.data), f"the record is cut: {reason}")

    def blame_error(self, error: WireError, span: Span) -> None:
        """Tell what is wrong with a span."""
        if error.is_end and span.end == len(self.data):
            self.blame_cut("it ends within a number")
        else:
            self.lose(error.offset, str(error))

    def ends_in(self, span: Span) -> bool:
        """Whether the document is cut in a span."""
        return self.is_cut and span.end == len(self.data)


def is_wire(data: bytes) -> bool:
    """Whether `data`, the first bytes of a document, are a record as protobuf or as text of it.

    Text may stand behind any number of blanks.
    """
    blanks = len(data) - len(data.lstrip())
    raw = _raw(data[blanks if blanks > _HEAD // 2 else 0 :][:_HEAD])
    return any(len(found[2]) == found[1][0] for found in _SIGNATURE.finditer(raw))


def records_of(data: bytes) -> GameRecord:
    """The record in `data`: its head where there is one, and its messages in order.

    Offsets are those of the document; of text with line breaks in it they are unknown (-1).
    Problems are told, nothing is raised; what stands before a broken or missing piece is kept.
    """
    if len(data) > 2 * MOST_BYTES or len(raw := _raw(data)) > MOST_BYTES:
        return GameRecord(problems=[(0, f"a record of {len(data) >> 20} MiB; games have less than one")])
    try:
        library = importlib.import_module("mjlog.formats.mahjong_soul.wire_messages")
    except ImportError:
        return GameRecord(problems=[(0, NEEDS)])
    reading = _Reading(raw, library.decode)
    _read_layer(reading, Span(3 if raw[:1] == _RESPONSE else 0, len(raw)), 0)
    _salvage(reading)
    _mark_lost(reading)
    if not reading.game.records and not reading.game.problems:
        reading.blame(0, "a record in which nothing happens")
    if reading.untold:
        reading.game.problems.append((0, f"{reading.untold} more problems"))
    return _located(reading.game, data, raw)


# --- text -------------------------------------------------------------------------------------


def _raw(data: bytes) -> bytes:
    """The protobuf that `data` are or say in hexadecimal digits or base64; a cut end is left out."""
    if _HEX.fullmatch(data):
        digits = _SPACE.sub(b"", data)
        return binascii.unhexlify(digits[: len(digits) // 2 * 2])
    if _BASE64.fullmatch(data):
        text = _SPACE.sub(b"", data).rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
        text = text[:-1] if len(text) % 4 == 1 else text
        return binascii.a2b_base64(text + b"=" * (-len(text) % 4))
    return data


def _located(game: GameRecord, data: bytes, raw: bytes) -> GameRecord:
    """`game` with offsets in the text `data` instead of those in `raw`."""
    if raw is data:
        return game
    lead = len(data) - len(data.lstrip())
    text = data.strip()
    of_three = 6 if _HEX.fullmatch(text) else 4

    def located(offset: int) -> int:
        return lead + offset * of_three // 3

    if _SPACE.search(text):
        records = [Record(r.name, r.data, -1, r.elapsed) for r in game.records]
        return GameRecord(game.head, records, [(0, reason) for _, reason in game.problems])
    records = [Record(r.name, r.data, located(r.offset), r.elapsed) for r in game.records]
    return GameRecord(game.head, records, [(located(offset), reason) for offset, reason in game.problems])


# --- layers -----------------------------------------------------------------------------------


def _read_layer(reading: _Reading, span: Span, depth: int, elapsed: int = -1) -> None:
    """Read a layer of any kind: each is known by what its first fields are."""
    if depth > _DEPTH:
        reading.lose(span.start, f"messages wrapped in each other more than {_DEPTH} times")
        return
    try:
        first = next(parts_of(reading.data, span), None)
        if first is None:
            if not reading.ends_in(span):
                reading.lose(span.start, "an empty message")
        elif _is_wrapper(reading.data, span, first):
            _read_wrapper(reading, span, depth, elapsed)
        elif _is_response(reading.data, span):
            _read_response(reading, span, depth)
        else:
            _read_details(reading, span, depth)
    except WireError as error:
        reading.blame_error(error, span)


def _is_wrapper(data: bytes, span: Span, first: Part) -> bool:
    """Whether a layer is a name, which answers of the server leave empty, and bytes."""
    if not isinstance(first.value, Span):
        return False
    if first.number == 1 and first.value.start == first.value.end:
        following = next(parts_of(data, Span(first.value.end, span.end)), None)
        return following is not None and following.number == 2 and isinstance(following.value, Span)
    return first.number == 2 or (first.number == 1 and data[first.value.start] not in b"\n\x08\x10\x1a")


def _is_response(data: bytes, span: Span) -> bool:
    """Whether a layer is an error or none, one head, then data or their address.

    A head that stands alone is told from an action by its beginning, the id of the game.
    """
    has_head = is_known = False
    for part in islice(parts_of(data, span), 3):
        if not isinstance(part.value, Span):
            return False
        begins_with_text = data[part.value.start : part.value.start + 1] == b"\n"
        if part.number in (4, 5):
            return True
        if part.number == 3 and not has_head:
            has_head, is_known = True, begins_with_text
        elif part.number == 1 and not begins_with_text:
            is_known = True
        else:
            return False
    return is_known


def _read_response(reading: _Reading, span: Span, depth: int) -> None:
    """Read ResGameRecord: error, head, data, address of the data."""
    address = b""
    for part in parts_of(reading.data, span):
        reading.check_length(part)
        if not isinstance(part.value, Span):
            continue
        if part.number == 1 and part.value.end > part.value.start:
            reading.blame(part.offset, "the answer is an error of the platform")
        elif part.number == 3 and not part.missing:
            reading.game.head.update(_decoded(reading, "RecordGame", part.value) or {})
        elif part.number == 4:
            _read_layer(reading, part.value, depth + 1)
        elif part.number == 5:
            address = reading.data[slice(*part.value)]
    if address and not reading.game.records:
        place = address[:100].decode("utf-8", "replace")
        reading.blame(span.start, f"only the head is here, the record is at {place}")


def _read_wrapper(reading: _Reading, span: Span, depth: int, elapsed: int) -> None:
    """Read Wrapper: the name of a message, and the message."""
    name, content, is_whole = b"", Span(span.end, span.end), not reading.ends_in(span)
    for part in parts_of(reading.data, span):
        reading.check_length(part)
        if part.number == 1 and isinstance(part.value, Span):
            if part.missing:
                return
            name = reading.data[slice(*part.value)]
        elif part.number == 2 and isinstance(part.value, Span):
            content, is_whole = part.value, not part.missing
    known = _NAME.fullmatch(name)
    if name and not known:
        reading.lose(span.start, f"no name of a message: {name[:60].decode('utf-8', 'replace')!r}")
    elif known is None or known[1] in (b"GameDetailRecords", b"ResGameRecord", b"Wrapper"):
        _read_layer(reading, content, depth + 1)
    elif not known[1].startswith(b"Record"):
        reading.lose(span.start, f"a message {known[1].decode()}, which is none of a record")
    elif is_whole:
        data = _decoded(reading, known[1].decode(), content)
        if data is not None:
            reading.game.records.append(Record(known[1].decode(), data, span.start, elapsed))


def _read_details(reading: _Reading, span: Span, depth: int) -> None:
    """Read GameDetailRecords: wrapped records, or actions with their time, of which some are records."""
    for part in parts_of(reading.data, span):
        reading.check_length(part)
        reading.messages += 1
        if reading.messages > MOST_MESSAGES:
            raise WireError(part.offset, f"more than {MOST_MESSAGES} messages; those after them are left out")
        if not isinstance(part.value, Span):
            continue
        if part.number == 1:
            _read_layer(reading, part.value, depth + 1)
        elif part.number == 3:
            _read_action(reading, part.value, depth)


def _read_action(reading: _Reading, span: Span, depth: int) -> None:
    """Read GameAction: when, what kind, and the wrapped record if it is one."""
    passed = -1
    for part in parts_of(reading.data, span):
        reading.check_length(part)
        if part.number == 1 and isinstance(part.value, int):
            passed = part.value if part.value < 1 << 31 else -1
        elif part.number == 3 and isinstance(part.value, Span):
            _read_layer(reading, part.value, depth + 1, passed)
        elif part.number in (4, 5) and isinstance(part.value, Span) and not part.missing:
            name = "GameUserInput" if part.number == 4 else "GameUserEvent"
            data = _decoded(reading, name, part.value)
            if data is not None:
                reading.game.records.append(Record(name, data, part.offset, passed))


def _decoded(reading: _Reading, name: str, span: Span) -> dict[str, Any] | None:
    """The fields of a message, None with a problem where it is none."""
    if span.end - span.start > MOST_MESSAGE_BYTES:
        reading.lose(span.start, f"a {name} of {(span.end - span.start) >> 10} KiB; it is left out")
        return None
    try:
        return reading.decode(name, reading.data[slice(*span)])
    except ValueError as error:
        reading.lose(span.start, str(error))
        return None


def _salvage(reading: _Reading) -> None:
    """Add the records that stand where damage to the layers hid them."""
    if reading.messages > MOST_MESSAGES:
        return
    records = reading.game.records
    known = {record.offset for record in records}
    for found in islice(_RECORD.finditer(reading.data), MOST_MESSAGES):
        if len(found[2]) != found[1][0] or found.start() in known:
            continue
        with suppress(ValueError):
            part = next(parts_of(reading.data, Span(found.end(), len(reading.data))))
            content = reading.data[slice(*part.value)] if isinstance(part.value, Span) else b""
            if not part.missing and len(content) <= MOST_MESSAGE_BYTES:
                data = reading.decode(found[3].decode(), content)
                records.append(Record(found[3].decode(), data, found.start()))
    if len(records) > len(known) and not reading.game.problems:
        reading.blame(0, f"{len(records) - len(known)} records stand outside of a game")


def _mark_lost(reading: _Reading) -> None:
    """Put a record in place of each message that cannot be read and stands behind one that can."""
    records = reading.game.records
    offsets = {record.offset for record in records}
    lost = reading.lost - offsets
    records += [Record(LOST, {}, offset) for offset in lost if offset > min(offsets, default=offset)]
    records.sort(key=lambda record: record.offset)
