"""The play of a Riichi City round as events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from mjlog.formats.action_names import ACTION_NAMES
from mjlog.formats.builder import KIND_CODE, MOST_EVENTS
from mjlog.formats.riichi_city.records import (
    ACCEPTED,
    ASKED,
    DEAL,
    END,
    FURITEN,
    KNOWN_TYPES,
    PAUSE,
    RESULTS,
    WAITS,
    Accepted,
    Action,
    Deal,
    End,
    Event,
    Id,
    Indicators,
    Message,
    RecordError,
    Results,
    Turn,
    message_of,
)
from mjlog.formats.riichi_city.seats import Head
from mjlog.formats.riichi_city.tiles import code_of, codes_of
from mjlog.formats.sink import NONE, consumed_tiles
from mjlog.formats.sink import Event as Row
from mjlog.schema import EVENT_KINDS
from mjlog.tiles import HAND_TILES, KIND, NO_TILE, NORTH

_LEFT_CHI, _MIDDLE_CHI, _RIGHT_CHI, _PON, _DAIMINKAN, _RON = range(2, 8)
_ANKAN, _KAKAN, _TSUMO, _DISCARD, _STOP, _KITA = range(8, 14)
"""Numbers of actions; `_STOP` ends the round by nine terminals."""
_CALLS: Final = MappingProxyType(
    {
        _LEFT_CHI: ("chi", 2),
        _MIDDLE_CHI: ("chi", 2),
        _RIGHT_CHI: ("chi", 2),
        _PON: ("pon", 2),
        _DAIMINKAN: ("daiminkan", 3),
    }
)
"""Kind of a call and how many tiles of the hand it takes."""
_CALL_KINDS: Final = frozenset(KIND_CODE[kind] for kind, _ in _CALLS.values())
_OPEN: Final = 1
"""`li_zhi_operate` of an open riichi."""
_NAMES: Final = MappingProxyType({FURITEN: "furiten", PAUSE: "pause"})
"""What types of events that no table has a place for are called in `extras`."""
_FRAMES: Final = MappingProxyType({DEAL: "start_kyoku", END: "end_kyoku"})
"""Actions of the action format that begin and end a round, for the extras of events that do."""


@dataclass(slots=True)
class Extra:
    """Fields that no column has."""

    action: str
    fields: dict[str, Any]
    seq: int | None = None


@dataclass(slots=True)
class Play:
    """A round while its events are read."""

    head: Head
    seat_of: Mapping[Id, int]
    hands: list[list[int]]
    """Dealt tiles by seat."""
    rows: list[Row] = field(default_factory=list)
    elapsed: list[int] = field(default_factory=list)
    """Time of each in milliseconds since 1970; -1 where not said."""
    offsets: list[int] = field(default_factory=list)
    """Where each stands in the text of the round, in bytes."""
    indicators: list[int] = field(default_factory=list)
    extras: list[Extra] = field(default_factory=list)
    final: dict[str, Any] = field(default_factory=dict)
    """Fields of the end of the game that no column has."""
    end: End | None = None
    ended: tuple[int, int] = (-1, 0)
    """Time and offset of the end."""
    results: Results | None = None
    replaced: int = 0
    """Replacement tiles drawn."""
    problems: list[tuple[int, str]] = field(default_factory=list)
    """What could not be read of it: offset in the text of the round, and reason."""
    now: tuple[int, int] = (-1, 0)
    """Time and offset of the event that is read."""
    drawn: dict[int, int] = field(default_factory=dict)
    """The tile that a seat has drawn and still holds apart."""
    dealt: int = NO_TILE
    """The dealer's fourteenth tile until it is told as the first draw."""
    called: dict[int, int] = field(default_factory=dict)
    """Melds by seat, whose tiles the hand no longer holds."""
    pons: dict[tuple[int, int], int] = field(default_factory=dict)
    """Whom a pon was called from, by seat and kind."""
    in_riichi: set[int] = field(default_factory=set)
    last: tuple[int, int] = (NONE, NO_TILE)
    """Seat and tile of what can be called or won on."""
    after_kan: bool = False
    """Whether the next draw is a replacement."""

    def add(self, kind: str, seat: int = NONE, **columns: Any) -> None:
        """Add an event of the present time."""
        self.rows.append(Row(KIND_CODE[kind], seat, **columns))
        self.elapsed.append(self.now[0])
        self.offsets.append(self.now[1])

    def drop(self, kind: int) -> None:
        """Take back the events of a kind, the last ones of the play."""
        while self.rows and self.rows[-1].kind == kind:
            for column in (self.rows, self.elapsed, self.offsets):
                column.pop()

    def doubt(self, reason: str) -> None:
        """Note what could not be read of the present event."""
        self.problems.append((self.now[1], reason))

    def keep(self, action: str, fields: dict[str, Any], seq: int | None = None) -> None:
        """Keep fields of the round, or of its event number `seq`, that no column has."""
        self.extras.append(Extra(action, fields, seq))

    def keep_last(self, fields: dict[str, Any], kind: int | None = None) -> None:
        """Keep fields of the last event, or the last of a kind; before any they are the round's."""
        seq = next((i for i in reversed(range(len(self.rows))) if kind in (None, self.rows[i].kind)), None)
        name = "start_kyoku" if seq is None else ACTION_NAMES[EVENT_KINDS[self.rows[seq].kind]]
        self.keep(name, fields, seq)


