"""Fu, item by item (EMA rules 2016, 4.1.1, where they are called minipoints).

Every item is a column of its own, so that a score sheet can list them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.table import RulesetTable
from mjlog.scoring.kinds import DRAGONS, SIMPLES, YAOCHUU, Bools, Kinds, equals, size, touches
from mjlog.scoring.readings import Readings, Wait
from mjlog.scoring.yaku import chiitoitsu, pinfu

Fu = NDArray[np.uint8]

BASE: Final = 20
CHIITOITSU: Final = 25
CLOSED_RON: Final = 10
TSUMO: Final = 2
WAIT: Final = 2
VALUE_PAIR: Final = 2
OPEN_PINFU: Final = 30


@dataclass(frozen=True, slots=True)
class SetFu:
    """What one triplet or kan of some sort is worth."""

    name: str
    fu: int
    concealed: bool
    kan: bool
    tiles: np.uint64

    def kinds_of(self, r: Readings) -> Kinds:
        """The sets of this sort in each reading."""
        sets = r.triplets & (r.kans if self.kan else ~r.kans)
        return sets & (r.concealed if self.concealed else ~r.concealed) & self.tiles


SETS: Final = (
    SetFu("open_triplet_of_simples", 2, concealed=False, kan=False, tiles=SIMPLES),
    SetFu("open_triplet_of_yaochuu", 4, concealed=False, kan=False, tiles=YAOCHUU),
    SetFu("closed_triplet_of_simples", 4, concealed=True, kan=False, tiles=SIMPLES),
    SetFu("closed_triplet_of_yaochuu", 8, concealed=True, kan=False, tiles=YAOCHUU),
    SetFu("open_kan_of_simples", 8, concealed=False, kan=True, tiles=SIMPLES),
    SetFu("open_kan_of_yaochuu", 16, concealed=False, kan=True, tiles=YAOCHUU),
    SetFu("closed_kan_of_simples", 16, concealed=True, kan=True, tiles=SIMPLES),
    SetFu("closed_kan_of_yaochuu", 32, concealed=True, kan=True, tiles=YAOCHUU),
)


def fu_items(r: Readings, rinshan: Bools, rules: RulesetTable, rule: NDArray[np.intp]) -> dict[str, Fu]:
    """Work out the fu items of each reading.

    Args:
        r: m readings.
        rinshan: (m,) whether the winning tile is a replacement tile.
        rules: the rule sets in use.
        rule: (m,) row of each reading's rule set.

    Returns:
        (m,) uint8 fu by name, in the order of a score sheet; `total` adds them up.
    """
    pair_of_both = rules.double_wind_pair_fu[rule].astype(np.uint8)
    is_wait = ~equals(r.wait, Wait.SHANPON) & ~equals(r.wait, Wait.RYANMEN)
    items = {
        "base": np.full(len(r), BASE, dtype=np.uint8),
        "closed_ron": _points(r.is_closed & ~r.is_tsumo, CLOSED_RON),
        "tsumo": _points(r.is_tsumo & ~pinfu(r) & (~rinshan | rules.rinshan_tsumo_fu[rule]), TSUMO),
        "wait": _points(is_wait, WAIT),
        "pair": _pair(r, pair_of_both),
        **{sort.name: size(sort.kinds_of(r)) * np.uint8(sort.fu) for sort in SETS},
    }
    # An open hand of runs without any other fu counts as 30 fu (EMA rules 2016, 4.1.1).
    items["open_pinfu"] = _points(~r.is_closed & equals(total(items), BASE), OPEN_PINFU - BASE)
    is_pairs = chiitoitsu(r)
    for name, column in items.items():
        column[is_pairs] = CHIITOITSU if name == "base" else 0
    return items


def total(items: dict[str, Fu]) -> Fu:
    """Add up fu items; the most that a hand can have, 156, fits a byte."""
    fu = np.zeros_like(items["base"])
    for column in items.values():
        fu += column
    return fu


def round_up(fu: Fu) -> Fu:
    """Round fu up to tens; the 25 fu of chiitoitsu stay."""
    return np.where(fu == CHIITOITSU, fu, (fu + np.uint8(9)) // np.uint8(10) * np.uint8(10))


def _pair(r: Readings, both_winds: Fu) -> Fu:
    """2 fu for a pair of dragons, seat or round wind; `both_winds` fu where it is both winds."""
    seat, round_ = touches(r.pair, r.seat_wind), touches(r.pair, r.round_wind)
    single = _points(seat | round_ | touches(r.pair, DRAGONS), VALUE_PAIR)
    return np.where(seat & round_, both_winds, single)


def _points(rows: Bools, fu: int) -> Fu:
    """`fu` in the given rows, 0 elsewhere."""
    return rows.view(np.uint8) * np.uint8(fu)
