from __future__ import annotations

import json
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats import tenhou_xml
from mjlog.formats.base import Document
from mjlog.tables import EventColumns
from tests.unit.formats.xml_snippets import (
    HANDS,
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


def test_a_win_keeps_what_the_log_says():
    ura = win(
        ba=[2, 1],
        hai=[0, 4, 8, 52, 53, 54, 104, 105],
        m=[1, 2],
        machi=52,
        ten=[40, 8000, 1],
        yaku=[1, 1, 10, 1, 14, 1, 18, 1, 52, 1, 54, 1, 53, 0],
        doraHai=[100, 16],
        doraHaiUra=[0, 88],
        sc=[250, -83, 240, 93, 250, 0, 250, 0],
    )
    tables = read(log(init(seed=[0, 2, 1, 1, 1, 100]), "<T52/><D52/>", ura))
    row = only(tables, "wins")
    assert (row["seat"], row["from_seat"], row["tile"], row["win_index"]) == (1, 0, "5pr", 0)
    assert row["log_hand"] == ["1m", "2m", "3m", "5pr", "5p", "5p", "9s", "9s"]
    assert (row["log_han"], row["log_fu"], row["log_points"], row["log_limit"]) == (6, 40, 8000, "mangan")
    assert row["log_yaku"] == [
        "riichi",
        "yakuhai_seat_wind",
        "yakuhai_round_wind",
        "yakuhai_haku",
        "dora",
        "aka_dora",
    ]
    assert row["log_yaku_han"] == [1] * 6
    assert row["log_dora_indicators"] == ["8s", "5mr"]
    assert (row["log_honba"], row["log_riichi_sticks"]) == (2, 1)
    assert row["log_deltas"] == [-8300, 9300, 0, 0]
    assert row["log_pao_seat"] is None
    round_ = only(tables, "rounds")
    assert round_["outcome"] == "ron"
    assert round_["ura_indicators"] == ["1m", "5sr"]
    assert round_["log_end_scores"] == [16700, 33300, 25000, 25000]


def test_a_win_without_riichi_shows_no_ura_indicators():
    assert only(read(log(init(), win())), "rounds")["ura_indicators"] == []


def test_yakuman_count_thirteen_and_state_no_han():
    both = win(yaku=None, yakuman=[39, 42], ten=[0, 64000, 5], fromWho=1, paoWho=2)
    tables = read(log(init(), both))
    row = only(tables, "wins")
    assert row["log_yaku"] == ["daisangen", "tsuuiisou"]
    assert row["log_yaku_han"] == [13, 13]
    assert (row["log_han"], row["log_fu"], row["log_limit"]) == (None, None, "yakuman")
    assert row["log_pao_seat"] == 2
    assert only(tables, "rounds")["outcome"] == "tsumo"
    assert events(tables)[-1] == "win 1<1 9s"


def test_a_double_ron_pays_the_honba_once():
    second = win(who=2, ba=[3, 0], sc=[215, -10, 285, 0, 250, 10, 250, 0])
    tables = read(log(init(), "<T104/><D104/>", win(ba=[3, 1]), second))
    wins = tables.wins.to_pylist()
    assert [w["win_index"] for w in wins] == [0, 1]
    assert [(w["log_honba"], w["log_riichi_sticks"]) for w in wins] == [(3, 1), (0, 0)]
    assert only(tables, "rounds")["log_end_scores"] == [20500, 28500, 26000, 25000]


def test_a_winning_tile_that_the_hand_leaves_out_is_added():
    thirteen = win(hai=[13, 14, 15, 56, 60, 64, 68, 69, 70, 96, 100, 108, 109], m="")
    assert only(read(log(init(), thirteen)), "wins")["log_hand"][-1] == "9s"


def test_scores_with_a_plus_sign_are_read():
    text = log(init(), win()).replace("250,26,", "250,+26,")
    assert only(read(text), "wins")["log_deltas"] == [-2600, 2600, 0, 0]


def test_chips_after_the_scores_are_no_scores():
    sc = [250, -10, 250, 10, 250, 0, 250, 0, 0, -1, 0, 1, 0, 0, 0, 0]
    owari = [240, "-16.0", 260, "33.0", 250, "19.0", 250, "-36.0", -3, 0, 2, 0, 5, 0, -4, 0]
    tables = read(log(init(chip=[0, 0, 0, 0]), win(sc=sc, chip=[54, 1], owari=owari), kind=0x621))
    assert only(tables, "wins")["log_deltas"] == [-1000, 1000, 0, 0]
    assert tables.game_players["log_final_points"].to_pylist() == [-16.0, 33.0, 19.0, -36.0]
    assert reasons(tables) == []


@pytest.mark.parametrize(
    ("word", "log_type", "event"),
    [
        ("yao9", "kyuushu_kyuuhai", "abortive_draw"),
        ("kaze4", "suufon_renda", "abortive_draw"),
        ("reach4", "suucha_riichi", "abortive_draw"),
        ("kan4", "suukaikan", "abortive_draw"),
        ("ron3", "sanchahou", "abortive_draw"),
        ("nm", "nagashi_mangan", "exhaustive_draw"),
        (None, "exhaustive", "exhaustive_draw"),
    ],
)
def test_every_kind_of_draw_is_told(word, log_type, event):
    tables = read(log(init(), draw(type=word)))
    row = only(tables, "draws")
    assert row["log_type"] == log_type
    assert row["log_tenpai"] == ([True, False, True, False] if event == "exhaustive_draw" else None)
    assert row["log_deltas"] == [1500, -1500, 1500, -1500]
    assert events(tables) == [event]
    assert only(tables, "rounds")["outcome"] == event


def test_draws_that_show_different_hands_keep_apart():
    shown = [draw(**{"hai0": None, "hai2": None, f"hai{s}": [1, 2]}) for s in range(4)]
    tables = read(log(*(init(seed=[s, 0, 0, 1, 1, 100]) + shown[s] for s in range(4))))
    tenpai = tables.draws["log_tenpai"].to_pylist()
    assert tenpai == [[s == seat for seat in range(4)] for s in range(4)]


def test_an_interrupted_game_ends_with_an_unknown_draw():
    tables = read(log(init(), "<T52/>", '<RYUUKYOKU owari="" />'))
    row = only(tables, "draws")
    assert (row["log_type"], row["log_tenpai"], row["log_deltas"]) == ("unknown", None, None)
    assert events(tables) == ["draw 0 5pr", "abortive_draw"]
    assert only(tables, "games")["is_complete"] is False


def test_scores_that_a_result_leaves_out_are_those_of_the_next_deal():
    tables = read(
        log(init(), draw(sc=None, type="yao9"), init(seed=[0, 1, 0, 1, 1, 100], ten=[260, 240, 250, 250]))
    )
    assert tables.rounds["log_end_scores"].to_pylist() == [[26000, 24000, 25000, 25000], None]


def test_a_riichi_that_is_ronned_is_not_accepted():
    tables = read(log(init(), "<T104/>", tag("REACH", who=0, step=1), "<D104/>", win()))
    assert [e.split()[0] for e in events(tables)] == ["draw", "riichi", "discard", "win"]


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


@pytest.mark.parametrize(
    "rest", ["", "<", "<U", "<U5", "<U53", "<U53/", "<D", "<D1", "<N who='1' m='4", "<AGARI ba"]
)
def test_a_game_cut_in_the_middle_keeps_what_came_before(rest):
    whole = log(init(), "<T52/><D52/>").removesuffix("</mjloggm>")
    tables = read(whole + rest)
    assert events(tables) == ["draw 0 5pr", "discard 0 5pr"]
    assert only(tables, "games")["is_complete"] is False
    assert only(tables, "rounds")["outcome"] is None
    (told,) = reasons(tables) or ["the document ends within a tag"]
    assert "the document ends within a tag" in told
    assert bool(rest) == (tables.rejects.num_rows == 1)


def test_a_broken_round_is_told_and_the_others_are_read():
    tables = read(
        log(
            *(init(seed=[0, 0, 0, 1, 1, 100]), "<T52/>"),
            *(init(seed=[1, 0, 0, 1, 1, 100]), "<T52/><D200/>", win()),
            *(init(seed=[2, 0, 0, 1, 1, 100]), "<T53/>", draw()),
        )
    )
    assert tables.rounds["round_number"].to_pylist() == [1, 3]
    assert tables.rounds["round_index"].to_pylist() == [0, 2]
    assert events(tables) == ["draw 0 5pr", "draw 0 5p", "exhaustive_draw"]
    assert tables.wins.num_rows == 0
    assert tables.draws["round_index"].to_pylist() == [2]
    (reject,) = tables.rejects.to_pylist()
    assert reject["reason"] == "round 1 (East 2, honba 0), event 1: no tile has the number 200"
    assert reject["excerpt"].startswith("<D200/>")
    assert reject["source_path"] == "a.xml"


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (init(hai2=None), "INIT: not a hand for each player"),
        (init(hai1=HANDS[1][:12]), "INIT: hai1 has fewer than 13 numbers"),
        (init(hai1=[*HANDS[1][:12], 136]), "INIT: hai1 holds a number beyond 0 to 135"),
        (init(seed=[0, 0, 0, 1, 1]), "INIT: seed has fewer than 6 numbers"),
        (init(seed=[16, 0, 0, 1, 1, 100]), "INIT: a round after North 4"),
        (init(seed="East"), 'INIT: seed="East" is no list of numbers'),
        (init(seed=[0, 0, 0, 1, 1, 123456789]), "INIT: seed holds a number beyond 0 to 135"),
        (init(ten=None), "INIT: no score for each player"),
        (init(oya=4), "INIT: oya holds a number beyond 0 to 3"),
        ('<INIT seed="0,0,0"', "a tag that cannot be read: <INIT"),
    ],
)
def test_a_deal_that_cannot_be_read_breaks_its_round(bad, reason):
    tables = read(log(init(), "<T52/>", bad, "<T53/>", init(), "<T54/>"))
    assert events(tables) == ["draw 0 5pr", "draw 0 5p"]
    assert tables.events["source_offset"].to_pylist()[0] < tables.rejects["source_offset"].to_pylist()[0]
    assert reasons(tables) == [f"round 1: {reason}"]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (tag("N", who=4, m=1), "N: who holds a number beyond 0 to 3"),
        (tag("N", who=1), "N: no m"),
        (tag("N", who=0, m=200 << 8), 'N: m="51200" is no possible call'),
        (tag("REACH", who=1, step=0), "REACH: step is neither 1 nor 2"),
        (tag("REACH", step=1), "REACH: no who"),
        (tag("DORA", hai="x"), 'DORA: hai="x" is no list of numbers'),
        (tag("BYE", who=9), "BYE: who holds a number beyond 0 to 3"),
        ("<D/>", "a discard without tile"),
        ("<T1234/>", "no tile has the number 1234"),
        ("<Q12/>", "unknown tag Q12"),
        ("<T12", "a tag that cannot be read: <T"),
        (win(who=7), "AGARI: who holds a number beyond 0 to 3"),
        (win(hai=None), "AGARI: no hai"),
        (win(hai=""), "AGARI: no hai"),
        (win(hai=[1] * 15), "AGARI: hai has more than 14 numbers"),
        (win(paoWho=4), "AGARI: paoWho holds a number beyond 0 to 3"),
        (win(ba=[-1, 0]), "AGARI: ba holds a number beyond 0 to 16384"),
        (win(hai=[1] * 12), "AGARI: hai is not the hand of a win"),
        (win(ten=[40, 2600]), "AGARI: ten has fewer than 3 numbers"),
        (win(ten=[40, 2600, 6]), "AGARI: no such limit"),
        (win(yaku=None), "AGARI: a win without yaku"),
        (win(yaku=[1, 1, 2]), "AGARI: yaku is not made of pairs"),
        (win(yaku=[55, 1]), "AGARI: no such yaku"),
        (win(sc=[250, 1]), "AGARI: sc is not a pair for each seat"),
        (win(doraHai=list(range(9))), "AGARI: doraHai has more than 8 numbers"),
        (draw(type="chombo"), 'RYUUKYOKU: type="chombo" is no kind of draw'),
        (draw(type="yao8"), 'RYUUKYOKU: type="yao8" is no kind of draw'),
        (draw(sc="1,,2"), 'RYUUKYOKU: sc="1,,2" is no list of numbers'),
        (win(sc="250,1-2,250"), 'AGARI: sc="250,1-2,250" is no list of numbers'),
    ],
)
def test_a_tag_that_cannot_be_understood_breaks_its_round(bad, reason):
    tables = read(log(init(), "<T52/><D52/>", bad, init(), "<T54/>"))
    assert events(tables) == ["draw 0 5p"]
    assert reasons(tables) == [f"round 0 (East 1, honba 0), event 2: {reason}"]


