"""Defects of walls: a tile of them lies elsewhere, or is another."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.corruption.never import NO_URA
from tests.corruption.registry import Hit, mutation, shuffled
from tests.corruption.rows import GameRows, RoundRows
from tests.reference.laid import dealt, drawn
from tests.reference.model import kind_of

Places = Callable[[RoundRows], list[int]]
"""Places of some tiles of the wall of a round."""


def _exchange(game: GameRows, rng: Random, places: Places, code: str) -> Hit | None:
    """A tile at one of `places` changes places with another tile, which is not of those places."""
    for index, round_ in shuffled(game, rng):
        ours = places(round_)
        wall = round_.row["wall"] and list(round_.row["wall"])
        if not wall or not ours:
            continue
        one = rng.choice(ours)
        others = [at for at, tile in enumerate(wall) if at not in ours and tile != wall[one]]
        other = rng.choice(others)
        wall[one], wall[other] = wall[other], wall[one]
        round_.row["wall"] = wall
        return Hit(index, (code,))
    return None


def _live(round_: RoundRows) -> list[int]:
    start = len(dealt(round_.given))
    return list(range(start, start + len(drawn(round_.given.events)[0])))


def _replaced(round_: RoundRows) -> list[int]:
    size = len(round_.row["wall"] or ())
    taken = [len(tiles) for tiles in (dealt(round_.given), *drawn(round_.given.events))]
    stacks = min(5, (size - sum(taken)) // 2)
    return [size - 2 * stacks - 1 - number for number in range(taken[-1])]


@mutation()
def wall_of_another_deal(game: GameRows, rng: Random) -> Hit | None:
    """A dealt tile lies elsewhere in the wall."""
    return _exchange(game, rng, lambda r: list(range(len(dealt(r.given)))), "WA004")


@mutation()
def wall_of_other_draws(game: GameRows, rng: Random) -> Hit | None:
    """A tile that was drawn lies elsewhere in the wall."""
    return _exchange(game, rng, _live, "WA005")


@mutation()
def wall_of_other_replacements(game: GameRows, rng: Random) -> Hit | None:
    """A replacement tile lies elsewhere in the wall."""
    return _exchange(game, rng, _replaced, "WA006")


@mutation()
def wall_of_other_indicators(game: GameRows, rng: Random) -> Hit | None:
    """A dora indicator lies elsewhere in the wall."""

    def places(round_: RoundRows) -> list[int]:
        last = len(round_.row["wall"] or ()) - 1
        return [last - 2 * number for number in range(len(round_.given.dora_indicators))]

    return _exchange(game, rng, places, "WA007")


@mutation(NO_URA)
def wall_of_other_ura_indicators(game: GameRows, rng: Random) -> Hit | None:
    """An ura indicator that was turned lies elsewhere in the wall."""

    def places(round_: RoundRows) -> list[int]:
        last = len(round_.row["wall"] or ()) - 1
        return [last - 2 * number - 1 for number in range(len(round_.given.ura_indicators or ()))]

    return _exchange(game, rng, places, "WA008")


@mutation()
def wall_with_a_fifth_tile(game: GameRows, rng: Random) -> Hit | None:
    """A tile of the wall is another one."""
    for index, round_ in shuffled(game, rng):
        if wall := round_.row["wall"] and list(round_.row["wall"]):
            one = rng.randrange(len(wall))
            wall[one] = rng.choice([tile for tile in wall if kind_of(tile) != kind_of(wall[one])])
            round_.row["wall"] = wall
            return Hit(index, ("WA002",))
    return None
