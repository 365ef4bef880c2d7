"""Text from logs made safe for terminals."""

from __future__ import annotations

from typing import Final

LONGEST_WORD: Final = 200
"""Characters of a word in a message, a path or a name, after which the rest is left out."""
LONGEST_MESSAGE: Final = 1000
"""The same of a whole message."""


def brief(message: str) -> str:
    """A message in one line, without the rest of endless words.

    >>> brief("no player\\n is called " + "x" * 5000)[:24], len(brief("x" * 5000)), len(brief("x " * 5000))
    ('no player is called xxxx', 201, 1001)
    """
    words = [_cut(word, LONGEST_WORD) for word in message.split()]
    return _cut(" ".join(words), LONGEST_MESSAGE)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


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
