"""Build the suit tables: what every possible suit of a hand is worth to shanten, waits and forms.

A suit number (see `hands`) of at most 14 tiles belongs to one of about 16,000 *classes* of suits
that no question here tells apart.  Three small columns describe a class:

``progress``
    number of a *distance row*: the tiles still missing for ``m`` sets (0-4) and ``p`` pairs (0-1)
    in this suit.  Only about 130 rows exist, and the rows of two suits together only about 180,
    so four suits merge by two lookups in `pair` and one in `shanten`.
``forms``
    what chiitoitsu and kokushi musou need, in bit fields that add up over the suits.
``waits``
    the kinds that would complete the suit, whether it is complete, and its number of tiles.

Class 0 stands for every number that is no suit (more than 14 tiles).
"""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

MAX_TILES: Final = 14
"""Tiles of a complete concealed hand, so the most that one suit can hold."""

NO_SHANTEN: Final = 127
"""Shanten where there is none: the suit numbers are no hand, or the form needs a closed hand."""

KIND_BITS, PAIR_SHIFT, PAIR_BITS = 4, 4, 3
YAOCHUU_SHIFT, YAOCHUU_BITS, YAOCHUU_PAIR_SHIFT = 7, 4, 11
FORM_CODES: Final = 1 << 14
"""``forms``: kinds held (bits 0-3), kinds held twice or more (4-6), terminal and honour kinds held
(7-10), suits with a pair of such a kind (11-13); each field is big enough for the sum of a hand."""

WAIT_MASK: Final = 0x1FF
STATE_SHIFT, STATE_BITS, COUNT_SHIFT = 9, 5, 14
SETS_ONLY, WITH_PAIR = 1, 4
"""``waits``: ranks that complete the suit (bits 0-8), `SETS_ONLY` or `WITH_PAIR` if it is complete
now (9-13), its tiles (14-19).  The upper fields add up over the suits of a hand."""

_FAR: Final = 40
"""More tiles than any suit lacks; sums of it still fit in int8."""

Counts = NDArray[np.uint8]


