"""Splits of the suits of complete hands into runs, triplets and the pair.

Few suit numbers (see `hands`) belong to a complete hand; each of those has a *row* of facts, and
its splits lie one after the other in the split columns.  Sets of ranks are bit masks: bit k stands
for the 0-based rank k.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

NO_ROW: Final = 0
"""Row of a suit that no complete hand contains: it has no ranks and no splits."""
NOT_PAIRS: Final = 100
"""`SplitTable.pairs` of a suit that is not made of pairs of different tiles."""

_RANKS: Final = 9
_NUMBERS: Final = 5**9
_HONOUR_NUMBERS: Final = 5**7
_RUNS: Final = 7
_WEIGHT: Final = 5 ** np.arange(_RANKS)
_BIT: Final = 1 << np.arange(_RANKS)


@dataclass(frozen=True, slots=True)
class SplitTable:
    """Suits of complete hands, one row each; and their splits, one row each, found by first and count."""

    suit_row: NDArray[np.uint16]
    """(5**9,) row of each suit of man, pin or sou."""
    honour_row: NDArray[np.uint16]
    """(5**7,) row of each suit of honours."""

    ranks: NDArray[np.uint64]
    """(rows,) set of the ranks in the suit."""
    tiles: NDArray[np.uint8]
    """(rows,) number of tiles."""
    pairs: NDArray[np.uint8]
    """(rows,) number of pairs if every rank is there twice or not at all, else `NOT_PAIRS`."""
    first: NDArray[np.int32]
    """(rows,) first split."""
    count: NDArray[np.int32]
    """(rows,) number of splits; 0 for suits that only chiitoitsu or kokushi musou contain."""

    runs: NDArray[np.uint64]
    """(splits,) set of the lowest ranks of the runs."""
    twin_runs: NDArray[np.uint8]
    """(splits,) pairs of identical runs: 0, 1 or 2."""
    triplets: NDArray[np.uint64]
    """(splits,) set of the ranks of the triplets."""
    pair: NDArray[np.uint64]
    """(splits,) rank of the pair as a set, empty where the suit has none."""

    def rows(self, suits: NDArray[np.int32]) -> NDArray[np.uint16]:
        """Look up the row of every suit.

        Args:
            suits: (n, 4) int32 suit numbers.

        Returns:
            (4, n) uint16 rows, `NO_ROW` for numbers outside the tables too.
        """
        found = np.empty((4, len(suits)), dtype=np.uint16)
        for suit, table in enumerate((self.suit_row, self.suit_row, self.suit_row, self.honour_row)):
            number = suits[:, suit]
            found[suit] = np.take(table, number, mode="clip")
            found[suit, (number < 0) | (number >= len(table))] = NO_ROW
        return found


@cache
def split_table() -> SplitTable:
    """Build the table (once per process, some milliseconds)."""
    runs, triplets, pair = _all_splits()
    # An honour suit is a suit of seven ranks without runs; keys of honours follow those of numbers.
    is_honour: NDArray[np.bool_] = _tiles(runs, triplets, pair)[:, 7:].sum(axis=1) + runs.sum(axis=1) == 0
    runs, triplets, pair = (np.concatenate([part, part[is_honour]]) for part in (runs, triplets, pair))
    number = _tiles(runs, triplets, pair) @ _WEIGHT
    number[len(is_honour) :] += _NUMBERS
    order = np.argsort(number, kind="stable")
    number = number[order]

    suits = np.unique(np.concatenate([number, *_irregular_suits()]))
    first, end = (np.searchsorted(number, suits, side) for side in ("left", "right"))
    row = np.zeros(_NUMBERS + _HONOUR_NUMBERS, dtype=np.uint16)
    row[suits] = np.arange(1, len(suits) + 1)
    counts = suits[:, None] % _NUMBERS // _WEIGHT % 5
    pairs = np.where(np.isin(counts, (0, 2)).all(axis=1), counts.sum(axis=1) // 2, NOT_PAIRS)
    return SplitTable(
        suit_row=row[:_NUMBERS],
        honour_row=row[_NUMBERS:],
        ranks=np.append(0, (counts > 0) @ _BIT).astype(np.uint64),
        tiles=np.append(0, counts.sum(axis=1)).astype(np.uint8),
        pairs=np.append(NOT_PAIRS, pairs).astype(np.uint8),
        first=np.append(0, first).astype(np.int32),
        count=np.append(0, end - first).astype(np.int32),
        runs=((runs > 0) @ _BIT[:_RUNS]).astype(np.uint64)[order],
        twin_runs=(runs // 2).sum(axis=1).astype(np.uint8)[order],
        triplets=(triplets @ _BIT).astype(np.uint64)[order],
        pair=(pair @ _BIT).astype(np.uint64)[order],
    )


def _all_splits() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Every choice of at most four runs and triplets and at most one pair that needs no fifth tile.

    Returns:
        How often each block is chosen: (s, 7) runs by lowest rank, (s, 9) triplets, (s, 9) pairs.
    """
    chosen = [
        np.bincount(blocks, minlength=_RUNS + _RANKS)
        for size in range(5)
        for blocks in combinations_with_replacement(range(_RUNS + _RANKS), size)
    ]
    eyes = np.vstack([np.zeros(_RANKS, dtype=np.int64), np.eye(_RANKS, dtype=np.int64)])
    blocks = np.repeat(np.array(chosen), len(eyes), axis=0)
    runs, triplets, pair = blocks[:, :_RUNS], blocks[:, _RUNS:], np.tile(eyes, (len(chosen), 1))
    possible = (_tiles(runs, triplets, pair) <= 4).all(axis=1)
    return runs[possible], triplets[possible], pair[possible]


def _tiles(
    runs: NDArray[np.int64], triplets: NDArray[np.int64], pair: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Tiles of each rank that the blocks of a split hold, (s, 9)."""
    tiles: NDArray[np.int64] = 3 * triplets + 2 * pair
    for offset in range(3):
        tiles[:, offset : offset + _RUNS] += runs
    return tiles


def _irregular_suits() -> tuple[NDArray[np.int64], ...]:
    """Keys of the suits of chiitoitsu and kokushi musou."""
    pairs = np.array(list(product((0, 2), repeat=9))) @ _WEIGHT
    terminals = np.array(list(product((1, 2), repeat=2))) @ _WEIGHT[[0, 8]]
    honours = np.array(list(product((1, 2), repeat=7))) @ _WEIGHT[:7]
    return pairs, pairs[pairs < _HONOUR_NUMBERS] + _NUMBERS, terminals, honours + _NUMBERS
