"""What majiang records repeat is held against play and scores, and told where it differs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.formats.majiang_snippets import (
    HANDS,
    TSUMO,
    Move,
    call,
    deal,
    draw,
    exhausted,
    kan,
    read,
    record,
    throw,
    win,
)

ROUND = "East 1, honba 0 (round 1 of the record): "
CALLED: list[Move] = [deal(), draw(0, "z1"), throw(0, "z1_"), call(1, "z111-"), throw(1, "p1")]
"""The player to the dealer's right calls a pon."""
LEFT = "p23456789z22,z111-"


def told(*moves: Move) -> list[str]:
    """What is told of a round that is kept."""
    tables = read(record(list(moves)))
    assert len(tables.rounds) == 1
    found = tables.rejects["reason"].to_pylist()
    assert all(text.startswith(ROUND) and text.endswith("; the round is kept") for text in found)
    return [text.removeprefix(ROUND).removesuffix("; the round is kept") for text in found]


def shown(text: Any) -> Move:
    """A draw at which the player to the dealer's right shows a hand."""
    return exhausted(shoupai=["", text, "", ""])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (LEFT, None),
        (f"{LEFT},", None),
        ("p98765432z22,z111-", None),
        ("p23456789z23,z111-", "23456789p23z, where play leaves 23456789p22z"),
        ("p23456789z22", "melds none are not those that were called"),
        (f"{LEFT},m111-", "melds z111-,m111- are not those that were called"),
        ("p23456789z22,z111=", "melds z111= are not those that were called"),
        ("p23456789z22,z1x1", "'z1x1' is no meld"),
    ],
)
def test_a_hand_shown_at_a_draw_is_the_one_that_was_played(text: str, reason: str | None) -> None:
    assert told(*CALLED, shown(text)) == ([f"pingju: shoupai of seat 1: {reason}"] if reason else [])


def test_an_added_kan_stands_for_its_pon() -> None:
    moves = [*CALLED, draw(1, "z1"), *kan(1, "z111-1", "m7"), throw(1, "m7_")]
    assert told(*moves, shown("p23456789z22,z111-1")) == []
    (reason,) = told(*moves, shown("p23456789z22,z111-,z111-1"))
    assert "melds z111-,z111-1 are not those that were called" in reason


def test_melds_shown_with_a_win_are_those_that_were_called() -> None:
    moves = [*CALLED, draw(2, "z2"), throw(2, "z2_")]
    assert told(*moves, win(1, "p23456789z222,z111-", 2)) == []
    assert told(*moves, win(1, "p23456789z222", 2)) == [
        "hule: shoupai of seat 1: melds none are not those that were called"
    ]


def test_a_hand_that_nobody_knows_contradicts_nothing() -> None:
    hidden = [HANDS[0], "_" * 13, HANDS[2], HANDS[3]]
    assert told(deal(shoupai=hidden), draw(0, "z7"), throw(0, "z7_"), shown(HANDS[1])) == []


@pytest.mark.parametrize(
    ("defen", "rank", "reason"),
    [
        ([30000, 20000, 30000, 20000], [2, 3, 1, 4], None),
        ([30000, 20000, 30000, 20000], [1, 4, 2, 3], None),
        ([30000, 20000, 30000, 20000], ["2", "3", "1", "4"], None),
        ([31000, 20000, 30000, 19000], [0, 0, 0, 0], None),
        ([31000, 20000, 30000, 19000], None, None),
        ([31000, 20000, 30000, 19000], [2, 3, 1, 4], "[2, 3, 1, 4] is not that of defen"),
        ([31000, 20000, 30000, 19000], [1, 1, 1, 1], "[1, 1, 1, 1] is not that of defen"),
        ([31000, 20000, 30000, 19000], ["a", [], 1, 4], "['a', [], 1, 4] are no ranks"),
        ([31000, None, 30000, 19000], [4, 3, 2, 1], None),
    ],
)
def test_ranks_are_those_of_the_scores(defen: list[Any], rank: Any, reason: str | None) -> None:
    for first in range(4):
        tables = read(record(TSUMO, defen=defen, rank=rank, qijia=first, point=[1, 2, 3, -6]))
        found = tables.rejects["reason"].to_pylist()
        assert [text.partition(" [3")[0] for text in found] == ([f"rank {reason}"] if reason else [])


def test_a_new_game_has_no_ranks_yet() -> None:
    start = [10000, 20000, 30000, 40000]
    fields = {"defen": start, "point": [0] * 4, "rank": [1, 2, 3, 4]}
    assert read(record([deal(defen=start), *TSUMO[1:]], **fields)).rejects.num_rows == 0
