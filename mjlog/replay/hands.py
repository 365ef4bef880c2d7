"""Concealed hands as prefix sums: every seat's hand after each of its own events.

Rows are sorted by round and seat.  A segment (one seat in one round) begins with the dealt hand
and has one row per event of that seat that adds or removes concealed tiles.

What is summed up lies packed in four columns of 64 bits: man and pin, and sou and honours, as suit
numbers of 32 bits; melds, tiles set aside, discards and concealed tiles, 16 bits each; red fives owned
and red fives in the concealed hand, 32 bits each.  The lower bits come first.  A round has fewer than 32,768
events, so that they suffice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import CODE_WEIGHTS, SUIT_OF, WEIGHT
from mjlog.replay.batch import (
    CHANGES_HAND,
    DISCARD,
    DRAW,
    IS_OPEN_CALL,
    KITA,
    MAKES_MELD,
    Batch,
)
from mjlog.replay.segments import gather, running_sum, total_before
from mjlog.tiles import COPIES, FIVES, HAND_TILES, IS_RED, KIND, KINDS, NO_TILE, RED_MAN, UNKNOWN

Array = NDArray[Any]

RED_WEIGHT = np.zeros(256, dtype=np.int32)
"""(256,) what a tile code adds to the packed count of red fives, base 8 by suit."""
RED_WEIGHT[RED_MAN : RED_MAN + 3] = [1, 8, 64]

_DEAL: Final = 255
"""Stands for the kind of event where the row is a deal."""
_MELDS, _ASIDE, _DISCARDS, _SIZE = (np.int64(1 << 16 * place) for place in range(4))
"""What one of each adds to the packed counts."""
_IS_FIVE = np.isin(np.arange(KINDS), FIVES)
_KIND_OR_NONE: Final = np.minimum(KIND, KINDS).astype(np.int64)
"""(256,) kind of each tile code; `KINDS` for what is of no kind."""


def _tiles_held() -> NDArray[np.int64]:
    """(4, 256) what a concealed tile of each code adds to the packed sums; a hidden one is only counted."""
    is_tile = np.arange(256) != NO_TILE
    reds = RED_WEIGHT.astype(np.int64) << 32
    return np.stack([*CODE_WEIGHTS.astype(np.int64), is_tile * _SIZE, reds])


def _events_add() -> NDArray[np.int64]:
    """(4, 65536) what the event of a row adds, by 256 * kind + tile code, apart from tiles laid out."""
    added = np.zeros((4, 256, 256), dtype=np.int64)
    added[:, _DEAL] = _HELD
    added[3, _DEAL] += IS_RED
    added[:, DRAW] = added[:, _DEAL]
    added[2, DRAW] = _SIZE
    added[:, DISCARD] = -added[:, DRAW]
    added[2, DISCARD] += _DISCARDS
    added[2, MAKES_MELD] += _MELDS
    added[2, KITA] += _ASIDE
    added[3, IS_OPEN_CALL] += IS_RED
    return added.reshape(4, -1)


_HELD: Final = _tiles_held()
_ADDED: Final = _events_add()


@dataclass(frozen=True, slots=True)
class HandRows:
    """Hands after each own event; `segment` = round * 4 + seat."""

    event: NDArray[np.int64]
    """(rows,) event that made the row; -1 for the deal."""
    segment: NDArray[np.int32]
    """(rows,) round * 4 + seat."""
    first_row: NDArray[np.int64]
    """(rounds * 4,) the deal row of each segment."""
    kind: NDArray[np.uint8]
    """(rows,) kind of the event; 255 for the deal."""
    tile: NDArray[np.uint8]
    """(rows,) tile of the event; 255 for none and for the deal."""
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
    """(rows,) whether the event takes a tile that the hand does not hold (or a fifth copy arrives); tells
    nothing where the row before is not known."""
    actor: NDArray[np.int8]
    """(events,) seat whose hand the event changes; -1 for no hand."""
    row_after: NDArray[np.int64]
    """(events, 4) row of each seat right after each event."""

    def rows(self, events: Array, seats: Array, *, after: bool = False) -> NDArray[np.int64]:
        """Row of some seats right before (or after) some events, of the shape they broadcast to."""
        rows: NDArray[np.int64] = self.row_after.T.ravel().take(seats * len(self.actor) + events)
        return rows if after else rows - (self.actor[events] == seats)


@dataclass(frozen=True, slots=True)
class _Plays:
    """What the event of each hand row plays; a deal row plays nothing."""

    kind: NDArray[np.uint8]
    """(rows,) event kind; 255 for the deal."""
    tile: NDArray[np.uint8]
    """(rows,) tile code; 255 for none."""
    calls: NDArray[np.int64]
    """(calls,) rows whose event takes tiles out of the hand for a meld, or to set them aside."""
    laid: NDArray[np.uint8]
    """(calls, 4) those tiles, padded with 255."""


def hand_rows(batch: Batch) -> HandRows:
    """Replay the concealed hands of all seats of all rounds."""
    ev = batch.events
    actor = ev.seat.copy()
    actor[np.flatnonzero(~CHANGES_HAND.take(ev.kind))] = -1
    row_after, lengths = _rows_after(batch, actor)
    first_row = np.cumsum(lengths) - lengths
    event = _events_of_rows(actor, row_after, int(lengths.sum()))
    calling = np.flatnonzero((ev.consumed[:, 0] != NO_TILE) & (actor >= 0))
    kind, tile = gather(ev.kind, event), gather(ev.tile, event)
    kind[first_row], tile[first_row] = _DEAL, NO_TILE
    plays = _Plays(kind, tile, row_after[calling, actor[calling]], ev.consumed[calling])
    dealt = np.ascontiguousarray(batch.hands.reshape(len(lengths), batch.hands.shape[2]).T)
    suits, counts, reds = _summed(plays, dealt, first_row, lengths)
    melds, kita, discards, size = (column.astype(np.int32) for column in counts.T)
    owned_reds = reds.astype(np.int32)
    concealed_reds = (reds - owned_reds >> 32).astype(np.int32)
    segment = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    is_crowded = _crowded(batch, actor)
    is_shown = _shown(batch, dealt)
    can_be = is_shown & ((dealt != NO_TILE).sum(axis=0) == HAND_TILES)
    can_be[is_crowded] &= ~_holds_five(dealt[:, is_crowded])
    shown = np.repeat(is_shown, lengths)
    missing = _missing_tiles(plays, suits, concealed_reds, np.repeat(is_crowded, lengths)) & shown
    tiles = size + 3 * melds
    known = np.repeat(can_be, lengths) & ((tiles == HAND_TILES) | (tiles == HAND_TILES + 1))
    if missing.any():
        known &= running_sum(missing, first_row, lengths) == 0
    suits[np.flatnonzero(~known)] = 0
    return HandRows(
        event=event,
        segment=segment,
        first_row=first_row,
        kind=kind,
        tile=tile,
        suits=suits,
        size=size,
        melds=melds,
        reds=concealed_reds,
        owned_reds=owned_reds,
        kita=kita,
        discards=discards,
        shown=shown,
        known=known,
        missing=missing,
        actor=actor,
        row_after=row_after,
    )


def rows_at(hands: HandRows, batch: Batch, rounds: Array, events: Array) -> NDArray[np.int64]:
    """(k, 4) rows of each seat right after an event of each round; deal rows where it is before the round."""
    rows: NDArray[np.int64] = hands.first_row.reshape(-1, 4)[rounds]
    played = np.flatnonzero(events >= batch.first_event[rounds])
    rows[played] = hands.row_after[events[played]]
    return rows


def _rows_after(batch: Batch, actor: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each seat's row after each event: its deal row plus its own events so far.

    Returns:
        (events, 4) rows, and (rounds * 4,) how many each segment has.
    """
    rows = np.empty((4, batch.n_events), dtype=np.int64)
    before = np.empty((batch.n_rounds + 1, 4), dtype=np.int64)
    for seat, own in enumerate(rows):
        np.cumsum(actor == seat, out=own)
        before[:, seat] = total_before(own, batch.first_event)
    lengths = np.diff(before, axis=0).ravel() + 1
    first_row = (np.cumsum(lengths) - lengths).reshape(-1, 4)
    events = np.diff(batch.first_event)
    for seat, begins in enumerate((first_row - before[:-1]).T):
        rows[seat] += np.repeat(begins, events)
    return rows.T, lengths


