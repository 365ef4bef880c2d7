"""How rounds ended: by the rules where the log shows the hands, else as it says itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.audit.tenpai import TenpaiLists, tenpai_lists
from mjlog.columns import ints_of, matrix_of
from mjlog.replay.batch import Batch
from mjlog.replay.replay import Replay
from mjlog.scoring.course import NextRounds, RoundEnds, Standings, next_rounds
from mjlog.scoring.draws import NAGASHI
from mjlog.scoring.rescore import Rescored, final_standings
from mjlog.scoring.settlements import noten_deltas
from mjlog.tables import LogTables

Array = NDArray[Any]
Points = NDArray[np.int32]
Bools = NDArray[np.bool_]


class LoggedDeltas(NamedTuple):
    """Score changes of n wins or draws as logged."""

    points: Points
    """(n, 4) score changes, 0 where the log has none."""
    is_logged: Bools
    """(n,) whether the log has them."""


@dataclass(frozen=True, slots=True)
class Ends:
    """How the rounds of a batch ended, and what follows.

    The rules decide where the log shows the hands.  Where it hides them, what it says of payments, of who is
    tenpai and of scores stands in, so that it can be held against what it says elsewhere.
    """

    won: LoggedDeltas
    """Score changes of the wins as logged."""
    drawn: LoggedDeltas
    """Score changes of the draws as logged."""
    tenpai: TenpaiLists
    """Who is recorded as tenpai at the draws."""
    noten: Points
    """(draws, 4) score changes that follow from who is recorded as tenpai."""
    scores: NDArray[np.int32]
    """(rounds, 4) scores after each round."""
    is_summed: Bools
    """(rounds,) whether those are the scores at the deal and the score changes of the round."""
    has_scores: Bools
    """(rounds,) whether they are, or else scores that the log gives for after the round."""
    has_result: Bools
    """(rounds,) whether the round has an end, and it is known which sticks and honba follow."""
    has_dealer: Bools
    """(rounds,) whether it is known besides who deals next."""
    next: NextRounds
    """What follows each round."""
    final: Standings
    """Standings after each game's last round; they count where that has scores and a result."""


def ends_of(replay: Replay, rescored: Rescored, tables: LogTables) -> Ends:
    """Find out how the rounds of a batch ended.

    Args:
        replay: the replay of `tables`.
        rescored: its recomputed results.
        tables: the log tables that the batch was made of.
    """
    batch, draws = replay.batch, rescored.draws
    lists = tenpai_lists(replay, rescored, tables.draws)
    noten = noten_deltas(lists.logged, rescored.money.tables(batch, draws.round), batch.rules)
    has_result = _has_result(replay, rescored)
    logged = _logged_deltas(tables.wins), _logged_deltas(tables.draws)
    deltas, is_known = _deltas(rescored, *logged, lists, noten)
    is_summed = has_result & batch.has_scores & is_known
    column = tables.rounds["log_end_scores"]
    scores = np.where(is_summed[:, None], batch.start_scores + deltas, matrix_of(column, 4, 0))
    has_dealer = has_result.copy()
    undecided = draws.is_exhaustive & ~draws.hands_known & ~lists.recorded
    undecided &= batch.rules.tenpai_renchan[batch.rule[draws.round]]
    has_dealer[draws.round[undecided]] = False
    tenpai = rescored.ends.tenpai.copy()
    tenpai[draws.round] = np.where(draws.hands_known[:, None], draws.tenpai, lists.logged)
    ends = replace(rescored.ends, tenpai=tenpai, scores=scores.astype(np.int32))
    following, final = _what_follows(batch, rescored, ends, tables)
    return Ends(
        won=logged[0],
        drawn=logged[1],
        tenpai=lists,
        noten=noten,
        scores=ends.scores,
        is_summed=is_summed,
        has_scores=is_summed | np.asarray(column.is_valid()),
        has_result=has_result,
        has_dealer=has_dealer,
        next=following,
        final=final,
    )


def _what_follows(
    batch: Batch, rescored: Rescored, ends: RoundEnds, tables: LogTables
) -> tuple[NextRounds, Standings]:
    """What follows each round, and the final standings: those by the rules where `ends` are by the rules."""
    by_rules = rescored.ends
    if np.array_equal(ends.scores, by_rules.scores) and np.array_equal(ends.tenpai, by_rules.tenpai):
        return rescored.next, rescored.final
    return (
        next_rounds(batch, ints_of(tables.rounds["round_number"], 1), ends),
        final_standings(batch, ends.scores, rescored.sticks_after, rescored.last_round),
    )


def _logged_deltas(table: pa.Table) -> LoggedDeltas:
    """Logged score changes of the rows of `wins` or `draws`."""
    column = table["log_deltas"]
    return LoggedDeltas(matrix_of(column, 4, 0).astype(np.int32), np.asarray(column.is_valid()))


def _has_result(replay: Replay, rescored: Rescored) -> Bools:
    """(rounds,) whether there is a win or a draw; chombo of nobody knows who is none."""
    wins, draws = rescored.wins, rescored.draws
    has_result = np.zeros(replay.batch.n_rounds, dtype=bool)
    has_result[wins.round] = True
    has_result[draws.round] = True
    has_result[draws.round[draws.is_chombo & ~rescored.draw_is_payable]] = False
    known: Bools = has_result & rescored.money.is_known
    return known


def _deltas(
    rescored: Rescored, won: LoggedDeltas, drawn: LoggedDeltas, lists: TenpaiLists, noten: Points
) -> tuple[Points, Bools]:
    """Score changes of rounds by the rules, else as logged, at draws else by who is recorded as tenpai.

    Returns:
        (rounds, 4) score changes, and (rounds,) whether they are known.
    """
    wins, draws = rescored.wins, rescored.draws
    is_shown = lists.recorded & ~rescored.is_nagashi & (draws.log_type != NAGASHI)
    paid = np.where(drawn.is_logged[:, None], drawn.points, noten)
    deltas, is_known = rescored.round_deltas.copy(), np.ones(len(rescored.round_deltas), dtype=bool)
    for rounds, logged, has_log, is_done in (
        (wins.round, won.points, won.is_logged, rescored.scorable),
        (draws.round, paid, drawn.is_logged | is_shown, rescored.draw_is_payable),
    ):
        np.add.at(deltas, rounds[~is_done], logged[~is_done])
        is_known[rounds[~is_done & ~has_log]] = False
    return deltas, is_known
