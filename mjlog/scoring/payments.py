"""Who pays whom for a win: shares of the hand, honba, sticks, several winners and pao.

All functions work on columns, one row per win, and give score changes by seat as (n, 4) int32 that
add up to the sticks taken; seats that do not play get 0.  Sticks paid for riichi are no part of
them: the player paid when the riichi was accepted.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.pao import PAO_BITS
from mjlog.rulesets.standard import RIICHI_STICK, SEATS
from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import AbsentShare, PaoHonba, PaoScope, ScoreSystem, Shares
from mjlog.scoring.kinds import Bools
from mjlog.scoring.points import LIMIT_BASE

Points = NDArray[np.int32]
Seats = NDArray[np.int8]
Rows = NDArray[np.intp]

NOBODY: Final = -1
_SEATS: Final = np.arange(SEATS)
_YAKUMAN: Final = LIMIT_BASE[5]
_HUNDRED: Final = 100
"""Payments of han and fu are whole hundreds (EMA rules 2016, 4.1.2)."""
_OPEN: Final = 1
"""Place of the worth of open hands in a rule set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidWins:
    """Wins to be paid, one row each."""

    base: Points
    """(n,) base points of the whole hand."""
    seat: Seats
    """(n,) winner."""
    from_seat: Seats
    """(n,) discarder; the winner on a tsumo."""
    dealer_seat: Seats
    present: Bools
    """(n, 4) who plays the round; see `seats_of`."""
    doubled: Bools
    """(n,) whether every payment of the round counts twice, sticks apart."""
    honba: NDArray[np.int16]
    """(n,) honba that are paid on this win; see `table_shares`."""
    sticks: NDArray[np.int64]
    """(n,) sticks that this win takes; see `table_shares`."""
    pao_seat: Seats
    """(n, k) players liable for parts of the hand, -1 for none."""
    pao_base: Points
    """(n, k) base points that each of them is liable for; see `liable_base`."""
    rule: Rows
    """(n,) row of the rule set."""

    def __len__(self) -> int:
        return len(self.base)

    def __getitem__(self, rows: slice | NDArray[Any]) -> PaidWins:
        """Pick rows by slice, mask or index."""
        return PaidWins(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})

    @property
    def is_tsumo(self) -> Bools:
        """(n,) whether the winner drew the tile."""
        tsumo: Bools = self.seat == self.from_seat
        return tsumo

    @property
    def opponents(self) -> Bools:
        """(n, 4) who plays against the winner."""
        others: Bools = self.present & (self.seat[:, None] != _SEATS)
        return others

    @property
    def liable_seat(self) -> Seats:
        """(n,) the first player liable for a part of the hand, -1 for nobody."""
        liable = (self.pao_base > 0) & (self.pao_seat != NOBODY)
        first = self.pao_seat[np.arange(len(self)), liable.argmax(axis=1)]
        seat: Seats = np.where(liable.any(axis=1), first, NOBODY)
        return seat

    @property
    def parts_under_pao(self) -> Points:
        """(n, k) base points that somebody is liable for."""
        return np.where(self.pao_seat == NOBODY, 0, self.pao_base)


def seats_of(players: NDArray[Any]) -> Bools:
    """(n, 4) who plays at tables of (n,) `players` where nobody sits out."""
    present: Bools = np.asarray(players)[:, None] > _SEATS
    return present


def win_deltas(wins: PaidWins, rules: RulesetTable) -> Points:
    """Score changes of each win, (n, 4) int32: hand, honba and sticks."""
    return deltas_of(wins, hand_payments(wins, rules), rules)


def deltas_of(wins: PaidWins, for_hands: Points, rules: RulesetTable) -> Points:
    """`win_deltas` of wins whose `hand_payments` are known."""
    paid = for_hands + honba_payments(wins, rules)
    deltas = -paid
    deltas[np.arange(len(wins)), wins.seat] += paid.sum(axis=1) + wins.sticks * RIICHI_STICK
    return deltas


