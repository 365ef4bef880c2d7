"""The suit tables as shipped: loaded once, on first use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

TABLE_FILE: Final = "suits.npz"
"""Table file in this package, as `mjlog.lookup.build` writes it."""

FORM_BITS: Final = 16
"""Bits for ``forms`` in `progress_and_forms`; the sum for a hand fits in, too."""

CHUNK: Final = 16384
"""Hands that are looked up at a time, so that every column stays in the core's cache."""


@dataclass(frozen=True, slots=True)
class SuitTables:
    """The arrays of `suits.build`, which documents them."""

    suit_class: NDArray[np.uint16]
    honour_class: NDArray[np.uint16]
    progress: NDArray[np.uint8]
    forms: NDArray[np.uint16]
    waits: NDArray[np.uint32]
    pair: NDArray[np.uint8]
    shanten: NDArray[np.int8]


@cache
def suit_tables() -> SuitTables:
    """Load the table file (about 10 ms, then cached)."""
    with (
        files(__package__).joinpath(TABLE_FILE).open("rb") as file,
        np.load(file, allow_pickle=False) as arrays,
    ):
        return SuitTables(**{f.name: arrays[f.name] for f in fields(SuitTables)})


@cache
def progress_and_forms() -> NDArray[np.uint32]:
    """(classes,) uint32: ``progress`` of each class in the upper half, ``forms`` in the lower one."""
    tables = suit_tables()
    both: NDArray[np.uint32] = tables.progress.astype(np.uint32) << np.uint32(FORM_BITS) | tables.forms
    return both


def classes(suits: NDArray[np.int32]) -> list[NDArray[np.intp]]:
    """Class of each suit of each hand: four (n,) columns, 0 where a number is no suit."""
    tables = suit_tables()
    dense = (*(tables.suit_class,) * 3, tables.honour_class)
    # Read as unsigned, negative numbers are large ones, and those clip to the last entry: class 0.
    columns = np.asarray(suits, dtype=np.int32).view(np.uint32).T
    return [
        table.take(column.astype(np.intp), mode="clip").astype(np.intp)
        for table, column in zip(dense, columns, strict=True)
    ]


def chunks(rows: int) -> Iterator[slice]:
    """Slices that cover `rows` hands, at most `CHUNK` each."""
    return (slice(start, min(start + CHUNK, rows)) for start in range(0, rows, CHUNK))
