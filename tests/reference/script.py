"""Rounds written by hand: hands in mpsz notation and one move a line.

Seats are named by their wind (E is the dealer).  Moves:

    E draw 5m         E discard 3p      E turn 3p (draws and discards it)    E riichi 3p (declares with it)
    S pon 333p        S chi 340p        S kan 3333p (open, added or concealed, as the round has it)
    N kita (a North)  N kita 1m         dora 5m (an indicator is turned)     pass 12 (so many idle turns)
    S open 3p (declares with it and shows the waiting tiles)                 S bonus 1000, S penalty 1000
    S ron             E tsumo           S gathered (wins by gathered tiles)  S dead, S chombo
    exhaustive draw   abort suufon_renda

A stick is paid by itself once nobody wins on the tile that declared riichi.  Hands that are left
out, or short, are filled with idle tiles.  A line "check ..." asks for a state at that point.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from mjlog.rulesets.model import Ruleset
from mjlog.tiles import NORTH
from tests.reference.hands import ORPHANS, counts_of, shanten
from tests.reference.model import Event, RoundInput, kind_of
from tests.reference.replayer import deal, step
from tests.reference.wall import HAND, full_set

WINDS = "ESWN"
AWAY = "-"
CALLS = ("pon", "chi", "kan")
PAYMENTS = ("bonus", "penalty")
IDLE_SHANTEN = 3
"""A filled hand is at least this far from a win."""


def mpsz(text: str) -> list[int]:
    """Tiles such as "40m5z" as codes; 0 is the red five."""
    codes = [
        34 + "mps".index(suit) if digit == "0" else 9 * "mpsz".index(suit) + int(digit) - 1
        for digits, suit in re.findall(r"(\d+)([mpsz])", text)
        for digit in digits
    ]
    if not re.fullmatch(r"(\d+[mpsz])+", text):
        raise ValueError(f"no tiles: {text!r}")
    return codes


@dataclass(frozen=True)
class Check:
    """A state asked for after an event: "waits 3p6p" of a seat, or "live 3" of the table (seat None)."""

    seq: int
    seat: int | None
    name: str
    value: str


@dataclass
class Script:
    """A round being written."""

    given: RoundInput
    play: str
    events: list[Event] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    abort: str | None = None

    def __post_init__(self) -> None:
        self.moment = deal(self.given)
        dealt = [t for h in self.given.hands for t in h]
        self.idle = _left(self.given.rules, [*dealt, *_drawn(self.play), *self.given.dora_indicators])
        for line in filter(None, (part.strip() for part in re.split(r"[\n;]", self.play))):
            self._move(line)
        self.given = replace(self.given, events=tuple(self.events))

    # --- moves -------------------------------------------------------------------------------------

    def _move(self, line: str) -> None:
        words = line.split()
        if words[0] == "check":
            return self._check(line)
        if words[0] == "dora":
            return self._emit("dora", tile=mpsz(words[1])[0])
        if words[0] == "pass":
            return self._idle_turns(int(words[1]))
        if words[0] in ("exhaustive", "abort"):
            self._accept_riichi()
            self.abort = words[1] if words[0] == "abort" else None
            return self._emit("abortive_draw" if self.abort else "exhaustive_draw")
        seat = self.seat(words[0])
        if words[1] not in ("ron", "tsumo", "chombo"):
            self._accept_riichi()
        if words[1] in PAYMENTS:
            return self._emit(words[1], seat, points=int(words[2]))
        tiles = mpsz(words[2]) if len(words) > 2 else []
        if words[1] in CALLS:
            return self._call(seat, words[1], tiles)
        return {
            "draw": lambda: self._emit("draw", seat, tile=tiles[0]),
            "discard": lambda: self._discard(seat, tiles[0]),
            "turn": lambda: self._turn(seat, tiles[0]),
            "riichi": lambda: self._riichi(seat, tiles[0]),
            "open": lambda: self._riichi(seat, tiles[0], is_open=True),
            "kita": lambda: self._set_aside(seat, *tiles),
            "dead": lambda: self._emit("dead_hand", seat),
            "chombo": lambda: self._emit("chombo", seat),
            "gathered": lambda: self._emit("win", seat, target_seat=seat),
            "ron": lambda: self._win(seat),
            "tsumo": lambda: self._win(seat),
        }[words[1]]()

    def seat(self, wind: str) -> int:
        """Seat of a wind."""
        return seat_of(wind, self.given)

    def _emit(self, kind: str, seat: int | None = None, **columns: Any) -> None:
        blank = {"target_seat": None, "tile": None, "consumed": (), "is_tsumogiri": None, "points": None}
        event = {"kind": kind, "seat": seat, **blank, **columns, "seq": len(self.events)}
        self.events.append(event)
        self.moment = step(self.moment, event, self.given)

    def _discard(self, seat: int, tile: int) -> None:
        self._emit("discard", seat, tile=tile, is_tsumogiri=self.moment.seats[seat].drawn == tile)

    def _turn(self, seat: int, tile: int) -> None:
        self._emit("draw", seat, tile=tile)
        self._discard(seat, tile)

    def _riichi(self, seat: int, tile: int, *, is_open: bool = False) -> None:
        self._emit("riichi", seat)
        if is_open:
            self._emit("open_riichi", seat)
        self._discard(seat, tile)

    def _set_aside(self, seat: int, tile: int = NORTH) -> None:
        self._emit("kita", seat, tile=tile, consumed=(tile,))

    def _accept_riichi(self) -> None:
        for view in self.moment.seats:
            if any(d.is_riichi for d in view.river) and not view.riichi_accepted:
                self._emit("riichi_accepted", view.seat)

    def _last(self, *kinds: str) -> Event:
        return next(e for e in reversed(self.events) if e["kind"] in kinds)

    def _call(self, seat: int, word: str, tiles: list[int]) -> None:
        view, kind = self.moment.seats[seat], min(map(kind_of, tiles))
        last = self._last("draw", "discard", "kakan", "ankan", "kita")
        if last["kind"] == "discard" and last["seat"] != seat:
            tile = last["tile"]
            rest = list(tiles)
            rest.remove(tile)
            kind_of_call = "daiminkan" if word == "kan" else word
            return self._emit(kind_of_call, seat, target_seat=last["seat"], tile=tile, consumed=tuple(rest))
        pon = next((m for m in view.melds if m.type == "pon" and m.kind == kind), None)
        if pon is None:
            return self._emit("ankan", seat, tile=kind, consumed=tuple(sorted(tiles)))
        added = (Counter(tiles) - Counter(pon.tiles)).most_common(1)[0][0]
        return self._emit("kakan", seat, target_seat=pon.from_seat, tile=added, consumed=(added,))

    def _win(self, seat: int) -> None:
        source = self._last("draw", "discard", "kakan", "ankan", "kita")
        self._emit("win", seat, target_seat=source["seat"], tile=source["tile"])

    def _idle_turns(self, number: int) -> None:
        for _ in range(number):
            self._accept_riichi()
            seat = self._next_seat()
            wanted = {k for v in self.moment.seats for k in v.waits}
            free = [t for t, n in self.idle.items() if n > 0 and kind_of(t) not in wanted | set(ORPHANS)]
            tile = max(free, key=lambda t: (self.idle[t], -t))
            self.idle[tile] -= 1
            self._turn(seat, tile)

    def _next_seat(self) -> int:
        moved = [e for e in self.events if e["kind"] == "discard"]
        return self.given.next_seat(moved[-1]["seat"]) if moved else self.given.dealer

    def _check(self, line: str) -> None:
        match = re.fullmatch(r"check(?: ([ESWN]))? (\w+) ?(.*)", line)
        if match is None:
            raise ValueError(f"no check: {line!r}")
        wind, name, value = match.groups()
        self.checks.append(
            Check(len(self.events) - 1, None if wind is None else self.seat(wind), name, value)
        )


def script(case: dict[str, Any], rules: Ruleset) -> Script:
    """The round of a case (keys as in ``tests/cases/replay.yml``) under `rules`."""
    blank = round_of(case, rules)
    scores = {seat_of(w, blank): points for w, points in case.get("scores", {}).items()}
    written = {seat_of(w, blank): mpsz(tiles) for w, tiles in case.get("hands", {}).items()}
    used = [*blank.dora_indicators, *_drawn(case["play"])]
    given = replace(
        blank,
        scores=tuple(scores.get(s, rules.start_score) for s in range(rules.seats)),
        hands=_filled(written, blank, used, Random(case["play"])),
    )
    return Script(given, case["play"])


def round_of(case: dict[str, Any], rules: Ruleset) -> RoundInput:
    """The round of a case before hands are dealt and scores told."""
    wind, number = case.get("round", "E1")
    return RoundInput(
        rules=rules,
        dealer=int(number) - 1,
        round_wind=WINDS.index(wind),
        round_number=int(number),
        honba=case.get("honba", 0),
        sticks=case.get("sticks", 0),
        scores=(rules.start_score,) * rules.seats,
        hands=((),) * rules.seats,
        dora_indicators=tuple(mpsz(case.get("dora", "1z"))),
        ura_indicators=tuple(mpsz(case["ura"])) if "ura" in case else None,
        away=case.get("away"),
        dice=tuple(case["dice"]) if "dice" in case else None,
    )


def seat_of(wind: str, given: RoundInput) -> int:
    """Seat of a wind, among those who play the round; "-" is the player who sits it out."""
    if wind == AWAY and given.away is not None:
        return given.away
    return given.turn_order(given.playing, given.dealer - 1)[WINDS.index(wind)]


def wind_of(seat: int, given: RoundInput) -> str:
    """Wind of a seat; "-" of the player who sits the round out."""
    return AWAY if seat == given.away else WINDS[given.seat_wind(seat)]


def _drawn(play: str) -> list[int]:
    """Every tile that the play names as drawn or turned."""
    return [t for word in re.findall(r"(?:draw|turn|dora) (\d[mpsz])", play) for t in mpsz(word)]


def _left(rules: Ruleset, used: list[int]) -> Counter[int]:
    """Tiles of the set that `used` leaves: never more of a kind than make four."""
    left = Counter(full_set(rules))
    left.subtract(used)
    for red in (34, 35, 36):
        plain = kind_of(red)
        owed = -min(0, left[plain]) - min(0, left[red])  # written as if another five were there
        left[plain], left[red] = max(0, left[plain]), max(0, left[red])
        for five in (red, plain):
            taken = min(owed, left[five])
            left[five] -= taken
            owed -= taken
    return +left


def _filled(
    written: dict[int, list[int]], given: RoundInput, used: list[int], rng: Random
) -> tuple[tuple[int, ...], ...]:
    """Hands of 13 for those who play, the missing tiles idle ones."""
    pool = sorted(_left(given.rules, [*used, *(t for h in written.values() for t in h)]).elements())
    hands = {s: list(h) for s, h in written.items()}
    for seat in given.playing:
        start = hands.get(seat, [])
        while len(start) < HAND:
            tried = [*start, *rng.sample(pool, HAND - len(start))]
            if start or shanten(counts_of(tried)) >= IDLE_SHANTEN:
                for tile in tried[len(start) :]:
                    pool.remove(tile)
                start = tried
        hands[seat] = start
    return tuple(tuple(sorted(hands.get(s, ()))) for s in range(given.seats))
