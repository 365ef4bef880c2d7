"""Who may act when: the course of a round, first turns, riichi and ippatsu, live tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import (
    CHANGES_HAND,
    DISCARD,
    DORA,
    DRAW,
    ENDS_ROUND,
    IS_CALL,
    IS_KAN,
    KITA,
    OFFERS_TILE,
    OPEN_RIICHI,
    RIICHI,
    RIICHI_ACCEPTED,
    WIN,
    Batch,
)
from mjlog.replay.melds import NEVER
from mjlog.replay.segments import last_before, running_sum
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
    discards_before: NDArray[np.int32]
    """(events, 4) tiles each seat has discarded before the event."""
    last_discard: NDArray[np.int32]
    """(events, 4) each seat's last discard before the event; -1 for none in the round."""
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


def turns(batch: Batch) -> Turns:
    """Follow every round."""
    ev = batch.events
    starts, lengths = batch.first_event[:-1], np.diff(batch.first_event)
    round_start = np.repeat(starts, lengths)
    previous = last_before(np.flatnonzero(IS_MOVE[ev.kind]), batch.n_events).astype(np.int64)
    np.copyto(previous, -1, where=previous < round_start)
    is_call = IS_CALL[ev.kind]
    calls = running_sum(is_call.astype(np.int32), starts, lengths)
    is_discard = ev.kind == DISCARD
    discarded = [is_discard & (ev.seat == seat) for seat in range(4)]
    before = [running_sum(own.astype(np.int32), starts, lengths) - own for own in discarded]
    last_discard = np.stack([last_before(np.flatnonzero(own), batch.n_events) for own in discarded]).T
    np.copyto(last_discard, -1, where=last_discard < round_start[:, None])
    is_draw = ev.kind == DRAW
    cause = np.where(is_draw & (previous >= 0), ev.kind[np.maximum(previous, 0)], np.uint8(DRAW))
    for_kan, for_set_aside = IS_KAN[cause], cause == KITA
    taken = _tiles_taken(batch, is_draw, for_kan, for_set_aside)
    return Turns(
        previous_move=previous,
        calls_before=calls - is_call,
        discards_before=np.stack(before).T,
        last_discard=last_discard,
        live_tiles=np.repeat(live_wall(batch), lengths) - running_sum(taken, starts, lengths),
        replaces_kan=for_kan,
        replaces_set_aside=for_set_aside,
        dora_turned=1 + running_sum((ev.kind == DORA).astype(np.int32), starts, lengths),
        riichi_at=first_of(batch, RIICHI),
        accepted_at=first_of(batch, RIICHI_ACCEPTED),
        opened_at=first_of(batch, OPEN_RIICHI),
    )


def live_wall(batch: Batch) -> NDArray[np.int32]:
    """(rounds,) live tiles after the deal: so many for each player, or all that the dead wall leaves."""
    rules, row = batch.rules, batch.rule
    kinds = KINDS - rules.removed_tiles.sum(axis=1)
    players = batch.players.astype(np.int32)
    left = (4 * kinds - rules.dead_wall)[row] - 13 * players
    each = rules.draws_per_player[row]
    return np.where(each > 0, each * players, left).astype(np.int32)


def _tiles_taken(batch: Batch, is_draw: Array, for_kan: Array, for_set_aside: Array) -> NDArray[np.int32]:
    """(events,) live tiles that each draw uses up.

    A replacement tile comes from the dead wall, which is filled up from the end of the live wall, if
    the rules say so (EMA rules 2016, 3.3.3).
    """
    taken = is_draw.astype(np.int32)
    rules, rule = batch.rules, batch.rule[batch.events.round]
    for draws, tiles in ((for_kan, rules.wall_per_kan), (for_set_aside, rules.wall_per_set_aside)):
        if (tiles != 1).any():
            taken[draws] = tiles[rule[draws]]
    return taken


def first_of(batch: Batch, kind: int) -> NDArray[np.int64]:
    """(rounds, 4) first event of `kind` by each seat; `NEVER` when there is none."""
    ev = batch.events
    found = np.flatnonzero((ev.kind == kind) & (ev.seat >= 0))[::-1]
    result = np.full((batch.n_rounds, 4), NEVER, dtype=np.int64)
    result[ev.round[found], ev.seat[found]] = found
    return result


def is_double_riichi(batch: Batch, course: Turns) -> NDArray[np.bool_]:
    """(rounds, 4) riichi declared before the seat's first discard with no call before it."""
    declared = course.riichi_at < NEVER
    at = np.where(declared, course.riichi_at, 0)
    if not batch.n_events:
        return declared
    own = np.take_along_axis(
        course.discards_before[at.ravel()].reshape(batch.n_rounds, 4, 4),
        np.arange(4)[None, :, None],
        axis=2,
    )[:, :, 0]
    double: NDArray[np.bool_] = declared & (own == 0) & (course.calls_before[at] == 0)
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
