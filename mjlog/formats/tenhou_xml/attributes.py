"""The attributes of Tenhou's XML: found, named and read as integers in the bytes of a whole batch.

The ``<`` of tags, quotation marks and commas are *marks*.  In a sound tag every second quotation
mark opens a value, and what stands before it, back to the last closing one, is a *gap*: the next
attribute's name.  A batch has few different gaps, so that each is matched once.  Between two marks of
a value stands an integer, read by arithmetic on the bytes before the second.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.tenhou_xml.tags import BLOCK, LEAD, NEAR, WORD, words_before

Ints = NDArray[np.int64]
Numbers = NDArray[np.signedinteger[Any]]
"""Integers of 32 bits where these suffice."""
Words = NDArray[np.uint64]
Bools = NDArray[np.bool_]

NAME: Final = r"[A-Za-z_][\w:.-]*+"
_WORD: Final = r"/?(?:[A-Za-z]{2,}+|[A-CH-SX-Za-ch-z])"
"""The word of a tag other than draws and discards."""
_FIRST_GAP: Final = re.compile(rf"<({_WORD})\s++({NAME})\s*+=\s*+".encode())
_GAP: Final = re.compile(rf"()\s++({NAME})\s*+=\s*+".encode())
_BARE: Final = re.compile(rf"<({_WORD})\s*+/?\s*+>".encode())
"""A tag without attributes."""
_CLOSE, _SPACED_CLOSE = (int.from_bytes(text, "little") for text in (b"/>", b" />"))
_TAIL: Final = re.compile(rb"\s*+/?\s*+>")
NO_INTEGER: Final = np.iinfo(np.int32).min
_BACK: Final = 5
"""Bytes that are looked at before each."""
_SHORT: Final = 4
"""Digits that are read at once."""
_DENSE: Final = 64
"""Bytes for each mark, at most, where it is quicker to read integers before all of them."""
_LEAST_BITS, _MOST_BITS = 8, 16
_MULTIPLIERS: Final = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
"""Odd numbers whose bits are well mixed, to spread texts over slots."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The t marks of a batch."""

    place: Ints
    """(t,) where each stands."""
    tags: Ints
    """(m,) numbers of those that begin tags."""
    count: Numbers
    """(m,) how many quotation marks each tag has."""
    quotes: Ints
    """(q,) numbers of those that are quotation marks."""
    value: NDArray[np.int32]
    """(t,) the integer between the mark before and this one, `NO_INTEGER` where none is."""


@dataclass(frozen=True, slots=True)
class Attributes:
    """The a attributes of m tags, in order."""

    marks: Marks
    word: Ints
    """(m,) number of each tag's word; 0 for a tag that is none of a word, attributes and an end."""
    tag: Ints
    """(a,) the tag of each attribute, 0 to m - 1."""
    name: Ints
    """(a,) number of its name."""
    opening: Numbers
    """(a,) the mark before its value."""
    closing: Numbers
    """(a,) the mark behind its value."""
    length: Numbers
    """(a,) how many integers its value has, if any: its commas and one, 0 for an empty one."""

    def joined(self, other: Attributes, shift: int) -> Attributes:
        """These and those of `other` tags, whose bytes stand `shift` behind."""
        tags, marks = len(self.word), len(self.marks.place)
        return Attributes(
            Marks(
                np.append(self.marks.place, other.marks.place + shift),
                np.append(self.marks.tags, other.marks.tags + marks),
                np.append(self.marks.count, other.marks.count),
                np.append(self.marks.quotes, other.marks.quotes + marks),
                np.append(self.marks.value, other.marks.value),
            ),
            np.append(self.word, other.word),
            np.append(self.tag, other.tag + tags),
            np.append(self.name, other.name),
            np.append(self.opening, other.opening + marks),
            np.append(self.closing, other.closing + marks),
            np.append(self.length, other.length),
        )


def find_marks(buffer: bytes, quotes: bytes) -> Marks:
    """The marks of a batch, where any of `quotes` are quotation marks, and the integers between them.

    Nearly all integers have at most four digits; those that do not, those with a sign, and those where
    marks are rare, are read apart.
    """
    data = np.frombuffer(buffer, dtype=np.uint8)
    used = [mark for mark in (*b"<,", *quotes) if mark in buffer]
    blocks = [_marks_of(data, start, used) for start in range(LEAD, len(data), BLOCK)]
    place, kind, value, is_unread = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
    is_tag = kind == ord("<")
    is_quote = ~(is_tag | (kind == ord(",")))
    tags, quoted = np.flatnonzero(is_tag), np.flatnonzero(is_quote)
    before = np.cumsum(is_quote, dtype=np.int32)[tags]
    marks = Marks(place, tags, np.diff(before, append=len(quoted)), quoted, value)
    _read_others(buffer, marks, np.flatnonzero(is_unread))
    return marks


