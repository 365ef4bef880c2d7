"""The tags of Tenhou's XML logs: found in the bytes of a whole batch at once.

Draws (``<T12/>``, U, V, W) and discards (``<D34/>``, E, F, G) are seven of eight tags; they are
decoded by arithmetic on the bytes.  The other tags of a round are sorted into *sheets*: tags
that differ in their digits only, so that one of them tells the attributes of all.  The few tags
of a header are matched one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.base import Document
from mjlog.formats.tenhou_xml.tiles import HIDDEN, LAST_ID

NOT_SIMPLE: Final = 255
DRAW, DISCARD, TSUMOGIRI = 0, 4, 8
"""Class of a simple tag: one of these plus the seat."""

_GAP: Final = b"\0" * 8
_BLANKS: Final = np.frombuffer(b" \t\r\n\f\v", dtype=np.uint8)
_NAME = r"[A-Za-z_][\w:.-]*+"
TAG: Final = re.compile(
    rf"<(/?[A-Za-z]++)(\d*+)((?:\s++{_NAME}\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'))*+)\s*+/?\s*+>".encode()
)
"""A whole tag: its word, a number right behind it, and its attributes."""
_ATTRIBUTE = re.compile(rf"({_NAME})\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_COMMENT = re.compile(rb"<!--|<\?")
_COMMENT_END: Final = {b"<!--": b"-->", b"<?": b"?>"}
_COMMENT_NAME: Final = {b"<!--": "comment", b"<?": "processing instruction"}
_SENT = re.compile(rb"^(?:Send:[^\r\n]*|Get:)", re.MULTILINE)
_DECLARATION = re.compile(rb"<!\[?\s*([A-Z]*)")
_WORD = re.compile(rb"</?([A-Za-z]*)")


class Tag(NamedTuple):
    """A tag of a header."""

    place: int
    """Number of the tag in the batch."""
    name: str
    attributes: dict[str, str]


class Problem(NamedTuple):
    """Something in the input that was not understood."""

    place: int
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
    first: NDArray[np.int64]
    """(documents,) number of each document's first tag."""
    simple: NDArray[np.uint8]
    """(n,) class of a draw or discard plus seat; `NOT_SIMPLE` for other tags."""
    tile_id: NDArray[np.uint8]
    """(n,) 0-135 tile of a draw or discard; `HIDDEN` where the tag has no number."""
    headers: list[Tag] = field(default_factory=list)
    """The tags of headers, and unknown ones, in order."""
    problems: list[Problem] = field(default_factory=list)

    def document(self, index: Any) -> Any:
        """Numbers of the documents of tags number `index` (scalar or array)."""
        return np.searchsorted(self.first, index, side="right") - 1

    def offset(self, index: Any) -> Any:
        """Where tags number `index` (scalar or array) begin in their own documents."""
        return self.position[index] - self.bases[self.document(index)]

    def text(self, index: int) -> bytes:
        """The bytes from tag number `index` to the next."""
        end = int(self.ends[self.document(index)])
        following = self.position[index + 1 : index + 2].tolist()
        return self.buffer[int(self.position[index]) : min([end, *following])]

    def blame(self, tags: NDArray[np.int64], reason: str) -> None:
        """Record that `tags` (k,) break their rounds for `reason`."""
        self.problems.extend(Problem(tag, reason, breaks_round=True) for tag in tags.tolist())


def _class_table() -> NDArray[np.uint8]:
    table = np.full(256, NOT_SIMPLE, dtype=np.uint8)
    for letters, kind in (("TUVW", DRAW), ("DEFG", DISCARD), ("defg", TSUMOGIRI)):
        for seat, letter in enumerate(letters):
            table[ord(letter)] = kind + seat
    return table


_CLASS: Final = _class_table()


def without_comments(data: bytes) -> bytes:
    """`data` with comments and processing instructions blanked, every offset kept.

    Of a transcript of the platform's client, what the client sent is blanked, too: the server
    repeats what it accepts.  So are the words that say who sent a line.

    Raises:
        ValueError: for a document type, entity or CDATA section, which no log needs and which
            are refused rather than expanded; for a comment or processing instruction without end.
    """
    if b"Send: <" in data:
        data = _SENT.sub(lambda m: b" " * len(m[0]), data)
    if b"!" not in data and b"?" not in data:
        return data
    blank = _without_comments(data)
    declaration = _DECLARATION.search(blank)
    if declaration:
        raise ValueError(f"a {declaration[1].decode() or 'markup'} declaration, which is refused unread")
    return blank


def _without_comments(data: bytes) -> bytes:
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
    return b"".join([*kept, data[at:]])


def scan(documents: Sequence[Document]) -> Markup:
    """Find the tags of `documents`, whose data have no comments (see `without_comments`)."""
    buffer = _GAP.join([*(d.data for d in documents), b""])
    sizes = np.array([len(d.data) + len(_GAP) for d in documents], dtype=np.int64)
    bases = np.cumsum(sizes) - sizes
    data = np.frombuffer(buffer, dtype=np.uint8)
    position = np.flatnonzero(data == ord("<"))
    simple, tile_id = _simple_tags(data, position)
    return Markup(
        buffer=buffer,
        bases=bases,
        ends=bases + sizes - len(_GAP),
        position=position,
        first=np.searchsorted(position, bases),
        simple=simple,
        tile_id=tile_id,
    )


