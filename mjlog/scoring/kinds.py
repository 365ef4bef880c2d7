"""Sets of tile kinds as ``uint64`` bit masks: bit k is kind k of `mjlog.tiles` (0-33).

Rules speak of sets of tiles ("only terminals and honours"), so yaku are written over such sets.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.tiles import EAST, KIND_BIT, NORTH

Bools = NDArray[np.bool_]
Kinds = NDArray[np.uint64]
"""One set of kinds per hand or reading."""


def kinds(*numbers: int) -> np.uint64:
    """Make the set of the given kinds.

    >>> int(kinds(0, 2))
    5
    """
    return np.uint64(sum(1 << k for k in numbers))


NOTHING: Final = kinds()
MAN: Final = kinds(*range(9))
PIN: Final = kinds(*range(9, 18))
SOU: Final = kinds(*range(18, 27))
SUITS: Final = (MAN, PIN, SOU)
NUMBERS: Final = MAN | PIN | SOU
WINDS: Final = kinds(*range(EAST, NORTH + 1))
DRAGONS: Final = kinds(31, 32, 33)
HAKU, HATSU, CHUN = kinds(31), kinds(32), kinds(33)
HONOURS: Final = WINDS | DRAGONS
TERMINALS: Final = kinds(0, 8, 9, 17, 18, 26)
YAOCHUU: Final = TERMINALS | HONOURS
"""Terminals and honours."""
SIMPLES: Final = NUMBERS & ~TERMINALS
GREEN: Final = kinds(19, 20, 21, 23, 25, 32)
"""Tiles that show green only: 2, 3, 4, 6 and 8 of sou, and hatsu."""

MAN_TO_PIN, MAN_TO_SOU = np.uint64(9), np.uint64(18)
"""Shifts that move the ranks of pin and sou onto those of man."""


def size(group: Kinds) -> NDArray[np.uint8]:
    """Count the kinds of each set."""
    return np.bitwise_count(group)


def equals(column: NDArray[Any], value: object) -> Bools:
    """Tell where a column has a value."""
    equal: Bools = column == value
    return equal


def is_empty(group: Kinds) -> Bools:
    """Tell which sets have no kind."""
    return equals(group, NOTHING)


def within(group: Kinds, allowed: Kinds | np.uint64) -> Bools:
    """Tell which sets have no kind outside `allowed`."""
    return is_empty(group & ~allowed)


def touches(group: Kinds, other: Kinds | np.uint64) -> Bools:
    """Tell which sets have a kind in common with `other`."""
    common: Bools = group & other != NOTHING
    return common


def of_kind(kind: NDArray[np.uint8]) -> Kinds:
    """Make one-kind sets of kinds; no tile (255) gives the empty set."""
    return KIND_BIT.take(kind)
