from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats.tenhou_xml.calls import decode
from mjlog.formats.tenhou_xml.tiles import NO_ID
from mjlog.schema import EVENT_KINDS


def decoded(who, m):
    calls = decode(np.array([who]), np.array([m]))
    consumed = [int(t) for t in calls.consumed[0] if t != NO_ID]
    return EVENT_KINDS[calls.kind[0]], int(calls.target[0]), int(calls.tile_id[0]), consumed


@given(
    who=st.integers(0, 3),
    run=st.integers(0, 20),
    called=st.integers(0, 2),
    copies=st.tuples(*[st.integers(0, 3)] * 3),
)
def test_chi(who, run, called, copies):
    lowest = run // 7 * 9 + run % 7
    ids = [4 * (lowest + place) + copy for place, copy in enumerate(copies)]
    m = (3 * run + called) << 10 | copies[2] << 7 | copies[1] << 5 | copies[0] << 3 | 4 | 3
    others = [i for place, i in enumerate(ids) if place != called]
    assert decoded(who, m) == ("chi", (who + 3) % 4, ids[called], others)


@given(
    who=st.integers(0, 3),
    away=st.integers(1, 3),
    kind=st.integers(0, 33),
    left=st.integers(0, 3),
    called=st.integers(0, 2),
)
def test_pon_and_the_kan_added_to_it(who, away, kind, left, called):
    ids = [4 * kind + copy for copy in range(4) if copy != left]
    m = (3 * kind + called) << 9 | left << 5 | away
    others = [i for place, i in enumerate(ids) if place != called]
    assert decoded(who, m | 8) == ("pon", (who + away) % 4, ids[called], others)
    assert decoded(who, m | 16) == ("kakan", (who + away) % 4, 4 * kind + left, [4 * kind + left])


@given(who=st.integers(0, 3), away=st.integers(1, 3), tile=st.integers(0, 135))
def test_kans_of_four_tiles(who, away, tile):
    four = [tile // 4 * 4 + copy for copy in range(4)]
    assert decoded(who, tile << 8) == ("ankan", -1, tile, four)
    others = [t for t in four if t != tile]
    assert decoded(who, tile << 8 | away) == ("daiminkan", (who + away) % 4, tile, others)


@pytest.mark.parametrize("tile", range(120, 124))
def test_kita_is_north(tile):
    assert decoded(1, tile << 8 | 0x20) == ("kita", -1, tile, [tile])


@pytest.mark.parametrize(
    ("m", "why"),
    [
        (136 << 8, "an ankan of a tile that does not exist"),
        (136 << 8 | 1, "a daiminkan of one"),
        (63 << 10 | 4 | 3, "a run above 7 8 9 of sou"),
        (4, "a chi from nobody"),
        (8, "a pon from nobody"),
        (102 << 9 | 8 | 1, "a pon of a kind above chun"),
        (0 << 8 | 0x20, "a 1m set aside"),
    ],
)
def test_numbers_that_are_no_call_are_not_valid(m, why):
    calls = decode(np.array([0]), np.array([m]))
    assert not calls.valid[0], why
    assert calls.tile_id[0] == NO_ID
    assert set(calls.consumed[0].tolist()) == {NO_ID}


def test_no_calls_give_empty_columns():
    calls = decode(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
    assert calls.consumed.shape == (0, 4)
