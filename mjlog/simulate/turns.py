"""The best discard: the chance to win, the worth of the hand, the danger; for many games at once.

Everything is made of whole numbers and elementwise float arithmetic, so that the answers are the same
on every machine and however many questions are answered together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.table import RulesetTable
from mjlog.simulate.danger import risks
from mjlog.simulate.outlook import View
from mjlog.simulate.questions import ONE_MORE, Play, Suits, accepted_by, all_waits, distances
from mjlog.simulate.stakes import Stakes, worth_of
from mjlog.tiles import EAST, IS_YAOCHUU, KIND_BIT, KINDS

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

NEARER: Final = np.array([1.0, 0.42, 0.18, 0.075, 0.03, 0.013, 0.005])
"""Chance that the later steps succeed, by shanten."""
_FEAR: Final = 1.5
"""How much more than its danger a discard costs that must be followed by others as dangerous."""
_FURITEN: Final = 0.4
"""What is left of a wait on which only a tsumo wins."""
_LAST_DRAWS: Final = 3
"""Own draws left from which on noten payments come into sight."""
_SET_UNITS: Final = np.array([0.0, 0.0, 0.25, 1.0, 1.0])
"""Part of the worth of a triplet, by tiles held."""
_KIND: Final = np.arange(KINDS)
_IS_HONOUR: Final = _KIND >= EAST
_CHARM: Final = np.where(_IS_HONOUR, 0.0, 8.0 + 4.0 * np.minimum(np.minimum(_KIND % 9, 8 - _KIND % 9), 2))
"""Why a tile is kept when all else is equal: what may grow around it."""
_HONOUR_CHARM, _DORA_CHARM = 6.0, 25.0
_DRAW_BITS: Final = 6
"""Binary digits of the number of draws that a player has at most."""


class Special(NamedTuple):
    """A kan that might be made: the hand after it."""

    hand: Suits
    fit: Suits
    """The tiles of it that the player wants to keep."""
    melds: int


class Turn(NamedTuple):
    """Which discard is best?"""

    counts: bytearray
    """Concealed tiles of each kind."""
    melded: bytearray
    """Tiles of each kind in melds."""
    melds: int
    view: View
    dora: Sequence[int]
    """Kinds that are dora, once per indicator."""
    plan: int
    """Kinds that the player keeps, as masks here and below."""
    forbidden: int
    """Kinds that may not be discarded."""
    thrown: int
    """Kinds that the player has discarded."""
    red: int
    """Kinds of which the hand holds red fives only."""
    bonus: float
    """Units of red fives and set-aside tiles."""
    is_closed: bool
    is_dealer: bool
    nerve: float
    """As `Style.nerve`."""
    specials: Sequence[Special]


class Choice(NamedTuple):
    """A discard that is thought over."""

    kind: int
    shanten: int
    waits: int
    """Kinds that complete the whole hand without it, as a mask."""
    alive: int
    """Unseen tiles that complete it."""
    gain: float
    """Expected points: chance to win times worth, less danger."""


class Advice(NamedTuple):
    """The answer to a `Turn`."""

    best: Choice
    second: Choice | None
    specials: Sequence[tuple[int, int]]
    """Shanten and waits after each kan."""


def advice(question: Turn) -> Play[Advice]:
    """Ask for the best discard."""
    answer: Advice = yield question
    return answer


@dataclass(frozen=True, slots=True)
class _Hands:
    """The turns as columns, one row each."""

    counts: NDArray[np.uint8]
    """(n, 34)"""
    held: NDArray[np.uint8]
    """(n, 34) with melds."""
    unseen: NDArray[np.uint8]
    values: NDArray[np.uint8]
    """(n, 34) as `View.values`."""
    dora: NDArray[np.uint8]
    """(n, 34) how many indicators make each kind dora."""
    plan: Bools
    """(n, 34)"""
    allowed: Bools
    """(n, 34) kinds that may be discarded."""
    melds: NDArray[np.int8]
    closed: NDArray[np.intp]
    """(n,) 0 closed, 1 open: place in the pairs of `Stakes`."""
    draws: NDArray[np.int64]
    under_riichi: Bools

    @classmethod
    def of(cls, turns: Sequence[Turn]) -> _Hands:
        """Put questions into columns."""
        counts = _table([t.counts for t in turns])
        dora = np.zeros((len(turns), KINDS), dtype=np.uint8)
        places = [(row, kind) for row, t in enumerate(turns) for kind in t.dora]
        np.add.at(dora, tuple(np.array(places, dtype=np.intp).T), 1)
        return cls(
            counts=counts,
            held=counts + _table([t.melded for t in turns]),
            unseen=_table([t.view.unseen for t in turns]),
            values=_table([t.view.values for t in turns]),
            dora=dora,
            plan=_kinds([t.plan for t in turns]),
            allowed=(counts > 0) & ~_kinds([t.forbidden for t in turns]),
            melds=np.array([t.melds for t in turns], dtype=np.int8),
            closed=np.array([not t.is_closed for t in turns], dtype=np.intp),
            draws=np.array([t.view.draws for t in turns], dtype=np.int64),
            under_riichi=np.array([t.view.under_riichi for t in turns], dtype=np.bool_),
        )


def _table(rows: Sequence[bytes | bytearray]) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, KINDS)


def _kinds(masks: Sequence[int]) -> Bools:
    """(n, 34) which kinds are in masks."""
    return has_kinds(np.array(masks, dtype=np.uint64))


def has_kinds(masks: NDArray[np.uint64]) -> Bools:
    """(n, 34) which kinds are in masks."""
    found: Bools = (masks[:, None] & KIND_BIT[:KINDS]) != 0
    return found


def answer_turns(turns: Sequence[Turn], stakes: Stakes, rules: RulesetTable) -> list[Advice]:
    """Find the best discards of many games.

    Under threat every discard is weighed, otherwise those that keep the hand nearest.
    """
    hands = _Hands.of(turns)
    turn, kind = np.nonzero(hands.allowed)
    starts = np.searchsorted(turn, np.arange(len(turns)))
    distance, waits, accepted, specials = _prospects(turns, hands, turn, kind, rules)
    nearest = np.minimum.reduceat(distance, starts)[turn]
    is_near = distance == nearest
    left = has_kinds(waits) & (hands.held < 4)[turn]
    alive = (left * hands.unseen[turn]).sum(axis=1, dtype=np.int64)
    thrown = np.array([t.thrown for t in turns], dtype=np.uint64)[turn] | KIND_BIT[kind]
    is_furiten = (distance == 0) & ((waits & thrown) != 0)
    reach = np.where(is_furiten, accepted * _FURITEN, accepted)
    chance = win_chance(
        distance,
        reach,
        hands.unseen.sum(axis=1, dtype=np.int64)[turn],
        hands.draws[turn],
        hands.under_riichi[turn],
    )
    gain = chance * _worth(turns, hands, turn, kind, stakes)
    gain += np.where((distance == 0) & (hands.draws[turn] < _LAST_DRAWS), stakes.tenpai_gain, 0.0)
    gain = np.where(is_near, gain, 0.0)
    nerve = np.array([t.nerve for t in turns])[turn]
    fear = np.where((nearest > 0) & hands.under_riichi[turn], _FEAR, 1.0) / nerve
    danger, is_threatened = _danger(turns, hands)
    gain -= fear * danger[turn, kind] + stakes.charm * _charm(hands)[turn, kind]
    gain = np.where(is_near | is_threatened[turn], gain, -np.inf)
    order = np.lexsort((kind, -gain, turn))
    # The second best of a turn with one choice is a row of another turn, or beyond the last.
    second = order[np.minimum(starts + 1, len(order) - 1)]
    has_second = (np.diff(starts, append=len(order)) > 1) & (gain[second] > -np.inf)
    columns = (kind, distance, waits, alive, gain)
    best, others = (
        [Choice(*row) for row in zip(*(column[rows].tolist() for column in columns), strict=True)]
        for rows in (order[starts], second)
    )
    used = iter(specials)
    return [
        Advice(first, other if has_other else None, [next(used) for _ in turn.specials])
        for first, other, has_other, turn in zip(best, others, has_second.tolist(), turns, strict=True)
    ]


def _prospects(
    turns: Sequence[Turn], hands: _Hands, turn: NDArray[np.intp], kind: NDArray[np.intp], rules: RulesetTable
) -> tuple[NDArray[np.int8], NDArray[np.uint64], NDArray[np.int64], list[tuple[int, int]]]:
    """Shanten, waits and accepted tiles of the hands after each discard; shanten and waits after kans."""
    whole = hands.counts.astype(np.int32) @ ONE_MORE
    fit = (hands.counts * hands.plan).astype(np.int32) @ ONE_MORE
    after = whole[turn] - ONE_MORE[kind]
    fits = fit[turn] - ONE_MORE[kind] * hands.plan[turn, kind, None]
    melds = hands.melds[turn]
    kans = [special for t in turns for special in t.specials]
    size = len(turn)
    if kans:
        after = np.concatenate([after, np.array([k.hand for k in kans], dtype=np.int32)])
        fits = np.concatenate([fits, np.array([k.fit for k in kans], dtype=np.int32)])
        melds = np.concatenate([melds, np.array([k.melds for k in kans], dtype=np.int8)])
    distance, waits = distances(fits, melds, rules), all_waits(after, melds, rules)
    specials = list(zip(distance[size:].tolist(), waits[size:].tolist(), strict=True))
    distance, waits = distance[:size], waits[:size]
    starts = np.searchsorted(turn, np.arange(len(turns)))
    near = np.flatnonzero(distance == np.minimum.reduceat(distance, starts)[turn])
    wanted = (hands.unseen * hands.plan)[turn[near]]
    accepted = np.zeros(size, dtype=np.int64)
    accepted[near] = accepted_by(fits[near], melds[near], distance[near], wanted, rules)
    return distance, waits, accepted, specials


def win_chance(
    distance: NDArray[np.int8],
    accepted: NDArray[Any],
    hidden: NDArray[np.int64],
    draws: NDArray[np.int64],
    under_riichi: Bools,
) -> Floats:
    """Chance to win hands that `accepted` of `hidden` unseen tiles bring nearer.

    Args:
        distance: (n,) shanten.
        accepted: (n,) tiles.
        hidden: (n,) tiles that the player does not see.
        draws: (n,) own draws still to come.
        under_riichi: (n,) whether an opponent is in riichi.
    """
    share = np.minimum(accepted / np.maximum(hidden, 1), 0.9)
    is_tenpai = distance <= 0
    miss = np.where(is_tenpai, 1 - np.minimum(2.0 * share, 0.9), 1 - share)
    hit = 1 - _power(miss, draws)
    later = NEARER[np.clip(distance, 0, len(NEARER) - 1)]
    haste = np.where(under_riichi, 0.55, 1.0)
    return np.where(is_tenpai, 0.85 * hit, hit * later * haste)


def _power(base: Floats, exponent: NDArray[np.int64]) -> Floats:
    """Powers by multiplication only, which gives the same on every machine."""
    result, square = np.ones_like(base), base
    for bit in range(_DRAW_BITS):
        result = np.where(exponent >> bit & 1, result * square, result)
        square = square * square
    return result


def _worth(
    turns: Sequence[Turn], hands: _Hands, turn: NDArray[np.intp], kind: NDArray[np.intp], stakes: Stakes
) -> Floats:
    """Rough worth in points of the hands after each discard."""
    held, closed = hands.held, hands.closed
    is_red = _kinds([t.red for t in turns])[turn, kind]
    sets = _SET_UNITS[np.minimum(held, 4)] * hands.values
    units = np.array([t.bonus for t in turns]) + np.array(stakes.base)[closed]
    units += stakes.dora * (held * hands.dora).sum(axis=1, dtype=np.int64)
    units += stakes.value_set * sets.sum(axis=1)
    fewer = _SET_UNITS[np.minimum(held, 4)] - _SET_UNITS[np.maximum(held, 1) - 1]
    lost = stakes.dora * hands.dora + stakes.value_set * fewer * hands.values
    after: Floats = units[turn] - lost[turn, kind] - is_red * np.array(stakes.aka)[closed][turn]
    orphans = (held * IS_YAOCHUU[:KINDS]).sum(axis=1, dtype=np.int64)
    is_tanyao = orphans[turn] == IS_YAOCHUU[kind]
    after += np.where(is_tanyao, np.array(stakes.tanyao)[closed][turn], 0.0)
    after += np.where(_is_flush(hands)[turn, kind], np.array(stakes.flush)[closed][turn], 0.0)
    dealer = np.where([t.is_dealer for t in turns], stakes.dealer, 1.0)
    return worth_of(stakes.points, after) * dealer[turn]


def _is_flush(hands: _Hands) -> Bools:
    """(n, 34) whether a hand without a tile of each kind has one suit and honours only."""
    suits = hands.held[:, :EAST].reshape(-1, 3, 9).sum(axis=2, dtype=np.int64)
    numbers = suits.sum(axis=1)
    is_flush = np.zeros((len(numbers), KINDS), dtype=np.bool_)
    for suit in range(3):
        stray = numbers - suits[:, suit]
        belongs = _IS_HONOUR | (suit == _KIND // 9)
        is_flush |= np.where(belongs, stray[:, None] == 0, stray[:, None] == 1)
    return is_flush


def _danger(turns: Sequence[Turn], hands: _Hands) -> tuple[Floats, Bools]:
    """(n, 34) points that each discard costs on average, and (n,) whether anybody threatens."""
    danger = np.zeros((len(turns), KINDS))
    rows = [(row, *threat) for row, t in enumerate(turns) for threat in t.view.threats]
    if rows:
        turn = np.array([row for row, _, _ in rows])
        cost = np.array([cost for _, _, cost in rows])
        np.add.at(
            danger, turn, cost[:, None] * risks(_kinds([safe for _, safe, _ in rows]), hands.unseen[turn])
        )
    return danger / 100, np.array([bool(t.view.threats) for t in turns])


def _charm(hands: _Hands) -> Floats:
    """(n, 34) why each tile is kept when all else is equal."""
    honours = _IS_HONOUR & (hands.values > 0) & (hands.unseen > 0)
    charm: Floats = _CHARM + np.where(honours, _HONOUR_CHARM, 0.0) + _DORA_CHARM * hands.dora
    return charm
