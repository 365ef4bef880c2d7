"""`LogBuilder`: readers tell it what a log says; it makes the log tables.

Events may be told one by one (`event`) or, by readers that decode them in bulk, handed over
as `EventColumns`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from mjlog import schema
from mjlog.columns import lists_array, tile_lists, tiles_array, words_array
from mjlog.tables import EventColumns, LogTables
from mjlog.tiles import NO_TILE

KIND_CODE = {kind: code for code, kind in enumerate(schema.EVENT_KINDS)}
_EXCERPT = 120


class LogBuilder:
    """Collects games, rounds, events and results, in the order of the log."""

    def __init__(self) -> None:
        self._rows: dict[str, list[dict[str, Any]]] = {
            t.name: [] for t in schema.LOG_TABLES if t is not schema.EVENTS
        }
        self._game = -1
        self._round_index = -1
        self._round_game: list[int] = []
        self._scalars = {name: bytearray() for name in ("kind", "seat", "target_seat", "tile", "tsumogiri")}
        self._consumed = bytearray()
        self._event_round: list[int] = []
        self._event_offset: list[int] = []

    # --- telling ---------------------------------------------------------------------------

    def game(self, **values: Any) -> int:
        """Begin a game; `values` are columns of `games` (not `game_id`, `content_hash`).

        Returns:
            The number of the game in this batch.
        """
        self._game += 1
        self._round_index = -1
        self._rows["games"].append({"is_complete": False, **values})
        return self._game

    def update_game(self, **values: Any) -> None:
        """Set columns of the game begun last (for what a log says at its end)."""
        self._rows["games"][-1].update(values)

    def player(self, seat: int, **values: Any) -> None:
        """Add a seat of the current game; `values` are columns of `game_players`."""
        self._rows["game_players"].append({"game": self._game, "seat": seat, **values})

    def update_player(self, seat: int, **values: Any) -> None:
        """Set columns of a seat of the current game."""
        for row in reversed(self._rows["game_players"]):
            if row["game"] != self._game:
                break
            if row["seat"] == seat:
                row.update(values)
                return
        self.player(seat, **values)

    def round(self, *, hands: Sequence[Sequence[int]], dora_indicators: Sequence[int], **values: Any) -> int:
        """Begin a round of the current game.

        Args:
            hands: tile codes of each seat's dealt hand, 13 each (empty for an absent seat).
            dora_indicators: tile codes of the indicators known at the deal; `event("dora", ...)`
                adds to them.
            values: other columns of `rounds` as plain Python values.

        Returns:
            The number of the round in this batch (`EventColumns.round`).
        """
        self._round_index += 1
        self._round_game.append(self._game)
        self._rows["rounds"].append(
            {
                "game": self._game,
                "round_index": self._round_index,
                "hands": [bytes(h) for h in hands] + [b""] * (4 - len(hands)),
                "dora": bytearray(dora_indicators),
                **values,
            }
        )
        return len(self._round_game) - 1

    def update_round(self, **values: Any) -> None:
        """Set columns of the round begun last; `ura` is a sequence of tile codes or None."""
        self._rows["rounds"][-1].update(values)

    def event(
        self,
        kind: str,
        seat: int | None = None,
        *,
        target_seat: int | None = None,
        tile: int = NO_TILE,
        consumed: Sequence[int] = (),
        is_tsumogiri: bool | None = None,
        source_offset: int = -1,
    ) -> None:
        """Add an event to the current round; tiles are codes of `mjlog.tiles`."""
        s = self._scalars
        s["kind"].append(KIND_CODE[kind])
        s["seat"].append(255 if seat is None else seat)
        s["target_seat"].append(255 if target_seat is None else target_seat)
        s["tile"].append(tile)
        s["tsumogiri"].append(255 if is_tsumogiri is None else is_tsumogiri)
        self._consumed += bytes((*consumed, NO_TILE, NO_TILE, NO_TILE, NO_TILE)[:4])
        self._event_round.append(len(self._round_game) - 1)
        self._event_offset.append(source_offset)
        if kind == "dora":
            self._rows["rounds"][-1]["dora"].append(tile)

    def win(self, **values: Any) -> None:
        """Add a win to the current round; `values` are columns of `wins`, tiles as codes.

        `log_hand` is a sequence of tile codes; `log_yaku` a sequence of slugs.
        """
        index = sum(1 for w in self._rows["wins"][-3:] if w["round"] == len(self._round_game) - 1)
        self._rows["wins"].append({"round": len(self._round_game) - 1, "win_index": index, **values})

    def draw(self, **values: Any) -> None:
        """Add how the current round ended without a win; `values` are columns of `draws`."""
        self._rows["draws"].append({"round": len(self._round_game) - 1, **values})

    def reject(self, source_path: str, source_offset: int, reason: str, excerpt: str | bytes = "") -> None:
        """Record a piece of input that could not be read."""
        text = excerpt.decode("utf-8", "replace") if isinstance(excerpt, bytes) else excerpt
        self._rows["rejects"].append(
            {
                "source_path": source_path,
                "source_offset": source_offset,
                "reason": reason,
                "excerpt": text[:_EXCERPT],
            }
        )

    # --- making ----------------------------------------------------------------------------

    def build(self, events: EventColumns | None = None) -> LogTables:
        """Make the tables.

        Args:
            events: all events of the batch, when they were decoded in bulk instead of told.
        """
        columns = self._told_events() if events is None else events
        rounds = self._rows["rounds"]
        for row in rounds:
            row.setdefault("ura", None)
        game_ids = self._game_ids()
        round_game = np.array(self._round_game, dtype=np.int32)
        round_index = np.array([r["round_index"] for r in rounds], dtype=np.int16)
        ids = pa.array(game_ids, pa.string())
        return LogTables(
            games=self._table(schema.GAMES, ids, np.arange(len(game_ids)), {}),
            game_players=self._table(
                schema.GAME_PLAYERS, ids, self._column("game_players", "game"), {}
            ),
            rounds=self._table(schema.ROUNDS, ids, round_game, self._round_tiles(rounds)),
            events=columns.to_table(ids, round_game, round_index),
            wins=self._result_table(schema.WINS, ids, round_game, round_index),
            draws=self._result_table(schema.DRAWS, ids, round_game, round_index),
            rejects=pa.Table.from_pylist(self._rows["rejects"], schema=schema.REJECTS.arrow),
        )

    def _told_events(self) -> EventColumns:
        def signed(name: str) -> Any:
            return np.frombuffer(bytes(self._scalars[name]), dtype=np.int8)

        return EventColumns(
            round=np.array(self._event_round, dtype=np.int32),
            kind=np.frombuffer(bytes(self._scalars["kind"]), dtype=np.uint8),
            seat=signed("seat"),
            target_seat=signed("target_seat"),
            tile=np.frombuffer(bytes(self._scalars["tile"]), dtype=np.uint8),
            consumed=np.frombuffer(bytes(self._consumed), dtype=np.uint8).reshape(-1, 4),
            tsumogiri=signed("tsumogiri"),
            source_offset=np.array(self._event_offset, dtype=np.int64),
        )

    def _column(self, table: str, name: str) -> Any:
        return np.array([row[name] for row in self._rows[table]], dtype=np.int32)

    def _game_ids(self) -> list[str]:
        """Ids and content hashes; a second copy of one game in the batch gets a suffix."""
        hashes = [hashlib.sha256() for _ in self._rows["games"]]
        for row in self._rows["rounds"]:
            deal = (row["round_wind"], row["round_number"], row["dealer_seat"], row["honba"])
            hashes[row["game"]].update(repr((deal, list(row["start_scores"]))).encode())
            hashes[row["game"]].update(b"|".join(bytes(sorted(h)) for h in row["hands"]))
        seen: dict[str, int] = {}
        ids = []
        for row, digest in zip(self._rows["games"], hashes, strict=True):
            row["content_hash"] = digest.hexdigest()[:32]
            base = row.get("log_id") or row["content_hash"][:16]
            seen[base] = seen.get(base, 0) + 1
            ids.append(base if seen[base] == 1 else f"{base}~{seen[base]}")
        return ids

    def _round_tiles(self, rounds: list[dict[str, Any]]) -> dict[str, pa.Array]:
        hands = {f"hand_{seat}": _code_lists([r["hands"][seat] or None for r in rounds]) for seat in range(4)}
        return {
            **hands,
            "dora_indicators": _code_lists([r["dora"] for r in rounds]),
            "ura_indicators": _code_lists([r["ura"] for r in rounds]),
        }

    def _result_table(self, table: schema.TableSchema, ids: pa.Array, round_game: Any, round_index: Any) -> pa.Table:
        rows = self._rows[table.name]
        numbers = self._column(table.name, "round")
        made: dict[str, pa.Array] = {"round_index": pa.array(round_index[numbers], pa.int16())}
        if table is schema.WINS:
            made["tile"] = tiles_array(np.array([r["tile"] for r in rows], dtype=np.uint8))
            for name in ("log_hand", "log_dora_indicators"):
                made[name] = _code_lists([r.get(name) for r in rows])
        return self._table(table, ids, round_game[numbers], made)

    def _table(self, table: schema.TableSchema, ids: pa.Array, games: Any, made: dict[str, pa.Array]) -> pa.Table:
        """Rows told for `table` as an Arrow table; `made` columns are ready already."""
        rows = self._rows[table.name]
        arrays: dict[str, pa.Array] = {
            "game_id": pa.DictionaryArray.from_arrays(pa.array(games, pa.int32()), ids),
            **made,
        }
        for column in table.columns:
            if column.name in arrays:
                continue
            values = [row.get(column.name) for row in rows]
            arrays[column.name] = _plain_array(values, column)
        return pa.Table.from_arrays([arrays[n] for n in table.names], schema=table.arrow)


def _plain_array(values: list[Any], column: schema.Column) -> pa.Array:
    """Plain Python `values` as the Arrow type of `column`, words checked against its vocabulary."""
    if not column.words:
        return pa.array(values, column.type)
    code = {word: i for i, word in enumerate(column.words)}
    code_of = code.__getitem__
    if pa.types.is_list(column.type):
        flat = [code_of(v) for row in values if row is not None for v in row]
        lengths = np.array([0 if row is None else len(row) for row in values], dtype=np.int32)
        null = np.array([row is None for row in values], dtype=bool)
        return lists_array(words_array(np.array(flat, dtype=np.uint8), column.words), lengths, null=null)
    codes = [255 if v is None else code_of(v) for v in values]
    return words_array(np.array(codes, dtype=np.uint8), column.words)


def _code_lists(rows: Sequence[Sequence[int] | None]) -> pa.ListArray:
    """Sequences of tile codes (or None) as a list column of tiles."""
    width = max((len(r) for r in rows if r is not None), default=0)
    matrix = np.full((len(rows), max(width, 1)), NO_TILE, dtype=np.uint8)
    for i, row in enumerate(rows):
        if row is not None:
            matrix[i, : len(row)] = list(row)
    return tile_lists(matrix, null=np.array([r is None for r in rows], dtype=bool))
