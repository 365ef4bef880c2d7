"""Eleven thousand wins of real Tenhou games: yaku, han, fu, value and score changes as recorded.

The hand, its melds and indicators come from the win's own record, and so does how it was won
(riichi, ippatsu, last tile); honba and sticks come from the round, so that double rons share them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mjlog.rulesets import load
from mjlog.rulesets.table import RulesetTable
from mjlog.scoring.payments import (
    NOBODY,
    PaidWins,
    hand_payments,
    liable_base,
    seats_of,
    table_shares,
    win_deltas,
)
from mjlog.scoring.score import score_hands
from mjlog.tiles import TILE_NAMES, dora_after
from tests.oracle.tenhou_xml import NO_OPEN_TANYAO, wins_of
from tests.oracle.wins import columns_of, slugs

CHIP_ROOMS = 0x200
"""Rooms with chips follow house rules: two of their wins are rounded up to mangan, one pays 1,500 a honba."""
PRESETS = {4: load("tenhou"), 3: load("tenhou_sanma")}


@pytest.fixture(scope="module", params=[4, 3], ids=["4 players", "3 players"])
def wins(shared, request):
    folder = shared / "corpus" / "tenhou-xml"
    every = [win for path in sorted(folder.rglob("*.*")) if path.is_file() for win in wins_of(path)]
    return [win for win in every if win.players == request.param and win.game_type < CHIP_ROOMS]


@pytest.fixture(scope="module")
def hands(wins):
    removed = PRESETS[wins[0].players].removed_tiles
    for win in wins:
        win.hand.columns["rule"] = int(win.game_type & NO_OPEN_TANYAO != 0)
    return columns_of([win.hand for win in wins], dora_after([TILE_NAMES.index(tile) for tile in removed]))


@pytest.fixture(scope="module")
def rules(wins):
    """The preset, and the same without open tanyao, as lobbies may have it."""
    preset = PRESETS[wins[0].players]
    return RulesetTable.of([preset, replace(preset, open_tanyao=False)])


@pytest.fixture(scope="module")
def scored(hands, rules):
    return score_hands(hands, rules)


@pytest.fixture(scope="module")
def paid(wins, hands, scored, rules):
    def column(name, dtype):
        return np.array([getattr(win, name) for win in wins], dtype=dtype)

    pao_seat = np.repeat(column("pao", np.int8)[:, None], 3, axis=1)
    table = PaidWins(
        base=scored.base,
        seat=column("seat", np.int8),
        from_seat=column("from_seat", np.int8),
        dealer_seat=column("dealer", np.int8),
        present=seats_of(column("players", np.int8)),
        doubled=np.zeros(len(wins), dtype=np.bool_),
        honba=column("honba", np.int16),
        sticks=column("sticks", np.int64),
        pao_seat=pao_seat,
        pao_base=liable_base(scored.yaku, scored.base, pao_seat, rules, hands.rule),
        rule=hands.rule,
    )
    rounds: dict[object, int] = {}
    group = np.array([rounds.setdefault((win.path, win.round), len(rounds)) for win in wins])
    honba, sticks = table_shares(group, table, column("paid_stick", np.bool_), rules)
    return replace(table, honba=honba, sticks=sticks)


def test_there_are_wins_of_every_sort(wins):
    assert len(wins) > 2000
    assert len({(win.path, win.round) for win in wins}) < len(wins), "no multiple ron"
    assert wins[0].players == 3 or {win.pao for win in wins} > {NOBODY}, "no pao"


def test_yaku_are_those_of_tenhou(wins, scored):
    wrong = [
        (win, slugs(mask)) for win, mask in zip(wins, scored.yaku, strict=True) if slugs(mask) != win.yaku
    ]
    assert not wrong


def test_han_fu_and_yakuman_are_those_of_tenhou(wins, scored):
    np.testing.assert_array_equal(scored.han, [win.han for win in wins])
    np.testing.assert_array_equal(scored.fu, [win.fu for win in wins])
    np.testing.assert_array_equal(scored.yakuman, [win.yakuman for win in wins])


def test_values_are_those_of_tenhou(wins, paid, rules):
    np.testing.assert_array_equal(hand_payments(paid, rules).sum(axis=1), [win.points for win in wins])


def test_score_changes_are_those_of_tenhou(wins, paid, rules):
    recorded = [[*win.deltas, 0][:4] for win in wins]
    np.testing.assert_array_equal(win_deltas(paid, rules), recorded)
