"""Where things happen in the course of rounds: open melds so far, riichi tiles, tiles won on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import DISCARD, IS_OPEN_CALL, WIN
from mjlog.replay.melds import NEVER
from mjlog.replay.replay import Replay
from mjlog.replay.segments import running_sum
from mjlog.replay.turns import offered_event
from mjlog.rulesets.standard import SEATS


def open_melds_before(replay: Replay) -> NDArray[np.int32]:
    """(events, 4) chi, pon and daiminkan of each seat up to and with each event."""
    batch, ev = replay.batch, replay.batch.events
    made = IS_OPEN_CALL[ev.kind][:, None] & (ev.seat[:, None] == np.arange(SEATS))
    return np.asarray(running_sum(made.astype(np.int32), batch.first_event[:-1], np.diff(batch.first_event)))


def declaration_tiles(replay: Replay) -> NDArray[np.int64]:
    """(rounds, 4) the discard that each riichi was declared with; `NEVER` without riichi or discard."""
    batch, ev = replay.batch, replay.batch.events
    found = np.full((batch.n_rounds, SEATS), NEVER, dtype=np.int64)
    at = np.flatnonzero((ev.kind == DISCARD) & (ev.seat >= 0))
    seat, number = ev.seat[at], ev.round[at]
    declared = replay.turns.riichi_at[number, seat]
    before = replay.turns.discards_before
    first = (declared < at) & (before[np.where(declared < at, declared, 0), seat] == before[at, seat])
    found[number[first], seat[first]] = at[first]
    return found


def ron_tiles(replay: Replay) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """Events whose tile another player won on, and who won; one entry per win.

    Returns:
        (k,) event numbers, -1 where the log has none, and (k,) seats.
    """
    ev = replay.batch.events
    wins = np.flatnonzero((ev.kind == WIN) & (ev.seat != ev.target_seat))
    return offered_event(replay.batch, replay.turns, wins), ev.seat[wins]
