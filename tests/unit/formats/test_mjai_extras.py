"""Fields that mjlog does not know survive."""

from __future__ import annotations

import json
from dataclasses import replace

import msgspec
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog import schema
from mjlog.formats import mjai
from mjlog.formats.base import Document
from mjlog.formats.builder import LogBuilder
from mjlog.formats.mjai import extras as mjai_extras
from mjlog.formats.mjai import write as mjai_write
from mjlog.formats.mjai.extras import split, with_fields
from tests.unit.formats.mjai_snippets import (
    END_GAME,
    END_ROUND,
    HANDS,
    START,
    Action,
    act,
    deal,
    kinds,
    only,
    read,
    rejected,
    tables_of,
    text,
    turn,
)
from tests.unit.formats.test_mjai_write import core, full_tables, read_back, written

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | FLOATS | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
UNKNOWN = st.dictionaries(st.text().map("x-{}".format), JSON, min_size=1, max_size=3)
GAME: list[Action] = [
    START,
    deal(),
    *turn(0),
    act("tsumo", 1, "9s"),
    act("reach", 1),
    act("dahai", 1, "9s", tsumogiri=False),
    act("reach_accepted", 1),
    act("chi", 2, "9s", target=1, consumed=["7s", "8s"]),
    act("dahai", 2, "1m"),
    act("hora", 3, "1m", target=2),
    END_ROUND,
    END_GAME,
]


def extras_of(tables) -> list[tuple]:
    return [
        (row["round_index"], row["seq"], row["action"], json.loads(row["fields"]))
        for row in tables.extras.to_pylist()
    ]


@given(fields=st.lists(st.none() | UNKNOWN, min_size=len(GAME), max_size=len(GAME)))
def test_unknown_fields_of_any_action_survive(fields):
    actions = [{**action, **(more or {})} for action, more in zip(GAME, fields, strict=True)]
    tables = tables_of(actions)
    assert rejected(tables) == []
    assert [row[-1] for row in extras_of(tables)] == [more for more in fields if more]
    for line, more in zip(written(tables), fields, strict=True):
        assert more is None or more.items() <= line.items()
    assert core(read_back(tables)) == core(tables)


def test_they_stand_with_the_place_of_their_action():
    tables = tables_of([{**action, "x": n} for n, action in enumerate(GAME)])
    assert extras_of(tables) == [
        (None, None, "start_game", {"x": 0}),
        (0, None, "start_kyoku", {"x": 1}),
        (0, 0, "tsumo", {"x": 2}),
        (0, 1, "dahai", {"x": 3}),
        (0, 2, "tsumo", {"x": 4}),
        (0, 3, "reach", {"x": 5}),
        (0, 4, "dahai", {"x": 6}),
        (0, 5, "reach_accepted", {"x": 7}),
        (0, 6, "chi", {"x": 8}),
        (0, 7, "dahai", {"x": 9}),
        (0, 8, "hora", {"x": 10}),
        (0, None, "end_kyoku", {"x": 11}),
        (None, None, "end_game", {"x": 12}),
    ]


def test_places_count_both_events_of_an_open_riichi():
    reach, discard = act("reach", 0, open=True, x=1), act("dahai", 0, "9s", y=2)
    tables = tables_of(START, deal(), act("tsumo", 0, "9s"), reach, discard)
    assert kinds(tables) == ["draw", "riichi", "open_riichi", "discard"]
    assert [(seq, fields) for _, seq, _, fields in extras_of(tables)] == [(1, {"x": 1}), (3, {"y": 2})]
    assert core(read_back(tables)) == core(tables)


def test_a_deal_whose_last_tile_is_the_first_draw_has_no_place_among_events():
    dealt = deal(tehais=[[*HANDS[0], "E"], *HANDS[1:]], x=1)
    tables = tables_of(START, dealt, act("dahai", 0, "E", y=2))
    assert kinds(tables) == ["draw", "discard"]
    assert extras_of(tables) == [(0, None, "start_kyoku", {"x": 1}), (0, 1, "dahai", {"y": 2})]


