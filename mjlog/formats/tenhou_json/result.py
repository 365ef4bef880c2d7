"""How a tenhou.net/6 round ends: its last row, with the texts of points and yaku."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from mjlog.formats.builder import MOST_POINTS
from mjlog.formats.tenhou_json import words
from mjlog.formats.tenhou_json.order import Finish
from mjlog.formats.tenhou_json.rows import RoundError

_POINTS = re.compile(
    r"(?:(?P<fu>\d{1,3})\s*(?:符|fu)\s*(?P<han>\d{1,3})\s*(?:飜|翻|番|han))?\s*(?P<limit>[^\d\s-].*?|\d倍役満)?\s*"
    r"(?P<first>\d{1,7})(?:\s*-\s*(?P<second>\d{1,7}))?\s*(?:点|點|points?)?\s*(?:∀|all|オール)?",
    re.IGNORECASE | re.ASCII,
)
_YAKU = re.compile(
    r"(?P<name>.+?)\s*\((?:(?P<han>\d{1,2})\s*(?:飜|翻|番|han)|(?P<yakuman>[^()]+))\)",
    re.IGNORECASE | re.ASCII,
)
_MOST_WINS: Final = 3
_LONGEST_TEXT: Final = 80

Row = Sequence[Any]


@dataclass(slots=True)
class Result:
    """The end of a round as its last row states it."""

    wins: list[dict[str, Any]] = field(default_factory=list)
    """Columns of `wins`, but for the tile."""
    draw: dict[str, Any] | None = None
    """Columns of `draws`."""
    notes: list[str] = field(default_factory=list)
    """Texts that were not understood; their columns stay null."""

    @property
    def outcome(self) -> str:
        """Word of `schema.OUTCOMES`."""
        if self.draw is not None:
            played_out = self.draw["log_type"] in ("exhaustive", "nagashi_mangan")
            return "exhaustive_draw" if played_out else "abortive_draw"
        return "tsumo" if self.wins[0]["seat"] == self.wins[0]["from_seat"] else "ron"

    @property
    def finish(self) -> Finish:
        """What the last event before the result must be."""
        if self.wins:
            return Finish(self.outcome == "tsumo", self.wins[0]["from_seat"])
        by_draw = {"kyuushu_kyuuhai": True, "suukaikan": None, "unknown": None}
        return Finish(by_draw.get((self.draw or {})["log_type"], False), None)

    @property
    def last_is_ronned(self) -> bool:
        """Whether the last discard was won on."""
        return self.outcome == "ron" or (self.draw is not None and self.draw["log_type"] == "sanchahou")


def result_of(row: Row, players: int) -> Result:
    """Read the result of a round.

    Raises:
        RoundError: when it is neither a known win nor a known draw, or its numbers are malformed.
    """
    if not row or not isinstance(row[0], str):
        raise RoundError("the result does not begin with its name")
    name = words.fold(row[0])
    if name in words.WIN:
        return _wins(row, players)
    kind = words.DRAWS.get(name)
    if kind is None:
        raise RoundError(f"unknown result {row[0][:24]!r}")
    if len(row) > 2:
        raise RoundError(f"the result {row[0][:24]!r} has {len(row)} entries")
    deltas = _seats(row[1], players) if len(row) > 1 else None
    return Result(
        draw={"log_type": kind, "log_tenpai": _tenpai(kind, name, deltas, players), "log_deltas": deltas}
    )


def _tenpai(kind: str, name: str, deltas: Sequence[int] | None, players: int) -> list[bool] | None:
    """Who was tenpai, so far as the name or the signs of the payments tell."""
    if name in words.ALL_TENPAI or name in words.NONE_TENPAI:
        return [name in words.ALL_TENPAI] * players
    if kind != "exhaustive" or deltas is None or not any(deltas):
        return None
    return [d > 0 for d in deltas]


def _seats(value: Any, players: int) -> list[int]:
    """One number for each player; an absent fourth player's must be 0."""
    if (
        not isinstance(value, list)
        or len(value) not in (players, 4)
        or not all(isinstance(v, int) and abs(v) <= MOST_POINTS for v in value)
        or any(value[players:])
    ):
        raise RoundError(f"{str(value)[:40]} are not the score changes of {players} players")
    return value[:players]


