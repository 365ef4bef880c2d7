"""The formula of the rating against ratings of recorded games."""

from __future__ import annotations

import numpy as np
import pytest

from mjlog.stats.rating import rating_course
from mjlog.warehouse import Warehouse

pytestmark = pytest.mark.corpus


@pytest.mark.parametrize("players", [3, 4])
def test_ratings_move_as_the_formula_says(houou: Warehouse, players: int) -> None:
    """Some games of a player that follow each other in the sample do so in fact: those hit the hundredth."""
    course = rating_course(houou).to_pandas()
    logged = course.groupby(["player_count", "player"])["rating"].shift(-1) - course["rating"]
    misses = np.abs(logged - course["calc_change"])[course["player_count"] == players].dropna()
    hits = int((misses < 0.02).sum())
    assert hits > 0.15 * len(misses)
    assert hits > 20 * int(((misses >= 0.02) & (misses < 0.04)).sum())
