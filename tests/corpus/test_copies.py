"""Copies of real games are recognised as what they were written as, whatever fields they keep."""

from __future__ import annotations

import pytest

from mjlog.formats import read, writers
from mjlog.formats.registry import recognise

pytestmark = pytest.mark.corpus

FOLDERS = (
    "kobalab",
    "tenhou-json",
    "tenhou-xml/pantheon",
    "tenhou-net",
    "majsoul",
    "mjai",
    "mjx",
    "riichicity",
)


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("writer", writers(), ids=lambda writer: writer.NAME)
def test_a_copy_is_recognised_as_what_it_was_written_as(shared, folder, writer):
    copies = [written.data for written in writer.games(read(shared / "corpus" / folder)) if written.data]
    assert [recognise(copy).NAME for copy in copies] == [writer.NAME] * len(copies)
