"""The wall as mjx and Tenhou number it, and in the order of the tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_TILES: Final = 136
_LIVE: Final = 122
"""Tiles dealt and drawn, in their order; the fourteen of the dead wall follow."""
_DEAD: Final = (
    133,
    132,
    135,
    134,
    *(place + under for place in (122, 124, 126, 128, 130) for under in (1, 0)),
)
"""Places of the dead wall, its end last: replacement tiles 4 to 1, then from the fifth indicator to the
first the tile under it and itself."""


def canonical(wall: Sequence[int]) -> list[int] | None:
    """The tile ids of a wall in the order of `rounds.wall`; None for what is no wall of 136 tiles.

    The order of the dead wall is read off recorded kans and indicators.
    """
    if len(wall) != _TILES or len(set(wall)) != _TILES:
        return None
    return [*wall[:_LIVE], *(wall[place] for place in _DEAD)]
