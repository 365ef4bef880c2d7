"""From the text of a tenhou.net/6 document to its JSON objects, wherever and however they stand.

One object, several after one another, one a line, an array of them, and links of the log editor
(``https://tenhou.net/6/#json=...``, percent-encoded or not) are all read by one scanner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote_to_bytes

from mjlog.formats.json_text import BETWEEN, Piece, Values, end_of, value_end

LINK: Final = re.compile(rb"https?://tenhou\.net/\d/?(?:\?[^#\s]*)?#json=")
"""A link of the log viewer (5) or editor (6) that holds the log itself."""

_NEXT: Final = re.compile(rb"\n(?=\{|https?://)")
_WORD: Final = re.compile(rb"\S*")
_VIEW: Final = re.compile(rb"(?:&\w+=[\w.-]*)*")


def pieces(data: bytes) -> Iterator[Piece]:
    """Cut a document into its objects; what is between them and no separator has a `problem`.

    An object that does not end takes the rest of the document, but not what begins a later line:
    from then on every object is expected to end before the next line that begins one.
    """
    values = Values(data, _NEXT)
    at = end_of(BETWEEN, data, 0)
    while at < len(data):
        link = LINK.match(data, at)
        end = end_of(_WORD, data, link.end()) if link else at
        if link and b'"' not in data[link.end() : end]:
            yield _from_link(at, data[link.end() : end])
        else:
            start = link.end() if link else at
            piece = values.piece(start, "neither a JSON object nor a tenhou.net link")
            yield piece
            end = end_of(_VIEW, data, start + len(piece.data))
        at = end_of(BETWEEN, data, max(end, at + 1))


def _from_link(offset: int, encoded: bytes) -> Piece:
    """The object of a percent-encoded link; parameters of the viewer (``&ts=3``) may follow it."""
    text = unquote_to_bytes(encoded)
    end = value_end(text, 0, len(text)) if text[:1] == b"{" else -1
    if end < 0 or end_of(_VIEW, text, end) != len(text):
        return Piece(offset, text, in_place=False, problem="the link does not hold one JSON object")
    return Piece(offset, text[:end], in_place=False)