def _marks_of(
    data: NDArray[np.uint8], start: int, used: list[int]
) -> tuple[Ints, NDArray[np.uint8], NDArray[np.int32], Bools]:
    """The k marks of a block.

    Returns:
        Their places, the bytes that they are, the short integers before them, and whether there is
        another one, long or signed.
    """
    part = data[start - _BACK : start + BLOCK]
    marked = np.zeros(len(part), dtype=bool)
    for mark in used:
        marked |= part == mark
    place = np.flatnonzero(marked[_BACK:])
    if len(place) * _DENSE > len(part):
        value = _integers_before(part, marked).take(place).astype(np.int32)
    else:
        value = np.full(len(place), -1, dtype=np.int32)
    is_unread = value < 0
    value[is_unread] = NO_INTEGER
    place += start
    is_unread &= data.take(place - 1) - np.uint8(ord("0")) < 10
    return place, data.take(place), value, is_unread


def _integers_before(part: NDArray[np.uint8], marked: Bools) -> NDArray[np.int16]:
    """The integer before each byte but the first `_BACK`.

    It is -1 where there is no integer of one to four digits behind a mark.
    """
    digit = part - np.uint8(ord("0"))
    is_digit = digit < 10
    digit *= is_digit.view(np.uint8)
    pair = digit[1:] + np.uint8(10) * digit[:-1]
    size = len(part)
    one, two, three, four = (is_digit[_BACK - k : size - k] for k in (1, 2, 3, 4))
    is_read = four & marked[: size - _BACK]
    for digits, steps in ((three, 4), (two, 3), (one, 2)):
        is_read |= marked[_BACK - steps : size - steps]
        is_read &= digits
    hundreds = pair[_BACK - 4 : size - 4] * (two & three).view(np.uint8)
    value = hundreds.astype(np.int16) * np.int16(100)
    value += pair[_BACK - 2 : size - 2].astype(np.int16)
    value |= is_read.astype(np.int16) - np.int16(1)
    return value


def _read_others(buffer: bytes, marks: Marks, others: Ints) -> None:
    """Read the integers before the marks number `others`, which are long or signed."""
    data = np.frombuffer(buffer, dtype=np.uint8)
    place = marks.place[others]
    size = place - np.where(others > 0, marks.place[others - 1], LEAD - 1) - 1
    sign = data[place - size]
    is_signed = (sign == ord("-")) | (sign == ord("+"))
    amount = _long_integers(buffer, place, size - is_signed)
    is_minus = (sign == ord("-")) & (amount != NO_INTEGER)
    marks.value[others] = np.where(is_minus, -amount, amount)


def _short_integers(buffer: bytes, place: Ints, size: Ints) -> tuple[NDArray[np.uint32], Bools]:
    """The integers (k,) that the `size` bytes before `place` are, and whether they are digits.

    Digits become numbers of two, then four digits: each step adds up neighbours.
    """
    words = words_before(buffer, place, np.dtype("<u4"))
    shift = (8 * (_SHORT - np.clip(size, 1, _SHORT))).astype(np.uint32)
    digits = (words ^ np.uint32(0x30303030)) >> shift << shift
    beyond = ((digits + np.uint32(0x76767676)) | digits) & np.uint32(0x80808080)
    total = (digits * np.uint32(10) + (digits >> np.uint32(8))) & np.uint32(0x00FF00FF)
    total = (total * np.uint32(100) + (total >> np.uint32(16))) & np.uint32(0xFFFF)
    return total, (beyond == 0) & (size > 0) & (size <= _SHORT)


def _long_integers(buffer: bytes, place: Ints, size: Ints) -> NDArray[np.int32]:
    """The integers (k,) of up to eight digits that stand before `place`, or `NO_INTEGER`."""
    low, is_low = _short_integers(buffer, place, np.minimum(size, _SHORT))
    high, is_high = _short_integers(buffer, place - _SHORT, size - _SHORT)
    is_short = size <= _SHORT
    total = low.astype(np.int32) + np.where(is_short, 0, high.astype(np.int32) * 10**_SHORT)
    return np.where(is_low & (is_short | is_high), total, NO_INTEGER).astype(np.int32)


