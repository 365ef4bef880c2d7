"""How messages call rounds."""

from __future__ import annotations

from typing import Final

_WINDS: Final = ("East", "South", "West", "North")


def round_name(wind: int, number: int, honba: int) -> str:
    """How messages call a round, its number counted from 1.

    >>> round_name(1, 2, 0)
    'South 2, honba 0'
    """
    return f"{_WINDS[wind % 4]} {number}, honba {honba}"


def name_of(number: int, honba: int) -> str:
    """How messages call a round whose number is 4 x wind + dealer, as Tenhou counts.

    >>> name_of(5, 1)
    'South 2, honba 1'
    """
    return round_name(number // 4, number % 4 + 1, honba)
