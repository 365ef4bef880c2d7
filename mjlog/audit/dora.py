"""DO: dora indicators."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit.evidence import Evidence, tile
from mjlog.audit.registry import Found, at_events, at_rounds, rule
from mjlog.replay.batch import ANKAN, DAIMINKAN, DISCARD, DORA, DRAW, IS_KAN, KAKAN, KITA, WIN, kind_set
from mjlog.replay.segments import running_sum
from mjlog.rulesets.table import code
from mjlog.rulesets.words import KanDora
from mjlog.tiles import NO_TILE

Array = NDArray[Any]

_OPEN_KANS = kind_set(DAIMINKAN, KAKAN)
_TURNS_DORA = IS_KAN | kind_set(DORA)
"""Events without which a round has the one indicator of its deal, as is due."""
_DECIDED_BY = kind_set(DRAW, DISCARD, DAIMINKAN, KAKAN, ANKAN, WIN)


def _names(codes: Array) -> str:
    return " ".join(tile(c) for c in codes if c != NO_TILE) or "none"


@rule(
    "DO001",
    "logged-indicators-differ",
    "the log records indicators {actual} with the win; {expected} were turned",
    columns=("wins.log_dora_indicators",),
)
def logged_indicators_differ(evidence: Evidence) -> Found:
    """The indicators recorded with a win are those turned by then.

    Needs: indicators recorded with the win.
    Why: an indicator is missing or recorded wrongly; the dora of the win follow from it.
    Example: 3p at the deal, 4p in the record of the win.
    """
    batch, wins = evidence.batch, evidence.rescored.wins
    logged = evidence.rescored.log_dora_indicators
    usable = np.flatnonzero(wins.is_placed & (logged[:, 0] != NO_TILE))
    shown = evidence.replay.turns.dora_turned[wins.event[usable]]
    turned = np.full((len(usable), logged.shape[1]), NO_TILE, dtype=np.uint8)
    width = batch.dora_indicators.shape[1]
    turned[:, :width] = np.where(
        np.arange(width) < shown[:, None], batch.dora_indicators[wins.round[usable]], np.uint8(NO_TILE)
    )
    return at_rounds(
        wins.round[usable],
        (turned != logged[usable]).any(axis=1),
        seats=wins.seat[usable],
        expected=lambda i: _names(turned[i]),
        actual=lambda i: _names(logged[usable[i]]),
        not_checkable=len(logged) - len(usable),
    )


def indicators_due(evidence: Evidence, some: Array) -> tuple[Array, Array, Array]:
    """Indicators that are due at each event of some rounds, the least and the most.

    One at the deal; one at once for a concealed kan.  For an open or added kan, by `KanDora`,
    either at once or after its replacement draw: before the discard that follows, or once a further
    kan or a North stands.  So it does not count for a win on the replacement tile.  A kan that is
    robbed never came about, and turns none.

    Least and most differ where nothing is known of that rule: then both ways are right.

    Args:
        evidence: the batch under audit.
        some: (rounds,) bool.

    Returns:
        (k,) events of these rounds, and (k,) and (k,) indicators.
    """
    batch, lengths = evidence.batch, np.diff(evidence.batch.first_event)
    events, lengths = np.flatnonzero(np.repeat(some, lengths)), lengths[some]
    kind, number = batch.events.kind[events], batch.events.round[events]
    move = evidence.replay.turns.previous_move[events]
    previous = np.where(move >= 0, np.arange(len(events)) - (events - move), -1)
    is_kan = IS_KAN[kind]
    kans = running_sum(is_kan.astype(np.int32), np.cumsum(lengths) - lengths, lengths) - is_kan
    after_open_kan = (previous >= 0) & _OPEN_KANS[kind[previous]]
    after_kan = after_open_kan | ((previous >= 0) & (kind[previous] == ANKAN))
    drew_for_kan = (previous >= 0) & (kind[previous] == DRAW) & after_open_kan[previous]
    is_win = kind == WIN
    robbed = (is_win & after_kan).astype(np.int32)
    waiting = (after_open_kan | (robbed > 0)).astype(np.int32)
    waiting += drew_for_kan & (is_win | is_kan)
    after_offer = after_kan | ((previous >= 0) & (kind[previous] == KITA))
    waiting += is_win & after_offer & drew_for_kan[previous]
    level = batch.rules.kan_dora[batch.rule[number]]
    none, late = level == code(KanDora.OFF), level == code(KanDora.BEFORE_DISCARD)
    unstated = ~evidence.states("kan_dora")[number]
    least = 1 + np.where(none, 0, kans - np.where(late | unstated, waiting, robbed))
    most = 1 + np.where(none, 0, kans - np.where(late & ~unstated, waiting, robbed))
    return events, least, most


@rule(
    "DO002",
    "kan-dora-missing-or-untimely",
    "{actual} indicators are turned where the rules ask for {expected}",
    fields=("kan_dora",),
)
def kan_dora_untimely(evidence: Evidence) -> Found:
    """At every draw, discard, kan and win as many indicators are turned as kans ask for.

    Why: which indicators count for a win depends on when they are turned (Tenhou manual).
    Example: a concealed kan without a new indicator.
    """
    ev, moves = evidence.batch.events, evidence.moves
    decided = _DECIDED_BY.take(moves.kind)
    decided[1:] &= moves.is_first[1:] | (moves.kind[:-1] != WIN)
    some = np.zeros(evidence.batch.n_rounds, dtype=bool)
    some[ev.round[evidence.rarer_events[_TURNS_DORA.take(evidence.rarer_kinds)]]] = True
    events, least, due = indicators_due(evidence, some)
    at = moves.event[decided & np.repeat(some, np.diff(moves.begin))]
    rows, turned = np.searchsorted(events, at), evidence.replay.turns.dora_turned[at]
    hits = np.flatnonzero((turned < least[rows]) | (turned > due[rows]))
    hits = hits[np.unique(ev.round[at[hits]], return_index=True)[1]]
    return at_events(
        evidence,
        at[hits],
        np.ones(len(hits), dtype=bool),
        expected=lambda i: str(due[rows[hits[i]]]),
        actual=lambda i: str(turned[hits[i]]),
        checked=np.count_nonzero(decided),
    )


@rule(
    "DO003",
    "ura-indicators-missing",
    "the log shows {actual} ura indicators for a riichi win; there are {expected}",
    fields=("ura_dora", "kan_ura_dora"),
    columns=("rounds.ura_indicators",),
)
def ura_indicators_missing(evidence: Evidence) -> Found:
    """A win with riichi shows one ura indicator under every indicator that counts.

    Needs: ura indicators as logged.
    Why: ura dora cannot be counted otherwise.
    Example: two indicators, one ura indicator.
    """
    batch, rescored = evidence.batch, evidence.rescored
    wins = rescored.wins
    in_riichi = wins.is_placed & (rescored.hands.riichi > 0) & batch.rules.ura_dora[batch.rule[wins.round]]
    usable = np.flatnonzero(in_riichi & batch.has_ura[wins.round])
    rule_row = batch.rule[wins.round[usable]]
    shown = evidence.replay.turns.dora_turned[wins.event[usable]]
    expected = np.where(batch.rules.kan_ura_dora[rule_row], shown, 1)
    actual = (batch.ura_indicators[wins.round[usable]] != NO_TILE).sum(axis=1)
    return at_rounds(
        wins.round[usable],
        actual != expected,
        seats=wins.seat[usable],
        expected=lambda i: str(expected[i]),
        actual=lambda i: str(actual[i]),
        not_checkable=int(in_riichi.sum()) - len(usable),
    )
