"""What a player expects: the chance to win, the worth of the hand, the danger of a discard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.simulate.danger import risk
from mjlog.simulate.plans import FLUSHES, SIMPLES, value_kinds
from mjlog.simulate.seat import KIND_OF, RED_OF, Seat
from mjlog.simulate.table import Table

POINTS: Final = (700, 1300, 2600, 5200, 7700, 8000, 12000, 12000, 16000, 16000, 16000, 24000, 24000, 32000)
"""Rough worth of a hand by han."""
_DEALER: Final = 1.5
_RIICHI_LOSS: Final = 5500.0
_OPEN_LOSS: Final = 3600.0
_OPEN_TENPAI: Final = (0.0, 0.08, 0.25, 0.55, 0.9)
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

    @classmethod
    def of(cls, table: Table, seat: Seat) -> View:
        """Look at the table from one seat."""
        return cls(
            unseen=table.unseen(seat),
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
    melds = len(other.melds) - sum(meld.is_kan and meld.type.name == "ANKAN" for meld in other.melds)
    chance = _OPEN_TENPAI[melds] if len(other.river) > 3 else 0.0
    return (Threat(other.safe, by_dealer * _OPEN_LOSS * chance, is_riichi=False),) if chance else ()


def win_chance(shanten: int, accepted: int, view: View) -> float:
    """Chance to win a hand that `accepted` unseen tiles bring nearer."""
    unseen = max(sum(view.unseen), 1)
    share = min(accepted / unseen, 0.9)
    if shanten <= 0:
        chance = 1 - (1 - min(2.0 * share, 0.9)) ** view.draws
        return 0.85 * chance
    chance = (1 - (1 - share) ** view.draws) * 0.42**shanten
    return chance * (0.55 if view.under_riichi else 1.0)


def han_of(table: Table, seat: Seat, codes: Sequence[int], view: View) -> float:
    """Rough han of a hand that keeps the concealed tiles `codes`."""
    closed = seat.is_closed
    everything = [*codes, *(c for meld in seat.melds for c in meld.tiles)]
    kinds = [KIND_OF[c] for c in everything]
    held = {k: kinds.count(k) for k in view.values}
    sets = sum(held[k] >= 3 for k in view.values) + 0.25 * sum(held[k] == 2 for k in view.values)
    bonus = sum(kinds.count(k) for k in view.doras) + sum(RED_OF[c] for c in everything) + seat.kita
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    yaku = sets
    if not mask & ~SIMPLES and (closed or table.rules.open_tanyao):
        yaku += 1
    if any(not mask & ~flush for flush in FLUSHES):
        yaku += 3 if closed else 2
    if closed:
        yaku += 1.8  # riichi, and now and then pinfu, tsumo, ippatsu or ura dora
    return yaku + bonus


def worth(han: float, *, is_dealer: bool) -> float:
    """Rough points of a hand."""
    low = min(int(han), len(POINTS) - 2)
    points = POINTS[low] + (POINTS[low + 1] - POINTS[low]) * min(han - low, 1.0)
    return points * (_DEALER if is_dealer else 1.0)
