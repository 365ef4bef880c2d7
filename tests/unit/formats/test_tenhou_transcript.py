from __future__ import annotations

import json

import pytest

from mjlog.formats import recognise, tenhou_transcript
from mjlog.formats.base import Document
from tests.unit.formats.xml_snippets import draw, events, only, reasons, tag, win

GAME = "2018020219gm-0009-0000-ce136f19"
HEAD = f"""Send: <HELO name="x" />
Get: <HELO uname="x"/> <LN n="B"/>
Get: <GO type="9" lobby="0" gpid="1-2"/>
<UN n0="%41" n1="%42" n2="%43" n3="%44" dan="1,2,3,4" rate="1,2,3,4" sx="M,F,F,C"/>
Get: <TAIKYOKU oya="2" log="{GAME}"/>
"""
HAND = ",".join(map(str, range(13, 26)))
DEAL = f"""Get: <INIT seed="0,0,0,1,1,87" ten="250,260,270,280" oya="2" hai="{HAND}"/>
"""
PLAY = """<V/>
Send: <Z />
Get: <f101/> <W/>
Get: <G71/> <T50 t="32"/>
Send: <D p="13"/>
Get: <D13/> <FURITEN show="1" /> <U/>
Send: <N />
Get: <E117/> <V/>
"""
TRANSCRIPT = HEAD + DEAL + PLAY


def read(*texts):
    tables = tenhou_transcript.read([Document("a.log", text.encode()) for text in texts])
    tables.validate()
    return tables


def test_the_first_dealer_is_seat_0_and_the_viewer_sits_where_the_table_has_him():
    tables = read(TRANSCRIPT)
    assert reasons(tables) == []
    game = only(tables, "games")
    assert (game["log_id"], game["game_id"], game["source_format"]) == (GAME, GAME, "tenhou_transcript")
    round_ = only(tables, "rounds")
    assert round_["dealer_seat"] == 0
    assert round_["start_scores"] == [27000, 28000, 25000, 26000]
    assert round_["hand_2"][3:5] == ["5mr", "5m"]
    assert [round_[f"hand_{seat}"] for seat in (0, 1, 3)] == [["?"] * 13] * 3
    assert events(tables) == [
        "draw 0 ?",
        "discard 0 8s",
        "draw 1 ?",
        "discard 1 9p",
        "draw 2 4p",
        "discard 2 4m",
        "draw 3 ?",
        "discard 3 W",
        "draw 0 ?",
    ]
    assert tables.events["is_tsumogiri"].to_pylist()[:6] == [None, True, None, False, None, False]
    assert [p["name"] for p in tables.game_players.to_pylist()] == ["C", "D", "A", "B"]
    assert [p["rating"] for p in tables.game_players.to_pylist()] == [3.0, 4.0, 1.0, 2.0]
    assert json.loads(only(tables, "extras")["fields"]) == {"sx": ["F", "C", "M", "F"]}


@pytest.mark.parametrize("blanks", ["  ", "\t", " \t "])
def test_an_indented_transcript_is_read_like_any_other(blanks):
    indented = "".join(blanks + line for line in TRANSCRIPT.splitlines(keepends=True))
    assert recognise(indented.encode()) is tenhou_transcript
    assert events(read(indented)) == events(read(TRANSCRIPT))
    assert reasons(read(indented)) == []


def test_results_have_the_seats_of_the_table():
    ron = win(who=1, fromWho=0, paoWho=3, sc=[250, -26, 260, 26, 270, 0, 280, 0])
    tables = read(
        HEAD
        + DEAL
        + f"<D104/> {ron}\n"
        + DEAL.replace("0,0,0,", "1,0,0,").replace('oya="2"', 'oya="3"')
        + draw(owari=[1, "1", 2, "2", 3, "3", 4, "4"])
    )
    row = only(tables, "wins")
    assert (row["seat"], row["from_seat"], row["log_pao_seat"]) == (3, 2, 1)
    assert row["log_deltas"] == [0, 0, -2600, 2600]
    assert tables.rounds["dealer_seat"].to_pylist() == [0, 1]
    assert only(tables, "draws")["log_tenpai"] == [True, False, True, False]
    assert only(tables, "draws")["log_deltas"] == [1500, -1500, 1500, -1500]
    assert tables.game_players["log_final_score"].to_pylist() == [300, 400, 100, 200]
    assert only(tables, "games")["is_complete"] is True


@pytest.mark.parametrize(
    ("shown", "changes", "tenpai"),
    [
        ((), (30, -10, -10, -10), [False, False, True, False]),
        ((1,), (15, 15, -15, -15), [False, False, True, True]),
        ((1,), (-10, 30, -10, -10), [False, False, False, True]),
        ((1, 2, 3), (0, 0, 0, 0), [True] * 4),
        ((), (0, 0, 0, 0), [False] * 4),
    ],
)
def test_the_payments_show_whether_the_viewer_is_tenpai(shown, changes, tenpai):
    hands = {f"hai{seat}": [4 * seat] for seat in shown}
    scores = [number for change in changes for number in (250, change)]
    tables = read(HEAD + DEAL + tag("RYUUKYOKU", sc=scores, **hands))
    assert only(tables, "draws")["log_tenpai"] == tenpai


