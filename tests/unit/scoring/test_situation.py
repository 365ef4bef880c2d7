from __future__ import annotations

import pytest

from mjlog.scoring.hands import Riichi
from mjlog.scoring.situation import PREDICATES
from tests.unit.scoring.written_hands import batch

CLOSED, OPEN = "234567m345p2267s+8s", "567p2346788s(234m)+5s"


@pytest.mark.parametrize(
    ("slug", "hand", "columns"),
    [
        ("riichi", CLOSED, {"riichi": Riichi.RIICHI}),
        ("double_riichi", CLOSED, {"riichi": Riichi.DOUBLE}),
        ("ippatsu", CLOSED, {"riichi": Riichi.RIICHI, "ippatsu": True}),
        ("menzen_tsumo", CLOSED, {"is_tsumo": True}),
        ("menzen_tsumo", "234m345p2267s[1111z]+8s", {"is_tsumo": True}),
        ("rinshan_kaihou", OPEN, {"is_tsumo": True, "rinshan": True}),
        ("chankan", OPEN, {"chankan": True}),
        ("haitei", OPEN, {"is_tsumo": True, "haitei": True}),
        ("houtei", OPEN, {"houtei": True}),
        ("renhou", CLOSED, {"first_turn": True}),
        ("chiihou", CLOSED, {"first_turn": True, "is_tsumo": True}),
        ("tenhou", CLOSED, {"first_turn": True, "is_tsumo": True, "seat_wind": 0}),
    ],
)
def test_win_has(slug, hand, columns):
    assert PREDICATES[slug](batch(hand, **columns)).tolist() == [True]


@pytest.mark.parametrize(
    ("slug", "hand", "columns"),
    [
        ("riichi", CLOSED, {}),
        ("double_riichi", CLOSED, {"riichi": Riichi.RIICHI}),
        ("ippatsu", CLOSED, {"ippatsu": True}),
        ("menzen_tsumo", CLOSED, {}),
        ("menzen_tsumo", OPEN, {"is_tsumo": True}),
        ("rinshan_kaihou", OPEN, {"rinshan": True}),
        ("chankan", OPEN, {"is_tsumo": True, "chankan": True}),
        ("haitei", OPEN, {"haitei": True}),
        ("haitei", OPEN, {"is_tsumo": True, "haitei": True, "rinshan": True}),
        ("houtei", OPEN, {"is_tsumo": True, "houtei": True}),
        ("houtei", OPEN, {"houtei": True, "chankan": True}),
        ("renhou", CLOSED, {"first_turn": True, "seat_wind": 0}),
        ("renhou", CLOSED, {"first_turn": True, "is_tsumo": True}),
        ("chiihou", CLOSED, {"first_turn": True, "is_tsumo": True, "seat_wind": 0}),
        ("chiihou", CLOSED, {"is_tsumo": True}),
        ("tenhou", CLOSED, {"first_turn": True, "is_tsumo": True}),
        ("tenhou", CLOSED, {"is_tsumo": True, "seat_wind": 0}),
    ],
)
def test_win_misses(slug, hand, columns):
    assert PREDICATES[slug](batch(hand, **columns)).tolist() == [False]
