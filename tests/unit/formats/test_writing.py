"""Games written: one that a writer fails on costs no other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

import mjlog
from mjlog import formats
from mjlog.formats import Written, writing
from mjlog.formats.base import Linker, Writer
from mjlog.tables import LogTables
from tests.conftest import ROOT
from tests.unit.formats.samples import samples

SANMA = ROOT / "data/samples/sanma.jsonl"
LOGS = [samples()[name] for name in ("mjai", "tenhou_xml", "tenhou_json")]


def fragile(bad: str) -> Writer:
    """A writer that fails on one game."""

    def games(tables: LogTables) -> Iterator[Written]:
        for game_id in tables.games["game_id"].to_pylist():
            if game_id == bad:
                raise KeyError("tile")
            yield Written(game_id, b"x")

    writer = SimpleNamespace(
        NAME="a", TITLE="a", SUFFIX="", COVERAGE=None, sniff=bool, read=list, games=games
    )
    assert isinstance(writer, Writer)
    return writer


def test_a_game_that_a_writer_fails_on_has_a_problem_and_the_others_are_written() -> None:
    tables = formats.read(LOGS)
    ids = tables.games["game_id"].to_pylist()
    written = list(writing.games(tables, fragile(ids[1])))
    assert [game.game_id for game in written] == ids
    assert [(game.data, game.problem) for game in written] == [(b"x", ""), (b"", "'tile'"), (b"x", "")]


def test_tables_that_contradict_each_other_are_no_game_but_a_problem() -> None:
    tables = formats.read(samples()["mjai"])
    broken = replace(tables, events=tables.events.slice(1).filter(tables.events.slice(1)["seq"].is_valid()))
    broken = replace(broken, rounds=tables.rounds.slice(1))
    (game,) = writing.games(broken, writing.writer_of("mjai"))
    assert game.problem
    assert game.data == b""


def test_a_writer_is_found_by_name() -> None:
    assert writing.writer_of("majiang").NAME == "majiang"
    assert isinstance(writing.writer_of("tenhou_json", as_links=True), Linker)
    for name, links, words in (
        ("tenhou_xml", False, "tenhou_xml is only read; majiang, tenhou_json, mjai are written"),
        ("mjai", True, "no link holds a game of mjai"),
        ("xml", False, "no format is called xml"),
    ):
        with pytest.raises(ValueError, match=words):
            writing.writer_of(name, as_links=links)


def test_games_are_converted_from_python() -> None:
    games = list(mjlog.convert(LOGS, "mjai"))
    assert len(games) == len(LOGS)
    assert mjlog.write(LOGS, "mjai") == b"".join(game.data for game in games)
    assert mjlog.write(mjlog.read(LOGS), "mjai") == mjlog.write(LOGS, "mjai")
    assert mjlog.read(mjlog.write(LOGS, "tenhou_json", as_links=True)).games.num_rows == len(LOGS)


def test_a_game_that_cannot_be_written_is_an_error_from_python() -> None:
    sanma = next(iter(mjlog.read(SANMA).games["game_id"].to_pylist()))
    with pytest.raises(ValueError, match=f"game {sanma} cannot be written as majiang: a game of 3 players"):
        mjlog.write(SANMA, "majiang")
    assert [bool(game.problem) for game in mjlog.convert(SANMA, "majiang")] == [True] * 3