def test_a_garbled_tag_among_sound_ones_of_its_kind_is_found():
    sound = [init(seed=[n, 0, 0, 1, 1, 100]) + win() for n in range(3)]
    sound[1] = sound[1].replace('sc="250,-26,250,26', 'sc="250,-26,250,2-6')
    assert reasons(read(log(*sound))) == [
        'round 1 (East 2, honba 0), event 0: AGARI: sc="250,-26,250,2-6,250,0,250,0" is no list of numbers'
    ]


def test_a_round_ends_once():
    tables = read(log(init(), draw(), draw(), init(), win(), draw(), init(), "<T54/>"))
    assert tables.rounds.num_rows == 1
    assert reasons(tables) == [
        "round 0: the round ends more than once",
        "round 1: the round ends more than once",
    ]


def test_an_unknown_tag_is_told_and_changes_nothing():
    tables = read(log(init(), "<T52/>", tag("XYZ", text="hello"), tag("XYZ", text="bye"), "<D52/>"))
    assert events(tables) == ["draw 0 5pr", "discard 0 5pr"]
    assert reasons(tables) == [
        "round 0 (East 1, honba 0), event 1: unknown tag XYZ (2 times)",
    ]


def test_play_outside_of_a_round_is_told():
    tables = read(log("<T52/><D52/>", init(), "<T53/>"))
    assert events(tables) == ["draw 0 5p"]
    assert reasons(tables) == ["tags of play outside of a round: 2"]