def play_of(head: Head, seat_of: Mapping[Id, int]) -> Play:
    """Read the events of a round.

    Args:
        head: the round.
        seat_of: seat by player.

    Raises:
        RecordError: when an event cannot be read or cannot be; the message names it.
    """
    if set(seat_of) != set(head.place_of):
        raise RecordError("its players are not those of the rounds before")
    play = Play(head, seat_of, [[] for _ in seat_of])
    for number, (event, offset) in enumerate(zip(head.events, head.offsets, strict=True), 1):
        play.now = (-1 if event.startTime is None else event.startTime, offset)
        try:
            message, unknown = message_of(event)
            if message is not None:
                _READERS[type(message)](play, event, message)
            _keep(play, event, unknown)
        except RecordError as error:
            raise RecordError(f"event {number} (eventPos {event.eventPos}): {error}") from None
    _tell_first_draw(play)
    if any(len(hand) != HAND_TILES for hand in play.hands):
        raise RecordError(f"hands of {', '.join(str(len(hand)) for hand in play.hands)} tiles are dealt")
    if not 0 < len(play.rows) < MOST_EVENTS:
        raise RecordError(f"{len(play.rows)} events")
    _note_gaps(play)
    return play


def _keep(play: Play, event: Event, unknown: dict[str, Any]) -> None:
    """Keep what is unknown of an event; what the platform asks a player follows from the play.

    Events that no table has a place for are kept with the event before them.
    """
    kind = event.eventType
    if kind in (ASKED, WAITS):
        return
    if kind in _NAMES:
        play.keep_last({_NAMES[kind]: {**unknown, **_who(play, event)}})
    elif kind == RESULTS and unknown:
        play.final |= unknown
    elif kind in _FRAMES and unknown:
        _keep_frame(play, event, unknown)
    elif kind not in KNOWN_TYPES:
        play.keep_last({f"event {kind}": {**unknown, **_who(play, event)}})
        play.doubt(f"unknown event type {kind}")
    elif unknown:
        play.keep_last(unknown, KIND_CODE["riichi_accepted"] if kind == ACCEPTED else None)


