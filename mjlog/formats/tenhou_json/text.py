"""From the text of a tenhou.net/6 document to its JSON objects, wherever and however they stand.

One object, several after one another, one a line, an array of them, and links of the log editor
(``https://tenhou.net/6/#json=...``, percent-encoded or not) are all read by one scanner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple
from urllib.parse import unquote_to_bytes

LINK: Final = re.compile(rb"https?://tenhou\.net/\d/?(?:\?[^#\s]*)?#json=")
"""A link of the log viewer (5) or editor (6) that holds the log itself."""

_BETWEEN: Final = re.compile(rb"(?:\xef\xbb\xbf|[\s,\[\]])*+")
_BRACE: Final = re.compile(rb'(?:[^"{}]++|"(?:[^"\\]++|\\.)*+")*+([{}])', re.DOTALL)
_NEXT: Final = re.compile(rb"\n(?=\{|https?://)")
_WORD: Final = re.compile(rb"\S*")
_VIEW: Final = re.compile(rb"(?:&\w+=[\w.-]*)*")
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


def pieces(data: bytes) -> Iterator[Piece]:
    """Cut a document into its objects; what is between them and no separator has a `problem`.

    An object that does not end takes the rest of the document, but not what begins a later line:
    from then on every object is expected to end before the next line that begins one.
    """
    at, is_whole = _skip(data, 0), True
    while at < len(data):
        link = LINK.match(data, at)
        word = _match(_WORD, data, link.end()) if link else at
        if link and b'"' not in data[link.end() : word]:
            yield _from_link(at, data[link.end() : word])
            at = _skip(data, word)
            continue
        at = link.end() if link else at
        if data[at : at + 1] != b"{":
            end = _match(_LINE, data, at)
            yield Piece(at, data[at:end], problem="neither a JSON object nor a tenhou.net link")
        elif (end := object_end(data, at, len(data) if is_whole else _next_line(data, at))) < 0:
            end, is_whole = _next_line(data, at), False
            yield Piece(at, data[at:end], problem="the object does not end")
        else:
            yield Piece(at, data[at:end])
            end = _match(_VIEW, data, end)
        at = _skip(data, max(end, at + 1))


def object_end(data: bytes, start: int, limit: int) -> int:
    """Where the JSON object that begins at `start` ends before `limit`; -1 where it does not."""
    depth, at = 0, start
    while (brace := _BRACE.match(data, at, limit)) is not None:
        depth += 1 if brace[1] == b"{" else -1
        at = brace.end()
        if depth == 0:
            return at
    return -1


def _next_line(data: bytes, at: int) -> int:
    """Where the next line begins that begins an object or a link; else the end."""
    following = _NEXT.search(data, at)
    return following.start() if following else len(data)


def _from_link(offset: int, encoded: bytes) -> Piece:
    """The object of a percent-encoded link; parameters of the viewer (``&ts=3``) may follow it."""
    text = unquote_to_bytes(encoded)
    end = object_end(text, 0, len(text)) if text[:1] == b"{" else -1
    if end < 0 or _match(_VIEW, text, end) != len(text):
        return Piece(offset, text, in_place=False, problem="the link does not hold one JSON object")
    return Piece(offset, text[:end], in_place=False)


def _skip(data: bytes, at: int) -> int:
    return _match(_BETWEEN, data, at)


def _match(pattern: re.Pattern[bytes], data: bytes, at: int) -> int:
    """Where `pattern`, which matches anything, ends."""
    found = pattern.match(data, at)
    return at if found is None else found.end()
