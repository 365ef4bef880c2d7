from __future__ import annotations

from dataclasses import replace

import pytest

from mjlog.notation import MPSZ
from mjlog.rulesets import load
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import Kuikae
from mjlog.simulate import legal
from mjlog.simulate.kans import is_always_triplet
from mjlog.simulate.table import Call, kuikae_kinds

TENHOU = load("tenhou")


def code(text: str) -> int:
    return MPSZ.parse(text)


def draw(table, seat: int, text: str):
    """Give a seat a certain tile as its draw."""
    table.wall.live.insert(0, code(text))
    table.wall.left += 1
    table.draw(table.seats[seat])
    return table.seats[seat]


def riichi_of(table, players: int) -> None:
    """Let the first players declare riichi."""
    for seat in table.seats[:players]:
        seat.in_riichi = seat.has_paid = seat.is_ippatsu = True
        table.riichi += 1


def kinds_of(calls) -> list[tuple[str, str]]:
    return [(c.kind, MPSZ.format_hand(list(c.consumed))) for c in calls]


# --- chi, pon, daiminkan ----------------------------------------------------------------------------


def test_chi_is_offered_to_the_next_player_only(table_of):
    table = table_of("", "23456m", "23456m")
    tile = code("4m")
    assert ("chi", "23m") in kinds_of(legal.calls(table, table.seats[1], tile, 0))
    assert not [c for c in legal.calls(table, table.seats[2], tile, 0) if c.kind == "chi"]


def test_chi_takes_red_fives_first_and_honours_never(table_of):
    table = table_of("", "4055m67m123z")
    shapes = kinds_of(legal.calls(table, table.seats[1], code("3m"), 0))
    assert ("chi", "40m") in shapes
    assert not legal.calls(table, table.seats[1], code("2z"), 0)


def test_there_is_no_chi_where_the_rules_have_none(table_of):
    sanma = load("tenhou_sanma")
    table = table_of("", "23456p", rules=sanma)
    assert not [c for c in legal.calls(table, table.seats[1], code("4p"), 0) if c.kind == "chi"]


def test_pon_and_open_kan_need_two_and_three_tiles(table_of):
    table = table_of("", "55z666z")
    assert [c.kind for c in legal.calls(table, table.seats[1], code("5z"), 3)] == ["pon"]
    assert [c.kind for c in legal.calls(table, table.seats[1], code("6z"), 3)] == ["pon", "daiminkan"]


@pytest.mark.parametrize("why", ["riichi", "last discard"])
def test_nothing_is_called_in_riichi_nor_of_the_last_discard(table_of, why):
    table = table_of("", "55z666z")
    if why == "riichi":
        table.seats[1].in_riichi = True
    else:
        table.wall.left = 0
    assert not legal.calls(table, table.seats[1], code("6z"), 0)


def test_a_call_that_leaves_only_forbidden_discards_is_not_offered(table_of):
    table = table_of("", "2344m")
    seat = table.seats[1]
    for tile in seat.codes[4:].copy():
        seat.give(tile)
    assert [MPSZ.format_hand(list(c.consumed)) for c in legal.calls(table, seat, code("4m"), 0)] == ["44m"]
    free = table_of("", "2344m", rules=replace(TENHOU, kuikae=Kuikae.ALLOWED))
    assert free.rules.kuikae is Kuikae.ALLOWED


@pytest.mark.parametrize(
    ("level", "tile", "consumed", "forbidden"),
    [
        ("forbidden", "4m", "23m", "14m"),
        ("forbidden", "1m", "23m", "14m"),
        ("forbidden", "3m", "24m", "3m"),
        ("forbidden", "3m", "12m", "3m"),
        ("forbidden", "7m", "89m", "7m"),
        ("forbidden", "6p", "78p", "69p"),
        ("forbidden", "5z", "55z", "5z"),
        ("same_tile_forbidden", "4m", "23m", "4m"),
        ("allowed", "4m", "23m", ""),
    ],
)
def test_kuikae(level, tile, consumed, forbidden):
    kind = "pon" if consumed == "55z" else "chi"
    call = Call(kind, code(tile), tuple(MPSZ.parse_hand(consumed).tolist()))
    rules = replace(TENHOU, kuikae=Kuikae(level))
    assert kuikae_kinds(call, rules) == sum(1 << kind for kind in MPSZ.parse_hand(forbidden).tolist())


