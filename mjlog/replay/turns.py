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
    NEEDS_REPLACEMENT,
    OFFERS_TILE,
    RIICHI,
    RIICHI_ACCEPTED,
    WIN,
    Batch,
)
from mjlog.replay.melds import NEVER
from mjlog.replay.segments import exclusive, last_index_where, running_sum

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
    is_replacement: NDArray[np.bool_]
    """(events,) draws from the dead wall, after a kan or a set-aside North."""
    dora_turned: NDArray[np.int32]
    """(events,) indicators turned up to and with the event."""
    riichi_at: NDArray[np.int64]
    """(rounds, 4) event of each seat's riichi declaration; `NEVER` when none."""
    accepted_at: NDArray[np.int64]
    """(rounds, 4) event at which the stick was paid; `NEVER` when it was not."""


def turns(batch: Batch) -> Turns:
    """Follow every round."""
    ev = batch.events
    starts, lengths = batch.first_event[:-1], np.diff(batch.first_event)
    round_start = batch.first_event[ev.round]
    moves = IS_MOVE[ev.kind]
    previous = exclusive(last_index_where(moves[:, None])[:, 0]).astype(np.int64)
    previous[previous < round_start] = -1
    calls = running_sum(IS_CALL[ev.kind].astype(np.int32), starts, lengths)
    discarded = (ev.kind == DISCARD)[:, None] & (ev.seat[:, None] == np.arange(4))
    so_far = running_sum(discarded.astype(np.int32), starts, lengths)
    last_discard = exclusive(last_index_where(discarded))
    last_discard[last_discard < round_start[:, None]] = -1
    draws = running_sum((ev.kind == DRAW).astype(np.int32), starts, lengths)
    after = np.maximum(previous, 0)
    return Turns(
        previous_move=previous,
        calls_before=calls - IS_CALL[ev.kind],
        discards_before=so_far - discarded,
        last_discard=last_discard,
        live_tiles=live_wall(batch)[ev.round] - draws,
        is_replacement=(ev.kind == DRAW) & (previous >= 0) & NEEDS_REPLACEMENT[ev.kind[after]],
        dora_turned=1 + running_sum((ev.kind == DORA).astype(np.int32), starts, lengths),
        riichi_at=_first_of(batch, RIICHI),
        accepted_at=_first_of(batch, RIICHI_ACCEPTED),
    )


def live_wall(batch: Batch) -> NDArray[np.int32]:
    """(rounds,) tiles that can be drawn after the deal, replacement tiles included.

    Each replacement draw moves the last live tile to the dead wall, so draws of both kinds come
    off the same number (EMA rules 2016, 3.3.3).
    """
    kinds = 34 - batch.rules.removed_tiles.sum(axis=1)
    total = 4 * kinds - batch.rules.dead_wall
    wall: NDArray[np.int32] = (total[batch.rule] - 13 * batch.players).astype(np.int32)
    return wall


def _first_of(batch: Batch, kind: int) -> NDArray[np.int64]:
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
    """The move whose tile each win takes: the discard, kan, North or own draw before it.

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
    takes = OFFERS_TILE[ev.kind[np.maximum(at, 0)]] | (ev.kind[np.maximum(at, 0)] == DRAW)
    return np.where((at >= 0) & takes, at, -1)
