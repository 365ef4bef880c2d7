"""Hands on the border of each local yaku: what has it, and what just misses it."""

from __future__ import annotations

import numpy as np
import pytest

from mjlog.schema import LOCAL_YAKU
from mjlog.scoring.hands import Riichi
from mjlog.scoring.local_yaku import HAND_PREDICATES, PREDICATES
from mjlog.scoring.readings import readings_of
from tests.unit.scoring.written_hands import batch

ANY = "234678p234789s3z+3z"

HAS = [
    ("sanrenkou", "222333444s678p3z+3z"),
    ("sanrenkou", "777p23s55z(8888p)[9999p]+4s"),
    ("suurenkou", "666777p9s(888p)(555p)+9s"),
    ("one_sou_seven_pin", "678p1299s(555z)(222p)+3s"),
    ("chiitoitsu_one_quad", "1111p2288s11334z+4z"),
    ("chiitoitsu_two_quads", "1111p2222s11334z+4z"),
    ("chiitoitsu_two_quads", "1111p2222s33334z+4z"),
    ("daisharin", "1133446677889s+9s"),
    ("daisharin", "1111223344667p+7p"),
]
MISSES = [
    ("sanrenkou", "222333555s678p3z+3z", "a gap"),
    ("sanrenkou", "999p111222s678m3z+3z", "two suits"),
    ("sanrenkou", "777z111222m678m3z+3z", "honours and man, kinds apart"),
    ("sanrenkou", "567p55m22233344z+4z", "honours"),
    ("suurenkou", "222333444p678s9s+9s", "three"),
    ("suurenkou", "999m111222333p4z+4z", "the last of another suit"),
    ("one_sou_seven_pin", "678p2349s(555z)(222p)+9s", "no 1s"),
    ("one_sou_seven_pin", "234p123789s9s(555z)+9s", "no 7p"),
    ("chiitoitsu_one_quad", "1133p2288s11334z+4z", "no quad"),
    ("chiitoitsu_one_quad", "1111p2222s11334z+4z", "two quads"),
    ("chiitoitsu_two_quads", "1111p2288s11334z+4z", "one quad"),
    ("daisharin", "113344667788s1p+1p", "two suits"),
    ("daisharin", "2224446778899p+9p", "four blocks"),
]


def has(slug: str, text: str) -> bool:
    """Whether some reading of a ron has a yaku, four equal tiles being two pairs."""
    readings = readings_of(batch(text), np.ones(1, dtype=np.bool_))
    assert len(readings), "not a complete hand"
    return bool(PREDICATES[slug](readings).any())


@pytest.mark.parametrize(("slug", "text"), HAS)
def test_hand_has(slug, text):
    assert has(slug, text)


@pytest.mark.parametrize(("slug", "text", "why"), MISSES)
def test_hand_misses(slug, text, why):
    assert not has(slug, text), why


RIICHI, DOUBLE = {"riichi": Riichi.RIICHI}, {"riichi": Riichi.DOUBLE}
TSUMO, DEALER = {"is_tsumo": True}, {"seat_wind": 0}


@pytest.mark.parametrize(
    ("slug", "how", "counts"),
    [
        ("open_riichi", RIICHI | {"open_riichi": True}, True),
        ("open_riichi", RIICHI, False),
        ("open_riichi", {"open_riichi": True}, False),
        ("open_riichi_deal_in", RIICHI | {"open_riichi": True}, True),
        ("open_riichi_deal_in", RIICHI | TSUMO | {"open_riichi": True}, False),
        ("karasu", {}, True),
        ("karasu", {"kita": 1}, False),
        ("riichi_tsumo_pinfu", RIICHI | TSUMO, True),
        ("riichi_tsumo_pinfu", RIICHI, False),
        ("riichi_tsumo_pinfu", DOUBLE | TSUMO, False),
        ("riichi_tsumo_pinfu", TSUMO, False),
        ("paarenchan", DEALER | {"honba": 8}, True),
        ("paarenchan", DEALER | {"honba": 7}, False),
        ("paarenchan", {"honba": 8}, False),
        ("eight_reds", {"aka": 8}, True),
        ("eight_reds", {"aka": 7}, False),
        ("twelve_man", {"set_aside_man": 12, "kita": 12}, True),
        ("twelve_man", {"set_aside_man": 11, "kita": 12}, False),
    ],
)
def test_how_the_hand_was_won(slug, how, counts):
    assert HAND_PREDICATES[slug](batch(ANY, **how)).tolist() == [counts]


def test_every_local_yaku_has_one_predicate_but_the_one_that_is_counted():
    assert sorted([*PREDICATES, *HAND_PREDICATES, "minimum_win"]) == sorted(LOCAL_YAKU)


def test_every_predicate_on_tiles_has_cases():
    assert {slug for slug, _ in HAS} == {slug for slug, *_ in MISSES} == set(PREDICATES)
