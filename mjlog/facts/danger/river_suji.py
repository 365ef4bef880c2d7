"""What a river says of the two-sided waits on a tile: tiles beyond their ends, and between them.

Of a wait for 4 and 7 the tiles beyond the ends are 3 and 8 (ura-suji; when both lie in the river,
aida-yon-ken), those between are 5 and 6 (matagi-suji).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.facts.danger.tile_classes import NO_WORD, RANKS
from mjlog.lookup.hands import RANK_OF
from mjlog.schema import RIVER_PARTS
from mjlog.tiles import EAST, KIND_BIT, KINDS

Codes = NDArray[np.uint8]
Masks = NDArray[np.uint64]
Array = NDArray[Any]

_STEP: Final = 3
"""From one end of a two-sided wait to the other."""


def _around(*steps: int) -> Masks:
    """(34,) masks of the tiles so many ranks from the lower end of a two-sided wait; 0 for no such end."""
    masks = np.zeros(KINDS, dtype=np.uint64)
    for kind in range(EAST):
        rank = int(RANK_OF[kind])
        for step in steps:
            if rank + _STEP < RANKS and 0 <= rank + step < RANKS:
                masks[kind] |= KIND_BIT[kind + step]
    return masks


BEYOND: Final = _around(-1, _STEP + 1)
BETWEEN: Final = _around(1, 2)
_SUIT: Final = np.array(
    [np.bitwise_or.reduce(KIND_BIT[k // RANKS * RANKS :][:RANKS]) if k < EAST else 0 for k in range(KINDS)],
    dtype=np.uint64,
)
"""(34,) masks of the number tiles of a kind's suit; 0 for honours."""


def river_parts(kinds: Array, safe: Masks, runs: Masks, around: Masks, parts: tuple[Masks, ...]) -> Codes:
    """Which part of a river has a tile around a two-sided wait on each tile that suji leaves open.

    Args:
        kinds: (n,) uint8 kinds, 0 to 33.
        safe: (n,) masks of genbutsu.
        runs: (n,) masks of the kinds that a run can hold.
        around: `BEYOND` or `BETWEEN`.
        parts: (n,) masks of each part of the river, in the order of `schema.RIVER_PARTS`; where several
            have such a tile, the last counts.

    Returns:
        (n,) uint8 positions in `schema.RIVER_PARTS`; 255 for none.
    """
    found = np.full(len(kinds), NO_WORD, dtype=np.uint8)
    wanted = np.zeros(len(kinds), dtype=np.uint64)
    for low, is_open in _open_waits(kinds, safe, runs):
        wanted |= np.where(is_open, around[low], np.uint64(0))
    for word, part in zip(range(len(RIVER_PARTS)), parts, strict=True):
        found[(wanted & part) != 0] = word
    return found


def is_aida_yonken(kinds: Array, safe: Masks, runs: Masks, river: Masks) -> NDArray[np.bool_]:
    """Whether a river has both tiles beyond the ends of a two-sided wait that suji leaves open.

    Args:
        kinds: (n,) uint8 kinds, 0 to 33.
        safe: (n,) masks of genbutsu.
        runs: (n,) masks of the kinds that a run can hold.
        river: (n,) masks of what the opponent discarded.
    """
    found = np.zeros(len(kinds), dtype=np.bool_)
    for low, is_open in _open_waits(kinds, safe, runs):
        beyond = BEYOND[low]
        found |= is_open & (np.bitwise_count(beyond) == 2) & ((beyond & ~river) == 0)
    return found


def is_suit_cut(kinds: Array, river: Masks) -> NDArray[np.bool_]:
    """Whether a river has a number tile of each tile's suit; false for honours."""
    return np.asarray((_SUIT[kinds] & river) != 0)


def _open_waits(kinds: Array, safe: Masks, runs: Masks) -> list[tuple[Array, NDArray[np.bool_]]]:
    """The two-sided waits that each tile can be an end of: (n,) lower end, and whether it is open.

    A wait is open when neither end is genbutsu.
    """
    waits = []
    rank = np.where(kinds < EAST, RANK_OF[kinds], RANKS).astype(np.int64)
    live = runs & ~safe
    for step in (0, -_STEP):
        there = (rank + step >= 0) & (rank + step + _STEP < RANKS)
        low = np.where(there, kinds.astype(np.int64) + step, 0)
        ends = KIND_BIT[low] | KIND_BIT[low + _STEP]
        waits.append((low, there & ((ends & ~live) == 0)))
    return waits
