"""The concealed tiles of winners: by the replay, or, where the log hides the hand, as shown with the win.

A log of one player's view hides what the others are dealt and draw, but shows the hand of who wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import SUIT_OF, WEIGHT, suits_from_codes
from mjlog.replay.batch import IS_OPEN_CALL, Batch
from mjlog.replay.hands import RED_WEIGHT
from mjlog.replay.replay import Replay
from mjlog.scoring.logged_wins import LoggedWins
from mjlog.tiles import IS_RED, KIND, KINDS, NO_TILE, UNKNOWN

Array = NDArray[Any]
_COMPLETE = 14
_MOST_COPIES = 4


@dataclass(frozen=True, slots=True)
class Concealed:
    """Concealed tiles at the wins, the winning tile included."""

    suits: NDArray[np.int32]
    """(wins, 4) suit numbers (`mjlog.lookup.hands`)."""
    reds: NDArray[np.int32]
    """(wins,) red fives among them, packed base 8 by suit."""
    owned_reds: NDArray[np.int32]
    """(wins,) red fives among them and in melds."""
    is_known: NDArray[np.bool_]
    """(wins,) whether the hand is known; the other columns mean nothing where it is not."""


def concealed_hands(replay: Replay, wins: LoggedWins) -> Concealed:
    """The winners' concealed tiles."""
    hands, rows = replay.hands, wins.hand_row
    ron = np.flatnonzero(wins.from_seat != wins.seat)
    tile = wins.tile[ron]
    kind = np.where(KIND[tile] < KINDS, KIND[tile], np.uint8(0))
    suits, reds, owned = (column[rows] for column in (hands.suits, hands.reds, hands.owned_reds))
    suits[ron, SUIT_OF[kind]] += WEIGHT[kind]
    reds[ron] += RED_WEIGHT[tile]
    owned[ron] += IS_RED[tile]
    is_known, shown = hands.known[rows], np.flatnonzero(_is_shown(replay, wins))
    if not len(shown):
        return Concealed(suits, reds, owned, is_known)
    tiles = wins.log_hand[shown]
    suits[shown] = suits_from_codes(tiles)
    reds[shown] = RED_WEIGHT[tiles].sum(axis=1)
    owned[shown] = IS_RED[tiles].sum(axis=1) + _meld_reds(
        replay.batch, wins.round[shown] * 4 + wins.seat[shown], wins.event[shown]
    )
    is_known[shown] = True
    return Concealed(suits, reds, owned, is_known)


def _is_shown(replay: Replay, wins: LoggedWins) -> NDArray[np.bool_]:
    """(wins,) whether the log hides the hand and shows a whole one, with the winning tile, at the win."""
    hidden = wins.is_placed & ~replay.hands.shown[wins.hand_row]
    if not hidden.any():
        return hidden
    tiles = wins.log_hand
    held = tiles != NO_TILE
    size = held.sum(axis=1) + 3 * replay.hands.melds[wins.hand_row]
    is_plain = (~held | (tiles < UNKNOWN)).all(axis=1)
    kinds = np.sort(KIND[tiles], axis=1)
    fifth = kinds[:, _MOST_COPIES:]
    five = ((fifth == kinds[:, :-_MOST_COPIES]) & (fifth < KINDS)).any(axis=1)
    has_tile = (tiles == wins.tile[:, None]).any(axis=1) & (wins.tile < UNKNOWN)
    shown: NDArray[np.bool_] = hidden & is_plain & ~five & has_tile & (size == _COMPLETE)
    return shown


def _meld_reds(batch: Batch, segment: Array, event: Array) -> NDArray[np.int64]:
    """(n,) red fives in the melds of some seats (`segment` = round * 4 + seat) before some events."""
    ev = batch.events
    calls = np.flatnonzero((ev.consumed[:, 0] != NO_TILE) & (ev.seat >= 0))
    reds = IS_RED[ev.consumed[calls]].sum(axis=1) + (IS_RED[ev.tile[calls]] & IS_OPEN_CALL[ev.kind[calls]])
    place = (ev.round[calls].astype(np.int64) * 4 + ev.seat[calls]) * batch.n_events + calls
    order = np.argsort(place)
    so_far = np.concatenate([[0], np.cumsum(reds[order])])
    first, last = (np.searchsorted(place[order], segment * batch.n_events + at) for at in (0, event))
    counted: NDArray[np.int64] = so_far[last] - so_far[first]
    return counted
