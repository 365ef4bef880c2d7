from __future__ import annotations

import numpy as np

from mjlog.scoring.hands import WinningHands
from tests.unit.scoring.written_hands import batch


def test_columns_left_out_are_blank():
    hands = WinningHands.of(suits=[[0, 0, 0, 2]], win_kind=[27])
    assert hands.meld_kind.tolist() == [[255] * 4]
    assert hands.meld_type.tolist() == [[0] * 4]
    assert (hands.is_tsumo.dtype, hands.dora.dtype, hands.suits.dtype) == (np.bool_, np.uint8, np.int32)


def test_only_called_tiles_open_a_hand():
    hands = batch("55z1z+1z", "5z[1111m]+5z", "5z(1111m)+5z", "5z(123m)[1111z]+5z")
    assert hands.is_closed.tolist() == [True, True, False, False]


def test_east_is_the_dealer():
    assert batch("5z+5z", "5z+5z", seat_wind=[0, 1]).is_dealer.tolist() == [True, False]


def test_rows_are_picked_from_every_column():
    hands = batch("5z+5z", "6z(123m)+6z", "7z+7z", dora=[0, 1, 2])
    picked = hands[np.array([2, 1])]
    assert (picked.win_kind.tolist(), picked.dora.tolist()) == ([33, 32], [2, 1])
    assert picked.meld_type[:, 0].tolist() == [0, 1]
    assert len(hands[:0]) == 0
