"""One game of log tables as plain rows that can be edited and made into tables again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mjlog.formats.builder import LogBuilder
from mjlog.rulesets import Ruleset
from mjlog.rulesets.games import rules_of_games
from mjlog.tables import LogTables
from mjlog.tiles import NO_TILE, TILE_NAMES
from tests.reference.model import Moment, RoundInput
from tests.reference.replayer import replay
from tests.reference.tables import from_tables

Row = dict[str, Any]
_MADE_BY_BUILDER = ("game_id", "content_hash", "round_index", "seq", "win_index")


@dataclass
class RoundRows:
    """A round: its row of `rounds`, events, wins and draw; tiles are codes."""

    given: RoundInput
    row: Row
    events: list[Row] = field(default_factory=list)
    wins: list[Row] = field(default_factory=list)
    draw: Row | None = None

    def moments(self) -> list[Moment]:
        """The round after each event, by the scalar reference."""
        return list(replay(self.given))

    def copy(self) -> RoundRows:
        """A copy that can be changed."""
        events, wins = [dict(e) for e in self.events], [dict(w) for w in self.wins]
        return RoundRows(
            self.given, dict(self.row), events, wins, None if self.draw is None else {**self.draw}
        )

    def wins_at(self) -> list[int]:
        """Positions of the win events."""
        return [i for i, e in enumerate(self.events) if e["kind"] == "win"]


@dataclass
class GameRows:
    """A whole game."""

    rules: Ruleset
    game: Row
    players: list[Row]
    rounds: list[RoundRows]

    @property
    def game_id(self) -> str:
        """Its id."""
        return str(self.game["game_id"])

    def copy(self, game_id: str) -> GameRows:
        """A copy that can be changed, under another id."""
        players = [dict(p) for p in self.players]
        return GameRows(
            self.rules, {**self.game, "game_id": game_id}, players, [r.copy() for r in self.rounds]
        )


def rows_of(tables: LogTables) -> GameRows:
    """The only game of `tables` as rows."""
    (game,) = tables.games.to_pylist()
    rules = rules_of_games([game["rules"]], [game["player_count"]]).rulesets[0]
    rounds = []
    rows = tables.rounds.to_pylist()
    for given, row in zip(from_tables(tables, lambda _: rules), rows, strict=True):
        plain = {k: v for k, v in row.items() if not k.startswith("hand_")}
        plain["wall"] = row["wall"] and [TILE_NAMES.index(tile) for tile in row["wall"]]
        events = [dict(e) for e in given.events]
        rounds.append(RoundRows(given, plain, events, [dict(w) for w in given.wins], given.draw))
    return GameRows(rules, game, tables.game_players.to_pylist(), rounds)


def tables_of(game: GameRows) -> LogTables:
    """Log tables of the rows, as a reader would tell them."""
    builder = LogBuilder()
    builder.game(**{**_told(game.game), "log_id": game.game_id})
    for player in game.players:
        builder.player(**_told(player))
    for round_ in game.rounds:
        turned = sum(e["kind"] == "dora" for e in round_.given.events)
        shown = round_.given.dora_indicators
        values = _told(round_.row)
        values.pop("dora_indicators")
        builder.round(
            hands=round_.given.hands,
            dora_indicators=round_.row.get("first_indicators", shown[: len(shown) - turned]),
            ura=round_.given.ura_indicators,
            **{k: v for k, v in values.items() if k not in ("ura_indicators", "first_indicators")},
        )
        for event in round_.events:
            _tell(builder, event)
        for win in round_.wins:
            builder.win(**{k: v for k, v in _told(win).items() if k != "tile"}, tile=_code(win["tile"]))
        if round_.draw is not None:
            builder.draw(**_told(round_.draw))
    return builder.build()


def _code(tile: int | None) -> int:
    return NO_TILE if tile is None else tile


def _told(row: Row) -> Row:
    """What a reader may say of a row."""
    return {k: v for k, v in row.items() if k not in _MADE_BY_BUILDER and not k.startswith("calc_")}


def _tell(builder: LogBuilder, event: Row) -> None:
    builder.event(
        event["kind"],
        event["seat"],
        target_seat=event.get("target_seat"),
        tile=_code(event.get("tile")),
        consumed=event.get("consumed") or (),
        is_tsumogiri=event.get("is_tsumogiri"),
        points=event.get("points"),
    )
