"""``mjlog rules fit``."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run


@pytest.fixture
def logs(tmp_path: Path, games: bytes) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_bytes(games)
    return path


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Rules by which the games were not played."""
    path = tmp_path / "club.toml"
    path.write_text('extends = "tenhou"\nnoten_payment = 1500\nhonba_points = 500\n', encoding="utf-8")
    return path


def test_the_text_ranks_the_presets_that_were_tried(mjlog: Run, logs: Path, games: bytes) -> None:
    shown = mjlog("rules", "fit", logs)
    assert (shown.code, shown.err) == (0, "")
    heading, columns, first, *_ = shown.out.splitlines()
    rounds = games.count(b'"type":"start_kyoku"')
    assert heading == f"4 players: 2 games, {rounds} rounds"
    assert columns.split() == ["ruleset", "explained", "share", "rounds_against"]
    assert first.split()[1:] == [str(rounds), "1"]


def test_json_has_everything(mjlog: Run, logs: Path, club: Path) -> None:
    document = mjlog("rules", "fit", logs, "--ruleset", "tenhou", "--ruleset", club, "--format", "json").json
    (fit,) = document["fits"]
    assert (fit["players"], fit["games"], fit["best"], fit["undecided"]) == (4, 2, ["tenhou"], {})
    assert [entry["name"] for entry in fit["rulesets"]] == ["tenhou", "club"]
    assert fit["rulesets"][0] == {"name": "tenhou", "explained": fit["rounds"], "against": {}}
    assert fit["rulesets"][1]["against"]["PY001"] > 0
    assert (fit["explained_by_none"], fit["changes"], document["rejects"]) == (0, [], [])


def test_the_best_set_that_leaves_rounds_gets_single_changes_and_exits_with_1(
    mjlog: Run, logs: Path, tmp_path: Path
) -> None:
    near = tmp_path / "near.toml"
    near.write_text('extends = "tenhou"\nhonba_points = 500\n', encoding="utf-8")
    shown = mjlog("rules", "fit", logs, "--ruleset", near)
    assert shown.code == 1
    assert "single changes of near, tried on " in shown.out
    (line,) = (line for line in shown.out.splitlines() if line.startswith("honba_points = 100 "))
    gained, lost = line.split()[-2:]
    assert (int(gained) > 0, lost) == (True, "0")


def test_csv_has_a_row_for_each_rule_set_and_each_change(mjlog: Run, logs: Path, club: Path) -> None:
    shown = mjlog("rules", "fit", logs, "--ruleset", club, "--format", "csv")
    first, *changes = csv.DictReader(shown.out.splitlines())
    assert (first["players"], first["ruleset"], first["change"]) == ("4", "club", "")
    assert float(first["share"]) == int(first["explained"]) / int(first["rounds"]) < 1
    assert all(row["change"] and row["gained"] and not row["explained"] for row in changes)


def test_ties_are_told_with_what_they_differ_in(mjlog: Run, logs: Path, tmp_path: Path) -> None:
    twin = tmp_path / "twin.toml"
    twin.write_text('extends = "tenhou"\nchombo = "mangan"\n', encoding="utf-8")
    shown = mjlog("rules", "fit", logs, "--ruleset", "tenhou", "--ruleset", twin)
    assert "these explain equally many: tenhou, twin" in shown.out
    assert "games that show one of these rules would tell them apart: chombo\n" in shown.out


def test_rules_that_the_logs_state_stand_beside_the_presets(mjlog: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    text = (
        'extends = "tenhou_sanma"\nwall_per_set_aside = 0\nwall_per_kan = 0\n\n[yaku_han]\nkarasu = [1, 1]\n'
    )
    house.write_text(text, encoding="utf-8")
    log = mjlog("simulate", "--ruleset", house).out.encode()
    shown = mjlog("rules", "fit", "-", stdin=log)
    assert shown.code == 0
    assert shown.out.splitlines()[2].startswith("as stated: house ")


def test_where_nothing_is_explained_little_is_said(mjlog: Run, tmp_path: Path, games: bytes) -> None:
    far = tmp_path / "far.toml"
    far.write_text('extends = "tenhou"\nred_fives = [0, 0, 0]\ndead_wall = 70\n', encoding="utf-8")
    lines = games.split(b'{"type":"end_kyoku"}')[0].splitlines()
    shown = mjlog(
        "rules", "fit", "-", "--ruleset", far, stdin=b"\n".join(lines) + b'\n{"type":"end_kyoku"}\n'
    )
    assert (shown.code, shown.err) == (1, "")
    assert shown.out.splitlines()[:2] == [
        "4 players: 1 game, 1 round",
        "no round is explained by any of the 1 rule sets that were tried",
    ]
    assert shown.out.splitlines()[2].startswith("fewest findings: far, ")
    assert "apart" not in shown.out


def test_each_number_of_players_is_fitted_for_itself(mjlog: Run, logs: Path, sanma: bytes) -> None:
    shown = mjlog("rules", "fit", logs, "-", "--format", "json", stdin=sanma)
    assert [fit["players"] for fit in shown.json["fits"]] == [3, 4]
    assert "tenhou_sanma" in shown.json["fits"][0]["best"]


def test_games_that_no_rule_set_is_for_are_told(mjlog: Run, logs: Path, sanma: bytes) -> None:
    shown = mjlog("rules", "fit", logs, "-", "--ruleset", "tenhou", "--format", "json", stdin=sanma)
    assert shown.err == "mjlog: no rule set is for the 3 players of 1 game\n"
    assert shown.json["not_judged"] == {"3": 1}
    alone = mjlog("rules", "fit", "-", "--ruleset", "tenhou", stdin=sanma)
    assert (alone.code, alone.out) == (2, "")
    assert alone.err.endswith("mjlog: no game could be judged\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "no game could be read"),
        (["nowhere", "--ruleset", "tenho"], "did you mean 'tenhou'?"),
        ([], "Missing argument"),
    ],
)
def test_what_could_not_run_exits_with_2(mjlog: Run, arguments: list[str], message: str) -> None:
    shown = mjlog("rules", "fit", *arguments)
    assert (shown.code, shown.out) == (2, "")
    assert message in shown.err


def test_two_rule_sets_of_one_name_are_a_mistake(mjlog: Run, logs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    for path in (tmp_path / "club.toml", folder / "club.toml"):
        path.write_text('extends = "tenhou"\n', encoding="utf-8")
    shown = mjlog(
        "rules", "fit", logs, "--ruleset", tmp_path / "club.toml", "--ruleset", folder / "club.toml"
    )
    assert (shown.code, "two rule sets are called club" in shown.err) == (2, True)


def test_the_group_lists_it(mjlog: Run) -> None:
    assert "fit " in mjlog("rules", "--help").out
