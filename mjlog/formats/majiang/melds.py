"""Tiles, melds and hands as majiang writes them: ``p0_*``, ``s3-40``, ``m055z77,z666=6``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.sink import Event, consumed_tiles
from mjlog.notation import KOBALAB, TileError
from mjlog.tiles import IS_RED, KIND, NO_TILE

CHI, PON, DAIMINKAN = KIND_CODE["chi"], KIND_CODE["pon"], KIND_CODE["daiminkan"]
KAKAN, ANKAN = KIND_CODE["kakan"], KIND_CODE["ankan"]
SEATS: Final = 4

_DISCARD = re.compile(r"([mpsz][0-9])([_*+=-]*)")
_MELD = re.compile(r"(?P<suit>[mpsz])(?P<tiles>[0-9]{3,4})|[mpsz](?P<open>[0-9]{0,4}[+=-][0-9]{0,3})")
_MARKS: Final = "+=-"
"""Whose tile was called: the player to the right (who plays next), opposite, to the left."""
_KIND: Final[list[int]] = KIND.tolist()
_RED: Final[list[bool]] = IS_RED.tolist()
_LONGEST: Final = 64


class MoveError(ValueError):
    """A move, or the record around it, cannot be read; the message says what of it and why."""


class Discard(NamedTuple):
    """A discarded tile with its marks."""

    tile: int
    is_drawn: bool
    """Whether it is marked as the tile just drawn."""
    riichi: bool


class Meld(NamedTuple):
    """A meld as it is called or extended."""

    kind: int
    source: int
    """How many seats further on the tile came from: 1 the next player, 2, 3; 0 for a concealed kan."""
    tile: int
    consumed: bytes


class Hand(NamedTuple):
    """A player's tiles."""

    concealed: tuple[int, ...]
    """Tile codes; the tile just drawn or won on comes last."""
    is_empty: bool
    """Whether the text is empty: the hand was not shown."""


def _order(code: int) -> int:
    """Place of a tile in a meld: by rank, a red five after the plain ones."""
    return 2 * _KIND[code] + _RED[code]


def tiles_of(text: object) -> tuple[int, ...]:
    """Codes of the tiles of a text without melds.

    Raises:
        MoveError: when it is no such text.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise MoveError(f"{str(text)[:24]!r} are no tiles")
    return _codes(text)


@lru_cache(maxsize=1 << 14)
def _codes(text: str) -> tuple[int, ...]:
    try:
        return tuple(KOBALAB.parse_hand(text).tolist())
    except TileError as error:
        raise MoveError(str(error)) from None


def tile_of(text: object) -> int:
    """Code of a single tile.

    Raises:
        MoveError: when the text is none.
    """
    codes = tiles_of(text)
    if len(codes) != 1:
        raise MoveError(f"{str(text)[:24]!r} is no single tile")
    return codes[0]


def discard_of(text: object) -> Discard:
    """A discarded tile: ``_`` marks the tile just drawn, ``*`` a riichi, ``+=-`` that it was called.

    Raises:
        MoveError: when the text is none.
    """
    found = _DISCARD.fullmatch(text) if isinstance(text, str) and len(text) <= _LONGEST else None
    if found is None:
        raise MoveError(f"{str(text)[:24]!r} is no discard")
    return Discard(tile_of(found[1]), "_" in found[2], "*" in found[2])


def meld_of(text: object) -> Meld:
    """A meld: a mark after the called tile says from whom, a tile after the mark of a pon is added to it.

    Raises:
        MoveError: when the text is none.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise MoveError(f"{str(text)[:24]!r} is no meld")
    return _meld(text)


@lru_cache(maxsize=1 << 14)
def _meld(text: str) -> Meld:
    found = _MELD.fullmatch(text)
    if found is None:
        raise MoveError(f"{text!r} is no meld")
    if found["tiles"]:
        codes = sorted(tiles_of(text), key=_order)
        if len(codes) != SEATS:
            raise MoveError(f"{text!r} is no concealed kan")
        return Meld(ANKAN, 0, _KIND[codes[0]], bytes(codes))
    before, mark, after = re.split(r"([+=-])", found["open"])
    codes = list(tiles_of(text[0] + before + after))
    called = len(before) - 1
    if called < 0 or len(codes) not in (3, 4):
        raise MoveError(f"{text!r} is no meld")
    source = _MARKS.index(mark) + 1
    if len(codes) == SEATS and after:
        return Meld(KAKAN, source, codes[-1], consumed_tiles(codes[-1:]))
    tile = codes.pop(called)
    same = all(_KIND[code] == _KIND[tile] for code in codes)
    kind = DAIMINKAN if len(codes) == 3 else PON if same else CHI
    return Meld(kind, source, tile, consumed_tiles(codes))


def hand_of(text: object) -> Hand:
    """A player's hand; ``*`` for riichi, the melds, and the comma after a call are left out.

    Raises:
        MoveError: when the text is none.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise MoveError(f"{str(text)[:24]!r} is no hand")
    return Hand(_codes(text.partition(",")[0].rstrip("*")), not text)


# --- writing ----------------------------------------------------------------------------------


def hand_text(codes: Iterable[int], last: int = NO_TILE) -> str:
    """Tiles in order, a red five before the plain ones; `last` stands by itself at the end."""
    ordered = sorted(codes, key=lambda code: (_KIND[code], not _RED[code]))
    return KOBALAB.format_hand(ordered) + ("" if last == NO_TILE else KOBALAB.format(last))


def meld_text(event: Event, pon: str = "") -> str:
    """The text of a call or kan; `pon` is that of the meld which a kakan adds to."""
    tile = event.tile
    consumed = sorted((int(code) for code in event.consumed if code != NO_TILE), key=_order)
    if event.kind == ANKAN:
        return KOBALAB.format_hand(consumed)
    if event.kind == KAKAN:
        return pon + KOBALAB.format(tile)[1]
    mark = _MARKS[(event.target_seat - event.seat) % SEATS - 1]
    codes = [*consumed, tile]
    if event.kind == CHI:
        codes.sort(key=_order)
    place = codes.index(tile) if event.kind == CHI else len(codes) - 1
    ranks = KOBALAB.format_hand(codes)[1:]
    return KOBALAB.format(tile)[0] + ranks[: place + 1] + mark + ranks[place + 1 :]
