"""Lines of whole documents, of which those that are alike are decoded once.

Draws and discards are nine of ten lines, and a dialect has some hundred different ones of them.  So the
lines of a batch are told apart by their bytes, and each different one is decoded, whatever the order of
its keys, the blanks between them and the fields that no dialect has:
``{"type":"tsumo","actor":0,"pai":"5mr"}``, ``{"actor": 1, "pai": "E", "type": "tsumo", "meta": {}}``.

Taken so are documents of lines with one action each, from brace to brace.  A time behind all other
fields, ``,"elapsed":12345}``, with a blank behind its comma and its colon or without, is read apart, since
it makes every line another.  Documents of any other kind are left to `lines`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from mjlog.formats.mjai.base import Event, Mark
from mjlog.formats.mjai.lines import AnyActions, Offsets, known_actions, line_breaks, split_actions

_LONGEST: Final = 1 << 16
"""Bytes of a line that is looked at; what has a longer one is an array, or broken."""
_FAR: Final = 1 << 31
"""Bytes of a batch whose places are no numbers of 32 bits."""
_HEAD: Final = 20
"""Bytes by which most kinds of action can be told apart, whatever they are of each dialect."""
_BLOCKS: Final = (256, 32, 4, 1)
"""Lines that begin alike, of about one length, that are decoded together; fewer, where one has unknown fields
or cannot be."""
_TIMED_HEAD: Final = 1 << 14
"""Bytes of a document within which a time stands, if its lines have any."""
_LEAST_TIMED: Final = 32
"""Bytes that a line with a time has at least."""
_TAILS: Final = (b',"elapsed":', b', "elapsed": ')
"""What stands before the digits of a time."""
_MOST_DIGITS: Final = 10
_LATEST: Final = 2**31 - 1
_RETURN, _OPEN, _CLOSE, _ZERO = b"\r{}0"
_BLANKS: Final = np.frombuffer(b" \t\r", dtype=np.uint8)


class Alike(NamedTuple):
    """The n lines of the documents that are taken."""

    known: AnyActions
    """The different actions."""
    extras: dict[int, str]
    """Unknown fields of some of them, as the text of a JSON object."""
    number: NDArray[np.int32]
    """(n,) which of `known` each line is."""
    offsets: Offsets
    """(n,) where each begins in its document."""
    elapsed: NDArray[np.int32] | None
    """(n,) time that stands apart from `known`, -1 for none; None where no line has one."""
    lines: dict[int, slice]
    """The lines of each document that is taken, by its number."""


class _Texts(NamedTuple):
    """The n lines of a batch as bytes."""

    different: pa.Array
    """(d,) the different ones, without their times."""
    number: NDArray[np.int32]
    """(n,) which of them each is."""
    elapsed: NDArray[np.int32] | None
    """(n,) the time that was taken off each, -1 for none; None where no line is looked at for one."""
    is_framed: NDArray[np.bool_]
    """(n,) whether each line goes from brace to brace."""


def lines_alike(documents: Sequence[bytes]) -> Alike:
    """Decode the `documents` that are lines of one action each; which these are the answer says."""
    begins = {i: places for i, data in enumerate(documents) if (places := _begins(data)) is not None}
    is_alone = [*begins] == [0] and documents[0].endswith(b"\n")
    buffer = documents[0] if is_alone else b"".join(part for i in begins for part in (documents[i], b"\n"))
    sizes = np.array([len(documents[i]) + 1 for i in begins], dtype=np.int64)
    bases = np.cumsum(sizes) - sizes
    nothing = np.zeros(0, dtype=np.int64)
    starts = np.concatenate([nothing, *(p + b for p, b in zip(begins.values(), bases.tolist(), strict=True))])
    is_timed = any(b'"elapsed"' in documents[i][:_TIMED_HEAD] for i in begins)
    texts = _told_apart(buffer, starts, is_timed=is_timed)
    filled = _filled(buffer, starts)
    bounds = np.searchsorted(filled, np.searchsorted(starts, np.append(bases, len(buffer))))
    lines = {i: slice(*bounds[k : k + 2].tolist()) for k, i in enumerate(begins)}
    number = texts.number[filled]
    elapsed = None if texts.elapsed is None else texts.elapsed[filled]
    is_whole = texts.is_framed[filled]
    if not is_whole.all():
        lines = {i: part for i, part in lines.items() if is_whole[part].all()}
    known, extras, is_known = _decoded(texts.different, number, elapsed, is_whole, lines)
    is_read = is_known[number]
    if not is_read.all():
        lines = {i: part for i, part in lines.items() if is_read[part].all()}
    offsets = starts[filled]
    for base, part in zip(bases.tolist(), (lines.get(i) for i in begins), strict=True):
        if part is not None and base:
            offsets[part] -= base
    return Alike(known, extras, number, offsets, elapsed, lines)


def _begins(data: bytes) -> Offsets | None:
    """Where the lines of a document begin; None where it is of another kind."""
    if data[:1] not in (b"", b"{") or (len(data) > _LONGEST and data.find(b"\n", 0, _LONGEST) < 0):
        return None
    breaks = line_breaks(data)
    starts = np.empty(len(breaks) + 1, dtype=np.int64)
    starts[0], starts[1:] = 0, breaks
    starts[1:] += 1
    is_short = np.diff(starts, append=len(data)).max() <= _LONGEST
    return starts if is_short else None


def _filled(buffer: bytes, starts: Offsets) -> Offsets:
    """Numbers of the lines that begin at `starts` (n,) and hold more than one blank."""
    sizes = np.diff(starts, append=len(buffer))
    is_filled = sizes > 2
    small = np.flatnonzero(sizes == 2)
    is_filled[small] = ~np.isin(np.frombuffer(buffer, dtype=np.uint8)[starts[small]], _BLANKS)
    return np.flatnonzero(is_filled)


def _told_apart(buffer: bytes, starts: Offsets, *, is_timed: bool) -> _Texts:
    """Tell apart the lines that begin at `starts` (n,), one behind the other."""
    type_, integer = (pa.large_binary(), np.int64) if len(buffer) >= _FAR else (pa.binary(), np.int32)
    data = np.frombuffer(buffer, dtype=np.uint8)
    ends = np.append(starts[1:], len(buffer))
    elapsed = None
    if is_timed:
        tails, elapsed = _times(data, starts, ends)
        cuts = np.column_stack([starts, tails]).ravel()
    else:
        cuts = starts
    offsets = np.append(cuts, len(buffer)).astype(integer)
    parts = pa.Array.from_buffers(type_, len(cuts), [None, pa.py_buffer(offsets), pa.py_buffer(buffer)])
    texts = parts.take(pa.array(np.arange(0, len(cuts), 2))) if is_timed else parts
    encoded = texts.dictionary_encode()
    return _Texts(encoded.dictionary, np.asarray(encoded.indices), elapsed, _are_framed(data, starts, ends))


def _are_framed(data: NDArray[np.uint8], starts: Offsets, ends: Offsets) -> NDArray[np.bool_]:
    """(n,) whether each line begins with a brace that opens an object, and ends with one that closes one.

    No value goes on with an opening brace behind a closing one: values of such lines end where lines do.
    """
    if not len(data):
        return np.zeros(len(starts), dtype=bool)
    last = data[np.maximum(ends - 2, 0)]
    returns = np.flatnonzero(last == _RETURN)
    last[returns] = data[np.maximum(ends[returns] - 3, 0)]
    framed: NDArray[np.bool_] = (data[np.minimum(starts, len(data) - 1)] == _OPEN) & (last == _CLOSE)
    return framed


def _times(data: NDArray[np.uint8], starts: Offsets, ends: Offsets) -> tuple[Offsets, NDArray[np.int32]]:
    """Where the time of each line (n,) begins, or the line ends, and (n,) the time, -1 for none."""
    tails, elapsed = ends.copy(), np.full(len(ends), -1, dtype=np.int32)
    rows = np.flatnonzero(ends - starts >= _LEAST_TIMED)
    rows = rows[data[ends[rows] - 2] == _CLOSE]
    close = ends[rows] - 2
    value, count = np.zeros(len(rows), dtype=np.int64), np.zeros(len(rows), dtype=np.int64)
    top = np.zeros(len(rows), dtype=np.uint8)
    goes_on = np.ones(len(rows), dtype=bool)
    for place in range(_MOST_DIGITS):
        digit = data[close - 1 - place] - np.uint8(_ZERO)
        goes_on &= digit < 10
        value += np.where(goes_on, digit, 0).astype(np.int64) * 10**place
        count += goes_on
        top = np.where(goes_on, digit, top)
    begin = close - count
    is_number = (count > 0) & (value <= _LATEST) & ((top > 0) | (count == 1))
    for tail in _TAILS:
        found = np.flatnonzero(is_number & (tails[rows] == ends[rows]))
        at = begin[found] - len(tail)
        found = found[np.logical_and.reduce([data[at + k] == byte for k, byte in enumerate(tail)])]
        tails[rows[found]] = begin[found] - len(tail)
        elapsed[rows[found]] = value[found]
    return tails, elapsed


def _decoded(
    different: pa.Array,
    number: NDArray[np.int32],
    elapsed: NDArray[np.int32] | None,
    is_whole: NDArray[np.bool_],
    lines: Mapping[int, slice],
) -> tuple[AnyActions, dict[int, str], NDArray[np.bool_]]:
    """Decode the different lines.

    Args:
        different: (d,) their texts.
        number: (n,) which of them each line is.
        elapsed: (n,) the times that were taken off the lines, if any.
        is_whole: (n,) whether each goes from brace to brace, so that no value goes on in the next line.
        lines: those of each document that may be taken; where each has one that cannot be decoded, no more
            are.

    Returns:
        The actions, their unknown fields, and (d,) whether each is decoded; a `Mark` stands for others.
    """
    size = len(different)
    is_used, is_stem, is_read = (np.zeros(size, dtype=bool) for _ in range(3))
    is_used[number[is_whole]] = True
    if elapsed is not None:
        is_stem[number[elapsed >= 0]] = True
    texts: list[bytes] = different.to_pylist()
    for k in np.flatnonzero(is_stem).tolist():
        texts[k] += b"}"
    known: AnyActions = [Mark()] * size
    extras: dict[int, str] = {}
    used = np.flatnonzero(is_used)
    sizes = np.asarray(pc.binary_length(different))[used]
    kinds = np.asarray(pc.binary_slice(different, 0, _HEAD).dictionary_encode().indices)[used]
    owner = np.full(size, -1, dtype=np.int32)
    for i, part in lines.items():
        owner[number[part]] = i
    takeable = set(lines)
    for places, actions, unknown in _blocks(texts, used[np.lexsort((sizes, kinds))].tolist()):
        if not actions:
            takeable.discard(int(owner[places[0]]))
        if not takeable:
            break
        is_read[places] = bool(actions)
        for k, action in zip(places, actions, strict=False):
            known[k] = action
        extras |= {places[i]: fields for i, fields in unknown.items()}
    for k in np.flatnonzero(is_stem & is_read).tolist():
        action = known[k]
        is_read[k] = isinstance(action, Event) and action.elapsed is None
    return known, extras, is_read


def _blocks(
    texts: list[bytes], places: list[int], sizes: tuple[int, ...] = _BLOCKS
) -> Iterator[tuple[list[int], AnyActions, dict[int, str]]]:
    """Yield some of `places`, the actions of the texts there and, by number among them, their unknown fields.

    There are no actions where a text cannot be decoded.
    """
    size, *smaller = sizes
    for first in range(0, len(places), size):
        block = places[first : first + size]
        lines = b"\n".join([texts[k] for k in block])
        actions = known_actions(lines)
        if actions is not None and len(actions) == len(block):
            yield block, actions, {}
        elif smaller[1:]:
            yield from _blocks(texts, block, tuple(smaller))
        elif (parts := split_actions(lines, len(block))) is not None:
            yield block, *parts
        elif smaller:
            yield from _blocks(texts, block, tuple(smaller))
        else:
            yield block, [], {}
