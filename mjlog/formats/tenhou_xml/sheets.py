"""Sheets: tags of Tenhou's XML with the same attributes, decoded together.

Without digits and commas a tag is a skeleton; of all tags with one skeleton the first is matched
and tells the attributes of all.  The numbers of all tags are decoded by arithmetic, and an
attribute of a sheet is a range of them in each of its tags.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.tenhou_xml.tags import (
    NOT_SIMPLE,
    TAG,
    Markup,
    add_headers,
    attributes_of,
)

SHEET_TAGS: Final = ("INIT", "N", "REACH", "DORA", "AGARI", "RYUUKYOKU", "BYE")
FREE_TEXTS: Final = frozenset(("owari",))
"""Texts that differ from tag to tag: only the tag itself says what they are."""
_FIRST_LETTERS: Final = np.array([ord(name[0]) for name in SHEET_TAGS], dtype=np.uint8)
_LOOSE: Final = b"0123456789-,"
_WITHOUT_NUMBERS: Final = str.maketrans("", "", _LOOSE.decode() + "+")
_MOST_FIXED: Final = 16
"""Numbers in a name or text that make a difference."""
_MOST_DIGITS: Final = 9

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Numbers:
    """All integers in the texts of m tags."""

    value: Ints
    """(t,) the integers."""
    before: NDArray[np.int32]
    """(bytes + 1,) how many integers begin before each place."""
    commas: NDArray[np.int32]
    """(bytes + 1,) how many commas, and signs without number, stand before each place."""
    garbled: NDArray[np.int32]
    """(t + 1,) how many integers before each are none: too long, or cut by a sign."""
    begin: Ints
    """(m + 1,) where each text begins, and the last one ends."""
    quotes: Ints
    """(q,) places of the quotation marks."""
    first_quote: Ints
    """(m + 1,) number of each text's first quotation mark."""


@dataclass(frozen=True, slots=True)
class _Source:
    """The m tags that sheets are made of."""

    markup: Markup
    texts: list[bytes]
    """(m,) the tags."""
    tag: Ints
    """(m,) their numbers in the batch."""
    numbers: _Numbers


@dataclass(frozen=True, slots=True)
class Sheet:
    """k tags of one name with the same attributes."""

    name: str
    tag: Ints
    """(k,) numbers of the tags in the batch, ascending."""
    texts: dict[str, str]
    """The attributes that are no lists of integers, the first tag's."""
    first: dict[str, Ints]
    """Of each list of integers: (k,) its first one's place in `value`."""
    length: dict[str, Ints]
    """Of each list of integers: (k,) how many there are."""
    value: Ints
    """All integers of the batch, and one more."""

    def count(self, name: str) -> Ints:
        """(k,) how many integers an attribute has; 0 where it is empty or absent."""
        return self.length.get(name, np.zeros(len(self.tag), dtype=np.int64))

    def padded(self, markup: Markup, name: str, width: int, most: int, fill: int = 0) -> Ints:
        """(k, width) integers of an attribute from 0 to `most`, then `fill`.

        Tags that have more of them, or others, break their rounds.

        Raises:
            ValueError: when the attribute is absent or no list of integers.
        """
        if name not in self.first:
            raise ValueError(self._absence(name))
        there = np.arange(width) < self.length[name][:, None]
        values = self.value[np.where(there, self.first[name][:, None] + np.arange(width), -1)]
        wrong = there & ((values < 0) | (values > most))
        self.blame(markup, np.asarray(wrong.any(axis=1)), f"{name} holds a number beyond 0 to {most}")
        self.blame(markup, self.length[name] > width, f"{name} has more than {width} numbers")
        return np.where(there, np.clip(values, 0, most), fill)

    def rows(self, markup: Markup, name: str, width: int, most: int) -> Ints:
        """(k, width) integers of an attribute; tags with fewer break their rounds, too (see `padded`)."""
        values = self.padded(markup, name, width, most)
        short = self.length[name] < width
        self.blame(markup, short & (self.length[name] == 0), f"no {name}")
        self.blame(markup, short & (self.length[name] > 0), f"{name} has fewer than {width} numbers")
        return values

    def column(self, markup: Markup, name: str, most: int) -> Ints:
        """(k,) the one integer of an attribute (see `rows`)."""
        return self.rows(markup, name, 1, most)[:, 0]

    def signed(self, name: str, width: int, most: int) -> Ints:
        """(k, width) the first integers of an attribute, cut to -`most` to `most`, then 0.

        Raises:
            ValueError: when the attribute is no list of integers.
        """
        if name in self.texts:
            raise ValueError(self._absence(name))
        there = np.arange(width) < self.count(name)[:, None]
        if name not in self.first:
            return np.zeros(there.shape, dtype=np.int64)
        values = self.value[np.where(there, self.first[name][:, None] + np.arange(width), -1)]
        return np.where(there, np.clip(values, -most, most), 0)

    def _absence(self, name: str) -> str:
        return (
            f'{name}="{self.texts[name][:40]}" is no list of numbers' if name in self.texts else f"no {name}"
        )

    def blame(self, markup: Markup, wrong: NDArray[np.bool_], reason: str) -> None:
        """Record that the tags where `wrong` (k,) break their rounds."""
        if wrong.any():
            markup.blame(self.tag[wrong], f"{self.name}: {reason}")


