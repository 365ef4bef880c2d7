"""Luck against what was to be expected, counted slowly from the definitions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from statistics import fmean

from tests.unit.stats.recount.rows import Counts, Seat, Value, yaku

FIRST_TURN = {"tenhou", "chiihou", "renhou"}
Key = tuple[Hashable, ...]


def _is_first_turn(s: Seat) -> bool:
    """A double riichi, tenhou, chiihou or renhou."""
    return s.me["is_double_riichi"] or any(FIRST_TURN & set(yaku(w) or ()) for w in s.wins)


def _place(s: Seat) -> Key:
    """Whom a seat is held against: all dealers, or all others, of as many players."""
    return len(s.round.players), s.is_dealer


def _riichi_kind(s: Seat) -> Key:
    """Players, turn in threes up to the sixteenth, and winning tiles unseen up to nine."""
    if s.riichi is None:
        return ()
    tiles = s.riichi["wait_tiles"]
    turns = min((s.riichi["turn"] - 1) // 3, 5)
    return len(s.round.players), turns, None if tiles is None else min(tiles, 9)


def _dealt_bonus(s: Seat) -> int | None:
    """Dora and red fives dealt."""
    return None if s.me["dealt_dora"] is None else s.me["dealt_dora"] + s.me["dealt_aka"]


def _means(
    seats: Iterable[Seat], key: Callable[[Seat], Key], told: Callable[[Seat], Value]
) -> dict[Key, float]:
    """The mean of something known, by kind."""
    values = defaultdict(list)
    for s in seats:
        value = told(s)
        if value is not None:
            values[key(s)].append(float(value))
    return {kind: fmean(known) for kind, known in values.items()}


@dataclass
class Line:
    """Score change as shanten and bonus tiles of the dealt hand explain it, by least squares."""

    shanten: float
    bonus: float
    by_shanten: float
    by_bonus: float

    def points(self, shanten: float, bonus: float) -> float:
        """What a hand is worth against the mean hand."""
        return self.by_shanten * (shanten - self.shanten) + self.by_bonus * (bonus - self.bonus)


def _line(hands: list[tuple[float, float, float]]) -> Line | None:
    """The line through shanten, bonus tiles and score change of hands; None where they are all alike."""
    x, y, z = (fmean(column) for column in zip(*hands, strict=True))
    xx = sum((a - x) ** 2 for a, _, _ in hands)
    yy = sum((b - y) ** 2 for _, b, _ in hands)
    xy = sum((a - x) * (b - y) for a, b, _ in hands)
    xz = sum((a - x) * (c - z) for a, _, c in hands)
    yz = sum((b - y) * (c - z) for _, b, c in hands)
    size = xx * yy - xy * xy
    return Line(x, y, (xz * yy - yz * xy) / size, (yz * xx - xz * xy) / size) if size else None


def _lines(seats: Iterable[Seat]) -> dict[Key, Line | None]:
    """Such lines of dealers and of others."""
    hands = defaultdict(list)
    for s in seats:
        bonus = _dealt_bonus(s)
        if bonus is not None and s.change is not None:
            hands[_place(s)].append((float(s.me["dealt_shanten"]), float(bonus), float(s.change)))
    return {place: _line(known) for place, known in hands.items()}


def _less(value: Value, expected: Value) -> Value:
    return None if value is None or expected is None else value - expected


def luck_counts(seats: list[Seat]) -> Counts:
    """Section luck.

    Args:
        seats: all rounds with a result of all players, which everyone is held against.
    """
    shanten = _means(seats, _place, lambda s: s.me["dealt_shanten"])
    first_turns = _means(seats, _place, _is_first_turn)
    ippatsu = _means((s for s in seats if s.riichi), _riichi_kind, lambda s: s.me["is_ippatsu"])
    lines = _lines(seats)

    def hand_points(s: Seat) -> Value:
        line, bonus = lines.get(_place(s)), _dealt_bonus(s)
        return None if line is None or bonus is None else line.points(s.me["dealt_shanten"], bonus)

    return {
        "avg_expected_ura": lambda s: [s.me["expected_ura"]],
        "ura_luck": lambda s: [_less(s.me["ura_dora"], s.me["expected_ura"])],
        "expected_ippatsu_rate": lambda s: [ippatsu[_riichi_kind(s)]] if s.riichi else [],
        "ippatsu_luck": lambda s: [s.me["is_ippatsu"] - ippatsu[_riichi_kind(s)]] if s.riichi else [],
        "first_turn_rate": lambda s: [_is_first_turn(s)],
        "first_turn_luck": lambda s: [_is_first_turn(s) - first_turns[_place(s)]],
        "dealt_shanten_luck": lambda s: [_less(shanten.get(_place(s)), s.me["dealt_shanten"])],
        "dealt_hand_luck": lambda s: [hand_points(s)],
    }
