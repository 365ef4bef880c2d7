"""What the header of a Tenhou log says about the table: rules, room, length, players."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import IntFlag
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeVar
from urllib.parse import unquote

from mjlog.rulesets.standard import SEATS

_T = TypeVar("_T")

LOG_ID: Final = re.compile(r"\d{10}gm-[0-9a-f]{4}-\d{4,5}-x?[0-9a-f]{8,}")
"""The platform's id of a log: hour of the start, type bits, lobby, hash."""

DAN: Final = (
    "新人", "９級", "８級", "７級", "６級", "５級", "４級", "３級", "２級", "１級", "初段", "二段",
    "三段", "四段", "五段", "六段", "七段", "八段", "九段", "十段", "天鳳位",
)  # fmt: skip
"""Rank names by number, as the platform writes them."""

LONGEST_KEY: Final = 128
"""Letters of the texts of a log, at most, that what is made of them is remembered for."""
_RANKS: Final = {str(number): name for number, name in enumerate(DAN)}
_DECIMAL: Final = r"-?[0-9]{1,9}(?:\.[0-9]{0,9})?"
_DECIMALS: Final = re.compile(rf"{_DECIMAL}(?:,{_DECIMAL})*+")
_ENCODED_LINES: Final = re.compile(r"(?:%[0-9A-Fa-f]{2}|\n)*+")
_ROOMS: Final = ("general", "upper", "special", "phoenix")
_STANDARD_START: Final = {4: 25000, 3: 35000}
_NO_RENCHAN: Final = 0x40074004
_AHEAD: Final = timedelta(hours=9)
"""How far Japanese time is ahead of UTC."""


class Type(IntFlag):
    """Bits of the game type."""

    NO_RED = 0x0002
    NO_OPEN_TANYAO = 0x0004
    SOUTH = 0x0008
    THREE_PLAYERS = 0x0010
    LEVEL_HIGH = 0x0020
    FAST = 0x0040
    LEVEL_LOW = 0x0080
    CHIPS_2 = 0x0200
    CHIPS_5 = 0x0400
    OTHER_GAME = 0x0800
    PARLOUR = CHIPS_2 | CHIPS_5


def length(kind: int) -> str:
    """Scheduled length of a game type."""
    return "south" if kind & Type.SOUTH else "east"


def room(kind: int, lobby: str | None) -> str | None:
    """Room of a game type: the level of the public lobby, or of its parlour rooms.

    A private lobby has no level of its own (bits 0), which is not the general room; neither have
    the tables of short games (0x800), which begin with a thousand points.
    """
    level = (2 if kind & Type.LEVEL_HIGH else 0) + (1 if kind & Type.LEVEL_LOW else 0)
    if kind & Type.OTHER_GAME or (level == 0 and lobby not in (None, "0")):
        return None
    name = _ROOMS[level]
    return f"parlour_{name}" if kind & Type.PARLOUR else name


def table(
    kind: int | None, lobby: str | None, csrule: str, start_score: int | None, *, is_oldest: bool = False
) -> Mapping[str, str | None]:
    """Columns of `games` that the type bits (None: not stated) imply.

    `is_oldest`: the log is of the oldest dialect, which has a shuffle with every deal.
    """
    if kind is None:
        return {}
    if len(csrule) + len(lobby or "") > LONGEST_KEY:
        return _table(kind, lobby, csrule, start_score, is_oldest)
    return _kept_table(kind, lobby, csrule, start_score, is_oldest)


def _table(
    kind: int, lobby: str | None, csrule: str, start_score: int | None, is_oldest: bool
) -> Mapping[str, str | None]:
    return MappingProxyType(
        {
            "rules": rules(kind, csrule, start_score, is_oldest=is_oldest),
            "room": room(kind, lobby),
            "length": length(kind),
        }
    )


_kept_table = lru_cache(maxsize=256)(_table)


