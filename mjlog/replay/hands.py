"""Concealed hands as prefix sums: every seat's hand after each of its own events.

Rows are sorted by round and seat.  A segment (one seat in one round) begins with the dealt hand
and has one row per event of that seat that adds or removes concealed tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import SUIT_OF, WEIGHT
from mjlog.replay.batch import (
    CHANGES_HAND,
    DISCARD,
    DRAW,
    IS_OPEN_CALL,
    KITA,
    MAKES_MELD,
    Batch,
    kind_set,
)
from mjlog.replay.segments import gather, running_sum
from mjlog.tiles import FIVES, IS_RED, KIND, KINDS, NO_TILE, RED_MAN, UNKNOWN

Array = NDArray[Any]


def _suit_weights() -> NDArray[np.int32]:
    """(4, 256) int32: what a tile code adds to each suit number; 0 for hidden and absent tiles."""
    weights = np.zeros((4, 256), dtype=np.int32)
    for code in range(RED_MAN + 3):
        kind = KIND[code]
        weights[SUIT_OF[kind], code] = WEIGHT[kind]
    return weights


SUIT_WEIGHTS = _suit_weights()
RED_WEIGHT = np.zeros(256, dtype=np.int32)
"""(256,) what a tile code adds to the packed count of red fives, base 8 by suit."""
RED_WEIGHT[RED_MAN : RED_MAN + 3] = [1, 8, 64]

_DEALT = 13
_IS_FIVE = np.isin(np.arange(KINDS), FIVES)
_SIGN = np.zeros(256, dtype=np.int32)
_SIGN[DRAW], _SIGN[DISCARD] = 1, -1


@dataclass(frozen=True, slots=True)
class HandRows:
    """Hands after each own event; `segment` = round * 4 + seat."""

    event: NDArray[np.int64]
    """(rows,) event that made the row; -1 for the deal."""
    segment: NDArray[np.int32]
    """(rows,) round * 4 + seat."""
    first_row: NDArray[np.int64]
    """(rounds * 4,) the deal row of each segment."""
    suits: NDArray[np.int32]
    """(rows, 4) concealed tiles as suit numbers (`mjlog.lookup.hands`)."""
    size: NDArray[np.int32]
    """(rows,) concealed tiles."""
    melds: NDArray[np.int32]
    """(rows,) melds, kans counted once, set-aside tiles not."""
    reds: NDArray[np.int32]
    """(rows,) concealed red fives, packed base 8 by suit."""
    owned_reds: NDArray[np.int32]
    """(rows,) red fives in hand and melds."""
    kita: NDArray[np.int32]
    """(rows,) tiles set aside."""
    discards: NDArray[np.int32]
    """(rows,) tiles discarded so far."""
    shown: NDArray[np.bool_]
    """(rows,) whether the log shows every tile that the seat is dealt and draws in the round."""
    known: NDArray[np.bool_]
    """(rows,) whether it is, every tile played was there to play, and the hand is one that can be."""
    missing: NDArray[np.bool_]
    """(rows,) whether the event takes a tile that the hand does not hold (or a fifth copy arrives)."""
    row_after: NDArray[np.int64]
    """(events, 4) row of each seat right after each event."""

    @property
    def before(self) -> NDArray[np.int64]:
        """(rows,) the row before in the same segment; a deal row is its own predecessor."""
        rows = np.arange(len(self.event))
        return np.where(self.event < 0, rows, rows - 1)


def hand_rows(batch: Batch) -> HandRows:
    """Replay the concealed hands of all seats of all rounds."""
    ev = batch.events
    changing = np.flatnonzero(CHANGES_HAND[ev.kind] & (ev.seat >= 0))
    key = ev.round[changing].astype(np.int32) * 4 + ev.seat[changing]
    order = np.argsort(key, kind="stable")
    n_segments = batch.n_rounds * 4
    lengths = np.bincount(key, minlength=n_segments) + 1
    first_row = np.cumsum(lengths) - lengths
    event = np.full(len(changing) + n_segments, -1, dtype=np.int64)
    event[np.arange(len(changing)) + key[order] + 1] = changing[order]
    segment = np.repeat(np.arange(n_segments, dtype=np.int32), lengths)

    dealt = batch.hands.reshape(n_segments, batch.hands.shape[2])
    changes = gather(_changes(batch), event)
    changes[first_row] = _dealt(dealt)
    total = running_sum(changes, first_row, lengths)
    suits, reds = np.ascontiguousarray(total[:, :4]), np.ascontiguousarray(total[:, 4])
    shown = _shown(batch, segment, dealt)
    missing = _missing_tiles(batch, event, suits, reds) & shown
    owned_reds, size, melds, kita, discards = np.ascontiguousarray(total[:, 5:].T)
    known = shown & (running_sum(missing.astype(np.int32), first_row, lengths) == 0)
    tiles = size + 3 * melds
    known &= _can_be(dealt)[segment] & ((tiles == _DEALT) | (tiles == _DEALT + 1))
    suits[~known] = 0
    return HandRows(
        event=event,
        segment=segment,
        first_row=first_row,
        suits=suits,
        size=size,
        melds=melds,
        reds=reds,
        owned_reds=owned_reds,
        kita=kita,
        discards=discards,
        shown=shown,
        known=known,
        missing=missing,
        row_after=_row_after(batch, first_row, changing),
    )


def rows_at(hands: HandRows, batch: Batch, rounds: Array, events: Array) -> NDArray[np.int64]:
    """(k, 4) rows of each seat right after an event of each round; deal rows where it is before the round."""
    rows: NDArray[np.int64] = hands.first_row.reshape(-1, 4)[rounds]
    played = np.flatnonzero(events >= batch.first_event[rounds])
    rows[played] = hands.row_after[events[played]]
    return rows


def _changes(batch: Batch) -> NDArray[np.int32]:
    """(events, 10) what each event adds to its seat's hand.

    Columns: four suit numbers, concealed red fives, red fives owned, concealed tiles, melds, tiles
    set aside, discards.
    """
    ev = batch.events
    sign, calls = _SIGN[ev.kind], np.flatnonzero(ev.consumed[:, 0] != NO_TILE)
    laid = ev.consumed[calls]
    changes = np.empty((len(sign), 10), dtype=np.int32)
    for column, weight in enumerate((*SUIT_WEIGHTS, RED_WEIGHT)):
        changes[:, column] = sign * weight[ev.tile]
        changes[calls, column] -= weight[laid].sum(axis=1, dtype=np.int32)
    changes[:, 5] = IS_RED[ev.tile] * (sign + IS_OPEN_CALL[ev.kind])
    changes[:, 6] = sign
    changes[calls, 6] -= (laid != NO_TILE).sum(axis=1, dtype=np.int32)
    for column, kinds in enumerate((MAKES_MELD, kind_set(KITA), kind_set(DISCARD)), start=7):
        changes[:, column] = kinds[ev.kind]
    return changes


def _dealt(tiles: NDArray[np.uint8]) -> NDArray[np.int32]:
    """(segments, 10) the dealt hands, columns as in `_changes`."""
    totals = np.zeros((len(tiles), 10), dtype=np.int32)
    for column, weight in enumerate((*SUIT_WEIGHTS, RED_WEIGHT, IS_RED, np.arange(256) != NO_TILE)):
        totals[:, column] = weight[tiles].sum(axis=1, dtype=np.int32)
    return totals


def _row_after(batch: Batch, first_row: Array, changing: Array) -> NDArray[np.int64]:
    """(events, 4) each seat's row after each event: its deal row plus its own events so far."""
    ev = batch.events
    acts = np.zeros((batch.n_events, 4), dtype=np.int32)
    acts[changing, ev.seat[changing]] = 1
    starts, counts = batch.first_event[:-1], np.diff(batch.first_event)
    so_far = running_sum(acts, starts, counts)
    return first_row.reshape(-1, 4).take(ev.round, axis=0) + so_far


