"""The tiles that a log shows of a round, wherever they lie."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import DISCARD, DRAW
from mjlog.replay.replay import Replay
from mjlog.rulesets.standard import SEATS
from mjlog.tiles import NO_TILE, UNKNOWN

_CODES: Final = UNKNOWN + 1
"""Codes of tiles, and one for all else."""


def tiles_seen(replay: Replay) -> NDArray[np.int64]:
    """(rounds, 37) how many tiles of each code the log shows in each round.

    Hands that the log shows count what was dealt and drawn, hidden hands what they played.
    """
    batch, hands = replay.batch, replay.hands
    ev = batch.events
    open_hand = hands.shown[hands.first_row].reshape(-1, SEATS)
    is_open = open_hand.take(ev.round * SEATS + np.maximum(ev.seat, 0)) & (ev.seat >= 0)
    drawn = np.flatnonzero((ev.kind == DRAW) & is_open)
    played = np.flatnonzero((ev.kind == DISCARD) & ~is_open)
    melded = np.flatnonzero((ev.consumed[:, 0] != NO_TILE) & ~is_open)
    dealt = np.where(open_hand[:, :, None], batch.hands, np.uint8(UNKNOWN))
    rounds = np.arange(batch.n_rounds)
    parts = [
        _cells(np.repeat(rounds, SEATS), dealt.reshape(-1, dealt.shape[2])),
        *(_cells(rounds, tiles) for tiles in (batch.dora_indicators, batch.ura_indicators)),
        *(_cells(ev.round[events], ev.tile[events, None]) for events in (drawn, played)),
        _cells(ev.round[melded], ev.consumed[melded]),
    ]
    seen = np.bincount(np.concatenate(parts), minlength=batch.n_rounds * _CODES)
    return seen.reshape(-1, _CODES)[:, :UNKNOWN]


def _cells(rounds: NDArray[Any], tiles: NDArray[np.uint8]) -> NDArray[np.int64]:
    """(k * w,) round times 38 and tile code, 37 for what is no tile, of (k, w) tiles of (k,) rounds."""
    return (rounds[:, None] * np.int64(_CODES) + np.minimum(tiles, UNKNOWN)).ravel()
