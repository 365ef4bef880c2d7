"""Random legal rounds: players who mostly want to win, but call, pass and err at random."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from mjlog.rulesets.words import Chombo, FuritenRiichi, KanDora, TripleRon
from tests.reference.draws import has_forbidden_riichi, offenders_of_a_draw
from tests.reference.hands import ORPHANS
from tests.reference.legal import (
    Call,
    abort_after_discard,
    calls,
    discards,
    has_gathered,
    is_furiten_after,
    may_abort_with_nine_orphans,
    may_abort_with_three_riichi,
    may_ron,
    may_tsumo,
    own_calls,
    riichi_discards,
    ron_outcome,
    waits_for_bound_tiles,
)
from tests.reference.model import RoundInput, SeatView, kind_of
from tests.reference.replayer import deal, step
from tests.reference.wall import ROBBED, Wall

THEMES = (
    *("plain", "plain", "kans", "dragons", "winds", "orphans", "nagashi", "first_wind"),
    *("ready", "ready", "ready", "flush", "gates", "rob", "aside", "reds", "pairs", "steps"),
)


@dataclass(frozen=True)
class Style:
    """How likely players are to take what is offered."""

    tsumo: float = 0.8
    ron: float = 0.6
    pon: float = 0.35
    chi: float = 0.2
    kan: float = 0.6
    riichi: float = 0.7
    kita: float = 0.8
    open_riichi: float = 0.3
    """Chance that the waits are shown with a riichi."""
    fault: float = 0.004
    """Chance of a fault at the table before each draw, where the rules know chombo."""
    abort: float = 0.5
    skill: float = 0.97
    """Chance that a discard keeps the hand as near to a win as can be."""
    throws: tuple[int, ...] = ()
    """Kinds that are discarded first ..."""
    obeys: float = 0.8
    """... with this chance ..."""
    keeps_pairs: bool = True
    """... unless the hand holds two."""


STYLES = {
    "kans": Style(kan=0.9, pon=0.7, ron=0.3, tsumo=0.3),
    "dragons": Style(pon=0.95, chi=0.5, ron=0.9, riichi=0.2, throws=(31, 32, 33)),
    "winds": Style(pon=0.95, chi=0.5, ron=0.9, riichi=0.2, throws=(27, 28, 29, 30)),
    "nagashi": Style(
        tsumo=0.0,
        ron=0.0,
        pon=0.0,
        chi=0.0,
        kan=0.0,
        riichi=0.0,
        abort=0.0,
        throws=ORPHANS,
        obeys=0.99,
        keeps_pairs=False,
    ),
    "rob": Style(pon=1.0, kan=0.7, ron=0.6, chi=0.0, throws=(ROBBED,), obeys=1.0),
    "first_wind": Style(throws=(27, 28, 29, 30), pon=0.1, abort=0.0, keeps_pairs=False),
    "ready": Style(riichi=0.95, ron=0.3, tsumo=0.3, pon=0.1, chi=0.05),
    "gates": Style(pon=0.1, chi=0.1),
    "aside": Style(kita=1.0, kan=0.9, ron=0.3),
    "reds": Style(pon=0.9, chi=0.0, ron=0.2, tsumo=0.3, riichi=0.1),
    "pairs": Style(pon=0.0, chi=0.0, kan=0.0, riichi=0.3),
    "steps": Style(pon=0.9, chi=0.0, kan=0.5),
}


class _Round:
    """One round being played."""

    def __init__(self, given: RoundInput, wall: Wall, style: Style, rng: Random) -> None:
        self.given, self.wall, self.style, self.rng = given, wall, style, rng
        self.moment = deal(given)
        self.events: list[dict[str, Any]] = []
        self.kan_dora_due = 0

    def emit(self, kind: str, seat: int | None = None, **columns: Any) -> None:
        """Let an event happen."""
        event = {
            "kind": kind,
            "seat": seat,
            "target_seat": None,
            "tile": None,
            "consumed": (),
            "is_tsumogiri": None,
            "points": None,
            **columns,
            "seq": len(self.events),
        }
        self.events.append(event)
        self.moment = step(self.moment, event, self.given)

    def chance(self, probability: float) -> bool:
        """A biased coin."""
        return self.rng.random() < probability

    def view(self, seat: int) -> SeatView:
        """A seat now."""
        return self.moment.seats[seat]

    # --- turns -------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play to the end."""
        seat, may_draw = self.given.dealer, True
        while True:
            if may_draw:
                if self.fault() or self.draw(seat):
                    return
                if self.own_turn(seat):
                    return
            self.discard(seat)
            next_ = self.answer(seat)
            if next_ is None:
                return
            seat, may_draw = next_

    def fault(self) -> bool:
        """A fault at the table, perhaps; whether it ends the round."""
        if self.given.rules.chombo is Chombo.NONE or not self.chance(self.style.fault):
            return False
        seat = self.rng.choice(self.given.playing)
        what = self.rng.choice(("chombo", "penalty", "dead_hand"))
        if what == "dead_hand" and (self.view(seat).riichi_seq is not None or self.view(seat).is_dead):
            what = "chombo"
        self.emit(what, seat, points=1000 * self.rng.choice((1, 2)) if what == "penalty" else None)
        return what == "chombo"

    def draw(self, seat: int) -> bool:
        """Draw a live tile; whether the round is over because there is none."""
        if self.moment.wall_left:
            self.emit("draw", seat, tile=self.wall.draw())
            return False
        at_fault = offenders_of_a_draw(self.moment, self.given)
        if at_fault:
            self.emit("chombo", at_fault[0])
        else:
            self.emit("exhaustive_draw")
        return True

    def win(self, seat: int, from_seat: int, tile: int | None) -> None:
        """Win; in a riichi that was not allowed it is chombo."""
        if has_forbidden_riichi(self.view(seat), self.given):
            self.emit("chombo", seat)
        else:
            self.emit("win", seat, target_seat=from_seat, tile=tile)

    def has_won_by_gathering(self, seat: int) -> bool:
        """Win if the tiles for it are together; whether the round is over."""
        if not has_gathered(self.moment, self.view(seat), self.given):
            return False
        self.win(seat, seat, None)
        return True

    def own_turn(self, seat: int) -> bool:
        """Win, abort, kans and set-aside tiles after a draw; whether the round is over."""
        while True:
            view = self.view(seat)
            if self.has_won_by_gathering(seat):
                return True
            must_win = self.given.rules.passed_win_chombo and view.riichi_accepted
            if may_tsumo(self.moment, view, self.given) and (must_win or self.chance(self.style.tsumo)):
                self.win(seat, seat, view.drawn)
                return True
            if may_abort_with_nine_orphans(view, self.given) and self.chance(self.style.abort):
                self.emit("abortive_draw")
                return True
            wanted = [
                c
                for c in own_calls(self.moment, view, self.given)
                if self.wall.can_replace()
                and self.chance(self.style.kita if c.kind == "kita" else self.style.kan)
            ]
            if not wanted:
                return False
            if self.declare(seat, self.rng.choice(wanted)):
                return True

    def declare(self, seat: int, call: Call) -> bool:
        """A concealed or added kan or a set-aside tile, and its replacement; whether the round is over."""
        self.emit(
            call.kind, seat, target_seat=self._pon_from(seat, call), tile=call.tile, consumed=call.consumed
        )
        if self.rons(seat):
            return True
        self.bonus(seat, call)
        if self.has_won_by_gathering(seat):
            return True
        self.replace(seat, call.kind)
        return False

    def bonus(self, seat: int, call: Call) -> None:
        """What opponents pay at once for a concealed kan or four equal tiles set aside."""
        rules, aside = self.given.rules, self.view(seat).aside
        if rules.bonus_payment and (call.kind == "ankan" or aside.count(call.tile) == 4):
            self.emit("bonus", seat, points=rules.bonus_payment * (2 if self.given.is_doubled else 1))

    def _pon_from(self, seat: int, call: Call) -> int | None:
        if call.kind != "kakan":
            return None
        return next(
            m.from_seat for m in self.view(seat).melds if m.type == "pon" and m.kind == kind_of(call.tile)
        )

    def replace(self, seat: int, kind: str) -> None:
        """Draw a replacement tile; an indicator still due from an earlier kan is turned before."""
        rule = self.given.rules.kan_dora
        self.turn_due_indicators()
        if kind != "kita":
            self.kan_dora_due = int(rule is not KanDora.OFF)
        if kind == "ankan" or rule is KanDora.IMMEDIATE:
            self.turn_due_indicators()
        rules = self.given.rules
        taken = rules.wall_per_set_aside if kind == "kita" else rules.wall_per_kan
        self.emit("draw", seat, tile=self.wall.replacement(taken))

    def turn_due_indicators(self) -> None:
        """Turn the indicator of an earlier kan."""
        for _ in range(self.kan_dora_due):
            self.emit("dora", tile=self.wall.indicator())
        self.kan_dora_due = 0

    def discard(self, seat: int) -> None:
        """Discard a tile, with a riichi declaration perhaps."""
        self.turn_due_indicators()
        view = self.view(seat)
        options, is_open = self.riichi_options(view)
        if options and self.chance(self.style.riichi):
            self.emit("riichi", seat)
            if is_open:
                self.emit("open_riichi", seat)
        else:
            options = discards(view)
        tile = self.choose(view, options)
        is_drawn = tile == view.drawn and (view.hand[tile] == 1 or view.riichi_accepted or self.chance(0.5))
        self.emit("discard", seat, tile=tile, is_tsumogiri=is_drawn)

    def riichi_options(self, view: SeatView) -> tuple[list[int], bool]:
        """Tiles to declare riichi with, and whether to show the waits.

        In furiten only as the rules allow, or against them where that is chombo in the end.
        """
        rules = self.given.rules
        is_open = rules.open_riichi and self.chance(self.style.open_riichi)
        options = riichi_discards(self.moment, view, self.given)
        if rules.passed_win_chombo:  # a wait that no yaku allows is no win to pass
            options = [t for t in options if not waits_for_bound_tiles(view, t, self.given)]
        allowed = rules.furiten_riichi is FuritenRiichi.ALLOWED
        allowed |= rules.furiten_riichi is FuritenRiichi.OPEN_ONLY and is_open
        may_abort = bool(rules.abortive_draws) or rules.triple_ron is TripleRon.ABORT
        errs = rules.chombo is not Chombo.NONE and not may_abort and self.chance(0.2)
        if not allowed and not errs:
            options = [t for t in options if not is_furiten_after(view, t)]
        return options, is_open

    def choose(self, view: SeatView, options: list[int]) -> int:
        """The tile to discard: mostly one that keeps the hand near to a win."""
        few = 1 if self.style.keeps_pairs else 4
        held = Counter(kind_of(t) for t in view.hand.elements())
        first = [t for t in options if kind_of(t) in self.style.throws and held[kind_of(t)] <= few]
        if first and self.chance(self.style.obeys):
            return self.rng.choice(first)
        if not self.chance(self.style.skill):
            return self.rng.choice(options)
        worth = {t: self._nearness(view, t) for t in options}
        best = max(worth.values())
        return self.rng.choice([t for t in options if worth[t] == best])

    def _nearness(self, view: SeatView, tile: int) -> tuple[int, int]:
        """How good the hand is without `tile`: shanten, then kinds waited for."""
        left = replace(view, hand=view.hand - Counter([tile]))
        return -(left.shanten or 0), len(left.waits)

    # --- answers to a discard ----------------------------------------------------------------------

    def answer(self, seat: int) -> tuple[int, bool] | None:
        """What a discard leads to: (whose turn, whether they draw), or None at the end of the round."""
        if self.rons(seat):
            return None
        view = self.view(seat)
        if view.riichi_seq is not None and not view.riichi_accepted:
            self.emit("riichi_accepted", seat)
        aborts = abort_after_discard(self.moment, self.given) is not None
        if aborts or (self.may_stop_after_three_riichi() and self.chance(self.style.abort)):
            self.emit("abortive_draw")
            return None
        made = self.pick_call(seat)
        if made is None:
            return self.given.next_seat(seat), True
        caller, call = made
        self.emit(call.kind, caller, target_seat=seat, tile=call.tile, consumed=call.consumed)
        if self.has_won_by_gathering(caller):
            return None
        if call.kind != "daiminkan":
            return caller, False
        self.replace(caller, "daiminkan")
        return None if self.own_turn(caller) else (caller, False)

    def may_stop_after_three_riichi(self) -> bool:
        """Whether the third riichi was accepted just now."""
        is_new = self.events[-1]["kind"] == "riichi_accepted"
        return is_new and may_abort_with_three_riichi(self.moment, self.given)

    def rons(self, seat: int) -> bool:
        """Let others win on the tile on offer; whether the round is over."""
        able = [v.seat for v in self.moment.seats if may_ron(self.moment, v, self.given)]
        taking = [s for s in able if self.chance(self.style.ron)]
        if not taking:
            return False
        winners, aborted = ron_outcome(taking, seat, self.given)
        tile = self.events[-1]["tile"]
        if aborted:
            self.emit("abortive_draw")
        for winner in winners:
            self.emit("win", winner, target_seat=seat, tile=tile)
        return True

    def pick_call(self, seat: int) -> tuple[int, Call] | None:
        """A call of the discard: pon and kan before chi."""
        tile = self.events[-1]["tile"] if self.events[-1]["kind"] == "discard" else self.events[-2]["tile"]
        likely = {"pon": self.style.pon, "chi": self.style.chi, "daiminkan": self.style.kan / 2}
        wanted = [
            (v.seat, c)
            for v in self.moment.seats
            for c in calls(self.moment, v, tile, seat, self.given)
            if self.chance(likely[c.kind]) and (c.kind != "daiminkan" or self.wall.can_replace())
        ]
        strong = [w for w in wanted if w[1].kind != "chi"]
        return self.rng.choice(strong or wanted) if wanted else None


def play_round(given: RoundInput, wall: Wall, style: Style, rng: Random) -> RoundInput:
    """Play a round from its deal; the result holds its events and indicators."""
    table = _Round(given, wall, style, rng)
    table.play()
    return replace(
        given,
        events=tuple(table.events),
        dora_indicators=tuple(wall.dora[: wall.turned]),
        ura_indicators=tuple(wall.ura[: wall.turned]),
    )
