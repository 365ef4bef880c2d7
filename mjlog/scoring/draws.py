"""Rounds without a win: who is tenpai, whose river is nagashi mangan, what abort the play shows, chombo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.columns import codes_of
from mjlog.lookup.hands import counts_from_suits
from mjlog.replay.batch import CHOMBO as CHOMBO_EVENT
from mjlog.replay.batch import (
    DEAD_HAND,
    DISCARD,
    DRAW,
    ENDS_ROUND,
    EXHAUSTIVE_DRAW,
    IS_KAN,
    IS_OPEN_CALL,
    WIN,
    Batch,
    kind_set,
)
from mjlog.replay.hands import rows_at
from mjlog.replay.melds import NEVER
from mjlog.replay.replay import Replay
from mjlog.replay.turns import first_of
from mjlog.rulesets.standard import SEATS
from mjlog.rulesets.table import code
from mjlog.rulesets.words import Tenpai
from mjlog.schema import DRAW_TYPES
from mjlog.scoring.winnable import winnable_waits
from mjlog.tables import round_numbers
from mjlog.tiles import EAST, IS_YAOCHUU, KIND, KIND_BIT, KINDS, NORTH

Array = NDArray[Any]

(EXHAUSTIVE, NAGASHI, KYUUSHU, SUUFON, SUUCHA, SUUKAIKAN, SANCHA, SANCHAHOU, CHOMBO, UNKNOWN_DRAW) = range(
    len(DRAW_TYPES)
)

_KYUUSHU_KINDS: Final = 9
_THREE: Final = 3
_ENDS_WITHOUT_WIN: Final = ENDS_ROUND & ~kind_set(WIN)


@dataclass(frozen=True, slots=True)
class LoggedDraws:
    """The rows of `draws`, placed in their rounds, with what the replay says of them."""

    round: NDArray[np.int64]
    """(draws,) round of the batch."""
    event: NDArray[np.int64]
    """(draws,) the event that ends the round; the round's last event where the log lacks it."""
    is_placed: NDArray[np.bool_]
    """(draws,) whether the events show the draw."""
    log_type: NDArray[np.uint8]
    """(draws,) position in `DRAW_TYPES`; 255 where the log names none."""
    is_exhaustive: NDArray[np.bool_]
    """(draws,) whether the wall ran out."""
    is_chombo: NDArray[np.bool_]
    """(draws,) whether chombo ended the round."""
    offends: NDArray[np.bool_]
    """(draws, 4) whose chombo it was."""
    tenpai: NDArray[np.bool_]
    """(draws, 4) tenpai by the replay and the rules, False for absent seats."""
    hands_known: NDArray[np.bool_]
    """(draws,) whether all hands are known, and the tiles that decide who is tenpai."""
    nagashi: NDArray[np.bool_]
    """(draws, 4) whose whole river is terminals and honours, none of it called."""


def logged_draws(replay: Replay, draws: pa.Table, rounds: pa.Table) -> LoggedDraws:
    """Place the rows of `draws` and judge hands and rivers at the end of their rounds."""
    batch = replay.batch
    number = round_numbers(draws, rounds)
    kind = batch.events.kind
    ends = np.flatnonzero(_ENDS_WITHOUT_WIN[kind])
    at = np.searchsorted(ends, batch.first_event[number])
    event = np.concatenate([ends, [-1]])[at]
    placed = (event >= 0) & (event < batch.first_event[number + 1])
    event = np.where(placed, event, batch.first_event[number + 1] - 1)
    log_type = codes_of(draws["log_type"], DRAW_TYPES)
    offends = chombo_by_seat(batch)[number] > 0
    is_chombo = offends.any(axis=1) | (log_type == CHOMBO)
    exhaustive = np.where(placed, kind[event] == EXHAUSTIVE_DRAW, log_type <= NAGASHI) & ~is_chombo
    tenpai = is_tenpai(replay, number, event)
    known = _hands_known(replay, number, event)
    known[exhaustive] &= _is_decided(replay, number[exhaustive], event[exhaustive], tenpai[exhaustive])
    return LoggedDraws(
        round=number,
        event=event,
        is_placed=placed,
        log_type=log_type,
        is_exhaustive=exhaustive,
        is_chombo=is_chombo,
        offends=offends,
        tenpai=tenpai,
        hands_known=known,
        nagashi=nagashi_rivers(replay)[number],
    )


def chombo_by_seat(batch: Batch) -> NDArray[np.int64]:
    """(rounds, 4) chombo of each seat."""
    ev = batch.events
    at = np.flatnonzero((ev.kind == CHOMBO_EVENT) & (ev.seat >= 0))
    segment = ev.round[at].astype(np.int64) * SEATS + ev.seat[at]
    return np.bincount(segment, minlength=batch.n_rounds * SEATS).reshape(-1, SEATS)


