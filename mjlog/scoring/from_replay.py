"""From a replay to the hands that scoring judges: every circumstance of a win derived, none read.

The log says who won, from whom and when; the hand, its melds, riichi, ippatsu, first turn, last
tile, replacement tile, robbed kan and dora all come from the replay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.columns import ints_of
from mjlog.lookup.hands import SUIT_OF, WEIGHT, counts_from_suits
from mjlog.replay.batch import ANKAN, DISCARD, DRAW, KAKAN, WIN
from mjlog.replay.melds import meld_counts, melds_at
from mjlog.replay.replay import Replay
from mjlog.replay.seating import turns_between
from mjlog.replay.turns import is_double_riichi, offered_event
from mjlog.rulesets.table import code
from mjlog.rulesets.words import KanDora
from mjlog.scoring.hands import Riichi, WinningHands
from mjlog.tables import round_numbers
from mjlog.tiles import IS_RED, KIND, KINDS, NORTH, dora_after

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
    """(wins,) the tile of `offered`; 255 where there is none."""

    @property
    def is_tsumo(self) -> NDArray[np.bool_]:
        """(wins,) won on the own draw."""
        tsumo: NDArray[np.bool_] = np.asarray(self.seat == self.from_seat)
        return tsumo

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
    tile = np.where(offered >= 0, batch.events.tile[np.maximum(offered, 0)], np.uint8(255))
    return LoggedWins(
        round=number,
        seat=ints_of(wins["seat"], 0),
        from_seat=ints_of(wins["from_seat"], 0),
        event=event,
        offered=offered,
        tile=tile.astype(np.uint8),
    )


def known_wins(replay: Replay, wins: LoggedWins) -> NDArray[np.bool_]:
    """(wins,) whether the replay knows the winner's whole hand and the winning tile."""
    rows = hand_rows_of(replay, wins)
    known: NDArray[np.bool_] = replay.hands.known[rows]
    return wins.is_placed & known & (KIND[wins.tile] < KINDS)


def winning_hands(replay: Replay, wins: LoggedWins) -> WinningHands:
    """The hands of all wins; rows that are not `known_wins` hold what is there and mean nothing."""
    batch, hands = replay.batch, replay.hands
    rows = hand_rows_of(replay, wins)
    kind = np.where(KIND[wins.tile] < KINDS, KIND[wins.tile], np.uint8(0))
    suits = hands.suits[rows].copy()
    ron = np.flatnonzero(~wins.is_tsumo)
    suits[ron, SUIT_OF[kind[ron]]] += WEIGHT[kind[ron]]
    types, kinds = melds_at(replay.melds, wins.round * 4 + wins.seat, wins.event)
    counts = counts_from_suits(suits) + meld_counts(types, kinds)
    # A set-aside North is a dora once more for every West indicator (Tenhou manual, three players).
    counts[:, NORTH] += hands.kita[rows].astype(np.uint8)
    in_riichi, ippatsu = _riichi_state(replay, wins)
    shown = replay.turns.dora_turned[wins.event]
    indicators, ura = batch.dora_indicators[wins.round], batch.ura_indicators[wins.round]
    rule = batch.rule[wins.round]
    kan_dora = batch.rules.kan_dora[rule] != code(KanDora.OFF)
    kan_ura = kan_dora & batch.rules.kan_ura_dora[rule]
    has_ura = (in_riichi > 0) & batch.rules.ura_dora[rule]
    return WinningHands(
        suits=suits,
        win_kind=kind,
        meld_type=types,
        meld_kind=kinds,
        riichi=in_riichi,
        ippatsu=ippatsu,
        is_tsumo=wins.is_tsumo,
        **_last_tile(replay, wins),
        first_turn=_first_turn(replay, wins),
        seat_wind=turns_between(batch, wins.round, batch.dealer[wins.round], wins.seat).astype(np.uint8),
        round_wind=batch.round_wind[wins.round].astype(np.uint8),
        dora=_dora(batch.rules.removed_tiles, rule, counts, indicators, np.where(kan_dora, shown, 1)),
        ura=_dora(batch.rules.removed_tiles, rule, counts, ura, has_ura * np.where(kan_ura, shown, 1)),
        aka=(hands.owned_reds[rows] + (IS_RED[wins.tile] & ~wins.is_tsumo)).astype(np.uint8),
        kita=hands.kita[rows].astype(np.uint8),
        set_aside_man=np.zeros(len(rows), dtype=np.uint8),
        open_riichi=np.zeros(len(rows), dtype=np.bool_),
        honba=np.minimum(batch.honba[wins.round], 255).astype(np.uint8),
        is_gathered=np.zeros(len(rows), dtype=np.bool_),
        rule=rule.astype(np.intp),
    )


