"""majiang records for tests, and what they are read as."""

from __future__ import annotations

import json
from typing import Any

from mjlog.formats import majiang
from mjlog.formats.base import Document

HANDS = ["m123456789z3334", "p123456789z1122", "s123456789z4445", "m1199p1199s1199z7"]
"""Hands of East, South, West and North."""


Move = dict[str, dict[str, Any]]


def deal(**values: Any) -> Move:
    fields = {
        "zhuangfeng": 0,
        "jushu": 0,
        "changbang": 0,
        "lizhibang": 0,
        "defen": [25000, 25000, 25000, 25000],
        "baopai": "m5",
        "shoupai": HANDS,
    }
    return {"qipai": fields | values}


def draw(wind: int, tile: str) -> Move:
    return {"zimo": {"l": wind, "p": tile}}


def throw(wind: int, tile: str) -> Move:
    return {"dapai": {"l": wind, "p": tile}}


def call(wind: int, meld: str) -> Move:
    return {"fulou": {"l": wind, "m": meld}}


def kan(wind: int, meld: str, tile: str) -> list[Move]:
    return [{"gang": {"l": wind, "m": meld}}, {"gangzimo": {"l": wind, "p": tile}}]


def turn(tile: str) -> Move:
    return {"kaigang": {"baopai": tile}}


def win(wind: int, hand: str, source: int | None = None, **values: Any) -> Move:
    fields = {
        "l": wind,
        "shoupai": hand,
        "baojia": source,
        "fubaopai": None,
        "fu": 30,
        "fanshu": 1,
        "defen": 1500,
        "hupai": [{"name": "門前清自摸和", "fanshu": 1}],
        "fenpei": [1500, -500, -500, -500],
    }
    return {"hule": fields | values}


def exhausted(**values: Any) -> Move:
    fields = {"name": "荒牌平局", "shoupai": ["", HANDS[1], "", ""], "fenpei": [-1000, 3000, -1000, -1000]}
    return {"pingju": fields | values}


TSUMO = [deal(), draw(0, "z4"), win(0, "m123456789z3334z4")]


def record(*rounds: list[Move], **values: Any) -> dict[str, Any]:
    fields = {
        "title": "a title",
        "player": ["A", "B", "C", "D"],
        "qijia": 0,
        "log": list(rounds) or [TSUMO],
        "defen": [26500, 24500, 24500, 24500],
        "point": ["46.5", "-5.5", "-15.5", "-25.5"],
        "rank": [1, 2, 3, 4],
    }
    return fields | values


def read(*records: Any, path: str = "a.json"):
    return majiang.read([Document(path, b"\n".join(json.dumps(r).encode() for r in records))])
