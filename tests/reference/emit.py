"""Generated games as log tables."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mjlog.formats.builder import LogBuilder
from mjlog.rulesets import resolve
from mjlog.tables import LogTables
from mjlog.tiles import NO_TILE
from tests.reference.course import Game, Outcome, final_points, play_game
from tests.reference.generator import THEMES
from tests.reference.model import RoundInput

FORMAT = "generated"


def emit(games: Sequence[Game], names: Sequence[str], rules: Sequence[str]) -> LogTables:
    """Log tables of `games`, with their `names` as log ids and `rules` as `games.rules`."""
    builder = LogBuilder()
    for game, name, stated in zip(games, names, rules, strict=True):
        builder.game(
            source_path=f"{name}.generated",
            source_format=FORMAT,
            log_id=name,
            rules=stated,
            player_count=game.rules.seats,
            length=game.rules.length,
            is_complete=game.is_complete,
        )
        points = final_points(game.final_scores, game.rules, game.faults)
        for seat in range(game.rules.seats):
            result = (
                {"log_final_score": game.final_scores[seat], "log_final_points": points[seat]}
                if game.is_complete
                else {}
            )
            builder.player(seat, name=f"P{seat}", **result)
        for given, outcome in zip(game.rounds, game.outcomes, strict=True):
            _emit_round(builder, given, outcome)
    return builder.build()


def _emit_round(builder: LogBuilder, given: RoundInput, outcome: Outcome) -> None:
    builder.round(
        hands=given.hands,
        dora_indicators=given.dora_indicators[:1],
        round_wind=given.round_wind,
        round_number=given.round_number,
        dealer_seat=given.dealer,
        away_seat=given.away,
        dice=None if given.dice is None else list(given.dice),
        honba=given.honba,
        riichi_sticks=given.sticks,
        start_scores=list(given.scores),
        ura=given.ura_indicators,
        outcome=outcome.kind,
        log_end_scores=[a + b for a, b in zip(given.scores, outcome.deltas, strict=True)],
    )
    for event in given.events:
        builder.event(
            event["kind"],
            event["seat"],
            target_seat=event["target_seat"],
            tile=NO_TILE if event["tile"] is None else event["tile"],
            consumed=event["consumed"],
            is_tsumogiri=event["is_tsumogiri"],
            points=event["points"],
        )
    for win in outcome.wins:
        builder.win(**win)
    if outcome.draw is not None:
        builder.draw(**outcome.draw)


def generated(
    rules: Sequence[str], seeds: Sequence[int], max_rounds: int = 30, themes: Sequence[str] = THEMES
) -> LogTables:
    """Log tables of one random game per (rules, seed); rules as in `games.rules`."""
    games = [play_game(resolve(r), Random(s), max_rounds, themes) for r, s in zip(rules, seeds, strict=True)]
    names = [f"generated-{number}-{seed}" for number, seed in enumerate(seeds)]
    return emit(games, names, rules)
