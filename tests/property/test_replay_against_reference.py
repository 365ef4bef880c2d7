"""The columnar replay and scoring say of generated games what the scalar reference says."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.api import audit
from mjlog.api import replay as replay_tables
from mjlog.tables import LogTables
from tests.property.agreement import check_course, check_results, check_standings, check_states
from tests.reference.emit import generated
from tests.reference.variants import preset_rules, random_rules

SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("rules", preset_rules())
def test_every_state_under_every_preset(rules: str) -> None:
    tables = generated([rules] * 2, range(2), max_rounds=8)
    replayed = replay_tables(tables)
    check_states(tables, replayed)
    check_course(tables, replayed)


@pytest.mark.parametrize("rules", preset_rules())
def test_every_result_under_every_preset(rules: str) -> None:
    tables = generated([rules] * 4, range(100, 104))
    replayed = replay_tables(tables)
    check_results(tables, replayed)
    check_standings(tables, replayed)
    assert audit(tables).findings.to_pylist() == []


@settings(max_examples=20)
@given(seed=SEEDS)
def test_everything_under_mixed_rule_sets_in_one_batch(seed: int) -> None:
    rng = Random(seed)
    rules = [random_rules(rng) for _ in range(3)]
    tables = generated(rules, [rng.randrange(2**32) for _ in rules], max_rounds=4)
    replayed = replay_tables(tables)
    check_states(tables, replayed)
    check_course(tables, replayed)
    check_results(tables, replayed)
    check_standings(tables, replayed)
    assert audit(tables).findings.to_pylist() == []


# --- how a batch is cut ----------------------------------------------------------------------------


def _of_game(table: pa.Table, game_id: str) -> list[dict[str, Any]]:
    return [row for row in table.to_pylist() if row["game_id"] == game_id]


@settings(max_examples=6)
@given(seed=SEEDS)
def test_neither_order_nor_size_of_batches_changes_a_game(seed: int) -> None:
    rng = Random(seed)
    rules = [random_rules(rng) for _ in range(4)]
    seeds = [rng.randrange(2**32) for _ in rules]
    alone = [generated([r], [s], max_rounds=3) for r, s in zip(rules, seeds, strict=True)]
    named = [_renamed(t, f"game-{i}") for i, t in enumerate(alone)]
    shuffled = list(named)
    rng.shuffle(shuffled)
    together = replay_tables(LogTables.concat(shuffled))
    for i, tables in enumerate(named):
        single, game_id = replay_tables(tables), f"game-{i}"
        for table in ("rounds", "wins", "draws", "game_players", "games"):
            expected = getattr(single.tables, table).to_pylist()
            assert _of_game(getattr(together.tables, table), game_id) == expected
        assert _of_game(together.states, game_id) == single.states.to_pylist()


def _renamed(tables: LogTables, game_id: str) -> LogTables:
    """The tables of one game under another id."""

    def rename(table: pa.Table) -> pa.Table:
        if "game_id" not in table.column_names:
            return table
        at = table.schema.get_field_index("game_id")
        indices = pa.array([0] * len(table), pa.int32())
        ids = pa.DictionaryArray.from_arrays(indices, pa.array([game_id]))
        return table.set_column(at, table.schema.field(at), ids)

    return LogTables(**{f.name: rename(getattr(tables, f.name)) for f in fields(tables)})
