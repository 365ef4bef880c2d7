"""Yaku of Mahjong Soul by number, and the values of a win."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from mjlog.formats.mahjong_soul.records import number, objects
from mjlog.formats.mjai.yaku import MAHJONG_SOUL_YAKU

YAKU: Final[Mapping[int, str]] = MappingProxyType(
    {**MAHJONG_SOUL_YAKU, 46: "paarenchan", 55: "sanrenkou", 59: "renhou", 60: "daisharin"}
)
"""Slug by number; the last ones belong to rooms with ancient yaku."""

ANCIENT: Final = range(51, 65)
"""Numbers of the ancient yaku; most have no slug, and all but renhou come with a room of their own."""

_LAST_TILE: Final = MappingProxyType({5: "haitei", 6: "houtei"})
_LIMITS: Final = MappingProxyType(
    {
        0: "none", 1: "mangan", 2: "haneman", 3: "baiman", 4: "sanbaiman",
        **dict.fromkeys(range(5, 12), "yakuman"),
    }
)  # fmt: skip
"""Limit by `title_id`; 5 to 10 are one to six yakuman, 11 is kazoe yakuman."""
_YAKUMAN_HAN: Final = 13
_MOST_HAN: Final = 1000
_MOST_FANS: Final = 40
_MOST_ID: Final = 1 << 16


class Worth(NamedTuple):
    """What a win counts."""

    columns: dict[str, Any]
    """Columns of `wins`."""
    unknown: list[dict[str, int]]
    """Yaku that have no slug: number and value of each."""


def worth_of(win: Mapping[str, Any], *, is_tsumo: bool) -> Worth:
    """Han, fu, limit and yaku of a win.

    Ura dora that were looked at in vain (value 0) are left out.  Records before August 2018 mix
    up the two yaku of the last tile: whether it was drawn decides.

    Raises:
        RecordError: when its fields are no such numbers.
    """
    is_yakuman = bool(win.get("yiman"))
    slugs, han, unknown = [], [], []
    for fan in objects(win, "fans")[:_MOST_FANS]:
        ident, value = number(fan, "id", _MOST_ID), number(fan, "val", _MOST_HAN)
        slug = YAKU.get(ident)
        if ident in _LAST_TILE:
            slug = "haitei" if is_tsumo else "houtei"
        if slug is None:
            unknown.append({"id": ident, "val": value})
        elif value:
            slugs.append(slug)
            han.append(value * _YAKUMAN_HAN if is_yakuman else value)
    if not slugs and not unknown:
        return Worth({}, [])
    count = number(win, "count", _MOST_HAN)
    fu = number(win, "fu", _MOST_HAN)
    columns = {
        "log_yaku": slugs,
        "log_yaku_han": han,
        "log_han": count * _YAKUMAN_HAN if is_yakuman else count,
        "log_fu": None if is_yakuman else fu,
        "log_limit": _limit(win, is_yakuman),
    }
    return Worth(columns, unknown)


def _limit(win: Mapping[str, Any], is_yakuman: bool) -> str | None:
    """Limit by its number; a missing one is that of no limit, unless a text or a yakuman stands for one."""
    title = number(win, "title_id", _MOST_ID)
    return None if not title and (is_yakuman or win.get("title")) else _LIMITS.get(title)


def points_of(win: Mapping[str, Any], players: int, *, is_tsumo: bool) -> int | None:
    """Value of a win without honba and sticks; None where the record does not say.

    A tsumo states what the dealer (``qin``) and the others (``xian``) pay.
    """
    most = 10_000_000
    if not is_tsumo:
        value = number(win, "point_rong", most) or number(win, "point_sum", most)
    else:
        dealer, other = number(win, "point_zimo_qin", most), number(win, "point_zimo_xian", most)
        is_dealer = bool(win.get("qinjia"))
        value = other * (players - 1) if is_dealer else dealer + other * (players - 2)
    return value or None