def rules(kind: int, csrule: str, start_score: int | None, *, is_oldest: bool = False) -> str:
    """The rules that a game's type, lobby rule and first scores state, as JSON over a preset.

    What the platform does not document is read off recorded games: parlour rooms (0x200 and 0x400,
    the chips) round 4 han 30 fu up to mangan and, unless a lobby has rules of its own, pay 1,500 on
    a ron for each honba and a bonus of 30 and 10; short games (0x800) begin at what they are counted
    from, without bonus.  In the oldest dialect a leading dealer could play on, and East-only games
    had half the bonus.
    """
    count = 3 if kind & Type.THREE_PLAYERS else 4
    stated: dict[str, Any] = {"extends": "tenhou" if count == 4 else "tenhou_sanma", "length": length(kind)}
    if kind & Type.NO_OPEN_TANYAO:
        stated["open_tanyao"] = False
    if kind & Type.NO_RED:
        stated["red_fives"] = [0, 0, 0]
    if start_score is not None and start_score != _STANDARD_START[count]:
        stated["start_score"] = start_score
    if kind & Type.PARLOUR:
        stated["kiriage_mangan"] = True
        if count == 4 and not csrule:
            stated |= {"honba_points": 500, "uma": [30, 10, -10, -30]}
    if kind & Type.OTHER_GAME and start_score is not None:
        stated |= {"return_score": start_score, "uma": [0] * count}
    if is_oldest:
        stated["agari_yame"] = stated["tenpai_yame"] = "optional"
        if count == 4 and not kind & Type.SOUTH:
            stated["uma"] = [10, 5, -5, -10]
    return json.dumps({**stated, **_lobby_rules(csrule, count)})


def _lobby_rules(csrule: str, count: int) -> dict[str, Any]:
    """What is understood of a private lobby's own rules (``csrule``).

    Field 0 holds switches in hexadecimal: the one recorded lobby in which no dealer stays has those
    of `_NO_RENCHAN`, the one in which dealers do has none of them.  Fields 4-6 are start, return
    and target score; no log tells their order, so they are used when equal.  From field 21 stand
    the bonuses of second to last place, once for each number of players above the start; they are
    used when all are the same.
    """
    fields = csrule.split(",")
    stated: dict[str, Any] = {}
    if re.fullmatch(r"[0-9A-Fa-f]{8}", fields[0]) and int(fields[0], 16) & _NO_RENCHAN == _NO_RENCHAN:
        stated |= {"win_renchan": False, "tenpai_renchan": False}
    scores = set(fields[4:7])
    if len(scores) == 1 and re.fullmatch(r"\d{1,7}", score := scores.pop(), re.ASCII):
        stated |= {"return_score": int(score), "target_score": int(score)}
    groups = {tuple(fields[i : i + count - 1]) for i in range(21, 36, 3)} if count == 4 else set()
    bonuses = groups.pop() if len(groups) == 1 else ()
    if len(bonuses) == count - 1 and all(re.fullmatch(r"-?\d{1,4}", f, re.ASCII) for f in bonuses):
        lower = [int(f) for f in bonuses]
        stated["uma"] = [-sum(lower), *lower]
    return stated


@lru_cache(maxsize=1024)
def _hour(text: str) -> datetime | None:
    try:
        shown = datetime(int(text[:4]), int(text[4:6]), int(text[6:8]), int(text[8:10]))  # noqa: DTZ001
        return shown - _AHEAD
    except (ValueError, OverflowError):
        return None


def started_at(log_id: str | None) -> datetime | None:
    """The hour in a log id, which is Japanese time, as UTC."""
    return None if log_id is None else _hour(log_id[:10])


def names_of(quoted: Sequence[str | None]) -> list[str | None]:
    """Names of players as ``UN`` tags quote them: their bytes stand as ``%E9`` and the like.

    Nearly always all of them do, and then the names are decoded together.
    """
    lines = "\n".join(name or "" for name in quoted)
    if _ENCODED_LINES.fullmatch(lines):
        names = (
            bytes.fromhex(lines.replace("%", "").replace("\n", "0a")).decode("utf-8", "replace").split("\n")
        )
        if len(names) == len(quoted):
            return [None if name is None else plain for name, plain in zip(quoted, names, strict=True)]
    return [name and unquote(name) for name in quoted]


def levels_of(dan: str | None) -> list[str | None]:
    """Ranks of players by seat, as the ``UN`` tag of the start lists them."""
    return _of_all_seats([_RANKS.get(number) or _rank(number) for number in (dan or "").split(",")])


def ratings_of(rate: str | None) -> list[float | None]:
    """Ratings of players by seat, as the ``UN`` tag of the start lists them; None for what is no decimal."""
    if rate and _DECIMALS.fullmatch(rate):
        return _of_all_seats([float(text) for text in rate.split(",")])
    return _of_all_seats([_number(text) for text in (rate or "").split(",")])


def _of_all_seats(values: list[_T | None]) -> list[_T | None]:
    return values[:SEATS] + [None] * (SEATS - len(values))


def _rank(text: str) -> str | None:
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) < len(DAN):
        return DAN[int(text)]
    return text or None


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(_DECIMAL, text) else None
