"""Yaku of Mahjong Soul by number, and the values of a win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from mjlog.formats.builder import MOST_POINTS
from mjlog.formats.mahjong_soul.records import number, objects
from mjlog.formats.worth import YAKUMAN_HAN
from mjlog.formats.yaku_numbers import MAHJONG_SOUL_YAKU

YAKU: Final[Mapping[int, str]] = MappingProxyType(
    {**MAHJONG_SOUL_YAKU, 46: "paarenchan", 55: "sanrenkou", 59: "renhou", 60: "daisharin"}
)
"""Slug by number; the last ones belong to rooms with ancient yaku (51 to 64), most of which have no slug."""

_LAST_TILE: Final = (5, 6)
"""Numbers of haitei and houtei."""
_LIMITS: Final = MappingProxyType(
    {
        0: "none", 1: "mangan", 2: "haneman", 3: "baiman", 4: "sanbaiman",
        **dict.fromkeys(range(5, 12), "yakuman"),
    }
)  # fmt: skip
"""Limit by `title_id`; 5 to 10 are one to six yakuman, 11 is kazoe yakuman."""
_MOST_HAN: Final = 1000
_MOST_FANS: Final = 40
_MOST_ID: Final = 1 << 16


class Worth(NamedTuple):
    """What a win counts."""

    columns: dict[str, Any]
    """Columns of `wins`."""
    unnamed: list[dict[str, int]]
    """Number and value of all its yaku where one of them has no slug."""


def worth_of(win: Mapping[str, Any], *, is_tsumo: bool) -> Worth:
    """Han, fu, limit and yaku of a win, so far as they are stated.

    Ura dora that were looked at in vain (value 0) are left out.  Records before August 2018 mix
    up the two yaku of the last tile: whether it was drawn decides.  Where a yaku has no slug the
    columns of yaku are null.

    Raises:
        RecordError: when its fields are no such numbers.
    """
    is_yakuman = bool(win.get("yiman"))
    stated = objects(win, "fans")[:_MOST_FANS]
    fans = [(number(fan, "id", _MOST_ID), number(fan, "val", _MOST_HAN)) for fan in stated]
    count, fu = number(win, "count", _MOST_HAN), number(win, "fu", _MOST_HAN)
    if not (fans or count or fu or win.get("title_id")):
        return Worth({}, [])
    columns: dict[str, Any] = {
        "log_han": count * YAKUMAN_HAN or None if is_yakuman else _stated_han(win, count, fans),
        "log_fu": None if is_yakuman or "fu" not in win else fu,
        "log_limit": _limit(win, is_yakuman),
    }
    if any(ident not in YAKU for ident, _ in fans):
        return Worth(columns, [{"id": ident, "val": value} for ident, value in fans])
    if named := [(_slug(ident, is_tsumo=is_tsumo), value) for ident, value in fans if value]:
        columns["log_yaku"] = [slug for slug, _ in named]
        columns["log_yaku_han"] = [value * YAKUMAN_HAN if is_yakuman else value for _, value in named]
    return Worth(columns, [])


def _stated_han(win: Mapping[str, Any], count: int, fans: Sequence[tuple[int, int]]) -> int | None:
    """Han as stated: none at all contradict yaku, where they are not simply left out."""
    return count if count or ("count" in win and fans) else None


def _slug(ident: int, *, is_tsumo: bool) -> str:
    if ident in _LAST_TILE:
        return "haitei" if is_tsumo else "houtei"
    return YAKU[ident]


def _limit(win: Mapping[str, Any], is_yakuman: bool) -> str | None:
    """Limit by its number; a missing one is that of no limit, unless a text or a yakuman stands for one."""
    title = number(win, "title_id", _MOST_ID)
    return None if not title and (is_yakuman or win.get("title")) else _LIMITS.get(title)


def points_of(win: Mapping[str, Any], players: int, *, is_tsumo: bool) -> int | None:
    """Value of a win without honba and sticks; None where the record does not say.

    A ron is worth `point_rong`; where that is left out, `dadian` says the same, and without both of them
    `point_sum`, which in recorded games adds up.  A tsumo states what the dealer (``qin``) and the others
    (``xian``) pay.
    """
    most = MOST_POINTS
    if not is_tsumo:
        names = ("point_rong", "dadian", "point_sum")
        value = next((value for name in names if (value := number(win, name, most))), 0)
    else:
        dealer, other = number(win, "point_zimo_qin", most), number(win, "point_zimo_xian", most)
        is_dealer = bool(win.get("qinjia"))
        value = other * (players - 1) if is_dealer else dealer + other * (players - 2)
    return value or None