def _keep_frame(play: Play, event: Event, unknown: dict[str, Any]) -> None:
    """Keep what is unknown of a deal or an end; of a deal to another player what differs from the first."""
    action = _FRAMES[event.eventType]
    first = next((extra for extra in play.extras if extra.action == action), None)
    if first is None or event.eventType != DEAL:
        play.keep(action, unknown)
    elif differing := {n: v for n, v in unknown.items() if n not in first.fields or first.fields[n] != v}:
        first.fields.setdefault("deals", []).append({**_who(play, event), **differing})


def _who(play: Play, event: Event) -> dict[str, Any]:
    seat = play.seat_of.get(event.userId)
    return {} if seat is None else {"seat": seat}


def _note_gaps(play: Play) -> None:
    """Events are counted on through the game: one that is missing shows."""
    numbers = [event.eventPos for event in play.head.events if event.eventPos >= 0]
    gap = next(((before, after) for before, after in pairwise(numbers) if after != before + 1), None)
    if gap is not None:
        play.problems.append((0, f"eventPos {gap[0]} is followed by {gap[1]}"))


def _seat(play: Play, user: Id) -> int:
    if user not in play.seat_of:
        raise RecordError(f"{user!r} does not sit at the table")
    return play.seat_of[user]


# --- one reader for each kind of event ----------------------------------------------------------------


def _read_deal(play: Play, event: Event, deal: Deal) -> None:
    seat = _seat(play, event.userId)
    tiles = codes_of(deal.hand_cards)
    if play.hands[seat]:
        raise RecordError(f"seat {seat} is dealt a second hand")
    if not play.indicators:
        play.indicators.append(code_of(deal.bao_pai_card))
    if len(tiles) == 14:
        play.dealt = tiles.pop()
    play.hands[seat] = tiles


def _tell_first_draw(play: Play) -> None:
    """The dealer's fourteenth tile is the first draw."""
    if play.dealt != NO_TILE:
        tile, play.dealt = play.dealt, NO_TILE
        _draw(play, play.seat_of[play.head.dealer], tile)


def _draw(play: Play, seat: int, tile: int) -> None:
    play.add("draw", seat, tile=tile)
    play.drawn[seat] = tile
    play.replaced += play.after_kan
    play.after_kan = False


def _read_turn(play: Play, event: Event, turn: Turn) -> None:
    _tell_first_draw(play)
    if turn.in_card:
        _draw(play, _seat(play, event.userId), code_of(turn.in_card))


def _read_action(play: Play, event: Event, action: Action) -> None:
    _tell_first_draw(play)
    seat = _seat(play, action.user_id or event.userId)
    kind = action.action
    if kind == _DISCARD:
        _discard(play, seat, action)
    elif kind in _CALLS:
        _call(play, seat, action)
    elif kind in (_ANKAN, _KAKAN, _KITA):
        _set_down(play, seat, action)
    elif kind in (_RON, _TSUMO):
        tile = code_of(action.card)
        target = seat if kind == _TSUMO else play.last[0]
        if target == NONE:
            raise RecordError(f"seat {seat} wins on nobody's tile")
        play.add("win", seat, target_seat=target, tile=tile)
    elif kind != _STOP:
        play.keep_last({f"action {kind}": {"seat": seat, "card": action.card}})
        play.doubt(f"unknown action {kind}")


def _discard(play: Play, seat: int, action: Action) -> None:
    tile = code_of(action.card)
    if action.is_li_zhi:
        play.add("riichi", seat)
        if action.li_zhi_operate == _OPEN:
            play.add("open_riichi", seat)
    thrown = _is_tsumogiri(play, seat, tile, action.move_cards_pos)
    play.add("discard", seat, tile=tile, tsumogiri=thrown)
    if action.is_li_zhi:
        play.in_riichi.add(seat)
    play.drawn.pop(seat, None)
    play.last = (seat, tile)


def _is_tsumogiri(play: Play, seat: int, tile: int, places: Sequence[int] | None) -> int:
    """Whether the tile just drawn is discarded: it lies behind the hand; `NONE` where that is not said."""
    drawn = play.drawn.get(seat)
    if drawn != tile:
        return 0
    if seat in play.in_riichi:
        return 1
    if not places:
        return NONE
    return int(places[0] > HAND_TILES - 3 * play.called.get(seat, 0))


