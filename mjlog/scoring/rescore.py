"""`rescore`: recompute every win, draw, round and final standing of a replayed batch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.columns import ints_of
from mjlog.replay.batch import DAIMINKAN, DRAW, Batch, tile_matrix
from mjlog.replay.melds import NEVER
from mjlog.replay.replay import Replay
from mjlog.replay.segments import gather
from mjlog.replay.states import hand_lists
from mjlog.rulesets.standard import SEATS
from mjlog.rulesets.table import code
from mjlog.rulesets.words import Nagashi
from mjlog.scoring.concealed import concealed_hands
from mjlog.scoring.course import NextRounds, RoundEnds, Standings, next_rounds, standings
from mjlog.scoring.draws import SANCHAHOU, LoggedDraws, chombo_by_seat, logged_draws
from mjlog.scoring.from_replay import known_wins, winning_hands
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.local_yaku import HAND_PREDICATES, PREDICATES
from mjlog.scoring.logged_wins import LoggedWins, logged_wins
from mjlog.scoring.money import Money, money_of
from mjlog.scoring.paid_draws import PaidDraws, paid_draws
from mjlog.scoring.payments import (
    NOBODY,
    PaidWins,
    deltas_of,
    hand_payments,
    liable_base,
    table_shares,
)
from mjlog.scoring.score import ScoredHands, score_hands
from mjlog.scoring.settlements import nearest_of
from mjlog.tables import LogTables
from mjlog.tiles import NO_TILE

Array = NDArray[Any]

_LOCAL: Final = HAND_PREDICATES.keys() | PREDICATES.keys() | {"renhou"}
"""Yaku that have names and count at some tables only."""


@dataclass(frozen=True, slots=True)
class Rescored:
    """Everything that the rules give for a batch, beside what the log says of it."""

    wins: LoggedWins
    hands: WinningHands
    is_replayed: NDArray[np.bool_]
    """(wins,) whether the replay knows the winner's hand; else it is known, if at all, from the win alone."""
    hand_reds: NDArray[np.int32]
    """(wins,) red fives among the winner's concealed tiles, winning tile included, packed base 8 by suit."""
    is_known: NDArray[np.bool_]
    """(wins,) whether hand and winning tile are known, by the replay or as shown with the win."""
    is_unnamed: NDArray[np.bool_]
    """(wins,) whether a local yaku may count that no rules state."""
    scorable: NDArray[np.bool_]
    """(wins,) whether they are, and the indicators too: those that count; and `is_unnamed` is not."""
    scored: ScoredHands
    points: NDArray[np.int32]
    """(wins,) value of each hand without honba and sticks: what the others pay for it in all."""
    payment: PaidWins
    """What each win is paid with: honba, sticks, liable players."""
    win_deltas: NDArray[np.int32]
    """(wins, 4) score changes of each win; 0 where it is not scorable."""
    log_hand: NDArray[np.uint8]
    """(wins, 14 or more) concealed tiles as logged, padded with 255."""
    log_dora_indicators: NDArray[np.uint8]
    """(wins, k) indicators as logged with the win, padded with 255."""
    draws: LoggedDraws
    draw_deltas: NDArray[np.int32]
    """(draws, 4) score changes of each draw; 0 where they could not be computed."""
    draw_is_payable: NDArray[np.bool_]
    """(draws,) whether what a draw pays could be computed."""
    is_nagashi: NDArray[np.bool_]
    """(draws,) whether nagashi mangan is paid."""
    triple_ron: NDArray[np.bool_]
    """(rounds,) whether the log ends the round by three rons on one tile."""
    money: Money
    """Sticks, bonuses and penalties of the rounds."""
    sticks_after: NDArray[np.int64]
    """(rounds,) riichi sticks on the table after each round."""
    round_deltas: NDArray[np.int32]
    """(rounds, 4) score changes of each round, deposits included."""
    is_settled: NDArray[np.bool_]
    """(rounds,) whether the round has scores and an end, and all of its payments could be computed."""
    ends: RoundEnds
    """How each round ended; its scores count where it is settled."""
    next: NextRounds
    last_round: NDArray[np.int64]
    """(games,) last round of each game; -1 for a game without rounds."""
    final: Standings
    """Standings after each game's last round; meaningless where that is not settled."""

    def hand_text(self, win: int) -> str:
        """The winner's concealed tiles by the replay, winning tile included, as mjai names."""
        suits, reds = self.hands.suits[win : win + 1], self.hand_reds[win : win + 1]
        return " ".join(hand_lists(suits, reds, np.zeros(1, dtype=bool))[0].as_py())