def test_a_game_without_rounds_is_a_reject():
    tables = read(log())
    assert tables.games.num_rows == 0
    assert reasons(tables) == ["a game without rounds"]
    broken = read(log(init(oya=5)))
    assert broken.games.num_rows == 0
    assert len(reasons(broken)) == 1


def test_a_document_full_of_problems_tells_the_first_hundred():
    tables = read(log(init(), "".join(f"<X{chr(97 + n // 26)}{chr(97 + n % 26)}/>" for n in range(150))))
    assert len(reasons(tables)) == 101
    assert reasons(tables)[-1] == "50 more problems"


def test_a_final_result_that_is_garbled_is_told():
    tables = read(log(init(), draw(owari="a,b")))
    assert only(tables, "games")["is_complete"] is False
    assert reasons(tables) == [
        'round 0 (East 1, honba 0), event 0: owari="a,b" is not a score and points for each player'
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<!DOCTYPE mjloggm [<!ENTITY a 'b'>]>", "a DOCTYPE declaration, which is refused unread"),
        ("<!ENTITY a 'b'>", "a ENTITY declaration, which is refused unread"),
        ("<![CDATA[x]]>", "a CDATA declaration, which is refused unread"),
        ("<!-- ", "a comment without end"),
    ],
)
def test_declarations_are_refused_with_their_document(text, reason):
    tables = read(text + log(init(), "<T52/>"), log(init(), "<T53/>"))
    assert events(tables) == ["draw 0 5p"]
    assert reasons(tables) == [reason]


