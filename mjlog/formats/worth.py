"""What a hand is worth by its han and fu, as far as formats need it to tell points from points."""

from __future__ import annotations

from typing import Final

from mjlog.schema import FIRST_YAKUMAN, LAST_YAKUMAN, YAKU_BIT

YAKUMAN_HAN: Final = 13
"""Han that the log tables have for each yakuman that a hand counts."""
_LIMITS: Final = ((13, 8000), (11, 6000), (8, 4000), (6, 3000), (5, 2000))
_MANGAN: Final = 2000
HONBA_POINTS: Final = 300
"""What a honba adds to a win, by the common rules."""
LIMIT_BASE: Final = {2000: "mangan", 3000: "haneman", 4000: "baiman", 6000: "sanbaiman", 8000: "yakuman"}
"""Word of `schema.LIMITS` by base points."""


def is_yakuman(slug: str) -> bool:
    """Whether `slug` names a yakuman.

    >>> is_yakuman("daisangen"), is_yakuman("riichi")
    (True, False)
    """
    return FIRST_YAKUMAN <= YAKU_BIT.get(slug, -1) <= LAST_YAKUMAN


def base_points(han: int, fu: int) -> int:
    """Base points of a hand without rounding up to mangan.

    >>> base_points(3, 40), base_points(4, 40), base_points(6, 30)
    (1280, 2000, 3000)
    """
    limit = next((base for least, base in _LIMITS if han >= least), 0)
    return limit or min(fu << (2 + max(han, 0)), _MANGAN)


def ron_points(base: int, *, is_dealer: bool) -> int:
    """What a discarder pays for a hand of `base` points.

    >>> ron_points(base_points(3, 30), is_dealer=False), ron_points(2000, is_dealer=True)
    (3900, 12000)
    """
    return -(-base * (6 if is_dealer else 4) // 100) * 100
