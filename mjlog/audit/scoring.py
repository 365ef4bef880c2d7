"""SC: yaku, han (or points that add up), fu and value of hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.evidence import Evidence, tile
from mjlog.audit.registry import Found, rule
from mjlog.audit.unscored import value_of_han
from mjlog.audit.worths import ABSENT
from mjlog.columns import codes_of, ints_of
from mjlog.schema import LIMITS, YAKU, YAKU_BIT
from mjlog.tiles import KIND, KINDS, TILE_NAMES

Array = NDArray[Any]

_MANGAN_HAN = 5
_DORA, _KITA = YAKU_BIT["dora"], YAKU_BIT["kita"]


def at_wins(
    evidence: Evidence,
    checked: Array,
    wrong: Array,
    expected: Callable[[int], str],
    actual: Callable[[int], str],
    *,
    asked: Array | None = None,
) -> Found:
    """Findings at wins.

    Args:
        evidence: the batch under audit.
        checked: (c,) rows of `wins` that were checked.
        wrong: (c,) whether each of them breaks the rule.
        expected: what the rules give, from the row of `wins`.
        actual: what the log says, likewise.
        asked: (wins,) bool, which wins the rule is about; those of them that were not checked count
            as not checkable.  All wins when left out.
    """
    wins = evidence.rescored.wins
    all_asked = len(wins.seat) if asked is None else int(np.count_nonzero(asked))
    hits = np.asarray(checked)[np.asarray(wrong, dtype=bool)]
    return Found(
        checked=len(checked),
        not_checkable=all_asked - len(checked),
        round=wins.round[hits],
        event=wins.event[hits],
        seat=wins.seat[hits],
        expected=[expected(int(w)) for w in hits],
        actual=[actual(int(w)) for w in hits],
    )


def _won(evidence: Evidence) -> Array:
    """Wins that are scorable and whose hand may win."""
    return np.flatnonzero(evidence.rescored.scorable & evidence.rescored.scored.has_yaku)


def _logged(evidence: Evidence, column: str) -> Array:
    return ints_of(evidence.tables.wins[column], ABSENT)


def _number(
    evidence: Evidence,
    logged: Array,
    values: Array,
    asked: Array | None = None,
    told: Array | bool = False,
) -> Found:
    """Compare a logged number of each win, -1 where there is none, with the recomputed one.

    `told`: (wins,) of which wins `values` are known though they cannot be scored.
    """
    rows = np.flatnonzero((evidence.rescored.scorable & evidence.rescored.scored.has_yaku) | told)
    keep = logged[rows] != ABSENT
    if asked is not None:
        keep &= asked[rows]
    rows = rows[keep]
    return at_wins(
        evidence,
        rows,
        logged[rows] != values[rows],
        lambda w: str(values[w]),
        lambda w: str(logged[w]),
        asked=asked,
    )


@rule(
    "SC001",
    "not-a-winning-hand",
    "seat {seat} wins on {actual}, which does not complete {expected}",
    fields=("gathered_yaku", *fields.WAITS),
)
def not_a_winning_hand(evidence: Evidence) -> Found:
    """The hand with its winning tile is complete: four sets and a pair, seven pairs, or kokushi.

    A win without a winning tile has gathered the tiles of a yaku that wins by that alone.
    Needs: a winning hand whose tiles the log shows.
    Why: a win on an incomplete hand is chombo, or tiles are recorded wrongly.
    Example: tsumo on 3m with a hand that waits for 4m.
    """
    rescored = evidence.rescored
    rows = np.flatnonzero(rescored.is_known & ~rescored.is_unnamed)
    return at_wins(
        evidence,
        rows,
        ~rescored.scored.is_complete[rows],
        rescored.hand_text,
        lambda w: tile(rescored.wins.tile[w]),
    )


@rule(
    "SC002",
    "no-yaku",
    "seat {seat} wins with {actual} but lacks {expected}",
    fields=fields.YAKU,
)
def no_yaku(evidence: Evidence) -> Found:
    """A winning hand has a yaku that allows the win: no bonus, nor a yaku that needs another.

    Where the rules tie tiles to some yaku, a hand that holds them has one of those; where they ask
    for some han (`minimum_han`), its yaku have as many.
    Needs: a complete winning hand whose tiles the log shows.
    Why: bonus tiles alone do not allow a win.
    Example: an open hand with two dora and nothing else.
    """
    rescored = evidence.rescored
    rows = np.flatnonzero(rescored.is_known & ~rescored.is_unnamed & rescored.scored.is_complete)
    least = evidence.batch.rules.minimum_han[rescored.hands.rule]

    def needed(win: int) -> str:
        return f"yaku of {least[win]} han" if least[win] > 1 else "a yaku"

    return at_wins(evidence, rows, ~rescored.scored.has_yaku[rows], needed, rescored.hand_text)


def _slugs(entries: NDArray[np.bool_]) -> str:
    return " ".join(YAKU[place] for place in np.flatnonzero(entries)) or "none"


def _recorded(evidence: Evidence) -> Array:
    """Wins that may be, with yaku in the log."""
    recorded = np.asarray(evidence.tables.wins["log_yaku"].is_valid())
    return np.flatnonzero(evidence.rescored.scorable & evidence.rescored.scored.has_yaku & recorded)


def _compared(evidence: Evidence) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(wins, yaku) recomputed and logged entries; set-aside tiles are among the dora where logged so."""
    calc, log = evidence.worths.calc != ABSENT, evidence.worths.is_logged
    merged = calc[:, _KITA] & ~log[:, _KITA]
    calc[:, _DORA] |= merged
    calc[:, _KITA] &= ~merged
    return calc, log


