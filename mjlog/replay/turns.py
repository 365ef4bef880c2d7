"""Who may act when: the course of a round, first turns, riichi and ippatsu, live tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import (
    CHANGES_HAND,
    DORA,
    DRAW,
    ENDS_ROUND,
    IS_CALL,
    IS_KAN,
    NEEDS_REPLACEMENT,
    OFFERS_TILE,
    OPEN_RIICHI,
    RIICHI,
    RIICHI_ACCEPTED,
    WIN,
    Batch,
)
from mjlog.replay.hands import HandRows
from mjlog.replay.melds import NEVER
from mjlog.replay.of_seats import OfSeats
from mjlog.replay.segments import last_before, running_sum, total_before
from mjlog.tiles import KINDS, NO_TILE

Array = NDArray[Any]

IS_MOVE = CHANGES_HAND | ENDS_ROUND
"""Events that take a turn of the round on (riichi, dora and connection events do not)."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Course of every round, by event."""

    previous_move: NDArray[np.int64]
    """(events,) the move before each event in its round; -1 before the first."""
    calls_before: NDArray[np.int32]
    """(events,) calls and kans of anybody before the event in its round."""
    discards_before: OfSeats[np.int32]
    """(events, 4) tiles each seat has discarded before the event."""
    live_tiles: NDArray[np.int32]
    """(events,) live tiles left after the event; negative when more were drawn than there are."""
    replaces_kan: NDArray[np.bool_]
    """(events,) draws from the dead wall after a kan."""
    replaces_set_aside: NDArray[np.bool_]
    """(events,) draws from the dead wall after a set-aside tile."""
    dora_turned: NDArray[np.int32]
    """(events,) indicators turned up to and with the event."""
    riichi_at: NDArray[np.int64]
    """(rounds, 4) event of each seat's riichi declaration; `NEVER` when none."""
    accepted_at: NDArray[np.int64]
    """(rounds, 4) event at which the stick was paid; `NEVER` when it was not."""
    opened_at: NDArray[np.int64]
    """(rounds, 4) event at which the waiting tiles of an open riichi were shown; `NEVER` when none were."""

    @property
    def is_replacement(self) -> NDArray[np.bool_]:
        """(events,) draws from the dead wall, for whatever reason."""
        replacement: NDArray[np.bool_] = self.replaces_kan | self.replaces_set_aside
        return replacement


def turns(batch: Batch, hands: HandRows) -> Turns:
    """Follow every round of a batch with those hand rows."""
    ev = batch.events
    starts, lengths = batch.first_event[:-1], np.diff(batch.first_event)
    moves = np.flatnonzero(IS_MOVE.take(ev.kind))
    previous = last_before(moves, batch.n_events)
    np.copyto(previous, -1, where=previous < np.repeat(starts, lengths))
    is_call = IS_CALL.take(ev.kind)
    for_kan, for_set_aside = _replacement_draws(batch, moves)

    def discards_before(events: Array, seats: Array) -> NDArray[np.int32]:
        return hands.discards.take(hands.rows(events, seats))

    return Turns(
        previous_move=previous,
        calls_before=running_sum(is_call, starts, lengths) - is_call,
        discards_before=OfSeats(np.arange(batch.n_events), discards_before),
        live_tiles=_live_tiles(batch, for_kan, for_set_aside),
        replaces_kan=for_kan,
        replaces_set_aside=for_set_aside,
        dora_turned=1 + running_sum(ev.kind == DORA, starts, lengths),
        riichi_at=first_of(batch, RIICHI),
        accepted_at=first_of(batch, RIICHI_ACCEPTED),
        opened_at=first_of(batch, OPEN_RIICHI),
    )


