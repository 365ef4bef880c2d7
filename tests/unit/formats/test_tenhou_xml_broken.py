"""Tenhou XML: what is broken, odd or without end is told, and the rest is read."""

from __future__ import annotations

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
    tag,
    win,
)


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
            *(init(seed=[2, 0, 0, 1, 1, 100]), "<T53/>", draw(hai0=[*HANDS[0], 53])),
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


@pytest.mark.parametrize("type_", ["-169", "99999999999", "x"])
def test_a_type_of_game_that_is_none_is_told(type_):
    tables = read(log(init(), "<T52/>", "<D52/>", kind=type_))
    assert reasons(tables) == [f'GO: type="{type_}" is no type of a game']
    assert events(tables) == ["draw 0 5pr", "discard 0 5pr"]


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
    *(init(), "<T52/><D0/>", tag("N", who=1, m=120 << 8), tag("REACH", who=1, step=1), "<E13/>"),
    win(m=120 << 8),
    *(init(seed=[1, 0, 1, 1, 1, 5]), "<U52/>", tag("DORA", hai=7), tag("BYE", who=2)),
    draw(type="yao9", ba=[0, 1]),
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
    tables = read(log(*[init() + "<T53/>" + draw(hai0=[*HANDS[0], 53])] * 1001))
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
    game = log(init(), "<T52/>", draw(hai0=[*HANDS[0], 52]))
    mixed = f"one\n{game.replace('<T52/>', ' two <T52/> ')}\nthree\n"
    tables = read(game, mixed, f" \n{game}\r\n", f"{game}\n{{}}")
    assert tables.games.num_rows == 4
    assert [(row["source_offset"], row["reason"]) for row in tables.rejects.to_pylist()] == [
        (0, "11 bytes of text between the tags"),
        (len(game) + 1, "2 bytes of text between the tags"),
    ]


def test_comments_are_no_text():
    game = log(init(), "<!-- first -->", "<T52/>", draw(hai0=[*HANDS[0], 52]))
    assert reasons(read(f"<?xml version='1.0'?>{game}")) == []
