"""How dangerous a discard is: genbutsu, suji, honours by the copies left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_SUJI_RISK: Final = (2.0, 3.5, 4.5, 3.5, 3.5, 3.5, 4.5, 3.5, 2.0)
_OPEN_RISK: Final = (5.5, 7.5, 9.0, 12.0, 12.5, 12.0, 9.0, 7.5, 5.5)
_HALF_SUJI_RISK: Final = 8.0
_HONOUR_RISK: Final = (0.0, 0.7, 2.5, 5.0, 5.0)
"""Chance of dealing in, percent, by rank and suji, and of honours by copies unseen."""
_FIRST_HONOUR: Final = 27


def risk(kind: int, safe: int, unseen: Sequence[int]) -> float:
    """Chance, in percent, that a tile deals into a hand that waits.

    Args:
        kind: kind of the tile.
        safe: mask of the kinds that the player in question cannot win on.
        unseen: tiles of each kind that the discarder does not see.
    """
    if safe >> kind & 1:
        return 0.0
    if kind >= _FIRST_HONOUR:
        return _HONOUR_RISK[min(unseen[kind] + 1, 4)]
    rank = kind % 9
    sides = [kind + step for step in (-3, 3) if 0 <= rank + step < 9]
    covered = sum(safe >> side & 1 for side in sides)
    blocked = _is_blocked(kind, unseen)
    if covered == len(sides) or blocked:
        return _SUJI_RISK[rank] * (0.5 if blocked else 1.0)
    if covered:
        return _HALF_SUJI_RISK
    return _OPEN_RISK[rank]


def _is_blocked(kind: int, unseen: Sequence[int]) -> bool:
    """No-chance: no run that waits for the tile on both ends can be held any more."""
    rank = kind % 9
    below = rank >= 2 and unseen[kind - 1] and unseen[kind - 2] and rank >= 3
    above = rank <= 6 and unseen[kind + 1] and unseen[kind + 2] and rank <= 5
    return not below and not above
