"""`LogBuilder`: readers tell it what a log says; it makes the log tables.

Events may be told one by one (`event`) or, by readers that decode them in bulk, handed over
as `EventColumns`; rounds and results too may be handed over as columns (`Bulk`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from mjlog import schema
from mjlog.columns import Array, matrix_of, tiles_array
from mjlog.formats.kept import kept
from mjlog.formats.plain import code_lists, plain_columns, sound, table_of
from mjlog.formats.told import Kinds, check, codes, dealt
from mjlog.tables import NO_POINTS, EventColumns, LogTables, position_in_group
from mjlog.tiles import NO_TILE, TILE_NAMES

KIND_CODE: Final = Kinds({kind: code for code, kind in enumerate(schema.EVENT_KINDS)})
MOST_ROUNDS: Final = 1000
"""Rounds of a game; what has more is none."""
MOST_EVENTS: Final = 1000
"""Events of a round, lost connections included; play itself has fewer than 300."""
MOST_WINS: Final = 4
"""Wins in a round, with one to spare."""
MOST_POINTS: Final = 10_000_000
"""Points that a score reaches either way."""
MOST_STICKS: Final = 1000
"""Riichi sticks on the table, a thousand points of penalty counted as one."""
MOST_REJECTS: Final = 100
"""Problems of one document that are told one by one; the rest are counted."""
EXCERPT: Final = 120
"""Characters of what could not be read that are kept."""
_SEATS: Final = 4
_HAND_WIDTH: Final = 16
_NO_SCORE: Final = -(1 << 30)


def wrong_lengths(lists: Mapping[str, Sequence[Any]], players: int) -> str:
    """What is wrong with lists of one entry by seat, whose entries have the names of the keys.

    Three players may have an empty fourth seat.

    >>> wrong_lengths({"name": ["a"] * 5, "rating": []}, 4)
    '5 names for 4 players'
    """
    wrong = {name: len(values) for name, values in lists.items() if len(values) not in (0, players, _SEATS)}
    return ", ".join(f"{count} {name}s for {players} players" for name, count in wrong.items())


class Bulk(NamedTuple):
    """Rows of a table as columns."""

    owner: Array
    """(k,) ascending number in the batch of each row's game (rounds, extras) or round (results)."""
    arrays: dict[str, pa.Array]
    """Columns of the table, k entries each, without game, round and position; absent ones are null.

    Rounds may have a `round_index`: their position in the game when not all of them could be read.
    """


