"""`WinningHands`: what scoring needs to know about a win, as columns."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.scoring.kinds import Bools, equals

Codes = NDArray[np.uint8]


class Meld(IntEnum):
    """Values of `WinningHands.meld_type`."""

    NONE = 0
    CHI = 1
    PON = 2
    OPEN_KAN = 3
    ANKAN = 4


_OPEN_BITS: Final = np.uint8(Meld.CHI | Meld.PON | Meld.OPEN_KAN)
"""Bits that every open meld has one of, and no other value of `Meld`."""


class Riichi(IntEnum):
    """Values of `WinningHands.riichi`."""

    NONE = 0
    RIICHI = 1
    DOUBLE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class WinningHands:
    """One row per win.

    Tiles of melds are not in `suits`.  Set-aside tiles (kita) are neither: only numbers of them count.
    """

    suits: NDArray[np.int32]
    """(n, 4) concealed tiles as suit numbers, the winning tile included."""
    win_kind: Codes
    """(n,) kind of the winning tile; 255 where no tile wins (gathered tiles)."""
    meld_type: Codes
    """(n, 4) `Meld` of each meld; daiminkan and kakan are both open kans."""
    meld_kind: Codes
    """(n, 4) kind of the lowest tile of each meld, 255 for none."""
    is_tsumo: Bools
    riichi: Codes
    """(n,) `Riichi`."""
    ippatsu: Bools
    rinshan: Bools
    chankan: Bools
    haitei: Bools
    """(n,) the winning tile is the last live tile."""
    houtei: Bools
    """(n,) the winning tile is the last discard."""
    first_turn: Bools
    """(n,) won before the own second turn (a ron: before the first) and before any call."""
    seat_wind: Codes
    """(n,) 0 East (the dealer) to 3 North."""
    round_wind: Codes
    """(n,) 0 East to 3 North."""
    dora: Codes
    """(n,) dora among the hand, its melds and set-aside tiles, without red fives and ura dora."""
    aka: Codes
    """(n,) red fives."""
    ura: Codes
    """(n,) ura dora; 0 without riichi."""
    kita: Codes
    """(n,) set-aside tiles."""
    set_aside_man: Codes
    """(n,) set-aside tiles that are man tiles."""
    open_riichi: Bools
    """(n,) declared riichi with the waiting tiles shown."""
    honba: Codes
    """(n,) honba of the round."""
    is_gathered: Bools
    """(n,) won by tiles that were gathered (four kans, eight reds): the hand need not be complete."""
    is_nagashi: Bools
    """(n,) won by a whole river of terminals and honours at an exhaustive draw; `is_gathered` too."""
    rule: NDArray[np.intp]
    """(n,) row of the hand's rule set in the `RulesetTable`."""

    def __len__(self) -> int:
        return len(self.win_kind)

    def __getitem__(self, rows: slice | NDArray[Any]) -> WinningHands:
        """Pick rows by slice, mask or index."""
        return WinningHands(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})

    @property
    def is_closed(self) -> Bools:
        """(n,) whether no tile was called; a concealed kan leaves a hand closed."""
        first, second, third, fourth = self.meld_type.T
        return equals((first | second | third | fourth) & _OPEN_BITS, 0)

    @property
    def melds(self) -> Codes:
        """(n,) number of melds."""
        first, second, third, fourth = (self.meld_type != Meld.NONE).view(np.uint8).T
        melds: Codes = first + second + third + fourth
        return melds

    @property
    def is_dealer(self) -> Bools:
        """(n,) whether the seat wind is East."""
        return equals(self.seat_wind, 0)

    @classmethod
    def of(cls, **columns: Any) -> WinningHands:
        """Make hands from array-likes; columns left out are 0, or no melds.

        Args:
            columns: at least `suits` and `win_kind`.
        """
        size = len(columns["win_kind"])
        dtypes: dict[str, Any] = {"suits": np.int32, "rule": np.intp} | dict.fromkeys(
            (
                *("is_tsumo", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "first_turn"),
                *("open_riichi", "is_gathered", "is_nagashi"),
            ),
            np.bool_,
        )
        shapes = {"meld_type": (size, 4), "meld_kind": (size, 4)}
        made: dict[str, NDArray[Any]] = {}
        for f in fields(cls):
            dtype = dtypes.get(f.name, np.uint8)
            if f.name in columns:
                made[f.name] = np.asarray(columns[f.name], dtype=dtype)
            else:
                blank = 255 if f.name == "meld_kind" else 0
                made[f.name] = np.full(shapes.get(f.name, (size,)), blank, dtype=dtype)
        return cls(**made)
