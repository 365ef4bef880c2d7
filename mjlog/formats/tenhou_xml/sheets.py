"""Sheets: all tags of one name in Tenhou's XML, whose attributes are columns of integers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from mjlog.formats.tenhou_xml.attributes import (
    NAME,
    NO_INTEGER,
    Attributes,
    Bools,
    Ints,
    Marks,
    Numbers,
    find_attributes,
    find_marks,
)
from mjlog.formats.tenhou_xml.tags import CLASS, DISCARD, END, LEAD, NOT_SIMPLE, Markup, Problem, Texts
from mjlog.formats.tenhou_xml.tiles import HIDDEN, LAST_ID

ROUND_TAGS: Final = ("INIT", "N", "REACH", "DORA", "AGARI", "RYUUKYOKU", "BYE")
"""Tags of what happens in a round."""
_TAG: Final = re.compile(
    rf"<(/?[A-Za-z]++)(\d*+)((?:\s++{NAME}\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'))*+)\s*+/?\s*+>".encode()
)
"""A whole tag: its word, a number right behind it, and its attributes."""
_ATTRIBUTE: Final = re.compile(rf"({NAME})\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_WORD: Final = re.compile(rb"</?([A-Za-z]*)")
_INTEGER: Final = re.compile(rb"\s*+([+-]?\d{1,9})\s*+")
_SHOWN: Final = 40


class Column(NamedTuple):
    """An attribute of some tags of a sheet."""

    row: Numbers
    """(j,) the tags that have it, ascending."""
    opening: Numbers
    """(j,) the mark before its value."""
    closing: Numbers
    """(j,) the mark behind its value."""
    length: Numbers
    """(j,) how many integers the value has, if any (see `Attributes`)."""


_ABSENT: Final = Column(*np.zeros((4, 0), dtype=np.int64))


@dataclass(frozen=True, slots=True)
class Sheet:
    """k tags of one name."""

    name: str
    tag: Ints
    """(k,) numbers of the tags in the batch, ascending."""
    columns: dict[str, Column]
    """The attributes that any of them have."""
    marks: Marks
    buffer: bytes

    def column_of(self, name: str) -> Column:
        """Where an attribute stands; in no tag if it is in none."""
        return self.columns.get(name, _ABSENT)

    def count(self, name: str) -> Numbers:
        """(k,) how many integers an attribute has; 0 where it is empty or absent."""
        column = self.column_of(name)
        return self._spread(column.row, column.length)

    def padded(self, markup: Markup, name: str, width: int, most: int, fill: int = 0) -> Numbers:
        """(k, width) integers of an attribute from 0 to `most`, then `fill`.

        Tags that have more of them, or others, break their rounds.
        """
        length = self.count(name)
        values, there = self._values(markup, name, length, width, fill)
        inside = values if there is None else np.where(there, values, 0)
        if inside.size and (inside.min() < 0 or inside.max() > most):
            wrong = ((inside < 0) | (inside > most)).any(axis=1)
            self.blame(markup, np.asarray(wrong), f"{name} holds a number beyond 0 to {most}")
            values = np.where((inside < 0) | (inside > most), np.clip(inside, 0, most), values)
        self.blame(markup, length > width, f"{name} has more than {width} numbers")
        return values

    def rows(self, markup: Markup, name: str, width: int, most: int) -> Numbers:
        """(k, width) integers of an attribute; tags with fewer break their rounds, too (see `padded`)."""
        values = self.padded(markup, name, width, most)
        length = self.count(name)
        self.blame(markup, length == 0, f"no {name}")
        self.blame(markup, (length < width) & (length > 0), f"{name} has fewer than {width} numbers")
        return values

    def column(self, markup: Markup, name: str, most: int) -> Numbers:
        """(k,) the one integer of an attribute (see `rows`)."""
        return self.rows(markup, name, 1, most)[:, 0]

    def signed(self, markup: Markup, name: str, width: int, most: int) -> Numbers:
        """(k, width) the first integers of an attribute, cut to -`most` to `most`, then 0."""
        values, _ = self._values(markup, name, self.count(name), width, 0)
        return np.clip(values, -most, most)

    def texts(self, name: str, rows: Ints | None = None) -> Iterator[tuple[int, str]]:
        """The tags of the sheet, 0 to k - 1, that have an attribute, and what it is.

        Of some `rows` only, if given.
        """
        column = self.column_of(name)
        if rows is not None:
            chosen = np.isin(column.row, rows)
            column = Column(*(part[chosen] for part in column))
        begin, end = self.marks.place[column.opening] + 1, self.marks.place[column.closing]
        spans = zip(begin.tolist(), end.tolist(), strict=True)
        return zip(column.row.tolist(), [self.buffer[a:b].decode() for a, b in spans], strict=True)

    def blame(self, markup: Markup, wrong: Bools, reason: str) -> None:
        """Record that the tags where `wrong` (k,) break their rounds."""
        if wrong.any():
            markup.blame(self.tag[wrong], f"{self.name}: {reason}")

    def _values(
        self, markup: Markup, name: str, length: Numbers, width: int, fill: int
    ) -> tuple[Numbers, Bools | None]:
        """(k, width) integers of an attribute, then `fill`, and where they stand, None for everywhere.

        What is no integer breaks its round.
        """
        column = self.column_of(name)
        first = self._spread(column.row, column.opening + 1)
        used = min(width, int(length.max(initial=0)))
        marks = first[:, None] + np.arange(used)
        if used == width and length.min() >= width:
            values, there = self.marks.value.take(marks), None
        else:
            there = np.arange(width) < length[:, None]
            marks[~there[:, :used]] = 0
            values = np.full((len(self.tag), width), fill, dtype=np.int32)
            if used:
                values[:, :used] = np.where(there[:, :used], self.marks.value.take(marks), np.int32(fill))
        if values.size and values.min() == NO_INTEGER:
            self._mend(markup, name, values, marks)
        return values, there

    def _spread(self, row: Numbers, values: Numbers) -> Numbers:
        """(k,) the `values` of some rows, 0 for the others."""
        if len(row) == len(self.tag):
            return values
        spread = np.zeros(len(self.tag), dtype=np.int64)
        spread[row] = values
        return spread

    def _mend(self, markup: Markup, name: str, values: Numbers, marks: Ints) -> None:
        """Read integers of an attribute that are spelled oddly; what is none becomes 0."""
        texts = dict(self.texts(name))
        for row in np.flatnonzero((values == NO_INTEGER).any(axis=1)).tolist():
            for place in np.flatnonzero(values[row] == NO_INTEGER).tolist():
                begin, end = self.marks.place[marks[row, place] - 1 : marks[row, place] + 1].tolist()
                integer = _INTEGER.fullmatch(self.buffer[begin + 1 : end])
                values[row, place] = int(integer[1]) if integer else NO_INTEGER
            if (values[row] == NO_INTEGER).any():
                reason = f'{self.name}: {name}="{texts[row][:_SHOWN]}" is no list of numbers'
                markup.problems.append(Problem(int(self.tag[row]), reason, breaks_round=True))
        values[values == NO_INTEGER] = 0


def sort_tags(markup: Markup) -> dict[str, Sheet]:
    """Sort the tags of `markup` that are not simple into sheets by name; others become problems.

    There is a sheet for each of `ROUND_TAGS`, if an empty one.
    """
    tags = np.flatnonzero(markup.simple == NOT_SIMPLE)
    texts, row = markup.texts, markup.texts.row.copy()
    names = {name: number for number, name in enumerate(("", *ROUND_TAGS))}
    buffer = texts.buffer
    marks = find_marks(buffer, b"\"'")
    found = find_attributes(buffer, marks, _is_foreign(texts), names)
    odd = np.flatnonzero(found.word.take(row) == 0)
    rewritten = _rewritten(markup, tags[odd]) if len(odd) else []
    if rewritten:
        numbers, lines = zip(*rewritten, strict=True)
        more = b"".join([b"\0" * LEAD, *lines, b"\0" * LEAD])
        is_odd = np.zeros(len(lines), dtype=bool)
        again = find_attributes(more, find_marks(more, b'"'), is_odd, names)
        row[np.searchsorted(tags, numbers)] = len(tags) + np.arange(len(lines))
        _blame_quotes(markup, np.array(numbers)[again.word == 0])
        found, buffer = found.joined(again, len(buffer)), buffer + more
    return _sheets(markup, buffer, tags, row, found, list(names))


def _is_foreign(texts: Texts) -> Bools:
    """(m,) whether there are bytes other than ASCII in texts."""
    is_foreign = np.zeros(len(texts.row), dtype=bool)
    if not texts.buffer.isascii():
        is_foreign[np.searchsorted(texts.begin, np.flatnonzero(texts.data > 127), side="right") - 1] = True
    return is_foreign


def _sheets(
    markup: Markup, buffer: bytes, tags: Ints, row: Ints, found: Attributes, names: list[str]
) -> dict[str, Sheet]:
    """The sheets of tags number `tags` (m,), whose attributes are those of the rows (m,) of `found`."""
    word = found.word.take(row)
    tag_of = np.zeros(len(found.word), dtype=np.int64)
    tag_of[row] = np.arange(len(row))
    owner = tag_of.take(found.tag)
    key = (found.word.take(found.tag) * len(names) + found.name).astype(np.min_scalar_type(len(names) ** 2))
    attribute = np.argsort(key, kind="stable")
    if _is_unsorted(key.take(attribute), owner.take(attribute)):
        attribute = np.lexsort((owner, key))
    key, owner = key.take(attribute), owner.take(attribute)
    is_twice = owner[1:] == owner[:-1]
    is_twice &= key[1:] == key[:-1]
    if is_twice.any():
        twice = np.unique(owner[1:][is_twice])
        _blame_quotes(markup, tags[twice])
        word[twice] = 0
        kept = np.flatnonzero(word.take(owner) > 0)
        key, owner, attribute = key[kept], owner[kept], attribute[kept]
    number = np.empty(len(tags), dtype=found.opening.dtype)
    sheets = {}
    by_word = np.argsort(word.astype(np.min_scalar_type(len(names))), kind="stable")
    for members in np.split(by_word, np.flatnonzero(np.diff(word.take(by_word))) + 1):
        if len(members) and word[members[0]] > 0:
            number[members] = np.arange(len(members))
            name = names[int(word[members[0]])]
            sheets[name] = Sheet(name, tags[members], {}, found.marks, buffer)
    for name in ROUND_TAGS:
        sheets.setdefault(name, Sheet(name, np.zeros(0, dtype=np.int64), {}, found.marks, buffer))
    parts = (part.take(attribute) for part in (found.opening, found.closing, found.length))
    column = Column(number.take(owner), *parts)
    bounds = np.append(0, np.flatnonzero(key[1:] != key[:-1]) + 1).tolist() if len(key) else []
    for begin, end in pairwise([*bounds, len(key)]):
        of, called = divmod(int(key[begin]), len(names))
        sheets[names[of]].columns[names[called]] = Column(*(part[begin:end] for part in column))
    return sheets


def _is_unsorted(key: Ints, owner: Ints) -> bool:
    """Whether owners (a,) of one key do not ascend; keys (a,) do."""
    return bool(((owner[1:] < owner[:-1]) & (key[1:] == key[:-1])).any())


def _blame_quotes(markup: Markup, tags: Ints) -> None:
    for tag in tags.tolist():
        word = _WORD.match(markup.text(tag))
        name = word[1].decode() if word else ""
        reason = f"{name}: an attribute twice, or a quotation mark in one"
        markup.problems.append(Problem(tag, reason, breaks_round=name in ROUND_TAGS))


def _rewritten(markup: Markup, tags: Ints) -> list[tuple[int, bytes]]:
    """Match tags that are spelled oddly one by one: their numbers, and themselves in the usual spelling.

    Others are draws and discards, or problems.  Of those that cannot be read and follow one another
    in one document the first is told.
    """
    kept: list[tuple[int, bytes]] = []
    unread = -2
    for index in tags.tolist():
        text = markup.text(index)
        found = _TAG.match(text)
        if found is None:
            if index != unread + 1 or text.startswith(b"<INIT"):
                markup.problems.append(_unreadable(markup, index, text))
            unread = index
            continue
        name, digits, rest = found[1].decode(), found[2], found[3]
        if digits or (len(name) == 1 and CLASS[ord(name)] != NOT_SIMPLE):
            _add_numbered(markup, index, name, digits)
            continue
        try:
            listed = _ATTRIBUTE.findall(rest.decode())
        except UnicodeDecodeError:
            markup.problems.append(Problem(index, f"{name}: not UTF-8 text", name in ROUND_TAGS))
            continue
        if any('"' in value for _, _, value in listed):
            _blame_quotes(markup, np.array([index]))
            continue
        usual = "".join(f' {key}="{a or b}"' for key, a, b in listed)
        kept.append((index, f"<{name}{usual}/>".encode()))
    return kept


def _add_numbered(markup: Markup, index: int, word: str, digits: bytes) -> None:
    """A draw or discard with blanks or attributes in its tag, or without number."""
    code = int(CLASS[ord(word)]) if len(word) == 1 else NOT_SIMPLE
    reason = None
    if code == NOT_SIMPLE:
        reason = f"unknown tag {word}{digits.decode()}"[:52]
    elif len(digits) > 3 or int(digits or b"0") > LAST_ID:
        reason = f"no tile has the number {digits.decode()[:9]}"
    elif not digits and code >= DISCARD:
        reason = "a discard without tile"
    if reason is not None:
        markup.problems.append(Problem(index, reason, breaks_round=True))
        return
    markup.simple[index] = code
    markup.tile_id[index] = int(digits) if digits else HIDDEN


def _unreadable(markup: Markup, index: int, text: bytes) -> Problem:
    """Why a tag whose bytes are `text` cannot be read."""
    word = _WORD.match(text)
    name = word[1].decode() if word else ""
    if markup.simple[index + 1] == END and b">" not in text:
        return Problem(index, f"the document ends within a tag <{name}", breaks_round=False)
    return Problem(index, f"a tag that cannot be read: <{name}", breaks_round=True)
