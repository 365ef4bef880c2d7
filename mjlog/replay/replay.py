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
from mjlog.replay.rivers import Rivers, rivers_of
from mjlog.replay.turns import Turns, turns
from mjlog.tiles import COPIES, KIND_BIT


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed batch."""

    batch: Batch
    hands: HandRows
    melds: MeldRows
    rivers: Rivers
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
    rivers = rivers_of(batch, hands)
    course = turns(batch, hands)
    melds = meld_rows(batch)
    called = np.minimum(hands.melds, 5).astype(np.int8)
    distance = shanten(hands.suits, called)
    distance[np.flatnonzero(~hands.known)] = 127
    row_waits = _waits(hands, melds, called, distance)
    _count_quads(batch, hands, called, distance, row_waits)
    pao_seat, pao_event = liable_seats(batch, melds)
    return Replay(
        batch=batch,
        hands=hands,
        melds=melds,
        rivers=rivers,
        turns=course,
        shanten=distance,
        waits=row_waits,
        furiten=furiten(batch, hands, rivers, course, row_waits),
        pao_seat=pao_seat,
        pao_event=pao_event,
    )


def _waits(
    hands: HandRows, melds: MeldRows, called: NDArray[np.int8], distance: NDArray[np.int8]
) -> NDArray[np.uint64]:
    """(rows,) waits of the hands that lack one tile by (rows,) `distance`, with (rows,) melds `called`.

    A hand that waits only for kinds of which it holds all tiles is not tenpai: its distance becomes 1, in
    place.
    """
    row_waits = np.zeros(len(distance), dtype=np.uint64)
    tenpai = np.flatnonzero(distance == 0)
    tenpai = tenpai[hands.size[tenpai] % 3 == 1]
    row_waits[tenpai] = waits(hands.suits[tenpai], called[tenpai])
    held = tenpai[(row_waits[tenpai] != 0) & (called[tenpai] > 0)]
    row_waits[held] &= ~_held_kinds(hands, melds, held)
    distance[held[row_waits[held] == 0]] = 1
    return row_waits


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


def _held_kinds(hands: HandRows, melds: MeldRows, rows: NDArray[np.int64]) -> NDArray[np.uint64]:
    """(k,) mask of the kinds that lie four times in the seat's own hand and melds, at some (k,) rows.

    Nobody can draw or discard a fifth copy, so that a hand which waits for nothing else is not
    tenpai (Tenhou manual).
    """
    types, kinds = melds_at(melds, hands.segment[rows], hands.event[rows] + 1)
    counts = counts_from_suits(hands.suits[rows]) + meld_counts(types, kinds)
    held = np.zeros(len(rows), dtype=np.uint64)
    place, kind = np.nonzero(counts >= COPIES)
    np.bitwise_or.at(held, place, KIND_BIT[kind])
    return held
