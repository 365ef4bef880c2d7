"""Payments on columns; who pays whom in single cases is in tests/cases/payments.yml."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mjlog.rulesets.load import load
from mjlog.rulesets.standard import PAO_YAKUMAN, RIICHI_STICK
from mjlog.rulesets.table import RulesetTable
from mjlog.rulesets.words import AbsentShare, PaoHonba, PaoScope, Shares
from mjlog.schema import YAKU_BIT
from mjlog.scoring.payments import (
    NOBODY,
    PaidWins,
    hand_payments,
    liable_base,
    rounded_up,
    seats_of,
    table_shares,
    win_deltas,
)
from mjlog.scoring.points import ordinary_value
from tests.unit.scoring.written_hands import table

SANMA = RulesetTable.of([load("tenhou_sanma")])


def random_wins(size: int, seed: int = 0, players: int = 4) -> PaidWins:
    """Wins of all sorts, a fifth of them with a liable player."""
    rng = np.random.default_rng(seed)
    seat = rng.integers(0, players, size)
    from_seat = rng.integers(0, players, size)
    base = 8000 * rng.integers(1, 4, size)
    pao_seat = np.where(rng.random(size) < 0.2, (seat + rng.integers(1, players, size)) % players, NOBODY)
    return PaidWins(
        base=base.astype(np.int32),
        seat=seat.astype(np.int8),
        from_seat=from_seat.astype(np.int8),
        dealer_seat=rng.integers(0, players, size).astype(np.int8),
        present=seats_of(np.full(size, players)),
        doubled=np.zeros(size, dtype=np.bool_),
        honba=rng.integers(0, 9, size).astype(np.int16),
        sticks=rng.integers(0, 5, size),
        pao_seat=pao_seat.astype(np.int8)[:, None],
        pao_base=np.full((size, 1), 8000, dtype=np.int32),
        rule=np.zeros(size, dtype=np.intp),
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("shares", "absent"),
    [(Shares.EQUAL, AbsentShare.LOST), *((Shares.DEALER_DOUBLE, absent) for absent in AbsentShare)],
)
@pytest.mark.parametrize("honba", list(PaoHonba))
def test_points_only_change_hands(players, absent, shares, honba):
    rules = table(players, tsumo_absent_share=absent, shares=shares, pao_honba=honba)
    wins = random_wins(200, players=players)
    deltas = win_deltas(wins, rules)
    np.testing.assert_array_equal(deltas.sum(axis=1), RIICHI_STICK * wins.sticks)
    assert not deltas[:, players:].any()
    assert not (deltas % 100).any()


def test_who_sits_out_pays_nothing():
    wins = random_wins(300, players=3)
    moved = np.array([0, 2, 3], dtype=np.int8)
    away = replace(
        wins,
        present=np.tile([True, False, True, True], (len(wins), 1)),
        pao_seat=np.where(wins.pao_seat == NOBODY, NOBODY, moved[wins.pao_seat]).astype(np.int8),
        **{name: moved[getattr(wins, name)] for name in ("seat", "from_seat", "dealer_seat")},
    )
    here, there = win_deltas(wins, SANMA), win_deltas(away, SANMA)
    np.testing.assert_array_equal(there[:, moved], here[:, :3])
    assert not there[:, 1].any()


def test_doubled_payments_leave_the_sticks_alone():
    wins = random_wins(300)
    once, twice = (win_deltas(replace(wins, doubled=np.full(300, d)), table()) for d in (False, True))
    sticks = np.zeros_like(once)
    sticks[np.arange(300), wins.seat] = wins.sticks * RIICHI_STICK
    np.testing.assert_array_equal(twice - sticks, 2 * (once - sticks))


def test_order_of_the_wins_changes_nothing():
    wins, order = random_wins(200), np.random.default_rng(1).permutation(200)
    np.testing.assert_array_equal(win_deltas(wins[order], table()), win_deltas(wins, table())[order])


def test_liable_player_pays_as_much_as_all_would_have():
    wins = random_wins(500)
    everyone = replace(wins, pao_seat=np.full_like(wins.pao_seat, NOBODY))
    with_pao, without = (hand_payments(w, table()).sum(axis=1) for w in (wins, everyone))
    np.testing.assert_array_equal(with_pao, without)


@pytest.mark.parametrize(
    ("han", "fu", "total"),
    [
        (1, 30, 800), (1, 40, 1100), (1, 50, 1200), (1, 60, 1500),
        (2, 20, 1100), (2, 30, 1500), (2, 40, 2000), (2, 50, 2400), (2, 60, 3000),
        (3, 20, 2000), (3, 25, 2400), (3, 30, 3000), (3, 40, 3900), (3, 50, 4800), (3, 60, 5900),
        (4, 20, 3900), (4, 25, 4800), (4, 30, 5900), (5, 30, 6000), (6, 30, 9000), (8, 30, 12000),
        (11, 30, 18000), (13, 30, 24000),
    ],
)  # fmt: skip
def test_tsumo_of_three_players(han, fu, total):
    """A non-dealer's totals, from the sanma table of the Tenhou players' club."""
    rule = np.zeros(1, dtype=np.intp)
    base, _ = ordinary_value(np.array([han], dtype=np.int16), np.array([fu], dtype=np.uint8), SANMA, rule)
    wins = replace(
        random_wins(1, players=3),
        base=base,
        seat=np.array([1], dtype=np.int8),
        from_seat=np.array([1], dtype=np.int8),
        dealer_seat=np.array([0], dtype=np.int8),
        pao_seat=np.full((1, 1), NOBODY, dtype=np.int8),
    )
    assert hand_payments(wins, SANMA).sum() == total


def test_no_number_of_sticks_is_too_many():
    # four penalties of ten million points lie on the table
    sticks = np.full(2, 40_000)
    wins = replace(random_wins(2), from_seat=np.array([3, 3], dtype=np.int8), sticks=sticks)
    wins = replace(wins, seat=np.array([0, 1], dtype=np.int8))
    honba, shares = table_shares(np.zeros(2, dtype=np.int64), wins, np.zeros(2, dtype=np.bool_), table())
    assert shares.tolist() == [40_000, 0]
    deltas = win_deltas(replace(wins, honba=honba, sticks=shares), table())
    assert deltas.sum(axis=1).tolist() == [40_000_000, 0]


def test_nearest_winner_of_each_table_takes_honba_and_sticks():
    wins = replace(
        random_wins(5),
        seat=np.array([0, 3, 2, 1, 1], dtype=np.int8),
        from_seat=np.array([1, 1, 1, 0, 1], dtype=np.int8),
        honba=np.array([2, 2, 2, 5, 1], dtype=np.int16),
        sticks=np.array([3, 3, 3, 0, 1]),
    )
    group = np.array([70, 70, 70, 4, 90])
    honba, sticks = table_shares(group, wins, np.zeros(5, dtype=np.bool_), table())
    assert honba.tolist() == [0, 0, 2, 5, 1]
    assert sticks.tolist() == [0, 0, 3, 0, 1]


def test_own_sticks_come_back_before_the_nearest_takes_the_rest():
    wins = replace(
        random_wins(3),
        seat=np.array([0, 3, 2], dtype=np.int8),
        from_seat=np.array([1, 1, 1], dtype=np.int8),
        sticks=np.array([4, 4, 4], dtype=np.int16),
    )
    paid = np.array([True, False, True])
    _, sticks = table_shares(np.zeros(3, dtype=np.int64), wins, paid, table(own_stick_back=True))
    assert sticks.tolist() == [1, 0, 3]


@pytest.mark.parametrize(
    ("scope", "parts"),
    [(PaoScope.YAKUMAN_ONLY, [8000, 0, 8000]), (PaoScope.WHOLE_HAND, [24000, 0, 0])],
)
def test_parts_that_players_are_liable_for(scope, parts):
    rules = table(pao=frozenset(PAO_YAKUMAN), pao_scope=scope)
    yaku = sum(1 << YAKU_BIT[slug] for slug in ("daisangen", "suukantsu", "tsuuiisou"))
    found = liable_base(
        np.array([yaku], dtype=np.uint64),
        np.array([24000], dtype=np.int32),
        np.array([[1, 2, 3]], dtype=np.int8),
        rules,
        np.zeros(1, dtype=np.intp),
    )
    assert found.tolist() == [parts]


@pytest.mark.parametrize(
    ("yaku", "seats"),
    [("suukantsu", [1, 2, 3]), ("tsuuiisou", [1, 2, 3]), ("daisangen", [NOBODY, 2, 3])],
)
def test_nobody_is_liable(yaku, seats):
    found = liable_base(
        np.array([1 << YAKU_BIT[yaku]], dtype=np.uint64),
        np.array([8000], dtype=np.int32),
        np.array([seats], dtype=np.int8),
        table(),
        np.zeros(1, dtype=np.intp),
    )
    assert not found.any()


def test_payments_are_rounded_up():
    assert rounded_up(np.array([0, 1, 100, 101]), 1, 100).tolist() == [0, 100, 100, 200]
    assert rounded_up(np.array([1000, 1010]), 2, 100).tolist() == [500, 600]
    assert rounded_up(np.array([3, 30]), np.array([2, 4]), np.array([1, 10])).tolist() == [2, 10]


def test_no_wins():
    wins = random_wins(3)[:0]
    assert win_deltas(wins, table()).shape == (0, 4)
    group, paid_stick = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.bool_)
    assert [len(column) for column in table_shares(group, wins, paid_stick, table())] == [0, 0]
