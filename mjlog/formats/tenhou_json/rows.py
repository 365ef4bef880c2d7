"""The rows of a tenhou.net/6 round: tiles, calls, and one player's turns.

A player has three rows: the dealt hand, what was taken (draws and calls) and what was put (discards,
kans, Norths set aside).  Entry k of the second is answered by entry k of the third.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.sink import NONE, Event, consumed_tiles
from mjlog.notation import tenhou_from_codes
from mjlog.tiles import KIND, NORTH, UNKNOWN

DRAW, DISCARD = KIND_CODE["draw"], KIND_CODE["discard"]
CHI, PON, DAIMINKAN = KIND_CODE["chi"], KIND_CODE["pon"], KIND_CODE["daiminkan"]
KAKAN, ANKAN, KITA = KIND_CODE["kakan"], KIND_CODE["ankan"], KIND_CODE["kita"]

CODE: Final = {number: code for code, number in enumerate(tenhou_from_codes(range(UNKNOWN)).tolist())}
"""Tile codes by the format's numbers: 11-19 man, 21-29 pin, 31-39 sou, 41-47 honours, 51-53 red fives."""

_KIND: Final = tuple(int(k) for k in KIND)
_CALL = re.compile(r"((?:\d\d)*)([cpmkaf])((?:\d\d)+)", re.ASCII)
_RIICHI = re.compile(r"r(\d\d)", re.ASCII)
_TSUMOGIRI: Final = 60
_MOST_TURNS: Final = 80

Entry = int | str


class RoundError(ValueError):
    """A round cannot be read; the message says what of it and why."""


class Turn(NamedTuple):
    """What a player takes, and puts in answer."""

    take: Event
    """Draw, chi, pon or daiminkan."""
    put: Event | None
    """Discard, kakan, ankan or kita; None where nothing follows: after a daiminkan, or at the end."""
    riichi: bool
    """Whether riichi is declared with the discard."""
    again: bool
    """Whether the same player goes on with a replacement tile."""


class Call(NamedTuple):
    """A decoded call or kan."""

    kind: int
    source: int
    """Distance to the player called from: 1 to the left (kamicha), 2 opposite, 3 to the right."""
    tile: int
    consumed: bytes


def code_of(number: Entry) -> int:
    """Tile code of a number of the format.

    Raises:
        RoundError: when it is none.
    """
    code = CODE.get(number) if isinstance(number, int) else None
    if code is None:
        raise RoundError(f"{str(number)[:24]!r} is no tile")
    return code


@lru_cache(maxsize=1 << 14)
def call_of(text: str) -> Call:
    """Decode a call: a letter before the called (added, fourth) tile, at the place of its origin.

    Chi ``c``, pon ``p``, daiminkan ``m``, kakan ``k``, ankan ``a``, a North set aside ``f``.

    Raises:
        RoundError: when the text is no possible call.
    """
    found = _CALL.fullmatch(text)
    if found is None:
        raise RoundError(f"{text[:24]!r} is no tile and no call")
    before, letter, after = found.groups()
    place = len(before) // 2
    codes = [code_of(int(t)) for t in re.findall("..", before + after)]
    called = codes[place]
    kinds = sorted(_KIND[c] for c in codes)
    rest = [c for i, c in enumerate(codes) if i != place]
    alike = kinds[0] == kinds[-1]
    run = kinds[0] // 9 == kinds[-1] // 9 < 3 and kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2]
    # A daiminkan's fourth place stands for the right; a pon's third does.
    source = min(place, 2) + 1
    if letter == "c" and run and place == 0:
        return Call(CHI, 1, called, consumed_tiles(rest))
    if letter == "p" and alike and len(codes) == 3:
        return Call(PON, source, called, consumed_tiles(rest))
    if letter == "m" and alike and len(codes) == 4:
        return Call(DAIMINKAN, source, called, consumed_tiles(rest))
    if letter == "k" and alike and len(codes) == 4 and place < 3:
        return Call(KAKAN, source, called, consumed_tiles([called]))
    if letter == "a" and alike and len(codes) == 4:
        return Call(ANKAN, NONE, min(codes), consumed_tiles(codes))
    if letter == "f" and codes == [NORTH]:
        return Call(KITA, NONE, NORTH, consumed_tiles([NORTH]))
    raise RoundError(f"{text[:24]!r} is no possible call")


