"""Who pays whom: wins, pao, honba, sticks, exhaustive draws, nagashi mangan, chombo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import AbsentShare, Chombo, NotenPayment, PaoHonba, PaoScope, ScoreSystem, Shares
from tests.reference.scorer import MANGAN, YAKUMAN_BASE, Score

STICK = 1000


@dataclass(frozen=True)
class Table:
    """Who sits where and what lies on the table when the round ends."""

    rules: Ruleset
    players: int
    """Seats, the one of a player who is away included."""
    dealer: int
    honba: int = 0
    sticks: int = 0
    """Sticks on the table, those of this round too."""
    own_sticks: tuple[int, ...] = ()
    """Seats that paid a stick in this round."""
    away: int | None = None
    """Player of the game who does not play the round."""
    is_doubled: bool = False
    """Whether the dice double every payment."""

    @property
    def playing(self) -> list[int]:
        """Seats of those who play."""
        return [s for s in range(self.players) if s != self.away]

    def opponents(self, seat: int) -> list[int]:
        """Those who play against `seat`."""
        return [s for s in self.playing if s != seat]

    @property
    def factor(self) -> int:
        """How many times everything is paid."""
        return 2 if self.is_doubled else 1

    @property
    def unit(self) -> int:
        """Points that every payment is a multiple of."""
        is_additive = self.rules.score_system is ScoreSystem.ADDITIVE
        return self.rules.point_value if is_additive else 100

    def up(self, points: float) -> int:
        """Round up to whole units."""
        return int(-(-points // self.unit) * self.unit)

    def half(self, points: int) -> int:
        """A liable player's half in whole units; the discarder pays what is left."""
        return points // (2 * self.unit) * self.unit

    @property
    def is_equal(self) -> bool:
        """Whether dealers neither pay nor get more than others."""
        return self.rules.shares is Shares.EQUAL


@dataclass(frozen=True)
class Claim:
    """One win to be paid."""

    seat: int
    from_seat: int
    score: Score
    pao: tuple[tuple[str, int], ...] = ()
    """(yakuman, liable seat)."""
    open_kan_from: int | None = None
    """Who gave the tile of the open kan whose replacement tile wins."""

    @property
    def is_tsumo(self) -> bool:
        """Paid by everybody."""
        return self.seat == self.from_seat


def ron_value(base: int, seat: int, table: Table) -> int:
    """What a discarder pays, without honba."""
    if table.is_equal:
        return table.up(base)
    return table.up(base * (6 if seat == table.dealer else 4))


def tsumo_shares(base: int, seat: int, table: Table) -> dict[int, int]:
    """What each other player pays for a tsumo, without honba."""
    payers = table.opponents(seat)
    if table.is_equal:
        return dict.fromkeys(payers, table.up(base))
    shares: dict[int, float] = {s: base * (2 if table.dealer in (seat, s) else 1) for s in payers}
    if table.rules.tsumo_absent_share is AbsentShare.SPLIT:
        missing = (4 - len(table.playing)) * base * (2 if seat == table.dealer else 1)
        shares = {s: p + missing / len(payers) for s, p in shares.items()}
    is_short = len(table.playing) < 4
    if table.rules.tsumo_absent_share is AbsentShare.SPLIT_HAND and is_short:
        shares = dict.fromkeys(payers, base * (6 if seat == table.dealer else 4) / len(payers))
    return {s: table.up(p) for s, p in shares.items()}


def value(claim: Claim, table: Table) -> int:
    """Worth of a win without honba and sticks."""
    if claim.is_tsumo:
        return sum(_shares_with_pao(claim, table).values()) * table.factor
    return ron_value(claim.score.base, claim.seat, table) * table.factor


def liable_seat(claim: Claim, table: Table) -> int | None:
    """Who answers for the win or a part of it, if anybody."""
    parts = _pao_parts(claim, table)
    return parts[0][1] if parts else None


