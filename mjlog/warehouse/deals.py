"""The deals of games as numbers, to tell whether two logs can be of the same game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.columns import ints_of, matrix_of
from mjlog.tiles import KIND, NO_TILE, TILE_NAMES, UNKNOWN

_HANDS: Final = ("hand_0", "hand_1", "hand_2", "hand_3")
_LABEL: Final = ("round_wind", "round_number", "honba")
_WALL: Final = ("wall", "shuffle")
DEAL_COLUMNS: Final = ["game_id", "dealer_seat", *_LABEL, *_HANDS, *_WALL]
"""Columns of `rounds` that `deals_by_game` reads."""
_HAND_WIDTH: Final = 14
_WEIGHTS: Final = np.random.default_rng(0).integers(0, 2**64, 256, dtype=np.uint64)
"""What a tile of a kind adds to the number of a hand, modulo 2**64."""
_WEIGHTS[NO_TILE] = 0
_WEIGHTS_OF_CODES: Final = _WEIGHTS[KIND]
"""The same by code of the tile, which tells red fives."""
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
"""An odd number that spreads labels over 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Deals:
    """The deals of one game."""

    label: NDArray[np.int32]
    """(rounds,) number of round and honba."""
    hands: NDArray[np.uint64]
    """(rounds, 4) number of each dealt hand from the dealer's on, whatever the order of its tiles and the
    colour of its fives; 0 where the log does not have all of it."""
    numbers: NDArray[np.uint64]
    """(rounds,) number made of the label and the dealer's hand (`numbers_of`); 0 where that is not known."""
    has_wall: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    """(rounds,) whether the round has its wall, or the seed of it."""

    def __len__(self) -> int:
        return len(self.label)

    @property
    def known(self) -> int:
        """Dealt hands that the log has all of."""
        return int(np.count_nonzero(self.hands))

    @property
    def keys(self) -> NDArray[np.uint64]:
        """Numbers of the rounds whose dealer's hand is known."""
        keys: NDArray[np.uint64] = self.numbers[self.numbers != 0]
        return keys

    def agree(self, other: Deals) -> bool:
        """Whether no round that both have was dealt differently.

        A round that is played again, as after chombo, has the label of the one before it: then some
        round of that label must fit.
        """
        if len(np.unique(self.label)) == len(self.label) and len(np.unique(other.label)) == len(other.label):
            _, mine, theirs = np.intersect1d(self.label, other.label, return_indices=True)
            return bool(_equal(self.hands[mine], other.hands[theirs]).all())
        return all(
            len(ours) == 0 or len(others) == 0 or _fits(self.hands[ours], other.hands[others])
            for ours, others in self._common(other)
        )

    def same(self, other: Deals) -> list[tuple[int, int]]:
        """Rounds of both that have a label and at least one known hand in common, and none that differs."""
        return [
            (int(mine), int(theirs))
            for ours, others in self._common(other)
            for mine in ours
            for theirs in others
            if _equal(self.hands[mine], other.hands[theirs]).all()
            and np.any((self.hands[mine] == other.hands[theirs]) & (self.hands[mine] != 0))
        ]

    def _common(self, other: Deals) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Rounds of both games by label."""
        for label in np.intersect1d(self.label, other.label):
            yield np.flatnonzero(self.label == label), np.flatnonzero(other.label == label)


def _equal(ours: NDArray[np.uint64], others: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Whether hands are the same, or one of them is not known."""
    equal: NDArray[np.bool_] = (ours == others) | (ours == 0) | (others == 0)
    return equal


def _fits(ours: NDArray[np.uint64], others: NDArray[np.uint64]) -> bool:
    """Whether each of the rounds that are fewer is as one of the others."""
    few, many = sorted((ours, others), key=len)
    fits = np.asarray(_equal(few[:, None], many[None])).all(axis=2)
    return bool(np.asarray(fits).any(axis=1).all())


NO_DEALS: Final = Deals(np.zeros(0, np.int32), np.zeros((0, len(_HANDS)), np.uint64), np.zeros(0, np.uint64))


def numbers_of(label: NDArray[np.int32], hands: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The numbers of rounds (`Deals.numbers`), from their labels and hands (`Deals.hands`)."""
    dealer = hands[:, 0]
    return np.where(dealer != 0, dealer + label.astype(np.uint64) * _MIX, np.uint64(0))


def deals_by_game(rounds: pa.Table) -> dict[str, Deals]:
    """The deals of the games in `rounds` (with at least `DEAL_COLUMNS`), by game id."""
    if not len(rounds):
        return {}
    wind, number, honba = (np.asarray(rounds[name]).astype(np.int32) for name in _LABEL)
    label = (wind * 32 + number) * 2**16 + honba
    hands = np.zeros((len(rounds), len(_HANDS)), np.uint64)
    seats = np.zeros(len(rounds), dtype=np.int64)
    for seat, name in enumerate(_HANDS):
        codes = matrix_of(rounds[name], _HAND_WIDTH, NO_TILE, TILE_NAMES)
        is_whole = (codes != UNKNOWN).all(axis=1)
        hands[:, seat] = np.where(is_whole, _WEIGHTS_OF_CODES[codes].sum(axis=1), 0)
        seats[codes[:, 0] != NO_TILE] = seat + 1
    dealer = ints_of(rounds["dealer_seat"], 0)[:, None]
    turn = (dealer + np.arange(len(_HANDS))) % np.maximum(seats, 1)[:, None]
    turned = np.where(np.arange(len(_HANDS)) < seats[:, None], np.take_along_axis(hands, turn, axis=1), 0)
    ids = rounds["game_id"].unify_dictionaries().combine_chunks()
    wall, seed = (np.asarray(rounds[name].is_valid()) for name in _WALL)
    columns = label, turned, numbers_of(label, turned), wall | seed
    return {name: Deals(*piece) for name, piece in by_game(ids, *columns)}


def by_game(ids: pa.DictionaryArray, *columns: NDArray[Any]) -> Iterator[tuple[str, list[NDArray[Any]]]]:
    """Yield the id of each game, and its rows of `columns`; the rows of a game stand together."""
    game, names = np.asarray(ids.indices), ids.dictionary.to_pylist()
    starts = np.flatnonzero(np.diff(game, prepend=-1)).tolist()
    for begin, end in pairwise([*starts, len(game)]):
        yield names[game[begin]], [column[begin:end] for column in columns]
