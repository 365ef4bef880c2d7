"""The SQL files: documented, parsable, reading what they say they read."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import sqlglot
from sqlglot import exp

from mjlog.stats.selection import ROUNDS_MACRO, SEATS_MACRO
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from mjlog.warehouse.manifest import STORED
from mjlog.warehouse.statements import LAYERS, MACROS, Statement, parse, spelled_out, statements, tables_of
from tests.unit.stats.made import EVERYTHING
from tests.unit.warehouse.conftest import with_column

QUERIES = [s for s in statements().values() if s.layer not in MACROS]
SELECTIONS = [s for s in statements().values() if s.layer == "selections"]
GIVEN = {*STORED, "aliases", "rank_levels", "rank_tables"}
"""Tables that statements do not make."""
by_name = pytest.mark.parametrize("statement", QUERIES, ids=lambda s: s.name)


@pytest.fixture(scope="module")
def warehouse(yonma: LogTables, sanma: LogTables) -> Warehouse:
    made = Warehouse()
    players = sanma.game_players
    for column in ("name", "account_id"):
        players = with_column(players, column, [*players[column].to_pylist()[:-1], None])
    made.add([on_a_ladder(yonma), replace(sanma, game_players=players)])
    return made


def on_a_ladder(tables: LogTables) -> LogTables:
    """The same games, as those of ranked players."""
    games, players = (
        tables.games,
        with_column(tables.game_players, "level", ["七段"] * len(tables.game_players)),
    )
    for column, value in {"platform": "tenhou", "room": "phoenix"}.items():
        games = with_column(games, column, [value] * len(games))
    return replace(tables, games=games, game_players=players)


@by_name
def test_a_file_is_one_select(statement: Statement) -> None:
    (parsed,) = sqlglot.parse(statement.sql, dialect="duckdb")
    assert isinstance(parsed, exp.Select)
    assert not statement.sql.rstrip().endswith(";")


@pytest.mark.parametrize("statement", [*QUERIES, *SELECTIONS], ids=lambda s: s.name)
def test_it_reads_what_its_header_says(statement: Statement) -> None:
    sql = statement.sql.split(") as table\n")[1] if statement.layer == "selections" else statement.sql
    parsed = sqlglot.parse_one(sql, dialect="duckdb")
    own = {cte.alias for cte in parsed.find_all(exp.CTE)}
    read = set()
    for table in parsed.find_all(exp.Table):
        name = table.this.name if isinstance(table.this, (exp.Identifier, exp.Anonymous)) else None
        if name and name not in own:
            read.add(name)
    assert read == set(statement.reads)


@pytest.mark.parametrize("statement", [*QUERIES, *SELECTIONS], ids=lambda s: s.name)
def test_it_reads_only_from_layers_before_its_own(statement: Statement) -> None:
    known = statements()
    for name in statement.reads:
        assert name in GIVEN or (
            known[name].layer == "macros" or LAYERS.index(known[name].layer) <= LAYERS.index(statement.layer)
        )


def test_named_statements_that_choose_have_every_choice() -> None:
    """What a statement can choose, it can choose in all the ways of the macro that it calls."""
    seats, rounds = (
        set(re.findall(r"\$(\w+)", EVERYTHING.call(macro)[0])) & EVERYTHING.values.keys()
        for macro in (SEATS_MACRO, ROUNDS_MACRO)
    )
    assert "excluding" in seats & rounds
    for statement in QUERIES:
        if statement.layer == "rates" and ROUNDS_MACRO in statement.reads:
            assert rounds <= statement.parameters, statement.name
        elif statement.layer == "rates" and SEATS_MACRO in statement.reads:
            assert seats <= statement.parameters, statement.name


def test_each_statement_comes_after_what_it_reads() -> None:
    seen = set(GIVEN)
    for name, statement in statements().items():
        assert set(statement.reads) <= seen
        seen.add(name)


def test_a_view_is_spelled_out_after_what_it_reads() -> None:
    """But for views that are there, and what only these read."""
    begun = re.findall(r"^(?:with )?(\w+) as \($", spelled_out("game_totals"), re.MULTILINE)
    named = [name for name in begun if name in statements()]
    assert named == ["player_games", "player_rounds", "game_totals"]
    assert tables_of(["game_totals"]) == {
        "aliases", "game_players", "games", "rank_levels", "rank_tables", "round_players", "rounds"
    }  # fmt: skip
    assert "player_games as (" not in spelled_out("game_totals", {"player_games"})
    assert tables_of(["game_totals"], {"player_games"}) == {"round_players", "rounds"}


def test_lines_are_not_too_long() -> None:
    for statement in statements().values():
        assert max(map(len, statement.sql.splitlines())) <= 110, statement.name


KEYS = {
    "game": ["game_id"],
    "round": ["game_id", "round_index"],
    "discard": ["game_id", "round_index", "seq"],
    "number of players": ["player_count"],
    "state of the opponents": ["facing"],
}
"""Columns that tell the rows of a grain apart, by its words; other words are the names of columns."""


def keys(grain: str) -> list[str]:
    """The key of a grain: "round and seat" is game_id, round_index, seat."""
    words = re.split(r", | and ", grain)
    return [column for word in words for column in KEYS.get(word, [word.replace(" ", "_")])]


@by_name
def test_it_answers_with_rows_of_its_grain(statement: Statement, warehouse: Warehouse) -> None:
    table = warehouse.query(statement.name)
    assert len(table) > 0
    assert len(table) == len(table.group_by(keys(statement.grain)).aggregate([]))


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
