"""Where things happen in the course of rounds: discards, open melds so far, riichi tiles, tiles won on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.facts.board import Board
from mjlog.replay.batch import DISCARD, IS_OPEN_CALL, WIN, Batch
from mjlog.replay.melds import NEVER
from mjlog.replay.replay import Replay
from mjlog.replay.turns import offered_event
from mjlog.rulesets.standard import SEATS

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Discards:
    """Every discard of a batch, in order of the events."""

    at: NDArray[np.int64]
    """(n,) the event."""
    number: NDArray[np.int32]
    """(n,) round of the batch."""
    seat: NDArray[np.int8]
    row: NDArray[np.int64]
    """(n,) hand row right after it."""
    turn: NDArray[np.int32]
    """(n,) its place among the discards of its seat, from 1."""
    tile: NDArray[np.uint8]

    @classmethod
    def of(cls, replay: Replay) -> Discards:
        """Find them."""
        ev, hands = replay.batch.events, replay.hands
        at = np.flatnonzero((ev.kind == DISCARD) & (ev.seat >= 0))
        seat = ev.seat.take(at)
        row = of_seats(hands.row_after, at, seat)
        return cls(at, ev.round.take(at), seat, row, hands.discards.take(row), ev.tile.take(at))


@dataclass(frozen=True, slots=True)
class Course:
    """What several tables of facts ask of the course of rounds."""

    board: Board
    """Copies that everybody sees."""
    discards: Discards
    open_melds: NDArray[np.uint8]
    """(events, 4) chi, pon and daiminkan of each seat up to and with each event."""
    declared: NDArray[np.bool_]
    """(events, 4) whether each seat has declared riichi up to and with each event."""
    declaration_rows: NDArray[np.int64]
    """(rounds, 4) the hand row after the discard that each riichi was declared with; -1 without one."""
    ron_tiles: NDArray[np.int64]
    """(wins,) event whose tile each win by ron takes, -1 where the log has none."""
    ron_seats: NDArray[np.int8]
    """(wins,) who won on it."""
    won_on: NDArray[np.bool_]
    """(events,) whether a win by ron takes the tile of each event."""

    @classmethod
    def of(cls, replay: Replay) -> Course:
        """Follow the rounds of a batch."""
        batch, ev = replay.batch, replay.batch.events
        discards = Discards.of(replay)
        calls = np.flatnonzero(IS_OPEN_CALL.take(ev.kind) & (ev.seat >= 0))
        number, seat = np.nonzero(replay.turns.riichi_at < NEVER)
        riichi = _so_far(batch, replay.turns.riichi_at[number, seat], seat)
        tiles, seats = _ron_tiles(replay)
        return cls(
            board=Board.of(batch, replay.turns.dora_turned),
            discards=discards,
            open_melds=_so_far(batch, calls, ev.seat[calls]),
            declared=riichi.view(np.bool_),
            declaration_rows=_declaration_rows(replay, discards),
            ron_tiles=tiles,
            ron_seats=seats,
            won_on=marked(tiles, batch.n_events),
        )

    def declaration_tiles(self, replay: Replay) -> NDArray[np.int64]:
        """(rounds, 4) the discard that each riichi was declared with; `NEVER` without riichi or discard."""
        rows = self.declaration_rows
        return np.where(rows >= 0, replay.hands.event[rows], NEVER)


def of_seats(values: Array, events: Array, seats: Array) -> Array:
    """(k,) values of (k,) seats at (k,) events, of an (events, 4) array that lies in memory seat by seat."""
    return values.T.ravel().take(seats * np.int64(len(values)) + events)


def marked(places: Array, size: int) -> NDArray[np.bool_]:
    """(size,) true at some places; -1 is none."""
    marks = np.zeros(size, dtype=np.bool_)
    marks[places[places >= 0]] = True
    return marks


def count_seats(flags: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """(n,) how many of each row of contiguous (n, 4) `flags` are true."""
    return np.bitwise_count(flags.view(np.uint32).ravel())


def _so_far(batch: Batch, events: Array, seats: Array) -> NDArray[np.uint8]:
    """(events, 4) how many of some (k,) events, those of (k,) seats, were in the round up to each event."""
    # A byte for each seat: no seat has 256 of them in a round, so that no sum runs over.
    added = np.zeros(batch.n_events, dtype="<u4")
    added[events] = np.uint32(1) << (8 * seats).astype(np.uint32)
    total = np.cumsum(added, dtype="<u4")
    before = np.append(np.uint32(0), total)[batch.first_event[:-1]]
    total -= np.repeat(before, np.diff(batch.first_event))
    return total.view(np.uint8).reshape(-1, SEATS)


def _declaration_rows(replay: Replay, discards: Discards) -> NDArray[np.int64]:
    """`Course.declaration_rows`: of the discards of the seat, the first after its riichi."""
    hands, riichi_at = replay.hands, replay.turns.riichi_at
    rows = np.flatnonzero(marked(discards.row, len(hands.event)))
    number, seat = np.nonzero(riichi_at < NEVER)
    place = np.searchsorted(rows, hands.row_after[riichi_at[number, seat], seat], side="right")
    following = np.append(rows, -1)[place]
    is_own = (following >= 0) & (hands.segment[following] == number * SEATS + seat)
    found = np.full(riichi_at.shape, -1, dtype=np.int64)
    found[number[is_own], seat[is_own]] = following[is_own]
    return found


def _ron_tiles(replay: Replay) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """`Course.ron_tiles` and `Course.ron_seats`."""
    ev = replay.batch.events
    wins = np.flatnonzero((ev.kind == WIN) & (ev.seat != ev.target_seat))
    return offered_event(replay.batch, replay.turns, wins), ev.seat[wins]