def sort_tags(markup: Markup) -> dict[str, list[Sheet]]:
    """Sort the tags of `markup` that are not simple: into sheets by name, headers and problems."""
    tags = np.flatnonzero(markup.simple == NOT_SIMPLE)
    starts = markup.position[tags]
    ends = np.repeat(markup.ends, np.diff(markup.first, append=len(markup.position)))
    limits = np.minimum(np.append(markup.position[1:], len(markup.buffer)), ends)[tags]
    letter = np.frombuffer(markup.buffer, dtype=np.uint8)[starts + 1]
    in_sheet = np.isin(letter, _FIRST_LETTERS) & (limits > starts + 1)
    headers = np.stack([tags, starts, limits], axis=1)[~in_sheet]
    add_headers(markup, ((tag, markup.buffer[start:limit]) for tag, start, limit in headers.tolist()))
    texts = [
        _cut(markup.buffer[a:b])
        for a, b in zip(starts[in_sheet].tolist(), limits[in_sheet].tolist(), strict=True)
    ]
    groups: defaultdict[bytes, list[int]] = defaultdict(list)
    for row, text in enumerate(texts):
        groups[text.translate(None, _LOOSE)].append(row)
    source = _Source(markup, texts, tags[in_sheet], _numbers(texts))
    sheets: dict[str, list[Sheet]] = {name: [] for name in SHEET_TAGS}
    for members in groups.values():
        for sheet in _sheets(source, np.array(members, dtype=np.int64)):
            sheets[sheet.name].append(sheet)
    markup.headers.sort()
    return sheets


def _cut(text: bytes) -> bytes:
    """A tag without the text behind it."""
    return text if text.endswith(b">") else text[: text.find(b">") + 1] or text


def _numbers(texts: list[bytes]) -> _Numbers:
    data = np.frombuffer(b"\n".join([b"", *texts, b""]), dtype=np.uint8)
    digit = data - np.uint8(ord("0")) < 10
    edges = np.flatnonzero(digit[1:] != digit[:-1]) + 1
    starts, last = edges[::2], edges[1::2] - 1
    lengths = last - starts + 1
    values = _digit(data, last)
    for place in (1, 2):
        values += _digit(data, last - place) * 10**place * (lengths > place)
    rows = np.flatnonzero(lengths > 3)
    for place in range(3, _MOST_DIGITS):
        rows = rows[lengths[rows] > place]
        values[rows] += _digit(data, last[rows] - place) * 10**place
    minus = data == ord("-")
    negative = minus[starts - 1]
    values[negative] *= -1
    garbled = (lengths > _MOST_DIGITS) | (negative & digit[starts - 2])
    begins = np.zeros(len(data) + 1, dtype=np.int8)
    begins[starts + 1] = 1
    commas = np.zeros(len(data) + 1, dtype=np.int8)
    commas[1:] = data == ord(",")
    stray = np.flatnonzero(minus[:-1] & ~digit[1:])
    commas[stray + 1] = 1
    quotes = np.flatnonzero((data == ord('"')) | (data == ord("'")))
    bounds = np.cumsum([1, *map(len, texts)]) + np.arange(len(texts) + 1)
    return _Numbers(
        value=np.append(values, 0),
        before=np.cumsum(begins, dtype=np.int32),
        commas=np.cumsum(commas, dtype=np.int32),
        garbled=np.cumsum(np.append(False, garbled), dtype=np.int32),
        begin=bounds,
        quotes=quotes,
        first_quote=np.searchsorted(quotes, bounds),
    )


