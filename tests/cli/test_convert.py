"""``mjlog convert``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjlog import formats
from mjlog.cli.losses import Losses
from mjlog.formats.mjai import write as mjai_write
from tests.unit.formats.table_snippets import simple
from tests.unit.formats.test_mjai_extensions import extended

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_games_of_standard_input_come_out_as_they_went_in(mjlog: Run, games: bytes) -> None:
    shown = mjlog("convert", "-", stdin=games)
    assert (shown.code, shown.out.encode()) == (0, games)


def test_a_file_is_written_whole_and_not_replaced_unasked(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(games)
    assert mjlog("convert", source, "-o", output).code == 0
    assert output.read_bytes() == games
    again = mjlog("convert", source, "-o", output)
    assert (again.code, "--force" in again.err) == (2, True)
    assert mjlog("convert", source, "-o", output, "--force").code == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_what_cannot_be_read_is_told_and_the_rest_converted(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(games)
    (tmp_path / "b.txt").write_text("hello")
    shown = mjlog("convert", tmp_path)
    assert (shown.code, shown.out.encode()) == (0, games)
    assert "b.txt: no known log" in shown.err


@pytest.mark.parametrize("output", [[], ["-o", "out.jsonl"]])
def test_without_any_game_nothing_is_written(
    mjlog: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = mjlog("convert", "nowhere", *output)
    assert (shown.code, shown.out) == (2, "")
    assert "no game could be read" in shown.err
    assert list(tmp_path.iterdir()) == []


def test_what_only_the_action_format_can_say_is_kept(mjlog: Run, tmp_path: Path) -> None:
    data = mjai_write.write(extended())
    shown = mjlog("convert", "-", stdin=data)
    assert (shown.code, shown.err, shown.out.encode()) == (0, "", data)
    assert '"reason":"wrong pon"' in shown.out


def test_unknown_fields_go_through_a_conversion(mjlog: Run, games: bytes) -> None:
    marked = games.replace(b'"type":"tsumo",', b'"type":"tsumo","heat":[1,{"a":null}],')
    shown = mjlog("convert", "-", stdin=marked)
    lines, found = (list(map(json.loads, text.splitlines())) for text in (marked, shown.out.encode()))
    assert found == lines
    assert mjlog("convert", "-", stdin=shown.out.encode()).out == shown.out


def test_every_format_that_is_written_can_be_read_again(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(games)
    wanted = formats.read(games)
    for writer in formats.writers():
        output = tmp_path / f"out{writer.SUFFIX}.gz"
        shown = mjlog("convert", tmp_path / "in.jsonl", "--to", writer.NAME, "-o", output)
        assert shown.code == 0, shown.err
        tables = formats.read(output)
        assert set(tables.games["source_format"].to_pylist()) == {writer.NAME}
        assert (tables.games.num_rows, tables.rounds.num_rows) == (2, wanted.rounds.num_rows)
        assert tables.games["content_hash"].to_pylist() == wanted.games["content_hash"].to_pylist()
        output.unlink()


def test_links_hold_whole_games(mjlog: Run, games: bytes) -> None:
    shown = mjlog("convert", "-", "--to", "tenhou_json", "--link", stdin=games)
    links = shown.out.splitlines()
    assert [link.startswith("https://tenhou.net/") for link in links] == [True, True]
    assert formats.read(shown.out.encode()).rounds.num_rows == formats.read(games).rounds.num_rows


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--to", "xml"], "no format is called xml"),
        (["--to", "tenhou_xml"], "tenhou_xml is only read"),
        (["--to", "tenhou-json"], "did you mean tenhou_json?"),
        (["--to", "mjai", "--link"], "no link holds a game of mjai; links hold those of tenhou_json"),
        (["--split"], "--split needs a folder"),
    ],
)
def test_what_cannot_be_converted_to_is_an_error(mjlog: Run, arguments: list[str], words: str) -> None:
    shown = mjlog("convert", "-", *arguments, stdin=b"")
    assert (shown.code, words in shown.err) == (2, True)


@pytest.mark.parametrize("arguments", [["-o", "out/"], ["-o", "out", "--split"]])
def test_each_game_gets_a_file_named_by_its_id(
    mjlog: Run, games: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert mjlog("convert", "-", *arguments, stdin=games).code == 0
    ids = formats.read(games).games["game_id"].to_pylist()
    assert sorted(p.name for p in Path("out").iterdir()) == sorted(f"{i}.jsonl" for i in ids)
    assert b"".join(Path("out", f"{i}.jsonl").read_bytes() for i in ids) == games
    again = mjlog("convert", "-", *arguments, stdin=games)
    assert (again.code, "--force" in again.err) == (2, True)
    assert mjlog("convert", "-", *arguments, "--force", stdin=games).code == 0


def test_no_id_leads_out_of_the_folder(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    lines = games.splitlines()
    first = json.loads(lines[0])
    ids = ["../../up", "/etc/passwd", "..", "a/b", "a\\b", "CON", "", "x" * 300, "A/B", "日本", "-rf"]
    logs = [b"\n".join([json.dumps({**first, "log_id": i}).encode(), *lines[1:]]) for i in ids]
    for number, log in enumerate(logs):
        (tmp_path / f"{number}.jsonl").write_bytes(log)
    count = formats.read(tmp_path).games.num_rows
    shown = mjlog("convert", tmp_path, "-o", f"{tmp_path}/a/b/")
    assert shown.code == 0
    written = [p for p in (tmp_path / "a/b").iterdir() if p.is_file()]
    assert len(written) == count == 2 * len(ids)
    assert all(len(p.name) < 130 and p.name.isascii() and not p.name.startswith((".", "-")) for p in written)
    assert {p.name for p in tmp_path.iterdir()} == {f"{n}.jsonl" for n in range(len(ids))} | {"a"}


def test_what_is_lost_is_told_by_game_or_summed_up(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    log = tmp_path / "losses.jsonl"
    shown = mjlog("convert", "-", "--to", "majiang", "--losses", log, stdin=games)
    rows = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert [row["game_id"] for row in rows] == formats.read(games).games["game_id"].to_pylist()
    assert all(row["lost"] and not row["problem"] for row in rows)
    head, *lines = shown.err.splitlines()
    assert head == "mjlog: what majiang cannot say of 2 games (--losses FILE: of each, by column):"
    assert [line.partition(":")[0] for line in lines] == [
        "  left out",
        "  left out, as it follows from the rest",
    ]
    assert "log id, platform, date and time, walls" in lines[0]
    assert "indicators of wins" in lines[1]


def test_rounds_of_a_copy_that_cannot_be_read_are_told_one_by_one_and_counted(
    mjlog: Run, tmp_path: Path
) -> None:
    table = simple()
    for honba in range(1, 13):
        table.round(honba=honba)
        table.turn(0, "1p")
        table.turn(3, "1p")
        table.win(1, 3, "1p")
    log, source = tmp_path / "losses.jsonl", b"".join(map(mjai_write.write, [table.builder.build()]))
    shown = mjlog("convert", "-", "--to", "tenhou_json", "--losses", log, stdin=source)
    assert shown.code == 0
    assert shown.err.count("nobody can go on") == 10
    assert "East 1, honba 1 (round 2 of the log): nobody can go on" in shown.err
    assert "mjlog: ... and 2 more pieces of the copies cannot be read" in shown.err
    assert len(json.loads(log.read_text("utf-8"))["unread"]) == 12


def test_what_is_lost_is_told_in_words_that_matter_first() -> None:
    losses = Losses()
    losses.enter(["wins.log_hand (left out)", "games.room (left out)", "rows of wins (left out)"], None)
    losses.enter(
        [
            "rounds.ura_indicators (filled in)",
            "order of events (changed)",
            "games.house_options (left out)",
            "games.rules (changed)",
            "events of kind leave (left out)",
            "what nobody foresaw",
        ],
        '{"extends": "jpml_a"}',
    )
    assert list(losses.lines("club"))[1:] == [
        "rules (1 of 2 games): the copy is judged by others, unless by --ruleset jpml_a",
        "house options (1 of 2 games): the copy is checked as if it had none",
        "left out: wins (1 of 2 games), room (1 of 2 games), when players leave (1 of 2 games)",
        "what nobody foresaw (1 of 2 games)",
        "changed: the order of events (1 of 2 games)",
        "left out, as it follows from the rest: winning hands (1 of 2 games)",
        "filled in, as it follows from the rest: ura dora indicators (1 of 2 games)",
    ]


def test_a_copy_that_loses_nothing_is_told_nothing_of() -> None:
    losses = Losses()
    losses.enter([], None)
    assert list(losses.lines("club")) == []


def test_a_copy_is_judged_by_the_rules_of_the_original(mjlog: Run, tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "data/samples/jpml_a.jsonl"
    for name in ("tenhou_json", "majiang"):
        copy = tmp_path / f"{name}.json"
        assert mjlog("convert", source, "--to", name, "-o", copy).code == 0
        shown = mjlog("audit", copy)
        assert "jpml_a 1 (stated by the log)" in shown.out
        assert (shown.code, "no findings" in shown.out) == (0, True)


def test_games_that_a_format_cannot_say_are_told_and_the_others_written(
    mjlog: Run, games: bytes, sanma: bytes
) -> None:
    shown = mjlog("convert", "-", "--to", "majiang", stdin=sanma + games)
    assert shown.code == 1
    assert "cannot be written as majiang: a game of 3 players" in shown.err
    assert formats.read(shown.out.encode()).games.num_rows == 2
    alone = mjlog("convert", "-", "--to", "majiang", stdin=sanma)
    assert (alone.code, alone.out) == (2, "")
    assert "no game could be written" in alone.err


def test_many_games_that_cannot_be_said_are_counted(mjlog: Run, sanma: bytes, games: bytes) -> None:
    shown = mjlog("convert", "-", "--to", "majiang", stdin=sanma * 15 + games)
    assert shown.err.count("a game of 3 players") == 10
    assert "... and 5 more games cannot be written as majiang" in shown.err
