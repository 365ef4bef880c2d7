"""Whether rounds are dealt from their walls: how much work it is to find out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest

from mjlog.audit import evidence
from mjlog.audit.assess import assess, audited
from mjlog.simulate import simulate
from mjlog.tables import LogTables
from mjlog.walls import fit, walls


def with_column(table: pa.Table, name: str, values: list[Any]) -> pa.Table:
    place = table.schema.get_field_index(name)
    field = table.schema.field(place)
    return table.set_column(place, field, pa.array(values, field.type))


def with_wrong_seed(games: int) -> LogTables:
    """Games whose seed gives other walls than they are dealt from."""
    tables = LogTables.concat(simulate("tenhou", games, 3))
    seeds = [f"mt19937ar-sha512-n288,{number:X}" for number in range(games)]
    return replace(
        tables,
        games=with_column(tables.games, "shuffle", seeds),
        rounds=with_column(tables.rounds, "wall", [None] * len(tables.rounds)),
    )


def test_a_wrong_seed_costs_a_few_comparisons_for_each_round(monkeypatch: pytest.MonkeyPatch) -> None:
    placed: list[int] = []

    def counted(batch: Any, rounds: Any) -> Any:
        found = places(batch, rounds)
        placed.append(len(found))
        return found

    places = fit.dealt_places
    monkeypatch.setattr(fit, "dealt_places", counted)
    for games in (4, 8):
        tables = with_wrong_seed(games)
        placed.clear()
        assert assess(tables).walls.is_foreign.all()
        assert len(placed) <= games + 2
        assert 0 < sum(placed) <= (fit.MOST_PASSED + 3) * len(tables.rounds)


def test_a_seed_that_cannot_be_read_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def counted(shuffle: str, number: int) -> Any:
        drawn.append(shuffle)
        return numbers(shuffle, number)

    numbers = walls.numbers
    monkeypatch.setattr(walls, "numbers", counted)
    tables = with_wrong_seed(2)
    seeds = ["mt19937ar,none", "unknown,1"]
    found = assess(replace(tables, games=with_column(tables.games, "shuffle", seeds))).walls
    assert len(drawn) == len(set(drawn)) == 2
    first = tables.games["game_id"][0].as_py()
    assert found.is_unreadable.tolist() == [name == first for name in tables.rounds["game_id"].to_pylist()]


def test_walls_are_shuffled_once_however_many_rules_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = with_wrong_seed(2)
    points = [value + 1000 for value in tables.wins["log_points"].to_pylist()]
    wrong = replace(tables, wins=with_column(tables.wins, "log_points", points))
    shuffles: list[int] = []

    def counted(*args: Any) -> Any:
        shuffles.append(1)
        return walls_of(*args)

    walls_of = evidence.walls_of
    monkeypatch.setattr(evidence, "walls_of", counted)
    rows = audited(wrong).findings.to_pylist()
    assert any(row["explained_by"] is not None for row in rows)
    assert len(shuffles) == 1
