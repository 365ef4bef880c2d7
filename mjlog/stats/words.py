"""Words for numbers of what statistics count."""

from __future__ import annotations

from typing import Final

_PREPOSITIONS: Final = ("as", "at", "by", "in", "of", "on", "to", "with", "without")
_AFTER: Final = frozenset((*_PREPOSITIONS, "dealt", "first", "last", "lost", "not", "that"))
"""Words that stand behind a noun."""
_NO_PLURAL: Final = frozenset({"riichi", "tenpai", "tsumo", "ron"})


def plural(noun: str) -> str:
    """The plural of a noun, which may stand before more words.

    >>> plural("round"), plural("chased riichi"), plural("round as dealer"), plural("loss to tsumo")
    ('rounds', 'chased riichi', 'rounds as dealer', 'losses to tsumo')
    """
    words = noun.split()
    head = next((i for i, word in enumerate(words) if i and word in _AFTER), len(words)) - 1
    if words[head] not in _NO_PLURAL:
        words[head] += "es" if words[head].endswith("s") else "s"
    return " ".join(words)


def noun_for(number: float, noun: str) -> str:
    """A noun as it stands behind a number.

    >>> noun_for(1.0, "deal-in"), noun_for(0.0, "deal-in"), noun_for(1.5, "deal-in")
    ('deal-in', 'deal-ins', 'deal-ins')
    """
    return noun if number == 1 else plural(noun)
