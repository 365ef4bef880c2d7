from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from mjlog.audit import explanations, trials
from mjlog.audit.assess import assess, audited
from mjlog.audit.explanations import Explainer
from mjlog.audit.judge import judge
from mjlog.audit.registry import RULES
from mjlog.audit.run import audit_batch, selected_rules
from mjlog.audit.trials import unexplained
from mjlog.rulesets import GameRules, Ruleset, load, presets
from mjlog.simulate import simulate
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


START = {"start_scores": [35_000] * 3}


def test_only_presets_for_as_many_players_are_tried() -> None:
    tables = written(
        [Round("0 draw 2p; 0 riichi; 0 discard 2p", {0: "19m456p678p234s99s"[:-1] + "9s"}, START)],
        {"extends": "tenhou_sanma", "riichi_min_wall": 60},
        players=3,
    )
    rows = audited(tables).findings.to_pylist()
    names = {name for row in rows for name in row["explained_by"] or () if "=" not in name}
    assert names <= {name for name in presets() if load(name).players == 3}
    assert names


def test_what_else_is_in_the_batch_changes_no_explanation() -> None:
    declared = [Round("0 draw 2p; 0 riichi; 0 discard 2p", {0: "23m456p678p234s99s"})]
    one = written(declared, {"riichi_min_wall": 70}, log_id="one")
    others = [written(declared, {"extends": name}, log_id=name) for name in ("tenhou", "mahjong_soul")]
    rows = found(LogTables.concat([*others, one]))
    assert [(row["game_id"], row["explained_by"]) for row in rows] == [("one", ["mahjong_soul", "tenhou"])]


def test_the_rule_set_that_judges_is_no_explanation() -> None:
    tables = written([Round("0 draw 4z; 0 kita 4z with 4z")], {"set_aside": ["N"], "extends": "tenhou"})
    assert found(tables) == []
    assert [row["explained_by"] for row in found(tables, load("tenhou"))] == [[]]


def test_without_findings_nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    evidence = assess(written([Round("0 draw 2p; 0 discard 2p")]))
    rules = selected_rules()
    clean, _ = audit_batch(evidence, rules)
    monkeypatch.setattr(explanations, "unexplained", None)
    assert Explainer(rules).explain(clean, evidence) is clean


def changes_told(tables: LogTables, explainer: Explainer | None = None) -> dict[tuple[str, str], list[str]]:
    """The single changes that explain each finding that depends on rules."""
    rows = audited(tables, explainer=explainer).findings.to_pylist()
    return {
        (row["game_id"], row["code"]): [line for line in row["explained_by"] if "=" in line]
        for row in rows
        if row["explained_by"] is not None
    }


EARLY = Round("0 draw 2p; 0 riichi; 0 discard 2p", {0: "23m456p678p234s99s"})
"""Riichi with 69 tiles left."""


def early(name: str) -> LogTables:
    """A game of this name whose rules need one tile more."""
    return written([EARLY], {"riichi_min_wall": 70}, log_id=name)


def test_single_changes_are_lines_of_a_rule_set_file_with_words_and_switches_all_tried() -> None:
    rules = {"kuikae": "forbidden", "chi": True}
    told = changes_told(written([SWAP], rules, log_id="a"))
    assert told == {("a", "CL006"): ['kuikae = "allowed"', 'kuikae = "same_tile_forbidden"']}


def test_numbers_are_changed_to_those_of_the_presets_in_their_order() -> None:
    values = sorted({load(name).riichi_min_wall for name in presets()} - {70})
    told = changes_told(early("a"))["a", "RI003"]
    assert [line for line in told if line.startswith("riichi")] == [f"riichi_min_wall = {n}" for n in values]


def test_changes_stand_in_the_order_of_the_fields_of_the_check() -> None:
    tables = written([EARLY], {"riichi_min_wall": 69, "dead_wall": 16}, log_id="a")
    told = changes_told(tables)["a", "RI003"]
    fields = list(dict.fromkeys(line.split()[0] for line in told))
    assert fields == [name for name in RULES["RI003"].fields if name in fields]
    assert {"riichi_min_wall", "dead_wall"} <= set(fields)


def told_of_played(rules: Ruleset, ruleset: Ruleset) -> list[list[str]]:
    """The single changes of `ruleset` that explain each finding in two games that are played by `rules`."""
    games = LogTables.concat(simulate(rules, games=2, seed=1))
    rows = audited(games, ruleset).findings.to_pylist()
    assert rows
    return [[line for line in row["explained_by"] or () if "=" in line] for row in rows]


def test_an_entry_of_a_mapping_is_changed_by_itself() -> None:
    tenhou = load("tenhou")
    doubled = replace(tenhou, yaku_han=MappingProxyType({**tenhou.yaku_han, "riichi": (2, 0)}))
    assert all(lines == ["yaku_han.riichi = [1, 0]"] for lines in told_of_played(tenhou, doubled))


def test_a_switch_that_the_log_shows_is_named() -> None:
    tenhou = load("tenhou")
    told = told_of_played(replace(tenhou, name="club", win_renchan=False), tenhou)
    assert all("win_renchan = false" in lines for lines in told)


def test_no_change_explains_a_round_with_two_faults() -> None:
    both = Round(f"{EARLY.events}; 0 riichi_accepted; 1 draw 4z; 1 kita 4z with 4z", dict(EARLY.hands))
    told = changes_told(written([both], {"riichi_min_wall": 70}, log_id="a"))
    assert told == {("a", "RI003"): [], ("a", "CL011"): []}


def test_later_games_get_the_changes_that_explained_earlier_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[int, int]] = []

    def counted(tables: LogTables, rulesets: Sequence[Ruleset], rules: Sequence[Any]) -> Any:
        tried.append((len(tables.games), len(rulesets)))
        return unexplained(tables, rulesets, rules)

    monkeypatch.setattr(explanations, "unexplained", counted)
    explainer = Explainer(selected_rules(), most_trials=1)
    games = [written([NORTH], log_id=name) for name in "abcd"]
    told = changes_told(LogTables.concat(games[:3]), explainer)
    (_, presets_tried), (whole, every), (later, helped) = tried
    assert (whole, later) == (1, 2)
    assert 0 < helped == len(told["a", "CL011"]) < every
    assert told["a", "CL011"] == told["b", "CL011"] == told["c", "CL011"]
    tried.clear()
    assert changes_told(games[3], explainer) == {("d", "CL011"): told["a", "CL011"]}
    assert tried == [(1, presets_tried), (1, helped)]


def test_a_rule_set_under_which_a_game_cannot_be_replayed_explains_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(tables: LogTables, rules: GameRules, *others: Any, **named: Any) -> Any:
        if any(rules.rulesets[n].riichi_min_wall == 4 for n in rules.rule):
            raise ZeroDivisionError
        return judge(tables, rules, *others, **named)

    monkeypatch.setattr(trials, "judge", failing)
    rows = audited(early("a")).findings.to_pylist()
    explained_by = rows[0]["explained_by"]
    assert "riichi_min_wall = 4" not in explained_by
    assert "tenhou" not in explained_by
    assert any(line.startswith("riichi_min_wall") for line in explained_by)
