"""The tags of Tenhou's XML logs: found in the bytes of a whole batch at once.

Draws (``<T12/>``, U, V, W) and discards (``<D34/>``, E, F, G) are nine of ten tags, and a batch
has few different ones.  A tag and what follows it up to the next is a *text*; the different texts
are found first, and only they are decoded.  The other tags have attributes (see `attributes`);
what has none, or is spelled like nothing that is known, is matched one by one.
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
"""Bytes before and behind the different texts, so that the bytes around any place can be looked at."""

WORD: Final = np.dtype("<u8")

BLOCK: Final = 1 << 17
"""Bytes looked at in one go: what is made of them stays in the cache."""

_EDGE: Final = b"\0" * LEAD
_END_TAG: Final = b"<\0"
_BLANKS: Final = np.frombuffer(b" \t\r\n\f\v", dtype=np.uint8)
_COMMENT = re.compile(rb"<!--|<\?")
_COMMENT_END: Final = {b"<!--": b"-->", b"<?": b"?>"}
_COMMENT_NAME: Final = {b"<!--": "comment", b"<?": "processing instruction"}
_DECLARATION = re.compile(rb"<!\[?\s*([A-Z]*)")
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
    """The u different texts of a batch, in order of their first places."""

    buffer: bytes
    """The texts, one after the other, between `LEAD` zero bytes."""
    begin: NDArray[np.int64]
    """(u + 1,) where each begins in `buffer`, and where the last ends."""
    simple: NDArray[np.uint8]
    """(u,) class of a draw or discard plus seat; `NOT_SIMPLE` for other tags."""

    @property
    def data(self) -> NDArray[np.uint8]:
        """The bytes of `buffer`."""
        return np.frombuffer(self.buffer, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Markup:
    """The n tags of a batch of documents, each followed by a tag of class `END`."""

    buffer: bytes
    """The documents, one after the other."""
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
    texts: Texts
    text_of: NDArray[np.int32]
    """(n,) number of each tag's text among the different ones."""
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


def words_before(buffer: bytes, places: NDArray[np.int64], kind: np.dtype[Any]) -> NDArray[Any]:
    """(k,) the bytes before each of `places` as little-endian integers of a `kind`: the first is lowest."""
    words = np.ndarray((len(buffer) - kind.itemsize + 1,), kind, buffer, strides=(1,))
    return words[places - kind.itemsize]


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
    buffer = b"".join([part for d in documents for part in (d.data, _END_TAG)])
    sizes = np.array([len(d.data) + len(_END_TAG) for d in documents], dtype=np.int64)
    bases = np.cumsum(sizes) - sizes
    ends = bases + sizes - len(_END_TAG)
    data = np.frombuffer(buffer, dtype=np.uint8)
    parts = (np.flatnonzero(data[at : at + BLOCK] == ord("<")) + at for at in range(0, len(data), BLOCK))
    position = np.concatenate([np.zeros(0, dtype=np.int64), *parts])
    texts, tile_id, text_of = _different(buffer, position)
    simple = texts.simple.take(text_of)
    simple[np.searchsorted(position, ends)] = END
    return Markup(
        buffer=buffer,
        bases=bases,
        ends=ends,
        position=position,
        first=np.searchsorted(position, bases),
        simple=simple,
        tile_id=tile_id.take(text_of),
        texts=texts,
        text_of=text_of,
    )


def _different(
    buffer: bytes, position: NDArray[np.int64]
) -> tuple[Texts, NDArray[np.uint8], NDArray[np.int32]]:
    """The u different texts, their tile ids (u,), and the number of each tag's text (n,)."""
    of_size: tuple[pa.DataType, type] = (
        (pa.binary(), np.int32) if len(buffer) < NEAR else (pa.large_binary(), np.int64)
    )
    type_, integer = of_size
    offsets: NDArray[Any] = np.append(position, len(buffer)).astype(integer)
    tags = pc.dictionary_encode(
        pa.Array.from_buffers(type_, len(position), [None, pa.py_buffer(offsets), pa.py_buffer(buffer)]),
        memory_pool=_POOL,
    )
    _, ends, held = tags.dictionary.buffers()
    begin = LEAD + np.frombuffer(ends, dtype=integer)[: len(tags.dictionary) + 1].astype(np.int64)
    joined = b"".join([_EDGE, held or b"", _EDGE])
    simple, tile_id = _simple_texts(np.frombuffer(joined, dtype=np.uint8), begin[:-1])
    return Texts(joined, begin, simple), tile_id, np.asarray(tags.indices)


def loose_text(markup: Markup) -> list[tuple[int, int, int]]:
    """Documents with text outside of tags: number, offset of the first of it, bytes without blanks."""
    data, position, texts = markup.data, markup.position, markup.texts
    is_loose = texts.data[texts.begin[1:] - 1] != ord(">")
    is_loose &= (texts.data[texts.begin[:-1] + 1] != _END_TAG[1]) | (np.diff(texts.begin) > len(_END_TAG))
    tags = np.zeros(0, dtype=np.int64)
    if is_loose.any():
        tags = np.flatnonzero(is_loose.take(markup.text_of) & (markup.simple != END))
    heads = position[markup.first]
    before = np.concatenate([position[tags], markup.bases])
    after = np.concatenate([position[tags + 1], heads])
    if (before == after).all():
        return []
    closing = np.append(-1, np.flatnonzero(data == ord(">")))
    closed = closing[np.searchsorted(closing, after) - 1]
    no_tag = np.where(np.arange(len(after)) < len(tags), after, before)
    start = np.where(closed >= before, closed + 1, no_tag)
    inked = np.flatnonzero(~np.isin(data, _BLANKS))
    first, last = np.searchsorted(inked, start), np.searchsorted(inked, after)
    found = np.flatnonzero(last > first)
    document = np.searchsorted(markup.bases, before[found], side="right") - 1
    return [
        (number, int(inked[first[rows]].min() - markup.bases[number]), int((last - first)[rows].sum()))
        for number in np.unique(document).tolist()
        for rows in (found[document == number],)
    ]


def _simple_texts(
    data: NDArray[np.uint8], position: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Classes (k,) and tile ids (k,) of the tags that are a letter, 1-3 digits or none, and ``/>``.

    A blank may stand before the end, and anything behind it.
    """
    simple = CLASS[data[position + 1]]
    tile_id = np.full(len(position), NO_ID, dtype=np.uint8)
    candidates = np.flatnonzero(simple != NOT_SIMPLE)
    start = position[candidates]
    first, second, third = (data[start + k] - ord("0") for k in (2, 3, 4))
    one = first < 10
    two = one & (second < 10)
    three = two & (third < 10)
    hundreds = 100 * first.astype(np.int16) + 10 * second + third
    number = np.select([three, two, one], [hundreds, 10 * first + second, first], HIDDEN)
    end = start + 2 + one + two + three
    end += data[end] == ord(" ")
    fits = (one | (simple[candidates] < DISCARD)) & ((number <= LAST_ID) | ~one)
    fits &= (data[end] == ord("/")) & (data[end + 1] == ord(">"))
    tile_id[candidates[fits]] = number[fits]
    simple[candidates[~fits]] = NOT_SIMPLE
    return simple, tile_id
