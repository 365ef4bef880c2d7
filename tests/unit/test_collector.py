"""The garbage collector is away for a while only, whatever happens meanwhile."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from mjlog import collector
from mjlog.formats import read, registry


@pytest.fixture
def switched_on() -> Iterator[None]:
    gc.enable()
    yield
    gc.enable()


@pytest.mark.usefixtures("switched_on")
def test_it_comes_back_after_an_error():
    with pytest.raises(ValueError, match="away"), collector.paused():
        raise ValueError("away" if not gc.isenabled() else "not paused")
    assert gc.isenabled()


@pytest.mark.usefixtures("switched_on")
def test_it_stays_away_where_it_was_away_before():
    gc.disable()
    with collector.paused():
        pass
    assert not gc.isenabled()


@pytest.mark.usefixtures("switched_on")
def test_it_is_away_while_a_batch_is_read_and_back_when_tables_are_there(monkeypatch):
    seen = []
    real = registry._read_batch
    monkeypatch.setattr(registry, "_read_batch", lambda batch: seen.append(gc.isenabled()) or real(batch))
    assert len(read(b"no log").rejects) == 1
    assert seen == [False]
    assert gc.isenabled()
