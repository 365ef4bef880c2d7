"""``mjlog show``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mjlog.cli.text import printable
from mjlog.display.rounds import round_name
from mjlog.formats.mjai import write as mjai_write
from tests.unit.formats.test_mjai_extensions import extended

if TYPE_CHECKING:
    from tests.cli.conftest import Run


@pytest.fixture
def path(tmp_path: Path, games: bytes) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_bytes(games)
    return path


@pytest.fixture
def actions(games: bytes) -> list[dict[str, Any]]:
    """The actions of the first game."""
    all_actions = [json.loads(line) for line in games.splitlines()]
    return all_actions[: 1 + [a["type"] for a in all_actions].index("end_game")]


def test_the_games_of_a_file_are_listed(mjlog: Run, path: Path, actions: list[dict[str, Any]]) -> None:
    rows = mjlog("show", path, "--format", "json").json
    assert [row["number"] for row in rows] == [0, 1]
    assert rows[0]["players"] == actions[0]["names"]
    assert rows[0]["rounds"] == sum(a["type"] == "start_kyoku" for a in actions)


@pytest.mark.parametrize("by", ["number", "game"])
def test_the_rounds_of_a_game_are_listed(
    mjlog: Run, path: Path, actions: list[dict[str, Any]], by: str
) -> None:
    game = mjlog("show", path, "--format", "json").json[0][by]
    rows = mjlog("show", path, "--game", game, "--format", "json").json
    starts = [a for a in actions if a["type"] == "start_kyoku"]
    assert [row["name"] for row in rows] == [f"{a['bakaze']}{a['kyoku']}.{a['honba']}" for a in starts]
    assert [row["scores"] for row in rows] == [a["scores"] for a in starts]


def test_the_only_game_of_a_file_needs_no_choice(mjlog: Run, tmp_path: Path, games: bytes) -> None:
    one = tmp_path / "one.jsonl"
    one.write_bytes(games[: games.index(b"\n", games.index(b'"end_game"'))])
    assert mjlog("show", one, "--format", "json").json[0]["name"] == "E1.0"
    assert mjlog("show", one, "e1").out.startswith("E1.0 of ")


def test_the_events_of_a_round_are_those_of_the_log(
    mjlog: Run, path: Path, actions: list[dict[str, Any]]
) -> None:
    (document,) = mjlog("show", path, "E1.0", "--game", "0", "--format", "json").json
    first = actions[: [a["type"] for a in actions].index("end_kyoku")]
    words = {"tsumo": "draw", "dahai": "discard"}
    logged = [(words[a["type"]], a["actor"], a["pai"]) for a in first if a["type"] in words]
    shown = [(e["kind"], e["seat"], e["tile"]) for e in document["events"] if e["kind"] in words.values()]
    assert shown == logged


def test_the_text_shows_deal_events_result_and_what_lies_on_the_table(mjlog: Run, path: Path) -> None:
    out = mjlog("show", path, "E1.0", "--game", "0").out
    head, players, events, result, end = out.split("\n\n")
    assert "dora indicators" in head
    assert players.splitlines()[0].split() == ["seat", "wind", "name", "score", "dealt"]
    assert [line.split()[1] for line in players.splitlines()[1:]] == ["E", "S", "W", "N"]
    assert events.splitlines()[1].split()[:3] == ["0", "0", "draws"]
    assert "score changes" in result
    assert end.splitlines()[-1].startswith("rivers:")


def test_a_warehouse_shows_what_the_logs_show(mjlog: Run, path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "wh"
    assert mjlog("ingest", path, "-o", folder).code == 0
    listed = mjlog("show", folder, "--format", "json").json
    assert listed == mjlog("show", path, "--format", "json").json
    chosen = ("--game", listed[1]["game"], "0", "--format", "json")
    assert mjlog("show", folder, *chosen).json == mjlog("show", path, *chosen).json


def test_tiles_are_written_as_asked_for(mjlog: Run, path: Path) -> None:
    shown = [
        mjlog("show", path, "E1.0", "--game", "0", "--tiles", name).out
        for name in ("mpsz", "unicode", "mjai")
    ]
    assert len(set(shown)) == 3
    assert "\N{MAHJONG TILE TWO OF CIRCLES}" in shown[1]


def test_csv_has_a_line_for_every_event(mjlog: Run, path: Path) -> None:
    document = mjlog("show", path, "0", "--game", "0", "--format", "json").json[0]
    lines = mjlog("show", path, "0", "--game", "0", "--format", "csv").out.splitlines()
    assert lines[0].startswith("round,seq,kind,seat,")
    assert len(lines) == 1 + len(document["events"])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["E1"], "choose one with --game"),
        (["--game", "9"], "no game '9'"),
        (["--game", "0", "E9"], "'E9' is no round: a number from 0, or a name; the game has E1.0"),
        (["--game", "0", "N4.7"], "the game has no round N4.7; it has E1.0"),
        (["--game", "0", "99999999999999999999"], "has no round"),
        (["--game", "0", "\u0663"], "no round"),
    ],
)
def test_what_is_not_there_is_a_mistake(mjlog: Run, path: Path, arguments: list[str], reason: str) -> None:
    shown = mjlog("show", path, *arguments)
    assert (shown.code, shown.out, reason in shown.err) == (2, "", True), shown.err


def test_rules_that_are_changed_are_not_shown_of_a_round_that_is_not_there(
    mjlog: Run, tmp_path: Path, games: bytes
) -> None:
    first, rest = games.split(b"\n", 1)
    start = json.loads(first)
    start["rules"] = {"extends": "tenhou", "uma": [30, 10, -10, -30]}
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(json.dumps(start).encode() + b"\n" + rest)
    assert mjlog("show", changed, "E1", "--game", "0").out.startswith("rules: ")
    shown = mjlog("show", changed, "N4.7", "--game", "0")
    assert (shown.code, shown.out) == (2, "")


def test_names_cannot_steer_the_terminal(mjlog: Run, tmp_path: Path, games: bytes) -> None:
    first, rest = games.split(b"\n", 1)
    start = json.loads(first)
    start["names"][0] = "\x1b[31m[bold]x"
    (tmp_path / "a.jsonl").write_bytes(json.dumps(start).encode() + b"\n" + rest)
    out = mjlog("show", tmp_path, "0", "--game", "0").out
    assert printable(start["names"][0]) in out
    assert "\x1b" not in out


def test_a_round_is_named_by_wind_number_and_honba() -> None:
    assert round_name({"round_wind": 2, "round_number": 4, "honba": 11}) == "W4.11"


def test_what_only_the_action_format_can_say_is_shown(mjlog: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(mjai_write.write(extended()))
    head, players, events, result, end = mjlog("show", path, "0").out.split("\n\n")
    assert "dice 2 2" in head
    assert players.splitlines()[4].split()[:2] == ["3", "away"]
    for told in (
        "sets 9m aside",
        "gets 1000 from each",
        "shows its waits",
        "pays 1000 to the table: wrong pon",
        "has a dead hand: fourteen tiles",
        "wins by gathered tiles",
    ):
        assert told in events
    assert result.startswith("seat 0 gathered")
    assert len(end.splitlines()) == 1 + 3 + 1
    assert "chombo: false win" in mjlog("show", path, "1").out


def test_the_wall_still_to_come_is_shown_at_an_event(mjlog: Run, games: bytes) -> None:
    shown = mjlog("show", "-", "--game", "0", "0", "--wall", "-1", "--format", "json", stdin=games)
    (document,) = shown.json
    draws = [event["tile"] for event in document["events"] if event["kind"] == "draw"]
    assert document["wall"]["draws"][0] == draws[0]
    text = mjlog("show", "-", "--game", "0", "0", "--wall", "0", stdin=games).out
    assert "wall still to come after event 0, as logged:" in text
    assert mjlog("show", "-", "--game", "0", "0", "--wall", "9999", stdin=games).code == 2


def test_without_wall_nothing_is_told_of_it(mjlog: Run, games: bytes) -> None:
    (document,) = mjlog("show", "-", "--game", "0", "0", "--format", "json", stdin=games).json
    assert "wall" not in document


def test_a_game_is_shown_with_its_players_results_date_and_rules(mjlog: Run) -> None:
    sample = Path(__file__).parents[2] / "data/samples/jpml_a.jsonl"
    head, players, rounds = mjlog("show", sample).out.split("\n\n")
    assert head.splitlines() == [
        f"jpml_a-111-00000 ({sample})",
        "simulation, south, 2025-01-05 04:00 JST",
        "rules: jpml_a",
    ]
    assert players.splitlines()[0].split() == ["seat", "name", "final_score", "result", "rank"]
    assert players.splitlines()[2].split() == ["1", "Tomasz", "Nowak", "48300", "26.3", "1"]
    assert rounds.splitlines()[1].split()[1] == "E1.0"


def test_a_game_that_was_cut_off_says_so(mjlog: Run, tmp_path: Path, games: bytes) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(games[: games.rindex(b'{"type":"end_kyoku"', 0, games.index(b'"end_game"'))])
    assert "not played to its end, so far as the log says" in mjlog("show", cut).out.splitlines()


def test_lists_of_games_say_when_and_where_they_were_played(mjlog: Run, path: Path, tmp_path: Path) -> None:
    mjlog("ingest", path, "-o", tmp_path / "wh")
    for source in (path, tmp_path / "wh"):
        rows = mjlog("show", source, "--format", "json").json
        assert {row["platform"] for row in rows} == {"simulation"}
        assert all(row["started_at"].startswith("2025-") for row in rows)


def test_a_game_of_unknown_day_is_the_first(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    second = games.index(b'{"type":"start_game"', 1)
    undated = re.sub(rb',"started_at":"[^"]+"', b"", games[second:])
    assert undated != games[second:]
    mjlog("ingest", "-", "-o", tmp_path / "wh", stdin=games[:second] + undated)
    rows = mjlog("show", tmp_path / "wh", "--format", "json").json
    assert [(row["number"], row["started_at"] is None) for row in rows] == [(0, True), (1, False)]


def test_the_start_of_a_game_is_told_in_the_time_zone(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    file = tmp_path / "late.jsonl"
    file.write_bytes(re.sub(rb'"started_at":"[^"]+"', b'"started_at":"2021-12-31T17:00:00"', games))
    assert "2022-01-01 02:00 JST" in mjlog("show", file, "--game", "0").out.splitlines()[1]
    assert (
        "2021-12-31 17:00 UTC" in mjlog("show", file, "--game", "0", "--timezone", "UTC").out.splitlines()[1]
    )
    assert mjlog("show", file, "--timezone", "Europe/Berlin").out.count("  2021-12-31 18:00 CET  ") == 2
    assert {row["started_at"] for row in mjlog("show", file, "--format", "json").json} == {
        "2021-12-31T17:00:00"
    }


@pytest.mark.parametrize("arguments", [[], ["E1", "--format", "csv"]])
def test_a_wall_that_would_not_be_shown_is_refused(mjlog: Run, path: Path, arguments: list[str]) -> None:
    shown = mjlog("show", path, *arguments, "--wall", "0")
    assert (shown.code, "--wall goes with rounds" in shown.err) == (2, True)