def hand_payments(wins: PaidWins, rules: RulesetTable) -> Points:
    """What each seat pays for the hands themselves, (n, 4) int32.

    A liable player pays a part alone on a tsumo, and shares it evenly with the discarder on a ron
    (EMA rules 2016, 3.3.9), who pays what cannot be halved; who deals into a hand that he is liable
    for pays as any discarder.
    """
    parts, unit = wins.parts_under_pao, payment_unit(rules, wins.rule)
    paid = ordinary_payments(wins.base - parts.sum(axis=1, dtype=np.int32), wins, rules)
    for liable, base in zip(wins.pao_seat.T, parts.T, strict=True):
        row = np.flatnonzero(base)
        if not len(row):
            continue
        of_part = wins[row]
        part = ordinary_payments(base[row], of_part, rules).sum(axis=1)
        shared = np.where(of_part.is_tsumo, 0, rounded_up(part, 2, unit[row]))
        paid[row, liable[row]] += part - shared
        paid[row, of_part.from_seat] += shared
    return paid << wins.doubled[:, None]


def honba_payments(wins: PaidWins, rules: RulesetTable) -> Points:
    """What each seat pays for honba, (n, 4) int32.

    On a tsumo every payer pays them, on a ron the discarder pays for all.  Where liable players answer
    for all of a tsumo, the first of them pays the honba; where others pay too, `Ruleset.pao_honba`
    decides.
    """
    each = wins.honba * rules.honba_points[wins.rule]
    paid = np.where(wins.opponents, each[:, None], 0).astype(np.int32)
    total = paid.sum(axis=1)
    parts, row = wins.parts_under_pao, np.arange(len(wins))
    has_pao, how = parts.any(axis=1), rules.pao_honba[wins.rule]
    alone = wins.is_tsumo & (parts.sum(axis=1) == wins.base)
    by_liable = has_pao & (alone | (how == code(PaoHonba.LIABLE)))
    half = np.where(how == code(PaoHonba.SPLIT), rounded_up(total, 2, payment_unit(rules, wins.rule)), total)
    by_discarder = np.where(by_liable, 0, np.where(has_pao, half, total))
    single = ~wins.is_tsumo | by_liable
    paid[single] = 0
    paid[row, wins.from_seat] += np.where(single, by_discarder, 0)
    paid[row, wins.liable_seat] += np.where(single, total - by_discarder, 0)
    return paid << wins.doubled[:, None]


def ordinary_payments(base: Points, wins: PaidWins, rules: RulesetTable) -> Points:
    """What each seat pays for so many base points without pao and doubling, (n, 4).

    Tsumo: the dealer pays and gets double.  Ron: the discarder pays for all three opponents of a full
    table.  Every payment is rounded up to hundreds (EMA rules 2016, 4.1.2).  With `Shares.EQUAL` every
    payer pays the base points once, and no absent player's share is missing.  Where a player
    is, `AbsentShare.SPLIT_HAND` lets everybody pay the same part of what a ron brings.
    """
    is_equal = rules.shares[wins.rule] == code(Shares.EQUAL)
    is_dealer, opponents = wins.seat == wins.dealer_seat, wins.opponents
    doubles = (is_dealer[:, None] | (wins.dealer_seat[:, None] == _SEATS)) & ~is_equal[:, None]
    shares = np.where(doubles, 2, 1) * opponents
    full_table = np.where(is_dealer, 6, 4)
    payers = np.maximum(opponents.sum(axis=1), 1)
    missing = np.where(is_equal, 0, full_table - shares.sum(axis=1))
    absent_share = rules.tsumo_absent_share[wins.rule]
    absent = np.where(absent_share == code(AbsentShare.SPLIT), missing, 0)
    is_level = (absent_share == code(AbsentShare.SPLIT_HAND)) & (missing > 0)
    shares = (shares * payers[:, None] + absent[:, None]) * opponents
    shares = np.where(is_level[:, None], full_table[:, None] * opponents, shares)
    unit = payment_unit(rules, wins.rule)
    by_draw = rounded_up(base[:, None] * shares, payers[:, None], unit[:, None])
    by_ron = rounded_up(base * np.where(is_equal, 1, full_table), 1, unit)
    by_discard = np.where(wins.from_seat[:, None] == _SEATS, by_ron[:, None], 0)
    paid: Points = np.where(wins.is_tsumo[:, None], by_draw, by_discard).astype(np.int32)
    return paid


