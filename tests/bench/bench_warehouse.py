"""Speed of the whole path to statistics of all players, beside reading alone; and of one question.

Copies of the games under other log ids are other games: they make as large a warehouse as is wanted.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from mjlog.formats import read_batches
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse

pytestmark = pytest.mark.bench

GAMES = int(os.environ.get("MJLOG_BENCH_GAMES", "10000"))
"""Games of the warehouse, at least one log's worth."""
PLAYER = "the player"
"""Who plays every one of them."""
MOST_SECONDS = 1.0
MOST_SECONDS_FIRST = 5.0
"""Of the first question after games came in, which makes the sums."""
MOST_SECONDS_OF_ROUNDS = 4.0


@pytest.fixture(scope="module")
def files(shared) -> list[Path]:
    """Some 1,250 games of Tenhou XML."""
    return sorted((shared / "corpus/tenhou-xml/mahjong-hands").glob("*gm-*"))


def with_column(table: pa.Table, name: str, values: list[Any]) -> pa.Table:
    at = table.schema.get_field_index(name)
    return table.set_column(at, table.schema.field(at), pa.array(values, table.schema.field(at).type))


def copies(files: list[Path], games: int) -> Iterator[LogTables]:
    """So many games, or a batch more; the player is one at each table."""
    made = number = 0
    while made < games:
        for tables in read_batches(files):
            ids = [f"{name}-{number}" for name in tables.games["log_id"].to_pylist()]
            players = tables.game_players
            seats = zip(players["seat"].to_pylist(), players["name"].to_pylist(), strict=True)
            names = [PLAYER if seat == 0 else name for seat, name in seats]
            yield replace(
                tables,
                games=with_column(tables.games, "log_id", ids),
                game_players=with_column(players, "name", names),
            )
            made += len(tables.games)
            if made >= games:
                return
        number += 1


@pytest.fixture(scope="module")
def many_files(files, tmp_path_factory) -> list[Path]:
    """So many games or some more, as files: the same content under other log ids, which their names tell."""
    folder = tmp_path_factory.mktemp("logs")
    names = (with_id(path.name, number) for number in count() for path in files)
    for path, name in zip(cycle(files), islice(names, GAMES), strict=False):
        shutil.copyfile(path, folder / name)
    return sorted(folder.iterdir())


def with_id(name: str, number: int) -> str:
    """A file's name with another log id."""
    return re.sub(r"-[0-9a-f]{8}(?=[.&]|$)", lambda end: f"-{int(end[0][1:], 16) ^ number:08x}", name)


@pytest.mark.benchmark(group="statistics")
def test_files_to_statistics_of_all_players(benchmark, many_files):
    """Read, replayed, scored, audited, facts derived, every statistic counted for every player."""

    def run() -> int:
        with Warehouse() as warehouse:
            report = warehouse.ingest(many_files)
            assert (report.games, report.findings) == (len(many_files), 0)
            assert len(rates(warehouse)) > 100_000
            return report.rounds

    benchmark.extra_info["rounds"] = run()
    benchmark.pedantic(run, rounds=3)


@pytest.mark.benchmark(group="statistics")
def test_files_to_tables_like_reading(benchmark, many_files):
    """Reading alone: a quarter of its speed is the aim of all that comes with it."""

    def run() -> int:
        return sum(len(tables.rounds) for tables in read_batches(many_files))

    benchmark.extra_info["rounds"] = run()
    benchmark.pedantic(run, rounds=5)


@pytest.fixture(scope="module")
def stored(files, tmp_path_factory) -> Path:
    """A warehouse in a folder."""
    folder = tmp_path_factory.mktemp("bench") / "wh"
    with Warehouse(folder) as warehouse:
        warehouse.add(copies(files, GAMES))
    return folder


def seconds(folder: Path, times: int, **choice: Any) -> float:
    """The fastest of some questions for every figure of the player, of the warehouse opened anew."""
    took = []
    for _ in range(times):
        start = time.perf_counter()
        with Warehouse(folder) as warehouse:
            found = rates(warehouse, Selection(players=(PLAYER,), **choice))
        took.append(time.perf_counter() - start)
        assert len(set(found["statistic"].to_pylist())) > 200
        assert max(found["denominator"].to_pylist()) >= GAMES
    return min(took)


def test_every_figure_of_one_player_takes_less_than_a_second(stored):
    """With every game of the warehouse played by that player; the sums of games are there from the first."""
    first = seconds(stored, 1)
    assert first < MOST_SECONDS_FIRST
    assert seconds(stored, 5) < MOST_SECONDS


def test_every_figure_of_one_player_in_some_rounds_takes_seconds(stored):
    """Of single rounds nothing is kept."""
    assert seconds(stored, 2, rounds=("S",)) < MOST_SECONDS_OF_ROUNDS
