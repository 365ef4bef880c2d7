from __future__ import annotations

import json
from dataclasses import fields, replace

import pytest

from mjlog.audit.assess import audit_batches
from mjlog.formats import mjai
from mjlog.formats.base import Document
from mjlog.formats.mjai import write as mjai_write
from mjlog.rulesets import load, presets, resolve
from mjlog.rulesets.standard import STANDARD_YAKU_HAN
from mjlog.rulesets.words import Kuikae, TripleRon
from mjlog.simulate import simulate
from mjlog.simulate.record import rules_text
from mjlog.tables import LogTables


def same_rules(first, second) -> bool:
    return all(
        getattr(first, f.name) == getattr(second, f.name)
        for f in fields(first)
        if f.compare and f.name != "title"
    )


@pytest.mark.parametrize("name", presets())
def test_a_preset_is_named(name):
    assert rules_text(load(name)) == f'{{"extends": "{name}"}}'


@pytest.mark.parametrize(
    "changes",
    [
        {"kuikae": Kuikae.ALLOWED},
        {"red_fives": (0, 0, 0), "pao": frozenset()},
        {"yaku_han": {**STANDARD_YAKU_HAN, "renhou": (5, 0)}},
        {
            "players": 2,
            "uma": (10.0, -10.0),
            "max_ron": 1,
            "triple_ron": TripleRon.ALL_WIN,
            "abortive_draws": frozenset(),
        },
    ],
)
def test_other_rules_are_told_by_their_differences(changes):
    rules = replace(load("tenhou"), name="mine", **changes)
    text = rules_text(rules)
    assert same_rules(resolve(text), rules)
    assert len(text) < 400


def test_rules_near_another_preset_are_told_over_that():
    rules = replace(load("toutenkou"), name="mine", dice_pair_doubles=True)
    assert json.loads(rules_text(rules)) == {
        "extends": "toutenkou",
        "name": "mine",
        "dice_pair_doubles": True,
    }


def test_rules_that_lack_a_bound_tile_are_not_told_over_rules_that_have_it():
    rules = replace(load("toutenkou"), name="mine", bound_tiles={"5m": ()})
    assert same_rules(resolve(rules_text(rules)), rules)


@pytest.mark.parametrize(
    ("ruleset", "rare"),
    [("tenhou", False), ("tenhou_sanma", False), ("tenhou", True), ("toutenkou", False), ("toutenkou", True)],
)
def test_games_come_back_from_the_action_format(ruleset, rare):
    tables = next(simulate(ruleset, games=4, seed=4, rare=rare))
    read = mjai.read([Document("games.jsonl", mjai_write.write(tables))])
    assert read.rejects.num_rows == 0
    for table in ("rounds", "events", "wins", "draws"):
        ours, theirs = (getattr(t, table).drop_columns(["source_offset"]) for t in (tables, read))
        assert theirs.to_pylist() == ours.to_pylist()
    assert read.games["content_hash"].to_pylist() == tables.games["content_hash"].to_pylist()


@pytest.fixture(scope="module")
def seen_by_one() -> LogTables:
    return next(simulate("tenhou", games=2, seed=6, view=1))


def test_one_seat_sees_its_own_tiles_only(seen_by_one):
    hands = [set(seen_by_one.rounds[f"hand_{seat}"][0].as_py()) for seat in range(4)]
    assert [hand == {"?"} for hand in hands] == [True, False, True, True]
    events = seen_by_one.events.select(["kind", "seat", "tile"]).to_pylist()
    draws = [e for e in events if e["kind"] == "draw"]
    assert {e["tile"] == "?" for e in draws if e["seat"] == 1} == {False}
    assert {e["tile"] for e in draws if e["seat"] != 1} == {"?"}
    assert "?" not in {e["tile"] for e in events if e["kind"] == "discard"}


def test_what_one_seat_sees_audits_clean(seen_by_one):
    assert audit_batches([seen_by_one]).findings.to_pylist() == []


def test_a_view_hides_tiles_and_changes_no_play(seen_by_one):
    whole = next(simulate("tenhou", games=2, seed=6))
    shown = [
        t.events.filter(t.events["kind"].combine_chunks().dictionary_decode().cast("string").is_valid())
        for t in (whole, seen_by_one)
    ]
    kinds = [t["kind"].to_pylist() for t in shown]
    assert kinds[0] == kinds[1]
    assert whole.wins.to_pylist() == seen_by_one.wins.to_pylist()
