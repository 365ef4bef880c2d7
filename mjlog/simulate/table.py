"""The table during one round: what happens to tiles, flags and counters at every event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import sub
from typing import Any, Final, NamedTuple

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import PAO_YAKUMAN, RIICHI_STICK
from mjlog.rulesets.words import KanDora, Kuikae, TemporaryFuriten
from mjlog.scoring.hands import Meld as MeldType
from mjlog.scoring.hands import Riichi
from mjlog.simulate.seat import KIND_OF, RED_OF, Meld, Seat, red_first
from mjlog.simulate.wall import Wall, tile_set
from mjlog.tiles import KINDS, NO_TILE, TILE_NAMES, dora_after

DRAGONS: Final = (31, 32, 33)
WINDS: Final = (27, 28, 29, 30)
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


@dataclass(frozen=True, slots=True)
class Call:
    """A call that may be made; `consumed` are the tiles that leave the hand."""

    kind: str
    tile: int
    consumed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """A round about to be dealt."""

    round_wind: int
    number: int
    """Number within the wind, from 1."""
    honba: int
    sticks: int
    """Riichi sticks on the table."""
    scores: tuple[int, ...]

    @property
    def dealer(self) -> int:
        """Seat of the dealer: seat 0 deals first."""
        return self.number - 1


@dataclass(slots=True)
class Table:
    """A round in play."""

    rules: Ruleset
    deal: Deal
    wall: Wall
    seats: list[Seat] = field(init=False)
    scores: list[int] = field(init=False)
    sticks: int = field(init=False)
    events: list[Event] = field(default_factory=list)
    total: list[int] = field(init=False)
    """Tiles of each kind in the wall at the start."""
    hidden: list[int] = field(init=False)
    """Those of them that are not shown to everybody in rivers, melds and indicators."""
    dora_of: list[int] = field(init=False)
    """Dora by indicator."""
    calls: int = 0
    """Calls and kans of anybody that came about."""
    kans: list[int] = field(default_factory=list)
    """Who declared kans, in order."""
    due: int = 0
    """Indicators of open and added kans not yet turned."""

    def __post_init__(self) -> None:
        self.seats = [Seat(number) for number in range(self.rules.players)]
        for seat, hand in zip(self.seats, self.wall.hands, strict=True):
            seat.take(*hand)
        self.scores = list(self.deal.scores)
        self.sticks = self.deal.sticks
        kinds = [KIND_OF[c] for c in tile_set(self.rules)]
        self.total = [kinds.count(k) for k in range(KINDS)]
        self.hidden = self.total.copy()
        removed = [TILE_NAMES.index(name) for name in self.rules.removed_tiles]
        self.dora_of = dora_after(removed).tolist()
        self._show(self.wall.dora[:1])

    def _show(self, codes: Iterable[int]) -> None:
        for code in codes:
            self.hidden[KIND_OF[code]] -= 1

    @property
    def left(self) -> int:
        """Live tiles left."""
        return self.wall.left

    def after(self, number: int) -> list[Seat]:
        """The other seats in turn order after seat `number`."""
        players = len(self.seats)
        return [self.seats[(number + step) % players] for step in range(1, players)]

    def is_first_turn(self, seat: Seat) -> bool:
        """Whether the player has not discarded yet and nobody has called."""
        return self.calls == 0 and not seat.river

    def doras(self) -> list[int]:
        """Kinds that the indicators make dora, once for each indicator."""
        return [self.dora_of[KIND_OF[code]] for code in self.wall.shown]

    def unseen(self, seat: Seat) -> list[int]:
        """Tiles of each kind that a player does not see."""
        return list(map(sub, self.hidden, seat.counts))

    # --- events ----------------------------------------------------------------------------

    def draw(self, seat: Seat) -> None:
        """Draw a live tile."""
        self._drawn(seat, self.wall.draw(seat.number), is_replacement=False)

    def replace(self, seat: Seat) -> None:
        """Draw a replacement tile after a kan or a North; indicators that are due are turned before."""
        self._drawn(seat, self.wall.replace(), is_replacement=True)

    def _drawn(self, seat: Seat, code: int, *, is_replacement: bool) -> None:
        self.events.append(Event("draw", seat.number, tile=code))
        seat.take(code)
        seat.drawn, seat.is_replacement = code, is_replacement
        self._ends_passing(seat, TemporaryFuriten.OWN_DRAW_OR_CALL)

    def _ends_passing(self, seat: Seat, by: TemporaryFuriten) -> None:
        if self.rules.temporary_furiten_until is by:
            seat.passed_in_turn = False

    def declare_riichi(self, seat: Seat) -> None:
        """Declare riichi; the stick is paid once the discard has passed."""
        self.events.append(Event("riichi", seat.number))
        seat.in_riichi = True
        seat.is_double_riichi = self.is_first_turn(seat)

    def accept_riichi(self, seat: Seat) -> None:
        """Pay the stick."""
        self.events.append(Event("riichi_accepted", seat.number))
        seat.has_paid = seat.is_ippatsu = True
        self.scores[seat.number] -= RIICHI_STICK
        self.sticks += 1

    def discard(self, seat: Seat, code: int, waits: int) -> None:
        """Discard a tile; `waits` are those of the hand without it."""
        kind = KIND_OF[code]
        self.events.append(Event("discard", seat.number, tile=code, is_tsumogiri=code == seat.drawn))
        seat.give(code)
        seat.river.append(kind)
        seat.thrown |= 1 << kind
        seat.safe |= 1 << kind
        seat.waits = waits
        seat.drawn, seat.is_replacement = NO_TILE, False
        seat.is_ippatsu = False
        seat.forbidden = frozenset()
        self._show((code,))
        self._ends_passing(seat, TemporaryFuriten.OWN_DISCARD)

    def passes(self, seat: Seat) -> None:
        """A tile that completes the hand passes the player by."""
        seat.passed_in_turn = True
        seat.passed_in_riichi |= seat.in_riichi

    def has_passed(self, kind: int) -> None:
        """Nobody won on a tile: it is safe against all who are in riichi."""
        for seat in self.seats:
            if seat.in_riichi:
                seat.safe |= 1 << kind

    def call(self, seat: Seat, call: Call, target: int) -> None:
        """Chi, pon or daiminkan of a discard of seat `target`."""
        self.events.append(Event(call.kind, seat.number, target, call.tile, call.consumed))
        self.seats[target].is_river_whole = False
        seat.give(*call.consumed)
        tiles = (call.tile, *call.consumed)
        kind = min(KIND_OF[c] for c in tiles)
        seat.melds.append(Meld(_MELD_TYPE[call.kind], kind, tiles))
        self._show(call.consumed)
        self._hold_liable(seat, target)
        self._ends_passing(seat, TemporaryFuriten.OWN_DRAW_OR_CALL)
        self._interrupt()
        if call.kind == "daiminkan":
            self.kans.append(seat.number)
        else:
            seat.forbidden = kuikae_kinds(call, self.rules)

    def declare(self, seat: Seat, call: Call) -> None:
        """Ankan, kakan or kita; it stands (`stands`) when nobody robs it."""
        target = None
        if call.kind == "kakan":
            target = self._pon_from(seat, KIND_OF[call.tile])
        self.events.append(Event(call.kind, seat.number, target, call.tile, call.consumed))
        seat.give(*call.consumed)
        self._show(call.consumed)
        seat.drawn, seat.is_replacement = NO_TILE, False
        if call.kind == "kita":
            seat.kita += 1
            return
        self.kans.append(seat.number)
        if call.kind == "ankan":
            seat.melds.append(Meld(MeldType.ANKAN, KIND_OF[call.tile], call.consumed))
            return
        for meld in seat.melds:
            if meld.type is MeldType.PON and meld.kind == KIND_OF[call.tile]:
                meld.type, meld.tiles = MeldType.OPEN_KAN, (*meld.tiles, call.tile)

    def _pon_from(self, seat: Seat, kind: int) -> int | None:
        own = (e for e in self.events if e.kind == "pon" and e.seat == seat.number)
        return next((e.target_seat for e in own if KIND_OF[e.tile] == kind), None)

    def stands(self) -> None:
        """Nobody robbed the kan or North: it cuts ippatsu and first turns."""
        self._interrupt()

    def _interrupt(self) -> None:
        self.calls += 1
        for seat in self.seats:
            seat.is_ippatsu = False

    def turn_indicators(self, number: int) -> None:
        """Turn new indicators, unless the rules have no kan dora."""
        if self.rules.kan_dora is KanDora.OFF:
            return
        for _ in range(number):
            code = self.wall.turn_indicator()
            self.events.append(Event("dora", tile=code))
            self._show((code,))

    def turn_due(self) -> None:
        """Turn the indicators that are due."""
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

    # --- winning ---------------------------------------------------------------------------

    def winning_hand(self, seat: Seat, tile: int, source: str) -> dict[str, Any]:
        """The hand of a player who wins on `tile`, as columns of `WinningHands`.

        Args:
            seat: the winner.
            tile: the winning tile; already in the hand when it was drawn.
            source: "draw", or the event kind that shows the tile: discard, kakan, ankan, kita.
        """
        is_tsumo = source == "draw"
        codes = seat.all_tiles() + ([] if is_tsumo else [tile])
        kind = KIND_OF[tile]
        last = self.left == 0
        blank = 4 - len(seat.melds)
        return {
            "suits": seat.without() if is_tsumo else seat.having(kind),
            "win_kind": kind,
            "meld_type": [*(meld.type for meld in seat.melds), *[MeldType.NONE] * blank],
            "meld_kind": [*(meld.kind for meld in seat.melds), *[NO_TILE] * blank],
            "is_tsumo": is_tsumo,
            "riichi": _riichi_of(seat),
            "ippatsu": seat.is_ippatsu,
            "rinshan": is_tsumo and seat.is_replacement,
            "chankan": source in ("kakan", "ankan"),
            "haitei": is_tsumo and last and not seat.is_replacement,
            "houtei": source == "discard" and last,
            "first_turn": self.is_first_turn(seat),
            "seat_wind": (seat.number - self.deal.dealer) % len(self.seats),
            "round_wind": self.deal.round_wind,
            "dora": self._dora_among(codes, self.wall.shown),
            "aka": seat.reds() + (RED_OF[tile] and not is_tsumo),
            "ura": self._dora_among(codes, self.ura_shown()) if seat.in_riichi else 0,
            "kita": seat.kita,
        }

    def _dora_among(self, codes: Sequence[int], indicators: Sequence[int]) -> int:
        kinds = [KIND_OF[c] for c in codes]
        return sum(kinds.count(self.dora_of[KIND_OF[i]]) for i in indicators)

    def ura_shown(self) -> list[int]:
        """The ura indicators that a win with riichi shows."""
        if not self.rules.ura_dora:
            return []
        return self.wall.ura[: self.wall.turned if self.rules.kan_ura_dora else 1]


def _riichi_of(seat: Seat) -> Riichi:
    if not seat.in_riichi:
        return Riichi.NONE
    return Riichi.DOUBLE if seat.is_double_riichi else Riichi.RIICHI


def kuikae_kinds(call: Call, rules: Ruleset) -> frozenset[int]:
    """Kinds that may not be discarded right after a chi or pon (EMA rules 2016, 3.3.5)."""
    if rules.kuikae is Kuikae.ALLOWED:
        return frozenset()
    called = KIND_OF[call.tile]
    low, high = sorted(KIND_OF[c] for c in call.consumed)
    kinds = {called}
    if call.kind == "chi" and rules.kuikae is Kuikae.FORBIDDEN and high == low + 1:
        other = high + 1 if called < low else low - 1
        if other // 9 == called // 9:
            kinds.add(other)
    return frozenset(kinds)


def sorted_codes(codes: Iterable[int]) -> tuple[int, ...]:
    """Codes in the order of `schema.EVENTS.consumed`: by kind, a red five last."""
    return tuple(sorted(codes, key=red_first))
