"""EN: kinds of draw, dealer rotation, end of game, ranks and uma."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.evidence import Evidence, players_text, seat_text, seated
from mjlog.audit.registry import Found, at_events, at_rounds, rule
from mjlog.audit.turns import describe
from mjlog.columns import ints_of
from mjlog.replay.batch import ABORTIVE_DRAW, DISCARD, WIN, kind_set
from mjlog.replay.segments import gather
from mjlog.replay.turns import IS_MOVE
from mjlog.rulesets.table import code
from mjlog.rulesets.words import TripleRon
from mjlog.schema import DRAW_TYPES
from mjlog.scoring.draws import (
    CHOMBO,
    EXHAUSTIVE,
    KYUUSHU,
    NAGASHI,
    SANCHAHOU,
    UNKNOWN_DRAW,
    aborts_due,
    aborts_possible,
    aborts_shown,
)

Array = NDArray[Any]

_WINDS = "ESWN"
_TYPES = np.arange(len(DRAW_TYPES), dtype=np.uint64)
_ENDS_ROUND = kind_set(WIN, ABORTIVE_DRAW)
_ABSENT = np.iinfo(np.int32).min
_HALF_A_HUNDRED = 0.0501
"""What rounding a result in thousands to hundreds can make of it."""
_END = (*fields.END, *fields.ROTATION, *fields.SETTLEMENT)


def _aborts_in_rules(evidence: Evidence, rounds: Array) -> NDArray[np.bool_]:
    """(k, len(DRAW_TYPES)) abortive draws that the rules of some rounds have, besides three rons."""
    known = evidence.batch.rules.abortive_draws[evidence.batch.rule[rounds]]
    in_rules: NDArray[np.bool_] = (known[:, None] >> _TYPES) & np.uint64(1) == 1
    return in_rules


def _three_rons_abort(evidence: Evidence, rounds: Array) -> NDArray[np.bool_]:
    """(k,) whether three rons on one tile abort some rounds."""
    row = evidence.batch.rule[rounds]
    aborts: NDArray[np.bool_] = evidence.batch.rules.triple_ron[row] == code(TripleRon.ABORT)
    return aborts


@rule(
    "EN001",
    "draw-not-as-played",
    "the log ends the round by {actual}, which the play does not show",
    fields=("abortive_draws", "triple_ron", "nagashi_mangan"),
    columns=("draws.log_type",),
)
def draw_not_as_played(evidence: Evidence) -> Found:
    """An abortive draw has its reason in the play, and the rules know it; nagashi mangan its river.

    Needs: the kind of the draw as logged, and for nine kinds or three rons hands whose tiles the log shows.
    Why: a draw without its reason means missing events or a wrong record.
    Example: kyuushu kyuuhai with seven kinds of terminals and honours.
    """
    rescored, draws = evidence.rescored, evidence.rescored.draws
    shown = aborts_shown(evidence.replay, draws)
    shown[:, EXHAUSTIVE] = draws.is_exhaustive & ~rescored.is_nagashi
    shown[:, NAGASHI] = rescored.is_nagashi
    shown[:, CHOMBO] = draws.is_chombo
    in_rules = _aborts_in_rules(evidence, draws.round)
    in_rules[:, : NAGASHI + 1] = True
    in_rules[:, CHOMBO] = True
    in_rules[:, SANCHAHOU] = _three_rons_abort(evidence, draws.round)
    legal = shown & in_rules
    needs_hands = (draws.log_type == KYUUSHU) | (draws.log_type == SANCHAHOU)
    named = (draws.log_type < UNKNOWN_DRAW) & draws.is_placed
    rows = np.flatnonzero(named & (draws.hands_known | ~needs_hands))
    kind = draws.log_type[rows]
    return at_rounds(
        draws.round[rows],
        ~legal[rows, kind],
        expected=lambda i: " ".join(w for b, w in enumerate(DRAW_TYPES) if legal[rows[i], b]) or "no draw",
        actual=lambda i: DRAW_TYPES[kind[i]],
        not_checkable=len(draws.round) - len(rows),
    )


@rule(
    "EN002",
    "tenpai-differs",
    "the log shows tenpai of {actual}; the hands give {expected}",
    fields=(*fields.TENPAI, "hidden_tenpai"),
    columns=("draws.log_tenpai",),
)
def tenpai_differs(evidence: Evidence) -> Found:
    """Who is recorded as tenpai at an exhaustive draw is tenpai, and nobody else who must show it.

    Needs: who is tenpai as logged, and hands whose tiles the log shows.
    Why: noten payments and the deal depend on it.  Where the rules let a player who is not in riichi
    hide a tenpai hand, a recorded noten is held against the payments only (PY002, PY013).
    Example: a noten hand recorded as tenpai, or a player in riichi as noten.
    """
    draws, lists = evidence.rescored.draws, evidence.ends.tenpai
    rows = np.flatnonzero(lists.checkable)
    return at_rounds(
        draws.round[rows],
        lists.wrong[rows],
        expected=lambda i: players_text(draws.tenpai[rows[i]]),
        actual=lambda i: players_text(lists.logged[rows[i]]),
        not_checkable=int(draws.is_exhaustive.sum()) - len(rows),
    )


def _round_text(wind: Any, number: Any, dealer: Any) -> str:
    name = _WINDS[int(wind)] if 0 <= wind < len(_WINDS) else "?"
    return f"{name}{number} (dealer: seat {dealer})"


@rule(
    "EN003",
    "wrong-next-round",
    "the round is followed by {actual}; the rules give {expected}",
    fields=fields.ROTATION,
)
def wrong_next_round(evidence: Evidence) -> Found:
    """The next round's wind, number and dealer follow from how the round ended.

    Needs: the result of the round, and of a draw the hands, or who is tenpai as logged.
    Why: a missing round, or a wrong renchan, shows here.
    Example: the dealer wins and the deal passes on.
    """
    batch, after = evidence.batch, evidence.ends.next
    number = ints_of(evidence.tables.rounds["round_number"], 1)
    follows = evidence.follows()
    checked = follows[evidence.ends.has_dealer[follows]]
    wrong = (
        (after.dealer[checked] != batch.dealer[checked + 1])
        | (after.round_wind[checked] != batch.round_wind[checked + 1])
        | (after.round_number[checked] != number[checked + 1])
    )
    return at_rounds(
        checked,
        wrong,
        expected=lambda i: _round_text(
            after.round_wind[checked[i]], after.round_number[checked[i]], after.dealer[checked[i]]
        ),
        actual=lambda i: _round_text(
            batch.round_wind[checked[i] + 1], number[checked[i] + 1], batch.dealer[checked[i] + 1]
        ),
        not_checkable=len(follows) - len(checked),
    )


@rule(
    "EN012",
    "wrong-away-seat",
    "{actual} sits the round out; the rules give {expected}",
    fields=(*fields.ROTATION, "sits_out"),
    columns=("rounds.away_seat",),
)
def wrong_away_seat(evidence: Evidence) -> Found:
    """Where one player more shares the table, the right one sits out.

    Needs: the result of the round before it, and the seat that was away in it.
    Why: who sits out neither plays nor pays.  The last seat begins; then it is the next in turn after
    the discarder, or after the winner of a tsumo, unless that player deals (東天紅ルール詳細).
    Example: seat 0 deals in, and seat 1 plays the next round too.
    """
    batch, ends = evidence.batch, evidence.ends
    sits_out = batch.rules.sits_out[batch.rule]
    follows = evidence.follows()
    due = np.full(batch.n_rounds, -1, dtype=np.int64)
    first = ints_of(evidence.tables.rounds["round_index"], 0) == 0
    due[first & sits_out] = batch.seats[first & sits_out] - 1
    due[follows + 1] = np.where(sits_out[follows], ends.next.away[follows], -1)
    checkable = first | ~sits_out
    checkable[follows + 1] |= ends.has_dealer[follows] & (batch.away[follows] >= 0)
    concerned = sits_out | (batch.away >= 0)
    rows = np.flatnonzero(concerned & checkable)
    return at_rounds(
        rows,
        batch.away[rows] != due[rows],
        expected=lambda i: seat_text(due[rows[i]]),
        actual=lambda i: seat_text(batch.away[rows[i]]),
        not_checkable=int((concerned & ~checkable).sum()),
    )


@rule("EN004", "game-goes-on", "the game goes on after the round that ends it", fields=_END)
def game_goes_on(evidence: Evidence) -> Found:
    """No round follows the one that ends the game.

    Needs: the result of the round and the scores after it, and rules of the game's end as stated or implied.
    Why: somebody is bust, or the last round has been played and the target score reached.
    Example: a round after a player fell below zero.
    """
    ends, follows = evidence.ends, evidence.follows()
    checked = follows[(ends.has_scores & ends.has_dealer & evidence.states(*fields.END))[follows]]
    return at_rounds(checked, ends.next.is_over[checked], not_checkable=len(follows) - len(checked))


def _complete_games(evidence: Evidence) -> Array:
    """Games that the log tells to the end, and of whose last round it is known how it ended."""
    ends, complete = evidence.ends, np.asarray(evidence.tables.games["is_complete"])
    is_known = gather(ends.has_scores & ends.has_result, evidence.rescored.last_round)
    games: NDArray[np.int64] = np.flatnonzero(complete & is_known)
    return games


@rule(
    "EN005",
    "game-ends-early",
    "the game ends after a round that does not end it",
    fields=_END,
    columns=("games.length",),
)
def game_ends_early(evidence: Evidence) -> Found:
    """The last round of a complete game ends the game.

    Needs: a game told to its end, its length as logged, and rules of its end as stated or implied.
    Why: otherwise rounds are missing, or the game was broken off.
    Example: a hanchan that stops after South 3.
    """
    games = _complete_games(evidence)
    games = games[_states_length(evidence)[games]]
    last = evidence.rescored.last_round[games]
    last = last[(evidence.states(*fields.END) & evidence.ends.has_dealer)[last]]
    return at_rounds(
        last, ~evidence.ends.next.may_be_over[last], not_checkable=len(evidence.tables.games) - len(last)
    )


def _states_length(evidence: Evidence) -> NDArray[np.bool_]:
    """(games,) whether the log says how long the game was to be."""
    return np.asarray(evidence.tables.games["length"].is_valid())


def _final(evidence: Evidence, column: str, fill: float) -> NDArray[np.float64]:
    """(games, 4) a logged column of `game_players`; `fill` where it is not logged."""
    players = evidence.tables.game_players
    result = np.full((len(evidence.tables.games), 4), fill, dtype=np.float64)
    rows = evidence.player_games
    values = np.asarray(players[column].cast(pa.float64()).fill_null(fill))
    result[rows, ints_of(players["seat"], 0)] = values
    return result


@rule(
    "EN006",
    "final-scores-differ",
    "the log gives final scores of {actual}; the rules give {expected}",
    fields=(*fields.RESULT, *fields.SETTLEMENT),
    columns=("game_players.log_final_score",),
)
def final_scores_differ(evidence: Evidence) -> Found:
    """The recorded final scores are those after the last round, with the sticks left on the table.

    Needs: a game told to its end, and its final scores as logged.
    Why: ranks and uma follow from them.
    Example: a stick left on the table that nobody gets.
    """
    rescored, batch = evidence.rescored, evidence.batch
    games = _complete_games(evidence)
    logged = _final(evidence, "log_final_score", _ABSENT)
    last = rescored.last_round[games]
    present = np.arange(4) < batch.seats[last][:, None]
    has = ((logged[games] != _ABSENT) | ~present).all(axis=1)
    games, last, present = games[has], last[has], present[has]
    expected = evidence.ends.final.scores[games]
    return at_rounds(
        last,
        ((logged[games] != expected) & present).any(axis=1),
        expected=lambda i: " ".join(map(str, seated(evidence, last[i], expected[i]))),
        actual=lambda i: " ".join(f"{s:.0f}" for s in seated(evidence, last[i], logged[games[i]])),
        not_checkable=len(evidence.tables.games) - len(games),
    )


@rule(
    "EN007",
    "final-points-differ",
    "the log gives results of {actual}; the rules give {expected}",
    fields=(*fields.RESULT, *fields.SETTLEMENT),
    columns=("game_players.log_final_points",),
)
def final_points_differ(evidence: Evidence) -> Found:
    """The recorded results are the final scores over the return score with uma and oka.

    Needs: a game told to its end, its results as logged, and rules of uma as stated or implied.
    Why: they decide ranking lists.  Logs that round results to whole thousands are held to that.
    Example: the first and the second have each other's uma.
    """
    rescored, batch = evidence.rescored, evidence.batch
    games = _complete_games(evidence)
    logged = _final(evidence, "log_final_points", np.nan)
    last = rescored.last_round[games]
    present = np.arange(4) < batch.seats[last][:, None]
    has = (~np.isnan(logged[games]) | ~present).all(axis=1)
    has &= evidence.states("uma", "return_score", "ties")[last]
    games, last, present = games[has], last[has], present[has]
    points, shown = evidence.ends.final.points[games], np.where(present, logged[games], 0.0)
    exact = (np.abs(points - shown) < _HALF_A_HUNDRED).all(axis=1)
    # Whole thousands: each rounded to the nearest, the first takes what is left.
    near = (np.abs(points - shown) <= 0.5) | (evidence.ends.final.ranks[games] == 1)
    rounded = (
        (shown == np.round(shown)).all(axis=1)
        & near.all(axis=1)
        & (np.abs(shown.sum(axis=1)) < _HALF_A_HUNDRED)
    )
    return at_rounds(
        last,
        ~(exact | rounded),
        expected=lambda i: " ".join(f"{p:+.1f}" for p in seated(evidence, last[i], points[i])),
        actual=lambda i: " ".join(f"{p:+.1f}" for p in seated(evidence, last[i], shown[i])),
        not_checkable=len(evidence.tables.games) - len(games),
    )


@rule(
    "EN008",
    "abort-not-taken",
    "{actual} comes after the round should have ended by {expected}",
    fields=("abortive_draws",),
)
def abort_not_taken(evidence: Evidence) -> Found:
    """A round ends once four winds, four riichi or four kans of several players abort it by the rules.

    Why: what follows was not played, or these rules were not in use.
    Example: all four players are in riichi and the round goes on.
    """
    ev, previous = evidence.batch.events, evidence.replay.turns.previous_move
    moves = np.flatnonzero(aborts_possible(evidence.replay) & IS_MOVE.take(ev.kind))
    moves = moves[(previous[moves] >= 0) & (ev.kind[previous[moves]] == DISCARD)]
    due = aborts_due(evidence.replay, moves) & _aborts_in_rules(evidence, ev.round[moves])
    rows = np.flatnonzero(due.any(axis=1))
    rows = rows[np.unique(ev.round[moves[rows]], return_index=True)[1]]
    checked = moves[rows]
    return at_events(
        evidence,
        checked,
        ~_ENDS_ROUND[ev.kind[checked]],
        expected=lambda i: " ".join(DRAW_TYPES[kind] for kind in np.flatnonzero(due[rows[i]])),
        actual=lambda i: describe(evidence, int(checked[i])),
    )


@rule(
    "EN009",
    "too-many-winners",
    "{actual} players win on one tile; the rules allow {expected}",
    fields=("max_ron", "triple_ron"),
)
def too_many_winners(evidence: Evidence) -> Found:
    """No more players win on one tile than the rules allow; three abort the round where they say so.

    Needs: rules of several wins on one tile as stated or implied.
    Why: only the nearest winners are paid, or nobody is.
    Example: two rons where only the player next in turn wins.
    """
    batch, wins = evidence.batch, evidence.rescored.wins
    number = np.bincount(wins.round[~wins.is_tsumo], minlength=batch.n_rounds)
    allowed = batch.rules.max_ron[batch.rule]
    allowed = np.where(
        _three_rons_abort(evidence, np.arange(batch.n_rounds)), np.minimum(allowed, 2), allowed
    )
    several = np.flatnonzero(number > 1)
    checked = several[evidence.states("max_ron", "triple_ron")[several]]
    return at_rounds(
        checked,
        number[checked] > allowed[checked],
        expected=lambda i: str(allowed[checked[i]]),
        actual=lambda i: str(number[checked[i]]),
        not_checkable=len(several) - len(checked),
    )
