"""PY: payments, sticks, honba and score continuity."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.evidence import Evidence, players_text, scores_text, seated
from mjlog.audit.registry import Found, at_events, at_rounds, rule
from mjlog.audit.scoring import at_wins
from mjlog.audit.unscored import ABSENT, from_table, gain_of_points
from mjlog.columns import ints_of, matrix_of
from mjlog.replay.batch import BONUS, PENALTY
from mjlog.rulesets.standard import RIICHI_STICK, SEATS
from mjlog.scoring.draws import NAGASHI, UNKNOWN_DRAW
from mjlog.scoring.money import points_of
from mjlog.tables import NO_POINTS

Array = NDArray[Any]

_ABSENT = -1
_BONUS = ("bonus_payment", "set_aside", "dice_pair_doubles")


@rule(
    "PY001",
    "win-payment-differs",
    "the log pays {actual} for the win of seat {seat}; the rules give {expected}",
    fields=fields.PAYMENT,
    columns=("wins.log_deltas",),
)
def win_payment_differs(evidence: Evidence) -> Found:
    """The recorded score changes of a win are those of its value, payers, honba and sticks.

    Of a win that cannot be scored, changes are told that do not add up to the sticks which it takes, or
    that do not give the winner the recorded points.
    Needs: a winning hand whose tiles the log shows, and that may win, with its score changes as logged.
    Why: the value may be right and the wrong player pay.
    Example: a ron paid by a player who did not discard the tile.
    """
    rescored = evidence.rescored
    logged, recorded = evidence.ends.won
    is_scored = rescored.scorable & rescored.scored.has_yaku
    taken, gain = from_table(evidence), gain_of_points(evidence)
    got = logged[np.arange(len(logged)), rescored.wins.seat]
    adds_up = (logged.sum(axis=1) == taken) & ((gain == ABSENT) | (got == gain))
    rows = np.flatnonzero(recorded & (is_scored | (~rescored.scorable & ~adds_up)))

    def expected(w: int) -> str:
        if is_scored[w]:
            return scores_text(seated(evidence, rescored.wins.round[w], rescored.win_deltas[w]))
        winner = "" if gain[w] == ABSENT else f", {gain[w]:+d} for the winner"
        return f"changes that add up to {taken[w]}{winner}"

    return at_wins(
        evidence,
        rows,
        ~is_scored[rows] | (logged[rows] != rescored.win_deltas[rows]).any(axis=1),
        expected,
        lambda w: scores_text(seated(evidence, rescored.wins.round[w], logged[w])),
    )


@rule(
    "PY002",
    "draw-payment-differs",
    "the log pays {actual} at the draw; the rules give {expected}",
    fields=(*fields.DRAW, "chombo", "chombo_points", "players"),
    columns=("draws.log_deltas", "draws.log_type"),
)
def draw_payment_differs(evidence: Evidence) -> Found:
    """The recorded score changes of a draw follow from tenpai hands, nagashi mangan or chombo.

    Where the log hides hands, changes are told that do not add up to nothing.
    Needs: the score changes and the kind of the draw as logged, and hands whose tiles the log shows.
    Why: noten players pay tenpai players, chombo pays the others; abortive draws pay nothing.
    Example: a tenpai hand is paid for as noten.
    """
    rescored = evidence.rescored
    draws = rescored.draws
    logged, recorded = evidence.ends.drawn
    due, payable = rescored.draw_deltas, rescored.draw_is_payable
    # Nagashi mangan of hidden hands may take sticks; PY013 holds the changes against recorded tenpai hands.
    is_plain = draws.is_exhaustive & ~rescored.is_nagashi & ~evidence.ends.tenpai.recorded
    wrong = np.where(payable, (logged != due).any(axis=1), is_plain & (logged.sum(axis=1) != 0))
    rows = np.flatnonzero(recorded & (payable | wrong) & (draws.log_type != UNKNOWN_DRAW))
    return at_rounds(
        draws.round[rows],
        wrong[rows],
        expected=lambda i: (
            scores_text(seated(evidence, draws.round[rows[i]], due[rows[i]]))
            if payable[rows[i]]
            else "changes that add up to 0"
        ),
        actual=lambda i: scores_text(seated(evidence, draws.round[rows[i]], logged[rows[i]])),
        not_checkable=len(logged) - len(rows),
    )


@rule(
    "PY013",
    "noten-payment-contradicts-tenpai",
    "the log pays {actual} at the draw, but shows tenpai of {expected}",
    fields=("noten_payment", "noten_payment_by"),
    columns=("draws.log_deltas", "draws.log_tenpai"),
)
def noten_payment_contradicts_tenpai(evidence: Evidence) -> Found:
    """Who is recorded as tenpai at an exhaustive draw is paid, and the others pay.

    What the hands show to be wrong, list or payments, is told as such (EN002, PY002).  Where the log hides
    hands, the amounts are held against the list as well.
    Needs: the score changes of the draw and who is tenpai as logged.
    Why: a record that contradicts itself is wrong in one of the two.
    Example: a player recorded as noten gets 1,500 points.
    """
    rescored, draws = evidence.rescored, evidence.rescored.draws
    deltas, has_deltas = evidence.ends.drawn
    lists, due, payable = evidence.ends.tenpai, evidence.ends.noten, rescored.draw_is_payable
    is_plain = draws.is_exhaustive & ~rescored.is_nagashi & (draws.log_type != NAGASHI)
    rows = np.flatnonzero(is_plain & lists.recorded & has_deltas)
    told = lists.wrong | (payable & (deltas != rescored.draw_deltas).any(axis=1))
    wrong = np.where(payable[:, None], np.sign(due) != np.sign(deltas), due != deltas).any(axis=1)
    return at_rounds(
        draws.round[rows],
        (wrong & ~told)[rows],
        expected=lambda i: players_text(lists.logged[rows[i]]),
        actual=lambda i: scores_text(seated(evidence, draws.round[rows[i]], deltas[rows[i]])),
        not_checkable=int(is_plain.sum()) - len(rows),
    )


def _table_money(evidence: Evidence, column: str, on_table: Array, share: Array) -> Found:
    """Compare logged counters of a win with its share or (some logs) all that lay on the table."""
    logged = ints_of(evidence.tables.wins[column], _ABSENT)
    wins = evidence.rescored.wins
    rows = np.flatnonzero(wins.is_placed & (logged != _ABSENT))
    return at_wins(
        evidence,
        rows,
        (logged[rows] != share[rows]) & (logged[rows] != on_table[rows]),
        lambda w: str(share[w]),
        lambda w: str(logged[w]),
    )


@rule(
    "PY003",
    "honba-differ",
    "the log counts {actual} honba for the win of seat {seat}; the round gives {expected}",
    fields=("honba_to_each_winner", "players"),
    columns=("wins.log_honba",),
)
def honba_differ(evidence: Evidence) -> Found:
    """The honba recorded with a win are those of the round.

    Needs: the honba recorded with the win.
    Why: every honba is paid for.
    Example: a round with 2 honba, 1 recorded with the win.
    """
    rescored, batch = evidence.rescored, evidence.batch
    return _table_money(evidence, "log_honba", batch.honba[rescored.wins.round], rescored.payment.honba)


@rule(
    "PY004",
    "sticks-differ",
    "the log gives the win of seat {seat} {actual} sticks; the table has {expected}",
    fields=("own_stick_back", "players"),
    columns=("wins.log_riichi_sticks",),
)
def sticks_differ(evidence: Evidence) -> Found:
    """The sticks recorded with a win are those on the table: left from before, and paid in the round.

    Needs: the sticks recorded with the win.
    Why: the winner takes them.
    Example: two riichi were paid, one stick is recorded.
    """
    rescored = evidence.rescored
    on_table = rescored.money.sticks[rescored.wins.round]
    return _table_money(evidence, "log_riichi_sticks", on_table, rescored.payment.sticks)


@rule(
    "PY005",
    "scores-do-not-continue",
    "the next round begins with {actual}; the round ends with {expected}",
    fields=fields.SETTLEMENT,
    columns=("rounds.start_scores",),
)
def scores_do_not_continue(evidence: Evidence) -> Found:
    """A round begins with the scores that the round before it ends with.

    What the rules give counts; where the log hides hands, the score changes that it gives, and where
    it gives none, the scores.
    Needs: the scores at the deal of the next round, and those after the round: its hands or its score
    changes as logged, with the scores at its deal, or the scores after it as logged.
    Why: points appear or vanish between rounds when a payment or a score is recorded wrongly.
    Example: a round ends at 26,000 and the next begins at 25,000.
    """
    batch, ends, follows = evidence.batch, evidence.ends, evidence.follows()
    checked = follows[ends.has_scores[follows] & batch.has_scores[follows + 1]]
    expected, actual = ends.scores[checked], batch.start_scores[checked + 1]
    return at_rounds(
        checked,
        (expected != actual).any(axis=1),
        expected=lambda i: " ".join(map(str, seated(evidence, checked[i], expected[i]))),
        actual=lambda i: " ".join(map(str, seated(evidence, checked[i], actual[i]))),
        not_checkable=len(follows) - len(checked),
    )


def _continues(evidence: Evidence, due: Array, begun: Array) -> Found:
    """Compare (rounds,) counters `due` after a round with those that the next has `begun` with."""
    follows = evidence.follows()
    checked = follows[evidence.ends.has_result[follows]]
    return at_rounds(
        checked,
        begun[checked + 1] != due[checked],
        expected=lambda i: str(due[checked[i]]),
        actual=lambda i: str(begun[checked[i] + 1]),
        not_checkable=len(follows) - len(checked),
    )


@rule("PY006", "sticks-do-not-continue", "the next round begins with {actual} sticks; {expected} are left")
def sticks_do_not_continue(evidence: Evidence) -> Found:
    """Sticks that nobody won lie on the table in the next round, others do not.

    Needs: the result of the round before.
    Why: each stick is a thousand points of somebody.
    Example: a draw after one riichi, and no stick in the next round.
    """
    return _continues(evidence, evidence.rescored.sticks_after, evidence.batch.sticks)


@rule(
    "PY007",
    "honba-do-not-continue",
    "the next round begins with {actual} honba; the rules give {expected}",
    fields=fields.ROTATION,
)
def honba_do_not_continue(evidence: Evidence) -> Found:
    """Honba grow by one when the dealer wins or the round is drawn, and vanish when another wins.

    Needs: the result of the round before.
    Why: honba are paid for.
    Example: the dealer wins at 1 honba and the next round has 1.
    """
    return _continues(evidence, evidence.ends.next.honba, evidence.batch.honba)


@rule(
    "PY008",
    "logged-scores-differ",
    "the log gives scores of {actual} after the round; the rules give {expected}",
    fields=fields.SETTLEMENT,
)
def logged_scores_differ(evidence: Evidence) -> Found:
    """The scores recorded after a round are its starting scores and its score changes.

    Where the log hides hands, these are the changes that it gives.
    Needs: the scores at the deal, and the score changes: the hands of the round, or the changes as logged.
    Why: a record that contradicts itself is wrong in one of the two.
    Example: scores after a ron that do not contain the ron.
    """
    ends, column = evidence.ends, evidence.tables.rounds["log_end_scores"]
    logged = matrix_of(column, 4, 0)
    recorded = np.asarray(column.is_valid())
    checked = np.flatnonzero(recorded & ends.is_summed)
    return at_rounds(
        checked,
        (logged[checked] != ends.scores[checked]).any(axis=1),
        expected=lambda i: " ".join(map(str, seated(evidence, checked[i], ends.scores[checked[i]]))),
        actual=lambda i: " ".join(map(str, seated(evidence, checked[i], logged[checked[i]]))),
        not_checkable=int(recorded.sum()) - len(checked),
    )


def _bonuses(evidence: Evidence) -> tuple[Array, Array, Array]:
    """The bonuses that are due, the bonus events, and which of the former each of the latter pays.

    A bonus is for what its seat did last that earns one; a second bonus for the same pays nothing.

    Returns:
        (d,) and (b,) event numbers, and (b,) positions in the former, -1 for none.
    """
    ev, due = evidence.batch.events, evidence.rescored.money.bonuses_due
    paid = np.flatnonzero(ev.kind == BONUS)
    segment = ev.round.astype(np.int64) * SEATS + ev.seat
    order = np.lexsort((due, segment[due]))
    keys = segment[due[order]] * len(ev.kind) + due[order]
    at = np.searchsorted(keys, segment[paid] * len(ev.kind) + paid) - 1
    found = order[np.maximum(at, 0)] if len(due) else np.zeros(len(paid), dtype=np.int64)
    fits = (at >= 0) & (ev.seat[paid] >= 0)
    fits[fits] &= segment[due[found[fits]]] == segment[paid[fits]]
    place = np.where(fits, found, -1)
    again = np.ones(len(paid), dtype=bool)
    again[np.unique(place, return_index=True)[1]] = False
    return due, paid, np.where(again, -1, place)


@rule(
    "PY009",
    "bonus-missing",
    "seat {seat} is due a bonus of {expected} from each opponent; the log pays none",
    fields=_BONUS,
)
def bonus_missing(evidence: Evidence) -> Found:
    """Each concealed kan, and each fourth equal tile set aside, is paid for at once where the rules say so.

    Why: the bonus belongs to the player even if somebody else wins the round.
    Example: a concealed kan after which nobody pays.
    """
    due, _, place = _bonuses(evidence)
    worth = _bonus_worth(evidence, due)
    return at_events(evidence, due, ~np.isin(np.arange(len(due)), place), expected=lambda i: str(worth[i]))


@rule(
    "PY010",
    "bonus-differs",
    "the log pays seat {seat} a bonus of {actual} from each opponent; the rules give {expected}",
    fields=_BONUS,
    columns=("events.points",),
)
def bonus_differs(evidence: Evidence) -> Found:
    """A bonus is what the rules make every opponent pay, twice that where the dice double payments.

    Needs: the points of the bonus as logged.
    Why: it is a payment like any other.
    Example: 500 points where each opponent pays 1,000.
    """
    due, paid, place = _bonuses(evidence)
    told = points_of(evidence.batch)[paid]
    rows = np.flatnonzero((place >= 0) & (told != NO_POINTS))
    worth = _bonus_worth(evidence, due)[place[rows]]
    return at_events(
        evidence,
        paid[rows],
        told[rows] != worth,
        expected=lambda i: str(worth[i]),
        actual=lambda i: str(told[rows[i]]),
        not_checkable=int((place >= 0).sum()) - len(rows),
    )


@rule(
    "PY011",
    "bonus-without-reason",
    "seat {seat} is paid a bonus without a concealed kan or four equal tiles set aside",
    fields=_BONUS,
)
def bonus_without_reason(evidence: Evidence) -> Found:
    """A bonus follows what earns it, once, and the rules know bonuses.

    Why: opponents pay for nothing, or twice.
    Example: a bonus after an open kan.
    """
    _, paid, place = _bonuses(evidence)
    return at_events(evidence, paid, place < 0)


def _bonus_worth(evidence: Evidence, due: Array) -> Array:
    """(k,) what every opponent pays for the bonuses due at some events."""
    batch = evidence.batch
    number = batch.events.round[due]
    worth: Array = batch.rules.bonus_payment[batch.rule[number]] << evidence.rescored.money.doubled[number]
    return worth


@rule(
    "PY012",
    "penalty-not-in-sticks",
    "seat {seat} pays a penalty of {actual}, not of whole sticks",
    columns=("events.points",),
)
def penalty_not_in_sticks(evidence: Evidence) -> Found:
    """A penalty is paid to the table in riichi sticks, a thousand points each.

    Needs: the points of the penalty as logged.
    Why: it lies there for the next winner.
    Example: a penalty of 500 points.
    """
    ev = evidence.batch.events
    every = np.flatnonzero(ev.kind == PENALTY)
    told = points_of(evidence.batch)
    checked = every[told[every] != NO_POINTS]
    return at_events(
        evidence,
        checked,
        (told[checked] <= 0) | (told[checked] % RIICHI_STICK != 0),
        actual=lambda i: str(told[checked[i]]),
        not_checkable=len(every) - len(checked),
    )
