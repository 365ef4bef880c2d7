"""`rescore`: recompute every win, draw, round and final standing of a replayed batch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.columns import ints_of
from mjlog.replay.batch import RIICHI_ACCEPTED, Batch, tile_matrix
from mjlog.replay.hands import RED_WEIGHT
from mjlog.replay.melds import NEVER
from mjlog.replay.replay import Replay
from mjlog.replay.segments import gather
from mjlog.replay.states import hand_lists
from mjlog.rulesets.standard import RIICHI_STICK
from mjlog.rulesets.table import code
from mjlog.rulesets.words import Nagashi
from mjlog.scoring.course import NextRounds, RoundEnds, Standings, next_rounds, standings
from mjlog.scoring.draws import SANCHAHOU, LoggedDraws, logged_draws
from mjlog.scoring.from_replay import LoggedWins, hand_rows_of, known_wins, logged_wins, winning_hands
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.payments import (
    PaidWins,
    hand_payments,
    liable_base,
    table_shares,
    win_deltas,
)
from mjlog.scoring.score import ScoredHands, score_hands
from mjlog.scoring.settlements import PaidTables, nagashi_deltas, noten_deltas
from mjlog.tables import LogTables
from mjlog.tiles import NO_TILE

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Rescored:
    """Everything that the rules give for a batch, beside what the log says of it."""

    wins: LoggedWins
    hands: WinningHands
    hand_row: NDArray[np.int64]
    """(wins,) the winner's hand row."""
    hand_reds: NDArray[np.int32]
    """(wins,) red fives among the winner's concealed tiles, winning tile included, packed base 8 by suit."""
    is_known: NDArray[np.bool_]
    """(wins,) whether hand and winning tile are known."""
    scorable: NDArray[np.bool_]
    """(wins,) whether they are, and the indicators too: those that count."""
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
    """(draws, 4) score changes of each draw; 0 where hands are hidden."""
    is_nagashi: NDArray[np.bool_]
    """(draws,) whether nagashi mangan is paid."""
    triple_ron: NDArray[np.bool_]
    """(rounds,) whether the log ends the round by three rons on one tile."""
    deposits: NDArray[np.int32]
    """(rounds, 4) riichi sticks that each seat paid."""
    sticks_after: NDArray[np.int64]
    """(rounds,) riichi sticks on the table after each round."""
    round_deltas: NDArray[np.int32]
    """(rounds, 4) score changes of each round, deposits included."""
    is_settled: NDArray[np.bool_]
    """(rounds,) whether the round has scores and an end, and all of its payments could be computed."""
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
    """Score the wins, settle the rounds and rank the games of a replayed batch.

    Args:
        replay: the replay of `tables`.
        tables: the log tables that the batch was made of.
    """
    batch = replay.batch
    wins = logged_wins(replay, tables.wins, tables.rounds)
    hands = winning_hands(replay, wins)
    is_known = known_wins(replay, wins)
    usable = is_known & _indicators_known(batch, wins, hands)
    scored = score_hands(hands, batch.rules)
    payment = _payment(replay, wins, hands, scored)
    paid = np.where(usable[:, None], win_deltas(payment, batch.rules), 0).astype(np.int32)
    draws = logged_draws(replay, tables.draws, tables.rounds)
    is_nagashi, drawn = _draw_deltas(batch, draws)
    deposits = deposits_of(batch)
    settled = _settled(batch, wins, usable, draws)
    deltas = -deposits * RIICHI_STICK
    np.add.at(deltas, wins.round, paid)
    np.add.at(deltas, draws.round, drawn)
    has_win = np.bincount(wins.round, minlength=batch.n_rounds) > 0
    sticks_after = np.where(has_win, 0, batch.sticks + deposits.sum(axis=1))
    ends = _round_ends(batch, wins, draws, has_win, deltas)
    last = _last_rounds(batch, len(tables.games))
    hand_row = hand_rows_of(replay, wins)
    won_red = np.where(wins.is_tsumo, 0, RED_WEIGHT[wins.tile])
    return Rescored(
        wins=wins,
        hands=hands,
        hand_row=hand_row,
        hand_reds=replay.hands.reds[hand_row] + won_red,
        is_known=is_known,
        scorable=usable,
        scored=scored,
        points=hand_payments(payment, batch.rules).sum(axis=1, dtype=np.int32),
        payment=payment,
        win_deltas=paid,
        log_hand=tile_matrix(tables.wins["log_hand"], 14),
        log_dora_indicators=tile_matrix(tables.wins["log_dora_indicators"], batch.dora_indicators.shape[1]),
        draws=draws,
        draw_deltas=drawn,
        is_nagashi=is_nagashi,
        triple_ron=_triple_rons(batch, draws),
        deposits=deposits,
        sticks_after=sticks_after,
        round_deltas=deltas,
        is_settled=settled,
        next=next_rounds(batch, ints_of(tables.rounds["round_number"], 1), ends),
        last_round=last,
        final=_final(batch, ends.scores, sticks_after, last),
    )


def _final(batch: Batch, scores: Array, sticks: Array, last: Array) -> Standings:
    """Standings after the `last` round of each game."""
    final, left, players, rule = (gather(v, last) for v in (scores, sticks, batch.seats, batch.rule))
    return standings(final, left, players, batch.rules, rule)