def test_comments_are_no_tags_and_blanks_do_not_matter():
    plain = log(init(), "<T52/><D0/>", win())
    spaced = (
        log(init(), "\n <T52 />  <!-- <U1/> --><D0\t/>\r\n", win())
        .replace('"/>', '"\n />')
        .replace("/mjloggm>", "/mjloggm >")
    )
    quoted = plain.replace('"', "'")
    for other in (spaced, quoted, "<?xml version='1.0' encoding='UTF-8'?>\n" + plain):
        tables = read(other)
        assert reasons(tables) == []
        assert events(tables) == events(read(plain))
        assert tables.games["content_hash"] == read(plain).games["content_hash"]


def test_the_same_game_twice_in_a_batch_gets_two_ids():
    ids = read(log(init()), log(init())).games["game_id"].to_pylist()
    assert ids[1] == f"{ids[0]}~2"


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


PIECES = [
    *(init(), init(3), win(), draw(), tag("N", who=1, m=120 << 8 | 0x20), tag("DORA", hai=5), "<T52/><D52/>"),
    *(
        '<UN n0="x"/>',
        tag("BYE", who=3),
        "</mjloggm>",
        '<mjloggm ver="2.3">',
        "<V",
        "/>",
        '"',
        "<",
        ">",
        "<T",
        "12",
    ),
    *("<!--", "-->", ",", "-", "<REACH who='1' step='2'/>", "\0", "\xff", "<GO type='17'/>", " ", "<e9/>"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_whatever_comes_is_read_or_told(pieces):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tables = tenhou_xml.read([Document("x", "".join(pieces).encode("latin-1"))])
    tables.validate()
    EventColumns.from_table(tables.events, tables.rounds)


SOUND = log(
    *(init(), "<T52/><D0/>", tag("N", who=1, m=120 << 8), tag("REACH", who=1, step=1), "<E13/>", win()),
    *(init(seed=[1, 0, 1, 1, 1, 5]), "<U52/>", tag("DORA", hai=7), tag("BYE", who=2), draw(type="yao9")),
)


@given(
    edits=st.lists(
        st.tuples(
            st.integers(0, len(SOUND)), st.integers(0, 12), st.text("<>\"'=/-,012 9Nhai!?", max_size=4)
        ),
        min_size=1,
        max_size=6,
    )
)
def test_a_damaged_document_does_not_touch_the_next(edits):
    damaged = SOUND
    for place, cut, text in edits:
        damaged = damaged[:place] + text + damaged[place + cut :]
    alone = read(SOUND)
    for documents in ([damaged, SOUND], [SOUND, damaged]):
        tables = tenhou_xml.read([Document(f"{n}", d.encode()) for n, d in enumerate(documents)])
        sound = str(documents.index(SOUND))
        assert sound not in tables.rejects["source_path"].to_pylist()
        games = [g for g in tables.games.to_pylist() if g["source_path"] == sound]
        ids = [g["game_id"] for g in games]
        for name in ("rounds", "events", "wins", "draws", "game_players"):
            rows = [r for r in getattr(tables, name).to_pylist() if r.pop("game_id") in ids]
            expected = getattr(alone, name).to_pylist()
            assert rows == [{k: v for k, v in r.items() if k != "game_id"} for r in expected], name


def test_a_game_whose_last_round_is_broken_is_not_complete_but_keeps_its_final_scores():
    end = {"owari": "250,0,250,0,250,0,250,0"}
    tables = read(log(init(), "<T52/>", draw(), init(seed=[1, 0, 0, 1, 1, 100]), "<T200/>", draw(**end)))
    assert only(tables, "games")["is_complete"] is False
    assert tables.game_players["log_final_score"].to_pylist() == [25000] * 4


@pytest.mark.parametrize(
    "owari",
    ["99999999999,0,1,1,1,1,1,1", "1,inf,1,1,1,1,1,1", "1,nan,1,1,1,1,1,1", "1,1e39,1,1,1,1,1,1", "1,1"],
)
def test_a_final_result_that_no_game_has_is_told_and_its_rounds_are_read(owari):
    tables = read(log(init(), "<T52/>", draw(owari=owari)))
    assert tables.rounds.num_rows == 1
    assert only(tables, "games")["is_complete"] is False
    assert f'owari="{owari}" is not a score and points for each player' in reasons(tables)[0]


@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        (win() * 5, "more than 4 wins in a round"),
        (win() * 300, "more than 4 wins in a round"),
        ("<T52/><D52/>" * 501, "more than 1000 events in a round"),
        ("<T52/>" + win(ten=[40000, 2600, 0]), "AGARI: no such fu"),
    ],
)
def test_a_round_that_no_game_has_is_left_out_and_the_next_one_read(tags, reason):
    tables = read(log(init(), tags, init(seed=[1, 0, 0, 1, 1, 100]), "<T52/>", draw()))
    assert tables.rounds["round_index"].to_pylist() == [1]
    assert reasons(tables)[0].endswith(reason)


