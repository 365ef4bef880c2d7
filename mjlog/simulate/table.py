"""The table during one round: what happens to tiles, flags and counters at every event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import sub
from typing import Final, NamedTuple

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import GATHERED_KANS, GATHERED_MAN, GATHERED_REDS, PAO_YAKUMAN, RIICHI_STICK
from mjlog.rulesets.words import FuritenRiichi, KanDora, Kuikae, TemporaryFuriten
from mjlog.scoring.hands import Meld as MeldType
from mjlog.simulate.deals import Deal
from mjlog.simulate.seat import KIND_OF, Meld, Seat, red_first
from mjlog.simulate.wall import Wall, tile_set
from mjlog.tiles import EAST, KINDS, MAN_KINDS, NO_TILE, NORTH, RED_MAN, TILE_NAMES, dora_after

DRAGONS: Final = (31, 32, 33)
WINDS: Final = tuple(range(EAST, NORTH + 1))
_MELD_TYPE: Final = {
    "chi": MeldType.CHI,
    "pon": MeldType.PON,
    "daiminkan": MeldType.OPEN_KAN,
    "ankan": MeldType.ANKAN,
}


class Event(NamedTuple):
    """One event of a round; columns as in `schema.EVENTS`, tiles as codes."""

    kind: str
    seat: int | None = None
    target_seat: int | None = None
    tile: int = NO_TILE
    consumed: tuple[int, ...] = ()
    is_tsumogiri: bool | None = None
    points: int | None = None


class Call(NamedTuple):
    """A call that may be made; `consumed` are the tiles that leave the hand."""

    kind: str
    tile: int
    consumed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TileSet:
    """What the tiles of a rule set are; the same for all of its rounds."""

    total: bytes
    """Tiles of each kind."""
    dora_of: tuple[int, ...]
    """Dora by indicator."""
    set_aside: tuple[int, ...]
    """Kinds that may be set aside."""

    @classmethod
    def of(cls, rules: Ruleset) -> TileSet:
        """Read the fields of a rule set."""
        kinds = [KIND_OF[c] for c in tile_set(rules)]

        def kinds_of(names: Iterable[str]) -> list[int]:
            return [TILE_NAMES.index(name) for name in names]

        dora = dora_after(kinds_of(rules.removed_tiles), kinds_of(rules.dragon_order))
        return cls(
            bytes(map(kinds.count, range(KINDS))), tuple(dora.tolist()), tuple(kinds_of(rules.set_aside))
        )


@dataclass(slots=True, eq=False)
class Table:
    """A round in play."""

    rules: Ruleset
    deal: Deal
    wall: Wall
    tiles: TileSet
    seats: list[Seat] = field(init=False)
    """Every seat of the game."""
    playing: list[Seat] = field(init=False)
    """The seats that play this round."""
    others: list[list[Seat]] = field(init=False)
    """By seat of the game, the other seats in turn order after it."""
    scores: list[int] = field(init=False)
    sticks: int = field(init=False)
    events: list[Event] = field(default_factory=list)
    hidden: list[int] = field(init=False)
    """Tiles of each kind that are not shown to everybody in rivers, melds and indicators."""
    dora: list[int] = field(default_factory=list)
    """Kinds that the indicators make dora, once for each indicator."""
    calls: int = 0
    """Calls and kans of anybody that came about."""
    kans: list[int] = field(default_factory=list)
    """Who declared kans, in order."""
    due: int = 0
    """Indicators of open and added kans not yet turned."""
    riichi: int = 0
    """Players in riichi."""

    def __post_init__(self) -> None:
        self.seats = [Seat(number) for number in range(self.rules.seats)]
        for seat, hand in zip(self.seats, self.wall.hands, strict=True):
            seat.take(*hand)
        away = self.deal.away
        self.playing = [seat for seat in self.seats if seat.number != away]
        dealer = self.playing.index(self.seats[self.deal.dealer])
        for place, seat in enumerate(self.playing):
            seat.wind = (place - dealer) % len(self.playing)
        turns = [self.seats[n:] + self.seats[:n] for n in range(len(self.seats))]
        self.others = [[seat for seat in turn[1:] if seat.number != away] for turn in turns]
        self.scores = list(self.deal.scores)
        self.sticks = self.deal.sticks
        self.hidden = list(self.tiles.total)
        self._indicate(self.wall.dora[0])

    def _show(self, codes: Iterable[int]) -> None:
        for code in codes:
            self.hidden[KIND_OF[code]] -= 1

    def _indicate(self, code: int) -> None:
        self.hidden[KIND_OF[code]] -= 1
        self.dora.append(self.tiles.dora_of[KIND_OF[code]])

    @property
    def left(self) -> int:
        """Live tiles left."""
        return self.wall.left

    @property
    def factor(self) -> int:
        """How many times the payments of the round count."""
        return 2 if self.deal.is_doubled else 1

    def is_first_turn(self, seat: Seat) -> bool:
        """Whether the player has not discarded yet and nobody has called."""
        return self.calls == 0 and not seat.river

    def unseen(self, seat: Seat) -> bytes:
        """Tiles of each kind that a player does not see."""
        hidden = map(sub, self.hidden, seat.counts)
        if self.riichi:
            for other in self.others[seat.number]:
                if other.is_open_riichi:
                    hidden = map(sub, hidden, other.counts)
        return bytes(hidden)

    def can_replace(self, kind: str) -> bool:
        """Whether the wall has what follows a kan or a set-aside tile."""
        joining = self.joining(kind)
        return self.wall.can_replace(joining, 0 if kind == "kita" else 1 + self.due)

    def joining(self, kind: str) -> int:
        """Live tiles that a kan or a set-aside tile takes from the end of the wall."""
        return self.rules.wall_per_set_aside if kind == "kita" else self.rules.wall_per_kan

    # --- draws and discards ----------------------------------------------------------------

    def draw(self, seat: Seat) -> None:
        """Draw a live tile."""
        self._drawn(seat, self.wall.draw(seat.number), "")

    def replace(self, seat: Seat, kind: str, giver: int = -1) -> None:
        """Draw a replacement tile after a kan or a set-aside tile.

        Args:
            seat: who draws.
            kind: event kind of what it replaces.
            giver: whose tile an open kan called, -1 for nobody's.
        """
        self._drawn(seat, self.wall.replace(self.joining(kind)), kind)
        seat.kan_giver = giver

    def _drawn(self, seat: Seat, code: int, replaces: str) -> None:
        self.events.append(Event("draw", seat.number, None, code))
        seat.take(code)
        seat.drawn, seat.replaces, seat.kan_giver = code, replaces, -1
        if seat.passed_in_turn and self.rules.temporary_furiten_until is not TemporaryFuriten.OWN_DISCARD:
            seat.passed_in_turn = False

    def declare_riichi(self, seat: Seat, waits: int, code: int, *, is_open: bool = False) -> None:
        """Declare riichi with a discard; the stick is paid once it has passed.

        Args:
            seat: who declares.
            waits: of the hand without the discard.
            code: the discard.
            is_open: whether the hand is shown.
        """
        self.events.append(Event("riichi", seat.number))
        if is_open:
            self.events.append(Event("open_riichi", seat.number))
        seat.in_riichi, seat.is_open_riichi = True, is_open
        seat.is_double_riichi = self.is_first_turn(seat)
        seat.is_at_fault = is_furiten_fault(self.rules, seat, waits, code, is_open=is_open)
        self.riichi += 1

    def accept_riichi(self, seat: Seat) -> None:
        """Pay the stick."""
        self.events.append(Event("riichi_accepted", seat.number))
        seat.has_paid = seat.is_ippatsu = True
        self.scores[seat.number] -= RIICHI_STICK
        self.sticks += 1

    def discard(self, seat: Seat, code: int, waits: int) -> None:
        """Discard a tile; `waits` are those of the hand without it."""
        kind = KIND_OF[code]
        self.events.append(Event("discard", seat.number, None, code, (), code == seat.drawn))
        seat.give(code)
        seat.river.append(kind)
        seat.thrown |= 1 << kind
        seat.safe |= 1 << kind
        seat.waits = waits
        seat.drawn, seat.replaces, seat.kan_giver = NO_TILE, "", -1
        seat.is_ippatsu = False
        seat.forbidden = 0
        self.hidden[kind] -= 1
        if seat.passed_in_turn and self.rules.temporary_furiten_until is TemporaryFuriten.OWN_DISCARD:
            seat.passed_in_turn = False

    def passes(self, seat: Seat) -> None:
        """A tile that completes the hand passes the player by."""
        seat.passed_in_turn = True
        seat.passed_in_riichi |= seat.in_riichi

    def is_waited_for(self, seat: Seat, tile: int) -> bool:
        """Whether a tile of a seat completes the hand of another."""
        waits = 0
        for other in self.others[seat.number]:
            waits |= other.waits
        return bool(waits >> KIND_OF[tile] & 1)

    def has_passed(self, kind: int) -> None:
        """Nobody won on a tile: it is safe against all who are in riichi."""
        if self.riichi:
            for seat in self.playing:
                if seat.in_riichi:
                    seat.safe |= 1 << kind

    # --- calls -----------------------------------------------------------------------------

    def call(self, seat: Seat, call: Call, target: int) -> None:
        """Chi, pon or daiminkan of a discard of seat `target`."""
        self.events.append(Event(call.kind, seat.number, target, call.tile, call.consumed))
        self.seats[target].is_river_whole = False
        seat.give(*call.consumed)
        tiles = (call.tile, *call.consumed)
        seat.lay(Meld(_MELD_TYPE[call.kind], min(KIND_OF[c] for c in tiles), tiles))
        self._show(call.consumed)
        self._hold_liable(seat, target)
        if self.rules.temporary_furiten_until is TemporaryFuriten.OWN_DRAW_OR_CALL:
            seat.passed_in_turn = False
        self._interrupt()
        if call.kind == "daiminkan":
            self.kans.append(seat.number)
        else:
            seat.forbidden = kuikae_kinds(call, self.rules)

    def declare(self, seat: Seat, call: Call) -> None:
        """Ankan, kakan or a set-aside tile; it stands (`stands`) when nobody robs it."""
        target = None
        if call.kind == "kakan":
            target = self._pon_from(seat, KIND_OF[call.tile])
        self.events.append(Event(call.kind, seat.number, target, call.tile, call.consumed))
        seat.give(*call.consumed)
        self._show(call.consumed)
        seat.drawn, seat.replaces, seat.kan_giver = NO_TILE, "", -1
        kind = KIND_OF[call.tile]
        if call.kind == "kita":
            seat.set_aside.append(kind)
        elif call.kind == "ankan":
            self.kans.append(seat.number)
            seat.lay(Meld(MeldType.ANKAN, kind, call.consumed))
        else:
            self.kans.append(seat.number)
            pon = next(m for m in seat.melds if m.type is MeldType.PON and m.kind == kind)
            pon.type, pon.tiles = MeldType.OPEN_KAN, (*pon.tiles, call.tile)
            seat.melded[kind] += 1
            seat.melded_reds += call.tile >= RED_MAN

    def _pon_from(self, seat: Seat, kind: int) -> int | None:
        own = (e for e in self.events if e.kind == "pon" and e.seat == seat.number)
        return next((e.target_seat for e in own if KIND_OF[e.tile] == kind), None)

    def stands(self, seat: Seat, call: Call) -> None:
        """Nobody robbed the kan or set-aside tile: it cuts ippatsu and first turns, and may earn a bonus."""
        self._interrupt()
        is_fourth = call.kind == "kita" and seat.set_aside.count(KIND_OF[call.tile]) == 4
        each = self.rules.bonus_payment * self.factor
        if each and (call.kind == "ankan" or is_fourth):
            self.events.append(Event("bonus", seat.number, points=each))
            for other in self.playing:
                self.scores[other.number] -= each
            self.scores[seat.number] += each * len(self.playing)

    def _interrupt(self) -> None:
        self.calls += 1
        for seat in self.playing:
            seat.is_ippatsu = False

    def turn_indicators(self, number: int) -> None:
        """Turn new indicators, unless the rules have no kan dora."""
        if self.rules.kan_dora is KanDora.OFF:
            return
        for _ in range(number):
            code = self.wall.turn_indicator()
            self.events.append(Event("dora", tile=code))
            self._indicate(code)

    def turn_due(self) -> None:
        """Turn the indicators that are due."""
        if self.due:
            self.turn_indicators(self.due)
            self.due = 0

    def _hold_liable(self, seat: Seat, target: int) -> None:
        """Whose discard completes the last set of a yakuman is liable for it (EMA rules 2016, 3.3.6)."""
        last = seat.melds[-1]
        kinds = [meld.kind for meld in seat.melds if meld.type is not MeldType.CHI]
        done = {
            "daisangen": last.kind in DRAGONS and all(k in kinds for k in DRAGONS),
            "daisuushii": last.kind in WINDS and all(k in kinds for k in WINDS),
            "suukantsu": last.is_kan and sum(meld.is_kan for meld in seat.melds) == 4,
        }
        for place, yakuman in enumerate(PAO_YAKUMAN):
            if done[yakuman]:
                seat.pao[place] = target

    # --- faults ----------------------------------------------------------------------------

    def punish(self, seat: Seat, points: int) -> None:
        """Let a player pay points to the table, where they lie as sticks."""
        self.events.append(Event("penalty", seat.number, points=points))
        self.scores[seat.number] -= points
        self.sticks += points // RIICHI_STICK

    def bar(self, seat: Seat) -> None:
        """Declare a hand dead."""
        self.events.append(Event("dead_hand", seat.number))
        seat.is_dead = True

    def has_gathered(self, seat: Seat) -> bool:
        """Whether a player has gathered the tiles of a yaku that wins by itself."""
        gathered = self.rules.gathered_yaku
        if not gathered or seat.is_dead:
            return False
        return (
            ("suukantsu" in gathered and self.kans.count(seat.number) == GATHERED_KANS)
            or ("eight_reds" in gathered and seat.reds() == GATHERED_REDS)
            or ("twelve_man" in gathered and self._has_set_aside_all_man(seat))
        )

    def _has_set_aside_all_man(self, seat: Seat) -> bool:
        """Whether all twelve man tiles of a wall that has twelve lie aside."""
        man = sum(self.tiles.total[:MAN_KINDS])
        return man == GATHERED_MAN and sum(kind < MAN_KINDS for kind in seat.set_aside) == man


def is_furiten_fault(rules: Ruleset, seat: Seat, waits: int, code: int, *, is_open: bool) -> bool:
    """Whether riichi with a discard would be furiten where the rules forbid that."""
    how = rules.furiten_riichi
    if how is FuritenRiichi.ALLOWED or (how is FuritenRiichi.OPEN_ONLY and is_open):
        return False
    return bool(waits & (seat.thrown | 1 << KIND_OF[code])) or seat.passed_in_turn


def kuikae_kinds(call: Call, rules: Ruleset) -> int:
    """Kinds that may not be discarded right after a chi or pon, as a mask (EMA rules 2016, 3.3.5)."""
    if rules.kuikae is Kuikae.ALLOWED:
        return 0
    called = KIND_OF[call.tile]
    low, high = sorted(KIND_OF[c] for c in call.consumed)
    kinds = 1 << called
    if call.kind == "chi" and rules.kuikae is Kuikae.FORBIDDEN and high == low + 1:
        other = high + 1 if called < low else low - 1
        if other // 9 == called // 9:
            kinds |= 1 << other
    return kinds


def sorted_codes(codes: Iterable[int]) -> tuple[int, ...]:
    """Codes in the order of `schema.EVENTS.consumed`: by kind, a red five last."""
    return tuple(sorted(codes, key=red_first))
