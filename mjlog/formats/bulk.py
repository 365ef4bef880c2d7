"""What a batch of logs holds, as columns, put together into the log tables."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa

from mjlog import schema
from mjlog.columns import Array, matrix_of
from mjlog.formats.plain import sound, table_of
from mjlog.rulesets.standard import SEATS
from mjlog.tables import EventColumns, LogTables, position_in_group, renamed
from mjlog.tiles import NO_TILE, TILE_NAMES

_HAND_WIDTH: Final = 16
_NO_SCORE: Final = -(1 << 30)


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
    given = GameIds()
    log_ids = games.arrays["log_id"].to_pylist()
    ids = pa.array([given.give(*said) for said in zip(log_ids, hashes, strict=True)], pa.string())
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


class GameIds:
    """Ids of the games of a batch, given one after the other."""

    def __init__(self) -> None:
        self._copies: dict[str, int] = {}
        self._taken: set[str] = set()

    def give(self, log_id: str | None, content_hash: str) -> str:
        """What the log calls the game, else how its hash begins; a copy gets a suffix ("id~2")."""
        base = sound(log_id or content_hash[:16])
        copy = self._copies.get(base, 0) + 1
        while (name := base if copy == 1 else f"{base}~{copy}") in self._taken:
            copy += 1
        self._copies[base] = copy
        self._taken.add(name)
        return name


def in_one_sequence(parts: Iterable[LogTables]) -> Iterator[LogTables]:
    """Parts of a batch that were read apart, their games called as if they had been read together."""
    ids = GameIds()
    for part in parts:
        own, log_ids, hashes = (
            part.games[name].to_pylist() for name in ("game_id", "log_id", "content_hash")
        )
        given = [ids.give(*said) for said in zip(log_ids, hashes, strict=True)]
        yield part if given == own else renamed(part, dict(zip(own, given, strict=True)))


def _content_hashes(rounds: Bulk, games: int) -> list[str]:
    """A hash of the deals and scores of each game, equal for one game in any format."""
    columns = [
        np.asarray(rounds.arrays[name].fill_null(-1))
        for name in ("round_wind", "round_number", "dealer_seat", "honba")
    ]
    scores = matrix_of(rounds.arrays["start_scores"], SEATS, _NO_SCORE)
    hands = [
        np.sort(matrix_of(rounds.arrays[f"hand_{seat}"], _HAND_WIDTH, NO_TILE, TILE_NAMES), axis=1)
        for seat in range(SEATS)
    ]
    deals = np.column_stack([*columns, scores, *hands]).astype("<i4")
    bounds = np.searchsorted(rounds.owner, np.arange(games + 1))
    return [
        hashlib.sha256(deals[start:end].tobytes()).hexdigest()[:32]
        for start, end in pairwise(bounds.tolist())
    ]
