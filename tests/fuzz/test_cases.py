"""What the fuzzer found once is read now, or refused with a reason; so are some inputs of every run."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.check import trouble_of
from tests.fuzz.mutate import mutated
from tests.unit.formats.samples import samples

CASES = sorted(p for p in (Path(__file__).parent / "cases").glob("*") if p.is_file())


@pytest.mark.parametrize("path", CASES, ids=[p.name for p in CASES])
def test_cases(path: Path) -> None:
    start = time.monotonic()
    assert trouble_of(path.read_bytes()) == ""
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("name", sorted(samples()))
def test_some_damaged_logs(name: str) -> None:
    logs = [samples()[name], *samples().values()]
    for number in range(60):
        data = mutated(logs[:1] if number % 3 else logs, Random(f"{name}/{number}"))
        assert trouble_of(data, thorough=number % 10 == 0) == "", number
