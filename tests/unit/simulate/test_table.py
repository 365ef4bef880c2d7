from __future__ import annotations

from dataclasses import replace

import pytest

from mjlog.notation import MPSZ
from mjlog.rulesets import load
from mjlog.rulesets.words import KanDora, TemporaryFuriten
from mjlog.simulate.hands import ura_shown, winning_hand
from mjlog.simulate.table import Call, Event

TENHOU, TOUTENKOU = load("tenhou"), load("toutenkou")


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
    table.declare_riichi(seat, 0, seat.drawn)
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
    table.declare_riichi(seat, 0, seat.drawn)
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
    assert len(ura_shown(table)) == 3
    table.rules = replace(TENHOU, kan_ura_dora=False)
    assert len(ura_shown(table)) == 1
    table.rules = replace(TENHOU, ura_dora=False, kan_ura_dora=False)
    assert ura_shown(table) == []


def test_a_north_that_was_set_aside_is_a_dora_under_a_west(table_of):
    table = table_of("123456789p2344s", rules=load("tenhou_sanma"), dora="3z", back="34z")
    seat = table.seats[0]
    seat.set_aside = [30, 30]
    assert winning_hand(table, seat, MPSZ.parse("1s"), "discard")["dora"] == 2


def test_the_kind_of_an_ura_indicator_counts_where_the_rules_say_so(table_of):
    for counts, ura in ((False, 2), (True, 4)):
        table = table_of("234455p2344s666z", rules=replace(TENHOU, ura_indicator_counts=counts))
        table.wall.ura[0] = MPSZ.parse("4p")
        seat = table.seats[0]
        seat.in_riichi = True
        assert winning_hand(table, seat, MPSZ.parse("1s"), "discard")["ura"] == ura


def test_dragons_follow_each_other_in_the_order_of_the_rules(table_of):
    assert table_of(dora="5z").dora == [MPSZ.parse("6z")]
    assert table_of(dora="5z", rules=load("riichi")).dora == [MPSZ.parse("7z")]


# --- set-aside tiles and bonuses --------------------------------------------------------------------


def test_a_bonus_follows_a_concealed_kan_and_the_fourth_equal_tile(table_of):
    table = table_of("4444z5555p", rules=TOUTENKOU, back="4z")
    seat = table.seats[0]
    for number in range(4):
        call = Call("kita", 30, (30,))
        table.declare(seat, call)
        table.stands(seat, call)
        assert [e.kind for e in table.events].count("bonus") == (number == 3)
    assert table.scores == [27000, 24000, 24000]
    kan = Call("ankan", 35, (35,) * 4)
    table.declare(seat, kan)
    table.stands(seat, kan)
    assert table.scores == [29000, 23000, 23000]
    assert table.events[-1] == Event("bonus", 0, points=1000)


def test_a_pair_on_the_dice_doubles_a_bonus(table_of):
    table = table_of("5555p", rules=TOUTENKOU, dice=(3, 3))
    kan = Call("ankan", 35, (35,) * 4)
    table.declare(table.seats[0], kan)
    table.stands(table.seats[0], kan)
    assert table.scores == [29000, 23000, 23000]
    assert not table_of(rules=TOUTENKOU, dice=(3, 4)).deal.is_doubled


def test_tiles_are_gathered(table_of):
    table = table_of("5555p555s1111z", rules=TOUTENKOU)
    seat = table.seats[0]
    assert not table.has_gathered(seat)
    seat.take(36)
    assert table.has_gathered(seat)
    seat.give(36)
    seat.set_aside = [0, 4, 8] * 4
    assert table.has_gathered(seat)
    seat.set_aside.pop()
    assert not table.has_gathered(seat)
    table.kans = [0, 0, 0, 0]
    assert table.has_gathered(seat)
    assert not table.has_gathered(table.seats[1])


# --- who sits where ---------------------------------------------------------------------------------


def test_turns_and_winds_pass_over_who_is_away(table_of):
    four = replace(TOUTENKOU, sits_out=True, uma=(0, 0, 0, 0))
    table = table_of(rules=four, dealer=2, away=3)
    assert [seat.number for seat in table.playing] == [0, 1, 2]
    assert [seat.number for seat in table.others[2]] == [0, 1]
    assert [seat.number for seat in table.others[0]] == [1, 2]
    assert [table.seats[n].wind for n in (2, 0, 1)] == [0, 1, 2]
    assert len(table.scores) == 4


# --- open riichi and faults -------------------------------------------------------------------------


def test_a_hand_in_open_riichi_is_seen_by_the_others(table_of):
    table = table_of("555z", rules=TOUTENKOU)
    shown, other = table.seats[0], table.seats[1]
    table.draw(shown)
    assert table.unseen(other)[31] == 4 - other.counts[31]
    table.declare_riichi(shown, 0, shown.drawn, is_open=True)
    table.discard(shown, shown.drawn, 0)
    assert table.unseen(other)[31] == 1 - other.counts[31]
    assert [e.kind for e in table.events[1:3]] == ["riichi", "open_riichi"]
    own = table.unseen(shown)
    assert sum(own) == 112 - 13 - 1 - 1


@pytest.mark.parametrize(
    ("how", "is_open", "is_fault"),
    [
        ("allowed", False, False),
        ("open_only", False, True),
        ("open_only", True, False),
        ("forbidden", False, True),
        ("forbidden", True, True),
    ],
)
def test_furiten_riichi_is_a_fault_where_the_rules_say_so(table_of, how, is_open, is_fault):
    table = table_of(rules=replace(TOUTENKOU, furiten_riichi=how))
    seat = table.seats[0]
    table.draw(seat)
    wait = 1 << 20
    table.declare_riichi(seat, wait, 18, is_open=is_open)
    assert not seat.is_at_fault
    table.declare_riichi(seat, wait, 20, is_open=is_open)
    assert seat.is_at_fault is is_fault


def test_a_penalty_lies_on_the_table_as_sticks(table_of):
    table = table_of(sticks=1)
    table.punish(table.seats[2], 2000)
    assert (table.scores[2], table.sticks) == (23000, 3)
    assert table.events == [Event("penalty", 2, points=2000)]
