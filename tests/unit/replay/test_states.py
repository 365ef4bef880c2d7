from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mjlog import schema
from mjlog.replay.replay import replay_batch
from mjlog.replay.states import hand_lists, kinds_lists, states_table
from mjlog.tables import LogTables
from mjlog.tiles import TILE_NAMES
from tests.unit.replay.written import ELSEWHERE, WAITING, Round, batch_of, written


def states(*rounds: Round, rules: dict[str, Any] | None = None, players: int = 4) -> list[dict[str, Any]]:
    tables = written(rounds, rules, players)
    table = states_table(replay_batch(batch_of(tables)), tables.rounds)
    table.validate(full=True)
    assert table.schema.equals(schema.STATES.arrow)
    return table.to_pylist()


def test_every_seat_has_a_state_after_every_event() -> None:
    rows = states(Round("0 draw 9p; 0 discard 9p"), Round(), Round("2 draw 9p"))
    assert [(r["round_index"], r["seq"], r["seat"]) for r in rows] == [
        *((0, seq, seat) for seq in range(2) for seat in range(4)),
        *((2, 0, seat) for seat in range(4)),
    ]


def test_a_table_of_three_has_three_seats() -> None:
    rows = states(Round("0 draw 9p", {0: WAITING}), rules={"extends": "tenhou_sanma"}, players=3)
    assert [r["seat"] for r in rows] == [0, 1, 2]


def test_the_state_of_a_hand_that_waits() -> None:
    rows = states(
        Round("0 draw 1m; 0 discard 1m; 1 draw 0p; 1 riichi; 1 discard 0p", {0: ELSEWHERE, 1: WAITING})
    )
    state = rows[4 * 1 + 1]
    assert {k: state[k] for k in ("melds", "shanten", "waits", "is_riichi", "live_tiles", "passed_seq")} == {
        "melds": 0,
        "shanten": 0,
        "waits": ["1m", "4m"],
        "is_riichi": False,
        "live_tiles": 69,
        "passed_seq": 1,
    }
    assert (state["is_discard_furiten"], state["is_temporary_furiten"], state["is_riichi_furiten"]) == (
        False,
        True,
        False,
    )
    drawn = rows[4 * 2 + 1]
    assert drawn["hand"] == [
        "2m",
        "3m",
        "4p",
        "5p",
        "5pr",
        "6p",
        "6p",
        "7p",
        "8p",
        "2s",
        "3s",
        "4s",
        "9s",
        "9s",
    ]
    assert drawn["waits"] == []
    assert [rows[4 * seq + 1]["is_riichi"] for seq in range(5)] == [False, False, False, True, True]


def test_the_own_discard_that_makes_furiten_is_named() -> None:
    rows = states(Round("0 draw 9p; 0 discard 9p; 1 draw 4m; 1 discard 4m", {1: WAITING}))
    state = rows[-3]
    assert (state["is_discard_furiten"], state["furiten_tiles"]) == (True, ["4m"])
    assert rows[-4]["furiten_tiles"] == []


def test_hidden_hands_have_no_state_but_the_table_has() -> None:
    rows = states(Round("0 draw ?; 0 discard 1m; 2 pon 1m with 11m from 0", {1: WAITING}))
    hidden = rows[4 * 1 + 0]
    assert (hidden["hand"], hidden["shanten"], hidden["waits"]) == (None, None, [])
    assert hidden["live_tiles"] == 69
    assert rows[4 * 2 + 2]["melds"] == 1


def test_a_hand_that_plays_what_it_lacks_is_unknown_from_then_on() -> None:
    rows = states(Round("1 draw 5z; 1 discard 7z; 1 draw 6z", {1: WAITING}))
    assert [rows[4 * seq + 1]["hand"] is None for seq in range(3)] == [False, True, True]
    assert [rows[4 * seq + 1]["shanten"] is None for seq in range(3)] == [False, True, True]


def test_melds_lower_the_number_of_concealed_tiles() -> None:
    rows = states(
        Round(
            "0 discard 9s; 1 pon 9s with 99s from 0; 1 discard 2s",
            {0: "9s" + ELSEWHERE[:-2] + "z", 1: WAITING},
        )
    )
    assert (rows[4 * 1 + 1]["melds"], len(rows[4 * 2 + 1]["hand"])) == (1, 10)


def test_red_fives_come_right_after_the_plain_ones() -> None:
    suits = np.array([[3 * 5**4, 5**4, 5**4, 0]], dtype=np.int32)
    lists = hand_lists(suits, np.array([0o001 + 0o010]), np.array([False]))
    assert lists.to_pylist() == [["5m", "5m", "5mr", "5pr", "5s"]]
    assert hand_lists(suits, np.array([0]), np.array([True])).to_pylist() == [None]


def test_masks_become_lists_of_tiles() -> None:
    masks = np.array([0, 1 << 0 | 1 << 33, (1 << 34) - 1], dtype=np.uint64)
    assert kinds_lists(masks).to_pylist() == [[], ["1m", "C"], list(TILE_NAMES[:34])]


@pytest.mark.parametrize("tables", [LogTables.empty(), written([Round()]), written([])])
def test_no_events_give_no_states(tables: LogTables) -> None:
    assert len(states_table(replay_batch(batch_of(tables)), tables.rounds)) == 0
