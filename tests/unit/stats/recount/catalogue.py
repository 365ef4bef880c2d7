"""The whole catalogue, counted slowly: sums of each statistic by game and player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from mjlog.stats.catalogue import HOUSE
from tests.unit.stats.recount.calls import CALL_PROFILES, CALLS, KAN_COUNTS, KAN_PROFILES
from tests.unit.stats.recount.danger import DANGER
from tests.unit.stats.recount.games import BALANCE_OF_GAMES, CAUSES, GAME_PROFILES, GAMES, GameSeat
from tests.unit.stats.recount.luck import luck_counts
from tests.unit.stats.recount.outcomes import (
    DEALING_IN,
    DEALING_IN_PROFILES,
    DEALT_HANDS,
    OUTCOME_PROFILES,
    OUTCOMES,
    YAKU,
)
from tests.unit.stats.recount.riichi import RIICHI, RIICHI_PROFILES
from tests.unit.stats.recount.rows import Counts, Game, Seat, Value
from tests.unit.stats.recount.values import VALUE_PROFILES, VALUES

Figure = tuple[str, str]
"""Statistic and profile."""
Sums = dict[tuple[int, str | None, str], tuple[float, float]]
"""Numerator and denominator by number of players, player and game."""

SECTIONS: dict[str, tuple[Counts, dict[str, Counts]]] = {
    "outcomes": (OUTCOMES, OUTCOME_PROFILES),
    "values": (VALUES, VALUE_PROFILES),
    "riichi": (RIICHI, RIICHI_PROFILES),
    "calls": (CALLS, CALL_PROFILES),
    "kans": (KAN_COUNTS, KAN_PROFILES),
    "dealing_in": (DEALING_IN, DEALING_IN_PROFILES),
    "dealt_hands": (DEALT_HANDS, {}),
    "yaku": (YAKU, {}),
}
"""Sections that count rounds with a result."""
WHOLE_SECTIONS: dict[str, Counts] = {"danger": DANGER, "causes": CAUSES}
"""Sections that count rounds with a result or without."""


def recounted(games: list[Game], section: str) -> dict[Figure, Sums]:
    """Numerators and denominators of a section of the catalogue.

    Args:
        games: of the warehouse, all of them.
        section: its name.

    Returns:
        By statistic and profile (`HOUSE`, and those that define it otherwise): the sums of each player
        in each game, also where they are 0.
    """
    if section == "games":
        return _sums(GAMES, GAME_PROFILES, lambda: _game_seats(games))
    if section in WHOLE_SECTIONS:
        return _sums(WHOLE_SECTIONS[section], {}, lambda: _seats(games))
    if section == "luck":
        return _sums(luck_counts([s for _, s in _finished(games)]), {}, lambda: _finished(games))
    house, profiles = SECTIONS[section]
    sums = _sums(house, profiles, lambda: _finished(games))
    if section == "outcomes":
        sums |= _sums({}, BALANCE_OF_GAMES, lambda: _game_seats(games))
    return sums


def _seats(games: list[Game]) -> Iterator[tuple[Game, Seat]]:
    return ((game, seat) for game in games for seat in game.seats())


def _finished(games: list[Game]) -> Iterator[tuple[Game, Seat]]:
    """Rounds with a result."""
    return ((game, s) for game, s in _seats(games) if s.round.outcome is not None)


def _game_seats(games: list[Game]) -> Iterator[tuple[Game, GameSeat]]:
    return ((game, GameSeat(game, seat)) for game in games for seat in range(len(game.players)))


def _sums(
    house: Mapping[str, Callable[[Any], Iterable[Value]]],
    profiles: Mapping[str, Mapping[str, Callable[[Any], Iterable[Value]]]],
    things: Callable[[], Iterable[tuple[Game, Any]]],
) -> dict[Figure, Sums]:
    """Known values added up, and how many they are."""
    counts = {(name, HOUSE): count for name, count in house.items()}
    counts |= {(name, profile): c for profile, own in profiles.items() for name, c in own.items()}
    sums: dict[Figure, Sums] = {figure: defaultdict(lambda: (0.0, 0.0)) for figure in counts}
    for game, thing in things():
        key = len(game.players), game.name(thing.seat), game.row["game_id"]
        for figure, count in counts.items():
            known = [float(value) for value in count(thing) if value is not None]
            x, n = sums[figure][key]
            sums[figure][key] = x + sum(known), n + len(known)
    return sums
