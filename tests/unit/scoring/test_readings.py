from __future__ import annotations

import numpy as np
import pytest

from mjlog.scoring.kinds import kinds
from mjlog.scoring.readings import Form, Wait, readings_of
from tests.unit.scoring.written_hands import batch


def waits(text: str, **columns) -> list[Wait]:
    return sorted(Wait(wait) for wait in readings_of(batch(text, **columns)).wait)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("123456m234p5688s+7s", [Wait.RYANMEN], id="two sides"),
        pytest.param("123456m234p8857s+6s", [Wait.KANCHAN], id="middle"),
        pytest.param("123456m234p8889s+7s", [Wait.PENCHAN], id="seven of 789"),
        pytest.param("12m456m234p88s567s+3m", [Wait.PENCHAN], id="three of 123"),
        pytest.param("123456m23488p55s+5s", [Wait.SHANPON], id="triplet"),
        pytest.param("123456m234p555s6s+6s", [Wait.TANKI], id="pair"),
        pytest.param("123456m234p3455s+5s", [Wait.TANKI, Wait.RYANMEN], id="run or pair"),
        pytest.param("234m234m234m55s67p+8p", [Wait.RYANMEN, Wait.RYANMEN], id="runs or triplets"),
        pytest.param("2233445m123789p+5m", [Wait.TANKI, Wait.RYANMEN], id="two splits of one suit"),
    ],
)
def test_each_block_with_the_winning_tile_is_a_reading(text, expected):
    assert waits(text) == sorted(expected)


def test_runs_triplets_and_pair_of_a_reading():
    (runs,), (triplets,), (pair,) = (
        getattr(readings_of(batch("123m678p(555z)99s77m+7m")), name) for name in ("runs", "triplets", "pair")
    )
    assert (runs, triplets, pair) == (kinds(0, 14), kinds(6, 31), kinds(26))


def test_three_equal_triplets_are_also_three_equal_runs():
    found = readings_of(batch("111222333m11p79s+8s"))
    assert sorted(zip(found.runs.tolist(), found.twin_runs.tolist(), strict=True)) == [
        (int(kinds(24)), 0),
        (int(kinds(0, 24)), 1),
    ]


@pytest.mark.parametrize(("is_tsumo", "concealed"), [(True, 2), (False, 1)])
def test_triplet_completed_by_ron_is_not_concealed(is_tsumo, concealed):
    found = readings_of(batch("222m345p678s4455z+5z", is_tsumo=is_tsumo))
    assert np.bitwise_count(found.concealed).tolist() == [concealed]


def test_concealed_kan_is_a_concealed_kan_and_open_kan_is_not():
    found = readings_of(batch("234m55z67p(1111s)[9999s]+8p"))
    assert (found.kans.tolist(), found.concealed.tolist()) == ([kinds(18, 26)], [kinds(26)])
    assert not found.is_closed[0]


def test_seven_pairs_are_read_as_pairs_and_as_runs():
    found = readings_of(batch("223344m556677p8s+8s"))
    assert sorted(found.form.tolist()) == [Form.ORDINARY, Form.CHIITOITSU]


def test_thirteen_orphans_know_their_pair():
    found = readings_of(batch("9m19p199s1234567z+1m"))
    assert (found.form.tolist(), found.pair.tolist()) == ([Form.KOKUSHI], [kinds(26)])


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("123456m234p5688s+8s", id="not complete"),
        pytest.param("1111m2233p4455s6z+6z", id="four of a kind are not two pairs"),
        pytest.param("123456m234p568s+7s", id="thirteen tiles"),
        pytest.param("123456m234p56788s(123p)+8s", id="seventeen tiles"),
        pytest.param("11m22p33s44z55s66m+6m", id="pairs and a triplet"),
        pytest.param("11m11345p11345s1z+1z", id="four pairs and two runs"),
        pytest.param("[1111m]11p22s33z44z5z+5z", id="pairs beside a kan"),
    ],
)
def test_hands_that_are_not_complete_have_no_reading(text):
    assert len(readings_of(batch(text))) == 0


@pytest.mark.parametrize("kind", [0, 37, 255])
def test_winning_tile_must_be_in_the_hand(kind):
    hands = batch("234567m345p2267s+8s", "19m19p19s1234567z+5z", "2288m3355p6699s1z+1z")
    hands.win_kind[:2] = kind
    assert 0 not in readings_of(hands).hand
    assert 2 in readings_of(hands).hand


@pytest.mark.parametrize("number", [-1, 5**9, 2**31 - 1])
def test_corrupt_suits_have_no_reading(number):
    hands = batch("234567m345p2267s+8s", "234567m345p2267s+8s")
    hands.suits[0, 1] = number
    assert readings_of(hands).hand.tolist() == [1]


QUADS = "1111p2288s11334z+4z"


def test_four_equal_tiles_are_two_pairs_where_the_rules_say_so():
    hands = batch(QUADS, QUADS, "1111p2222s33334z+4z", "1133p2288s11334z+4z")
    found = readings_of(hands, np.array([True, False, True, True]))
    assert sorted(zip(found.hand.tolist(), found.form.tolist(), strict=True)) == [
        (0, Form.CHIITOITSU_ONE_QUAD),
        (2, Form.CHIITOITSU_TWO_QUADS),
        (3, Form.CHIITOITSU),
    ]
    assert found.tiles[found.hand == 0] == kinds(9, 19, 25, 27, 29, 30)


@pytest.mark.parametrize(
    "text", ["1111p2288s1133z[4444z]+4z", "1111p2288s11333z4z+4z", "1111p2288s1133z5z+4z"]
)
def test_quads_need_pairs_besides_and_no_meld(text):
    assert len(readings_of(batch(text), np.ones(1, dtype=np.bool_))) == 0


def test_quads_need_the_winning_tile():
    assert len(readings_of(batch(QUADS, win_kind=0), np.ones(1, dtype=np.bool_))) == 0


def test_gathered_tiles_are_a_reading_whatever_the_hand():
    found = readings_of(
        batch("1239p99s(5555s)[1111z]", "234567m345p2267s+8s", is_gathered=True, win_kind=[255, 25])
    )
    assert sorted(zip(found.hand.tolist(), found.form.tolist(), strict=True)) == [
        (0, Form.GATHERED),
        (1, Form.ORDINARY),
        (1, Form.GATHERED),
    ]
    assert found.kans[found.hand == 0] == kinds(22, 27)


def test_a_complete_hand_without_winning_tile_is_read_once_without_any_single_wait():
    found = readings_of(batch("234p678p99s(555p)(555s)", is_gathered=True, is_tsumo=True, win_kind=255))
    assert found.wait.tolist() == [Wait.SHANPON, Wait.SHANPON]
    assert found.form.tolist() == [Form.ORDINARY, Form.GATHERED]
