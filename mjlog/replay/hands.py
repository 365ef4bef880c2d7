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
from mjlog.replay.batch import ANKAN, CHANGES_HAND, CHI, DAIMINKAN, DISCARD, DRAW, KITA, PON, Batch, kind_set
from mjlog.replay.segments import running_sum
from mjlog.tiles import IS_RED, KIND, KINDS, NO_TILE, RED_MAN, UNKNOWN

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

_SIGN = np.zeros(256, dtype=np.int32)
_SIGN[DRAW], _SIGN[DISCARD] = 1, -1
_NEW_MELD = kind_set(CHI, PON, DAIMINKAN, ANKAN)
_TAKES_CALLED_TILE = kind_set(CHI, PON, DAIMINKAN)


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
    """(rows,) melds, kans counted once, set-aside Norths not."""
    reds: NDArray[np.int32]
    """(rows,) concealed red fives, packed base 8 by suit."""
    owned_reds: NDArray[np.int32]
    """(rows,) red fives in hand and melds."""
    kita: NDArray[np.int32]
    """(rows,) Norths set aside."""
    discards: NDArray[np.int32]
    """(rows,) tiles discarded so far."""
    known: NDArray[np.bool_]
    """(rows,) whether the log shows every tile and every tile played was there to play."""
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
    own_events = np.bincount(key, minlength=n_segments)
    lengths = own_events + 1
    first_row = np.cumsum(lengths) - lengths
    event = np.full(len(changing) + n_segments, -1, dtype=np.int64)
    event[np.arange(len(changing)) + key[order] + 1] = changing[order]
    segment = np.repeat(np.arange(n_segments, dtype=np.int32), lengths)

    def total(per_event: Array, dealt: Array) -> Array:
        values = per_event[event]
        values[first_row] = dealt
        return running_sum(values, first_row, lengths)

    dealt = batch.hands.reshape(n_segments, batch.hands.shape[2])
    tile, consumed, sign = ev.tile, ev.consumed, _SIGN[ev.kind]
    suits = np.stack(
        [
            total(
                sign * w[tile] - w[consumed].sum(axis=1, dtype=np.int32), w[dealt].sum(axis=1, dtype=np.int32)
            )
            for w in SUIT_WEIGHTS
        ],
        axis=1,
    )
    reds = total(
        sign * RED_WEIGHT[tile] - RED_WEIGHT[consumed].sum(axis=1, dtype=np.int32),
        RED_WEIGHT[dealt].sum(axis=1, dtype=np.int32),
    )
    called_red = IS_RED[tile] & _TAKES_CALLED_TILE[ev.kind]
    owned_reds = total(sign * IS_RED[tile] + called_red, IS_RED[dealt].sum(axis=1))
    size = total(sign - (consumed != NO_TILE).sum(axis=1, dtype=np.int32), (dealt != NO_TILE).sum(axis=1))
    zero = np.zeros(n_segments, dtype=np.int32)
    missing = _missing_tiles(batch, event, suits, reds)
    shown = _shown(batch, segment, dealt)
    broken = running_sum((missing & shown).astype(np.int32), first_row, lengths) > 0
    known = shown & ~broken
    suits[~known] = 0
    return HandRows(
        event=event,
        segment=segment,
        first_row=first_row,
        suits=suits,
        size=size,
        melds=total(_NEW_MELD[ev.kind].astype(np.int32), zero),
        reds=reds,
        owned_reds=owned_reds,
        kita=total((ev.kind == KITA).astype(np.int32), zero),
        discards=total((ev.kind == DISCARD).astype(np.int32), zero),
        known=known,
        missing=missing & shown,
        row_after=_row_after(batch, first_row, changing),
    )


def _row_after(batch: Batch, first_row: Array, changing: Array) -> NDArray[np.int64]:
    """(events, 4) each seat's row after each event: its deal row plus its own events so far."""
    ev = batch.events
    acts = np.zeros((batch.n_events, 4), dtype=np.int32)
    acts[changing, ev.seat[changing]] = 1
    starts, counts = batch.first_event[:-1], np.diff(batch.first_event)
    so_far = running_sum(acts, starts, counts)
    return first_row.reshape(-1, 4)[ev.round] + so_far


def _shown(batch: Batch, segment: Array, dealt: Array) -> NDArray[np.bool_]:
    """(rows,) whether the log shows the whole hand of the segment."""
    ev = batch.events
    hidden = (dealt == UNKNOWN).any(axis=1) | (dealt == NO_TILE).all(axis=1)
    drawn_hidden = (ev.kind == DRAW) & (ev.tile >= UNKNOWN) & (ev.seat >= 0)
    hidden[ev.round[drawn_hidden] * 4 + ev.seat[drawn_hidden]] = True
    return ~hidden[segment]


def _missing_tiles(batch: Batch, event: Array, suits: Array, reds: Array) -> NDArray[np.bool_]:
    """(rows,) whether a row's event plays a tile that is not in hand, or draws a fifth copy."""
    ev = batch.events
    rows = np.flatnonzero(event >= 0)
    at = event[rows]
    before, red_before = suits[rows - 1], reds[rows - 1]
    wrong = np.zeros(len(rows), dtype=bool)
    tile = ev.tile[at]
    kind = ev.kind[at]
    held, _ = _held(before, red_before, tile)
    wrong |= (kind == DISCARD) & (held < 1)
    total, _ = _held(before, np.zeros_like(red_before), KIND[tile])
    wrong |= (kind == DRAW) & (tile < UNKNOWN) & (total > 3)
    calls = np.flatnonzero(ev.consumed[at, 0] != NO_TILE)
    taken = ev.consumed[at[calls]]
    for slot in range(4):
        same = (taken == taken[:, slot : slot + 1]).sum(axis=1)
        present, _ = _held(before[calls], red_before[calls], taken[:, slot])
        wrong[calls] |= (taken[:, slot] < UNKNOWN) & (present < same)
    result = np.zeros(len(event), dtype=bool)
    result[rows] = wrong
    return result


def _held(suits: Array, reds: Array, tile: Array) -> tuple[Array, Array]:
    """Copies of each exact `tile` (red or plain) in hand, and red fives of its suit."""
    kind = np.minimum(KIND[tile], KINDS - 1)
    suit = SUIT_OF[kind]
    digit = suits[np.arange(len(suits)), suit] // WEIGHT[kind] % 5
    is_five = np.isin(kind, (4, 13, 22))
    red = np.where(is_five, reds >> (3 * np.minimum(suit, 2)) & 7, 0)
    return np.where(IS_RED[tile], red, digit - red), red
