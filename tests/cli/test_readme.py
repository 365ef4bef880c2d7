"""The README shows what the commands print."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from tests.cli.conftest import Run

README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
SHOWN = [
    (command, output)
    for block in BLOCKS
    for command, output in re.findall(r"^\$ mjlog ([^\n]+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def test_there_are_examples() -> None:
    assert len(SHOWN) > 1


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command.split()[0] for command, _ in SHOWN])
def test_the_output_of_an_example_is_real(
    mjlog: Run, monkeypatch: pytest.MonkeyPatch, command: str, output: str
) -> None:
    monkeypatch.chdir(ROOT)
    assert mjlog(*shlex.split(command)).out == output
