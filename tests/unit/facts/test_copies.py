"""Words of copies say what the numbers of copies say."""

from __future__ import annotations

import numpy as np

from mjlog.facts.copies import ONE_COPY, copies_at, copies_of_kinds, words_from_numbers
from mjlog.lookup.hands import RANK_OF, SUIT_OF, counts_from_suits, suits_from_codes
from mjlog.tiles import EAST, KINDS

WALL = np.repeat(np.arange(KINDS, dtype=np.uint8), 4)
HANDS = np.random.default_rng(1).permuted(np.tile(WALL, (200, 1)), axis=1)[:, :14]


def test_words_of_hands_have_the_copies_of_every_kind() -> None:
    suits = suits_from_codes(HANDS)
    words = words_from_numbers(suits.ravel()).reshape(-1, 4)
    assert (copies_of_kinds(words) == counts_from_suits(suits)).all()
    assert (words == ONE_COPY[:, HANDS].sum(axis=2).T).all()


def test_of_a_step_beyond_the_suit_the_last_rank_is_meant() -> None:
    counts = counts_from_suits(suits_from_codes(HANDS))
    for kind in range(EAST):
        word = ONE_COPY[SUIT_OF[kind], HANDS].sum(axis=1, dtype=np.uint64)
        for step in range(-3, 4):
            rank = int(np.clip(int(RANK_OF[kind]) + step, 0, 8))
            found = copies_at(word, np.full(len(HANDS), RANK_OF[kind]), step)
            assert (found == counts[:, 9 * SUIT_OF[kind] + rank]).all()
