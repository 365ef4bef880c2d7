"""The course of a game: who deals next and who sits out, honba, when the game ends, final ranks.

Every function works on columns, one row per round or per game; rules are fields of the rule set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import Batch
from mjlog.replay.seating import next_seat, turns_between
from mjlog.rulesets.standard import RIICHI_STICK, SEATS
from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import Bust, Chombo, Deal, DealerStop, LeftoverSticks, Length, Ties

Array = NDArray[Any]

_LAST_WIND = 3
_SEATS = np.arange(SEATS)


@dataclass(frozen=True, slots=True)
class RoundEnds:
    """How each round ended, for the rules of rotation; all (rounds,) unless said otherwise."""

    is_win: NDArray[np.bool_]
    is_abort: NDArray[np.bool_]
    """Ended by an abortive draw."""
    is_chombo: NDArray[np.bool_]
    """Ended by chombo; a round that is no win, no abort and no chombo is an exhaustive draw."""
    winners: NDArray[np.bool_]
    """(rounds, 4) who won."""
    from_seat: NDArray[np.int64]
    """Who dealt in; the winner on a tsumo; any seat where nobody won."""
    tenpai: NDArray[np.bool_]
    """(rounds, 4) who is tenpai at an exhaustive draw."""
    scores: NDArray[np.int32]
    """(rounds, 4) scores after the round; 0 for absent seats."""


@dataclass(frozen=True, slots=True)
class NextRounds:
    """What follows each round by the rules; all (rounds,)."""

    dealer_stays: NDArray[np.bool_]
    dealer: NDArray[np.int64]
    away: NDArray[np.int64]
    """Who sits out; -1 for nobody."""
    round_wind: NDArray[np.int64]
    round_number: NDArray[np.int64]
    honba: NDArray[np.int64]
    is_over: NDArray[np.bool_]
    """Whether the game is over after the round."""
    may_be_over: NDArray[np.bool_]
    """Whether the game is over or the dealer, or the players, may end it."""


def next_rounds(batch: Batch, round_number: Array, ends: RoundEnds) -> NextRounds:
    """What follows each round.

    The dealer stays on an own win, and at draws as the rules say; every draw and every dealer's
    win adds a honba (Tenhou manual; EMA rules 2016, 3.4).  After chombo the round is played again.
    Every player of the game has a number within a wind, whoever of them the deal passes over.

    Args:
        batch: the rounds.
        round_number: (rounds,) number within the wind, from 1.
        ends: how they ended.
    """
    rules, row = batch.rules, batch.rule
    number = np.asarray(round_number).astype(np.int64)
    stays = _dealer_stays(batch, ends)
    dealer = _next_dealer(batch, ends, stays)
    place = number + (dealer - batch.dealer) % batch.seats
    wraps = place > batch.seats
    over, stop = _endings(batch, number, ends, stays, wraps)
    choice = np.where(ends.is_win, rules.agari_yame[row], rules.tenpai_yame[row])
    is_open = rules.length[row] == code(Length.OPEN)
    honba = np.where(ends.is_win & ~stays, 0, batch.honba + np.where(ends.is_chombo, 0, 1))
    return NextRounds(
        dealer_stays=stays,
        dealer=dealer,
        away=_next_away(batch, ends, dealer),
        round_wind=np.where(is_open, 0, batch.round_wind.astype(np.int64) + wraps),
        round_number=np.where(is_open, dealer + 1, place - np.where(wraps, batch.seats, 0)),
        honba=honba.astype(np.int64),
        is_over=over | (stop & (choice == code(DealerStop.AUTOMATIC))),
        may_be_over=over | (stop & (choice != code(DealerStop.NEVER))) | is_open,
    )


def _dealer_stays(batch: Batch, ends: RoundEnds) -> NDArray[np.bool_]:
    """(rounds,) whether the dealer deals again."""
    rules, row = batch.rules, batch.rule
    rounds = np.arange(batch.n_rounds)
    won, tenpai = ends.winners[rounds, batch.dealer], ends.tenpai[rounds, batch.dealer]
    by_win = won & (rules.win_renchan[row] | (rules.deal[row] == code(Deal.WINNER)))
    by_draw = np.where(ends.is_abort, rules.abortive_renchan[row], tenpai & rules.tenpai_renchan[row])
    stays: NDArray[np.bool_] = np.where(ends.is_win, by_win, by_draw | ends.is_chombo)
    return stays


def _next_dealer(batch: Batch, ends: RoundEnds, stays: Array) -> NDArray[np.int64]:
    """(rounds,) the dealer who stays, the winner where winners deal, else the next in turn.

    Of several winners the nearest after the discarder deals.
    """
    rounds = np.arange(batch.n_rounds)
    following = next_seat(batch, rounds, batch.dealer)
    winner_deals = ends.is_win & (batch.rules.deal[batch.rule] == code(Deal.WINNER))
    if winner_deals.any():
        turns = turns_between(batch, rounds[:, None], ends.from_seat[:, None], _SEATS)
        nearest = np.where(ends.winners, turns, SEATS).argmin(axis=1)
        following = np.where(winner_deals, nearest, following)
    return np.where(stays, batch.dealer, following).astype(np.int64)


def _next_away(batch: Batch, ends: RoundEnds, dealer: Array) -> NDArray[np.int64]:
    """(rounds,) who sits out next: after a win the next in turn after the discarder or tsumo winner.

    If that is the next dealer, it is the one after him; after a draw the same player stays away.
    """
    away = batch.away.astype(np.int64)
    if not batch.anybody_away:
        return away
    rounds = np.arange(batch.n_rounds)
    first = next_seat(batch, rounds, ends.from_seat)
    second = next_seat(batch, rounds, first)
    leaves = np.where(first == dealer, second, first)
    return np.where((away >= 0) & ends.is_win, leaves, away)


def _endings(
    batch: Batch, number: Array, ends: RoundEnds, stays: Array, wraps: Array
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether the game ends after each round, and whether its leading dealer can end it.

    A game of one round ends with it.  Others end when somebody is bust; after the last scheduled round
    once somebody has the target score, otherwise in a further wind as soon as somebody has it, at its
    last round at the latest.  While the dealer stays the game goes on, unless the dealer leads with the
    target score and stops; an abortive draw or chombo never ends it (Tenhou manual).
    """
    rules, row = batch.rules, batch.rule
    seated = batch.seats[:, None] > _SEATS
    scheduled = rules.length[row].astype(np.int64) - 1
    following = next_seat(batch, np.arange(batch.n_rounds), batch.dealer)
    is_last = number + (following - batch.dealer) % batch.seats > batch.seats
    last_of_wind = np.where(stays, is_last, wraps)
    reached = _best(ends.scores, seated) >= rules.target_score[row]
    in_last = ((batch.round_wind == scheduled) & last_of_wind) | (batch.round_wind > scheduled)
    hard_end = ((batch.round_wind > scheduled) | (batch.round_wind == _LAST_WIND)) & last_of_wind
    passes_on = in_last & ~stays & (reached | hard_end)
    leads = _leader(ends.scores, seated) == batch.dealer
    stops = in_last & stays & ~ends.is_abort & ~ends.is_chombo & leads & reached
    only_round = (scheduled < 0) & ~ends.is_chombo
    return np.asarray(_is_bust(batch, ends.scores, seated) | passes_on | only_round), np.asarray(stops)


