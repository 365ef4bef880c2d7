"""The SQL files: documented, parsable, reading what they say they read."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlglot
from sqlglot import exp

from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from mjlog.warehouse.manifest import STORED
from mjlog.warehouse.statements import LAYERS, Statement, parse, statements
from tests.unit.warehouse.conftest import with_column

QUERIES = [s for s in statements().values() if s.layer != "macros"]
GIVEN = {*STORED, "aliases"}
"""Tables that statements do not make."""
by_name = pytest.mark.parametrize("statement", QUERIES, ids=lambda s: s.name)


@pytest.fixture(scope="module")
def warehouse(yonma: LogTables, sanma: LogTables) -> Warehouse:
    made = Warehouse()
    players = sanma.game_players
    for column in ("name", "account_id"):
        players = with_column(players, column, [*players[column].to_pylist()[:-1], None])
    made.add([yonma, replace(sanma, game_players=players)])
    return made


@by_name
def test_a_file_is_one_select(statement: Statement) -> None:
    (parsed,) = sqlglot.parse(statement.sql, dialect="duckdb")
    assert isinstance(parsed, exp.Select)
    assert not statement.sql.rstrip().endswith(";")


@by_name
def test_it_reads_what_its_header_says(statement: Statement) -> None:
    parsed = sqlglot.parse_one(statement.sql, dialect="duckdb")
    own = {cte.alias for cte in parsed.find_all(exp.CTE)}
    read = set()
    for table in parsed.find_all(exp.Table):
        name = table.this.name if isinstance(table.this, (exp.Identifier, exp.Anonymous)) else None
        if name and name not in own:
            read.add(name)
    assert read == set(statement.reads)


@by_name
def test_it_reads_only_from_layers_before_its_own(statement: Statement) -> None:
    known = statements()
    for name in statement.reads:
        assert name in GIVEN or (
            known[name].layer == "macros" or LAYERS.index(known[name].layer) <= LAYERS.index(statement.layer)
        )


def test_each_statement_comes_after_what_it_reads() -> None:
    seen = set(GIVEN)
    for name, statement in statements().items():
        assert set(statement.reads) <= seen
        seen.add(name)


def test_lines_are_not_too_long() -> None:
    for statement in statements().values():
        assert max(map(len, statement.sql.splitlines())) <= 110, statement.name


@by_name
def test_it_answers_with_rows_of_its_grain(statement: Statement, warehouse: Warehouse) -> None:
    keys = {
        "player_games": ["game_id", "seat"],
        "player_rounds": ["game_id", "round_index", "seat"],
        "player_discards": ["game_id", "round_index", "seq"],
        "player_game_totals": ["game_id", "seat"],
        "discard_totals": ["game_id", "seat", "turn", "own_state", "facing"],
        "player_rates": ["player_count", "player", "statistic"],
        "player_summary": ["player_count", "player"],
        "ranks": ["player_count", "rank"],
        "nameless_seats": ["player_count"],
        "deal_ins_by_opponents": ["player_count", "own_state", "facing"],
        "deal_ins_by_turn": ["player_count", "facing", "turn"],
    }[statement.name]
    table = warehouse.query(statement.name)
    assert len(table) > 0
    assert len(table) == len(table.group_by(keys).aggregate([]))


@by_name
def test_it_answers_nothing_of_nothing(statement: Statement) -> None:
    with Warehouse() as empty:
        assert len(empty.query(statement.name)) == 0


def test_a_view_is_what_its_file_selects(warehouse: Warehouse) -> None:
    for statement in QUERIES:
        if statement.layer != "rates":
            by_view = warehouse.query(f"select count(*) as n from {statement.name}")["n"][0].as_py()
            assert by_view == len(warehouse.query(statement.name))


def test_a_header_goes_on_over_lines() -> None:
    sql = "-- doc: one\n--   two: three\n-- grain: game\n-- reads: games, rounds\nselect $a, $b_c"
    statement = parse("x", "rates", sql)
    assert (statement.doc, statement.reads) == ("one two: three", ("games", "rounds"))
    assert statement.parameters == {"a", "b_c"}


def test_a_header_must_be_whole() -> None:
    with pytest.raises(ValueError, match="no line -- grain:"):
        parse("x", "rates", "-- doc: one\n-- reads: games\nselect 1")
