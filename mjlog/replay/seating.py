"""Who sits where: turns go round those who play; a player of the game who sits a round out is passed over."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import Batch

Array = NDArray[Any]


def turns_between(batch: Batch, rounds: Array, from_seat: Array, to_seat: Array) -> NDArray[np.int64]:
    """How many turns after one seat's it is another's, if nobody calls.

    The seat wind is the number of turns after the dealer's.

    Args:
        batch: the rounds.
        rounds: (k,) numbers of rounds.
        from_seat: (k,) seats, or whatever broadcasts against them.
        to_seat: (k,) seats, likewise.

    Returns:
        (k,) int64, 0 for the seat itself to one less than the players of the round.
    """
    seats = batch.seats[rounds].astype(np.int64)
    start = np.asarray(from_seat, dtype=np.int64)
    turns: NDArray[np.int64] = (np.asarray(to_seat, dtype=np.int64) - start) % seats
    if batch.anybody_away:
        away = batch.away[rounds].astype(np.int64)
        passed = (away - start) % seats
        turns = turns - ((away >= 0) & (passed > 0) & (passed < turns))
    return turns


def next_seat(batch: Batch, rounds: Array, seat: Array) -> NDArray[np.int64]:
    """(k,) int64 seat whose turn comes after each `seat` (k,) in some `rounds` (k,)."""
    return _neighbour(batch, rounds, seat, 1)


def previous_seat(batch: Batch, rounds: Array, seat: Array) -> NDArray[np.int64]:
    """(k,) int64 seat whose turn comes before each `seat` (k,) in some `rounds` (k,)."""
    return _neighbour(batch, rounds, seat, -1)


def _neighbour(batch: Batch, rounds: Array, seat: Array, step: int) -> NDArray[np.int64]:
    seats = batch.seats[rounds].astype(np.int64)
    found: NDArray[np.int64] = (np.asarray(seat, dtype=np.int64) + step) % seats
    if batch.anybody_away:
        found = np.where(found == batch.away[rounds], (found + step) % seats, found)
    return found
