"""Intervals of 95 % in NumPy: what the macros of the same names tell in SQL."""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Z: Final = 1.959963984540054
"""Standard deviations of the normal distribution around 95 %."""
LEAST_GAMES: Final = 10
"""Games below which a mean has no interval: it would be too narrow."""


def floats(column: pa.ChunkedArray) -> Floats:
    """A column of sums; no sum is 0."""
    return np.nan_to_num(np.asarray(column.cast(pa.float64()), np.float64))


def ratio(x: Floats, n: Floats) -> Floats:
    """``x / n``, NaN where n is 0."""
    value: Floats = np.divide(x, n, out=np.full(np.broadcast(x, n).shape, np.nan), where=n != 0)
    return value


def wilson(k: Floats, n: Floats) -> tuple[Floats, Floats]:
    """The ends of the interval of k successes in n trials, NaN where n is 0 (Wilson 1927, uncorrected).

    >>> low, high = wilson(np.array([0.0, 7]), np.array([10.0, 10]))
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.397], [0.278, 0.892])
    """
    middle, spread = k + Z**2 / 2, Z * np.sqrt(np.maximum(ratio(k * (n - k), n), 0) + Z**2 / 4)
    low, high = ((middle + side * spread) / (n + Z**2) for side in (-1, 1))
    return np.maximum(low, 0), np.minimum(high, 1)


def clustered_width(x: Floats, n: Floats, xx: Floats, xn: Floats, nn: Floats, games: Floats) -> Floats:
    """Half of the width of the interval of ``x / n``, whose parts are sums over games.

    Args:
        x: sum of the numerators of games.
        n: sum of their denominators.
        xx: sum of the squares of the numerators.
        xn: sum of the products.
        nn: sum of the squares of the denominators.
        games: how many have a denominator.

    Returns:
        What a bootstrap over games comes to, NaN below `LEAST_GAMES`.
    """
    mean = ratio(x, n)
    squares = np.maximum(xx - 2 * mean * xn + mean**2 * nn, 0) * ratio(games, games - 1)
    width = Z * ratio(np.sqrt(squares), n)
    return np.where(games < LEAST_GAMES, np.nan, width)
