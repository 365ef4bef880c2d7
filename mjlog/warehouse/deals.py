"""The deals of games as numbers, to tell whether two logs can be of the same game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.columns import matrix_of
from mjlog.tiles import KIND, NO_TILE, TILE_NAMES, UNKNOWN

_HANDS: Final = ("hand_0", "hand_1", "hand_2", "hand_3")
_LABEL: Final = ("round_wind", "round_number", "honba")
DEAL_COLUMNS: Final = ["game_id", *_LABEL, *_HANDS]
"""Columns of `rounds` that `deals_by_game` reads."""
_HAND_WIDTH: Final = 14
_WEIGHTS: Final = np.random.default_rng(0).integers(0, 2**64, 256, dtype=np.uint64)
"""What a tile of a kind adds to the number of a hand, modulo 2**64."""
_WEIGHTS[NO_TILE] = 0


@dataclass(frozen=True, slots=True, eq=False)
class Deals:
    """The deals of one game."""

    label: NDArray[np.int32]
    """(rounds,) number of round and honba."""
    hands: NDArray[np.uint64]
    """(rounds, 4) number of each seat's dealt hand, whatever the order of its tiles and the colour of its
    fives; 0 where the log does not have all of it."""

    def __len__(self) -> int:
        return len(self.label)

    def agree(self, other: Deals) -> bool:
        """Whether no round that both have was dealt differently."""
        if np.array_equal(self.label[:1], other.label[:1]) and not _equal(self.hands[:1], other.hands[:1]):
            return False  # the first round tells most games apart
        _, mine, theirs = np.intersect1d(self.label, other.label, return_indices=True)
        return _equal(self.hands[mine], other.hands[theirs])


def _equal(ours: NDArray[np.uint64], others: NDArray[np.uint64]) -> bool:
    """Whether all hands are the same that both logs have."""
    return bool(((ours == others) | (ours == 0) | (others == 0)).all())


NO_DEALS: Final = Deals(np.zeros(0, np.int32), np.zeros((0, len(_HANDS)), np.uint64))


def deals_by_game(rounds: pa.Table) -> dict[str, Deals]:
    """The deals of the games in `rounds` (with at least `DEAL_COLUMNS`), by game id."""
    if not len(rounds):
        return {}
    wind, number, honba = (np.asarray(rounds[name]).astype(np.int32) for name in _LABEL)
    label = (wind * 32 + number) * 2**16 + honba
    hands = np.zeros((len(rounds), len(_HANDS)), np.uint64)
    for seat, name in enumerate(_HANDS):
        codes = matrix_of(rounds[name], _HAND_WIDTH, NO_TILE, TILE_NAMES)
        is_whole = (codes != UNKNOWN).all(axis=1)
        hands[:, seat] = np.where(is_whole, _WEIGHTS[KIND[codes]].sum(axis=1), 0)
    ids = rounds["game_id"].unify_dictionaries().combine_chunks()
    return _split(ids, label, hands)


def _split(ids: pa.DictionaryArray, *columns: NDArray[Any]) -> dict[str, Deals]:
    """`columns` of rounds by game; the rounds of a game stand together."""
    game = np.asarray(ids.indices)
    starts = np.flatnonzero(np.diff(game, prepend=-1))
    names = ids.dictionary.to_pylist()
    pieces = zip(*(np.split(column, starts[1:]) for column in columns), strict=True)
    return {names[game[start]]: Deals(*piece) for start, piece in zip(starts.tolist(), pieces, strict=True)}