def test_they_belong_to_their_game_and_round():
    game = [START, deal(x=1), *turn(0), END_ROUND, deal(oya=1, kyoku=2, x=2), *turn(1), END_ROUND, END_GAME]
    tables = tables_of(game, {**START, "x": 3}, deal(), turn(0))
    ids = tables.games["game_id"].to_pylist()
    assert tables.extras["game_id"].to_pylist() == [ids[0], ids[0], ids[1]]
    assert extras_of(tables) == [
        (0, None, "start_kyoku", {"x": 1}),
        (1, None, "start_kyoku", {"x": 2}),
        (None, None, "start_game", {"x": 3}),
    ]
    assert core(read_back(tables)) == core(tables)


def test_nested_fields_that_are_not_known_are_kept_alone():
    start = {**START, "majsoul": {"uuid": "id", "room": "gold", "season": 7}}
    points = {"ron": 2000, "bonus": None}
    tables = tables_of(start, deal(), *turn(0), act("hora", 1, "9s", target=0, fan=2, majsoul_points=points))
    assert extras_of(tables) == [
        (None, None, "start_game", {"majsoul": {"season": 7}}),
        (0, 2, "hora", {"majsoul_points": {"bonus": None}}),
    ]
    assert only(tables.games)["room"] == "gold"
    assert only(tables.wins)["log_points"] == 2000
    assert core(read_back(tables)) == core(tables)


@pytest.mark.parametrize("meta", [{"score": {"han": 2, "fu": 30}, "q": 0.5}, {"score": "x"}, [1], None, 5])
def test_what_bots_attach_is_kept_whole(meta):
    tables = tables_of(START, deal(), *turn(0), act("hora", 1, "9s", target=0, meta=meta, x=1))
    assert extras_of(tables) == [(0, 2, "hora", {"x": 1, "meta": meta})]
    assert only(tables.wins)["log_han"] == (2 if isinstance(meta, dict) and "q" in meta else None)
    assert core(read_back(tables)) == core(tables)


def test_a_set_aside_tile_has_them_under_the_name_that_is_written():
    tables = tables_of(START, deal(), act("tsumo", 0, "N"), act("nukidora", 0, "N", x=1))
    assert extras_of(tables) == [(0, 1, "kita", {"x": 1})]
    assert core(read_back(tables)) == core(tables)


CONTAINERS = {
    "lines": text(GAME[:3], act("dahai", 0, "9s", meta={"a": [1]}), END_ROUND),
    "blank lines": text(GAME[:3], act("dahai", 0, "9s", meta={"a": [1]}), END_ROUND).replace(b"\n", b"\n\n"),
    "array": json.dumps([*GAME[:3], act("dahai", 0, "9s", meta={"a": [1]}), END_ROUND]).encode(),
    "pretty": json.dumps([*GAME[:3], act("dahai", 0, "9s", meta={"a": [1]}), END_ROUND], indent=2).encode(),
    "arrays": text([GAME[:3], [act("dahai", 0, "9s", meta={"a": [1]}), END_ROUND]]),
    "events": json.dumps({"events": [*GAME[:3], act("dahai", 0, "9s", meta={"a": [1]}), END_ROUND]}).encode(),
    "mark": b"\xef\xbb\xbf" + text(GAME[:3], act("dahai", 0, "9s", meta={"a": [1]}), END_ROUND),
}


@pytest.mark.parametrize("container", list(CONTAINERS))
def test_they_survive_in_every_container(container):
    tables = read(CONTAINERS[container])
    assert rejected(tables) == []
    assert extras_of(tables) == [(0, 1, "dahai", {"meta": {"a": [1]}})]
    assert tables.extras["fields"].to_pylist()[0].replace(" ", "") == '{"meta":{"a":[1]}}'


