"""Documents that hold several formats, cut into what each reader reads.

A document is looked at as a row of pieces: JSON values, markup, and lines of other text.  The pieces
of one format stand at their own places in a document as long as the whole, the rest of which is
blank: so offsets and lines are those of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from mjlog.formats.base import Document, Reader
from mjlog.formats.json_text import Values, end_of

_SPACE: Final = re.compile(rb"[\s,]*+")
_AFTER_JSON: Final = re.compile(rb"\n(?=[\[{<]|https?://|[A-Za-z0-9+/=]{200})")
"""Where something else begins though a JSON value has not ended."""
_AFTER_MARKUP: Final = re.compile(
    rb'(?:>\s*|\n)(?=[\[{]\s*["\[{]|https?://|[A-Za-z0-9+/=]{200}|<\?xml|<!doctype|<html[\s>])', re.IGNORECASE
)
_ROOT: Final = re.compile(rb"(?:<[?!][^>]*+>\s*+)*+<([A-Za-z][\w:.-]*+)")
_PAGE: Final = re.compile(rb"<(?:[!?]|html\b)", re.IGNORECASE)
"""How markup begins that is a document of its own."""
_AFTER_TEXT: Final = re.compile(rb"\n(?=[ \t\r]*+(?:[<\[{]|https?://|[A-Za-z0-9+/=]{200}))")
_CODED: Final = re.compile(rb"[A-Za-z0-9+/=]{200,}+")
"""A line of base64 or hexadecimal digits."""
_LINE: Final = re.compile(rb"[^\n]*")
_FIRST_KEY: Final = re.compile(rb'[\[{\s]*+(?:"(\w*)"\s*:\s*(["\[{]?))?')
_SMALL: Final = 2048
"""Bytes of a JSON value that, if it begins as the one before, is of the same format."""
_MOST_STRANGERS: Final = 100
"""JSON values that begin alike, after which no reader is asked for more of them."""
_MOST_UNCLOSED: Final = 100
"""Elements that nothing closes, after which no closing tag is looked for."""
_BLANK: Final = bytes(10 if byte == 10 else 32 for byte in range(256))

_Key: TypeAlias = tuple[bytes, bytes]
Recognise: TypeAlias = Callable[[bytes], Reader | None]
"""Finds the reader of some content."""


class Piece(NamedTuple):
    """A part of a document."""

    start: int
    end: int
    kind: str
    """"json", "markup", "link", "code" or "text"."""


class Share(NamedTuple):
    """What of a document is for one reader."""

    reader: Reader | None
    """The reader; None for a part that is of no known format."""
    document: Document
    """The document, blank but for the share."""
    offset: int
    """Where the share begins."""


def shares(document: Document, recognise: Recognise) -> list[Share]:
    """Divide a document among the readers of its formats.

    JSON that no reader knows goes to the reader of the JSON before it, which tells what is wrong with
    it, and so do elements of markup that are no page of their own.  Other pieces that none knows are
    shares of their own without a reader.  Lines of encoded content are a share beside the other pieces
    of their reader.
    """
    owned: dict[tuple[str, bool], tuple[Reader, list[Piece]]] = {}
    strange: list[Piece] = []
    last: dict[str, Reader] = {}
    for piece, known in _runs(document.data, recognise):
        reader = known
        if known is None and not _PAGE.match(document.data, piece.start):
            reader = last.get(piece.kind)
        if reader is not None:
            if piece.kind in ("json", "markup"):
                last[piece.kind] = reader
            owned.setdefault((reader.NAME, piece.kind == "code"), (reader, []))[1].append(piece)
        elif strange and not document.data[strange[-1].end : piece.start].strip():
            strange[-1] = strange[-1]._replace(end=piece.end)
        else:
            strange.append(piece)
    blank = document.data.translate(_BLANK) if owned else b""
    read = [
        Share(reader, Document(document.path, _only(document.data, blank, pieces)), pieces[0].start)
        for reader, pieces in owned.values()
    ]
    return read + [
        Share(None, Document(document.path, document.data[p.start : p.end]), p.start) for p in strange
    ]


def _only(data: bytes, blank: bytes, pieces: list[Piece]) -> bytes:
    """`data` with nothing but some of its pieces."""
    kept, at = [], 0
    for piece in pieces:
        kept += [blank[at : piece.start], data[piece.start : piece.end]]
        at = piece.end
    return b"".join([*kept, blank[at:]])


def _runs(data: bytes, recognise: Recognise) -> Iterator[tuple[Piece, Reader | None]]:
    """The pieces of a document with their readers, small JSON values that begin alike taken together."""
    run: Piece | None = None
    run_key: _Key | None = None
    reader: Reader | None = None
    strangers = 0
    for piece in pieces(data):
        key = _key(data, piece)
        is_alike = run is not None and key is not None and key == run_key
        strangers = strangers + 1 if is_alike and reader is None else 0
        if run is not None and is_alike and (reader is not None or strangers > _MOST_STRANGERS):
            run = run._replace(end=piece.end)
            continue
        if run is not None:
            yield run, reader
        run, run_key, reader = piece, key, recognise(data[piece.start : piece.end])
    if run is not None:
        yield run, reader


def _key(data: bytes, piece: Piece) -> _Key | None:
    """How a small JSON value begins: its first key and the character after that; None for all else."""
    if piece.kind != "json" or piece.end - piece.start >= _SMALL:
        return None
    found = _FIRST_KEY.match(data, piece.start, piece.end)
    return (found[1] or b"", found[2] or b"") if found else None


def pieces(data: bytes) -> Iterator[Piece]:
    """JSON values, markup, links, encoded content and text, in order.

    A JSON value that does not end takes what stands before the next line that begins one; from then
    on every value is expected to end before such a line, so that broken input is scanned once.  Markup
    goes to the end of its first element, or to what begins JSON or a link.
    """
    values = Values(data, _AFTER_JSON)
    at, unclosed = end_of(_SPACE, data, 0), 0
    while at < len(data):
        first = data[at : at + 1]
        if first in (b"{", b"["):
            end, kind = values.end(at), "json"
            if end < 0:
                end = values.next_line(at)
        elif first == b"<":
            end, kind = _root_end(data, at) if unclosed < _MOST_UNCLOSED else -1, "markup"
            if end < 0:
                end, unclosed = _before(_AFTER_MARKUP, data, at), unclosed + 1
        elif data.startswith((b"http://", b"https://"), at):
            end, kind = end_of(_LINE, data, at), "link"
        elif (coded := _CODED.match(data, at)) is not None:
            end, kind = coded.end(), "code"
        else:
            end, kind = _before(_AFTER_TEXT, data, at), "text"
        yield Piece(at, end, kind)
        at = end_of(_SPACE, data, end)


def _root_end(data: bytes, start: int) -> int:
    """Where the first element of markup is closed; -1 where it is not."""
    root = _ROOT.match(data, start)
    if root is None:
        return -1
    closing = re.compile(rb"</%b\s*>" % re.escape(root[1]), re.IGNORECASE).search(data, root.end())
    return -1 if closing is None else closing.end()


def _before(pattern: re.Pattern[bytes], data: bytes, start: int) -> int:
    """Where `pattern` is next found after `start`, its own characters before it; else the end."""
    found = pattern.search(data, start + 1)
    return found.end() if found else len(data)
