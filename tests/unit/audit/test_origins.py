"""Why games are judged by their rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mjlog.audit.assess import assess, audit_batches
from mjlog.audit.origins import origins
from mjlog.formats.builder import LogBuilder
from mjlog.rulesets import load
from mjlog.tables import LogTables
from tests.unit.replay.written import EAST_1


def game(rules: Any, platform: str | None = None, players: int = 4) -> LogTables:
    """A game of one round."""
    builder = LogBuilder()
    builder.game(
        source_path="written",
        source_format="written",
        player_count=players,
        platform=platform,
        rules=rules if rules is None or isinstance(rules, str) else json.dumps(rules),
    )
    for seat in range(players):
        builder.player(seat)
    builder.round(
        hands=[[37] * 13] * players,
        dora_indicators=[0],
        **EAST_1,
        start_scores=[25_000] * players,
    )
    builder.event("draw", 0, tile=1)
    return builder.build()


@pytest.mark.parametrize(
    ("rules", "platform", "origin"),
    [
        (None, None, "default"),
        (None, "tenhou", "default"),
        ({"length": "east"}, "tenhou", "default"),
        ({"extends": "tenhou", "length": "east"}, "tenhou", "implied"),
        ({"extends": "mahjong_soul"}, "tenhou", "stated"),
        ({"extends": "ema_2016"}, None, "stated"),
        ({"extends": "tenhou"}, "ten", "stated"),
        ({"extends": "nowhere"}, "nowhere", "unusable"),
        ({"extends": "tenhou_sanma"}, "tenhou", "unusable"),
        ("no JSON", "tenhou", "unusable"),
        ("[]", "tenhou", "unusable"),
    ],
)
def test_the_origin_of_rules_is_told(rules: Any, platform: str | None, origin: str) -> None:
    assert origins(assess(game(rules, platform))) == [origin]


def test_the_platform_implies_its_rules_for_three_players_too() -> None:
    assert origins(assess(game({"extends": "tenhou_sanma"}, "tenhou", players=3))) == ["implied"]


def test_what_the_user_gives_judges_the_games_of_its_players() -> None:
    tables = LogTables.concat([game({"extends": "tenhou"}, "tenhou"), game(None, players=3)])
    assert origins(assess(tables, load("ema_2016"))) == ["given", "default"]


def test_the_audit_counts_games_by_rule_set_and_origin() -> None:
    games = [game({"extends": "tenhou"}, "tenhou"), game(None), game(None), game({"extends": "ema_2016"})]
    assert audit_batches(games).counts.judged_by == {
        ("tenhou", "implied"): 1,
        ("tenhou", "default"): 2,
        ("ema_2016", "stated"): 1,
    }
