"""Figures of a sample as if its rounds had as many riichi and calls as a published table.

Rounds are weighted by ``exp(a * riichi + b * called)``, riichi and called being how many of the table declare
and call, with ``a`` and ``b`` so that the rates of both are the published ones (exponential tilting).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import numpy as np
import pyarrow as pa

from mjlog.stats.catalogue import Statistic
from mjlog.stats.intervals import clustered_width
from mjlog.stats.rates import is_of_games
from mjlog.warehouse import Warehouse

ROUND = ("game_id", "round_index")
OF_FOUR = "inner join games as g using (game_id) where g.player_count = 4 and g.length = $length"


def reweighted(
    warehouse: Warehouse, length: str, statistics: Sequence[Statistic], riichi_rate: float, call_rate: float
) -> dict[str, tuple[float, float]]:
    """Value and half of the 95 % interval, clustered by game, of statistics that count rounds.

    Args:
        warehouse: the sample.
        length: of the games that are counted, all of four players.
        statistics: what is told; those of whole games are left out.
        riichi_rate: the published one.
        call_rate: the same.
    """
    weights = _weights(warehouse, length, np.array([riichi_rate, call_rate]))
    of_rounds = sorted((s for s in statistics if not is_of_games(s.totals)), key=lambda s: s.totals)
    found = {}
    for totals, some in groupby(of_rounds, key=lambda s: s.totals):
        found |= _of_totals(warehouse, length, totals, list(some), weights)
    return found


def _weights(warehouse: Warehouse, length: str, rates: Any) -> pa.Table:
    """One row per round, with its weight; their mean is 1."""
    rounds = warehouse.query(
        f"""select t.game_id, t.round_index, avg(t.riichi) as riichi, avg(c.called) as called
from riichi_totals as t inner join call_totals as c using (game_id, round_index, seat) {OF_FOUR}
group by t.game_id, t.round_index""",
        length=length,
    )
    shares = np.stack([rounds["riichi"].to_numpy(), rounds["called"].to_numpy()], axis=1)
    tilt = np.zeros(2)
    for _ in range(20):
        weight = np.exp(shares @ tilt)
        weight /= weight.mean()
        mean = (shares * weight[:, None]).mean(axis=0)
        off = shares - mean
        tilt += np.linalg.solve((off * weight[:, None]).T @ off / len(off), rates - mean)
    return rounds.select(ROUND).append_column("weight", [weight])


def _of_totals(
    warehouse: Warehouse, length: str, totals: str, some: Sequence[Statistic], weights: pa.Table
) -> dict[str, tuple[float, float]]:
    """The same for the statistics of one view of totals."""
    sums = ", ".join(
        f"sum({s.numerator})::double as n{i}, sum({s.denominator})::double as d{i}"
        for i, s in enumerate(some)
    )
    rows = warehouse.query(
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
