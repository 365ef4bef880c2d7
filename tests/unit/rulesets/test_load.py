from __future__ import annotations

import contextlib
import json
import os
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.rulesets import Ruleset, RulesetError, load, presets, resolve
from mjlog.rulesets.load import MAX_CHAIN, MAX_FILE_BYTES, MAX_JSON_CHARS


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def says(error: pytest.ExceptionInfo[RulesetError], *parts: str) -> bool:
    return all(part in str(error.value) for part in parts)


@pytest.mark.parametrize("name", presets())
def test_every_preset_loads_under_its_own_name_and_with_a_title(name: str) -> None:
    ruleset = load(name)
    assert ruleset.name == name
    assert ruleset.title


def test_a_file_that_says_nothing_is_the_common_rule(tmp_path: Path) -> None:
    assert load(write(tmp_path, "plain.toml", "")) == Ruleset(name="plain")


def test_a_file_changes_only_what_it_names(tmp_path: Path) -> None:
    ruleset = load(write(tmp_path, "club.toml", 'extends = "tenhou_sanma"\nnoten_payment = 3000\n'))
    base = load("tenhou_sanma")
    changed = {f.name for f in fields(base) if getattr(base, f.name) != getattr(ruleset, f.name)}
    assert changed == {"name", "title", "sources", "noten_payment"}
    assert (ruleset.name, ruleset.title, ruleset.noten_payment) == ("club", "", 3000)


