"""Intervals of 95 % in NumPy: what the macros of the same names tell in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Z: Final = 1.959963984540054
"""Standard deviations of the normal distribution around 95 %."""
LEAST_GAMES: Final = 10
"""Games below which it cannot be told how much the sums of games vary: a mean has no interval."""
_ROUNDING: Final = 1e-12
"""Share of a sum of squares below which it is nothing but rounding."""


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
        What a bootstrap over games comes to; NaN below `LEAST_GAMES`, and where all games have the same,
        of which it cannot be told how much it varies.
    """
    mean = ratio(x, n)
    varied = xx - 2 * mean * xn + mean**2 * nn
    squares = np.where(varied > _ROUNDING * (xx + mean**2 * nn), varied * ratio(games, games - 1), np.nan)
    width = Z * ratio(np.sqrt(squares), n)
    return np.where(games < LEAST_GAMES, np.nan, width)


def design_effect(
    x: Floats, n: Floats, of_games: Sequence[Floats], of_seats: Sequence[Floats], games: Floats, seats: Floats
) -> Floats:
    """How many of the trials of a rate count as one, where those of several seats of a game are together.

    What all at a table share, as a draw, is one trial and not four; what only one of them can have, as a
    win, is no less than four.

    Args:
        x: sum of the numerators.
        n: sum of the denominators.
        of_games: sums over games of the squares of their numerators, of the products with the denominators,
            and of the squares of these.
        of_seats: the same with every seat of a game for itself.
        games: how many have a denominator.
        seats: most seats that are counted of a game.

    Returns:
        How much more the sums of games vary than they would if seats were independent, from 1 to the number
        of seats; that number where it cannot be told: below `LEAST_GAMES`, and where all or none count.  NaN
        where seats vary and games do not: each game has one first, so nothing is left to chance.

    >>> (effect,) = design_effect(*np.array([[20.0], [80]]), [[80.0], [160], [640]], [[20.0], [40], [160]],
    ...                           np.array([10]), np.array([4]))
    >>> float(effect)
    4.0
    >>> design_effect(*np.array([[10.0], [40]]), [[10.0], [40], [160]], [[10.0], [10], [40]],
    ...               np.array([10]), np.array([4])).tolist()
    [nan]
    """
    value = ratio(x, n)
    varied, apart = (
        s[0] - 2 * value * s[1] + value**2 * s[2] for s in (np.asarray(of_games), np.asarray(of_seats))
    )
    has_apart = apart > _ROUNDING * (of_seats[0] + value**2 * of_seats[2])
    effect = np.where((games >= LEAST_GAMES) & has_apart, ratio(varied, apart), seats)
    is_alike = varied <= _ROUNDING * (of_games[0] + value**2 * of_games[2])
    is_fixed = has_apart & is_alike & (games > 1) & (seats > 1)
    return np.where(is_fixed, np.nan, np.clip(effect, 1, np.maximum(seats, 1)))
