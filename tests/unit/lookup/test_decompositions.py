from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.lookup.decompositions import NO_ROW, NOT_PAIRS, split_table
from mjlog.lookup.hands import suits_from_codes
from mjlog.notation import MPSZ

TABLE = split_table()

Split = tuple[int, int, int, int]
Blocks = tuple[tuple[int, ...], ...]


def row_of(suit: str) -> int:
    """Row of a hand in one suit."""
    rows = TABLE.rows(suits_from_codes(MPSZ.parse_hand(suit)[None]))
    return int(rows["mpsz".index(suit[-1]), 0])


def splits(row: int) -> set[Split]:
    """Runs, twin runs, triplets and pair of every split of a row."""
    rows = range(TABLE.first[row], TABLE.first[row] + TABLE.count[row])
    columns = (TABLE.runs, TABLE.twin_runs, TABLE.triplets, TABLE.pair)
    return {tuple(int(column[r]) for column in columns) for r in rows}


def ranks(*numbers: int) -> int:
    return sum(1 << n - 1 for n in numbers)


@pytest.mark.parametrize(
    ("suit", "expected"),
    [
        ("123m", {(ranks(1), 0, 0, 0)}),
        ("99p", {(0, 0, 0, ranks(9))}),
        ("111222333s", {(0, 0, ranks(1, 2, 3), 0), (ranks(1), 1, 0, 0)}),
        ("22334455m", {(ranks(3), 1, 0, ranks(2)), (ranks(2), 1, 0, ranks(5))}),
        ("111122223333p", {(ranks(1), 2, 0, 0), (ranks(1), 0, ranks(1, 2, 3), 0)}),
        ("777z", {(0, 0, ranks(7), 0)}),
        ("22z", {(0, 0, 0, ranks(2))}),
        ("123z", set()),
        ("1111z", set()),
        ("12m", set()),
        ("1m", set()),
    ],
)
def test_splits(suit, expected):
    assert splits(row_of(suit)) == expected


def test_empty_suit_has_the_empty_split():
    assert splits(int(TABLE.suit_row[0])) == splits(int(TABLE.honour_row[0])) == {(0, 0, 0, 0)}


def taken_apart(counts: tuple[int, ...], sets: int = 4, has_pair: bool = False) -> set[Blocks]:
    """Every way to take runs, triplets and at most a pair off until nothing is left, lowest tile first."""
    first = next((rank for rank, count in enumerate(counts) if count), None)
    if first is None:
        return {()}
    blocks = [(first,) * 3] * (sets > 0) + [(first,) * 2] * (not has_pair)
    blocks += [(first, first + 1, first + 2)] * (sets > 0 and first < 7)
    found = set()
    for block in blocks:
        left = [count - block.count(rank) for rank, count in enumerate(counts)]
        if min(left) >= 0:
            is_pair = len(block) == 2
            for rest in taken_apart(tuple(left), sets - (not is_pair), has_pair or is_pair):
                found.add(tuple(sorted((block, *rest))))
    return found


def described(blocks: Blocks) -> Split:
    runs = [block[0] for block in blocks if len(set(block)) == 3]
    triplets = {block[0] for block in blocks if len(block) == 3 and len(set(block)) == 1}
    pair = {block[0] for block in blocks if len(block) == 2}
    twins = sum(runs.count(rank) // 2 for rank in set(runs))
    run_set, triplet_set, pair_set = (
        sum(1 << rank for rank in group) for group in (set(runs), triplets, pair)
    )
    return run_set, twins, triplet_set, pair_set


@given(st.lists(st.integers(0, 15), max_size=4), st.integers(0, 9))
def test_all_splits_of_a_complete_suit_are_there(blocks, pair):
    counts = np.zeros(9, dtype=np.int64)
    for block in blocks:
        if block < 9:
            counts[block] += 3
        else:
            counts[block - 9 : block - 6] += 1
    if pair < 9:
        counts[pair] += 2
    if counts.max() <= 4:
        row = int(TABLE.suit_row[counts @ 5 ** np.arange(9)])
        assert splits(row) == set(map(described, taken_apart(tuple(counts.tolist()))))


def test_facts_of_a_suit():
    row = row_of("1122334466m")
    assert (int(TABLE.ranks[row]), TABLE.tiles[row], TABLE.pairs[row]) == (ranks(1, 2, 3, 4, 6), 10, 5)
    assert TABLE.pairs[row_of("111m")] == TABLE.pairs[row_of("1111m")] == NOT_PAIRS


def test_suits_of_thirteen_orphans_have_rows_without_splits():
    for suit in ("19m", "119p", "1234567z", "12345677z"):
        assert row_of(suit) != NO_ROW
        assert not splits(row_of(suit))


@pytest.mark.parametrize("number", [-1, 5**9, 2**31 - 1, -(2**31)])
def test_numbers_outside_the_table_have_no_row(number):
    assert TABLE.rows(np.full((2, 4), number, dtype=np.int32)).tolist() == [[NO_ROW] * 2] * 4
