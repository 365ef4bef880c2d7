from __future__ import annotations

import json

import pytest

from mjlog.audit.assess import assess
from mjlog.audit.evidence import scores_text, seated, tile
from mjlog.formats.builder import LogBuilder
from mjlog.rulesets import load
from mjlog.tables import LogTables
from tests.unit.replay.written import EAST_1, Round, written


def games(*rules: str | None, players: int = 4) -> LogTables:
    """One game of one round for each text of `games.rules`."""
    parts = []
    for number, stated in enumerate(rules):
        builder = LogBuilder()
        builder.game(
            source_path="a", source_format="a", log_id=str(number), rules=stated, player_count=players
        )
        builder.round(hands=[[]] * 4, dora_indicators=[], **EAST_1)
        builder.event("draw", 0, tile=0)
        parts.append(builder.build())
    return LogTables.concat(parts)


@pytest.mark.parametrize(
    ("rules", "is_stated"),
    [
        (None, False),
        ("{}", False),
        ('{"extends": "tenhou"}', True),
        ('{"kan_dora": "immediate"}', True),
        ('{"length": "east"}', False),
        ('{"extends": "no such rules"}', False),
        ('{"extends": "tenhou_sanma"}', False),
        ("no JSON", False),
        ("[1]", False),
    ],
)
def test_a_rule_is_stated_by_itself_or_by_a_preset(rules: str | None, is_stated: bool) -> None:
    assert assess(games(rules)).states("kan_dora").tolist() == [is_stated]


def test_all_fields_must_be_stated() -> None:
    evidence = assess(games('{"kan_dora": "immediate"}', '{"kan_dora": "immediate", "length": "east"}'))
    assert evidence.states("kan_dora", "length").tolist() == [False, True]


def test_the_rules_that_the_user_chose_are_known() -> None:
    evidence = assess(games(None, '{"extends": "no such rules"}'), load("mahjong_soul"))
    assert evidence.states("kan_dora").tolist() == [True, True]
    assert assess(games(None), load("tenhou_sanma")).states("kan_dora").tolist() == [False]


def test_rounds_are_followed_by_rounds_of_their_own_game() -> None:
    parts = [written([Round("0 draw 1m")] * number, log_id=str(number)) for number in (2, 1, 3)]
    assert assess(LogTables.concat(parts)).follows().tolist() == [0, 3, 4]


def test_texts() -> None:
    assert [tile(0), tile(34), tile(37), tile(255)] == ["1m", "5mr", "?", "no tile"]
    assert scores_text([1000, -1000, 0]) == "+1000 -1000 0"


def test_absent_seats_are_left_out() -> None:
    evidence = assess(games(json.dumps({"extends": "tenhou_sanma"}), players=3))
    assert seated(evidence, 0, [1, 2, 3, 0]) == [1, 2, 3]


def test_rounds_follow_each_other_only_where_none_between_them_is_unread() -> None:
    builder = LogBuilder()
    for log_id in ("a", "b"):
        builder.game(source_path="a", source_format="a", log_id=log_id, player_count=4)
        for index in (0, 2, 3):
            builder.round(
                hands=[[]] * 4,
                dora_indicators=[],
                index=index,
                round_wind=0,
                round_number=index + 1,
                dealer_seat=index,
                honba=0,
                riichi_sticks=0,
            )
            builder.event("draw", 0, tile=0)
    assert assess(builder.build()).follows().tolist() == [1, 4]
