from __future__ import annotations

import io
import time

import numpy as np
import pytest

from mjlog.lookup import build as build_command
from mjlog.lookup import suits, tables
from mjlog.lookup.suits import distances


@pytest.fixture(scope="module")
def rebuilt():
    return suits.build()


def test_the_shipped_tables_are_what_a_rebuild_gives(rebuilt):
    shipped = tables.suit_tables()
    assert set(rebuilt) == set(type(shipped).__slots__)
    for name, table in rebuilt.items():
        assert getattr(shipped, name).dtype == table.dtype, name
        np.testing.assert_array_equal(getattr(shipped, name), table, err_msg=name)


def test_the_build_command_writes_the_table_file(tmp_path, capsys, monkeypatch, rebuilt):
    monkeypatch.setattr(build_command, "build", lambda: rebuilt)
    path = tmp_path / "suits.npz"
    assert build_command.main([str(path)]) == 0
    assert "7 tables" in capsys.readouterr().out
    with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as written:
        assert set(written.files) == set(rebuilt)


def test_the_tables_load_within_sixty_milliseconds_of_processor_time():
    def load() -> float:
        tables.suit_tables.cache_clear()
        start = time.process_time()
        tables.suit_tables()
        return time.process_time() - start

    assert min(load() for _ in range(5)) < 0.06


def test_every_suit_of_at_most_fourteen_tiles_has_a_class_and_no_other_number():
    t = tables.suit_tables()
    for dense, digits, suits_of_14 in ((t.suit_class, 9, 405_350), (t.honour_class, 7, 43_130)):
        counts = suits.digit_columns(digits).sum(axis=0)
        np.testing.assert_array_equal(dense[:-1] > 0, counts <= 14)
        assert (counts <= 14).sum() == suits_of_14
        assert dense[-1] == 0


@pytest.mark.parametrize(
    ("tiles", "sets", "pairs", "missing"),
    [
        ("", 0, 0, 0),
        ("", 4, 1, 14),
        ("123", 1, 0, 0),
        ("123", 1, 1, 2),
        ("13", 1, 0, 1),
        ("1111", 1, 1, 2),  # no fifth 1: the pair has to be another tile
        ("11123", 1, 1, 0),
        ("1112345678999", 4, 1, 1),
        ("8899", 1, 1, 1),
    ],
)
def test_distances_of_a_number_suit(tiles, sets, pairs, missing):
    number = sum(5 ** (int(rank) - 1) for rank in tiles)
    assert distances(9, runs=True)[sets, pairs, number] == missing


def test_honours_make_no_runs():
    number = 1 + 5 + 25
    assert distances(7, runs=False)[1, 0, number] == 2
    assert distances(7, runs=True)[1, 0, number] == 0
