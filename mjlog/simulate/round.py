"""The course of one round: who acts when, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mjlog.rulesets.table import RulesetTable
from mjlog.rulesets.words import KanDora, TripleRon
from mjlog.simulate import results
from mjlog.simulate.legal import abort_after_discard, calls, may_abort
from mjlog.simulate.questions import Look, Play, Value, look, price
from mjlog.simulate.results import Outcome
from mjlog.simulate.seat import KIND_OF, Seat
from mjlog.simulate.table import Call, Event, Table
from mjlog.tiles import NO_TILE


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard, with a riichi declaration perhaps."""

    tile: int
    waits: int
    """Waits of the hand without it, as a mask."""
    riichi: bool = False


@dataclass(frozen=True, slots=True)
class OwnCall:
    """An ankan, kakan or kita."""

    call: Call
    waits: int
    """Waits of the hand without the tiles laid down, as a mask."""


Move = Discard | OwnCall


class Mind(Protocol):
    """What decides for a seat."""

    def wins(self, table: Table, seat: Seat) -> bool:
        """Whether to take a win that is there."""

    def aborts(self, table: Table, seat: Seat) -> bool:
        """Whether to end the round by kyuushu kyuuhai."""

    def move(self, table: Table, seat: Seat) -> Play[Move]:
        """What to do with 14 tiles."""

    def answer(self, table: Table, seat: Seat, options: Sequence[Call], target: int) -> Play[Call | None]:
        """Whether to call a discard."""


