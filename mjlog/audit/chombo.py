"""EN: rounds that grave faults should have ended, and chombo that nothing accounts for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.evidence import Evidence, seat_text
from mjlog.audit.registry import Found, at_rounds, rule
from mjlog.audit.turns import with_discard
from mjlog.lookup.hands import counts_from_suits
from mjlog.replay.batch import DEAD_HAND, RIICHI
from mjlog.replay.melds import NEVER
from mjlog.replay.turns import first_of
from mjlog.rulesets.standard import SEATS
from mjlog.rulesets.table import code
from mjlog.rulesets.words import Chombo, FuritenRiichi
from mjlog.tiles import KIND_BIT, KINDS

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class _Faults:
    """Faults of riichi that the rules punish by chombo; all (rounds, 4)."""

    is_known: NDArray[np.bool_]
    """Whether the seat declared riichi, and the log shows its hand then."""
    furiten_riichi: NDArray[np.bool_]
    """Riichi in furiten that the rules do not allow; chombo when the seat wins or the round is drawn."""
    passed_win: NDArray[np.bool_]
    """A winning tile passed in riichi that was not in furiten; chombo when the round is drawn.

    Hands with tiles that are bound to some yaku are left out: the tile may not have won.
    """
    noten_riichi: NDArray[np.bool_]
    """Riichi without tenpai; chombo when the round is drawn."""

    @property
    def any_of_them(self) -> NDArray[np.bool_]:
        """Whether the seat is at fault."""
        return self.furiten_riichi | self.passed_win | self.noten_riichi

    def named(self, number: int, seat: int) -> str:
        """The faults of one seat in words."""
        words = ("furiten_riichi", "passed_win", "noten_riichi")
        return ", ".join(w.replace("_", " ") for w in words if getattr(self, w)[number, seat])


def riichi_faults(evidence: Evidence) -> _Faults:
    """Judge every riichi: right after its discard, and at the end of its round."""
    batch, replay = evidence.batch, evidence.replay
    ev, rules = batch.events, batch.rules
    shape = (batch.n_rounds, SEATS)
    known, furiten, passed, noten = (np.zeros(shape, dtype=bool) for _ in range(4))
    declared = np.flatnonzero((ev.kind == RIICHI) & (ev.seat >= 0))
    declared, at = with_discard(evidence, declared)
    row = replay.hands.row_after[at, ev.seat[at]]
    usable = replay.hands.known[row] & (at + 1 < batch.first_event[ev.round[at] + 1])
    declared, at, row = declared[usable], at[usable], row[usable]
    number, seat = ev.round[declared], ev.seat[declared]
    known[number, seat] = True
    in_furiten = replay.furiten.own_discard[at + 1, seat]
    allowed = np.zeros((len(FuritenRiichi), len(declared)), dtype=bool)
    allowed[code(FuritenRiichi.ALLOWED)] = True
    allowed[code(FuritenRiichi.OPEN_ONLY)] = replay.turns.opened_at[number, seat] <= at
    kind = rules.furiten_riichi[batch.rule[number]]
    furiten[number, seat] = in_furiten & ~allowed[kind, np.arange(len(declared))]
    last = batch.first_event[number + 1] - 1
    went_by = replay.furiten.riichi[last, seat] | replay.furiten.own_discard[last, seat]
    passed[number, seat] = went_by & ~in_furiten & rules.passed_win_chombo[batch.rule[number]]
    passed[number, seat] &= ~_has_bound_tiles(evidence, number, row)
    noten[number, seat] = replay.waits[row] == 0
    passed &= first_of(batch, DEAD_HAND) == NEVER
    return _Faults(known, furiten, passed, noten)


def _has_bound_tiles(evidence: Evidence, number: Array, row: Array) -> NDArray[np.bool_]:
    """(k,) whether hand rows hold or wait for kinds that only some yaku can win with."""
    rules = evidence.batch.rules
    if not rules.is_bound.any():
        return np.zeros(len(row), dtype=bool)
    replay = evidence.replay
    waits = replay.waits[row][:, None] & KIND_BIT[:KINDS]
    concerned = (counts_from_suits(replay.hands.suits[row]) > 0) | (waits != 0)
    bound: NDArray[np.bool_] = (concerned & rules.is_bound[evidence.batch.rule[number]]).any(axis=1)
    return bound


@rule(
    "EN010",
    "chombo-not-taken",
    "{expected} of seat {seat} is chombo; the log ends the round by {actual}",
    fields=fields.FAULTS,
)
def chombo_not_taken(evidence: Evidence) -> Found:
    """A round that is drawn, or won by the player at fault, ends by chombo if riichi was at fault.

    Needs: the hand of the player in riichi.
    Why: a draw shows riichi without tenpai, and in some houses riichi in furiten, or letting a winning
    tile pass in riichi, is chombo (東天紅ルール詳細).
    Example: a furiten riichi that is not open wins by tsumo where only open riichi may be in furiten.
    """
    batch, rescored = evidence.batch, evidence.rescored
    punishes = batch.rules.chombo[batch.rule] != code(Chombo.NONE)
    drawn, won = np.zeros((2, batch.n_rounds, SEATS), dtype=bool)
    drawn[rescored.draws.round[rescored.draws.is_exhaustive]] = True
    won[rescored.wins.round, rescored.wins.seat] = True
    concerned = punishes[:, None] & (drawn | won) & (evidence.replay.turns.riichi_at < NEVER)
    if not concerned.any():
        return Found(checked=0)
    faults = riichi_faults(evidence)
    number, seat = np.nonzero(concerned & faults.is_known)
    at_fault = faults.furiten_riichi | (drawn & (faults.passed_win | faults.noten_riichi))
    return at_rounds(
        number,
        at_fault[number, seat],
        seats=seat,
        expected=lambda i: faults.named(number[i], seat[i]),
        actual=lambda i: "a win" if won[number[i], seat[i]] else "a draw",
        not_checkable=int((concerned & ~faults.is_known).sum()),
    )


@rule(
    "EN011",
    "chombo-without-reason",
    "the log ends the round by chombo of {actual}; the rules know {expected}",
    fields=("chombo",),
)
def chombo_without_reason(evidence: Evidence) -> Found:
    """Chombo ends a round only where the rules know it, and only a player of the round commits it.

    Needs: a fault in riichi; most others leave no trace in a log.
    Why: most faults happen at the table and leave no trace in a log; those of riichi do.
    Example: chombo in a game whose rules have none.
    """
    batch, draws = evidence.batch, evidence.rescored.draws
    every = np.flatnonzero(draws.is_chombo)
    if not len(every):
        return Found(checked=0)
    number = draws.round[every]
    unknown_to_rules = batch.rules.chombo[batch.rule[number]] == code(Chombo.NONE)
    not_there = (draws.offends[every] & ~batch.present[number]).any(axis=1)
    shown = (draws.offends[every] & riichi_faults(evidence).any_of_them[number]).any(axis=1)
    rows = np.flatnonzero(unknown_to_rules | not_there | shown)
    return at_rounds(
        number[rows],
        (unknown_to_rules | not_there)[rows],
        expected=lambda i: "no chombo" if unknown_to_rules[rows[i]] else "that of a player of the round",
        actual=lambda i: " ".join(map(seat_text, np.flatnonzero(draws.offends[every[rows[i]]]))) or "nobody",
        not_checkable=len(every) - len(rows),
    )
