"""The moves of a batch, each beside the one before it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import Batch
from mjlog.replay.turns import IS_MOVE


@dataclass(frozen=True, slots=True)
class Moves:
    """Events that take a round on (`IS_MOVE`), in order: the move before another is in the row before."""

    event: NDArray[np.int64]
    """(moves,) number of the event."""
    kind: NDArray[np.uint8]
    """(moves,) its kind."""
    seat: NDArray[np.int8]
    """(moves,) who acted; -1 for nobody."""
    begin: NDArray[np.int64]
    """(rounds + 1,) where the moves of each round begin; the last entry is their number."""
    is_first: NDArray[np.bool_]
    """(moves,) whether it is the first of its round, and has none before it."""


def moves_of(batch: Batch) -> Moves:
    """The moves of a batch."""
    kind = batch.events.kind
    event = np.flatnonzero(IS_MOVE.take(kind))
    begin = np.searchsorted(event, batch.first_event)
    is_first = np.zeros(len(event), dtype=bool)
    is_first[begin[:-1][np.diff(begin) > 0]] = True
    return Moves(event, kind.take(event), batch.events.seat.take(event), begin, is_first)