class LogBuilder:
    """Collects games, rounds, events and results, in the order of the log."""

    def __init__(self) -> None:
        self._rows: dict[str, list[dict[str, Any]]] = {
            t.name: [] for t in schema.LOG_TABLES if t is not schema.EVENTS
        }
        self._game = -1
        self._next_index = 0
        self._round_game: list[int] = []
        self._scalars = {name: bytearray() for name in ("kind", "seat", "target_seat", "tile", "tsumogiri")}
        self._consumed = bytearray()
        self._event_round: list[int] = []
        self._event_offset: list[int] = []
        self._event_points: list[int] = []
        self._event_elapsed: list[int] = []
        self._problems: Counter[str] = Counter()

    # --- telling ---------------------------------------------------------------------------

    def game(self, **values: Any) -> int:
        """Begin a game; `values` are columns of `games` (not `game_id`, `content_hash`).

        Returns:
            The number of the game in this batch.
        """
        check("games", values)
        self._game += 1
        self._next_index = 0
        self._rows["games"].append({"is_complete": False, **values})
        return self._game

    def update_game(self, **values: Any) -> None:
        """Set columns of the game begun last (for what a log says at its end)."""
        check("games", values, new=False)
        self._rows["games"][-1].update(values)

    def player(self, seat: int, **values: Any) -> None:
        """Add a seat of the current game; `values` are columns of `game_players`."""
        check("game_players", values)
        self._rows["game_players"].append({"game": self._game, "seat": seat, **values})

    def update_player(self, seat: int, **values: Any) -> None:
        """Set columns of a seat of the current game."""
        check("game_players", values)
        for row in reversed(self._rows["game_players"]):
            if row["game"] != self._game:
                break
            if row["seat"] == seat:
                row.update(values)
                return
        self.player(seat, **values)

    def round(
        self,
        *,
        hands: Sequence[Sequence[int]],
        dora_indicators: Sequence[int],
        index: int | None = None,
        **values: Any,
    ) -> int:
        """Begin a round of the current game.

        Args:
            hands: tile codes of each seat's dealt hand, 13 each: `tiles.UNKNOWN` for those that the log
                hides, none for an absent seat.
            dora_indicators: tile codes of those known at the deal; `event("dora", ...)` adds to them.
            index: position in the game when rounds before could not be read; else the one after the last.
            values: other columns of `rounds` as plain Python values.

        Returns:
            The number of the round in this batch (`EventColumns.round`).

        Raises:
            ValueError: when the game has too many rounds, hands or values cannot be; nothing is told then.
        """
        check("rounds", values, also=("ura",))
        row: dict[str, Any] = {
            "hands": dealt(hands, self._rows["games"][-1]["player_count"]),
            "dora": bytearray(codes(dora_indicators, "dora_indicators")),
        }
        index = self._next_index if index is None else index
        if index > MOST_ROUNDS:
            raise ValueError(f"a game of more than {MOST_ROUNDS} rounds")
        self._next_index = index + 1
        self._round_game.append(self._game)
        self._rows["rounds"].append({"game": self._game, "round_index": index, **row, **values})
        return len(self._round_game) - 1

    def update_round(self, **values: Any) -> None:
        """Set columns of the round begun last; `ura` and `wall` are sequences of tile codes or None."""
        check("rounds", values, also=("ura",), new=False)
        self._rows["rounds"][-1].update(values)

    def event(  # noqa: PLR0913  one argument per column
        self,
        kind: str,
        seat: int | None = None,
        *,
        target_seat: int | None = None,
        tile: int = NO_TILE,
        consumed: Sequence[int] = (),
        is_tsumogiri: bool | None = None,
        points: int | None = None,
        elapsed: int = -1,
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
        self._event_points.append(NO_POINTS if points is None else points)
        self._event_elapsed.append(elapsed)
        if kind == "dora":
            self._rows["rounds"][-1]["dora"].append(tile)

    def win(self, **values: Any) -> None:
        """Add a win to the current round; `values` are columns of `wins`, tiles as codes.

        `log_hand` is a sequence of tile codes; `log_yaku` a sequence of slugs.
        """
        check("wins", values)
        self._rows["wins"].append({"round": len(self._round_game) - 1, **values})

    def draw(self, **values: Any) -> None:
        """Add how the current round ended without a win; `values` are columns of `draws`."""
        check("draws", values)
        self._rows["draws"].append({"round": len(self._round_game) - 1, **values})

    def extra(
        self, action: str, fields: Mapping[str, Any], round_index: int | None = None, seq: int | None = None
    ) -> None:
        """Keep fields of an action of the current game that no column has; those beyond bounds are rejected.

        Args:
            action: type of the action.
            fields: the fields, as plain values or `msgspec.Raw`.
            round_index: round of the action if it belongs to one.
            seq: its place among the events of the round if it is one.
        """
        text, left_out = kept(fields)
        if text != "{}":
            row = {"game": self._game, "action": action, "fields": text}
            self._rows["extras"].append({**row, "round_index": round_index, "seq": seq})
        if left_out:
            game = self._rows["games"][-1]
            where = "" if round_index is None else f"round {round_index + 1} of the game: "
            reason = f"{where}{action}: {left_out}"
            self.reject(game["source_path"], game.get("source_offset") or 0, reason)

    def reject(
        self,
        source_path: str,
        source_offset: int,
        reason: str,
        excerpt: str | bytes = "",
        *,
        line: int | None = None,
    ) -> None:
        """Record a piece of input that could not be read, `line` counted from 1.

        Of the problems of one document the first hundred are told, the others counted.
        """
        self._problems[source_path] += 1
        if self._problems[source_path] > MOST_REJECTS:
            return
        text = excerpt.decode("utf-8", "replace") if isinstance(excerpt, bytes) else excerpt
        self._rows["rejects"].append(
            {
                "source_path": source_path,
                "source_offset": source_offset,
                "source_line": line,
                "reason": sound(reason),
                "excerpt": sound(text[:EXCERPT]),
            }
        )

    # --- making ----------------------------------------------------------------------------

    def build(
        self,
        events: EventColumns | None = None,
        *,
        rounds: Bulk | None = None,
        wins: Bulk | None = None,
        draws: Bulk | None = None,
        extras: Bulk | None = None,
    ) -> LogTables:
        """Make the tables.

        Args:
            events: all events of the batch, when they were decoded in bulk instead of told.
            rounds: all rounds of the batch, likewise, in order of their games.
            wins: all wins of the batch, likewise, in order of their rounds.
            draws: all draws of the batch, likewise, in order of their rounds.
            extras: all unknown fields of the batch, likewise, in order of their games.
        """
        dealt = self._told_rounds() if rounds is None else rounds
        won = self._told_results(schema.WINS) if wins is None else wins
        drawn = self._told_results(schema.DRAWS) if draws is None else draws
        kept = self._told_extras() if extras is None else extras
        happened = self._told_events() if events is None else events
        ids = pa.array(self._game_ids(dealt), pa.string())
        index = dealt.arrays.get("round_index")
        position = position_in_group(dealt.owner) if index is None else np.asarray(index)
        games, players = self._rows["games"], self._rows["game_players"]
        seats = np.array([row["game"] for row in players], dtype=np.int32)
        return LogTables(
            games=table_of(schema.GAMES, ids, np.arange(len(games)), plain_columns(schema.GAMES, games)),
            game_players=table_of(
                schema.GAME_PLAYERS, ids, seats, plain_columns(schema.GAME_PLAYERS, players)
            ),
            rounds=table_of(
                schema.ROUNDS,
                ids,
                dealt.owner,
                {**dealt.arrays, "round_index": pa.array(position, pa.int16())},
            ),
            events=happened.to_table(ids, dealt.owner.astype(np.int32), position.astype(np.int16)),
            wins=_result_table(schema.WINS, ids, won, dealt.owner, position),
            draws=_result_table(schema.DRAWS, ids, drawn, dealt.owner, position),
            extras=table_of(schema.EXTRAS, ids, kept.owner, kept.arrays),
            rejects=pa.Table.from_pylist(self._told_rejects(), schema=schema.REJECTS.arrow),
        )

    def _told_rounds(self) -> Bulk:
        rows = self._rows["rounds"]
        for row in rows:
            row.setdefault("ura", None)
            row.setdefault("wall", None)
        tiles = {f"hand_{seat}": code_lists([r["hands"][seat] or None for r in rows]) for seat in range(4)}
        tiles["dora_indicators"] = code_lists([r["dora"] for r in rows])
        tiles["ura_indicators"] = code_lists([r["ura"] for r in rows])
        tiles["wall"] = code_lists([r["wall"] for r in rows])
        owner = np.array(self._round_game, dtype=np.int32)
        return Bulk(owner, {**plain_columns(schema.ROUNDS, rows, but=tuple(tiles)), **tiles})

    def _told_results(self, table: schema.TableSchema) -> Bulk:
        rows = self._rows[table.name]
        tiles: dict[str, pa.Array] = {}
        if table is schema.WINS:
            tiles["tile"] = tiles_array(np.array([r["tile"] for r in rows], dtype=np.uint8))
            for name in ("log_hand", "log_dora_indicators"):
                tiles[name] = code_lists([r.get(name) for r in rows])
        owner = np.array([row["round"] for row in rows], dtype=np.int32)
        return Bulk(owner, {**plain_columns(table, rows, but=tuple(tiles)), **tiles})

    def _told_extras(self) -> Bulk:
        rows = self._rows["extras"]
        owner = np.array([row["game"] for row in rows], dtype=np.int32)
        return Bulk(owner, plain_columns(schema.EXTRAS, rows))

    def _told_rejects(self) -> list[dict[str, Any]]:
        """The rejects, with one for the rest of each document that has too many."""
        rest = [
            {"source_path": path, "source_offset": 0, "reason": f"{count - MOST_REJECTS} more problems"}
            for path, count in self._problems.items()
            if count > MOST_REJECTS
        ]
        return self._rows["rejects"] + rest

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
            points=stated(self._event_points, NO_POINTS),
            elapsed=stated(self._event_elapsed, -1),
        )

    def _game_ids(self, rounds: Bulk) -> list[str]:
        """Ids and content hashes; a second copy of one game in the batch gets a suffix."""
        seen: dict[str, int] = {}
        ids = []
        hashes = _content_hashes(rounds, len(self._rows["games"]))
        for row, content_hash in zip(self._rows["games"], hashes, strict=True):
            row["content_hash"] = content_hash
            base = sound(row.get("log_id") or content_hash[:16])
            seen[base] = seen.get(base, 0) + 1
            ids.append(base if seen[base] == 1 else f"{base}~{seen[base]}")
        return ids