# --- the own turn -----------------------------------------------------------------------------------


def test_concealed_and_added_kans_and_norths(table_of):
    table = table_of("1111p", "", "", rules=load("tenhou_sanma"), back="4z")
    seat = draw(table, 0, "4z")
    assert kinds_of(legal.own_calls(table, seat)) == [("kita", "4z"), ("ankan", "1111p")]


def test_in_riichi_only_the_drawn_kind_makes_a_kan(table_of):
    table = table_of("1111p333p", back="3p")
    seat = draw(table, 0, "3p")
    seat.in_riichi = True
    assert kinds_of(legal.own_calls(table, seat)) == [("ankan", "3333p")]


@pytest.mark.parametrize(("kans", "allowed"), [(3, True), (4, False)])
def test_there_is_no_fifth_kan(table_of, kans, allowed):
    table = table_of("1111p")
    table.kans = [2] * kans
    table.draw(table.seats[0])
    assert bool(list(legal.own_calls(table, table.seats[0]))) is allowed


def test_there_is_no_kan_without_a_tile_to_replace_it(table_of):
    table = table_of("1111p")
    table.draw(table.seats[0])
    table.wall.left = 0
    assert not list(legal.own_calls(table, table.seats[0]))


@pytest.mark.parametrize(
    ("left", "score", "allowed"), [(4, 1000, True), (3, 1000, False), (4, 900, False), (60, 25000, True)]
)
def test_riichi_needs_live_tiles_and_points(table_of, left, score, allowed):
    table = table_of(scores=(score, 25000, 25000, 25000))
    table.draw(table.seats[0])
    table.wall.left = left
    assert legal.may_declare_riichi(table, table.seats[0]) is allowed


def test_riichi_below_its_price_where_the_rules_allow_it(table_of):
    rules = replace(TENHOU, riichi_min_score=-100_000, riichi_min_wall=0)
    table = table_of(rules=rules, scores=(-500, 25000, 25000, 25000))
    table.draw(table.seats[0])
    table.wall.left = 0
    assert legal.may_declare_riichi(table, table.seats[0])


def test_riichi_needs_a_closed_hand(table_of):
    table = table_of("", "555z")
    seat = table.seats[1]
    table.call(seat, Call("pon", code("5z"), (31, 31)), 0)
    table.draw(seat)
    assert not legal.may_declare_riichi(table, seat)


@pytest.mark.parametrize(("hand", "allowed"), [("19m19p19s123z44p22s", True), ("19m19p19s12z447p22s", False)])
def test_nine_kinds_abort(table_of, hand, allowed):
    table = table_of(hand, back="1234567z19m19p19s")
    table.draw(table.seats[0])
    assert legal.may_abort(table, table.seats[0]) is allowed


def test_nine_kinds_do_not_abort_after_a_call_or_without_the_rule(table_of):
    table = table_of("19m19p19s123z44p22s")
    table.draw(table.seats[0])
    table.calls = 1
    assert not legal.may_abort(table, table.seats[0])
    table = table_of("19m19p19s123z44p22s", rules=replace(TENHOU, abortive_draws=frozenset()))
    table.draw(table.seats[0])
    assert not legal.may_abort(table, table.seats[0])


# --- set-aside tiles ----------------------------------------------------------------------------------


def test_every_kind_of_the_rules_may_be_set_aside_and_in_riichi_the_drawn_one_only(table_of):
    table = table_of("159m4z", rules=load("toutenkou"))
    seat = draw(table, 0, "1m")
    assert [c.tile for c in legal.own_calls(table, seat)] == [0, 4, 8, 30]
    seat.in_riichi = True
    assert [c.tile for c in legal.own_calls(table, seat)] == [0]


@pytest.mark.parametrize(("hand", "allowed"), [("000p", False), ("005p", True)])
def test_red_fives_are_not_set_aside(table_of, hand, allowed):
    rules = replace(load("tenhou"), set_aside=("5p",), red_fives=(1, 3, 1))
    table = table_of(hand, rules=rules, back="5p")
    assert bool(legal.own_calls(table, draw(table, 0, "1m"))) is allowed


