"""Tenhou XML: what a log says twice is held against play."""

from __future__ import annotations

import pytest

from tests.unit.formats.xml_snippets import HANDS, draw, init, log, reasons, sanma, tag, win
from tests.unit.formats.xml_snippets import read as read_texts

PON = (13 * 3) << 9 | 3 << 5 | 8 | 2
"""A pon of 52 by 53 and 54."""
KAKAN = PON + 8
DEAL = init(seed=[0, 1, 2, 1, 1, 100])
RIICHI = tag("REACH", who=1, ten=[250, 240, 250, 250], step=2)
PLAY = (
    *("<T52/><D52/>", tag("N", who=2, m=PON), "<F26/><U60/>"),
    *(tag("REACH", who=1, step=1), "<E60/>", RIICHI, "<V55/>", tag("N", who=2, m=KAKAN), "<V61/><F27/>"),
)
HANDS_LEFT = {"hai1": HANDS[1], "hai2": [*HANDS[2][2:], 61]}
"""After `PLAY` without the tiles of the pon, which nobody was dealt."""


def told(*tags, **header):
    tables = read_texts(log(*tags).replace('oya="0"/>', f'oya="{header.get("oya", 0)}"/>', 1))
    assert tables.rounds.num_rows == 1
    return reasons(tables)


def shown(**changes):
    return draw(**{"ba": [1, 3], "hai0": None, **HANDS_LEFT, **changes})


def test_a_draw_that_repeats_play_tells_nothing():
    assert told(DEAL, *PLAY, shown()) == []


def test_fields_that_are_absent_tell_nothing():
    bare = [one.replace(' ten="250,240,250,250"', "") for one in PLAY]
    assert told(DEAL, *bare, draw(ba=None, hai0=None, hai2=None)) == []


@pytest.mark.parametrize(
    "hand", [[13, 14], [*HANDS[1][:12], 60], [*HANDS[1], 13], [*HANDS[1][:12], 136], [-1]]
)
def test_a_hand_shown_at_a_draw_is_the_one_that_play_leaves(hand):
    stated, left = (",".join(map(str, one)) for one in (hand, HANDS[1]))
    assert told(DEAL, *PLAY, shown(hai1=hand)) == [
        f"round 0 (East 1, honba 1), event 12: RYUUKYOKU: hai1 is {stated}, where play leaves {left}"
    ]


def test_words_for_a_hand_shown_at_a_draw_are_told():
    (reason,) = told(DEAL, *PLAY, shown(hai2="all,of,it"))
    assert "RYUUKYOKU: hai2 is all,of,it, where play leaves 28,29,30," in reason


@pytest.mark.parametrize("ba", ["0,3", "1,2", "1", "1,3,0", "one,three"])
def test_a_draw_repeats_the_counters(ba):
    assert told(DEAL, *PLAY, shown(ba=ba)) == [
        f"round 0 (East 1, honba 1), event 12: RYUUKYOKU: ba is {ba}, not 1,3"
    ]


@pytest.mark.parametrize("ten", ["250,250,250,250", "240,240,250,250", "250,240,250", "x"])
def test_an_accepted_riichi_repeats_the_scores(ten):
    play = [one.replace("250,240,250,250", ten) for one in PLAY]
    assert told(DEAL, *play, shown()) == [
        f"round 0 (East 1, honba 1), event 7: REACH: ten is {ten}, not 250,240,250,250"
    ]


def test_scores_of_a_second_riichi_and_of_the_next_round_count_their_own_sticks():
    first = tag("REACH", who=0, ten=[240, 250, 250, 250], step=2)
    second = tag("REACH", who=3, ten=[240, 250, 250, 240], step=2)
    later = init(seed=[0, 1, 2, 1, 1, 100], ten=[240, 250, 250, 240])
    again = tag("REACH", who=0, ten=[230, 250, 250, 240], step=2)
    end = draw(ba=[0, 2], hai0=None, hai2=None)
    last = draw(ba=[1, 3], hai0=None, hai2=None)
    assert reasons(read_texts(log(init(), first, second, end, later, again, last))) == []


def test_three_players_may_leave_out_the_score_of_the_empty_seat():
    three = tag("REACH", who=1, ten=[350, 340, 350], step=2)
    four = tag("REACH", who=2, ten=[350, 340, 340, 0], step=2)
    assert reasons(read_texts(sanma(init(3), three, four))) == []


CALLS = ("<T52/><D52/>", tag("N", who=1, m=PON + 1), "<E13/>")


def test_a_win_that_repeats_its_calls_tells_nothing():
    assert told(init(), *CALLS, win(m=PON + 1)) == []
    kakan = ("<U55/>", tag("N", who=1, m=KAKAN + 1), "<U60/>")
    assert told(init(), *CALLS, *kakan, win(m=KAKAN + 1)) == []


def test_calls_of_others_are_none_of_the_winner():
    assert told(init(), *CALLS, win(who=3)) == []


@pytest.mark.parametrize(
    ("m", "stated"), [(None, "none"), ("", "none"), (PON, PON), ([PON + 1, PON + 1], f"{PON + 1},{PON + 1}")]
)
def test_melds_of_a_win_are_those_that_were_called(m, stated):
    assert told(init(), *CALLS, win(m=m)) == [
        f"round 0 (East 1, honba 0), event 4: AGARI: m is {stated}, where {PON + 1} were called"
    ]


def test_melds_of_a_win_that_nobody_called_are_told():
    (reason,) = told(init(), win(m=[7, 5]))
    assert reason.endswith("AGARI: m is 7,5, where none were called")


def test_an_added_kan_without_its_pon_stands_alone():
    assert told(init(), "<U55/>", tag("N", who=1, m=KAKAN + 1), win(m=KAKAN + 1)) == []


def test_numbers_that_are_spelled_oddly_are_the_same_numbers():
    assert told(init(), *CALLS, win(m=f" +{PON + 1}")) == []
    assert told(DEAL, *PLAY, shown(ba="+1, 3")) == []


def test_the_first_dealer_is_that_of_the_first_deal():
    assert told(init(), oya=1) == ["TAIKYOKU: oya is 1, not 0"]
    assert told(init(seed=[5, 0, 0, 1, 1, 100], oya=1)) == []
    assert told(init(seed=[5, 0, 0, 1, 1, 100], oya=1), oya=1) == ["TAIKYOKU: oya is 1, not 0"]


def test_broken_rounds_tell_their_cause_only():
    tables = read_texts(log(init(), "<T200/>", draw(ba=[5, 5])))
    assert reasons(tables) == ["round 0 (East 1, honba 0), event 0: no tile has the number 200"]
