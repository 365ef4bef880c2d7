"""`LogBuilder`: readers tell it what a log says; it makes the log tables.

Events may be told one by one (`event`) or, by readers that decode them in bulk, handed over
as `EventColumns`; the other tables too may be handed over as columns (`Bulk`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa

from mjlog import schema
from mjlog.columns import Array, tiles_array
from mjlog.formats.bulk import Bulk, Bulks, log_tables
from mjlog.formats.kept import kept
from mjlog.formats.plain import code_lists, identity, plain_columns, sound
from mjlog.formats.told import Kinds, check, codes, dealt
from mjlog.rulesets.standard import SEATS
from mjlog.tables import NO_POINTS, EventColumns, LogTables
from mjlog.tiles import NO_TILE

_IDENTITIES: Final = ("name", "account_id")
"""Columns of `game_players` that say who somebody is."""
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


def wrong_lengths(lists: Mapping[str, Sequence[Any]], players: int) -> str:
    """What is wrong with lists of one entry by seat, whose entries have the names of the keys.

    Three players may have an empty fourth seat.

    >>> wrong_lengths({"name": ["a"] * 5, "rating": []}, 4)
    '5 names for 4 players'
    """
    wrong = {name: len(values) for name, values in lists.items() if len(values) not in (0, players, SEATS)}
    return ", ".join(f"{count} {name}s for {players} players" for name, count in wrong.items())


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
        """Add a seat of the current game; `values` are columns of `game_players`, blank names null."""
        check("game_players", values)
        who = _known(values)
        self._rows["game_players"].append({"game": self._game, "seat": seat, **values, **who})

    def update_player(self, seat: int, **values: Any) -> None:
        """Set columns of a seat of the current game."""
        check("game_players", values)
        for row in reversed(self._rows["game_players"]):
            if row["game"] != self._game:
                break
            if row["seat"] == seat:
                row.update(values, **_known(values))
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

    @property
    def has_rejects(self) -> bool:
        """Whether any problem was told."""
        return bool(self._problems)

    # --- making ----------------------------------------------------------------------------

    def build(
        self,
        events: EventColumns | None = None,
        *,
        games: Bulk | None = None,
        players: Bulk | None = None,
        rounds: Bulk | None = None,
        wins: Bulk | None = None,
        draws: Bulk | None = None,
        extras: Bulk | None = None,
    ) -> LogTables:
        """Make the tables.

        What was decoded in bulk instead of told is handed over: all of a table.

        Args:
            events: the events of the batch.
            games: the games, one after the other.
            players: the players, in order of their games.
            rounds: the rounds, in order of their games.
            wins: the wins, in order of their rounds.
            draws: the draws, in order of their rounds.
            extras: the unknown fields, in order of their games.
        """
        return log_tables(
            Bulks(
                games=self._told_games() if games is None else games,
                players=self._told_of_games(schema.GAME_PLAYERS) if players is None else players,
                rounds=self._told_rounds() if rounds is None else rounds,
                wins=self._told_results(schema.WINS) if wins is None else wins,
                draws=self._told_results(schema.DRAWS) if draws is None else draws,
                extras=self._told_of_games(schema.EXTRAS) if extras is None else extras,
            ),
            self._told_events() if events is None else events,
            pa.Table.from_pylist(self._told_rejects(), schema=schema.REJECTS.arrow),
        )

    def _told_games(self) -> Bulk:
        rows = self._rows["games"]
        return Bulk(np.arange(len(rows), dtype=np.int32), plain_columns(schema.GAMES, rows))

    def _told_of_games(self, table: schema.TableSchema) -> Bulk:
        rows = self._rows[table.name]
        owner = np.array([row["game"] for row in rows], dtype=np.int32)
        return Bulk(owner, plain_columns(table, rows))

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


def _known(values: Mapping[str, Any]) -> dict[str, str | None]:
    """Who a player is, as far as columns of `game_players` say it."""
    return {name: identity(values[name]) for name in _IDENTITIES if name in values}


def stated(values: Sequence[int] | Array, missing: int) -> Array | None:
    """(n,) int32 column of events, None when none of them says it."""
    column = np.asarray(values, dtype=np.int32)
    return None if (column == missing).all() else column
