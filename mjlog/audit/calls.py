"""CL: calls, tiles set aside and kuikae; `kans` has the kans."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.evidence import Evidence, tile
from mjlog.audit.registry import Found, at_events, rule
from mjlog.audit.tiles import not_in_hand
from mjlog.audit.turns import describe, with_discard
from mjlog.replay.batch import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DEAD_HAND,
    DISCARD,
    DRAW,
    IS_CALL,
    IS_KAN,
    IS_OPEN_CALL,
    KAKAN,
    KITA,
    OPEN_RIICHI,
    PON,
    RIICHI,
    WIN,
    kind_set,
)
from mjlog.replay.seating import previous_seat
from mjlog.replay.turns import first_of
from mjlog.rulesets.table import code
from mjlog.rulesets.words import Kuikae
from mjlog.schema import EVENT_KINDS
from mjlog.tiles import EAST, IS_RED, KIND, KINDS, NO_TILE, UNKNOWN

Array = NDArray[Any]

_LOCKED = kind_set(CHI, PON, DAIMINKAN, KAKAN)
_SIZE = np.zeros(256, dtype=np.int64)
_SIZE[[CHI, PON, DAIMINKAN, ANKAN, KAKAN, KITA]] = [2, 2, 3, 4, 1, 1]
_BARRED = IS_OPEN_CALL | IS_KAN | kind_set(RIICHI, OPEN_RIICHI, WIN)


def events_of(evidence: Evidence, table: Array) -> NDArray[np.int64]:
    """Events of a seat whose kind is in a `kind_set`, of neither draws nor discards."""
    events = evidence.rarer_events[table.take(evidence.rarer_kinds)]
    return events[evidence.batch.events.seat[events] >= 0]


def name_of(evidence: Evidence, event: int) -> str:
    """A call in words, such as "pon of 5m with 5m 5mr"."""
    ev = evidence.batch.events
    used = " ".join(tile(c) for c in ev.consumed[event] if c != NO_TILE)
    return f"{EVENT_KINDS[ev.kind[event]]} of {tile(ev.tile[event])} with {used or 'nothing'}"


@rule("CL001", "no-meld", "seat {seat}: {actual} is no meld")
def no_meld(evidence: Evidence) -> Found:
    """Called and own tiles form what the call says: a run, three or four equal tiles, one set aside.

    Why: a call with other tiles is recorded wrongly.
    Example: chi of 3m with 4m 6m.
    """
    ev = evidence.batch.events
    calls = events_of(evidence, IS_CALL)
    kinds = KIND[ev.consumed[calls]]
    called = KIND[ev.tile[calls]]
    full = np.concatenate([kinds, called[:, None]], axis=1).astype(np.int64)
    full[full == NO_TILE] = 1000
    full.sort(axis=1)
    run = (full[:, 1] == full[:, 0] + 1) & (full[:, 2] == full[:, 1] + 1)
    run &= (full[:, 0] // 9 == full[:, 2] // 9) & (full[:, 2] < EAST)
    same = ((kinds == called[:, None]) | (kinds == NO_TILE)).all(axis=1)
    shape = np.where(ev.kind[calls] == CHI, run, same)
    right_size = (kinds != NO_TILE).sum(axis=1) == _SIZE[ev.kind[calls]]
    return at_events(
        evidence, calls, ~(shape & right_size), actual=lambda i: name_of(evidence, int(calls[i]))
    )


@rule("CL002", "called-tile-differs", "seat {seat} calls {actual}, but {expected} was discarded")
def called_tile_differs(evidence: Evidence) -> Found:
    """The tile that is called is the one just discarded, red or plain.

    Why: either the call or the discard is recorded wrongly.
    Example: 6p is discarded and 7p called.
    """
    ev = evidence.batch.events
    calls = events_of(evidence, IS_OPEN_CALL)
    previous = evidence.replay.turns.previous_move[calls]
    shown = (previous >= 0) & (ev.kind[previous] == DISCARD)
    calls, previous = calls[shown], previous[shown]
    return at_events(
        evidence,
        calls,
        ev.tile[calls] != ev.tile[previous],
        expected=lambda i: tile(ev.tile[previous[i]]),
        actual=lambda i: tile(ev.tile[calls[i]]),
    )


@rule(
    "CL003",
    "chi-from-afar",
    "seat {seat} calls chi from seat {actual}, who is not on the left",
    fields=("players",),
)
def chi_from_afar(evidence: Evidence) -> Found:
    """Chi is called from the left neighbour only.

    Needs: who discarded the tile that is called.
    Why: runs may be completed only with the discard before one's own turn.
    Example: seat 2 calls chi on a discard of seat 0.
    """
    batch, ev = evidence.batch, evidence.batch.events
    every = events_of(evidence, kind_set(CHI))
    calls = every[ev.target_seat[every] >= 0]
    left = previous_seat(batch, ev.round[calls], ev.seat[calls])
    return at_events(
        evidence,
        calls,
        ev.target_seat[calls] != left,
        expected=lambda i: str(left[i]),
        actual=lambda i: str(ev.target_seat[calls[i]]),
        not_checkable=len(every) - len(calls),
    )


@rule("CL004", "meld-tiles-not-in-hand", "seat {seat}: {actual}, which are not in the hand")
def meld_tiles_not_in_hand(evidence: Evidence) -> Found:
    """The tiles that a caller lays down are in the concealed hand.

    Needs: a hand whose tiles the log shows.
    Why: as for a discard; red and plain fives are told apart.
    Example: pon of 5m with 5mr 5m by a hand without 5mr.
    """
    calls = events_of(evidence, IS_CALL)
    checked, wrong = not_in_hand(evidence, calls)
    return at_events(
        evidence,
        checked,
        wrong,
        actual=lambda i: name_of(evidence, int(checked[i])),
        not_checkable=len(calls) - len(checked),
    )


@rule("CL006", "kuikae", "seat {seat} discards {actual} right after {expected}", fields=("kuikae",))
def kuikae(evidence: Evidence) -> Found:
    """The discard after a chi or pon is neither the called kind nor, after a chi, its other end.

    Why: most rule sets forbid swap-calling; which part is forbidden is a field (EMA rules 2016, 3.3.5).
    Example: chi of 4m with 2m 3m, then 1m is discarded.
    """
    batch, ev = evidence.batch, evidence.batch.events
    calls = evidence.rarer_events[kind_set(CHI, PON).take(evidence.rarer_kinds)]
    call, discards = with_discard(evidence, calls)
    thrown, called = KIND[ev.tile[discards]].astype(np.int64), KIND[ev.tile[call]].astype(np.int64)
    own = KIND[ev.consumed[call][:, :2]].astype(np.int64)
    low, high = own.min(axis=1), own.max(axis=1)
    ends = (high == low + 1) & (ev.kind[call] == CHI)
    other = np.where(called < low, high + 1, low - 1)
    other_end = ends & (thrown == other) & (thrown // 9 == called // 9)
    level = batch.rules.kuikae[batch.rule[ev.round[discards]]]
    wrong = (level != code(Kuikae.ALLOWED)) & (thrown == called)
    wrong |= (level == code(Kuikae.FORBIDDEN)) & other_end
    return at_events(
        evidence,
        discards,
        wrong,
        expected=lambda i: name_of(evidence, int(call[i])),
        actual=lambda i: tile(ev.tile[discards[i]]),
    )


def in_riichi(evidence: Evidence, events: Array) -> NDArray[np.bool_]:
    """(k,) whether the seat of each event has declared riichi before."""
    ev = evidence.batch.events
    declared: NDArray[np.bool_] = evidence.replay.turns.riichi_at[ev.round[events], ev.seat[events]] < events
    return declared


@rule("CL007", "call-in-riichi", "seat {seat} is in riichi and calls {actual}")
def callin_riichi(evidence: Evidence) -> Found:
    """A player in riichi calls nothing; only a concealed kan or a tile set aside is possible.

    Why: the hand is closed and fixed from the declaration on.
    Example: pon after riichi.
    """
    calls = events_of(evidence, _LOCKED)
    return at_events(
        evidence, calls, in_riichi(evidence, calls), actual=lambda i: name_of(evidence, int(calls[i]))
    )


@rule(
    "CL009",
    "call-on-the-last-tile",
    "seat {seat}: {actual}, for which {expected} must be left",
    fields=fields.WALL,
)
def call_on_the_last_tile(evidence: Evidence) -> Found:
    """The last discard can only be won on; a kan needs a live tile, it and a tile set aside all they take.

    Why: there would be nothing left to draw or discard against (Tenhou manual).  A set-aside tile whose
        replacement leaves the live wall as it was needs none of it.
    Example: pon of the last discard.
    """
    batch, ev, left = evidence.batch, evidence.batch.events, evidence.replay.turns.live_tiles
    calls = events_of(evidence, IS_CALL)
    row = batch.rule[ev.round[calls]]
    takes = np.where(IS_KAN[ev.kind[calls]], np.maximum(batch.rules.wall_per_kan[row], 1), 1)
    takes = np.where(ev.kind[calls] == KITA, batch.rules.wall_per_set_aside[row], takes)
    return at_events(
        evidence,
        calls,
        left[calls] < takes,
        expected=lambda i: "a live tile" if takes[i] < 2 else f"{takes[i]} live tiles",
        actual=lambda i: name_of(evidence, int(calls[i])),
    )


@rule(
    "CL011", "call-not-in-the-rules", "seat {seat}: the rules have no {actual}", fields=("chi", "set_aside")
)
def call_not_in_the_rules(evidence: Evidence) -> Found:
    """Chi appears only under rules that have it, and only the kinds that they name are set aside.

    Why: three players have no chi, four set nothing aside; a red five is never a bonus tile to set aside.
    Example: chi in a three-player game.
    """
    batch, ev = evidence.batch, evidence.batch.events
    calls = events_of(evidence, kind_set(CHI, KITA))
    row = batch.rule[ev.round[calls]]
    aside = batch.rules.set_aside[row, np.minimum(KIND[ev.tile[calls]], KINDS - 1)] & ~IS_RED[ev.tile[calls]]
    allowed = np.where(ev.kind[calls] == CHI, batch.rules.chi[row], aside)
    return at_events(
        evidence,
        calls,
        ~allowed,
        actual=lambda i: f"{EVENT_KINDS[ev.kind[calls[i]]]} of {tile(ev.tile[calls[i]])}",
    )


@rule("CL013", "dead-hand-plays-on", "the hand of seat {seat} is dead since event {expected}, then: {actual}")
def dead_hand_plays_on(evidence: Evidence) -> Found:
    """A hand that is dead neither wins nor calls, and declares neither riichi nor kan.

    Why: it takes part only by drawing and discarding until the round is over.
    Example: a player whose hand was declared dead wins by ron.
    """
    batch, ev = evidence.batch, evidence.batch.events
    acts = events_of(evidence, _BARRED)
    since = first_of(batch, DEAD_HAND)[ev.round[acts], ev.seat[acts]]
    return at_events(
        evidence,
        acts,
        since < acts,
        expected=lambda i: str(since[i] - batch.first_event[ev.round[acts[i]]]),
        actual=lambda i: describe(evidence, int(acts[i])),
    )


@rule("CL014", "set-aside-from-the-hand-in-riichi", "seat {seat} is in riichi, draws {expected}: {actual}")
def set_aside_from_the_hand_in_riichi(evidence: Evidence) -> Found:
    """In riichi only the tile just drawn is set aside.

    Needs: the tile drawn before.
    Why: the hand is fixed from the declaration on.
    Example: riichi, then 3p is drawn and a North of the hand set aside.
    """
    ev = evidence.batch.events
    calls = events_of(evidence, kind_set(KITA))
    calls = calls[in_riichi(evidence, calls)]
    drawn = evidence.replay.turns.previous_move[calls]
    shown = (drawn >= 0) & (ev.kind[drawn] == DRAW) & (ev.tile[drawn] < UNKNOWN)
    checked, drawn = calls[shown], drawn[shown]
    return at_events(
        evidence,
        checked,
        KIND[ev.tile[checked]] != KIND[ev.tile[drawn]],
        expected=lambda i: tile(ev.tile[drawn[i]]),
        actual=lambda i: name_of(evidence, int(checked[i])),
        not_checkable=len(calls) - len(checked),
    )