def find_attributes(buffer: bytes, marks: Marks, is_odd: Bools, names: dict[str, int]) -> Attributes:
    """The attributes of m tags.

    Args:
        buffer: the bytes.
        marks: their marks.
        is_odd: (m,) tags that are not looked at.
        names: numbers of words and names, 0 for the empty one; new ones are added.
    """
    place, quotes, low, count = marks.place, marks.quotes, marks.tags + 1, marks.count
    start = place[marks.tags]
    limit = np.append(start, len(buffer) - LEAD)[1:]
    is_odd = is_odd | (count % 2 > 0)
    sound = np.flatnonzero(~is_odd & (count > 0))
    quotes = quotes[len(quotes) - count.sum() :][np.repeat(~is_odd, count)]
    opening, closing = quotes[::2], quotes[1::2]
    pairs = count[sound] // 2
    tag = np.repeat(sound, pairs)
    last = np.cumsum(pairs) - 1
    first = last - pairs + 1
    begin, end = place.take(opening), place.take(closing)
    before = np.append(0, end + 1)[:-1]
    before[first] = start[sound]
    expected = np.append(0, closing + 1)[:-1]
    expected[first] = low[sound]
    gap, gaps = _intern(buffer, before, begin)
    words, name_of = _named(gaps, names)
    is_end = _are_ends(buffer, end[last] + 1, limit[sound])
    name = name_of.take(gap)
    length = np.where(end - begin == 1, 0, closing - opening)
    word = np.zeros(len(start), dtype=np.int64)
    bare = np.flatnonzero(~is_odd & (count == 0))
    text, texts = _intern(buffer, start[bare], limit[bare])
    word[bare] = _words(texts, names)[text]
    word[sound] = words[gap[first]] * is_end
    word[tag[(name == 0) | (expected != opening)]] = 0
    if b'"' in buffer and b"'" in buffer:
        data = np.frombuffer(buffer, dtype=np.uint8)
        word[tag[data.take(begin) != data.take(end)]] = 0
    if not word[sound].all():
        told = np.flatnonzero(word[tag] > 0)
        tag, name, opening, closing, length = (c[told] for c in (tag, name, opening, closing, length))
    size = np.int32 if len(place) < NEAR else np.int64
    return Attributes(marks, word, tag, name, opening.astype(size), closing.astype(size), length.astype(size))


def _are_ends(buffer: bytes, begin: Ints, limit: Ints) -> Bools:
    """(k,) whether what stands from `begin` to `limit` ends a tag; text may follow."""
    size = limit - begin
    word = words_before(buffer, limit, np.dtype("<u4"))
    is_end = ((size == 2) & (word >> 16 == _CLOSE)) | ((size == 3) & (word >> 8 == _SPACED_CLOSE))
    others = np.flatnonzero(~is_end)
    text, texts = _intern(buffer, begin[others], limit[others])
    is_end[others] = np.array([_TAIL.match(text) is not None for text in texts], dtype=bool)[text]
    return np.asarray(is_end)


def _named(gaps: list[bytes], names: dict[str, int]) -> tuple[Ints, Ints]:
    """Numbers in `names` of the word and the attribute that each gap tells, 0 for none."""
    found = [(_FIRST_GAP if gap.startswith(b"<") else _GAP).fullmatch(gap) for gap in gaps]
    told = [(m[1].decode(), m[2].decode()) if m else ("", "") for m in found]
    numbers = [[names.setdefault(text, len(names)) for text in texts] for texts in told]
    word, name = np.array(numbers, dtype=np.int64).reshape(-1, 2).T
    return word, name


def _words(texts: list[bytes], names: dict[str, int]) -> Ints:
    """Numbers in `names` of the words that tags without attributes are, 0 for none."""
    found = [_BARE.match(text) for text in texts]
    return np.array([names.setdefault(m[1].decode() if m else "", len(names)) for m in found], dtype=np.int64)


def _intern(buffer: bytes, begin: Ints, end: Ints) -> tuple[Ints, list[bytes]]:
    """Numbers (k,) of the texts from `begin` to `end` among the different ones, and these.

    Texts of up to sixteen bytes are two words; those that fall into one slot are compared with the
    last of them.
    """
    size = end - begin
    last, rest = words_before(buffer, end, WORD), words_before(buffer, end - WORD.itemsize, WORD)
    last >>= (8 * np.clip(8 - size, 0, 7)).astype(np.uint64)
    rest >>= (8 * np.clip(16 - size, 0, 7)).astype(np.uint64)
    rest[size <= 8] = 0
    bits = min(max(len(size).bit_length(), _LEAST_BITS), _MOST_BITS)
    slot = (((rest * _MULTIPLIERS[1]) ^ last) * _MULTIPLIERS[0]) >> np.uint64(64 - bits)
    slot = slot.view(np.int64)
    holder = np.zeros(1 << bits, dtype=np.int64)
    holder[slot] = np.arange(len(slot))
    held = holder.take(slot)
    alike = (last == last.take(held)) & (rest == rest.take(held)) & (size == size.take(held)) & (size <= 16)
    used = np.zeros(1 << bits, dtype=bool)
    used[slot[alike]] = True
    number = (np.cumsum(used) - 1).take(slot)
    shown = holder[used]
    texts = [buffer[a:b] for a, b in zip(begin[shown].tolist(), end[shown].tolist(), strict=True)]
    others = np.flatnonzero(~alike)
    more: dict[bytes, int] = {}
    for row, a, b in zip(others.tolist(), begin[others].tolist(), end[others].tolist(), strict=True):
        number[row] = more.setdefault(buffer[a:b], len(texts) + len(more))
    return number, [*texts, *more]
