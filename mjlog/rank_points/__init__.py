"""Rank points of platforms' ranked games: what a place in a game moves a player on the ladder, as data.

Each TOML file of this folder is the ladder of one platform: its levels (ranks as logged, lowest first) and
tables, one for each number of players and length, of points by room and penalties by level.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

import pyarrow as pa

LEVELS: Final = pa.schema(
    [pa.field("platform", pa.string()), pa.field("level", pa.string()), pa.field("level_number", pa.int16())]
)
"""The table of levels that `player_games` reads; higher levels have higher numbers."""
SCHEMA: Final = pa.schema(
    [
        pa.field("platform", pa.string()),
        pa.field("player_count", pa.int8()),
        pa.field("length", pa.string()),
        pa.field("room", pa.string()),
        pa.field("level", pa.string()),
        pa.field("points", pa.list_(pa.int32())),
        pa.field("penalty", pa.int32()),
        pa.field("score_base", pa.int32()),
    ]
)
"""The table of points that `player_games` reads.  ``points`` are by place, without ``penalty``, which the
last pays; where ``score_base`` is not null, the thousands of the score above it, rounded up, count too."""


@dataclass(frozen=True, slots=True)
class Level:
    """A rank of a ladder."""

    name: str
    """As logged."""
    number: int
    """Its place on the scale of stable ranks: dan, or stars from Master 1 on."""
    start: int | None
    """Points on reaching it."""
    promotion: int | None
    """Points that reach the next; None where there is none."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How the rating of a platform moves with a game."""

    points: Mapping[int, tuple[int, ...]]
    """By number of players and place."""
    spread: float
    """Difference of ratings that makes up for one point."""
    factor_step: float
    """What each game played takes off the factor, which is 1 at first."""
    least_factor: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ranked games of a platform."""

    platform: str
    title: str
    levels: Mapping[str, Level]
    """By name and by each other spelling of it, lowest first."""
    tables: tuple[Mapping[str, Any], ...]
    """Rows of `SCHEMA`."""
    sources: tuple[str, ...]
    """Where each table of the file is from."""
    rating: Rating | None


@cache
def ladders() -> Mapping[str, Ladder]:
    """The ladder of each platform that has one, by platform."""
    folder = files(__package__)
    texts = [
        file.read_text(encoding="utf-8")
        for file in sorted(folder.iterdir(), key=lambda f: f.name)
        if file.name.endswith(".toml")
    ]
    return MappingProxyType({made.platform: made for made in map(read_ladder, texts)})


@cache
def rank_tables() -> pa.Table:
    """The tables of all platforms, of `SCHEMA`."""
    return pa.Table.from_pylist([dict(row) for ladder in ladders().values() for row in ladder.tables], SCHEMA)


@cache
def rank_levels() -> pa.Table:
    """The levels of all platforms, of `LEVELS`."""
    rows = [
        {"platform": ladder.platform, "level": level.name, "level_number": level.number}
        for ladder in ladders().values()
        for level in ladder.levels.values()
    ]
    return pa.Table.from_pylist(rows, LEVELS)


def read_ladder(text: str) -> Ladder:
    """Read a file of this folder.

    Raises:
        ValueError: when the lists of its levels or tables do not fit together.
        KeyError: when a key is missing.
    """
    data = tomllib.loads(text)
    names = data["levels"]
    spellings = [names, *data.get("spellings", [])]
    if any(len(names) != len(other) for other in (*spellings, data["numbers"])):
        raise ValueError(f"{data['platform']}: levels, their numbers and spellings are not equally many")
    starts, promotions = (dict(zip(names, data[key], strict=False)) for key in ("starts", "promotions"))
    spelt = {name: tuple(dict.fromkeys(same)) for name, *same in zip(names, *spellings, strict=True)}
    levels = {
        spelling: Level(spelling, number, starts.get(name), promotions.get(name) or None)
        for name, number in zip(names, data["numbers"], strict=True)
        for spelling in spelt[name]
    }
    rows = [
        {**row, "level": spelling}
        for table in data["tables"]
        for row in _rows(data["platform"], names, table)
        for spelling in spelt[row["level"]]
    ]
    return Ladder(
        data["platform"],
        data["title"],
        MappingProxyType(levels),
        tuple(rows),
        tuple(table["source"] for table in data["tables"]),
        _rating(data["rating"]) if "rating" in data else None,
    )


def _rows(platform: str, names: list[str], table: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """One row for each room and level of a table."""
    players, penalties = table["players"], table["penalties"]
    uma = table.get("uma", [0] * players)
    first = names.index(table.get("first_level", names[0]))
    covered = names[first : first + len(penalties)]
    for room, bonus in table["rooms"].items():
        if not len(uma) == len(bonus) == players or len(covered) != len(penalties):
            raise ValueError(f"{platform}: points of {players} players, {table['length']}, {room} do not fit")
        for level, penalty in zip(covered, penalties, strict=True):
            yield {
                "platform": platform,
                "player_count": players,
                "length": table["length"],
                "room": room,
                "level": level,
                "points": [a + b for a, b in zip(uma, bonus, strict=True)],
                "penalty": penalty,
                "score_base": table.get("score_base"),
            }


def _rating(data: Mapping[str, Any]) -> Rating:
    points = {int(players): tuple(values) for players, values in data["points"].items()}
    return Rating(MappingProxyType(points), data["spread"], data["factor_step"], data["least_factor"])
