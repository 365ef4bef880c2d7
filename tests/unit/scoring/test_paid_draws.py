"""What draws pay; who pays whom in single cases is in tests/cases/payments.yml."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.audit import fields
from tests.documents.tables import Game, play

HANDS = {
    "E": "147p369s1235667z",
    "S": "12340p23467s555z",
    "W": "208p147s1235667z",
}
RIVER = "E turn 2p; S turn 1z; W turn 5z; S daiminkan 5555z; dora 7z; S draw 9p; S discard 9p; exhaustive"
"""South's river; the kan is of four tiles that either indicator makes dora."""


def drawn(hands: dict[str, str] | None = None, rules: str = "toutenkou", **changed: Any) -> Game:
    """A draw with South's nagashi mangan, with an open hand and a red five, at one honba."""
    return play(rules, RIVER, HANDS | (hands or {}), dora="7z", honba=1, changed=changed)


def gain(game: Game) -> int:
    """What South gains at the draw."""
    deltas: dict[str, int] = game.draw["deltas"]
    return deltas["S"]


@pytest.mark.parametrize(
    ("changed", "points", "point_value", "honba"),
    [
        # the river 100, every win 2, the red five of an open hand 1, the kan 1, the dora 2 x 4
        ({}, 100 + 2 + 1 + 1 + 8, 100, 100),
        ({"kan_dora": "off", "kan_ura_dora": False}, 100 + 2 + 1 + 1 + 4, 100, 100),
        ({"dragon_order": ["C", "F", "P"]}, 100 + 2 + 1 + 1, 100, 100),
        ({"honba_points": 300}, 100 + 2 + 1 + 1 + 8, 100, 300),
        ({"point_value": 50}, 100 + 2 + 1 + 1 + 8, 50, 100),
        ({"nagashi_mangan": "draw"}, 100 + 2 + 1 + 1 + 8, 100, 0),
    ],
)
def test_a_river_is_worth_what_the_rules_add_up(
    changed: dict[str, Any], points: int, point_value: int, honba: int
) -> None:
    assert gain(drawn(**changed)) == 2 * (points * point_value + honba)
    assert set(changed) - {"kan_ura_dora"} <= set(fields.DRAW)


def test_a_mangan_needs_no_hand() -> None:
    hidden = drawn({"S": "?" * 13}, "tenhou_sanma")
    assert gain(hidden) == gain(drawn(rules="tenhou_sanma")) == 4000 + 2000


def test_a_hidden_hand_and_an_unknown_indicator_leave_the_points_open() -> None:
    for game in (drawn({"S": "?" * 13}), play("toutenkou", RIVER.replace("dora 7z; ", ""), HANDS, dora="")):
        [row] = game.replayed.tables.draws.to_pylist()
        assert (row["calc_type"], row["calc_deltas"]) == ("nagashi_mangan", None)
    assert gain(drawn({"E": "?" * 13})) == gain(drawn())


def test_ura_dora_are_for_hands() -> None:
    river = "E turn 2p; S draw 9p; S {} 9p; W turn 5s; exhaustive"
    hands = {**HANDS, "S": "12340p23467s55z1m"}
    riichi, quiet = (
        play("toutenkou", river.format(kind), hands, ura="3p").draw["deltas"]["S"]
        for kind in ("riichi", "discard")
    )
    # a win takes the stick of its own riichi as well
    assert riichi == quiet + 1000