def _call(play: Play, seat: int, action: Action) -> None:
    kind, count = _CALLS[action.action]
    tiles = codes_of(action.group_cards)
    tile, (target, _) = code_of(action.card), play.last
    if len(tiles) != count:
        raise RecordError(f"{kind} of seat {seat} with {len(tiles)} tiles of the hand")
    if target in (NONE, seat):
        raise RecordError(f"{kind} of seat {seat} on nobody's tile")
    play.add(kind, seat, target_seat=target, tile=tile, consumed=consumed_tiles(tiles))
    play.called[seat] = play.called.get(seat, 0) + 1
    play.after_kan = kind == "daiminkan"
    if kind == "pon":
        play.pons[seat, int(KIND[tile])] = target


def _set_down(play: Play, seat: int, action: Action) -> None:
    """A concealed or added kan, or a North that is set aside: tiles of one's own, with a replacement."""
    tile = code_of(action.card)
    if action.action == _KITA:
        if tile != NORTH:
            raise RecordError(f"seat {seat} sets aside a tile that is no North")
        play.add("kita", seat, tile=tile, consumed=consumed_tiles([tile]))
    elif action.action == _KAKAN:
        target = play.pons.get((seat, int(KIND[tile])), NONE)
        play.add("kakan", seat, target_seat=target, tile=tile, consumed=consumed_tiles([tile]))
    else:
        tiles = [tile, *codes_of(action.group_cards)]
        if len(tiles) != 4 or len({int(KIND[t]) for t in tiles}) > 1:
            raise RecordError(f"seat {seat} declares a concealed kan that is not of four equal tiles")
        play.add("ankan", seat, tile=int(min(tiles)), consumed=consumed_tiles(tiles))
        play.called[seat] = play.called.get(seat, 0) + 1
    play.drawn.pop(seat, None)
    play.last, play.after_kan = (seat, tile), True


def _read_accepted(play: Play, event: Event, accepted: Accepted) -> None:
    """A stick is paid once nobody wins on the discard, before another player calls it.

    The platform tells it after the call.
    """
    seat = _seat(play, accepted.user_id or event.userId)
    play.add("riichi_accepted", seat)
    if len(play.rows) > 1 and play.rows[-2].kind in _CALL_KINDS and play.rows[-2].target_seat == seat:
        play.rows[-2:] = play.rows[:-3:-1]
        play.offsets[-2:] = play.offsets[:-3:-1]
        play.elapsed[-1] = play.elapsed[-2]
        for extra in play.extras:
            extra.seq = len(play.rows) - 1 if extra.seq == len(play.rows) - 2 else extra.seq


def _read_indicators(play: Play, _event: Event, turned: Indicators) -> None:
    """Kan indicators: all that have been turned so far, or the new ones alone."""
    tiles, known = codes_of(turned.cards), play.indicators[1:]
    for tile in tiles[len(known) :] if len(tiles) > len(known) and tiles[: len(known)] == known else tiles:
        play.add("dora", tile=tile)
        play.indicators.append(tile)


def _read_end(play: Play, _event: Event, end: End) -> None:
    _tell_first_draw(play)
    if play.end is not None:
        raise RecordError("the round ends a second time")
    play.end, play.ended = end, play.now


def _read_results(play: Play, _event: Event, results: Results) -> None:
    play.results = results


_READERS: Final[Mapping[type[Message], Callable[[Play, Event, Any], None]]] = MappingProxyType(
    {
        Deal: _read_deal,
        Turn: _read_turn,
        Action: _read_action,
        Accepted: _read_accepted,
        Indicators: _read_indicators,
        End: _read_end,
        Results: _read_results,
    }
)
