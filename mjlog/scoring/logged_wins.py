"""The wins of a log, placed in their rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.columns import ints_of
from mjlog.replay.batch import DRAW, WIN, tile_matrix
from mjlog.replay.replay import Replay
from mjlog.replay.segments import gather
from mjlog.replay.turns import offered_event
from mjlog.rulesets.standard import SEATS
from mjlog.tables import round_numbers
from mjlog.tiles import NO_TILE, UNKNOWN

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class LoggedWins:
    """The rows of `wins`, placed in their rounds."""

    round: NDArray[np.int64]
    """(wins,) round of the batch."""
    seat: NDArray[np.int8]
    from_seat: NDArray[np.int8]
    event: NDArray[np.int64]
    """(wins,) the win event; -1 where the round's events lack it."""
    offered: NDArray[np.int64]
    """(wins,) the draw, discard, kan or North whose tile wins; -1 where the log has none."""
    tile: NDArray[np.uint8]
    """(wins,) the tile of `offered`, or, where the log hides a draw until it wins, that of `event`; 255 where
    there is none, and where gathered tiles win without one."""
    is_gathered: NDArray[np.bool_]
    """(wins,) won by gathered tiles: on the own move, with no winning tile in the log."""
    hand_row: NDArray[np.int64]
    """(wins,) the winner's hand row at the win."""
    log_hand: NDArray[np.uint8]
    """(wins, 14 or more) concealed tiles as logged, the winning tile included, padded with 255."""

    @property
    def is_tsumo(self) -> NDArray[np.bool_]:
        """(wins,) won on the own draw."""
        tsumo: NDArray[np.bool_] = np.asarray(self.seat == self.from_seat)
        return tsumo

    @property
    def is_first(self) -> NDArray[np.bool_]:
        """(wins,) no win of the same player in the same round is before: faulty logs repeat wins."""
        first = np.unique(self.round.astype(np.int64) * SEATS + self.seat, return_index=True)[1]
        chosen = np.zeros(len(self.round), dtype=np.bool_)
        chosen[first] = True
        return chosen

    @property
    def is_placed(self) -> NDArray[np.bool_]:
        """(wins,) the events show the win and its tile."""
        return np.asarray((self.event >= 0) & (self.offered >= 0))


def logged_wins(replay: Replay, wins: pa.Table, rounds: pa.Table) -> LoggedWins:
    """Join the rows of `wins` to their win events: the k-th win of a round to its k-th win event."""
    batch = replay.batch
    number = round_numbers(wins, rounds)
    events = np.flatnonzero(batch.events.kind == WIN)
    first = np.searchsorted(events, batch.first_event)
    order = first[number] + ints_of(wins["win_index"], 0)
    exists = order < first[number + 1]
    event = np.full(len(number), -1, dtype=np.int64)
    event[exists] = events[order[exists]]
    offered = np.full(len(number), -1, dtype=np.int64)
    offered[exists] = offered_event(batch, replay.turns, event[exists])
    seat, from_seat = ints_of(wins["seat"], 0), ints_of(wins["from_seat"], 0)
    is_gathered = (batch.rules.gathered_yaku[batch.rule[number]] != 0) & (seat == from_seat) & exists
    is_gathered &= gather(batch.events.tile, event) == NO_TILE
    kind, tile = (gather(column, offered) for column in (batch.events.kind, batch.events.tile))
    tile = np.where(tile == UNKNOWN, gather(batch.events.tile, event), tile)
    has_tile = (offered >= 0) & (~is_gathered | (kind == DRAW))
    return LoggedWins(
        round=number,
        seat=seat,
        from_seat=from_seat,
        event=event,
        offered=offered,
        tile=np.where(has_tile, tile, NO_TILE).astype(np.uint8),
        is_gathered=is_gathered,
        hand_row=hand_rows_at(replay, event, seat),
        log_hand=tile_matrix(wins["log_hand"], 14),
    )


def hand_rows_at(replay: Replay, event: Array, seat: Array) -> NDArray[np.int64]:
    """(wins,) the hand row of each winner at its win event."""
    if not replay.batch.n_events:
        return np.zeros(len(seat), dtype=np.int64)
    rows: NDArray[np.int64] = replay.hands.row_after[event, seat]
    return rows
