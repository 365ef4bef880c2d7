"""From the bytes of a document to mjai actions with their byte offsets, whatever the container.

Containers in use: one action per line; one array of actions per line (mjai.app, Akagi); one array
or one ``{"events": [...]}`` object for the whole file, on one line or pretty-printed; console
output of the original mjai, where drawings of the table stand between the actions.

Lines of one action each are taken by `alike` where all of a document can be read.  Else files without
unknown fields are decoded all at once; only where there are some, lines are looked at one by one.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjlog.formats.json_text import value_end
from mjlog.formats.kept import kept_of
from mjlog.formats.mjai.actions import AnyAction
from mjlog.formats.mjai.base import Mark, Message, OpenReach
from mjlog.formats.mjai.extras import joined, split, text_of
from mjlog.formats.mjai.mend import mended

AnyActions: TypeAlias = list[AnyAction | Mark | OpenReach]
Offsets: TypeAlias = NDArray[np.int64]
Reject: TypeAlias = Callable[[int, str, bytes], None]
"""Told offset, reason and excerpt of what is not read."""

ACTION_NAMES: Final = (
    "start_game", "start_kyoku", "haipai", "tsumo", "dahai", "chi", "pon", "daiminkan", "kakan",
    "ankan", "kita", "nukidora", "reach", "reach_accepted", "dora", "hora", "ryukyoku",
    "end_kyoku", "end_game", "hello",
)  # fmt: skip
FIRST_TYPE: Final = re.compile(rb'"type"\s*:\s*(?:"(\w*)")?')
"""The first `type` of a document, and its name if it is one."""

_ONE: Final = msgspec.json.Decoder(AnyAction)
_MANY: Final = msgspec.json.Decoder(list[AnyAction])
_RAWS: Final = msgspec.json.Decoder(list[msgspec.Raw])
_ERRORS: Final = (msgspec.DecodeError, RecursionError)

_JSON_START: Final = re.compile(rb'[ \t]*(?:\{\s*(?:["}]|$)|\[\s*(?:[\[{\]]|$))')
"""A line that begins a JSON value, unlike ``{0} tehai: ...`` or ``[1] tehai: ...``."""
_NEXT_VALUE: Final = re.compile(rb"\n[\[{]")
"""A line that begins a JSON value of its own (those inside a value are indented)."""
_REASON: Final = 200
_BLOCK: Final = 64
"""Lines that are decoded together where some have unknown fields."""
_UNKNOWN_TYPE: Final = ("`$.type`", "field `type`")


class _Events(msgspec.Struct, gc=False):
    events: list[msgspec.Raw]


_EVENTS: Final = msgspec.json.Decoder(_Events)


class Decoded(NamedTuple):
    """The actions of a document."""

    actions: AnyActions
    offsets: Offsets
    """Byte offset of each."""
    extras: dict[int, str]
    """Unknown fields of some, as the text of a JSON object."""


def decode(data: bytes, reject: Reject) -> Decoded:
    """Decode a document.

    What cannot be read is rejected.  A broken line also leaves a `Mark`, because its round is
    broken too; an action of an unknown type does not.  Text between the actions is rejected once,
    with the number of its lines.
    """
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    body = data[start:] if start else data
    decoded = _one_per_line(body) or _array_per_line(body) or _line_by_line(body)
    if decoded is None:
        decoded = _piecewise(body, lambda offset, reason, text: reject(offset + start, reason, text))
    keep_meta(decoded.actions, decoded.extras)
    for i, left_out in bounded(decoded.extras).items():
        reject(int(decoded.offsets[i]) + start, left_out, b"")
    return decoded._replace(offsets=decoded.offsets + start)


def _one_per_line(data: bytes) -> Decoded | None:
    actions = known_actions(data)
    if actions is None:
        return None
    starts, _ = _lines(data)
    return Decoded(actions, starts, {}) if len(actions) == len(starts) else None


def known_actions(data: bytes) -> AnyActions | None:
    """The actions of lines; None where one holds anything else, or unknown fields."""
    try:
        actions: list[Any] = _ONE.decode_lines(data)
    except _ERRORS:
        return None
    return actions


def _array_per_line(data: bytes) -> Decoded | None:
    try:
        arrays = _MANY.decode_lines(data)
    except _ERRORS:
        return None
    starts, _ = _lines(data)
    if len(arrays) != len(starts) or len(arrays) == 1:  # one array for all is opened for offsets
        return None
    return Decoded(list(chain(*arrays)), np.repeat(starts, [len(a) for a in arrays]), {})


def _line_by_line(data: bytes) -> Decoded | None:
    """Decode lines of which some have unknown fields; None where one holds anything but one action."""
    starts, ends = _lines(data)
    actions: AnyActions = []
    extras: dict[int, str] = {}
    bounds = list(zip(starts.tolist(), ends.tolist(), strict=True))
    for first in range(0, len(bounds), _BLOCK):
        block = bounds[first : first + _BLOCK]
        decoded = _block(data[block[0][0] : block[-1][1]], len(block))
        if decoded is None:
            return None
        extras |= {len(actions) + i: fields for i, fields in decoded[1].items()}
        actions += decoded[0]
    return Decoded(actions, starts, extras)


def _block(lines: bytes, size: int) -> tuple[AnyActions, dict[int, str]] | None:
    """The actions of some lines and their unknown fields; None where they are not one action each."""
    actions = known_actions(lines)
    if actions is None:
        return split_actions(lines, size)
    return (actions, {}) if len(actions) == size else None


def split_actions(lines: bytes, size: int) -> tuple[AnyActions, dict[int, str]] | None:
    """The actions of some lines and the fields taken out of them; None where they are not one action each."""
    try:
        known, unknown = split(lines)
    except _ERRORS:
        return None
    actions = known_actions(known)
    return None if actions is None or len(actions) != size else (actions, unknown)


def _decode_one(piece: bytes, actions: AnyActions, extras: dict[int, str]) -> None:
    """Add the action that `piece` is, and its unknown fields.

    Raises:
        msgspec.DecodeError: when it is no action.
    """
    try:
        action = _ONE.decode(piece)
    except msgspec.ValidationError:
        known, unknown = split(piece)
        action = _ONE.decode(known)
        extras |= {len(actions): fields for fields in unknown.values()}
    actions.append(action)


def _decode_mended(piece: bytes, actions: AnyActions, extras: dict[int, str]) -> str:
    """Add the action that `piece` is, mended if it is no JSON as it stands.

    Returns:
        What was left out, "" when nothing was.

    Raises:
        msgspec.DecodeError: when it is no action.
    """
    try:
        _decode_one(piece, actions, extras)
    except msgspec.ValidationError:
        raise
    except _ERRORS:
        better, left_out = mended(piece)
        if better == piece:
            raise
        _decode_one(better, actions, extras)
        return left_out
    return ""


def line_breaks(data: bytes) -> Offsets:
    """Offsets of the line breaks."""
    return np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("\n"))


def _lines(data: bytes) -> tuple[Offsets, Offsets]:
    """Begin and end of the lines that can hold a value (two characters and more)."""
    breaks = line_breaks(data)
    starts, ends = np.concatenate([[0], breaks + 1]), np.append(breaks, len(data))
    is_filled = ends - starts > 1
    return starts[is_filled], ends[is_filled]


def _piecewise(data: bytes, reject: Reject) -> Decoded:
    decoded = Decoded([], np.zeros(0, dtype=np.int64), {})
    offsets: list[int] = []
    for offset, piece in _pieces(data, reject):
        try:
            left_out = _decode_mended(piece, decoded.actions, decoded.extras)
            if left_out:
                reject(offset, left_out, piece)
        except _ERRORS as error:
            reject(offset, f"no mjai action: {str(error)[:_REASON]}", piece)
            if str(error).endswith(_UNKNOWN_TYPE):
                continue
            decoded.actions.append(Mark(is_broken=True))
        offsets.append(offset)
    return decoded._replace(offsets=np.array(offsets, dtype=np.int64))


def keep_meta(actions: AnyActions, extras: dict[int, str]) -> None:
    """Add what bots attach to `actions` to their unknown fields."""
    for i, meta in enumerate([action.meta for action in actions]):
        if meta is not msgspec.UNSET and not isinstance(actions[i], Message):
            text = text_of(b'{"meta":%b}' % meta)
            extras[i] = joined(extras[i], text) if i in extras else text


def bounded(extras: dict[int, str]) -> dict[int, str]:
    """Leave out unknown fields that are beyond bounds; returns what is left out, by number of the action."""
    left_out = {}
    for i, fields in list(extras.items()):
        kept = kept_of(fields)
        if kept.left_out:
            left_out[i] = kept.left_out
        if kept.text == "{}":
            del extras[i]
        else:
            extras[i] = kept.text
    return left_out


def _pieces(data: bytes, reject: Reject) -> Iterator[tuple[int, bytes]]:
    """Yield offset and text of every action in `data`."""
    try:
        raws = _EVENTS.decode(data).events if data.lstrip()[:1] == b"{" else _RAWS.decode(data)
    except _ERRORS:
        yield from _pieces_by_line(data, reject)
    else:
        for offset, piece in _members(data, 0, raws):
            yield from _opened(data, offset, piece)


def _members(data: bytes, start: int, raws: list[msgspec.Raw]) -> Iterator[tuple[int, bytes]]:
    """Yield the members of an array that stands in `data` at or after `start`."""
    for raw in raws:
        piece = bytes(raw)
        start = data.index(piece, start)
        yield start, piece
        start += len(piece)


def _pieces_by_line(data: bytes, reject: Reject) -> Iterator[tuple[int, bytes]]:
    """Yield the JSON values that begin a line of `data`; report the text between them."""
    text_lines, first_text = 0, 0
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        if _JSON_START.match(data, start, end):
            end = _value_end(data, start, end)
            yield from _opened(data, start, data[start:end].strip())
        elif data[start:end].strip():
            first_text = first_text if text_lines else start
            text_lines += 1
        start = end + 1
    if text_lines:
        line = data[first_text : first_text + 200].split(b"\n", 1)[0]
        reject(first_text, f"{text_lines} lines of text between the actions", line)


def _opened(data: bytes, start: int, piece: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield `piece`, or its members if it is an array."""
    if piece[:1] == b"[":
        try:
            raws = _RAWS.decode(piece)
        except _ERRORS:
            yield start, piece
        else:
            yield from _members(data, start + 1, raws)
    else:
        yield start, piece


def _value_end(data: bytes, start: int, line_end: int) -> int:
    """Where the value that begins in the line ends: this line, or a later one if pretty-printed.

    Only a value that is not indented may go on, and only to the next one, so that broken input
    is scanned once.
    """
    if data[start] not in b"{[" or data[start:line_end].rstrip()[-1:] in b"}]":
        return line_end
    stop = _NEXT_VALUE.search(data, line_end)
    end = value_end(data, start, stop.start() if stop else len(data))
    if end < 0:
        return line_end
    end = data.find(b"\n", end)
    return len(data) if end < 0 else end
