from __future__ import annotations

import pytest

from mjlog.audit.gaps import untold
from mjlog.audit.registry import RULES
from mjlog.formats.coverage import log_columns


@pytest.mark.parametrize("entry", RULES.values(), ids=RULES)
def test_what_checks_need_are_columns_of_logs(entry) -> None:
    named = [column for wanted in entry.columns for column in wanted.split("|")]
    assert set(named) <= set(log_columns())
    assert not named or "Needs" in entry.sections


def test_a_format_is_told_to_lack_what_a_check_needs() -> None:
    found = untold(RULES["WA004"], ["tenhou_json", "tenhou_xml", "mjai", "nobody"])
    assert found == {"tenhou_json": ["rounds.wall or games.shuffle or rounds.shuffle"]}


def test_every_format_tells_what_is_needed_by_a_check_of_events_alone() -> None:
    assert untold(RULES["TN001"], ["tenhou_json", "mjai"]) == {}
