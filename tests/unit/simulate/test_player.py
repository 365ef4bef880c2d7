"""Players: what sensible play is, one situation at a time."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from mjlog.notation import MPSZ
from mjlog.rulesets import load
from mjlog.simulate import legal
from mjlog.simulate.moves import Discard, OwnCall
from mjlog.simulate.player import Player
from mjlog.simulate.stakes import Stakes
from mjlog.simulate.style import ROSTER, Style

CALM = Style("test", riichi=1.0, slips=0.0, calls=10.0, shows=0.0)
TENHOU, TOUTENKOU = load("tenhou"), load("toutenkou")


def code(text: str) -> int:
    return MPSZ.parse(text)


def player(rules=TENHOU, **style) -> Player:
    return Player(replace(CALM, **style), Random(0), Stakes.of(rules))


def drawing(table, seat: int, text: str):
    table.wall.live.insert(0, code(text))
    table.wall.left += 1
    table.draw(table.seats[seat])
    return table.seats[seat]


def in_riichi(table, seat: int, river: str) -> None:
    """Let a seat have declared riichi, with some tiles safe against it."""
    other = table.seats[seat]
    other.in_riichi = other.has_paid = True
    table.riichi += 1
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
    rules = replace(TENHOU, open_tanyao=False)
    table = table_of("", "234m4678p33567s9m", rules=rules)
    seat = table.seats[1]
    assert ask(player(rules).answer(table, seat, legal.calls(table, seat, code("5p"), 0), 0)) is None


def test_a_north_is_set_aside(table_of, ask):
    table = table_of("123456789p2344s", rules=load("tenhou_sanma"))
    move = ask(player(load("tenhou_sanma")).move(table, drawing(table, 0, "4z")))
    assert isinstance(move, OwnCall)
    assert move.call.kind == "kita"


@pytest.mark.parametrize(("hand", "makes_kan"), [("111456789p2344s", True), ("1112345678999p", False)])
def test_in_riichi_only_a_kan_that_keeps_the_waits_is_made(table_of, ask, hand, makes_kan):
    table = table_of(hand, back="1p")
    seat, mind = drawing(table, 0, "9m"), player()
    first = ask(mind.move(table, seat))
    assert first.riichi
    table.declare_riichi(seat, first.waits, first.tile)
    table.discard(seat, first.tile, first.waits)
    seat = drawing(table, 0, "1p")
    assert isinstance(ask(mind.move(table, seat)), OwnCall) is makes_kan


def test_nine_kinds_abort_and_eleven_play_for_kokushi(table_of):
    table = table_of("19m19p19s123z4455p", "19m19p19s12345z45p")
    assert player().aborts(table, table.seats[0])
    assert not player().aborts(table, table.seats[1])


def test_players_of_the_roster_differ():
    assert len({style.name for style in ROSTER}) == len(ROSTER) == 12
    assert len({(s.calls, s.nerve, s.riichi, s.slips, s.shows) for s in ROSTER}) == len(ROSTER)


def test_toitoi_is_called_towards_with_five_pairs(table_of, ask):
    table = table_of("", "222m777p1199s44z5m")
    seat = table.seats[1]
    call = ask(player().answer(table, seat, legal.calls(table, seat, code("9s"), 0), 0))
    assert call is not None
    assert call.kind == "pon"


# --- set-aside tiles --------------------------------------------------------------------------------


def moved(ask, table, seat, rules=TOUTENKOU, **style):
    return ask(player(rules, **style).move(table, seat), rules)


@pytest.mark.parametrize("tile", ["1m", "5m", "9m", "4z"])
def test_bonus_tiles_are_set_aside(table_of, ask, tile):
    table = table_of("234678p2344668s", rules=TOUTENKOU, back="159m4z")
    move = moved(ask, table, drawing(table, 0, tile))
    assert isinstance(move, OwnCall)
    assert (move.call.kind, move.call.tile) == ("kita", code(tile))


@pytest.mark.parametrize(("drawn", "kept"), [("1m", True), ("4z", True), ("5m", False)])
def test_a_hand_near_kokushi_keeps_what_it_needs(table_of, ask, drawn, kept):
    table = table_of("9m19p19s1235677z3p", rules=TOUTENKOU, back="159m4z")
    move = moved(ask, table, drawing(table, 0, drawn))
    assert isinstance(move, Discard) is kept
    if kept:
        assert move.tile == code("3p")


def test_a_hand_near_chinroutou_keeps_its_terminals(table_of, ask):
    table = table_of("111999m111p99s37p", rules=TOUTENKOU, back="159m4z")
    move = moved(ask, table, drawing(table, 0, "5p"))
    assert isinstance(move, Discard)
    assert move.tile not in (0, 8)


def test_north_stays_in_a_flush_that_holds_three(table_of, ask):
    table = table_of("2346678p44466z9s", rules=TOUTENKOU, back="159m4z")
    assert isinstance(moved(ask, table, drawing(table, 0, "2s")), Discard)


def test_tiles_that_no_hand_can_hold_are_no_waits_to_hope_for(table_of, ask):
    table = table_of("111m234678p2344s", rules=TOUTENKOU, back="159m4z")
    seat = drawing(table, 0, "9s")
    table.wall.reserve.clear()
    assert moved(ask, table, seat).tile == code("1m")


# --- open riichi, furiten riichi --------------------------------------------------------------------


@pytest.mark.parametrize(("shows", "is_open"), [(1.0, True), (0.0, False)])
def test_a_good_hand_may_be_shown_in_riichi(table_of, ask, shows, is_open):
    table = table_of("234678p23467s88s", rules=TOUTENKOU, back="58s4z159m")
    move = moved(ask, table, drawing(table, 0, "1z"), shows=shows)
    assert (move.riichi, move.is_open) == (True, is_open)


@pytest.mark.parametrize(
    ("how", "expected"),
    [("allowed", (True, False)), ("open_only", (True, True)), ("forbidden", (False, False))],
)
def test_furiten_riichi_as_the_rules_allow_it(table_of, ask, how, expected):
    rules = replace(TOUTENKOU, furiten_riichi=how)
    table = table_of("234678p23467s88s", rules=rules, back="58s4z159m")
    seat = drawing(table, 0, "1z")
    seat.thrown = 1 << code("5s") | 1 << code("1z")
    move = moved(ask, table, seat, rules)
    assert (move.riichi, move.is_open) == expected


def test_nobody_deals_into_a_hand_that_is_shown(table_of, ask):
    table = table_of("2346788p234446s", rules=TOUTENKOU, back="9s159m4z")
    seat, other = drawing(table, 0, "9s"), table.seats[1]
    in_riichi(table, 1, "")
    other.is_open_riichi, other.waits = True, 1 << code("9s")
    assert moved(ask, table, seat, nerve=1.6).tile != code("9s")


def test_ankan_in_riichi_by_the_strict_rule(table_of, ask):
    for how, makes_kan in (("same_waits", True), ("same_readings", False), ("forbidden", False)):
        rules = replace(TENHOU, ankan_in_riichi=how)
        table = table_of("333444555p67s22z", rules=rules, back="3p58s")
        seat, mind = drawing(table, 0, "9m"), player(rules)
        first = ask(mind.move(table, seat), rules)
        table.declare_riichi(seat, first.waits, first.tile)
        table.discard(seat, first.tile, first.waits)
        assert isinstance(ask(mind.move(table, drawing(table, 0, "3p")), rules), OwnCall) is makes_kan


@pytest.mark.parametrize("points", [0, 1])
def test_an_open_yaku_is_sought_only_where_it_counts(table_of, ask, points):
    rules = replace(TOUTENKOU, yaku_points={**TOUTENKOU.yaku_points, "tanyao": (points, points)})
    table = table_of("", "224678p3346778s", rules=rules, back="2p3s159m4z")
    seat = table.seats[1]
    options = legal.calls(table, seat, code("2p"), 0)
    assert bool(ask(player(rules).answer(table, seat, options, 0), rules)) is bool(points)
