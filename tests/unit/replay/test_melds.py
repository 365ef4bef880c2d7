from __future__ import annotations

import numpy as np
import pytest

from mjlog.replay.melds import (
    MELD_ANKAN,
    MELD_CHI,
    MELD_OPEN_KAN,
    MELD_PON,
    NEVER,
    NO_MELD,
    MeldRows,
    meld_counts,
    meld_rows,
    melds_at,
    pon_of_kakan,
)
from mjlog.tables import LogTables
from tests.unit.replay.written import Round, batch_of, written

CALLS = """
1 chi 5p with 34p from 0; 1 discard 1m; 2 pon 1m with 11m from 1; 2 discard 9s;
1 daiminkan 9s with 999s from 2; 1 draw 1z; 1 discard 1z; 2 draw 1m; 2 kakan 1m with 1m; 2 draw 2z;
2 ankan 5z with 5555z; 2 draw 3z; 2 discard 3z
"""
KAKAN = 8


def melds_of(*rounds: Round) -> MeldRows:
    return meld_rows(batch_of(written(rounds)))


def test_melds_stand_by_seat_and_time() -> None:
    melds = melds_of(Round(CALLS))
    assert melds.segment.tolist() == [1, 1, 2, 2]
    assert melds.event.tolist() == [0, 4, 2, 10]
    assert melds.type.tolist() == [MELD_CHI, MELD_OPEN_KAN, MELD_PON, MELD_ANKAN]
    assert melds.kind.tolist() == [11, 26, 0, 31]
    assert melds.from_seat.tolist() == [0, 2, 1, -1]
    assert melds.kakan.tolist() == [NEVER, NEVER, KAKAN, NEVER]
    assert melds.first.tolist() == [0, 0, 2, 4, 4]


def test_the_kind_of_a_chi_is_its_lowest_tile_wherever_it_was_called() -> None:
    melds = melds_of(Round("1 chi 3p with 45p from 0; 1 chi 4p with 35p from 0; 1 chi 0p with 34p from 0"))
    assert melds.kind.tolist() == [11, 11, 11]


def test_melds_before_an_event() -> None:
    melds = melds_of(Round(CALLS))
    types, kinds = melds_at(melds, np.array([1, 1, 2, 2, 2, 3]), np.array([0, 5, KAKAN, KAKAN + 1, 99, 99]))
    assert types.tolist() == [
        [NO_MELD] * 4,
        [MELD_CHI, MELD_OPEN_KAN, NO_MELD, NO_MELD],
        [MELD_PON, NO_MELD, NO_MELD, NO_MELD],
        [MELD_OPEN_KAN, NO_MELD, NO_MELD, NO_MELD],
        [MELD_OPEN_KAN, MELD_ANKAN, NO_MELD, NO_MELD],
        [NO_MELD] * 4,
    ]
    assert kinds.tolist()[4] == [0, 31, 255, 255]
    assert kinds.tolist()[0] == [255] * 4


def test_a_kakan_extends_the_pon_of_its_own_round_and_seat() -> None:
    melds = melds_of(
        Round("1 pon 1m with 11m from 0"),
        Round("1 pon 1m with 11m from 0; 2 pon 2m with 22m from 1; 1 kakan 1m with 1m"),
    )
    assert melds.kakan.tolist() == [NEVER, 3, NEVER]


def test_a_kakan_of_a_red_five_extends_the_pon_of_fives() -> None:
    assert melds_of(Round("1 pon 5m with 55m from 0; 1 kakan 0m with 0m")).kakan.tolist() == [1]


@pytest.mark.parametrize(
    ("events", "known"),
    [
        ("1 pon 1m with 11m from 0; 1 kakan 1m with 1m", True),
        ("1 pon 1m with 11m from 0; 2 kakan 1m with 1m", False),
        ("1 pon 1m with 11m from 0; 1 kakan 2m with 2m", False),
        ("1 chi 1m with 23m from 0; 1 kakan 1m with 1m", False),
        ("1 kakan 1m with 1m", False),
    ],
)
def test_whether_a_kakan_has_its_pon(events: str, known: bool) -> None:
    added, found = pon_of_kakan(batch_of(written([Round(events)])))
    assert (len(added), found.tolist()) == (1, [known])


def test_a_pon_of_another_round_is_no_pon_of_the_kakan() -> None:
    tables = written([Round("1 pon 1m with 11m from 0"), Round("1 kakan 1m with 1m")])
    assert pon_of_kakan(batch_of(tables))[1].tolist() == [False]


def test_more_than_four_melds_show_the_first_four() -> None:
    events = "; ".join(f"1 pon {k}m with {k}{k}m from 0" for k in range(1, 7))
    types, kinds = melds_at(melds_of(Round(events)), np.array([1]), np.array([99]))
    assert types.tolist() == [[MELD_PON] * 4]
    assert kinds.tolist() == [[0, 1, 2, 3]]


def test_tiles_of_melds_are_counted() -> None:
    types = np.array([[MELD_CHI, MELD_PON, MELD_OPEN_KAN, MELD_ANKAN], [NO_MELD] * 4], dtype=np.uint8)
    kinds = np.array([[6, 8, 27, 33], [255] * 4], dtype=np.uint8)
    counts = meld_counts(types, kinds)
    assert {k: int(n) for k, n in enumerate(counts[0]) if n} == {6: 1, 7: 1, 8: 4, 27: 4, 33: 4}
    assert not counts[1].any()
    assert counts.shape == (2, 34)


def test_runs_that_leave_the_tiles_do_not_stop_the_count() -> None:
    counts = meld_counts(np.array([[MELD_CHI, 0, 0, 0]], np.uint8), np.array([[33, 255, 255, 255]], np.uint8))
    assert counts[0, 33] == 1


@pytest.mark.parametrize("tables", [LogTables.empty(), written([Round("0 draw 1m; 0 discard 1m")])])
def test_rounds_without_melds_have_none(tables: LogTables) -> None:
    melds = meld_rows(batch_of(tables))
    assert len(melds.event) == 0
    types, kinds = melds_at(melds, np.zeros(len(tables.rounds), np.int64), np.full(len(tables.rounds), 5))
    assert types.shape == kinds.shape == (len(tables.rounds), 4)
    assert not types.any()
    assert (kinds == 255).all()
    assert len(pon_of_kakan(batch_of(tables))[0]) == 0
