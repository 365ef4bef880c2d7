"""Which tiles were set aside before an event."""

from __future__ import annotations

import numpy as np

from mjlog.replay.set_aside import set_aside_counts
from mjlog.tiles import KINDS, TILE_NAMES
from tests.unit.replay.written import Round, batch_of, written

PLAY = """
0 draw 3z; 0 kita 1m with 1m; 0 draw 1m; 0 kita 1m with 1m; 0 draw 4z; 0 kita 4z with 4z
; 0 draw 3z; 0 discard 3z; 1 draw 9m; 1 kita 9m with 9m
"""


def told(counts: np.ndarray) -> list[dict[str, int]]:
    return [{TILE_NAMES[k]: int(n) for k, n in enumerate(row) if n} for row in counts]


def test_tiles_count_from_the_next_event_on() -> None:
    batch = batch_of(written([Round(PLAY)]))
    events = np.array([1, 2, 4, 6, 9])
    counts = set_aside_counts(batch, np.zeros(5, np.int64), events)
    assert told(counts) == [{}, {"1m": 1}, {"1m": 2}, {"1m": 2, "N": 1}, {"1m": 2, "N": 1}]


def test_tiles_are_of_their_seat_and_round() -> None:
    batch = batch_of(written([Round(PLAY), Round("1 draw 4z; 1 kita 4z with 4z")]))
    counts = set_aside_counts(batch, np.array([1, 2, 5, 0, 4]), np.full(5, 99))
    assert told(counts) == [{"9m": 1}, {}, {"N": 1}, {"1m": 2, "N": 1}, {}]


def test_no_tile_and_nobody_to_ask_about() -> None:
    batch = batch_of(written([Round("0 draw 3z; 0 discard 3z")]))
    assert set_aside_counts(batch, np.zeros(2, np.int64), np.array([0, 2])).sum() == 0
    assert set_aside_counts(batch, np.zeros(0, np.int64), np.zeros(0, np.int64)).shape == (0, KINDS)
