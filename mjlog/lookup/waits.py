"""Waits: the kinds that complete a tenpai hand."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup import suits as layout
from mjlog.lookup.hands import counts_from_suits
from mjlog.lookup.shanten import form_shanten, sum_forms
from mjlog.lookup.tables import chunks, classes, suit_tables
from mjlog.tiles import IS_YAOCHUU, KIND_BIT, KINDS

_YAOCHUU: Final = IS_YAOCHUU[:KINDS]
_STATE_MASK: Final = (1 << layout.STATE_BITS) - 1
_COUNT_LOW: Final = layout.COUNT_SHIFT - layout.STATE_SHIFT


def _waits(suits: NDArray[np.int32], melds: NDArray[np.int8], out: NDArray[np.uint64]) -> None:
    """Fill `out`, (n,), for one chunk of hands."""
    tables = suit_tables()
    suit_classes = classes(suits)
    fields = [tables.waits.take(c) for c in suit_classes]
    upper = [f >> layout.STATE_SHIFT for f in fields]
    total = upper[0] + upper[1] + upper[2] + upper[3]
    size = total >> _COUNT_LOW
    is_hand = (size == 13 - 3 * melds.astype(np.int32)) & np.logical_and.reduce([c > 0 for c in suit_classes])
    for suit, (field, own) in enumerate(zip(fields, upper, strict=True)):
        # The other three suits must be complete: three without a pair, or two without and one with.
        others = total - own & _STATE_MASK
        fits = (others == 3 * layout.SETS_ONLY) | (others == 2 * layout.SETS_ONLY + layout.WITH_PAIR)
        mask = (field & layout.WAIT_MASK) * (fits & is_hand)
        out |= mask.astype(np.uint64) << np.uint64(9 * suit)
    forms = sum_forms(suit_classes)
    tenpai = (form_shanten() == 0).any(axis=0).take(forms, mode="clip")
    # Both forms take thirteen concealed tiles, which no hand with a meld has.
    special = np.flatnonzero(tenpai & is_hand)
    if len(special):
        out[special] |= _special_waits(suits[special], forms[special])


def _special_waits(suits: NDArray[np.int32], forms: NDArray[np.uint16]) -> NDArray[np.uint64]:
    """Waits of 13 concealed tiles that are tenpai in chiitoitsu or kokushi musou."""
    counts = counts_from_suits(suits)
    chiitoitsu, kokushi = form_shanten()[:, forms, None] == 0
    # Kokushi waits on the missing kind, or on all thirteen when none is missing (no pair).
    missing = _YAOCHUU & ((counts == 0) | (counts[:, _YAOCHUU] == 1).all(axis=1, keepdims=True))
    wanted = (chiitoitsu & (counts == 1)) | (kokushi & missing)
    bits: NDArray[np.uint64] = np.where(wanted, KIND_BIT[:KINDS], np.uint64(0)).sum(axis=1, dtype=np.uint64)
    return bits


def waits(suits: NDArray[np.int32], melds: NDArray[np.int8]) -> NDArray[np.uint64]:
    """Kinds that complete each hand, in any form.

    Args:
        suits: (n, 4) int32 suit numbers of the concealed tiles, 13 less three per meld.
        melds: (n,) int8 called sets and kans, concealed kans too.

    Returns:
        (n,) uint64, bit ``k`` set where kind ``k`` completes the hand; 0 for a hand that is not
        tenpai, that has another number of tiles, or whose numbers are no hand.  A kind of which the
        concealed hand itself holds four is not a wait.
    """
    suits, melds = np.asarray(suits), np.asarray(melds)
    out = np.zeros(len(suits), dtype=np.uint64)
    for part in chunks(len(suits)):
        _waits(suits[part], melds[part], out[part])
    return out
