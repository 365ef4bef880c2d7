"""How a tile stands to what an opponent cannot win on: genbutsu, suji and its parts, honours.

The classes are those of the published danger tables: a number tile is *suji* when the other ends of all
its two-sided waits are genbutsu, *half suji* when one of two is; 4 and 6 are told apart by which one
(19 or 37), as tables of deal-in rates by turn do.  All functions work element by element, so that the
shapes of their arguments broadcast.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import RANK_OF, SUIT_OF
from mjlog.schema import OUTSIDES, SUJI_SOURCES, TILE_CLASSES
from mjlog.tiles import EAST, KIND_BIT, KINDS

Codes = NDArray[np.uint8]
Masks = NDArray[np.uint64]
Array = NDArray[Any]

NO_WORD: Final = 255
"""Stands for null where a word does not apply."""
RANKS: Final = 9
STEP: Final = 3
"""From one end of a two-sided wait to the other."""
_BEFORE, _DECLARATION, _AFTER = range(len(SUJI_SOURCES))
_EARLY, _BEFORE_RIICHI = range(len(OUTSIDES))


def _number_class(rank: int, below: bool, above: bool) -> str:
    """Class of a number tile by whether the other end below and above is genbutsu.

    >>> _number_class(3, True, False), _number_class(5, True, False), _number_class(0, False, True)
    ('half_suji_46a', 'half_suji_46b', 'suji_19')
    """
    group = ("19", "28", "37", "46", "5")[min(rank, 8 - rank)]
    if rank not in (3, 4, 5):
        return f"suji_{group}" if (above if rank < 3 else below) else f"no_suji_{group}"
    if below == above:
        return f"double_suji_{group}" if below else f"no_suji_{group}"
    if group == "5":
        return "half_suji_5"
    return "half_suji_46a" if below == (rank == 3) else "half_suji_46b"


def _class(kind: int, safe: bool, below: bool, above: bool, yakuhai: bool, in_run: bool) -> str:
    """Class of a kind by which masks it and the other ends of its waits are in."""
    if safe:
        return "genbutsu"
    if kind >= EAST:
        return "yakuhai" if yakuhai else "guest_wind"
    return _number_class(int(RANK_OF[kind]), below, above) if in_run else "lone_terminal"


_CLASSES: Final = np.array(
    [
        TILE_CLASSES.index(_class(kind, *flags))
        for kind in range(KINDS)
        for flags in product((False, True), repeat=5)
    ],
    dtype=np.uint8,
)
"""(34 * 32,) class by the kind and the five flags of `_class`, a bit each, the first one highest."""


def _ends(step: int) -> Masks:
    """(34,) bit of the number tile so many ranks away in the suit; 0 where there is none."""
    bits = np.zeros(KINDS, dtype=np.uint64)
    for kind in range(EAST):
        if 0 <= int(RANK_OF[kind]) + step < RANKS:
            bits[kind] = KIND_BIT[kind + step]
    return bits


BELOW: Final = _ends(-STEP)
ABOVE: Final = _ends(STEP)


def _outer() -> Masks:
    """(34,) mask of the tiles between which and the end of the suit a number tile lies: 3 for 1 and 2."""
    masks = np.zeros(KINDS, dtype=np.uint64)
    for kind, inner in product(range(EAST), repeat=2):
        rank, other = int(RANK_OF[kind]), int(RANK_OF[inner])
        if SUIT_OF[kind] == SUIT_OF[inner] and (rank < other <= 4 or rank > other >= 4):
            masks[kind] |= KIND_BIT[inner]
    return masks


_INNER_OF: Final = _outer()
_RUN_STARTS: Final = np.array(
    [np.bitwise_or.reduce(KIND_BIT[[k for k in range(EAST) if RANK_OF[k] < RANKS - STEP]])], dtype=np.uint64
)
"""Mask of the lower ends of all two-sided waits: 1 to 6 of every suit."""


def is_in(kinds: Array, masks: Masks) -> NDArray[np.bool_]:
    """Whether each kind (0 to 33) is in each mask."""
    return np.asarray((masks & KIND_BIT.take(kinds)) != 0)


def tile_classes(kinds: Array, safe: Masks, yakuhai: Masks, runs: Masks) -> Codes:
    """Class of each tile against an opponent.

    Args:
        kinds: uint8 kinds, 0 to 33.
        safe: masks of the kinds that the opponent cannot win on (genbutsu).
        yakuhai: masks of the honours that are worth a yaku to the opponent.
        runs: masks of the kinds that a run can hold in the tile set that is played with.

    Returns:
        uint8 positions in `schema.TILE_CLASSES`.
    """
    itself = KIND_BIT.take(kinds)
    flags = (
        (safe, itself),
        (safe, BELOW.take(kinds)),
        (safe, ABOVE.take(kinds)),
        (yakuhai, itself),
        (runs, itself),
    )
    place = kinds.astype(np.int16)
    for mask, bits in flags:
        place = place << 1 | ((mask & bits) != 0)
    return _CLASSES.take(place)


def suji_sources(kinds: Array, safe: Masks, before: Masks, declared: Masks) -> Codes:
    """Where the suji of each tile comes from: the later one where both ends are genbutsu.

    Args:
        kinds: uint8 kinds, 0 to 33.
        safe: masks of genbutsu.
        before: masks of what the opponent discarded before the declaration.
        declared: masks of the declaration tile.

    Returns:
        uint8 positions in `schema.SUJI_SOURCES`; 255 for tiles without suji, honours and genbutsu.
    """
    source = np.zeros(np.broadcast_shapes(np.shape(kinds), np.shape(safe)), dtype=np.int16) - 1
    for end in (BELOW.take(kinds), ABOVE.take(kinds)):
        from_river = np.where(
            (before & end) != 0, _BEFORE, np.where((declared & end) != 0, _DECLARATION, _AFTER)
        )
        source = np.maximum(source, np.where((safe & end) != 0, from_river, -1))
    return np.where((source < 0) | is_in(kinds, safe), NO_WORD, source).astype(np.uint8)


def outsides(kinds: Array, early: Masks, before: Masks) -> Codes:
    """Whether each tile lies further from the middle than one that the opponent discarded.

    Args:
        kinds: uint8 kinds, 0 to 33.
        early: masks of what the opponent discarded early.
        before: masks of everything that it discarded before its riichi (or the discard in question).

    Returns:
        uint8 positions in `schema.OUTSIDES`; 255 for no.
    """
    inner = _INNER_OF.take(kinds)
    later = np.where((before & inner) != 0, _BEFORE_RIICHI, NO_WORD)
    return np.where((early & inner) != 0, _EARLY, later).astype(np.uint8)


def live_suji(safe: Masks, runs: Masks) -> NDArray[np.uint8]:
    """How many of the 18 two-sided waits, fewer where runs are, neither end of which is genbutsu."""
    live = ~safe & runs
    return np.asarray(np.bitwise_count(live & (live >> np.uint64(STEP)) & _RUN_STARTS), dtype=np.uint8)
