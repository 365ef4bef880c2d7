"""What a player expects: the chance to win, the worth of the hand, the danger of a discard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mjlog.scoring.hands import Meld as MeldType
from mjlog.simulate.danger import risk
from mjlog.simulate.plans import FLUSHES, value_kinds
from mjlog.simulate.seat import KIND_OF, RED_OF, YAOCHUU_MASK, Seat
from mjlog.simulate.table import Table
from mjlog.tiles import NORTH

POINTS: Final = (700, 1300, 2600, 5200, 7700, 8000, 12000, 12000, 16000, 16000, 16000, 24000, 24000, 32000)
"""Rough worth of a hand by han."""
_DEALER: Final = 1.5
_NEARER: Final = (1.0, 0.42, 0.18, 0.075, 0.03, 0.013, 0.005)
"""Chance that the later steps succeed, by shanten."""
_RIICHI_LOSS: Final = 5500.0
_OPEN_LOSS: Final = 3600.0
_TERMINALS: Final = (0, 8, 9, 17, 18, 26)
_EARLY: Final = 3
"""Discards after which open hands are feared."""
_CLOSED_HAN: Final = 1.8
"""Han of a closed hand: riichi, and now and then pinfu, tsumo, ippatsu or ura dora."""
_OPEN_TENPAI: Final = (0.0, 0.0, 0.25, 0.55, 0.9)
"""How likely a player waits, by open melds."""


@dataclass(frozen=True, slots=True)
class Threat:
    """An opponent who may be waiting."""

    safe: int
    """Mask of the kinds that the opponent cannot win on."""
    cost: float
    """What dealing in costs, times the chance that the opponent waits."""


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees at a moment."""

    unseen: list[int]
    """Tiles of each kind that are not seen."""
    threats: tuple[Threat, ...]
    draws: int
    """Own draws still to come."""
    doras: tuple[int, ...]
    """Kinds that are dora, once per indicator."""
    values: tuple[int, ...]
    """Kinds of which three are a yaku, the double wind twice."""
    hidden: int
    """All tiles that are not seen."""
    under_riichi: bool
    """Whether an opponent is in riichi."""

    @classmethod
    def of(cls, table: Table, seat: Seat) -> View:
        """Look at the table from one seat."""
        unseen = table.unseen(seat)
        others = table.after(seat.number)
        found = [_threat(table, other) for other in others if other.in_riichi or other.melds]
        return cls(
            unseen=unseen,
            hidden=max(sum(unseen), 1),
            threats=tuple(threat for threat in found if threat.cost > 0),
            under_riichi=any(other.in_riichi for other in others),
            draws=-(-table.left // len(table.seats)),
            doras=tuple(table.doras()),
            values=tuple(value_kinds(table, seat)),
        )

    def danger(self, kind: int) -> float:
        """Points that discarding a tile costs on average."""
        cost = 0.0
        for threat in self.threats:
            if not threat.safe >> kind & 1:
                cost += threat.cost * risk(kind, threat.safe, self.unseen)
        return cost / 100


def _threat(table: Table, other: Seat) -> Threat:
    by_dealer = _DEALER if other.number == table.deal.dealer else 1.0
    if other.in_riichi:
        return Threat(other.safe, by_dealer * _RIICHI_LOSS)
    melds = sum(meld.type is not MeldType.ANKAN for meld in other.melds)
    chance = _OPEN_TENPAI[melds] if len(other.river) > _EARLY else 0.0
    return Threat(other.safe, by_dealer * _OPEN_LOSS * chance)


def win_chance(shanten: int, accepted: float, view: View) -> float:
    """Chance to win a hand that `accepted` unseen tiles bring nearer."""
    share = min(accepted / view.hidden, 0.9)
    if shanten <= 0:
        return 0.85 * (1 - _power(1 - min(2.0 * share, 0.9), view.draws))
    chance = (1 - _power(1 - share, view.draws)) * _NEARER[min(shanten, len(_NEARER) - 1)]
    return chance * (0.55 if view.under_riichi else 1.0)


def _power(base: float, exponent: int) -> float:
    """A power by multiplication only, which gives the same on every machine."""
    result = 1.0
    for _ in range(exponent):
        result *= base
    return result


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What makes a hand valuable, so that the worth without any one tile is a few additions away."""

    is_closed: bool
    is_dealer: bool
    open_tanyao: bool
    han: float
    """Han of the whole hand, tanyao and flushes aside."""
    held: dict[int, int]
    """Tiles of each kind of which three are a yaku."""
    orphans: int
    """Terminals and honours."""
    flushes: tuple[tuple[int, int], ...]
    """Tiles that are in the way of a flush, and the kinds that are not, for flushes one discard away."""

    @classmethod
    def of(cls, table: Table, seat: Seat, view: View) -> Appraisal:
        """Look at hand and melds."""
        counts = seat.counts
        if seat.melds:
            counts = counts.copy()
            for meld in seat.melds:
                for code in meld.tiles:
                    counts[KIND_OF[code]] += 1
        honours = sum(counts[27:])
        man, pin, sou = sum(counts[:9]), sum(counts[9:18]), sum(counts[18:27])
        numbers = man + pin + sou
        han = float(seat.reds() + seat.kita)
        for kind in view.doras:
            han += counts[kind] + seat.kita * (kind == NORTH)
        for kind in view.values:
            han += _set_han(counts[kind])
        is_closed = seat.is_closed
        return cls(
            is_closed=is_closed,
            is_dealer=seat.number == table.deal.dealer,
            open_tanyao=table.rules.open_tanyao,
            han=han + _CLOSED_HAN * is_closed,
            held={k: counts[k] for k in view.values},
            orphans=honours + sum([counts[k] for k in _TERMINALS]),
            flushes=tuple(
                (numbers - own, flush)
                for own, flush in zip((man, pin, sou), FLUSHES, strict=True)
                if numbers - own <= 1
            ),
        )

    def without(self, code: int, view: View) -> float:
        """Rough worth in points of the hand without a tile."""
        kind = KIND_OF[code]
        han = self.han - view.doras.count(kind) - RED_OF[code]
        if kind in self.held:
            had = self.held[kind]
            han -= (_set_han(had) - _set_han(had - 1)) * view.values.count(kind)
        if self.orphans == (YAOCHUU_MASK >> kind & 1) and (self.is_closed or self.open_tanyao):
            han += 1
        if self.flushes and any(stray == (not flush >> kind & 1) for stray, flush in self.flushes):
            han += 3 if self.is_closed else 2
        low = min(int(han), len(POINTS) - 2)
        points = POINTS[low] + (POINTS[low + 1] - POINTS[low]) * min(han - low, 1.0)
        return points * (_DEALER if self.is_dealer else 1.0)


def _set_han(held: int) -> float:
    """Han that so many tiles of a dragon or of an own wind promise."""
    return 1.0 if held >= 3 else 0.25 if held == 2 else 0.0
