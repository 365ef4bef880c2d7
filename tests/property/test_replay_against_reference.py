"""The columnar replay and scoring say of generated games what the scalar reference says."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.api import Replayed
from mjlog.api import replay as replay_tables
from mjlog.rulesets import resolve
from mjlog.tables import LogTables
from mjlog.tiles import TILE_NAMES
from tests.reference.course import outcome_of
from tests.reference.emit import generated
from tests.reference.model import Moment, RoundInput, SeatView
from tests.reference.replayer import replay, settle
from tests.reference.tables import from_tables
from tests.reference.variants import preset_rules, random_rules

SEEDS = st.integers(0, 2**32 - 1)


def _names(tiles: Any) -> list[str]:
    return [TILE_NAMES[t] for t in sorted(tiles)]


def _rounds(tables: LogTables) -> Iterator[RoundInput]:
    return from_tables(tables, lambda game: resolve(game["rules"]))


def _state(given_: RoundInput, moment: Moment, view: SeatView) -> dict[str, Any]:
    """A row of `states` by the reference: every tile on offer counts as passed at once."""
    thrown = {d.tile if d.tile < 34 else 4 + 9 * (d.tile - 34) for d in view.river}
    return {
        "game_id": given_.game_id,
        "round_index": given_.round_index,
        "seq": moment.seq,
        "seat": view.seat,
        "hand": sorted(TILE_NAMES[t] for t in view.hand.elements()),
        "melds": len(view.melds),
        "shanten": view.shanten,
        "waits": _names(view.waits),
        "is_riichi": view.riichi_seq is not None,
        "live_tiles": moment.wall_left,
        "is_discard_furiten": view.discard_furiten is not None,
        "is_temporary_furiten": view.temporary_furiten is not None,
        "is_riichi_furiten": view.riichi_furiten is not None,
        "furiten_tiles": _names(view.waits & thrown),
        "passed_seq": None if view.passed is None else view.passed.seq,
    }


def _check_states(tables: LogTables, replayed: Replayed) -> None:
    actual = iter(replayed.states.to_pylist())
    for given_ in _rounds(tables):
        for moment in map(settle, replay(given_)):
            for view in moment.seats:
                row = next(actual)
                row["hand"] = sorted(row["hand"])
                assert row == _state(given_, moment, view), (given_.game_id, given_.round_index, moment.seq)
    assert next(actual, None) is None


def _check_results(tables: LogTables, replayed: Replayed) -> None:
    wins = iter(replayed.wins.to_pylist())
    draws = iter(replayed.tables.draws.to_pylist())
    for given_, row in zip(_rounds(tables), replayed.tables.rounds.to_pylist(), strict=True):
        outcome, where = outcome_of(given_), (given_.game_id, given_.round_index)
        assert row["calc_deltas"] == list(outcome.deltas), where
        for expected in outcome.wins:
            win = next(wins)
            assert dict(zip(win["calc_yaku"], win["calc_yaku_han"], strict=True)) == dict(
                zip(expected["log_yaku"], expected["log_yaku_han"], strict=True)
            ), where
            for name in ("han", "fu", "points", "limit", "deltas", "pao_seat"):
                assert win[f"calc_{name}"] == expected[f"log_{name}"], (where, name)
        if outcome.draw is not None:
            draw = next(draws)
            assert draw["calc_deltas"] == outcome.draw["log_deltas"], where
            if outcome.draw["log_tenpai"] is not None:
                assert draw["calc_tenpai"] == outcome.draw["log_tenpai"], where
    assert next(wins, None) is next(draws, None) is None


@pytest.mark.parametrize("rules", preset_rules())
def test_every_state_under_every_preset(rules: str) -> None:
    tables = generated([rules] * 4, range(4))
    _check_states(tables, replay_tables(tables))


@pytest.mark.parametrize("rules", preset_rules())
def test_every_result_under_every_preset(rules: str) -> None:
    tables = generated([rules] * 15, range(100, 115))
    _check_results(tables, replay_tables(tables))


@settings(max_examples=25)
@given(seed=SEEDS)
def test_states_and_results_of_mixed_rule_sets_in_one_batch(seed: int) -> None:
    rng = Random(seed)
    rules = [random_rules(rng) for _ in range(3)]
    tables = generated(rules, [rng.randrange(2**32) for _ in rules], max_rounds=4)
    replayed = replay_tables(tables)
    _check_states(tables, replayed)
    _check_results(tables, replayed)


# --- how a batch is cut ----------------------------------------------------------------------------


def _of_game(table: pa.Table, game_id: str) -> list[dict[str, Any]]:
    return [row for row in table.to_pylist() if row["game_id"] == game_id]


@settings(max_examples=10)
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

    names = ("games", "game_players", "rounds", "events", "wins", "draws", "rejects")
    return LogTables(**{n: rename(getattr(tables, n)) for n in names})
