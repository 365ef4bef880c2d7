"""What content that is no known log looks like, in words."""

from __future__ import annotations

import re
from typing import Final

_MAGIC: Final = {
    b"%PDF": "a PDF document",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"SQLite format 3\0": "an SQLite database",
    b"PAR1": "a Parquet file",
    b"ARROW1": "an Arrow file",
    b"\x7fELF": "a program",
    b"MZ": "a program",
    b"version https://git-lfs": "a Git LFS pointer, not the file itself",
}
_CONTROL: Final = re.compile(rb"[\0-\x08]")
_HTML: Final = re.compile(rb"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.IGNORECASE)
_TITLE: Final = re.compile(rb"<title[^>]*>\s*([^<]{1,80}?)\s*</title>", re.IGNORECASE)
_ROOT: Final = re.compile(rb"<([A-Za-z_][\w:.-]{0,40})")
_KEY: Final = re.compile(rb'"([\w .-]{1,30})"\s*:')
_LINK: Final = re.compile(rb"https?://")
_HEAD: Final = 4096


def binary_kind(data: bytes) -> str:
    """What `data` are in a few words if they are no text, else nothing."""
    known = next((words for magic, words in _MAGIC.items() if data.startswith(magic)), "")
    return known or ("binary data" if _CONTROL.search(data, 0, _HEAD) else "")


def describe(data: bytes) -> str:
    """Say in a few words what `data` look like.

    >>> describe(b"<html><title>404 Not Found</title>")
    'an HTML page titled "404 Not Found"'
    >>> describe(b"")
    'it is empty'
    """
    head = data[:_HEAD]
    text = head.strip()
    if not text:
        return "it is blank" if data else "it is empty"
    if binary := binary_kind(data):
        return binary
    if _HTML.search(head):
        title = _TITLE.search(head)
        return f'an HTML page titled "{_shown(title[1])}"' if title else "an HTML page"
    if text[:1] == b"<":
        root = _ROOT.search(text)
        return f"XML of another kind, <{_shown(root[1])}>" if root else "XML without an element"
    if text[:1] in (b"{", b"["):
        keys = [_shown(key) for key in dict.fromkeys(_KEY.findall(head))][:6]
        return "JSON of another kind" + (f", with {', '.join(keys)}" if keys else "")
    if _LINK.match(text):
        return "text with links; the logs behind them are not fetched"
    return f'text, "{_shown(text.splitlines()[0][:60])}"'


def _shown(text: bytes) -> str:
    return text.decode("utf-8", "replace")
