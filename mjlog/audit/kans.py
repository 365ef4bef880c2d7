"""CL, continued: kans."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit.calls import events_of, in_riichi, name_of
from mjlog.audit.evidence import Evidence, tile
from mjlog.audit.registry import Found, at_events, rule
from mjlog.audit.tiles import rows_of
from mjlog.lookup.hands import SUIT_OF, WEIGHT
from mjlog.replay.batch import ANKAN, CHI, IS_KAN, KAKAN, PON, kind_set
from mjlog.replay.melds import melds_at, pon_of_kakan
from mjlog.rulesets.standard import MAX_KANS
from mjlog.rulesets.table import code
from mjlog.rulesets.words import AnkanInRiichi
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.kinds import of_kind, touches
from mjlog.scoring.readings import readings_of
from mjlog.tables import position_in_group
from mjlog.tiles import KIND, KINDS

Array = NDArray[Any]

_CALLED = kind_set(CHI, PON)
_OWN_KANS = kind_set(ANKAN, KAKAN)


@rule("CL005", "kakan-without-pon", "seat {seat} adds {actual} to a pon that is not there")
def kakan_without_pon(evidence: Evidence) -> Found:
    """An added kan extends a pon of the same kind that its seat called before.

    Why: the pon is missing, or the kan is of another sort.
    Example: kakan of 1z by a seat that never called pon of 1z.
    """
    ev = evidence.batch.events
    added, known = pon_of_kakan(evidence.batch)
    return at_events(evidence, added, ~known, actual=lambda i: tile(ev.tile[added[i]]))


@rule(
    "CL008",
    "ankan-in-riichi",
    "seat {seat} is in riichi: {actual}",
    fields=("ankan_in_riichi",),
)
def ankan_in_riichi(evidence: Evidence) -> Found:
    """A concealed kan after riichi is allowed, uses the tile just drawn and changes nothing.

    Needs: a hand whose tiles the log shows.
    Why: the hand may not change after riichi: its waits (Tenhou manual; EMA rules 2016, 3.3.14) and, by
    strict rules, its readings, the three tiles being a triplet however the hand is read; some tables
    allow no kan at all.
    Example: hand 111m 23m ... in riichi draws 1m; the kan would lose the 1m-4m wait.
    """
    batch, ev, replay = evidence.batch, evidence.batch.events, evidence.replay
    kans = events_of(evidence, kind_set(ANKAN))
    kans = kans[in_riichi(evidence, kans)]
    level = batch.rules.ankan_in_riichi[batch.rule[ev.round[kans]]]
    forbidden = level == code(AnkanInRiichi.FORBIDDEN)
    rows = rows_of(evidence, kans)
    checkable = replay.hands.known[rows] | forbidden
    checked, rows, forbidden = kans[checkable], rows[checkable], forbidden[checkable]
    drawn = replay.turns.previous_move[checked]
    other_tile = (drawn < 0) | (KIND[ev.tile[drawn]] != KIND[ev.tile[checked]])
    new_waits = replay.waits[rows] != replay.waits[rows - 2]
    new_readings = np.zeros(len(checked), dtype=bool)
    strict = np.flatnonzero(level[checkable] == code(AnkanInRiichi.SAME_READINGS))
    new_readings[strict] = ~_is_triplet_in_every_reading(evidence, checked[strict], rows[strict] - 2)
    reasons = [
        (forbidden, "is forbidden"),
        (other_tile, "uses no drawn tile"),
        (new_waits, "changes the waits"),
        (new_readings, "changes the readings"),
    ]
    return at_events(
        evidence,
        checked,
        np.logical_or.reduce([wrong for wrong, _ in reasons]),
        actual=lambda i: f"{name_of(evidence, int(checked[i]))} {next(t for w, t in reasons if w[i])}",
        not_checkable=len(kans) - len(checked),
    )


def _is_triplet_in_every_reading(evidence: Evidence, kans: Array, rows: Array) -> NDArray[np.bool_]:
    """(k,) whether the kind of each kan is a triplet in all readings of the hand with each of its waits.

    Args:
        evidence: the batch under audit.
        kans: (k,) concealed kans.
        rows: (k,) hand rows of 13 tiles, before the fourth tile was drawn.
    """
    ev, hands = evidence.batch.events, evidence.replay.hands
    types, kinds = melds_at(evidence.replay.melds, hands.segment[rows], kans)
    kan, wait = np.nonzero(evidence.replay.waits[rows, None] & of_kind(np.arange(KINDS, dtype=np.uint8)))
    suits = hands.suits[rows[kan]]
    suits[np.arange(len(kan)), SUIT_OF[wait]] += WEIGHT[wait]
    complete = WinningHands.of(
        suits=suits, win_kind=wait, meld_type=types[kan], meld_kind=kinds[kan], is_tsumo=np.ones(len(kan))
    )
    readings = readings_of(complete)
    triplet = touches(readings.triplets, of_kind(KIND[ev.tile[kans]])[kan[readings.hand]])
    always = np.ones(len(kans), dtype=bool)
    always[kan[readings.hand[~triplet]]] = False
    return always


@rule("CL010", "fifth-kan", "seat {seat} makes the {actual}th kan of the round")
def fifth_kan(evidence: Evidence) -> Found:
    """No more than four kans are made in a round.

    Why: the dead wall holds four replacement tiles.
    Example: a kan by one player after four kans of another.
    """
    ev = evidence.batch.events
    every = evidence.rarer_events[IS_KAN.take(evidence.rarer_kinds)]
    of_seat = ev.seat[every] >= 0
    kans, number = every[of_seat], position_in_group(ev.round[every])[of_seat] + 1
    return at_events(
        evidence,
        kans,
        number > MAX_KANS,
        expected=lambda _: "4",
        actual=lambda i: str(number[i]),
    )


@rule("CL012", "kan-without-draw", "seat {seat} declares {actual} right after {expected}")
def kan_without_draw(evidence: Evidence) -> Found:
    """A concealed or added kan is declared after the own draw, never right after a chi or pon.

    Why: who calls a tile discards without drawing, and a kan needs a turn with a draw (EMA rules
    2016, 3.3.7 and 3.3.8).
    Example: pon of 5p, then a concealed kan of 1m before the discard.
    """
    ev = evidence.batch.events
    kans = events_of(evidence, _OWN_KANS)
    before = evidence.replay.turns.previous_move[kans]
    wrong = (before >= 0) & _CALLED[ev.kind[before]] & (ev.seat[before] == ev.seat[kans])
    return at_events(
        evidence,
        kans,
        wrong,
        expected=lambda i: name_of(evidence, int(before[i])),
        actual=lambda i: name_of(evidence, int(kans[i])),
    )