@dataclass(slots=True)
class Round:
    """A round and those who play it."""

    table: Table
    minds: Sequence[Mind]
    rules: RulesetTable

    def play(self) -> Play[Outcome]:
        """Play to the end."""
        table = self.table
        yield from self._look_at_deal()
        seat, draws = table.seats[table.deal.dealer], True
        while True:
            if draws:
                if table.left == 0:
                    table.events.append(Event("exhaustive_draw"))
                    return results.exhausted(table, self.rules)
                table.draw(seat)
            outcome = yield from self._turn(seat)
            if outcome is None:
                outcome = yield from self._after_discard(seat)
            if outcome is not None:
                return outcome
            seat, draws = yield from self._next_turn(seat)

    def _look_at_deal(self) -> Play[None]:
        """Find out what the dealt hands wait for."""
        seats = self.table.seats
        hands = [seat.without() for seat in seats]
        dealt = yield from look(Look(hands, hands, [0] * len(seats), self.table.total))
        for seat, waits in zip(seats, dealt.waits, strict=True):
            seat.waits = waits

    # --- the own turn ----------------------------------------------------------------------

    def _turn(self, seat: Seat) -> Play[Outcome | None]:
        """Everything up to the discard."""
        table, mind = self.table, self.minds[seat.number]
        while True:
            outcome = yield from self._tsumo(seat)
            if outcome is not None:
                return outcome
            if may_abort(table, seat) and mind.aborts(table, seat):
                return self._abort("kyuushu_kyuuhai")
            move = yield from mind.move(table, seat)
            if isinstance(move, Discard):
                break
            outcome = yield from self._declare(seat, move)
            if outcome is not None:
                return outcome
        table.turn_due()
        if move.riichi:
            table.declare_riichi(seat)
        table.discard(seat, move.tile, move.waits)
        return None

    def _tsumo(self, seat: Seat) -> Play[Outcome | None]:
        table = self.table
        if seat.drawn == NO_TILE or not seat.waits >> KIND_OF[seat.drawn] & 1:
            return None
        values = yield from price([table.winning_hand(seat, seat.drawn, "draw")])
        if not values[0].has_yaku or not self.minds[seat.number].wins(table, seat):
            return None
        return self._win([seat], seat.number, seat.drawn, values)

    def _declare(self, seat: Seat, move: OwnCall) -> Play[Outcome | None]:
        """A kan or North; the chance to rob it; the replacement tile."""
        table, call = self.table, move.call
        table.declare(seat, call)
        outcome = yield from self._rons(seat, call.tile, call.kind)
        if outcome is not None:
            return outcome
        table.stands()
        seat.waits = move.waits
        self._replace(seat, call.kind)
        return None

    def _replace(self, seat: Seat, kind: str) -> None:
        """Draw for a kan or North that stands.

        The indicators of earlier open kans are turned before, as is that of a concealed kan; that of an
        open kan waits until after the draw unless the rules turn it at once (Tenhou manual).
        """
        table = self.table
        table.turn_due()
        table.due = int(kind != "kita")
        if kind == "ankan" or table.rules.kan_dora is KanDora.IMMEDIATE:
            table.turn_due()
        table.replace(seat)

    # --- answers ---------------------------------------------------------------------------

    def _after_discard(self, seat: Seat) -> Play[Outcome | None]:
        """Rons, the riichi stick and abortive draws."""
        table = self.table
        tile = table.events[-1].tile
        outcome = yield from self._rons(seat, tile, "discard")
        if outcome is not None:
            return outcome
        table.has_passed(KIND_OF[tile])
        if seat.in_riichi and not seat.has_paid:
            table.accept_riichi(seat)
        type_ = abort_after_discard(table)
        return None if type_ is None else self._abort(type_)

    def _rons(self, seat: Seat, tile: int, source: str) -> Play[Outcome | None]:
        """Let the others win on a tile; who waits for it and does not win is furiten."""
        table, kind = self.table, KIND_OF[tile]
        waiting = [other for other in table.after(seat.number) if other.waits >> kind & 1]
        if source == "ankan":
            robs = table.rules.kokushi_robs_ankan
            waiting = [other for other in waiting if robs and other.waits_for_kokushi]
        able = [other for other in waiting if not other.is_furiten]
        values = yield from price([table.winning_hand(other, tile, source) for other in able])
        taking = [
            (other, value)
            for other, value in zip(able, values, strict=True)
            if value.has_yaku and self.minds[other.number].wins(table, other)
        ]
        if not taking:
            for other in waiting:
                table.passes(other)
            return None
        rules = table.rules
        if len(taking) >= 3 and rules.max_ron >= 3 and rules.triple_ron is TripleRon.ABORT:
            return self._abort("sanchahou")
        taking = taking[: rules.max_ron]
        return self._win([other for other, _ in taking], seat.number, tile, [v for _, v in taking])

    def _next_turn(self, seat: Seat) -> Play[tuple[Seat, bool]]:
        """Who goes on after a discard that passed, and whether with a draw."""
        table = self.table
        discard = next(e for e in reversed(table.events) if e.kind == "discard")
        others = table.after(seat.number)
        options = {other.number: calls(table, other, discard.tile, seat.number) for other in others}
        for kinds in (("pon", "daiminkan"), ("chi",)):
            for other in others:
                allowed = [c for c in options[other.number] if c.kind in kinds]
                if not allowed:
                    continue
                call = yield from self.minds[other.number].answer(table, other, allowed, seat.number)
                if call is not None:
                    yield from self._call(other, call, seat.number)
                    return other, False
        return others[0], True

    def _call(self, seat: Seat, call: Call, target: int) -> Play[None]:
        table = self.table
        table.call(seat, call, target)
        if call.kind != "daiminkan":
            return
        hand = seat.without()
        after = yield from look(Look([hand], [hand], [len(seat.melds)], table.unseen(seat)))
        seat.waits = after.waits[0]
        self._replace(seat, call.kind)

    # --- the end ---------------------------------------------------------------------------

    def _win(self, winners: list[Seat], from_seat: int, tile: int, values: Sequence[Value]) -> Outcome:
        for winner in winners:
            self.table.events.append(Event("win", winner.number, from_seat, tile))
        return results.won(self.table, self.rules, winners, from_seat, tile, values)

    def _abort(self, type_: str) -> Outcome:
        self.table.events.append(Event("abortive_draw"))
        return results.aborted(self.table, type_)
