"""TN: turn order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.evidence import Evidence, tile
from mjlog.audit.registry import Found, at_events, rule
from mjlog.replay.batch import (
    ABORTIVE_DRAW,
    ANKAN,
    CHI,
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
from mjlog.replay.seating import next_seat
from mjlog.replay.turns import IS_MOVE
from mjlog.schema import EVENT_KINDS, YAKU_BIT

Array = NDArray[Any]

_OWN_TURN_CALL = kind_set(ANKAN, KAKAN, KITA)
_BEFORE_DISCARD = kind_set(DRAW, CHI, PON)
_KOKUSHI = np.uint64(1 << YAKU_BIT["kokushi_musou"] | 1 << YAKU_BIT["kokushi_musou_13_wait"])


def follows_legally(batch: Batch, moves: Array, previous: Array) -> NDArray[np.bool_]:
    """(k,) whether each of `moves` may come right after the move `previous` of the same round.

    A draw follows the left neighbour's discard, or the own kan or North; a discard the own draw,
    chi or pon; an open call the discard it calls; a kan or North of one's own turn the own draw; a
    win the tile it takes (a concealed kan's only under rules that let kokushi rob it) or another win
    on it; an exhaustive draw a discard.
    """
    ev = batch.events
    kind, seat, target = ev.kind[moves], ev.seat[moves], ev.target_seat[moves]
    before, by = ev.kind[previous], ev.seat[previous]
    same = seat == by
    in_turn = next_seat(batch, ev.round[moves], by)
    after_discard = before == DISCARD
    tsumo = seat == target
    offered = OFFERS_TILE[before] & (target == by)
    offered &= (before != ANKAN) | batch.rules.kokushi_robs_ankan[batch.rule[ev.round[moves]]]
    on_win = (before == WIN) & (ev.target_seat[previous] == target) & ~tsumo
    legal = [
        ((after_discard & (seat == in_turn)) | (NEEDS_REPLACEMENT[before] & same), kind == DRAW),
        (_BEFORE_DISCARD[before] & same, kind == DISCARD),
        (after_discard & ((target == by) | (target < 0)) & ~same, IS_OPEN_CALL[kind]),
        ((before == DRAW) & same, _OWN_TURN_CALL[kind]),
        (np.where(tsumo, (before == DRAW) & same, offered) | on_win, kind == WIN),
        (after_discard, kind == EXHAUSTIVE_DRAW),
        (np.ones(len(moves), dtype=bool), kind == ABORTIVE_DRAW),
    ]
    result: NDArray[np.bool_] = np.select([of for _, of in legal], [ok for ok, _ in legal], default=False)
    return result


def _robs_without_kokushi(evidence: Evidence, moves: Array) -> NDArray[np.bool_]:
    """(k,) wins on a concealed kan with a hand that is known not to be kokushi musou."""
    rescored, ev = evidence.rescored, evidence.batch.events
    offered = np.maximum(rescored.wins.offered, 0)
    robs = rescored.is_known & ~rescored.wins.is_tsumo & (ev.kind[offered] == ANKAN)
    events: NDArray[np.int64] = rescored.wins.event[robs & (rescored.scored.yaku & _KOKUSHI == 0)]
    return np.isin(moves, events)


def _moves(evidence: Evidence) -> tuple[Array, Array]:
    """All moves and, for each, the move before it (-1 at the start of a round)."""
    moves = np.flatnonzero(IS_MOVE[evidence.batch.events.kind])
    return moves, evidence.replay.turns.previous_move[moves]


def describe(evidence: Evidence, event: int) -> str:
    """An event in words, such as "seat 1 discard 5m"."""
    ev = evidence.batch.events
    who = f"seat {ev.seat[event]} " if ev.seat[event] >= 0 else ""
    what = f" {tile(ev.tile[event])}" if ev.tile[event] < 255 else ""
    return f"{who}{EVENT_KINDS[ev.kind[event]]}{what}"


@rule("TN001", "out-of-turn", "{actual} cannot follow {expected}", fields=("kokushi_robs_ankan",))
def out_of_turn(evidence: Evidence) -> Found:
    """Every move follows the one before it as the order of play demands.

    Why: an event that is missing, doubled or given to the wrong seat shows here first.
    Example: seat 2 draws right after seat 0 discarded, and nobody called.
    """
    moves, previous = _moves(evidence)
    inner = previous >= 0
    ended = ENDS_ROUND[evidence.batch.events.kind[np.maximum(previous, 0)]]
    again = evidence.batch.events.kind[moves] == WIN
    use = inner & (~ended | again)
    moves, previous = moves[use], previous[use]
    wrong = ~follows_legally(evidence.batch, moves, previous) | _robs_without_kokushi(evidence, moves)
    return at_events(
        evidence,
        moves,
        wrong,
        expected=lambda i: describe(evidence, int(previous[i])),
        actual=lambda i: describe(evidence, int(moves[i])),
    )


@rule("TN002", "wrong-first-move", "the round begins with {actual}, not with {expected}")
def wrong_first_move(evidence: Evidence) -> Found:
    """The first move of a round is the dealer's draw.

    Why: otherwise an event is missing at the start, or the dealer is wrong.
    Example: the first event is a discard.
    """
    ev, batch = evidence.batch.events, evidence.batch
    moves, previous = _moves(evidence)
    first = moves[previous < 0]
    wrong = (ev.kind[first] != DRAW) | (ev.seat[first] != batch.dealer[ev.round[first]])
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
    ev = evidence.batch.events
    moves, previous = _moves(evidence)
    inner = previous >= 0
    moves, previous = moves[inner], previous[inner]
    wrong = ENDS_ROUND[ev.kind[previous]] & ~((ev.kind[previous] == WIN) & (ev.kind[moves] == WIN))
    return at_events(evidence, moves, wrong, actual=lambda i: describe(evidence, int(moves[i])))


@rule("TN006", "tsumogiri-of-another-tile", "seat {seat} discards {actual} as drawn, but drew {expected}")
def tsumogiri_of_another_tile(evidence: Evidence) -> Found:
    """A discard marked as tsumogiri is the tile that its seat has just drawn.

    Why: the drawn tile or the discarded one is recorded wrongly.
    Example: 5p drawn, 6p discarded as tsumogiri.
    """
    ev = evidence.batch.events
    marked = np.flatnonzero((ev.kind == DISCARD) & (ev.tsumogiri == 1))
    previous = evidence.replay.turns.previous_move[marked]
    shown = (previous >= 0) & (ev.kind[previous] == DRAW) & (ev.tile[previous] < 37)
    checked, drawn = marked[shown], previous[shown]
    return at_events(
        evidence,
        checked,
        ev.tile[checked] != ev.tile[drawn],
        expected=lambda i: tile(ev.tile[drawn[i]]),
        actual=lambda i: tile(ev.tile[checked[i]]),
        not_checkable=len(marked) - len(checked),
    )