def test_calls_and_connections_have_the_seats_of_the_table():
    pon = tag("N", who=2, m=(13 * 3 + 0) << 9 | 3 << 5 | 8 | 2)
    tables = read(HEAD + DEAL + f'<T52/> <D52/> {pon} <BYE who="1" /> <UN n1="x" />')
    assert events(tables)[1:] == ["discard 2 5pr", "pon 0<2 5pr 5p5p", "leave 3", "return 3"]


@pytest.mark.parametrize("viewer", range(3))
def test_three_players_turn_about_three_seats(viewer):
    dealer = -viewer % 3
    text = HEAD.replace('type="9"', 'type="25"') + DEAL.replace('oya="2"', f'oya="{dealer}"')
    tables = read(text + f"Get: <{'TUV'[dealer]}{5 if dealer == 0 else ''}/> <{'DEF'[dealer]}100/>")
    round_ = only(tables, "rounds")
    assert round_["dealer_seat"] == 0
    assert [round_[f"hand_{seat}"] is None for seat in range(4)] == [False, False, False, True]
    assert round_[f"hand_{viewer}"][0] == "4m"
    assert [e.split()[:2] for e in events(tables)] == [["draw", "0"], ["discard", "0"]]


def test_a_transcript_may_hold_several_games():
    other = TRANSCRIPT.replace(GAME, GAME.replace("ce13", "ce14"))
    assert read(TRANSCRIPT + other).games["log_id"].to_pylist() == [GAME, GAME.replace("ce13", "ce14")]


def resumed(seed):
    return f"""Send: <HELO name="x" />
Get: <GO type="9" lobby="0"/> <UN n0="%41" n1="%42" n2="%43" n3="%44" dan="1,2,3,4"/>
Get: <SAIKAI ba="0,0" oya="3"/>
Get: <REINIT seed="{seed}" ten="1,2,3,4" oya="3" hai="1" kawa0="3"/> <V/>
Get: <f101/> <W/>
"""


NEXT = DEAL.replace("0,0,0,", "2,0,0,").replace('oya="2"', 'oya="0"') + "Get: <T50/> <D50/>\n"


def test_a_round_that_a_lost_connection_cut_is_not_told_and_the_game_goes_on():
    tables = read(TRANSCRIPT + resumed("0,0,0,1,1,87") + NEXT)
    assert tables.rounds["round_index"].to_pylist() == [1]
    assert tables.games.num_rows == 1
    (reason,) = reasons(tables)
    assert reason.startswith("round 0 (East 1, honba 0), event ")
    assert reason.endswith("what happened while the connection was lost is missing")


def test_a_round_that_began_while_the_connection_was_lost_is_not_told():
    tables = read(TRANSCRIPT + resumed("1,0,0,1,1,87") + NEXT)
    assert tables.rounds["round_index"].to_pylist() == [0, 2]
    assert tables.games["log_id"].to_pylist() == [GAME]
    assert tables.rounds["dealer_seat"].to_pylist() == [0, 2]
    assert reasons(tables) == ["round 1: what happened while the connection was lost is missing"]


def test_a_connection_lost_twice_in_a_round_breaks_one_round():
    for seed, rounds in (("0,0,0,1,1,87", [1]), ("1,0,0,1,1,87", [0, 2])):
        tables = read(TRANSCRIPT + resumed(seed) + resumed(seed) + NEXT)
        assert tables.rounds["round_index"].to_pylist() == rounds
        assert tables.games.num_rows == 1
        assert len(reasons(tables)) == 1


def test_a_transcript_that_begins_within_a_round_has_the_rounds_after_it():
    tables = read(resumed("1,0,0,1,1,87") + NEXT)
    assert tables.rounds["dealer_seat"].to_pylist() == [2]
    assert len(reasons(tables)) == 1


def test_a_transcript_that_is_cut_tells_where():
    tables = read(TRANSCRIPT + 'Get: <F10/> <AGARI ba="0,0" hai="1')
    assert tables.rounds.num_rows == 1
    assert only(tables, "games")["is_complete"] is False
    assert reasons(tables) == ["round 0 (East 1, honba 0), event 10: the document ends within a tag <AGARI"]


def test_a_lobby_where_no_game_began_is_no_log_but_says_so():
    assert recognise(b'Send: <HELO name="x" />\r\nGet: <LN n="B"/>\r\n') is tenhou_transcript
    tables = read('Send: <HELO name="x" />\nGet: <LN n="B"/>\n')
    assert reasons(tables) == ["no game begins in it"]


def test_offsets_are_those_of_the_transcript():
    tables = read(TRANSCRIPT)
    offset = tables.events["source_offset"].to_pylist()[1]
    assert TRANSCRIPT[offset:].startswith("<f101/>")


@pytest.mark.parametrize("text", [TRANSCRIPT, "\r\n Get: <INIT seed=''/>", TRANSCRIPT.replace("\n", "\r\n")])
def test_transcripts_are_recognised(text):
    assert recognise(text.encode()) is tenhou_transcript


@pytest.mark.parametrize("text", ["<mjloggm ver='2.3'><GO type='9'/>", "Get: what you want", "GET: <a>"])
def test_other_texts_are_not(text):
    assert not tenhou_transcript.sniff(text.encode())


def test_a_connection_lost_before_the_first_deal_is_kept():
    tables = read(HEAD + '<BYE who="1" /> <UN n1="B" />\n' + DEAL + PLAY)
    assert reasons(tables) == []
    kept = [(row["action"], json.loads(row["fields"])) for row in tables.extras.to_pylist()]
    assert kept[1:] == [("leave", {"actor": 3}), ("return", {"actor": 3})]
