"""Hands for the rows of the point tables, with as much dora as a column wants."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mjlog import score
from mjlog.rulesets import Ruleset
from mjlog.scoring.one import Score

ONE_HAN_MORE = ("2m", "3m", "4m")
"""Indicators that each show one tile of the run 345m, which every hand holds once."""


@dataclass(frozen=True)
class Row:
    """A row of a table: its fu, and a hand that has them."""

    fu: int
    hand: str
    how: dict[str, Any] = field(default_factory=lambda: {"riichi": 1})
    least: int = 1
    """Han without dora."""

    def score(self, han: int, rules: str | Ruleset, seat: str, **how: Any) -> Score:
        """The hand of this row, won by `seat`, with `han` han.  "XX" is a pair of the double wind."""
        more = "".join(ONE_HAN_MORE[: han - self.least])
        hand = self.hand.replace("XX", {"E": "11", "S": "22"}[seat])
        wind = seat if "XX" in self.hand else "E"
        return score(hand, rules, dora_indicators=more, **self.how, seat_wind=seat, round_wind=wind, **how)


PINFU_TSUMO = Row(20, "345m123678p6799s+8s", {"tsumo": True}, least=2)
"""Pinfu won on a draw, the only hand of 20 fu."""

ROWS = (
    Row(30, "345m22678p67s(456s)+8s", {}),  # open tanyao of runs: 20, which count as 30
    Row(40, "345m22278p67899s+9p"),  # closed ron 30, triplet of simples 4
    Row(50, "345m78p67899s[2222p]+9p"),  # closed ron 30, concealed kan of simples 16
    Row(60, "345m11178p99s[2222s]+9p"),  # closed ron 30, kan of simples 16, triplet of terminals 8
    Row(70, "345m78p22567s[9999s]+9p"),  # closed ron 30, concealed kan of terminals 32
    Row(80, "345m67s33z[9999s][2222p]+8s"),  # closed ron 30, kans 32 and 16
    Row(90, "345m678s5z[9999s][2222p]+5z"),  # the same, waiting on one tile 2, pair of dragons 2
    Row(100, "345m67s33z[9999s][1111p]+8s"),  # closed ron 30, two kans of terminals 64
    Row(110, "34599mXXz[9999s][1111p]+9m"),  # the same, triplet by ron 4, pair of the double wind 4
)
"""One hand of one han for every row from 30 fu on."""


def seven_pairs(han: int, rules: str | Ruleset, seat: str) -> Score:
    """Seven pairs of 2, 3 or 4 han: 25 fu; a red five is one han more, a pair of dora two."""
    hand = "2277m5599p1188s4z+4z" if han != 3 else "2277m0599p1188s4z+4z"
    return score(hand, rules, seat_wind=seat, dora_indicators="1m" if han == 4 else "")


def with_han(han: int, rules: str | Ruleset, seat: str) -> Score:
    """A hand of 50 fu and 1 to 16 han: riichi, and dora by fours in its kan and by ones in its run."""
    fours, ones = divmod(han - 1, 4)
    indicators = "1p" * fours + "".join(ONE_HAN_MORE[:ones])
    return score("345m78p67899s[2222p]+9p", rules, seat_wind=seat, riichi=1, dora_indicators=indicators)