def _events_of_rows(actor: Array, row_after: Array, rows: int) -> NDArray[np.int64]:
    """(rows,) event that made each row; -1 for the deal."""
    event = np.full(rows, -1, dtype=np.int64)
    for seat, after in enumerate(row_after.T):
        own = np.flatnonzero(actor == seat)
        event[after.take(own)] = own
    return event


def _summed(
    plays: _Plays, dealt: Array, first_row: Array, lengths: Array
) -> tuple[NDArray[np.int32], NDArray[np.int16], NDArray[np.int64]]:
    """Running sums of what the deals hold and the events add.

    Args:
        plays: what the events play.
        dealt: (14 or more, segments) dealt tiles.
        first_row: (segments,) the deal rows.
        lengths: (segments,) rows of each segment.

    Returns:
        (rows, 4) suit numbers, (rows, 4) melds, tiles set aside, discards and concealed tiles, and
        (rows,) the packed red fives.
    """
    code = plays.kind.astype(np.int64) << 8 | plays.tile
    totals = []
    for added, held in zip(_ADDED, _HELD, strict=True):
        change = added.take(code)
        for laid in plays.laid.T:
            change[plays.calls] -= held.take(laid)
        of_deal = added[_DEAL << 8 :]
        change[first_row] = sum(of_deal.take(tiles) for tiles in dealt)
        totals.append(running_sum(change, first_row, lengths))
    suits, (counts, reds) = np.stack(totals[:2], axis=1).view(np.int32), totals[2:]
    if suits.min(initial=0) < 0:
        suits[:, 1::2] += suits[:, ::2] < 0  # what a lower half below 0 has borrowed
    return suits, counts.view(np.int16).reshape(-1, 4), reds


