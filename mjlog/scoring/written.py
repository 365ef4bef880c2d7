"""Hands as people write them: ``34067m+8m (777p)(055s)``.

Concealed tiles in mpsz notation, ``+`` and the winning tile (without ``+`` the last concealed tile is
the winning tile), melds in brackets: ``(123m)`` chi, ``(555z)`` pon, ``(1111p)`` open kan, ``[1111p]``
concealed kan.  How it was won goes beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

from mjlog.lookup.hands import SUIT_OF
from mjlog.notation import MPSZ, TileError
from mjlog.scoring.hands import Meld
from mjlog.tiles import KIND, NORTH, UNKNOWN, TileCodes

WINDS: Final = "ESWN"

_PIECE: Final = re.compile(
    r"\((?P<open>[^()\[\]+]*)\)|\[(?P<closed>[^()\[\]+]*)\]|\+(?P<win>\S\S)|(?P<tiles>[^()\[\]+]+)"
)
_HONOURS: Final = 3
_MELDS: Final = {
    (False, (1, 1)): Meld.CHI,
    (False, (0, 0)): Meld.PON,
    (False, (0, 0, 0)): Meld.OPEN_KAN,
    (True, (0, 0, 0)): Meld.ANKAN,
}
"""Melds by whether the brackets are square, and the steps from tile to tile."""


@dataclass(frozen=True, slots=True)
class WrittenMeld:
    """One meld: what it is and its tiles."""

    type: Meld
    tiles: TileCodes


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """The tiles of a winning hand."""

    concealed: TileCodes
    """Concealed tiles, the winning tile last."""
    melds: tuple[WrittenMeld, ...]

    @property
    def winning_tile(self) -> int:
        """Code of the winning tile."""
        return int(self.concealed[-1])

    @property
    def size(self) -> int:
        """Number of tiles, a kan counted as three."""
        return len(self.concealed) + 3 * len(self.melds)

    @property
    def tiles(self) -> TileCodes:
        """All tiles, those of melds last."""
        return np.concatenate([self.concealed, *(meld.tiles for meld in self.melds)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """How a hand was won; the names are those of `WinningHands` where there is one."""

    tsumo: bool = False
    riichi: int = 0
    """0 none, 1 riichi, 2 double riichi."""
    open_riichi: bool = False
    """Whether the riichi was declared with the waiting tiles shown."""
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    haitei: bool = False
    houtei: bool = False
    first_turn: bool = False
    gathered: bool = False
    """Won by gathered tiles (eight reds, four kans); paid like a tsumo, and the hand may be incomplete."""
    seat_wind: str = "S"
    """"E" (the dealer), "S", "W" or "N"."""
    round_wind: str = "E"
    honba: int = 0
    """Honba of the round; payments are told without them."""
    dora_indicators: str = ""
    """Indicators in mpsz notation."""
    ura_indicators: str = ""
    kita: int = 0
    """Set-aside Norths."""
    set_aside: str = ""
    """Other set-aside tiles in mpsz notation."""

    def __post_init__(self) -> None:
        for wind in (self.seat_wind, self.round_wind):
            if wind not in WINDS or len(wind) != 1:
                raise ValueError(f"{wind!r} is no wind: E, S, W or N")
        if self.riichi not in (0, 1, 2):
            raise ValueError(f"riichi is {self.riichi!r}, not 0, 1 or 2 (double riichi)")
        if self.honba < 0:
            raise ValueError(f"honba is {self.honba!r}, not 0 or more")

    @property
    def is_tsumo(self) -> bool:
        """Whether the win is paid like a tsumo."""
        return self.tsumo or self.gathered

    @property
    def set_aside_tiles(self) -> TileCodes:
        """Codes of all set-aside tiles."""
        return np.concatenate([np.full(self.kita, NORTH, dtype=np.uint8), read_tiles(self.set_aside)])


def read_hand(text: str) -> WrittenHand:
    """Read a hand.

    Raises:
        ValueError: when something is not a tile, not a meld, or there is no concealed tile; the
            message quotes it and names its position.
    """
    concealed: list[TileCodes] = []
    win: list[TileCodes] = []
    melds: list[WrittenMeld] = []
    position = 0
    while position < len(text):
        piece = _PIECE.match(text, position)
        if piece is None:
            raise TileError(text[position:], position, "hand")
        if piece["tiles"]:
            concealed.append(read_tiles(piece["tiles"]))
        elif piece["win"]:
            win.append(read_tiles(piece["win"]))
        else:
            melds.append(_meld(piece))
        position = piece.end()
    if len(win) > 1:
        raise ValueError(f"{text!r} has more than one winning tile")
    tiles = np.concatenate([*concealed, *win]) if concealed or win else np.empty(0, dtype=np.uint8)
    if not len(tiles):
        raise ValueError(f"{text!r} has no concealed tile")
    return WrittenHand(tiles, tuple(melds))


def read_tiles(text: str) -> TileCodes:
    """Read tiles in mpsz notation.

    Raises:
        ValueError: when something is not a tile, or a hidden tile.
    """
    tiles = MPSZ.parse_hand(text)
    if UNKNOWN in tiles:
        raise ValueError(f"{text!r}: a hidden tile cannot be scored")
    return tiles


def _meld(piece: re.Match[str]) -> WrittenMeld:
    """Read the meld between brackets."""
    is_closed = piece["closed"] is not None
    tiles = read_tiles(piece["closed"] if is_closed else piece["open"])
    steps = np.diff(np.sort(KIND[tiles].astype(np.int64))).tolist()
    meld = _MELDS.get((is_closed, tuple(steps)))
    suits = set(SUIT_OF[KIND[tiles]].tolist())
    if meld is None or (meld is Meld.CHI and (len(suits) > 1 or suits == {_HONOURS})):
        raise ValueError(f"{piece[0]} at position {piece.start()} is no meld")
    return WrittenMeld(meld, tiles)
