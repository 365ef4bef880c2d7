"""What bonuses and penalties change in the middle of a round."""

from __future__ import annotations

import numpy as np

from mjlog.replay.side_payments import side_payments
from tests.unit.replay.written import Round, batch_of, written

KAN = "0 draw 3z; 0 ankan 1z with 1111z"


def test_every_opponent_pays_a_bonus() -> None:
    paid = side_payments(batch_of(written([Round(f"{KAN}; 0 bonus 1000")])))
    assert paid.event.tolist() == [2]
    assert paid.deltas.tolist() == [[3000, -1000, -1000, -1000]]


def test_a_player_who_is_away_pays_nothing() -> None:
    rules = {"extends": "toutenkou", "sits_out": True, "uma": [0, 0, 0, 0]}
    paid = side_payments(batch_of(written([Round(f"{KAN}; 0 bonus 1000", columns={"away_seat": 2})], rules)))
    assert paid.deltas.tolist() == [[2000, -1000, 0, -1000]]


def test_two_players_pay_each_other() -> None:
    paid = side_payments(
        batch_of(
            written([Round(f"{KAN}; 0 bonus 500; 1 penalty 2000")], {"extends": "two_player"}, players=2)
        )
    )
    assert paid.deltas.tolist() == [[500, -500, 0, 0], [0, -2000, 0, 0]]


def test_points_that_are_not_stated_are_not_paid() -> None:
    assert side_payments(batch_of(written([Round(f"{KAN}; 0 bonus")]))).deltas.tolist() == [[0] * 4]
    mixed = side_payments(batch_of(written([Round(f"{KAN}; 0 bonus; 1 penalty 1000")])))
    assert mixed.deltas.tolist() == [[0] * 4, [0, -1000, 0, 0]]


def test_what_was_paid_before_an_event_is_of_its_round() -> None:
    batch = batch_of(
        written([Round(f"{KAN}; 0 bonus 1000; 3 penalty 2000"), Round("2 penalty 1000; 2 draw 3z")])
    )
    before = side_payments(batch).before(batch, np.array([1, 2, 3, 4, 5]))
    assert before.tolist() == [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [3000, -1000, -1000, -1000],
        [0, 0, 0, 0],
        [0, 0, -1000, 0],
    ]


def test_a_round_without_such_payments() -> None:
    batch = batch_of(written([Round("0 draw 3z; 0 discard 3z")]))
    assert side_payments(batch).before(batch, np.array([0, 1])).tolist() == [[0] * 4] * 2
