"""`Warehouse` as its users see it."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

import mjlog
from mjlog.tables import LogTables
from mjlog.warehouse import QueryError, Warehouse, is_warehouse
from mjlog.warehouse.manifest import STORED
from mjlog.warehouse.statements import statements
from tests.unit.warehouse.conftest import batches_of


@pytest.fixture(scope="module")
def warehouse(yonma: LogTables) -> Warehouse:
    made = mjlog.Warehouse()
    made.add([yonma])
    return made


def test_sql_and_names_answer_with_arrow_tables(warehouse: Warehouse) -> None:
    for question in ("select count(*) as n from wins", "wins", "player_games", "ranks"):
        assert isinstance(warehouse.query(question), pa.Table)


def test_sql_takes_parameters(warehouse: Warehouse) -> None:
    answer = warehouse.query("select count(*) as n from rounds where honba = $honba", honba=0)
    assert 0 < answer["n"][0].as_py() < warehouse.tables["rounds"]


def test_macros_are_there(warehouse: Warehouse) -> None:
    answer = warehouse.query("select rate(1, 4) as r, rate(0, 0) as none, wilson_low(0, 9) as low")
    assert answer.to_pylist() == [{"r": 0.25, "none": None, "low": 0.0}]


@pytest.mark.parametrize(
    ("question", "params", "message"),
    [
        ("rank", {}, "did you mean ranks?"),
        ("nonsense", {}, "no statement, table or view is called 'nonsense'"),
        (
            "ranks",
            {"name": "x"},
            "no parameter 'name'; its parameters: excluding, last_games, length",
        ),
        ("wilson_low", {}, "no statement"),
        ("select * from nowhere", {}, "nowhere"),
        ("selec 1", {}, "syntax error"),
        ("select $a as x", {}, "a"),
        ("select 1 as x", {"a": 1}, "a"),
    ],
)
def test_a_wrong_question_is_told(
    warehouse: Warehouse, question: str, params: dict[str, str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        warehouse.query(question, **params)
    assert warehouse.query("select 1 as one")["one"].to_pylist() == [1]


def test_what_duckdb_refuses_is_a_query_error(warehouse: Warehouse) -> None:
    with pytest.raises(QueryError):
        warehouse.query("select 1 / 'x' as x")


@pytest.mark.parametrize(("sql", "number"), [(" ", 0), ("-- nothing", 0), ("select 1; select 2", 2)])
def test_one_statement_is_asked_at_a_time(warehouse: Warehouse, sql: str, number: int) -> None:
    with pytest.raises(QueryError, match=f"one SQL statement is asked at a time, not {number}"):
        warehouse.query(sql)
    assert warehouse.query("select 1 as one;")["one"].to_pylist() == [1]


def test_a_log_is_no_warehouse(tmp_path: Path) -> None:
    log = tmp_path / "file.jsonl"
    log.write_text("{}")
    with pytest.raises(ValueError, match=r"file\.jsonl is a file, .*Warehouse\(\)\.ingest\("):
        Warehouse(log)


def test_it_tells_its_tables_and_statements(warehouse: Warehouse) -> None:
    assert warehouse.tables.keys() == STORED.keys()
    assert warehouse.tables["games"] == 3
    assert warehouse.statements["ranks"].startswith("How often the chosen players came first")
    assert "measure" not in warehouse.statements


def test_it_shows_what_it_holds(warehouse: Warehouse, tmp_path: Path) -> None:
    rounds = warehouse.tables["rounds"]
    assert repr(warehouse) == f"<Warehouse in memory: 3 games, {rounds} rounds>"
    assert repr(Warehouse(tmp_path / "wh")).endswith("not made yet>")
    assert not is_warehouse(tmp_path)


# --- several questions ----------------------------------------------------------------------------


def test_questions_asked_together_are_answered_in_their_order(warehouse: Warehouse) -> None:
    answers = warehouse.together(
        [("select $n::integer as n, count(*) as games from games", {"n": n}) for n in range(20)]
    )
    assert [answer.to_pylist() for answer in answers] == [[{"n": n, "games": 3}] for n in range(20)]
    assert warehouse.together([]) == []


def test_a_wrong_question_among_others_is_told(warehouse: Warehouse) -> None:
    with pytest.raises(QueryError, match="nowhere"):
        warehouse.together([("select 1 as one", {}), ("from nowhere", {}), ("select 2 as two", {})])
    with pytest.raises(QueryError, match="not UTF-8"):
        warehouse.together([("select $name as name", {"name": "\udcff"})])


@pytest.mark.parametrize("is_stored", [False, True], ids=["in memory", "in a folder"])
def test_steady_questions_are_of_the_tables_as_they_were(
    tmp_path: Path, yonma: LogTables, is_stored: bool
) -> None:
    first, *others = batches_of(yonma)
    count = "select count(*) as games from player_games where seat = 0"

    def games(asked: Warehouse) -> list[int]:
        together = [answer["games"][0].as_py() for answer in asked.together([(count, {})] * 2)]
        return [asked.query(count)["games"][0].as_py(), *together]

    with Warehouse(tmp_path / "wh" if is_stored else None) as made:
        made.add([first])
        with made.steady():
            made.add(others)
            assert games(made) == [1, 1, 1]
        assert games(made) == [3, 3, 3]


@pytest.mark.parametrize("number", [1, 7])
def test_work_is_done_side_by_side_and_in_order(warehouse: Warehouse, number: int) -> None:
    threads = "select current_setting('threads') as n"
    before = warehouse.query(threads)["n"][0].as_py()
    assert warehouse.side_by_side(lambda n: n * n, range(number)) == [n * n for n in range(number)]
    with pytest.raises(ZeroDivisionError):
        warehouse.side_by_side(lambda n: 1 // n, range(number))
    assert warehouse.query(threads)["n"][0].as_py() == before


def test_an_answer_is_shared_by_questions_and_goes(warehouse: Warehouse) -> None:
    with warehouse.shared("select game_id from games where player_count > $n", {"n": 0}) as name:
        answers = warehouse.together([(f"select count(*) as n from {name}", {})] * 3)
        assert [answer["n"][0].as_py() for answer in answers] == [3] * 3
    with pytest.raises(QueryError, match=name):
        warehouse.query(f"select count(*) as n from {name}")
    with pytest.raises(QueryError, match="nowhere"), warehouse.shared("from nowhere", {}):
        pass


@pytest.mark.parametrize("is_stored", [False, True], ids=["in memory", "in a folder"])
def test_views_of_totals_are_there_for_every_question(
    tmp_path: Path, yonma: LogTables, is_stored: bool
) -> None:
    """They are made when one is asked, and anew when games come in."""
    count, named = "select count(*) as n from outcome_totals", "outcome_totals"
    first, *others = batches_of(yonma)
    for ask in (
        lambda made: made.query(count)["n"][0].as_py(),
        lambda made: len(made.table(named)),
        lambda made: made.together([("select 1 as n", {}), (count, {})])[1]["n"][0].as_py(),
    ):
        with Warehouse(tmp_path / f"wh{id(ask)}" if is_stored else None) as made:
            made.add([first])
            before = ask(made)
            made.add(others)
            assert 0 < before < ask(made)
            shown = made.query("select view_name from duckdb_views()")["view_name"].to_pylist()
            assert {name for name, s in statements().items() if s.layer == "totals"} <= set(shown)


def test_sums_of_views_are_the_same_whether_kept_or_not(tmp_path: Path, yonma: LogTables) -> None:
    asked = {"outcome_totals": ["wins"], "call_totals": ["called", "open_melds"], "yaku_totals": ["tanyao"]}
    with Warehouse(tmp_path / "wh") as stored, Warehouse() as kept_nowhere:
        for warehouse in (stored, kept_nowhere):
            warehouse.add([yonma])
        answers = [
            [warehouse.game_sums().of(view, names).to_pylist() for view, names in asked.items()]
            for warehouse in (stored, kept_nowhere, stored)
        ]
    assert answers[0] == answers[1] == answers[2]
