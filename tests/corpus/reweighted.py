"""Figures of a sample as if something in its rounds were as frequent as in a published table.

Rounds are weighted by ``exp(a * x + b * y + ...)``, x, y, ... being what the seats of a round have of it on
average, with ``a, b, ...`` so that the weighted means are the published ones (exponential tilting): of all
weights that come to these means, those nearest to none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import numpy as np
import pyarrow as pa

from mjlog.stats.catalogue import Statistic
from mjlog.stats.intervals import clustered_width
from mjlog.stats.rates import is_of_games
from mjlog.warehouse import Warehouse

ROUND = ("game_id", "round_index")
OF_FOUR = "inner join games as g using (game_id) where g.player_count = 4 and g.length = $length"
_SEATS: Final = """
    outcome_totals as o
    left join win_value_totals as v using (game_id, round_index, seat)
    left join riichi_totals as r using (game_id, round_index, seat)
    left join call_totals as c using (game_id, round_index, seat)
"""


def reweighted(
    warehouse: Warehouse, length: str, statistics: Sequence[Statistic], means: Mapping[str, float]
) -> dict[str, tuple[float, float]]:
    """Value and half of the 95 % interval, clustered by game, of statistics that count rounds.

    Args:
        warehouse: the sample.
        length: of the games that are counted, all of four players.
        statistics: what is told; those of whole games are left out.
        means: published means per round and seat, by the SQL over totals r (riichi), c (calls), v (values).
    """
    weights = _weights(warehouse, length, means)
    of_rounds = sorted((s for s in statistics if not is_of_games(s.totals)), key=lambda s: s.totals)
    found = {}
    for totals, some in groupby(of_rounds, key=lambda s: s.totals):
        found |= _of_totals(warehouse, length, totals, list(some), weights)
    return found


def _weights(warehouse: Warehouse, length: str, means: Mapping[str, float]) -> pa.Table:
    """One row per round, with its weight; their mean is 1."""
    columns = ", ".join(f"avg(coalesce({sql}, 0))::double as x{i}" for i, sql in enumerate(means))
    rounds = warehouse.query(
        f"select game_id, round_index, {columns} from {_SEATS} {OF_FOUR} group by game_id, round_index",
        length=length,
    )
    had = np.stack([rounds[f"x{i}"].to_numpy() for i in range(len(means))], axis=1)
    tilt = np.zeros(len(means))
    for _ in range(30):
        weight = np.exp(had @ tilt)
        weight /= weight.mean()
        mean = (had * weight[:, None]).mean(axis=0)
        off = had - mean
        tilt += np.linalg.solve((off * weight[:, None]).T @ off / len(off), list(means.values()) - mean)
    return rounds.select(ROUND).append_column("weight", [weight])


def _of_totals(
    warehouse: Warehouse, length: str, totals: str, some: Sequence[Statistic], weights: pa.Table
) -> dict[str, tuple[float, float]]:
    """The same for the statistics of one view of totals."""
    sums = ", ".join(
        f"sum({s.numerator})::double as n{i}, sum({s.denominator})::double as d{i}"
        for i, s in enumerate(some)
    )
    rows: Any = warehouse.query(
        f"select t.game_id, t.round_index, {sums} from {totals} as t {OF_FOUR} "
        "group by t.game_id, t.round_index",
        length=length,
    ).join(weights, ROUND, join_type="inner")
    weight, game = rows["weight"].to_numpy(), rows["game_id"].combine_chunks().dictionary_encode().indices
    found = {}
    for i, statistic in enumerate(some):
        n, d = (np.bincount(game, weight * rows[f"{side}{i}"].to_numpy()) for side in "nd")
        parts = (n, d, n * n, n * d, d * d, d != 0)
        (width,) = clustered_width(*(np.array([part.sum()], dtype=float) for part in parts))
        found[statistic.name] = (float(n.sum() / d.sum()) if d.any() else np.nan, float(width))
    return found
