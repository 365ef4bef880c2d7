"""Mutations of games: one defect each.

A mutation changes the rows of a game in place and returns the round it broke, with the beginnings
of the codes one of which the audit must report there; None when the game has no fitting place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from tests.corruption.rows import GameRows, RoundRows


@dataclass(frozen=True)
class Hit:
    """Where a game was broken and which codes say so."""

    round_index: int
    prefixes: tuple[str, ...]


Mutation = Callable[[GameRows, Random], Hit | None]
MUTATIONS: dict[str, Mutation] = {}


def mutation(function: Mutation) -> Mutation:
    """Register a mutation under its name."""
    MUTATIONS[function.__name__] = function
    return function


def shuffled(game: GameRows, rng: Random) -> Iterator[tuple[int, RoundRows]]:
    """The rounds of a game in random order, with their numbers."""
    rounds = list(enumerate(game.rounds))
    rng.shuffle(rounds)
    yield from rounds
