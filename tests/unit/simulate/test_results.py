"""How rounds end: tenpai as the rules understand it, noten, nagashi mangan."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mjlog.notation import MPSZ
from mjlog.rulesets import RulesetTable, load
from mjlog.simulate.results import exhausted
from mjlog.simulate.table import Call

TENHOU, TOUTENKOU = load("tenhou"), load("toutenkou")
NO_MAN = "159m4z"


def ended(ask, table):
    return ask(exhausted(table, RulesetTable.of([table.rules])), table.rules)


def waits_for(table, seat: int, tiles: str) -> None:
    table.seats[seat].waits = sum(1 << kind for kind in MPSZ.parse_hand(tiles).tolist())


def tenpai(ask, table) -> list[bool]:
    return ended(ask, table).draw["log_tenpai"]


def test_a_closed_hand_is_tenpai_while_a_winning_tile_is_unseen(table_of, ask):
    table = table_of("234678p23467s88s", rules=TOUTENKOU, back=NO_MAN + "58s")
    waits_for(table, 0, "58s")
    assert tenpai(ask, table) == [True, False, False]
    table.hidden[22] = 0
    table.hidden[25] = 2
    assert tenpai(ask, table) == [False, False, False]
    table.hidden[25] = 3
    assert tenpai(ask, table) == [True, False, False]


@pytest.mark.parametrize(("how", "expected"), [("winnable", False), ("shape", True)])
def test_a_hand_without_a_yaku_is_noten_where_it_must_be_able_to_win(table_of, ask, how, expected):
    rules = replace(TOUTENKOU, tenpai=how)
    table = table_of("", "22345678p67s99s1z", rules=rules, back=NO_MAN + "58s")
    seat, tile = table.seats[1], MPSZ.parse("2p")
    table.call(seat, Call("pon", tile, (tile, tile)), 0)
    seat.give(MPSZ.parse("1z"))
    waits_for(table, 1, "58s")
    assert tenpai(ask, table)[1] is expected


def test_a_hand_in_open_riichi_is_visible_to_the_others(table_of, ask):
    table = table_of("234678p23467s88s", "58s", rules=TOUTENKOU, back=NO_MAN + "58s")
    waits_for(table, 0, "8s")
    table.hidden[25] = 3
    assert tenpai(ask, table)[0]
    table.seats[1].is_open_riichi = True
    table.riichi = 1
    assert not tenpai(ask, table)[0]


def test_a_dead_hand_is_noten(table_of, ask):
    table = table_of("234678p23467s88s", back="58s")
    waits_for(table, 0, "58s")
    assert tenpai(ask, table)[0]
    table.bar(table.seats[0])
    assert not tenpai(ask, table)[0]


def test_who_is_away_neither_pays_nor_gets(table_of, ask):
    rules = replace(TOUTENKOU, sits_out=True, uma=(0, 0, 0, 0))
    table = table_of("234678p23467s88s", rules=rules, back=NO_MAN + "58s", away=3)
    waits_for(table, 0, "58s")
    outcome = ended(ask, table)
    assert outcome.draw["log_deltas"] == [4000, -2000, -2000, 0]
    assert outcome.draw["log_tenpai"] == [True, False, False, False]


@pytest.mark.parametrize(
    ("how", "deltas", "sticks", "winners"),
    [
        ("none", [0, 0, 0, 0], 1, ()),
        ("draw", [-4000, 8000, -2000, -2000], 1, ()),
        ("win", [-4200, 9600, -2200, -2200], 0, (1,)),
    ],
)
def test_nagashi_mangan(table_of, ask, how, deltas, sticks, winners):
    table = table_of(rules=replace(TENHOU, nagashi_mangan=how), honba=2, sticks=1)
    for seat in table.seats:
        seat.river, seat.thrown = [27, 4], 1 << 27 | 1 << 4
    table.seats[1].river, table.seats[1].thrown = [27], 1 << 27
    outcome = ended(ask, table)
    assert outcome.draw["log_deltas"] == deltas
    assert (outcome.sticks, outcome.winners) == (sticks, winners)
    assert outcome.draw["log_type"] == ("exhaustive" if how == "none" else "nagashi_mangan")
    table.seats[1].is_river_whole = False
    assert ended(ask, table).draw["log_type"] == "exhaustive"
