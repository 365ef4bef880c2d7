"""Simple but sensible players: near the win, worth the risk, safe otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from mjlog.simulate.legal import discards, may_declare_riichi, own_calls
from mjlog.simulate.outlook import Appraisal, View, win_chance
from mjlog.simulate.plans import ALL, FLUSHES, kept, minus, plans_for
from mjlog.simulate.questions import Look, Play, Prospects, look
from mjlog.simulate.round import Discard, Move, OwnCall
from mjlog.simulate.seat import KIND_OF, YAOCHUU, Seat
from mjlog.simulate.style import Style
from mjlog.simulate.table import Call, Table, kuikae_kinds
from mjlog.tiles import KINDS

_KOKUSHI_KINDS: Final = 11
"""Kinds of terminals and honours from which kokushi musou is worth playing on."""
_FIRST_HONOUR: Final = 27
_FARTHEST: Final = 2
"""Shanten that a hand may have after a call ..."""
_FARTHEST_FLUSH: Final = 3
"""... towards a flush ..."""
_FARTHEST_VALUE: Final = 4
"""... or of a triplet that is a yaku."""
_OPEN_KANS: Final = 0.15
"""How often an open hand thinks of an open kan."""
_FEAR: Final = 1.5
"""How much more than its danger a discard costs that must be followed by others as dangerous."""
_RISK_PER_DRAW: Final = 0.05
"""Chance to deal in with a tile that must be discarded blindly ..."""
_DRAWS_AT_RISK: Final = 6
"""... and how many of those a round has at most before somebody wins."""
_LAST_DRAWS: Final = 3
"""Own draws left from which on noten payments come into sight ..."""
_TENPAI_GAIN: Final = 600.0
"""... and what being tenpai is worth then."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """A discard that is thought over."""

    kind: int
    shanten: int
    waits: int
    gain: float
    """Expected points: chance to win times worth, less danger."""


@dataclass(slots=True)
class Player:
    """One player during one round."""

    style: Style
    rng: Random
    plan: int = ALL
    """Kinds that the hand keeps, as a mask."""

    def wins(self, table: Table, seat: Seat) -> bool:
        """Take every win."""
        return True

    def aborts(self, table: Table, seat: Seat) -> bool:
        """End the round unless kokushi musou is near."""
        return sum(seat.counts[k] > 0 for k in YAOCHUU) < _KOKUSHI_KINDS

    # --- the own turn ----------------------------------------------------------------------

    def move(self, table: Table, seat: Seat) -> Play[Move]:
        """Set a North aside, make a kan, or discard the tile that promises most."""
        if seat.in_riichi:
            return (yield from self._move_in_riichi(table, seat))
        view = View.of(table, seat)
        specials = list(own_calls(table, seat))
        kinds = discards(seat)
        found = yield from look(self._own_question(seat, kinds, specials, view))
        choices = self._choices(table, seat, kinds, found, view)
        nearest = min(choice.shanten for choice in choices)
        for i, call in enumerate(specials, len(kinds)):
            if self._lays_down(call, found.shanten[i] - nearest, nearest, view):
                return OwnCall(call, found.waits[i])
        return self._discard(table, seat, choices, view)

    def _move_in_riichi(self, table: Table, seat: Seat) -> Play[Move]:
        """Only a North or a kan that keeps the waits can stand against discarding the drawn tile."""
        for call in own_calls(table, seat):
            if call.kind == "kita":
                return OwnCall(call, seat.waits)
            hand = seat.without(*(KIND_OF[c] for c in call.consumed))
            found = yield from look(Look([hand], [hand], [len(seat.melds) + 1], table.total))
            if found.waits[0] == seat.waits:
                return OwnCall(call, seat.waits)
        return Discard(seat.drawn, seat.waits)

    def _own_question(self, seat: Seat, kinds: Sequence[int], specials: Sequence[Call], view: View) -> Look:
        """The hand without each tile, then after each kan or North."""
        fit = kept(seat, self.plan)
        gone = [(k,) for k in kinds] + [tuple(KIND_OF[c] for c in call.consumed) for call in specials]
        more = [0] * len(kinds) + [int(call.kind == "ankan") for call in specials]
        hands = [seat.without(*lost) for lost in gone]
        return Look(
            hands=hands,
            fits=hands if self.plan == ALL else [minus(fit, self.plan, *lost) for lost in gone],
            melds=[len(seat.melds) + m for m in more],
            unseen=self._wanted(view),
        )

    def _wanted(self, view: View) -> list[int]:
        """Unseen tiles of the kinds that the plan keeps."""
        if self.plan == ALL:
            return view.unseen
        return [n if self.plan >> k & 1 else 0 for k, n in enumerate(view.unseen)]

    def _choices(
        self, table: Table, seat: Seat, kinds: Sequence[int], found: Prospects, view: View
    ) -> list[_Choice]:
        """Weigh the discards: all of them under threat, else those that keep the hand nearest."""
        appraisal = Appraisal.of(table, seat, view)
        nearest = min(found.shanten[: len(kinds)])
        choices = []
        fear = (_FEAR if nearest > 0 and view.under_riichi else 1.0) / self.style.nerve
        for i, kind in enumerate(kinds):
            shanten, accepted = found.shanten[i], float(found.accepted[i])
            if shanten > nearest and not view.threats:
                continue
            if shanten == 0 and found.waits[i] & (seat.thrown | 1 << kind):
                accepted *= 0.4  # furiten: only a tsumo is left
            gain = 0.0
            if shanten == nearest:
                gain = win_chance(shanten, accepted, view) * appraisal.without(_spare(seat, kind), view)
                if shanten == 0 and view.draws < _LAST_DRAWS:
                    gain += _TENPAI_GAIN
            gain -= fear * view.danger(kind) + _charm(kind, view)
            choices.append(_Choice(kind, shanten, found.waits[i], gain))
        return choices

    def _lays_down(self, call: Call, farther: int, shanten: int, view: View) -> bool:
        """Whether to make a kan or set a North aside."""
        if call.kind == "kita":
            return True
        if farther > 0 or (view.under_riichi and shanten > 0):
            return False
        return call.kind == "ankan" or self.rng.random() < 0.5

    def _discard(self, table: Table, seat: Seat, choices: list[_Choice], view: View) -> Discard:
        ranked = sorted(choices, key=lambda c: (-c.gain, c.kind))
        best = ranked[0]
        if len(ranked) > 1 and not view.threats and self.rng.random() < self.style.slips:
            best = ranked[1]
        tile = _spare(seat, best.kind)
        if best.kind == KIND_OF[seat.drawn] and tile != seat.drawn and seat.counts[best.kind] == 1:
            tile = seat.drawn
        riichi = (
            best.shanten == 0
            and may_declare_riichi(table, seat)
            and self._wants_riichi(table, seat, best, view)
        )
        return Discard(tile, best.waits, riichi)

    def _wants_riichi(self, table: Table, seat: Seat, choice: _Choice, view: View) -> bool:
        """Declare unless the wait is dead, or the hand too poor to go on against a riichi."""
        hand_waits = seat.open_waits(choice.waits)
        alive = sum(view.unseen[k] for k in range(KINDS) if hand_waits >> k & 1)
        bound = sum(t.cost for t in view.threats) * _RISK_PER_DRAW * min(view.draws, _DRAWS_AT_RISK)
        pays = not view.under_riichi or choice.gain > bound / self.style.nerve
        return alive > 0 and pays and self.rng.random() < self.style.riichi

    # --- answers ---------------------------------------------------------------------------

    def answer(self, table: Table, seat: Seat, options: Sequence[Call], target: int) -> Play[Call | None]:
        """Call what brings an open hand with a yaku nearer."""
        kind = KIND_OF[options[0].tile]
        view = View.of(table, seat)
        plans = [self.plan]
        if seat.is_closed:
            plans = list(plans_for(table, seat, kind, is_pon=options[0].kind != "chi"))
        if not plans or self.rng.random() > self._desire(seat, plans[0], view):
            return None
        for plan in plans:
            if plan >> kind & 1:
                call = yield from self._call_under(table, seat, options, plan, view)
                if call is not None:
                    self.plan = plan
                    return call
        return None

    def _desire(self, seat: Seat, plan: int, view: View) -> float:
        """How gladly a call is thought of."""
        base = 1.0 if not seat.is_closed else 0.8 if plan == ALL else 0.45
        return base * self.style.calls * (0.6 if view.under_riichi else 1.0)

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
        if call.kind == "pon" and KIND_OF[call.tile] in view.values:
            return call if after <= min(now, _FARTHEST_VALUE) else None
        return call if after < now and after <= (_FARTHEST_FLUSH if plan in FLUSHES else _FARTHEST) else None


def _call_question(seat: Seat, plan: int, rows: Sequence[tuple[Call, tuple[int, ...]]], view: View) -> Look:
    """The hand as it is, then after each call and discard."""
    fit = kept(seat, plan)
    lost = [(*(KIND_OF[c] for c in call.consumed), *thrown) for call, thrown in rows]
    melds = len(seat.melds)
    return Look(
        hands=[seat.without(), *(seat.without(*gone) for gone in lost)],
        fits=[fit, *(minus(fit, plan, *gone) for gone in lost)],
        melds=[melds, *[melds + 1] * len(rows)],
        unseen=[n if plan >> k & 1 else 0 for k, n in enumerate(view.unseen)],
    )


def _spare(seat: Seat, kind: int) -> int:
    """The tile of a kind that is discarded first: a plain one."""
    return kind if kind in seat.codes else seat.codes_of(kind)[0]


def _charm(kind: int, view: View) -> float:
    """Why a tile is kept when all else is equal, in points: what may grow around it."""
    if kind >= _FIRST_HONOUR:
        charm = 6.0 if kind in view.values and view.unseen[kind] else 0.0
    else:
        rank = kind % 9
        charm = 8.0 + 4.0 * min(rank, 8 - rank, 2)
    charm += 25.0 * view.doras.count(kind)
    return charm


def _discards_after(table: Table, seat: Seat, call: Call) -> list[tuple[int, ...]]:
    """Kinds that may be discarded after a call; an open kan draws first, so nothing is."""
    if call.kind == "daiminkan":
        return [()]
    forbidden = kuikae_kinds(call, table.rules)
    gone = [KIND_OF[c] for c in call.consumed]
    return [(k,) for k in range(KINDS) if seat.counts[k] > gone.count(k) and k not in forbidden]
