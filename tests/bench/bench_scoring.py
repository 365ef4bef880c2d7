"""Speed of scoring, beside the fastest public scorer on the same hands."""

from __future__ import annotations

from dataclasses import fields
from random import Random

import numpy as np
import pyarrow as pa
import pytest

from mjlog.rulesets.load import load
from mjlog.rulesets.table import RulesetTable
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.score import ScoredHands, score_hands
from tests.property.test_scoring_against_reference import columns_of
from tests.reference.random_hands import random_win
from tests.reference.readings import Win

pytestmark = pytest.mark.bench

DIFFERENT, BATCH, PEER_HANDS = 5_000, 100_000, 5_000
RULES = RulesetTable.of([load("mahjong_soul")])


@pytest.fixture(scope="module")
def wins() -> list[Win]:
    return [random_win(Random(seed)) for seed in range(DIFFERENT)]


@pytest.fixture(scope="module")
def table(wins) -> pa.Table:
    """The hands as Arrow columns, lists of fixed size where a hand has several values."""
    rows = np.random.default_rng(0).integers(0, DIFFERENT, BATCH)
    hands = columns_of(wins, [0] * DIFFERENT)[rows]
    return pa.table({f.name: arrow_column(getattr(hands, f.name)) for f in fields(hands)})


def arrow_column(values: np.ndarray) -> pa.Array:
    flat = pa.array(values.reshape(-1))
    return pa.FixedSizeListArray.from_arrays(flat, values.shape[1]) if values.ndim == 2 else flat


def numpy_column(column: pa.ChunkedArray) -> np.ndarray:
    array = column.combine_chunks()
    if not pa.types.is_fixed_size_list(array.type):
        return array.to_numpy(zero_copy_only=False)
    return array.flatten().to_numpy().reshape(len(array), -1)


def score_table(table: pa.Table) -> ScoredHands:
    columns = {name: numpy_column(table[name]) for name in table.column_names}
    return score_hands(WinningHands.of(**columns), RULES)


@pytest.mark.benchmark(group="scoring")
def test_score_a_hundred_thousand_wins(benchmark, table):
    """From Arrow columns to scores; making the hands of the engine is timed, too."""
    benchmark.extra_info["wins"] = BATCH
    scored = benchmark(score_table, table)
    assert scored.has_yaku.mean() > 0.5


@pytest.mark.benchmark(group="scoring")
def test_score_like_riichienv(benchmark, wins):
    """The peer's objects are made beforehand; only its scoring is timed."""
    evaluators = [peer_hand(win) for win in wins[:PEER_HANDS]]
    benchmark.extra_info["wins"] = PEER_HANDS
    results = benchmark(lambda: [hand.calc(tile, [], conditions) for hand, tile, conditions in evaluators])
    assert np.mean([result.is_win for result in results]) > 0.5


def peer_hand(win: Win):
    """A hand, its winning tile and circumstances as riichienv objects."""
    riichienv = pytest.importorskip("riichienv")
    free = [[4 * kind + copy for copy in (3, 2, 1, 0)] for kind in range(34)]
    win_tile = free[win.win_kind].pop()
    types = riichienv.MeldType
    kinds = {"chi": types.Chi, "pon": types.Pon, "minkan": types.Daiminkan, "ankan": types.Ankan}
    melds = []
    for meld in win.melds:
        steps = (0, 1, 2) if meld.type == "chi" else (0,) * (3 if meld.type == "pon" else 4)
        tiles = [free[meld.kind + step].pop() for step in steps]
        melds.append(riichienv.Meld(kinds[meld.type], tiles, meld.type != "ankan", 1))
    counts = list(win.counts)
    counts[win.win_kind] -= 1
    concealed = [free[kind].pop() for kind, count in enumerate(counts) for _ in range(count)]
    conditions = riichienv.Conditions(
        tsumo=win.is_tsumo,
        riichi=win.riichi > 0,
        double_riichi=win.riichi == 2,
        ippatsu=win.ippatsu,
        haitei=win.haitei,
        houtei=win.houtei,
        rinshan=win.rinshan,
        chankan=win.chankan,
        tsumo_first_turn=win.first_turn and win.is_tsumo,
        player_wind=win.seat_wind,
        round_wind=win.round_wind,
    )
    return riichienv.HandEvaluator(concealed, melds), win_tile, conditions
