"""Where JSON values end in text that may be broken anywhere, found in linear time.

Text is not parsed: brackets are counted outside of strings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?|[{}\[\]]', re.DOTALL)
"""A string, or a bracket outside of one."""
_OBJECT: Final = re.compile(rb'(?:[^"{}]++|"(?:[^"\\\n]++|\\[^\n])*+")*+([{}])')
_ARRAY: Final = re.compile(rb'(?:[^"\[\]]++|"(?:[^"\\\n]++|\\[^\n])*+")*+([\[\]])')
"""The next bracket outside of strings, in which no line ends."""
BETWEEN: Final = re.compile(rb"(?:\xef\xbb\xbf|[\s,\[\]])*+")
"""What stands between objects, in an array or not."""
_ACTION: Final = re.compile(BETWEEN.pattern + rb'\{\s*"type"\s*:\s*"[a-z_]+"')
_LISTED: Final = re.compile(rb'"log"\s*:\s*\[\s*\[\s*\[')
_NEXT: Final = re.compile(rb"\n(?=\{)")
_LINE: Final = re.compile(rb"[^\n]*")


class Piece(NamedTuple):
    """A JSON object of a document, or something that is none."""

    offset: int
    """Where it begins in the document; for an encoded link, where the link begins."""
    data: bytes
    """Its text, decoded if it stood in a link."""
    in_place: bool = True
    """Whether `data` is the document's own text at `offset`."""
    problem: str = ""
    """Why it is no JSON object; empty when it may be one."""


def begins_with_action(text: bytes) -> bool:
    """Whether the first object says its type first, as actions do, which may keep fields of other formats.

    >>> begins_with_action(b'[{"type":"start_game","rule":{}}]'), begins_with_action(b'{"rule":{}}')
    (True, False)
    """
    return _ACTION.match(text) is not None


def has_listed_rounds(text: bytes) -> bool:
    """Whether rounds stand in it as lists of lists, Tenhou's way; they, too, keep fields of other formats."""
    return _LISTED.search(text) is not None


def pieces(data: bytes) -> Iterator[Piece]:
    """Cut a document into its objects; what is between them and no separator has a `problem`."""
    values = Values(data, _NEXT)
    at = end_of(BETWEEN, data, 0)
    while at < len(data):
        piece = values.piece(at)
        yield piece
        at = end_of(BETWEEN, data, at + len(piece.data))


def value_end(data: bytes, start: int, limit: int) -> int:
    """Where the object or array that begins at `start` ends before `limit`; -1 where it does not.

    >>> value_end(b'{"a}":[1,{}]} {}', 0, 16), value_end(b"[[1]", 0, 4)
    (13, -1)
    """
    bracket, opening = (_OBJECT, b"{") if data[start] == ord("{") else (_ARRAY, b"[")
    depth, at = 0, start
    while (found := bracket.match(data, at, limit)) is not None:
        depth += 1 if found[1] == opening else -1
        at = found.end()
        if depth == 0:
            return at
    return -1


def end_of(pattern: re.Pattern[bytes], data: bytes, at: int) -> int:
    """Where `pattern` ends that begins at `at`; `at` itself where there is none."""
    found = pattern.match(data, at)
    return at if found is None else found.end()


class Values:
    r"""Finds the ends of objects and arrays, asked from the beginning of a text to its end.

    A value that does not end goes as far as the next line that begins one; from then on every value
    is expected to end before such a line.  So no part of broken text is looked at again and again.

    Args:
        data: the text.
        line: the end of a line behind which another value begins.

    >>> values = Values(b'{"a":{\n{"b":1}\n', re.compile(rb"\n(?=\{)"))
    >>> values.end(0), values.next_line(0), values.end(7)
    (-1, 6, 14)
    """

    def __init__(self, data: bytes, line: re.Pattern[bytes]) -> None:
        self._data = data
        self._line = line
        self._next = -1
        self._is_whole = True

    def piece(self, at: int, otherwise: str = "no JSON object") -> Piece:
        """The object that begins at `at`, whole or not; a line of anything else is a problem."""
        if self._data[at : at + 1] != b"{":
            return Piece(at, self._data[at : end_of(_LINE, self._data, at)], problem=otherwise)
        end = self.end(at)
        if end < 0:
            return Piece(at, self._data[at : self.next_line(at)], problem="the object does not end")
        return Piece(at, self._data[at:end])

    def end(self, start: int) -> int:
        """Where the value that begins at `start` ends; -1 where it does not."""
        limit = len(self._data) if self._is_whole else self.next_line(start)
        end = value_end(self._data, start, limit)
        if end < 0:
            self.give_up()
        return end

    def give_up(self) -> None:
        """Expect every value to end before the next line that begins one."""
        self._is_whole = False

    def next_line(self, at: int) -> int:
        """Where the line of `at` or a later one ends before one that begins a value; else the end."""
        if self._next < at:
            found = self._line.search(self._data, at)
            self._next = found.start() if found else len(self._data)
        return self._next
