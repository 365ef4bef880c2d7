"""The rounds of a record: its messages cut at the deals, each round read on its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import Any, Final

from mjlog.formats.builder import MOST_ROUNDS
from mjlog.formats.mahjong_soul.fields import unknown_fields
from mjlog.formats.mahjong_soul.play import Play
from mjlog.formats.mahjong_soul.records import (
    USER_EVENT,
    USER_INPUT,
    Record,
    RecordError,
    code_of,
    number,
    objects,
    points,
)
from mjlog.formats.mahjong_soul.results import Result, read_result
from mjlog.formats.mahjong_soul.walls import text_columns, wall_of
from mjlog.formats.round_names import round_name
from mjlog.formats.source import Problem
from mjlog.formats.wall_order import canonical_wall
from mjlog.tiles import HAND_TILES, UNKNOWN

_SANMA: Final = 3
_MOST_HONBA: Final = 999
_MOST_STICKS: Final = 999
_WINDS: Final = 4
_DEAL: Final = ("RecordNewRound", "ActionNewRound")
_SILENT: Final = frozenset({USER_INPUT, USER_EVENT, "ActionMJStart"})
"""Messages that are no part of play."""
_CONNECTIONS: Final = {1: "return", 2: "leave"}
"""Event of a player who comes or goes by ``type``."""
_MOST_NUMBER: Final = 1 << 31
"""Types of what players do beside play, and numbers of emotes."""


@dataclass(slots=True)
class Round:
    """A round that could be read."""

    index: int
    """Position in the game, unreadable rounds counted."""
    columns: dict[str, Any]
    """Columns of `rounds`, hands and indicators at the deal included."""
    play: Play
    wall: list[int] | None
    """The wall in the platform's order."""
    drawn: list[int]
    """The dealer's fourteenth tile, if the deal has it."""
    name: str = ""
    """How people call it, and its number in the game."""
    after: Record | None = None
    """The first message after its end, which is of a round whose deal is lost."""
    unknown: list[tuple[str, dict[str, Any], int]] = field(default_factory=list)
    """What no column holds: name of the message, its fields, number of the event."""
    messages: Sequence[Record] = ()
    """The messages that tell it."""
    before: dict[str, Any] = field(default_factory=dict)
    """What no column holds and comes before the first event."""
    notes: list[Problem] = field(default_factory=list)
    """What of it could not be read and is no part of play."""
    result: Result = field(default_factory=Result)

    def keep(self, record: Record) -> None:
        """Keep fields of the message read last that nothing reads."""
        unknown = unknown_fields(record)
        if not self.play.events:
            self.before |= unknown
        elif unknown:
            self.unknown.append((record.name, unknown, len(self.play.events) - 1))

    def keep_beside(self, record: Record, fields: dict[str, Any]) -> None:
        """Keep what a player does beside play."""
        if self.play.events:
            self.unknown.append((record.name, fields, len(self.play.events) - 1))
        else:
            self.before.setdefault(record.name, []).append(fields)


def players_dealt(records: Sequence[Record]) -> int:
    """How many players most deals give tiles to; 0 where no deal shows it."""
    counts: Counter[int] = Counter()
    for record in records:
        if record.name == "RecordNewRound":
            counts[sum(1 for seat in range(4) if record.data.get(f"tiles{seat}"))] += 1
        elif record.name == "ActionNewRound" and isinstance(record.data.get("scores"), list):
            counts[len(record.data["scores"])] += 1
    return counts.most_common(1)[0][0] if counts else 0


def rounds_of(records: Sequence[Record], players: int, red_fives: Sequence[int]) -> Iterator[Round | Problem]:
    """Read the rounds of a game in order; what is wrong with one never spoils the others.

    Args:
        records: the messages of the game.
        players: number of players.
        red_fives: how many of man, pin and sou are in play.
    """
    starts = [place for place, record in enumerate(records) if record.name in _DEAL]
    before = records[: starts[0] if starts else len(records)]
    if any(record.name not in _SILENT for record in before):
        yield Problem(before[0].offset, "messages of a round whose deal is not there")
    if len(starts) > MOST_ROUNDS:
        yield Problem(records[starts[MOST_ROUNDS]].offset, f"more than {MOST_ROUNDS} rounds")
        return
    lost = 0
    late = [record for record in before if record.name == USER_INPUT]  # of players between two rounds
    for place, (start, end) in enumerate(pairwise([*starts, len(records)])):
        messages = records[start:end]
        read = _round(place + lost, messages, players, red_fives, late)
        late = list(takewhile(lambda record: record.name in _SILENT, reversed(messages)))[::-1]
        if isinstance(read, Round) and end == len(records):
            for record in late:
                _keep_late(read, record)
        yield read
        if isinstance(read, Round) and read.after is not None:
            lost += 1
            yield Problem(
                read.after.offset, f"{read.name}: messages after its end, of a round without a deal"
            )


def _round(
    index: int, records: Sequence[Record], players: int, red_fives: Sequence[int], before: Sequence[Record]
) -> Round | Problem:
    """Read a round from its deal on; `before` it players did something beside play."""
    where = f"round {index + 1} of the game"
    record = records[0]
    try:
        wind, dealer = record.number("chang", _WINDS - 1), record.number("ju", players - 1)
        honba = record.number("ben", _MOST_HONBA)
        where = f"{round_name(wind, dealer + 1, honba)} ({where})"
        read = _deal(index, records, players, dealer, red_fives)
        read.name = where
        for earlier in before:
            _tell_beside(read, earlier)
        _draw_first(read, record, dealer)
        read.columns |= {"round_wind": wind, "round_number": dealer + 1, "honba": honba}
        for record in records[1:]:
            if record.name in _SILENT:
                _tell_beside(read, record)
                continue
            if read.result.outcome is not None:
                read.after = record
                break
            _next(read, record)
        read.columns |= _closing(read)
        read.messages = records
    except RecordError as error:
        return Problem(record.offset, f"{where}: {record.name}: {error}")
    return read