def _wins(row: Row, players: int) -> Result:
    parts = row[1:]
    if not parts or len(parts) % 2 or len(parts) > 2 * _MOST_WINS:
        raise RoundError(f"a win with {len(parts)} entries; a pair for each winner is expected")
    result = Result()
    for deltas, details in zip(parts[::2], parts[1::2], strict=True):
        result.wins.append({**_win(details, players, result.notes), "log_deltas": _seats(deltas, players)})
    first = result.wins[0]
    for win in result.wins[1:]:
        if win["from_seat"] != first["from_seat"] or win["seat"] == win["from_seat"]:
            raise RoundError("several wins that are not all on one discard")
    return result


def _win(details: Any, players: int, notes: list[str]) -> dict[str, Any]:
    """Columns that the details of a win state: winner, discarder, liable player, points, yaku."""
    seats = details[:3] if isinstance(details, list) else []
    if len(seats) < 3 or not all(isinstance(s, int) and 0 <= s < players for s in seats):
        raise RoundError(f"{str(details)[:40]} does not begin with three seats")
    texts = details[3:]
    if not all(isinstance(text, str) for text in texts):
        raise RoundError(f"{str(texts)[:40]} are not texts of points and yaku")
    winner, source, liable = seats
    win: dict[str, Any] = {
        "seat": winner,
        "from_seat": source,
        "log_pao_seat": None if liable == winner else liable,
    }
    if texts:
        win |= _value(texts[0], winner == source, players, notes)
    if len(texts) > 1:
        win |= _yaku(texts[1:], win.get("log_han"), notes)
    return win


def _value(text: str, tsumo: bool, players: int, notes: list[str]) -> dict[str, Any]:
    """Fu, han, limit and points of a text such as 30符2飜2000点, 満貫2000-4000点 or 跳満6000点∀.

    Of a tsumo the text states what each loser pays, or what a non-dealer and the dealer pay.
    """
    found = _POINTS.fullmatch(text.strip()) if len(text) <= _LONGEST_TEXT else None
    word = found["limit"] if found else None
    limit = words.LIMITS.get(words.fold(word)) if word else "none"
    if found is None or limit is None:
        notes.append(f"unknown points {text[:40]!r}")
        return {}
    first, second = int(found["first"]), found["second"]
    if not tsumo:
        points = first
    elif second:
        points = (players - 2) * first + int(second)
    else:
        points = (players - 1) * first
    return {
        "log_han": int(found["han"]) if found["han"] else None,
        "log_fu": int(found["fu"]) if found["fu"] else None,
        "log_points": points,
        "log_limit": limit if word or found["fu"] else None,
    }


def _yaku(texts: Sequence[str], stated_han: int | None, notes: list[str]) -> dict[str, Any]:
    """Yaku and their han as stated; ura dora that were looked at in vain (0 han) are left out.

    The han of the hand are their sum unless its points state them or a yakuman is among them.
    """
    found = [_one_yaku(text) for text in texts]
    unknown = [text for text, yaku in zip(texts, found, strict=True) if yaku is None]
    if unknown:
        notes.append(f"unknown yaku {unknown[0][:40]!r}")
        return {}
    counted = [yaku for yaku in found if yaku is not None and yaku.han]
    has_yakuman = any(yaku.is_yakuman for yaku in counted)
    return {
        "log_yaku": [yaku.slug for yaku in counted],
        "log_yaku_han": [yaku.han for yaku in counted],
        "log_han": sum(yaku.han for yaku in counted)
        if stated_han is None and not has_yakuman
        else stated_han,
    }


class _Yaku(NamedTuple):
    slug: str
    han: int
    is_yakuman: bool


@lru_cache(maxsize=4096)
def _one_yaku(text: str) -> _Yaku | None:
    """A yaku text such as 立直(1飜) or 大三元(役満); None where it is not understood."""
    found = _YAKU.fullmatch(text.strip()) if len(text) <= _LONGEST_TEXT else None
    if found is None:
        return None
    slug = words.YAKU.get(words.fold(found["name"]))
    han = int(found["han"]) if found["han"] else words.YAKUMAN_WORDS.get(words.fold(found["yakuman"]))
    if slug is None or han is None:
        return None
    return _Yaku(slug, han, is_yakuman=not found["han"])
