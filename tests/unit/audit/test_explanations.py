from __future__ import annotations

from typing import Any

from mjlog.audit.assess import assess, audited
from mjlog.audit.explanations import explained
from mjlog.audit.run import audit_batch, selected_rules
from mjlog.rulesets import Ruleset, load, presets
from mjlog.tables import LogTables
from tests.unit.replay.written import ELSEWHERE, Round, written

SWAP = Round("0 draw 2p; 0 discard 2p; 1 chi 2p with 34p from 0; 1 discard 5p", {1: "345p147m258s1234z"})
"""Swap-calling with the other end of the run."""
NORTH = Round("0 draw 4z; 0 kita 4z with 4z; 0 draw 9p; 0 discard 9p", {0: ELSEWHERE})
"""A North set aside, which four players do not do."""
TSUMOGIRI = Round("0 draw 2p; 1 draw 2p")
"""Out of turn, whatever the rules."""


def found(tables: LogTables, ruleset: Ruleset | None = None) -> list[dict[str, Any]]:
    """Findings, and which of two presets explain them."""
    rows = audited(tables, ruleset).findings.to_pylist()
    for row in rows:
        if row["explained_by"] is not None:
            row["explained_by"] = [name for name in row["explained_by"] if name in ("mahjong_soul", "tenhou")]
    return rows


def codes_explained(tables: LogTables) -> dict[str, list[str] | None]:
    return {row["code"]: row["explained_by"] for row in found(tables)}


def test_presets_that_allow_what_was_done_explain_it() -> None:
    rules = {"kuikae": "forbidden", "chi": True}
    assert codes_explained(written([SWAP], rules)) == {"CL006": []}
    assert codes_explained(written([NORTH])) == {"CL011": []}
    assert codes_explained(written([NORTH], {"extends": "mahjong_soul"})) == {"CL011": []}


def test_a_variant_of_a_preset_is_explained_by_the_preset_itself() -> None:
    stricter = written(
        [Round("0 draw 2p; 0 riichi; 0 discard 2p", {0: "23m456p678p234s99s"})], {"riichi_min_wall": 70}
    )
    assert codes_explained(stricter) == {"RI003": ["mahjong_soul", "tenhou"]}


def test_findings_that_no_rule_could_explain_have_none() -> None:
    rows = {row["code"]: row for row in found(written([TSUMOGIRI]))}
    assert rows["TN001"]["explained_by"] == []
    turn = found(written([Round("1 draw 2p")]))
    assert [(row["code"], row["explained_by"]) for row in turn] == [("TN002", None)]


def test_a_preset_must_explain_the_whole_round_but_not_the_others() -> None:
    rules = {"riichi_min_wall": 70}
    declared = "0 draw 2p; 0 riichi; 0 discard 2p"
    hands = {0: "23m456p678p234s99s"}
    both = Round(f"{declared}; 0 riichi_accepted; 1 draw 4z; 1 kita 4z with 4z", hands)
    second = Round("1 draw 2p; 1 riichi; 1 discard 2p", {1: hands[0]})
    rows = found(written([both, second], rules))
    explained_by = {(row["code"], row["round_index"]): row["explained_by"] for row in rows}
    assert explained_by["RI003", 0] == []
    assert explained_by["CL011", 0] == []
    assert explained_by["RI003", 1] == ["mahjong_soul", "tenhou"]


def test_only_presets_for_as_many_players_are_tried() -> None:
    tables = written(
        [Round("0 draw 2p; 0 riichi; 0 discard 2p", {0: "19m456p678p234s99s"[:-1] + "9s"})],
        {"extends": "tenhou_sanma", "riichi_min_wall": 60},
        players=3,
    )
    rows = audited(tables).findings.to_pylist()
    names = {name for row in rows for name in row["explained_by"] or ()}
    assert names <= {name for name in presets() if load(name).players == 3}
    assert names


def test_what_else_is_in_the_batch_changes_no_explanation() -> None:
    declared = [Round("0 draw 2p; 0 riichi; 0 discard 2p", {0: "23m456p678p234s99s"})]
    one = written(declared, {"riichi_min_wall": 70}, log_id="one")
    others = [written(declared, {"extends": name}, log_id=name) for name in ("tenhou", "mahjong_soul")]
    rows = found(LogTables.concat([*others, one]))
    assert [(row["game_id"], row["explained_by"]) for row in rows] == [("one", ["mahjong_soul", "tenhou"])]


def test_the_rule_set_that_judges_is_no_explanation() -> None:
    tables = written([Round("0 draw 4z; 0 kita 4z with 4z")], {"kita": True, "extends": "tenhou"})
    assert found(tables) == []
    assert [row["explained_by"] for row in found(tables, load("tenhou"))] == [[]]


def test_without_findings_nothing_is_tried() -> None:
    evidence = assess(written([Round("0 draw 2p; 0 discard 2p")]))
    rules = selected_rules()
    clean, _ = audit_batch(evidence, rules)

    def never(*_: Any) -> Any:
        raise AssertionError

    assert explained(clean, evidence, rules, never) is clean