def rescore(replay: Replay, tables: LogTables) -> Rescored:
    """Score the wins, settle the rounds and rank the games of log tables, of which `replay` is the replay."""
    batch = replay.batch
    wins = logged_wins(replay, tables.wins, tables.rounds)
    concealed = concealed_hands(replay, wins)
    hands = winning_hands(replay, wins, concealed)
    is_known = known_wins(wins, concealed)
    is_unnamed = _unnamed_yaku(batch, wins, tables)
    usable = is_known & _indicators_known(batch, wins, hands) & ~is_unnamed
    scored = score_hands(hands, batch.rules)
    draws = logged_draws(replay, tables.draws, tables.rounds)
    money = money_of(replay, draws)
    payment = _payment(replay, wins, hands, scored, money)
    for_hands = hand_payments(payment, batch.rules)
    by_win = np.where(usable[:, None], deltas_of(payment, for_hands, batch.rules), 0).astype(np.int32)
    drawn = paid_draws(replay, draws, money)
    deltas = _round_deltas(money.deltas(batch), (wins.round, by_win), (draws.round, drawn.deltas))
    ends = _round_ends(batch, wins, draws, drawn.nagashi, deltas)
    sticks_after = np.where(ends.is_win, 0, money.sticks)
    last = _last_rounds(batch, len(tables.games))
    return Rescored(
        wins=wins,
        hands=hands,
        is_replayed=replay.hands.known[wins.hand_row],
        hand_reds=concealed.reds,
        is_known=is_known,
        is_unnamed=is_unnamed,
        scorable=usable,
        scored=scored,
        points=for_hands.sum(axis=1, dtype=np.int32),
        payment=payment,
        win_deltas=by_win,
        log_hand=wins.log_hand,
        log_dora_indicators=tile_matrix(tables.wins["log_dora_indicators"], batch.dora_indicators.shape[1]),
        draws=draws,
        draw_deltas=drawn.deltas,
        draw_is_payable=drawn.is_payable,
        is_nagashi=np.asarray(drawn.nagashi.any(axis=1)),
        triple_ron=_triple_rons(batch, draws),
        money=money,
        sticks_after=sticks_after,
        round_deltas=deltas,
        is_settled=_settled(batch, wins, usable, draws, drawn) & money.is_known,
        ends=ends,
        next=next_rounds(batch, ints_of(tables.rounds["round_number"], 1), ends),
        last_round=last,
        final=final_standings(batch, ends.scores, sticks_after, last),
    )


def _round_deltas(deltas: NDArray[np.int32], *paid: tuple[Array, Array]) -> NDArray[np.int32]:
    """(rounds, 4) `deltas` with what results of rounds pay besides, in place; each has rounds and deltas."""
    for number, points in paid:
        np.add.at(deltas, number, points)
    return deltas


def final_standings(batch: Batch, scores: Array, sticks: Array, last: Array) -> Standings:
    """Standings after the last round of each game.

    Args:
        batch: the rounds.
        scores: (rounds, 4) scores after each.
        sticks: (rounds,) sticks that are left on the table then.
        last: (games,) last round of each game.
    """
    final, left, seats, rule = (gather(v, last) for v in (scores, sticks, batch.seats, batch.rule))
    chombo = np.zeros((len(last), SEATS), dtype=np.int64)
    np.add.at(chombo, batch.round_game, chombo_by_seat(batch))
    return standings(final, left, seats, batch.rules, rule, chombo)


def _indicators_known(batch: Batch, wins: LoggedWins, hands: WinningHands) -> NDArray[np.bool_]:
    """(wins,) False where the log records no dora indicator, or not the ura indicators that count."""
    counts = (hands.riichi > 0) & batch.rules.ura_dora[hands.rule]
    dora: NDArray[np.bool_] = batch.dora_indicators[wins.round, 0] != NO_TILE
    return dora & (~counts | batch.has_ura[wins.round])


def _unnamed_yaku(batch: Batch, wins: LoggedWins, tables: LogTables) -> NDArray[np.bool_]:
    """(wins,) whether a local yaku may count that no rules state.

    At a table that has some it may where the log names one, or no yaku at all.
    """
    options = tables.games["house_options"]
    has_local = np.array(["local_yaku" in (row or ()) for row in options.to_pylist()], dtype=bool)
    unnamed: NDArray[np.bool_] = has_local[batch.round_game[wins.round]]
    for win in np.flatnonzero(unnamed).tolist():
        named = tables.wins["log_yaku"][win].as_py()
        unnamed[win] = named is None or not _LOCAL.isdisjoint(named)
    return unnamed


