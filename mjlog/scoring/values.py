"""What the rule sets in use pay for yaku and bonuses, as tables that a byte of flags looks up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import RenhouLimit, ScoreSystem
from mjlog.schema import BONUS, BONUS_TILES, LAST_YAKU, YAKU, YAKU_BIT
from mjlog.scoring.flags import COLUMNS, Flags, flags_of_masks
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.kinds import Bools

_CLOSED, _OPEN = 0, 1
_BITS: Final = 8 * COLUMNS
_BYTE_BITS: Final = (np.arange(256) >> np.arange(8)[:, None] & 1).astype(np.int32)
"""(8, 256) the bits of every byte."""
_NAGASHI: Final = np.uint64(1 << YAKU_BIT["nagashi_mangan"])
_BONUS: Final = [YAKU_BIT[slug] for slug in BONUS]

REPLACED: Final = (
    ("double_riichi", "riichi"),
    ("ryanpeikou", "iipeikou"),
    ("junchan", "chanta"),
    ("kokushi_musou", "honroutou"),
    ("tsuuiisou", "honroutou"),
    ("chinroutou", "honroutou"),
    ("kokushi_musou_13_wait", "kokushi_musou"),
    ("suuankou_tanki", "suuankou"),
    ("junsei_chuuren_poutou", "chuuren_poutou"),
    ("suurenkou", "sanrenkou"),
    *(("riichi_tsumo_pinfu", part) for part in ("riichi", "menzen_tsumo", "pinfu")),
    ("chiitoitsu_one_quad", "chiitoitsu"),
    ("chiitoitsu_two_quads", "chiitoitsu"),
    *(
        ("daisharin", part)
        for part in ("chiitoitsu", "chiitoitsu_one_quad", "chiitoitsu_two_quads", "chinitsu")
    ),
)
"""Larger forms and the smaller ones that they contain and replace (others exclude each other anyway).

