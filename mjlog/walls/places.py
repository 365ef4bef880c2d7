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
from mjlog.replay.turns import Turns
from mjlog.rulesets.standard import SEATS
from mjlog.tables import position_in_group
from mjlog.tiles import HAND_TILES

MOST_INDICATORS: Final = 5
"""Indicators that a wall has: one at the deal and one for each kan."""
NOWHERE: Final = -1
"""Place of a tile that the wall has no room for."""


def _deals() -> NDArray[np.int16]:
    """(5, 5, 13) places of dealt tiles by the players of the round and how many of them are dealt to before.

    The last of the latter is of seats that do not play: `NOWHERE`.
    """
    players, turn, tile = np.ogrid[: SEATS + 1, : SEATS + 1, :HAND_TILES]
    last = tile == HAND_TILES - 1
    places = (tile - tile % 4) * players + np.where(last, turn, 4 * turn + tile % 4)
    return np.where(turn < SEATS, places, NOWHERE).astype(np.int16)


_DEALS: Final = _deals()


@dataclass(frozen=True, slots=True)
class Places:
    """Places of tiles in the walls of a batch; `NOWHERE` also where the wall is not known."""

    dealt: NDArray[np.int16]
    """(rounds, 4, 13) tiles dealt to each seat."""
    drawn: NDArray[np.int16]
    """(events,) tile of each draw."""
    indicators: NDArray[np.int16]
    """(rounds, 5) indicators; the tile under each lies one place before it."""


def places_of(batch: Batch, course: Turns, size: NDArray[np.int16]) -> Places:
    """Find the places of the tiles of every round.

    Args:
        batch: the rounds.
        course: their turns.
        size: (rounds,) tiles of each wall, 0 where it is not known.
    """
    draws = np.flatnonzero(batch.events.kind == DRAW)
    number = np.diff(np.searchsorted(draws, batch.first_event))
    dealt = HAND_TILES * batch.players.astype(np.int32)
    pairs = np.clip((size - dealt - number) // 2, 0, MOST_INDICATORS)
    which = np.arange(MOST_INDICATORS)
    indicators = np.where(which < pairs[:, None], size[:, None] - 1 - 2 * which, NOWHERE)
    drawn = np.full(batch.n_events, NOWHERE, dtype=np.int16)
    drawn[draws] = _drawn(course.is_replacement.take(draws), number, dealt, size - 2 * pairs - 1, size)
    dealt_at = dealt_places(batch, np.arange(batch.n_rounds))
    dealt_at[size == 0] = NOWHERE
    return Places(dealt=dealt_at, drawn=drawn, indicators=indicators.astype(np.int16))


def _drawn(
    replaces: NDArray[np.bool_],
    number: NDArray[np.int64],
    first_live: NDArray[np.int32],
    first_replacement: NDArray[np.int32],
    size: NDArray[np.int16],
) -> NDArray[np.int32]:
    """(draws,) places of the tiles of all draws.

    Args:
        replaces: (draws,) whether each takes a replacement tile.
        number: (rounds,) draws of each round.
        first_live: (rounds,) place of the first tile to draw.
        first_replacement: (rounds,) place of the first replacement tile; the others lie before it.
        size: (rounds,) tiles of each wall, 0 where it is not known.
    """
    ends = np.cumsum(number)
    live = np.cumsum(~replaces, dtype=np.int32)
    before = np.concatenate([[0], live])[ends - number]
    place: NDArray[np.int32] = live + np.repeat((first_live - before - 1).astype(np.int32), number)
    rows = np.flatnonzero(replaces)
    in_round = np.searchsorted(ends, rows, side="right")
    place[rows] = first_replacement[in_round] - position_in_group(in_round)
    place[(place < 0) | (place >= np.repeat(size, number))] = NOWHERE
    return place


def dealt_places(batch: Batch, rounds: NDArray[np.int64]) -> NDArray[np.int16]:
    """(k, 4, 13) places of the tiles dealt in (k,) rounds, `NOWHERE` for seats that do not play."""
    turn = np.where(batch.present[rounds], _turns_from_dealer(batch, rounds), SEATS)
    return _DEALS[batch.players[rounds, None], turn]


def tiles_at(walls: NDArray[np.uint8], places: NDArray[np.int16]) -> NDArray[np.uint8]:
    """(k, ...) tiles at (k, ...) places, 0 or more, of (k, n) walls; the last of a wall for places beyond."""
    count, size = walls.shape
    first = np.arange(0, count * size, size, dtype=np.int32).reshape(-1, *[1] * (places.ndim - 1))
    return np.asarray(walls.take(first + np.minimum(places, size - 1)))


def _turns_from_dealer(batch: Batch, rounds: NDArray[np.int64]) -> NDArray[np.int8]:
    """(k, 4) int8, how many of the players of each of (k,) rounds sit between the dealer and each seat."""
    dealer, away, seats = batch.dealer[rounds], batch.away[rounds], np.maximum(batch.seats[rounds], 1)
    ahead = (np.arange(SEATS, dtype=np.int8) - dealer[:, None]) % seats[:, None]
    passed = (away >= 0)[:, None] & (((away - dealer) % seats)[:, None] < ahead)
    return np.asarray(ahead - passed, dtype=np.int8)
