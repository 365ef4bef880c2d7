"""The two-sided waits on a tile that suji leaves open, and what hand and table say of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.facts.copies import Words, copies_at
from mjlog.facts.danger.tile_classes import ABOVE, BELOW, NO_WORD, STEP, Codes, Masks
from mjlog.lookup.hands import RANK_OF
from mjlog.schema import CHANCES
from mjlog.tiles import COPIES, KIND_BIT

Array = NDArray[Any]

NONE_OPEN: Final = -1
"""Stands for null where suji leaves no two-sided wait open."""
_CLOSED: Final = np.uint8(255)
"""Stands for the copies seen of a side that is not open."""


def _by_seen() -> Codes:
    """(256,) chance by the copies that are seen, of the kind of a side of which more are."""
    chance = np.full(256, CHANCES.index("no_chance"), dtype=np.uint8)
    chance[: COPIES - 1] = CHANCES.index("open")
    chance[COPIES - 1] = CHANCES.index("one_chance")
    chance[_CLOSED] = NO_WORD
    return chance


_BY_SEEN: Final = _by_seen()


@dataclass(frozen=True, slots=True)
class OpenWaits:
    """Whether each tile can complete a two-sided wait neither end of which is genbutsu."""

    kinds: NDArray[np.uint8]
    """(n,) kinds, 0 to 33."""
    below: NDArray[np.bool_]
    """(n,) whether the wait is open whose upper end the tile is: 1-4 for 4."""
    above: NDArray[np.bool_]
    """(n,) whether the wait is open whose lower end it is: 4-7 for 4."""

    @classmethod
    def of(cls, kinds: NDArray[np.uint8], safe: Masks, runs: Masks) -> OpenWaits:
        """Look at both sides of each tile.

        Args:
            kinds: (n,) kinds, 0 to 33.
            safe: (n,) masks of genbutsu.
            runs: (n,) masks of the kinds that a run can hold in the tile set that is played with.
        """
        live = runs & ~safe
        itself = (live & KIND_BIT.take(kinds)) != 0
        below, above = ((live & other.take(kinds)) != 0 for other in (BELOW, ABOVE))
        return cls(kinds, itself & below, itself & above)


def chances(waits: OpenWaits, seen: Words) -> Codes:
    """What is left of the open waits on each tile by the copies that the discarder sees.

    A side is closed, too, by a kind of which all copies are seen (no chance); it is nearly closed where
    one copy of a kind is left (one chance).

    Args:
        waits: n tiles.
        seen: (n,) words of the copies of their suits that the discarder sees, or that the set lacks.

    Returns:
        (n,) uint8 positions in `schema.CHANCES`; 255 where no wait is open.
    """
    rank = RANK_OF.take(waits.kinds)
    below, above = (
        np.where(is_open, np.maximum(*(copies_at(seen, rank, step) for step in steps)), _CLOSED)
        for is_open, steps in ((waits.below, (-1, -2)), (waits.above, (1, 2)))
    )
    return _BY_SEEN.take(np.minimum(below, above))


def held_suji(waits: OpenWaits, held: Words) -> NDArray[np.int8]:
    """Copies that the discarder holds of the other end of an open wait on each tile, the most of two.

    Args:
        waits: n tiles.
        held: (n,) words of the copies of their suits in the discarder's hand.

    Returns:
        (n,) copies; `NONE_OPEN` where no wait is open.
    """
    rank = RANK_OF.take(waits.kinds)
    below, above = (
        np.where(is_open, copies_at(held, rank, step).view(np.int8), np.int8(NONE_OPEN))
        for is_open, step in ((waits.below, -STEP), (waits.above, STEP))
    )
    return np.maximum(below, above)
