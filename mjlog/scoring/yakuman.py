"""Yakuman that lie in the tiles, one predicate each over all readings at once.

Each docstring says in short what the EMA rules 2016, 4.2, say of the yakuman.  What each is worth, and
whether several add up, is a matter of the rule set.  Three have a wider form that depends on the wait
and is a yakuman of its own, so that rule sets can pay more for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import SUIT_OF, WEIGHT
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.kinds import (
    DRAGONS,
    GREEN,
    HONOURS,
    TERMINALS,
    WINDS,
    Bools,
    equals,
    size,
    touches,
    within,
)
from mjlog.scoring.readings import Form, Readings, Wait
from mjlog.scoring.situation import Predicate as HandPredicate
from mjlog.scoring.yaku import Predicate

_NINE_GATES: Final = sum(digit * 5**rank for rank, digit in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))
"""Suit number of 1112345678999."""


def kokushi_musou(r: Readings) -> Bools:
    """One of each terminal and honour, and one of them twice."""
    return equals(r.form, Form.KOKUSHI)


def kokushi_musou_13_wait(r: Readings) -> Bools:
    """Kokushi musou of which all thirteen kinds were there before the winning tile."""
    return kokushi_musou(r) & touches(r.pair, r.win)


def suuankou(r: Readings) -> Bools:
    """Four concealed triplets or kans."""
    return equals(size(r.concealed), 4)


def suuankou_tanki(r: Readings) -> Bools:
    """Four concealed triplets or kans, won on the pair."""
    return suuankou(r) & equals(r.wait, Wait.TANKI)


def daisangen(r: Readings) -> Bools:
    """Triplets or kans of all three dragons."""
    return equals(size(r.triplets & DRAGONS), 3)


def shousuushii(r: Readings) -> Bools:
    """Three triplets or kans of winds and a pair of the fourth."""
    return equals(size(r.triplets & WINDS), 3) & touches(r.pair, WINDS)


def daisuushii(r: Readings) -> Bools:
    """Triplets or kans of all four winds."""
    return equals(size(r.triplets & WINDS), 4)


def tsuuiisou(r: Readings) -> Bools:
    """Honours only, as blocks or as seven pairs."""
    return within(r.tiles, HONOURS)


def chinroutou(r: Readings) -> Bools:
    """Terminals only."""
    return within(r.tiles, TERMINALS)


def ryuuiisou(r: Readings) -> Bools:
    """Green tiles only: 2, 3, 4, 6 and 8 of sou, and hatsu."""
    return within(r.tiles, GREEN)


def suukantsu(r: Readings) -> Bools:
    """Four kans."""
    return equals(size(r.kans), 4)


def chuuren_poutou(h: WinningHands) -> Bools:
    """Closed hand of 1112345678999 of one suit and any other tile of it."""
    return np.isin(_winning_suit(h), _NINE_GATES + WEIGHT[:9])


def junsei_chuuren_poutou(h: WinningHands) -> Bools:
    """Chuuren poutou whose other tile is the winning tile, which nine kinds could have been."""
    before = _winning_suit(h) - np.take(WEIGHT, h.win_kind, mode="clip")
    return chuuren_poutou(h) & equals(before, _NINE_GATES)


def _winning_suit(h: WinningHands) -> NDArray[np.int32]:
    """Suit number of the winning tile's suit; with nine gates it holds all fourteen tiles."""
    suit: NDArray[np.int32] = h.suits[np.arange(len(h)), np.take(SUIT_OF, h.win_kind, mode="clip")]
    return suit


PREDICATES: Final[Mapping[str, Predicate]] = {
    predicate.__name__: predicate
    for predicate in (
        kokushi_musou,
        kokushi_musou_13_wait,
        suuankou,
        suuankou_tanki,
        daisangen,
        shousuushii,
        daisuushii,
        tsuuiisou,
        chinroutou,
        ryuuiisou,
        suukantsu,
    )
}
"""Predicates by the slug of their yakuman in `schema.YAKU`."""

NARROWER: Final[Mapping[str, Predicate]] = {
    "kokushi_musou_13_wait": kokushi_musou,
    "suuankou_tanki": suuankou,
}
"""What is left of wider forms in readings of which any tile may have been the last."""

HAND_PREDICATES: Final[Mapping[str, HandPredicate]] = {
    "chuuren_poutou": chuuren_poutou,
    "junsei_chuuren_poutou": junsei_chuuren_poutou,
}
"""Predicates of yakuman that count tiles, by slug."""

HAND_NARROWER: Final[Mapping[str, HandPredicate]] = {"junsei_chuuren_poutou": chuuren_poutou}
"""What is left of wider forms that count tiles."""
