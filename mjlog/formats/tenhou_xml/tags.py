"""The tags of Tenhou's XML logs: found in the bytes of a whole batch at once.

Draws (``<T12/>``, U, V, W) and discards (``<D34/>``, E, F, G) are nine of ten tags; what they are
is told by the few bytes behind each ``<``.  The other tags have attributes (see `attributes`); what
has none, or is spelled like nothing that is known, is matched one by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from mjlog.formats.base import Document
from mjlog.formats.tenhou_xml.tiles import HIDDEN, LAST_ID, NO_ID

NOT_SIMPLE: Final = 255
END: Final = 254
"""Class of the tag that stands for the end of a document."""
DRAW, DISCARD, TSUMOGIRI = 0, 4, 8
"""Class of a simple tag: one of these plus the seat."""
LEAD: Final = 16
"""Bytes before and behind a buffer, so that the bytes around any place in it can be looked at."""

WORD: Final = np.dtype("<u8")

BLOCK: Final = 1 << 19
"""Bytes looked at in one go: little enough to stay in the cache, and enough that threads seldom wait."""

_EDGE: Final = b"\0" * LEAD
_END_TAG: Final = b"<\0"
_BLANKS: Final = np.frombuffer(b" \t\r\n\f\v", dtype=np.uint8)
_COMMENT = re.compile(rb"<!--|<\?")
_COMMENT_END: Final = {b"<!--": b"-->", b"<?": b"?>"}
_COMMENT_NAME: Final = {b"<!--": "comment", b"<?": "processing instruction"}
_DECLARATION = re.compile(rb"<!\[?\s*([A-Z]*)")
_SLASH, _CLOSE = ord("/"), ord(">")
_LONG: Final = 1 << 10
"""Bytes of a text that has a value of many bytes, as the seed of a shuffle."""
_POOL: Final = pa.system_memory_pool()
"""Arrow's own memory pool gives large blocks back at once, and each batch would ask for them again."""
NEAR: Final = 1 << 31
"""Bytes of a batch whose places are numbers of 32 bits."""


