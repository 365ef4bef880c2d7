"""Defects put into the text of a Tenhou XML log: one changed, missing or doubled tag."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

XmlHit = tuple[str, tuple[str, ...]]
"""The broken text, and beginnings of codes one of which must be reported."""
XmlMutation = Callable[[str, Random], XmlHit | None]
MUTATIONS: dict[str, XmlMutation] = {}

DRAW = r"<[TUVW]\d+/>"
DISCARD = r"<[DEFG]\d+/>"
AGARI = r"<AGARI [^>]*/>"
INIT = r"<INIT [^>]*/>"


def mutation(function: XmlMutation) -> XmlMutation:
    """Register a mutation under its name."""
    MUTATIONS[getattr(function, "__name__")] = function  # noqa: B009
    return function


def mutate(name: str, text: bytes, rng: Random) -> tuple[bytes, tuple[str, ...]] | None:
    """Apply a mutation to a log; None when it has no fitting tag."""
    hit = MUTATIONS[name](text.decode(), rng)
    return None if hit is None else (hit[0].encode(), hit[1])


def _pick(pattern: str, text: str, rng: Random) -> re.Match[str] | None:
    found = list(re.finditer(pattern, text))
    return rng.choice(found) if found else None


def _put(text: str, at: re.Match[str], tag: str) -> str:
    return text[: at.start()] + tag + text[at.end() :]


def _attribute(tag: str, name: str) -> list[int]:
    match = re.search(rf' {name}="([^"]*)"', tag)
    return [int(v) for v in match.group(1).split(",")] if match else []


def _with(tag: str, name: str, values: list[int]) -> str:
    return re.sub(rf' {name}="[^"]*"', f' {name}="{",".join(map(str, values))}"', tag)


@mutation
def discarded_tile(text: str, rng: Random) -> XmlHit | None:
    """The first discard of a round names a tile that the next seat holds and its player does not."""
    init = _pick(INIT, text, rng)
    assert init is not None
    drawn = re.compile(DRAW).search(text, init.end())
    at = re.compile(DISCARD).search(text, init.end())
    if at is None or drawn is None or "<INIT" in text[init.end() : at.start()]:
        return None
    seat = "DEFG".index(at.group()[1])
    held = {n // 4 for n in (*_attribute(init.group(), f"hai{seat}"), int(drawn.group()[2:-2]))}
    foreign = [n for n in _attribute(init.group(), f"hai{(seat + 1) % 3}") if n // 4 not in held]
    return _put(text, at, f"<{at.group()[1]}{foreign[0]}/>"), ("TI",)


@mutation
def missing_draw(text: str, rng: Random) -> XmlHit | None:
    """A draw is missing; before kyuushu kyuuhai only the abort shows it."""
    at = _pick(DRAW, text, rng)
    return None if at is None else (_put(text, at, ""), ("TN", "EN"))


@mutation
def doubled_tag(text: str, rng: Random) -> XmlHit | None:
    """A draw or discard stands there twice."""
    at = _pick(f"{DRAW}|{DISCARD}", text, rng)
    return None if at is None else (_put(text, at, at.group() * 2), ("TN",))


@mutation
def hand_value(text: str, rng: Random) -> XmlHit | None:
    """A hand is recorded with another value."""
    at = _pick(AGARI, text, rng)
    if at is None:
        return None
    fu, value, limit = _attribute(at.group(), "ten")
    return _put(text, at, _with(at.group(), "ten", [fu, value + 100, limit])), ("SC",)


@mutation
def fu(text: str, rng: Random) -> XmlHit | None:
    """The fu of a hand below mangan are recorded wrongly."""
    at = _pick(r'<AGARI [^>]*ten="\d+,\d+,0"[^>]*/>', text, rng)
    if at is None:
        return None
    points, value, limit = _attribute(at.group(), "ten")
    return _put(text, at, _with(at.group(), "ten", [points + 10, value, limit])), ("SC",)


@mutation
def yaku(text: str, rng: Random) -> XmlHit | None:
    """A yaku of a hand is recorded as another one (sankantsu)."""
    at = _pick(r'<AGARI [^>]* yaku="[^"]+"[^>]*/>', text, rng)
    if at is None:
        return None
    values = _attribute(at.group(), "yaku")
    return _put(text, at, _with(at.group(), "yaku", [27, *values[1:]])), ("SC",)


@mutation
def paid_by_another(text: str, rng: Random) -> XmlHit | None:
    """Somebody else pays for a ron."""
    at = _pick(r'<AGARI [^>]*who="(\d)" fromWho="(?!\1)\d"[^>]*/>', text, rng)
    if at is None:
        return None
    scores = _attribute(at.group(), "sc")
    seats = 3 if scores[6:] == [0, 0] else 4
    changes = scores[1 : 2 * seats : 2]
    payer = min(range(seats), key=lambda s: changes[s])
    others = [s for s in range(seats) if changes[s] == 0]
    if not others:
        return None
    other = rng.choice(others)
    scores[2 * payer + 1], scores[2 * other + 1] = scores[2 * other + 1], scores[2 * payer + 1]
    return _put(text, at, _with(at.group(), "sc", scores)), ("PY",)


def _seed(place: int) -> XmlMutation:
    def change(text: str, rng: Random) -> XmlHit | None:
        rounds = list(re.finditer(INIT, text))[1:]
        if not rounds:
            return None
        at = rng.choice(rounds)
        seed = _attribute(at.group(), "seed")
        seed[place] += 1
        return _put(text, at, _with(at.group(), "seed", seed)), ("PY",)

    return change


def honba(text: str, rng: Random) -> XmlHit | None:
    """A honba too many at a deal."""
    return _seed(1)(text, rng)


def stick(text: str, rng: Random) -> XmlHit | None:
    """A riichi stick too many at a deal."""
    return _seed(2)(text, rng)


mutation(honba)
mutation(stick)


@mutation
def missing_stick(text: str, rng: Random) -> XmlHit | None:
    """A riichi stick is not paid."""
    at = _pick(r'<REACH [^>]*step="2"[^>]*/>', text, rng)
    return None if at is None else (_put(text, at, ""), ("RI",))


@mutation
def missing_dora(text: str, rng: Random) -> XmlHit | None:
    """A new indicator is missing."""
    at = _pick(r"<DORA [^>]*/>", text, rng)
    return None if at is None else (_put(text, at, ""), ("DO",))


@mutation
def missing_round(text: str, rng: Random) -> XmlHit | None:
    """A round in the middle of a game is missing."""
    starts = [m.start() for m in re.finditer(INIT, text)]
    if len(starts) < 3:
        return None
    cut = rng.randrange(1, len(starts) - 1)
    return text[: starts[cut]] + text[starts[cut + 1] :], ("PY", "EN")
