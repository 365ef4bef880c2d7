"""Log tables as rows of one game after another, for writers."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from mjlog.formats.round_names import round_name
from mjlog.formats.sink import Event
from mjlog.rulesets import Ruleset, RulesetError, resolve
from mjlog.rulesets.words import ScoreSystem
from mjlog.tables import EventColumns, LogTables

Row = Mapping[str, Any]


class CannotSayError(ValueError):
    """A format has no way to write a game; the message says what it cannot say."""


@dataclass(frozen=True, slots=True)
class RoundRows:
    """A round with its events and results."""

    row: Row
    """Columns of `rounds`."""
    events: Sequence[Event]
    wins: Sequence[Row]
    draws: Sequence[Row]
    extras: Sequence[Row]

    @property
    def name(self) -> str:
        """How messages call the round."""
        return round_name(self.row["round_wind"], self.row["round_number"], self.row["honba"])

    @property
    def draw_type(self) -> str | None:
        """How the round ended without a win: as logged, else played out where the log says that much."""
        kind = self.draws[0]["log_type"] if self.draws else None
        is_known = kind not in (None, "unknown") or self.row["outcome"] != "exhaustive_draw"
        return kind if is_known else "exhaustive"


@dataclass(frozen=True, slots=True)
class GameRows:
    """A game with all that belongs to it."""

    row: Row
    """Columns of `games`."""
    players: Sequence[Row]
    """Columns of `game_players`, in order of seats."""
    rounds: Sequence[RoundRows]
    extras: Sequence[Row]
    """Those that belong to no round."""

    def column(self, name: str) -> list[Any]:
        """A column of the players."""
        return [player[name] for player in self.players]

    def kept(self) -> dict[str, Any]:
        """What its log said of the whole game and no column has."""
        fields: dict[str, Any] = {}
        for row in self.extras:
            if row["action"] == "start_game":
                fields |= json.loads(row["fields"])
        return fields


class _ByRound(NamedTuple):
    wins: Mapping[tuple[str, int], Sequence[Row]]
    draws: Mapping[tuple[str, int], Sequence[Row]]
    extras: Mapping[tuple[str, int], Sequence[Row]]


def games_of(tables: LogTables) -> Iterator[GameRows]:
    """Yield the games of `tables` in order.

    Raises:
        ValueError: when an event belongs to no round.
    """
    players = _grouped(tables.game_players, "game_id")
    rounds = _rounds(tables)
    extras = _grouped(tables.extras, "game_id", "round_index")
    for game in tables.games.to_pylist():
        name = game["game_id"]
        seats = sorted(players[(name,)], key=itemgetter("seat"))
        yield GameRows(game, seats, rounds[name], extras[name, None])


def _rounds(tables: LogTables) -> Mapping[str, list[RoundRows]]:
    """The rounds of each game."""
    columns = EventColumns.from_table(tables.events, tables.rounds)
    ends = np.searchsorted(columns.round, np.arange(len(tables.rounds) + 1)).tolist()
    scalars = [columns.kind, *(c.view(np.uint8) for c in (columns.seat, columns.target_seat))]
    scalars += [columns.tile, columns.tsumogiri.view(np.uint8)]
    consumed = [row.tobytes() for row in columns.consumed]
    events = list(map(Event, *(c.tolist() for c in scalars), consumed))
    wins, draws, extras = (
        _grouped(table, "game_id", "round_index") for table in (tables.wins, tables.draws, tables.extras)
    )
    rounds: dict[str, list[RoundRows]] = defaultdict(list)
    for number, row in enumerate(tables.rounds.to_pylist()):
        key = row["game_id"], row["round_index"]
        own = events[ends[number] : ends[number + 1]]
        rounds[row["game_id"]].append(RoundRows(row, own, wins[key], draws[key], extras[key]))
    return rounds


def _grouped(table: pa.Table, *key: str) -> Mapping[tuple[Any, ...], list[Row]]:
    """Rows of a table by the columns `key`."""
    rows: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in table.to_pylist():
        rows[tuple(row[name] for name in key)].append(row)
    return rows


def unless_empty(values: Sequence[Any]) -> list[Any] | None:
    """Values by seat; None where all are null."""
    return list(values) if any(value is not None for value in values) else None


def stated_rules(game: Row) -> Ruleset | None:
    """The rule set of a game, a row of `games`, as far as its log states one that can be used."""
    if game["rules"] is None:
        return None
    try:
        return resolve(game["rules"])
    except RulesetError:
        return None


def check_rules(rules: Ruleset | None) -> None:
    """Refuse games that only the action format can say.

    Raises:
        CannotSayError: for a shared table, or where points add up.
    """
    if rules is not None and rules.sits_out:
        raise CannotSayError("a shared table, where somebody sits out")
    if rules is not None and rules.score_system != ScoreSystem.HAN_FU:
        raise CannotSayError("hands that are not counted in han and fu")
