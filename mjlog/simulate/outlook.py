"""What a player sees: unseen tiles, threats, the worth of tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from mjlog.scoring.hands import Meld as MeldType
from mjlog.simulate.plans import value_weights
from mjlog.simulate.seat import Seat
from mjlog.simulate.stakes import ALL, Stakes
from mjlog.simulate.table import Table

_EARLY: Final = 3
"""Discards after which open hands are feared."""
_OPEN_TENPAI: Final = (0.0, 0.0, 0.25, 0.55, 0.9)
"""How likely a player waits, by open melds."""


class Threat(NamedTuple):
    """An opponent who may be waiting."""

    safe: int
    """Mask of the kinds that the opponent cannot win on."""
    cost: float
    """What dealing in costs, times the chance that the opponent waits."""


@dataclass(slots=True)
class View:
    """What a player sees at a moment."""

    unseen: bytes
    """Tiles of each kind that are not seen."""
    threats: list[Threat]
    draws: int
    """Own draws still to come."""
    values: bytes
    """By kind, how many yaku three of it are."""
    under_riichi: bool
    """Whether an opponent is in riichi."""

    @classmethod
    def of(cls, table: Table, seat: Seat, stakes: Stakes) -> View:
        """Look at the table from one seat."""
        others = table.others[seat.number]
        found = [_threat(table, other, stakes) for other in others if other.in_riichi or other.melds]
        return cls(
            unseen=table.unseen(seat),
            threats=[threat for threat in found if threat.cost > 0],
            under_riichi=table.riichi > seat.in_riichi,
            draws=-(-table.left // len(table.playing)),
            values=value_weights(table, seat),
        )


def _threat(table: Table, other: Seat, stakes: Stakes) -> Threat:
    by_dealer = stakes.dealer if other.number == table.deal.dealer else 1.0
    if other.is_open_riichi:
        return Threat(other.safe | ALL & ~other.waits, by_dealer * stakes.shown_loss)
    if other.in_riichi:
        return Threat(other.safe, by_dealer * stakes.riichi_loss)
    melds = sum(meld.type is not MeldType.ANKAN for meld in other.melds)
    chance = _OPEN_TENPAI[melds] if len(other.river) > _EARLY else 0.0
    return Threat(other.safe, by_dealer * stakes.open_loss * chance)
