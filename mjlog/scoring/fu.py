"""Fu, item by item (EMA rules 2016, 4.3; "fu" there are "minipoints").

Every item is a column of its own, so that a score sheet can list them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.table import RulesetTable
from mjlog.scoring.kinds import DRAGONS, SIMPLES, YAOCHUU, Bools, Kinds, size, touches
from mjlog.scoring.readings import Form, Readings, Wait
from mjlog.scoring.yaku import pinfu

Fu = NDArray[np.uint8]

BASE: Final = 20
CHIITOITSU: Final = 25
CLOSED_RON: Final = 10
TSUMO: Final = 2
OPEN_PINFU: Final = 30

_SET_FU: Final = (
    ("open_triplet", 2, False, False),
    ("closed_triplet", 4, True, False),
    ("open_kan", 8, False, True),
    ("closed_kan", 16, True, True),
)
"""Name, fu of simples (terminals and honours double it), concealed?, kan?"""

ITEMS: Final = (
    "base",
    "closed_ron",
    "tsumo",
    "wait",
    "pair",
    *(f"{name}_{tiles}" for name, *_ in _SET_FU for tiles in ("simple", "yaochuu")),
    "open_pinfu",
)
"""Names of the fu items, in the order of a score sheet."""


def fu_items(r: Readings, rinshan: Bools, rules: RulesetTable, rule: NDArray[np.intp]) -> dict[str, Fu]:
    """Work out the fu items of readings as blocks and pair, or as chiitoitsu.

    Args:
        r: m readings.
        rinshan: (m,) whether the winning tile is a replacement tile.
        rules: the rule sets in use.
        rule: (m,) row of each reading's rule set.

    Returns:
        (m,) uint8 fu by name of `ITEMS`; their sum is rounded up to tens by `round_up`.
    """
    items = {
        "base": np.full(len(r), BASE, dtype=np.uint8),
        "closed_ron": _points(r.is_closed & ~r.is_tsumo, CLOSED_RON),
        "tsumo": _points(r.is_tsumo & ~pinfu(r) & (~rinshan | rules.rinshan_tsumo_fu[rule]), TSUMO),
        "wait": _points(r.wait <= Wait.PENCHAN, 2) - _points(r.wait == Wait.SHANPON, 2),
        "pair": pair_fu(r, rules.double_wind_pair_fu[rule]),
    }
    for name, fu, concealed, kan in _SET_FU:
        sets = set_kinds(r, concealed=concealed, kan=kan)
        items[f"{name}_simple"] = size(sets & SIMPLES) * np.uint8(fu)
        items[f"{name}_yaochuu"] = size(sets & YAOCHUU) * np.uint8(2 * fu)
    # An open hand of runs without any fu counts as 30 fu (EMA rules 2016, 4.3).
    total = sum(items.values())
    items["open_pinfu"] = _points(~r.is_closed & (total == BASE), OPEN_PINFU - BASE)
    is_pairs = r.form == Form.CHIITOITSU
    for name, column in items.items():
        column[is_pairs] = CHIITOITSU if name == "base" else 0
    return items


def pair_fu(r: Readings, double_wind: NDArray[np.int32]) -> Fu:
    """2 fu for a pair of dragons, seat or round wind; `double_wind` fu for both winds at once."""
    seat, round_ = touches(r.pair, r.seat_wind), touches(r.pair, r.round_wind)
    single = _points(seat | round_ | touches(r.pair, DRAGONS), 2)
    return np.where(seat & round_, double_wind, single).astype(np.uint8)


def set_kinds(r: Readings, *, concealed: bool, kan: bool) -> Kinds:
    """The triplets (or kans) of each reading that are concealed (or not)."""
    sets = r.triplets & (r.kans if kan else ~r.kans)
    return sets & (r.concealed if concealed else ~r.concealed)


def round_up(items: dict[str, Fu]) -> Fu:
    """Add up fu items and round up to tens; the 25 fu of chiitoitsu stay."""
    total = np.zeros_like(items["base"])
    for column in items.values():
        total += column
    return np.where(total == CHIITOITSU, total, (total + np.uint8(9)) // np.uint8(10) * np.uint8(10))


def _points(rows: Bools, fu: int) -> Fu:
    """`fu` in the given rows, 0 elsewhere."""
    return rows.view(np.uint8) * np.uint8(fu)
