"""What the reference knows about one round: its input, a seat, a moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from mjlog.rulesets.model import Ruleset
from mjlog.tiles import KIND
from tests.reference.hands import Counts, counts_of, counts_of_hand, shanten, waits

Event = dict[str, Any]
"""Columns of `schema.EVENTS` by name; tiles are codes."""


def kind_of(tile: int) -> int:
    """Kind of a tile code: red fives are fives."""
    return int(KIND[tile])


@dataclass(frozen=True)
class RoundInput:
    """One round as a log gives it."""

    rules: Ruleset
    dealer: int
    round_wind: int
    honba: int
    sticks: int
    scores: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    dora_indicators: tuple[int, ...]
    events: tuple[Event, ...] = ()
    ura_indicators: tuple[int, ...] | None = None
    wins: tuple[dict[str, Any], ...] = ()
    draw: dict[str, Any] | None = None
    game_id: str = ""
    round_index: int = 0
    round_number: int = 1
    away: int | None = None
    """Player of the game who sits this round out; the hand at that seat is empty."""
    dice: tuple[int, ...] | None = None

    @property
    def seats(self) -> int:
        """Players of the game."""
        return len(self.hands)

    @property
    def playing(self) -> list[int]:
        """Seats of those who play the round."""
        return [s for s in range(self.seats) if s != self.away]

    @property
    def players(self) -> int:
        """Number of those who play the round."""
        return len(self.playing)

    @property
    def is_doubled(self) -> bool:
        """Whether the dice double every payment of the round."""
        return self.rules.dice_pair_doubles and bool(self.dice) and len(set(self.dice or ())) == 1

    def turn_order(self, seats: Iterable[int], start: int) -> list[int]:
        """`seats` in turn order after seat `start`."""
        return sorted(seats, key=lambda s: (s - start - 1) % self.seats)

    def next_seat(self, seat: int) -> int:
        """Whose turn comes after `seat`."""
        return self.turn_order(self.playing, seat)[0]

    def seat_wind(self, seat: int) -> int:
        """0 East, 1 South, 2 West, 3 North; the winds go round those who play."""
        return self.turn_order(self.playing, self.dealer - 1).index(seat)


@dataclass(frozen=True)
class Meld:
    """An exposed set; `type` is the event kind that made it (kakan replaces its pon)."""

    type: str
    tiles: tuple[int, ...]
    from_seat: int
    seq: int

    @property
    def kind(self) -> int:
        """Kind of the lowest tile."""
        return min(kind_of(t) for t in self.tiles)

    @property
    def is_open(self) -> bool:
        """Whether it opens the hand."""
        return self.type != "ankan"

    @property
    def is_kan(self) -> bool:
        """Whether it is a kan of any sort."""
        return self.type in ("daiminkan", "kakan", "ankan")


@dataclass(frozen=True)
class Discard:
    """A tile in a river."""

    tile: int
    seq: int
    is_tsumogiri: bool
    is_riichi: bool = False
    called_by: int | None = None


@dataclass(frozen=True)
class Cause:
    """The tile that made a player furiten, and the event when it was discarded or passed."""

    tile: int
    seq: int


@dataclass(frozen=True)
class SeatView:
    """Everything about one seat after an event."""

    seat: int
    hand: Counter[int]
    melds: tuple[Meld, ...] = ()
    river: tuple[Discard, ...] = ()
    aside: tuple[int, ...] = ()
    """Tiles set aside."""
    drawn: int | None = None
    """Tile drawn and not yet discarded; None while 13 tiles are held or after a call."""
    drew_after: str = ""
    """"kan" or "kita" when the tile in `drawn` replaces one; empty for a live tile."""
    open_kan_from: int | None = None
    """Who gave the tile of the open kan that `drawn` replaces a tile for."""
    draws: int = 0
    riichi_seq: int | None = None
    """Event of the riichi declaration."""
    riichi_turn: int | None = None
    """Number of the own discard that declared riichi, from 1."""
    riichi_accepted: bool = False
    is_open_riichi: bool = False
    """Whether the waiting tiles were shown with the declaration."""
    is_furiten_riichi: bool = False
    """Whether the discard that declared riichi left the player furiten by own discards."""
    is_dead: bool = False
    """Whether the hand may not win any more."""
    quads: bool = False
    """Whether four equal tiles are two of seven pairs."""
    is_double_riichi: bool = False
    ippatsu: bool = False
    """Whether a win now would be ippatsu."""
    first_turn: bool = True
    """No own discard and no call by anybody yet."""
    temporary_furiten: Cause | None = None
    """Last winning tile passed since the player acted as the rules ask."""
    riichi_furiten: Cause | None = None
    """First winning tile passed since the own riichi."""
    passed: Cause | None = None
    """Last winning tile passed in the round."""
    pao: tuple[tuple[str, int], ...] = ()
    """(yakuman, liable seat) for each yakuman that somebody answers for."""
    forbidden_discards: frozenset[int] = frozenset()
    """Kinds that kuikae forbids for the discard that is due."""

    @cached_property
    def counts(self) -> Counts | None:
        """Concealed hand as 34 counts; None when it cannot be known."""
        return counts_of_hand(self.hand)

    @property
    def kita(self) -> int:
        """Number of tiles set aside."""
        return len(self.aside)

    @property
    def tiles_of_all(self) -> list[int]:
        """Tiles of hand, melds and those set aside."""
        return [*self.hand.elements(), *(t for m in self.melds for t in m.tiles), *self.aside]

    @property
    def is_closed(self) -> bool:
        """No open meld."""
        return not any(m.is_open for m in self.melds)

    @property
    def tiles(self) -> int:
        """Concealed tiles."""
        return sum(self.hand.values())

    @cached_property
    def shanten(self) -> int | None:
        """Shanten over all forms; None when the hand cannot be known."""
        if self.counts is None:
            return None
        fulfilled = waits(self.counts, self.quads) and not self.waits
        return 1 if fulfilled else shanten(self.counts, self.quads)

    @cached_property
    def waits(self) -> frozenset[int]:
        """Kinds that complete the hand and of which hand and melds do not hold all four."""
        if self.counts is None:
            return frozenset()
        melded = counts_of(t for m in self.melds for t in m.tiles)
        found = waits(self.counts, self.quads)
        return frozenset(k for k in found if self.counts[k] + melded[k] < 4)

    @property
    def discard_furiten(self) -> Cause | None:
        """First own discard (called ones too) that is one of the waits."""
        for discard in self.river:
            if kind_of(discard.tile) in self.waits:
                return Cause(discard.tile, discard.seq)
        return None

    @property
    def is_furiten(self) -> bool:
        """Whether a ron is forbidden, for any of the three reasons."""
        return any((self.discard_furiten, self.temporary_furiten, self.riichi_furiten))

    def having(self, **changes: Any) -> SeatView:
        """A copy with `changes`."""
        return replace(self, **changes)


@dataclass(frozen=True)
class Offer:
    """A tile that others may win on, and the event kind that shows it."""

    kind: int
    seat: int
    seq: int
    source: str
    takers: frozenset[int]
    """Seats whose waits hold the tile."""


@dataclass(frozen=True)
class Moment:
    """A round after one event."""

    seq: int
    event: Event | None
    seats: tuple[SeatView, ...]
    wall_left: int
    """Live tiles not yet drawn."""
    dora_indicators: tuple[int, ...]
    scores: tuple[int, ...]
    sticks: int
    offer: Offer | None = None
    """Tile that may still be won on."""
    interrupting: bool = False
    """A kan or kita was declared and cuts ippatsu and first turns once it stands."""
    replacement_for: str = ""
    """"kan" or "kita" when the next draw replaces a tile."""
    kans: tuple[int, ...] = ()
    """Seats that declared kans, in order."""
    open_kan_from: int | None = None
    """Who gave the tile of an open kan whose replacement tile is due."""