def _deal(
    index: int, records: Sequence[Record], players: int, dealer: int, red_fives: Sequence[int]
) -> Round:
    """Read the deal.

    Raises:
        RecordError: when somebody is not dealt a hand.
    """
    record = records[0]
    dealt = _dealt(records, players)
    for seat, hand in enumerate(dealt):
        if len(hand) not in (HAND_TILES, HAND_TILES + (seat == dealer)):
            raise RecordError(f"seat {seat} is dealt {len(hand)} tiles")
    wall = wall_of(record, dealer, dealt)
    drawn = _won_at_once(next((r for r in records[1:] if r.name not in _SILENT), record))
    if drawn is None and wall is not None:
        drawn = wall[HAND_TILES * players]
    _put_last(dealt[dealer], drawn)
    dora = record.tiles("doras") or record.tiles("dora")
    play = Play(dealt, dora, red_fives)
    play.wall = wall
    columns = {
        "hands": [hand[:HAND_TILES] for hand in dealt],
        "dora_indicators": dora,
        "dealer_seat": dealer,
        "riichi_sticks": record.number("liqibang", _MOST_STICKS),
        "start_scores": points(record.data.get("scores"), players),
        "source_offset": record.offset,
        **text_columns(record),
    }
    return Round(index, columns, play, wall, dealt[dealer][HAND_TILES:])


def _draw_first(read: Round, deal: Record, dealer: int) -> None:
    """Tell the dealer's first draw, which the deal includes."""
    read.play.begin(deal)
    for tile in read.drawn:
        read.play.first_draw(dealer, tile)
    read.keep(deal)


def _won_at_once(following: Record) -> int | None:
    """The tile that the dealer wins on with the deal; None where that is not how the round goes."""
    wins = objects(following.data, "hules") if following.name.endswith("Hule") else []
    return code_of(wins[0]["hu_tile"]) if wins and wins[0].get("zimo") and wins[0].get("hu_tile") else None


def _put_last(hand: list[int], drawn: int | None) -> None:
    """Put the tile that was drawn last in the dealer's hand, which may be logged sorted."""
    if len(hand) > HAND_TILES and drawn in hand[:-1] and hand[-1] != drawn:
        hand.remove(drawn)
        hand.append(drawn)


def _dealt(records: Sequence[Record], players: int) -> list[list[int]]:
    """What each player is dealt; a player's own view hides the tiles of others."""
    record = records[0]
    if record.name == "RecordNewRound":
        return [record.tiles(f"tiles{seat}") for seat in range(players)]
    own, dealer = record.tiles("tiles"), record.number("ju", players - 1)
    viewer = dealer if len(own) > HAND_TILES else _viewer(records, players)
    hidden = [[UNKNOWN] * (HAND_TILES + (seat == dealer and viewer != dealer)) for seat in range(players)]
    return [own if seat == viewer else hand for seat, hand in enumerate(hidden)]


def _viewer(records: Sequence[Record], players: int) -> int:
    """Whose view live messages are: who sees what is drawn.

    Raises:
        RecordError: when nothing shows it.
    """
    for record in records:
        if record.name == "ActionDealTile" and record.data.get("tile"):
            return record.seat(players)
        operation = record.data.get("operation")
        if isinstance(operation, dict):
            return number(operation, "seat", players - 1)
    raise RecordError("nothing shows whose view this is")


def _tell_beside(read: Round, record: Record) -> None:
    """Tell what a player does beside play, while the round lasts: lost and restored connections, emotes.

    What is malformed of it is noted; it never spoils the round.
    """
    if read.result.outcome is not None:
        return
    try:
        fields = _beside(read, record)
        kind = _CONNECTIONS.get(fields.get("type", 0))
        if kind is not None:
            read.play.begin(record)
            read.play.tell(kind, fields["seat"])
        elif "emo" in fields:
            read.keep_beside(record, fields)
    except RecordError as error:
        read.notes.append(Problem(record.offset, f"{read.name}: {record.name}: {error}"))


def _beside(read: Round, record: Record) -> dict[str, Any]:
    """Who does what beside play: the type of an event, or an emote; nothing of other messages.

    Raises:
        RecordError: when it is malformed.
    """
    name = {USER_EVENT: "type", USER_INPUT: "emo"}.get(record.name)
    if name is None or (name == "emo" and record.data.get(name) is None):
        return {}
    return {"seat": record.seat(read.play.players), name: record.number(name, _MOST_NUMBER)}


def _keep_late(read: Round, record: Record) -> None:
    """Keep what a player does beside play when the last round is over."""
    try:
        fields = _beside(read, record)
    except RecordError as error:
        read.notes.append(Problem(record.offset, f"after {read.name}: {record.name}: {error}"))
        return
    if fields:
        read.keep_beside(record, fields)


def _next(read: Round, record: Record) -> None:
    """Read a message after the deal.

    Raises:
        RecordError: when it is malformed or unknown.
    """
    if not read.play.read(record):
        result = read_result(read.play, record)
        if result is None:
            raise RecordError("a message that riichi does not have")
        read.result = result
    read.keep(record)


def _closing(read: Round) -> dict[str, Any]:
    """Columns of a round that are known at its end."""
    result, play = read.result, read.play
    return {
        "outcome": result.outcome,
        "ura": result.ura,
        "log_end_scores": result.scores,
        "wall": read.wall
        and canonical_wall(read.wall, norths_are_set_aside=play.players == _SANMA, replaced=play.replaced),
    }
