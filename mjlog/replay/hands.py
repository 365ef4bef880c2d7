"""Concealed hands as prefix sums: every seat's hand after each of its own events.

Rows are sorted by round and seat.  A segment (one seat in one round) begins with the dealt hand
and has one row per event of that seat that adds or removes concealed tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

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
)
from mjlog.replay.segments import gather, running_sum
from mjlog.tiles import COPIES, FIVES, IS_RED, KIND, KINDS, NO_TILE, RED_MAN, UNKNOWN

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
_NO_EVENT: Final = 255
_IS_TILE: Final = np.arange(256) != NO_TILE


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


@dataclass(frozen=True, slots=True)
class _Plays:
    """What the event of each hand row plays; a deal row plays nothing."""

    kind: NDArray[np.uint8]
    """(rows,) event kind; 255 for the deal."""
    tile: NDArray[np.uint8]
    """(rows,) tile code; 255 for none."""
    calls: NDArray[np.int64]
    """(calls,) rows whose event takes tiles out of the hand for a meld."""
    laid: NDArray[np.uint8]
    """(calls, 4) those tiles, padded with 255."""

    @classmethod
    def of(cls, batch: Batch, event: Array) -> _Plays:
        """Look up the (rows,) events of hand rows."""
        ev, deal = batch.events, np.flatnonzero(event < 0)
        kind, tile, first = (gather(column, event) for column in (ev.kind, ev.tile, ev.consumed[:, 0]))
        kind[deal], tile[deal], first[deal] = _NO_EVENT, NO_TILE, NO_TILE
        calls = np.flatnonzero(first != NO_TILE)
        return cls(kind, tile, calls, ev.consumed[event[calls]])


def hand_rows(batch: Batch) -> HandRows:
    """Replay the concealed hands of all seats of all rounds."""
    ev = batch.events
    changing = np.flatnonzero(CHANGES_HAND[ev.kind] & (ev.seat >= 0))
    seat = ev.seat[changing]
    n_segments = batch.n_rounds * 4
    lengths = np.bincount(ev.round[changing] * np.int32(4) + seat, minlength=n_segments) + 1
    first_row = np.cumsum(lengths) - lengths
    row_after = _row_after(batch, first_row)
    event = np.full(len(changing) + n_segments, -1, dtype=np.int64)
    event[row_after[changing, seat]] = changing
    segment = np.repeat(np.arange(n_segments, dtype=np.int32), lengths)

    dealt = batch.hands.reshape(n_segments, batch.hands.shape[2])
    plays = _Plays.of(batch, event)
    suits_and_reds, counts = _tiles_added(plays), _counts_added(plays)
    sums = [
        _with_deal(change, deal, first_row, lengths)
        for change, deal in zip((*suits_and_reds, *counts), _dealt(dealt), strict=True)
    ]
    suits, (reds, owned_reds, size, melds, kita, discards) = np.stack(sums[:4], axis=1), sums[4:]
    shown = _shown(batch, segment, dealt)
    missing = _missing_tiles(plays, suits, reds) & shown
    known = shown & (running_sum(missing.astype(np.int32), first_row, lengths) == 0)
    tiles = size + 3 * melds
    known &= _can_be(dealt)[segment] & ((tiles == _DEALT) | (tiles == _DEALT + 1))
    suits[np.flatnonzero(~known)] = 0
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
        row_after=row_after,
    )


def rows_at(hands: HandRows, batch: Batch, rounds: Array, events: Array) -> NDArray[np.int64]:
    """(k, 4) rows of each seat right after an event of each round; deal rows where it is before the round."""
    rows: NDArray[np.int64] = hands.first_row.reshape(-1, 4)[rounds]
    played = np.flatnonzero(events >= batch.first_event[rounds])
    rows[played] = hands.row_after[events[played]]
    return rows


def _tiles_added(plays: _Plays) -> Iterator[NDArray[np.int32]]:
    """(rows,) what each row's event adds to four suit numbers and to the packed red fives, one by one."""
    sign = _SIGN.take(plays.kind)
    for weight in (*SUIT_WEIGHTS, RED_WEIGHT):
        change = weight.take(plays.tile)
        change *= sign
        change[plays.calls] -= weight[plays.laid].sum(axis=1, dtype=np.int32)
        yield change


