"""The README shows what the commands print."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING

import pytest

from mjlog.formats.mjai.schema import action_schema
from mjlog.rulesets import load, presets, resolve
from mjlog.rulesets.words import ScoreSystem
from mjlog.tiles import KINDS
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
PRESETS = re.findall(r"^\| `(\w+)` \| (\d) \| ([^|]+) \| ([^|]+) \| [^|]+ \| (\d+) \|$", README, re.MULTILINE)


def test_there_are_examples() -> None:
    assert len(SHOWN) > 1


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_the_output_of_an_example_is_real(
    mjlog: Run, monkeypatch: pytest.MonkeyPatch, command: str, output: str
) -> None:
    monkeypatch.chdir(ROOT)
    assert mjlog(*shlex.split(command)).out == output


def test_the_table_of_presets_is_what_they_are() -> None:
    shown = {
        name: (int(players), tiles, points, int(unverified))
        for name, players, tiles, points, unverified in PRESETS
    }
    points = {ScoreSystem.HAN_FU: "han and fu", ScoreSystem.ADDITIVE: "added up"}
    assert shown == {
        name: (
            r.players,
            f"{4 * (KINDS - len(r.removed_tiles))} ({sum(r.red_fives)})",
            points[r.score_system],
            len(r.unverified),
        )
        for name in presets()
        for r in [load(name)]
    }


def test_the_rule_set_of_ones_own_is_the_file_that_is_shown() -> None:
    assert f"```toml\n{(ROOT / 'data/rules/club.toml').read_text('utf-8')}```\n" in README


def test_the_actions_that_are_shown_follow_the_schema() -> None:
    (block,) = re.findall(r"^```json\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    actions = [json.loads(line) for line in block.splitlines()]
    known = action_schema()["$defs"]
    assert len(actions) > 1
    assert all(action.keys() <= known[action["type"]]["properties"].keys() for action in actions)
    assert resolve(json.dumps(actions[0]["rules"])).dice_pair_doubles


def test_the_actions_that_are_named_are_in_the_schema() -> None:
    (said,) = re.findall(r"the actions\s+(`.*?)\.", README, re.DOTALL)
    named = re.findall(r"`(\w+)`", said)
    assert len(named) > 1
    assert set(named) <= action_schema()["$defs"].keys()


@pytest.mark.parametrize("arguments", [[], ["--coverage", "--totals"]], ids=["formats", "coverage"])
def test_the_tables_of_formats_are_what_the_command_prints(mjlog: Run, arguments: list[str]) -> None:
    assert f"\n{mjlog('formats', *arguments, '--format', 'markdown').out}\n" in README
