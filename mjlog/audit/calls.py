"""CL: calls, kan and kuikae."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.evidence import Evidence, tile
from mjlog.audit.registry import Found, at_events, rule
from mjlog.audit.tiles import not_in_hand, rows_of
from mjlog.replay.batch import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    IS_CALL,
    IS_KAN,
    IS_OPEN_CALL,
    KAKAN,
    KITA,
    PON,
    kind_set,
)
from mjlog.replay.melds import pon_of_kakan
from mjlog.replay.seating import previous_seat
from mjlog.replay.segments import running_sum
from mjlog.rulesets.table import code
from mjlog.rulesets.words import Kuikae
from mjlog.schema import EVENT_KINDS
from mjlog.tiles import KIND, KINDS, NO_TILE, NORTH

Array = NDArray[Any]

_LOCKED = kind_set(CHI, PON, DAIMINKAN, KAKAN)
_SIZE = np.zeros(256, dtype=np.int64)
_SIZE[[CHI, PON, DAIMINKAN, ANKAN, KAKAN, KITA]] = [2, 2, 3, 4, 1, 1]
_MAX_KANS = 4


def _where(evidence: Evidence, table: Array) -> NDArray[np.int64]:
    ev = evidence.batch.events
    return np.flatnonzero(table[ev.kind] & (ev.seat >= 0))


def _name(evidence: Evidence, event: int) -> str:
    ev = evidence.batch.events
    used = " ".join(tile(c) for c in ev.consumed[event] if c != NO_TILE)
    return f"{EVENT_KINDS[ev.kind[event]]} of {tile(ev.tile[event])} with {used or 'nothing'}"


@rule("CL001", "no-meld", "seat {seat}: {actual} is no meld")
def no_meld(evidence: Evidence) -> Found:
    """Called and own tiles form what the call says: a run, three or four equal tiles, a North.

    Why: a call with other tiles is recorded wrongly.
    Example: chi of 3m with 4m 6m.
    """
    ev = evidence.batch.events
    calls = _where(evidence, IS_CALL)
    kinds = KIND[ev.consumed[calls]]
    called = KIND[ev.tile[calls]]
    full = np.concatenate([kinds, called[:, None]], axis=1).astype(np.int64)
    full[full == NO_TILE] = 1000
    full.sort(axis=1)
    run = (full[:, 1] == full[:, 0] + 1) & (full[:, 2] == full[:, 1] + 1)
    run &= (full[:, 0] // 9 == full[:, 2] // 9) & (full[:, 2] < 27)
    same = ((kinds == called[:, None]) | (kinds == NO_TILE)).all(axis=1)
    shape = np.where(ev.kind[calls] == CHI, run, same) & ((ev.kind[calls] != KITA) | (called == NORTH))
    right_size = (kinds != NO_TILE).sum(axis=1) == _SIZE[ev.kind[calls]]
    return at_events(evidence, calls, ~(shape & right_size), actual=lambda i: _name(evidence, int(calls[i])))


@rule("CL002", "called-tile-differs", "seat {seat} calls {actual}, but {expected} was discarded")
def called_tile_differs(evidence: Evidence) -> Found:
    """The tile that is called is the one just discarded, red or plain.

    Why: either the call or the discard is recorded wrongly.
    Example: 6p is discarded and 7p called.
    """
    ev = evidence.batch.events
    calls = _where(evidence, IS_OPEN_CALL)
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

    Why: runs may be completed only with the discard before one's own turn.
    Example: seat 2 calls chi on a discard of seat 0.
    """
    batch, ev = evidence.batch, evidence.batch.events
    every = _where(evidence, kind_set(CHI))
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

    Why: as for a discard; red and plain fives are told apart.
    Example: pon of 5m with 5mr 5m by a hand without 5mr.
    """
    calls = _where(evidence, IS_CALL)
    checked, wrong = not_in_hand(evidence, calls)
    return at_events(
        evidence,
        checked,
        wrong,
        actual=lambda i: _name(evidence, int(checked[i])),
        not_checkable=len(calls) - len(checked),
    )


@rule("CL005", "kakan-without-pon", "seat {seat} adds {actual} to a pon that is not there")
def kakan_without_pon(evidence: Evidence) -> Found:
    """An added kan extends a pon of the same kind that its seat called before.

    Why: the pon is missing, or the kan is of another sort.
    Example: kakan of 1z by a seat that never called pon of 1z.
    """
    ev = evidence.batch.events
    added, known = pon_of_kakan(evidence.batch)
    return at_events(evidence, added, ~known, actual=lambda i: tile(ev.tile[added[i]]))


@rule("CL006", "kuikae", "seat {seat} discards {actual} right after {expected}", fields=("kuikae",))
def kuikae(evidence: Evidence) -> Found:
    """The discard after a chi or pon is neither the called kind nor, after a chi, its other end.

    Why: most rule sets forbid swap-calling; which part is forbidden is a field (EMA rules 2016, 3.3.5).
    Example: chi of 4m with 2m 3m, then 1m is discarded.
    """
    batch, ev = evidence.batch, evidence.batch.events
    discards = np.flatnonzero(ev.kind == DISCARD)
    call = evidence.replay.turns.previous_move[discards]
    after = (call >= 0) & kind_set(CHI, PON)[ev.kind[call]] & (ev.seat[call] == ev.seat[discards])
    discards, call = discards[after], call[after]
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
        expected=lambda i: _name(evidence, int(call[i])),
        actual=lambda i: tile(ev.tile[discards[i]]),
    )


def _in_riichi(evidence: Evidence, events: Array) -> NDArray[np.bool_]:
    ev = evidence.batch.events
    declared: NDArray[np.bool_] = evidence.replay.turns.riichi_at[ev.round[events], ev.seat[events]] < events
    return declared


@rule("CL007", "call-in-riichi", "seat {seat} is in riichi and calls {actual}")
def call_in_riichi(evidence: Evidence) -> Found:
    """A player in riichi calls nothing; only a concealed kan or a North is possible.

    Why: the hand is closed and fixed from the declaration on.
    Example: pon after riichi.
    """
    calls = _where(evidence, _LOCKED)
    return at_events(
        evidence, calls, _in_riichi(evidence, calls), actual=lambda i: _name(evidence, int(calls[i]))
    )


@rule(
    "CL008",
    "riichi-ankan-changes-waits",
    "seat {seat} is in riichi; {actual} changes the waits or uses no drawn tile",
)
def riichi_ankan_changes_waits(evidence: Evidence) -> Found:
    """A concealed kan after riichi uses the tile just drawn and leaves the waits as they were.

    Why: the hand may not change after riichi (Tenhou manual; EMA rules 2016, 3.3.14).
    Example: hand 111m 23m ... in riichi draws 1m; the kan would lose the 1m-4m wait.
    """
    ev, replay = evidence.batch.events, evidence.replay
    kans = _where(evidence, kind_set(ANKAN))
    kans = kans[_in_riichi(evidence, kans)]
    rows = rows_of(evidence, kans)
    known = replay.hands.known[rows]
    checked, rows = kans[known], rows[known]
    drawn = replay.turns.previous_move[checked]
    uses_drawn = (drawn >= 0) & (KIND[ev.tile[drawn]] == KIND[ev.tile[checked]])
    same_waits = replay.waits[rows] == replay.waits[rows - 2]
    return at_events(
        evidence,
        checked,
        ~(uses_drawn & same_waits),
        actual=lambda i: _name(evidence, int(checked[i])),
        not_checkable=len(kans) - len(checked),
    )


@rule("CL009", "call-on-the-last-tile", "seat {seat}: {actual} when no live tile is left", fields=fields.WALL)
def call_on_the_last_tile(evidence: Evidence) -> Found:
    """The last discard can only be won on, and a kan or North needs a live tile to replace it.

    Why: there would be nothing left to draw or discard against (Tenhou manual).
    Example: pon of the last discard.
    """
    calls = _where(evidence, IS_CALL)
    return at_events(
        evidence,
        calls,
        evidence.replay.turns.live_tiles[calls] <= 0,
        actual=lambda i: _name(evidence, int(calls[i])),
    )


@rule("CL010", "fifth-kan", "seat {seat} makes the {actual}th kan of the round")
def fifth_kan(evidence: Evidence) -> Found:
    """No more than four kans are made in a round.

    Why: the dead wall holds four replacement tiles.
    Example: a kan by one player after four kans of another.
    """
    batch, ev = evidence.batch, evidence.batch.events
    number = running_sum(IS_KAN[ev.kind].astype(np.int32), batch.first_event[:-1], np.diff(batch.first_event))
    kans = _where(evidence, IS_KAN)
    return at_events(
        evidence,
        kans,
        number[kans] > _MAX_KANS,
        expected=lambda _: "4",
        actual=lambda i: str(number[kans[i]]),
    )


@rule(
    "CL011", "call-not-in-the-rules", "seat {seat}: the rules have no {actual}", fields=("chi", "set_aside")
)
def call_not_in_the_rules(evidence: Evidence) -> Found:
    """Chi and set-aside Norths appear only under rules that have them.

    Why: three players have no chi, four no North set aside.
    Example: chi in a three-player game.
    """
    batch, ev = evidence.batch, evidence.batch.events
    calls = _where(evidence, kind_set(CHI, KITA))
    row = batch.rule[ev.round[calls]]
    allowed = np.where(
        ev.kind[calls] == CHI,
        batch.rules.chi[row],
        batch.rules.set_aside[row, np.minimum(KIND[ev.tile[calls]], KINDS - 1)],
    )
    return at_events(evidence, calls, ~allowed, actual=lambda i: EVENT_KINDS[ev.kind[calls[i]]])
