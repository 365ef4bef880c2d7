"""Hands for the lookup tests: any deal, and hands near completion."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from mjlog.lookup.hands import suits_from_codes
from mjlog.notation import MPSZ

Suits = NDArray[np.int32]

RUNS = [first + suit for suit in (0, 9, 18) for first in range(7)]
SETS = [[k, k + 1, k + 2] for k in RUNS] + [[k, k, k] for k in range(34)]


def suits(*hands: str) -> Suits:
    """Suit numbers of hands in mpsz notation."""
    rows = [MPSZ.parse_hand(hand) for hand in hands]
    padded = np.full((len(rows), max(map(len, rows), default=0)), 255, dtype=np.uint8)
    for row, codes in zip(padded, rows, strict=True):
        row[: len(codes)] = codes
    return suits_from_codes(padded)


def mask(hand: str) -> int:
    """The set of the kinds in a hand as a number."""
    return sum(1 << int(k) for k in set(MPSZ.parse_hand(hand)))


def melds(*numbers: int) -> NDArray[np.int8]:
    """Numbers of melds as a column."""
    return np.array(numbers, dtype=np.int8)


def deals(size: int) -> st.SearchStrategy[list[int]]:
    """Kinds of `size` tiles from the wall."""
    tiles = st.lists(st.integers(0, 135), min_size=size, max_size=size, unique=True)
    return tiles.map(lambda numbers: sorted(n // 4 for n in numbers))


@st.composite
def complete_hands(draw: st.DrawFn, sets: int = 4) -> list[int]:
    """Kinds of `sets` runs and triplets and a pair, never five of a kind."""
    blocks = draw(st.lists(st.sampled_from(SETS), min_size=sets, max_size=sets))
    tiles = [tile for block in blocks for tile in block]
    pairs = [k for k in range(34) if tiles.count(k) <= 2]
    tiles += [draw(st.sampled_from(pairs))] * 2
    return sorted(tiles) if max(map(tiles.count, tiles)) <= 4 else draw(complete_hands(sets))


def random_hands(seed: int, count: int, size: int, kinds: int = 34) -> NDArray[np.uint8]:
    """Kinds of `count` hands dealt from a wall of the first `kinds` kinds, (count, size)."""
    wall = np.tile(np.repeat(np.arange(kinds, dtype=np.uint8), 4), (count, 1))
    return np.random.default_rng(seed).permuted(wall, axis=1)[:, :size]
