"""FT: furiten."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.evidence import Evidence, tile
from mjlog.audit.registry import Found, rule
from mjlog.replay.batch import DISCARD, Batch
from mjlog.tiles import KIND, KINDS

Array = NDArray[Any]


def _ron(evidence: Evidence) -> tuple[Array, Array]:
    """Wins by ron of hands whose waits are known before the win, and those of others."""
    rescored = evidence.rescored
    known, ron = rescored.is_known & rescored.is_replayed, ~rescored.wins.is_tsumo
    return np.flatnonzero(ron & known), np.flatnonzero(ron & ~known)


def _kinds(mask: Any) -> str:
    return " ".join(tile(k) for k in range(KINDS) if int(mask) >> k & 1)


def _found(evidence: Evidence, checked: Array, skipped: Array, wrong: Array, reason: Any) -> Found:
    wins = evidence.rescored.wins
    hits = checked[wrong]
    return Found(
        checked=len(checked),
        not_checkable=len(skipped),
        round=wins.round[hits],
        event=wins.event[hits],
        seat=wins.seat[hits],
        expected=["no ron"] * len(hits),
        actual=[reason(int(w)) for w in hits],
    )


def _last_discard_of(batch: Batch, number: int, seat: int, kinds: int) -> int:
    """Position in round `number` of a seat's last discard of one of `kinds` (a kind mask); -1 for none."""
    start, stop = batch.first_event[number : number + 2]
    ev = batch.events
    tiles = KIND[ev.tile[start:stop]].astype(np.uint64)
    among = (np.uint64(kinds) >> np.minimum(tiles, 63)) & np.uint64(1) == 1
    hits = np.flatnonzero((ev.kind[start:stop] == DISCARD) & (ev.seat[start:stop] == seat) & among)
    return int(hits[-1]) if len(hits) else -1


@rule(
    "FT001",
    "ron-on-own-discard",
    "seat {seat} wins by ron while furiten: {actual}",
    fields=fields.WAITS,
)
def ron_on_own_discard(evidence: Evidence) -> Found:
    """No ron while any wait of the hand is among the seat's own discards, called ones included.

    Needs: a winning hand whose tiles the log shows before the win.
    Why: furiten covers all waits, not only the tile discarded (EMA rules 2016, 3.3.10).
    Example: waits 1m 4m 7m, own river has 7m, ron on 1m.
    """
    checked, skipped = _ron(evidence)
    wins, furiten = evidence.rescored.wins, evidence.replay.furiten
    at, seat = wins.offered[checked], wins.seat[checked]

    def reason(win: int) -> str:
        mask = furiten.waits[wins.offered[win], wins.seat[win]]
        thrown = mask & furiten.discards[wins.offered[win], wins.seat[win]]
        event = _last_discard_of(evidence.batch, wins.round[win], wins.seat[win], int(thrown))
        return f"waits {_kinds(mask)}, own discard {_kinds(thrown)} (event {event})"

    return _found(evidence, checked, skipped, furiten.own_discard[at, seat], reason)


def _passed_text(evidence: Evidence, at: int, seat: int) -> str:
    """What a seat waits for before the event `at`, and the last winning tile that it let pass."""
    batch, furiten = evidence.batch, evidence.replay.furiten
    event = int(furiten.passed[at, seat])
    position = event - int(batch.first_event[batch.events.round[event]])
    verb = "discard" if batch.events.kind[event] == DISCARD else "kan or set-aside tile"
    passed, by = tile(batch.events.tile[event]), batch.events.seat[event]
    waits = _kinds(furiten.waits[at, seat])
    return f"waits {waits}, passed {passed}, a {verb} of seat {by} (event {position})"


def _passed(evidence: Evidence, win: int) -> str:
    wins = evidence.rescored.wins
    return _passed_text(evidence, int(wins.offered[win]), int(wins.seat[win]))


@rule(
    "FT002",
    "ron-after-passing",
    "seat {seat} wins by ron in temporary furiten: {actual}",
    fields=("temporary_furiten_until", *fields.PASSED),
)
def ron_after_passing(evidence: Evidence) -> Found:
    """No ron after a winning tile passed, until the seat's own next discard, draw or call, as the rules say.

    Needs: a winning hand whose tiles the log shows before the win.
    Why: a tile that completes the hand counts as passed even when the hand has no yaku with it.
    Example: waits 3p 6p, 3p is discarded and not won on, then ron on 6p in the same go-around.
    """
    checked, skipped = _ron(evidence)
    wins, furiten = evidence.rescored.wins, evidence.replay.furiten
    at, seat = wins.offered[checked], wins.seat[checked]
    wrong = furiten.temporary[at, seat] & ~furiten.riichi[at, seat]
    return _found(evidence, checked, skipped, wrong, lambda win: _passed(evidence, win))


@rule(
    "FT003",
    "ron-after-passing-in-riichi",
    "seat {seat} wins by ron in riichi furiten: {actual}",
    fields=fields.PASSED,
)
def ron_after_passing_in_riichi(evidence: Evidence) -> Found:
    """No ron in the rest of the round once a winning tile passed after the own riichi.

    Needs: a winning hand whose tiles the log shows before the win.
    Why: in riichi the furiten of a passed tile is permanent.
    Example: riichi, the winning tile is discarded and passed; the next one is won on.
    """
    checked, skipped = _ron(evidence)
    wins, furiten = evidence.rescored.wins, evidence.replay.furiten
    at, seat = wins.offered[checked], wins.seat[checked]
    return _found(evidence, checked, skipped, furiten.riichi[at, seat], lambda win: _passed(evidence, win))
