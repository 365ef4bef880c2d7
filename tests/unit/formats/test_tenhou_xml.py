from __future__ import annotations

import json

import pytest

from mjlog import schema
from mjlog.formats import tenhou_xml
from mjlog.formats.base import Document
from mjlog.tables import EventColumns
from tests.unit.formats.xml_snippets import (
    draw,
    events,
    init,
    log,
    only,
    read,
    reasons,
    sanma,
    tag,
    win,
)


def test_a_round_is_told_as_it_happened():
    tables = read(
        log(
            init(),
            "<T52/><D0/><U53/>",
            tag("REACH", who=1, step=1),
            "<E53/>",
            tag("REACH", who=1, ten=[250, 240, 250, 250], step=2),
            "<V54/><F26/><W55/><G55/>",
            tag("DORA", hai=88),
            "<T88/><D88/>",
            win(machi=88, hai=[13, 14, 15, 56, 60, 64, 68, 69, 70, 88, 92, 96, 108, 109]),
        )
    )
    assert events(tables) == [
        "draw 0 5pr",
        "discard 0 1m",
        "draw 1 5p",
        "riichi 1",
        "discard 1 5p",
        "riichi_accepted 1",
        "draw 2 5p",
        "discard 2 7m",
        "draw 3 5p",
        "discard 3 5p",
        "dora 5sr",
        "draw 0 5sr",
        "discard 0 5sr",
        "win 1<0 5sr",
    ]
    tsumogiri = tables.events["is_tsumogiri"].to_pylist()
    assert tsumogiri[1] is False
    assert tsumogiri[4] is True
    assert tsumogiri[12] is True
    assert tsumogiri[0] is None
    assert tables.events["seq"].to_pylist() == list(range(14))
    assert reasons(tables) == []


def test_a_deal_gives_the_round():
    tables = read(log(init(seed=[6, 2, 1, 0, 5, 16], ten=[250, -13, 1, 999], oya=2), tag("DORA", hai=0)))
    row = only(tables, "rounds")
    assert (row["round_wind"], row["round_number"], row["dealer_seat"]) == (1, 3, 2)
    assert (row["honba"], row["riichi_sticks"]) == (2, 1)
    assert row["start_scores"] == [25000, -1300, 100, 99900]
    assert row["hand_0"] == [*["1m"] * 4, *["2m"] * 4, *["3m"] * 4, "4m"]
    assert row["hand_1"][:4] == ["4m", "4m", "4m", "5mr"]
    assert row["dora_indicators"] == ["5mr", "1m"]
    assert (row["outcome"], row["ura_indicators"], row["log_end_scores"]) == (None, None, None)


def test_a_header_gives_the_game_and_its_players():
    path = "logs/2022010102gm-00a9-0000-0123abcd.xml"
    tables = read(log(init(), draw(owari=[265, "16.5", 235, "-16.5", 265, "4", 235, "-4.0"])), path=path)
    game = only(tables, "games")
    assert game["game_id"] == game["log_id"] == "2022010102gm-00a9-0000-0123abcd"
    assert (game["platform"], game["room"], game["lobby"], game["length"]) == (
        "tenhou",
        "phoenix",
        "0",
        "south",
    )
    assert game["started_at"].isoformat() == "2021-12-31T17:00:00"
    assert game["is_complete"] is True
    assert game["source_path"] == path
    assert json.loads(game["rules"]) == {"extends": "tenhou", "length": "south"}
    players = tables.game_players.to_pylist()
    assert [p["name"] for p in players] == ["A", "B", "C", "D"]
    assert [p["level"] for p in players] == ["新人", "９級", "初段", "天鳳位"]
    assert [p["rating"] for p in players] == [1500.0, 1600.0, 1700.5, 2000.0]
    assert [p["log_final_score"] for p in players] == [26500, 23500, 26500, 23500]
    assert [p["log_final_points"] for p in players] == [16.5, -16.5, 4.0, -4.0]


def test_names_are_percent_encoded_utf_8():
    un = '<UN n0="%E9%BA%BB%E9%9B%80" n1="%" n2="a%22b" n3="%FF" dan="16,16,16,16" rate="1,2,3,4"/>'
    assert read(log(init(), un=un)).game_players["name"].to_pylist() == ["麻雀", "%", 'a"b', "\ufffd"]


def test_an_id_is_found_in_the_log_when_the_file_has_another_name():
    id_ = "2018020219gm-0009-0000-ce136f19"
    taikyoku = log(init()).replace('<TAIKYOKU oya="0"/>', f'<TAIKYOKU oya="0" log="{id_}"/>')
    assert only(read(taikyoku), "games")["log_id"] == id_
    comment = f"<!-- http://tenhou.net/0/?log={id_}&tw=2 -->" + log(init())
    assert only(read(comment), "games")["log_id"] == id_
    assert only(read(log(init())), "games")["log_id"] is None


