"""The course of a game: who deals next, with how many honba, when the game ends, final ranks.

Every function works on columns, one row per round or per game; rules are fields of the rule set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import Batch
from mjlog.rulesets.standard import RIICHI_STICK
from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import Bust, DealerStop, LeftoverSticks, Ties

Array = NDArray[Any]

_LAST_WIND = 3


@dataclass(frozen=True, slots=True)
class RoundEnds:
    """How each round ended, for the rules of rotation; all (rounds,) unless said otherwise."""

    is_win: NDArray[np.bool_]
    is_abort: NDArray[np.bool_]
    """Ended by an abortive draw; neither a win nor an abort is an exhaustive draw."""
    winners: NDArray[np.bool_]
    """(rounds, 4) who won."""
    tenpai: NDArray[np.bool_]
    """(rounds, 4) who is tenpai at an exhaustive draw."""
    scores: NDArray[np.int32]
    """(rounds, 4) scores after the round; 0 for absent seats."""


@dataclass(frozen=True, slots=True)
class NextRounds:
    """What follows each round by the rules; all (rounds,)."""

    dealer_stays: NDArray[np.bool_]
    dealer: NDArray[np.int64]
    round_wind: NDArray[np.int64]
    round_number: NDArray[np.int64]
    honba: NDArray[np.int64]
    is_over: NDArray[np.bool_]
    """Whether the game is over after the round."""
    may_be_over: NDArray[np.bool_]
    """Whether the game is over or the dealer may end it."""


def next_rounds(batch: Batch, round_number: Array, ends: RoundEnds) -> NextRounds:
    """What follows each round.

    The dealer stays on an own win, and at draws as the rules say; every draw and every dealer's
    win adds a honba (Tenhou manual; EMA rules 2016, 3.4).

    Args:
        batch: the rounds.
        round_number: (rounds,) number within the wind, from 1.
        ends: how they ended.
    """
    rules, row = batch.rules, batch.rule
    rounds = np.arange(batch.n_rounds)
    dealer = batch.dealer.astype(np.int64)
    won = ends.winners[rounds, dealer]
    kept = np.where(
        ends.is_abort, rules.abortive_renchan[row], ends.tenpai[rounds, dealer] & rules.tenpai_renchan[row]
    )
    stays = np.where(ends.is_win, won & rules.win_renchan[row], kept).astype(bool)
    players = batch.players.astype(np.int64)
    over, stop = _endings(batch, np.asarray(round_number), ends, stays)
    following = np.asarray(round_number).astype(np.int64) + 1
    wraps = following > players
    choice = np.where(ends.is_win, rules.agari_yame[row], rules.tenpai_yame[row])
    return NextRounds(
        dealer_stays=stays,
        dealer=np.where(stays, dealer, (dealer + 1) % players),
        round_wind=np.where(stays | ~wraps, batch.round_wind, batch.round_wind + 1).astype(np.int64),
        round_number=np.where(stays, following - 1, np.where(wraps, 1, following)),
        honba=np.where(ends.is_win & ~stays, 0, batch.honba + 1).astype(np.int64),
        is_over=over | (stop & (choice == code(DealerStop.AUTOMATIC))),
        may_be_over=over | (stop & (choice != code(DealerStop.NEVER))),
    )


def _endings(
    batch: Batch, round_number: Array, ends: RoundEnds, stays: Array
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether the game ends after each round, and whether its leading dealer can end it.

    A game of one round ends with it.  Others end when somebody is bust; after the last scheduled round
    once somebody has the target score, otherwise in a further wind as soon as somebody has it, at its
    last round at the latest.  While the dealer stays the game goes on, unless the dealer leads with the
    target score and stops; an abortive draw never ends it (Tenhou manual).
    """
    rules, row = batch.rules, batch.rule
    present = np.arange(4) < batch.players[:, None]
    bust = (rules.bust[row] == code(Bust.BELOW_ZERO)) & ((ends.scores < 0) & present).any(axis=1)
    scheduled = rules.length[row].astype(np.int64) - 1
    last_of_wind = round_number == batch.players
    reached = _best(ends.scores, present) >= rules.target_score[row]
    in_last = ((batch.round_wind == scheduled) & last_of_wind) | (batch.round_wind > scheduled)
    hard_end = ((batch.round_wind > scheduled) | (batch.round_wind == _LAST_WIND)) & last_of_wind
    passes_on = in_last & ~stays & (reached | hard_end)
    leads = _leader(ends.scores, present) == batch.dealer
    stops = in_last & stays & ~ends.is_abort & leads & reached
    return np.asarray(bust | passes_on | (scheduled < 0)), np.asarray(stops)


def _best(scores: Array, present: Array) -> Array:
    best: Array = np.where(present, scores, np.iinfo(np.int32).min).max(axis=1)
    return best


def _leader(scores: Array, present: Array) -> Array:
    """(rounds,) seat with most points, the earliest seat among equals."""
    leader: Array = np.where(present, scores, np.iinfo(np.int32).min).argmax(axis=1)
    return leader


@dataclass(frozen=True, slots=True)
class Standings:
    """Final result of each game; all (games, 4), 0 for absent seats."""

    scores: NDArray[np.int32]
    """Final scores, sticks left on the table included as the rules say."""
    ranks: NDArray[np.int8]
    """Final ranks from 1; equal scores by seat order."""
    points: NDArray[np.float64]
    """Result with uma and oka, thousand points."""


def standings(scores: Array, sticks: Array, players: Array, rules: RulesetTable, rule: Array) -> Standings:
    """Rank games and add uma and oka.

    Args:
        scores: (games, 4) scores after the last round.
        sticks: (games,) riichi sticks left on the table.
        players: (games,) seats.
        rules: the rule sets in use.
        rule: (games,) rule set of each game.
    """
    scores = np.asarray(scores, dtype=np.int32).copy()
    present = np.arange(4) < np.asarray(players)[:, None]
    low = np.iinfo(np.int32).min
    leader = np.where(present, scores, low).argmax(axis=1)
    to_first = rules.leftover_sticks[rule] == code(LeftoverSticks.FIRST)
    scores[np.arange(len(scores)), leader] += np.where(to_first, np.asarray(sticks) * RIICHI_STICK, 0)
    shown = np.where(present, scores, low)
    order = np.argsort(-shown.astype(np.int64), axis=1, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.broadcast_to(np.arange(4), order.shape), axis=1)
    bonus = rules.uma[rule].copy()
    bonus[:, 0] += (rules.return_score[rule] - rules.start_score[rule]) * np.asarray(players) / 1000
    split = rules.ties[rule] == code(Ties.SPLIT)
    equal = shown[:, :, None] == shown[:, None, :]
    by_rank = np.take_along_axis(bonus, ranks, axis=1)
    shared = (equal * by_rank[:, None, :]).sum(axis=2) / equal.sum(axis=2)
    points = (scores - rules.return_score[rule][:, None]) / 1000 + np.where(split[:, None], shared, by_rank)
    return Standings(
        scores=np.where(present, scores, 0),
        ranks=np.where(present, ranks + 1, 0).astype(np.int8),
        points=np.where(present, points, 0.0),
    )
