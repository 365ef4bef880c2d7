"""Copies of many games that have log ids: what these let be of one game, and what is taken over."""

from __future__ import annotations

import pytest

from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse, ingest
from mjlog.warehouse.copies import Copy
from mjlog.warehouse.games import KnownGames
from mjlog.warehouse.store import MemoryStore
from tests.unit.warehouse.conftest import batches_of
from tests.unit.warehouse.test_games import beginning, games_with


@pytest.fixture
def game(yonma: LogTables) -> LogTables:
    return next(batches_of(yonma))


@pytest.mark.parametrize(
    ("platform", "told"), [("there", ("there", None)), ("here", ("here", "7")), (None, ("here", "7"))]
)
@pytest.mark.parametrize("better_first", [True, False])
def test_a_log_id_is_not_taken_over_from_another_platform(
    game: LogTables, platform: str | None, told: tuple[str, str | None], *, better_first: bool
) -> None:
    better = games_with(game, log_id=None, platform=platform)
    worse = games_with(beginning(game, 2), log_id="7", platform="here")
    with Warehouse() as warehouse:
        warehouse.add([better, worse] if better_first else [worse, better])
        (row,) = warehouse.query("games").to_pylist()
        assert (row["platform"], row["log_id"]) == told


@pytest.mark.parametrize("content", ["same", "other"])
@pytest.mark.parametrize("stored", [False, True])
def test_equal_deals_under_many_log_ids_are_not_held_against_each_other(
    game: LogTables, monkeypatch: pytest.MonkeyPatch, content: str, *, stored: bool
) -> None:
    asked: list[Copy] = []

    def counted(copy: Copy, other: Copy) -> bool:
        asked.append(other)
        return may_be(copy, other)

    def named(number: int, prefix: str) -> LogTables:
        short = beginning(game, 2)
        return games_with(
            short,
            log_id=f"{prefix}{number}",
            content_hash=f"{number:032x}" if content == "other" else "0" * 32,
        )

    def comparisons(number: int) -> int:
        store = MemoryStore()
        if stored:
            ingest.ingest(store, [LogTables.concat([named(n, "old") for n in range(number)])])
        known = KnownGames(store)
        asked.clear()
        for n in range(number):
            assert len(known.admit(named(n, "new")).admitted) == 1
        return len(asked)

    may_be = Copy.may_be
    monkeypatch.setattr(Copy, "may_be", counted)
    assert 0 < comparisons(60) < 3 * comparisons(30)


def test_the_best_of_many_copies_with_equal_deals_is_kept(game: LogTables) -> None:
    named = [games_with(game, log_id=f"{n}", is_complete=False) for n in range(20)]
    with Warehouse() as warehouse:
        warehouse.add([LogTables.concat(named)])
        report = warehouse.add([games_with(game, log_id="15"), games_with(game, log_id="7", started_at=None)])
        assert report.replaced + report.duplicates == 2
        rows = warehouse.query("games").to_pylist()
        assert len(rows) == 20
        assert {row["log_id"] for row in rows if row["is_complete"]} == {"7", "15"}
        assert warehouse.add([LogTables.concat(named)]).duplicates == 20
        other = games_with(game, log_id="x", platform="elsewhere", is_complete=False)
        assert warehouse.add([other]).duplicates == 1