def test_offsets_are_those_of_the_lines():
    data = text([{**action, "x": 1} for action in GAME])
    lines = data.splitlines(keepends=True)
    starts = [sum(map(len, lines[:n])) for n in range(len(lines))]
    assert read(data).events["source_offset"].to_pylist() == starts[2:11]


def test_a_line_that_is_broken_besides_breaks_its_round_only():
    broken = act("dahai", 0, "5x", meta={"a": 1})
    tables = tables_of(
        START, deal(), act("tsumo", 0, "9s", y=1), broken, END_ROUND, deal(), *turn(0), END_ROUND
    )
    assert "Invalid enum value '5x' - at `$.pai`" in rejected(tables)[0]
    assert tables.rounds["round_index"].to_pylist() == [1]
    assert extras_of(tables) == []


def test_fields_beyond_reason_are_left_out_and_told(monkeypatch):
    monkeypatch.setattr("mjlog.formats.kept.MOST_BYTES", 100)
    tables = tables_of(
        START, deal(), act("tsumo", 0, "9s", x="y" * 100), act("dahai", 0, "9s", x="y"), END_ROUND
    )
    why = "more than 100 bytes, or nested more than 64 deep, or no text"
    assert rejected(tables) == [f"fields left out ({why}): x"]
    assert kinds(tables) == ["draw", "discard"]
    assert extras_of(tables) == [(0, 1, "dahai", {"x": "y"})]


def test_those_of_a_round_that_cannot_be_read_are_left_out():
    broken = [deal(x=1), act("tsumo", 0, "9s", y=1), act("dahai", 0, "5x"), END_ROUND]
    for start in ([START], []):
        tables = tables_of(start, broken, deal(x=2), *turn(0), END_ROUND)
        assert extras_of(tables) == [(1, None, "start_kyoku", {"x": 2})]


def test_text_that_is_no_unicode_stands_for_itself_as_well_as_it_can():
    data = text(GAME[:2]) + b'{"type":"tsumo","actor":0,"pai":"9s","x":"\xff"}\n'
    tables = read(data)
    assert kinds(tables) == ["draw"]
    assert extras_of(tables)[0][3] == {"x": "\ufffd"}


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (rb'"\ud800"', "\ufffd"),
        (rb'"a\udc00b\\ud800"', "a\ufffdb\\ud800"),
        (rb'"\ud83c\udc00\ud83c"', "\U0001f000\ufffd"),
        (b'"\xff"', "\ufffd"),
    ],
)
def test_half_a_character_stands_for_none_and_breaks_no_round(value, kept):
    for field in (b"x", b"meta"):
        tables = read(text(GAME[:2]) + b'{"type":"tsumo","actor":0,"pai":"9s","%b":%b}\n' % (field, value))
        assert (kinds(tables), rejected(tables)) == (["draw"], [])
        assert extras_of(tables) == [(0, 0, "tsumo", {field.decode(): kept})]


def test_names_may_hold_half_a_character():
    start = text([{**START, "names": ["A", "B", "C", "D"]}]).replace(b'"B"', rb'"B\ud83c"')
    tables = read(start + text(GAME[1:]))
    assert tables.game_players["name"].to_pylist() == ["A", "B\ufffd", "C", "D"]


@pytest.mark.parametrize("deep", [b"[" * 20_000 + b"]" * 20_000, b'{"a":' * 20_000 + b"1" + b"}" * 20_000])
def test_what_is_nested_too_deep_is_left_out_and_told(deep):
    tables = read(text(GAME[:2]) + b'{"type":"tsumo","actor":0,"pai":"9s","x":%b,"y":[["]"]]}\n' % deep)
    assert rejected(tables) == ["what is nested more than 64 deep is left out"]
    ((*place, fields),) = extras_of(tables)
    assert (place, fields["y"]) == ([0, 0, "tsumo"], [["]"]])


