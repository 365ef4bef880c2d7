from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pytest

from mjlog import schema
from mjlog.formats.builder import KIND_CODE, Bulk, LogBuilder
from mjlog.tables import EventColumns, LogTables

HANDS = [bytes([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, seat]) for seat in range(4)]
DEAL = {
    "round_wind": 0,
    "round_number": 1,
    "dealer_seat": 0,
    "honba": 0,
    "riichi_sticks": 0,
    "start_scores": [25000] * 4,
}


def told(*, hands=HANDS, games=1, **deal):
    builder = LogBuilder()
    for _ in range(games):
        builder.game(source_path="x", source_format="test", player_count=len(hands))
        builder.round(hands=hands, dora_indicators=[5], **{**DEAL, **deal})
    return builder


def content_hash(builder):
    return builder.build().games["content_hash"][0].as_py()


def test_tables_follow_their_schemas_whatever_was_told():
    LogBuilder().build().validate()
    builder = told()
    builder.player(0, name="a")
    builder.event("draw", 0, tile=34)
    builder.win(seat=0, from_seat=0, tile=34, log_yaku=["tanyao"], log_yaku_han=[1], log_hand=[34])
    builder.draw(log_type="exhaustive", log_tenpai=[True, False, False, False])
    builder.reject("x", 3, "because", b"\xff" + b"x" * 300)
    tables = builder.build()
    tables.validate()
    assert tables.rejects["excerpt"][0].as_py() == "\ufffd" + "x" * 119
    assert tables.wins["log_hand"].to_pylist() == [["5mr"]]
    assert tables.games["is_complete"].to_pylist() == [False]


def test_events_take_their_place_in_their_round():
    builder = told()
    for seat in (0, 1):
        builder.event("draw", seat, tile=3, source_offset=7)
    builder.round(hands=HANDS, dora_indicators=[6], **DEAL)
    builder.event("chi", 1, target_seat=0, tile=2, consumed=(0, 1))
    builder.event("dora", tile=9)
    tables = builder.build()
    assert tables.events["round_index"].to_pylist() == [0, 0, 1, 1]
    assert tables.events["seq"].to_pylist() == [0, 1, 0, 1]
    assert tables.events["consumed"].to_pylist() == [None, None, ["1m", "2m"], None]
    assert tables.events["source_offset"].to_pylist() == [7, 7, None, None]
    assert tables.rounds["dora_indicators"].to_pylist() == [["6m"], ["7m", "1p"]]
    assert tables.rounds["round_index"].to_pylist() == [0, 1]


def test_wins_of_a_round_are_numbered():
    builder = told()
    for _ in range(2):
        builder.win(seat=1, from_seat=0, tile=0)
    builder.round(hands=HANDS, dora_indicators=[6], **DEAL)
    builder.win(seat=1, from_seat=0, tile=0)
    tables = builder.build()
    assert tables.wins["win_index"].to_pylist() == [0, 1, 0]
    assert tables.wins["round_index"].to_pylist() == [0, 0, 1]


def test_what_a_log_says_at_its_end_changes_what_it_said_before():
    builder = told()
    builder.player(0, name="a")
    builder.update_game(is_complete=True)
    builder.update_player(0, log_final_score=100)
    builder.update_player(2, log_final_score=200)
    builder.update_round(outcome="ron", ura=[33])
    tables = builder.build()
    assert tables.games["is_complete"].to_pylist() == [True]
    players = tables.game_players.to_pylist()
    assert [(p["seat"], p["name"], p["log_final_score"]) for p in players] == [(0, "a", 100), (2, None, 200)]
    assert tables.rounds["outcome"].to_pylist() == ["ron"]
    assert tables.rounds["ura_indicators"].to_pylist() == [["C"]]


WRONG = {
    "draws.log_type is never 'rain'": lambda b: b.draw(log_type="rain"),
    "no column of draws is called 'log_tpye'; did you mean log_type?": lambda b: b.draw(log_tpye="chombo"),
    "no column of game_players is called 'nmae'; did you mean name?": lambda b: b.player(0, nmae="a"),
    "no column of games is called 'lenght'; did you mean length?": lambda b: b.update_game(lenght="east"),
    "a row of wins needs tile": lambda b: b.win(seat=0, from_seat=0),
    "wins.log_yaku is never 'riich'; did you mean riichi?": lambda b: b.win(
        seat=0, from_seat=0, tile=1, log_yaku=["riich"]
    ),
    "no kind of event is called 'drw'; did you mean draw?": lambda b: b.event("drw", 0),
    "rounds.outcome is never 'nonsense'": lambda b: b.update_round(outcome="nonsense"),
    "no column of rounds is called 'nosuch'": lambda b: b.round(
        hands=HANDS, dora_indicators=[5], nosuch=3, **DEAL
    ),
    "3 hands for 4 players": lambda b: b.round(hands=HANDS[:3], dora_indicators=[5], **DEAL),
    "hand 0 is no list of tile codes: [300]": lambda b: b.round(
        hands=[[300], *HANDS[1:]], dora_indicators=[5], **DEAL
    ),
    "hand 1 is no list of tile codes: <list_iterator": lambda b: b.round(
        hands=[HANDS[0], iter([300, 1]), *HANDS[2:]], dora_indicators=[5], **DEAL
    ),
    "dora_indicators is no list of tile codes: None": lambda b: b.round(
        hands=HANDS, dora_indicators=None, **DEAL
    ),
    "a row of rounds needs honba": lambda b: b.round(
        hands=HANDS, dora_indicators=[5], **{**DEAL, "honba": None}
    ),
}


