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
from mjlog.schema import CHANCES, OUTSIDES, SUJI_SOURCES, TILE_CLASSES
from mjlog.tiles import EAST, KIND_BIT, KINDS

Codes = NDArray[np.uint8]
Masks = NDArray[np.uint64]
Array = NDArray[Any]

NO_WORD: Final = 255
"""Stands for null where a word does not apply."""
NONE_OPEN: Final = -1
"""Stands for null where suji leaves no two-sided wait open."""
RANKS: Final = 9
_GENBUTSU, _YAKUHAI, _GUEST_WIND, _LONE_TERMINAL = map(
    TILE_CLASSES.index, ("genbutsu", "yakuhai", "guest_wind", "lone_terminal")
)
_BEFORE, _DECLARATION, _AFTER = range(len(SUJI_SOURCES))
_NO_CHANCE, _ONE_CHANCE, _OPEN = map(CHANCES.index, ("no_chance", "one_chance", "open"))
_EARLY, _BEFORE_RIICHI = range(len(OUTSIDES))
_ONE: Final = np.uint64(1)


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


_NUMBER_CLASS: Final = np.array(
    [
        [[TILE_CLASSES.index(_number_class(r, b, a)) for a in (False, True)] for b in (False, True)]
        for r in range(RANKS)
    ],
    dtype=np.uint8,
)
"""(rank, below, above) class of a number tile that is no genbutsu."""


def _ends(step: int) -> Masks:
    """(34,) bit of the number tile so many ranks away in the suit; 0 where there is none."""
    bits = np.zeros(KINDS, dtype=np.uint64)
    for kind in range(EAST):
        if 0 <= int(RANK_OF[kind]) + step < RANKS:
            bits[kind] = KIND_BIT[kind + step]
    return bits


BELOW: Final = _ends(-3)
ABOVE: Final = _ends(3)


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
    [np.bitwise_or.reduce(KIND_BIT[[k for k in range(EAST) if RANK_OF[k] < RANKS - 3]])], dtype=np.uint64
)
"""Mask of the lower ends of all two-sided waits: 1 to 6 of every suit."""


def is_in(kinds: Array, masks: Masks) -> NDArray[np.bool_]:
    """Whether each kind (0 to 33) is in each mask."""
    return np.asarray((masks & KIND_BIT[kinds]) != 0)


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
    is_number = np.asarray(kinds) < EAST
    rank = np.where(is_number, RANK_OF[kinds], 0)
    below, above = (safe & BELOW[kinds]) != 0, (safe & ABOVE[kinds]) != 0
    number = np.where(
        is_in(kinds, runs), _NUMBER_CLASS[rank, below.astype(int), above.astype(int)], _LONE_TERMINAL
    )
    honour = np.where(is_in(kinds, yakuhai), _YAKUHAI, _GUEST_WIND)
    classes = np.where(is_number, number, honour)
    return np.where(is_in(kinds, safe), _GENBUTSU, classes).astype(np.uint8)


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
    for end in (BELOW[kinds], ABOVE[kinds]):
        from_river = np.where(
            (before & end) != 0, _BEFORE, np.where((declared & end) != 0, _DECLARATION, _AFTER)
        )
        source = np.maximum(source, np.where((safe & end) != 0, from_river, -1))
    return np.where((source < 0) | is_in(kinds, safe), NO_WORD, source).astype(np.uint8)


def chances(kinds: Array, safe: Masks, unseen: Array) -> Codes:
    """What is left of the two-sided waits on each tile by the copies that the discarder sees.

    A side is closed by suji, or by a kind of which all copies are seen (no chance); it is nearly
    closed where one copy of a kind is left (one chance).

    Args:
        kinds: (n,) uint8 kinds, 0 to 33.
        safe: (n,) masks of genbutsu.
        unseen: (n, 34) copies of each kind that the discarder does not see.

    Returns:
        (n,) uint8 positions in `schema.CHANCES`; 255 for honours, genbutsu, and tiles whose sides suji
        closes.
    """
    rows = np.arange(len(kinds))
    most = np.full(len(kinds), -1, dtype=np.int16)
    for end, step in ((BELOW[kinds], -1), (ABOVE[kinds], 1)):
        is_open = (end != 0) & ((safe & end) == 0)
        one, two = (np.where(is_open, kinds.astype(np.int64) + step * n, 0) for n in (1, 2))
        left = np.minimum(unseen[rows, one], unseen[rows, two]).astype(np.int16)
        most = np.maximum(most, np.where(is_open, left, -1))
    words = np.select([most < 0, most == 0, most == 1], [NO_WORD, _NO_CHANCE, _ONE_CHANCE], _OPEN)
    return np.where(is_in(kinds, safe), NO_WORD, words).astype(np.uint8)


def held_suji(kinds: Array, safe: Masks, runs: Masks, held: Array) -> NDArray[np.int8]:
    """Copies that the discarder holds of the other end of a two-sided wait on each tile, the most of two.

    Args:
        kinds: (n,) uint8 kinds, 0 to 33.
        safe: (n,) masks of genbutsu.
        runs: (n,) masks of the kinds that a run can hold in the tile set that is played with.
        held: (n, 34) copies of each kind in the discarder's hand.

    Returns:
        (n,) copies; `NONE_OPEN` where suji leaves no such wait open, and for honours and genbutsu.
    """
    rows = np.arange(len(kinds))
    most = np.full(len(kinds), NONE_OPEN, dtype=np.int8)
    for end, step in ((BELOW[kinds], -3), (ABOVE[kinds], 3)):
        is_open = ((end & runs) != 0) & ((safe & (end | KIND_BIT[kinds])) == 0)
        other = np.where(is_open, kinds.astype(np.int64) + step, 0)
        most = np.maximum(most, np.where(is_open, held[rows, other], NONE_OPEN).astype(np.int8))
    return most


def outsides(kinds: Array, early: Masks, before: Masks) -> Codes:
    """Whether each tile lies further from the middle than one that the opponent discarded.

    Args:
        kinds: uint8 kinds, 0 to 33.
        early: masks of what the opponent discarded early.
        before: masks of everything that it discarded before its riichi (or the discard in question).

    Returns:
        uint8 positions in `schema.OUTSIDES`; 255 for no.
    """
    inner = _INNER_OF[kinds]
    later = np.where((before & inner) != 0, _BEFORE_RIICHI, NO_WORD)
    return np.where((early & inner) != 0, _EARLY, later).astype(np.uint8)


def live_suji(safe: Masks, runs: Masks) -> NDArray[np.uint8]:
    """How many of the 18 two-sided waits, fewer where runs are, neither end of which is genbutsu."""
    live = ~safe & runs
    return np.asarray(np.bitwise_count(live & (live >> np.uint64(3)) & _RUN_STARTS), dtype=np.uint8)
