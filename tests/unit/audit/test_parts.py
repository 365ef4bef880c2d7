"""One bad game never stops the rest of an audit."""

from __future__ import annotations

import pytest

from mjlog.audit import judge as module
from mjlog.audit.assess import audit_batches
from mjlog.audit.parts import TRIED, failed_games, in_parts
from mjlog.formats.builder import LogBuilder
from mjlog.tables import LogTables


def games(count: int) -> LogTables:
    builder = LogBuilder()
    for number in range(count):
        builder.game(source_path=f"{number}.xml", source_format="mjai", player_count=4, log_id=f"g{number}")
        hand = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 10]
        builder.round(
            hands=[hand] * 4,
            dora_indicators=[20],
            round_wind=0,
            round_number=1,
            dealer_seat=0,
            honba=number,
            riichi_sticks=0,
            start_scores=[25000] * 4,
        )
        builder.event("draw", 0, tile=30)
    return builder.build()


def names(tables: LogTables) -> list[str]:
    return tables.games["game_id"].to_pylist()


def test_only_the_games_that_fail_are_left_out():
    def work(tables: LogTables) -> list[str]:
        if {"g1", "g4"} & set(names(tables)):
            raise IndexError("out of bounds")
        return names(tables)

    results, failed = in_parts(games(6), work)
    assert [name for part in results for name in part] == ["g0", "g2", "g3", "g5"]
    assert failed == {"g1": "IndexError: out of bounds", "g4": "IndexError: out of bounds"}


@pytest.mark.parametrize("count", [3, 16, 17, 100])
def test_games_that_all_fail_alike_are_not_all_tried(count: int):
    tried = []

    def work(tables: LogTables) -> None:
        tried.append(names(tables))
        raise KeyError(names(tables)[0])

    results, failed = in_parts(games(count), work)
    assert (results, failed.keys()) == ([], {f"g{number}" for number in range(count)})
    assert len(tried) <= 2 * TRIED
    assert failed["g0"] == "KeyError: 'g0'"
    if count > 2 * TRIED:
        assert failed["g1"] == "not tried, as 15 others of its batch failed alike: KeyError: 'g0'"


@pytest.mark.parametrize("good", [0, 7, 50, 99])
def test_one_good_game_among_many_bad_ones_is_done(good: int):
    def work(tables: LogTables) -> list[str]:
        if names(tables) != [f"g{good}"]:
            raise KeyError(len(names(tables))) if "g14" in names(tables) else IndexError
        return names(tables)

    results, failed = in_parts(games(100), work)
    assert (results, len(failed)) == ([[f"g{good}"]], 99)


def test_a_failed_game_is_a_reject_that_names_its_file():
    (row,) = failed_games(games(3), {"g2": "ValueError: no"}).to_pylist()
    assert (row["source_path"], row["reason"]) == ("2.xml", "game g2 cannot be replayed: ValueError: no")


def test_an_audit_goes_on_without_a_game_that_makes_the_engine_fail(monkeypatch: pytest.MonkeyPatch):
    replay_batch = module.replay_batch

    def failing(batch):
        if 1 in batch.honba:
            raise IndexError("out of bounds")
        return replay_batch(batch)

    monkeypatch.setattr(module, "replay_batch", failing)
    report = audit_batches([games(3)])
    assert (report.counts.games, report.counts.rejects) == (2, 1)
    assert report.rejects["source_path"].to_pylist() == ["1.xml"]
