"""Rule sets as files."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mjlog.rulesets import load, presets
from mjlog.rulesets.written import toml_file


@pytest.mark.parametrize("changed", [False, True])
@pytest.mark.parametrize("name", presets())
def test_the_file_of_a_preset_loads_back_to_it(tmp_path: Path, name: str, changed: bool) -> None:
    ruleset = load(name)
    path = tmp_path / f"{name}.toml"
    path.write_text(toml_file(ruleset, changed=changed), encoding="utf-8")
    again = load(path)
    assert (again, again.id) == (ruleset, ruleset.id)
    told = {field: text for field, text in ruleset.sources.items() if field in again.sources}
    assert dict(again.sources) == told
    assert changed or told == dict(ruleset.sources)


def test_a_file_of_changes_says_nothing_else() -> None:
    assert tomllib.loads(toml_file(load("tenhou"), changed=True)).keys() == {
        *("title", "triple_ron", "pao_scope", "hidden_tenpai", "sources")
    }


def test_comments_say_what_a_rule_means_and_what_it_may_be() -> None:
    text = toml_file(load("jpml_a"))
    assert "floating_uma = [[12, -1, -3, -8], [8, 4, -4, -8], [8, 3, 1, -12]]\n" in text
    assert '# What 13 or more ordinary han are worth. One of yakuman, sanbaiman.\nkazoe = "' in text
    assert max(map(len, text.splitlines())) < 500
    assert all(len(line) <= 100 for line in text.splitlines() if line.startswith("#"))
