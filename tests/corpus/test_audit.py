"""The audit of real logs: nothing to report but what the records themselves got wrong."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pytest

from mjlog.api import audit
from mjlog.audit.assess import AuditReport
from mjlog.audit.baseline import load_baseline, split_accepted
from mjlog.audit.gaps import untold
from mjlog.audit.registry import RULES

HERE = Path(__file__).parent
BASELINE = load_baseline(HERE / "baseline.toml")
NOT_CHECKABLE = tomllib.loads((HERE / "not_checkable.toml").read_text("utf-8"))
"""Places without the information, by folder and rule; rules that are not named have none."""


class Logs(NamedTuple):
    """Logs that are audited together."""

    pattern: str
    games: int
    rounds: int
    wins: int
    draws: int
    ruleset: str | None = None
    """Rules of logs that do not say theirs."""
    ignore: tuple[str, ...] = ()
    """Checks that say nothing about logs that are made up."""


KNOWN = {
    "tenhou-xml": Logs("tenhou-xml", 1402, 13321, 11212, 2140),
    "tenhou-json": Logs("tenhou-json", 69, 595, 489, 108),
    "tenhou-net": Logs("tenhou-net", 60, 612, 519, 96),
    "mjai": Logs("mjai", 25, 160, 133, 16),
    "mjx": Logs("mjx", 52, 313, 224, 60),
    "kobalab": Logs("kobalab/majiang-*", 42, 403, 333, 72),
    "kobalab, a trial": Logs("kobalab/paipuconverter/*No1*", 2, 26, 20, 6),
    # The format has no place for rules: those that the same games in tenhou.net/6 name.
    "kobalab, a title match": Logs("kobalab/paipuconverter/第39期*", 4, 53, 41, 12, "jpml_a"),
    "majsoul": Logs("majsoul", 3, 27, 21, 6),
    # The program that made these up publishes hashes that are those of no wall.
    "majsoul-synthetic": Logs("majsoul-synthetic", 25, 99, 106, 5, ignore=("WA001",)),
    "riichicity": Logs("riichicity", 12, 81, 70, 9),
}
"""What there is to read, at least."""

HOUSES = {"EN010", "EN011", "EN012", "PA005", "PY009", "PY010", "PY011", "PY012", "RI009", "RI010", "TN007"}
"""Rules about what Tenhou has not: chombo, who sits out, bonuses, penalties, open riichi, dead hands, times
(the leagues whose games are there as JSON do know chombo)."""
PUBLISHED = {"WA001", "WA002", "WA003"}
"""Rules about walls that a platform publishes; Tenhou publishes seeds."""
SCARCE = {"CL014", "DO001", "PY003", "PY004", "PY008", "TI004"} | {
    f"WA{number:03}" for number in range(1, 11)
}
"""Rules about what Tenhou's JSON does not say, or what happens in no game of the folder."""
UNTOLD = {
    # Hands are seen of the player himself and of winners only, and of who is tenpai at a draw.
    "tenhou-net": {"CL008", "EN002"},
    # Only the action format has walls.
    "mjai": {"WA001", "WA002", "WA003"},
    # The walls of mjx come from a generator of its own, and no log has the seed of its game.
    "mjx": {"WA003"},
    # Lengths of games are in titles that Tenhou's converter writes; the ends of games, results and several
    # winners of one tile are judged by nothing but rules that are stated.  Limits are those of yakuman.
    "kobalab": {"EN004", "EN005", "EN007", "EN009"},
    "kobalab, a trial": {"EN004", "EN005", "EN007", "SC007"},
    "kobalab, a title match": {"EN005", "SC007"},
    # Payments under local yaku are not judged.
    "majsoul-synthetic": {"PO002"},
}
"""Rules that never have what they need although the format has columns for it."""

LINES = "lines of text between the actions|no known log: text|more parts that are no known log"
REJECTED = {
    "tenhou-xml": {
        "example.txt": "text with links",
        "test.json": "JSON of another kind",  # what a converter made of the XML beside it
        "24.txt": "RYUUKYOKU: ba is",  # a bot, whose draws count the honba of the next deal
    },
    "tenhou-net": {
        "list_old.js": "no known log: text",
        "scc.log": "no known log: text",
        "scc20120404.html": "no known log: text",
        "444b3_2018-02-04_02_08_02.log": "round 0: what happened while the connection was lost is missing",
        "444b3_2018-02-08_07_37_02.log": "round 0: what happened while the connection was lost is missing",
        "82093_2018-01-20_18_40_03.log": "no game begins in it",
    },
    "mjai": {
        "test.mjlog.golden.log": LINES,
        "test.mjlog.golden.16707321.log": LINES,
        "hello.input.mjson": "neither a game nor a round begins",
        # Chinese official mahjong, played by a program of riichi.
        "haifu_log_1000_0.1481b6dd.json": "not riichi mahjong",
        "haifu_log_1000_0.1914b041.json": "not riichi mahjong",
        "haifu_log_1000_0.7e50dbea.json": "not riichi mahjong",
        "haifu_log_1000_0.84759c58.json": "not riichi mahjong",
        "haifu_log_1000_0.8d8a6457.json": "not riichi mahjong",
        "haifu_log_1000_0.a6c1f9cf.json": "not riichi mahjong",
        "haifu_log_1000_0.ae661e49.json": "not riichi mahjong",
        "haifu_log_1000_0.db82e083.json": "not riichi mahjong",
        "haifu_log_1000_0.e8c71742.json": "not riichi mahjong",
    },
    "kobalab": {"badfile.txt": "it is empty"},
    "kobalab, a title match": {
        "第39期十段位決定戦2.json": "melds z[56]{3}.* are not those that were called",
        "第39期十段位決定戦6.json": "wins by tsumo without a draw; read as drawn",
    },
    "majsoul": {
        # Abridged: no tiles are dealt.
        "four_player_actions.json": "seat 0 is dealt 0 tiles",
        "three_player_kita.json": "seat 0 is dealt 0 tiles",
    },
    "majsoul-synthetic": {
        "天贵史VS原田克美_最终二人麻将决战.json": "not riichi but Battle of Darkness",
    },
    "riichicity": {"!readme.txt": "no known log: text"},
}
"""What each reason to reject something of a file must say, by folder and file."""