def test_rounds_beyond_the_thousandth_are_left_out():
    tables = read(log(*[init() + "<T52/>" + draw()] * 1001))
    assert tables.rounds.num_rows == 1000
    assert reasons(tables) == ["round 1000: more than 1000 rounds in a game"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<?" * 500_000, "a processing instruction without end"),
        ("<UN " + " " * 1_000_000, "the document ends within a tag <UN"),
        ("<" * 500_000, "a tag that cannot be read: <"),
        ("<N " * 200_000, "a tag that cannot be read: <N"),
        ("<!--" * 500_000, "a comment without end"),
    ],
    ids=["instructions", "blanks", "tags", "calls", "comments"],
)
def test_endless_input_is_refused_in_few_words(text, reason):
    tables = read(log(init(), "<T52/>", draw()) + text)
    assert any(reason in told for told in reasons(tables))
    assert tables.rejects.num_rows < 4


def test_text_between_the_tags_is_told_once_for_each_document():
    game = log(init(), "<T52/>", draw())
    mixed = f"one\n{game.replace('<T52/>', ' two <T52/> ')}\nthree\n"
    tables = read(game, mixed, f" \n{game}\r\n", f"{game}\n{{}}")
    assert tables.games.num_rows == 4
    assert [(row["source_offset"], row["reason"]) for row in tables.rejects.to_pylist()] == [
        (0, "11 bytes of text between the tags"),
        (len(game) + 1, "2 bytes of text between the tags"),
    ]


def test_comments_are_no_text():
    game = log(init(), "<!-- first -->", "<T52/>", draw())
    assert reasons(read(f"<?xml version='1.0'?>{game}")) == []
