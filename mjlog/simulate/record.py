"""Played games as log tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE, LogBuilder
from mjlog.rulesets import load, presets
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import SEATS
from mjlog.rulesets.table import RulesetTable
from mjlog.scoring.course import standings
from mjlog.simulate.game import Game, PlayedRound
from mjlog.tables import NO_POINTS, EventColumns, LogTables
from mjlog.tiles import NO_TILE, UNKNOWN

PLATFORM: Final = "simulation"
"""Where simulated games say that they were played."""
_FIRST_EVENING: Final = datetime(2025, 1, 4, 19)  # noqa: DTZ001  games have no time zone
_NO_TILES: Final = (NO_TILE,) * 4
_BETWEEN_GAMES: Final = timedelta(hours=8)


def tables_of(games: Sequence[Game], rules: RulesetTable, seed: int, view: int | None = None) -> LogTables:
    """Put games into log tables.

    Args:
        games: games of one rule set.
        rules: that rule set as a table.
        seed: seed of the run, for the ids of the games.
        view: the seat that keeps the log, which does not see what others are dealt and draw; None sees all.
    """
    builder = LogBuilder()
    final = _final_results(games, rules)
    text = rules_text(games[0].rules)
    for game, (scores, points) in zip(games, final, strict=True):
        name = game.rules.name
        builder.game(
            source_path="",
            source_format=PLATFORM,
            platform=PLATFORM,
            log_id=f"{name}-{seed}-{game.number:05d}",
            rules=text,
            player_count=game.rules.seats,
            length=game.rules.length,
            started_at=_FIRST_EVENING + game.number * _BETWEEN_GAMES,
            is_complete=game.is_complete,
        )
        for seat, style in enumerate(game.players):
            builder.player(
                seat,
                name=style.name,
                log_final_score=scores[seat] if game.is_complete else None,
                log_final_points=points[seat] if game.is_complete else None,
            )
        for played in game.rounds:
            _tell_round(builder, played, view)
    return builder.build(_events_of([played for game in games for played in game.rounds], view))


def _events_of(rounds: Sequence[PlayedRound], view: int | None) -> EventColumns:
    """The events of rounds as columns."""
    rows = [event for played in rounds for event in played.events]
    kinds, seats, targets, tiles, consumed, drawn, points = zip(*rows, strict=True)
    kind = np.array([KIND_CODE[word] for word in kinds], dtype=np.uint8)
    seat = _or(seats, -1, np.int8)
    tile = np.array(tiles, dtype=np.uint8)
    if view is not None:
        tile = np.where((kind == KIND_CODE["draw"]) & (seat != view), np.uint8(UNKNOWN), tile)
    padded = b"".join([bytes((*codes, *_NO_TILES)[:4]) for codes in consumed])
    return EventColumns(
        round=np.repeat(np.arange(len(rounds), dtype=np.int32), [len(r.events) for r in rounds]),
        kind=kind,
        seat=seat,
        target_seat=_or(targets, -1, np.int8),
        tile=tile,
        consumed=np.frombuffer(padded, dtype=np.uint8).reshape(-1, 4),
        tsumogiri=_or(drawn, -1, np.int8),
        source_offset=np.full(len(rows), -1, dtype=np.int64),
        points=_or(points, NO_POINTS, np.int32) if any(points) else None,
    )


def _or(values: Sequence[int | None], missing: int, dtype: type[np.generic]) -> NDArray[Any]:
    """A column with a number for None."""
    return np.array([missing if value is None else value for value in values], dtype=dtype)


def _final_results(games: Sequence[Game], rules: RulesetTable) -> list[tuple[list[int], list[float]]]:
    """Final scores and results with uma of every game, by seat."""
    seats, size = games[0].rules.seats, len(games)
    scores = np.zeros((size, SEATS), dtype=np.int32)
    scores[:, :seats] = [game.rounds[-1].outcome.scores for game in games]
    sticks = np.array([game.rounds[-1].outcome.sticks for game in games])
    offenders = [[played.outcome.offender for played in game.rounds] for game in games]
    chombo = np.array([[row.count(seat) for seat in range(SEATS)] for row in offenders])
    final = standings(scores, sticks, np.full(size, seats), rules, np.zeros(size, dtype=np.intp), chombo)
    return list(zip(final.scores.tolist(), np.round(final.points, 1).tolist(), strict=True))


def _tell_round(builder: LogBuilder, played: PlayedRound, view: int | None) -> None:
    deal, outcome = played.deal, played.outcome

    def is_hidden(seat: int | None) -> bool:
        return view is not None and seat != view

    builder.round(
        hands=[[UNKNOWN] * len(hand) if is_hidden(s) else hand for s, hand in enumerate(played.hands)],
        dora_indicators=[played.indicator, *(event[3] for event in played.events if event[0] == "dora")],
        round_wind=deal.round_wind,
        round_number=deal.number,
        dealer_seat=deal.dealer,
        away_seat=deal.away if deal.away >= 0 else None,
        dice=list(deal.dice) or None,
        honba=deal.honba,
        riichi_sticks=deal.sticks,
        start_scores=list(deal.scores),
        outcome=outcome.kind,
        log_end_scores=list(outcome.scores),
        ura=played.ura,
        wall=played.wall if view is None else None,
    )
    for win in outcome.wins:
        builder.win(**win)
    if outcome.draw is not None:
        builder.draw(**outcome.draw)


def rules_text(rules: Ruleset) -> str:
    """A rule set as the JSON object of `games.rules`: the nearest preset, and the fields that differ from it.

    >>> rules_text(load("tenhou"))
    '{"extends": "tenhou"}'
    """
    if rules.name in presets() and load(rules.name) == rules:
        return json.dumps({"extends": rules.name})
    texts = [_over_preset(rules.to_dict(), name) for name in presets()]
    return min((text for text in texts if text is not None), key=len)


def _over_preset(own: Mapping[str, Any], name: str) -> str | None:
    """Fields of a rule set over a preset; None where a mapping of the preset has keys too many."""
    common = load(name).to_dict()
    differing: dict[str, Any] = {"extends": name}
    for key, value in own.items():
        below = common[key]
        if isinstance(value, Mapping) and not below.keys() <= value.keys():
            return None
        if value != below:
            differing[key] = _differing(value, below)
    return json.dumps(differing)


def _differing(value: Any, common: Any) -> Any:
    """What differs of a field; mappings are merged key by key."""
    if not isinstance(value, Mapping):
        return value
    return {key: v for key, v in value.items() if v != common.get(key)}
