"""Values of seats around events, indexed as an array is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mjlog.replay.of_seats import OfSeats

DENSE = np.arange(5)[:, None] * 10 + np.arange(4)


def of_seats() -> OfSeats[np.int64]:
    return OfSeats(np.arange(5), lambda events, seats: events * 10 + seats)


@pytest.mark.parametrize(
    "index",
    [
        3,
        (3, 1),
        (-1, 2),
        slice(None),
        slice(2, 4),
        (slice(1, 3), 2),
        (3, slice(0, 3)),
        np.array([4, 0, 4]),
        np.array([[4, 0], [1, 2]]),
        np.zeros(0, dtype=np.int64),
        (np.array([4, 0]), np.array([1, 3])),
        (np.array([[4], [0]]), np.arange(4)),
        (np.array([4, 0]), 2),
    ],
    ids=str,
)
def test_values_are_those_of_an_array(index: Any) -> None:
    assert np.array_equal(of_seats()[index], DENSE[index])
