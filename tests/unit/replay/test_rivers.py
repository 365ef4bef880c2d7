"""Rivers: what each seat has discarded so far."""

from __future__ import annotations

import numpy as np
import pytest

from mjlog.replay.replay import replay_batch
from mjlog.replay.rivers import Rivers
from mjlog.tables import LogTables
from tests.unit.replay.written import Round, batch_of, replayed, written

PLAY = "0 draw 1m; 0 discard 1m; 1 draw 2m; 1 discard 0p; 0 draw 3m; 0 discard 9s"


def rivers_of_play() -> Rivers:
    return replayed(Round(PLAY), Round("0 draw 4z; 0 discard 4z")).rivers


def test_discards_are_in_order_of_rounds_and_seats() -> None:
    rivers = rivers_of_play()
    assert rivers.event.tolist() == [1, 5, 3, 7]
    assert rivers.first.tolist() == [0, 2, 3, 3, 3, 4, 4, 4, 4]


def test_the_latest_of_some_discards() -> None:
    rivers, segments = rivers_of_play(), np.array([0, 0, 0, 1, 3, 4])
    assert rivers.latest(segments, np.array([0, 1, 2, 1, 0, 1])).tolist() == [-1, 1, 5, 3, -1, 7]


def test_the_kinds_of_some_discards_take_red_fives_for_plain_ones() -> None:
    rivers, segments = rivers_of_play(), np.array([[0, 0, 0], [1, 3, 4]])
    assert rivers.kinds_of(segments, np.array([[0, 1, 2], [1, 0, 1]])).tolist() == [
        [0, 1 << 0, 1 << 0 | 1 << 26],
        [1 << 13, 0, 1 << 30],
    ]


@pytest.mark.parametrize("tables", [LogTables.empty(), written([Round()]), written([])])
def test_rounds_and_events_may_be_missing(tables: LogTables) -> None:
    rivers = replay_batch(batch_of(tables)).rivers
    assert (len(rivers.event), len(rivers.first)) == (0, 4 * len(tables.rounds) + 1)
