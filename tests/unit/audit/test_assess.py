"""From batches to one report."""

from __future__ import annotations

import json
from dataclasses import replace

import pyarrow as pa
import pytest

from mjlog import schema
from mjlog.audit.assess import AuditReport, assess, audit_batches, audited
from mjlog.formats.builder import LogBuilder
from mjlog.rulesets import load
from mjlog.tables import LogTables
from tests.reference.emit import generated
from tests.unit.replay.written import Round, written

RULES = [json.dumps({"extends": name}) for name in ("tenhou", "mahjong_soul", "tenhou_sanma")]
WRONG = Round("1 draw 2p; 1 discard 2p; 3 draw 2p")
"""Begins with another seat than the dealer, and leaves a seat out."""


@pytest.fixture(scope="module")
def clean() -> LogTables:
    return generated(RULES, range(3))


def rejected() -> LogTables:
    builder = LogBuilder()
    builder.reject("a.log", 5, "no log", "abc")
    return builder.build()


def test_a_clean_batch_has_no_findings_and_all_its_counts(clean: LogTables) -> None:
    report = audit_batches([clean])
    assert report.is_clean
    assert report.findings.schema.equals(schema.FINDINGS.arrow)
    counts = report.counts
    names = ("games", "rounds", "wins", "draws")
    assert [getattr(counts, n) for n in names] == [len(getattr(clean, n)) for n in names]
    assert counts.rejects == 0
    assert counts.findings == {}


def test_counts_of_several_batches_are_those_of_one(clean: LogTables) -> None:
    wrong = written([WRONG, WRONG], log_id="wrong")
    ids = clean.games["game_id"].to_pylist()
    apart = audit_batches([*(clean.of_games([i]) for i in ids), wrong, rejected()])
    together = audit_batches([LogTables.concat([clean, wrong, rejected()])])
    assert apart.counts == together.counts
    assert apart.findings.to_pylist() == together.findings.to_pylist()
    assert apart.rejects.to_pylist() == together.rejects.to_pylist()
    assert apart.counts.findings == {"PA001": 1, "TN001": 2, "TN002": 1}
    assert apart.counts.rejects == 1
    assert not apart.is_clean
    assert apart.has_rejects


def test_what_cannot_be_read_is_no_finding() -> None:
    report = audit_batches([rejected()])
    assert (report.is_clean, report.has_rejects) == (True, True)
    assert not AuditReport().has_rejects


def test_selected_rules_only_are_checked_and_counted(clean: LogTables) -> None:
    report = audit_batches([clean, written([WRONG])], select=["TN"], ignore=["TN001"])
    assert set(report.counts.checked) == {f"TN00{n}" for n in range(2, 8)}
    assert report.findings["code"].to_pylist() == ["TN002"]


@pytest.mark.parametrize("selection", [{"select": ["XX"]}, {"ignore": ["TN9"]}])
def test_a_selection_that_fits_nothing_is_refused_before_anything_is_read(
    selection: dict[str, list[str]],
) -> None:
    def unread():
        raise AssertionError
        yield LogTables.empty()

    with pytest.raises(ValueError, match="begins with"):
        audit_batches(unread(), **selection)


@pytest.mark.parametrize("batches", [[], [LogTables.empty()], [LogTables.empty()] * 2])
def test_nothing_to_audit_is_a_clean_report(batches: list[LogTables]) -> None:
    report = audit_batches(batches)
    assert report.is_clean
    assert (report.counts.games, len(report.rejects)) == (0, 0)
    assert report.findings.schema.equals(schema.FINDINGS.arrow)


def test_a_new_report_is_empty() -> None:
    report = AuditReport()
    assert report.is_clean
    assert not len(report.rejects)
    assert report.counts is not AuditReport().counts


def test_the_rule_set_of_the_user_judges_games_of_its_players_only() -> None:
    north = Round("0 draw 4z; 0 kita 4z with 4z")
    four = written([north], {"kita": True}, log_id="four")
    sanma = Round(north.events, columns={"start_scores": [35_000] * 3})
    three = written([sanma], {"extends": "tenhou_sanma"}, players=3, log_id="three")
    report = audit_batches([four, three], load("tenhou"))
    assert [(row["code"], row["game_id"]) for row in report.findings.to_pylist()] == [("CL011", "four")]


def test_rounds_in_which_nothing_happens_at_all_are_left_out() -> None:
    evidence = assess(written([Round(), Round()]))
    assert (len(evidence.tables.games), len(evidence.tables.rounds)) == (1, 0)
    assert not audit_batches([written([Round()])]).counts.findings


def test_a_round_without_events_among_others_stops_nothing() -> None:
    report = audit_batches([written([Round(), Round("1 draw 1m; 1 discard 1m"), Round()])])
    assert (report.counts.rounds, len(report.rejects)) == (3, 0)
    assert report.findings["code"].to_pylist() == ["PA001", "PA001"]


def test_computed_columns_are_filled_and_logged_ones_stay(clean: LogTables) -> None:
    result = assess(clean).tables
    assert result.wins["calc_points"].to_pylist() == clean.wins["log_points"].to_pylist()
    assert result.wins["calc_deltas"].to_pylist() == clean.wins["log_deltas"].to_pylist()
    assert result.draws["calc_type"].to_pylist() == clean.draws["log_type"].to_pylist()
    assert result.wins["log_points"].equals(clean.wins["log_points"])
    assert None not in result.games["ruleset_id"].to_pylist()
    result.validate()


def test_findings_say_where_they_are() -> None:
    tables = written([Round("0 draw 1m; 0 discard 1m; 1 draw 2m"), WRONG], log_id="somewhere")
    rows = audited(tables).findings.to_pylist()
    turn = next(row for row in rows if row["code"] == "TN001")
    assert {k: turn[k] for k in ("game_id", "source_path", "round_index", "seq", "seat", "severity")} == {
        "game_id": "somewhere",
        "source_path": "written",
        "round_index": 1,
        "seq": 2,
        "seat": 3,
        "severity": "error",
    }
    assert turn["message"] == "seat 3 draw 2p cannot follow seat 1 discard 2p"


def test_what_is_computed_does_not_come_from_the_log(clean: LogTables) -> None:
    at = clean.wins.schema.get_field_index("log_points")
    field = clean.wins.schema.field(at)
    wins = clean.wins.set_column(at, field, pa.nulls(len(clean.wins), field.type))
    blank = assess(replace(clean, wins=wins)).tables
    assert blank.wins["calc_points"].to_pylist() == clean.wins["log_points"].to_pylist()