def digit_columns(digits: int) -> Counts:
    """The base-5 digits of every number of so many digits, as (digits, 5**digits) uint8."""
    numbers = np.arange(5**digits)
    return np.stack([numbers // 5**k % 5 for k in range(digits)]).astype(np.uint8)


def distances(digits: int, *, runs: bool) -> NDArray[np.int8]:
    """Count the tiles that every suit lacks for ``m`` sets and ``p`` pairs.

    A dynamic programme over the ranks, for all numbers at once: its states are the runs begun one
    and two ranks back, which claim tiles of this rank.  A target never has five equal tiles.

    Args:
        digits: ranks of the suit.
        runs: whether its tiles form runs (honours do not).

    Returns:
        (5, 2, 5**digits) int8: missing tiles by sets, pairs and suit number.
    """
    start = np.full((5, 2, 1), _FAR, dtype=np.int8)
    start[0, 0] = 0
    states = {(0, 0): start}
    held = np.arange(5, dtype=np.int8)[:, None]
    for rank in range(digits):
        longer: dict[tuple[int, int], NDArray[np.int8]] = {}
        new_runs = range(5) if runs and rank + 2 < digits else range(1)
        for ((old, recent), cost), run, triplet, pair in product(states.items(), new_runs, (0, 1), (0, 1)):
            target, sets = old + recent + run + 3 * triplet + 2 * pair, run + triplet
            if target > 4:
                continue
            best = longer.setdefault((recent, run), np.full((5, 2, 5, 5**rank), _FAR, dtype=np.int8))
            reached = best[sets:, pair:]
            missing = np.maximum(target - held, 0)
            np.minimum(reached, cost[: 5 - sets, : 2 - pair, None] + missing, out=reached)
        states = {key: cost.reshape(5, 2, -1) for key, cost in longer.items()}
    return states[0, 0]


def form_fields(counts: Counts) -> NDArray[np.uint16]:
    """The ``forms`` value of every suit, from its (digits, n) tile counts."""
    yaochuu = counts[[0, 8]] if len(counts) == 9 else counts
    fields: NDArray[np.int64] = (counts > 0).sum(axis=0)
    fields |= (counts > 1).sum(axis=0) << PAIR_SHIFT
    fields |= (yaochuu > 0).sum(axis=0) << YAOCHUU_SHIFT
    fields |= (yaochuu > 1).any(axis=0) << YAOCHUU_PAIR_SHIFT
    return fields.astype(np.uint16)


def wait_fields(counts: Counts, missing: NDArray[np.int8]) -> NDArray[np.uint32]:
    """The ``waits`` value of every suit, from its tile counts and `distances`."""
    tiles = counts.sum(axis=0)
    complete = np.zeros(len(tiles), dtype=bool)
    for sets, pair in product(range(5), (0, 1)):
        complete |= (tiles == 3 * sets + 2 * pair) & (missing[sets, pair] == 0)
    fields = np.where(complete, np.where(tiles % 3 == 0, SETS_ONLY, WITH_PAIR), 0) << STATE_SHIFT
    fields |= tiles.astype(np.int64) << COUNT_SHIFT
    for rank, held in enumerate(counts):
        room = np.flatnonzero(held < 4)
        fields[room] |= complete[room + 5**rank].astype(np.int64) << rank
    return fields.astype(np.uint32)


def merge(left: NDArray[np.int8], right: NDArray[np.int8]) -> NDArray[np.int8]:
    """Distances of two suits together: (a, 5, 2) and (b, 5, 2) give (a, b, 5, 2)."""
    both = np.full((len(left), len(right), 5, 2), _FAR, dtype=np.int8)
    for sets, more in product(range(5), repeat=2):
        for pair, second in ((0, 0), (0, 1), (1, 0)):
            if sets + more <= 4:
                found = left[:, None, sets, pair] + right[None, :, more, second]
                best = both[:, :, sets + more, pair + second]
                np.minimum(best, found, out=best)
    return both


def progress_tables(rows: NDArray[np.int8]) -> dict[str, NDArray[np.generic]]:
    """Tables that merge four distance rows into the shanten of the ordinary form.

    Args:
        rows: (r, 5, 2) int8 different distance rows of one suit.

    Returns:
        ``pair`` (r + 1, r + 1) uint8, the row number of two suits together, and ``shanten``
        (6, q, q) int8 by melds and the numbers of both pairs of suits.  Number 0 and the sixth
        layer mean "no hand".
    """
    merged, number = np.unique(merge(rows, rows).reshape(-1, 10), axis=0, return_inverse=True)
    pair = np.zeros((len(rows) + 1, len(rows) + 1), dtype=np.uint8)
    pair[1:, 1:] = number.reshape(len(rows), len(rows)) + 1
    hands = merge(merged.reshape(-1, 5, 2), merged.reshape(-1, 5, 2))[..., 1]
    shanten = np.full((6, len(merged) + 1, len(merged) + 1), NO_SHANTEN, dtype=np.int8)
    for melds in range(5):
        shanten[melds, 1:, 1:] = hands[:, :, 4 - melds] - 1
    return {"pair": pair, "shanten": shanten}


def build() -> dict[str, NDArray[np.generic]]:
    """Build every table (about two seconds).

    Returns:
        The arrays of the table file: ``suit_class`` (5**9 + 1,) and ``honour_class`` (5**7 + 1,)
        uint16 class of each suit number, whose last entry (class 0) stands for all numbers above;
        ``progress``, ``forms`` and ``waits`` by class; and those of `progress_tables`.
    """
    lengths, keys, rows = [], [], []
    for digits, runs in ((9, True), (7, False)):
        counts = digit_columns(digits)
        missing = distances(digits, runs=runs)
        valid = counts.sum(axis=0) <= MAX_TILES
        forms, waits = form_fields(counts)[valid], wait_fields(counts, missing)[valid]
        lengths.append(valid)
        keys.append(forms.astype(np.uint64) | waits.astype(np.uint64) << np.uint64(16))
        rows.append(missing[:, :, valid].reshape(10, -1).T)
    distance_rows, progress = np.unique(np.concatenate(rows), axis=0, return_inverse=True)
    key = np.concatenate(keys) | progress.reshape(-1).astype(np.uint64) << np.uint64(48)
    classes, class_of = np.unique(key, return_inverse=True)
    split_at = int(lengths[0].sum())
    tables: dict[str, NDArray[np.generic]] = {}
    for name, valid, numbers in zip(
        ("suit_class", "honour_class"), lengths, (class_of[:split_at], class_of[split_at:]), strict=True
    ):
        dense = np.zeros(len(valid) + 1, dtype=np.uint16)
        dense[:-1][valid] = numbers + 1
        tables[name] = dense
    tables["progress"] = np.append(0, (classes >> np.uint64(48)) + np.uint64(1)).astype(np.uint8)
    tables["forms"] = np.append(0, classes & np.uint64(0xFFFF)).astype(np.uint16)
    tables["waits"] = np.append(0, classes >> np.uint64(16) & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    return tables | progress_tables(distance_rows.reshape(-1, 5, 2))
