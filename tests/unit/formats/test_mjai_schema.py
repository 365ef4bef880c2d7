"""The JSON Schema of the action format says what is read and what is written."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft202012Validator

from mjlog.formats.mjai import write as mjai_write
from mjlog.formats.mjai.actions import AnyAction
from mjlog.formats.mjai.base import Message
from mjlog.formats.mjai.schema import action_schema
from mjlog.rulesets import Ruleset, RulesetError, load, presets, resolve
from tests.conftest import ROOT
from tests.reference.emit import generated
from tests.unit.formats.mjai_snippets import START, Action, act, deal
from tests.unit.formats.schema_check import problems, validators
from tests.unit.formats.test_mjai_extensions import extended
from tests.unit.formats.test_mjai_extras import GAME
from tests.unit.formats.test_mjai_write import full_tables

SAMPLES = sorted((ROOT / "data" / "samples").glob("*.jsonl"))
DECODER = msgspec.json.Decoder(AnyAction)


@pytest.fixture(scope="module")
def whole() -> Draft202012Validator:
    """The validator of the whole schema."""
    return Draft202012Validator(action_schema())


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(action_schema())
    assert "version 1" in action_schema()["title"]


def test_every_action_has_a_definition_of_its_name() -> None:
    actions = [a for a in get_args(AnyAction) if not issubclass(a, Message)]
    tags = [a.__struct_config__.tag for a in actions]
    schema = action_schema()
    assert schema["oneOf"] == [{"$ref": f"#/$defs/{tag}"} for tag in tags]
    for tag in tags:
        assert schema["$defs"][tag]["properties"]["type"]["enum"] == [tag]
        assert schema["$defs"][tag]["description"].endswith(".")


def test_every_field_of_an_action_is_described() -> None:
    described = {
        (name, field): bool(what.get("description"))
        for name, definition in action_schema()["$defs"].items()
        for field, what in definition.get("properties", {}).items()
        if "type" in definition["properties"] and field != "type"
    }
    assert len(described) > 120
    assert [key for key, is_described in described.items() if not is_described] == []


def test_unknown_fields_are_allowed_everywhere_but_in_the_rules() -> None:
    definitions = action_schema()["$defs"]
    assert definitions.pop("Rules")["additionalProperties"] is False
    assert "additionalProperties" not in json.dumps(definitions)


@pytest.mark.parametrize("name", presets())
def test_the_rules_of_every_preset_follow_it(whole: Draft202012Validator, name: str) -> None:
    ruleset, common = load(name), Ruleset(name="").to_dict()
    own = {key: value for key, value in ruleset.to_dict().items() if value != common[key]}
    for rules in ({"extends": name}, own, {**ruleset.to_dict(), "sources": dict(ruleset.sources)}, None):
        whole.validate(act("start_game", names=["A", "B", "C", "D"], rules=rules))


@pytest.mark.parametrize(
    "rules",
    [
        {"extends": "tenho"},
        {"open_tanyoa": True},
        {"open_tanyao": 1},
        {"length": "eats"},
        {"red_fives": [1, 1]},
        {"max_ron": 9},
        {"yaku_han": {"chnta": [2, 1]}},
        {"yaku_han": {"chanta": 2}},
        {"pao": ["daisangan"]},
        {"bound_tiles": {"1m": ["kokushi"]}},
        {"floating_uma": [1, -1]},
        [],
        "tenhou",
    ],
    ids=str,
)
def test_wrong_rules_do_not_follow_it(whole: Draft202012Validator, rules: Any) -> None:
    assert not whole.is_valid(act("start_game", names=["A", "B", "C", "D"], rules=rules))
    with pytest.raises(RulesetError):
        resolve(json.dumps(rules))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda p: p.name)
def test_every_sample_follows_it(path) -> None:
    assert list(problems(path.read_bytes())) == []


def test_whatever_tables_hold_is_written_so_that_it_follows() -> None:
    for tables in (full_tables(), extended(), generated(['{"extends": "tenhou_sanma"}'], [3], max_rounds=4)):
        assert list(problems(mjai_write.write(tables))) == []


def test_a_sample_follows_the_schema_as_a_whole(whole: Draft202012Validator) -> None:
    for line in dict.fromkeys(mjai_write.write(extended()).splitlines()):
        whole.validate(json.loads(line))


MORE: list[Action] = [{**action, "x": {"y": [1]}} for action in GAME]
BROKEN: list[Action] = [
    act("tsumo", 4, "9s"),
    act("tsumo", 0, "10s"),
    act("tsumo", 0),
    act("tsumo", pai="1m"),
    act("tsumo", 0, "9s", elapsed=-1),
    act("chi", 0, "1m", target=3, consumed=["2m"]),
    act("ankan", 0, consumed=["2m"] * 5),
    act("bonus", 0, points="1000"),
    act("penalty", 0, points=10**8),
    act("chombo", 0, deltas=[0.5]),
    act("reach", 0, open="yes"),
    act("hora", 0, limit="huge"),
    act("hora", 0, fan=10_001),
    act("hora", 0, majsoul_points={"ron": "2000"}),
    deal(away=4),
    deal(rounds_left_out=-1),
    deal(bakaze="X"),
    {**START, "mjlog_format": 0},
    {**START, "num_players": 5},
    {**START, "length": "long"},
    {**START, "majsoul": {"players": "four"}},
]


def test_it_allows_what_can_be_read() -> None:
    for action in (*GAME, *MORE):
        DECODER.decode(json.dumps({key: value for key, value in action.items() if key != "x"}))
        assert list(problems(json.dumps(action).encode())) == []


@pytest.mark.parametrize("action", BROKEN, ids=[f"{n}-{a['type']}" for n, a in enumerate(BROKEN)])
def test_it_refuses_what_cannot_be_read(action: Action) -> None:
    with pytest.raises(msgspec.ValidationError):
        DECODER.decode(json.dumps(action))
    assert list(problems(json.dumps(action).encode()))


@pytest.mark.parametrize("dice", [[7, 7], [6], [1] * 5, "66"])
def test_it_refuses_dice_without_which_the_round_is_read(dice) -> None:
    assert list(problems(json.dumps(deal(dice=dice)).encode()))


def test_unknown_types_are_none(whole: Draft202012Validator) -> None:
    assert not whole.is_valid({"type": "tea"})
    assert not whole.is_valid({"actor": 0})
    assert not whole.is_valid([])
    assert set(validators()) > {"start_game", "chombo"}
