"""Shanten: how many tiles a hand lacks to tenpai, -1 when it is complete."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup import suits as layout
from mjlog.lookup.suits import NO_SHANTEN
from mjlog.lookup.tables import FORM_BITS, chunks, classes, progress_and_forms, suit_tables


@cache
def form_shanten() -> NDArray[np.int8]:
    """(2, 16384) int8: shanten of chiitoitsu and kokushi musou by the sum of a hand's ``forms``."""
    fields = np.arange(layout.FORM_CODES)
    kinds = fields & (1 << layout.KIND_BITS) - 1
    pairs = fields >> layout.PAIR_SHIFT & (1 << layout.PAIR_BITS) - 1
    yaochuu = fields >> layout.YAOCHUU_SHIFT & (1 << layout.YAOCHUU_BITS) - 1
    has_pair = fields >> layout.YAOCHUU_PAIR_SHIFT > 0
    # Chiitoitsu needs seven different kinds: four equal tiles are one pair (EMA rules 2016, 4.2).
    chiitoitsu = 6 - pairs + np.maximum(0, 7 - kinds)
    return np.stack([chiitoitsu, 13 - yaochuu - has_pair]).astype(np.int8)


@cache
def closed_shanten() -> NDArray[np.int8]:
    """(16384,) int8: shanten of the nearer of chiitoitsu and kokushi musou."""
    nearer: NDArray[np.int8] = form_shanten().min(axis=0)
    return nearer


def _ordinary_and_forms(
    suits: NDArray[np.int32], melds: NDArray[np.int8]
) -> tuple[NDArray[np.int8], NDArray[np.uint16], NDArray[np.bool_]]:
    """Shanten in the ordinary form, sum of ``forms``, and whether other forms are open, of one chunk."""
    tables, packed = suit_tables(), progress_and_forms()
    fields = [packed.take(c) for c in classes(suits)]
    man, pin, sou, honours = (f >> FORM_BITS for f in fields)
    left = tables.pair.take((man * len(tables.pair) + pin).astype(np.intp))
    right = tables.pair.take((sou * len(tables.pair) + honours).astype(np.intp))
    layers, side, _ = tables.shanten.shape
    layer = np.minimum(melds.astype(np.uint8), layers - 1)
    ordinary = tables.shanten.take((layer.astype(np.intp) * side + left) * side + right)
    forms = (fields[0] + fields[1] + fields[2] + fields[3]).astype(np.uint16)
    return ordinary, forms, (melds == 0) & (ordinary != NO_SHANTEN)


def sum_forms(suit_classes: list[NDArray[np.intp]]) -> NDArray[np.uint16]:
    """Add the ``forms`` of the four suits of each hand, given their `classes`."""
    forms = suit_tables().forms
    total = forms.take(suit_classes[0])
    for column in suit_classes[1:]:
        total += forms.take(column)
    return total


def shanten_by_form(suits: NDArray[np.int32], melds: NDArray[np.int8]) -> NDArray[np.int8]:
    """Shanten of every hand in each of the three forms.

    Args:
        suits: (n, 4) int32 suit numbers of the concealed tiles, 3k+1 or 3k+2 of them.
        melds: (n,) int8 called sets and kans, concealed kans too.

    Returns:
        (n, 3) int8 ordinary form (four sets and a pair), chiitoitsu, kokushi musou.  -1 is complete,
        0 tenpai; `NO_SHANTEN` (127) where a meld rules the form out and where the numbers are no
        hand (a suit of more than 14 tiles, melds outside 0-4).  No form wants a fifth tile of a
        kind, so four equal tiles never wait on themselves.
    """
    suits, melds = np.asarray(suits), np.asarray(melds)
    out = np.empty((len(suits), 3), dtype=np.int8)
    for part in chunks(len(suits)):
        out[part, 0], forms, is_closed = _ordinary_and_forms(suits[part], melds[part])
        for column, table in enumerate(form_shanten(), 1):
            found = table.take(forms, mode="clip")
            out[part, column] = np.where(is_closed, found, np.int8(NO_SHANTEN))
    return out


def shanten(suits: NDArray[np.int32], melds: NDArray[np.int8]) -> NDArray[np.int8]:
    """Shanten of every hand in its nearest form.

    Args:
        suits: (n, 4) int32 suit numbers of the concealed tiles, 3k+1 or 3k+2 of them.
        melds: (n,) int8 called sets and kans, concealed kans too.

    Returns:
        (n,) int8, -1 complete, 0 tenpai; `NO_SHANTEN` (127) where the numbers are no hand.
    """
    suits, melds = np.asarray(suits), np.asarray(melds)
    out = np.empty(len(suits), dtype=np.int8)
    for part in chunks(len(suits)):
        ordinary, forms, is_closed = _ordinary_and_forms(suits[part], melds[part])
        other = closed_shanten().take(forms, mode="clip")
        np.copyto(other, NO_SHANTEN, where=~is_closed)
        np.minimum(ordinary, other, out=out[part])
    return out
