"""Words for numbers of what is counted."""

from __future__ import annotations

import pytest

from mjlog.plots.style import things
from mjlog.stats.catalogue import HOUSE, PROFILES, catalogue
from mjlog.stats.words import plural

NOUNS = sorted({s.under(profile).per for s in catalogue().values() for profile in (HOUSE, *PROFILES)})
HEADS = ("call", "round", "riichi", "opponent", "deal-in", "hand", "win", "discard", "draw", "game", "kan")
HEADS = (*HEADS, "loss", "tile", "tenpai", "event")


@pytest.mark.parametrize("noun", NOUNS)
def test_of_everything_that_is_counted_the_first_noun_is_in_the_plural(noun: str) -> None:
    words = noun.split()
    head = min(words.index(word) for word in words if word in HEADS)
    # "dealt hand", "one-shanten discard", but "tenpai draw" and "tenpai hand": the last of nouns in a row
    while head + 1 < len(words) and words[head + 1] in HEADS:
        head += 1
    same = {"riichi": "riichi", "tenpai": "tenpai", "loss": "losses"}
    expected = [*words[:head], same.get(words[head], f"{words[head]}s"), *words[head + 1 :]]
    assert plural(noun) == " ".join(expected)


def test_charts_count_in_words() -> None:
    assert things(1.0, "loss to tsumo") == "1 loss to tsumo"
    assert things(1200.0, "loss to tsumo") == "1,200 losses to tsumo"
    assert things(2.5, "win on the tiles of a riichi") == "2.5 wins on the tiles of a riichi"
