"""From han and fu to base points and limits (EMA rules 2016, 4.1.2)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import Kazoe
from mjlog.schema import LIMITS

Base = NDArray[np.int32]

LIMIT_BASE: Final = np.array([0, 2000, 3000, 4000, 6000, 8000], dtype=np.int32)
"""Base points of each of `schema.LIMITS`."""

_NONE, _MANGAN, _HANEMAN, _BAIMAN, _SANBAIMAN, _YAKUMAN = range(len(LIMITS))
_LIMIT_OF_HAN: Final = np.array(
    [*[_NONE] * 5, _MANGAN, *[_HANEMAN] * 2, *[_BAIMAN] * 3, *[_SANBAIMAN] * 2, _YAKUMAN], dtype=np.uint8
)
_MOST_HAN: Final = len(_LIMIT_OF_HAN) - 1
_KIRIAGE_BASE: Final = 1920
"""Base points of 4 han 30 fu and 3 han 60 fu, which kiriage mangan rounds up."""


def ordinary_value(
    han: NDArray[np.int16], fu: NDArray[np.uint8], rules: RulesetTable, rule: NDArray[np.intp]
) -> tuple[Base, NDArray[np.uint8]]:
    """Value hands without yakuman.

    Args:
        han: (n,) han, bonus tiles included.
        fu: (n,) fu, rounded.
        rules: the rule sets in use.
        rule: (n,) row of each hand's rule set.

    Returns:
        (n,) base points and (n,) position in `schema.LIMITS`.
    """
    han = np.clip(han, 0, _MOST_HAN)
    base = fu.astype(np.int32) << np.minimum(han + 2, 7)
    base[rules.kiriage_mangan[rule] & (base == _KIRIAGE_BASE)] = LIMIT_BASE[_MANGAN]
    limit = np.maximum(_LIMIT_OF_HAN[han], (base >= LIMIT_BASE[_MANGAN]).view(np.uint8))
    limit[(limit == _YAKUMAN) & (rules.kazoe[rule] == code(Kazoe.SANBAIMAN))] = _SANBAIMAN
    return np.where(limit == _NONE, base, LIMIT_BASE[limit]), limit


def yakuman_value(multiple: NDArray[np.int8]) -> Base:
    """Base points of so many yakuman."""
    base: Base = multiple.astype(np.int32) * LIMIT_BASE[_YAKUMAN]
    return base
