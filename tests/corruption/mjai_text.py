"""Defects put into the text of an mjai log: one changed, missing or doubled line."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

Action = dict[str, Any]
TextHit = tuple[list[Action], tuple[str, ...]]
"""The broken actions, and beginnings of codes one of which must be reported."""
TextMutation = Callable[[list[Action], Random], TextHit | None]
MUTATIONS: dict[str, TextMutation] = {}


def mutation(function: TextMutation) -> TextMutation:
    """Register a mutation under its name."""
    MUTATIONS[getattr(function, "__name__")] = function  # noqa: B009
    return function


def mutate(name: str, text: bytes, rng: Random) -> tuple[bytes, tuple[str, ...]] | None:
    """Apply a mutation to a log; None when it has no fitting line."""
    actions = [json.loads(line) for line in text.splitlines() if line.strip()]
    hit = MUTATIONS[name](actions, rng)
    if hit is None:
        return None
    broken, prefixes = hit
    return "\n".join(map(json.dumps, broken)).encode(), prefixes


def _places(actions: list[Action], *types: str, has: str = "type") -> list[int]:
    return [i for i, a in enumerate(actions) if a["type"] in types and a.get(has) is not None]


def _changed(actions: list[Action], at: int, **values: Any) -> list[Action]:
    return [*actions[:at], {**actions[at], **values}, *actions[at + 1 :]]


@mutation
def discarded_tile(actions: list[Action], rng: Random) -> TextHit | None:
    """A discard names a tile that its player neither was dealt nor drew."""
    places = _places(actions, "dahai")[:8]
    if not places:
        return None
    at = rng.choice(places)
    kyoku = max(i for i in _places(actions, "start_kyoku") if i < at)
    seat = actions[at]["actor"]
    held = {t[:2] for t in actions[kyoku]["tehais"][seat]}
    held |= {a["pai"][:2] for a in actions[kyoku:at] if a["type"] == "tsumo" and a["actor"] == seat}
    suits = [f"{n}{s}" for s in "ps" for n in range(1, 10)]
    never = [t for t in (*suits, *"ESWNPFC") if t not in held]
    return _changed(actions, at, pai=rng.choice(never)), ("TI",)


@mutation
def drawn_by_another(actions: list[Action], rng: Random) -> TextHit | None:
    """A draw is given to the next seat."""
    at = rng.choice(_places(actions, "tsumo"))
    seats = len(actions[_places(actions, "start_kyoku")[0]]["scores"])
    return _changed(actions, at, actor=(actions[at]["actor"] + 1) % seats), ("TN",)


@mutation
def missing_draw(actions: list[Action], rng: Random) -> TextHit | None:
    """A draw is missing; before kyuushu kyuuhai only the abort shows it."""
    at = rng.choice(_places(actions, "tsumo"))
    return actions[:at] + actions[at + 1 :], ("TN", "EN")


@mutation
def doubled_line(actions: list[Action], rng: Random) -> TextHit | None:
    """A draw or discard stands there twice."""
    at = rng.choice(_places(actions, "tsumo", "dahai"))
    return actions[: at + 1] + actions[at:], ("TN",)


@mutation
def swapped_lines(actions: list[Action], rng: Random) -> TextHit | None:
    """A discard stands before the draw it belongs to."""
    places = [i for i in _places(actions, "tsumo") if actions[i + 1]["type"] == "dahai"]
    if not places:
        return None
    at = rng.choice(places)
    return [*actions[:at], actions[at + 1], actions[at], *actions[at + 2 :]], ("TN",)


@mutation
def dealt_tile(actions: list[Action], rng: Random) -> TextHit | None:
    """Two dealt hands have a tile swapped for one that is in the round four times."""
    at = rng.choice(_places(actions, "start_kyoku"))
    hands = [list(h) for h in actions[at]["tehais"]]
    seat = rng.randrange(len(actions[at]["scores"]))
    hands[seat][:5] = ["9s"] * 5
    return _changed(actions, at, tehais=hands), ("TI",)


@mutation
def paid_by_another(actions: list[Action], rng: Random) -> TextHit | None:
    """Somebody else pays for a win."""
    places = [i for i in _places(actions, "hora", has="deltas") if 0 in actions[i]["deltas"]]
    if not places:
        return None
    at = rng.choice(places)
    deltas = list(actions[at]["deltas"])
    payer, other = deltas.index(min(deltas)), deltas.index(0)
    deltas[payer], deltas[other] = deltas[other], deltas[payer]
    return _changed(actions, at, deltas=deltas), ("PY",)


@mutation
def hand_value(actions: list[Action], rng: Random) -> TextHit | None:
    """A hand is recorded with another value."""
    places = _places(actions, "hora", has="hora_points")
    if not places:
        return None
    at = rng.choice(places)
    return _changed(actions, at, hora_points=actions[at]["hora_points"] + 100), ("SC",)


@mutation
def honba(actions: list[Action], rng: Random) -> TextHit | None:
    """A honba too many after a round that was told to its end."""
    places = _places(actions, "start_kyoku")[1:]
    if not places:
        return None
    at = rng.choice(places)
    return _changed(actions, at, honba=actions[at]["honba"] + 1), ("PY",)


@mutation
def stick(actions: list[Action], rng: Random) -> TextHit | None:
    """A riichi stick too many after a round that was told to its end."""
    places = _places(actions, "start_kyoku")[1:]
    if not places:
        return None
    at = rng.choice(places)
    return _changed(actions, at, kyotaku=actions[at]["kyotaku"] + 1), ("PY",)


@mutation
def set_aside_tile(actions: list[Action], rng: Random) -> TextHit | None:
    """A tile is recorded as set aside that no rules let be set aside."""
    places = _places(actions, "kita", "nukidora")
    if not places:
        return None
    return _changed(actions, rng.choice(places), pai="5p"), ("CL", "TI")


@mutation
def missing_bonus(actions: list[Action], rng: Random) -> TextHit | None:
    """A bonus in the middle of a round is missing."""
    places = _places(actions, "bonus")
    if not places:
        return None
    at = rng.choice(places)
    return actions[:at] + actions[at + 1 :], ("PY",)


@mutation
def away_player(actions: list[Action], rng: Random) -> TextHit | None:
    """Another player is recorded as sitting a round out."""
    places = _places(actions, "start_kyoku", has="away")
    if not places:
        return None
    at = rng.choice(places)
    seats = [s for s in range(len(actions[at]["scores"])) if s != actions[at]["away"]]
    return _changed(actions, at, away=rng.choice(seats)), ("EN", "PA", "TN", "TI")
