"""Speed of shanten and waits, beside the fastest public library on the same hands."""

from __future__ import annotations

import numpy as np
import pytest

from mjlog.lookup.hands import suits_from_codes
from mjlog.lookup.shanten import shanten
from mjlog.lookup.waits import waits
from mjlog.notation import codes_from_tenhou136

pytestmark = pytest.mark.bench

BATCH, PEER_HANDS = 100_000, 20_000
TENPAI = 4_000


@pytest.fixture(scope="module")
def dealt() -> np.ndarray:
    """(BATCH, 13) Tenhou numbers of random closed hands."""
    rng = np.random.default_rng(0)
    return np.argsort(rng.random((BATCH, 136)), axis=1)[:, :13].astype(np.uint8)


@pytest.fixture(scope="module")
def tenpai() -> np.ndarray:
    """(TENPAI, 13) Tenhou numbers of hands one tile short of four runs or triplets and a pair."""
    rng = np.random.default_rng(1)
    rows: list[list[int]] = []
    while len(rows) < TENPAI:
        kinds = [int(k) for _ in range(4) for k in _set(rng)] + [int(rng.integers(34))] * 2
        if max(kinds.count(k) for k in kinds) <= 4:
            kinds.pop(int(rng.integers(14)))
            rows.append(sorted(4 * k + kinds[:i].count(k) for i, k in enumerate(kinds)))
    return np.array(rows, dtype=np.uint8)


def _set(rng) -> list[int]:
    if rng.random() < 0.6:
        start = 9 * rng.integers(3) + rng.integers(7)
        return [start, start + 1, start + 2]
    return [rng.integers(34)] * 3


def columns(numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return suits_from_codes(codes_from_tenhou136(numbers)), np.zeros(len(numbers), dtype=np.int8)


@pytest.mark.benchmark(group="shanten")
def test_shanten_of_a_hundred_thousand_hands(benchmark, dealt):
    suits, melds = columns(dealt)
    benchmark.extra_info["hands"] = len(dealt)
    assert benchmark(shanten, suits, melds).max() <= 6


@pytest.mark.benchmark(group="shanten")
def test_shanten_like_riichienv(benchmark, dealt):
    peer = pytest.importorskip("riichienv").calculate_shanten
    hands = [row.tolist() for row in dealt[:PEER_HANDS]]
    benchmark.extra_info["hands"] = len(hands)
    found = benchmark(lambda: [peer(hand) for hand in hands])
    suits, melds = columns(dealt[:PEER_HANDS])
    assert found == shanten(suits, melds).tolist()


@pytest.mark.benchmark(group="waits")
def test_waits_of_tenpai_hands(benchmark, tenpai):
    suits, melds = (np.tile(c, (25, 1)) if c.ndim == 2 else np.tile(c, 25) for c in columns(tenpai))
    benchmark.extra_info["hands"] = len(suits)
    assert (benchmark(waits, suits, melds) != 0).mean() > 0.99


@pytest.mark.benchmark(group="waits")
def test_waits_like_riichienv(benchmark, tenpai):
    """The peer's objects are made beforehand; only its search for waits is timed."""
    evaluator = pytest.importorskip("riichienv").HandEvaluator
    hands = [evaluator(row.tolist(), []) for row in tenpai]
    benchmark.extra_info["hands"] = len(hands)
    found = benchmark(lambda: [hand.get_waits() for hand in hands])
    assert all(found)