def _hands_known(replay: Replay, rounds: Array, event: Array) -> NDArray[np.bool_]:
    known = replay.hands.known[rows_at(replay.hands, replay.batch, rounds, event)]
    return np.asarray((known | ~replay.batch.present[rounds]).all(axis=1))


def _is_decided(replay: Replay, rounds: Array, event: Array, tenpai: Array) -> NDArray[np.bool_]:
    """(k,) whether (k, 4) `tenpai` is the same whatever the hands in open riichi show."""
    decided = np.ones(len(rounds), dtype=bool)
    opened = np.flatnonzero((replay.turns.opened_at[rounds] < NEVER).any(axis=1))
    if len(opened):
        if_hidden = is_tenpai(replay, rounds[opened], event[opened], open_hands=False)
        decided[opened] = (if_hidden == tenpai[opened]).all(axis=1)
    return decided


def is_tenpai(replay: Replay, rounds: Array, event: Array, *, open_hands: bool = True) -> NDArray[np.bool_]:
    """Whether each seat is tenpai at the end of some rounds.

    A hand that waits only for kinds in its own hand and melds has no waits in the replay; whether a
    yaku is in sight does not matter (Tenhou manual) unless the rules ask for a hand that can still be
    won with (`Tenpai.WINNABLE`).  A dead hand is noten.

    Args:
        replay: the replay.
        rounds: (k,) round numbers.
        event: (k,) the event that ends each round.
        open_hands: whether hands in open riichi show every tile, as far as it matters.

    Returns:
        (k, 4) bool, False for absent seats.
    """
    batch = replay.batch
    waits = replay.waits[rows_at(replay.hands, batch, rounds, event)]
    is_strict = batch.rules.tenpai[batch.rule[rounds]] == code(Tenpai.WINNABLE)
    strict = np.flatnonzero(is_strict & (event >= batch.first_event[rounds]))
    if len(strict):
        waits[strict] = winnable_waits(replay, rounds[strict], event[strict], open_hands=open_hands)
    alive = first_of(batch, DEAD_HAND)[rounds] == NEVER
    tenpai: NDArray[np.bool_] = (waits != 0) & batch.present[rounds] & alive
    return tenpai


def nagashi_rivers(replay: Replay) -> NDArray[np.bool_]:
    """(rounds, 4) seats that discarded terminals and honours only, none of them called; no dead hands."""
    batch, ev = replay.batch, replay.batch.events
    called = np.flatnonzero(IS_OPEN_CALL.take(ev.kind) & (ev.target_seat >= 0))
    has_river = np.zeros((batch.n_rounds, 4), dtype=bool)
    discards = np.flatnonzero((ev.kind == DISCARD) & (ev.seat >= 0))
    segment = ev.round[discards] * np.int32(4) + ev.seat[discards]
    has_river.reshape(-1)[segment] = True
    has_river.reshape(-1)[segment[~IS_YAOCHUU[KIND].take(ev.tile[discards])]] = False
    has_river[ev.round[called], ev.target_seat[called]] = False
    rivers: NDArray[np.bool_] = has_river & (first_of(batch, DEAD_HAND) == NEVER)
    return rivers


def aborts_shown(replay: Replay, draws: LoggedDraws) -> NDArray[np.bool_]:
    """(draws, len(DRAW_TYPES)) which abortive draws the play of each round bears out.

    Kyuushu kyuuhai: nine kinds of terminals and honours on the own first, uninterrupted draw.
    Suufon renda: the first four discards are one wind, nothing called.  Suucha riichi: all four
    in riichi; sancha riichi: three of them.  Suukaikan: four kans of more than one player.
    Sanchahou needs three rons on one tile, which the log shows only by saying so; three seats must
    wait for the last tile.
    """
    batch, course = replay.batch, replay.turns
    ev = batch.events
    shown = np.zeros((len(draws.round), len(DRAW_TYPES)), dtype=bool)
    if not batch.n_events:
        return shown
    last = course.previous_move[draws.event]
    at = np.maximum(last, 0)
    seat = np.maximum(ev.seat[at], 0)
    counts = counts_from_suits(replay.hands.suits[replay.hands.row_after[at, seat]])
    yaochuu = ((counts > 0) & IS_YAOCHUU[:KINDS]).sum(axis=1)
    fresh = (course.discards_before[at, seat] == 0) & (course.calls_before[draws.event] == 0)
    drew = (last >= 0) & (ev.kind[at] == DRAW)
    shown[:, KYUUSHU] = drew & fresh & (yaochuu >= _KYUUSHU_KINDS)
    shown[:, SUUFON] = _four_winds(replay, draws)
    players = batch.players[draws.round]
    declared = (course.riichi_at[draws.round] < NEVER).sum(axis=1)
    shown[:, SUUCHA] = declared >= players
    shown[:, SANCHA] = declared >= _THREE
    kans = np.flatnonzero(IS_KAN[ev.kind])
    by_seat = np.zeros((batch.n_rounds, 4), dtype=np.int64)
    np.add.at(by_seat, (ev.round[kans], np.maximum(ev.seat[kans], 0)), 1)
    made = by_seat[draws.round]
    shown[:, SUUKAIKAN] = (made.sum(axis=1) == 4) & (made.max(axis=1) < 4)
    waiting = (replay.furiten.waits[at] & KIND_BIT[ev.tile[at], None]) != 0
    waiting &= np.arange(4) != ev.seat[at][:, None]
    shown[:, SANCHAHOU] = (last >= 0) & (waiting.sum(axis=1) >= 3)
    return shown


