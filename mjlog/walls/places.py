"""Where in a wall, in the order of `rounds.wall`, the tiles of a round lie.

First come the deals: four tiles for each player from the dealer on, three times, then one each.  Then
come the draws.  From the end of the wall backwards lie five indicators, each before the one under it, or
as many as the tiles leave room for that the round draws; then the replacement tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import DRAW, Batch
from mjlog.replay.segments import running_sum
from mjlog.replay.turns import Turns
from mjlog.tiles import HAND_TILES

MOST_INDICATORS: Final = 5
"""Indicators that a wall has: one at the deal and one for each kan."""
NOWHERE: Final = -1
"""Place of a tile that the wall has no room for."""


@dataclass(frozen=True, slots=True)
class Places:
    """Places of tiles in the walls of a batch; `NOWHERE` also where the wall is not known."""

    dealt: NDArray[np.int16]
    """(rounds, 4, 13) tiles dealt to each seat."""
    drawn: NDArray[np.int16]
    """(events,) tile of each draw."""
    live: NDArray[np.int16]
    """(events,) next live tile after each event."""
    replacement: NDArray[np.int16]
    """(events,) next replacement tile after each event."""
    indicators: NDArray[np.int16]
    """(rounds, 5) indicators; the tile under each lies one place before it."""


def places_of(batch: Batch, course: Turns, size: NDArray[np.int16]) -> Places:
    """Find the places of the tiles of every round.

    Args:
        batch: the rounds.
        course: their turns.
        size: (rounds,) tiles of each wall, 0 where it is not known.
    """
    ev, starts, lengths = batch.events, batch.first_event[:-1], np.diff(batch.first_event)
    is_draw = ev.kind == DRAW
    replaces = is_draw & course.is_replacement
    live, replaced = (
        running_sum(flags.astype(np.int32), starts, lengths) for flags in (is_draw & ~replaces, replaces)
    )
    dealt = HAND_TILES * batch.players.astype(np.int32)
    taken = dealt + np.bincount(ev.round[is_draw], minlength=batch.n_rounds)
    pairs = np.clip((size - taken) // 2, 0, MOST_INDICATORS)
    indicators = np.where(
        np.arange(MOST_INDICATORS) < pairs[:, None],
        size[:, None] - 1 - 2 * np.arange(MOST_INDICATORS),
        NOWHERE,
    )
    next_live = dealt[ev.round] + live
    next_replacement = (size - 2 * pairs - 1)[ev.round] - replaced
    drawn = np.where(replaces, next_replacement + 1, next_live - 1)
    known = size[ev.round] > 0
    inside = known & is_draw & (drawn >= 0) & (drawn < size[ev.round])
    dealt_at = dealt_places(batch, np.arange(batch.n_rounds))
    return Places(
        dealt=np.where((size > 0)[:, None, None], dealt_at, NOWHERE).astype(np.int16),
        drawn=np.where(inside, drawn, NOWHERE).astype(np.int16),
        live=np.where(known, next_live, NOWHERE).astype(np.int16),
        replacement=np.where(known, next_replacement, NOWHERE).astype(np.int16),
        indicators=indicators.astype(np.int16),
    )


def dealt_places(batch: Batch, rounds: NDArray[np.int64]) -> NDArray[np.int32]:
    """(k, 4, 13) places of the tiles dealt in (k,) rounds, `NOWHERE` for seats that do not play."""
    turn, players = _turns_from_dealer(batch, rounds), batch.players[rounds].astype(np.int32)[:, None, None]
    tile = np.arange(HAND_TILES)
    before, within = np.minimum(tile // 4, 3) * 4, tile % 4
    taken = np.where(tile < HAND_TILES - 1, 4, 1)
    places = before * players + turn[:, :, None] * taken + np.where(tile < HAND_TILES - 1, within, 0)
    return np.where(batch.present[rounds][:, :, None], places, NOWHERE)


def _turns_from_dealer(batch: Batch, rounds: NDArray[np.int64]) -> NDArray[np.int32]:
    """(k, 4) how many of the players of each of (k,) rounds sit between the dealer and each seat."""
    dealer, away, seats = batch.dealer[rounds], batch.away[rounds], np.maximum(batch.seats[rounds], 1)
    ahead = (np.arange(4) - dealer[:, None]) % seats[:, None]
    passed = (away >= 0)[:, None] & (((away - dealer) % seats)[:, None] < ahead)
    return (ahead - passed).astype(np.int32)
