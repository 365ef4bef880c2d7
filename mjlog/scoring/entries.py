"""The list of yaku and bonuses of each win with their han or points, as a score sheet has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.table import RulesetTable
from mjlog.schema import BONUS, YAKU_BIT
from mjlog.scoring.additive import bonus_worth
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.kinds import Bools, equals
from mjlog.scoring.score import MANGAN_HAN, YAKUMAN_HAN, ScoredHands
from mjlog.scoring.values import YakuValues

_RENHOU: Final = YAKU_BIT["renhou"]
_BONUS: Final = np.array([YAKU_BIT[slug] for slug in BONUS])


@dataclass(frozen=True, slots=True, kw_only=True)
class YakuEntries:
    """One row per yaku or bonus entry, in order of the wins and of `schema.YAKU`."""

    win: NDArray[np.intp]
    """Row of the win."""
    yaku: NDArray[np.uint8]
    """Position in `schema.YAKU`."""
    han: NDArray[np.int16]
    """Han; 13 times its multiple for a yakuman, even where the rule set counts only the highest.

    Points where they are added up; of a bonus those of all that there are of it."""


def yaku_entries(scored: ScoredHands, hands: WinningHands, rules: RulesetTable) -> YakuEntries:
    """List the yaku of every win, and its bonuses unless it is a yakuman or cannot win.

    Args:
        scored: n scored wins.
        hands: the wins that were scored.
        rules: the rule sets that they were scored under.
    """
    values = YakuValues.of(rules)
    case = values.case_of(hands)
    in_use = np.array(sorted(YAKU_BIT[slug] for slug in values.in_use), dtype=np.uint64)
    win, place = np.nonzero(scored.yaku[:, None] >> in_use & np.uint64(1))
    yaku = in_use[place].astype(np.intp)
    column, bit = np.divmod(yaku, 8)
    byte = 1 << bit
    multiple = values.multiple[column, case[win], byte].astype(np.int16)
    han = np.where(multiple > 0, multiple * YAKUMAN_HAN, values.han[column, case[win], byte])
    as_mangan = _renhou_as_mangan(scored, hands, rules)
    han[(yaku == _RENHOU) & as_mangan[win]] = MANGAN_HAN

    worth = bonus_worth(hands, values).T
    worth = worth * (scored.has_yaku & (scored.yakuman == 0) & ~as_mangan)[:, None]
    bonus_win, place = np.nonzero(worth)
    bonus = _BONUS[np.array(values.bonuses, dtype=np.intp)[place]]
    win = np.concatenate([win, bonus_win])
    order = np.argsort(win, kind="stable")
    return YakuEntries(
        win=win[order],
        yaku=np.concatenate([yaku, bonus])[order].astype(np.uint8),
        han=np.concatenate([han, worth[bonus_win, place]])[order].astype(np.int16),
    )


def _renhou_as_mangan(scored: ScoredHands, hands: WinningHands, rules: RulesetTable) -> Bools:
    """Which wins are renhou for mangan, without other yaku and bonus tiles."""
    has_renhou = ~equals(scored.yaku & np.uint64(1 << _RENHOU), 0)
    return has_renhou & rules.renhou_as_mangan[hands.rule]