def test_a_log_without_a_lobby_takes_it_from_its_id():
    text = log(init(), go="")
    assert only(read(text, path="2010081709gm-00a9-0123-fe3371ad.mjlog"), "games")["lobby"] == "123"
    assert only(read(text), "games")["lobby"] is None


def test_a_shuffle_in_the_deal_marks_the_oldest_dialect():
    old = log(init(shuffle="mt19937ar,C41242CB,F46A04D2"), "<T52/><D52/>")
    tables = read(old, log(init(), "<T52/>"))
    assert events(tables) == ["draw 0 5pr", "discard 0 5pr", "draw 0 5pr"]
    assert reasons(tables) == []
    stated = [json.loads(text).get("agari_yame") for text in tables.games["rules"].to_pylist()]
    assert stated == ["optional", None]


def test_three_players_have_three_seats_and_set_north_aside():
    north = tag("N", who=1, m=120 << 8 | 0x20)
    tables = read(sanma(init(3), "<T52/><D52/><U120/>", north, "<U124/><E124/>"))
    assert only(tables, "games")["player_count"] == 3
    assert tables.game_players.num_rows == 3
    row = only(tables, "rounds")
    assert row["start_scores"] == [35000] * 3
    assert row["hand_3"] is None
    assert "kita 1 N N" in events(tables)


def test_an_act_of_the_empty_seat_breaks_its_round_only():
    tables = read(sanma(init(3), "<T52/><D52/><W53/>", init(3, seed=[1, 0, 0, 1, 1, 100]), "<T52/>"))
    assert tables.rounds["round_number"].to_pylist() == [2]
    assert reasons(tables) == ["round 0 (East 1, honba 0), event 2: an act of seat 3 at a table of 3"]


def test_players_are_counted_by_hands_where_the_type_is_missing():
    assert only(read(log(init(3), kind=None)), "games")["player_count"] == 3
    game = only(read(log(init(), kind=None)), "games")
    assert (game["player_count"], game["rules"], game["room"], game["length"]) == (4, None, None, None)


def test_a_deal_of_three_in_a_game_of_four_is_broken_where_the_type_is_missing():
    tables = read(log(init(), draw(), init(hai3=""), draw(), init(), draw(), kind=None))
    assert tables.rounds["round_index"].to_pylist() == [0, 2]
    assert reasons(tables) == ["round 1: INIT: not a hand for each player"]


def test_dice_that_are_none_are_told_and_the_round_stays():
    tables = read(log(init(seed=[0, 0, 0, 128, 4, 100]), draw(), init()))
    assert tables.rounds["dice"].to_pylist() == [None, [2, 3]]
    assert reasons(tables) == ["round 0: INIT: dice of 129 and 5"]


def test_a_type_without_red_fives_makes_them_plain():
    tables = read(log(init(), "<T52/><D52/>", draw(), kind=0x2B))
    assert events(tables)[:2] == ["draw 0 5p", "discard 0 5p"]
    assert only(tables, "rounds")["hand_1"][3] == "5m"


def test_games_with_and_without_red_fives_keep_apart_in_a_batch():
    assert events(read(log(init(), "<T88/>", kind=0x2B), log(init(), "<T88/>"))) == [
        "draw 0 5s",
        "draw 0 5sr",
    ]


def test_calls_become_events_with_their_tiles():
    chi = tag("N", who=1, m=(0 * 3 + 2) << 10 | 1 << 3 | 0 << 5 | 3 << 7 | 4 | 3)
    pon = tag("N", who=2, m=(13 * 3 + 0) << 9 | 3 << 5 | 8 | 2)
    kakan = tag("N", who=2, m=(13 * 3 + 0) << 9 | 3 << 5 | 16 | 2)
    daiminkan = tag("N", who=3, m=52 << 8 | 1)
    ankan = tag("N", who=0, m=17 << 8)
    tables = read(log(init(), "<T11/><D11/>", chi, pon, kakan, daiminkan, ankan))
    assert events(tables)[2:] == [
        "chi 1<0 3m 1m2m",
        "pon 2<0 5pr 5p5p",
        "kakan 2<0 5p 5p",
        "daiminkan 3<0 5pr 5p5p5p",
        "ankan 0 5m 5m5m5m5mr",
    ]


def test_lost_and_restored_connections_are_events():
    tables = read(log(init(), "<T52/>", tag("BYE", who=2), "<D52/>", '<UN n2="%43"/>', '<UN n1="a" n3="b"/>'))
    assert events(tables) == ["draw 0 5pr", "leave 2", "discard 0 5pr", "return 2", "return 1", "return 3"]
    assert tables.game_players["name"].to_pylist() == ["A", "B", "C", "D"]


