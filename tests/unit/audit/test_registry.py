from __future__ import annotations

import re

import numpy as np
import pytest

from mjlog.audit.assess import assess
from mjlog.audit.registry import FAMILIES, RULES, Found, Rule, at_events, at_rounds, rule
from mjlog.audit.run import FAMILY_MODULES, AuditCounts, selected_rules
from mjlog.rulesets import load
from mjlog.schema import SEVERITIES
from tests.unit.replay.written import Round, written


@pytest.mark.parametrize("entry", RULES.values(), ids=RULES)
def test_every_rule_explains_itself(entry: Rule) -> None:
    assert [*entry.sections] in (["Checks", "Why", "Example"], ["Checks", "Needs", "Why", "Example"])
    assert all(text.endswith(".") for text in entry.sections.values())
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", entry.name)
    assert entry.severity in SEVERITIES
    assert set(re.findall(r"{(\w*)}", entry.message)) <= {"seat", "expected", "actual"}
    assert set(entry.fields) <= set(load("tenhou").to_dict())


def test_codes_are_families_and_numbers() -> None:
    assert [code for code in RULES if not re.fullmatch(r"[A-Z]{2}\d{3}", code)] == []
    assert {code[:2] for code in RULES} == set(FAMILIES)
    assert len({entry.name for entry in RULES.values()}) == len(RULES)
    assert {entry.check.__module__ for entry in RULES.values()} == {m.__name__ for m in FAMILY_MODULES}


@pytest.mark.parametrize("code", ["SC001", "XX001"])
def test_codes_that_are_taken_or_of_no_family_are_refused(code: str) -> None:
    with pytest.raises(ValueError, match=code):
        rule(code, "a", "b")(lambda _: Found(0))


@pytest.mark.parametrize(
    ("select", "ignore", "codes"),
    [
        ((), (), list(RULES)),
        (("FT",), (), ["FT001", "FT002", "FT003"]),
        (("FT002", "PO"), (), ["FT002", "PO001", "PO002"]),
        (("F",), ("FT003",), ["FT001", "FT002"]),
        ((), tuple(f for f in FAMILIES if f != "PO"), ["PO001", "PO002"]),
        (("FT",), ("FT",), []),
    ],
)
def test_rules_are_selected_by_the_beginning_of_their_code(
    select: tuple[str, ...], ignore: tuple[str, ...], codes: list[str]
) -> None:
    assert sorted(entry.code for entry in selected_rules(select, ignore)) == sorted(codes)


def test_what_a_log_lacks_is_told_first() -> None:
    codes = [entry.code for entry in selected_rules(("CL", "PA", "SC"))]
    parse = [code for code in codes if code.startswith("PA")]
    assert (codes[: len(parse)], codes[len(parse) :]) == (sorted(parse), sorted(set(codes) - set(parse)))


@pytest.mark.parametrize(("select", "ignore"), [(("XX",), ()), ((), ("FT9",)), (("FT", "ft"), ())])
def test_a_selection_that_fits_no_rule_is_refused(select: tuple[str, ...], ignore: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="begins with"):
        selected_rules(select, ignore)


def test_counts_add_up() -> None:
    counts = AuditCounts(games=1, rounds=2, wins=3, draws=4, rejects=5, checked={"A": 1}, findings={"A": 1})
    counts.add(AuditCounts(games=10, rounds=20, checked={"A": 10, "B": 2}, not_checkable={"B": 3}))
    assert counts == AuditCounts(
        games=11,
        rounds=22,
        wins=3,
        draws=4,
        rejects=5,
        checked={"A": 11, "B": 2},
        not_checkable={"B": 3},
        findings={"A": 1},
    )


def test_findings_at_events_know_their_round_and_seat() -> None:
    evidence = assess(written([Round("0 draw 1m; 0 discard 1m"), Round("1 draw 2m; 1 discard 2m; dora 1z")]))
    found = at_events(
        evidence,
        np.array([1, 3, 4]),
        np.array([False, True, True]),
        expected=lambda i: f"e{i}",
        actual=lambda i: f"a{i}",
        not_checkable=7,
    )
    assert (found.checked, found.not_checkable, len(found)) == (3, 7, 2)
    assert (found.round.tolist(), found.event.tolist(), found.seat.tolist()) == ([1, 1], [3, 4], [1, -1])
    assert (found.expected, found.actual) == (["e1", "e2"], ["a1", "a2"])


def test_findings_about_rounds_have_a_seat_only_where_one_is_given() -> None:
    found = at_rounds(np.array([4, 5]), np.array([True, False]), seats=np.array([2, 3]))
    assert (found.round.tolist(), found.event.tolist(), found.seat.tolist()) == ([4], [-1], [2])
    assert at_rounds(np.array([4]), np.array([True])).seat.tolist() == [-1]
    assert len(at_rounds(np.zeros(0, np.int64), np.zeros(0, bool))) == 0
