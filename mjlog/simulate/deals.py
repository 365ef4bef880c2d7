"""A round about to be dealt: what the rounds before it left."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from mjlog.rulesets.model import Ruleset

_FACES: Final = 6


@dataclass(frozen=True, slots=True)
class Deal:
    """A round about to be dealt."""

    round_wind: int
    number: int
    """Number within the wind, from 1."""
    dealer: int
    """Seat of the dealer."""
    honba: int
    sticks: int
    """Riichi sticks on the table."""
    scores: tuple[int, ...]
    """By seat of the game."""
    away: int = -1
    """Seat that sits this round out, -1 for none."""
    dice: tuple[int, ...] = ()
    """Dice of the deal, where they matter."""

    @property
    def is_doubled(self) -> bool:
        """Whether the dice double the payments: a pair where the rules say so."""
        return len(self.dice) == 2 and self.dice[0] == self.dice[1]


def first_deal(rules: Ruleset, rng: Random) -> Deal:
    """The first round: seat 0 deals, and the last seat is away where somebody sits out."""
    seats = rules.seats
    away = seats - 1 if rules.sits_out else -1
    return Deal(0, 1, 0, 0, 0, (rules.start_score,) * seats, away, roll(rules, rng))


def roll(rules: Ruleset, rng: Random) -> tuple[int, ...]:
    """Roll two dice, where the rules look at them."""
    if not rules.dice_pair_doubles:
        return ()
    return tuple(1 + int(rng.random() * _FACES) for _ in range(2))
