"""How rounds were played as numbers: two games of one deal are one game if they were played alike."""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.columns import codes_of
from mjlog.once import once
from mjlog.schema import EVENT_KINDS
from mjlog.tables import LogTables, round_numbers
from mjlog.tiles import KIND, TILE_NAMES
from mjlog.warehouse.deals import by_game

PLAY_COLUMNS: Final = ["game_id", "round_index", "tile"]
"""Columns of `discards` that `plays_by_game` reads."""
_LENGTHS: Final = 2 ** np.arange(7)
"""Discards after which a round has a number."""
_WEIGHTS: Final = np.random.default_rng(1).integers(1, 2**64, (_LENGTHS[-1], 64), dtype=np.uint64)
"""What a tile of a kind adds as n-th discard of its round, modulo 2**64."""

Plays = NDArray[np.uint64]
"""(rounds, 7) number of the first 1, 2, 4, ... 64 discards of each round; 0 where it has fewer."""
NO_PLAYS: Final = np.zeros((0, len(_LENGTHS)), np.uint64)


class BatchPlays:
    """How the games of a batch were played, found out when it is first asked for, which is seldom.

    Args:
        tables: the batch.
    """

    def __init__(self, tables: LogTables) -> None:
        self._events = tables.events.select([*PLAY_COLUMNS, "kind"])
        self._rounds = tables.rounds.select(PLAY_COLUMNS[:2])

    def of(self, game: str) -> Plays:
        """How a game was played, by its id in the batch."""
        return self._by_game.get(game, NO_PLAYS)

    @once
    def _by_game(self) -> dict[str, Plays]:
        kinds = codes_of(self._events["kind"], EVENT_KINDS)
        is_discard = pa.array(kinds == EVENT_KINDS.index("discard"))
        return plays_by_game(self._events.filter(is_discard), self._rounds)


def plays_by_game(discards: pa.Table, rounds: pa.Table) -> dict[str, Plays]:
    """How each game was played.

    Args:
        discards: the discards of games in order, with at least `PLAY_COLUMNS`.
        rounds: their rounds in order, with `game_id` and `round_index`.

    Raises:
        ValueError: when a discard belongs to no round.
    """
    if not len(rounds):
        return {}
    tiles = codes_of(discards["tile"], TILE_NAMES)
    numbers = _numbers(round_numbers(discards, rounds), KIND[tiles] & np.uint8(63), len(rounds))
    ids = rounds["game_id"].unify_dictionaries().combine_chunks()
    return {name: piece for name, (piece,) in by_game(ids, numbers)}


def _numbers(at: NDArray[np.int64], kinds: NDArray[np.uint8], rounds: int) -> Plays:
    """The numbers of the rounds, from the round and kind of each discard."""
    starts = np.flatnonzero(np.diff(at, prepend=-1))
    count = np.diff(np.append(starts, len(at)))
    place = np.arange(len(at)) - np.repeat(starts, count)
    worth = np.where(place < _LENGTHS[-1], _WEIGHTS[np.minimum(place, _LENGTHS[-1] - 1), kinds], np.uint64(0))
    total = np.concatenate([np.zeros(1, np.uint64), np.cumsum(worth, dtype=np.uint64)])
    numbers = np.zeros((rounds, len(_LENGTHS)), dtype=np.uint64)
    ends = starts[:, None] + np.minimum(_LENGTHS, count[:, None])
    sums = total[ends] - total[starts][:, None]
    numbers[at[starts]] = np.where(count[:, None] >= _LENGTHS, sums, np.uint64(0))
    return numbers


def played_alike(ours: NDArray[np.uint64], others: NDArray[np.uint64]) -> bool:
    """Whether rounds (7,) have discards in common, as far as both go."""
    both = (ours != 0) & (others != 0)
    return bool(both.any() and (ours == others)[both].all())
