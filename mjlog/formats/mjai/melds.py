"""What calls, kans and set-aside tiles say of themselves, whatever came before them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.mjai.actions import Ankan, Chi, Daiminkan, Kakan, Kita, Nukidora, Pon
from mjlog.formats.mjai.wins import CODE
from mjlog.tiles import KIND, NO_TILE, TILE_NAMES

CALLS: Final = (Chi, Pon, Daiminkan)
_MELDS: Final = frozenset([*CALLS, Ankan, Kakan, Kita, Nukidora])
_WIDTH: Final = 4
_PLACE: Final = {name: (int(KIND[code]), code) for code, name in enumerate(TILE_NAMES)}
"""Where a tile stands in a meld: by kind, then code."""


class Melds(NamedTuple):
    """What each of k actions says of a meld it makes."""

    tile: NDArray[np.uint8]
    """(k,) the tile that it is named by; that of the action if it has one."""
    target: NDArray[np.int8]
    """(k,) whom a call says it is made from, -1 for what is no call."""
    consumed: NDArray[np.uint8]
    """(k, 4) tiles of the hand, by kind, padded with `NO_TILE`."""


def names_itself(action: object) -> bool:
    """Whether an action is a call that is made from the caller."""
    return isinstance(action, CALLS) and action.target == action.actor


def melds_of(actions: Sequence[Any]) -> Melds:
    """What `actions` (k of them) say of melds."""
    tile = np.array([CODE[action.pai] for action in actions], dtype=np.uint8)
    target = np.full(len(actions), -1, dtype=np.int8)
    consumed = np.full((len(actions), _WIDTH), NO_TILE, dtype=np.uint8)
    for i in [i for i, action in enumerate(actions) if type(action) in _MELDS]:
        action = actions[i]
        kind = type(action)
        if kind in CALLS:
            target[i] = action.target
            _fill(consumed[i], action.consumed)
        elif kind is Ankan:
            _fill(consumed[i], action.consumed)
            tile[i] = consumed[i].min()
        elif kind is Kakan:
            consumed[i, 0] = tile[i]
        else:
            tile[i] = consumed[i, 0] = CODE["N" if action.pai is None else action.pai]
    return Melds(tile, target, consumed)


def _fill(row: NDArray[np.uint8], tiles: Iterable[str]) -> None:
    for place, name in enumerate(sorted(tiles, key=_PLACE.__getitem__)):
        row[place] = CODE[name]
