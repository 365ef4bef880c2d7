"""What a river says of the two-sided waits on a tile: tiles beyond their ends, and between them.

Of a wait for 4 and 7 the tiles beyond the ends are 3 and 8 (ura-suji; when both lie in the river,
aida-yon-ken), those between are 5 and 6 (matagi-suji).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.facts.danger.open_waits import OpenWaits
from mjlog.facts.danger.tile_classes import NO_WORD, RANKS, STEP, Codes, Masks
from mjlog.lookup.hands import RANK_OF
from mjlog.schema import RIVER_PARTS
from mjlog.tiles import EAST, KIND_BIT, KINDS

Array = NDArray[Any]


def _around(*steps: int) -> Masks:
    """(2, 34) masks of the tiles so many ranks from the lower end of a wait; 0 where there is no wait.

    The first row has the wait whose upper end the tile is, the second that whose lower end it is.
    """
    masks = np.zeros((2, KINDS), dtype=np.uint64)
    for low in range(EAST):
        rank = int(RANK_OF[low])
        if rank + STEP < RANKS:
            tiles = [KIND_BIT[low + step] for step in steps if 0 <= rank + step < RANKS]
            masks[0, low + STEP] = masks[1, low] = np.bitwise_or.reduce(np.array(tiles, dtype=np.uint64))
    return masks


BEYOND: Final = _around(-1, STEP + 1)
BETWEEN: Final = _around(1, 2)
_BOTH_BEYOND: Final = np.where(np.bitwise_count(BEYOND) == 2, BEYOND, ~np.uint64(0))
"""(2, 34) likewise where there are two of them; kinds that no river has where there are not."""
_SUIT: Final = np.array(
    [np.bitwise_or.reduce(KIND_BIT[k // RANKS * RANKS :][:RANKS]) if k < EAST else 0 for k in range(KINDS)],
    dtype=np.uint64,
)
"""(34,) masks of the number tiles of a kind's suit; 0 for honours."""


def river_parts(waits: OpenWaits, around: Masks, parts: tuple[Masks, ...]) -> Codes:
    """Which part of a river has a tile around an open wait on each tile.

    Args:
        waits: n tiles.
        around: `BEYOND` or `BETWEEN`.
        parts: (n,) masks of each part of the river, in the order of `schema.RIVER_PARTS`; where several
            have such a tile, the last counts.

    Returns:
        (n,) uint8 positions in `schema.RIVER_PARTS`; 255 for none.
    """
    found = np.full(len(waits.kinds), NO_WORD, dtype=np.uint8)
    below, above = around
    wanted = below.take(waits.kinds) * waits.below | above.take(waits.kinds) * waits.above
    for word, part in zip(range(len(RIVER_PARTS)), parts, strict=True):
        found[(wanted & part) != 0] = word
    return found


def is_aida_yonken(waits: OpenWaits, river: Masks) -> NDArray[np.bool_]:
    """Whether a river has both tiles beyond the ends of an open wait on each tile.

    Args:
        waits: n tiles.
        river: (n,) masks of what the opponent discarded.
    """
    found = np.zeros(len(waits.kinds), dtype=np.bool_)
    for is_open, both in zip((waits.below, waits.above), _BOTH_BEYOND, strict=True):
        found |= is_open & ((both.take(waits.kinds) & ~river) == 0)
    return found


def is_suit_cut(kinds: Array, river: Masks) -> NDArray[np.bool_]:
    """Whether a river has a number tile of each tile's suit; false for honours."""
    return np.asarray((_SUIT.take(kinds) & river) != 0)
