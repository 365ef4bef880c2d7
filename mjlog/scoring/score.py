"""Score wins: yaku, han, fu, limit and base points of the best reading of every hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import RenhouLimit
from mjlog.schema import LIMITS
from mjlog.scoring import fu, situation, yaku, yakuman
from mjlog.scoring.flags import Flags, drop, find, has, masks_of, only
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.kinds import HATSU, Bools, touches
from mjlog.scoring.points import LIMIT_BASE, ordinary_value, yakuman_value
from mjlog.scoring.readings import Readings, readings_of
from mjlog.scoring.values import YakuValues

REPLACED: Final = (
    ("double_riichi", "riichi"),
    ("ryanpeikou", "iipeikou"),
    ("junchan", "chanta"),
    ("kokushi_musou_13_wait", "kokushi_musou"),
    ("suuankou_tanki", "suuankou"),
    ("junsei_chuuren_poutou", "chuuren_poutou"),
)
"""Larger forms and the smaller ones that they contain and replace (others exclude each other anyway)."""

Cases = NDArray[np.intp]

_CHUNK: Final = 16_384
"""Hands worked on at a time, so that the columns stay in the processor's cache."""
_MANGAN: Final = LIMITS.index("mangan")
MANGAN_HAN: Final = 5
"""Han that stand for a mangan which no yaku adds up to."""
YAKUMAN_HAN: Final = 13
"""Han that stand for a yakuman."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredHands:
    """One row per win, in the order of the hands; zeros where a hand cannot win."""

    is_complete: Bools
    """(n,) whether the hand is a complete hand with its winning tile in it."""
    has_yaku: Bools
    """(n,) whether it may win: complete, and with a yaku besides bonus tiles."""
    yaku: NDArray[np.uint64]
    """(n,) mask over `schema.YAKU_BIT`, without bonus tiles."""
    han: NDArray[np.int16]
    """(n,) han, bonus tiles included; 13 per yakuman."""
    fu: NDArray[np.int16]
    """(n,) fu, rounded; 0 for a yakuman."""
    exact_fu: NDArray[np.int16]
    """(n,) fu before rounding."""
    yakuman: NDArray[np.int8]
    """(n,) multiple of a yakuman, 0 for ordinary hands (13 or more han of ordinary yaku too)."""
    limit: NDArray[np.uint8]
    """(n,) position in `schema.LIMITS`."""
    base: NDArray[np.int32]
    """(n,) base points: fu times 2 to the power of han + 2, or those of the limit."""
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
    starts = range(0, max(len(hands), 1), _CHUNK)
    return _concatenate([_score_chunk(hands[i : i + _CHUNK], rules, values) for i in starts])


def _score_chunk(hands: WinningHands, rules: RulesetTable, values: YakuValues) -> ScoredHands:
    """`score_hands` for a number of hands that fits the cache."""
    readings = readings_of(hands)
    case = 2 * hands.rule[readings.hand] + ~readings.is_closed
    flags = _yaku_of(hands, readings, rules, values, case)
    scores = _value_of(hands, readings, flags, rules, values, case)
    best = _best(readings.hand, len(hands), scores)
    return _per_hand(len(hands), readings[best], {name: column[best] for name, column in scores.items()})


def _yaku_of(
    hands: WinningHands, readings: Readings, rules: RulesetTable, values: YakuValues, case: Cases
) -> Flags:
    """The yaku of each reading that count under its rule set; a yakuman leaves no ordinary yaku."""
    of_hand = find({**situation.PREDICATES, **yakuman.HAND_PREDICATES}, hands)
    flags = find({**yaku.PREDICATES, **yakuman.PREDICATES}, readings)
    flags |= of_hand[:, readings.hand]
    needs_hatsu = rules.ryuuiisou_needs_hatsu[case // 2]
    drop(flags, "ryuuiisou", needs_hatsu & ~touches(readings.tiles, HATSU))
    flags &= values.counted[:, case]
    for larger, smaller in REPLACED:
        drop(flags, smaller, has(flags, larger))
    as_yakuman = flags & values.yakuman[:, case]
    return np.where(np.bitwise_or.reduce(as_yakuman, axis=0) != 0, as_yakuman, flags)


def _value_of(
    hands: WinningHands,
    readings: Readings,
    flags: Flags,
    rules: RulesetTable,
    values: YakuValues,
    case: Cases,
) -> dict[str, NDArray[Any]]:
    """The columns of `ScoredHands` for each reading."""
    hand, rule = readings.hand, case // 2
    has_yaku: Bools = np.bitwise_or.reduce(flags, axis=0) != 0
    multiple = values.yakuman_of(flags, case)
    bonus = hands.dora.astype(np.int16) + hands.aka + hands.ura + hands.kita
    han = values.han_of(flags, case) + np.where(has_yaku, bonus[hand], 0)
    exact = fu.total(fu.fu_items(readings, hands.rinshan[hand], rules, rule))
    rounded = fu.round_up(exact)
    base, limit = ordinary_value(han, rounded, rules, rule)
    is_yakuman = multiple > 0
    columns: dict[str, NDArray[Any]] = {
        "has_yaku": has_yaku,
        "han": np.where(is_yakuman, multiple * np.int16(YAKUMAN_HAN), han),
        "fu": np.where(is_yakuman, 0, rounded).astype(np.int16),
        "exact_fu": np.where(is_yakuman, 0, exact).astype(np.int16),
        "yakuman": multiple,
        "limit": np.where(is_yakuman, LIMITS.index("yakuman"), limit).astype(np.uint8),
        "base": np.where(is_yakuman, yakuman_value(multiple), base),
    }
    for name in ("han", "limit", "base"):
        columns[name] = np.where(has_yaku, columns[name], 0).astype(columns[name].dtype)
    _renhou_as_mangan(flags, columns, rules.renhou_limit[rule] == code(RenhouLimit.MANGAN))
    columns["yaku"] = masks_of(flags)
    return columns


def _renhou_as_mangan(flags: Flags, columns: dict[str, NDArray[Any]], is_mangan: Bools) -> None:
    """Let renhou stand alone as mangan where that is more than the other yaku, else leave it out, in place.

    EMA rules 2016, 4.2: mangan, not cumulative with other yaku or dora.
    """
    renhou = has(flags, "renhou") & is_mangan & (columns["yakuman"] == 0)
    alone = renhou & (columns["base"] <= LIMIT_BASE[_MANGAN]) & (columns["han"] < MANGAN_HAN)
    drop(flags, "renhou", renhou & ~alone)
    flags[:, alone] = only("renhou")
    columns["han"][alone] = MANGAN_HAN
    columns["limit"][alone] = _MANGAN
    columns["base"][alone] = LIMIT_BASE[_MANGAN]


def _best(hand: NDArray[np.intp], hands: int, scores: dict[str, NDArray[Any]]) -> NDArray[np.intp]:
    """Pick the best reading of every hand that has one; of equals, the first."""
    is_yakuman = scores["yakuman"] > 0
    ranking = (
        (is_yakuman, 1),
        (np.where(is_yakuman, 0, scores["han"]), 8),
        (scores["exact_fu"], 8),
        (np.bitwise_count(scores["yaku"]), 5),
        (-np.arange(len(hand)), 21),
    )
    order = scores["base"].astype(np.int64)
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
        is_complete=placed(np.ones(len(readings), dtype=np.bool_)),
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
