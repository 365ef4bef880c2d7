from __future__ import annotations

from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from mjlog.formats.compare import changes
from mjlog.simulate import simulate
from mjlog.tables import LogTables


@pytest.fixture(scope="module")
def tables() -> LogTables:
    return next(simulate("tenhou", games=3, seed=11))


def altered(tables: LogTables, table: str, game: int, /, **cells: object) -> LogTables:
    """Tables with other cells in the first row of a game that has something in them."""
    rows = getattr(tables, table).to_pylist()
    wanted = tables.games["game_id"][game].as_py()
    row = next(r for r in rows if r["game_id"] == wanted and all(r[name] is not None for name in cells))
    row |= cells
    return replace(tables, **{table: pa.Table.from_pylist(rows, schema=getattr(tables, table).schema)})


def test_equal_games_have_no_changes(tables):
    assert changes(tables, tables) == [[], [], []]


def test_no_games_have_no_changes():
    assert changes(LogTables.empty(), LogTables.empty()) == []


@pytest.mark.parametrize(
    ("table", "cells", "phrase"),
    [
        ("games", {"platform": None}, "games.platform (left out)"),
        ("games", {"rules": '{"extends": "jpml_a"}'}, "games.rules (changed)"),
        ("game_players", {"name": "somebody else"}, "game_players.name (changed)"),
        ("rounds", {"start_scores": [1, 2, 3, 4]}, "rounds.start_scores (changed)"),
        ("rounds", {"hand_2": ["1m"] * 13}, "rounds.hand_2 (changed)"),
        ("events", {"tile": "?"}, "events.tile (changed)"),
        ("events", {"is_tsumogiri": None}, "events.is_tsumogiri (left out)"),
        ("events", {"consumed": ["1m", "?"]}, "events.consumed (changed)"),
        ("events", {"consumed": None}, "events.consumed (left out)"),
        ("wins", {"log_yaku": ["riichi"] * 9}, "wins.log_yaku (changed)"),
        ("wins", {"log_fu": None}, "wins.log_fu (left out)"),
    ],
)
def test_a_changed_cell_is_told_of_its_game(tables, table, cells, phrase):
    other = altered(tables, table, 1, **cells)
    assert changes(tables, other) == [[], [phrase], []]
    (_, back, _) = changes(other, tables)
    assert back == [phrase.replace("left out", "filled in")]


def test_the_order_of_dealt_tiles_is_no_change(tables):
    hand = tables.rounds["hand_0"][0].as_py()
    assert changes(tables, altered(tables, "rounds", 0, hand_0=hand[::-1])) == [[], [], []]


def test_rules_are_compared_by_what_they_say(tables):
    text = tables.games["rules"][0].as_py()
    assert changes(tables, altered(tables, "games", 0, rules=f" {text} ")) == [[], [], []]


def test_places_in_the_source_are_no_change(tables):
    column = tables.rounds.column_names.index("source_offset")
    offsets = pa.array([5] * len(tables.rounds), pa.int64())
    other = replace(
        tables, rounds=tables.rounds.set_column(column, tables.rounds.schema.field(column), offsets)
    )
    assert changes(tables, other) == [[], [], []]


def test_missing_rows_are_told(tables):
    first = pc.not_equal(tables.draws["game_id"].cast(pa.string()), tables.games["game_id"][0].as_py())
    other = replace(tables, draws=tables.draws.filter(first))
    assert changes(tables, other)[0] == ["rows of draws (left out)"]
    assert changes(other, tables)[0] == ["rows of draws (filled in)"]


def test_missing_rounds_are_told_and_their_events_are_not(tables):
    last = pc.equal(tables.rounds["round_index"], 0)
    rounds = tables.rounds.filter(pc.invert(last))
    events = tables.events.filter(pc.not_equal(tables.events["round_index"], 0))
    told = changes(tables, replace(tables, rounds=rounds, events=events))
    assert all(game == ["rows of rounds (left out)"] for game in told)


def test_missing_events_are_told(tables):
    dropped = tables.events.slice(1)
    assert changes(tables, replace(tables, events=dropped)) == [["rows of events (left out)"], [], []]


def test_events_of_kinds_that_cannot_be_said_are_told_once(tables):
    kinds = tables.events["kind"].cast(pa.string())
    without = replace(tables, events=tables.events.filter(pc.not_equal(kinds, "riichi_accepted")))
    told = changes(tables, without, ["riichi_accepted", "leave"])
    assert told == [["events of kind riichi_accepted (left out)"]] * 3


def test_another_order_of_events_is_told_as_one_thing(tables):
    rows = tables.events.to_pylist()
    rows[0], rows[1] = ({**rows[1], "seq": 0}, {**rows[0], "seq": 1})
    other = replace(tables, events=pa.Table.from_pylist(rows, schema=tables.events.schema))
    assert changes(tables, other) == [["order of events (changed)"], [], []]