def aborts_due(replay: Replay, moves: Array) -> NDArray[np.bool_]:
    """Which abortive draws end the round before moves that follow a discard, where the rules have them.

    Nine orphans are for their holder to declare, three rons are told by the winners, three riichi may
    abort a round but need not; so these are never due.

    Args:
        replay: the replay.
        moves: (k,) event numbers of moves right after a discard.

    Returns:
        (k, len(DRAW_TYPES)) bool.
    """
    course, number = replay.turns, replay.batch.events.round[moves]
    first_turn = (course.discards_before[moves, 0] <= 1) & (course.calls_before[moves] == 0)
    rows = np.flatnonzero(first_turn | _may_abort(replay)[number])
    due = np.zeros((len(moves), len(DRAW_TYPES)), dtype=bool)
    due[rows] = _aborts_due(replay, moves[rows])
    return due


def _may_abort(replay: Replay) -> NDArray[np.bool_]:
    """(rounds,) whether there are four kans, or all players are in riichi."""
    batch = replay.batch
    kans = np.bincount(batch.events.round[IS_KAN[batch.events.kind]], minlength=batch.n_rounds)
    in_riichi = (replay.turns.accepted_at < NEVER) | ~batch.present
    return np.asarray((kans >= SEATS) | in_riichi.all(axis=1))


def _aborts_due(replay: Replay, moves: Array) -> NDArray[np.bool_]:
    """`aborts_due` of moves that may come too late."""
    batch, course = replay.batch, replay.turns
    ev, number = batch.events, batch.events.round[moves]
    present = batch.present[number]
    due = np.zeros((len(moves), len(DRAW_TYPES)), dtype=bool)
    uncalled = np.flatnonzero(course.calls_before[moves] == 0)
    once = ((course.discards_before[moves[uncalled]] == 1) | ~present[uncalled]).all(axis=1)
    rows = uncalled[once]
    thrown = KIND[ev.tile[course.last_discard[moves[rows]]]]
    same = ((thrown == thrown[:, :1]) | ~present[rows]).all(axis=1)
    due[rows, SUUFON] = same & (thrown[:, 0] >= EAST) & (thrown[:, 0] <= NORTH)
    accepted = course.accepted_at[number] < moves[:, None]
    due[:, SUUCHA] = (accepted | ~present).all(axis=1)
    kans = np.flatnonzero(IS_KAN[ev.kind])
    by_seat = np.cumsum(ev.seat[kans, None] == np.arange(SEATS), axis=0)
    so_far = np.concatenate([np.zeros((1, SEATS), np.int64), by_seat])
    made = so_far[np.searchsorted(kans, moves)] - so_far[np.searchsorted(kans, batch.first_event[number])]
    due[:, SUUKAIKAN] = (made.sum(axis=1) == 4) & (made.max(axis=1, initial=0) < 4)
    return due


def _four_winds(replay: Replay, draws: LoggedDraws) -> NDArray[np.bool_]:
    """(draws,) one discard of each player, all of one wind, and no call."""
    batch, ev = replay.batch, replay.batch.events
    discards = np.flatnonzero(ev.kind == DISCARD)
    number = np.bincount(ev.round[discards], minlength=batch.n_rounds)
    kind = KIND[ev.tile[discards]].astype(np.int64)
    low = np.full(batch.n_rounds, 255, dtype=np.int64)
    high = np.full(batch.n_rounds, -1, dtype=np.int64)
    np.minimum.at(low, ev.round[discards], kind)
    np.maximum.at(high, ev.round[discards], kind)
    one_wind = (low == high) & (low >= EAST) & (low <= NORTH) & (number == batch.players)
    uncalled = replay.turns.calls_before[draws.event] == 0
    winds: NDArray[np.bool_] = one_wind[draws.round] & uncalled
    return winds
