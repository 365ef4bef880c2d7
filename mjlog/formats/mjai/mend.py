"""Actions that no JSON parser takes though little of them is amiss: made readable where that can be."""

from __future__ import annotations

import re
from typing import Final

from mjlog.formats.json_text import TOKEN

MOST_NESTED: Final = 64
"""Objects and arrays within each other that an action may hold; deeper ones are left out."""

_ESCAPE: Final = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
"""An escape of a JSON text; its group is half a surrogate pair alone."""
_NO_NUMBER: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"?|(-?\b(?:NaN|Infinity)\b)', re.DOTALL)
"""A string; its group is what programs write for a number that is none, outside of one."""
_REPLACEMENT: Final = rb"\ufffd"


def mended(piece: bytes) -> tuple[bytes, str]:
    r"""Make an action readable.

    Half a surrogate pair, which stands for no character, becomes the replacement character (as bytes
    that are no UTF-8 do elsewhere); objects and arrays beyond a depth that no action has become null, and
    so does a number that is none (NaN, Infinity).

    Returns:
        The action, and what was left out; "" when nothing was.

    >>> mended(rb'{"names":["\ud800","\ud83c\udc00"]}')
    (b'{"names":["\\ufffd","\\ud83c\\udc00"]}', '')
    """
    text = _ESCAPE.sub(lambda m: _REPLACEMENT if m[1] else m[0], piece)
    shallow = _without_depths(text)
    numbered = _NO_NUMBER.sub(lambda m: b"null" if m[1] else m[0], shallow)
    told = [f"what is nested more than {MOST_NESTED} deep is left out"] if shallow != text else []
    told += ["numbers that are none are left out"] if numbered != shallow else []
    return numbered, "; ".join(told)


def _without_depths(text: bytes) -> bytes:
    """JSON with null for every object and array that is nested too deep."""
    kept, depth, start = [], 0, 0
    for token in TOKEN.finditer(text):
        if token[0] in (b"{", b"["):
            depth += 1
            if depth == MOST_NESTED + 1:
                kept += [text[start : token.start()], b"null"]
        elif token[0] in (b"}", b"]"):
            if depth == MOST_NESTED + 1:
                start = token.end()
            depth -= 1
    return text if not kept else b"".join([*kept, text[start:] if depth <= MOST_NESTED else b""])
