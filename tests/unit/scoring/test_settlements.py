"""Payments besides wins on columns; who pays whom in single cases is in tests/cases/payments.yml."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mjlog.rulesets.standard import RIICHI_STICK
from mjlog.rulesets.words import Chombo, Nagashi, NotenPayment
from mjlog.scoring.payments import seats_of
from mjlog.scoring.settlements import (
    NAGASHI_BASE,
    PaidTables,
    bonus_deltas,
    chombo_deltas,
    nagashi_deltas,
    noten_deltas,
)
from tests.unit.scoring.written_hands import table

EVERY_SET = (np.arange(16)[:, None] >> np.arange(4) & 1).astype(np.bool_)
"""(16, 4) every set of seats."""
MANGAN = np.full((16, 4), NAGASHI_BASE, dtype=np.int32)


def tables(players: int = 4, size: int = 16, **columns: Any) -> PaidTables:
    given = {"dealer_seat": 0, "doubled": False, "honba": 0, "sticks": 0, **columns}
    dtypes = {"dealer_seat": np.int8, "doubled": np.bool_, "honba": np.int16, "sticks": np.int64}
    return PaidTables(
        present=seats_of(np.full(size, players)),
        rule=np.zeros(size, dtype=np.intp),
        **{name: np.full(size, given[name], dtype=dtype) for name, dtype in dtypes.items()},
    )


@pytest.mark.parametrize(("players", "total"), [(4, 3000), (3, 2000), (2, 1000)])
def test_noten_payments_cancel_out_for_every_set_of_tenpai_players(players, total):
    deltas = noten_deltas(EVERY_SET, tables(players), table(players, noten_payment=total))
    assert not deltas.sum(axis=1).any()
    assert not deltas[:, players:].any()
    mixed = EVERY_SET[:, :players].any(axis=1) & ~EVERY_SET[:, :players].all(axis=1)
    np.testing.assert_array_equal(deltas.clip(0).sum(axis=1), np.where(mixed, total, 0))


@pytest.mark.parametrize(
    ("total", "by", "paid"),
    [
        # one tenpai and three noten; two and two; three and one
        (1500, "in_all", [[1500, -500, -500, -500], [750, 750, -750, -750], [500, 500, 500, -1500]]),
        (2900, "in_all", [[2898, -966, -966, -966], [1450, 1450, -1450, -1450], [966, 966, 966, -2898]]),
        (1000, "each", [[3000, -1000, -1000, -1000], [1000, 1000, -1000, -1000], [333, 333, 333, -999]]),
    ],
)
def test_what_cannot_be_shared_evenly_is_not_paid(total, by, paid):
    tenpai = np.array([[True, False, False, False], [True, True, False, False], [True, True, True, False]])
    rules = table(noten_payment=total, noten_payment_by=NotenPayment(by))
    assert noten_deltas(tenpai, tables(size=3), rules).tolist() == paid


def test_every_noten_player_pays_where_each_does():
    rules = table(noten_payment=1000, noten_payment_by=NotenPayment.EACH)
    deltas = noten_deltas(EVERY_SET[1:3], tables(size=2), rules)
    assert deltas.tolist() == [[3000, -1000, -1000, -1000], [-1000, 3000, -1000, -1000]]


def test_nagashi_of_an_absent_seat_is_none():
    nagashi = np.array([[False, False, False, True]])
    assert not nagashi_deltas(nagashi, MANGAN[:1], tables(3, 1), table(3)).any()


@pytest.mark.parametrize("kind", [Nagashi.DRAW, Nagashi.WIN])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nagashi_changes_hands_with_the_sticks_of_a_win(kind, players):
    seated = tables(players, dealer_seat=1, honba=2, sticks=3)
    deltas = nagashi_deltas(EVERY_SET, MANGAN, seated, table(players, nagashi_mangan=kind))
    takes_sticks = EVERY_SET[:, :players].any(axis=1) & (kind is Nagashi.WIN)
    np.testing.assert_array_equal(deltas.sum(axis=1), takes_sticks * 3 * RIICHI_STICK)


def test_of_several_nagashi_the_nearest_to_the_dealer_takes_honba_and_sticks():
    both = np.array([[True, False, True, False]])
    rules = table(nagashi_mangan=Nagashi.WIN)
    for dealer, nearest in ((0, 0), (1, 2), (2, 2), (3, 0)):
        bare, full = (
            nagashi_deltas(both, MANGAN[:1], tables(4, 1, dealer_seat=dealer, **counters), rules)[0]
            for counters in ({}, {"honba": 1, "sticks": 1})
        )
        gained = full - bare
        assert gained[nearest] == 1000 + 300
        assert sorted(gained.tolist()) == [-100, -100, -100, 1300]


def test_chombo_of_two_is_paid_by_both():
    rules = table(chombo=Chombo.EACH, chombo_points=1000)
    both = chombo_deltas(EVERY_SET[3:4], tables(size=1), rules)
    assert both.tolist() == [[-2000, -2000, 2000, 2000]]


def test_bonuses_add_up():
    number = np.array([[2, 1, 0, 0]])
    deltas = bonus_deltas(number, tables(size=1), table(bonus_payment=1000))
    assert deltas.tolist() == [[5000, 1000, -3000, -3000]]


def test_a_pair_on_the_dice_doubles_all_of_them():
    rules = table(chombo=Chombo.MANGAN, bonus_payment=1000, nagashi_mangan=Nagashi.WIN, noten_payment=3000)
    once, twice = (tables(doubled=d, honba=3) for d in (False, True))
    for pay in (noten_deltas, chombo_deltas):
        np.testing.assert_array_equal(pay(EVERY_SET, twice, rules), 2 * pay(EVERY_SET, once, rules))
    number = EVERY_SET.astype(np.int64)
    np.testing.assert_array_equal(bonus_deltas(number, twice, rules), 2 * bonus_deltas(number, once, rules))
    np.testing.assert_array_equal(
        nagashi_deltas(EVERY_SET, MANGAN, twice, rules),
        2 * nagashi_deltas(EVERY_SET, MANGAN, once, rules),
    )


def test_no_tables():
    none, nothing = EVERY_SET[:0], tables(size=0)
    assert noten_deltas(none, nothing, table()).shape == (0, 4)
    assert nagashi_deltas(none, MANGAN[:0], nothing, table()).shape == (0, 4)
    assert chombo_deltas(none, nothing, table()).shape == (0, 4)
    assert bonus_deltas(none.astype(np.int64), nothing, table()).shape == (0, 4)
