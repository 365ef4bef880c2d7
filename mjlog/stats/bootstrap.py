"""The bootstrap over games: intervals of anything that is computed from sums over games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from mjlog.stats.intervals import Floats

DRAWS: Final = 2000
"""Times that the games are drawn anew."""
SEED: Final = 1
ENDS: Final = (2.5, 97.5)
"""Percentiles between which 95 % of the draws lie."""
_CHUNK: Final = 2_000_000
"""Games drawn at a time, of all draws together."""


def resampled(sums: Floats, draws: int = DRAWS, seed: int = SEED) -> Floats:
    """Sums over games drawn with replacement, as many as there are: rounds of one game stay together.

    Args:
        sums: (games, columns) what each game adds.
        draws: how often the games are drawn.
        seed: the same one gives the same draws for the same number of games.

    Returns:
        (draws, columns) sums over the games of each draw.
    """
    games = len(sums)
    totals = np.zeros((draws, sums.shape[1]))
    if not games:
        return totals
    random = np.random.default_rng(seed)
    step = max(1, _CHUNK // games)
    for first in range(0, draws, step):
        some = min(step, draws - first)
        drawn = random.integers(games, size=(some, games)) + games * np.arange(some)[:, None]
        times = np.bincount(drawn.ravel(), minlength=some * games).reshape(some, games)
        totals[first : first + some] = times.astype(np.float64) @ sums
    return totals


def resampled_alike(sums: Floats, draws: int = DRAWS, seed: int = SEED) -> Floats:
    """As `resampled`, but fast where many games add the same: how often each kind is drawn is drawn at once.

    Args:
        sums: (games, columns) what each game adds, of few different rows.
        draws: see `resampled`.
        seed: see `resampled`.

    Returns:
        (draws, columns) sums over the games of each draw.
    """
    if not len(sums):
        return np.zeros((draws, sums.shape[1]))
    kinds, games = np.unique(sums, axis=0, return_counts=True)
    times = np.random.default_rng(seed).multinomial(len(sums), games / len(sums), size=draws)
    totals: Floats = times.astype(np.float64) @ kinds
    return totals


def interval(
    sums: Floats, of: Callable[[Floats], Any], draws: int = DRAWS, seed: int = SEED
) -> tuple[Any, Any]:
    """The 95 % percentile interval of what `of` computes from sums over games.

    Args:
        sums: (games, columns) what each game adds.
        of: takes (..., columns) sums and gives (...) or (..., statistics) values, NaN where there is none.
        draws: see `resampled`.
        seed: see `resampled`.

    Returns:
        The lower and the upper end, of the shape of `of` without its first axis; NaN where no draw has a
        value.

    >>> low, high = interval(np.array([[1.0, 1], [3, 1]] * 50), lambda s: s[..., 0] / s[..., 1])
    >>> float(round(low, 2)), float(round(high, 2))
    (1.8, 2.2)
    """
    return ends(np.asarray(of(resampled(sums, draws, seed))))


def ends(drawn: Floats) -> tuple[Any, Any]:
    """The ends between which 95 % of the draws (first axis) lie; NaN where none has a value."""
    shape = drawn.shape[1:]
    columns = drawn.reshape(len(drawn), -1)
    is_known = np.isfinite(columns)
    found = np.full((2, columns.shape[1]), np.nan)
    for i in np.flatnonzero(is_known.any(axis=0)):
        found[:, i] = np.percentile(columns[is_known[:, i], i], ENDS)
    low, high = found.reshape(2, *shape)
    return low, high
