"""Mutations of games: one defect each.

A mutation changes the rows of a game in place and returns the round it broke, with the beginnings
of the codes one of which the audit must report there; None when the game has no fitting place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from mjlog.rulesets import Ruleset
from tests.corruption.rows import GameRows, RoundRows


@dataclass(frozen=True)
class Hit:
    """Where a game was broken and which codes say so."""

    round_index: int
    prefixes: tuple[str, ...]


@dataclass(frozen=True)
class Never:
    """Why games of some rules have no place for a defect."""

    of: Callable[[Ruleset], bool]
    """Whether a rule set is one of them."""
    reason: str


@dataclass(frozen=True)
class Rare:
    """Games in which a defect finds its place."""

    gives: tuple[str, ...] = ()
    """What stacked deals of the simulator must give."""
    themes: tuple[str, ...] = ()
    """Deals of the reference's random players."""


Apply = Callable[[GameRows, Random], Hit | None]


@dataclass(frozen=True)
class Mutation:
    """A kind of defect."""

    apply: Apply
    never: tuple[Never, ...] = ()
    rare: Rare = field(default_factory=Rare)

    def reason_against(self, rules: Ruleset) -> str | None:
        """Why games of a rule set cannot have it; None where they can."""
        return next((never.reason for never in self.never if never.of(rules)), None)


MUTATIONS: dict[str, Mutation] = {}


def mutation(*never: Never, rare: Rare | None = None) -> Callable[[Apply], Apply]:
    """Register a mutation under its name."""

    def register(function: Apply) -> Apply:
        MUTATIONS[getattr(function, "__name__")] = Mutation(function, never, rare or Rare())  # noqa: B009
        return function

    return register


def shuffled(game: GameRows, rng: Random) -> Iterator[tuple[int, RoundRows]]:
    """The rounds of a game in random order, with their numbers."""
    rounds = list(enumerate(game.rounds))
    rng.shuffle(rounds)
    yield from rounds
