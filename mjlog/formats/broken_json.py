"""Broken JSON made whole: what cannot be read of it becomes null, and what is open at its end is closed.

Readers refuse what has a null where it has no place, a round or an action; so the rest is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjlog.formats.base import Document
from mjlog.formats.json_text import end_of
from mjlog.formats.mixed import pieces

Ints: TypeAlias = NDArray[np.int64]

SMALL: Final = 1024
"""Bytes of a JSON value that is not made whole."""
MOST_ERRORS: Final = 1000
"""Breaks of a document, after which it is given up."""
MOST_NESTED: Final = 400
"""Objects and arrays within each other, beyond which no log goes."""
_TOKEN: Final = re.compile(
    rb'\s*+("(?:[^"\\\r\n]++|\\[^\r\n])*+"|-?(?:0|[1-9]\d*+)(?:\.\d++)?(?:[eE][-+]?\d++)?|true|false|null|[\[\]{},:])'
)
_ESCAPE: Final = re.compile(
    rb'\\(?:["\\/bfnrt]|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}'
    rb"|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<broken>u[dD][0-9a-fA-F]{3}|.?))"
)
"""An escape of a string, and what is none that JSON knows."""
_NO_CONTROLS: Final = bytes(c if c in b"\r\n" or c > 31 else 32 for c in range(256))
_SPACE: Final = re.compile(rb"\s*+")
_STRAY: Final = re.compile(rb'[\]}]\s*+[{\["]')
"""A closing bracket that a value follows."""
_GARBAGE: Final = re.compile(rb'[^,\]}{\["]*+')
_BEGIN: Final = b'{["'
_END: Final = b",]}"
_STRUCTURE: Final = re.compile(rb"[,:\[\]{}]")
_CLOSING: Final = {b"{": b"}", b"[": b"]"}
_VALUE, _COMMA, _KEY, _COLON = "value", "comma", "key", "colon"


class Mended(NamedTuple):
    """Text made whole."""

    data: bytes
    first: int
    """Where the first break is; -1 where there is none, or too many to make anything of."""
    starts: Ints
    """Where sections of the new text begin ..."""
    places: Ints
    """... and where each stands in the text as it was."""

    def places_of(self, offsets: Ints) -> Ints:
        """Where bytes of the new text stand in the text as it was.

        >>> mended(b'[1 2,"ab",{"c":3}]').places_of(np.array([1, 3, 8]))
        array([ 1,  5, 10])
        """
        section = np.searchsorted(self.starts, offsets, side="right") - 1
        ends = np.append(self.places[1:], np.iinfo(np.int64).max)
        places: Ints = np.minimum(self.places[section] + offsets - self.starts[section], ends[section])
        return places


def repaired(document: Document) -> Mended | None:
    """A document with its broken JSON values made whole.

    Small values, such as the actions of mjai, are left to the reader; None where nothing else is broken.
    """
    data = document.data
    kept: list[bytes] = []
    starts, places = [np.zeros(1, np.int64)], [np.zeros(1, np.int64)]
    first, at, size = -1, 0, 0
    for start, end, kind in pieces(data):
        if kind != "json" or end - start < SMALL or is_json(data[start:end]):
            continue
        better = mended(data[start:end])
        first = start + better.first if first < 0 <= better.first else first
        kept += [data[at:start], better.data]
        size += start - at
        starts += [better.starts + size, np.array([size + len(better.data)])]
        places += [better.places + start, np.array([end])]
        at, size = end, size + len(better.data)
    if first < 0:
        return None
    return Mended(b"".join([*kept, data[at:]]), first, np.concatenate(starts), np.concatenate(places))


def is_json(data: bytes) -> bool:
    """Whether content is one JSON value."""
    try:
        msgspec.json.decode(data, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return False
    return True


def mended(data: bytes) -> Mended:
    """Make one JSON value of content that begins as one; its sound parts stay as they are.

    >>> mended(b'[[1,2],[3,"ab],[5,6]]')[:2]
    (b'[[1,2],[3,null],[5,6]]', 10)
    >>> mended(b'{"a":[1,{"b":tru')[:2]
    (b'{"a":[1,{"b":null}]}', 13)
    """
    text = _ESCAPE.sub(_plain, data.translate(_NO_CONTROLS))
    scans = [_Scan(text, keeps_open=keeps_open) for keeps_open in (True, False)]
    broken = [scan for scan in scans if scan.run()]
    if broken:
        return min(broken, key=lambda scan: (len(data) - scan.at, scan.errors)).text()
    changed = np.flatnonzero(np.frombuffer(text, np.uint8) != np.frombuffer(data, np.uint8))
    begin = np.zeros(1, np.int64)
    return Mended(text, int(changed[0]) if len(changed) else -1, begin, begin)


def _plain(escape: re.Match[bytes]) -> bytes:
    """An escape, or as many question marks if it is none."""
    return escape[0] if escape["broken"] is None else b"?" * len(escape[0])


@dataclass(slots=True)
class _Scan:
    """The state of a parser that goes on after errors."""

    data: bytes
    keeps_open: bool
    """Whether a closing bracket that does not fit is left out; else it closes what it can."""
    kept: list[bytes] = field(default_factory=list)
    """The text that is sound, up to `at`."""
    places: list[int] = field(default_factory=list)
    """Where each piece of it stands; for what is put in, where that is done."""
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
            if token is None and end_of(_SPACE, self.data, self.at) == len(self.data):
                break
            if token is None or not self._takes(token[1]):
                self._skip()
                continue
            self._put_in(token[0])
            has_structure = token[1][:1] == b'"' and _STRUCTURE.search(token[1])
            self.string, self.at = (token.start(1) if has_structure else -1), token.end()
            if not self.open and self.wanted == _COMMA:
                self.at = end_of(_SPACE, self.data, self.at)
                break
        return self.errors <= MOST_ERRORS and len(self.open) <= MOST_NESTED and bool(self.errors or self.open)

    def text(self) -> Mended:
        """What was kept, closed."""
        if self.first < 0:
            self.first = len(self.data)
        while self.open:
            self._close()
        ends = np.cumsum([len(piece) for piece in self.kept], dtype=np.int64)
        starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])
        return Mended(b"".join(self.kept), self.first, starts, np.array(self.places, np.int64))

    def _put_in(self, piece: bytes) -> None:
        """Add what stands `at`, or is missing there."""
        self.kept.append(piece)
        self.places.append(self.at)

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
        """Leave out what is no token here, and put in what is missing before what follows."""
        self.errors += 1
        self.first = self.at if self.first < 0 else self.first
        if self.string >= 0:  # a quote is missing, or one too many: what seemed a string is none
            self.at, self.string = self.string + 1, -1
            self.kept.pop()
            self.places.pop()
            self.wanted = _KEY if self.wanted == _COLON else _VALUE
            return
        self.at = end_of(_SPACE, self.data, self.at)
        if self.wanted in (_VALUE, _KEY) and _STRAY.match(self.data, self.at):
            self.at += 1
            return
        if self.wanted == _KEY and self._follows(b"{") and self.open[-2:] == [b"[", b"{"]:
            self._close()  # the object before it was not closed
        if self.wanted == _COMMA and self.open and self._follows(_BEGIN):
            self._put_in(b",")
            self.wanted = _KEY if self.open[-1] == b"{" else _VALUE
            return
        self._pass_garbage()
        if self._follows(b'"' if self.wanted == _KEY else _BEGIN) and self.wanted in (_KEY, _VALUE):
            return
        self._complete()
        self._close_at_bracket()

    def _follows(self, characters: bytes) -> bool:
        return self.at < len(self.data) and self.data[self.at] in characters

    def _pass_garbage(self) -> None:
        """Go on to the next character at which reading may go on."""
        if not self._follows(_END):
            self.at = end_of(_GARBAGE, self.data, self.at + 1)

    def _close_at_bracket(self) -> None:
        """Close what a closing bracket can close, or leave it out."""
        if not self._follows(b"]}"):
            self.at = self.at if self.open else len(self.data)
            return
        end = self.data[self.at : self.at + 1]
        fits = [n for n, bracket in enumerate(self.open) if _CLOSING[bracket] == end]
        if not fits or (self.keeps_open and fits[-1] != len(self.open) - 1):
            self.at += 1
            return
        while len(self.open) > fits[-1] + 1:
            self._close()

    def _complete(self) -> None:
        """Put in what the innermost bracket needs before a comma or its end."""
        if self.wanted == _COLON:
            self._put_in(b":null")
        elif self.wanted == _VALUE:
            self._put_in(b"null")
        elif self.wanted == _KEY:
            self._put_in(b'"":null')
        self.wanted = _COMMA

    def _close(self) -> None:
        self._complete() if self.wanted != _COMMA else None
        self._put_in(_CLOSING[self.open.pop()])
        self.wanted = _COMMA