def test_a_file_may_extend_a_file_beside_it(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", 'extends = "tenhou"\nkiriage_mangan = true\n')
    ruleset = load(write(tmp_path, "top.toml", 'extends = "base.toml"\nred_fives = [0, 0, 0]\n'))
    assert (ruleset.kiriage_mangan, ruleset.red_fives, ruleset.triple_ron) == (True, (0, 0, 0), "abort")


def test_single_yaku_are_laid_over_the_inherited_ones(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", "[yaku_han]\nrenhou = [5, 0]\n")
    ruleset = load(write(tmp_path, "top.toml", 'extends = "base.toml"\n[yaku_han]\nchinitsu = [5, 4]\n'))
    assert ruleset.yaku_han["renhou"] == (5, 0)
    assert ruleset.yaku_han["chinitsu"] == (5, 4)
    assert ruleset.yaku_han["toitoi"] == (2, 2)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("open_tanyoa = true", ["no rule 'open_tanyoa'", "did you mean 'open_tanyao'?"]),
        ("kuitan = false", ["no rule 'kuitan' (did you mean 'open_tanyao'?)"]),
        (
            "red_fives = 0",
            ["red_fives: must be a list, not a whole number; for example red_fives = [1, 1, 1]"],
        ),
        (
            "open_tanyao = 1",
            ["open_tanyao: must be true or false, not a whole number; for example open_tanyao = true"],
        ),
        ("honba_points = '100'", ["honba_points: must be a whole number, not a text"]),
        ("red_fives = [1, 1]", ["red_fives", "length 3"]),
        ("red_fives = [1, 5, 1]", ["red_fives", "5 is not between 0 and 4"]),
        ('kuikae = "forbid"', ["kuikae", "did you mean 'forbidden'?"]),
        ('kazoe = "x"', ["kazoe", "one of yakuman, sanbaiman"]),
        ('length = "eats"', ["length", "did you mean 'east'?"]),
        ('pao = ["daisangan"]', ["pao", "did you mean 'daisangen'?"]),
        ('abortive_draws = ["sanchahou"]', ["abortive_draws", "no 'sanchahou'"]),
        ('removed_tiles = ["0m"]', ["removed_tiles", "no '0m'"]),
        ("[yaku_han]\nchnta = [2, 1]", ["yaku_han", "did you mean 'chanta'?"]),
        ("[yakuman]\ndaisangen = 99", ["yakuman", "99 is not between"]),
        ("noten_payment = 99999999999", ["noten_payment", "is not between"]),
        ("uma = [nan, 0.0, 0.0, 0.0]", ["uma", "nan"]),
        ("uma = 15", ["uma", "a list", "for example uma = [20, 10, -10, -20]"]),
        ("uma = {first = 15}", ["uma", "a list", "a table"]),
        ("pao = [3]", ["pao: no '3'; it is one of daisangen"]),
        ("bound_tiles = {1m = [3]}", ["bound_tiles.1m: no '3'; it is one of"]),
        (f'[bound_tiles]\n{"x" * 500} = ["y"]', [f"bound_tiles: no '{'x' * 40}'; it is one of"]),
        (f"honba_points = {'9' * 400}", [f"honba_points: {'9' * 40} is not between"]),
        ('pao = "daisangen"', ["pao", "a list"]),
        ('yakuman = ["daisangen"]', ["yakuman", "a table", "for example tenhou = 1"]),
        ("[yaku_han]\nchanta = 2", ["yaku_han.chanta", "a list", "for example riichi = [1, 0]"]),
        ("[yaku_han]\nchanta = [2]", ["yaku_han.chanta", "length 2"]),
        ("[yaku_points]\nrichi = [2, 0]", ["yaku_points", "did you mean 'riichi'?"]),
        ("[yaku_points]\nriichi = [2.5, 0]", ["yaku_points.riichi", "a whole number"]),
        ("[yaku_points]\nriichi = [20000, 0]", ["yaku_points", "20000 is not between"]),
        ("[yaku_points]\nriichi = [2, 0]", ["yaku_points is given, but score_system is han_fu"]),
        ('score_system = "additive"', ["yaku_points is empty"]),
        ('score_system = "added"', ["score_system", "did you mean 'additive'?"]),
        ('[bound_tiles]\n1m = ["kokushi"]', ["bound_tiles.1m", "did you mean 'kokushi_musou'?"]),
        ('[bound_tiles]\n1x = ["kokushi_musou"]', ["bound_tiles", "no '1x'"]),
        ('[bound_tiles]\n1m = "kokushi_musou"', ["bound_tiles.1m", "a list"]),
        ('dragon_order = ["P", "F"]', ["dragon_order", "length 3"]),
        ('dragon_order = ["P", "F", "F"]', ["dragon_order is P F F, not an order of P F C"]),
        ('dragon_order = ["P", "F", "E"]', ["dragon_order", "no 'E'"]),
        ('gathered_yaku = ["toitoi"]', ["gathered_yaku", "no 'toitoi'", "one of suukantsu"]),
        ('set_aside = ["N", "N"]', ["set_aside names a tile twice"]),
        ("floating_uma = [[1, -1]]", ["floating_uma has 2 entries for 4 players"]),
        ("sanrenkou = 2", ["no rule 'sanrenkou'", "[yaku_han]", "[yakuman]"]),
        ("floating_uma = [1, -1]", ["floating_uma", "a list"]),
        ('chombo = "each"', ["chombo is each, but chombo_points is 0"]),
        ("passed_win_chombo = true", ["passed_win_chombo is true, but chombo is none"]),
        ('length = "open"', ["length is open, but target_score is not 0"]),
        ("sits_out = true", ["sits_out is true, but 4 players play already"]),
        ("draws_per_player = 18", ["draws_per_player needs 72 live tiles, the wall has 70"]),
        ('[sources]\numma = "a club"', ["sources", "did you mean 'uma'?"]),
        ('[sources]\ntitle = "a club"', ["sources", "no 'title'"]),
        ("[sources]\numa = 3", ["sources.uma", "a text"]),
        ('[sources.yakuman]\ndaisangen = "a club"', ["sources.yakuman", "a text"]),
        ('[sources]\numa = "\\u001b[2J"', ["sources", "printable"]),
        (f'[sources]\numa = "{"a" * 201}"', ["sources", "at most 200 characters"]),
        ("uma = [inf, -inf, 0.0, 0.0]", ["uma", "inf"]),
        ("players = 3", ["uma has 4 entries for 3 players"]),
        ("uma = [20, 10, -10, -10]", ["uma adds up to 10"]),
        ('title = "\\u001b[2J"', ["title", "printable"]),
        ("extends = 3", ["extends"]),
        ('extends = "tenho"', ["wrong.toml: extends", "'tenho'", "did you mean 'tenhou'?"]),
        ("floating_uma = [1, 2]", ["floating_uma", "a list", "for example floating_uma = [[12, -1"]),
        ("sanrenkou = 2", ["no rule 'sanrenkou'", "[yaku_han]"]),
        ("players = ", ["no TOML"]),
        (f"players = {'1' * 5000}", ["no TOML"]),
        ("x = " + "[" * 5000, ["no TOML"]),
    ],
)
def test_a_wrong_file_is_refused_with_its_path_and_what_is_wrong(
    tmp_path: Path, text: str, parts: list[str]
) -> None:
    path = write(tmp_path, "wrong.toml", text)
    with pytest.raises(RulesetError) as error:
        load(path)
    if 'extends = "' not in text:
        assert says(error, str(path))
    assert says(error, *parts)


def test_every_problem_of_a_file_is_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as error:
        load(write(tmp_path, "wrong.toml", 'playrs = 3\nkazoe = "none"\nmax_ron = 9\n'))
    assert says(error, "playrs", "kazoe", "max_ron")


