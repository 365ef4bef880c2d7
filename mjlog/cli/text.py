"""Text from logs made safe for terminals."""

from __future__ import annotations

import shutil
from typing import IO, Final

import click

LONGEST_WORD: Final = 200
"""Characters of a word in a message, a path or a name, after which the rest is left out."""
LONGEST_MESSAGE: Final = 1000
"""The same of a whole message."""
WIDEST: Final = 120
"""Columns of a terminal that text is folded to at most."""


def brief(message: str) -> str:
    """A message in one line, without the rest of endless words.

    >>> brief("no player\\n is called " + "x" * 5000)[:24], len(brief("x" * 5000)), len(brief("x " * 5000))
    ('no player is called xxxx', 201, 1001)
    """
    words = [cut(word, LONGEST_WORD) for word in message.split()]
    return cut(" ".join(words), LONGEST_MESSAGE)


def cut(text: str, most: int) -> str:
    """A text without what goes beyond `most` characters."""
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


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "game"), counted(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def percent(share: float | None) -> str | None:
    """A share in percent; None for none.

    >>> percent(0.0894), percent(1.0), percent(None)
    ('8.9 %', '100.0 %', None)
    """
    return None if share is None else f"{100 * share:.1f} %"


def folded(text: str, stream: IO[str], indent: str = "") -> str:
    """A line as it is written to `stream`: folded to the width of a terminal, elsewhere as it is."""
    if not stream.isatty():
        return indent + text
    width = min(shutil.get_terminal_size().columns, WIDEST)
    return click.wrap_text(text, width, initial_indent=indent, subsequent_indent=f"{indent}  ")