def _pao_parts(claim: Claim, table: Table) -> list[tuple[int, int]]:
    """(base points, liable seat) of each part of the hand that somebody answers for."""
    rules, score = table.rules, claim.score
    liable = [(y, s) for y, s in claim.pao if y in score.yaku]
    if liable and rules.pao_scope is PaoScope.WHOLE_HAND:
        return [(score.base, liable[0][1])]
    parts, left = [], score.base
    for yakuman, seat in liable:  # together they are no more than the hand, which may count one yakuman only
        worth = score.yaku[yakuman]
        is_additive = rules.score_system is ScoreSystem.ADDITIVE
        part = min(worth * rules.point_value if is_additive else worth // 13 * YAKUMAN_BASE, left)
        parts.append((part, seat))
        left -= part
    if _open_kan_pays(claim, table) and claim.open_kan_from is not None and left:
        parts.append((left, claim.open_kan_from))
    return parts


def _open_kan_pays(claim: Claim, table: Table) -> bool:
    """Whether who gave the tile of an open kan pays for the win on its replacement tile."""
    return table.rules.pao_daiminkan and claim.is_tsumo and claim.open_kan_from is not None


def _shares_with_pao(claim: Claim, table: Table) -> dict[int, int]:
    """Who pays what for the hand itself, without honba."""
    parts = _pao_parts(claim, table)
    rest = claim.score.base - sum(base for base, _ in parts)
    if claim.is_tsumo:
        shares = tsumo_shares(rest, claim.seat, table)
        for base, liable in parts:  # all that the others would pay (with tsumo loss in sanma)
            shares[liable] += sum(tsumo_shares(base, claim.seat, table).values())
        return shares
    shares = dict.fromkeys(table.playing, 0)
    shares[claim.from_seat] = ron_value(rest, claim.seat, table)
    for base, liable in parts:
        whole = ron_value(base, claim.seat, table)
        shares[liable] += table.half(whole)
        shares[claim.from_seat] += whole - table.half(whole)
    return shares


def _honba_shares(claim: Claim, table: Table) -> dict[int, int]:
    """Who pays what for the honba; where nobody else pays for the win, the liable player."""
    each = table.rules.honba_points * table.honba
    payers = table.opponents(claim.seat)
    total = each * len(payers)
    parts = _pao_parts(claim, table)
    pays_alone = claim.is_tsumo and sum(base for base, _ in parts) == claim.score.base
    if parts and (table.rules.pao_honba is PaoHonba.LIABLE or pays_alone):
        return {parts[0][1]: total}
    if claim.is_tsumo:
        return dict.fromkeys(payers, each)
    if parts and table.rules.pao_honba is PaoHonba.SPLIT and parts[0][1] != claim.from_seat:
        half = table.half(total)
        return {parts[0][1]: half, claim.from_seat: total - half}
    return {claim.from_seat: total}


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
                deltas[seat] -= points * table.factor
                deltas[claim.seat] += points * table.factor
        sticks = _sticks_of(claims, i, table)
        deltas[claim.seat] += STICK * sticks
        honba = table.honba if has_honba else 0
        payments.append(Payment(tuple(deltas), value(claim, table), honba, sticks))
    return payments


def noten_payments(tenpai: Sequence[bool], table: Table) -> tuple[int, ...]:
    """Score changes of an exhaustive draw: noten players pay tenpai players."""
    deltas = [0] * table.players
    ready = [s for s in table.playing if tenpai[s]]
    others = [s for s in table.playing if not tenpai[s]]
    if not ready or not others:
        return tuple(deltas)
    payment = table.rules.noten_payment * table.factor
    total = payment * (len(others) if table.rules.noten_payment_by is NotenPayment.EACH else 1)
    for seat in table.playing:
        deltas[seat] = total // len(ready) if tenpai[seat] else -(total // len(others))
    return tuple(deltas)


def nagashi_payments(worth: Mapping[int, int], table: Table) -> tuple[int, ...]:
    """Each of some players is paid like a tsumo; several are netted; no honba.

    Args:
        worth: seats of these players, and the base points of each.
        table: where they sit.
    """
    deltas = [0] * table.players
    for seat, base in worth.items():
        for payer, points in tsumo_shares(base, seat, table).items():
            deltas[payer] -= points * table.factor
            deltas[seat] += points * table.factor
    return tuple(deltas)


def nagashi_wins(worth: Mapping[int, int], table: Table) -> tuple[int, ...]:
    """As `nagashi_payments`, with honba and sticks for the first of them."""
    deltas, first = list(nagashi_payments(worth, table)), next(iter(worth))
    each = table.rules.honba_points * table.honba * table.factor
    for payer in table.opponents(first):
        deltas[payer] -= each
        deltas[first] += each
    deltas[first] += STICK * table.sticks
    return tuple(deltas)


def chombo_payments(offender: int, table: Table) -> tuple[int, ...]:
    """Score changes of chombo: a mangan tsumo the other way round, or so much to each opponent."""
    deltas = [0] * table.players
    shares: dict[int, int] = {}
    if table.rules.chombo is Chombo.MANGAN:
        shares = tsumo_shares(MANGAN, offender, table)
    elif table.rules.chombo is Chombo.EACH:
        shares = dict.fromkeys(table.opponents(offender), table.rules.chombo_points)
    for seat, points in shares.items():
        deltas[seat] += points * table.factor
        deltas[offender] -= points * table.factor
    return tuple(deltas)
