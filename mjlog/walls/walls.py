"""The walls of a batch: as logged, and shuffled again from the seed of the log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.columns import ints_of
from mjlog.replay.batch import DRAW, Batch, tile_matrix
from mjlog.replay.turns import Turns
from mjlog.rulesets import RulesetTable
from mjlog.tables import LogTables
from mjlog.tiles import COPIES, FIVES, KINDS, NO_TILE, RED_MAN
from mjlog.walls.places import HAND
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
    """(rounds, 2) dice that the logged shuffle gives; 0 for none."""

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

    @cached_property
    def tiles(self) -> NDArray[np.uint8]:
        """(rounds, 136 or more) tile codes of the wall as logged, else as shuffled, padded with 255."""
        tiles = self.recorded.copy()
        rounds = np.flatnonzero(~self.is_recorded)
        tiles[rounds, :TILES] = self.shuffled[rounds]
        return tiles

    @cached_property
    def size(self) -> NDArray[np.int16]:
        """(rounds,) tiles of the wall, 0 where it is not known."""
        return np.asarray(np.count_nonzero(self.tiles != NO_TILE, axis=1), dtype=np.int16)

    def only_where(self, known: NDArray[np.bool_]) -> Walls:
        """These walls, but shuffled ones only of the rounds (rounds,) whose tiles are `known`."""
        shuffled = np.where(known[:, None], self.shuffled, np.uint8(NO_TILE))
        return replace(self, shuffled=shuffled)


def walls_of(batch: Batch, course: Turns, tables: LogTables) -> Walls:
    """Read the walls of a batch, and shuffle those whose seed is logged.

    A shuffle of a whole game gives its walls in the order of its rounds.  So it says nothing of a game
    whose first rounds are not in the log.

    Args:
        batch: the rounds.
        course: their turns.
        tables: the log tables that `batch` was made of.
    """
    given = np.full((batch.n_rounds, TILES), NO_TILE, dtype=np.uint8)
    thrown = np.zeros((batch.n_rounds, 2), dtype=np.int8)
    reach = _reach(batch, course)
    for rounds, drawn, rule, upper_first in _shuffles(batch, tables):
        walls = shuffled(tile_set(batch.rules, rule), drawn)
        replacements = replacement_tiles(batch.rules, rule)
        walls = canonical(walls, replacements, reach[rounds], upper_first=upper_first)
        given[rounds, : walls.shape[1]] = walls
        thrown[rounds] = dice(drawn)
    return Walls(tile_matrix(tables.rounds["wall"], TILES), given, thrown)


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
    ev = batch.events
    draws = (ev.kind == DRAW) & ~course.is_replacement
    left = np.zeros(batch.n_rounds, dtype=np.int64)
    left[ev.round] = np.maximum(course.live_tiles, 0)
    return (
        HAND * batch.players.astype(np.int64) + np.bincount(ev.round[draws], minlength=batch.n_rounds) + left
    )


def _shuffles(batch: Batch, tables: LogTables) -> list[tuple[Array, Array, int, bool]]:
    """Rounds to shuffle together: (k,) rounds, (k, 137) numbers, number of the rule set, `upper_first`."""
    found: dict[tuple[int, bool], list[tuple[Array, Array]]] = {}
    for rounds, shuffle, index in (*_by_game(batch, tables), *_by_deal(tables)):
        generator, drawn = generator_of(shuffle), numbers(shuffle, int(index.max()) + 1)
        if generator is not None and drawn is not None:
            key = (int(batch.rule[rounds[0]]), generator.upper_first)
            found.setdefault(key, []).append((rounds, drawn[index]))
    return [
        (np.concatenate([r for r, _ in parts]), np.concatenate([d for _, d in parts]), *key)
        for key, parts in found.items()
    ]


def _by_game(batch: Batch, tables: LogTables) -> list[tuple[Array, str, Array]]:
    """Games with a shuffle: their rounds, the shuffle, and which wall of it each round has."""
    column = tables.games["shuffle"]
    if column.null_count == len(column):
        return []
    bounds = np.searchsorted(batch.round_game, np.arange(len(column) + 1))
    index = ints_of(tables.rounds["round_index"], 0)
    begins = (batch.round_wind == 0) & (batch.honba == 0) & (index == 0)
    begins &= ints_of(tables.rounds["round_number"], 0) == 1
    return [
        (np.arange(start, end), shuffle, index[start:end])
        for shuffle, start, end in zip(column.to_pylist(), bounds[:-1], bounds[1:], strict=True)
        if shuffle and start < end and (begins[start] or index[start] > 0)
    ]


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