def _shown(batch: Batch, segment: Array, dealt: Array) -> NDArray[np.bool_]:
    """(rows,) whether the log shows the whole hand of the segment."""
    ev = batch.events
    hidden = (dealt == UNKNOWN).any(axis=1) | (dealt == NO_TILE).all(axis=1)
    drawn_hidden = (ev.kind == DRAW) & (ev.tile >= UNKNOWN) & (ev.seat >= 0)
    hidden[ev.round[drawn_hidden] * 4 + ev.seat[drawn_hidden]] = True
    shown: NDArray[np.bool_] = ~hidden[segment]
    return shown


def _can_be(dealt: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """(segments,) whether a dealt hand has thirteen tiles, and no kind five times."""
    kinds = np.sort(KIND[dealt], axis=1)
    five = (kinds[:, 4:] == kinds[:, :-4]) & (kinds[:, 4:] < KINDS)
    can_be: NDArray[np.bool_] = ((dealt != NO_TILE).sum(axis=1) == _DEALT) & ~five.any(axis=1)
    return can_be


def _missing_tiles(batch: Batch, event: Array, suits: Array, reds: Array) -> NDArray[np.bool_]:
    """(rows,) whether a row's event plays a tile that is not in hand, or draws a fifth copy."""
    ev = batch.events
    played = event >= 0
    kind, tile, consumed = (gather(column, event) for column in (ev.kind, ev.tile, ev.consumed))
    wrong = np.zeros(len(event), dtype=bool)
    discards = np.flatnonzero(played & (kind == DISCARD))
    wrong[discards] = _held(suits[discards - 1], reds[discards - 1], tile[discards]) < 1
    draws = np.flatnonzero(played & (kind == DRAW) & (tile < UNKNOWN))
    wrong[draws] = _copies(suits[draws - 1], KIND[tile[draws]]) > 3
    calls = np.flatnonzero(played & (consumed[:, 0] != NO_TILE))
    taken = consumed[calls]
    for slot in range(4):
        same = (taken == taken[:, slot : slot + 1]).sum(axis=1)
        present = _held(suits[calls - 1], reds[calls - 1], taken[:, slot])
        wrong[calls] |= (taken[:, slot] < UNKNOWN) & (present < same)
    return wrong


def _copies(suits: Array, kind: Array) -> NDArray[np.int32]:
    """(n,) concealed tiles of a kind, red and plain."""
    copies: NDArray[np.int32] = suits[np.arange(len(suits)), SUIT_OF[kind]] // WEIGHT[kind] % 5
    return copies


def _held(suits: Array, reds: Array, tile: Array) -> NDArray[np.int32]:
    """(n,) concealed copies of each exact tile, red fives and plain ones apart."""
    kind = np.minimum(KIND[tile], KINDS - 1)
    red = np.where(_IS_FIVE[kind], reds >> (3 * np.minimum(SUIT_OF[kind], 2)) & 7, 0)
    return np.where(IS_RED[tile], red, _copies(suits, kind) - red)
