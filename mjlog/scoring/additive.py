"""Points that are added up: what bonuses are there, and the hands that are worth what their points say.

Under han/fu rules bonuses are han beside those of the yaku; under additive rules everything is points,
and the sum of them is the worth of the hand (東天紅ルール詳細, 役・得点一覧).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.table import RulesetTable
from mjlog.schema import BONUS
from mjlog.scoring.flags import Flags, add, has
from mjlog.scoring.hands import Meld, WinningHands
from mjlog.scoring.kinds import Bools, equals
from mjlog.scoring.values import YakuValues

Counts = NDArray[np.integer[Any]]
Cases = NDArray[np.intp]

BONUS_COUNTS: Final[Mapping[str, Callable[[WinningHands], Counts]]] = {
    "dora": lambda h: h.dora,
    "aka_dora": lambda h: h.aka,
    "ura_dora": lambda h: h.ura,
    "kita": lambda h: h.kita,
    "base_points": lambda h: np.ones(len(h), dtype=np.uint8),
    "dealer_win": lambda h: h.is_dealer.astype(np.uint8),
    "open_kan": lambda h: (h.meld_type == Meld.OPEN_KAN).sum(axis=1, dtype=np.uint8),
    "closed_kan": lambda h: (h.meld_type == Meld.ANKAN).sum(axis=1, dtype=np.uint8),
}
"""How often each bonus of `schema.BONUS` is there, (n,)."""


def bonus_worth(hands: WinningHands, values: YakuValues) -> NDArray[np.int32]:
    """Worth of each bonus of each hand, in han or points.

    Args:
        hands: n wins.
        values: what the rule sets in use pay.

    Returns:
        (bonuses, n) in the order of `values.bonuses`.
    """
    case = values.case_of(hands)
    rows = [BONUS_COUNTS[BONUS[b]](hands) * values.bonus[b, case] for b in values.bonuses]
    return np.stack(rows) if rows else np.zeros((0, len(hands)), dtype=np.int32)


def add_minimum_win(
    flags: Flags, worth: NDArray[np.int32], set_aside: Counts, allowed: Bools, values: YakuValues, case: Cases
) -> None:
    """Add the yaku of the smallest win there is, in place: one yaku of one, one set-aside tile, the base.

    Args:
        flags: the other yaku of m readings.
        worth: (m,) what they and their bonuses come to.
        set_aside: (m,) set-aside tiles.
        allowed: (m,) whether the hand may win, and is no yakuman.
        values: what the rule sets in use pay.
        case: (m,) rule set and openness.
    """
    base, kita = (values.bonus[BONUS.index(slug), case] for slug in ("base_points", "kita"))
    is_least = allowed & equals(set_aside, 1) & (worth == base + kita + 1)
    add(flags, "minimum_win", is_least & has(values.counted[:, case], "minimum_win"))


def set_points(
    columns: dict[str, NDArray[Any]], is_additive: Bools, rules: RulesetTable, rule: Cases
) -> None:
    """Make hands worth their points where points are added up, in place.

    Args:
        columns: the columns of `ScoredHands` by name; ``han`` holds the sum of yaku and bonuses.
        is_additive: (m,) whether points are added up.
        rules: the rule sets in use.
        rule: (m,) row of each reading's rule set.
    """
    points = columns["han"].astype(np.int32) * rules.point_value[rule]
    columns["base"] = np.where(is_additive, points, columns["base"])
    for name in ("fu", "exact_fu", "limit"):
        columns[name][is_additive] = 0