def hand_rows_of(replay: Replay, wins: LoggedWins) -> NDArray[np.int64]:
    """(wins,) the winner's hand row at the win."""
    if not replay.batch.n_events:
        return np.zeros(len(wins.seat), dtype=np.int64)
    rows: NDArray[np.int64] = replay.hands.row_after[wins.event, wins.seat]
    return rows


def _riichi_state(replay: Replay, wins: LoggedWins) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Riichi (none, riichi, double) and ippatsu of each winner.

    Ippatsu lasts until the own next discard and ends with any call; a kan that is robbed never
    came about (Tenhou manual).
    """
    course = replay.turns
    declared = course.riichi_at[wins.round, wins.seat]
    active = declared < wins.event
    double = is_double_riichi(replay.batch, course)[wins.round, wins.seat]
    state = np.where(active, np.where(double, Riichi.DOUBLE, Riichi.RIICHI), Riichi.NONE)
    at = np.where(active, declared, np.maximum(wins.event, 0))
    own_discards = course.discards_before[wins.event, wins.seat] - course.discards_before[at, wins.seat]
    calls = course.calls_before[wins.offered] - course.calls_before[at]
    ippatsu = active & (own_discards <= 1) & (calls == 0)
    return state.astype(np.uint8), ippatsu


def _last_tile(replay: Replay, wins: LoggedWins) -> dict[str, NDArray[np.bool_]]:
    """Rinshan, chankan, haitei and houtei of each win.

    A replacement tile is never haitei; only a discard is houtei (Tenhou manual).
    """
    kind = replay.batch.events.kind[wins.offered]
    replacement = replay.turns.is_replacement[wins.offered]
    last = replay.turns.live_tiles[wins.event] == 0
    return {
        "rinshan": wins.is_tsumo & replacement,
        "chankan": ~wins.is_tsumo & ((kind == KAKAN) | (kind == ANKAN)),
        "haitei": wins.is_tsumo & last & ~replacement & (kind == DRAW),
        "houtei": ~wins.is_tsumo & last & (kind == DISCARD),
    }


def _first_turn(replay: Replay, wins: LoggedWins) -> NDArray[np.bool_]:
    """(wins,) before the winner's first discard and before any call; a kan that is robbed is none."""
    course = replay.turns
    own = course.discards_before[wins.event, wins.seat]
    untouched: NDArray[np.bool_] = (own == 0) & (course.calls_before[wins.offered] == 0)
    return untouched


def _dora(removed: Array, rule: Array, counts: Array, indicators: Array, shown: Array) -> NDArray[np.uint8]:
    """(wins,) tiles of `counts` (wins, 34) that the first `shown` of `indicators` make dora."""
    after = np.stack([dora_after(np.flatnonzero(kinds).tolist()) for kinds in removed])
    rows = np.arange(len(counts))
    total = np.zeros(len(counts), dtype=np.uint8)
    for place in range(indicators.shape[1]):
        kind = KIND[indicators[:, place]]
        valid = (place < shown) & (kind < KINDS)
        dora = after[rule, np.minimum(kind, KINDS - 1)]
        total += np.where(valid, counts[rows, dora], 0).astype(np.uint8)
    return total
