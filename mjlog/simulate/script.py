"""Scripts: seats that do what a stacked deal says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from mjlog.notation import MPSZ
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import RIICHI_STICK
from mjlog.simulate.deals import Deal
from mjlog.simulate.legal import discards, may_declare_riichi, own_calls
from mjlog.simulate.moves import Discard, Fault, Mind, Move, OwnCall
from mjlog.simulate.player import may_kan_in_riichi
from mjlog.simulate.questions import Look, Play, look
from mjlog.simulate.rare import RareDeal, places
from mjlog.simulate.seat import KIND_OF, Seat
from mjlog.simulate.table import Call, Table
from mjlog.tiles import NO_TILE

_FAULTS: Final = ("chombo", "dead_hand", "penalty")
_DISCARDS: Final = ("discard", "riichi", "open_riichi")


@dataclass(slots=True)
class Script:
    """A seat that does what a stacked deal says, and else discards what it draws."""

    steps: list[tuple[str, int]] = field(default_factory=list)
    """What to do, in order: a verb and the kind of its tile."""

    @classmethod
    def of(cls, text: str) -> Script:
        """Read the steps of one place of a deal."""
        steps = []
        for step in filter(None, text.split(", ")):
            verb, _, tile = step.partition(" ")
            steps.append((verb, KIND_OF[MPSZ.parse(tile)] if tile else NO_TILE))
        return cls(steps)

    def _is_next(self, *verbs: str) -> bool:
        return bool(self.steps) and self.steps[0][0] in verbs

    def wins(self, table: Table, seat: Seat) -> bool:
        """Win when the script says so."""
        return self._is_next("ron" if seat.drawn == NO_TILE else "tsumo")

    def aborts(self, table: Table, seat: Seat) -> bool:
        """Abort when the script says so."""
        return self._is_next("abort")

    def move(self, table: Table, seat: Seat) -> Play[Move]:
        """The next fault, kan, set-aside tile or discard of the script, else the drawn tile."""
        if self._is_next(*_FAULTS):
            return Fault(self.steps.pop(0)[0], RIICHI_STICK)
        for call in own_calls(table, seat):
            if self._is_next(call.kind) and self.steps[0][1] in (KIND_OF[call.tile], NO_TILE):
                waits = yield from _waits_without(table, seat, call.consumed, call.kind == "ankan")
                if not seat.in_riichi or self._keeps_hand(table, seat, call, waits):
                    self.steps.pop(0)
                    return OwnCall(call, waits)
        if seat.in_riichi:
            return Discard(seat.drawn, seat.waits)
        allowed = discards(seat)
        tile, verb = seat.drawn if seat.drawn != NO_TILE else seat.codes_of(allowed[0])[0], ""
        if self._is_next(*_DISCARDS) and self.steps[0][1] in allowed:
            verb, kind = self.steps.pop(0)
            tile = seat.codes_of(kind)[0]
        waits = yield from _waits_without(table, seat, (tile,), is_meld=False)
        riichi = verb in ("riichi", "open_riichi") and bool(waits) and may_declare_riichi(table, seat)
        return Discard(tile, waits, riichi, riichi and verb == "open_riichi")

    def _keeps_hand(self, table: Table, seat: Seat, call: Call, waits: int) -> bool:
        is_kan = call.kind == "ankan"
        return waits == seat.waits and not (is_kan and not may_kan_in_riichi(table, seat, KIND_OF[call.tile]))

    def answer(self, table: Table, seat: Seat, options: Sequence[Call], target: int) -> Play[Call | None]:
        """The next call of the script; nothing is asked to find it."""
        yield from ()
        for call in options:
            if self._is_next(call.kind) and self.steps[0][1] == KIND_OF[call.tile]:
                self.steps.pop(0)
                return call
        return None


def scripts(stack: RareDeal, rules: Ruleset, deal: Deal) -> list[Mind]:
    """What the seats of a stacked deal do, by seat of the game."""
    minds: list[Mind] = [Script() for _ in range(rules.seats)]
    for seat, text in zip(places(stack, rules, deal), stack.play, strict=False):
        minds[seat] = Script.of(text)
    return minds


def _waits_without(table: Table, seat: Seat, codes: Sequence[int], is_meld: bool) -> Play[int]:
    """Waits of the hand without some tiles, which are laid down as a meld perhaps."""
    hand = seat.without(*(KIND_OF[c] for c in codes))
    found = yield from look(Look([hand], [hand], [len(seat.melds) + is_meld], table.tiles.total))
    return found.waits[0]