def test_sources_come_with_the_values_that_they_are_of(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", 'kazoe = "sanbaiman"\nmax_ron = 1\n[sources]\nkazoe = "a"\nmax_ron = "b"\n')
    text = 'extends = "base.toml"\nmax_ron = 2\nchi = false\n[sources]\nchi = "unverified: c"\n'
    ruleset = load(write(tmp_path, "top.toml", text))
    assert dict(ruleset.sources) == {"kazoe": "a", "chi": "unverified: c"}
    assert ruleset.unverified == ("chi",)
    assert dict(resolve('{"kazoe": "yakuman"}', ruleset).sources) == {"chi": "unverified: c"}


def test_rule_sets_that_differ_in_their_sources_only_are_equal(tmp_path: Path) -> None:
    path = write(tmp_path, "club.toml", "max_ron = 1\n")
    bare = load(path)
    write(tmp_path, "club.toml", 'max_ron = 1\n[sources]\nmax_ron = "the club"\n')
    assert load(path) == bare
    assert load(path).id == bare.id


@pytest.mark.parametrize("chain", [["a"], ["a", "b"], ["a", "b", "c"]])
def test_files_that_extend_each_other_in_a_circle_are_refused(tmp_path: Path, chain: list[str]) -> None:
    for name, parent in zip(chain, [*chain[1:], chain[0]], strict=True):
        write(tmp_path, f"{name}.toml", f'extends = "{parent}.toml"\n')
    with pytest.raises(RulesetError, match="extends itself"):
        load(tmp_path / "a.toml")


def test_neither_a_folder_nor_a_huge_file_is_a_rule_set(tmp_path: Path) -> None:
    huge = write(tmp_path, "huge.toml", "#" * (MAX_FILE_BYTES + 1))
    for source, reason in ((tmp_path, "Is a directory"), (huge, "larger than")):
        with pytest.raises(RulesetError, match=reason):
            load(source)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(RulesetError, match="not a regular file"):
        load(tmp_path / "pipe.toml")


def test_so_many_files_may_extend_one_another(tmp_path: Path) -> None:
    for number in range(MAX_CHAIN):
        write(tmp_path, f"{number}.toml", f'extends = "{number + 1}.toml"\n')
    write(tmp_path, f"{MAX_CHAIN}.toml", "max_ron = 2\n")
    assert load(tmp_path / "1.toml").max_ron == 2
    with pytest.raises(RulesetError, match=f"{MAX_CHAIN}.toml: more than {MAX_CHAIN} files extend one"):
        load(tmp_path / "0.toml")


@pytest.mark.parametrize("table", ["", "[yaku_han]\n", "[sources]\n"])
def test_of_very_many_unknown_keys_the_first_are_told_at_once(tmp_path: Path, table: str) -> None:
    keys = "".join(f"key_{number} = 1\n" for number in range(40_000))
    with pytest.raises(RulesetError, match=r"and more$") as error:
        load(write(tmp_path, "many.toml", table + keys))
    assert len(str(error.value)) < 20_000


def test_an_unknown_name_lists_the_presets() -> None:
    with pytest.raises(RulesetError) as error:
        load("nothing_like_it")
    assert says(error, "nothing_like_it", *presets())


def test_a_game_that_states_no_rules_is_played_under_the_default() -> None:
    assert resolve(None, "tenhou_sanma") == load("tenhou_sanma")
    assert resolve("{}", load("mahjong_soul")) == load("mahjong_soul")


def test_a_game_states_rules_over_its_preset() -> None:
    ruleset = resolve('{"extends": "tenhou", "open_tanyao": false, "red_fives": [0, 0, 0], "length": "east"}')
    assert (ruleset.open_tanyao, ruleset.red_fives, ruleset.length) == (False, (0, 0, 0), "east")
    assert (ruleset.triple_ron, ruleset.name) == ("abort", "tenhou")
    assert ruleset.id != load("tenhou").id


def test_a_game_that_names_no_preset_states_rules_over_the_default() -> None:
    assert resolve('{"red_fives": [0, 0, 0]}', "tenhou_sanma").players == 3


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ('{"extends": "../tenhou.toml"}', "no preset"),
        ('{"extends": "tenhou.toml"}', "no preset"),
        ('{"extends": ["tenhou"]}', "no preset"),
        ('{"extends": "tenhou", "extnds": 1}', "no rule"),
        ('{"extends": "tenhou", "players": 2}', "uma has 4 entries"),
        ('{"extends": "tenhou", "honba_points": 1e400}', "no JSON"),
        ('{"extends": "tenhou", "honba_points": 123456789012345678901234567890}', "is not between"),
        ("[]", "no JSON object"),
        ("{", "no JSON"),
        ("[" * 20_000, "longer than"),
        ("[" * (MAX_JSON_CHARS - 1), "no JSON"),
        ("\ud800", "no JSON"),
    ],
)
def test_wrong_rules_of_a_game_are_refused(rules: str, reason: str) -> None:
    with pytest.raises(RulesetError, match=reason):
        resolve(rules)


def test_the_rules_of_a_game_cannot_name_a_file(tmp_path: Path) -> None:
    path = write(tmp_path, "club.toml", "")
    with pytest.raises(RulesetError, match="no preset"):
        resolve(json.dumps({"extends": str(path)}))


@pytest.mark.parametrize("name", presets())
def test_a_rule_set_written_as_json_comes_back_equal(name: str) -> None:
    assert resolve(json.dumps(load(name).to_dict())) == load(name)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*Ruleset.__dataclass_fields__, "extends", "x"]), JSON, max_size=3))
def test_any_rules_of_a_game_make_a_rule_set_or_a_rule_set_error(values: dict[str, object]) -> None:
    with contextlib.suppress(RulesetError):
        assert isinstance(resolve(json.dumps(values)), Ruleset)