def test_small_letters_mark_the_discard_of_a_drawn_tile():
    tables = read(log(init(), "<T52/><d52/><U/><e53/><V/><F54/>"))
    assert events(tables) == [
        "draw 0 5pr",
        "discard 0 5pr",
        "draw 1 ?",
        "discard 1 5p",
        "draw 2 ?",
        "discard 2 5p",
    ]
    assert tables.events["is_tsumogiri"].to_pylist() == [None, True, None, True, None, False]


def test_a_tile_drawn_in_the_round_before_is_not_tsumogiri():
    tables = read(log(init(), "<U104/>", win(fromWho=1), init(seed=[0, 1, 0, 1, 1, 100]), "<E104/>"))
    assert tables.events["is_tsumogiri"].to_pylist()[-1] is False


def test_offsets_are_those_of_the_document():
    text = log(init(), "<T52/>\n  <D52/>", win())
    tables = read(log(init(), "<T0/>"), "<?xml version='1.0'?><!-- <T1/> -->" + text)
    data = ("<?xml version='1.0'?><!-- <T1/> -->" + text).encode()
    rows = tables.events.to_pylist()[-3:]
    assert [data[row["source_offset"] :][:4] for row in rows] == [b"<T52", b"<D52", b"<AGA"]
    assert data[tables.rounds["source_offset"][1].as_py() :].startswith(b"<INIT")
    assert data[tables.wins["source_offset"][0].as_py() :].startswith(b"<AGARI")
    assert data[tables.games["source_offset"][1].as_py() :].startswith(b"<mjloggm")


def test_a_document_may_hold_several_games():
    tables = read(log(init(), "<T52/>") + log(init(seed=[1, 0, 0, 1, 1, 100]), "<T53/>"))
    assert tables.games.num_rows == 2
    assert tables.rounds["round_number"].to_pylist() == [1, 2]
    assert tables.rounds["round_index"].to_pylist() == [0, 0]


def test_tags_without_a_root_are_a_game_of_their_own_document():
    headless = log(init(), "<T52/>").removeprefix('<mjloggm ver="2.3">').removesuffix("</mjloggm>")
    assert tenhou_xml.sniff(headless.encode())
    tables = read(headless, headless.replace("T52", "T53"))
    assert tables.games.num_rows == 2
    assert events(tables) == ["draw 0 5pr", "draw 0 5p"]


def test_the_same_game_twice_in_a_batch_gets_two_ids():
    ids = read(log(init()), log(init())).games["game_id"].to_pylist()
    assert ids[1] == f"{ids[0]}~2"


@pytest.mark.parametrize("size", [100, 2000])
def test_documents_shared_among_threads_are_read_as_by_one(monkeypatch, size):
    contents = [log(init(seed=[0, honba, 0, 1, 2, 100]), "<T60/><D60/>" * 9, win()) for honba in range(7)]
    contents[3] *= 4
    documents = [Document(f"{number}.xml", content.encode()) for number, content in enumerate(contents)]
    alone = tenhou_xml.read(documents)
    monkeypatch.setattr("mjlog.formats.tenhou_xml.reader._SHARE_BYTES", size)
    shared = tenhou_xml.read(documents)
    assert alone.rounds.num_rows == 10
    for table in schema.LOG_TABLES:
        assert getattr(shared, table.name).to_pylist() == getattr(alone, table.name).to_pylist()


@pytest.mark.parametrize("size", [100, 2000])
def test_copies_of_a_game_are_numbered_in_order_however_they_are_shared(monkeypatch, size):
    documents = [Document(f"{number}.xml", log(init(), win()).encode()) for number in range(6)]
    monkeypatch.setattr("mjlog.formats.tenhou_xml.reader._SHARE_BYTES", size)
    first, *copies = tenhou_xml.read(documents).games["game_id"].to_pylist()
    assert copies == [f"{first}~{number}" for number in range(2, 7)]


def test_nothing_gives_empty_tables():
    assert read().games.num_rows == 0
    assert read(b"").games.num_rows == 0


@pytest.mark.parametrize(
    "head", [b"<mjloggm ver=", b"\n<!-- x --> <GO type='9'", b"<INIT seed=", b"<SHUFFLE seed="]
)
def test_content_of_the_format_is_recognised(head):
    assert tenhou_xml.sniff(head)


@pytest.mark.parametrize(
    "head", [b"", b"<html><body>GO type=", b"mjloggm", b'{"log": []}', b"<GOAL type=''", b"<INIT"]
)
def test_other_content_is_not(head):
    assert not tenhou_xml.sniff(head)


def test_event_columns_come_back_from_the_table():
    tables = read(log(init(), "<T52/><D0/>", win()), sanma(init(3), "<T52/>"))
    columns = EventColumns.from_table(tables.events, tables.rounds)
    assert columns.round.tolist() == [0, 0, 0, 1]