def _payment(
    replay: Replay, wins: LoggedWins, hands: WinningHands, scored: ScoredHands, money: Money
) -> PaidWins:
    """Honba, sticks and liable players of each win."""
    batch = replay.batch
    rounds, seat = wins.round, wins.seat
    paid_stick = (replay.turns.accepted_at < NEVER)[rounds, seat]
    pao = _liable_seats(replay, wins)
    whole = PaidWins(
        base=scored.base,
        seat=seat,
        from_seat=wins.from_seat,
        dealer_seat=batch.dealer[rounds],
        present=batch.present[rounds],
        doubled=money.doubled[rounds],
        honba=batch.honba[rounds],
        sticks=money.sticks[rounds],
        pao_seat=pao,
        pao_base=liable_base(scored.yaku, scored.base, pao, batch.rules, hands.rule),
        rule=hands.rule,
    )
    honba, sticks = table_shares(rounds, whole, paid_stick, batch.rules)
    return replace(whole, honba=honba, sticks=sticks)


def _liable_seats(replay: Replay, wins: LoggedWins) -> NDArray[np.int8]:
    """(wins, 3 or 4) who is liable to each winner, as `liable_base` wants it; -1 for nobody.

    The fourth, where any rules know it: whose discard became the open kan that the winning tile replaces.
    """
    rounds, seat, batch = wins.round, wins.seat, replay.batch
    called = replay.pao_event[rounds, seat] < wins.event[:, None]
    pao = np.where(called, replay.pao_seat[rounds, seat], NOBODY).astype(np.int8)
    if not batch.rules.pao_daiminkan.any() or not batch.n_events:
        return pao
    ev, drawn = batch.events, np.maximum(wins.offered, 0)
    kan = replay.turns.previous_move[drawn]
    replaces = (wins.offered >= 0) & wins.is_tsumo & (ev.kind[drawn] == DRAW) & (kan >= 0)
    replaces &= (ev.kind[kan] == DAIMINKAN) & (ev.seat[kan] == seat)
    giver = np.where(replaces, ev.target_seat[kan], NOBODY).astype(np.int8)
    return np.column_stack([pao, giver])


def _triple_rons(batch: Batch, draws: LoggedDraws) -> NDArray[np.bool_]:
    result = np.zeros(batch.n_rounds, dtype=bool)
    result[draws.round[draws.log_type == SANCHAHOU]] = True
    return result


def _settled(
    batch: Batch, wins: LoggedWins, usable: Array, draws: LoggedDraws, drawn: PaidDraws
) -> NDArray[np.bool_]:
    """(rounds,) whether a round has scores and a result, and nothing of it is unknown."""
    results = np.bincount(wins.round, minlength=batch.n_rounds) + np.bincount(
        draws.round, minlength=batch.n_rounds
    )
    settled = (results > 0) & batch.has_scores
    settled[wins.round[~usable]] = False
    settled[draws.round[draws.is_exhaustive & ~draws.hands_known]] = False
    settled[draws.round[~drawn.is_payable]] = False
    return settled


def _round_ends(
    batch: Batch, wins: LoggedWins, draws: LoggedDraws, nagashi: Array, deltas: Array
) -> RoundEnds:
    """How each round ended; nagashi mangan that counts as a win is one, from the nearest to the dealer."""
    shape = (batch.n_rounds, SEATS)
    winners, tenpai = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    winners[wins.round, wins.seat] = True
    from_seat = np.zeros(batch.n_rounds, dtype=np.int64)
    from_seat[wins.round] = wins.from_seat
    tenpai[draws.round] = draws.tenpai
    abort, chombo = np.zeros(batch.n_rounds, dtype=bool), np.zeros(batch.n_rounds, dtype=bool)
    abort[draws.round] = ~draws.is_exhaustive & ~draws.is_chombo
    chombo[draws.round] = draws.is_chombo
    as_win = batch.rules.nagashi_mangan[batch.rule[draws.round]] == code(Nagashi.WIN)
    won = np.flatnonzero(nagashi.any(axis=1) & as_win)
    winners[draws.round[won]] = nagashi[won]
    from_seat[draws.round[won]] = nearest_of(nagashi[won], batch.dealer[draws.round[won]])
    return RoundEnds(
        is_win=np.asarray(winners.any(axis=1)),
        is_abort=abort,
        is_chombo=chombo,
        winners=winners,
        from_seat=from_seat,
        tenpai=tenpai,
        scores=(batch.start_scores + deltas).astype(np.int32),
    )


def _last_rounds(batch: Batch, games: int) -> NDArray[np.int64]:
    """(games,) last round of each game; -1 for a game without rounds."""
    last = np.full(games, -1, dtype=np.int64)
    last[batch.round_game] = np.arange(batch.n_rounds)
    return last
