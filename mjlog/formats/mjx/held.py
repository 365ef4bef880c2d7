"""What a line says twice: counters and hands that repeat play, held against it.

Nothing is read from them, so that a round whose repetitions are wrong is kept; what is wrong with
them is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

import msgspec

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.concealed import concealed_hands, differing
from mjlog.formats.mjx.records import Hand, Happening, Indicators, Line, NoWinner
from mjlog.formats.sink import Event
from mjlog.tiles import TILE_NAMES

_ACCEPTED, _WIN = KIND_CODE["riichi_accepted"], KIND_CODE["win"]
_MOST_RONS: Final = 3
_MOST_SHOWN: Final = 4
_SHOWN: Final = 40
"""Characters of what a message repeats."""
_CALLS: Final = frozenset({"CHI", "PON", "OPEN_KAN", "CLOSED_KAN"})
_ADDED: Final = "ADDED_KAN"
_ADDED_TO_PON: Final = 8
"""What the number of an added kan has more than that of its pon."""

_HAND: Final = msgspec.json.Decoder(Hand)
_INDICATORS: Final = msgspec.json.Decoder(Indicators)
_T = TypeVar("_T")


class Told(NamedTuple):
    """A round that was read."""

    dealt: Sequence[Sequence[int]]
    """Tile codes dealt to each seat."""
    wall: Sequence[int] | None
    """Tile codes of the wall in the order of `rounds.wall`."""
    events: Sequence[Event]
    codes: Sequence[int]
    """Tile code by number of a tile."""


class Shown(NamedTuple):
    """A hand that a line repeats."""

    name: str
    """Where it stands."""
    seat: int
    hand: Hand
    is_new: bool = True
    """Whether no column holds its concealed tiles."""


def contradictions(line: Line, told: Told) -> Iterator[str]:
    """What a line says twice and differently."""
    yield from _counters(line, told.events)
    yield from _indicators(line, told)
    yield from _tenpais(line)
    shown = [*_shown_at_end(line)]
    for view in line.views:
        name, hand = f"currHand of seat {view.who}", _decoded(view.curr_hand, _HAND)
        if hand is not None:
            shown.append(Shown(name, view.who, hand))
        elif view.curr_hand:
            yield f"{name} is no hand"
    hands, calls = _hands(told), _calls(line.public_observation.events)
    for one in (one for one in shown if one.hand.closed_tiles):
        stated, called = sorted(one.hand.opens), sorted(calls.get(one.seat, ()))
        if stated != called:
            yield f"{one.name}: opens are {str(stated)[:_SHOWN]}, where {called} were called"
        closed = [told.codes[i] for i in one.hand.closed_tiles]
        if one.is_new and (reason := differing(closed, hands[one.seat])):
            yield f"{one.name}: closedTiles are {reason}"


def _hands(told: Told) -> list[list[int] | None]:
    """Hands at the end of the line; the tile of a ron is in the winner's."""
    hands = concealed_hands(told.dealt, told.events)
    for event in told.events[-_MOST_RONS:]:
        held = hands[event.seat] if event.kind == _WIN and event.seat != event.target_seat else None
        if held is not None:
            hands[event.seat] = sorted([*held, event.tile])
    return hands


def _decoded(raw: msgspec.Raw, decoder: msgspec.json.Decoder[_T]) -> _T | None:
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


def _counters(line: Line, events: Sequence[Event]) -> Iterator[str]:
    """A result repeats which round it is, and tells the sticks that nobody has won."""
    end, begun = line.round_terminal, line.public_observation.init_score
    if not end or not end.final_score:
        return
    paid = sum(event.kind == _ACCEPTED for event in events)
    due = {"round": begun.round, "honba": begun.honba, "riichi": 0 if end.wins else begun.riichi + paid}
    for name, value in due.items():
        stated = getattr(end.final_score, name)
        if stated != value:
            yield f"finalScore: {name} {stated}, not {value}"


def _indicators(line: Line, told: Told) -> Iterator[str]:
    """Ura dora indicators lie in the wall, under the indicators that are turned."""
    hidden = line.hidden_state
    if not hidden or not hidden.ura_dora_indicators:
        return
    stated = _decoded(hidden.ura_dora_indicators, _INDICATORS)
    if stated is None:
        yield "uraDoraIndicators are no tiles"
        return
    under = (told.wall or ())[-2:-11:-2][: len(line.public_observation.dora_indicators)]
    shown = [told.codes[i] for i in stated]
    if under and shown != list(under):
        yield f"uraDoraIndicators are {_names(shown)}, where {_names(under)} lie in the wall"


def _names(tiles: Sequence[int]) -> str:
    return " ".join(TILE_NAMES[tile] for tile in tiles) or "none"


def _tenpais(line: Line) -> Iterator[str]:
    """Nobody is tenpai twice."""
    end = line.round_terminal
    shown = Counter(one.who for one in ((end and end.no_winner) or NoWinner()).tenpais)
    yield from (f"tenpais: seat {who} is listed {times} times" for who, times in shown.items() if times > 1)


def _shown_at_end(line: Line) -> Iterator[Shown]:
    """Hands that the result shows; those of wins have a column, which the audit compares."""
    end = line.round_terminal
    if not end:
        return
    for won in end.wins:
        yield Shown(f"hand of the win of seat {won.who}", won.who, won.hand, is_new=False)
    for one in (end.no_winner or NoWinner()).tenpais[:_MOST_SHOWN]:
        yield Shown(f"tenpai hand of seat {one.who}", one.who, one.hand)


def _calls(happenings: Sequence[Happening]) -> Mapping[int, list[int]]:
    """Numbers of the melds of each seat; an added kan stands for its pon."""
    melds: dict[int, list[int]] = {}
    for one in happenings:
        if not one.open:
            continue
        word, own = one.type.removeprefix("EVENT_TYPE_"), melds.setdefault(one.who, [])
        if word in _CALLS:
            own.append(one.open)
        elif word == _ADDED:
            pon = one.open - _ADDED_TO_PON
            melds[one.who] = [one.open, *(number for number in own if number != pon)]
    return melds