def liable_base(
    yaku: NDArray[np.uint64], base: Points, pao_seat: Seats, rules: RulesetTable, rule: Rows
) -> Points:
    """Base points that each liable player answers for.

    Args:
        yaku: (n,) yaku of the hands.
        base: (n,) base points of the hands.
        pao_seat: (n, 3) who let the last set of each of `rulesets.standard.PAO_YAKUMAN` be called, or
            -1; (n, 4) with who gave the tile of the open kan whose replacement tile wins.
        rules: the rule sets in use.
        rule: (n,) row of each hand's rule set.

    Returns:
        int32 like `pao_seat`.  With `PaoScope.WHOLE_HAND` the first liable player answers for
        everything; who gave the tile of a kan answers for what the others do not.
    """
    columns = pao_seat.shape[1]
    counts = (yaku[:, None] & rules.pao[rule, None]) >> np.array(PAO_BITS, dtype=np.uint64) & np.uint64(1)
    after_kan = np.repeat(rules.pao_daiminkan[rule, None], columns - len(PAO_BITS), axis=1)
    liable = np.concatenate([counts != 0, after_kan], axis=1) & (pao_seat != NOBODY)
    is_whole = rules.pao_scope[rule] == code(PaoScope.WHOLE_HAND)
    worth = np.repeat(base[:, None], columns, axis=1)
    worth[:, : len(PAO_BITS)] = np.where(is_whole[:, None], base[:, None], _yakuman_base(rules)[rule])
    # Together the parts are no more than the hand, which may count a single yakuman only.
    reached = np.minimum(np.cumsum(np.where(liable, worth, 0), axis=1), base[:, None])
    shares: Points = np.diff(reached, axis=1, prepend=0).astype(np.int32)
    return shares


def _yakuman_base(rules: RulesetTable) -> Points:
    """(rules, 3) base points of each of `PAO_YAKUMAN`; a hand with a called set is open."""
    multiple = rules.yakuman[:, PAO_BITS] * _YAKUMAN
    points = rules.yaku_points[:, PAO_BITS, _OPEN] * rules.point_value[:, None]
    adds_up = rules.score_system == code(ScoreSystem.ADDITIVE)
    base: Points = np.where(adds_up[:, None], points, multiple).astype(np.int32)
    return base


def table_shares(
    group: NDArray[np.int64], wins: PaidWins, paid_stick: Bools, rules: RulesetTable
) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Divide the honba and sticks of a table among the winners on one tile.

    The winner next in turn after the discarder gets both (Tenhou manual); rule sets may pay the honba
    to each winner, or give riichi winners their own stick back (EMA rules 2016).

    Args:
        group: (n,) any number that wins on the same tile share.
        wins: the wins, with all honba and sticks of their table.
        paid_stick: (n,) whether the winner paid a stick in this round.
        rules: the rule sets in use.

    Returns:
        (n,) honba and (n,) sticks of each win.
    """
    turns = (wins.seat - wins.from_seat) % SEATS  # in turn, whoever of the seats between plays
    order = np.lexsort((turns, group))
    is_first = np.ones(len(wins), dtype=np.bool_)
    is_first[order[1:]] = group[order[1:]] != group[order[:-1]]
    own = paid_stick & rules.own_stick_back[wins.rule]
    _, member = np.unique(group, return_inverse=True)
    others_own = np.bincount(member, own, minlength=len(wins))[member]
    sticks = np.where(is_first, wins.sticks - others_own, 0) + own
    honba = np.where(is_first | rules.honba_to_each_winner[wins.rule], wins.honba, 0)
    return honba.astype(np.int16), sticks.astype(np.int64)


def rounded_up(points: NDArray[Any], divisor: NDArray[Any] | int, unit: NDArray[Any] | int) -> Points:
    """Divide points and round up to whole `unit`s."""
    rounded: Points = (-(-points // (unit * divisor)) * unit).astype(np.int32)
    return rounded


def payment_unit(rules: RulesetTable, rule: Rows) -> NDArray[np.int32]:
    """(n,) the least amount that is paid: a hundred, or a point where points are added up."""
    adds_up = rules.score_system[rule] == code(ScoreSystem.ADDITIVE)
    unit: NDArray[np.int32] = np.where(adds_up, rules.point_value[rule], _HUNDRED)
    return unit
