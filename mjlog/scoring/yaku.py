"""Ordinary yaku that lie in the tiles, one predicate each over all readings at once.

Each predicate takes `Readings` and tells for every reading whether the yaku is there; its docstring
says in short what the EMA rules 2016, 4.2, say of the yaku.  Whether an open hand may have it, and
for how many han, is a matter of the rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mjlog.scoring.kinds import (
    CHUN,
    DRAGONS,
    HAKU,
    HATSU,
    HONOURS,
    MAN_TO_PIN,
    MAN_TO_SOU,
    NUMBERS,
    SIMPLES,
    SUITS,
    TERMINALS,
    YAOCHUU,
    Bools,
    Kinds,
    equals,
    is_empty,
    kinds,
    size,
    touches,
    within,
)
from mjlog.scoring.readings import Form, Readings, Wait

Predicate = Callable[[Readings], Bools]

_RUNS_OF_ITTSUU: Final = (kinds(0, 3, 6), kinds(9, 12, 15), kinds(18, 21, 24))
_RUNS_WITH_TERMINAL: Final = kinds(0, 6, 9, 15, 18, 24)


def value_pair(r: Readings) -> Bools:
    """The pair is of a dragon, the seat wind or the round wind."""
    return touches(r.pair, DRAGONS | r.seat_wind | r.round_wind)


def in_all_suits(blocks: Kinds) -> Bools:
    """The same rank is there in man, pin and sou."""
    return touches(blocks & blocks >> MAN_TO_PIN & blocks >> MAN_TO_SOU, SUITS[0])


def pinfu(r: Readings) -> Bools:
    """Closed hand of four runs and a valueless pair, won on a two-sided wait."""
    return r.is_closed & is_empty(r.triplets) & equals(r.wait, Wait.RYANMEN) & ~value_pair(r)


def tanyao(r: Readings) -> Bools:
    """Hand without terminals and honours."""
    return within(r.tiles, SIMPLES)


def iipeikou(r: Readings) -> Bools:
    """Closed hand with two identical runs."""
    return r.is_closed & ~equals(r.twin_runs, 0)


def yakuhai_haku(r: Readings) -> Bools:
    """Triplet or kan of haku."""
    return touches(r.triplets, HAKU)


def yakuhai_hatsu(r: Readings) -> Bools:
    """Triplet or kan of hatsu."""
    return touches(r.triplets, HATSU)


def yakuhai_chun(r: Readings) -> Bools:
    """Triplet or kan of chun."""
    return touches(r.triplets, CHUN)


def yakuhai_seat_wind(r: Readings) -> Bools:
    """Triplet or kan of the seat wind."""
    return touches(r.triplets, r.seat_wind)


def yakuhai_round_wind(r: Readings) -> Bools:
    """Triplet or kan of the round wind."""
    return touches(r.triplets, r.round_wind)


def chiitoitsu(r: Readings) -> Bools:
    """Closed hand of seven different pairs; some rules take four equal tiles for two."""
    return r.form >= Form.CHIITOITSU


def sanshoku_doujun(r: Readings) -> Bools:
    """The same run in all three suits."""
    return in_all_suits(r.runs)


def ittsuu(r: Readings) -> Bools:
    """The runs 123, 456 and 789 of one suit."""
    man, pin, sou = (equals(r.runs & whole, whole) for whole in _RUNS_OF_ITTSUU)
    return man | pin | sou


def chanta(r: Readings) -> Bools:
    """A terminal or honour in every block and the pair, and at least one run."""
    every_block = within(r.runs, _RUNS_WITH_TERMINAL) & within(r.triplets | r.pair, YAOCHUU)
    return every_block & ~is_empty(r.runs)


def junchan(r: Readings) -> Bools:
    """A terminal in every block and the pair, and at least one run."""
    every_block = within(r.runs, _RUNS_WITH_TERMINAL) & within(r.triplets | r.pair, TERMINALS)
    return every_block & ~is_empty(r.runs)


def toitoi(r: Readings) -> Bools:
    """Four triplets or kans and a pair."""
    return equals(size(r.triplets), 4)


def sanankou(r: Readings) -> Bools:
    """Three concealed triplets or kans; the rest of the hand may be open."""
    return equals(size(r.concealed), 3)


def sankantsu(r: Readings) -> Bools:
    """Three kans."""
    return equals(size(r.kans), 3)


def sanshoku_doukou(r: Readings) -> Bools:
    """The same triplet or kan in all three suits."""
    return in_all_suits(r.triplets)


def honroutou(r: Readings) -> Bools:
    """Hand of terminals and honours only, without a run."""
    return within(r.tiles, YAOCHUU)


def shousangen(r: Readings) -> Bools:
    """Two triplets or kans of dragons and a pair of the third."""
    return equals(size(r.triplets & DRAGONS), 2) & touches(r.pair, DRAGONS)


def ryanpeikou(r: Readings) -> Bools:
    """Closed hand with twice two identical runs."""
    return r.is_closed & equals(r.twin_runs, 2)


def one_suit(r: Readings) -> Bools:
    """All numbered tiles are of one suit, and there are some."""
    man, pin, sou = (within(r.tiles & NUMBERS, suit) for suit in SUITS)
    return (man | pin | sou) & touches(r.tiles, NUMBERS)


def honitsu(r: Readings) -> Bools:
    """Tiles of one suit, and honours."""
    return one_suit(r) & touches(r.tiles, HONOURS)


def chinitsu(r: Readings) -> Bools:
    """Tiles of one suit only."""
    return one_suit(r) & ~touches(r.tiles, HONOURS)


PREDICATES: Final[Mapping[str, Predicate]] = {
    predicate.__name__: predicate
    for predicate in (
        pinfu,
        tanyao,
        iipeikou,
        yakuhai_haku,
        yakuhai_hatsu,
        yakuhai_chun,
        yakuhai_seat_wind,
        yakuhai_round_wind,
        chiitoitsu,
        sanshoku_doujun,
        ittsuu,
        chanta,
        toitoi,
        sanankou,
        sankantsu,
        sanshoku_doukou,
        honroutou,
        shousangen,
        ryanpeikou,
        junchan,
        honitsu,
        chinitsu,
    )
}
"""Predicates by the slug of their yaku in `schema.YAKU`."""