def turns_of(
    seat: int, players: int, hand: Sequence[int], takes: Sequence[Entry], puts: Sequence[Entry]
) -> list[Turn]:
    """Pair a player's rows to turns and check that the hand can do them.

    Raises:
        RoundError: when an entry is malformed or out of place, or uses a tile that is not held.
    """
    if not len(takes) - 1 <= len(puts) <= len(takes) <= _MOST_TURNS:
        raise RoundError(f"seat {seat}: {len(takes)} draws and calls, but {len(puts)} discards and kans")
    held = list(hand)
    pons: dict[int, int] = {}
    turns = []
    for number, entry in enumerate(takes):
        try:
            take = _take(seat, players, held, pons, entry)
            put = puts[number] if number < len(puts) else None
            turns.append(_turn(seat, held, pons, take, put))
        except (RoundError, ValueError) as error:
            shown = f"{entry!r}, {puts[number]!r}" if number < len(puts) else repr(entry)
            reason = (
                error if isinstance(error, RoundError) else "a tile is used that the player does not hold"
            )
            raise RoundError(f"seat {seat}, entry {number + 1} ({shown[:60]}): {reason}") from None
    return turns


def _take(seat: int, players: int, held: list[int], pons: dict[int, int], entry: Entry) -> Event:
    """The draw or call of an entry; `held` and `pons` (seat called from by kind) follow it."""
    if isinstance(entry, int):
        tile = code_of(entry)
        held.append(tile)
        return Event(DRAW, seat, NONE, tile)
    call = call_of(entry)
    if call.kind not in (CHI, PON, DAIMINKAN):
        raise RoundError("a kan of one's own among the draws and calls")
    for tile in call.consumed.rstrip(b"\xff"):
        held.remove(tile)
    source = _seat_called(seat, call.source, players)
    if call.kind == PON:
        pons[_KIND[call.tile]] = source
    return Event(call.kind, seat, source, call.tile, NONE, call.consumed)


def _seat_called(seat: int, distance: int, players: int) -> int:
    """The seat at `distance` to the left.

    Three players sit at a table for four whose last place is empty; where that place is meant, the
    distance was counted among three.
    """
    source = (seat - distance) % 4
    if source < players:
        return source
    return (seat - 1) % players if distance == 1 else (seat + 1) % players


def _turn(seat: int, held: list[int], pons: dict[int, int], take: Event, entry: Entry | None) -> Turn:
    """The turn that begins with `take` and is answered by `entry`."""
    if entry is None:
        return Turn(take, None, riichi=False, again=False)
    if take.kind == DAIMINKAN:
        if entry != 0:
            raise RoundError("a daiminkan is not answered by 0")
        return Turn(take, None, riichi=False, again=True)
    declared = _RIICHI.fullmatch(entry) if isinstance(entry, str) else None
    if isinstance(entry, str) and declared is None:
        return Turn(take, _kan(seat, held, pons, call_of(entry)), riichi=False, again=True)
    number = int(declared[1]) if declared else entry
    thrown = number == _TSUMOGIRI
    if thrown and take.kind != DRAW:
        raise RoundError("the drawn tile is discarded where none was drawn")
    tile = take.tile if thrown else code_of(number)
    held.remove(tile)
    return Turn(take, Event(DISCARD, seat, NONE, tile, int(thrown)), riichi=declared is not None, again=False)


def _kan(seat: int, held: list[int], pons: dict[int, int], call: Call) -> Event:
    """The kan or North of a player's own turn."""
    if call.kind not in (KAKAN, ANKAN, KITA):
        raise RoundError("a call of another's tile among the discards and kans")
    for tile in call.consumed.rstrip(b"\xff"):
        held.remove(tile)
    target = NONE
    if call.kind == KAKAN:
        kind = _KIND[call.tile]
        if kind not in pons:
            raise RoundError("a tile is added to a pon that the player does not have")
        target = pons[kind]
    return Event(call.kind, seat, target, call.tile, NONE, call.consumed)
