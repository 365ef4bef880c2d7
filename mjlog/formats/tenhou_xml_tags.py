"""The tags of Tenhou's XML logs: found in the bytes of a whole batch at once.

Draws (``<T12/>``, U, V, W) and discards (``<D34/>``, E, F, G) are seven of eight tags; they are
decoded by arithmetic on the bytes.  Every other tag is matched one by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.base import Document

NOT_SIMPLE: Final = 255
DRAW, DISCARD, TSUMOGIRI = 0, 4, 8
"""Class of a simple tag: one of these plus the seat."""
HIDDEN: Final = 254
"""Tile id of a tag without number: a player's view hides what others draw."""

_GAP: Final = b"\0" * 8
_LAST_ID: Final = 135
_NAME = r"[A-Za-z_][\w:.-]*"
_TAG = re.compile(rf"<(/?[A-Za-z]+)(\d*)((?:\s+{_NAME}\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*)\s*/?\s*>".encode())
_ATTRIBUTE = re.compile(rf"({_NAME})\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_COMMENT = re.compile(rb"<!--.*?-->|<\?.*?\?>", re.DOTALL)
_DECLARATION = re.compile(rb"<!\[?\s*([A-Z]*)")
_WORD = re.compile(rb"</?([A-Za-z]*)")


class Tag(NamedTuple):
    """A tag other than a draw or discard."""

    index: int
    """Number of the tag in the batch."""
    name: str
    attributes: dict[str, str]


class Problem(NamedTuple):
    """Something in the input that was not understood."""

    index: int
    """Number of the tag in the batch."""
    reason: str
    breaks_round: bool
    """Whether the round that the tag stands in cannot be read."""


@dataclass(frozen=True, slots=True)
class Markup:
    """The n tags of a batch of documents."""

    buffer: bytes
    """The documents, one after the other."""
    bases: NDArray[np.int64]
    """(documents,) where each begins in `buffer`."""
    ends: NDArray[np.int64]
    """(documents,) where each ends in `buffer`."""
    position: NDArray[np.int64]
    """(n,) where each tag begins in `buffer`."""
    document: NDArray[np.int64]
    """(n,) number of each tag's document."""
    simple: NDArray[np.uint8]
    """(n,) class of a draw or discard plus seat; `NOT_SIMPLE` for other tags."""
    tile_id: NDArray[np.uint8]
    """(n,) 0-135 tile of a draw or discard; `HIDDEN` where the tag has no number."""
    tags: list[Tag]
    """The other tags that could be read, in order."""
    problems: list[Problem]

    def offset(self, index: Any) -> Any:
        """Where tags number `index` (scalar or array) begin in their own documents."""
        return self.position[index] - self.bases[self.document[index]]

    def excerpt(self, index: int) -> bytes:
        """The bytes at tag number `index`."""
        start = int(self.position[index])
        return self.buffer[start : start + 120].split(b"\0", 1)[0]


def _class_table() -> NDArray[np.uint8]:
    table = np.full(256, NOT_SIMPLE, dtype=np.uint8)
    for letters, kind in (("TUVW", DRAW), ("DEFG", DISCARD), ("defg", TSUMOGIRI)):
        for seat, letter in enumerate(letters):
            table[ord(letter)] = kind + seat
    return table


_CLASS: Final = _class_table()


def without_comments(data: bytes) -> bytes:
    """`data` with comments and processing instructions blanked, every offset kept.

    Raises:
        ValueError: for a document type, entity or CDATA section, which no log needs and which
            are refused rather than expanded; for a comment without end.
    """
    if b"<!" not in data and b"<?" not in data:
        return data
    blank = _COMMENT.sub(lambda m: b" " * len(m[0]), data)
    if b"<!--" in blank:
        raise ValueError("a comment without end")
    declaration = _DECLARATION.search(blank)
    if declaration:
        raise ValueError(f"a {declaration[1].decode() or 'markup'} declaration, which is refused unread")
    return blank


def scan(documents: Sequence[Document]) -> Markup:
    """Find the tags of `documents`, whose data have no comments (see `without_comments`)."""
    buffer = _GAP.join([*(d.data for d in documents), b""])
    sizes = np.array([len(d.data) + len(_GAP) for d in documents], dtype=np.int64)
    bases = np.cumsum(sizes) - sizes
    data = np.frombuffer(buffer, dtype=np.uint8)
    position = np.flatnonzero(data == ord("<"))
    simple, tile_id = _simple_tags(data, position)
    markup = Markup(
        buffer=buffer,
        bases=bases,
        ends=bases + sizes - len(_GAP),
        position=position,
        document=np.searchsorted(bases, position, side="right") - 1,
        simple=simple,
        tile_id=tile_id,
        tags=[],
        problems=[],
    )
    _match_others(markup)
    return markup


def _simple_tags(data: NDArray[np.uint8], position: NDArray[np.int64]) -> Any:
    """Classes (n,) and tile ids (n,) of the tags that are a letter, 1-3 digits and ``/>``."""
    simple = _CLASS[data[position + 1]]
    tile_id = np.full(len(position), HIDDEN, dtype=np.uint8)
    candidates = np.flatnonzero(simple != NOT_SIMPLE)
    start = position[candidates]
    first, second, third = (data[start + k] - ord("0") for k in (2, 3, 4))
    two, three = second < 10, (second < 10) & (third < 10)
    hundreds = 100 * first.astype(np.int32) + 10 * second + third
    number = np.where(three, hundreds, np.where(two, 10 * first + second, first))
    end = start + 3 + two + three
    fits = (first < 10) & (number <= _LAST_ID) & (data[end] == ord("/")) & (data[end + 1] == ord(">"))
    tile_id[candidates[fits]] = number[fits]
    simple[candidates[~fits]] = NOT_SIMPLE
    return simple, tile_id


def _match_others(markup: Markup) -> None:
    """Match every tag that is not simple, filling `tags` and `problems` of `markup`."""
    buffer, position = markup.buffer, markup.position
    numbers = np.flatnonzero(markup.simple == NOT_SIMPLE)
    limits = np.append(position, len(buffer))[numbers + 1]
    match = _TAG.match
    spans = np.stack([numbers, position[numbers], limits], axis=1).tolist()
    for index, start, limit in spans:
        found = match(buffer, start, limit)
        if found is None:
            markup.problems.append(_unreadable(markup, index, start))
            continue
        word, digits, text = found.groups()
        if digits or word in _LETTERS:
            _add_number(markup, index, word, digits)
            continue
        try:
            pairs = _ATTRIBUTE.findall(text.decode())
        except UnicodeDecodeError:
            markup.problems.append(Problem(index, "not UTF-8 text", breaks_round=True))
            continue
        markup.tags.append(Tag(index, word.decode(), {key: a or b for key, a, b in pairs}))


_LETTERS: Final = frozenset(bytes([c]) for c in b"TUVWDEFGdefg")


def _add_number(markup: Markup, index: int, word: bytes, digits: bytes) -> None:
    """A draw or discard with blanks or attributes in the tag, or without number."""
    code = int(_CLASS[word[0]]) if len(word) == 1 else NOT_SIMPLE
    if code == NOT_SIMPLE:
        name = (word + digits).decode()
        markup.problems.append(Problem(index, f"unknown tag {name}", breaks_round=True))
    elif len(digits) > 3 or int(digits or b"0") > _LAST_ID:
        markup.problems.append(Problem(index, f"no tile {digits.decode()[:9]}", breaks_round=True))
    elif not digits and code >= DISCARD:
        markup.problems.append(Problem(index, "a discard without tile", breaks_round=True))
    else:
        markup.simple[index] = code
        markup.tile_id[index] = int(digits) if digits else HIDDEN


def _unreadable(markup: Markup, index: int, start: int) -> Problem:
    word = _WORD.match(markup.buffer, start)
    name = word[1].decode() if word else ""
    end = int(markup.ends[markup.document[index]])
    if b">" not in markup.buffer[start:end] and (markup.position[index + 1 :][:1] >= end).all():
        return Problem(index, f"the document ends within a tag <{name}", breaks_round=False)
    return Problem(index, f"a tag that cannot be read: <{name}", breaks_round=True)
