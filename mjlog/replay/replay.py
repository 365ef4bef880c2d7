"""`replay`: from log tables to the state of every seat after every event."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import counts_from_suits
from mjlog.lookup.pairs import quad_pair_shanten, quad_pair_waits
from mjlog.lookup.shanten import shanten
from mjlog.lookup.waits import waits
from mjlog.replay.batch import Batch
from mjlog.replay.furiten import Furiten, furiten
from mjlog.replay.hands import HandRows, hand_rows
from mjlog.replay.melds import MeldRows, meld_counts, meld_rows, melds_at
from mjlog.replay.pao import liable_seats
from mjlog.replay.turns import Turns, turns
from mjlog.tiles import COPIES, KIND_BIT, KINDS


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
    possible = np.where(hands.known, waits(hands.suits, called), np.uint64(0))
    row_waits = possible & ~_held_kinds(hands, melds, possible)
    distance[(possible != 0) & (row_waits == 0)] = 1
    _count_quads(batch, hands, called, distance, row_waits)
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


def _count_quads(
    batch: Batch,
    hands: HandRows,
    called: NDArray[np.int8],
    distance: NDArray[np.int8],
    row_waits: NDArray[np.uint64],
) -> None:
    """Add to (rows,) `distance` and `row_waits` what chiitoitsu with quads gives, where the rules have it."""
    quads = batch.rules.counts_quads
    if not quads.any():
        return
    rows = np.flatnonzero(quads[batch.rule[hands.segment // 4]] & hands.known & (called == 0))
    suits, melds = hands.suits[rows], called[rows]
    distance[rows] = np.minimum(distance[rows], quad_pair_shanten(suits, melds))
    row_waits[rows] |= quad_pair_waits(suits, melds)


def _held_kinds(hands: HandRows, melds: MeldRows, possible: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """(rows,) mask of the kinds that lie four times in the seat's own hand and melds.

    Nobody can draw or discard a fifth copy, so that a hand which waits for nothing else is not
    tenpai (Tenhou manual).  Looked up for hands with melds that wait for something.
    """
    rows = np.flatnonzero((possible != 0) & (hands.melds > 0))
    types, kinds = melds_at(melds, hands.segment[rows], hands.event[rows] + 1)
    counts = counts_from_suits(hands.suits[rows]) + meld_counts(types, kinds)
    held = np.zeros(len(possible), dtype=np.uint64)
    held[rows] = ((counts >= COPIES) * KIND_BIT[:KINDS]).sum(axis=1, dtype=np.uint64)
    return held
