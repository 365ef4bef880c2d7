"""Nothing of a document is kept where its tables are there, even while the garbage collector is away."""

from __future__ import annotations

import sys

import pytest

from mjlog import collector
from mjlog.formats import Document
from mjlog.formats.registry import reader_of
from tests.unit.formats.samples import format_of, samples


@pytest.mark.parametrize("sample", samples())
def test_readers_let_go_of_what_they_have_read(sample: str) -> None:
    data, reader = samples()[sample], reader_of(format_of(sample))
    before = sys.getrefcount(data)
    with collector.paused():
        tables = reader.read([Document("x", data)])
        assert sys.getrefcount(data) == before
    assert tables.games.num_rows
