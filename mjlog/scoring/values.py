"""What the rule sets in use pay for yaku, as tables that a byte of flags looks up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import RenhouLimit
from mjlog.schema import FIRST_YAKUMAN, YAKU_BIT
from mjlog.scoring.flags import COLUMNS, Flags
from mjlog.scoring.kinds import Bools

_CLOSED, _OPEN = 0, 1
_BITS: Final = 8 * COLUMNS
_BYTE_BITS: Final = (np.arange(256)[:, None] >> np.arange(8) & 1).astype(np.int16)
"""(256, 8) the bits of every byte."""
_HAN_COLUMNS: Final = range(YAKU_BIT["renhou"] // 8 + 1)
_YAKUMAN_COLUMNS: Final = range(YAKU_BIT["renhou"] // 8, COLUMNS)


@dataclass(frozen=True, slots=True)
class YakuValues:
    """Worth of yaku by rule set and openness; "case" is ``2 * rule + is_open``."""

    counted: Flags
    """(COLUMNS, cases) yaku that count at all."""
    yakuman: Flags
    """(COLUMNS, cases) yaku that count as yakuman."""
    han: NDArray[np.int16]
    """(COLUMNS, cases, 256) han of each byte of ordinary yaku."""
    multiple: NDArray[np.int8]
    """(COLUMNS, cases, 256) sum of the multiples of each byte of yakuman; the highest without stacking."""
    stacking: Bools
    """(cases,) whether yakuman add up."""

    @classmethod
    def of(cls, rules: RulesetTable) -> YakuValues:
        """Work out the tables of the rule sets in use."""
        han = np.zeros((len(rules), _BITS, 2), dtype=np.int16)
        han[:, :FIRST_YAKUMAN] = rules.yaku_han[:, :FIRST_YAKUMAN]
        han[:, YAKU_BIT["tanyao"], _OPEN] *= rules.open_tanyao
        han[:, YAKU_BIT["ippatsu"]] *= rules.ippatsu[:, None]
        multiple = np.zeros((len(rules), _BITS, 2), dtype=np.int8)
        multiple[:, FIRST_YAKUMAN:] = rules.yakuman[:, FIRST_YAKUMAN:_BITS, None]
        renhou = YAKU_BIT["renhou"]
        multiple[:, renhou, _CLOSED] = rules.renhou_limit == code(RenhouLimit.YAKUMAN)
        counts = (han > 0) | (multiple > 0)
        counts[:, renhou, _CLOSED] |= rules.renhou_limit != code(RenhouLimit.NONE)
        stacking = np.repeat(rules.yakuman_stacking, 2)
        of_byte = _BYTE_BITS * _bytes(multiple)
        return cls(
            counted=_flags(counts),
            yakuman=_flags(multiple > 0),
            han=(_BYTE_BITS * _bytes(han)).sum(axis=-1, dtype=np.int16),
            multiple=np.where(stacking[:, None], of_byte.sum(axis=-1), of_byte.max(axis=-1)).astype(np.int8),
            stacking=stacking,
        )

    def han_of(self, flags: Flags, case: NDArray[np.intp]) -> NDArray[np.int16]:
        """Add up the han of the ordinary yaku in `flags`, (n,)."""
        total = np.zeros(flags.shape[1], dtype=np.int16)
        for column in _HAN_COLUMNS:
            total += self.han[column, case, flags[column]]
        return total

    def yakuman_of(self, flags: Flags, case: NDArray[np.intp]) -> NDArray[np.int8]:
        """Count the yakuman in `flags`, (n,): their sum, or the highest where they do not add up."""
        total = np.zeros(flags.shape[1], dtype=np.int8)
        stacking = self.stacking[case]
        for column in _YAKUMAN_COLUMNS:
            more = self.multiple[column, case, flags[column]]
            total = np.where(stacking, total + more, np.maximum(total, more))
        return total


def _bytes(by_yaku: NDArray[Any]) -> NDArray[Any]:
    """Turn values by rule set, yaku and openness into (COLUMNS, cases, 1, 8) values of the bits of a byte."""
    cases = by_yaku.transpose(0, 2, 1).reshape(-1, COLUMNS, 1, 8)
    return cases.transpose(1, 0, 2, 3)


def _flags(by_yaku: Bools) -> Flags:
    """Pack booleans by rule set, yaku and openness into (COLUMNS, cases) bytes."""
    return np.packbits(_bytes(by_yaku)[:, :, 0], axis=-1, bitorder="little")[..., 0]
