"""One round of a record: its messages turned into events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from mjlog.formats.builder import KIND_CODE, MOST_EVENTS
from mjlog.formats.mahjong_soul.records import Record, RecordError, code_of, mapping, number
from mjlog.formats.sink import NONE, Event, consumed_tiles
from mjlog.notation import MPSZ
from mjlog.tiles import COPIES, FIVES, HAND_TILES, KIND, NO_TILE, NORTH, RED_MAN, UNKNOWN

_CALLS: Final = {0: ("chi", 3), 1: ("pon", 3), 2: ("daiminkan", 4)}
"""Kind and number of tiles of a called meld by ``type``."""
_KAKAN, _ANKAN = 2, 3
"""``type`` of an added and of a concealed kan."""
_MOST_INDICATORS: Final = 5


class Play:
    """A round while it is read: the hands, the indicators, and the events so far."""

    def __init__(self, dealt: Sequence[Sequence[int]], dora: Sequence[int], red_fives: Sequence[int]) -> None:
        """Begin a round.

        Args:
            dealt: tile codes that each player was dealt, hidden ones unknown, the dealer's fourteenth last.
            dora: indicators turned at the deal.
            red_fives: how many of man, pin and sou are in play.
        """
        self._red_fives = red_fives
        self.players = len(dealt)
        self.events: list[Event] = []
        self.offsets: list[int] = []
        self.elapsed: list[int] = []
        self.last: tuple[int, int] | None = None
        """Who last put a tile where it can be won on, and which."""
        self.replaced = 0
        """Replacement tiles drawn."""
        self.wall: Sequence[int] | None = None
        """The wall in the platform's order, if the record has it."""
        self.notes: list[tuple[Record, str]] = []
        """What is amiss with a message that was read."""
        self._is_due = False
        self._at = Record("", {})
        self._hands = [Counter(hand) for hand in dealt]
        self.turned: list[int] = []
        """Indicators turned since the deal."""
        self._known = len(dora)
        self._pons: list[dict[int, int]] = [{} for _ in dealt]
        self._declared: int | None = None

    def begin(self, record: Record) -> None:
        """Take what happens next from `record`."""
        self._at = record
        if len(self.events) > MOST_EVENTS:
            raise RecordError(f"more than {MOST_EVENTS} events")

    def tell(self, kind: str, seat: int = NONE, target: int = NONE, tile: int = NO_TILE, **rest: Any) -> None:
        """Add an event at the place of the record that is being read."""
        self.events.append(Event(KIND_CODE[kind], seat, target, tile, **rest))
        self.offsets.append(self._at.offset)
        self.elapsed.append(self._at.elapsed)

    def read(self, record: Record) -> bool:
        """Read a message of play; False where it is none.

        Raises:
            RecordError: when it is malformed.
        """
        reads = _READS.get(record.name.removeprefix("Record").removeprefix("Action"))
        if reads is None:
            return False
        self.begin(record)
        self.accept()
        reads(self, record)
        return True

    def first_draw(self, seat: int, tile: int) -> None:
        """The dealer's fourteenth tile, which the deal includes."""
        self.tell("draw", seat, tile=tile)

    def accept(self, *, at_end: bool = False) -> None:
        """Tell that a riichi stands, which the next message says, or the end of the round without a win."""
        liqi = mapping(self._at.data.get("liqi"))
        if liqi and not liqi.get("failed"):
            self.tell("riichi_accepted", number(liqi, "seat", self.players - 1))
        elif at_end and self._declared is not None:
            self.tell("riichi_accepted", self._declared)
        self._declared = None

    def turn(self, indicators: Sequence[int]) -> None:
        """Tell the indicators that a message lists and no message before it did."""
        if len(indicators) > _MOST_INDICATORS:
            raise RecordError(f"{len(indicators)} indicators")
        for tile in indicators[self._known + len(self.turned) :]:
            self.turned.append(tile)
            self.tell("dora", tile=tile)

    def hold(self, seat: int, kind: int) -> list[int]:
        """Tiles of a kind in a hand."""
        held = [tile for tile, count in self._hands[seat].items() for _ in range(count) if KIND[tile] == kind]
        return sorted(held)

    def concealed(self, seat: int) -> Counter[int]:
        """Tiles in a hand."""
        return +self._hands[seat]

    def release(self, seat: int, tiles: Sequence[int]) -> None:
        """Take tiles out of a hand, hidden ones in their stead; what is not there the audit tells."""
        hand = self._hands[seat]
        for tile in tiles:
            gone = tile if hand[tile] > 0 else UNKNOWN
            hand[gone] -= hand[gone] > 0

    def draw(self, record: Record) -> None:
        """A draw, also of a replacement tile; a player's own view hides those of others."""
        seat = record.seat(self.players)
        self.turn(record.tiles("doras"))
        tile = code_of(record.data["tile"]) if record.data.get("tile") else self._untold(record)
        self._hands[seat][tile] += 1
        self.replaced += self._is_due
        self._is_due = False
        self.tell("draw", seat, tile=tile)

    def _untold(self, record: Record) -> int:
        """A drawn tile that is left out, as live messages do with others' draws: what the wall has there."""
        if record.name.startswith("Action"):
            return UNKNOWN
        if self.wall is None:
            self.notes.append((record, "a draw without its tile, read as unknown"))
            return UNKNOWN
        live = sum(event.kind == KIND_CODE["draw"] for event in self.events) - self.replaced
        tile = self.wall[-1 - self.replaced] if self._is_due else self.wall[HAND_TILES * self.players + live]
        self.notes.append((record, f"a draw without its tile, read as {MPSZ.format(tile)} from the wall"))
        return tile

    def discard(self, record: Record) -> None:
        """A discard, with the indicators of an open kan before it and a declaration of riichi."""
        seat, tile = record.seat(self.players), code_of(record.data.get("tile"))
        self.turn(record.tiles("doras"))
        if any(record.data.get(name) for name in ("is_liqi", "is_wliqi", "is_kailiqi")):
            self.tell("riichi", seat)
            if record.data.get("is_kailiqi"):
                self.tell("open_riichi", seat)
            self._declared = seat
        self.release(seat, [tile])
        self.tell("discard", seat, tile=tile, tsumogiri=int(bool(record.data.get("moqie"))))
        self.last = seat, tile

    def call(self, record: Record) -> None:
        """A chi, pon or open kan: the called tile is the one that came from somebody else."""
        seat = record.seat(self.players)
        kind, count = _CALLS[record.number("type", len(_CALLS) - 1)]
        tiles, stated = record.tiles("tiles"), record.data.get("froms")
        froms = stated[:count] if isinstance(stated, list) else []
        if len(tiles) != count:
            raise RecordError(f"a {kind} of {len(tiles)} tiles")
        if self.last is None:
            raise RecordError(f"a {kind} without a discard")
        places = [place for place, source in enumerate(froms) if source != seat]
        is_clear = len(places) == 1
        place = places[0] if is_clear else count - 1
        called = tiles[place]
        target = number({"froms": froms[place]}, "froms", self.players - 1) if is_clear else self.last[0]
        consumed = tiles[:place] + tiles[place + 1 :]
        self.release(seat, consumed)
        if kind == "pon":
            self._pons[seat][int(KIND[called])] = target
        self.tell(kind, seat, target, called, consumed=consumed_tiles(consumed))
        self.last, self._is_due = None, kind == "daiminkan"

    def kan(self, record: Record) -> None:
        """An added or concealed kan; the record names one of its tiles."""
        seat = record.seat(self.players)
        named = record.tiles("tiles")
        if not named:
            raise RecordError("a kan without tiles")
        kind = int(KIND[named[0]])
        held = self.hold(seat, kind)
        form = record.number("type", _ANKAN)
        if form not in (_KAKAN, _ANKAN):
            raise RecordError(f"a kan of type {form}")
        if form == _KAKAN:
            added = named[0] if named[0] in held or not held else held[0]
            self.release(seat, [added])
            target = self._pons[seat].get(kind, NONE)
            self.tell("kakan", seat, target, added, consumed=consumed_tiles([added]))
            self.last = seat, added
        else:
            tiles = held if len(held) == COPIES else self._concealed(kind, named)
            self.release(seat, tiles)
            self.tell("ankan", seat, tile=min(tiles), consumed=consumed_tiles(tiles))
            self.last = seat, min(tiles)
        self._is_due = True
        self.turn(record.tiles("doras"))

    def _concealed(self, kind: int, named: Sequence[int]) -> list[int]:
        """Tiles of a concealed kan from a hidden hand: of fives all the red ones are among them."""
        if len(named) == COPIES or kind not in FIVES:
            return list(named) if len(named) == COPIES else [kind] * COPIES
        suit = FIVES.index(kind)
        red = min(self._red_fives[suit], COPIES)
        return [kind] * (COPIES - red) + [RED_MAN + suit] * red

    def kita(self, record: Record) -> None:
        """A North set aside."""
        seat = record.seat(self.players)
        self.release(seat, [NORTH])
        self.tell("kita", seat, tile=NORTH, consumed=consumed_tiles([NORTH]))
        self.turn(record.tiles("doras"))
        self.last, self._is_due = (seat, NORTH), True


_READS: Final[Mapping[str, Callable[[Play, Record], None]]] = MappingProxyType(
    {
        "DealTile": Play.draw,
        "DiscardTile": Play.discard,
        "ChiPengGang": Play.call,
        "AnGangAddGang": Play.kan,
        "BaBei": Play.kita,
    }
)
"""What reads each message, by its name without "Record" or "Action"."""
