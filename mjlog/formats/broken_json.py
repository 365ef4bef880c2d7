"""Broken JSON made whole: what cannot be read of it becomes null, and what is open at its end is closed.

Readers refuse what has a null where it has no place, a round or an action; so the rest is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

import msgspec

from mjlog.formats.base import Document
from mjlog.formats.mixed import pieces

SMALL: Final = 1024
"""Bytes of a JSON value that is not made whole."""
MOST_ERRORS: Final = 1000
"""Breaks of a document, after which it is given up."""
MOST_NESTED: Final = 400
"""Objects and arrays within each other, beyond which no log goes."""
_TOKEN: Final = re.compile(
    rb'\s*+("(?:[^"\\\n]++|\\[^\n])*+"|-?(?:0|[1-9]\d*+)(?:\.\d++)?(?:[eE][-+]?\d++)?|true|false|null|[\[\]{},:])'
)
_GARBAGE: Final = re.compile(rb"[^,\]}]*+")
_STRUCTURE: Final = re.compile(rb"[,:\[\]{}]")
_CLOSING: Final = {b"{": b"}", b"[": b"]"}
_VALUE, _COMMA, _KEY, _COLON = "value", "comma", "key", "colon"


def repaired(document: Document) -> tuple[Document, int] | None:
    """A document with its broken JSON values made whole, and where the first break is.

    Small values, such as the actions of mjai, are left to the reader; None where nothing else is broken.
    """
    kept, first, at = [], -1, 0
    for start, end, kind in pieces(document.data):
        value = document.data[start:end]
        if kind == "json" and len(value) >= SMALL and not is_json(value):
            better, offset = mended(value)
            first = start + offset if first < 0 <= offset else first
            kept += [document.data[at:start], better]
            at = end
    return None if first < 0 else (Document(document.path, b"".join([*kept, document.data[at:]])), first)


def is_json(data: bytes) -> bool:
    """Whether content is one JSON value."""
    try:
        msgspec.json.decode(data, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return False
    return True


def mended(data: bytes) -> tuple[bytes, int]:
    """Make one JSON value of content that begins as one.

    Returns:
        The value, its sound parts at their places as long as nothing is broken before them, and the
        offset of the first break; the content itself and -1 where there is none, or too many.

    >>> mended(b'[[1,2],[3,"ab],[5,6]]')
    (b'[[1,2],[3,null],[5,6]]', 10)
    >>> mended(b'{"a":[1,{"b":tru')
    (b'{"a":[1,{"b":null}]}', 13)
    """
    scan = _Scan(data)
    return scan.text() if scan.run() else (data, -1)


@dataclass(slots=True)
class _Scan:
    """The state of a parser that goes on after errors."""

    data: bytes
    kept: list[bytes] = field(default_factory=list)
    """The text that is sound, up to `at`."""
    at: int = 0
    open: list[bytes] = field(default_factory=list)
    """The brackets that are open."""
    wanted: str = _VALUE
    first: int = -1
    """Where the first error is."""
    errors: int = 0
    string: int = -1
    """Where the token before this one begins, if it is a string that may be two."""

    def run(self) -> bool:
        """Read all tokens; False when there is no end of errors."""
        while self.at < len(self.data) and self.errors <= MOST_ERRORS and len(self.open) <= MOST_NESTED:
            token = _TOKEN.match(self.data, self.at)
            if token is None and not self.data[self.at :].strip():
                break
            if token is None or not self._takes(token[1]):
                self._skip()
                continue
            self.kept.append(token[0])
            has_structure = token[1][:1] == b'"' and _STRUCTURE.search(token[1])
            self.string, self.at = (token.start(1) if has_structure else -1), token.end()
            if not self.open and self.wanted == _COMMA:
                break
        return self.errors <= MOST_ERRORS and len(self.open) <= MOST_NESTED and bool(self.errors or self.open)

    def text(self) -> tuple[bytes, int]:
        """What was kept, closed."""
        if self.first < 0:
            self.first = len(self.data)
        while self.open:
            self._close()
        return b"".join(self.kept), self.first

    def _takes(self, token: bytes) -> bool:
        """Whether the grammar takes a token here; then it is taken."""
        kind = token[:1]
        if kind in b"{[" and self.wanted == _VALUE:
            self.open.append(kind)
            self.wanted = _KEY if kind == b"{" else _VALUE
        elif kind in b"}]" and self.open and _CLOSING[self.open[-1]] == kind and self._may_close():
            self.open.pop()
            self.wanted = _COMMA
        elif kind == b"," and self.wanted == _COMMA and self.open:
            self.wanted = _KEY if self.open[-1] == b"{" else _VALUE
        elif kind == b":" and self.wanted == _COLON:
            self.wanted = _VALUE
        elif kind == b'"' and self.wanted == _KEY:
            self.wanted = _COLON
        elif kind not in b"{[}],:" and self.wanted == _VALUE:
            self.wanted = _COMMA
        else:
            return False
        return True

    def _may_close(self) -> bool:
        return self.wanted == _COMMA or (self.kept[-1].strip() in (b"{", b"["))

    def _skip(self) -> None:
        """Put null for what is no token here, and go on at the next comma or closing bracket."""
        self.errors += 1
        if self.string >= 0:  # a quote is missing, or one too many: what seemed a string is none
            self.at, self.string = self.string + 1, -1
            self.kept.pop()
            self.wanted = _KEY if self.wanted == _COLON else _VALUE
        self.first = self.at if self.first < 0 else self.first
        garbage = _GARBAGE.match(self.data, self.at)
        self.at = max(garbage.end() if garbage else self.at, self.at)
        self._complete()
        end = self.data[self.at : self.at + 1]
        if end in (b"]", b"}"):
            matching = next((n for n in range(len(self.open), 0, -1) if _CLOSING[self.open[n - 1]] == end), 0)
            while len(self.open) > matching:
                self._close()
            if not matching:
                self.at += 1
        elif end == b"," and not self.open:
            self.at = len(self.data)

    def _complete(self) -> None:
        """Put in what the innermost bracket needs before a comma or its end."""
        if self.wanted == _COLON:
            self.kept.append(b":null")
        elif self.wanted == _VALUE:
            self.kept.append(b"null")
        elif self.wanted == _KEY:
            self.kept.append(b'"":null')
        self.wanted = _COMMA

    def _close(self) -> None:
        self._complete() if self.wanted != _COMMA else None
        self.kept.append(_CLOSING[self.open.pop()])
        self.wanted = _COMMA
