"""Rounds for unit tests, event by event and by seat, legal or not."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from mjlog.formats.builder import LogBuilder
from mjlog.notation import MPSZ
from mjlog.replay.batch import Batch
from mjlog.replay.replay import Replay, replay_batch
from mjlog.rulesets.games import rules_of_games
from mjlog.tables import LogTables
from mjlog.tiles import NO_TILE

EVENT = re.compile(
    r"(?:(?P<seat>\d) )?(?P<kind>[a-z_]+)(?: (?P<tile>\d[mpsz]|\?))?(?: (?P<points>\d+))?"
    r"(?: with (?P<used>\S+))?(?: from (?P<source>\d))?"
)
WAITING = "23m456p678p234s99s"
"""Waits for 1m and 4m."""
ELSEWHERE = "147m258p369s1234z"
"""Far from tenpai, and without the tiles that `WAITING` wants but 1m and 4m."""
EAST_1: Mapping[str, Any] = MappingProxyType(
    {"round_wind": 0, "round_number": 1, "dealer_seat": 0, "honba": 0, "riichi_sticks": 0}
)
"""Columns of a first round."""


@dataclass(frozen=True)
class Round:
    """One round: events such as "0 draw 5m; 0 discard 5m; 1 pon 5m with 55m from 0; dora 1z"."""

    events: str = ""
    hands: Mapping[int, str] = field(default_factory=dict)
    """Dealt hands by seat; those that are left out are hidden."""
    columns: Mapping[str, Any] = field(default_factory=dict)
    """Columns of `rounds` that are not the usual ones."""
    dora: str = "9m"


def tiles(text: str) -> list[int]:
    """Tile codes of mpsz text; "" for none."""
    return MPSZ.parse_hand(text).tolist() if text else []


def written(
    rounds: Sequence[Round], rules: Mapping[str, Any] | None = None, players: int = 4, **game: Any
) -> LogTables:
    """Log tables of one game under fields over the preset "tenhou"."""
    builder = LogBuilder()
    builder.game(
        source_path="written",
        source_format="written",
        player_count=players,
        rules=json.dumps({"extends": "tenhou", **(rules or {})}),
        **game,
    )
    for seat in range(players):
        builder.player(seat)
    for number, played in enumerate(rounds):
        usual = {
            **EAST_1,
            "round_number": number % players + 1,
            "dealer_seat": number % players,
            "start_scores": [25_000] * players,
            "dora_indicators": tiles(played.dora),
        }
        hands = [tiles(played.hands.get(seat, "?" * 13)) for seat in range(players)]
        builder.round(hands=hands, **{**usual, **played.columns})
        for text in filter(None, (part.strip() for part in played.events.split(";"))):
            _tell(builder, text)
    return builder.build()


def _tell(builder: LogBuilder, text: str) -> None:
    match = EVENT.fullmatch(text)
    if match is None:
        raise ValueError(f"no event: {text!r}")
    builder.event(
        match["kind"],
        None if match["seat"] is None else int(match["seat"]),
        target_seat=None if match["source"] is None else int(match["source"]),
        tile=tiles(match["tile"])[0] if match["tile"] else NO_TILE,
        consumed=tiles(match["used"] or ""),
        points=None if match["points"] is None else int(match["points"]),
    )


def batch_of(tables: LogTables) -> Batch:
    """The batch of `tables` under the rules that they state."""
    players = tables.games["player_count"].to_pylist()
    rules = rules_of_games(tables.games["rules"].to_pylist(), players)
    return Batch.from_tables(tables, rules.table, rules.rule)


def replayed(*rounds: Round, rules: Mapping[str, Any] | None = None, players: int = 4) -> Replay:
    """The replay of one game of `rounds`."""
    return replay_batch(batch_of(written(rounds, rules, players)))
