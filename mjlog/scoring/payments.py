"""Who pays whom: wins with honba, sticks, several winners and pao; exhaustive draws.

All functions work on columns, one row per win or draw, and give score changes by seat as (n, 4)
int32 that add up to the sticks taken; seats that a table lacks get 0.  Sticks paid for riichi are no
part of them: the player paid when the riichi was accepted.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.pao import PAO_BITS
from mjlog.rulesets.standard import RIICHI_STICK, SEATS
from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import AbsentShare, PaoHonba, PaoScope
from mjlog.scoring.kinds import Bools
from mjlog.scoring.points import LIMIT_BASE

Points = NDArray[np.int32]
Seats = NDArray[np.int8]

NOBODY: Final = -1
_SEATS: Final = np.arange(SEATS)
_MANGAN: Final = LIMIT_BASE[1]
_YAKUMAN: Final = LIMIT_BASE[5]


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
    players: Seats
    """(n,) players at the table."""
    honba: NDArray[np.int16]
    """(n,) honba that are paid on this win; see `table_shares`."""
    sticks: NDArray[np.int16]
    """(n,) sticks that this win takes; see `table_shares`."""
    pao_seat: Seats
    """(n, k) players liable for parts of the hand, -1 for none."""
    pao_base: Points
    """(n, k) base points that each of them is liable for; see `liable_base`."""
    rule: NDArray[np.intp]
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


def win_deltas(wins: PaidWins, rules: RulesetTable) -> Points:
    """Score changes of each win, (n, 4) int32: hand, honba and sticks."""
    paid = hand_payments(wins, rules) + honba_payments(wins, rules)
    deltas = -paid
    deltas[np.arange(len(wins)), wins.seat] += paid.sum(axis=1) + wins.sticks.astype(np.int32) * RIICHI_STICK
    return deltas


def hand_payments(wins: PaidWins, rules: RulesetTable) -> Points:
    """What each seat pays for the hands themselves, (n, 4) int32.

    A liable player pays a part alone on a tsumo, and shares it evenly with the discarder on a ron
    (EMA rules 2016, 3.3.9); who deals into a hand that he is liable for pays as any discarder.
    """
    parts = wins.parts_under_pao
    paid = _ordinary_payments(wins.base - parts.sum(axis=1, dtype=np.int32), wins, rules)
    row = np.arange(len(wins))
    for liable, base in zip(wins.pao_seat.T, parts.T, strict=True):
        part = _ordinary_payments(base, wins, rules).sum(axis=1)
        shared = np.where(wins.is_tsumo, 0, hundreds(part, 2))
        paid[row, liable] += part - shared
        paid[row, wins.from_seat] += shared
    return paid


def honba_payments(wins: PaidWins, rules: RulesetTable) -> Points:
    """What each seat pays for honba, (n, 4) int32.

    On a tsumo every payer pays them, on a ron the discarder pays for all.  The player who is liable
    for a whole hand pays them alone on a tsumo; where others pay too, `Ruleset.pao_honba` decides.
    """
    each = wins.honba * rules.honba_points[wins.rule]
    paid = np.where(_opponents(wins), each[:, None], 0).astype(np.int32)
    total = paid.sum(axis=1)
    parts, row = wins.parts_under_pao, np.arange(len(wins))
    first = np.argmax(parts > 0, axis=1)
    alone = wins.is_tsumo & (parts[row, first] == wins.base)
    by_liable = alone | (rules.pao_honba[wins.rule] == code(PaoHonba.LIABLE))
    pays_all = np.where(by_liable & parts.any(axis=1), wins.pao_seat[row, first], wins.from_seat)
    single = np.flatnonzero(pays_all != wins.seat)
    paid[single] = np.where(pays_all[single, None] == _SEATS, total[single, None], 0)
    return paid


def liable_base(
    yaku: NDArray[np.uint64], base: Points, pao_seat: Seats, rules: RulesetTable, rule: NDArray[np.intp]
) -> Points:
    """Base points that each liable player answers for.

    Args:
        yaku: (n,) yaku of the hands.
        base: (n,) base points of the hands.
        pao_seat: (n, 3) who let the last set of each of `rulesets.model.PAO_YAKUMAN` be called, or -1.
        rules: the rule sets in use.
        rule: (n,) row of each hand's rule set.

    Returns:
        (n, 3) int32; with `PaoScope.WHOLE_HAND` the first liable player answers for everything.
    """
    counts = (yaku[:, None] & rules.pao[rule, None]) >> np.array(PAO_BITS, dtype=np.uint64) & np.uint64(1)
    liable = (counts != 0) & (pao_seat != NOBODY)
    is_whole = rules.pao_scope[rule] == code(PaoScope.WHOLE_HAND)
    worth = np.where(is_whole[:, None], base[:, None], rules.yakuman[rule][:, PAO_BITS] * _YAKUMAN)
    # Together the parts are no more than the hand, which may count a single yakuman only.
    reached = np.minimum(np.cumsum(np.where(liable, worth, 0), axis=1), base[:, None])
    shares: Points = np.diff(reached, axis=1, prepend=0).astype(np.int32)
    return shares


def table_shares(
    group: NDArray[np.int64], wins: PaidWins, paid_stick: Bools, rules: RulesetTable
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
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
    turns = (wins.seat - wins.from_seat) % wins.players
    order = np.lexsort((turns, group))
    is_first = np.ones(len(wins), dtype=np.bool_)
    is_first[order[1:]] = group[order[1:]] != group[order[:-1]]
    own = paid_stick & rules.own_stick_back[wins.rule]
    _, member = np.unique(group, return_inverse=True)
    others_own = np.bincount(member, own, minlength=len(wins))[member]
    sticks = np.where(is_first, wins.sticks - others_own, 0) + own
    honba = np.where(is_first | rules.honba_to_each_winner[wins.rule], wins.honba, 0)
    return honba.astype(np.int16), sticks.astype(np.int16)


def noten_deltas(tenpai: Bools, players: Seats, rules: RulesetTable, rule: NDArray[np.intp]) -> Points:
    """Score changes of exhaustive draws: noten players pay tenpai players `Ruleset.noten_payment` in all.

    Args:
        tenpai: (n, 4) who shows a tenpai hand.
        players: (n,) players at the table.
        rules: the rule sets in use.
        rule: (n,) row of each draw's rule set.
    """
    at_table = players[:, None] > _SEATS
    ready, noten = tenpai & at_table, ~tenpai & at_table
    ready_count, noten_count = ready.sum(axis=1), noten.sum(axis=1)
    total = np.where((ready_count > 0) & (noten_count > 0), rules.noten_payment[rule], 0)
    gains = ready * (total // np.maximum(ready_count, 1))[:, None]
    losses = noten * (total // np.maximum(noten_count, 1))[:, None]
    deltas: Points = (gains - losses).astype(np.int32)
    return deltas


def nagashi_deltas(
    nagashi: Bools, dealer_seat: Seats, players: Seats, rules: RulesetTable, rule: NDArray[np.intp]
) -> Points:
    """Score changes of nagashi mangan, several at once added up.

    Each is paid like a tsumo mangan, without honba and sticks (Tenhou manual).

    Args:
        nagashi: (n, 4) who has it.
        dealer_seat: (n,) dealer.
        players: (n,) players at the table.
        rules: the rule sets in use.
        rule: (n,) row of each draw's rule set.
    """
    size = len(nagashi)
    deltas = np.zeros((size, SEATS), dtype=np.int32)
    nothing = np.zeros(size, dtype=np.int16)
    nobody = np.full((size, 1), NOBODY, dtype=np.int8)
    for seat in range(SEATS):
        winner = np.full(size, seat, dtype=np.int8)
        wins = PaidWins(
            base=np.where(nagashi[:, seat] & (seat < players), _MANGAN, 0).astype(np.int32),
            seat=winner,
            from_seat=winner,
            dealer_seat=dealer_seat,
            players=players,
            honba=nothing,
            sticks=nothing,
            pao_seat=nobody,
            pao_base=np.zeros((size, 1), dtype=np.int32),
            rule=rule,
        )
        deltas += win_deltas(wins, rules)
    return deltas


def hundreds(points: NDArray[Any], divisor: NDArray[Any] | int = 1) -> Points:
    """Divide points and round up to hundreds."""
    rounded: Points = (-(-points // (100 * divisor)) * 100).astype(np.int32)
    return rounded


def _opponents(wins: PaidWins) -> Bools:
    """(n, 4) whether a seat is at the table and not the winner's."""
    others: Bools = (wins.players[:, None] > _SEATS) & (wins.seat[:, None] != _SEATS)
    return others


def _ordinary_payments(base: Points, wins: PaidWins, rules: RulesetTable) -> Points:
    """What each seat pays for so many base points without pao, (n, 4).

    Tsumo: the dealer pays and gets double.  Ron: the discarder pays for all three opponents of a full
    table.  Every payment is rounded up to hundreds (EMA rules 2016, 4.1.2).
    """
    is_dealer = wins.seat == wins.dealer_seat
    opponents = _opponents(wins)
    shares = np.where(is_dealer[:, None] | (wins.dealer_seat[:, None] == _SEATS), 2, 1) * opponents
    full_table = np.where(is_dealer, 6, 4)
    payers = wins.players.astype(np.int32) - 1
    splits = rules.tsumo_absent_share[wins.rule] == code(AbsentShare.SPLIT)
    absent = np.where(splits, full_table - shares.sum(axis=1), 0)
    shares = (shares * payers[:, None] + absent[:, None]) * opponents
    by_draw = hundreds(base[:, None] * shares, payers[:, None])
    by_discard = np.where(wins.from_seat[:, None] == _SEATS, hundreds(base * full_table)[:, None], 0)
    paid: Points = np.where(wins.is_tsumo[:, None], by_draw, by_discard).astype(np.int32)
    return paid