@pytest.mark.parametrize("value", [b"NaN", b"-Infinity", b'["NaN", NaN]'])
def test_numbers_that_are_none_are_left_out_and_told(value):
    tables = read(text(GAME[:2]) + b'{"type":"tsumo","actor":0,"pai":"9s","x":%b,"y":"NaN"}\n' % value)
    assert (kinds(tables), rejected(tables)) == (["draw"], ["numbers that are none are left out"])
    ((_, _, _, fields),) = extras_of(tables)
    assert fields == {"x": ["NaN", None] if b"[" in value else None, "y": "NaN"}


@pytest.mark.parametrize("bad", [b"[" * 20_000, rb'"\ud800', b"[" * 20_000 + b"}" * 20_000])
def test_what_cannot_be_mended_breaks_its_round(bad):
    tables = read(text(GAME[:2]) + b'{"type":"tsumo","actor":0,"pai":"9s","x":%b\n' % bad)
    assert "no mjai action" in " ".join(rejected(tables))


def test_messages_to_bots_are_no_part_of_the_game():
    none = {"type": "none", "x": 1, "meta": 2}
    tables = tables_of({"type": "hello", "protocol": "mjsonp"}, GAME[:4], none, END_ROUND)
    assert rejected(tables) == []
    assert extras_of(tables) == []


def test_numbers_stand_as_they_were_written():
    data = text(GAME[:2]) + b'{"type":"tsumo","actor":0,"pai":"9s","x": [1.50, 1e3, 123456789012345678901]}\n'
    assert read(data).extras["fields"].to_pylist() == ['{"x":[1.50,1e3,123456789012345678901]}']


@pytest.mark.parametrize(
    "piece", [b"{}", b'{"type":5,"x":1}', b'{"type":"none","x":1}', b'{"type":"new","x":1}']
)
def test_only_actions_of_games_are_split(piece):
    assert split(piece) == (piece + b"\n", {})


def test_known_fields_are_not_overwritten():
    assert with_fields(b'{"type":"tsumo","actor":0}', '{"actor":1,"pai":"1m"}') == (
        b'{"type":"tsumo","actor":0,"pai":"1m"}'
    )
    assert with_fields(b'{"type":"tsumo"}', '{"type":"dahai"}') == b'{"type":"tsumo"}'


def test_fields_that_are_no_object_cannot_be_written():
    with pytest.raises(ValueError, match="unknown fields of an action that are no JSON object"):
        with_fields(b'{"type":"tsumo"}', "[1]")


def test_fields_that_a_reader_of_another_format_keeps_are_written():
    builder = LogBuilder()
    builder.game(source_path="x", source_format="f", player_count=4)
    builder.extra("start_game", {"hall": "north"})
    builder.round(
        hands=[[0] * 13] * 4, dora_indicators=[0], round_wind=0, round_number=1, dealer_seat=0, honba=0,
        riichi_sticks=0,
    )  # fmt: skip
    builder.event("draw", 0, tile=1)
    builder.extra("AGARI", {"owari": 1}, round_index=0, seq=0)
    builder.extra("nowhere", {"a": 1}, round_index=0, seq=99)
    builder.extra("before anything", {"b": 1}, round_index=0, seq=-1)
    tables = builder.build()
    assert [row["fields"] for row in tables.extras.to_pylist()] == [
        '{"hall":"north"}',
        '{"owari":1}',
        '{"a":1}',
        '{"b":1}',
    ]
    start, _, draw, _ = written(tables)
    assert start["hall"] == "north"
    assert draw == {"type": "tsumo", "actor": 0, "pai": tables.events["tile"][0].as_py()}
    assert start["extras"] == [
        {"action": "AGARI", "fields": {"owari": 1}, "round_index": 0, "seq": 0},
        {"action": "nowhere", "fields": {"a": 1}, "round_index": 0, "seq": 99},
        {"action": "before anything", "fields": {"b": 1}, "round_index": 0, "seq": -1},
    ]
    assert read_back(tables).extras.to_pylist() == tables.extras.to_pylist()


