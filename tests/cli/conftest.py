"""Run the command line in this process and look at what a user would see."""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mjlog.cli import main
from mjlog.formats.mjai import write as mjai_write
from mjlog.simulate import simulate
from mjlog.stats.rates import rates
from mjlog.warehouse import Warehouse


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
def sanma() -> bytes:
    """A game of three players as mjai."""
    return b"".join(mjai_write.write(tables) for tables in simulate("tenhou_sanma", games=1, seed=2))


@pytest.fixture(scope="session")
def games() -> bytes:
    """Two games as mjai, legal to the last point."""
    return b"".join(mjai_write.write(tables) for tables in simulate("tenhou", games=2, seed=1))


@pytest.fixture(scope="session")
def kept(games: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse of `games`, with the sums of its totals."""
    folder = tmp_path_factory.mktemp("kept") / "wh"
    with Warehouse(folder) as warehouse:
        warehouse.ingest(games)
        rates(warehouse)
    return folder


@pytest.fixture
def stored(kept: Path, tmp_path: Path) -> Path:
    """A warehouse of `games` of the test's own."""
    return Path(shutil.copytree(kept, tmp_path / "wh"))


@pytest.fixture
def names(games: bytes) -> list[str]:
    """Players of the first of `games`."""
    found: list[str] = json.loads(games.split(b"\n", 1)[0])["names"]
    return found


def rounded(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows whose numbers do not tell in which order they were added up."""
    return [{k: float(f"{v:.9g}") if isinstance(v, float) else v for k, v in row.items()} for row in rows]
