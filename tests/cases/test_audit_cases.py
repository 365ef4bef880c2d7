"""The audit by cases: every try of every situation in `audit*.yml`, and every rule has its cases."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from mjlog.api import audit
from mjlog.audit.assess import AuditReport, assess
from mjlog.audit.registry import RULES
from mjlog.audit.run import audit_batch
from mjlog.formats.builder import LogBuilder
from mjlog.tables import LogTables
from tests.cases.audit_record import Written, record
from tests.reference.script import AWAY, WINDS, wind_of

FILES = sorted(Path(__file__).parent.glob("audit*.yml"))
SITUATIONS = [situation for file in FILES for situation in yaml.safe_load(file.read_text("utf-8"))]
MEMBERS = {
    f"{situation['name']}: {member['name']}": {k: v for k, v in situation.items() if k != "tries"} | member
    for situation in SITUATIONS
    for member in situation["tries"]
}
"""Every try by name, with what its situation says of all tries."""


def codes_of(member: dict[str, Any]) -> set[str]:
    """Codes that a try fires."""
    return {finding["code"] for finding in member.get("findings", ())}


def siblings(situation: dict[str, Any]) -> set[str]:
    """Codes that any try of a situation fires."""
    return set().union(*(codes_of(member) for member in situation["tries"]))


@dataclass(frozen=True)
class Games:
    """All tries as games of one batch, and their audit."""

    tables: LogTables
    written: dict[str, list[Written]]
    report: AuditReport

    def findings(self, name: str) -> list[dict[str, Any]]:
        """Findings of one try as rows."""
        return [row for row in self.report.findings.to_pylist() if row["game_id"] == name]


@pytest.fixture(scope="module")
def games() -> Games:
    builder = LogBuilder()
    written = {name: record(builder, name, member) for name, member in MEMBERS.items()}
    tables = builder.build()
    return Games(tables, written, audit(tables))


@pytest.mark.parametrize("name", MEMBERS)
def test_the_audit_says_what_the_case_says(games: Games, name: str) -> None:
    expected = [_wanted(finding) for finding in MEMBERS[name].get("findings", ())]
    rows = sorted(games.findings(name), key=lambda r: (r["round_index"], r["code"], r["seq"] or 0))
    found = [_told(row, games.written[name]) for row in rows]
    assert [{k: f[k] for k in e} for f, e in zip(found, expected, strict=False)] == expected
    assert found[len(expected) :] == []


def _wanted(finding: dict[str, Any]) -> dict[str, Any]:
    """A finding of the case files, with what it leaves to be understood."""
    at = finding.get("at")
    actor = at.split()[0] if at and at.split()[0] in (*WINDS, AWAY) else None
    return {"round": 0, "at": None, "seat": actor, "expected": "", "actual": "", **finding}


def _told(row: dict[str, Any], rounds: list[Written]) -> dict[str, Any]:
    """A row of `findings` in the words of the case files."""
    written = rounds[row["round_index"]]
    seat = None if row["seat"] is None else wind_of(row["seat"], written.given)
    at = None if row["seq"] is None else written.describe(written.events[row["seq"]])
    explained_by = row["explained_by"]
    if explained_by is not None:
        explained_by = [name for name in explained_by if name in ("mahjong_soul", "tenhou")]
    told = {"round": row["round_index"], "at": at, "seat": seat, "explained_by": explained_by}
    return {**told, **{name: row[name] for name in ("code", "expected", "actual")}}


def test_no_message_has_a_gap(games: Games) -> None:
    rows = games.report.findings.to_pylist()
    named = [
        (r, name)
        for r in rows
        for name in ("expected", "actual")
        if f"{{{name}}}" in RULES[r["code"]].message
    ]
    assert {row["code"] for row, name in named if not row[name]} == set()


UNCHECKABLE = [name for name, member in MEMBERS.items() if "not_checkable" in member]


@pytest.mark.parametrize("name", UNCHECKABLE)
def test_what_lacks_information_is_counted(games: Games, name: str) -> None:
    evidence = assess(games.tables.of_games([name]))
    for code, number in MEMBERS[name]["not_checkable"].items():
        _, counts = audit_batch(evidence, [RULES[code]])
        assert counts.not_checkable[code] == number, code


def test_a_rule_that_cannot_check_everything_says_what_it_needs(games: Games) -> None:
    usable = [name for name, member in MEMBERS.items() if not _is_refused(games, name)]
    _, counts = audit_batch(assess(games.tables.of_games(usable)), list(RULES.values()))
    lacking = {code for code, number in counts.not_checkable.items() if number}
    assert lacking <= {code for code, rule in RULES.items() if "Needs" in rule.sections}


def _is_refused(games: Games, name: str) -> bool:
    return any(row["code"] == "PA003" for row in games.findings(name))


@pytest.mark.parametrize("code", RULES)
def test_a_rule_is_broken_by_a_case_and_kept_by_one_nearby(games: Games, code: str) -> None:
    near = [
        f"{situation['name']}: {member['name']}"
        for situation in SITUATIONS
        if code in siblings(situation)
        for member in situation["tries"]
        if code not in codes_of(member)
    ]
    assert near, "no situation breaks the rule in one try and keeps it in another"
    _, counts = audit_batch(assess(games.tables.of_games(near)), [RULES[code]])
    assert counts.checked[code]


def test_names_are_unique_and_every_situation_has_a_finding() -> None:
    assert len(MEMBERS) == sum(len(situation["tries"]) for situation in SITUATIONS)
    assert [s["name"] for s in SITUATIONS if not siblings(s)] == []


def test_findings_do_not_depend_on_what_else_is_in_the_batch(games: Games) -> None:
    """Games of other rule sets and numbers of players beside it change nothing about a game."""
    names = list(MEMBERS)
    together = Counter(map(_key, games.report.findings.to_pylist()))
    apart: Counter[Any] = Counter()
    for part in range(5):
        apart += Counter(map(_key, audit(games.tables.of_games(names[part::5])).findings.to_pylist()))
    assert apart == together


def _key(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(str(value) for value in row.values())


def test_messages_are_whole_sentences(games: Games) -> None:
    findings = games.report.findings.to_pylist()
    assert findings
    for row in findings:
        assert row["message"].strip() == row["message"] != ""
        assert not set("{}") & set(row["message"])
