"""What Riichi City records repeat is held against the deal, the wall and play, and told where it differs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mjlog.formats.riichi_city.tiles import CODES, wall_tiles
from tests.unit.formats.riichi_city_snippets import (
    HANDS,
    Hand,
    log,
    number,
    numbers,
    read,
    reasons,
    tenpai,
    wall,
)

REST = [{code: n for n, code in CODES.items()}[code] for code in wall_tiles(wall())[40:]]
"""What of the wall is left after the deal."""
ROUND = "East 1, honba 0 (round 1 of the log): "


def told(hand: Hand) -> list[str]:
    """What is told of a round that is kept."""
    tables = read(log(hand))
    assert len(tables.rounds) == 1
    found = reasons(tables)
    assert all(text.startswith(ROUND) and text.endswith("; the round is kept") for text in found)
    return [text.removeprefix(ROUND).removesuffix("; the round is kept") for text in found]


def with_deal(place: int, **fields: Any) -> Hand:
    """A round whose deal to a place says other things."""
    hand = Hand(hand_cards_sha_256="ab").discard(0, "1s")
    hand.extra["handCardsSHA256"] = None
    hand.events[place]["data"] = json.dumps({**json.loads(hand.events[place]["data"]), **fields})
    return hand


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("quanFeng", 49, None),
        ("quanFeng", None, None),
        ("quanFeng", 65, "quanFeng 65, but quan_feng 49 in the deal"),
        ("changCi", 3, "changCi 3, but chang_ci 1 in the deal"),
        ("benChangNum", 2, "benChangNum 2, but ben_chang_num 0 in the deal"),
        ("paiShan", REST, None),
        ("paiShan", [], None),
        ("paiShan", REST[1:], "paiShan of 67 tiles is not the 68 left of the wall from tile 0 on"),
        ("paiShan", REST[:-1], "paiShan of 67 tiles is not the 68 left of the wall from tile 67 on"),
        ("paiShan", [*REST[:-1], 999], "paiShan has what is no tile"),
        ("paiShan", 5, "paiShan has what is no tile"),
        ("paiShan", [[1]], "paiShan has what is no tile"),
    ],
)
def test_a_round_that_deal_or_wall_contradict_is_told(field: str, value: Any, reason: str | None) -> None:
    hand = Hand().discard(0, "1s")
    hand.extra[field] = value
    assert told(hand) == ([reason] if reason else [])


def test_another_hash_in_the_deal_than_of_the_round_is_told() -> None:
    hand = Hand(hand_cards_sha_256="ab" * 32).discard(0, "1s")
    hand.extra["handCardsSHA256"] = "cd" * 32
    (reason,) = told(hand)
    assert reason.startswith("handCardsSHA256 'cdcd")
    assert "but hand_cards_sha_256 'abab" in reason


def test_scores_of_the_players_that_the_deal_contradicts_are_told() -> None:
    hand = Hand().discard(0, "1s")
    hand.extra["players"] = hand.record()["players"]
    hand.extra["players"][1]["points"] = 7
    assert told(hand) == ["points 7 of 102, but 35000 in the deal"]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("dealer_pos", 2, "dealer_pos 2, but 0"),
        ("bao_pai_card", number("1s"), f"bao_pai_card {number('1s')}, but {number('9s')}"),
        ("quan_feng", 65, "quan_feng 65, but 49"),
        ("chang_ci", 2, "chang_ci 2, but 1"),
        ("ben_chang_num", 1, "ben_chang_num 1, but 0"),
        ("li_zhi_bang_num", 1, "li_zhi_bang_num 1, but 0"),
        ("dices", [1, 1], "dices (1, 1), but (6, 1)"),
        ("hand_cards_sha_256", "cd", "hand_cards_sha_256 'cd', but 'ab'"),
        (
            "user_info_list",
            [{"user_id": user, "hand_points": 34900 + 100 * (user > 101)} for user in (101, 102, 103)],
            "hand_points [34900, 35000, 35000], but [35000, 35000, 35000]",
        ),
    ],
)
def test_a_deal_that_tells_another_player_something_else_is_told(field: str, value: Any, reason: str) -> None:
    assert told(with_deal(1, **{field: value})) == [f"event 2 (eventPos 1): {reason} in the first deal"]
    assert told(with_deal(1)) == []


def test_a_hand_shown_at_a_draw_that_was_not_played_is_told() -> None:
    def drawn(tiles: list[int]) -> Hand:
        return Hand().discard(0, "1s").end(7, [1000, -2000, 1000], [tenpai(0), tenpai(2, user_cards=tiles)])

    right = numbers(HANDS[2])
    assert told(drawn(right)) == []
    assert told(drawn([*right[:-1], number("9p")])) == [
        "win_info: user_cards of seat 2 are 19m9p3344556677z, where play leaves 119m3344556677z"
    ]
    assert told(drawn([999])) == ["win_info: user_cards of seat 2 are 999 is no tile"]


@pytest.mark.parametrize(
    ("field", "value", "reason", "options"),
    [
        ("gamePlay", 2001, "gamePlay 2001 is no kind of play that mjlog knows", None),
        ("gamePlay", [1], "gamePlay [1] is no kind of play that mjlog knows", None),
        ("stageType", 77, "stageType 77 is no room that mjlog knows", None),
        ("playerCount", 4, "playerCount 4, but 3 players are dealt tiles", None),
        ("playerCount", "3", None, None),
        ("isXueZhan", True, "isXueZhan is on, which no rule set has", ["other"]),
        ("IsGeMu", True, "IsGeMu is on, which no rule set has", ["other"]),
        ("isXueZhan", False, None, None),
    ],
)
def test_what_a_log_says_of_its_table_and_nobody_knows_is_told(
    field: str, value: Any, reason: str | None, options: list[str] | None
) -> None:
    tables = read(log(Hand().discard(0, "1s"), **{field: value}))
    assert reasons(tables) == ([reason] if reason else [])
    assert tables.games["house_options"].to_pylist() == [options]


def test_of_many_switches_that_nobody_knows_the_first_are_named() -> None:
    found = reasons(read(log(Hand().discard(0, "1s"), **{f"isOdd{n}": True for n in range(1000)})))
    assert (found[0], len(found)) == ("isOdd0 is on, which no rule set has", 11)
    assert found[-1] == "990 more switches are on, which no rule set has"
