"""Sheets: tags of Tenhou's XML that differ in their digits only, decoded together.

Without its digits a tag is a skeleton; of all tags with one skeleton the first is matched, and
says how many numbers each attribute holds.  The numbers of all tags are decoded by arithmetic.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.tenhou_xml_tags import (
    NOT_SIMPLE,
    TAG,
    Markup,
    add_header,
    add_numbered,
    attributes_of,
    is_numbered,
    unreadable,
)

SHEET_TAGS: Final = ("INIT", "N", "REACH", "DORA", "AGARI", "RYUUKYOKU", "BYE")
_FIRST_LETTERS: Final = frozenset(name.encode()[0] for name in SHEET_TAGS)
_DIGITS: Final = b"0123456789-"
_LIST: Final = re.compile(r"\s*(?:[+-]?\d+(?:\s*,\s*[+-]?\d+)*)?\s*", re.ASCII)
_RUN: Final = re.compile(r"\d+", re.ASCII)
_MOST_DIGITS: Final = 9
_GARBLED: Final = 1 << 40
"""Value of a number that is too long, or stands behind another with but a sign between."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """k tags of one name with the same attributes."""

    name: str
    tag: NDArray[np.int64]
    """(k,) numbers of the tags in the batch, ascending."""
    numbers: dict[str, NDArray[np.int64]]
    """Attributes that are lists of integers: (k, w) each, w 0 where empty."""
    texts: dict[str, str]
    """The other attributes, the first tag's."""

    def lists(self, name: str) -> NDArray[np.int64]:
        """(k, w) integers of an attribute.

        Raises:
            ValueError: when it is absent, empty or no list of integers.
        """
        values = self.numbers.get(name)
        if values is None or values.shape[1] == 0:
            problem = (
                f'{name}="{self.texts[name][:40]}" is no list of numbers'
                if name in self.texts
                else f"no {name}"
            )
            raise ValueError(problem)
        return values

    def rows(self, name: str, width: int) -> NDArray[np.int64]:
        """(k, width) integers of an attribute.

        Raises:
            ValueError: when it has another number of them, or see `lists`.
        """
        values = self.lists(name)
        if values.shape[1] != width:
            raise ValueError(f"{name} has {values.shape[1]} numbers, not {width}")
        return values

    def column(self, name: str) -> NDArray[np.int64]:
        """(k,) the one integer of an attribute (errors: see `rows`)."""
        return self.rows(name, 1)[:, 0]

    def bounded(self, markup: Markup, name: str, most: int, width: int | None = None) -> NDArray[np.int64]:
        """(k, w) integers of an attribute from 0 to `most`; tags with others break their rounds.

        Raises:
            ValueError: when there are not `width` integers, or none (errors: see `rows`).
        """
        values = self.lists(name) if width is None else self.rows(name, width)
        wrong = ((values < 0) | (values > most)).any(axis=1)
        if wrong.any():
            markup.blame(self.tag[wrong], f"{self.name}: {name} holds a number beyond 0 to {most}")
        return np.clip(values, 0, most)

    def has(self, name: str) -> bool:
        """Whether an attribute is there and not empty."""
        return bool(self.texts.get(name)) or (name in self.numbers and self.numbers[name].shape[1] > 0)


def sort_tags(markup: Markup) -> dict[str, list[Sheet]]:
    """Sort the tags of `markup` that are not simple: into sheets by name, headers and problems."""
    buffer = markup.buffer
    numbers = np.flatnonzero(markup.simple == NOT_SIMPLE)
    ends = np.repeat(markup.ends, np.diff(markup.first, append=len(markup.position)))
    limits = np.minimum(np.append(markup.position[1:], len(buffer)), ends)
    groups: defaultdict[bytes, list[int]] = defaultdict(list)
    texts: list[bytes] = []
    tags: list[int] = []
    starts = markup.position[numbers].tolist()
    for index, start, limit in zip(numbers.tolist(), starts, limits[numbers].tolist(), strict=True):
        text = buffer[start:limit]
        if len(text) < 2 or text[1] not in _FIRST_LETTERS:
            add_header(markup, index, text)
            continue
        if text[-1] != ord(">"):
            text = text[: text.find(b">") + 1] or text
        groups[_skeleton(text)].append(len(tags))
        tags.append(index)
        texts.append(text)
    values, first = _numbers(texts)
    sheets: dict[str, list[Sheet]] = {name: [] for name in SHEET_TAGS}
    tag_numbers = np.array(tags, dtype=np.int64)
    for members in groups.values():
        rows = np.array(members, dtype=np.int64)
        for sheet in _sheets(markup, tag_numbers[rows], [texts[row] for row in members], values, first[rows]):
            sheets[sheet.name].append(sheet)
    return sheets


def _skeleton(text: bytes) -> bytes:
    """A tag without digits and signs; an empty attribute stays apart from one of a single number."""
    return text.replace(b'""', b'"."').replace(b"''", b"'.'").translate(None, _DIGITS)