class Problem(NamedTuple):
    """Something in the input that was not understood."""

    place: int
    """Number of the tag in the batch."""
    reason: str
    breaks_round: bool
    """Whether the round that the tag stands in cannot be read."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The m tags of a batch that are neither draws nor discards, each with what follows up to the next."""

    buffer: bytes
    """The texts, one after the other, between `LEAD` zero bytes: those longer than `_LONG` come last."""
    begin: NDArray[np.int64]
    """(m + 1,) where each begins in `buffer`, and where the last ends."""
    row: NDArray[np.int64]
    """(m,) number of each tag's text, by the order of the tags."""

    @property
    def data(self) -> NDArray[np.uint8]:
        """The bytes of `buffer`."""
        return np.frombuffer(self.buffer, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Markup:
    """The n tags of a batch of documents, each document followed by a tag of class `END`."""

    buffer: bytes
    """The documents, one after the other, between `LEAD` zero bytes."""
    bases: NDArray[np.int64]
    """(documents,) where each begins in `buffer`."""
    ends: NDArray[np.int64]
    """(documents,) where each ends in `buffer`."""
    position: NDArray[np.int64]
    """(n,) where each tag begins in `buffer`."""
    first: NDArray[np.int64]
    """(documents,) number of each document's first tag."""
    simple: NDArray[np.uint8]
    """(n,) class of a draw or discard plus seat; `NOT_SIMPLE` for other tags."""
    tile_id: NDArray[np.uint8]
    """(n,) 0-135 tile of a draw or discard, `HIDDEN` where its tag has no number; `NO_ID` for other tags."""
    is_closed: NDArray[np.bool_]
    """(n,) whether a ``>`` stands right before each tag."""
    texts: Texts
    problems: list[Problem] = field(default_factory=list)

    @property
    def data(self) -> NDArray[np.uint8]:
        """The bytes of `buffer`."""
        return np.frombuffer(self.buffer, dtype=np.uint8)

    def document(self, index: Any) -> Any:
        """Numbers of the documents of tags number `index` (scalar or array)."""
        return np.searchsorted(self.first, index, side="right") - 1

    def offset(self, index: Any) -> Any:
        """Where tags number `index` (scalar or array) begin in their own documents."""
        return self.position[index] - self.bases[self.document(index)]

    def text(self, index: int) -> bytes:
        """The bytes from tag number `index` to the next."""
        return self.buffer[int(self.position[index]) : int(self.position[index + 1])]

    def blame(self, tags: NDArray[np.int64], reason: str) -> None:
        """Record that `tags` (k,) break their rounds for `reason`."""
        self.problems.extend(Problem(tag, reason, breaks_round=True) for tag in tags.tolist())


def words_at(buffer: bytes, places: NDArray[np.int64], kind: np.dtype[Any]) -> NDArray[Any]:
    """(k,) the bytes from each of `places` on as little-endian integers of a `kind`: the first is lowest."""
    words = np.ndarray((len(buffer) - kind.itemsize + 1,), kind, buffer, strides=(1,))
    return words[places]


def words_before(buffer: bytes, places: NDArray[np.int64], kind: np.dtype[Any]) -> NDArray[Any]:
    """(k,) the bytes before each of `places` as integers (see `words_at`)."""
    return words_at(buffer, places - kind.itemsize, kind)


def _class_table() -> NDArray[np.uint8]:
    table = np.full(256, NOT_SIMPLE, dtype=np.uint8)
    for letters, kind in (("TUVW", DRAW), ("DEFG", DISCARD), ("defg", TSUMOGIRI)):
        for seat, letter in enumerate(letters):
            table[ord(letter)] = kind + seat
    return table


CLASS: Final = _class_table()
"""(256,) class of a simple tag by its letter."""


def without_comments(data: bytes) -> bytes:
    """A document with blanks in place of comments and processing instructions.

    Raises:
        ValueError: when it has declarations (DOCTYPE, entities, CDATA), which no log has, or a
            comment without end.
    """
    if b"!" not in data and b"?" not in data:
        return data
    blank = _blanked(data)
    declaration = _DECLARATION.search(blank)
    if declaration:
        raise ValueError(f"a {declaration[1].decode() or 'markup'} declaration, which is refused unread")
    return blank


def _blanked(data: bytes) -> bytes:
    kept = []
    at = 0
    while begin := _COMMENT.search(data, at):
        mark = _COMMENT_END[begin[0]]
        end = data.find(mark, begin.end())
        if end < 0:
            raise ValueError(f"a {_COMMENT_NAME[begin[0]]} without end")
        end += len(mark)
        kept += [data[at : begin.start()], b" " * (end - begin.start())]
        at = end
    return b"".join([*kept, data[at:]]) if kept else data


def scan(documents: Sequence[Document]) -> Markup:
    """Find the tags of `documents`, whose data have no comments (see `without_comments`)."""
    buffer = b"".join([_EDGE, *(part for d in documents for part in (d.data, _END_TAG)), _EDGE])
    sizes = np.array([len(d.data) + len(_END_TAG) for d in documents], dtype=np.int64)
    bases = LEAD + np.cumsum(sizes) - sizes
    ends = bases + sizes - len(_END_TAG)
    blocks = [_tags_of(buffer, at) for at in range(LEAD, len(buffer), BLOCK)]
    position, simple, tile_id, is_closed = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
    simple[np.searchsorted(position, ends)] = END
    return Markup(
        buffer=buffer,
        bases=bases,
        ends=ends,
        position=position,
        first=np.searchsorted(position, bases),
        simple=simple,
        tile_id=tile_id,
        is_closed=is_closed,
        texts=_texts(buffer, position, np.flatnonzero(simple == NOT_SIMPLE)),
    )


def _tags_of(
    buffer: bytes, at: int
) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.bool_]]:
    """The k tags that begin in a block: places, classes, tile ids, and whether a ``>`` stands before."""
    data = np.frombuffer(buffer, dtype=np.uint8)
    place = np.flatnonzero(data[at : at + BLOCK] == ord("<"))
    place += at
    around = words_at(buffer, place - 1, WORD).view(np.uint8).reshape(-1, WORD.itemsize)
    around = np.ascontiguousarray(around.T)
    before, letter = around[0], around[2]
    simple, tile_id = _plain_tags(letter, around[3:])
    others = np.flatnonzero(simple == NOT_SIMPLE)
    spaced = others[CLASS.take(letter[others]) != NOT_SIMPLE]
    if len(spaced):
        simple[spaced], tile_id[spaced] = _spaced_tags(data, place[spaced])
    return place, simple, tile_id, before == _CLOSE


def _texts(buffer: bytes, position: NDArray[np.int64], tags: NDArray[np.int64]) -> Texts:
    """The texts of `tags` (m,)."""
    is_far = len(buffer) >= NEAR
    type_, integer = (pa.large_binary(), np.int64) if is_far else (pa.binary(), np.int32)
    bounds = np.append(position, len(buffer)).astype(integer)
    of_tags = pa.Array.from_buffers(type_, len(position), [None, pa.py_buffer(bounds), pa.py_buffer(buffer)])
    is_long = position[tags + 1] - position[tags] > _LONG
    order = np.concatenate([np.flatnonzero(~is_long), np.flatnonzero(is_long)])
    _, ends, held = pc.take(of_tags, pa.array(tags[order]), memory_pool=_POOL).buffers()
    begin = LEAD + np.frombuffer(ends, dtype=integer)[: len(tags) + 1].astype(np.int64)
    row = np.empty(len(tags), dtype=np.int64)
    row[order] = np.arange(len(tags))
    return Texts(b"".join([_EDGE, held or b"", _EDGE]), begin, row)