def _is_bust(batch: Batch, scores: Array, seated: Array) -> NDArray[np.bool_]:
    """(rounds,) whether the score of somebody ends the game."""
    ends_at = np.full(len(Bust), np.iinfo(np.int32).min, dtype=np.int64)
    ends_at[code(Bust.BELOW_ZERO)], ends_at[code(Bust.AT_ZERO)] = -1, 0
    bust = seated & (scores <= ends_at[batch.rules.bust[batch.rule], None])
    return np.asarray(bust.any(axis=1))


def _best(scores: Array, seated: Array) -> Array:
    best: Array = np.where(seated, scores, np.iinfo(np.int32).min).max(axis=1)
    return best


def _leader(scores: Array, seated: Array) -> Array:
    """(rounds,) seat with most points, the earliest seat among equals."""
    leader: Array = np.where(seated, scores, np.iinfo(np.int32).min).argmax(axis=1)
    return leader


@dataclass(frozen=True, slots=True)
class Standings:
    """Final result of each game; all (games, 4), 0 for absent seats."""

    scores: NDArray[np.int32]
    """Final scores, sticks left on the table included as the rules say."""
    ranks: NDArray[np.int8]
    """Final ranks from 1; equal scores by seat order."""
    points: NDArray[np.float64]
    """Result with uma, oka and what chombo takes off it, thousand points."""


def standings(
    scores: Array,
    sticks: Array,
    players: Array,
    rules: RulesetTable,
    rule: Array,
    chombo: Array | None = None,
) -> Standings:
    """Rank games and add uma and oka.

    Args:
        scores: (games, 4) scores after the last round.
        sticks: (games,) riichi sticks left on the table.
        players: (games,) seats.
        rules: the rule sets in use.
        rule: (games,) rule set of each game.
        chombo: (games, 4) chombo of each seat in the game; none when left out.
    """
    scores = np.asarray(scores, dtype=np.int32).copy()
    seated = np.asarray(players)[:, None] > _SEATS
    to_first = rules.leftover_sticks[rule] == code(LeftoverSticks.FIRST)
    left = np.where(to_first, np.asarray(sticks) * RIICHI_STICK, 0)
    scores[np.arange(len(scores)), _leader(scores, seated)] += left
    shown = np.where(seated, scores, np.iinfo(np.int32).min)
    order = np.argsort(-shown.astype(np.int64), axis=1, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.broadcast_to(_SEATS, order.shape), axis=1)
    points = (scores - rules.return_score[rule][:, None]) / 1000 + _bonus(shown, ranks, players, rules, rule)
    if chombo is not None:
        costs = np.where(rules.chombo[rule] == code(Chombo.RESULT), rules.chombo_points[rule], 0)
        points = points - chombo * costs[:, None] / 1000
    return Standings(
        scores=np.where(seated, scores, 0),
        ranks=np.where(seated, ranks + 1, 0).astype(np.int8),
        points=np.where(seated, points, 0.0),
    )


def _bonus(
    scores: Array, ranks: Array, players: Array, rules: RulesetTable, rule: Array
) -> NDArray[np.float64]:
    """(games, 4) uma and oka of each seat, thousand points; equal scores share theirs where rules say so.

    Uma that floats goes by the number of players who reach the return score.
    """
    reach = (scores >= rules.return_score[rule][:, None]).sum(axis=1)
    by_rank = rules.uma_by_number[rule, reach]
    by_rank[:, 0] += (rules.return_score[rule] - rules.start_score[rule]) * np.asarray(players) / 1000
    bonus = np.take_along_axis(by_rank, ranks, axis=1)
    equal = scores[:, :, None] == scores[:, None, :]
    shared = (equal * bonus[:, None, :]).sum(axis=2) / equal.sum(axis=2)
    return np.where(rules.ties[rule][:, None] == code(Ties.SPLIT), shared, bonus)
