"""``import mjlog``: read, replay, score and audit whatever a log is in."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mjlog
from mjlog import api, schema
from mjlog.formats.mjai import write as mjai_write
from mjlog.rulesets import RulesetError, load
from mjlog.tables import LogTables
from tests.reference.emit import generated

RULES = json.dumps({"extends": "tenhou"})


def written(tables: LogTables, folder: Path) -> list[Path]:
    """Each game of `tables` as a file in mjai."""
    paths = []
    for number, game in enumerate(mjai_write.games(tables)):
        paths.append(folder / f"{number}.jsonl")
        paths[-1].write_bytes(game.data)
    return paths


@pytest.fixture(scope="module")
def games() -> LogTables:
    return generated([RULES] * 2, [1, 2], max_rounds=3)


@pytest.fixture(scope="module")
def paths(games: LogTables, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return written(games, tmp_path_factory.mktemp("logs"))


def sources(paths: list[Path], tmp_path: Path) -> dict[str, Any]:
    """The two games in everything that can be read, by what it is."""
    data = [path.read_bytes() for path in paths]
    packed = tmp_path / "both.jsonl.gz"
    packed.write_bytes(gzip.compress(data[0] + data[1]))
    return {
        "paths": paths,
        "texts of paths": list(map(str, paths)),
        "folder": paths[0].parent,
        "pattern": str(paths[0].parent / "*.jsonl"),
        "bytes": data[0] + data[1],
        "many bytes": data,
        "open file": io.BytesIO(data[0] + data[1]),
        "packed file": packed,
        "tables": mjlog.read(paths),
    }


KINDS = (
    "paths",
    "texts of paths",
    "folder",
    "pattern",
    "bytes",
    "many bytes",
    "open file",
    "packed file",
    "tables",
)


@pytest.mark.parametrize("kind", KINDS)
def test_logs_are_audited_whatever_they_are_in(
    games: LogTables, paths: list[Path], tmp_path: Path, kind: str
) -> None:
    report = mjlog.audit(sources(paths, tmp_path)[kind])
    assert (report.counts.games, report.counts.rounds) == (2, len(games.rounds))
    assert report.is_clean
    assert not len(report.rejects)


@pytest.mark.parametrize("kind", KINDS)
def test_logs_are_replayed_whatever_they_are_in(
    games: LogTables, paths: list[Path], tmp_path: Path, kind: str
) -> None:
    replayed = mjlog.replay(sources(paths, tmp_path)[kind])
    assert replayed.wins["calc_points"].to_pylist() == games.wins["log_points"].to_pylist()
    assert len(replayed.states) == 4 * len(replayed.tables.events)
    assert replayed.states.schema.equals(schema.STATES.arrow)


def test_one_file_is_read(paths: list[Path]) -> None:
    assert len(mjlog.read(paths[0]).games) == 1
    assert mjlog.audit(paths[0]).counts.games == 1


def test_what_is_no_log_is_a_reject_and_no_error(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no log at all")
    report = mjlog.audit([path, b"neither"])
    assert report.counts.games == 0
    assert report.rejects["source_path"].to_pylist()[0] == str(path)
    assert report.counts.rejects == len(report.rejects) == 2
    assert len(mjlog.read(path).rejects) == 1


def test_rule_sets_are_given_by_name_by_value_and_by_file(paths: list[Path], tmp_path: Path) -> None:
    own = tmp_path / "club.toml"
    own.write_text('extends = "tenhou"\nriichi_min_wall = 70\n')
    riichi = mjlog.read(paths).events["kind"].to_pylist().count("riichi")
    assert riichi
    assert mjlog.audit(paths, own).counts.findings["RI003"] == riichi
    for ruleset in ("tenhou", load("tenhou")):
        assert mjlog.audit(paths, ruleset).is_clean
    names = set(mjlog.replay(paths, own).tables.games["ruleset_id"].to_pylist())
    assert [name.rsplit("-", 1)[0] for name in names] == ["club"]


@pytest.mark.parametrize("ruleset", ["no such rules", Path("no such file.toml")])
def test_unknown_rule_sets_are_refused(games: LogTables, ruleset: Any) -> None:
    for of in (mjlog.audit, mjlog.replay):
        with pytest.raises(RulesetError):
            of(games, ruleset)


def test_rules_of_the_audit_are_selected(games: LogTables) -> None:
    assert set(mjlog.audit(games, select=["FT"], ignore=["FT002"]).counts.checked) == {"FT001", "FT003"}
    with pytest.raises(ValueError, match="XX"):
        mjlog.audit(games, select=["XX"])


def test_one_code_is_given_as_a_text(games: LogTables) -> None:
    assert set(mjlog.audit(games, select="SC001").counts.checked) == {"SC001"}
    assert set(mjlog.audit(games, select="FT", ignore="FT002").counts.checked) == {"FT001", "FT003"}


def test_what_is_no_log_or_rule_set_at_all_is_a_type_error(games: LogTables) -> None:
    for of in (mjlog.audit, mjlog.replay):
        with pytest.raises(TypeError, match=r"logs are files, .* not None"):
            of(None)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="not of type int"):
            of([b"no log", 5])  # type: ignore[list-item]
        with pytest.raises(TypeError, match="not of type int"):
            of(games, ruleset=5)  # type: ignore[arg-type]


def test_a_rule_set_for_other_players_is_told(games: LogTables) -> None:
    assert mjlog.audit(games, "tenhou_sanma").not_judged == {4: 2}
    assert mjlog.audit(games, "tenhou").not_judged == mjlog.audit(games).not_judged == {}


def test_results_show_themselves_in_one_line(games: LogTables) -> None:
    rounds, wins = len(games.rounds), len(games.wins)
    assert repr(mjlog.replay(games)) == f"<Replayed: 2 games, {rounds} rounds, {wins} wins>"
    report = mjlog.audit([b"no log"])
    assert repr(report) == "<AuditReport: 0 games, 0 rounds, 0 findings, 1 rejects>"


def test_the_public_names_are_there() -> None:
    assert set(mjlog.__all__) <= set(dir(mjlog))
    assert [name for name in mjlog.__all__ if not callable(getattr(mjlog, name))] == []
    assert mjlog.score is api.score
    assert mjlog.read is api.read


def test_the_public_functions_are_those_of_the_api(games: LogTables) -> None:
    assert mjlog.audit(games).counts == api.audit(games).counts
    assert mjlog.replay(games).wins.equals(api.replay(games).wins)


IMPORTS = """
{first}
import mjlog
{second}
assert callable(mjlog.audit) and callable(mjlog.replay)
report = mjlog.audit([b"no log"])
assert report.counts.rejects == 1, report
assert len(mjlog.replay([b"no log"]).tables.rejects) == 1
"""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("", ""),
        ("import mjlog.audit.registry, mjlog.replay.segments", "mjlog.audit.registry.RULES"),
        ("from mjlog.replay import Batch", "from mjlog import audit, replay; audit([b'no log'])"),
        ("from mjlog import audit", "from mjlog.audit import run; assert run.AuditCounts"),
    ],
)
def test_packages_stay_callable_in_whatever_order_they_are_imported(first: str, second: str) -> None:
    code = IMPORTS.format(first=first, second=second)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_importing_mjlog_is_cheap() -> None:
    heavy = ("pandas", "duckdb", "matplotlib", "pyarrow")
    code = f"import sys, mjlog; print(*(m for m in {heavy} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_unknown_names_are_told() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = mjlog.no_such_name