def _counts_added(plays: _Plays) -> Iterator[NDArray[np.int32]]:
    """(rows,) what it adds to red fives owned, concealed tiles, melds, tiles set aside, and discards."""
    size, owned = _SIGN.take(plays.kind), np.zeros(len(plays.kind), dtype=np.int32)
    reds = np.flatnonzero(IS_RED[plays.tile])
    owned[reds] = size[reds] + IS_OPEN_CALL[plays.kind[reds]]
    yield owned
    size[plays.calls] -= (plays.laid != NO_TILE).sum(axis=1, dtype=np.int32)
    yield size
    yield MAKES_MELD[plays.kind].astype(np.int32)
    for kind in (KITA, DISCARD):
        yield (plays.kind == kind).astype(np.int32)


def _dealt(tiles: NDArray[np.uint8]) -> Iterator[NDArray[np.int32]]:
    """(segments,) what the dealt hands hold, in the order of `_tiles_added` and `_counts_added`."""
    for weight in (*SUIT_WEIGHTS, RED_WEIGHT, IS_RED, _IS_TILE):
        yield weight[tiles].sum(axis=1, dtype=np.int32)
    for _ in ("melds", "tiles set aside", "discards"):
        yield np.zeros(len(tiles), dtype=np.int32)


def _with_deal(change: Array, dealt: Array, first_row: Array, lengths: Array) -> NDArray[np.int32]:
    """(rows,) running sum of (rows,) changes in each segment, from its (segments,) deal on."""
    change[first_row] = dealt
    return np.asarray(running_sum(change, first_row, lengths))


def _row_after(batch: Batch, first_row: Array) -> NDArray[np.int64]:
    """(events, 4) each seat's row after each event: its deal row plus its own events so far."""
    ev, lengths = batch.events, np.diff(batch.first_event)
    actor = np.where(CHANGES_HAND[ev.kind], ev.seat, np.int8(-1))
    rows = np.empty((4, batch.n_events), dtype=np.int64)
    for seat, own in enumerate(rows):
        so_far = running_sum((actor == seat).astype(np.int32), batch.first_event[:-1], lengths)
        np.add(np.repeat(first_row[seat::4], lengths), so_far, out=own)
    return rows.T


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
    can_be: NDArray[np.bool_] = (dealt != NO_TILE).sum(axis=1) == _DEALT
    others = KINDS + 1  # tiles that are of no kind are counted together
    tiles = np.arange(len(dealt))[:, None] * others + np.minimum(KIND[dealt], KINDS)
    fives = np.flatnonzero(np.bincount(tiles.ravel(), minlength=len(dealt) * others) > COPIES)
    can_be[fives[fives % others < KINDS] // others] = False
    return can_be


def _missing_tiles(plays: _Plays, suits: Array, reds: Array) -> NDArray[np.bool_]:
    """(rows,) whether a row's event plays a tile that is not in hand, or draws a fifth copy."""
    kind, tile = plays.kind, plays.tile
    wrong = np.zeros(len(kind), dtype=bool)
    discards = np.flatnonzero(kind == DISCARD)
    wrong[discards] = _held(suits, reds, discards - 1, tile[discards]) < 1
    draws = np.flatnonzero((kind == DRAW) & (tile < UNKNOWN))
    wrong[draws] = _copies(suits, draws - 1, KIND[tile[draws]]) > 3
    for slot in range(4):
        taken = plays.laid[:, slot]
        same = (plays.laid == taken[:, None]).sum(axis=1)
        present = _held(suits, reds, plays.calls - 1, taken)
        wrong[plays.calls] |= (taken < UNKNOWN) & (present < same)
    return wrong


def _copies(suits: Array, rows: Array, kind: Array) -> NDArray[np.int32]:
    """(n,) concealed tiles of a kind in some (n,) rows, red and plain."""
    suit = suits.ravel().take(rows * 4 + SUIT_OF[kind])
    copies: NDArray[np.int32] = suit // WEIGHT[kind] % 5
    return copies


def _held(suits: Array, reds: Array, rows: Array, tile: Array) -> NDArray[np.int32]:
    """(n,) concealed copies of each exact tile in some (n,) rows, red fives and plain ones apart."""
    kind = np.minimum(KIND[tile], KINDS - 1)
    red = np.where(_IS_FIVE[kind], reds[rows] >> (3 * np.minimum(SUIT_OF[kind], 2)) & 7, 0)
    return np.where(IS_RED[tile], red, _copies(suits, rows, kind) - red)
