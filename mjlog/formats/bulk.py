"""What a batch of logs holds, as columns, put together into the log tables."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import Array, matrix_of
from mjlog.formats.plain import sound, table_of
from mjlog.rulesets.standard import SEATS
from mjlog.tables import EventColumns, LogTables, position_in_group
from mjlog.tiles import NO_TILE, TILE_NAMES

_HAND_WIDTH: Final = 16
_NO_SCORE: Final = -(1 << 30)
_BITS: Final = 3
"""Bits that count one tile in a hand."""
_TILES_PER_WORD: Final = 20


class Bulk(NamedTuple):
    """Rows of a table as columns."""

    owner: Array
    """(k,) ascending number in the batch of each row's game (of itself for games) or round (results)."""
    arrays: dict[str, pa.Array]
    """Columns of the table, k entries each, without game, round and position; absent ones are null.

    Rounds may have a `round_index`: their position in the game when not all of them could be read.
    """


class Bulks(NamedTuple):
    """The tables of a batch as columns, but for the events."""

    games: Bulk
    players: Bulk
    rounds: Bulk
    wins: Bulk
    draws: Bulk
    extras: Bulk


def log_tables(bulks: Bulks, events: EventColumns, rejects: pa.Table) -> LogTables:
    """The tables of a batch; games get their ids and content hashes."""
    games, rounds = bulks.games, bulks.rounds
    hashes = _content_hashes(rounds, len(games.owner))
    ids = _game_ids(games, hashes)
    index = rounds.arrays.get("round_index")
    position = position_in_group(rounds.owner) if index is None else np.asarray(index)

    def of_games(table: schema.TableSchema, bulk: Bulk, **more: pa.Array) -> pa.Table:
        return table_of(table, ids, bulk.owner, {**bulk.arrays, **more})

    def of_rounds(table: schema.TableSchema, bulk: Bulk, **more: pa.Array) -> pa.Table:
        index = pa.array(position[bulk.owner], pa.int16())
        return table_of(table, ids, rounds.owner[bulk.owner], {**bulk.arrays, "round_index": index, **more})

    return LogTables(
        games=of_games(schema.GAMES, games, content_hash=pa.array(hashes, pa.string())),
        game_players=of_games(schema.GAME_PLAYERS, bulks.players),
        rounds=of_games(schema.ROUNDS, rounds, round_index=pa.array(position, pa.int16())),
        events=events.to_table(ids, rounds.owner.astype(np.int32), position.astype(np.int16)),
        wins=of_rounds(
            schema.WINS, bulks.wins, win_index=pa.array(position_in_group(bulks.wins.owner), pa.int8())
        ),
        draws=of_rounds(schema.DRAWS, bulks.draws),
        extras=of_games(schema.EXTRAS, bulks.extras),
        rejects=rejects,
    )


def _game_ids(games: Bulk, hashes: Sequence[str]) -> pa.Array:
    """Ids of games: what the log calls them, else of their content; a second copy gets a suffix."""
    seen: dict[str, int] = {}
    ids = []
    for log_id, content_hash in zip(games.arrays["log_id"].to_pylist(), hashes, strict=True):
        base = sound(log_id or content_hash[:16])
        seen[base] = seen.get(base, 0) + 1
        ids.append(base if seen[base] == 1 else f"{base}~{seen[base]}")
    return pa.array(ids, pa.string())


def _content_hashes(rounds: Bulk, games: int) -> list[str]:
    """A hash of the deals and scores of each game, equal for one game in any format."""
    columns = [
        np.asarray(rounds.arrays[name].fill_null(-1))
        for name in ("round_wind", "round_number", "dealer_seat", "honba")
    ]
    scores = matrix_of(rounds.arrays["start_scores"], SEATS, _NO_SCORE)
    hands = [
        _tile_counts(matrix_of(rounds.arrays[f"hand_{seat}"], _HAND_WIDTH, NO_TILE, TILE_NAMES))
        for seat in range(SEATS)
    ]
    deals = np.column_stack([*columns, scores, *hands]).astype("<i8")
    bounds = np.searchsorted(rounds.owner, np.arange(games + 1))
    return [
        hashlib.sha256(deals[start:end].tobytes()).hexdigest()[:32]
        for start, end in pairwise(bounds.tolist())
    ]


def _count_words() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(256,) what a tile code adds to each of two words that count the tiles of a hand; 0 for no tile."""
    low, high = np.zeros((2, 256), dtype=np.int64)
    for code in range(len(TILE_NAMES)):
        word, place = divmod(code, _TILES_PER_WORD)
        (low, high)[word][code] = 1 << _BITS * place
    return low, high


_LOW, _HIGH = _count_words()


def _tile_counts(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """(n, 2) how often each tile is in hands (n, w) of codes, whatever their order, packed into two words."""
    counts = np.zeros((2, len(hands)), dtype=np.int64)
    for tiles in np.ascontiguousarray(hands.T):
        counts[0] += _LOW.take(tiles)
        counts[1] += _HIGH.take(tiles)
    return counts.T
