"""tenhou.net/6 logs for tests, and what they are read as."""

from __future__ import annotations

import json
from typing import Any

from mjlog.formats import tenhou_json
from mjlog.formats.base import Document

HANDS = [
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 45, 45, 45, 46],
    [21, 22, 23, 24, 25, 26, 27, 28, 29, 41, 41, 42, 43],
    [31, 32, 33, 34, 35, 36, 37, 38, 39, 46, 46, 47, 43],
    [11, 51, 52, 53, 31, 31, 29, 29, 42, 42, 43, 47, 47],
]
DRAW = ["流局", [3000, -1000, -1000, -1000]]


def round_(
    *rows: list[Any], number: int = 0, honba: int = 0, result: Any = None, dora=(44,), ura=(), **other
) -> list[Any]:
    """A round of players whose rows (taken, put) are given, others empty; the dealer draws first."""
    hands = other.get("hands", HANDS)
    scores = other.get("scores", [25000, 25000, 25000, 25000])
    told: list[Any] = [[number, honba, other.get("sticks", 0)], scores, list(dora), list(ura)]
    for hand, pair in zip(hands, [*rows, *[([], [])] * 4], strict=False):
        told += [hand, *pair]
    return [*told, DRAW if result is None else result]


FOUR_TURNS = [([44], [60]), ([47], [43]), ([44], ["r60"]), ([44], [42])]


def log(*rounds: list[Any], **header) -> dict[str, Any]:
    return {
        "title": ["", ""],
        "name": ["A", "B", "C", "D"],
        "rule": {"disp": "鳳南喰赤", "aka": 1},
        **header,
        "log": list(rounds),
    }


def read(*objects: Any, path: str = "game.json"):
    text = "\n".join(o if isinstance(o, str) else json.dumps(o, ensure_ascii=False) for o in objects)
    tables = tenhou_json.read([Document(path, text.encode())])
    tables.validate()
    return tables


def reasons(tables) -> list[str]:
    return tables.rejects["reason"].to_pylist()


ROUNDS = [
    round_(*FOUR_TURNS),
    round_(([44], [60]), honba=1),
    round_(([], []), ([44], [60]), number=1, honba=2),
    round_(([], []), ([], []), ([44], [60]), number=2),
]
