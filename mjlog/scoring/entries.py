"""The list of yaku and bonus tiles of each win with their han, as a score sheet has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import RenhouLimit
from mjlog.schema import BONUS_TILES, LAST_YAKU, YAKU_BIT
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.kinds import Bools, equals
from mjlog.scoring.score import MANGAN_HAN, YAKUMAN_HAN, ScoredHands
from mjlog.scoring.values import YakuValues

_RENHOU: Final = YAKU_BIT["renhou"]
_FIRST_BONUS: Final = YAKU_BIT[BONUS_TILES[0]]
_YAKU: Final = np.arange(LAST_YAKU + 1, dtype=np.uint64)


@dataclass(frozen=True, slots=True, kw_only=True)
class YakuEntries:
    """One row per yaku or bonus entry, in order of the wins and of `schema.YAKU`."""

    win: NDArray[np.intp]
    """Row of the win."""
    yaku: NDArray[np.uint8]
    """Position in `schema.YAKU`."""
    han: NDArray[np.int16]
    """Han; 13 times its multiple for a yakuman, even where the rule set counts only the highest."""


def yaku_entries(scored: ScoredHands, hands: WinningHands, rules: RulesetTable) -> YakuEntries:
    """List the yaku of every win, and its bonus tiles unless it is a yakuman or cannot win.

    Args:
        scored: n scored wins.
        hands: the wins that were scored.
        rules: the rule sets that they were scored under.
    """
    values = YakuValues.of(rules)
    case = 2 * hands.rule + ~hands.is_closed
    win, yaku = np.nonzero(scored.yaku[:, None] >> _YAKU & np.uint64(1))
    column, bit = np.divmod(yaku, 8)
    byte = 1 << bit
    multiple = values.multiple[column, case[win], byte].astype(np.int16)
    han = np.where(multiple > 0, multiple * YAKUMAN_HAN, values.han[column, case[win], byte])
    as_mangan = _renhou_as_mangan(scored, hands, rules)
    han[(yaku == _RENHOU) & as_mangan[win]] = MANGAN_HAN

    bonus = np.stack([hands.dora, hands.aka, hands.ura, hands.kita], axis=1)
    bonus = bonus * (scored.has_yaku & (scored.yakuman == 0) & ~as_mangan)[:, None]
    bonus_win, tiles = np.nonzero(bonus)
    win = np.concatenate([win, bonus_win])
    order = np.argsort(win, kind="stable")
    return YakuEntries(
        win=win[order],
        yaku=np.concatenate([yaku, _FIRST_BONUS + tiles])[order].astype(np.uint8),
        han=np.concatenate([han, bonus[bonus_win, tiles]])[order].astype(np.int16),
    )


def _renhou_as_mangan(scored: ScoredHands, hands: WinningHands, rules: RulesetTable) -> Bools:
    """Which wins are renhou for mangan, without other yaku and bonus tiles."""
    has_renhou = ~equals(scored.yaku & np.uint64(1 << _RENHOU), 0)
    return has_renhou & equals(rules.renhou_limit[hands.rule], code(RenhouLimit.MANGAN))