def _sum(first: Array, second: Array) -> Array:
    """The sum of two columns, without what is absent."""
    return np.maximum(first, 0) + np.maximum(second, 0)


@rule(
    "SC003",
    "yaku-differ",
    "the log gives seat {seat} {actual}; the rules give {expected}",
    fields=fields.VALUE,
    columns=("wins.log_yaku",),
)
def yaku_differ(evidence: Evidence) -> Found:
    """The recorded yaku, dora and other bonuses are those of the best reading of the hand.

    Needs: a winning hand whose tiles the log shows, and that may win, with its yaku as logged.
    Why: yaku decide the value; a missing or extra one is a scoring error, or a sign of a wrong event.
    Example: pinfu is recorded where a wait on one end only makes it impossible.
    """
    calc, log = _compared(evidence)
    rows = _recorded(evidence)
    return at_wins(
        evidence,
        rows,
        (calc[rows] != log[rows]).any(axis=1),
        lambda w: _slugs(calc[w]),
        lambda w: _slugs(log[w]),
    )


@rule(
    "SC009",
    "yaku-worth-differs",
    "the log gives seat {seat} {actual}; the rules give {expected}",
    fields=fields.VALUE,
    columns=("wins.log_yaku_han",),
)
def yaku_worth_differs(evidence: Evidence) -> Found:
    """Each yaku and bonus that the hand has is recorded once, with the han or points that it counts.

    Needs: a winning hand whose tiles the log shows, and that may win, with the worth of its yaku as logged.
    Why: the parts must bear out the sum.
    Example: riichi is recorded with 4 han.
    """
    calc, log = evidence.worths.calc.copy(), evidence.worths.log
    entries, logged = _compared(evidence)
    calc[:, _DORA] = np.where(entries[:, _KITA], calc[:, _DORA], _sum(calc[:, _DORA], calc[:, _KITA]))
    wrong = (log != 0) & (log != calc)
    rows = _recorded(evidence)
    rows = rows[(log[rows] != 0).any(axis=1) & (entries[rows] == logged[rows]).all(axis=1)]
    return at_wins(
        evidence,
        rows,
        wrong[rows].any(axis=1),
        lambda w: _worths(calc[w], wrong[w]),
        lambda w: _worths(log[w], wrong[w]),
    )


def _worths(worth: NDArray[np.int64], told: NDArray[np.bool_]) -> str:
    return " ".join(f"{YAKU[place]} {worth[place]}" for place in np.flatnonzero(told))


@rule(
    "SC004",
    "han-differ",
    "the log gives seat {seat} {actual} han (or points); the rules give {expected}",
    fields=fields.VALUE,
    columns=("wins.log_han",),
)
def han_differ(evidence: Evidence) -> Found:
    """The recorded han, or points where they add up, are the sum of the yaku and bonuses.

    Needs: a winning hand whose tiles the log shows, and that may win, with its han as logged.
    Why: han decide the value.
    Example: an open honitsu recorded as 3 han.
    """
    scored = evidence.rescored.scored
    return _number(evidence, _logged(evidence, "log_han"), scored.han, scored.yakuman == 0)


