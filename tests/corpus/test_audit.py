"""The audit of real logs: nothing to report but what the records themselves got wrong."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from mjlog.api import audit
from mjlog.audit.assess import AuditReport
from mjlog.audit.baseline import load_baseline, split_accepted

BASELINE = load_baseline(Path(__file__).parent / "baseline.toml")

KNOWN = {
    "tenhou-xml": {"games": 1402, "rounds": 13321, "wins": 11212, "draws": 2140},
    "tenhou-json": {"games": 69, "rounds": 595, "wins": 489, "draws": 108},
    "mjai": {"games": 24, "rounds": 143, "wins": 119, "draws": 13},
}
"""What there is to read in each folder, at least."""

NOT_CHECKABLE = {
    "tenhou-xml": {
        "EN001": 3,
        "EN005": 45,
        "EN006": 45,
        "EN007": 45,
        "PA001": 45,
        "PY002": 3,
        "RI002": 5,
        "RI006": 9,
        "SC007": 1,
        "SC009": 3,
    },
    "tenhou-json": {
        "DO001": 489,
        "EN002": 3,
        "EN003": 1,
        "EN004": 48,
        "EN005": 49,
        "EN006": 49,
        "EN007": 49,
        "PA001": 49,
        "PO001": 1,
        "PY001": 2,
        "PY002": 22,
        "PY003": 489,
        "PY004": 489,
        "PY005": 1,
        "PY006": 1,
        "PY007": 1,
        "SC002": 1,
        "SC003": 2,
        "SC004": 2,
        "SC005": 1,
        "SC006": 2,
        "SC007": 2,
        "SC009": 8,
        "TI004": 489,
    },
    "mjai": {
        "CL004": 7,
        "DO001": 105,
        "DO003": 16,
        "EN001": 2,
        "EN002": 6,
        "EN003": 23,
        "EN004": 94,
        "EN005": 23,
        "EN006": 18,
        "EN007": 23,
        "PA001": 5,
        "PY001": 34,
        "PY002": 5,
        "PY003": 105,
        "PY004": 105,
        "PY005": 23,
        "PY006": 23,
        "PY007": 23,
        "PY008": 6,
        "RI004": 16,
        "SC003": 65,
        "SC004": 57,
        "SC005": 37,
        "SC006": 56,
        "SC007": 105,
        "SC009": 97,
        "TI001": 26,
        "TI004": 74,
        "TN006": 12,
    },
}
"""Places without the information, by folder and rule; rules that are not named have none."""


HOUSES = {"EN010", "EN011", "EN012", "PA005", "PY009", "PY010", "PY011", "PY012", "RI009", "RI010", "TN007"}
"""Rules about what Tenhou has not: chombo, who sits out, bonuses, penalties, open riichi, dead hands, times
(the leagues whose games are there as JSON do know chombo)."""
SCARCE = {"CL014", "DO001", "PY003", "PY004", "PY008", "TI004"}
"""Rules about what Tenhou's JSON does not say, or what happens in no game of the folder."""


@pytest.fixture(scope="module")
def reports(shared: Path) -> dict[str, AuditReport]:
    return {folder: audit(shared / "corpus" / folder) for folder in KNOWN}


@pytest.fixture(scope="module")
def findings(reports: dict[str, AuditReport]) -> pa.Table:
    return pa.concat_tables([report.findings for report in reports.values()]).unify_dictionaries()


@pytest.mark.parametrize("folder", KNOWN)
def test_every_game_round_and_result_is_there(reports: dict[str, AuditReport], folder: str) -> None:
    counts = reports[folder].counts
    assert {name: number for name, number in KNOWN[folder].items() if getattr(counts, name) < number} == {}


def test_nothing_is_found_but_known_defects(findings: pa.Table) -> None:
    new, _, _ = split_accepted(findings, BASELINE)
    columns = ["source_path", "round_index", "seq", "code", "message"]
    assert [tuple(row.values()) for row in new.select(columns).to_pylist()] == []


def test_every_known_defect_is_still_found(findings: pa.Table) -> None:
    _, _, gone = split_accepted(findings, BASELINE)
    assert gone == []


@pytest.mark.parametrize("folder", KNOWN)
def test_what_cannot_be_checked_is_counted(reports: dict[str, AuditReport], folder: str) -> None:
    counts = reports[folder].counts
    assert {code: number for code, number in counts.not_checkable.items() if number} == NOT_CHECKABLE[folder]


@pytest.mark.parametrize("folder", ["tenhou-xml", "tenhou-json"])
def test_every_rule_finds_something_to_check(reports: dict[str, AuditReport], folder: str) -> None:
    never = {code for code, number in reports[folder].counts.checked.items() if not number}
    unrecorded = {"tenhou-xml": HOUSES, "tenhou-json": HOUSES - {"EN010"} | SCARCE}
    assert never == unrecorded[folder]
