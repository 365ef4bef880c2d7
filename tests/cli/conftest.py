"""Run the command line in this process and look at what a user would see."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
import pytest

from mjlog.cli import main
from mjlog.formats import mjai_write
from mjlog.rulesets import load
from tests.reference.emit import generated


@dataclass(frozen=True)
class Shown:
    """What a run of the command line showed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Shown]


@pytest.fixture
def mjlog(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call it with arguments (and `stdin` bytes) to get exit code, output and errors."""

    def run(*arguments: object, stdin: bytes = b"") -> Shown:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as end:
            main([str(a) for a in arguments])
        out, err = capsys.readouterr()
        return Shown(int(end.value.code or 0), out, err)

    return run


@pytest.fixture(scope="session")
def games() -> bytes:
    """Two short games as mjai, legal to the last point."""
    tables = generated(load("tenhou"), "tenhou", seeds=[1, 2], max_rounds=4)
    stated = pa.array(['{"extends": "tenhou"}'] * 2)
    rules = tables.games.schema.get_field_index("rules")
    tables = replace(tables, games=tables.games.set_column(rules, "rules", stated))
    return b"".join(mjai_write.games(tables))
