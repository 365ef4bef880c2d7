"""TI: every tile exists once and is where it is played from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit.evidence import Evidence, tile
from mjlog.audit.registry import Found, at_events, at_rounds, rule
from mjlog.lookup.hands import suits_from_codes
from mjlog.notation import MJAI
from mjlog.replay.batch import DISCARD
from mjlog.replay.hands import RED_WEIGHT
from mjlog.tiles import FIVES, KINDS, NO_TILE, RED_MAN, UNKNOWN, sort_hand

Array = NDArray[Any]


def rows_of(evidence: Evidence, events: Array) -> NDArray[np.int64]:
    """(k,) the hand row that each event of a seat made (its seat's row right after it)."""
    rows: NDArray[np.int64] = evidence.replay.hands.row_after[events, evidence.batch.events.seat[events]]
    return rows


def not_in_hand(evidence: Evidence, events: Array) -> tuple[Array, Array]:
    """Which `events` could be checked against a known hand, and which play a tile it lacks."""
    hands = evidence.replay.hands
    rows = rows_of(evidence, events)
    known = hands.known[rows - 1]
    return events[known], hands.missing[rows[known]]


@rule("TI001", "tile-not-in-hand", "seat {seat} discards {actual}, which is not in the hand")
def tile_not_in_hand(evidence: Evidence) -> Found:
    """Every discard is one of the concealed tiles of its seat, red and plain fives told apart.

    Needs: a hand whose tiles the log shows.
    Why: a tile that was never dealt or drawn cannot be played; what follows of that hand is unknown.
    Example: a hand without 5m discards 5m.
    """
    ev, hands = evidence.batch.events, evidence.replay.hands
    is_discard = np.diff(hands.discards) > 0
    is_checked = is_discard & hands.known[:-1]
    wrong = np.sort(hands.event[np.flatnonzero(is_checked & hands.missing[1:]) + 1])
    checked = np.count_nonzero(is_checked)
    return at_events(
        evidence,
        wrong,
        np.ones(len(wrong), dtype=bool),
        expected=lambda _: "a tile of the hand",
        actual=lambda i: tile(ev.tile[wrong[i]]),
        checked=checked,
        not_checkable=np.count_nonzero(is_discard) - checked,
    )


def _per_kind(seen: Array) -> Array:
    """(rounds, 34) tiles by kind, red fives with their plain ones."""
    kinds = seen[:, :KINDS].copy()
    kinds[:, FIVES] += seen[:, RED_MAN : RED_MAN + 3]
    return kinds


def _copies(evidence: Evidence, codes: Array, count: Array, limit: Array) -> Found:
    """Findings for cells of (rounds, k) `count` above `limit`, columns being tile codes (k,)."""
    rounds, column = np.nonzero(count > limit)
    found = at_rounds(
        rounds,
        np.ones(len(rounds), dtype=bool),
        expected=lambda i: f"at most {limit[rounds[i], column[i]]}",
        actual=lambda i: f"{count[rounds[i], column[i]]} of {tile(codes[column[i]])}",
    )
    return replace(found, checked=count.size, event=_last_with(evidence, rounds, codes[column]))


def _last_with(evidence: Evidence, rounds: Array, codes: Array) -> NDArray[np.int64]:
    """(k,) the last draw or discard of a tile in each round, plain for red too; -1 when it was only dealt."""
    last = np.full((evidence.batch.n_rounds, UNKNOWN), -1, dtype=np.int64)
    if not len(rounds):
        return last[:0, 0]
    ev = evidence.batch.events
    played = np.flatnonzero((ev.kind <= DISCARD) & (ev.tile < UNKNOWN))
    last[ev.round[played], ev.tile[played]] = played
    last[:, FIVES] = np.maximum(last[:, FIVES], last[:, RED_MAN : RED_MAN + 3])
    return last[rounds, codes]


@rule(
    "TI002",
    "too-many-copies",
    "the round shows {actual}; there are {expected}",
    fields=("removed_tiles",),
)
def too_many_copies(evidence: Evidence) -> Found:
    """No kind appears more often in a round than the wall holds it: four times, never if removed.

    Why: hands, rivers, melds and indicators together cannot hold a fifth copy.
    Example: a hand draws 4s while four are already in melds and indicators.
    """
    batch = evidence.batch
    limit = np.where(batch.rules.removed_tiles[batch.rule], 0, 4)
    return _copies(evidence, np.arange(KINDS), _per_kind(evidence.tiles_seen), limit)


@rule(
    "TI003",
    "wrong-red-fives",
    "the round shows {actual}; there are {expected}",
    fields=("red_fives",),
)
def wrong_red_fives(evidence: Evidence) -> Found:
    """No more red fives, and no more plain fives, appear than the rule set puts into the wall.

    Why: a red five is a han; one too many changes the value of hands.
    Example: two 5mr in one round under rules with one.
    """
    batch = evidence.batch
    reds = batch.rules.red_fives[batch.rule]
    seen = evidence.tiles_seen
    count = np.concatenate([seen[:, RED_MAN : RED_MAN + 3], seen[:, FIVES]], axis=1)
    codes = np.array([*range(RED_MAN, RED_MAN + 3), *FIVES])
    return _copies(evidence, codes, count, np.concatenate([reds, 4 - reds], axis=1))


@rule(
    "TI004",
    "logged-hand-differs",
    "the log records {actual} as winning hand; the replay gives {expected}",
    columns=("wins.log_hand",),
)
def logged_hand_differs(evidence: Evidence) -> Found:
    """The concealed tiles recorded with a win are those that the replay leaves in the hand.

    Needs: a winning hand whose tiles the log shows before the win, recorded once more with it.
    Why: a difference means that an event is missing, or that the result belongs to another hand.
    Example: the record of the win holds 3p where the replay holds 4p.
    """
    wins, hands = evidence.rescored.wins, evidence.rescored.hands
    logged = evidence.rescored.log_hand
    known = evidence.rescored.is_known & evidence.rescored.is_replayed
    usable = np.flatnonzero(known & (logged[:, 0] != NO_TILE))
    wrong = (suits_from_codes(logged[usable]) != hands.suits[usable]).any(axis=1)
    wrong |= RED_WEIGHT[logged[usable]].sum(axis=1) != evidence.rescored.hand_reds[usable]
    return at_rounds(
        wins.round[usable],
        wrong,
        seats=wins.seat[usable],
        expected=lambda i: evidence.rescored.hand_text(int(usable[i])),
        actual=lambda i: MJAI.format_hand(sort_hand(logged[usable[i]][logged[usable[i]] != NO_TILE])),
        not_checkable=len(logged) - len(usable),
    )