def stated(values: Sequence[int] | Array, missing: int) -> Array | None:
    """(n,) int32 column of events, None when none of them says it."""
    column = np.asarray(values, dtype=np.int32)
    return None if (column == missing).all() else column


def _content_hashes(rounds: Bulk, games: int) -> list[str]:
    """A hash of the deals and scores of each game, equal for one game in any format."""
    columns = [
        np.asarray(rounds.arrays[name].fill_null(-1))
        for name in ("round_wind", "round_number", "dealer_seat", "honba")
    ]
    scores = matrix_of(rounds.arrays["start_scores"], _SEATS, _NO_SCORE)
    hands = [
        np.sort(matrix_of(rounds.arrays[f"hand_{seat}"], _HAND_WIDTH, NO_TILE, TILE_NAMES), axis=1)
        for seat in range(_SEATS)
    ]
    deals = np.column_stack([*columns, scores, *hands]).astype("<i4")
    bounds = np.searchsorted(rounds.owner, np.arange(games + 1))
    return [
        hashlib.sha256(deals[start:end].tobytes()).hexdigest()[:32]
        for start, end in pairwise(bounds.tolist())
    ]


def _result_table(
    table: schema.TableSchema, ids: pa.Array, results: Bulk, games: Any, position: Any
) -> pa.Table:
    """Wins or draws, whose owners are rounds, with the `games` and `position` of the rounds."""
    index = {"round_index": pa.array(position[results.owner], pa.int16())}
    if table is schema.WINS:
        index["win_index"] = pa.array(position_in_group(results.owner), pa.int8())
    return table_of(table, ids, games[results.owner], {**results.arrays, **index})