def _shown(batch: Batch, dealt: Array) -> NDArray[np.bool_]:
    """(segments,) whether the log shows the hand all through the round; `dealt` is (14 or more, segments)."""
    ev = batch.events
    hidden = (dealt == UNKNOWN).any(axis=0) | (dealt == NO_TILE).all(axis=0)
    drawn_hidden = np.flatnonzero((ev.kind == DRAW) & (ev.tile >= UNKNOWN) & (ev.seat >= 0))
    hidden[ev.round[drawn_hidden] * 4 + ev.seat[drawn_hidden]] = True
    shown: NDArray[np.bool_] = ~hidden
    return shown


def _crowded(batch: Batch, actor: Array) -> NDArray[np.bool_]:
    """(segments,) whether more tiles of a kind than there are come from the wall in the round."""
    ev = batch.events
    drawn = np.flatnonzero((ev.kind == DRAW) & (actor >= 0))
    others = KINDS + 1
    dealt = _KIND_OR_NONE.take(batch.hands) + np.arange(batch.n_rounds)[:, None, None] * others
    drawn_kinds = _KIND_OR_NONE.take(ev.tile.take(drawn)) + ev.round.take(drawn) * others
    kinds = np.concatenate([dealt.ravel(), drawn_kinds])
    counts = np.bincount(kinds, minlength=batch.n_rounds * others).reshape(-1, others)
    return np.repeat((counts[:, :KINDS] > COPIES).any(axis=1), 4)


def _holds_five(dealt: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """(segments,) whether a dealt hand, a column of (14 or more, segments), has a kind five times."""
    kinds = np.sort(_KIND_OR_NONE.take(dealt), axis=0)
    fifth = kinds[COPIES:]
    return np.asarray(((fifth == kinds[:-COPIES]) & (fifth < KINDS)).any(axis=0))


def _missing_tiles(plays: _Plays, suits: Array, reds: Array, crowded: Array) -> NDArray[np.bool_]:
    """(rows,) whether a row's event plays a tile that is not in hand, or draws a fifth copy.

    What was drawn right before is there to be discarded, and a fifth copy comes to nobody where (rows,)
    `crowded` says that no more than four come from the wall.
    """
    kind, tile = plays.kind, plays.tile
    wrong = np.zeros(len(kind), dtype=bool)
    other = kind == DISCARD
    other[1:] &= (kind[:-1] != DRAW) | (tile[:-1] != tile[1:])
    discards = np.flatnonzero(other)
    wrong[discards] = _held(suits, reds, discards - 1, tile[discards]) < 1
    draws = np.flatnonzero(crowded & (kind == DRAW) & (tile < UNKNOWN))
    wrong[draws] = _copies(suits, draws - 1, KIND[tile[draws]]) > COPIES - 1
    for taken in plays.laid.T:
        same = sum((other == taken).astype(np.int8) for other in plays.laid.T)
        present = _held(suits, reds, plays.calls - 1, taken)
        wrong[plays.calls] |= (taken < UNKNOWN) & (present < same)
    return wrong


def _copies(suits: Array, rows: Array, kind: Array) -> NDArray[np.int32]:
    """(n,) concealed tiles of a kind in some (n,) rows, red and plain."""
    suit = suits.ravel().take(rows * 4 + SUIT_OF.take(kind))
    copies: NDArray[np.int32] = suit // WEIGHT.take(kind) % 5
    return copies


def _held(suits: Array, reds: Array, rows: Array, tile: Array) -> NDArray[np.int32]:
    """(n,) concealed copies of each exact tile in some (n,) rows, red fives and plain ones apart."""
    kind = np.minimum(KIND.take(tile), KINDS - 1)
    held = _copies(suits, rows, kind)
    fives = np.flatnonzero(_IS_FIVE.take(kind))
    red = reds[rows[fives]] >> (3 * SUIT_OF[kind[fives]]) & 7
    held[fives] = np.where(IS_RED[tile[fives]], red, held[fives] - red)
    return held
