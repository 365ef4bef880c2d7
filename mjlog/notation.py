"""Every notation of tiles, scalar and vectorised.

Written tiles follow one of the `NOTATIONS`:

>>> MPSZ.parse_hand("123m406p77z").tolist()
[0, 1, 2, 12, 35, 14, 33, 33]
>>> MJAI.format_hand(MPSZ.parse_hand("05m1z"))
'5mr 5m E'
>>> SEED.parse("z5"), KOBALAB.parse("z5")
(33, 31)

Numbered tiles are Tenhou's: 0-135 in its XML logs, two digits in its JSON logs.

>>> codes_from_tenhou136([16, 17, 135]).tolist(), codes_from_tenhou([51, 47]).tolist()
([34, 4, 33], [34, 33])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjlog.once import once
from mjlog.tiles import (
    KIND,
    KINDS,
    NO_TILE,
    RED_MAN,
    RED_PIN,
    RED_SOU,
    TILE_NAMES,
    TileCodes,
    sort_hand,
)


class TileError(ValueError):
    """Something is not a tile of the notation it should be in.

    Attributes:
        tile: the text or number that is no tile.
        position: where it stands: 0-based character of a hand's text, or element of an array.
        wanted: what it should be.
    """

    def __init__(self, tile: object, position: int, wanted: str) -> None:
        super().__init__(tile, position, wanted)
        self.tile = tile
        self.position = position
        self.wanted = wanted

    def __str__(self) -> str:
        shown = repr(self.tile)
        shown = shown if len(shown) <= 24 else f"{shown[:20]}..."
        return f"{shown} at position {self.position} is no {self.wanted}"


# --- written tiles ------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Notation:
    """One way to write tiles; every one in use is a constant below."""

    name: str
    """Name that users choose it by."""
    names: tuple[str, ...]
    """(38,) text of each code."""
    piece: re.Pattern[str]
    """Next piece of a hand: ``ranks`` and their ``suit``, or a whole ``tile``, or blanks."""
    suit_at: int | None = None
    """Where the suit of a tile stands, 0 first or -1 last, for tiles that share one suit letter."""
    separator: str = ""
    """What stands between the tiles of a hand."""
    aliases: Mapping[str, int] = field(default_factory=dict)
    """Other texts that are read, with their codes."""

    @once
    def _code_of(self) -> dict[str, int]:
        return {**self.aliases, **{name: code for code, name in enumerate(self.names)}}

    @once
    def _sorted(self) -> tuple[NDArray[np.str_], TileCodes]:
        known, codes = zip(*sorted(self._code_of.items()), strict=True)
        return np.array(known), np.array(codes, dtype=np.uint8)

    def parse(self, text: str, position: int = 0) -> int:
        """Read one tile.

        Raises:
            TileError: when `text` is no tile; it names `position`.
        """
        try:
            return self._code_of[text]
        except KeyError:
            raise TileError(text, position, f"{self.name} tile") from None

    def format(self, code: int, position: int = 0) -> str:
        """Write one tile.

        Raises:
            TileError: when `code` is no tile (255 neither); it names `position`.
        """
        if not 0 <= code < len(self.names):
            raise TileError(code, position, "tile code")
        return self.names[code]

    def parse_hand(self, text: str) -> TileCodes:
        """Read the tiles of a hand in their order; blanks may stand between them.

        Returns:
            (w,) uint8 tile codes.

        Raises:
            TileError: with the first text that is no tile, and its character position.
        """
        return np.array([self.parse(tile, position) for tile, position in self._tiles(text)], dtype=np.uint8)

    def _tiles(self, text: str) -> Iterator[tuple[str, int]]:
        """Each tile of a hand, written alone, with its position."""
        position = 0
        while position < len(text):
            piece = self.piece.match(text, position)
            if piece is None:
                raise TileError(text[position:], position, f"{self.name} tile")
            if piece["tile"]:
                yield piece["tile"], position
            elif self.suit_at is not None and piece["ranks"]:
                for place, rank in enumerate(piece["ranks"], piece.start("ranks")):
                    yield piece["suit"] + rank if self.suit_at == 0 else rank + piece["suit"], place
            position = piece.end()

    def format_hand(self, codes: ArrayLike) -> str:
        """Write the tiles of a hand in their order; neighbours of a suit share its letter.

        Args:
            codes: (w,) uint8 tile codes; padding (255) is left out.

        Raises:
            TileError: with the first code that is no tile, and its place.
        """
        numbers = np.asarray(codes).tolist()
        names = [self.format(code, place) for place, code in enumerate(numbers) if code != NO_TILE]
        if self.suit_at is None:
            return self.separator.join(names)
        text = ""
        for suit, group in groupby(names, key=itemgetter(self.suit_at)):
            tiles = list(group)
            ranks = "".join(tile.replace(suit, "") for tile in tiles)
            text += (suit + ranks if self.suit_at == 0 else ranks + suit) if ranks else "".join(tiles)
        return text

    def codes(self, texts: ArrayLike) -> TileCodes:
        """Read an array of tiles.

        Args:
            texts: (...) strings, one tile each.

        Returns:
            (...) uint8 tile codes.

        Raises:
            TileError: with the first text that is no tile, and its place in the flattened array.
        """
        given = np.asarray(texts, dtype=np.str_)
        known, codes = self._sorted
        place = np.minimum(np.searchsorted(known, given), len(known) - 1)
        _refuse(given, known[place] != given, f"{self.name} tile")
        return codes[place]

    def texts(self, codes: ArrayLike) -> NDArray[np.str_]:
        """Write an array of tiles, (...) uint8 codes, as (...) strings.

        Raises:
            TileError: with the first code that is no tile (255 neither), and its place.
        """
        given = np.asarray(codes, dtype=np.int64)
        known = np.array(self.names)
        _refuse(given, (given < 0) | (given >= len(known)), "tile code")
        return known[given]


def _refuse(given: NDArray[Any], is_wrong: NDArray[np.bool_], wanted: str) -> None:
    """Raise for the first element of `given` that is wrong."""
    places = np.flatnonzero(is_wrong)
    if len(places):
        raise TileError(given.flat[places[0]].item(), int(places[0]), wanted)


_RANKS_FIRST: Final = re.compile(r"(?P<tile>\?)|(?P<ranks>[0-9]+)(?P<suit>[^\W\d_])|\s+")
_SUIT_FIRST: Final = re.compile(r"(?P<tile>_)|(?P<suit>[^\W\d_])(?P<ranks>[0-9]+)|\s+")


def _ranked(pattern: str, honours: str, unknown: str) -> tuple[str, ...]:
    """Names by code of a notation whose `pattern` holds a rank (0 for a red five) and a suit."""
    ranks = ("123456789",) * 3 + (honours, "0", "0", "0")
    suits = "mpszmps"
    return (*(pattern.format(r, s) for rs, s in zip(ranks, suits, strict=True) for r in rs), unknown)


MJAI: Final = Notation("mjai", TILE_NAMES, re.compile(r"(?P<tile>\S+)|\s+"), separator=" ")
"""``5m``, ``5mr`` red, ``E S W N P F C``, ``?``; a hand is separated by blanks."""

MPSZ: Final = Notation("mpsz", _ranked("{0}{1}", "1234567", "?"), _RANKS_FIRST, suit_at=-1)
"""``5m``, ``0m`` red, ``5z 6z 7z`` haku hatsu chun, ``?``; a hand is ``123m406p77z``."""

KOBALAB: Final = Notation("kobalab", _ranked("{1}{0}", "1234567", "_"), _SUIT_FIRST, suit_at=0)
"""``m5``, ``m0`` red, ``z5 z6 z7`` haku hatsu chun, ``_`` unknown; a hand is ``m123p406z77``."""

SEED: Final = Notation("seed", _ranked("{1}{0}", "1234765", "_"), _SUIT_FIRST, suit_at=0)
"""As `KOBALAB`, but ``z5 z6 z7`` are chun hatsu haku (the rule document of the preset `riichi`)."""

_GLYPHS: Final = tuple(
    map(chr, (*range(0x1F007, 0x1F010), *range(0x1F019, 0x1F022), *range(0x1F010, 0x1F019),
              *range(0x1F000, 0x1F004), 0x1F006, 0x1F005, 0x1F004))
)  # fmt: skip
_TEXT_STYLE, _EMOJI_STYLE = "\ufe0e", "\ufe0f"

UNICODE: Final = Notation(
    "unicode",
    # Chun alone has an emoji form, which the text style selector keeps away.
    (*_GLYPHS[:33], _GLYPHS[33] + _TEXT_STYLE, *(_GLYPHS[k] + "r" for k in (4, 13, 22)), "\U0001f02b"),
    re.compile("(?P<tile>[\U0001f000-\U0001f02b][\ufe0e\ufe0f]?r?)|\\s+"),
    aliases=MappingProxyType(
        {_GLYPHS[33]: 33}
        | {glyph + style: code for code, glyph in enumerate(_GLYPHS) for style in (_TEXT_STYLE, _EMOJI_STYLE)}
    ),
)
"""The block at U+1F000.  It has no red fives: they are a plain five and ``r``; unknown is the back."""

NOTATIONS: Final = MappingProxyType({n.name: n for n in (MJAI, MPSZ, KOBALAB, SEED, UNICODE)})
"""The written notations by name."""


# --- numbered tiles -----------------------------------------------------------------------------


@cache
def tenhou136_table(red_fives: tuple[int, int, int] = (1, 1, 1)) -> TileCodes:
    """Make the table of Tenhou's 136 tiles: four numbers a kind, in the order of kinds.

    Args:
        red_fives: red fives of man, pin and sou; the first of the four fives are the red ones
            (16, 52 and 88 when there is one each).

    Returns:
        (136,) uint8 code of each tile.
    """
    table = np.repeat(np.arange(KINDS, dtype=np.uint8), 4)
    for red, count in zip((RED_MAN, RED_PIN, RED_SOU), red_fives, strict=True):
        first = 4 * int(KIND[red])
        table[first : first + count] = red
    table.flags.writeable = False
    return table


def codes_from_tenhou136(numbers: ArrayLike, red_fives: tuple[int, int, int] = (1, 1, 1)) -> TileCodes:
    """Read Tenhou's tile numbers, (...) integers 0-135, as (...) codes; see `tenhou136_table`.

    Raises:
        TileError: with the first number that is no tile, and its place in the flattened array.
    """
    return _looked_up(tenhou136_table(red_fives), numbers, "Tenhou tile number 0-135")


def tenhou136_from_codes(codes: ArrayLike, red_fives: tuple[int, int, int] = (1, 1, 1)) -> NDArray[np.uint8]:
    """Number the tiles of one wall or hand as Tenhou does; equal tiles get their numbers in turn.

    Args:
        codes: (w,) uint8 tile codes.
        red_fives: as in `tenhou136_table`.

    Returns:
        (w,) uint8 numbers 0-135, all different.

    Raises:
        TileError: with the first tile that a set of tiles does not have (so often), and its place.
    """
    given = np.asarray(codes, dtype=np.int64)
    by_code = np.argsort(tenhou136_table(red_fives), kind="stable")
    tiles = np.append(tenhou136_table(red_fives)[by_code], NO_TILE)
    order = np.argsort(given, kind="stable")
    ordered = given[order]
    turn = np.empty(len(given), dtype=np.int64)
    turn[order] = np.arange(len(given)) - np.searchsorted(ordered, ordered)
    place = np.searchsorted(tiles, given) + turn
    _refuse(given, (given == NO_TILE) | (tiles.take(place, mode="clip") != given), "Tenhou tile number 0-135")
    numbers: NDArray[np.uint8] = by_code[place].astype(np.uint8)
    return numbers


def _tenhou_numbers() -> NDArray[np.uint8]:
    """(37,) two-digit numbers by code."""
    numbers = [10 * suit + rank for suit in (1, 2, 3, 4) for rank in range(1, 8 if suit == 4 else 10)]
    return np.array([*numbers, 51, 52, 53], dtype=np.uint8)


_TENHOU: Final = _tenhou_numbers()
_TENHOU_CODE: Final = np.full(54, NO_TILE, dtype=np.uint8)
_TENHOU_CODE[_TENHOU] = np.arange(len(_TENHOU))


def codes_from_tenhou(numbers: ArrayLike) -> TileCodes:
    """Read Tenhou's two-digit numbers: 11-19 man, 21-29 pin, 31-39 sou, 41-47 honours, 51-53 red.

    Args:
        numbers: (...) integers.

    Returns:
        (...) uint8 tile codes.

    Raises:
        TileError: with the first number that is no tile, and its place in the flattened array.
    """
    return _looked_up(_TENHOU_CODE, numbers, "two-digit Tenhou tile number")


def tenhou_from_codes(codes: ArrayLike) -> NDArray[np.uint8]:
    """Write (...) tile codes as Tenhou's two-digit numbers.

    Raises:
        TileError: with the first code that has no number (unknown and absent tiles), and its place.
    """
    return _looked_up(_TENHOU, codes, "tile code")


def _looked_up(table: NDArray[np.uint8], numbers: ArrayLike, wanted: str) -> NDArray[np.uint8]:
    """Entries of `table`; 255 there, and numbers outside it, are refused."""
    given = np.asarray(numbers, dtype=np.int64)
    found = table.take(given, mode="clip")
    _refuse(given, (given < 0) | (given >= len(table)) | (found == NO_TILE), wanted)
    return found


def format_hand(codes: TileCodes) -> str:
    """Write a hand sorted and in mpsz notation, the form that messages and tests show.

    >>> format_hand(np.array([33, 35, 2, 12, 255], dtype=np.uint8))
    '3m40p7z'
    """
    return MPSZ.format_hand(sort_hand(codes))