def _replacement_draws(batch: Batch, moves: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(events,) draws whose move before, in their round, is a kan, and those after a set-aside tile.

    Args:
        batch: the rounds.
        moves: (moves,) all moves, in order.
    """
    ev = batch.events
    for_kan, for_set_aside = (np.zeros(batch.n_events, dtype=bool) for _ in range(2))
    cause = np.flatnonzero(NEEDS_REPLACEMENT.take(ev.kind))
    following = np.searchsorted(moves, cause) + 1
    cause, draw = cause[following < len(moves)], moves[following[following < len(moves)]]
    replaces = (ev.kind[draw] == DRAW) & (ev.round[draw] == ev.round[cause])
    is_kan = IS_KAN[ev.kind[cause]]
    for_kan[draw[replaces & is_kan]] = True
    for_set_aside[draw[replaces & ~is_kan]] = True
    return for_kan, for_set_aside


def live_wall(batch: Batch) -> NDArray[np.int32]:
    """(rounds,) live tiles after the deal: so many for each player, or all that the dead wall leaves."""
    rules, row = batch.rules, batch.rule
    kinds = KINDS - rules.removed_tiles.sum(axis=1)
    players = batch.players.astype(np.int32)
    left = (4 * kinds - rules.dead_wall)[row] - 13 * players
    each = rules.draws_per_player[row]
    return np.where(each > 0, each * players, left).astype(np.int32)


def _live_tiles(batch: Batch, for_kan: Array, for_set_aside: Array) -> NDArray[np.int32]:
    """(events,) live tiles left after each event: those at the deal less those that draws use up.

    A replacement tile comes from the dead wall, which is filled up from the end of the live wall, if
    the rules say so (EMA rules 2016, 3.3.3).
    """
    ev, rules = batch.events, batch.rules
    taken = (ev.kind == DRAW).astype(np.int32)
    for is_replacement, tiles in ((for_kan, rules.wall_per_kan), (for_set_aside, rules.wall_per_set_aside)):
        if (tiles != 1).any():
            draws = np.flatnonzero(is_replacement)
            taken[draws] = tiles[batch.rule[ev.round[draws]]]
    total = np.cumsum(taken, dtype=np.int32)
    at_deal = live_wall(batch) + total_before(total, batch.first_event[:-1])
    return np.repeat(at_deal, np.diff(batch.first_event)) - total


def first_of(batch: Batch, kind: int) -> NDArray[np.int64]:
    """(rounds, 4) first event of `kind` by each seat; `NEVER` when there is none."""
    ev = batch.events
    found = np.flatnonzero(ev.kind == kind)[::-1]
    found = found[ev.seat[found] >= 0]
    result = np.full((batch.n_rounds, 4), NEVER, dtype=np.int64)
    result[ev.round[found], ev.seat[found]] = found
    return result


def is_double_riichi(batch: Batch, course: Turns) -> NDArray[np.bool_]:
    """(rounds, 4) riichi declared before the seat's first discard with no call before it."""
    number, seat = np.nonzero(course.riichi_at < NEVER)
    at = course.riichi_at[number, seat]
    double = np.zeros((batch.n_rounds, 4), dtype=bool)
    double[number, seat] = (course.discards_before[at, seat] == 0) & (course.calls_before[at] == 0)
    return double


def offered_event(batch: Batch, course: Turns, wins: Array) -> NDArray[np.int64]:
    """The move whose tile each win takes: the discard, kan, set-aside tile or own draw before it.

    A win by gathered tiles names no tile; it takes whatever its seat did last.

    Args:
        batch: the rounds.
        course: their turns.
        wins: (k,) event numbers of wins; wins after wins on the same tile share it.

    Returns:
        (k,) event numbers, -1 where the log has none.
    """
    ev = batch.events
    at = course.previous_move[wins] if len(wins) else np.zeros(0, np.int64)
    for _ in range(3):
        again = (at >= 0) & (ev.kind[np.maximum(at, 0)] == WIN)
        at = np.where(again, course.previous_move[np.maximum(at, 0)], at)
    move = ev.kind[np.maximum(at, 0)]
    own = (ev.seat[np.maximum(at, 0)] == ev.seat[wins]) & (ev.tile[wins] == NO_TILE)
    takes = OFFERS_TILE[move] | (move == DRAW) | (own & CHANGES_HAND[move])
    return np.where((at >= 0) & takes, at, -1)