def _numbers(texts: list[bytes]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All integers in `texts` (t,), and for each text (m, 2) its first and the next text's first."""
    data = np.frombuffer(b"\n".join([b"", *texts, b""]), dtype=np.uint8)
    digit = data - np.uint8(ord("0")) < 10
    edges = np.flatnonzero(digit[1:] != digit[:-1]) + 1
    starts, lengths = edges[::2], edges[1::2] - edges[::2]
    last = edges[1::2] - 1
    values = _digit(data, last)
    for place in (1, 2):
        values += _digit(data, last - place) * 10**place * (lengths > place)
    rows = np.flatnonzero(lengths > 3)
    for place in range(3, _MOST_DIGITS):
        rows = rows[lengths[rows] > place]
        values[rows] += _digit(data, last[rows] - place) * 10**place
    negative = data[starts - 1] == ord("-")
    values[negative] *= -1
    values[(lengths > _MOST_DIGITS) | (negative & digit[starts - 2])] = _GARBLED
    bounds = np.cumsum([1, *(len(text) + 1 for text in texts)])
    first = np.searchsorted(starts, bounds)
    return values, np.stack([first[:-1], first[1:]], axis=1)


def _digit(data: NDArray[np.uint8], place: NDArray[np.int64]) -> NDArray[np.int64]:
    return (data[place] - np.uint8(ord("0"))).astype(np.int64)


def _sheets(
    markup: Markup,
    tags: NDArray[np.int64],
    texts: list[bytes],
    values: NDArray[np.int64],
    span: NDArray[np.int64],
) -> Iterator[Sheet]:
    """The sheets of `tags` (k,) with one skeleton; more than one when fixed digits differ."""
    found = TAG.fullmatch(texts[0])
    word = found[1].decode() if found else ""
    if found is None:
        markup.problems.extend(
            unreadable(markup, tag, text) for tag, text in zip(tags.tolist(), texts, strict=True)
        )
    elif is_numbered(found[1], found[2]):
        for tag, text in zip(tags.tolist(), texts, strict=True):
            again = TAG.fullmatch(text)
            assert again is not None  # the skeleton does not hold digits
            add_numbered(markup, tag, again[1], again[2])
    elif word not in SHEET_TAGS:
        for tag, text in zip(tags.tolist(), texts, strict=True):
            add_header(markup, tag, text)
    else:
        yield from _decoded(markup, word, found[3], tags, texts, values, span)


def _decoded(
    markup: Markup,
    name: str,
    sample: bytes,
    tags: NDArray[np.int64],
    texts: list[bytes],
    values: NDArray[np.int64],
    span: NDArray[np.int64],
) -> Iterator[Sheet]:
    try:
        attributes = attributes_of(sample)
    except UnicodeDecodeError:
        markup.blame(tags, f"{name}: not UTF-8 text")
        return
    slices, fixed, width = _layout(attributes)
    fits = span[:, 1] - span[:, 0] == width
    table = values[np.where(fits, span[:, 0], 0)[:, None] + np.arange(width)]
    fits &= (table != _GARBLED).all(axis=1)
    markup.blame(tags[~fits], f"{name}: an attribute is garbled")
    table, tags = table[fits], tags[fits]
    if not len(tags):
        return
    if (table[:, fixed] != table[0, fixed]).any():
        kept = np.flatnonzero(fits)
        part = np.unique(table[:, fixed], axis=0, return_inverse=True)[1].reshape(-1)
        for number in range(part.max() + 1):
            rows = kept[part == number]
            again = TAG.fullmatch(texts[rows[0]])
            assert again is not None  # the skeleton does not hold digits
            own = [texts[row] for row in rows]
            yield from _decoded(markup, name, again[3], tags[part == number], own, values, span[rows])
        return
    yield Sheet(
        name=name,
        tag=tags,
        numbers={key: table[:, columns] for key, columns in slices.items()},
        texts={key: text for key, text in attributes.items() if key not in slices},
    )


def _layout(attributes: dict[str, str]) -> tuple[dict[str, slice], list[int], int]:
    """Which of a tag's numbers each list of integers holds, which are fixed, and how many there are.

    Digits in names and texts are fixed: tags that differ in them are of different sheets.
    """
    slices: dict[str, slice] = {}
    fixed: list[int] = []
    width = 0
    for key, text in attributes.items():
        in_name, in_text = len(_RUN.findall(key)), len(_RUN.findall(text))
        fixed += range(width, width + in_name)
        width += in_name
        if _LIST.fullmatch(text):
            slices[key] = slice(width, width + in_text)
        elif key not in FREE_TEXTS:
            fixed += range(width, width + in_text)
        width += in_text
    return slices, fixed, width


FREE_TEXTS: Final = frozenset(("owari",))
"""Texts that differ from tag to tag: only the tag itself says what they are."""