@pytest.mark.parametrize("message", list(WRONG))
def test_what_is_wrong_is_told_at_once_by_name_and_leaves_nothing(message):
    builder = told()
    with pytest.raises(ValueError, match=re.escape(message)):
        WRONG[message](builder)
    assert builder.build().rounds.equals(told().build().rounds)
    assert builder.build().wins.num_rows == builder.build().draws.num_rows == 0


def test_the_content_hash_depends_on_deals_and_scores_only():
    same = content_hash(told())
    assert content_hash(told(hands=[bytes(reversed(h)) for h in HANDS])) == same
    assert content_hash(told(riichi_sticks=2)) == same
    named = told()
    named.update_game(log_id="id", platform="p")
    assert content_hash(named) == same
    others = [
        told(honba=1),
        told(round_number=2),
        told(dealer_seat=1),
        told(start_scores=[25100, 24900, 25000, 25000]),
        told(hands=HANDS[:3]),
        told(hands=[HANDS[1], HANDS[0], *HANDS[2:]]),
    ]
    assert len({same, *map(content_hash, others)}) == 1 + len(others)


def test_game_ids_are_the_log_id_or_begin_the_content_hash():
    builder = told(games=3)
    builder.update_game(log_id="log")
    games = builder.build().games
    first = games["content_hash"][0].as_py()[:16]
    assert games["game_id"].to_pylist() == [first, f"{first}~2", "log"]


def test_rows_in_bulk_make_the_tables_that_told_rows_make():
    one_by_one = told()
    one_by_one.event("draw", 0, tile=34)
    one_by_one.win(seat=0, from_seat=0, tile=34)
    expected = one_by_one.build()
    bulk = LogBuilder()
    bulk.game(source_path="x", source_format="test", player_count=4)
    owner = np.zeros(1, dtype=np.int64)

    def arrays(table):
        return {name: table[name].combine_chunks() for name in table.column_names[2:]}

    made = bulk.build(
        events=EventColumns.from_table(expected.events, expected.rounds),
        rounds=Bulk(owner, arrays(expected.rounds)),
        wins=Bulk(
            owner,
            {
                "seat": pa.array([0], pa.int8()),
                "from_seat": pa.array([0], pa.int8()),
                "tile": expected.wins["tile"].combine_chunks(),
            },
        ),
        draws=Bulk(owner[:0], {}),
    )
    made.validate()
    for table in schema.LOG_TABLES:
        assert getattr(made, table.name).equals(getattr(expected, table.name)), table.name


def test_event_kinds_have_the_codes_of_their_vocabulary():
    assert [schema.EVENT_KINDS[code] for code in KIND_CODE.values()] == list(KIND_CODE)


def test_tables_put_together_keep_ids_apart():
    part = told().build()
    both = LogTables.concat([part, told(honba=1).build(), part, part])
    ids = both.games["game_id"].to_pylist()
    assert len(set(ids)) == 4
    assert ids[2:] == [f"{ids[0]}~2", f"{ids[0]}~3"]
    assert both.rounds["game_id"].to_pylist() == ids
    both.validate()


def test_a_new_id_takes_no_id_that_is_in_use():
    part = told(games=2).build()
    ids = LogTables.concat([told().build(), part]).games["game_id"].to_pylist()
    assert len(set(ids)) == 3


def test_putting_nothing_together_gives_empty_tables():
    LogTables.concat([]).validate()
    assert LogTables.concat([]).games.num_rows == 0


def test_problems_of_a_document_are_told_up_to_a_hundred_and_counted():
    builder = LogBuilder()
    for number in range(250):
        builder.reject("many", number, "because")
    builder.reject("one", 7, "why")
    rows = builder.build().rejects.to_pylist()
    assert [row["source_offset"] for row in rows if row["source_path"] == "many"] == [*range(100), 0]
    assert rows[-1]["reason"] == "150 more problems"
    assert [row["reason"] for row in rows if row["source_path"] == "one"] == ["why"]


def test_halves_of_surrogate_pairs_become_the_replacement_character():
    builder = LogBuilder()
    builder.game(source_path="a", source_format="x", player_count=4, lobby="a\ud800b", log_id="\ud800")
    builder.reject("a", 0, "no \udfff", "\ud800")
    builder.player(0, name="\udc00")
    builder.player(1, name="麻\U0001f000")
    tables = builder.build()
    assert tables.games["lobby"].to_pylist() == ["a\ufffdb"]
    assert tables.games["game_id"].to_pylist() == ["\ufffd"]
    assert tables.rejects["reason"].to_pylist() == ["no \ufffd"]
    assert tables.game_players["name"].to_pylist() == ["\ufffd", "麻\U0001f000"]