def test_nothing_is_set_aside_without_a_replacement_tile(table_of):
    table = table_of("159m4z", rules=load("toutenkou"))
    seat = draw(table, 0, "1m")
    table.wall.reserve.clear()
    assert not legal.own_calls(table, seat)


@pytest.mark.parametrize(
    ("takes", "left", "allowed"), [(0, 0, True), (1, 0, False), (1, 1, True), (2, 1, False)]
)
def test_a_set_aside_tile_needs_as_many_live_tiles_as_it_takes(table_of, takes, left, allowed):
    rules = Ruleset.common(3, set_aside=("N",), wall_per_set_aside=takes)
    table = table_of("4z", rules=rules)
    seat = draw(table, 0, "1m")
    table.wall.left = left
    assert bool(legal.own_calls(table, seat)) is allowed


# --- dead hands -------------------------------------------------------------------------------------


def test_a_dead_hand_neither_calls_nor_kans_nor_declares_riichi(table_of):
    table = table_of("1111p", "55z")
    seat = draw(table, 0, "9s")
    assert legal.own_calls(table, seat)
    assert legal.may_declare_riichi(table, seat)
    assert legal.calls(table, table.seats[1], code("5z"), 0)
    for other in table.seats:
        table.bar(other)
    assert not legal.own_calls(table, seat)
    assert not legal.may_declare_riichi(table, seat)
    assert not legal.calls(table, table.seats[1], code("5z"), 0)


def test_ankan_in_riichi_where_the_rules_forbid_it(table_of):
    table = table_of("1111p333p", back="3p", rules=replace(TENHOU, ankan_in_riichi="forbidden"))
    seat = draw(table, 0, "3p")
    seat.in_riichi = True
    assert not legal.own_calls(table, seat)


@pytest.mark.parametrize(
    ("hand", "waits", "drawn", "always"),
    [
        ("111456789p2344s", "14s", "1p", True),
        ("1112345678999p", "123456789p", "1p", False),
        ("333444555p67s22z", "58s", "3p", False),
        ("123456789p2z555z", "2z", "5z", True),
    ],
)
def test_a_kan_in_riichi_whose_tiles_are_a_triplet_in_every_reading(table_of, hand, waits, drawn, always):
    table = table_of(hand, back=drawn)
    seat = draw(table, 0, drawn)
    seat.waits = sum(1 << kind for kind in MPSZ.parse_hand(waits).tolist())
    assert is_always_triplet(seat, code(drawn)) is always


# --- aborts after a discard -------------------------------------------------------------------------


def test_four_riichi_four_kans_and_four_winds_abort(table_of):
    table = table_of()
    assert legal.abort_after_discard(table) is None
    riichi_of(table, 4)
    assert legal.abort_after_discard(table) == "suucha_riichi"
    table = table_of()
    table.kans = [0, 0, 0, 1]
    assert legal.abort_after_discard(table) == "suukaikan"
    table.kans = [0, 0, 0, 0]
    assert legal.abort_after_discard(table) is None
    for seat in table.seats:
        seat.river = [28]
    assert legal.abort_after_discard(table) == "suufon_renda"
    table.calls = 1
    assert legal.abort_after_discard(table) is None


def test_nothing_aborts_where_the_rules_have_no_aborts(table_of):
    table = table_of(rules=replace(TENHOU, abortive_draws=frozenset()))
    table.kans = [0, 0, 0, 1]
    riichi_of(table, 4)
    assert legal.abort_after_discard(table) is None


def test_three_riichi_may_abort_where_the_rules_know_it(table_of):
    table = table_of(rules=load("riichi"))
    riichi_of(table, 2)
    assert not legal.may_abort_by_riichi(table, table.seats[1])
    riichi_of(table, 0)
    third = table.seats[2]
    third.in_riichi = third.has_paid = third.is_ippatsu = True
    table.riichi = 3
    assert legal.may_abort_by_riichi(table, third)
    assert legal.abort_after_discard(table) is None
    table.rules = TENHOU
    assert not legal.may_abort_by_riichi(table, third)
