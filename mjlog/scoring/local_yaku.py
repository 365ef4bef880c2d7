"""Yaku of single houses and regions, one predicate each; none counts unless a rule set gives it a worth.

Each docstring says in short what the rules of Toutenkou (東天紅), or those of local yaku in Japan, say
of it.  `minimum_win`, which looks at what a hand is worth, is in `mjlog.scoring.additive`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from mjlog.rulesets.standard import GATHERED_MAN, GATHERED_REDS
from mjlog.scoring.hands import Riichi, WinningHands
from mjlog.scoring.kinds import Bools, Kinds, equals, kinds, touches
from mjlog.scoring.readings import Form, Readings
from mjlog.scoring.situation import Predicate as HandPredicate
from mjlog.scoring.situation import menzen_tsumo, riichi
from mjlog.scoring.yaku import Predicate, chiitoitsu, chinitsu

PAARENCHAN_HONBA: Final = 8
_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)
_FIRST_OF_THREE: Final = kinds(*(9 * suit + rank for suit in range(3) for rank in range(7)))
_FIRST_OF_FOUR: Final = kinds(*(9 * suit + rank for suit in range(3) for rank in range(6)))
_ONE_SOU, _SEVEN_PIN = kinds(18), kinds(15)


def open_riichi(h: WinningHands) -> Bools:
    """Riichi with the waiting tiles shown."""
    return h.open_riichi & riichi(h)


def open_riichi_deal_in(h: WinningHands) -> Bools:
    """Another player's discard into an open riichi."""
    return open_riichi(h) & ~h.is_tsumo


def karasu(h: WinningHands) -> Bools:
    """Won without any set-aside tile."""
    return equals(h.kita, 0)


def riichi_tsumo(h: WinningHands) -> Bools:
    """Riichi, not double, won on an own draw: what `riichi_tsumo_pinfu` wants besides pinfu."""
    return equals(h.riichi, Riichi.RIICHI) & menzen_tsumo(h)


def paarenchan(h: WinningHands) -> Bools:
    """Won by the dealer at eight honba or more, those of draws counted."""
    return h.is_dealer & (h.honba >= PAARENCHAN_HONBA)


def eight_reds(h: WinningHands) -> Bools:
    """All eight red fives in the hand and its melds."""
    return h.aka >= GATHERED_REDS


def twelve_man(h: WinningHands) -> Bools:
    """All twelve man tiles set aside."""
    return h.set_aside_man >= GATHERED_MAN


def sanrenkou(r: Readings) -> Bools:
    """Three triplets or kans of one suit in a row."""
    return touches(_in_a_row(r.triplets), _FIRST_OF_THREE)


def suurenkou(r: Readings) -> Bools:
    """Four triplets or kans of one suit in a row."""
    return touches(_in_a_row(r.triplets) & r.triplets >> _THREE, _FIRST_OF_FOUR)


def _in_a_row(triplets: Kinds) -> Kinds:
    """Kinds of triplets that two more follow, suits not told apart."""
    row: Kinds = triplets & triplets >> _ONE & triplets >> _TWO
    return row


def one_sou_seven_pin(r: Readings) -> Bools:
    """One sou and seven pin in the hand or its melds."""
    return touches(r.tiles, _ONE_SOU) & touches(r.tiles, _SEVEN_PIN)


def chiitoitsu_one_quad(r: Readings) -> Bools:
    """Seven pairs of which two are of the same kind."""
    return equals(r.form, Form.CHIITOITSU_ONE_QUAD)


def chiitoitsu_two_quads(r: Readings) -> Bools:
    """Seven pairs of which twice, or thrice, two are of the same kind."""
    return equals(r.form, Form.CHIITOITSU_TWO_QUADS)


def daisharin(r: Readings) -> Bools:
    """Seven pairs of one suit, whichever and whatever the numbers."""
    return chiitoitsu(r) & chinitsu(r)


HAND_PREDICATES: Final[Mapping[str, HandPredicate]] = {
    "riichi_tsumo_pinfu": riichi_tsumo,
    **{
        predicate.__name__: predicate
        for predicate in (
            open_riichi,
            open_riichi_deal_in,
            karasu,
            paarenchan,
            eight_reds,
            twelve_man,
        )
    },
}
"""Predicates that do not depend on the reading, by the slug of their yaku in `schema.YAKU`."""

PREDICATES: Final[Mapping[str, Predicate]] = {
    predicate.__name__: predicate
    for predicate in (
        sanrenkou,
        suurenkou,
        one_sou_seven_pin,
        chiitoitsu_one_quad,
        chiitoitsu_two_quads,
        daisharin,
    )
}
"""Predicates by the slug of their yaku in `schema.YAKU`."""
