"""Walls of Mahjong Soul and Riichi City: their size, and the order of `rounds.wall` from theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

WALL_TILES: Final[Mapping[int, int]] = MappingProxyType({3: 108, 4: 136})
"""Tiles of a wall by number of players."""
_INDICATORS: Final = 10
"""Tiles of the five dora indicators and those under them."""
_REPLACEMENTS: Final = 4
"""Replacement tiles of the dead wall; where North is set aside there are four more."""


def canonical_wall(tiles: Sequence[int], *, norths_are_set_aside: bool, replaced: int) -> list[int]:
    """A wall in the order of `rounds.wall`.

    Such a wall is dealt and drawn from its front.  At its end lie the replacement tiles, the
    last one drawn first, and before them the indicators, each followed backwards by the one under it;
    where North is set aside there are eight replacement tiles.  The last live tiles of a round with
    few replacements are then those of the last indicators, which nobody turns any more: the canonical
    wall has replacement tiles in those places that the round does not reach.

    Args:
        tiles: codes in the order of the platform.
        norths_are_set_aside: whether the table is played with North as a bonus tile.
        replaced: replacement tiles drawn in the round.
    """
    count = 2 * _REPLACEMENTS if norths_are_set_aside else _REPLACEMENTS
    dead = count + _INDICATORS
    live, end = list(tiles[:-dead]), tiles[::-1][:dead]
    replacements, indicators = list(end[:count]), list(end[count:])
    for place in range(1, count - _REPLACEMENTS - replaced + 1):
        indicators[-place], replacements[-place] = replacements[-place], indicators[-place]
    return [*live, *reversed(indicators + replacements)]
