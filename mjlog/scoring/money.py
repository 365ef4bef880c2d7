"""Money of rounds besides wins and draws: riichi sticks, bonuses in the middle of a round, penalties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import ANKAN, KITA, PENALTY, RIICHI_ACCEPTED, WIN, Batch
from mjlog.replay.replay import Replay
from mjlog.replay.turns import IS_MOVE
from mjlog.rulesets.standard import RIICHI_STICK, SEATS
from mjlog.scoring.draws import LoggedDraws
from mjlog.scoring.settlements import PaidTables, bonus_deltas
from mjlog.tables import NO_POINTS
from mjlog.tiles import COPIES, KIND

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Money:
    """What the rounds of a batch lay on the table and pay besides wins and draws."""

    deposits: NDArray[np.int32]
    """(rounds, 4) riichi sticks that each seat paid, and did not get back after chombo."""
    bonuses_due: NDArray[np.int64]
    """(k,) events that earn their seat a bonus."""
    penalties: NDArray[np.int32]
    """(rounds, 4) points that each seat pays to the table, as logged."""
    is_known: NDArray[np.bool_]
    """(rounds,) whether the log says how much each penalty was."""
    sticks: NDArray[np.int64]
    """(rounds,) sticks on the table at the end of each round; a thousand points of penalty are one, too."""
    doubled: NDArray[np.bool_]
    """(rounds,) whether the dice double the payments."""

    def tables(self, batch: Batch, rounds: Array) -> PaidTables:
        """The tables of (k,) `rounds`."""
        return PaidTables(
            dealer_seat=batch.dealer[rounds],
            present=batch.present[rounds],
            doubled=self.doubled[rounds],
            honba=batch.honba[rounds],
            sticks=self.sticks[rounds],
            rule=batch.rule[rounds].astype(np.intp),
        )

    def deltas(self, batch: Batch) -> NDArray[np.int32]:
        """(rounds, 4) score changes by sticks, penalties and the bonuses that are due."""
        paid: NDArray[np.int32] = -self.deposits * RIICHI_STICK - self.penalties
        if len(self.bonuses_due):
            number = _by_seat(batch, self.bonuses_due)
            paid += bonus_deltas(number, self.tables(batch, np.arange(batch.n_rounds)), batch.rules)
        return paid


def money_of(replay: Replay, draws: LoggedDraws) -> Money:
    """Money of every round of a replayed batch, with its `draws`."""
    batch = replay.batch
    ev = batch.events
    deposits = _by_seat(batch, np.flatnonzero((ev.kind == RIICHI_ACCEPTED) & (ev.seat >= 0)))
    deposits[draws.round[draws.is_chombo]] = 0
    penalties, is_known = _penalties(batch)
    return Money(
        deposits=deposits,
        bonuses_due=_bonuses_due(replay),
        penalties=penalties,
        is_known=is_known,
        sticks=batch.sticks + deposits.sum(axis=1) + penalties.sum(axis=1) // RIICHI_STICK,
        doubled=batch.dice_pair & batch.rules.dice_pair_doubles[batch.rule],
    )


def _by_seat(batch: Batch, events: Array) -> NDArray[np.int32]:
    """(rounds, 4) how many of some events are each seat's."""
    segment = batch.events.round[events].astype(np.int64) * SEATS + batch.events.seat[events]
    return np.bincount(segment, minlength=batch.n_rounds * SEATS).reshape(-1, SEATS).astype(np.int32)


def _bonuses_due(replay: Replay) -> NDArray[np.int64]:
    """Events that earn their seat a bonus, in order: `Ruleset.bonus_payment` of every opponent.

    A concealed kan, and the set-aside tile that is the seat's fourth of its kind, unless it is won on.
    The last event of a round that the log does not tell to the end earns none.
    """
    batch = replay.batch
    ev = batch.events
    pays = batch.rules.bonus_payment > 0
    if not pays.any():
        return np.zeros(0, dtype=np.int64)
    earns = (ev.kind == ANKAN) | ((ev.kind == KITA) & _is_fourth(batch))
    at = np.flatnonzero(earns & (ev.seat >= 0) & pays[batch.rule[ev.round]])
    moves = np.append(np.flatnonzero(IS_MOVE[ev.kind]), len(ev.kind))
    following = moves[np.searchsorted(moves, at, side="right")]
    stands = following < batch.first_event[ev.round[at] + 1]
    after = np.minimum(following, len(ev.kind) - 1)
    robbed = (ev.kind[after] == WIN) & (ev.seat[after] != ev.seat[at])
    due: NDArray[np.int64] = at[stands & ~robbed]
    return due


def _is_fourth(batch: Batch) -> NDArray[np.bool_]:
    """(events,) set-aside tiles that complete their kind before one seat."""
    ev = batch.events
    made = np.flatnonzero((ev.kind == KITA) & (ev.seat >= 0))
    key = (ev.round[made].astype(np.int64) * SEATS + ev.seat[made]) * 256 + KIND[ev.tile[made]]
    order = np.argsort(key, kind="stable")
    first = np.searchsorted(key[order], key[order])
    fourth = np.zeros(len(ev.kind), dtype=bool)
    fourth[made[order][np.arange(len(order)) - first == COPIES - 1]] = True
    return fourth


def points_of(batch: Batch) -> NDArray[np.int32]:
    """(events,) points of bonuses and penalties as logged, `NO_POINTS` where there are none."""
    ev = batch.events
    return np.full(len(ev.kind), NO_POINTS, dtype=np.int32) if ev.points is None else ev.points


def _penalties(batch: Batch) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """What each seat pays to the table as penalty.

    Returns:
        (rounds, 4) points, and (rounds,) whether the log says how much each penalty was.
    """
    ev = batch.events
    paid = np.zeros((batch.n_rounds, SEATS), dtype=np.int32)
    known = np.ones(batch.n_rounds, dtype=bool)
    at = np.flatnonzero((ev.kind == PENALTY) & (ev.seat >= 0))
    if len(at):
        points = points_of(batch)[at]
        known[ev.round[at[points == NO_POINTS]]] = False
        np.add.at(paid, (ev.round[at], ev.seat[at]), np.where(points == NO_POINTS, 0, points))
    return paid, known
