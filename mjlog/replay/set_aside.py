"""Tiles that players have set aside (nuki-dora), by kind."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import KITA, Batch
from mjlog.tiles import KIND, KINDS

Array = NDArray[Any]


def set_aside_counts(batch: Batch, segment: Array, event: Array) -> NDArray[np.uint8]:
    """Tiles that some seats have set aside before some events.

    Args:
        batch: the rounds.
        segment: (n,) round * 4 + seat.
        event: (n,) event number; tiles set aside at or after it do not count.

    Returns:
        (n, 34) uint8 tiles of each kind.
    """
    ev = batch.events
    counts = np.zeros((len(segment), KINDS), dtype=np.uint8)
    made = np.flatnonzero(ev.kind == KITA)
    made = made[(ev.seat[made] >= 0) & (KIND[ev.tile[made]] < KINDS)]
    owner = ev.round[made].astype(np.int64) * 4 + ev.seat[made]
    order = np.argsort(owner, kind="stable")
    made, owner = made[order], owner[order]
    first, last = (np.searchsorted(owner, segment, side=side) for side in ("left", "right"))
    for place in range(int((last - first).max(initial=0))):
        rows = np.flatnonzero(first + place < last)
        tiles = made[first[rows] + place]
        rows, tiles = rows[tiles < event[rows]], tiles[tiles < event[rows]]
        counts[rows, KIND[ev.tile[tiles]]] += 1
    return counts
