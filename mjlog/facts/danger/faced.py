"""Who is a threat to whom: every discard with the opponents that it faces, and what is safe against them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.facts.board import passed_kinds
from mjlog.facts.course import Course, count_seats, of_seats
from mjlog.replay.batch import DEAD_HAND, DISCARD, KAKAN, KITA, kind_set
from mjlog.replay.replay import Replay
from mjlog.replay.turns import first_of
from mjlog.rulesets.standard import SEATS
from mjlog.tiles import KIND_BIT, UNKNOWN

Array = NDArray[Any]
Masks = NDArray[np.uint64]

OPEN_THREAT: Final = 2
"""Chi, pon and daiminkan that make an opponent without riichi a threat."""
_PASSES: Final = kind_set(DISCARD, KAKAN, KITA)
"""Events whose tile an opponent can let pass; a tile set aside where the rules let it be won on."""
_IN_RIICHI: Final = (1 << 14) - 1
"""Stands for the discards that a player in riichi has made, and the most that are told apart."""


@dataclass(frozen=True, slots=True)
class Faced:
    """One row per discard and threat, in order of the events and opponents."""

    at: NDArray[np.int64]
    """(n,) the discard."""
    number: NDArray[np.int32]
    """(n,) round of the batch."""
    opponent: NDArray[np.int64]
    segment: NDArray[np.int64]
    """(n,) round * 4 + opponent."""
    row: NDArray[np.int64]
    """(n,) the opponent's hand row."""
    in_riichi: NDArray[np.bool_]
    melds: NDArray[np.uint8]
    """(n,) open melds of the opponent."""
    riichis: NDArray[np.uint8]
    """(n,) threats in riichi that the discard faces."""
    river: Masks
    """(n,) kinds the opponent has discarded."""
    safe: Masks
    """(n,) kinds the opponent cannot win on."""

    @classmethod
    def of(cls, replay: Replay, course: Course) -> Faced:
        """Find the threats, and what is safe against each."""
        ev, hands = replay.batch.events, replay.hands
        offers = _offers(replay, course)
        melds, riichi = course.open_melds.take(offers, axis=0), course.declared.take(offers, axis=0)
        threat = _threats(replay, offers, riichi | (melds >= OPEN_THREAT))
        riichis = count_seats(threat & riichi)
        opponent, place = np.nonzero(threat.T)
        at, cell = offers.take(place), place * SEATS + opponent
        number, row = ev.round.take(at), of_seats(hands.row_after, at, opponent)
        segment, in_riichi = number * np.int64(SEATS) + opponent, riichi.ravel().take(cell)
        # A hand in riichi stays as it is from the declaration tile on.
        frozen = np.where(in_riichi, _IN_RIICHI, np.minimum(hands.discards.take(row), _IN_RIICHI - 1))
        passed = passed_kinds(segment << 14 | frozen, KIND_BIT.take(ev.tile.take(at)))
        chosen = np.flatnonzero(ev.kind.take(at) == DISCARD)
        chosen = chosen[np.argsort(at[chosen], kind="stable")]
        at, opponent = at.take(chosen), opponent.take(chosen)
        river = replay.furiten.discards[at, opponent]
        return cls(
            at=at,
            number=number.take(chosen),
            opponent=opponent,
            segment=segment.take(chosen),
            row=row.take(chosen),
            in_riichi=in_riichi.take(chosen),
            melds=melds.ravel().take(cell.take(chosen)),
            riichis=riichis.take(place.take(chosen)),
            river=river,
            safe=passed.take(chosen) | river,
        )


def _offers(replay: Replay, course: Course) -> NDArray[np.int64]:
    """Events that show a tile to somebody in riichi or with open melds, the player's own self included."""
    batch, ev = replay.batch, replay.batch.events
    passes = _PASSES.take(ev.kind) & (ev.tile < UNKNOWN) & (ev.seat >= 0)
    aside = np.flatnonzero(ev.kind == KITA)
    passes[aside] &= batch.rules.set_aside_ron[batch.rule[ev.round[aside]]]
    passes &= count_seats(course.declared | (course.open_melds >= OPEN_THREAT)) > 0
    return np.flatnonzero(passes)


def _threats(replay: Replay, offers: Array, menacing: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(k, 4) who of the `menacing` (k, 4) is an opponent with a living hand at (k,) events."""
    batch, ev = replay.batch, replay.batch.events
    number = ev.round.take(offers)
    threat = menacing & batch.present.take(number, axis=0)
    threat &= first_of(batch, DEAD_HAND).take(number, axis=0) > offers[:, None]
    threat[np.arange(len(offers)), ev.seat.take(offers)] = False
    return threat
