"""``mjlog explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from mjlog.audit.registry import FAMILIES
from mjlog.audit.run import selected_rules

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_without_a_code_every_rule_is_listed(mjlog: Run) -> None:
    rows = mjlog("explain", "--format", "json").json
    assert [row["code"] for row in rows] == [rule.code for rule in selected_rules()]


@pytest.mark.parametrize("rule", selected_rules(), ids=lambda rule: rule.code)
def test_every_rule_says_what_it_checks_and_why_with_an_example(mjlog: Run, rule: object) -> None:
    page = mjlog("explain", rule.code).out  # type: ignore[attr-defined]
    assert all(f"\n  {heading}:" in page for heading in ("Checks", "Why", "Example", "Finding"))


def test_a_family_is_listed_rule_by_rule(mjlog: Run) -> None:
    rows = mjlog("explain", "ft", "--format", "json").json
    assert rows
    assert all(row["code"].startswith("FT") for row in rows)


@pytest.mark.parametrize(
    ("code", "hint"), [("SX003", "SC003"), ("zzz", ", ".join(FAMILIES)), ("S", "did you mean SC")]
)
def test_an_unknown_code_is_refused_with_a_hint(mjlog: Run, code: str, hint: str) -> None:
    shown = mjlog("explain", code)
    assert (shown.code, hint in shown.err) == (2, True)