def loose_text(markup: Markup) -> list[tuple[int, int, int]]:
    """Documents with text outside of tags: number, offset of the first of it, bytes without blanks."""
    data = np.frombuffer(markup.buffer, dtype=np.uint8)
    ends = np.repeat(markup.ends, np.diff(markup.first, append=len(markup.position)))
    after = np.minimum(np.append(markup.position[1:], len(data)), ends)
    tags = np.flatnonzero(data[after - 1] != ord(">"))
    heads = np.minimum(np.append(markup.position, len(data))[markup.first], markup.ends)
    before = np.concatenate([markup.position[tags], markup.bases])
    after = np.concatenate([after[tags], heads])
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


def _simple_tags(
    data: NDArray[np.uint8], position: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Classes (n,) and tile ids (n,) of the tags that are a letter, 1-3 digits and ``/>``."""
    simple = _CLASS[data[position + 1]]
    tile_id = np.full(len(position), HIDDEN, dtype=np.uint8)
    candidates = np.flatnonzero(simple != NOT_SIMPLE)
    start = position[candidates]
    first, second, third = (data[start + k] - ord("0") for k in (2, 3, 4))
    two = second < 10
    three = two & (third < 10)
    hundreds = 100 * first.astype(np.int16) + 10 * second + third
    number = np.where(three, hundreds, np.where(two, 10 * first + second, first))
    end = start + 3 + two + three
    end += data[end] == ord(" ")
    fits = (first < 10) & (number <= LAST_ID) & (data[end] == ord("/")) & (data[end + 1] == ord(">"))
    tile_id[candidates[fits]] = number[fits]
    simple[candidates[~fits]] = NOT_SIMPLE
    return simple, tile_id


def add_numbered(markup: Markup, index: int, word: bytes, digits: bytes) -> None:
    """A draw or discard with blanks or attributes in its tag, or without number."""
    code = int(_CLASS[word[0]]) if len(word) == 1 else NOT_SIMPLE
    reason = None
    if code == NOT_SIMPLE:
        reason = f"unknown tag {(word + digits).decode()[:40]}"
    elif len(digits) > 3 or int(digits or b"0") > LAST_ID:
        reason = f"no tile has the number {digits.decode()[:9]}"
    elif not digits and code >= DISCARD:
        reason = "a discard without tile"
    if reason is not None:
        markup.problems.append(Problem(index, reason, breaks_round=True))
        return
    markup.simple[index] = code
    markup.tile_id[index] = int(digits) if digits else HIDDEN


def is_numbered(word: bytes, digits: bytes) -> bool:
    """Whether a tag's `word` and the `digits` behind it are those of a draw or discard."""
    return bool(digits) or (len(word) == 1 and _CLASS[word[0]] != NOT_SIMPLE)


def add_headers(markup: Markup, tags: Iterable[tuple[int, bytes]]) -> None:
    """Match tags that belong to no sheet: those of a header, odd draws and discards, and unknown ones.

    Args:
        markup: learns of them.
        tags: number and text of each, in order.  Of those that cannot be read and follow one
            another in one round the first is told.
    """
    firsts = set(markup.first.tolist())
    unread = -1
    for index, text in tags:
        found = TAG.match(text)
        if found is not None:
            _add_header(markup, index, found)
            continue
        if index != unread + 1 or index in firsts or text.startswith(b"<INIT"):
            markup.problems.append(_unreadable(markup, index, text))
        unread = index


def _add_header(markup: Markup, index: int, found: re.Match[bytes]) -> None:
    word, digits, rest = found.groups()
    if is_numbered(word, digits):
        add_numbered(markup, index, word, digits)
        return
    try:
        attributes = attributes_of(rest)
    except UnicodeDecodeError:
        markup.problems.append(Problem(index, f"<{word.decode()}: not UTF-8 text", breaks_round=False))
        return
    markup.headers.append(Tag(index, word.decode(), attributes))


def attributes_of(text: bytes) -> dict[str, str]:
    """The attributes in the rest of a tag.

    Raises:
        UnicodeDecodeError: when they are not UTF-8.
    """
    return {key: a or b for key, a, b in _ATTRIBUTE.findall(text.decode())}


def _unreadable(markup: Markup, index: int, text: bytes) -> Problem:
    """Why a tag whose bytes are `text` cannot be read."""
    word = _WORD.match(text)
    name = word[1].decode() if word else ""
    end = int(markup.ends[markup.document(index)])
    is_last = index + 1 == len(markup.position) or int(markup.position[index + 1]) >= end
    if is_last and b">" not in text:
        return Problem(index, f"the document ends within a tag <{name}", breaks_round=False)
    return Problem(index, f"a tag that cannot be read: <{name}", breaks_round=True)
