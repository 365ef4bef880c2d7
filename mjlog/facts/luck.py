"""Ura dora of hands won in riichi, and how many their indicators would have brought on average."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
from numpy.typing import NDArray

from mjlog.facts.board import Board
from mjlog.facts.copies import copies_of_kinds, words_from_numbers
from mjlog.facts.rows import NULL, Columns
from mjlog.lookup.hands import counts_from_suits
from mjlog.replay.melds import meld_counts, melds_at
from mjlog.replay.replay import Replay
from mjlog.replay.set_aside import set_aside_counts
from mjlog.rulesets.table import code
from mjlog.rulesets.words import KanDora
from mjlog.scoring.concealed import concealed_hands
from mjlog.scoring.from_replay import dora_among
from mjlog.scoring.logged_wins import LoggedWins
from mjlog.tiles import COPIES, NO_TILE

Counts = NDArray[np.int64]


def ura_columns(replay: Replay, wins: LoggedWins, board: Board) -> Columns:
    """`ura_dora` and `expected_ura`, (rounds, 4) each: `NULL` and NaN but for hands won in riichi.

    The expectation takes each indicator for one of the tiles that nobody holds or has shown, all equally
    likely: what luck adds or takes is the difference.  It is NaN where a player's hand is hidden.
    """
    shape = (replay.batch.n_rounds, 4)
    ura: NDArray[np.int64] = np.full(shape, NULL, dtype=np.int64)
    expected: NDArray[np.float64] = np.full(shape, np.nan)
    some = _rows(wins, wins.is_first & wins.is_placed & ~wins.is_gathered)
    number = _indicators(replay, some)
    shown = (replay.batch.ura_indicators[some.round] != NO_TILE).sum(axis=1)
    chosen = (number > 0) & (shown >= number) & concealed_hands(replay, some).is_known
    some, number = _rows(some, chosen), number[chosen]
    at = some.round, some.seat
    tiles = _tiles(replay, some)
    batch = replay.batch
    rule, indicators = batch.rule[some.round], batch.ura_indicators[some.round]
    ura[at] = dora_among(batch.rules, rule, tiles, indicators, number, is_ura=True).astype(np.int64)
    expected[at] = number * _per_indicator(replay, some, tiles, board)
    return {"ura_dora": ura, "expected_ura": expected}


def _rows(wins: LoggedWins, chosen: NDArray[np.bool_]) -> LoggedWins:
    """Some of the wins."""
    return replace(wins, **{f.name: getattr(wins, f.name)[chosen] for f in fields(wins)})


def _indicators(replay: Replay, wins: LoggedWins) -> NDArray[np.int64]:
    """(wins,) ura indicators that count for the hand; 0 without riichi."""
    rules, rule = replay.batch.rules, replay.batch.rule[wins.round]
    in_riichi = replay.turns.riichi_at[wins.round, wins.seat] < wins.event
    several = (rules.kan_dora[rule] != code(KanDora.OFF)) & rules.kan_ura_dora[rule]
    turned = replay.turns.dora_turned[wins.event].astype(np.int64)
    return np.where(in_riichi & rules.ura_dora[rule], np.where(several, turned, 1), 0)


def _tiles(replay: Replay, wins: LoggedWins) -> Counts:
    """(wins, 34) all tiles of the winners, those set aside too."""
    segment = wins.round * 4 + wins.seat
    concealed = counts_from_suits(concealed_hands(replay, wins).suits).astype(np.int64)
    melds = meld_counts(*melds_at(replay.melds, segment, wins.event))
    tiles: Counts = concealed + melds + set_aside_counts(replay.batch, segment, wins.event)
    return tiles


def _per_indicator(replay: Replay, wins: LoggedWins, tiles: Counts, board: Board) -> NDArray[np.float64]:
    """(wins,) dora that one indicator brings on average; NaN where a hand is hidden."""
    batch, hands = replay.batch, replay.hands
    rows = hands.row_after[wins.event]
    seated = batch.present[wins.round]
    held = words_from_numbers(hands.suits[rows]) * seated[..., None]
    seen = copies_of_kinds(board.words_before(wins.event) + held.sum(axis=1, dtype=np.uint64))
    rules, rule = batch.rules, batch.rule[wins.round]
    left = np.maximum(np.where(rules.removed_tiles[rule], 0, COPIES) - seen.astype(np.int64), 0)
    brought = np.take_along_axis(tiles, rules.dora_after[rule].astype(np.intp), axis=1)
    brought = brought + rules.ura_indicator_counts[rule][:, None] * tiles
    known = (hands.known[rows] | ~seated).all(axis=1)
    return np.where(known, (left * brought).sum(axis=1) / np.maximum(left.sum(axis=1), 1), np.nan)
