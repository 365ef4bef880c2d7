"""The walls of a batch: as logged, and shuffled again from the seed of the log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from mjlog.columns import ints_of
from mjlog.once import once
from mjlog.replay.batch import DRAW, Batch, tile_matrix
from mjlog.replay.turns import Turns
from mjlog.rulesets import RulesetTable
from mjlog.tables import LogTables
from mjlog.tiles import COPIES, FIVES, HAND_TILES, KINDS, NO_TILE, RED_MAN
from mjlog.walls.fit import MOST_PASSED, aligned, fits
from mjlog.walls.shuffle import canonical, dice, generator_of, numbers, shuffled

Array = NDArray[Any]

TILES: Final = COPIES * KINDS
"""Tiles of a whole wall."""
_KANS: Final = 4
"""Kans of a round."""


@dataclass(frozen=True)
class Walls:
    """The wall of each round, where the log has the means; tiles in the order of `rounds.wall`."""

    recorded: NDArray[np.uint8]
    """(rounds, 136 or more) tile codes of the logged wall, padded with 255."""
    shuffled: NDArray[np.uint8]
    """(rounds, 136) tile codes of the wall that the logged shuffle gives, padded with 255."""
    dice: NDArray[np.int8]
    """(rounds, 2) dice that the logged shuffle gives; 0 for none, and where it deals otherwise."""
    is_foreign: NDArray[np.bool_]
    """(rounds,) whether the round is dealt otherwise than the wall, or the walls, that the log gives."""
    is_unreadable: NDArray[np.bool_]
    """(rounds,) whether the seed of a known generator cannot be read."""
    passed: NDArray[np.int64]
    """(rounds,) walls of the shuffle of the game that are passed over up to the round."""

    @property
    def is_recorded(self) -> NDArray[np.bool_]:
        """(rounds,) whether the log has the wall."""
        recorded: NDArray[np.bool_] = self.recorded[:, 0] != NO_TILE
        return recorded

    @property
    def is_shuffled(self) -> NDArray[np.bool_]:
        """(rounds,) whether the log has a shuffle that gives the wall."""
        given: NDArray[np.bool_] = self.shuffled[:, 0] != NO_TILE
        return given

    @once
    def tiles(self) -> NDArray[np.uint8]:
        """(rounds, 136 or more) tile codes of the wall as logged, else as shuffled, padded with 255."""
        tiles = self.recorded.copy()
        rounds = np.flatnonzero(~self.is_recorded)
        tiles[rounds, :TILES] = self.shuffled[rounds]
        tiles[self.is_foreign] = NO_TILE
        return tiles

    @once
    def size(self) -> NDArray[np.int16]:
        """(rounds,) tiles of the wall, 0 where it is not known."""
        return np.asarray(np.count_nonzero(self.tiles != NO_TILE, axis=1), dtype=np.int16)

    def only_where(self, known: NDArray[np.bool_]) -> Walls:
        """These walls, but shuffled ones only of the rounds (rounds,) whose tiles are `known`."""
        if known.all():
            return self
        shuffled = np.where(known[:, None], self.shuffled, np.uint8(NO_TILE))
        return replace(self, shuffled=shuffled, is_foreign=self.is_foreign & (known | self.is_recorded))


def walls_of(batch: Batch, course: Turns, tables: LogTables) -> Walls:
    """Read the walls of a batch, and shuffle those whose seed is logged.

    A shuffle of a whole game gives its walls in the order of its rounds.  So it says nothing of a game
    whose first rounds are not in the log.

    Args:
        batch: the rounds.
        course: their turns.
        tables: the log tables that `batch` was made of.
    """
    recorded, every = recorded_walls(tables), np.arange(batch.n_rounds)
    of_games, of_deals = _by_game(batch, tables), _by_deal(tables)
    reach = _reach(batch, course)
    walls, thrown = _made(batch, reach, [*of_games, *of_deals])
    is_unreadable = _unreadable(walls, [*of_games, *of_deals])
    is_misfit = fits(batch, every, walls) == 0
    passed = np.zeros(batch.n_rounds, dtype=np.int64)
    moved = []
    for rounds, shuffle, index in of_games if is_misfit.any() else []:
        if is_misfit[rounds].any():
            found, passed[rounds] = _aligned(batch, rounds, shuffle, index)
            is_misfit[rounds] = found < 0
            moved.append((rounds[found >= 0], shuffle, found[found >= 0]))
    again, dice_again = _made(batch, reach, [part for part in moved if len(part[0])])
    changed = np.concatenate([np.zeros(0, dtype=np.int64), *(rounds for rounds, _, _ in moved)])
    walls[changed], thrown[changed] = again[changed], dice_again[changed]
    thrown[is_misfit] = 0
    is_foreign, logged = is_misfit.copy(), np.flatnonzero(recorded[:, 0] != NO_TILE)
    is_foreign[logged] = fits(batch, logged, recorded[logged]) == 0
    walls[is_foreign & (recorded[:, 0] == NO_TILE)] = NO_TILE
    return Walls(recorded, walls, thrown, is_foreign, is_unreadable, passed)


def recorded_walls(tables: LogTables) -> NDArray[np.uint8]:
    """(rounds, 136 or more) tile codes of the logged walls, padded with 255."""
    column = tables.rounds["wall"]
    if column.null_count == len(column):
        return np.full((len(column), TILES), NO_TILE, dtype=np.uint8)
    return tile_matrix(column, TILES)


def _made(
    batch: Batch, reach: NDArray[np.int64], shuffles: list[tuple[Array, str, Array]]
) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """(rounds, 136) walls and (rounds, 2) dice that shuffles give, padded with 255 and 0."""
    given = np.full((batch.n_rounds, TILES), NO_TILE, dtype=np.uint8)
    thrown = np.zeros((batch.n_rounds, 2), dtype=np.int8)
    for rounds, drawn, rule, upper_first in _shuffles(batch, shuffles):
        walls = shuffled(tile_set(batch.rules, rule), drawn)
        replacements = replacement_tiles(batch.rules, rule)
        walls = canonical(walls, replacements, reach[rounds], upper_first=upper_first)
        given[rounds, : walls.shape[1]] = walls
        thrown[rounds] = dice(drawn)
    return given, thrown


def _aligned(batch: Batch, rounds: Array, shuffle: str, index: Array) -> tuple[Array, Array]:
    """`aligned` of the rounds of a game and the walls that its shuffle gives."""
    generator, drawn = generator_of(shuffle), numbers(shuffle, int(index.max()) + 1 + MOST_PASSED)
    if generator is None or drawn is None:
        return np.full(len(rounds), -1, dtype=np.int64), np.zeros(len(rounds), dtype=np.int64)
    rule = int(batch.rule[rounds[0]])
    walls = shuffled(tile_set(batch.rules, rule), drawn)
    reach = np.zeros(len(walls), dtype=np.int64)
    replacements = replacement_tiles(batch.rules, rule)
    walls = canonical(walls, replacements, reach, upper_first=generator.upper_first)
    return aligned(batch, rounds, walls, index)


def _unreadable(walls: NDArray[np.uint8], shuffles: list[tuple[Array, str, Array]]) -> NDArray[np.bool_]:
    """(rounds,) whether the generator is known and yet the shuffle gives none of (rounds, 136) `walls`."""
    is_known = np.zeros(len(walls), dtype=bool)
    for rounds, shuffle, _ in shuffles:
        is_known[rounds] = generator_of(shuffle) is not None
    return np.asarray(is_known & (walls[:, 0] == NO_TILE))


def tile_set(rules: RulesetTable, rule: int) -> NDArray[np.uint8]:
    """(n,) tile codes of a rule set in order of kind, red fives before plain ones."""
    codes = np.repeat(np.arange(KINDS, dtype=np.uint8), COPIES)
    for suit, (five, reds) in enumerate(zip(FIVES, rules.red_fives[rule].tolist(), strict=True)):
        codes[COPIES * five : COPIES * five + reds] = RED_MAN + suit
    return np.asarray(codes[np.repeat(~rules.removed_tiles[rule], COPIES)])


def replacement_tiles(rules: RulesetTable, rule: int) -> int:
    """Replacement tiles that a round can need: one for every kan and every tile that can be set aside."""
    return _KANS + COPIES * int(np.count_nonzero(rules.set_aside[rule]))


def _reach(batch: Batch, course: Turns) -> NDArray[np.int64]:
    """(rounds,) tiles that are dealt, drawn or can still be drawn at the end, without replacement tiles."""
    draws = np.flatnonzero((batch.events.kind == DRAW) & ~course.is_replacement)
    number = np.diff(np.searchsorted(draws, batch.first_event))
    is_played = np.diff(batch.first_event) > 0
    left = np.maximum(course.live_tiles[batch.first_event[1:] - 1], 0)
    return HAND_TILES * batch.players.astype(np.int64) + number + np.where(is_played, left, 0)


def _shuffles(batch: Batch, shuffles: list[tuple[Array, str, Array]]) -> list[tuple[Array, Array, int, bool]]:
    """Rounds to shuffle together: (k,) rounds, (k, 137) numbers, number of the rule set, `upper_first`.

    The walls of each of `shuffles` are in order, the last one last.
    """
    found: dict[tuple[int, bool], list[tuple[Array, Array]]] = {}
    for rounds, shuffle, index in shuffles:
        generator, drawn = generator_of(shuffle), numbers(shuffle, int(index[-1]) + 1)
        if generator is not None and drawn is not None:
            key = (int(batch.rule[rounds[0]]), generator.upper_first)
            found.setdefault(key, []).append((rounds, drawn.take(index, axis=0)))
    return [
        (np.concatenate([r for r, _ in parts]), np.concatenate([d for _, d in parts]), *key)
        for key, parts in found.items()
    ]


def _by_game(batch: Batch, tables: LogTables) -> list[tuple[Array, str, Array]]:
    """Games with a shuffle: their rounds that have none of their own, it, and which wall of it each has."""
    column = tables.games["shuffle"]
    if column.null_count == len(column):
        return []
    bounds = np.searchsorted(batch.round_game, np.arange(len(column) + 1))
    index = ints_of(tables.rounds["round_index"], 0)
    begins = (batch.round_wind == 0) & (batch.honba == 0) & (index == 0)
    begins &= ints_of(tables.rounds["round_number"], 0) == 1
    begins |= index > 0
    rounds = np.flatnonzero(pc.is_null(tables.rounds["shuffle"]))
    first, cuts = bounds[:-1].tolist(), np.searchsorted(rounds, bounds).tolist()
    found = []
    for shuffle, start, low, high in zip(column.to_pylist(), first, cuts[:-1], cuts[1:], strict=True):
        if shuffle and low < high and begins[start]:
            found.append((rounds[low:high], shuffle, index[rounds[low:high]]))
    return found


def _by_deal(tables: LogTables) -> list[tuple[Array, str, Array]]:
    """Rounds with a shuffle of their own, likewise."""
    column = tables.rounds["shuffle"]
    if column.null_count == len(column):
        return []
    return [
        (np.array([number]), shuffle, np.zeros(1, dtype=np.int64))
        for number, shuffle in enumerate(column.to_pylist())
        if shuffle
    ]
