"""majiang records of real and scripted games, alone and beside the same games as Tenhou JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog.api import audit
from mjlog.audit.assess import audit_batches
from mjlog.formats import majiang, read, tenhou_json
from mjlog.rulesets import load
from mjlog.tables import LogTables
from tests.corpus.test_pairs import TABLES, Gaps, differences, document

COUNTS = {"majiang-analog": (5, 29), "majiang-core": (37, 374), "paipuconverter": (6, 79)}
"""Games and rounds by folder."""

TRANSCRIPTION = {
    ("第39期十段位決定戦3.json", "PY005", 0): (
        "seat 2 has 33,000 points after the first hand (30,000 and the 3,000 of its fenpei), but 32,000 at "
        "the next deal, where all scores and sticks add up to 119,000"
    ),
    ("第39期十段位決定戦3.json", "PY005", 1): "and has the thousand points again at the deal after that",
}
"""What is wrong with the league games under their league's rules, worked out from the records."""

TEAM = {
    ("EN013", 0): "the team plays from 25,000 points, the league from 30,000",
    ("SC006", 4): "60 fu 2 han of the dealer are 5,800, which fenpei pays; defen says 4,800",
    ("TI002", 1): "four 6s are dealt and drawn, and the ura indicator is a fifth",
    ("TI002", 2): "four 8m are dealt and drawn, and the ura indicator is a fifth",
}
"""Likewise of the game of a team's trial, under rules with ura dora and without red fives."""

LEFT_OUT_DRAWS = 7
"""Wins of the sixth game whose draw the converter left out."""
FORGOTTEN_MELDS = ("melds z555-,z555-5,z666- ", "melds z666+,z666+6 ")
"""Hands that the second game shows at draws with a pon besides the kan that it became, and without the
meld between them (z111- and m456-)."""

UNSAID: dict[str, Gaps] = {
    "majiang": {
        "games": {"rules", "platform"},
        "rounds": {"ura_indicators"},
        "wins": {"log_limit", "log_fu"},
    },
    "tenhou_json": {
        "games": {"is_complete"},
        "game_players": {"log_final_score", "log_final_points"},
        "wins": {"log_hand", "log_fu"},
        "draws": {"log_deltas"},
    },
}
"""Columns that one file of a pair leaves null."""

RULES = ("games", "rules")
"""Start scores, which need not be stated beside a preset that has them."""

DIFFERING: dict[str, set[tuple[str, str]]] = {
    "第39期十段位決定戦6": {("wins", "log_yaku"), ("wins", "log_yaku_han"), ("wins", "log_han")},
}
"""What the two files state differently: a dora that only one of them counts."""


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    return shared / "corpus" / "kobalab"


def tables_of(path: Path) -> LogTables:
    return majiang.read([document(path)])


@pytest.mark.parametrize("name", COUNTS)
def test_every_game_and_round_is_read(folder, name):
    tables = read([folder / name])
    assert set(tables.games["source_format"].to_pylist()) == {"majiang"}
    assert (len(tables.games), len(tables.rounds)) == COUNTS[name]
    reasons = [r["reason"] for r in tables.rejects.to_pylist() if "badfile" not in r["source_path"]]
    draws = [reason for reason in reasons if "without a draw" in reason]
    melds = [reason for reason in reasons if any(melds in reason for melds in FORGOTTEN_MELDS)]
    assert sorted(reasons) == sorted(draws + melds)
    is_converted = name == "paipuconverter"
    assert (len(draws), len(melds)) == ((LEFT_OUT_DRAWS, len(FORGOTTEN_MELDS)) if is_converted else (0, 0))


@pytest.mark.parametrize("name", ["majiang-analog", "majiang-core"])
def test_nothing_is_found_in_the_games_of_the_platform(folder, name):
    report = audit(folder / name)
    assert report.findings.to_pylist() == []
    assert report.counts.games == COUNTS[name][0]


def test_the_scripted_games_show_every_abort(folder):
    tables = tables_of(folder / "majiang-core" / "script.json")
    assert set(tables.draws["log_type"].to_pylist()) == {
        "exhaustive", "nagashi_mangan", "kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan",
        "sanchahou",
    }  # fmt: skip


def test_league_games_have_known_defects_only_under_the_rules_of_their_league(folder):
    found = set()
    for path in sorted((folder / "paipuconverter").glob("第39期*.json")):
        report = audit_batches([tables_of(path)], load("jpml_a"))
        found |= {(path.name, f["code"], f["round_index"]) for f in report.findings.to_pylist()}
    assert found == TRANSCRIPTION.keys()


def test_a_trial_of_a_team_has_known_defects_only(folder):
    report = audit_batches([tables_of(folder / "paipuconverter" / "SegaSammy_No1.json")], load("jpml_b"))
    assert {(f["code"], f["round_index"]) for f in report.findings.to_pylist()} == TEAM.keys()


@pytest.mark.parametrize("number", [1, 2, 3, 6])
def test_a_record_and_tenhou_json_of_one_game_give_the_same_tables(shared, folder, number):
    stem = f"第39期十段位決定戦{number}"
    record = tables_of(folder / "paipuconverter" / f"{stem}.json")
    other = tenhou_json.read([document(shared / "corpus" / "tenhou-json" / "paipuconverter" / f"{stem}.txt")])
    gaps = [{t: UNSAID[name].get(t, set()) for t in TABLES} for name in ("majiang", "tenhou_json")]
    different = list(differences(stem, record, other, *gaps))
    found = {(d.table, d.column) for d in different if not same_yaku(d)}
    assert found - {RULES} == DIFFERING.get(stem, set())
    assert record.games["content_hash"] == other.games["content_hash"]


def same_yaku(difference) -> bool:
    """Whether two lists of yaku, or of their han, differ in their order only."""
    listed = difference.column in ("log_yaku", "log_yaku_han")
    return listed and sorted(difference.left) == sorted(difference.right)