Chuuren poutou is no larger form of chinitsu: where points are added up, yakuman and ordinary yaku of a hand
both count (東天紅ルール詳細: 役満と通常役は複合する; its example has toitoi beside suuankou).
"""

_Predicate = TypeVar("_Predicate")


@dataclass(frozen=True, slots=True)
class YakuValues:
    """Worth of yaku by rule set and openness; "case" is ``2 * rule + is_open``.

    Where points are added up, they stand where the han of other rule sets stand.
    """

    in_use: frozenset[str]
    """Yaku that some rule set counts."""
    replaced: tuple[tuple[str, str], ...]
    """Those of `REPLACED` that can meet, yakuman that leave no ordinary yaku aside."""
    counted: Flags
    """(COLUMNS, cases) yaku that count at all."""
    yakuman: Flags
    """(COLUMNS, cases) yaku that count as yakuman."""
    allowing: Flags
    """(COLUMNS, cases) yaku that allow a win by themselves."""
    gathered: Flags
    """(COLUMNS, cases) yaku that win by gathered tiles, those of the river included."""
    han: NDArray[np.int32]
    """(COLUMNS, cases, 256) han of each byte of ordinary yaku."""
    multiple: NDArray[np.int8]
    """(COLUMNS, cases, 256) sum of the multiples of each byte of yakuman; the highest without stacking."""
    han_columns: tuple[int, ...]
    """Columns with ordinary yaku."""
    yakuman_columns: tuple[int, ...]
    """Columns with yakuman."""
    stacking: Bools
    """(cases,) whether yakuman add up."""
    bonus: NDArray[np.int32]
    """(bonuses, cases) han of each of `schema.BONUS`."""
    bonuses: tuple[int, ...]
    """Rows of `bonus` that are of any worth."""
    is_additive: Bools
    """(cases,) whether points are added up."""

    @classmethod
    def of(cls, rules: RulesetTable) -> YakuValues:
        """Work out the tables of the rule sets in use."""
        is_additive = rules.score_system == code(ScoreSystem.ADDITIVE)
        multiple = _multiples(rules, is_additive)
        han = _han(rules, is_additive, multiple > 0)
        counts = (han > 0) | (multiple > 0)
        renhou = YAKU_BIT["renhou"]
        counts[:, renhou, _CLOSED] |= ~is_additive & (rules.renhou_limit != code(RenhouLimit.NONE))
        counted, yakuman = _flags(counts), _flags(multiple > 0)
        bonus = _bonus(rules, is_additive)
        return cls(
            in_use=frozenset(YAKU[bit] for bit in np.flatnonzero(counts.any(axis=(0, 2)))),
            replaced=_meeting(counts, multiple > 0),
            counted=counted,
            yakuman=yakuman,
            allowing=counted & ~flags_of_masks(rules.yaku_that_need_another.repeat(2)),
            gathered=flags_of_masks((rules.gathered_yaku | _NAGASHI).repeat(2)),
            han=_bytes(han) @ _BYTE_BITS,
            multiple=_multiples_of_bytes(multiple, rules.yakuman_stacking.repeat(2)),
            han_columns=_columns(han),
            yakuman_columns=_columns(multiple),
            stacking=rules.yakuman_stacking.repeat(2),
            bonus=bonus,
            bonuses=tuple(np.flatnonzero(bonus.any(axis=1)).tolist()),
            is_additive=is_additive.repeat(2),
        )

    @property
    def has_dependent(self) -> bool:
        """Whether some rule set counts yaku that do not allow a win by themselves."""
        return bool((self.allowing != self.counted).any())

    def case_of(self, hands: WinningHands) -> NDArray[np.intp]:
        """(n,) rule set and openness of each hand."""
        case: NDArray[np.intp] = 2 * hands.rule + ~hands.is_closed
        return case

    def asked(self, predicates: Mapping[str, _Predicate]) -> dict[str, _Predicate]:
        """Those predicates, by slug, whose yaku some rule set counts."""
        return {slug: predicate for slug, predicate in predicates.items() if slug in self.in_use}

    def han_of(self, flags: Flags, case: NDArray[np.intp]) -> NDArray[np.int32]:
        """Add up the han of the ordinary yaku in `flags`, (n,)."""
        total = np.zeros(flags.shape[1], dtype=np.int32)
        for column in self.han_columns:
            total += self.han[column, case, flags[column]]
        return total

    def yakuman_of(self, flags: Flags, case: NDArray[np.intp]) -> NDArray[np.int8]:
        """Count the yakuman in `flags`, (n,): their sum, or the highest where they do not add up."""
        total = np.zeros(flags.shape[1], dtype=np.int8)
        stacking = self.stacking[case]
        for column in self.yakuman_columns:
            more = self.multiple[column, case, flags[column]]
            total = np.where(stacking, total + more, np.maximum(total, more))
        return total


def _han(rules: RulesetTable, is_additive: Bools, is_yakuman: Bools) -> NDArray[np.int32]:
    """(rules, _BITS, 2) han, or points, of each ordinary yaku, closed and open."""
    points = np.where(is_additive[:, None, None], rules.yaku_points, rules.yaku_han)
    han = points[:, :_BITS].astype(np.int32) * ~is_yakuman
    han[:, LAST_YAKU + 1 :] = 0
    han[:, YAKU_BIT["tanyao"], _OPEN] *= rules.open_tanyao
    han[:, YAKU_BIT["ippatsu"]] *= rules.ippatsu[:, None]
    # 10 points instead of 1 + 2 + 1: the three together are a yaku only where that is more.
    together = YAKU_BIT["riichi_tsumo_pinfu"]
    apart = sum(han[:, YAKU_BIT[slug], _CLOSED] for slug in ("riichi", "menzen_tsumo", "pinfu"))
    han[:, together, _CLOSED] *= han[:, together, _CLOSED] > apart
    return han


def _multiples(rules: RulesetTable, is_additive: Bools) -> NDArray[np.int8]:
    """(rules, _BITS, 2) multiple of each yakuman; none where points are added up."""
    multiple = np.zeros((len(rules), _BITS, 2), dtype=np.int8)
    multiple[:] = rules.yakuman[:, :_BITS, None]
    renhou = YAKU_BIT["renhou"]
    as_yakuman = rules.renhou_limit == code(RenhouLimit.YAKUMAN)
    multiple[:, renhou, _CLOSED] = np.maximum(multiple[:, renhou, _CLOSED], as_yakuman)
    multiple[is_additive] = 0
    return multiple


def _bonus(rules: RulesetTable, is_additive: Bools) -> NDArray[np.int32]:
    """(bonuses, cases) worth of each bonus: a han for a bonus tile, or its points."""
    han = np.isin(BONUS, BONUS_TILES).astype(np.int32)[:, None]
    worth = np.where(is_additive[:, None, None], rules.yaku_points[:, _BONUS], han)
    return worth.transpose(1, 0, 2).reshape(len(BONUS), -1).astype(np.int32)


def _meeting(counts: Bools, is_yakuman: Bools) -> tuple[tuple[str, str], ...]:
    """Pairs of `REPLACED` that some rule set counts both of, in hands where they can stand together."""
    pairs = []
    for larger, smaller in REPLACED:
        both = counts[:, YAKU_BIT[larger]] & counts[:, YAKU_BIT[smaller]]
        apart = is_yakuman[:, YAKU_BIT[larger]] & ~is_yakuman[:, YAKU_BIT[smaller]]
        if (both & ~apart).any():
            pairs.append((larger, smaller))
    return tuple(pairs)


def _columns(by_yaku: NDArray[Any]) -> tuple[int, ...]:
    """Columns of flags in which some yaku has a worth."""
    return tuple(np.unique(np.flatnonzero(by_yaku.any(axis=(0, 2))) // 8).tolist())


def _multiples_of_bytes(multiple: NDArray[np.int8], stacking: Bools) -> NDArray[np.int8]:
    """(COLUMNS, cases, 256) multiples of each byte added up, or the highest where they do not stack."""
    of_bits = _bytes(multiple)
    of_bytes = of_bits @ _BYTE_BITS
    single = np.flatnonzero(~stacking)
    of_bytes[:, single] = (of_bits[:, single, :, None] * _BYTE_BITS).max(axis=2)
    return of_bytes.astype(np.int8)


def _bytes(by_yaku: NDArray[Any]) -> NDArray[Any]:
    """Turn values by rule set, yaku and openness into (COLUMNS, cases, 8) values of the bits of a byte."""
    cases = by_yaku.transpose(0, 2, 1).reshape(-1, COLUMNS, 8)
    return cases.transpose(1, 0, 2)


def _flags(by_yaku: Bools) -> Flags:
    """Pack booleans by rule set, yaku and openness into (COLUMNS, cases) bytes."""
    return np.packbits(_bytes(by_yaku), axis=-1, bitorder="little")[..., 0]
