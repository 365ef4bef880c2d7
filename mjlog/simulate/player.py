"""Simple but sensible players: near the win, worth the risk, safe otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from mjlog.rulesets.words import AnkanInRiichi
from mjlog.simulate.kans import is_always_triplet
from mjlog.simulate.legal import may_declare_riichi, own_calls
from mjlog.simulate.moves import Discard, Move, OwnCall
from mjlog.simulate.outlook import View
from mjlog.simulate.plans import FLUSHES, keeps, kept, minus, plans_for, special_plan
from mjlog.simulate.questions import Look, Play, look
from mjlog.simulate.seat import KIND_OF, YAOCHUU, Seat
from mjlog.simulate.stakes import ALL, Stakes
from mjlog.simulate.style import Style
from mjlog.simulate.table import Call, Table, is_furiten_fault, kuikae_kinds
from mjlog.simulate.turns import Choice, Special, Turn, advice
from mjlog.tiles import KINDS, NO_TILE, RED_MAN

_KOKUSHI_KINDS: Final = 11
"""Kinds of terminals and honours from which kokushi musou is worth playing on."""
_FARTHEST: Final = 2
"""Shanten that a hand may have after a call ..."""
_FARTHEST_FLUSH: Final = 3
"""... towards a flush ..."""
_FARTHEST_VALUE: Final = 4
"""... or of a triplet that is a yaku."""
_OPEN_KANS: Final = 0.15
"""How often an open hand thinks of an open kan."""
_VALUE_DESIRE: Final = 0.8
"""How gladly a closed hand is opened for a triplet that is a yaku ..."""
_PLAN_DESIRE: Final = 0.45
"""... or for another yaku ..."""
_HASTE: Final = 0.6
"""... and how much less any call is thought of in face of a riichi."""
_RISK_PER_DRAW: Final = 0.05
"""Chance to deal in with a tile that must be discarded blindly ..."""
_DRAWS_AT_RISK: Final = 6
"""... and how many of those a round has at most before somebody wins."""
_SHOWN: Final = 5
"""Winning tiles left from which a hand may be shown in open riichi."""


@dataclass(slots=True)
class Player:
    """One player during one round."""

    style: Style
    rng: Random
    stakes: Stakes
    plan: int = field(init=False)
    """Kinds that the hand keeps, as a mask."""

    def __post_init__(self) -> None:
        self.plan = self.stakes.usable

    def wins(self, table: Table, seat: Seat) -> bool:
        """Take every win."""
        return True

    def aborts(self, table: Table, seat: Seat) -> bool:
        """End the round unless kokushi musou is near; in riichi play on."""
        return not seat.in_riichi and sum(seat.counts[k] > 0 for k in YAOCHUU) < _KOKUSHI_KINDS

    # --- the own turn ----------------------------------------------------------------------

    def move(self, table: Table, seat: Seat) -> Play[Move]:
        """Set a tile aside, make a kan, or discard the tile that promises most."""
        specials = own_calls(table, seat)
        if seat.in_riichi:
            return (yield from self._move_in_riichi(table, seat, specials))
        if table.tiles.set_aside:
            self._revise_plan(seat)
            asides = [
                c for c in specials if c.kind == "kita" and not keeps(seat, c.tile, self.plan, self.stakes)
            ]
            if asides:
                return (yield from self._set_aside(table, seat, asides))
        kans = [call for call in specials if call.kind != "kita"]
        view = View.of(table, seat, self.stakes)
        advised = yield from advice(self._turn(table, seat, kans, view))
        best = advised.best
        for call, (shanten, waits) in zip(kans, advised.specials, strict=True):
            if self._makes_kan(call, shanten - best.shanten, best.shanten, view):
                return OwnCall(call, waits)
        if advised.second is not None and not view.threats and self.rng.random() < self.style.slips:
            best = advised.second
        return self._discard(table, seat, best, view)

    def _set_aside(self, table: Table, seat: Seat, asides: Sequence[Call]) -> Play[Move]:
        """Set the first of some tiles aside; a hand with others that no hand may hold waits for none."""
        call, *others = asides
        if any(not self.stakes.usable >> other.tile & 1 for other in others):
            return OwnCall(call, 0)
        hand = seat.without(call.tile)
        found = yield from look(Look([hand], [hand], [len(seat.melds)], table.tiles.total))
        return OwnCall(call, found.waits[0])

    def _revise_plan(self, seat: Seat) -> None:
        """Play for kokushi musou or chinroutou, or no longer."""
        special = special_plan(seat, self.stakes)
        if special is not None:
            self.plan = special
        elif seat.is_closed:
            self.plan = self.stakes.usable

    def _move_in_riichi(self, table: Table, seat: Seat, specials: Sequence[Call]) -> Play[Move]:
        """Only a set-aside tile or a kan that keeps the waits can stand against discarding the drawn tile."""
        for call in specials:
            if call.kind == "kita":
                return OwnCall(call, seat.waits)
            hand = seat.without(*(KIND_OF[c] for c in call.consumed))
            found = yield from look(Look([hand], [hand], [len(seat.melds) + 1], table.tiles.total))
            if found.waits[0] == seat.waits and may_kan_in_riichi(table, seat, KIND_OF[call.tile]):
                return OwnCall(call, seat.waits)
        return Discard(seat.drawn, seat.waits)

    def _turn(self, table: Table, seat: Seat, kans: Sequence[Call], view: View) -> Turn:
        """The situation as a question."""
        stakes, closed = self.stakes, 0 if seat.is_closed else 1
        bonus = stakes.kita * len(seat.set_aside) + stakes.aka[closed] * seat.reds()
        for kind in table.dora:
            bonus += stakes.dora * seat.set_aside.count(kind)
        return Turn(
            counts=seat.counts,
            melded=seat.melded,
            melds=len(seat.melds),
            view=view,
            dora=table.dora,
            plan=self.plan,
            forbidden=seat.forbidden,
            thrown=seat.thrown,
            red=_only_red(seat),
            bonus=bonus,
            is_closed=seat.is_closed,
            is_dealer=seat.number == table.deal.dealer,
            nerve=self.style.nerve,
            specials=[self._after_kan(seat, call) for call in kans],
        )

    def _after_kan(self, seat: Seat, call: Call) -> Special:
        gone = [KIND_OF[c] for c in call.consumed]
        hand, fit = seat.without(*gone), minus(kept(seat, self.plan), self.plan, *gone)
        return Special(hand, fit, len(seat.melds) + (call.kind == "ankan"))

    def _makes_kan(self, call: Call, farther: int, shanten: int, view: View) -> bool:
        """Whether to make a kan."""
        if farther > 0 or (view.under_riichi and shanten > 0):
            return False
        return call.kind == "ankan" or self.rng.random() < 0.5

    def _discard(self, table: Table, seat: Seat, choice: Choice, view: View) -> Discard:
        tile = _spare(seat, choice.kind)
        if not (choice.shanten == 0 and may_declare_riichi(table, seat)):
            return Discard(tile, choice.waits)
        riichi = self._wants_riichi(choice, view)
        if not riichi:
            return Discard(tile, choice.waits)
        must_show = is_furiten_fault(table.rules, seat, choice.waits, tile, is_open=False)
        is_open = self.stakes.open_riichi and choice.alive >= _SHOWN and self.rng.random() < self.style.shows
        is_open |= must_show and self.stakes.open_riichi
        if is_furiten_fault(table.rules, seat, choice.waits, tile, is_open=is_open):
            return Discard(tile, choice.waits)
        return Discard(tile, choice.waits, riichi=True, is_open=is_open)

    def _wants_riichi(self, choice: Choice, view: View) -> bool:
        """Declare unless the wait is dead, or the hand too poor to go on against a riichi."""
        if not choice.alive:
            return False
        bound = sum(t.cost for t in view.threats) * _RISK_PER_DRAW * min(view.draws, _DRAWS_AT_RISK)
        pays = not view.under_riichi or choice.gain > bound / self.style.nerve
        return pays and self.rng.random() < self.style.riichi

    # --- answers ---------------------------------------------------------------------------

    def answer(self, table: Table, seat: Seat, options: Sequence[Call], target: int) -> Play[Call | None]:
        """Call what brings an open hand with a yaku nearer."""
        kind, is_pon = KIND_OF[options[0].tile], options[0].kind != "chi"
        plans, desire = [self.plan], self.style.calls * (_HASTE if table.riichi else 1.0)
        reluctance = self.rng.random()
        if seat.is_closed:
            if reluctance > desire * _VALUE_DESIRE:
                return None
            plans = list(plans_for(table, seat, self.stakes, kind, is_pon=is_pon))
            desire *= _VALUE_DESIRE if plans[:1] == [self.stakes.usable] else _PLAN_DESIRE
        if reluctance > desire:
            return None
        view = View.of(table, seat, self.stakes)
        for plan in plans:
            if plan >> kind & 1:
                call = yield from self._call_under(table, seat, options, plan, view)
                if call is not None:
                    self.plan = plan
                    return call
        return None

    def _call_under(
        self, table: Table, seat: Seat, options: Sequence[Call], plan: int, view: View
    ) -> Play[Call | None]:
        """The best of some calls under a plan, if it is good enough."""
        bold = not seat.is_closed and self.rng.random() < _OPEN_KANS
        wanted = [call for call in options if bold or call.kind != "daiminkan"]
        rows = [(call, thrown) for call in wanted for thrown in _discards_after(table, seat, call)]
        if not rows:
            return None
        found = yield from look(_call_question(seat, plan, rows, view))
        best = min(range(1, len(rows) + 1), key=lambda i: (found.shanten[i], -found.accepted[i]))
        call = rows[best - 1][0]
        now, after = found.shanten[0], found.shanten[best]
        if view.under_riichi and after > 0:
            return None
        if call.kind == "daiminkan":
            return call if after <= now else None
        if call.kind == "pon" and view.values[KIND_OF[call.tile]]:
            return call if after <= min(now, _FARTHEST_VALUE) else None
        is_flush = any(plan == flush & self.stakes.usable for flush in FLUSHES)
        return call if after < now and after <= (_FARTHEST_FLUSH if is_flush else _FARTHEST) else None


def may_kan_in_riichi(table: Table, seat: Seat, kind: int) -> bool:
    """Whether the rules ask no more of a concealed kan in riichi than that it keeps the waits, or have it."""
    how = table.rules.ankan_in_riichi
    return how is AnkanInRiichi.SAME_WAITS or (
        how is AnkanInRiichi.SAME_READINGS and is_always_triplet(seat, kind)
    )


def _call_question(seat: Seat, plan: int, rows: Sequence[tuple[Call, tuple[int, ...]]], view: View) -> Look:
    """The hand as it is, then after each call and discard."""
    fit = kept(seat, plan)
    lost = [(*(KIND_OF[c] for c in call.consumed), *thrown) for call, thrown in rows]
    hands = [seat.without(), *(seat.without(*gone) for gone in lost)]
    melds = len(seat.melds)
    return Look(
        hands=hands,
        fits=hands if plan == ALL else [fit, *(minus(fit, plan, *gone) for gone in lost)],
        melds=[melds, *[melds + 1] * len(rows)],
        unseen=view.unseen if plan == ALL else [n if plan >> k & 1 else 0 for k, n in enumerate(view.unseen)],
    )


def _only_red(seat: Seat) -> int:
    """Kinds of which a seat holds red fives only, as a mask."""
    if not seat.red_fives:
        return 0
    reds = {KIND_OF[c] for c in seat.codes if c >= RED_MAN}
    return sum(1 << kind for kind in reds if kind not in seat.codes)


def _spare(seat: Seat, kind: int) -> int:
    """The tile of a kind that is discarded first: a plain one, of equal ones the drawn one."""
    if kind in seat.codes:
        return kind
    return seat.drawn if seat.drawn != NO_TILE and KIND_OF[seat.drawn] == kind else seat.codes_of(kind)[0]


def _discards_after(table: Table, seat: Seat, call: Call) -> list[tuple[int, ...]]:
    """Kinds that may be discarded after a call; an open kan draws first, so nothing is."""
    if call.kind == "daiminkan":
        return [()]
    forbidden = kuikae_kinds(call, table.rules)
    gone = [KIND_OF[c] for c in call.consumed]
    return [(k,) for k in range(KINDS) if seat.counts[k] > gone.count(k) and not forbidden >> k & 1]
