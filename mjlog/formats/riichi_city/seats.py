"""Which round it is, and who sits where in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mjlog.formats.riichi_city.records import DEAL, Deal, Event, Id, RecordError, Round, decoded, message_of
from mjlog.formats.riichi_city.tiles import WINDS, wall_tiles
from mjlog.formats.round_names import round_name
from mjlog.formats.wall_order import WALL_TILES


@dataclass(frozen=True, slots=True)
class Head:
    """What the first deal of a round says of it."""

    round: Round
    deal: Deal
    events: Sequence[Event]
    """Its events in order."""
    offsets: Sequence[int]
    """Where each stands in the text of the round, in bytes."""
    place_of: Mapping[Id, int]
    """Place at the table by player."""

    @property
    def players(self) -> int:
        """Players at the table."""
        return len(self.place_of)

    @property
    def dealer(self) -> Id:
        """Who deals."""
        return next(user for user, place in self.place_of.items() if place == self.deal.dealer_pos)

    @property
    def first_place(self) -> int:
        """Place of who deals the first round, so far as the number of this one tells."""
        return (self.deal.dealer_pos - self.deal.chang_ci + 1) % self.players

    @property
    def seats(self) -> Mapping[Id, int]:
        """Seat by player, counted from who deals the first round."""
        return {user: (place - self.first_place) % self.players for user, place in self.place_of.items()}

    @property
    def name(self) -> str:
        """How messages call the round."""
        wind = WINDS.get(self.deal.quan_feng, 0)
        return round_name(wind, self.deal.chang_ci, self.deal.ben_chang_num)


def head_of(text: bytes) -> Head:
    """Decode a round and its first deal.

    Raises:
        RecordError: when it is no round, or says not who sits where.
    """
    round_ = decoded(text, Round)
    events, offsets, at = [], [], 0
    for number, raw in enumerate(round_.handEventRecord, 1):
        piece = bytes(raw)
        at = text.find(piece, at)
        offsets.append(at)
        at += len(piece)
        try:
            events.append(decoded(piece, Event))
        except RecordError as error:
            raise RecordError(f"event {number}: {error}") from None
    order = sorted(range(len(events)), key=lambda i: events[i].eventPos)
    deal = next((e for i in order if (e := events[i]).eventType == DEAL), None)
    if deal is None:
        raise RecordError("no deal among the events")
    message, _ = message_of(deal)
    assert isinstance(message, Deal)
    if message.quan_feng not in WINDS:
        raise RecordError(f"the round wind {message.quan_feng} is no wind")
    places = _places(round_, message)
    return Head(round_, message, [events[i] for i in order], [offsets[i] for i in order], places)


def _places(round_: Round, deal: Deal) -> Mapping[Id, int]:
    """Place by player: as listed with the round, else in the order of the scores."""
    listed = {player.userId: player.position for player in round_.players}
    places = listed or {stake.user_id: place for place, stake in enumerate(deal.user_info_list)}
    if sorted(places.values()) != list(range(len(places))) or not 3 <= len(places) <= 4:
        raise RecordError(f"{len(places)} players at the places {sorted(places.values())}")
    if {stake.user_id for stake in deal.user_info_list} != set(places):
        raise RecordError("the players with scores are not those at the table")
    if deal.dealer_pos >= len(places):
        raise RecordError(f"place {deal.dealer_pos} deals at a table of {len(places)}")
    return places


def wall_of(head: Head) -> list[int] | None:
    """Tile codes of the wall in the platform's order; None where the record does not have it.

    Raises:
        RecordError: when its text is that of no wall.
    """
    text = head.round.handCardEncode
    if not text:
        return None
    tiles = wall_tiles(text)
    if len(tiles) != WALL_TILES[head.players]:
        raise RecordError(f"a wall of {len(tiles)} tiles for {head.players} players")
    return tiles
