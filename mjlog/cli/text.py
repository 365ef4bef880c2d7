"""Text from logs made safe for terminals."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""Show characters that could steer a terminal, or that cannot be encoded, as escapes.

    >>> printable("a\x1b[31m \u202eb\u3000ド")
    'a\\x1b[31m \\u202eb\u3000ド'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\u3000" else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()
