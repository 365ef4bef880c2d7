"""SC: hands whose points add up are compared like those of han and fu."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest

from mjlog.audit.assess import audit_batches
from mjlog.tables import LogTables
from tests.reference.emit import generated


@pytest.fixture(scope="module")
def games() -> LogTables:
    return generated([json.dumps({"extends": "toutenkou"})] * 3, range(3))


def findings(tables: LogTables) -> list[tuple[str, str, str]]:
    """Codes, expected and actual values of the findings on scoring, in order."""
    found = audit_batches([tables], select=["SC"]).findings
    columns = (found[name].to_pylist() for name in ("code", "expected", "actual"))
    return list(zip(*columns, strict=True))


def with_first(tables: LogTables, column: str, change: Callable[[Any], Any]) -> LogTables:
    """The tables with another value in a column of the first win."""
    values = tables.wins[column].to_pylist()
    values[0] = change(values[0])
    at = tables.wins.schema.get_field_index(column)
    field = tables.wins.schema.field(at)
    return replace(tables, wins=tables.wins.set_column(at, field, pa.array(values, field.type)))


def test_recorded_points_yaku_and_bonuses_are_those_of_the_rules(games: LogTables) -> None:
    assert len(games.wins) > 0
    assert "base_points" in games.wins["log_yaku"][0].as_py()
    assert findings(games) == []


def test_points_of_a_hand_are_its_han(games: LogTables) -> None:
    points = games.wins["log_han"][0].as_py()
    wrong = with_first(games, "log_han", lambda han: han + 1)
    assert findings(wrong) == [("SC004", str(points), str(points + 1))]


def test_bonuses_behind_the_bits_of_yaku_are_compared(games: LogTables) -> None:
    logged = games.wins["log_yaku"][0].as_py()
    others = [slug for slug in logged if slug != "base_points"] + ["closed_kan"]
    ((code, expected, actual),) = findings(with_first(games, "log_yaku", lambda _: others))
    assert code == "SC003"
    assert set(expected.split()) ^ set(actual.split()) == {"base_points", "closed_kan"}


def test_value_is_the_points_times_what_a_point_is_worth(games: LogTables) -> None:
    value = games.wins["log_points"][0].as_py()
    wrong = with_first(games, "log_points", lambda points: points + 100)
    assert findings(wrong) == [("SC006", str(value), str(value + 100))]


def test_there_are_no_fu_to_compare(games: LogTables) -> None:
    assert findings(with_first(games, "log_fu", lambda _: 30)) == []