def test_rows_without_a_line_of_their_own_are_stated_by_the_game():
    tables = tables_of(GAME)
    rows = [
        (0, 0, "tsumo", {"x": 1}),
        (0, 0, "tsumo", {"y": 2}),
        (0, 1, "RecordDiscardTile", {"pai": "1m"}),
        (0, 2, "tsumo", {"actor": 3}),
        (7, 1, "dahai", {"a": []}),
        (None, 4, "Emote", {"emo": 1}),
        (None, None, "start_game", {"extras": [1]}),
    ]
    game_id = only(tables.games)["game_id"]
    names = ("round_index", "seq", "action", "fields")
    extras = [
        {"game_id": game_id, **dict(zip(names, (*row[:3], json.dumps(row[3])), strict=True))} for row in rows
    ]
    tables = replace(tables, extras=pa.Table.from_pylist(extras, schema=schema.EXTRAS.arrow))
    (game,) = mjai_write.games(tables)
    assert (game.lost, game.problem) == ((), "")
    assert sorted(extras_of(read(game.data)), key=str) == sorted(rows, key=str)


def test_rows_that_games_state_stand_with_those_of_their_game():
    stated = {**START, "mjlog_format": 1, "extras": [{"action": "a", "fields": {"b": 1}}]}
    played = [deal(x=1), *turn(0), END_ROUND, END_GAME]
    tables = tables_of(stated, *played, START, *played, stated, *played)
    ids = tables.games["game_id"].to_pylist()
    assert tables.extras["game_id"].to_pylist() == [ids[0], ids[0], ids[1], ids[2], ids[2]]


@pytest.mark.parametrize("stated", [[1], {"a": 1}, [{"action": "x"}], [{"action": "x", "fields": 1}]])
def test_a_field_that_holds_no_rows_is_an_unknown_one(stated):
    for start in ({**START, "extras": stated}, {**START, "mjlog_format": 1, "extras": stated}):
        assert extras_of(tables_of(start, GAME[1:])) == [(None, None, "start_game", {"extras": stated})]


def test_a_game_that_broke_off_keeps_its_results():
    tables = tables_of(GAME[:-1], act("end_game", scores=[1, 2, 3, 4], points=[1.5, 2, 3, 4], complete=False))
    assert only(tables.games)["is_complete"] is False
    assert tables.game_players["log_final_points"].to_pylist() == [1.5, 2, 3, 4]
    (game,) = mjai_write.games(tables)
    assert (game.lost, game.problem) == ((), "")
    assert written(tables_of(GAME[:-1]))[-1] == {"type": "end_kyoku"}


def test_tables_without_unknown_fields_have_no_extras():
    assert read_back(full_tables()).extras.num_rows == 0
    assert mjai.read([]).extras.schema.equals(schema.EXTRAS.arrow)


def test_every_action_of_a_game_can_be_split():
    tags = set(mjai_extras._KNOWN)
    assert {b'"start_game"', b'"hora"', b'"chombo"', b'"bonus"'} <= tags
    assert not {b'"none"', b'"hello"', b'"mark"'} & tags


def test_the_fields_are_json_lines_again():
    data = json.dumps([*GAME[:2], {**GAME[2], "x": {"a": [1, 2], "b": "c d"}}], indent=2).encode()
    again = mjai_write.write(read(data))
    assert len(again.splitlines()) == 4
    assert b'"x":{"a":[1,2],"b":"c d"}}\n' in again
    assert mjai.read([Document("a", again)]).extras.equals(read(data).extras)


def test_hands_are_unharmed():
    tables = tables_of([{**action, "x": 1} for action in GAME])
    assert tables.rounds["hand_0"].to_pylist() == [HANDS[0]]
    assert isinstance(tables.extras["fields"].type, pa.DataType)
    assert msgspec.json.decode(tables.extras["fields"][0].as_py()) == {"x": 1}
