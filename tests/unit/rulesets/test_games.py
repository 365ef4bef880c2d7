from __future__ import annotations

import pytest

from mjlog.rulesets import load, resolve
from mjlog.rulesets.games import DEFAULTS, rules_of_games

EAST = '{"extends": "tenhou", "length": "east"}'


def test_games_that_say_nothing_have_the_preset_of_their_number_of_players() -> None:
    games = rules_of_games([None, None, None, None], [4, 3, 4, 2])
    assert [games.rulesets[i].name for i in games.rule] == ["tenhou", "tenhou_sanma", "tenhou", "two_player"]
    assert games.table.names == tuple(r.name for r in games.rulesets)
    assert not games.refused


def test_games_with_equal_rules_share_one_rule_set() -> None:
    games = rules_of_games([EAST, None, EAST, '{"length": "east"}', "{}"], [4] * 5)
    assert games.rule.tolist() == [0, 1, 0, 0, 1]
    assert [r.length for r in games.rulesets] == ["east", "south"]


def test_the_users_rule_set_stands_for_games_of_its_number_of_players() -> None:
    games = rules_of_games([EAST, None], [4, 3], load("mahjong_soul"))
    assert [games.rulesets[i].name for i in games.rule] == ["mahjong_soul", "tenhou_sanma"]


@pytest.mark.parametrize(
    ("stated", "players", "reason"),
    [
        ("{", 4, "no JSON"),
        ('{"extends": "nothing"}', 4, "no preset"),
        (EAST, 3, "for 4 players, but 3 play"),
    ],
)
def test_rules_that_cannot_be_used_are_told_and_the_default_stands(
    stated: str, players: int, reason: str
) -> None:
    games = rules_of_games([None, stated], [players, players])
    assert games.rule.tolist() == [0, 0]
    assert games.rulesets[0].name == DEFAULTS[players]
    assert list(games.refused) == [1]
    assert reason in games.refused[1]


FOUR_AT_THE_TABLE = '{"extends": "toutenkou", "sits_out": true, "uma": [0, 0, 0, 0]}'


def test_a_game_where_one_sits_out_has_a_player_more_than_its_rounds() -> None:
    games = rules_of_games([FOUR_AT_THE_TABLE, FOUR_AT_THE_TABLE], [4, 3])
    assert [(games.rulesets[i].name, games.rulesets[i].players) for i in games.rule] == [
        ("toutenkou", 3),
        ("tenhou_sanma", 3),
    ]
    assert games.refused == {1: "rules of the game: for 4 players, but 3 play"}


def test_the_users_rule_set_with_one_who_sits_out_stands_for_games_of_four() -> None:
    games = rules_of_games([None, None], [4, 3], resolve(FOUR_AT_THE_TABLE))
    assert [games.rulesets[i].name for i in games.rule] == ["toutenkou", "tenhou_sanma"]


def test_a_number_of_players_that_nobody_plays_with_has_the_default_of_four_and_is_told() -> None:
    games = rules_of_games([None], [5])
    assert games.rulesets[games.rule[0]].name == "tenhou"
    assert games.refused == {0: "rules of the game: for 4 players, but 5 play"}


def test_no_games_have_no_rules_to_gather() -> None:
    games = rules_of_games([], [])
    assert len(games.rule) == 0
    assert len(games.table) == 1
