"""Tiles of Riichi City, as numbers and as text, and its wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from mjlog.formats.riichi_city.records import RecordError
from mjlog.notation import MPSZ
from mjlog.tiles import EAST, NORTH, RED_MAN, RED_PIN, RED_SOU, UNKNOWN

_RED: Final = 0x100
_SUITS: Final = ((9, RED_PIN), (18, RED_SOU), (0, RED_MAN))
"""Code of the one and of the red five of pin, sou and man, as the platform orders them."""
_HONOURS: Final = 7


def _codes() -> Mapping[int, int]:
    """A suit has sixteen numbers, and so has each honour; a red five has 0x100 more than a plain one."""
    codes: dict[int, int] = {}
    for suit, (one, red) in enumerate(_SUITS):
        codes |= {16 * suit + rank: one + rank - 1 for rank in range(1, 10)}
        codes[_RED + 16 * suit + 5] = red
    codes |= {16 * (len(_SUITS) + honour) + 1: EAST + honour for honour in range(_HONOURS)}
    return MappingProxyType(codes)


CODES: Final = _codes()
"""Tile codes by the platform's number: 0x01 1p, 0x11 1s, 0x21 1m, 0x31 East ... 0x91 chun, 0x105 red 5p."""

WINDS: Final[Mapping[int, int]] = MappingProxyType(
    {number: code - EAST for number, code in CODES.items() if EAST <= code <= NORTH}
)
"""Winds (0 East) by the number of the tile."""


WORDS: Final[Mapping[str, int]] = MappingProxyType(
    {word: code for code, word in enumerate(MPSZ.names) if code != UNKNOWN}
)
"""Tile codes by the two letters that the text of a wall has for each."""


def code_of(number: int) -> int:
    """Tile code of the platform's number.

    Raises:
        RecordError: when it is no tile.
    """
    if number not in CODES:
        raise RecordError(f"{number} is no tile")
    return CODES[number]


def codes_of(numbers: Sequence[int] | None) -> list[int]:
    """Tile codes of the platform's numbers; none where there are none.

    Raises:
        RecordError: when one is no tile.
    """
    return [code_of(number) for number in numbers or ()]


def wall_tiles(text: str) -> list[int]:
    """Tile codes of the text of a wall, in its order.

    Raises:
        RecordError: when something in it is no tile.
    """
    words = [text[at : at + 2] for at in range(0, len(text), 2)]
    if unknown := [word for word in words if word not in WORDS]:
        raise RecordError(f"{unknown[0]!r} in the wall is no tile")
    return [WORDS[word] for word in words]


def red_fives(tiles: Sequence[int]) -> list[int]:
    """How many red fives of man, pin and sou are among `tiles`."""
    return [tiles.count(red) for red in (RED_MAN, RED_PIN, RED_SOU)]