def loose_text(markup: Markup) -> list[tuple[int, int, int]]:
    """Documents with text outside of tags: number, offset of the first of it, bytes without blanks."""
    data, position = markup.data, markup.position
    tags = np.flatnonzero(~markup.is_closed[1:] & (markup.simple[:-1] != END))
    heads = position[markup.first]
    before = np.concatenate([position[tags], markup.bases])
    after = np.concatenate([position[tags + 1], heads])
    if (before == after).all():
        return []
    closing = np.append(-1, np.flatnonzero(data == _CLOSE))
    closed = closing[np.searchsorted(closing, after) - 1]
    no_tag = np.where(np.arange(len(after)) < len(tags), after, before)
    start = np.where(closed >= before, closed + 1, no_tag)
    inked = np.flatnonzero(~np.isin(data, _BLANKS))
    first, last = np.searchsorted(inked, start), np.searchsorted(inked, after)
    found = np.flatnonzero(last > first)
    found = found[np.argsort(before[found], kind="stable")]
    document = np.searchsorted(markup.bases, before[found], side="right") - 1
    numbers, head = np.unique(document, return_index=True)
    if not len(numbers):
        return []
    offset = inked[first[found[head]]] - markup.bases[numbers]
    size = np.add.reduceat((last - first)[found], head)
    return list(zip(numbers.tolist(), offset.tolist(), size.tolist(), strict=True))


def _plain_tags(
    letter: NDArray[np.uint8], behind: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Classes (k,) and tile ids (k,) of the tags that are a letter, 1-3 digits or none, and ``/>``.

    All is done on bytes: truths are factors of 0 and 1.

    Args:
        letter: (k,) the byte behind the ``<``.
        behind: (5, k) the bytes behind that.
    """
    row = letter & np.uint8(0xFC)
    is_draw, is_discard, is_drawn = (row == ord(first) for first in "TDd")
    simple = letter & np.uint8(3)
    simple += is_discard.view(np.uint8) * np.uint8(DISCARD)
    simple += is_drawn.view(np.uint8) * np.uint8(TSUMOGIRI)
    has_end = (behind[:-1] == _SLASH) & (behind[1:] == _CLOSE)
    number, has_number = _numbers(behind[:3] - np.uint8(ord("0")), has_end)
    has_number &= is_draw | is_discard | is_drawn
    is_bare = has_end[0] & is_draw
    is_other = ~(has_number | is_bare)
    simple |= is_other.view(np.uint8) * np.uint8(NOT_SIMPLE)
    number *= has_number.view(np.uint8)
    number |= is_bare.view(np.uint8) * np.uint8(HIDDEN)
    number |= is_other.view(np.uint8) * np.uint8(NO_ID)
    return simple, number


def _numbers(
    digits: NDArray[np.uint8], has_end: NDArray[np.bool_]
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """(k,) the tile id of 1-3 digits, and whether (k,) there is one.

    Args:
        digits: (3, k) values of the three bytes, more than 9 for those that are no digits.
        has_end: (4, k) whether an end stands before the first, second, third byte or behind.
    """
    first, second, third = digits
    one, two, three = digits < np.uint8(10)
    two &= one
    three &= two & (first < np.uint8(2))
    one, two, three = one & has_end[1], two & has_end[2], three & has_end[3]
    tens = first * np.uint8(10) + second
    hundreds = tens * np.uint8(10) + third
    number = first * one.view(np.uint8) + tens * two.view(np.uint8) + hundreds * three.view(np.uint8)
    return number, (one | two | three) & (number <= np.uint8(LAST_ID))


def _spaced_tags(
    data: NDArray[np.uint8], position: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Classes (k,) and tile ids (k,) of draws and discards in which a blank stands before the end."""
    simple = CLASS[data[position + 1]]
    first, second, third = (data[position + k] - np.uint8(ord("0")) for k in (2, 3, 4))
    one = first < 10
    two = one & (second < 10)
    three = two & (third < 10)
    hundreds = 100 * first.astype(np.int16) + 10 * second + third
    number = np.select([three, two, one], [hundreds, 10 * first + second, first], HIDDEN)
    end = position + 2 + one + two + three
    fits = (one | (simple < DISCARD)) & ((number <= LAST_ID) | ~one)
    fits &= (data[end] == ord(" ")) & (data[end + 1] == _SLASH) & (data[end + 2] == _CLOSE)
    tile_id = np.where(fits, number, NO_ID).astype(np.uint8)
    return np.where(fits, simple, np.uint8(NOT_SIMPLE)), tile_id
