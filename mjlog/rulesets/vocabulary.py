"""What the members of any rule may be: known words, numbers within bounds, texts that can be read."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from mjlog.rulesets.plain import numbers_in, texts_in
from mjlog.rulesets.standard import (
    ABORTIVE_DRAWS,
    GATHERABLE_YAKU,
    MAX_TEXT,
    PAO_YAKUMAN,
    PAYABLE_YAKU,
    POINT_ENTRIES,
    RANGES,
)
from mjlog.tiles import KINDS, TILE_NAMES

DRAGONS: Final = ("P", "F", "C")
_TILES: Final = TILE_NAMES[:KINDS]
VOCABULARIES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "removed_tiles": _TILES,
        "set_aside": _TILES,
        "bound_tiles": _TILES,
        "dragon_order": DRAGONS,
        "yaku_han": PAYABLE_YAKU,
        "yakuman": PAYABLE_YAKU,
        "yaku_points": POINT_ENTRIES,
        "yaku_that_need_another": PAYABLE_YAKU,
        "gathered_yaku": GATHERABLE_YAKU,
        "pao": PAO_YAKUMAN,
        "abortive_draws": ABORTIVE_DRAWS,
    }
)
"""Words that the members or keys of a field may be."""

ENTRY_VOCABULARIES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"bound_tiles": PAYABLE_YAKU})
"""Words that the members of an entry of a mapping may be."""

_LONGEST: Final = 40
"""Characters of a wrong word that a message repeats."""
_MOST_TOLD: Final = 10
"""Problems of one rule set that a message names."""


def brief(word: object) -> str:
    """The beginning of a word that a message repeats."""
    return str(word)[:_LONGEST]


def told(problems: Iterable[str]) -> str:
    """The first problems in one line, which says so when there are more; empty where there is none.

    >>> told(f"no rule {number}" for number in range(2))
    'no rule 0; no rule 1'
    """
    first = list(islice(problems, _MOST_TOLD + 1))
    more = ["and more"] if len(first) > _MOST_TOLD else []
    return "; ".join(first[:_MOST_TOLD] + more)


def did_you_mean(word: str, known: Collection[str]) -> str:
    """A hint at the nearest known word, empty where none is near.

    >>> did_you_mean("tenho", ["tenhou", "ema_2025"])
    " (did you mean 'tenhou'?)"
    """
    near = get_close_matches(word, known, 1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def wrong_words(field: str, value: Any, words: tuple[str, ...]) -> Iterator[str]:
    """Yield one sentence per member of a field that is none of the words that it must be one of.

    Args:
        field: name of the field.
        value: its value, of whatever type.
        words: what it, its members or its keys may be; empty where anything will do.
    """
    members = [value] if isinstance(value, str) or not isinstance(value, Collection) else value
    yield from _unknown(field, members, words)
    own_words = ENTRY_VOCABULARIES.get(field)
    if own_words and isinstance(value, Mapping):
        for entry in value.keys() & set(words):
            own = value[entry]
            yield from _unknown(f"{field}.{entry}", own if _is_list(own) else (), own_words)


def _unknown(where: str, members: Iterable[Any], words: tuple[str, ...]) -> Iterator[str]:
    for member in sorted(members, key=str) if isinstance(members, (set, frozenset)) else members:
        if words and member not in words:
            text = brief(member)
            hint = did_you_mean(text, words) or f"; it is one of {', '.join(words)}"
            yield f"{where}: no {text!r}{hint}"


def _is_list(value: Any) -> bool:
    return isinstance(value, Collection) and not isinstance(value, (str, Mapping))


def wrong_sizes(field: str, value: Any) -> Iterator[str]:
    """Yield one sentence per number in a field that is out of range and per text that nobody can read."""
    low, high = RANGES.get(field, (-math.inf, math.inf))
    for number in numbers_in(value):
        if not low <= number <= high:
            yield f"{field}: {brief(number)} is not between {low} and {high}"
    for text in texts_in(value):
        if len(text) > MAX_TEXT or not text.isprintable():
            yield f"{field}: not a printable text of at most {MAX_TEXT} characters"
