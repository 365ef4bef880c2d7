"""The format that the README adds is read, audited and converted like any other."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType

import pyarrow as pa
import pytest

import mjlog
from mjlog import formats
from mjlog.cli import main
from mjlog.formats import (
    Document,
    Reader,
    Writer,
    Written,
    installed,
    losses,
    majiang,
    mjai,
    registry,
    tenhou_json,
)
from mjlog.formats.builder import LogBuilder
from mjlog.formats.rows import GameRows
from mjlog.tables import LogTables
from mjlog.tiles import UNKNOWN
from tests.conftest import ROOT
from tests.corpus.test_coverage import filled
from tests.unit.formats.samples import samples

README = (ROOT / "README.md").read_text("utf-8")
(CODE,) = re.findall(r'^```python\n(""".*?NAME = "club".*?)^```', README, re.DOTALL | re.MULTILINE)
(SHEET,) = re.findall(r"^```text\n(club .*?)^```", README, re.DOTALL | re.MULTILINE)


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("club")
    exec(compile(CODE, "README.md", "exec"), module.__dict__)
    monkeypatch.setattr(registry, "_registered", [])
    assert isinstance(module, Reader)
    formats.register(module)
    return module


def test_its_logs_are_recognised_among_others_and_read(club: ModuleType) -> None:
    tables = mjlog.read([samples()["mjai"], SHEET.encode(), samples()["tenhou_xml"]])
    assert tables.rejects.num_rows == 0
    assert set(tables.games["source_format"].to_pylist()) == {"club", "mjai", "tenhou_xml"}
    read = mjlog.read(SHEET.encode())
    read.validate()
    assert read.game_players["name"].to_pylist() == ["Aoi", "Ben", "Chi", "Dan"]
    assert (read.rounds.num_rows, read.events.num_rows) == (2, 10)
    assert read.wins["log_points"].to_pylist() == [1600]


def test_its_logs_are_audited(club: ModuleType) -> None:
    assert mjlog.audit(SHEET.encode()).is_clean
    for right, wrong, code in [
        ("0-9p", "0-9m", "TI001"),
        ("50 1600", "40 1600", "SC005"),
        ("1600", "1300", "SC006"),
    ]:
        found = mjlog.audit(SHEET.replace(right, wrong).encode()).findings["code"].to_pylist()
        assert code in found


def test_it_covers_what_it_says(club: ModuleType) -> None:
    found = filled(mjlog.read(SHEET.encode()))
    assert found == (club.COVERAGE.parsed | club.COVERAGE.derived)


@pytest.mark.parametrize("damage", ["E1 6p", "123m4", "0-9p", "E2 7s"])
def test_what_is_broken_is_told_and_the_rest_is_read(club: ModuleType, damage: str) -> None:
    tables = mjlog.read(SHEET.replace(damage, "?", 1).encode())
    assert tables.rounds.num_rows == 1
    (reject,) = tables.rejects.to_pylist()
    assert (
        SHEET.splitlines()[1 + (damage == "E2 7s")][20:60] in SHEET[reject["source_offset"] :].splitlines()[0]
    )


@pytest.mark.parametrize(
    "line",
    [
        "E",
        "E 6p",
        "E1",
        "abort",
        "E5 6p",
        "E1 66p",
        "E1 6p abort",
        "E1 z",
        "?",
        "\0",
        "E1 6p 1m 1m 1m 1m",
    ],
)
def test_nothing_of_a_broken_line_is_told_as_play(club: ModuleType, line: str) -> None:
    title, first, second = SHEET.splitlines()
    hands = " ".join(first.split()[2:])
    for broken in (line, f"{line} {hands}", f"{first} {line} 0-9p", f"{first} 0+0z"):
        tables = club.read([Document("x", f"{title}\n{broken}\n{second}\n".encode())])
        tables.validate()
        assert tables.rounds["round_number"].to_pylist() == [2]
        assert tables.events.num_rows == 3
        assert tables.rejects["source_offset"].to_pylist() == [len(title) + 1]


def test_it_raises_nothing_whatever_becomes_of_its_logs(club: ModuleType) -> None:
    words = re.findall(r"\S+|\n", SHEET)
    for case in range(300):
        random = Random(case)
        changed = list(words)
        for _ in range(random.randrange(1, 4)):
            at = random.randrange(len(changed))
            changed[at : at + random.randrange(3)] = [
                random.choice([*words, "0+0z", "9z", "E0", "\ufffd", "club"])
            ]
        club.read([Document("x", " ".join(changed).encode())]).validate()
    tables = club.read([Document("x", SHEET.encode() + SHEET.encode().splitlines(keepends=True)[1] * 33_000)])
    assert tables.rounds.num_rows == 1001
    assert tables.rejects["reason"].to_pylist()[0] == "no round: a game of more than 1000 rounds"
    assert club.read([Document("x", b"E1 6p\n")]).rejects.num_rows == 1


def test_its_logs_may_stand_behind_others_in_a_file(club: ModuleType) -> None:
    tables = mjlog.read(samples()["tenhou_xml"] + b"\n" + SHEET.encode())
    assert sorted(tables.games["source_format"].to_pylist()) == ["club", "tenhou_xml"]
    assert (tables.rounds.num_rows, tables.rejects.num_rows) == (5, 0)


def test_its_logs_are_converted(club: ModuleType) -> None:
    (game,) = mjlog.convert(SHEET.encode(), "mjai")
    assert mjlog.read(game.data).events.num_rows == 10


def test_it_is_written_when_it_can_write(
    club: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def games(tables: LogTables) -> Iterator[Written]:
        for game_id in tables.games["game_id"].to_pylist():
            yield Written(game_id, b"club A B C D\n", ("every round",))

    assert not isinstance(club, Writer)
    club.games, club.SUFFIX = games, ".club"  # type: ignore[attr-defined]
    assert isinstance(club, Writer)
    (tmp_path / "in.xml").write_bytes(samples()["tenhou_xml"])
    with pytest.raises(SystemExit) as end:
        main(["convert", str(tmp_path / "in.xml"), "--to", "club", "-o", f"{tmp_path}/out/"])
    assert end.value.code == 0
    told = "what club cannot say of 1 game (--losses FILE: of each, by column):\n  every round\n"
    assert told in capsys.readouterr().err
    (written,) = (tmp_path / "out").iterdir()
    assert (written.suffix, written.read_bytes()) == (".club", b"club A B C D\n")


def test_what_its_writer_loses_is_found_by_reading_back(club: ModuleType) -> None:
    def text_of(game: GameRows) -> bytes:
        return SHEET.replace("Aoi", "Eva").encode() if game.row["player_count"] == 4 else b""

    (game,) = losses.written(mjlog.read(SHEET.encode()), club, text_of)
    assert (game.problem, game.lost) == ("", ("game_players.name (changed)",))


def test_a_result_without_its_play_is_a_finding_and_its_worth_unchecked() -> None:
    builder = LogBuilder()
    builder.game(source_path="a", source_format="club", player_count=4)
    for seat in range(4):
        builder.player(seat)
    hidden = [[UNKNOWN] * 13] * 4
    place = {"round_wind": 0, "round_number": 1, "dealer_seat": 0, "honba": 0, "riichi_sticks": 0}
    builder.round(hands=hidden, dora_indicators=[3], outcome="ron", **place)
    builder.event("win", 3, tile=30, target_seat=2)
    builder.win(seat=3, from_seat=2, tile=30, log_han=1, log_fu=50, log_points=1600)
    report = mjlog.audit(builder.build())
    assert "TN002" in report.findings["code"].to_pylist()
    assert report.counts.checked["SC003"] == 0


def test_a_name_stands_for_one_format(club: ModuleType) -> None:
    with pytest.raises(ValueError, match="there is a reader of club already"):
        formats.register(club)
    other = ModuleType("other")
    other.__dict__.update(club.__dict__, NAME="mjai")
    with pytest.raises(ValueError, match="there is a reader of mjai already"):
        formats.register(other)
    assert formats.reader_of("club") is club
    with pytest.raises(ValueError, match="no format is called clubs; did you mean club"):
        formats.reader_of("clubs")
    with pytest.raises(ValueError, match="no format is called x; there are club, tenhou_"):
        formats.reader_of("x")


def test_what_is_no_reader_is_refused() -> None:
    with pytest.raises(TypeError, match="is no reader: it has no NAME, TITLE, COVERAGE, sniff, read"):
        formats.register(sys)


def test_what_has_the_members_of_a_reader_may_still_be_none(club: ModuleType) -> None:
    other = ModuleType("other")
    other.__dict__.update(club.__dict__, NAME="a/b c")
    with pytest.raises(ValueError, match="a format is not called 'a/b c'"):
        formats.register(other)
    other.__dict__.update(NAME="other", COVERAGE={"x": 1})
    with pytest.raises(TypeError, match="its COVERAGE is no Coverage"):
        formats.register(other)


def test_a_reader_that_cannot_tell_its_logs_costs_only_those(
    club: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sniff(head: bytes) -> bool:
        raise RuntimeError("boom")

    monkeypatch.setattr(club, "sniff", sniff)
    tables = mjlog.read([samples()["mjai"], SHEET.encode(), samples()["tenhou_xml"]])
    assert set(tables.games["source_format"].to_pylist()) == {"mjai", "tenhou_xml"}
    rejects = tables.rejects.to_pylist()
    assert {row["source_path"] for row in rejects} == {"<bytes 1>"}
    assert rejects[0]["reason"] == "the reader club cannot tell whether it is a log: RuntimeError: boom"


def column(table: pa.Table, name: str, value: object) -> pa.Table:
    """A table with one value in all of a column."""
    at = table.schema.get_field_index(name)
    values = pa.array([value] * len(table), pa.string() if isinstance(value, str) else None)
    return table.set_column(at, table.schema.field(at), values.cast(table.schema.field(at).type))


SPOILED = {
    "NoneType, not LogTables": lambda _: None,
    "dict, not LogTables": lambda _: {"games": []},
    "table games does not follow its schema": lambda t: replace(
        t, games=t.games.append_column("more", pa.array([1] * len(t.games)))
    ),
    "table rounds does not follow its schema": lambda t: replace(t, rounds=t.rounds.drop_columns(["honba"])),
    "game_players belong to no game": lambda t: replace(t, games=t.games.slice(0, 0)),
    "rows of events belong to no round": lambda t: replace(t, rounds=t.rounds.slice(1)),
    "a game is there twice": lambda t: replace(t, games=pa.concat_tables([t.games] * 2)),
    "a game has 5 to 5 players": lambda t: replace(t, games=column(t.games, "player_count", 5)),
    "rows of rounds are out of order, or there twice": lambda t: replace(
        t, rounds=pa.concat_tables([t.rounds] * 2)
    ),
    "rows of events are out of order": lambda t: replace(
        t, events=t.events.take(list(reversed(range(len(t.events)))))
    ),
    "events.seat is no seat of the table": lambda t: replace(t, events=column(t.events, "seat", 99)),
    "events.kind has 'zzz', which is no word": lambda t: replace(t, events=column(t.events, "kind", "zzz")),
    "events.tile has '9z', which is no word": lambda t: replace(t, events=column(t.events, "tile", "9z")),
    "rounds.honba is null in 2 rows": lambda t: replace(t, rounds=column(t.rounds, "honba", None)),
}


@pytest.mark.parametrize("words", SPOILED)
def test_what_a_reader_gives_against_the_schema_costs_only_its_documents(
    club: ModuleType, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    read = club.read

    def spoiling(documents: Sequence[Document]) -> object:
        tables = read(documents)
        return SPOILED[words](tables) if any(b"bad" in d.data for d in documents) else tables

    monkeypatch.setattr(club, "read", spoiling)
    bad = SHEET.replace("Aoi", "bad").encode()
    tables = mjlog.read([samples()["mjai"], SHEET.encode(), bad, SHEET.encode()])
    assert sorted(tables.games["source_format"].to_pylist()).count("club") == 2
    (reject,) = tables.rejects.to_pylist()
    assert reject["source_path"] == "<bytes 2>"
    assert words in reject["reason"]
    assert reject["reason"].startswith("the reader club failed on it: ")


def test_the_command_line_reads_a_format_of_ones_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "_registered", [])
    module, sheet = tmp_path / "club_of_ours.py", tmp_path / "sheet.txt"
    half = tmp_path / "half.py"
    module.write_text(CODE, "utf-8")
    half.write_text(CODE.replace("def read(", "def reads("), "utf-8")
    sheet.write_text(SHEET, "utf-8")
    for name, code, told in [
        (str(module), 0, ""),
        ("mjlog.tiles", 2, "mjlog: mjlog.tiles is no reader: it has no NAME"),
        (str(half), 2, f"mjlog: {half} is no reader: it has no read\n"),
        ("nosuch", 2, "No module"),
    ]:
        with pytest.raises(SystemExit) as ended:
            main(["--reader", name, "audit", str(sheet)])
        assert ended.value.code == code
        assert told in capsys.readouterr().err


def test_formats_with_scores_can_say_its_games_once_it_tells_them(club: ModuleType) -> None:
    def problems(code: str) -> list[str]:
        exec(compile(code, "README.md", "exec"), club.__dict__)
        tables = club.read([Document("sheet.txt", "\n".join(SHEET.splitlines()[:2]).encode())])
        return [next(iter(writer.games(tables))).problem for writer in (mjai, majiang, tenhou_json)]

    with_scores = CODE.replace("builder.round(", "builder.round(start_scores=[25000] * 4, ")
    with_changes = with_scores.replace("builder.win(", "builder.win(log_deltas=[0, 0, 1600, -1600], ")
    assert ["not known" in problem for problem in problems(CODE)] == [False, True, True]
    assert ["not known" in problem for problem in problems(with_scores)] == [False, False, True]
    assert problems(with_changes) == ["", "", ""]


def test_the_audit_could_not_run_where_no_round_can_be_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "_registered", [])
    module, sheet = tmp_path / "club_without_rounds.py", tmp_path / "sheet.txt"
    module.write_text(CODE, "utf-8")
    sheet.write_text(SHEET.replace("E1 ", "E1 x").replace("E2 ", "E2 x"), "utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["--reader", str(module), "audit", str(sheet)])
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    assert err.endswith("mjlog: no round could be read\n")


class Point:
    """An entry point of a package."""

    def __init__(self, name: str, reader: object) -> None:
        self.name, self.value, self._reader = name, f"{name}:reader", reader

    def load(self) -> object:
        if isinstance(self._reader, Exception):
            raise self._reader
        return self._reader


def test_a_package_brings_its_format(club: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    points = [Point("club", club), Point("broken", ImportError("no such thing")), Point("none", 5)]
    monkeypatch.setattr(registry, "_registered", [])
    monkeypatch.setattr(installed, "entry_points", lambda **_: points)
    with pytest.warns(UserWarning, match="cannot be used") as warned:
        found = installed.installed()
    assert (found, len(warned)) == ([club], 2)
    monkeypatch.setattr(registry, "_installed", lambda: (club, *registry._built_in()[:1]))
    names = [reader.NAME for reader in registry.readers()]
    assert (names[0], len(names)) == ("club", len(set(names)))
    assert mjlog.read(SHEET.encode()).games.num_rows == 1
