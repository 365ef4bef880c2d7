from __future__ import annotations

import json

import pytest

from mjlog.formats import majiang, mjai, tenhou_json
from mjlog.formats.losses import compared, written
from mjlog.formats.rows import CannotSayError, games_of
from mjlog.simulate import simulate
from mjlog.tables import LogTables


@pytest.fixture(scope="module")
def tables() -> LogTables:
    return next(simulate("tenhou", games=3, seed=21))


def texts(tables: LogTables) -> list[bytes]:
    return [game.data for game in tenhou_json.games(tables)]


def test_what_comes_back_otherwise_is_lost(tables):
    first, second, third = texts(tables)
    log = json.loads(second)
    log["name"][2] = "somebody else"
    told = list(compared(tables, tenhou_json, [first, json.dumps(log).encode(), third]))
    assert "game_players.name (changed)" in told[1].lost
    assert "game_players.name (changed)" not in told[0].lost + told[2].lost
    assert [game.problem for game in told] == ["", "", ""]


def test_what_cannot_be_read_back_is_a_problem_of_its_game(tables):
    first, _, third = texts(tables)
    told = list(compared(tables, tenhou_json, [first, b'{"log": [[1]]}', third]))
    assert [bool(game.problem) for game in told] == [False, True, False]
    assert told[1].data == b""


def test_what_comes_back_as_several_games_is_a_problem(tables):
    first, second, third = texts(tables)
    told = list(compared(tables, tenhou_json, [first, second + third, third]))
    assert told[1].problem == "it does not come back as one game"
    assert told[2].lost == told[0].lost


def test_games_that_are_not_written_have_their_reason(tables):
    def compose(game):
        if game.row["game_id"] == tables.games["game_id"][1].as_py():
            raise CannotSayError("some rule")
        return next(iter(majiang.games(tables.of_games([game.row["game_id"]])))).data

    told = list(written(tables, majiang, compose))
    assert [game.problem for game in told] == ["", "some rule", ""]


def test_nothing_is_written_of_no_games():
    for writer in (mjai, tenhou_json, majiang):
        assert list(writer.games(LogTables.empty())) == []


def test_rows_come_by_game_and_round(tables):
    games = list(games_of(tables))
    assert [game.row["game_id"] for game in games] == tables.games["game_id"].to_pylist()
    assert sum(len(game.rounds) for game in games) == len(tables.rounds)
    assert sum(len(told.events) for game in games for told in game.rounds) == len(tables.events)
    first = games[0].rounds[0]
    assert first.name == "East 1, honba 0"
    assert len(first.wins) + len(first.draws) >= 1
    assert games[2].column("name") == tables.game_players["name"].to_pylist()[8:]
