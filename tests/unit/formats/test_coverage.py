"""What formats say they cover."""

from __future__ import annotations

import pytest

from mjlog import schema
from mjlog.formats import Document, mjai, readers
from mjlog.formats.coverage import Cover, Coverage, log_columns
from mjlog.tables import LogTables
from tests.corpus.test_coverage import UNSEEN, filled
from tests.unit.formats.samples import format_of, samples
from tests.unit.formats.test_mjai_extensions import extended
from tests.unit.formats.test_mjai_write import full_tables

REQUIRED = {
    f"{table.name}.{column.name}"
    for table in schema.LOG_TABLES
    for column in table.columns
    if not column.nullable and table is not schema.EXTRAS
}


def test_a_column_is_stated_worked_out_or_absent() -> None:
    coverage = Coverage.from_lists({"parsed": {"wins": ["seat"]}, "derived": {"wins": ["tile"]}})
    assert [coverage.of(f"wins.{name}") for name in ("seat", "tile", "log_fu")] == list(Cover)


@pytest.mark.parametrize(
    ("lists", "words"),
    [
        ({"parsed": {"wins": ["sea"]}}, "no column of the log tables: wins.sea"),
        ({"derived": {"win": ["seat"]}}, "no column of the log tables: win.seat"),
        ({"parsed": {"wins": ["calc_fu"]}}, "no column of the log tables: wins.calc_fu"),
        ({"parsed": {"wins": ["seat"]}, "derived": {"wins": ["seat"]}}, "parsed and derived: wins.seat"),
    ],
)
def test_wrong_lists_are_refused(lists, words) -> None:
    with pytest.raises(ValueError, match=words):
        Coverage.from_lists(lists)


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.NAME)
def test_every_format_has_the_columns_that_no_table_is_without(reader) -> None:
    wanted = {name for name in log_columns() if name in REQUIRED}
    assert {name for name in wanted if reader.COVERAGE.of(name) is Cover.ABSENT} == set()


@pytest.mark.parametrize("name", sorted(samples()))
def test_samples_fill_no_absent_column(name: str) -> None:
    (reader,) = (r for r in readers() if format_of(name) == r.NAME)
    from_sample = filled(reader.read([Document(name, samples()[name])]))
    assert {c for c in from_sample if reader.COVERAGE.of(c) is Cover.ABSENT} == set()


def with_walls() -> LogTables:
    """A simulated game whose actions say all that they may of its walls and options."""
    text = samples()["mjai"].replace(
        b'{"type":"start_game"', b'{"type":"start_game","house_options":["chips"],"shuffle":"x,1"'
    )
    walls = b'{"type":"start_kyoku","wall_text":"1m","wall_hash":"md5:00","shuffle":"x,2"'
    return mjai.read([Document("x", text.replace(b'{"type":"start_kyoku"', walls))])


def test_the_action_format_fills_what_no_other_dialect_does() -> None:
    assert set(UNSEEN["mjai"]) - set.union(*map(filled, (extended(), full_tables(), with_walls()))) == set()
