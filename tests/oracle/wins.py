"""Winning hands written by other programs, as `WinningHands`."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from mjlog.lookup.hands import suits_from_codes
from mjlog.schema import YAKU
from mjlog.scoring.hands import Meld, WinningHands
from mjlog.tiles import IS_RED, KIND, NORTH, dora_after


@dataclass
class Hand:
    """One win: tile codes, melds as (type, tile codes), indicators and the columns of `WinningHands`."""

    concealed: list[int]
    win: int
    melds: list[tuple[Meld, list[int]]] = field(default_factory=list)
    dora: list[int] = field(default_factory=list)
    ura: list[int] = field(default_factory=list)
    kita: int = 0
    columns: dict[str, int] = field(default_factory=dict)


def columns_of(hands: list[Hand], after=None) -> WinningHands:
    """Put wins together; dora (table `after`, the usual one if left out) and red fives are counted here."""
    after = dora_after() if after is None else after
    size = len(hands)
    concealed = _padded([h.concealed for h in hands], 14)
    everything = _padded([h.concealed + [t for _, tiles in h.melds for t in tiles] for h in hands], 18)
    meld_type, meld_kind = np.zeros((size, 4), dtype=np.uint8), np.full((size, 4), 255, dtype=np.uint8)
    counts = np.stack([np.bincount(KIND[row[row < 37]], minlength=34) for row in everything])
    dora, ura = np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.uint8)
    for row, hand in enumerate(hands):
        counts[row, NORTH] += hand.kita
        for slot, (meld, tiles) in enumerate(hand.melds):
            meld_type[row, slot], meld_kind[row, slot] = meld, min(KIND[tiles])
        dora[row] = sum(counts[row, after[KIND[tile]]] for tile in hand.dora)
        ura[row] = sum(counts[row, after[KIND[tile]]] for tile in hand.ura)
    names = {name for hand in hands for name in hand.columns}
    return WinningHands.of(
        suits=suits_from_codes(concealed),
        win_kind=KIND[[h.win for h in hands]],
        meld_type=meld_type,
        meld_kind=meld_kind,
        dora=dora,
        ura=ura,
        aka=IS_RED[everything].sum(axis=1),
        kita=[hand.kita for hand in hands],
        **{name: [hand.columns.get(name, 0) for hand in hands] for name in names},
    )


def slugs(mask: int) -> set[str]:
    """Name the yaku of a mask."""
    return {slug for bit, slug in enumerate(YAKU) if int(mask) >> bit & 1}


def _padded(rows: list[list[int]], width: int) -> np.ndarray:
    return np.array([[*row, *[255] * (width - len(row))] for row in rows], dtype=np.uint8)
