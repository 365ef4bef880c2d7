"""Games by number: the place of each among some ids, in Arrow and in views."""

from __future__ import annotations

import duckdb
import pyarrow as pa
import pytest

from mjlog.warehouse.numbered import numbered, show, show_numbered

GAMES = pa.array(["a", "b", "c"])
IDS = ["c", "a", "c", "b"]
AS_TEXT = pa.chunked_array([pa.array(IDS)])
IN_CHUNKS = pa.chunked_array([pa.array(IDS[:2]).dictionary_encode(), pa.array(IDS[2:]).dictionary_encode()])


@pytest.mark.parametrize("ids", [AS_TEXT, IN_CHUNKS], ids=["text", "dictionaries"])
def test_games_are_their_places(ids: pa.ChunkedArray) -> None:
    found = numbered(pa.table({"seat": range(4), "game_id": ids}), GAMES)
    assert found.to_pydict() == {"seat": [0, 1, 2, 3], "game_id": [2, 0, 2, 1]}
    assert found.schema.field("game_id").type == pa.int32()


def test_another_game_is_none_of_them() -> None:
    found = numbered(pa.table({"game_id": pa.chunked_array([["a", "z"]])}), GAMES)
    assert found["game_id"].to_pylist() == [0, 3]
    assert numbered(pa.table({"game_id": pa.array([], pa.string())}), GAMES)["game_id"].to_pylist() == []


def test_only_one_connection_is_shown_numbers() -> None:
    with duckdb.connect() as database:
        database.execute("create table rounds as select unnest(['c', 'z', 'a']) as game_id, 7 as honba")
        with database.cursor() as views, database.cursor() as registered:
            show_numbered(views, ["rounds"], GAMES)
            show(registered, {"rounds": pa.table({"game_id": [5]})})
            rows = views.execute("select game_id, honba from rounds order by game_id").fetchall()
            assert rows == [(0, 7), (2, 7), (3, 7)]
            assert registered.execute("from rounds").fetchall() == [(5,)]
        assert len(database.execute("from rounds where game_id = 'z'").fetchall()) == 1
