"""Who pays whom: wins, pao, honba, sticks, exhaustive draws, nagashi mangan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import AbsentShare, PaoHonba, PaoScope
from tests.reference.scorer import MANGAN, YAKUMAN_BASE, Score

STICK = 1000


@dataclass(frozen=True)
class Table:
    """Who sits where and what lies on the table when the round ends."""

    rules: Ruleset
    players: int
    dealer: int
    honba: int = 0
    sticks: int = 0
    """Sticks on the table, those of this round too."""
    own_sticks: tuple[int, ...] = ()
    """Seats that paid a stick in this round."""


@dataclass(frozen=True)
class Claim:
    """One win to be paid."""

    seat: int
    from_seat: int
    score: Score
    pao: tuple[tuple[str, int], ...] = ()
    """(yakuman, liable seat)."""


def up(points: float) -> int:
    """Round up to hundreds."""
    return int(-(-points // 100) * 100)


def ron_value(base: int, seat: int, table: Table) -> int:
    """What a discarder pays, without honba."""
    return up(base * (6 if seat == table.dealer else 4))


def tsumo_shares(base: int, seat: int, table: Table) -> dict[int, int]:
    """What each other player pays for a tsumo, without honba."""
    payers = [s for s in range(table.players) if s != seat]
    shares: dict[int, float] = {s: base * (2 if table.dealer in (seat, s) else 1) for s in payers}
    if table.rules.tsumo_absent_share is AbsentShare.SPLIT:
        missing = (4 - table.players) * base * (2 if seat == table.dealer else 1)
        shares = {s: p + missing / len(payers) for s, p in shares.items()}
    return {s: up(p) for s, p in shares.items()}


def value(claim: Claim, table: Table) -> int:
    """Worth of a win without honba and sticks."""
    if claim.seat == claim.from_seat:
        return sum(_shares_with_pao(claim, table).values())
    return ron_value(claim.score.base, claim.seat, table)


def _pao_parts(claim: Claim, table: Table) -> list[tuple[int, int]]:
    """(base points, liable seat) of each part of the hand that somebody answers for."""
    liable = [(y, s) for y, s in claim.pao if y in claim.score.yaku]
    if liable and table.rules.pao_scope is PaoScope.WHOLE_HAND:
        return [(claim.score.base, liable[0][1])]
    parts, left = [], claim.score.base
    for yakuman, seat in liable:  # together they are no more than the hand, which may count one yakuman only
        part = min(claim.score.yaku[yakuman] // 13 * YAKUMAN_BASE, left)
        parts.append((part, seat))
        left -= part
    return parts


def _shares_with_pao(claim: Claim, table: Table) -> dict[int, int]:
    """Who pays what for the hand itself, without honba."""
    parts = _pao_parts(claim, table)
    rest = claim.score.base - sum(base for base, _ in parts)
    if claim.seat == claim.from_seat:
        shares = tsumo_shares(rest, claim.seat, table)
        for base, liable in parts:  # all that the others would pay (with tsumo loss in sanma)
            shares[liable] += sum(tsumo_shares(base, claim.seat, table).values())
        return shares
    shares = dict.fromkeys(range(table.players), 0)
    shares[claim.from_seat] = ron_value(rest, claim.seat, table)
    for base, liable in parts:
        half = ron_value(base, claim.seat, table) // 2
        shares[liable] += half
        shares[claim.from_seat] += half
    return shares


def _honba_shares(claim: Claim, table: Table) -> dict[int, int]:
    each = table.rules.honba_points * table.honba
    payers = [s for s in range(table.players) if s != claim.seat]
    parts = _pao_parts(claim, table)
    is_tsumo = claim.seat == claim.from_seat
    if parts and (is_tsumo or table.rules.pao_honba is PaoHonba.LIABLE):
        return {parts[0][1]: each * len(payers)}
    if is_tsumo:
        return dict.fromkeys(payers, each)
    return {claim.from_seat: each * len(payers)}


def _sticks_of(claims: Sequence[Claim], position: int, table: Table) -> int:
    """Sticks that the win at `position` takes."""
    winners = [c.seat for c in claims]
    mine = claims[position].seat
    if not table.rules.own_stick_back or len(claims) == 1:
        return table.sticks if position == 0 else 0
    owned = [s for s in table.own_sticks if s in winners]
    rest = table.sticks - len(owned) if position == 0 else 0
    return rest + owned.count(mine)


@dataclass(frozen=True)
class Payment:
    """Score changes of one win."""

    deltas: tuple[int, ...]
    value: int
    honba: int
    sticks: int


def settle_wins(claims: Sequence[Claim], table: Table) -> list[Payment]:
    """Payments of the wins on one tile; `claims` are in turn order from the discarder."""
    payments = []
    for i, claim in enumerate(claims):
        deltas = [0] * table.players
        has_honba = i == 0 or table.rules.honba_to_each_winner
        due = [_shares_with_pao(claim, table), _honba_shares(claim, table) if has_honba else {}]
        for shares in due:
            for seat, points in shares.items():
                deltas[seat] -= points
                deltas[claim.seat] += points
        sticks = _sticks_of(claims, i, table)
        deltas[claim.seat] += STICK * sticks
        honba = table.honba if has_honba else 0
        payments.append(Payment(tuple(deltas), value(claim, table), honba, sticks))
    return payments


def noten_payments(tenpai: Sequence[bool], total: int) -> tuple[int, ...]:
    """Score changes of an exhaustive draw: noten players pay `total` to tenpai players."""
    yes = sum(tenpai)
    no = len(tenpai) - yes
    if yes == 0 or no == 0:
        return (0,) * len(tenpai)
    return tuple(total // yes if t else -(total // no) for t in tenpai)


def nagashi_payments(seats: Sequence[int], table: Table) -> tuple[int, ...]:
    """Each player of `seats` is paid a mangan tsumo; several are netted; no honba."""
    deltas = [0] * table.players
    for seat in seats:
        for payer, points in tsumo_shares(MANGAN, seat, table).items():
            deltas[payer] -= points
            deltas[seat] += points
    return tuple(deltas)
