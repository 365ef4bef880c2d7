"""What a table pays besides wins: noten, nagashi mangan, chombo and bonuses in the middle of a round.

All functions work on columns, one row per table, and give score changes by seat as (n, 4) int32;
seats that do not play get 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.standard import RIICHI_STICK, SEATS
from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import Chombo, Nagashi, NotenPayment
from mjlog.scoring.kinds import Bools
from mjlog.scoring.payments import (
    NOBODY,
    PaidWins,
    Points,
    Rows,
    Seats,
    hand_payments,
    honba_payments,
    ordinary_payments,
)
from mjlog.scoring.points import LIMIT_BASE

_SEATS: Final = np.arange(SEATS)
_MANGAN: Final = LIMIT_BASE[1]
NAGASHI_BASE: Final = _MANGAN
"""Base points of nagashi mangan where points are not added up (Tenhou manual)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidTables:
    """Tables at which something is paid, one row each."""

    dealer_seat: Seats
    present: Bools
    """(n, 4) who plays the round."""
    doubled: Bools
    """(n,) whether every payment of the round counts twice, sticks apart."""
    honba: NDArray[np.int16]
    """(n,) honba on the table."""
    sticks: NDArray[np.int64]
    """(n,) sticks on the table."""
    rule: Rows
    """(n,) row of the rule set."""

    def __len__(self) -> int:
        return len(self.rule)

    def tsumo(self, seat: int, base: Points, honba: NDArray[np.int16]) -> PaidWins:
        """As if `seat` won every row by tsumo, with (n,) `base` points and `honba`, without sticks."""
        size = len(self)
        winner = np.full(size, seat, dtype=np.int8)
        return PaidWins(
            base=base,
            seat=winner,
            from_seat=winner,
            dealer_seat=self.dealer_seat,
            present=self.present,
            doubled=self.doubled,
            honba=honba,
            sticks=np.zeros(size, dtype=np.int64),
            pao_seat=np.full((size, 1), NOBODY, dtype=np.int8),
            pao_base=np.zeros((size, 1), dtype=np.int32),
            rule=self.rule,
        )


def noten_deltas(tenpai: Bools, tables: PaidTables, rules: RulesetTable) -> Points:
    """Score changes of exhaustive draws: noten players pay tenpai players `Ruleset.noten_payment`.

    They pay it together, or each of them does (`Ruleset.noten_payment_by`).  What the tenpai players
    cannot share evenly is not paid.

    Args:
        tenpai: (n, 4) who shows a tenpai hand.
        tables: where they are played.
        rules: the rule sets in use.
    """
    ready, noten = tenpai & tables.present, ~tenpai & tables.present
    ready_count, noten_count = ready.sum(axis=1), noten.sum(axis=1)
    is_each = rules.noten_payment_by[tables.rule] == code(NotenPayment.EACH)
    pot = rules.noten_payment[tables.rule] * np.where(is_each, noten_count, 1)
    pot = np.where((ready_count > 0) & (noten_count > 0), pot, 0)
    common = np.lcm(np.maximum(ready_count, 1), np.maximum(noten_count, 1))
    pot -= pot % common
    gains = ready * (pot // np.maximum(ready_count, 1))[:, None]
    losses = noten * (pot // np.maximum(noten_count, 1))[:, None]
    deltas: Points = (gains - losses).astype(np.int32)
    return deltas << tables.doubled[:, None]


def nagashi_deltas(nagashi: Bools, base: Points, tables: PaidTables, rules: RulesetTable) -> Points:
    """Score changes of nagashi mangan, several at once added up.

    Each is paid like a tsumo, without honba and sticks (Tenhou manual).  Where it counts as a win the
    player next in turn from the dealer on gets both.

    Args:
        nagashi: (n, 4) who has it.
        base: (n, 4) base points of each: `NAGASHI_BASE`, or those of the hand where points are added up.
        tables: where they are played.
        rules: the rule sets in use.
    """
    nagashi = nagashi & tables.present
    deltas = np.zeros((len(tables), SEATS), dtype=np.int32)
    is_win = rules.nagashi_mangan[tables.rule] == code(Nagashi.WIN)
    nearest = nearest_of(nagashi, tables.dealer_seat)
    takes_all = nagashi & is_win[:, None] & (nearest[:, None] == _SEATS)
    base = np.where(nagashi, base, 0).astype(np.int32)
    for seat in range(SEATS):
        honba = np.where(takes_all[:, seat], tables.honba, 0).astype(np.int16)
        win = tables.tsumo(seat, base[:, seat], honba)
        paid = hand_payments(win, rules) + honba_payments(win, rules)
        deltas -= paid
        deltas[:, seat] += paid.sum(axis=1, dtype=np.int32)
        deltas[:, seat] += np.where(takes_all[:, seat], tables.sticks * RIICHI_STICK, 0)
    return deltas


def nearest_of(seats: Bools, dealer_seat: Seats) -> NDArray[np.intp]:
    """(n,) the first of (n, 4) `seats` in turn from the dealer on; any seat where there is none."""
    turns = (_SEATS - dealer_seat[:, None].astype(np.int64)) % SEATS
    nearest: NDArray[np.intp] = np.where(seats, turns, SEATS).argmin(axis=1)
    return nearest


def chombo_deltas(offends: Bools, tables: PaidTables, rules: RulesetTable) -> Points:
    """Score changes of chombo, several at once added up: a mangan tsumo reversed, or so much to each.

    `Chombo.RESULT` costs nothing until the results of the game are counted.

    Args:
        offends: (n, 4) whose fault it is.
        tables: where they are played.
        rules: the rule sets in use.
    """
    offends = offends & tables.present
    kind = rules.chombo[tables.rule]
    each = np.where(kind == code(Chombo.EACH), rules.chombo_points[tables.rule], 0)
    mangan = np.where(kind == code(Chombo.MANGAN), _MANGAN, 0).astype(np.int32)
    nothing = np.zeros(len(tables), dtype=np.int16)
    deltas = np.zeros((len(tables), SEATS), dtype=np.int32)
    for seat in range(SEATS):
        win = tables.tsumo(seat, mangan, nothing)
        got = ordinary_payments(mangan, win, rules) + np.where(win.opponents, each[:, None], 0)
        got = np.where(offends[:, seat, None], got << tables.doubled[:, None], 0).astype(np.int32)
        deltas += got
        deltas[:, seat] -= got.sum(axis=1, dtype=np.int32)
    return deltas


def bonus_deltas(number: NDArray[np.integer[Any]], tables: PaidTables, rules: RulesetTable) -> Points:
    """Score changes of bonuses in the middle of a round: every opponent pays `Ruleset.bonus_payment`.

    Args:
        number: (n, 4) bonuses that each seat is paid.
        tables: where they are played.
        rules: the rule sets in use.
    """
    each = (rules.bonus_payment[tables.rule] << tables.doubled)[:, None]
    got = np.where(tables.present, number, 0).astype(np.int32)
    others = (got.sum(axis=1, keepdims=True) - got) * tables.present
    players = tables.present.sum(axis=1, keepdims=True)
    deltas: Points = ((got * (players - 1) - others) * each).astype(np.int32)
    return deltas
