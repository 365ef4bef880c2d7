"""Text in whatever encoding as UTF-8."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import numpy as np
import pyarrow as pa

from mjlog.formats.base import Document, Unreadable
from mjlog.formats.builder import EXCERPT
from mjlog.formats.unknown import binary_kind

_MARKS: Final = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_UNMARKED: Final = {
    "utf-16-le": re.compile(rb"(?:[\t\n\r -~]\0){4}"),
    "utf-16-be": re.compile(rb"(?:\0[\t\n\r -~]){4}"),
}
_WIDE_HEAD: Final = 8
_EAST_ASIAN: Final = {"Shift-JIS": "cp932", "GB 18030": "gb18030"}
"""Encodings that text of the field has beside UTF-8; of two that fit, the first stands."""
_ODD: Final = re.compile("[\uff61-\uff9f\ue000-\uf8ff]")
"""Half-width kana and private characters, of which text in the wrong encoding is full."""
_HIGH: Final = re.compile(rb"[\x80-\xff]")
_LATIN: Final = re.compile(rb"(?<![\x80-\xff])[\xc0-\xff](?=[a-z])|(?<=[A-Za-z])[\xc0-\xff](?![\x80-\xff])")
"""A letter with an accent among plain ones."""
_QUESTION: Final = "mjlog.question"
_LEADS: Final = re.compile(rb"[\xc2-\xf4][\x80-\xbf]")
_LONGEST: Final = 4
"""Bytes of a character; what is broken later than that is one cut off at the end."""


def as_utf8(path: str, data: bytes) -> Iterator[Document | Unreadable]:
    """Yield content as a document, UTF-8 without byte order mark where it is text, and what is told of it.

    Text without a mark that is no UTF-8 is taken for UTF-8 with some bytes broken, which become "?",
    when it holds more whole characters than broken bytes, and else for what it can be in the
    encodings of East Asia; which is told.
    """
    encoding = _wide_encoding(data[:_WIDE_HEAD])
    if encoding is not None:
        yield from _decoded(path, data, encoding)
        return
    content = data.removeprefix(codecs.BOM_UTF8)
    first = -1 if content.isascii() or binary_kind(content) else _first_broken(content)
    if first < 0:
        yield Document(path, content)
    else:
        yield from _guessed(path, content, first)


def _wide_encoding(head: bytes) -> str | None:
    """The encoding of text that begins with `head` if its characters have two or four bytes."""
    if head.isascii() and b"\0" not in head:
        return None
    encoding = next((name for mark, name in _MARKS.items() if head.startswith(mark)), None)
    return encoding or next((name for name, begin in _UNMARKED.items() if begin.match(head)), None)


def _decoded(path: str, data: bytes, encoding: str) -> Iterator[Document | Unreadable]:
    """UTF-16 or UTF-32; what is broken in it becomes the replacement character."""
    try:
        yield Document(path, data.decode(encoding).encode())
    except UnicodeError as error:
        start = getattr(error, "start", 0)
        yield Unreadable(path, f"damaged {encoding} text: {error}", offset=start, excerpt=data[:EXCERPT])
        content = data.decode(encoding, "replace").encode("utf-8", "replace")
        if content.strip(b"\xef\xbf\xbd \r\n"):
            yield Document(path, content)


def _first_broken(data: bytes) -> int:
    """Where the first byte stands that belongs to no UTF-8 character; -1 where there is none."""
    if _is_utf8(data):
        return -1
    decoder, at = codecs.getincrementaldecoder("utf-8")(), 0
    for start in range(0, len(data), 1 << 20):
        held = len(decoder.getstate()[0])
        try:
            decoder.decode(data[start : start + (1 << 20)], final=start + (1 << 20) >= len(data))
        except UnicodeDecodeError as error:
            return at - held + error.start
        at = start + (1 << 20)
    return -1


def _is_utf8(data: bytes) -> bool:
    """Whether all of `data` is UTF-8; Arrow looks at more of it at a time than a decoder."""
    bounds = pa.py_buffer(np.array([0, len(data)], dtype=np.int64))
    try:
        pa.Array.from_buffers(pa.large_binary(), 1, [None, bounds, pa.py_buffer(data)]).cast(
            pa.large_string()
        )
    except pa.ArrowInvalid:
        return False
    return True


def _guessed(path: str, data: bytes, first: int) -> Iterator[Document | Unreadable]:
    """Text that is no UTF-8 from byte `first` on."""
    excerpt = data[first : first + EXCERPT]
    fixed = data.decode("utf-8", _QUESTION).encode()
    broken = fixed.count(b"?") - data.count(b"?")
    is_utf_8 = len(_LEADS.findall(fixed)) >= broken or first > len(data) - _LONGEST
    legacy = None if is_utf_8 else _legacy(data)
    if legacy is not None:
        name, content = legacy
        yield Unreadable(path, f"text that is no UTF-8; it is read as {name}", first, excerpt)
        yield Document(path, content)
    else:
        yield Unreadable(path, f'{broken} bytes that are no UTF-8; they are read as "?"', first, excerpt)
        yield Document(path, fixed)


def _legacy(data: bytes) -> tuple[str, bytes] | None:
    """Name of the other encoding that text can be in, and the text as UTF-8; None where it can be in none."""
    high = len(_HIGH.findall(data))
    if 2 * len(_LATIN.findall(data)) > high:
        return "Latin-1", data.decode("latin-1").encode()
    fits: dict[str, str] = {}
    for name, encoding in _EAST_ASIAN.items():
        with suppress(UnicodeDecodeError):
            fits[name] = data.decode(encoding)
    odd = {name: len(_ODD.findall(text)) for name, text in fits.items()}
    best = min(odd, key=odd.__getitem__, default=None)
    return None if best is None or 4 * odd[best] > high else (best, fits[best].encode())


def _questions(error: UnicodeError) -> tuple[str, int]:
    """A question mark for every broken byte, so that offsets stay."""
    assert isinstance(error, UnicodeDecodeError)
    return "?" * (error.end - error.start), error.end


codecs.register_error(_QUESTION, _questions)
