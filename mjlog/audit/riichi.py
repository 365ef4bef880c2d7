"""RI: riichi."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.calls import events_of
from mjlog.audit.chombo import riichi_faults
from mjlog.audit.evidence import Evidence, tile
from mjlog.audit.registry import Found, at_events, rule
from mjlog.audit.turns import next_move, with_discard
from mjlog.replay.batch import (
    ABORTIVE_DRAW,
    DISCARD,
    DRAW,
    OPEN_RIICHI,
    RIICHI,
    RIICHI_ACCEPTED,
    WIN,
    kind_set,
)
from mjlog.replay.melds import MELD_ANKAN, MELD_CHI, NEVER, melds_at
from mjlog.replay.side_payments import side_payments
from mjlog.rulesets.standard import SEATS
from mjlog.rulesets.table import code
from mjlog.rulesets.words import Chombo, FuritenRiichi

Array = NDArray[Any]


def _declarations(evidence: Evidence) -> NDArray[np.int64]:
    return events_of(evidence, kind_set(RIICHI))


@rule("RI001", "riichi-with-open-hand", "seat {seat} declares riichi with an open hand")
def riichi_with_open_hand(evidence: Evidence) -> Found:
    """Riichi is declared with a closed hand; concealed kans keep it closed.

    Why: riichi is a closed-hand yaku in every rule set.
    Example: riichi after a pon.
    """
    declared, ev = _declarations(evidence), evidence.batch.events
    types, _ = melds_at(evidence.replay.melds, ev.round[declared] * 4 + ev.seat[declared], declared)
    is_open = ((types >= MELD_CHI) & (types != MELD_ANKAN)).any(axis=1)
    return at_events(evidence, declared, is_open)


@rule(
    "RI002",
    "noten-riichi",
    "seat {seat} declares riichi but is not tenpai after discarding {actual}",
    fields=fields.WAITS,
)
def noten_riichi(evidence: Evidence) -> Found:
    """The hand waits for at least one kind after the declaration discard.

    Needs: the discard of the declaration, and a hand whose tiles the log shows.
    Why: a riichi without tenpai is chombo; a kind of which the hand holds all four is no wait.
    Example: riichi with a hand two tiles from completion.
    """
    ev, replay = evidence.batch.events, evidence.replay
    every = _declarations(evidence)
    declared, discard = with_discard(evidence, every)
    rows = replay.hands.row_after[discard, ev.seat[discard]]
    known = replay.hands.known[rows]
    checked, discard, rows = declared[known], discard[known], rows[known]
    return at_events(
        evidence,
        checked,
        replay.waits[rows] == 0,
        expected=lambda _: "a tenpai hand",
        actual=lambda i: tile(ev.tile[discard[i]]),
        not_checkable=len(every) - len(checked),
    )


@rule(
    "RI003",
    "riichi-near-the-end",
    "seat {seat} declares riichi with {actual} live tiles left; {expected} are needed",
    fields=("riichi_min_wall", *fields.WALL),
)
def riichi_near_the_end(evidence: Evidence) -> Found:
    """Enough live tiles are left at the declaration.

    Why: most rule sets ask that the player can draw once more.
    Example: riichi with 3 live tiles left where 4 are needed.
    """
    batch, left = evidence.batch, evidence.replay.turns.live_tiles
    declared = _declarations(evidence)
    needed = batch.rules.riichi_min_wall[batch.rule[batch.events.round[declared]]]
    return at_events(
        evidence,
        declared,
        left[declared] < needed,
        expected=lambda i: str(needed[i]),
        actual=lambda i: str(left[declared[i]]),
    )


@rule(
    "RI004",
    "riichi-without-points",
    "seat {seat} declares riichi with {actual} points; {expected} are needed",
    fields=("riichi_min_score",),
    columns=("rounds.start_scores",),
)
def riichi_without_points(evidence: Evidence) -> Found:
    """The player has the points that a declaration asks for, bonuses and penalties of the round included.

    Needs: the scores at the deal.
    Why: the stick must be paid.
    Example: riichi with 900 points.
    """
    batch, ev = evidence.batch, evidence.batch.events
    every = _declarations(evidence)
    declared = every[batch.has_scores[ev.round[every]]]
    score = batch.start_scores[ev.round[declared], ev.seat[declared]]
    paid = side_payments(batch)
    if len(paid.event):
        score = score + paid.before(batch, declared)[np.arange(len(declared)), ev.seat[declared]]
    needed = batch.rules.riichi_min_score[batch.rule[ev.round[declared]]]
    return at_events(
        evidence,
        declared,
        score < needed,
        expected=lambda i: str(needed[i]),
        actual=lambda i: str(score[i]),
        not_checkable=len(every) - len(declared),
    )


def _discards_in_riichi(evidence: Evidence) -> NDArray[np.int64]:
    """(k,) discards after the one that the riichi of their seat was declared with."""
    ev, hands, course = evidence.batch.events, evidence.replay.hands, evidence.replay.turns
    number, seat = np.nonzero(course.riichi_at < NEVER)
    declared = course.riichi_at[number, seat]
    begin = hands.row_after[declared, seat] + 1
    lengths = np.append(hands.first_row, len(hands.event))[number * SEATS + seat + 1] - begin
    rows = np.arange(lengths.sum()) + np.repeat(begin - np.cumsum(lengths) + lengths, lengths)
    thrown = hands.discards[rows] - np.repeat(hands.discards[begin - 1], lengths)
    later = (thrown > 1) & (ev.kind[hands.event[rows]] == DISCARD)
    return np.sort(hands.event[rows[later]])


@rule("RI005", "hand-changed-in-riichi", "seat {seat} is in riichi, draws {expected} and discards {actual}")
def hand_changed_in_riichi(evidence: Evidence) -> Found:
    """After riichi every discard is the tile just drawn.

    Needs: the tile drawn before the discard.
    Why: the hand is fixed from the declaration on.
    Example: riichi, then 3p drawn and 7s discarded from the hand.
    """
    ev = evidence.batch.events
    discards = _discards_in_riichi(evidence)
    drawn = evidence.replay.turns.previous_move[discards]
    after_draw = (drawn >= 0) & (ev.kind[drawn] == DRAW)
    discards, drawn = discards[after_draw], drawn[after_draw]
    shown = ev.tile[drawn] < 37
    checked, drawn = discards[shown], drawn[shown]
    wrong = (ev.tile[checked] != ev.tile[drawn]) | (ev.tsumogiri[checked] == 0)
    return at_events(
        evidence,
        checked,
        wrong,
        expected=lambda i: tile(ev.tile[drawn[i]]),
        actual=lambda i: (
            tile(ev.tile[checked[i]]) + (" from the hand" if ev.tsumogiri[checked[i]] == 0 else "")
        ),
        not_checkable=len(discards) - len(checked),
    )


@rule(
    "RI006",
    "stick-not-as-declared",
    "seat {seat}: the riichi stick is {actual}; by the rules it is {expected}",
)
def stick_not_as_declared(evidence: Evidence) -> Found:
    """A declaration whose discard nobody wins on is paid at once; one that is won on is not paid.

    Needs: what happens after the discard of the declaration.
    Why: the stick is put down when the declaration tile has passed (Tenhou manual; EMA rules 2016, 3.3.13).
    Example: the declaration tile is ronned and the stick paid all the same.
    """
    ev, course = evidence.batch.events, evidence.replay.turns
    every = _declarations(evidence)
    declared, discard = with_discard(evidence, every)
    after = next_move(evidence, discard)
    declared, discard, after = declared[after >= 0], discard[after >= 0], after[after >= 0]
    paid = course.accepted_at[ev.round[declared], ev.seat[declared]]
    is_paid = (paid > discard) & (paid < after)
    passed = _passes(evidence, after)
    return at_events(
        evidence,
        declared,
        is_paid != passed,
        expected=lambda i: "paid" if passed[i] else "not paid",
        actual=lambda i: "paid" if is_paid[i] else "not paid in time",
        not_checkable=len(every) - len(declared),
    )


def _passes(evidence: Evidence, after: Array) -> NDArray[np.bool_]:
    """(k,) whether the discard before the move `after` was won on by nobody (triple ron included)."""
    ev = evidence.batch.events
    triple_ron = (ev.kind[after] == ABORTIVE_DRAW) & evidence.rescored.triple_ron[ev.round[after]]
    won = (ev.kind[after] == WIN) | triple_ron
    passes: NDArray[np.bool_] = ~won
    return passes


@rule("RI007", "stick-without-declaration", "seat {seat} pays a riichi stick without having declared riichi")
def stick_without_declaration(evidence: Evidence) -> Found:
    """Every stick that is paid follows a declaration of the same seat.

    Why: the declaration is missing, or the stick belongs to another seat.
    Example: a paid stick where nobody declared riichi.
    """
    ev = evidence.batch.events
    paid = events_of(evidence, kind_set(RIICHI_ACCEPTED))
    declared = evidence.replay.turns.riichi_at[ev.round[paid], ev.seat[paid]]
    return at_events(evidence, paid, declared > paid)


@rule("RI008", "riichi-out-of-turn", "seat {seat} declares riichi {actual}")
def riichi_out_of_turn(evidence: Evidence) -> Found:
    """A seat declares riichi once a round, after its own draw and right before its own discard.

    Why: the declaration belongs to a discard of the same seat.
    Example: two declarations by one seat.
    """
    ev, course = evidence.batch.events, evidence.replay.turns
    declared = _declarations(evidence)
    first = course.riichi_at[ev.round[declared], ev.seat[declared]]
    before, after = course.previous_move[declared], next_move(evidence, declared)
    own_draw = (before >= 0) & (ev.kind[before] == DRAW) & (ev.seat[before] == ev.seat[declared])
    at = np.maximum(after, 0)
    own_discard = (after < 0) | ((ev.kind[at] == DISCARD) & (ev.seat[at] == ev.seat[declared]))
    reasons = [
        (first < declared, "twice"),
        (~own_draw, "not after its own draw"),
        (~own_discard, "without a discard"),
    ]
    wrong = np.logical_or.reduce([w for w, _ in reasons])
    return at_events(
        evidence,
        declared,
        wrong,
        actual=lambda i: ", ".join(text for w, text in reasons if w[i]),
    )


@rule("RI009", "open-riichi-not-allowed", "seat {seat} shows its waits {actual}", fields=("open_riichi",))
def open_riichi_not_allowed(evidence: Evidence) -> Found:
    """Waiting tiles are shown once, with the declaration of riichi, where the rules know open riichi.

    Why: an open riichi is worth more, and whoever deals into it pays more.
    Example: a player in riichi shows the waiting tiles one turn later.
    """
    batch, ev, course = evidence.batch, evidence.batch.events, evidence.replay.turns
    opened = events_of(evidence, kind_set(OPEN_RIICHI))
    number, seat = ev.round[opened], ev.seat[opened]
    declared = course.riichi_at[number, seat]
    with_it = (declared < opened) & (
        course.previous_move[np.minimum(declared, opened)] == course.previous_move[opened]
    )
    unknown = ~batch.rules.open_riichi[batch.rule[number]] & evidence.states("open_riichi")[number]
    reasons = [
        (unknown, "under rules without open riichi"),
        (course.opened_at[number, seat] < opened, "twice"),
        (declared > opened, "without having declared riichi"),
        ((declared < opened) & ~with_it, "after its declaration"),
    ]
    return at_events(
        evidence,
        opened,
        np.logical_or.reduce([wrong for wrong, _ in reasons]),
        actual=lambda i: ", ".join(text for wrong, text in reasons if wrong[i]),
    )


@rule(
    "RI010",
    "furiten-riichi-not-allowed",
    "seat {seat} declares riichi in furiten: {actual}",
    fields=("furiten_riichi", "chombo", *fields.WAITS),
)
def furiten_riichi_not_allowed(evidence: Evidence) -> Found:
    """Riichi in furiten is declared as the rules allow: with the waiting tiles shown, or not at all.

    Needs: a hand whose tiles the log shows.
    Why: some tables forbid it.  Where rules have chombo the declaration is free, and the end of the
    round shows the fault (EN010).
    Example: the own river holds 3p, and riichi is declared with waits 3p 6p.
    """
    batch = evidence.batch
    declared = _declarations(evidence)
    number, seat = batch.events.round[declared], batch.events.seat[declared]
    barred = batch.rules.furiten_riichi != code(FuritenRiichi.ALLOWED)
    barred &= batch.rules.chombo == code(Chombo.NONE)
    kept = barred[batch.rule[number]]
    declared, number, seat = declared[kept], number[kept], seat[kept]
    if not len(declared):
        return Found(checked=0)
    faults = riichi_faults(evidence)
    known = np.flatnonzero(faults.is_known[number, seat])
    checked = declared[known]
    opened = evidence.replay.turns.opened_at[number[known], seat[known]] < NEVER
    return at_events(
        evidence,
        checked,
        faults.furiten_riichi[number, seat][known],
        actual=lambda i: "waiting tiles shown" if opened[i] else "waiting tiles not shown",
        not_checkable=len(declared) - len(checked),
    )
