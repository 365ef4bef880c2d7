"""``mjlog audit``."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run


@pytest.fixture
def clean(tmp_path: Path, games: bytes) -> Path:
    path = tmp_path / "clean.jsonl"
    path.write_bytes(games)
    return path


@pytest.fixture
def wrong(tmp_path: Path, games: bytes) -> Path:
    """The same games, but one win is recorded with 100 points too many."""
    actions = [json.loads(line) for line in games.splitlines()]
    win = next(action for action in actions if action["type"] == "hora")
    win["hora_points"] += 100
    path = tmp_path / "wrong.jsonl"
    path.write_text("\n".join(map(json.dumps, actions)))
    return path


def count(games: bytes, action: str) -> int:
    return games.count(b'"type":"%s"' % action.encode())


def test_clean_logs_exit_with_0_and_say_what_was_checked(mjlog: Run, clean: Path, games: bytes) -> None:
    shown = mjlog("audit", clean)
    assert (shown.code, shown.err) == (0, "")
    counts, rules, places, verdict = shown.out.splitlines()
    assert counts.startswith(f"2 games, {count(games, 'start_kyoku')} rounds, ")
    assert rules == "games judged by rule set: tenhou 2 (stated by the log)"
    assert "places checked" in places
    assert verdict == "no findings"


def test_the_json_document_has_every_number_and_list(mjlog: Run, clean: Path, games: bytes) -> None:
    document = mjlog("audit", clean, "--format", "json").json
    numbers = [count(games, action) for action in ("start_game", "start_kyoku", "hora", "ryukyoku")]
    assert [document[name] for name in ("games", "rounds", "wins", "draws")] == numbers
    assert document["judged_by"] == [{"ruleset": "tenhou", "origin": "stated", "games": 2, "changes": []}]
    assert document["checked"] == sum(rule["checked"] for rule in document["codes"].values())
    assert document["not_checkable"] == sum(rule["not_checkable"] for rule in document["codes"].values())
    assert (document["rejects"], document["findings"], document["accepted"]) == ([], [], 0)


def test_a_wrong_value_is_found_told_and_exits_with_1(mjlog: Run, wrong: Path) -> None:
    shown = mjlog("audit", wrong)
    assert shown.code == 1
    assert shown.out.splitlines()[1].split()[:2] == ["SC006", "0"]
    assert "findings: SC006 1" in shown.out


def test_what_cannot_be_read_is_told_by_line_and_byte(mjlog: Run, clean: Path, games: bytes) -> None:
    first, rest = games.split(b"\n", 1)
    clean.write_bytes(first + b'\n{"type":"tea"}\n' + rest)
    shown = mjlog("audit", clean)
    place = f"mjlog: {clean} line 2 (byte {len(first) + 1}): no mjai action: "
    assert (shown.code, shown.err[: len(place)]) == (0, place)


def test_what_could_not_be_checked_is_told_with_what_it_needs(mjlog: Run, clean: Path) -> None:
    actions = [json.loads(line) for line in clean.read_text().splitlines()]
    for action in actions:
        action.pop("hora_points", None)
    clean.write_text("\n".join(map(json.dumps, actions)))
    codes = mjlog("audit", clean, "--format", "json").json["codes"]
    lacking = {code: rule["not_checkable"] for code, rule in codes.items() if rule["not_checkable"]}
    assert "SC006" in lacking
    assert f"{sum(lacking.values())} not checkable (--not-checkable)\n" in mjlog("audit", clean).out
    told = mjlog("audit", clean, "--not-checkable").out.split("\n\n")[1].splitlines()
    assert {line.split()[0]: int(line.split()[1]) for line in told[1:]} == lacking
    (line,) = [line for line in told if line.startswith("SC006")]
    assert "points as logged" in line


def test_rules_that_can_be_used_are_what_other_games_lack(mjlog: Run, clean: Path) -> None:
    actions = [json.loads(line) for line in clean.read_text().splitlines()]
    for action in actions:
        if action["type"] == "start_game":
            action["rules"] = {"extends": "nothing"}
    actions = [a for a in actions if a["type"] != "tsumo" or a["pai"] != "5mr"]
    clean.write_text("\n".join(map(json.dumps, actions)))
    told = mjlog("audit", clean, "--select", "PA003,TN001,TN002,TN003,TN004", "--not-checkable").out
    assert "rules of the game that can be used.\n" in told


def finding(mjlog: Run, *arguments: Any) -> dict[str, Any]:
    document = mjlog("audit", *arguments, "--format", "json").json
    assert document["codes"]["SC006"]["findings"] == 1
    (row,) = document["findings"]
    return row


def test_a_finding_says_where_it_is_and_what_was_expected(mjlog: Run, wrong: Path) -> None:
    row = finding(mjlog, wrong)
    assert (row["code"], row["severity"], row["source_path"]) == ("SC006", "error", str(wrong))
    assert int(row["actual"].split()[0]) == int(row["expected"].split()[0]) + 100


def test_csv_and_parquet_hold_the_same_findings(mjlog: Run, wrong: Path, tmp_path: Path) -> None:
    path = tmp_path / "findings.parquet"
    shown = mjlog("audit", wrong, "--format", "csv", "--parquet", path)
    (row,) = csv.DictReader(shown.out.splitlines())
    assert (shown.code, pq.read_table(path)["message"].to_pylist()) == (1, [row["message"]])


def test_rules_can_be_selected_and_ignored_by_code_and_family(mjlog: Run, wrong: Path) -> None:
    assert mjlog("audit", wrong, "--select", "sc").code == 1
    assert mjlog("audit", wrong, "--select", "FT, PY", "--select", "RI").code == 0
    assert mjlog("audit", wrong, "--ignore", "SC006").code == 0
    assert mjlog("audit", wrong, "--select", "XX").code == 2


def test_known_defects_are_accepted_and_those_that_are_gone_are_told(
    mjlog: Run, wrong: Path, tmp_path: Path
) -> None:
    known = tmp_path / "known.toml"
    entry = '[[accepted]]\nsource = "{}"\ncode = "SC"\nreason = "known"\n'
    known.write_text(entry.format("wrong.jsonl") + entry.format("other.jsonl"))
    shown = mjlog("audit", wrong, "--baseline", known)
    assert shown.code == 0
    assert "known defects accepted: 1" in shown.out
    assert shown.err == ""  # of other.jsonl nothing is known


def test_what_is_gone_is_told_of_logs_and_checks_that_were_there(
    mjlog: Run, clean: Path, tmp_path: Path
) -> None:
    known = tmp_path / "known.toml"
    known.write_text('[[accepted]]\nsource = "clean.jsonl"\ncode = "SC"\nreason = "known"\n')
    told = "mjlog: no longer there: SC in clean.jsonl\n"
    assert mjlog("audit", clean, "--baseline", known).err == told
    assert mjlog("audit", clean, "--baseline", known, "--select", "PY").err == ""
    assert len(mjlog("audit", clean, "--baseline", known, "--format", "json").json["gone"]) == 1


def test_findings_name_the_game_of_a_file_and_the_round(mjlog: Run, wrong: Path, games: bytes) -> None:
    head, row = mjlog("audit", wrong).out.splitlines()[:2]
    assert head.split()[:4] == ["code", "game", "round", "seq"]
    game, name = row.split()[1:3]
    assert mjlog("show", wrong, name, "--game", game).code == 0
    wrong.write_bytes(wrong.read_bytes().partition(b'{"type": "end_game"')[0])
    head, row = mjlog("audit", wrong).out.splitlines()[:2]
    assert head.split()[:3] == ["code", "round", "seq"]
    assert row.split()[1] == name


def test_rules_unlike_the_preset_are_told(mjlog: Run, clean: Path) -> None:
    start, rest = clean.read_bytes().split(b"\n", 1)
    action = json.loads(start)
    action["rules"] = {"extends": "tenhou", "start_score": 25100, "kazoe": "sanbaiman"}
    clean.write_bytes(json.dumps(action).encode() + b"\n" + rest)
    line = 'tenhou, changed: start_score = 25100, kazoe = "sanbaiman"'
    assert f"  {line} (1)\n" in mjlog("audit", clean).out
    judged = mjlog("audit", clean, "--format", "json").json["judged_by"]
    assert [entry["changes"] for entry in judged] == [
        [],
        [{"games": 1, "rules": ["start_score = 25100", 'kazoe = "sanbaiman"']}],
    ]
    assert f"rules: {line}\n" in mjlog("show", clean, "--game", "0").out
    assert f"rules: {line}\n" in mjlog("show", clean, "E1", "--game", "0").out
    (document,) = mjlog("show", clean, "E1.0", "--game", "0", "--format", "json").json
    assert document["rules"] == {"ruleset": "tenhou, changed", "changes": judged[1]["changes"][0]["rules"]}
    assert "rules: tenhou\n" in mjlog("show", clean, "--game", "1").out


def test_the_text_shows_no_more_findings_than_asked_for(mjlog: Run, wrong: Path) -> None:
    lines = mjlog("audit", wrong, "--max-findings", "0").out.splitlines()
    assert not any(line.startswith("SC006") for line in lines)


def test_unreadable_pieces_are_told_and_counted_but_no_findings(mjlog: Run, clean: Path) -> None:
    (clean.parent / "notes.txt").write_text("hello")
    shown = mjlog("audit", clean.parent)
    assert shown.code == 0
    assert "notes.txt: no known log" in shown.err
    assert "1 note of what could not be read, or only in part\n" in shown.out
    rejects = mjlog("audit", clean.parent, "--format", "json").json["rejects"]
    assert [Path(row["source_path"]).name for row in rejects] == ["notes.txt"]


@pytest.mark.parametrize("arguments", [["nowhere"], ["-"], ["nowhere", "--format", "json"]])
def test_without_any_game_the_audit_could_not_run(mjlog: Run, arguments: list[str]) -> None:
    shown = mjlog("audit", *arguments)
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.endswith("mjlog: no game could be read\n")


def test_a_wrong_rule_set_is_a_mistake(mjlog: Run, clean: Path) -> None:
    shown = mjlog("audit", clean, "--ruleset", "tenho")
    assert (shown.code, "did you mean 'tenhou'?" in shown.err) == (2, True)


def test_logs_are_judged_by_the_rule_set_that_is_given(mjlog: Run, clean: Path, tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text('extends = "tenhou"\nstart_score = 30000\nnoten_payment = 1500\nhonba_points = 500\n')
    assert mjlog("audit", clean, "--ruleset", club).code == 1


def test_single_changes_alone_are_told_with_one_by(mjlog: Run, tmp_path: Path) -> None:
    house, far = tmp_path / "house.toml", tmp_path / "far.toml"
    rules = 'extends = "tenhou"\nlength = "one_round"\nred_fives = [2, 1, 1]\n'
    house.write_text(rules, encoding="utf-8")
    far.write_text(rules.replace("one_round", "east"), encoding="utf-8")
    log = mjlog("simulate", "--ruleset", house).out.encode()
    shown = mjlog("audit", "-", "--ruleset", far, stdin=log)
    assert shown.out.splitlines()[-1] == 'explained by length = "one_round" (1)'


def test_games_that_the_rule_set_is_not_for_are_told(
    mjlog: Run, clean: Path, games: bytes, sanma: bytes
) -> None:
    clean.write_bytes(games + sanma)
    shown = mjlog("audit", clean, "--ruleset", "tenhou", "--format", "json")
    assert (shown.code, shown.json["games"], shown.json["not_judged"]) == (0, 3, {"3": 1})
    assert shown.err == "mjlog: 1 game of 3 players is not judged by tenhou (4 players)\n"


def test_a_rule_set_that_is_for_no_game_is_a_mistake(mjlog: Run, clean: Path) -> None:
    shown = mjlog("audit", clean, "--ruleset", "tenhou_sanma")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.splitlines() == [
        "mjlog: 2 games of 4 players are not judged by tenhou_sanma (3 players)",
        "mjlog: no game is of the 3 players that tenhou_sanma is for",
    ]


def test_a_rule_set_with_one_who_sits_out_is_for_games_of_a_player_more(
    mjlog: Run, clean: Path, sanma: bytes, tmp_path: Path
) -> None:
    club = tmp_path / "club.toml"
    club.write_text('extends = "tenhou_sanma"\nsits_out = true\numa = [15, 5, -5, -15]\n')
    clean.write_bytes(sanma)
    shown = mjlog("audit", clean, "--ruleset", club)
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.splitlines() == [
        "mjlog: 1 game of 3 players is not judged by club (4 players)",
        "mjlog: no game is of the 4 players that club is for",
    ]


@pytest.mark.parametrize("command", [["audit"], ["stats"], ["ingest", "-o", "wh"]])
def test_an_empty_rule_set_is_not_passed_over(
    mjlog: Run, clean: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(clean.parent)
    shown = mjlog(*command, clean, "--ruleset", "")
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)


def test_tiles_in_findings_are_written_as_show_writes_them(mjlog: Run, tmp_path: Path, games: bytes) -> None:
    """A discard of a tile that nobody holds is told in the notation of `mjlog show`, or another."""
    actions = [json.loads(line) for line in games.splitlines()]
    discard = next(a for a in actions if a["type"] == "dahai" and not a["tsumogiri"])
    held = next(a for a in actions if a["type"] == "start_kyoku")["tehais"][discard["actor"]]
    discard["pai"] = next(honour for honour in "PFCESWN" if honour not in held)
    path = tmp_path / "wrong.jsonl"
    path.write_text("\n".join(map(json.dumps, actions)))
    number = f"{1 + 'ESWNPFC'.index(discard['pai'])}z"
    line = mjlog("audit", path, "--select", "TI001", "--max-findings", 1).out.splitlines()[1]
    assert f" {number}" in line
    mjai = mjlog("audit", path, "--select", "TI001", "--max-findings", 1, "--tiles", "mjai").out.splitlines()[
        1
    ]
    assert mjai.replace(f" {discard['pai']}", f" {number}") == line


def test_the_file_stands_beside_findings_of_several(mjlog: Run, wrong: Path, clean: Path) -> None:
    assert mjlog("audit", wrong).out.split()[:3] == ["code", "game", "round"]
    assert mjlog("audit", wrong, clean).out.split()[:2] == ["code", "source_path"]


def test_many_rule_sets_are_told_by_where_they_come_from(mjlog: Run) -> None:
    samples = Path(__file__).parents[2] / "data/samples"
    lines = mjlog("audit", samples, "--select", "PA").out.splitlines()
    at = lines.index("games judged by rule set:")
    assert lines[at + 1].startswith("  stated by the log: competition 1, ema_2016 1, ")
