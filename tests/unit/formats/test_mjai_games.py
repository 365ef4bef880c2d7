"""Games under every rule set survive the action format."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mjlog.formats.mjai import write as mjai_write
from mjlog.rulesets import Ruleset, presets, resolve
from mjlog.simulate import simulate
from tests.unit.formats.mjai_snippets import read
from tests.unit.formats.schema_check import problems
from tests.unit.formats.test_mjai_write import core, read_back

FOUR_SHARE = resolve(
    '{"extends": "toutenkou", "sits_out": true, "dice_pair_doubles": true, "uma": [0, 0, 0, 0]}'
)
"""Points that add up, for three players of four."""
SEEN = {
    "toutenkou": {"kita", "open_riichi", "bonus"},
    "tenhou_sanma": {"kita"},
    "two_player": {"chi"},
}
"""Kinds of events of some rule sets that must be there for the test to mean anything."""


@pytest.mark.parametrize("preset", presets())
def test_rare_walls_of_every_preset_come_back(preset: str) -> None:
    (tables,) = simulate(preset, games=1, seed=4, rare=True)
    assert list(problems(mjai_write.write(tables))) == []
    assert core(read_back(tables), sort_hands=True) == core(tables, sort_hands=True)


@pytest.mark.parametrize("rules", [*SEEN, FOUR_SHARE], ids=[*SEEN, "four share"])
def test_whole_games_of_unusual_rules_come_back(rules: Any) -> None:
    kinds: set[str] = set()
    for tables in simulate(rules, games=2, seed=5):
        assert list(problems(mjai_write.write(tables))) == []
        assert core(read_back(tables), sort_hands=True) == core(tables, sort_hands=True)
        kinds |= set(tables.events["kind"].to_pylist())
        if isinstance(rules, Ruleset):
            assert tables.games["player_count"].to_pylist() == [4] * tables.games.num_rows
            assert None not in tables.rounds["away_seat"].to_pylist()
    assert kinds >= (set() if isinstance(rules, Ruleset) else SEEN[rules])


@pytest.mark.parametrize(
    ("rules", "length", "stated"),
    [
        ({"extends": "tenhou"}, "east", {"extends": "tenhou", "length": "east"}),
        ({"extends": "tenhou"}, "south", {"extends": "tenhou"}),
        ({"extends": "tenhou", "length": "south"}, "east", {"extends": "tenhou", "length": "east"}),
        ({"extends": "no such rules"}, "east", {"extends": "no such rules"}),
    ],
)
def test_the_length_of_a_game_goes_before_that_of_its_rules(rules: Any, length: str, stated: Any) -> None:
    lines = [
        {"type": "start_game", "names": list("abcd"), "rules": rules, "length": length},
        {"type": "start_kyoku", "oya": 0, "dora_marker": "E", "tehais": [["?"] * 13] * 4},
    ]
    tables = read("\n".join(map(json.dumps, lines)).encode())
    assert json.loads(tables.games["rules"][0].as_py()) == stated
