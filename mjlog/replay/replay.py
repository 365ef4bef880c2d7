"""`replay`: from log tables to the state of every seat after every event."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.shanten import shanten
from mjlog.lookup.waits import waits
from mjlog.replay.batch import Batch
from mjlog.replay.furiten import Furiten, furiten
from mjlog.replay.hands import HandRows, hand_rows
from mjlog.replay.melds import MeldRows, meld_rows
from mjlog.replay.pao import liable_seats
from mjlog.replay.turns import Turns, turns


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed batch."""

    batch: Batch
    hands: HandRows
    melds: MeldRows
    turns: Turns
    shanten: NDArray[np.int8]
    """(rows,) shanten of each hand row; 127 where the hand is not known."""
    waits: NDArray[np.uint64]
    """(rows,) mask of the waits of each hand row; 0 when not tenpai, after a draw, or not known."""
    furiten: Furiten
    pao_seat: NDArray[np.int8]
    """(rounds, 4, 3) who is liable to each seat for `PAO_YAKUMAN`; -1 for nobody."""
    pao_event: NDArray[np.int64]
    """(rounds, 4, 3) the call that made them liable."""


def replay_batch(batch: Batch) -> Replay:
    """Replay every round of `batch`."""
    hands = hand_rows(batch)
    course = turns(batch)
    melds = meld_rows(batch)
    called = np.minimum(hands.melds, 5).astype(np.int8)
    distance = np.where(hands.known, shanten(hands.suits, called), np.int8(127))
    row_waits = np.where(hands.known, waits(hands.suits, called), np.uint64(0))
    pao_seat, pao_event = liable_seats(batch, melds)
    return Replay(
        batch=batch,
        hands=hands,
        melds=melds,
        turns=course,
        shanten=distance,
        waits=row_waits,
        furiten=furiten(batch, hands, course, row_waits),
        pao_seat=pao_seat,
        pao_event=pao_event,
    )
