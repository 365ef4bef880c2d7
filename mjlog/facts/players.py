"""`round_players`: what each player did and got in each round, the facts that statistics count.

What the log states (value of a win, who was tenpai, score changes) goes before what the rules give.
A *turn* counts a player's own discards; a *table turn* is the discards of the whole table over its
players, plus one.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa

from mjlog import schema
from mjlog.columns import bools_array, ints_array, words_array
from mjlog.facts.copies import copies_at, words_from_numbers
from mjlog.facts.course import Course
from mjlog.facts.deltas import delta_columns
from mjlog.facts.luck import ura_columns
from mjlog.facts.results import deal_in_columns, outcome_columns, win_columns
from mjlog.facts.rows import (
    NULL,
    Columns,
    Moments,
    batch_seats,
    count_by_seat,
    draw_rows,
    moments_of,
    open_melds,
    rows_of,
    shanten_of,
    table_turns_of,
    turns_of,
    win_rows,
)
from mjlog.facts.tenpai import draw_columns
from mjlog.lookup.hands import RANK_OF, SUIT_OF
from mjlog.replay.batch import ANKAN, DAIMINKAN, KAKAN, KITA, RIICHI_ACCEPTED
from mjlog.replay.melds import NEVER
from mjlog.replay.replay import Replay
from mjlog.replay.seating import turns_between
from mjlog.replay.turns import is_double_riichi
from mjlog.rulesets.standard import SEATS
from mjlog.tables import LogTables
from mjlog.tiles import KIND, KINDS

_COLUMNS: Final = {c.name: c for c in schema.ROUND_PLAYERS.columns}
_NOBODY: Final = np.iinfo(np.int32).min
"""Score of a seat that does not play."""
_EARLIER_SEAT: Final = np.arange(SEATS) < np.arange(SEATS)[:, None]
"""(4, 4) whether the second seat is lower than the first."""
_CALLS: Final = {"daiminkans": DAIMINKAN, "kakans": KAKAN, "ankans": ANKAN, "kitas": KITA}


def round_players(replay: Replay, tables: LogTables, course: Course) -> pa.Table:
    """The facts of every player in every round.

    Args:
        replay: the replay of `tables`.
        tables: log tables of whole games, their ``calc_*`` columns filled where they are wanted.
        course: the course of its rounds.

    Returns:
        A table of schema `ROUND_PLAYERS`, in order of round and seat.
    """
    wins, draws = win_rows(replay, tables), draw_rows(replay, tables)
    moments = moments_of(replay, wins)
    columns: Columns = {
        **_start(replay, tables.rounds),
        **_hand(replay),
        **_riichi(replay, moments),
        **_calls(replay, moments),
        **outcome_columns(replay, tables.rounds, draws),
        **draw_columns(replay, draws, wins),
        **win_columns(replay, moments, wins),
        **ura_columns(replay, wins.logged, course.board),
        **deal_in_columns(replay, moments, wins),
        **delta_columns(replay, tables.rounds, wins, draws),
    }
    columns["end_rank"] = _end_rank(columns)
    played = np.flatnonzero(batch_seats(replay))
    at = pa.array(played // SEATS)
    arrays = {
        "game_id": tables.rounds["game_id"].combine_chunks().take(at),
        "round_index": tables.rounds["round_index"].combine_chunks().take(at),
        "seat": ints_array(played % SEATS, pa.int8()),
        **{name: _array(name, values.ravel().take(played)) for name, values in columns.items()},
    }
    names = schema.ROUND_PLAYERS.names
    return pa.Table.from_arrays([arrays[n] for n in names], schema=schema.ROUND_PLAYERS.arrow)


def _array(name: str, values: Any) -> pa.Array:
    """One column: `NULL`, NaN and, in words, 255 become null."""
    column = _COLUMNS[name]
    if column.words:
        return words_array(values, column.words)
    if pa.types.is_floating(column.type):
        return pa.array(values.astype(column.type.to_pandas_dtype()), from_pandas=True)
    if pa.types.is_boolean(column.type):
        return bools_array(values == 1, values != NULL)
    return ints_array(values, column.type, NULL)


def _start(replay: Replay, rounds: pa.Table) -> Columns:
    """Seat and standing at the deal."""
    batch = replay.batch
    every = np.arange(batch.n_rounds)[:, None]
    wind = turns_between(batch, every, batch.dealer[:, None], np.arange(4))
    scores = np.where(batch_seats(replay), batch.start_scores, _NOBODY).astype(np.int64)
    stated = np.asarray(rounds["start_scores"].is_valid())[:, None]
    return {
        "seat_wind": wind,
        "is_dealer": wind == 0,
        "start_score": np.where(stated, scores, NULL),
        "start_rank": np.where(stated, _ranks(scores), NULL),
    }


def _ranks(scores: Any) -> Any:
    """(rounds, 4) rank of each seat, equal scores by seat."""
    own, other = scores[:, :, None], scores[:, None, :]
    is_before = (other > own) | ((other == own) & _EARLIER_SEAT)
    return is_before.sum(axis=2) + 1


def _end_rank(columns: Columns) -> Any:
    """(rounds, 4) rank after the round."""
    before, change = columns["start_score"], columns["score_delta"]
    known = (before != NULL) & (change != NULL)
    return np.where(known, _ranks(np.where(known, before + change, before)), NULL)


def _hand(replay: Replay) -> Columns:
    """The dealt hand and the way to tenpai."""
    hands = replay.hands
    waiting = np.flatnonzero(replay.shanten == 0)
    waiting = waiting[hands.size[waiting] % 3 == 1][::-1]
    tenpai = np.full(len(hands.first_row), NULL, dtype=np.int64)
    tenpai[hands.segment[waiting]] = hands.discards[waiting]
    last = np.append(hands.first_row, len(hands.event))[1:] - 1
    dealt = hands.first_row.reshape(-1, SEATS)
    known = hands.known[dealt]
    return {
        "dealt_dora": np.where(known, _dealt_dora(replay), NULL),
        "dealt_aka": np.where(known, hands.owned_reds[dealt], NULL),
        "dealt_shanten": shanten_of(replay, dealt),
        "discards": hands.discards[last].reshape(-1, SEATS),
        "tenpai_turn": tenpai.reshape(-1, SEATS),
    }


def _dealt_dora(replay: Replay) -> Any:
    """(rounds, 4) dora in the dealt hands."""
    batch, hands = replay.batch, replay.hands
    indicator = KIND[batch.dora_indicators[:, :1]]
    dora = batch.rules.dora_after[batch.rule[:, None], np.minimum(indicator, KINDS - 1)]
    numbers = hands.suits[hands.first_row.reshape(-1, SEATS), SUIT_OF[dora]]
    copies = copies_at(words_from_numbers(numbers), RANK_OF[dora]).astype(np.int64)
    return np.where(indicator < KINDS, copies, 0)


def _riichi(replay: Replay, moments: Moments) -> Columns:
    """Riichi: a declaration counts even if its tile is won on."""
    declared = moments.riichi < NEVER
    earlier = (moments.riichi[:, None, :] < moments.riichi[:, :, None]).sum(axis=2)
    return {
        "is_riichi": declared,
        "is_riichi_accepted": count_by_seat(replay, RIICHI_ACCEPTED) > 0,
        "is_double_riichi": is_double_riichi(replay.batch, replay.turns),
        "riichi_turn": turns_of(replay, moments.riichi),
        "riichi_table_turn": table_turns_of(replay, moments.riichi),
        "riichi_order": np.where(declared, earlier + 1, NULL),
        "riichi_wait_kinds": _riichi_wait_kinds(replay, moments),
    }


def _riichi_wait_kinds(replay: Replay, moments: Moments) -> Any:
    """(rounds, 4) kinds waited for after the declaration tile, the hand row after the declaration."""
    hands = replay.hands
    segment = np.arange(moments.riichi.size).reshape(moments.riichi.shape)
    row = np.minimum(rows_of(replay, moments.riichi) + 1, len(hands.event) - 1)
    known = (moments.riichi < NEVER) & (hands.segment[row] == segment) & hands.known[row]
    kinds = np.bitwise_count(replay.waits[row]).astype(np.int64)
    return np.where(known, kinds, NULL)


def _calls(replay: Replay, moments: Moments) -> Columns:
    """Melds: chi, pon and daiminkan open a hand, other kans and set-aside Norths do not."""
    return {
        "open_melds": open_melds(replay),
        "first_call_turn": turns_of(replay, moments.first_call),
        **{name: count_by_seat(replay, kind) for name, kind in _CALLS.items()},
    }
