"""From a replay to the hands that scoring judges: every circumstance of a win derived, none read.

The log says who won, from whom and when; the hand, its melds, riichi, ippatsu, first turn, last
tile, replacement tile, robbed kan and dora all come from the replay.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
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
from mjlog.replay.segments import gather
from mjlog.replay.set_aside import set_aside_counts
from mjlog.replay.turns import is_double_riichi, offered_event
from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import KanDora
from mjlog.scoring.hands import Riichi, WinningHands
from mjlog.tables import round_numbers
from mjlog.tiles import IS_RED, KIND, KINDS, NO_TILE

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
    """(wins,) the tile of `offered`; 255 where there is none, and where gathered tiles win without one."""
    is_gathered: NDArray[np.bool_]
    """(wins,) won by gathered tiles: on the own move, with no winning tile in the log."""

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
    seat, from_seat = ints_of(wins["seat"], 0), ints_of(wins["from_seat"], 0)
    is_gathered = (batch.rules.gathered_yaku[batch.rule[number]] != 0) & (seat == from_seat) & exists
    is_gathered &= gather(batch.events.tile, event) == NO_TILE
    kind, tile = (gather(column, offered) for column in (batch.events.kind, batch.events.tile))
    has_tile = (offered >= 0) & (~is_gathered | (kind == DRAW))
    return LoggedWins(
        round=number,
        seat=seat,
        from_seat=from_seat,
        event=event,
        offered=offered,
        tile=np.where(has_tile, tile, NO_TILE).astype(np.uint8),
        is_gathered=is_gathered,
    )


def known_wins(replay: Replay, wins: LoggedWins) -> NDArray[np.bool_]:
    """(wins,) whether the replay knows the winner's whole hand and the winning tile, if one is needed."""
    rows = hand_rows_of(replay, wins)
    known: NDArray[np.bool_] = replay.hands.known[rows]
    return wins.is_placed & known & ((KIND[wins.tile] < KINDS) | wins.is_gathered)


def winning_hands(replay: Replay, wins: LoggedWins) -> WinningHands:
    """The hands of all wins; rows that are not `known_wins` hold what is there and mean nothing."""
    batch, hands = replay.batch, replay.hands
    rows = hand_rows_of(replay, wins)
    kind = np.where(KIND[wins.tile] < KINDS, KIND[wins.tile], np.uint8(0))
    suits = hands.suits[rows].copy()
    ron = np.flatnonzero(~wins.is_tsumo)
    suits[ron, SUIT_OF[kind[ron]]] += WEIGHT[kind[ron]]
    types, kinds = melds_at(replay.melds, wins.round * 4 + wins.seat, wins.event)
    # A set-aside tile is a tile of its owner for dora (Tenhou manual, three players).
    set_aside = set_aside_counts(batch, wins.round * 4 + wins.seat, wins.event)
    counts = counts_from_suits(suits) + meld_counts(types, kinds) + set_aside
    in_riichi, ippatsu = _riichi_state(replay, wins)
    shown = replay.turns.dora_turned[wins.event]
    indicators, ura = batch.dora_indicators[wins.round], batch.ura_indicators[wins.round]
    rule = batch.rule[wins.round]
    kan_dora = batch.rules.kan_dora[rule] != code(KanDora.OFF)
    kan_ura = kan_dora & batch.rules.kan_ura_dora[rule]
    has_ura = (in_riichi > 0) & batch.rules.ura_dora[rule]
    return WinningHands(
        suits=suits,
        win_kind=np.where(wins.is_gathered & (wins.tile == NO_TILE), np.uint8(NO_TILE), kind),
        meld_type=types,
        meld_kind=kinds,
        riichi=in_riichi,
        ippatsu=ippatsu,
        is_tsumo=wins.is_tsumo,
        **_last_tile(replay, wins),
        first_turn=_first_turn(replay, wins),
        seat_wind=turns_between(batch, wins.round, batch.dealer[wins.round], wins.seat).astype(np.uint8),
        round_wind=batch.round_wind[wins.round].astype(np.uint8),
        dora=_dora(batch.rules, rule, counts, indicators, np.where(kan_dora, shown, 1)),
        ura=_dora(batch.rules, rule, counts, ura, has_ura * np.where(kan_ura, shown, 1), is_ura=True),
        aka=(hands.owned_reds[rows] + (IS_RED[wins.tile] & ~wins.is_tsumo)).astype(np.uint8),
        kita=set_aside.sum(axis=1, dtype=np.uint8),
        set_aside_man=set_aside[:, SUIT_OF == 0].sum(axis=1, dtype=np.uint8),
        open_riichi=(replay.turns.opened_at[wins.round, wins.seat] < wins.event) & (in_riichi > 0),
        honba=np.minimum(batch.honba[wins.round], 255).astype(np.uint8),
        is_gathered=wins.is_gathered,
        is_nagashi=np.zeros(len(rule), dtype=np.bool_),
        rule=rule.astype(np.intp),
    )


def nagashi_hands(
    replay: Replay, rounds: Array, seats: Array, events: Array
) -> tuple[WinningHands, NDArray[np.bool_]]:
    """Hands that win by their rivers, as by gathered tiles; no ura indicator is turned for them.

    Args:
        replay: the replay.
        rounds: (k,) round numbers.
        seats: (k,) whose rivers they are.
        events: (k,) the exhaustive draws.

    Returns:
        k hands, and (k,) whether the hand and the first indicator are known.
    """
    seat = np.asarray(seats, dtype=np.int8)
    rivers = LoggedWins(
        round=rounds,
        seat=seat,
        from_seat=seat,
        event=events,
        offered=events,
        tile=np.full(len(seat), NO_TILE, dtype=np.uint8),
        is_gathered=np.ones(len(seat), dtype=np.bool_),
    )
    hands = winning_hands(replay, rivers)
    hands = replace(hands, ura=np.zeros_like(hands.ura), is_nagashi=rivers.is_gathered)
    return hands, known_wins(replay, rivers) & (replay.batch.dora_indicators[rounds, 0] != NO_TILE)


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

    A replacement tile is never haitei; only a discard is houtei (Tenhou manual).  Whether the tile
    that replaces a set-aside one counts as rinshan is a matter of the rules.
    """
    kind = replay.batch.events.kind[wins.offered]
    turns, rules = replay.turns, replay.batch.rules
    replacement = turns.is_replacement[wins.offered]
    by_set_aside = rules.set_aside_rinshan[replay.batch.rule[wins.round]]
    rinshan = turns.replaces_kan[wins.offered] | (turns.replaces_set_aside[wins.offered] & by_set_aside)
    last = turns.live_tiles[wins.event] == 0
    return {
        "rinshan": wins.is_tsumo & rinshan,
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


def _dora(
    rules: RulesetTable, rule: Array, counts: Array, indicators: Array, shown: Array, *, is_ura: bool = False
) -> NDArray[np.uint8]:
    """(wins,) tiles of `counts` (wins, 34) that the first `shown` of `indicators` make dora.

    Some rules count the kind of an ura indicator itself besides the one that it indicates.
    """
    rows = np.arange(len(counts))
    total = np.zeros(len(counts), dtype=np.uint8)
    twice = rules.ura_indicator_counts[rule] & is_ura
    for place in range(indicators.shape[1]):
        kind = KIND[indicators[:, place]]
        valid = (place < shown) & (kind < KINDS)
        kind = np.minimum(kind, KINDS - 1)
        tiles = counts[rows, rules.dora_after[rule, kind]] + twice * counts[rows, kind]
        total += np.where(valid, tiles, 0).astype(np.uint8)
    return total
