"""Concealed kans in riichi: whether three tiles are a triplet however the hand is read."""

from __future__ import annotations

import numpy as np

from mjlog.lookup.decompositions import split_table
from mjlog.simulate.questions import TILE_SUIT
from mjlog.simulate.seat import KIND_OF, Seat
from mjlog.tiles import EAST, KINDS


def is_always_triplet(seat: Seat, kind: int) -> bool:
    """Whether three of the four tiles of a kind are a triplet in every reading of the hand that waits.

    Args:
        seat: a seat in riichi that has drawn its fourth tile of the kind.
        kind: the kind.
    """
    if kind >= EAST:
        return True
    splits, suit, bit = split_table(), TILE_SUIT[kind], 1 << kind % 9
    drawn = KIND_OF[seat.drawn]
    for wait in (k for k in range(KINDS) if seat.waits >> k & 1):
        number = [0, 0, 0, 0]
        number[suit] = seat.without(drawn)[suit]
        if TILE_SUIT[wait] == suit:
            number[suit] += 5 ** (wait % 9)
        row = int(splits.rows(np.array([number], dtype=np.int32))[suit, 0])
        first, count = int(splits.first[row]), int(splits.count[row])
        if not all(int(triplets) & bit for triplets in splits.triplets[first : first + count]):
            return False
    return True