@rule(
    "SC005",
    "fu-differ",
    "the log gives seat {seat} {actual} fu; the rules give {expected}",
    fields=fields.VALUE,
    columns=("wins.log_fu",),
)
def fu_differ(evidence: Evidence) -> Found:
    """The recorded fu are those of the best reading; limit hands from mangan may leave them out, or say 0.

    Needs: a winning hand whose tiles the log shows, and that may win, with its fu as logged.
    Why: fu decide the value of hands below mangan.
    Example: a closed triplet completed by ron counted as concealed.
    """
    scored = evidence.rescored.scored
    logged = _logged(evidence, "log_fu")
    is_limit = scored.limit > LIMITS.index("none")
    logged = np.where(is_limit & (logged == 0), ABSENT, logged)
    counts = (scored.fu > 0) & (scored.limit < LIMITS.index("yakuman"))
    left_out = (logged == ABSENT) & is_limit
    return _number(evidence, logged, scored.fu, counts & ~left_out)


@rule(
    "SC006",
    "points-differ",
    "the log gives seat {seat} {actual} points; the rules give {expected}",
    fields=(*fields.VALUE, *fields.PAYERS),
    columns=("wins.log_points",),
)
def points_differ(evidence: Evidence) -> Found:
    """The recorded value of the hand, honba and sticks aside, is that of its han, fu and limit, or points.

    Of a hand that cannot be scored these are the han and fu that the log gives.
    Needs: the points as logged, and a winning hand whose tiles the log shows, and that may win, or its
    han and fu as logged.
    Why: this is what the others pay.
    Example: 4 han 30 fu recorded as 8,000 where nothing rounds up to mangan.
    """
    recorded = value_of_han(evidence)
    values = np.where(recorded == ABSENT, evidence.rescored.points, recorded)
    return _number(evidence, _logged(evidence, "log_points"), values, told=recorded != ABSENT)


@rule(
    "SC007",
    "limit-differs",
    "the log calls the hand of seat {seat} {actual}; the rules give {expected}",
    fields=fields.VALUE,
    columns=("wins.log_limit",),
)
def limit_differs(evidence: Evidence) -> Found:
    """The recorded limit is that of the recomputed han and fu.

    Needs: a winning hand whose tiles the log shows, and that may win, with its limit as logged.
    Why: the limit decides the value.  A hand rounded up to mangan may be recorded as below it.
    Example: 6 han recorded as baiman.
    """
    logged = codes_of(evidence.tables.wins["log_limit"], LIMITS)
    scored = evidence.rescored.scored
    limit = scored.limit
    rounded_up = (
        (limit == LIMITS.index("mangan")) & (scored.han < _MANGAN_HAN) & (scored.fu * (1 << scored.han) < 500)
    )
    rows = _won(evidence)
    rows = rows[(logged[rows] < len(LIMITS)) & ~(rounded_up[rows] & (logged[rows] == 0))]
    return at_wins(
        evidence,
        rows,
        logged[rows] != limit[rows],
        lambda w: LIMITS[limit[w]],
        lambda w: LIMITS[logged[w]],
    )


@rule(
    "SC008",
    "winning-tile-differs",
    "seat {seat} is recorded to win on {actual}; the tile was {expected}",
    columns=("wins.tile",),
)
def winning_tile_differs(evidence: Evidence) -> Found:
    """The recorded winning tile is the tile drawn, discarded or added right before the win.

    Needs: the winning tile as logged, and an event before the win that shows it.
    Why: either the win or the event before it is recorded wrongly.
    Example: ron on 5p after a discard of 5s.
    """
    wins = evidence.rescored.wins
    logged = codes_of(evidence.tables.wins["tile"], TILE_NAMES)
    rows = np.flatnonzero(wins.is_placed & (logged < KINDS + 3) & (KIND[wins.tile] < KINDS))
    return at_wins(
        evidence,
        rows,
        logged[rows] != wins.tile[rows],
        lambda w: tile(wins.tile[w]),
        lambda w: tile(logged[w]),
    )
