"""Where things happen in the course of rounds: open melds so far, riichi tiles, tiles won on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mjlog.facts.board import Board
from mjlog.replay.batch import IS_OPEN_CALL, WIN
from mjlog.replay.melds import NEVER
from mjlog.replay.replay import Replay
from mjlog.replay.turns import offered_event
from mjlog.rulesets.standard import SEATS


@dataclass(frozen=True, slots=True)
class Course:
    """What several tables of facts ask of the course of rounds."""

    board: Board
    """Copies that everybody sees."""
    open_melds: NDArray[np.uint8]
    """(events, 4) chi, pon and daiminkan of each seat up to and with each event."""
    declaration_tiles: NDArray[np.int64]
    """(rounds, 4) the discard that each riichi was declared with; `NEVER` without riichi or discard."""
    ron_tiles: NDArray[np.int64]
    """(wins,) event whose tile each win by ron takes, -1 where the log has none."""
    ron_seats: NDArray[np.int8]
    """(wins,) who won on it."""

    @classmethod
    def of(cls, replay: Replay) -> Course:
        """Follow the rounds of a batch."""
        board = Board.of(replay.batch, replay.turns.dora_turned)
        tiles, seats = _ron_tiles(replay)
        return cls(board, _open_melds(replay), _declaration_tiles(replay), tiles, seats)


def _open_melds(replay: Replay) -> NDArray[np.uint8]:
    """`Course.open_melds`."""
    batch, ev = replay.batch, replay.batch.events
    calls = np.flatnonzero(IS_OPEN_CALL[ev.kind] & (ev.seat >= 0))
    # A byte for each seat: no seat calls 256 times in a round, so that no sum runs over.
    made = np.zeros(len(ev.kind), dtype=np.uint32)
    made[calls] = np.uint32(1) << (8 * ev.seat[calls]).astype(np.uint32)
    total = np.cumsum(made, dtype=np.uint32)
    lengths = np.diff(batch.first_event)
    before = np.append(np.uint32(0), total)[batch.first_event[:-1]]
    so_far = (total - np.repeat(before, lengths)).astype("<u4")
    return so_far.view(np.uint8).reshape(-1, SEATS)


def _declaration_tiles(replay: Replay) -> NDArray[np.int64]:
    """`Course.declaration_tiles`."""
    hands = replay.hands
    found = np.full((replay.batch.n_rounds, SEATS), NEVER, dtype=np.int64)
    number, seat = np.nonzero(replay.turns.riichi_at < NEVER)
    declared = replay.turns.riichi_at[number, seat]
    segment = number * SEATS + seat
    following = replay.turns.discards_before[declared, seat] + 1
    # Rows are in order of seats and of how much these have discarded.
    discarded = (hands.segment.astype(np.int64) << 16) + hands.discards
    row = np.searchsorted(discarded, (segment << 16) + following)
    has_tile = (row < len(discarded)) & (discarded[np.minimum(row, len(discarded) - 1)] >> 16 == segment)
    found[number[has_tile], seat[has_tile]] = hands.event[row[has_tile]]
    return found


def _ron_tiles(replay: Replay) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """`Course.ron_tiles` and `Course.ron_seats`."""
    ev = replay.batch.events
    wins = np.flatnonzero((ev.kind == WIN) & (ev.seat != ev.target_seat))
    return offered_event(replay.batch, replay.turns, wins), ev.seat[wins]
