"""The tiles that a log shows of a round, wherever they lie."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import DISCARD, DRAW
from mjlog.replay.replay import Replay
from mjlog.tiles import NO_TILE, UNKNOWN


def tiles_seen(replay: Replay) -> NDArray[np.int64]:
    """(rounds, 37) how many tiles of each code the log shows in each round.

    Hands that the log shows count what was dealt and drawn, hidden hands what they played.
    """
    batch, hands = replay.batch, replay.hands
    ev = batch.events
    open_hand = hands.shown[hands.first_row].reshape(-1, 4)
    actor = np.maximum(ev.seat, 0)
    is_open = open_hand[ev.round, actor] & (ev.seat >= 0)
    drawn = np.flatnonzero((ev.kind == DRAW) & is_open)
    played = np.flatnonzero((ev.kind == DISCARD) & ~is_open)
    melded = np.flatnonzero((ev.consumed[:, 0] != NO_TILE) & ~is_open)
    rounds = np.arange(batch.n_rounds)
    dealt = np.where(open_hand[:, :, None], batch.hands, np.uint8(UNKNOWN))
    parts = [
        (np.broadcast_to(rounds[:, None, None], dealt.shape).ravel(), dealt.ravel()),
        (ev.round[drawn], ev.tile[drawn]),
        (ev.round[played], ev.tile[played]),
        (np.repeat(ev.round[melded], 4), ev.consumed[melded].ravel()),
        *(
            (np.repeat(rounds, shown.shape[1]), shown.ravel())
            for shown in (batch.dora_indicators, batch.ura_indicators)
        ),
    ]
    where = np.concatenate([p[0] for p in parts]).astype(np.int64)
    what = np.concatenate([p[1] for p in parts]).astype(np.int64)
    visible = np.flatnonzero(what < UNKNOWN)
    flat = np.bincount(where[visible] * UNKNOWN + what[visible], minlength=batch.n_rounds * UNKNOWN)
    return flat.reshape(-1, UNKNOWN)
