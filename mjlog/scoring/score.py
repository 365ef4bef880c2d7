"""Score wins: yaku, han, fu, limit and base points of the best reading of every hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.table import RulesetTable
from mjlog.schema import LIMITS
from mjlog.scoring import fu, local_yaku, situation, yaku, yakuman
from mjlog.scoring.additive import add_minimum_win, bonus_worth, set_points
from mjlog.scoring.flags import Flags, drop, find, has, masks_of, only
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.kinds import HATSU, Bools, equals, kinds, touches
from mjlog.scoring.points import LIMIT_BASE, ordinary_value, yakuman_value
from mjlog.scoring.readings import Form, Readings, readings_of
from mjlog.scoring.values import YakuValues

Cases = NDArray[np.intp]

_OF_HANDS: Final = {**situation.PREDICATES, **yakuman.HAND_PREDICATES, **local_yaku.HAND_PREDICATES}
_OF_READINGS: Final = {**yaku.PREDICATES, **yakuman.PREDICATES, **local_yaku.PREDICATES}
_CHUNK: Final = 16_384
"""Hands worked on at a time, so that the columns stay in the processor's cache."""
_MANGAN: Final = LIMITS.index("mangan")
MANGAN_HAN: Final = 5
"""Han that stand for a mangan which no yaku adds up to."""
_MOST_HAN: Final = np.iinfo(np.int16).max
YAKUMAN_HAN: Final = 13
"""Han that stand for a yakuman."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredHands:
    """One row per win, in the order of the hands; zeros where a hand cannot win."""

    is_complete: Bools
    """(n,) whether the hand is a complete hand with its winning tile in it, or wins by gathered tiles."""
    has_yaku: Bools
    """(n,) whether it may win: complete, with a yaku that allows it, with yaku of as many han as a win
    needs, and without tiles it may not hold."""
    yaku: NDArray[np.uint64]
    """(n,) mask over `schema.YAKU_BIT`, without bonus tiles."""
    han: NDArray[np.int16]
    """(n,) han, bonuses included, 13 per yakuman; points where they are added up."""
    fu: NDArray[np.int16]
    """(n,) fu, rounded; 0 for a yakuman."""
    exact_fu: NDArray[np.int16]
    """(n,) fu before rounding."""
    yakuman: NDArray[np.int8]
    """(n,) multiple of a yakuman, 0 for ordinary hands (13 or more han of ordinary yaku too)."""
    limit: NDArray[np.uint8]
    """(n,) position in `schema.LIMITS`."""
    base: NDArray[np.int32]
    """(n,) base points: fu times 2 to the power of han + 2, those of the limit, or those of the points."""
    reading: Readings
    """(n,) the reading that was scored; blank where the hand is not complete."""


def score_hands(hands: WinningHands, rules: RulesetTable) -> ScoredHands:
    """Score every hand under its rule set, taking the reading that pays most.

    Among readings of the same value a yakuman counts, then more han, more fu, and more yaku.

    Args:
        hands: n wins.
        rules: the rule sets that `hands.rule` points into.
    """
    values = YakuValues.of(rules)
    chunks = [hands[i : i + _CHUNK] for i in range(0, max(len(hands), 1), _CHUNK)]
    return _concatenate([_score(chunk, readings_under(chunk, rules), rules, values) for chunk in chunks])


def readings_under(hands: WinningHands, rules: RulesetTable) -> Readings:
    """Every reading of every hand under its rule set."""
    quads = rules.counts_quads
    return readings_of(hands, quads[hands.rule] if quads.any() else None)


def score_readings(hands: WinningHands, readings: Readings, rules: RulesetTable) -> ScoredHands:
    """`score_hands` for hands whose readings (`readings_under`) are at hand; best for some thousands."""
    return _score(hands, readings, rules, YakuValues.of(rules))


def _score(hands: WinningHands, readings: Readings, rules: RulesetTable, values: YakuValues) -> ScoredHands:
    """`score_hands` for a number of hands that fits the cache."""
    of_hand = values.case_of(hands)
    case = of_hand[readings.hand]
    bonus = bonus_worth(hands, values).sum(axis=0)[readings.hand]
    flags = _yaku_of(hands, readings, rules, values, case)
    allowed = _allowed(flags, readings, rules, values, case)
    _replace(flags, values)
    if "minimum_win" in values.in_use:
        ordinary = allowed & ~_yakuman_alone(flags, values, case)
        worth = values.han_of(flags, case) + bonus
        add_minimum_win(flags, worth, hands.kita[readings.hand], ordinary, values, case)
    is_yakuman = _yakuman_alone(flags, values, case)
    if (rules.minimum_han > 1).any():
        allowed &= _has_enough_han(flags, is_yakuman, rules, values, case)
    scores = _value_of(hands, readings, flags, allowed, bonus, rules, values, case)
    worth = np.where(values.is_additive[case], scores["han"], scores["base"])
    best = _best(readings.hand, len(hands), worth, scores)
    return _per_hand(len(hands), readings[best], {name: column[best] for name, column in scores.items()})


def _yaku_of(
    hands: WinningHands, readings: Readings, rules: RulesetTable, values: YakuValues, case: Cases
) -> Flags:
    """The yaku of each reading that count under its rule set, smaller forms within larger ones too."""
    flags = find(values.asked(_OF_READINGS), readings)
    flags |= find(values.asked(_OF_HANDS), hands)[:, readings.hand]
    if "riichi_tsumo_pinfu" in values.in_use:
        drop(flags, "riichi_tsumo_pinfu", ~yaku.pinfu(readings))
    if rules.ryuuiisou_needs_hatsu.any():
        needs_hatsu = rules.ryuuiisou_needs_hatsu[case // 2]
        drop(flags, "ryuuiisou", needs_hatsu & ~touches(readings.tiles, HATSU))
    if rules.tenhou_any_tile.any():
        _widen_tenhou(flags, hands, readings, rules.tenhou_any_tile[case // 2])
    flags &= values.counted.take(case, axis=1)
    if hands.is_gathered.any():
        any_shape = equals(readings.form, Form.GATHERED)
        flags &= np.where(any_shape, values.gathered.take(case, axis=1), np.uint8(0xFF))
    return flags


def _widen_tenhou(flags: Flags, hands: WinningHands, readings: Readings, any_tile: Bools) -> None:
    """Set the wider forms of yakuman that depend on the wait where any tile of a tenhou may be the last."""
    rows = np.flatnonzero(any_tile & situation.tenhou(hands)[readings.hand])
    if not len(rows):
        return
    of_tenhou = readings[rows]
    found = find(yakuman.NARROWER, of_tenhou) | find(yakuman.HAND_NARROWER, hands[of_tenhou.hand])
    flags[:, rows] |= found


def _allowed(flags: Flags, readings: Readings, rules: RulesetTable, values: YakuValues, case: Cases) -> Bools:
    """(m,) whether each reading may win: it has a yaku, and the tiles it holds go with its yaku."""
    alone = flags & values.allowing.take(case, axis=1) if values.has_dependent else flags
    allowed: Bools = np.bitwise_or.reduce(alone, axis=0) != 0
    for kind in np.flatnonzero(rules.is_bound.any(axis=0)).tolist():
        holds = touches(readings.tiles, kinds(kind)) & ~equals(readings.form, Form.GATHERED)
        free = ~rules.is_bound[case // 2, kind] | (masks_of(flags) & rules.bound_tiles[case // 2, kind] != 0)
        allowed &= ~holds | free
    return allowed


def _replace(flags: Flags, values: YakuValues) -> None:
    """Drop the smaller forms that larger ones replace, in place."""
    for larger, smaller in values.replaced:
        drop(flags, smaller, has(flags, larger))


def _yakuman_alone(flags: Flags, values: YakuValues, case: Cases) -> Bools:
    """(m,) whether a reading is a yakuman; such a reading keeps no ordinary yaku, in place."""
    columns = list(values.yakuman_columns)
    as_yakuman = flags[columns] & values.yakuman[columns].take(case, axis=1)
    is_yakuman: Bools = np.bitwise_or.reduce(as_yakuman, axis=0) != 0
    rows = np.flatnonzero(is_yakuman)
    flags[:, rows] &= values.yakuman[:, case[rows]]
    return is_yakuman


def _has_enough_han(
    flags: Flags, is_yakuman: Bools, rules: RulesetTable, values: YakuValues, case: Cases
) -> Bools:
    """(m,) whether the yaku of each reading, without bonuses, are worth the han that a win needs.

    Renhou that counts as mangan is enough by itself: readings that lack han without it are left
    nothing else, in place.
    """
    enough = is_yakuman | (values.han_of(flags, case) >= rules.minimum_han[case // 2])
    alone = ~enough & has(flags, "renhou") & rules.renhou_as_mangan[case // 2]
    flags[:, alone] = only("renhou")
    found: Bools = enough | alone
    return found


def _value_of(
    hands: WinningHands,
    readings: Readings,
    flags: Flags,
    allowed: Bools,
    bonus: NDArray[np.int32],
    rules: RulesetTable,
    values: YakuValues,
    case: Cases,
) -> dict[str, NDArray[Any]]:
    """The columns of `ScoredHands` for each reading."""
    hand, rule = readings.hand, case // 2
    flags *= allowed.view(np.uint8)
    multiple = values.yakuman_of(flags, case)
    han = np.where(allowed, values.han_of(flags, case) + bonus, 0)
    exact = fu.total(fu.fu_items(readings, hands.rinshan[hand], rules, rule))
    rounded = fu.round_up(exact)
    base, limit = ordinary_value(han, rounded, rules, rule)
    is_yakuman = multiple > 0
    columns: dict[str, NDArray[Any]] = {
        "has_yaku": allowed,
        "han": np.where(is_yakuman, multiple * np.int16(YAKUMAN_HAN), np.minimum(han, _MOST_HAN)),
        "fu": np.where(is_yakuman, 0, rounded).astype(np.int16),
        "exact_fu": np.where(is_yakuman, 0, exact).astype(np.int16),
        "yakuman": multiple,
        "limit": np.where(is_yakuman, LIMITS.index("yakuman"), limit).astype(np.uint8),
        "base": np.where(is_yakuman, yakuman_value(multiple), base),
    }
    if values.is_additive.any():
        set_points(columns, values.is_additive[case], rules, rule)
    for name, dtype in (("han", np.int16), ("limit", np.uint8), ("base", np.int32)):
        columns[name] = np.where(allowed, columns[name], 0).astype(dtype)
    if rules.renhou_as_mangan.any():
        _renhou_as_mangan(flags, columns, rules.renhou_as_mangan[rule])
    columns["yaku"] = masks_of(flags)
    return columns


def _renhou_as_mangan(flags: Flags, columns: dict[str, NDArray[Any]], is_mangan: Bools) -> None:
    """Let renhou stand alone as mangan where that is more than the other yaku, else leave it out, in place.

    EMA rules 2016, 4.2: mangan, not cumulative with other yaku or dora.  Without another yaku it stands
    alone however many dora there are.
    """
    renhou = has(flags, "renhou") & is_mangan & (columns["yakuman"] == 0)
    no_other = (flags & ~only("renhou") == 0).all(axis=0)
    is_more = (columns["base"] <= LIMIT_BASE[_MANGAN]) & (columns["han"] < MANGAN_HAN)
    alone = renhou & (no_other | is_more)
    drop(flags, "renhou", renhou & ~alone)
    flags[:, alone] = only("renhou")
    columns["han"][alone] = MANGAN_HAN
    columns["limit"][alone] = _MANGAN
    columns["base"][alone] = LIMIT_BASE[_MANGAN]


def _best(hand: Cases, hands: int, worth: NDArray[Any], scores: dict[str, NDArray[Any]]) -> NDArray[np.intp]:
    """Pick the best reading of every hand that has one: of most worth; of equals, the first."""
    is_yakuman = scores["yakuman"] > 0
    ranking = (
        (is_yakuman, 1),
        (np.where(is_yakuman, 0, np.minimum(scores["han"], 255)), 8),
        (scores["exact_fu"], 8),
        (np.bitwise_count(scores["yaku"]), 5),
        (-np.arange(len(hand)), 21),
    )
    order = worth.astype(np.int64)
    for column, bits in ranking:
        order = (order << bits) + column
    best = np.full(hands, np.iinfo(np.int64).min)
    np.maximum.at(best, hand, order)
    return np.flatnonzero(order == best[hand])


def _per_hand(size: int, readings: Readings, scores: dict[str, NDArray[Any]]) -> ScoredHands:
    """Place the best readings at the rows of their hands."""

    def placed(column: NDArray[Any]) -> NDArray[Any]:
        full = np.zeros(size, dtype=column.dtype)
        full[readings.hand] = column
        return full

    return ScoredHands(
        is_complete=placed(~equals(readings.form, Form.GATHERED) | scores["has_yaku"]),
        reading=Readings(**{f.name: placed(getattr(readings, f.name)) for f in fields(Readings)}),
        **{name: placed(column) for name, column in scores.items()},
    )


def _concatenate(parts: list[ScoredHands]) -> ScoredHands:
    """Put chunks one after the other; the readings' hands count on."""
    if len(parts) == 1:
        return parts[0]

    def joined(rows: list[Any], names: Iterable[str]) -> dict[str, NDArray[Any]]:
        return {name: np.concatenate([getattr(row, name) for row in rows]) for name in names}

    columns = joined(parts, (f.name for f in fields(ScoredHands) if f.name != "reading"))
    readings = joined([part.reading for part in parts], (f.name for f in fields(Readings)))
    readings["hand"] = np.arange(len(readings["hand"]))
    return ScoredHands(**columns, reading=Readings(**readings))
