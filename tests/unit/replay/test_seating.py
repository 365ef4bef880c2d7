"""Whose turn follows whose, with and without a player who sits out."""

from __future__ import annotations

import numpy as np
import pytest

from mjlog.replay.batch import Batch
from mjlog.replay.seating import next_seat, previous_seat, turns_between
from tests.unit.replay.written import Round, batch_of, written

SEATS = np.arange(4)
THREE_OF_FOUR = {"extends": "toutenkou", "sits_out": True, "uma": [0, 0, 0, 0]}
TWO = {"extends": "two_player"}


def with_away(away: int | None) -> Batch:
    return batch_of(written([Round(columns={"away_seat": away})], THREE_OF_FOUR))


@pytest.mark.parametrize(("away", "following"), [(None, [1, 2, 3, 0]), (1, [2, 2, 3, 0]), (3, [1, 2, 0, 0])])
def test_the_next_seat_is_never_the_one_that_is_away(away: int | None, following: list[int]) -> None:
    assert next_seat(with_away(away), np.zeros(4, np.int64), SEATS).tolist() == following


@pytest.mark.parametrize(("away", "preceding"), [(None, [3, 0, 1, 2]), (1, [3, 0, 0, 2]), (0, [3, 3, 1, 2])])
def test_the_previous_seat_is_never_the_one_that_is_away(away: int | None, preceding: list[int]) -> None:
    assert previous_seat(with_away(away), np.zeros(4, np.int64), SEATS).tolist() == preceding


def test_next_and_previous_seat_are_each_other_s_inverse() -> None:
    for away in range(4):
        batch, playing = with_away(away), SEATS[away != SEATS]
        rounds = np.zeros(3, np.int64)
        there = next_seat(batch, rounds, playing)
        assert previous_seat(batch, rounds, there).tolist() == playing.tolist()


@pytest.mark.parametrize(
    ("away", "dealer", "winds"),
    [(None, 2, [2, 3, 0, 1]), (1, 2, [2, None, 0, 1]), (3, 2, [1, 2, 0, None]), (0, 2, [None, 2, 0, 1])],
)
def test_seat_winds_go_round_those_who_play(away: int | None, dealer: int, winds: list[int | None]) -> None:
    turns = turns_between(with_away(away), np.zeros(4, np.int64), np.full(4, dealer), SEATS)
    assert [None if s == away else t for s, t in enumerate(turns.tolist())] == winds


def test_two_players_take_turns() -> None:
    batch = batch_of(written([Round()], TWO, players=2))
    rounds = np.zeros(2, np.int64)
    assert next_seat(batch, rounds, SEATS[:2]).tolist() == [1, 0]
    assert previous_seat(batch, rounds, SEATS[:2]).tolist() == [1, 0]
    assert turns_between(batch, rounds, np.array([1, 1]), SEATS[:2]).tolist() == [1, 0]


def test_rounds_and_seats_broadcast() -> None:
    tables = written([Round(), Round(columns={"away_seat": 1, "dealer_seat": 2})], THREE_OF_FOUR)
    batch = batch_of(tables)
    turns = turns_between(batch, np.arange(2)[:, None], batch.dealer[:, None], SEATS)
    assert turns[0].tolist() == [0, 1, 2, 3]
    assert turns[1, [2, 3]].tolist() == [0, 1]


def test_who_plays_and_who_is_away() -> None:
    tables = written([Round(columns={"away_seat": 2}), Round()], THREE_OF_FOUR)
    batch = batch_of(tables)
    assert batch.seats.tolist() == [4, 4]
    assert batch.away.tolist() == [2, -1]
    assert batch.players.tolist() == [3, 4]
    assert batch.present.tolist() == [[True, True, False, True], [True] * 4]
    assert batch.anybody_away
    assert not batch_of(written([Round()])).anybody_away


@pytest.mark.parametrize("away", [4, -2, 100])
def test_a_seat_that_there_is_not_is_not_away(away: int) -> None:
    assert with_away(away).away.tolist() == [-1]


@pytest.mark.parametrize(
    ("dice", "pair"),
    [(None, False), ([], False), ([3], False), ([3, 3], True), ([3, 4], False), ([2, 2, 2], False)],
)
def test_a_pair_on_the_dice(dice: list[int] | None, pair: bool) -> None:
    batch = batch_of(written([Round(columns={"dice": dice}), Round(columns={"dice": [6, 6]}), Round()]))
    assert batch.dice_pair.tolist() == [pair, True, False]
