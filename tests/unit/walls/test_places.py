"""Where the tiles of a round lie in its wall: held against the wall laid tile by tile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from mjlog import schema
from mjlog.api import audit
from mjlog.audit.assess import assess
from mjlog.rulesets import load
from mjlog.simulate import simulate
from mjlog.tables import LogTables
from mjlog.tiles import TILE_NAMES
from tests.reference.laid import laid
from tests.reference.tables import from_tables

RULES = ("tenhou", "tenhou_sanma", "two_player", "toutenkou", "jpml_a")


@pytest.fixture(scope="module", params=RULES)
def games(request: pytest.FixtureRequest) -> LogTables:
    return LogTables.concat(simulate(request.param, 4, 9))


def with_walls(tables: LogTables, walls: list[list[int] | None]) -> LogTables:
    names = [None if wall is None else [TILE_NAMES[code] for code in wall] for wall in walls]
    place = tables.rounds.column_names.index("wall")
    column = pa.array(names, pa.list_(pa.string())).cast(schema.ROUNDS.arrow.field("wall").type)
    return replace(tables, rounds=tables.rounds.set_column(place, "wall", column))


def test_a_round_takes_its_wall_tile_by_tile(games: LogTables) -> None:
    rules = load(games.games["rules"].to_pylist()[0].split('"')[3])
    walls = [laid(given) for given in from_tables(games, lambda _: rules)]
    report = audit(with_walls(games, walls), select=["WA"])
    assert report.findings.to_pylist() == []
    assert report.counts.checked["WA002"] == report.counts.checked["WA005"] == len(walls)


def test_places_of_one_round_are_places_of_different_tiles(games: LogTables) -> None:
    evidence = assess(games)
    places, batch = evidence.places, evidence.batch
    assert batch.n_rounds > 0
    for number in range(batch.n_rounds):
        drawn = places.drawn[batch.first_event[number] : batch.first_event[number + 1]]
        indicators = places.indicators[number]
        taken = np.concatenate([places.dealt[number].ravel(), drawn, indicators, indicators - 1])
        taken = taken[taken >= 0]
        assert len(set(taken.tolist())) == len(taken)
        assert taken.max() == evidence.walls.size[number] - 1


def test_without_a_wall_there_are_no_places(games: LogTables) -> None:
    evidence = assess(with_walls(games, [None] * len(games.rounds)))
    for found in (evidence.places.dealt, evidence.places.drawn, evidence.places.indicators):
        assert (found == -1).all()
    assert (evidence.walls.size == 0).all()
