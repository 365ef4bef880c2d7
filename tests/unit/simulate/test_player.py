"""Players: what sensible play is, one situation at a time."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from mjlog.notation import MPSZ
from mjlog.rulesets import load
from mjlog.simulate import legal
from mjlog.simulate.player import Player
from mjlog.simulate.round import Discard, OwnCall
from mjlog.simulate.style import ROSTER, Style

CALM = Style("test", riichi=1.0, slips=0.0, calls=10.0)


def code(text: str) -> int:
    return MPSZ.parse(text)


def player() -> Player:
    return Player(CALM, Random(0))


def drawing(table, seat: int, text: str):
    table.wall.live.insert(0, code(text))
    table.draw(table.seats[seat])
    return table.seats[seat]


def in_riichi(table, seat: int, river: str) -> None:
    """Let a seat have declared riichi, with some tiles safe against it."""
    other = table.seats[seat]
    other.in_riichi = other.has_paid = True
    for kind in MPSZ.parse_hand(river).tolist():
        other.safe |= 1 << kind


def test_a_complete_wait_is_kept_and_riichi_declared(table_of, ask):
    table = table_of("123456789p2344s", back="14s")
    seat = drawing(table, 0, "1z")
    move = ask(player().move(table, seat))
    assert isinstance(move, Discard)
    assert (move.tile, move.riichi) == (code("1z"), True)
    assert move.waits == 1 << code("1s") | 1 << code("4s")


def test_no_riichi_on_a_dead_wait(table_of, ask):
    table = table_of("123456789p1244s", back="3s")
    seat = drawing(table, 0, "1z")
    table.hidden[code("3s")] = 0
    move = ask(player().move(table, seat))
    assert move.waits == 1 << code("3s")
    assert not move.riichi


def test_no_riichi_without_points(table_of, ask):
    table = table_of("123456789p2344s", scores=(900, 25000, 25000, 25000))
    assert not ask(player().move(table, drawing(table, 0, "1z"))).riichi


def test_a_hopeless_hand_folds_against_riichi(table_of, ask):
    table = table_of("159m2468p358s127z")
    seat = drawing(table, 0, "6p")
    in_riichi(table, 2, "5m7z")
    first = ask(player().move(table, seat))
    assert first.tile in (code("5m"), code("7z"))


def test_a_good_tenpai_hand_pushes_against_riichi(table_of, ask):
    table = table_of("234067p3456788s", back="25s8p")
    seat = drawing(table, 0, "5m")
    in_riichi(table, 2, "1z")
    move = ask(player().move(table, seat))
    assert (move.tile, move.riichi) == (code("5m"), True)


def test_lonely_honours_go_before_tiles_that_may_grow(table_of, ask):
    table = table_of("2468m3579p357s3z")
    assert ask(player().move(table, drawing(table, 0, "9s"))).tile == code("3z")


def test_a_pair_of_dragons_is_called(table_of, ask):
    table = table_of("", "55z234m567p46s88s1z")
    seat = table.seats[1]
    options = legal.calls(table, seat, code("5z"), 0)
    call = ask(player().answer(table, seat, options, 0))
    assert call is not None
    assert call.kind == "pon"


@pytest.mark.parametrize(("hand", "tile"), [("123m567p46s88s33z9p", "3z"), ("19m234567p4699s1z", "5s")])
def test_a_call_that_leaves_no_yaku_is_passed(table_of, ask, hand, tile):
    table = table_of("", hand)
    seat = table.seats[1]
    options = legal.calls(table, seat, code(tile), 0)
    assert options
    assert ask(player().answer(table, seat, options, 0)) is None


def test_tanyao_is_called_towards_and_its_orphans_discarded(table_of, ask):
    table = table_of("", "234m4678p33567s9m", back="5p")
    seat, mind = table.seats[1], player()
    call = ask(mind.answer(table, seat, legal.calls(table, seat, code("5p"), 0), 0))
    assert call is not None
    table.call(seat, call, 0)
    assert ask(mind.move(table, seat)).tile == code("9m")


def test_tanyao_is_not_called_where_it_must_be_closed(table_of, ask):
    table = table_of("", "234m4678p33567s9m", rules=replace(load("tenhou"), open_tanyao=False))
    seat = table.seats[1]
    assert ask(player().answer(table, seat, legal.calls(table, seat, code("5p"), 0), 0)) is None


def test_a_north_is_set_aside(table_of, ask):
    table = table_of("123456789p2344s", rules=load("tenhou_sanma"))
    move = ask(player().move(table, drawing(table, 0, "4z")))
    assert isinstance(move, OwnCall)
    assert move.call.kind == "kita"


@pytest.mark.parametrize(("hand", "makes_kan"), [("111456789p2344s", True), ("1112345678999p", False)])
def test_in_riichi_only_a_kan_that_keeps_the_waits_is_made(table_of, ask, hand, makes_kan):
    table = table_of(hand, back="1p")
    seat, mind = drawing(table, 0, "9m"), player()
    first = ask(mind.move(table, seat))
    assert first.riichi
    table.declare_riichi(seat)
    table.discard(seat, first.tile, first.waits)
    seat = drawing(table, 0, "1p")
    assert isinstance(ask(mind.move(table, seat)), OwnCall) is makes_kan


def test_nine_kinds_abort_and_eleven_play_for_kokushi(table_of):
    table = table_of("19m19p19s123z4455p", "19m19p19s12345z45p")
    assert player().aborts(table, table.seats[0])
    assert not player().aborts(table, table.seats[1])


def test_players_of_the_roster_differ():
    assert len({style.name for style in ROSTER}) == len(ROSTER) == 12
    assert len({(s.calls, s.nerve, s.riichi, s.slips) for s in ROSTER}) == len(ROSTER)


def test_toitoi_is_called_towards_with_five_pairs(table_of, ask):
    table = table_of("", "222m777p1199s44z5m")
    seat = table.seats[1]
    call = ask(player().answer(table, seat, legal.calls(table, seat, code("9s"), 0), 0))
    assert call is not None
    assert call.kind == "pon"
