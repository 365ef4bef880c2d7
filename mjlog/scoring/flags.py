"""Sets of yaku while they are worked out: one byte column per eight yaku.

Bit b of `schema.YAKU_BIT` is bit ``b % 8`` of column ``b // 8``.  Bytes are eight times cheaper to
combine than 64-bit masks, and a byte is an index into a table of han.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.schema import LAST_YAKU, YAKU_BIT
from mjlog.scoring.kinds import Bools, equals

Flags = NDArray[np.uint8]
"""(COLUMNS, n) the yaku of each of n hands or readings."""

COLUMNS: Final = LAST_YAKU // 8 + 1


def find(predicates: Mapping[str, Callable[[Any], Bools]], columns: Any) -> Flags:
    """Ask every predicate about all rows of `columns`."""
    flags = np.zeros((COLUMNS, len(columns)), dtype=np.uint8)
    for slug, predicate in predicates.items():
        add(flags, slug, predicate(columns))
    return flags


def has(flags: Flags, slug: str) -> Bools:
    """Tell in which rows a yaku is set."""
    column, bit = divmod(YAKU_BIT[slug], 8)
    return ~equals(flags[column] & np.uint8(1 << bit), 0)


def drop(flags: Flags, slug: str, rows: Bools) -> None:
    """Clear a yaku in the given rows, in place."""
    column, bit = divmod(YAKU_BIT[slug], 8)
    flags[column] &= ~(rows.view(np.uint8) << np.uint8(bit))


def add(flags: Flags, slug: str, rows: Bools) -> None:
    """Set a yaku in the given rows, in place."""
    column, bit = divmod(YAKU_BIT[slug], 8)
    flags[column] |= rows.view(np.uint8) << np.uint8(bit)


def only(slug: str) -> Flags:
    """Make the column of bytes, (COLUMNS, 1), that holds one yaku."""
    column, bit = divmod(YAKU_BIT[slug], 8)
    flags = np.zeros((COLUMNS, 1), dtype=np.uint8)
    flags[column] = 1 << bit
    return flags


def masks_of(flags: Flags) -> NDArray[np.uint64]:
    """Join byte columns into masks over all yaku, (n,)."""
    shifts = np.arange(0, 8 * COLUMNS, 8, dtype=np.uint64)
    joined: NDArray[np.uint64] = np.bitwise_or.reduce(flags.astype(np.uint64) << shifts[:, None], axis=0)
    return joined


def flags_of_masks(masks: NDArray[np.uint64]) -> Flags:
    """Split masks over all yaku, (n,), into byte columns."""
    shifts = np.arange(0, 8 * COLUMNS, 8, dtype=np.uint64)
    return (masks >> shifts[:, None] & np.uint64(0xFF)).astype(np.uint8)
