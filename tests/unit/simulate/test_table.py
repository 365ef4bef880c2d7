from __future__ import annotations

from dataclasses import replace

import pytest

from mjlog.notation import MPSZ
from mjlog.rulesets import load
from mjlog.rulesets.words import KanDora, TemporaryFuriten
from mjlog.simulate.table import Call

TENHOU = load("tenhou")


def test_unseen_tiles_are_those_neither_held_nor_shown(table_of):
    table = table_of("55z")
    seat = table.seats[0]
    assert table.unseen(seat)[31] == 2
    table.seats[1].take(31)
    table.discard(table.seats[1], 31, 0)
    assert table.unseen(seat)[31] == 1
    assert sum(table.unseen(seat)) == 136 - 13 - 1 - 1


@pytest.mark.parametrize("until", list(TemporaryFuriten))
def test_what_ends_temporary_furiten(table_of, until):
    table = table_of(rules=replace(TENHOU, temporary_furiten_until=until))
    seat = table.seats[0]
    table.passes(seat)
    assert seat.is_furiten
    table.draw(seat)
    assert seat.is_furiten is (until is TemporaryFuriten.OWN_DISCARD)
    table.discard(seat, seat.drawn, 0)
    assert not seat.is_furiten


def test_a_tile_passed_in_riichi_is_furiten_for_good(table_of):
    table = table_of()
    seat = table.seats[0]
    table.draw(seat)
    table.declare_riichi(seat)
    table.discard(seat, seat.drawn, 0)
    table.passes(seat)
    table.draw(seat)
    table.discard(seat, seat.drawn, 0)
    assert seat.is_furiten


def test_any_own_discard_among_the_waits_is_furiten(table_of):
    table = table_of()
    seat = table.seats[0]
    table.draw(seat)
    kind = MPSZ.parse("5z")
    seat.take(kind)
    table.discard(seat, kind, 1 << kind | 1 << 3)
    assert seat.is_furiten


def test_a_hand_that_holds_all_its_winning_tiles_is_noten(table_of):
    table = table_of("333312m456789p9s")
    seat = table.seats[0]
    three = MPSZ.parse("3m")
    seat.waits = 1 << three | 1 << 31
    table.declare(seat, Call("ankan", three, (three,) * 4))
    assert seat.is_tenpai
    seat.waits = 1 << three
    assert not seat.is_tenpai


def test_riichi_costs_a_stick_once_it_is_accepted(table_of):
    table = table_of(sticks=2)
    seat = table.seats[0]
    table.draw(seat)
    table.declare_riichi(seat)
    assert (table.scores[0], table.sticks, seat.is_ippatsu) == (25000, 2, False)
    assert seat.is_double_riichi
    table.discard(seat, seat.drawn, 0)
    table.accept_riichi(seat)
    assert (table.scores[0], table.sticks, seat.is_ippatsu) == (24000, 3, True)


def test_a_call_cuts_ippatsu_and_first_turns(table_of):
    table = table_of("", "555z")
    table.seats[3].is_ippatsu = True
    assert table.is_first_turn(table.seats[2])
    table.call(table.seats[1], Call("pon", 31, (31, 31)), 0)
    assert not table.seats[3].is_ippatsu
    assert not table.is_first_turn(table.seats[2])


@pytest.mark.parametrize(("last", "liable"), [("pon", 2), ("ankan", -1)])
def test_who_lets_the_third_dragon_be_called_is_liable(table_of, last, liable):
    table = table_of("55556666777z")
    seat = table.seats[0]
    for kind in (31, 32):
        table.call(seat, Call("pon", kind, (kind, kind)), 1)
    if last == "pon":
        table.call(seat, Call("pon", 33, (33, 33)), 2)
    else:
        seat.take(33)
        table.declare(seat, Call("ankan", 33, (33, 33, 33, 33)))
    assert seat.pao == [liable, -1, -1]


def test_indicators_are_not_turned_where_the_rules_have_no_kan_dora(table_of):
    table = table_of(rules=replace(TENHOU, kan_dora=KanDora.OFF, kan_ura_dora=False))
    table.turn_indicators(1)
    assert len(table.wall.shown) == 1


def test_ura_indicators_follow_the_rules(table_of):
    table = table_of()
    table.turn_indicators(2)
    assert len(table.ura_shown()) == 3
    table.rules = replace(TENHOU, kan_ura_dora=False)
    assert len(table.ura_shown()) == 1
    table.rules = replace(TENHOU, ura_dora=False, kan_ura_dora=False)
    assert table.ura_shown() == []


def test_a_north_that_was_set_aside_is_a_dora_under_a_west(table_of):
    sanma = load("tenhou_sanma")
    table = table_of("123456789p2344s", rules=sanma, back="34z")
    seat = table.seats[0]
    table.wall.dora[0] = MPSZ.parse("3z")
    seat.kita = 2
    assert table.winning_hand(seat, MPSZ.parse("1s"), "discard")["dora"] == 2