def _digit(data: NDArray[np.uint8], place: Ints) -> Ints:
    return (data[place] - np.uint8(ord("0"))).astype(np.int64)


def _sheets(source: _Source, rows: Ints) -> Iterator[Sheet]:
    """The sheets of the tags number `rows` (k,), which have one skeleton."""
    numbers = source.numbers
    first, end = numbers.first_quote[rows[0] : rows[0] + 2]
    quotes = numbers.quotes[numbers.first_quote[rows][:, None] + np.arange(end - first)]
    marks = np.column_stack([numbers.begin[rows], quotes, numbers.begin[rows + 1]])
    for part in _split(_fixed(marks, range(0, marks.shape[1] - 1, 2), numbers, with_commas=True)):
        yield from _named_alike(source, rows[part], marks[part])


def _named_alike(source: _Source, rows: Ints, marks: Ints) -> Iterator[Sheet]:
    """The sheets of tags number `rows` (k,) whose attributes have the same names."""
    tags = source.tag[rows]
    found = TAG.fullmatch(source.texts[rows[0]])
    name = found[1].decode() if found else ""
    if found is None or found[2] or name not in SHEET_TAGS:
        texts = (source.texts[row] for row in rows.tolist())
        add_headers(source.markup, zip(tags.tolist(), texts, strict=True))
        return
    try:
        attributes = attributes_of(found[3])
    except UnicodeDecodeError:
        source.markup.blame(tags, f"{name}: not UTF-8 text")
        return
    if marks.shape[1] != 2 * len(attributes) + 2:
        source.markup.blame(tags, f"{name}: an attribute twice, or a quotation mark in one")
        return
    words = [
        2 * place + 1
        for place, (key, text) in enumerate(attributes.items())
        if key not in FREE_TEXTS and not _is_list(text)
    ]
    for part in _split(_fixed(marks, words, source.numbers, with_commas=False)):
        again = TAG.fullmatch(source.texts[rows[part[0]]])
        assert again is not None  # the first tag was matched; digits in quotes make no difference
        yield _sheet(source, name, attributes_of(again[3]), tags[part], marks[part])


def _is_list(text: str) -> bool:
    """Whether an attribute is a list of integers, sound or not."""
    return not text.translate(_WITHOUT_NUMBERS).strip()


def _fixed(marks: Ints, spans: Iterable[int], numbers: _Numbers, *, with_commas: bool) -> Ints:
    """(k, f) the digits, and the count of commas, between marks n and n + 1 of tags, for n in `spans`."""
    last = len(numbers.value) - 1
    columns = [np.zeros(len(marks), dtype=np.int64)]
    for mark in spans:
        first = numbers.before[marks[:, mark]]
        count = numbers.before[marks[:, mark + 1]] - first
        columns.append(count)
        compared = range(min(int(count.max()), _MOST_FIXED))
        columns += [np.where(n < count, numbers.value[np.minimum(first + n, last)], 0) for n in compared]
        if with_commas:
            columns.append(numbers.commas[marks[:, mark + 1]] - numbers.commas[marks[:, mark]])
    return np.column_stack(columns)


def _split(fixed: Ints) -> list[Ints]:
    """Numbers of the rows (k, f) that are equal, for each different row."""
    if (fixed == fixed[0]).all():
        return [np.arange(len(fixed))]
    part = np.unique(fixed, axis=0, return_inverse=True)[1].reshape(-1)
    return np.split(np.argsort(part, kind="stable"), np.cumsum(np.bincount(part))[:-1])


def _sheet(source: _Source, name: str, attributes: dict[str, str], tags: Ints, marks: Ints) -> Sheet:
    numbers = source.numbers
    texts: dict[str, str] = {}
    first: dict[str, Ints] = {}
    length: dict[str, Ints] = {}
    for place, (key, text) in enumerate(attributes.items()):
        if key in FREE_TEXTS or not _is_list(text):
            texts[key] = text
            continue
        start, end = marks[:, 2 * place + 1], marks[:, 2 * place + 2]
        first[key] = numbers.before[start].astype(np.int64)
        length[key] = numbers.before[end] - first[key]
        commas = numbers.commas[end] - numbers.commas[start]
        cut = numbers.garbled[first[key] + length[key]] - numbers.garbled[first[key]]
        wrong = (commas != np.maximum(length[key] - 1, 0)) | (cut > 0)
        if wrong.any():
            source.markup.blame(tags[wrong], f"{name}: {key} is garbled")
    return Sheet(name, tags, texts, first, length, numbers.value)