OTHER_GAMES = {
    "Chinese official mahjong (国标麻将)": 6,
    "Bloodshed Skirmish, Sichuan mahjong (赤羽之战)": 3,
    "Brawl Room (乱斗之间)": 2,
    "Sichuan mahjong until the wall ends (血流成河)": 1,
    "Battle of Asura (修罗之战)": 1,
    "Battle of Clairvoyance (明镜之战)": 1,
    "Battle of Darkness (暗夜之战)": 1,
    "Battle of Destiny (天命之战)": 1,
    "Battle of Stars (占星之战)": 1,
    "Battle with the back to the river (背水之战)": 1,
    "Soul Strike (魂之一击)": 1,
}


@pytest.fixture(scope="module")
def reports(shared: Path) -> dict[str, AuditReport]:
    return {
        name: audit(shared / "corpus" / logs.pattern, logs.ruleset, ignore=logs.ignore)
        for name, logs in KNOWN.items()
    }


@pytest.fixture(scope="module")
def findings(reports: dict[str, AuditReport]) -> pa.Table:
    return pa.concat_tables([report.findings for report in reports.values()]).unify_dictionaries()


@pytest.mark.parametrize("folder", KNOWN)
def test_every_game_round_and_result_is_there(reports: dict[str, AuditReport], folder: str) -> None:
    counts, logs = reports[folder].counts, KNOWN[folder]
    kinds = ("games", "rounds", "wins", "draws")
    assert {kind for kind in kinds if getattr(counts, kind) < getattr(logs, kind)} == set()


def test_nothing_is_found_but_known_defects(findings: pa.Table) -> None:
    new, _, _ = split_accepted(findings, BASELINE)
    columns = ["source_path", "round_index", "seq", "code", "message"]
    assert [tuple(row.values()) for row in new.select(columns).to_pylist()] == []


def test_every_known_defect_is_still_found(findings: pa.Table) -> None:
    _, _, gone = split_accepted(findings, BASELINE)
    assert gone == []


@pytest.mark.parametrize("folder", KNOWN)
def test_what_cannot_be_read_is_told(reports: dict[str, AuditReport], folder: str) -> None:
    known = REJECTED.get(folder, {})
    rejects = [(Path(row["source_path"]).name, row["reason"]) for row in reports[folder].rejects.to_pylist()]
    assert {name for name, _ in rejects} == set(known)
    assert [(name, reason) for name, reason in rejects if not re.search(known[name], reason)] == []


def test_other_games_of_mahjong_soul_are_refused_by_name(shared: Path) -> None:
    report = audit(shared / "corpus" / "majsoul-special")
    assert report.counts.games == 0
    assert Counter(report.rejects["reason"].to_pylist()) == {
        f"not riichi but {name}": number for name, number in OTHER_GAMES.items()
    }


def test_malformed_conversions_are_refused_round_by_round(shared: Path) -> None:
    report = audit(shared / "corpus" / "tenhou-json-nonstandard")
    assert report.counts.games == 0
    assert len(report.rejects) == 14
    assert all("not the rows of a round" in reason for reason in report.rejects["reason"].to_pylist())


@pytest.mark.parametrize("folder", KNOWN)
def test_what_cannot_be_checked_is_counted(reports: dict[str, AuditReport], folder: str) -> None:
    counts = reports[folder].counts
    assert {code: number for code, number in counts.not_checkable.items() if number} == NOT_CHECKABLE[folder]


@pytest.mark.parametrize("folder", KNOWN)
def test_what_is_never_checkable_is_what_the_format_cannot_tell(
    reports: dict[str, AuditReport], folder: str
) -> None:
    counts = reports[folder].counts
    never = {code for code, number in counts.not_checkable.items() if number and not counts.checked[code]}
    unsaid = {code for code in never if set(untold(RULES[code], counts.formats)) == set(counts.formats)}
    assert never - unsaid == UNTOLD.get(folder, set())


@pytest.mark.parametrize("folder", ["tenhou-xml", "tenhou-json"])
def test_every_rule_finds_something_to_check(reports: dict[str, AuditReport], folder: str) -> None:
    never = {code for code, number in reports[folder].counts.checked.items() if not number}
    unrecorded = {"tenhou-xml": HOUSES | PUBLISHED, "tenhou-json": HOUSES - {"EN010"} | SCARCE}
    assert never == unrecorded[folder]
