"""TN: turn order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.evidence import Evidence, tile
from mjlog.audit.moves import Moves
from mjlog.audit.registry import Found, at_events, rule
from mjlog.lookup.shanten import shanten_by_form
from mjlog.replay.batch import (
    ABORTIVE_DRAW,
    ANKAN,
    CHANGES_HAND,
    CHI,
    CHOMBO,
    DEAD_HAND,
    DISCARD,
    DRAW,
    ENDS_ROUND,
    EXHAUSTIVE_DRAW,
    IS_OPEN_CALL,
    KAKAN,
    KITA,
    NEEDS_REPLACEMENT,
    OFFERS_TILE,
    PON,
    WIN,
    Batch,
    kind_set,
)
from mjlog.replay.gathered import gathered
from mjlog.replay.seating import next_seat
from mjlog.replay.turns import first_of
from mjlog.rulesets.standard import SEATS
from mjlog.schema import EVENT_KINDS, YAKU
from mjlog.tiles import NO_TILE, UNKNOWN

Array = NDArray[Any]

_OWN_TURN_CALL = kind_set(ANKAN, KAKAN, KITA)
_OWN_TURN_KAN = kind_set(ANKAN, KAKAN)
_BEFORE_DISCARD = kind_set(DRAW, CHI, PON)
_GATHERS = CHANGES_HAND & ~kind_set(DISCARD)
_ENDS_AT_ANY_TIME = kind_set(ABORTIVE_DRAW, CHOMBO)
_KOKUSHI = 2


def follows_legally(batch: Batch, moves: Array, previous: Array) -> NDArray[np.bool_]:
    """(k,) whether each of `moves` may come right after the move `previous` of the same round.

    A draw follows the left neighbour's discard, or the own kan or set-aside tile; a discard the own
    draw, chi or pon; an open call the discard it calls; what a player does before discarding, the own
    draw (a kan after the own chi or pon is for `kan_without_draw` to find); a win the tile it takes
    (a concealed kan's only under rules that let kokushi rob it, a set-aside one's under rules that
    let it be won on), another win on it, or, by gathered tiles, whatever gathered the last; an
    exhaustive draw a discard.  Chombo and abortive draws may come at any time.
    """
    ev = batch.events
    kind = ev.kind[moves]
    legal: NDArray[np.bool_] = (kind == EXHAUSTIVE_DRAW) & (ev.kind[previous] == DISCARD)
    legal |= _ENDS_AT_ANY_TIME.take(kind)
    for kinds, follows in _FOLLOWS:
        rows = np.flatnonzero(kinds.take(kind))
        legal[rows] = follows(batch, moves[rows], previous[rows])
    short = np.flatnonzero((batch.players < SEATS)[ev.round[moves]])
    seat = ev.seat[moves[short]]
    legal[short] &= (seat < 0) | batch.present[ev.round[moves[short]], seat]
    return legal


def _draw_follows(batch: Batch, moves: Array, previous: Array) -> NDArray[np.bool_]:
    ev = batch.events
    before, by, seat = ev.kind[previous], ev.seat[previous], ev.seat[moves]
    in_turn = next_seat(batch, ev.round[moves], by) == seat
    return np.asarray(np.where(before == DISCARD, in_turn, NEEDS_REPLACEMENT.take(before) & (seat == by)))


def _discard_follows(batch: Batch, moves: Array, previous: Array) -> NDArray[np.bool_]:
    ev = batch.events
    return np.asarray((ev.seat[moves] == ev.seat[previous]) & _BEFORE_DISCARD.take(ev.kind[previous]))


def _call_follows(batch: Batch, moves: Array, previous: Array) -> NDArray[np.bool_]:
    ev = batch.events
    by, target = ev.seat[previous], ev.target_seat[moves]
    of_another = (ev.kind[previous] == DISCARD) & (ev.seat[moves] != by)
    return np.asarray(of_another & ((target == by) | (target < 0)))


def _own_call_follows(batch: Batch, moves: Array, previous: Array) -> NDArray[np.bool_]:
    ev = batch.events
    before, same = ev.kind[previous], ev.seat[moves] == ev.seat[previous]
    return np.asarray(same & ((before == DRAW) | (_OWN_TURN_KAN[ev.kind[moves]] & _BEFORE_DISCARD[before])))


def _win_follows(batch: Batch, moves: Array, previous: Array) -> NDArray[np.bool_]:
    ev, rules, rule = batch.events, batch.rules, batch.rule[batch.events.round[moves]]
    before, by = ev.kind[previous], ev.seat[previous]
    seat, target = ev.seat[moves], ev.target_seat[moves]
    tsumo = seat == target
    offered = OFFERS_TILE[before] & (target == by)
    offered &= (before != ANKAN) | rules.kokushi_robs_ankan[rule]
    offered &= (before != KITA) | rules.set_aside_ron[rule]
    gathered_last = _GATHERS[before] & (ev.tile[moves] == NO_TILE) & (rules.gathered_yaku > 0)[rule]
    own_tile = ((before == DRAW) | gathered_last) & (seat == by)
    on_win = (before == WIN) & (ev.target_seat[previous] == target) & ~tsumo
    return np.asarray(np.where(tsumo, own_tile, offered) | on_win)


_FOLLOWS: Final = (
    (kind_set(DRAW), _draw_follows),
    (kind_set(DISCARD), _discard_follows),
    (IS_OPEN_CALL, _call_follows),
    (_OWN_TURN_CALL, _own_call_follows),
    (kind_set(WIN), _win_follows),
)
"""Kinds of moves, and whether (k,) moves of these kinds may come right after (k,) others."""


def _is_due(batch: Batch, moves: Moves) -> NDArray[np.bool_]:
    """(moves - 1,) whether each move but the first is the draw or discard that is due: nearly all are.

    A draw is due of the next seat in turn after a discard, and a discard of the same seat after a draw.
    """
    seats, rounds = np.arange(SEATS, dtype=np.int8), np.arange(batch.n_rounds)[:, None]
    same = np.where(batch.present, seats, np.int8(-1))
    following = next_seat(batch, rounds, seats).astype(np.int8)
    kind, before, by = moves.kind[1:], moves.kind[:-1], moves.seat[:-1]
    segment = np.repeat(np.arange(0, batch.n_rounds * SEATS, SEATS), np.diff(moves.begin))[:-1] + by
    is_draw, after_discard = kind == DRAW, before == DISCARD
    seat = np.where(after_discard, following.take(segment), same.take(segment))
    due = (after_discard & is_draw) | ((before == DRAW) & (kind == DISCARD))
    return np.asarray(due & (by >= 0) & (moves.seat[1:] == seat) & (seat >= 0))


def _robs_without_kokushi(evidence: Evidence, moves: Array) -> NDArray[np.bool_]:
    """(k,) wins among `moves` on a concealed kan with a hand that is known not to be kokushi musou."""
    rescored, ev = evidence.rescored, evidence.batch.events
    offered = np.maximum(rescored.wins.offered, 0)
    robs = rescored.is_known & ~rescored.wins.is_tsumo & (ev.kind[offered] == ANKAN)
    rows = np.flatnonzero(robs)
    melds = (rescored.hands.meld_type[rows] > 0).sum(axis=1).astype(np.int8)
    is_kokushi = shanten_by_form(rescored.hands.suits[rows], melds)[:, _KOKUSHI] == -1
    return np.isin(moves, rescored.wins.event[rows[~is_kokushi]])


def next_move(evidence: Evidence, events: Array) -> NDArray[np.int64]:
    """(k,) the first move after each event in its round; -1 where the log stops."""
    batch, moves = evidence.batch, evidence.moves.event
    at = np.searchsorted(moves, events, side="right")
    found = moves[np.minimum(at, len(moves) - 1)] if len(moves) else np.zeros(len(events), np.int64)
    inside = (at < len(moves)) & (found < batch.first_event[batch.events.round[events] + 1])
    return np.where(inside, found, -1)


def with_discard(evidence: Evidence, events: Array) -> tuple[Array, Array]:
    """Those of some events, as riichi, whose next move is a discard of their seat, and these discards."""
    ev, discard = evidence.batch.events, next_move(evidence, events)
    own = (discard >= 0) & (ev.kind[discard] == DISCARD) & (ev.seat[discard] == ev.seat[events])
    return events[own], discard[own]


def describe(evidence: Evidence, event: int) -> str:
    """An event in words, such as "seat 1 discard 5m"."""
    ev = evidence.batch.events
    who = f"seat {ev.seat[event]} " if ev.seat[event] >= 0 else ""
    what = f" {tile(ev.tile[event])}" if ev.tile[event] < 255 else ""
    return f"{who}{EVENT_KINDS[ev.kind[event]]}{what}"


@rule(
    "TN001",
    "out-of-turn",
    "{actual} cannot follow {expected}",
    fields=("kokushi_robs_ankan", "set_aside_ron", "gathered_yaku"),
)
def out_of_turn(evidence: Evidence) -> Found:
    """Every move follows the one before it as the order of play demands.

    Why: an event that is missing, doubled or given to the wrong seat shows here first.
    Example: seat 2 draws right after seat 0 discarded, and nobody called.
    """
    moves = evidence.moves
    asked = ~moves.is_first[1:] & (~ENDS_ROUND.take(moves.kind[:-1]) | (moves.kind[1:] == WIN))
    rows = np.flatnonzero(asked & ~_is_due(evidence.batch, moves)) + 1
    candidates, previous = moves.event[rows], moves.event[rows - 1]
    wrong = ~follows_legally(evidence.batch, candidates, previous)
    return at_events(
        evidence,
        candidates,
        wrong | _robs_without_kokushi(evidence, candidates),
        expected=lambda i: describe(evidence, int(previous[i])),
        actual=lambda i: describe(evidence, int(candidates[i])),
        checked=np.count_nonzero(asked),
    )


@rule("TN002", "wrong-first-move", "the round begins with {actual}, not with {expected}")
def wrong_first_move(evidence: Evidence) -> Found:
    """The first move of a round is the dealer's draw, unless chombo ends it before.

    Why: otherwise an event is missing at the start, or the dealer is wrong.
    Example: the first event is a discard.
    """
    ev, batch = evidence.batch.events, evidence.batch
    first = evidence.moves.event[evidence.moves.is_first]
    wrong = (ev.kind[first] != DRAW) | (ev.seat[first] != batch.dealer[ev.round[first]])
    wrong &= ev.kind[first] != CHOMBO
    return at_events(
        evidence,
        first,
        wrong,
        expected=lambda i: f"a draw by seat {batch.dealer[ev.round[first[i]]]}",
        actual=lambda i: describe(evidence, int(first[i])),
    )


@rule(
    "TN003",
    "draw-from-empty-wall",
    "seat {seat} draws when no live tile is left",
    fields=fields.WALL,
)
def draw_from_empty_wall(evidence: Evidence) -> Found:
    """Draws, replacement tiles included, do not exceed the live wall.

    Why: the dead wall always keeps its size.
    Example: a 71st draw in a four-player round with a dead wall of 14.
    """
    ev = evidence.batch.events
    draws = np.flatnonzero(ev.kind == DRAW)
    return at_events(evidence, draws, evidence.replay.turns.live_tiles[draws] < 0)


@rule(
    "TN004",
    "exhaustive-draw-too-early",
    "the round is drawn with {actual} live tiles left",
    fields=fields.WALL,
)
def exhaustive_draw_too_early(evidence: Evidence) -> Found:
    """An exhaustive draw comes when no live tile is left.

    Why: with tiles left, events are missing, or the round ended for another reason.
    Example: an exhaustive draw after 68 of 70 draws.
    """
    ev, left = evidence.batch.events, evidence.replay.turns.live_tiles
    draws = np.flatnonzero(ev.kind == EXHAUSTIVE_DRAW)
    return at_events(
        evidence, draws, left[draws] > 0, expected=lambda _: "0", actual=lambda i: str(left[draws[i]])
    )


@rule("TN005", "move-after-the-end", "{actual} comes after the end of the round")
def move_after_the_end(evidence: Evidence) -> Found:
    """Nothing follows the end of a round but further wins on the same tile.

    Why: the log joins two rounds, or doubles events.
    Example: a draw after a tsumo.
    """
    moves = evidence.moves
    inner = ~moves.is_first[1:]
    rows = np.flatnonzero(inner & ENDS_ROUND.take(moves.kind[:-1])) + 1
    after, ends = moves.event[rows], moves.kind[rows - 1]
    return at_events(
        evidence,
        after,
        (ends != WIN) | (moves.kind[rows] != WIN),
        actual=lambda i: describe(evidence, int(after[i])),
        checked=np.count_nonzero(inner),
    )


@rule("TN006", "tsumogiri-of-another-tile", "seat {seat} discards {actual} as drawn, but drew {expected}")
def tsumogiri_of_another_tile(evidence: Evidence) -> Found:
    """A discard marked as tsumogiri is the tile that its seat has just drawn.

    Needs: the tile drawn before the discard.
    Why: the drawn tile or the discarded one is recorded wrongly.
    Example: 5p drawn, 6p discarded as tsumogiri.
    """
    ev = evidence.batch.events
    marked = np.flatnonzero((ev.kind == DISCARD) & (ev.tsumogiri == 1))
    previous = evidence.replay.turns.previous_move[marked]
    shown = (previous >= 0) & (ev.kind[previous] == DRAW) & (ev.tile[previous] < UNKNOWN)
    checked, drawn = marked[shown], previous[shown]
    return at_events(
        evidence,
        checked,
        ev.tile[checked] != ev.tile[drawn],
        expected=lambda i: tile(ev.tile[drawn[i]]),
        actual=lambda i: tile(ev.tile[checked[i]]),
        not_checkable=len(marked) - len(checked),
    )


@rule(
    "TN007",
    "gathered-tiles-do-not-win",
    "seat {seat} holds {expected} and wins by it, but {actual} follows",
    fields=("gathered_yaku", "removed_tiles", "score_system", *fields.WAITS),
)
def gathered_tiles_do_not_win(evidence: Evidence) -> Found:
    """A seat wins as soon as its tiles for a yaku of gathered tiles are together.

    Why: such a yaku ends the round whether the hand is complete or not; a dead hand cannot win by it.
    Example: the eighth red five is drawn and the round goes on.
    """
    batch, hands, ev = evidence.batch, evidence.replay.hands, evidence.batch.events
    if not batch.rules.gathered_yaku.any():
        return Found(checked=0)
    masks = gathered(batch, hands)
    rows = np.flatnonzero((masks > 0) & (hands.event >= 0) & hands.known)
    rows = rows[ev.kind[hands.event[rows]] != DISCARD]
    dead = first_of(batch, DEAD_HAND).ravel()[hands.segment[rows]]
    rows = rows[hands.event[rows] < dead]
    after = next_move(evidence, hands.event[rows])
    rows, after = rows[after >= 0], after[after >= 0]
    seat = hands.segment[rows] % 4
    wins = (ev.kind[after] == WIN) & ((ev.seat[after] == seat) | (ev.target_seat[after] == seat))
    wrong = ~(wins | _ENDS_AT_ANY_TIME[ev.kind[after]])
    found = at_events(
        evidence,
        after,
        wrong,
        expected=lambda i: " ".join(w for bit, w in enumerate(YAKU) if int(masks[rows[i]]) >> bit & 1),
        actual=lambda i: describe(evidence, int(after[i])),
    )
    return replace(found, seat=seat[wrong])
