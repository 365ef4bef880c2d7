"""How dangerous a discard is: genbutsu, suji, honours by the copies left."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.tiles import KINDS

_SUJI_RISK: Final = (2.0, 3.5, 4.5, 3.5, 3.5, 3.5, 4.5, 3.5, 2.0)
_OPEN_RISK: Final = (5.5, 7.5, 9.0, 12.0, 12.5, 12.0, 9.0, 7.5, 5.5)
_HALF_SUJI_RISK: Final = 8.0
_HONOUR_RISK: Final = np.array([0.0, 0.7, 2.5, 5.0, 5.0])
"""Chance of dealing in, percent, by rank and suji, and of honours by copies unseen."""
_NUMBERS: Final = 27
_RANK: Final = np.arange(_NUMBERS) % 9
_NOWHERE: Final = KINDS
"""Place of a column that is always empty."""


def _beside(step: int) -> NDArray[np.intp]:
    """(27,) the kind so many ranks away in the same suit; `_NOWHERE` where there is none."""
    fits = (_RANK + step >= 0) & (_RANK + step < 9)
    return np.where(fits, np.arange(_NUMBERS) + step, _NOWHERE)


_BELOW, _ABOVE = _beside(-3), _beside(3)
_SIDES: Final = (_BELOW != _NOWHERE).astype(np.int8) + (_ABOVE != _NOWHERE)
_NEAR: Final = tuple((_beside(step), _beside(2 * step), _beside(3 * step)) for step in (-1, 1))
_SUJI: Final = np.array(_SUJI_RISK)[_RANK]
_OPEN: Final = np.array(_OPEN_RISK)[_RANK]


def risks(safe: NDArray[np.bool_], unseen: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
    """Chance, in percent, that each tile deals into a hand that waits.

    Args:
        safe: (n, 34) kinds that the player in question cannot win on.
        unseen: (n, 34) tiles of each kind that the discarder does not see.

    Returns:
        (n, 34) by kind of the discard.
    """
    empty = np.zeros((len(safe), 1), dtype=np.bool_)
    is_safe = np.concatenate([safe, empty], axis=1)
    is_there = np.concatenate([np.asarray(unseen) > 0, empty], axis=1)
    covered = is_safe[:, _BELOW].astype(np.int8) + is_safe[:, _ABOVE]
    # No-chance: no run that waits for the tile on both ends can be held any more.
    runs = [is_there[:, one] & is_there[:, two] & (three != _NOWHERE) for one, two, three in _NEAR]
    blocked = ~runs[0] & ~runs[1]
    suji = np.where(blocked, 0.5, 1.0) * _SUJI
    numbers = np.where(covered > 0, _HALF_SUJI_RISK, _OPEN)
    numbers = np.where((covered == _SIDES) | blocked, suji, numbers)
    honours = _HONOUR_RISK[np.minimum(np.asarray(unseen)[:, _NUMBERS:] + 1, 4)]
    risk: NDArray[np.float64] = np.where(safe, 0.0, np.concatenate([numbers, honours], axis=1))
    return risk
