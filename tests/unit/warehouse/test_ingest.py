"""Logs into a warehouse: formats, rejects, hostile content, games that make the engine fail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from mjlog import schema
from mjlog.audit import assess as audit_assess
from mjlog.formats import Document, mjai
from mjlog.formats.mjai import write as mjai_write
from mjlog.stats.overview import overview
from mjlog.stats.selection import Selection
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse, derive, ingest
from mjlog.warehouse.folder import DATABASE, SUMS
from tests.unit.formats.test_mjai_extensions import extended
from tests.unit.warehouse.conftest import batches_of, content, with_column

HOSTILE = (
    "'; drop table games; --",
    '"quoted"',
    "../../../etc/passwd",
    "$player",
    "new\nline\x1b[31m",
    "\u202eright to left",
    "雀士\U0001f600",
    "x" * 5000,
    "nul\0byte",
    "{0} %s",
)


def with_rejects(tables: LogTables, *reasons: str, path: str = "broken.log") -> LogTables:
    rows = [
        {"source_path": path, "source_offset": n, "reason": reason, "excerpt": "<xml"}
        for n, reason in enumerate(reasons)
    ]
    return replace(tables, rejects=pa.Table.from_pylist(rows, schema=schema.REJECTS.arrow))


def as_mjai(tables: LogTables) -> LogTables:
    """The same games, written as mjai and read again."""
    documents = [Document(f"{n}.jsonl", game.data) for n, game in enumerate(mjai_write.games(tables))]
    return mjai.read(documents)


def without_ids(tables: LogTables) -> LogTables:
    """Games whose log does not say which they are."""
    games = tables.games
    for name in ("log_id", "platform"):
        games = with_column(games, name, [None] * len(games))
    return replace(tables, games=games)


def test_it_can_be_done_again(tmp_path: Path, yonma: LogTables, expected: Any) -> None:
    for again in range(3):
        with Warehouse(tmp_path / "wh") as warehouse:
            report = warehouse.add([with_rejects(yonma, "cut off")])
            assert (report.games, report.duplicates) == ((0, 3) if again else (3, 0))
            assert len(report.rejects) == 1
            tables = warehouse.tables
    assert tables == {**{name: len(rows) for name, rows in expected.items()}, "rejects": 1}


def test_how_the_games_are_batched_does_not_matter(yonma: LogTables, expected: Any) -> None:
    with Warehouse() as warehouse:
        warehouse.add(batches_of(yonma))
        assert content(warehouse) == expected


def test_memory_and_folder_hold_the_same(tmp_path: Path, yonma: LogTables, expected: Any) -> None:
    with Warehouse(tmp_path / "wh") as warehouse:
        warehouse.add([yonma])
        assert content(warehouse) == expected


def test_a_game_in_two_formats_counts_once(yonma: LogTables) -> None:
    with Warehouse() as warehouse:
        warehouse.add([yonma])
        report = warehouse.add([without_ids(as_mjai(yonma))])
        assert (report.games, report.duplicates) == (0, 3)
        assert set(warehouse.query("games")["source_format"].to_pylist()) == {"simulation"}


def test_facts_do_not_depend_on_the_format(yonma: LogTables, expected: Any) -> None:
    with Warehouse() as warehouse:
        warehouse.add([as_mjai(yonma)])
        for name in ("round_players", "discards"):
            assert content(warehouse)[name] == expected[name]


@pytest.mark.corpus
def test_real_games_in_two_formats_count_once(shared: Path) -> None:
    with Warehouse() as warehouse:
        xml = warehouse.ingest(shared / "corpus/tenhou-xml/pantheon")
        stored = warehouse.tables["games"]
        json_ = warehouse.ingest(shared / "corpus/tenhou-json/pantheon")
        assert xml.games == stored > 5
        assert json_.duplicates + json_.replaced > 5
        assert warehouse.tables["games"] == stored + json_.games - json_.replaced


# --- what cannot be read --------------------------------------------------------------------------


def test_rejects_are_kept_once_and_told_each_time(tmp_path: Path) -> None:
    (tmp_path / "junk.txt").write_text("no log at all")
    for _ in range(2):
        with Warehouse(tmp_path / "wh") as warehouse:
            report = warehouse.ingest(tmp_path / "junk.txt")
            assert len(report.rejects) == 1
            row = warehouse.query("rejects").to_pylist()
            assert [Path(r["source_path"]).name for r in row] == ["junk.txt"]


def test_the_warehouse_in_the_folder_of_the_logs_is_no_log(tmp_path: Path, yonma: LogTables) -> None:
    with Warehouse(tmp_path / "wh") as warehouse:
        warehouse.add([yonma])
        report = warehouse.ingest(tmp_path)
        assert not len(report.rejects)
        assert warehouse.tables["rejects"] == 0


def test_links_that_lead_nowhere_and_names_that_cannot_be_stop_nothing(
    tmp_path: Path, yonma: LogTables
) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    strange = LogTables.concat(
        [with_rejects(yonma, "no log", path=path) for path in (str(loop), "nul\0byte", "x" * 5000)]
    )
    with Warehouse(tmp_path / "wh") as warehouse:
        report = warehouse.add([strange])
        assert (len(report.rejects), warehouse.tables["rejects"]) == (3, 3)
        assert len(warehouse.ingest(tmp_path).rejects) == 1


def test_input_that_is_no_file_is_not_taken_for_one_of_the_warehouse(
    tmp_path: Path, yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Warehouse(tmp_path / "wh") as warehouse:
        warehouse.add([yonma])
        monkeypatch.chdir(tmp_path / "wh")
        assert len(warehouse.ingest(b"no log").rejects) == 1


def test_games_of_different_house_options_are_replayed_once(
    yonma: LogTables, expected: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assess, replayed = audit_assess.assess, []

    def counted(tables: LogTables, ruleset: Any) -> Any:
        replayed.extend(tables.games["game_id"].to_pylist())
        return assess(tables, ruleset)

    monkeypatch.setattr(audit_assess, "assess", counted)
    options = with_column(yonma.games, "house_options", [["chips"], None, ["chips"]])
    with Warehouse() as warehouse:
        warehouse.add([replace(yonma, games=options)])
        assert sorted(replayed) == sorted(yonma.games["game_id"].to_pylist())
        assert content(warehouse)["events"] == expected["events"]


def test_a_game_that_makes_the_engine_fail_is_a_reject(
    yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = yonma.games["game_id"][1].as_py()
    audited = derive.audited

    def failing(tables: LogTables, ruleset: Any) -> Any:
        if bad in tables.games["game_id"].to_pylist():
            raise IndexError("out of bounds")
        return audited(tables, ruleset)

    monkeypatch.setattr(derive, "audited", failing)
    with Warehouse() as warehouse:
        report = warehouse.add([yonma])
        assert report.games == 2
        assert bad not in warehouse.query("rounds")["game_id"].to_pylist()
        (row,) = warehouse.query("rejects").to_pylist()
        assert row["reason"] == f"game {bad} cannot be replayed: IndexError: out of bounds"


def test_a_better_copy_that_makes_the_engine_fail_replaces_nothing(
    yonma: LogTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game, *_) = batches_of(yonma)
    cut = replace(game, games=with_column(game.games, "is_complete", [False]))
    with Warehouse() as warehouse:
        warehouse.add([cut])
        monkeypatch.setattr(derive, "audited", lambda *_, **__: 1 / 0)
        report = warehouse.add([game])
        assert (report.games, report.replaced) == (0, 0)
        assert warehouse.tables["games"] == 1


def test_a_report_is_a_line(yonma: LogTables) -> None:
    with Warehouse() as warehouse:
        report = warehouse.add([with_rejects(yonma, "cut off")])
    rounds = len(yonma.rounds)
    assert repr(report) == (
        f"<IngestReport: 3 games, {rounds} rounds, 0 duplicates, 0 replaced, 0 findings, 1 rejects>"
    )


# --- hostile content ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_names_and_ids_are_only_data(tmp_path: Path, yonma: LogTables, text: str) -> None:
    (game, *_) = batches_of(yonma)
    names = [text, text, None, "P"]
    hostile = replace(
        game,
        games=with_column(with_column(game.games, "log_id", [text]), "source_path", [text]),
        game_players=with_column(game.game_players, "name", names),
    )
    path = tmp_path / "wh"
    before = {p.name for p in tmp_path.iterdir()}
    with Warehouse(path) as warehouse:
        assert warehouse.add([hostile]).games == 1
        assert warehouse.add([hostile]).duplicates == 1
        assert warehouse.query("games")["game_id"].to_pylist() == [text]
        rows = overview(warehouse, Selection(players=(text,))).to_pylist()
        assert [(r["player"], r["games"]) for r in rows] == [(text, 1)]
        assert set(warehouse.query("rounds")["game_id"].to_pylist()) == {text}
    with duckdb.connect(str(path / DATABASE), read_only=True) as shell:
        assert shell.sql("select distinct game_id from events").fetchall() == [(text,)]
    assert {p.name for p in tmp_path.iterdir()} == before | {"wh"}
    assert {p.parent.name for p in path.glob("*/*")} == {*ingest.STORED, SUMS}


def test_a_rule_set_of_the_users_is_used(yonma: LogTables, tmp_path: Path) -> None:
    rules = tmp_path / "club.toml"
    rules.write_text('extends = "tenhou"\nname = "club"\nkiriage_mangan = true\n')
    with Warehouse() as warehouse:
        warehouse.add([yonma], rules)
        assert all(i.startswith("club") for i in warehouse.query("games")["ruleset_id"].to_pylist())


def test_unknown_fields_and_the_new_columns_are_stored(tmp_path: Path) -> None:
    tables = extended()
    with Warehouse(tmp_path / "wh") as warehouse:
        warehouse.add([tables])
        warehouse.add([tables])  # again, which changes nothing
        stored = {name: warehouse.query(f"select * from {name}").to_pylist() for name in ("extras", "events")}
        rounds = warehouse.query("select away_seat, dice from rounds order by round_index").to_pylist()
    assert [row["fields"] for row in stored["extras"]] == tables.extras["fields"].to_pylist()
    assert {row["game_id"] for row in stored["extras"]} == set(tables.games["game_id"].to_pylist())
    assert rounds == [{"away_seat": 3, "dice": [2, 2]}, {"away_seat": 3, "dice": None}]
    for column in ("points", "elapsed"):
        assert [row[column] for row in stored["events"]] == tables.events[column].to_pylist()
