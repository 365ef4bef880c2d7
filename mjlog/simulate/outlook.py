"""What a player expects: the chance to win, the worth of the hand, the danger of a discard."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.scoring.hands import Meld as MeldType
from mjlog.simulate.danger import risk
from mjlog.simulate.plans import FLUSHES, value_kinds
from mjlog.simulate.seat import KIND_OF, RED_OF, YAOCHUU_MASK, Seat
from mjlog.simulate.table import Table

POINTS: Final = (700, 1300, 2600, 5200, 7700, 8000, 12000, 12000, 16000, 16000, 16000, 24000, 24000, 32000)
"""Rough worth of a hand by han."""
_DEALER: Final = 1.5
_NEARER: Final = tuple(0.42**shanten for shanten in range(7))
"""Chance that the later steps succeed, by shanten."""
_RIICHI_LOSS: Final = 5500.0
_OPEN_LOSS: Final = 3600.0
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
    is_riichi: bool


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees at a moment."""

    unseen: list[int]
    """Tiles of each kind that are not seen."""
    threats: tuple[Threat, ...]
    draws: float
    """Own draws still to come."""
    doras: tuple[int, ...]
    """Kinds that are dora, once per indicator."""
    values: tuple[int, ...]
    """Kinds of which three are a yaku, the double wind twice."""
    hidden: int
    """All tiles that are not seen."""

    @classmethod
    def of(cls, table: Table, seat: Seat) -> View:
        """Look at the table from one seat."""
        unseen = table.unseen(seat)
        return cls(
            unseen=unseen,
            hidden=max(sum(unseen), 1),
            threats=tuple(t for other in table.after(seat.number) for t in _threats(table, other)),
            draws=table.left / len(table.seats),
            doras=tuple(table.doras()),
            values=tuple(value_kinds(table, seat)),
        )

    @property
    def under_riichi(self) -> bool:
        """Whether an opponent is in riichi."""
        return any(threat.is_riichi for threat in self.threats)

    def danger(self, kind: int) -> float:
        """Points that discarding a tile costs on average."""
        return sum(t.cost * risk(kind, t.safe, self.unseen) for t in self.threats) / 100


def _threats(table: Table, other: Seat) -> Sequence[Threat]:
    by_dealer = _DEALER if other.number == table.deal.dealer else 1.0
    if other.in_riichi:
        return (Threat(other.safe, by_dealer * _RIICHI_LOSS, is_riichi=True),)
    melds = sum(meld.type is not MeldType.ANKAN for meld in other.melds)
    chance = _OPEN_TENPAI[melds] if len(other.river) > 3 else 0.0
    return (Threat(other.safe, by_dealer * _OPEN_LOSS * chance, is_riichi=False),) if chance else ()


def win_chance(shanten: int, accepted: float, view: View) -> float:
    """Chance to win a hand that `accepted` unseen tiles bring nearer."""
    share = min(accepted / view.hidden, 0.9)
    if shanten <= 0:
        return 0.85 * (1 - math.pow(1 - min(2.0 * share, 0.9), view.draws))
    chance = (1 - math.pow(1 - share, view.draws)) * _NEARER[min(shanten, len(_NEARER) - 1)]
    return chance * (0.55 if view.under_riichi else 1.0)


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
        codes = seat.all_tiles()
        kinds = [KIND_OF[c] for c in codes]
        mine = kinds if not seat.kita else kinds[: -seat.kita]
        held = {k: mine.count(k) for k in view.values}
        bonus = sum(kinds.count(k) for k in view.doras) + sum(RED_OF[c] for c in codes) + seat.kita
        strays = [(sum(not flush >> k & 1 for k in mine), flush) for flush in FLUSHES]
        is_closed = seat.is_closed
        return cls(
            is_closed=is_closed,
            is_dealer=seat.number == table.deal.dealer,
            open_tanyao=table.rules.open_tanyao,
            han=bonus + sum(_set_han(held[k]) for k in view.values) + _CLOSED_HAN * is_closed,
            held=held,
            orphans=sum(YAOCHUU_MASK >> k & 1 for k in mine),
            flushes=tuple((stray, flush) for stray, flush in strays if stray <= 1),
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
        if any(stray == (not flush >> kind & 1) for stray, flush in self.flushes):
            han += 3 if self.is_closed else 2
        low = min(int(han), len(POINTS) - 2)
        points = POINTS[low] + (POINTS[low + 1] - POINTS[low]) * min(han - low, 1.0)
        return points * (_DEALER if self.is_dealer else 1.0)


def _set_han(held: int) -> float:
    """Han that so many tiles of a dragon or of an own wind promise."""
    return 1.0 if held >= 3 else 0.25 if held == 2 else 0.0
