"""The course of one round: who acts when, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mjlog.rulesets.table import RulesetTable
from mjlog.rulesets.words import Chombo, KanDora, TripleRon
from mjlog.simulate import results
from mjlog.simulate.hands import winning_hand
from mjlog.simulate.legal import abort_after_discard, calls, may_abort, may_abort_by_riichi, own_calls
from mjlog.simulate.moves import Discard, Fault, Mind, Move, OwnCall
from mjlog.simulate.questions import Look, Play, Value, look, price
from mjlog.simulate.results import Outcome
from mjlog.simulate.seat import KIND_OF, Seat
from mjlog.simulate.table import Call, Event, Table
from mjlog.tiles import NO_TILE


@dataclass(slots=True)
class Round:
    """A round and those who play it."""

    table: Table
    minds: Sequence[Mind]
    """By seat of the game."""
    rules: RulesetTable

    def play(self) -> Play[Outcome]:
        """Play to the end."""
        table = self.table
        yield from self._look_at_deal()
        seat, call = table.seats[table.deal.dealer], None
        while True:
            if call is None:
                if table.wall.left == 0:
                    return (yield from self._exhausted())
                table.draw(seat)
            elif call.kind == "daiminkan":
                outcome = yield from self._gathered(seat)
                if outcome is not None:
                    return outcome
                self._replace(seat, call.kind, table.events[-1].target_seat)
            outcome = yield from self._turn(seat)
            if outcome is not None:
                return outcome
            tile = table.events[-1].tile
            if table.is_waited_for(seat, tile):
                outcome = yield from self._rons(seat, tile, "discard")
                if outcome is not None:
                    return outcome
            type_ = self._pass(seat, tile)
            if type_ is not None:
                return self._abort(type_)
            options, target = self._options(seat, tile), seat
            seat, call = table.others[seat.number][0], None
            if options:
                seat, call = yield from self._answers(options, target, seat)

    def _look_at_deal(self) -> Play[None]:
        """Find out what the dealt hands wait for."""
        seats = self.table.playing
        hands = [seat.without() for seat in seats]
        dealt = yield from look(Look(hands, hands, [0] * len(seats), self.table.tiles.total))
        for seat, waits in zip(seats, dealt.waits, strict=True):
            seat.waits = waits

    # --- the own turn ----------------------------------------------------------------------

    def _turn(self, seat: Seat) -> Play[Outcome | None]:
        """Everything up to the discard."""
        table, mind, may_gather = self.table, self.minds[seat.number], bool(self.table.rules.gathered_yaku)
        while True:
            if may_gather or seat.waits >> KIND_OF[seat.drawn] & 1:
                outcome = yield from self._own_win(seat)
                if outcome is not None:
                    return outcome
            if not seat.river and may_abort(table, seat) and mind.aborts(table, seat):
                return self._abort("kyuushu_kyuuhai")
            move: Move = Discard(seat.drawn, seat.waits)
            if not seat.in_riichi or own_calls(table, seat):
                move = yield from mind.move(table, seat)
            if isinstance(move, Discard):
                break
            if isinstance(move, Fault):
                outcome = self._fault(seat, move)
            else:
                outcome = yield from self._declare(seat, move)
            if outcome is not None:
                return outcome
        table.turn_due()
        if move.riichi:
            table.declare_riichi(seat, move.waits, move.tile, is_open=move.is_open)
        table.discard(seat, move.tile, move.waits)
        return None

    def _own_win(self, seat: Seat) -> Play[Outcome | None]:
        """Win by gathered tiles or by tsumo."""
        table = self.table
        outcome = yield from self._gathered(seat)
        if outcome is not None or seat.drawn == NO_TILE or not seat.waits >> KIND_OF[seat.drawn] & 1:
            return outcome
        values = yield from price([winning_hand(table, seat, seat.drawn, "draw")])
        if not values[0].has_yaku or seat.is_dead:
            return None
        if not self.minds[seat.number].wins(table, seat):
            self._lets_pass(seat)
            return None
        return (yield from self._win([seat], seat.number, seat.drawn, values))

    def _gathered(self, seat: Seat) -> Play[Outcome | None]:
        """Win when the tiles of a yaku are gathered that wins by itself."""
        if not self.rules.gathered_yaku[0] or not self.table.has_gathered(seat):
            return None
        values = yield from price([winning_hand(self.table, seat, NO_TILE, "gathered")])
        return (yield from self._win([seat], seat.number, NO_TILE, values))

    def _declare(self, seat: Seat, move: OwnCall) -> Play[Outcome | None]:
        """A kan or set-aside tile; the chance to rob it; the replacement tile."""
        table, call = self.table, move.call
        table.declare(seat, call)
        outcome = yield from self._rons(seat, call.tile, call.kind)
        if outcome is None:
            table.stands(seat, call)
            outcome = yield from self._gathered(seat)
        if outcome is None:
            seat.waits = move.waits
            self._replace(seat, call.kind)
        return outcome

    def _replace(self, seat: Seat, kind: str, giver: int | None = None) -> None:
        """Draw for a kan or set-aside tile that stands.

        The indicators of earlier open kans are turned before, as is that of a concealed kan; that of an
        open kan waits until after the draw unless the rules turn it at once (Tenhou manual).
        """
        table = self.table
        table.turn_due()
        table.due = int(kind != "kita")
        if kind == "ankan" or table.rules.kan_dora is KanDora.IMMEDIATE:
            table.turn_due()
        table.replace(seat, kind, -1 if giver is None else giver)

    # --- answers ---------------------------------------------------------------------------

    def _pass(self, seat: Seat, tile: int) -> str | None:
        """A discard passes: the riichi stick, and the abortive draw that it brings about, if any."""
        table = self.table
        table.has_passed(KIND_OF[tile])
        if seat.in_riichi and not seat.has_paid:
            table.accept_riichi(seat)
            if may_abort_by_riichi(table, seat) and self.minds[seat.number].aborts(table, seat):
                return "sancha_riichi"
        return abort_after_discard(table) if table.rules.abortive_draws else None

    def _rons(self, seat: Seat, tile: int, source: str) -> Play[Outcome | None]:
        """Let the others win on a tile; who waits for it and does not win is furiten."""
        table, kind = self.table, KIND_OF[tile]
        waiting = [other for other in table.others[seat.number] if other.waits >> kind & 1]
        if source == "kita" and not table.rules.set_aside_ron:
            return None
        if source == "ankan":
            robs = table.rules.kokushi_robs_ankan
            waiting = [other for other in waiting if robs and other.waits_for_kokushi]
        able = [other for other in waiting if not other.is_furiten and not other.is_dead]
        values = yield from price([winning_hand(table, other, tile, source) for other in able])
        taking = []
        for other, value in zip(able, values, strict=True):
            if value.has_yaku:
                if self.minds[other.number].wins(table, other):
                    taking.append((other, value))
                else:
                    self._lets_pass(other)
        if not taking:
            for other in waiting:
                table.passes(other)
            return None
        rules = table.rules
        if len(taking) >= 3 and rules.max_ron >= 3 and rules.triple_ron is TripleRon.ABORT:
            return self._abort("sanchahou")
        taking = taking[: rules.max_ron]
        return (yield from self._win([s for s, _ in taking], seat.number, tile, [v for _, v in taking]))

    def _lets_pass(self, seat: Seat) -> None:
        """A win that is not taken: in riichi a fault where the rules say so."""
        seat.is_at_fault |= seat.in_riichi and self.table.rules.passed_win_chombo

    def _options(self, seat: Seat, tile: int) -> list[tuple[Seat, list[Call]]]:
        """Who may call a discard that passed, and how."""
        table, others, kind = self.table, self.table.others[seat.number], KIND_OF[tile]
        near = [other for other in others if other.counts[kind] >= 2 or other is others[0]]
        return [(other, found) for other in near if (found := calls(table, other, tile, seat.number))]

    def _answers(
        self, options: Sequence[tuple[Seat, list[Call]]], target: Seat, following: Seat
    ) -> Play[tuple[Seat, Call | None]]:
        """Who goes on, and with which call of the discard of seat `target`: pon and kan come before chi."""
        for kinds in (("pon", "daiminkan"), ("chi",)):
            for other, found in options:
                allowed = [c for c in found if c.kind in kinds]
                if not allowed:
                    continue
                call = yield from self.minds[other.number].answer(self.table, other, allowed, target.number)
                if call is not None:
                    yield from self._call(other, call, target.number)
                    return other, call
        return following, None

    def _call(self, seat: Seat, call: Call, target: int) -> Play[None]:
        table = self.table
        table.call(seat, call, target)
        if call.kind != "daiminkan":
            return
        hand = seat.without()
        after = yield from look(Look([hand], [hand], [len(seat.melds)], table.unseen(seat)))
        seat.waits = after.waits[0]

    # --- the end ---------------------------------------------------------------------------

    def _win(self, winners: list[Seat], from_seat: int, tile: int, values: Sequence[Value]) -> Play[Outcome]:
        at_fault = self._at_fault(winners)
        if at_fault is not None:
            return self._chombo(at_fault)
        for winner in winners:
            self.table.events.append(Event("win", winner.number, from_seat, tile))
        return (yield from results.won(self.table, winners, from_seat, tile, values))

    def _exhausted(self) -> Play[Outcome]:
        """No live tile is left: a draw, unless it shows a fault."""
        at_fault = self._at_fault(self.table.playing)
        if at_fault is not None:
            return self._chombo(at_fault)
        self.table.events.append(Event("exhaustive_draw"))
        return (yield from results.exhausted(self.table, self.rules))

    def _at_fault(self, seats: Sequence[Seat]) -> Seat | None:
        """The first of some seats whose riichi was against the rules, where that is chombo."""
        if self.table.rules.chombo is Chombo.NONE:
            return None
        return next((seat for seat in seats if seat.is_at_fault), None)

    def _fault(self, seat: Seat, fault: Fault) -> Outcome | None:
        """A fault at the own turn; only chombo ends the round."""
        if fault.kind == "chombo":
            return self._chombo(seat)
        if fault.kind == "dead_hand":
            self.table.bar(seat)
        else:
            self.table.punish(seat, fault.points)
        return None

    def _chombo(self, seat: Seat) -> Outcome:
        self.table.events.append(Event("chombo", seat.number))
        return results.offended(self.table, seat, self.rules)

    def _abort(self, type_: str) -> Outcome:
        self.table.events.append(Event("abortive_draw"))
        return results.aborted(self.table, type_)