def _indicators_known(batch: Batch, wins: LoggedWins, hands: WinningHands) -> NDArray[np.bool_]:
    """(wins,) False where the log records no dora indicator, or not the ura indicators that count."""
    counts = (hands.riichi > 0) & batch.rules.ura_dora[hands.rule]
    dora: NDArray[np.bool_] = batch.dora_indicators[wins.round, 0] != NO_TILE
    return dora & (~counts | batch.has_ura[wins.round])


def _payment(replay: Replay, wins: LoggedWins, hands: WinningHands, scored: ScoredHands) -> PaidWins:
    """Honba, sticks and liable players of each win."""
    batch = replay.batch
    rounds, seat = wins.round, wins.seat
    paid_stick = (replay.turns.accepted_at < NEVER)[rounds, seat]
    pao = np.where(replay.pao_event[rounds, seat] < wins.event[:, None], replay.pao_seat[rounds, seat], -1)
    on_table = batch.sticks[rounds] + deposits_of(batch).sum(axis=1)[rounds]
    whole = PaidWins(
        base=scored.base,
        seat=seat,
        from_seat=wins.from_seat,
        dealer_seat=batch.dealer[rounds],
        present=batch.present[rounds],
        doubled=batch.dice_pair[rounds] & batch.rules.dice_pair_doubles[hands.rule],
        honba=batch.honba[rounds],
        sticks=on_table.astype(np.int16),
        pao_seat=pao.astype(np.int8),
        pao_base=liable_base(scored.yaku, scored.base, pao.astype(np.int8), batch.rules, hands.rule),
        rule=hands.rule,
    )
    honba, sticks = table_shares(rounds, whole, paid_stick, batch.rules)
    return replace(whole, honba=honba, sticks=sticks)


def _draw_deltas(batch: Batch, draws: LoggedDraws) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Whether each draw pays nagashi mangan, and its (draws, 4) score changes."""
    tables = _paid_tables(batch, draws.round)
    allowed = batch.rules.nagashi_mangan[tables.rule] != code(Nagashi.NONE)
    nagashi = draws.nagashi & tables.present & (draws.is_exhaustive & allowed)[:, None]
    is_nagashi = nagashi.any(axis=1)
    by_tenpai = noten_deltas(draws.tenpai, tables, batch.rules)
    by_river = nagashi_deltas(nagashi, draws.is_open, tables, batch.rules)
    payable = draws.is_exhaustive & (draws.hands_known | is_nagashi)
    deltas = np.where(is_nagashi[:, None], by_river, by_tenpai)
    return is_nagashi, np.where(payable[:, None], deltas, 0).astype(np.int32)


def _paid_tables(batch: Batch, rounds: Array) -> PaidTables:
    """The tables of some rounds, with their honba and the sticks that lie there at the end."""
    rule = batch.rule[rounds].astype(np.intp)
    sticks = batch.sticks + deposits_of(batch).sum(axis=1)
    return PaidTables(
        dealer_seat=batch.dealer[rounds],
        present=batch.present[rounds],
        doubled=batch.dice_pair[rounds] & batch.rules.dice_pair_doubles[rule],
        honba=batch.honba[rounds],
        sticks=sticks[rounds].astype(np.int16),
        rule=rule,
    )


def deposits_of(batch: Batch) -> NDArray[np.int32]:
    """(rounds, 4) riichi sticks that each seat paid in each round."""
    ev = batch.events
    paid = np.flatnonzero((ev.kind == RIICHI_ACCEPTED) & (ev.seat >= 0))
    flat = np.bincount(ev.round[paid].astype(np.int64) * 4 + ev.seat[paid], minlength=batch.n_rounds * 4)
    return flat.reshape(-1, 4).astype(np.int32)


def _triple_rons(batch: Batch, draws: LoggedDraws) -> NDArray[np.bool_]:
    result = np.zeros(batch.n_rounds, dtype=bool)
    result[draws.round[draws.log_type == SANCHAHOU]] = True
    return result


def _settled(batch: Batch, wins: LoggedWins, usable: Array, draws: LoggedDraws) -> NDArray[np.bool_]:
    """(rounds,) whether a round has scores and a result, and nothing of it is unknown."""
    results = np.bincount(wins.round, minlength=batch.n_rounds) + np.bincount(
        draws.round, minlength=batch.n_rounds
    )
    settled = (results > 0) & batch.has_scores
    settled[wins.round[~usable]] = False
    settled[draws.round[draws.is_exhaustive & ~draws.hands_known]] = False
    return settled


def _round_ends(
    batch: Batch, wins: LoggedWins, draws: LoggedDraws, has_win: Array, deltas: Array
) -> RoundEnds:
    winners = np.zeros((batch.n_rounds, 4), dtype=bool)
    winners[wins.round, wins.seat] = True
    tenpai = np.zeros((batch.n_rounds, 4), dtype=bool)
    tenpai[draws.round] = draws.tenpai
    abort = np.zeros(batch.n_rounds, dtype=bool)
    abort[draws.round] = ~draws.is_exhaustive
    return RoundEnds(
        is_win=has_win,
        is_abort=abort,
        winners=winners,
        tenpai=tenpai,
        scores=(batch.start_scores + deltas).astype(np.int32),
    )


def _last_rounds(batch: Batch, games: int) -> NDArray[np.int64]:
    """(games,) last round of each game; -1 for a game without rounds."""
    last = np.full(games, -1, dtype=np.int64)
    last[batch.round_game] = np.arange(batch.n_rounds)
    return last
