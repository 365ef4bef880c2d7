from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from mjlog.rulesets import load, presets
from mjlog.simulate.wall import live_tiles, shuffle, shuffled, tile_set
from mjlog.tiles import NO_TILE


@pytest.mark.parametrize(("name", "tiles", "reds"), [("tenhou", 136, 3), ("tenhou_sanma", 108, 2)])
def test_the_set_has_four_of_each_kind_and_the_red_fives_of_the_rules(name, tiles, reds):
    codes = tile_set(load(name))
    assert len(codes) == tiles
    assert sum(c >= 34 for c in codes) == reds
    assert max(Counter(c for c in codes).values()) == 4


def test_sanma_has_no_two_to_eight_man():
    assert not set(tile_set(load("tenhou_sanma"))) & {*range(1, 8), 34}


def test_all_fives_can_be_red():
    codes = tile_set(replace(load("tenhou"), red_fives=(0, 4, 4)))
    assert codes.count(13) == codes.count(22) == 0
    assert codes.count(35) == codes.count(36) == 4


@pytest.mark.parametrize(
    ("name", "live"), [("tenhou", 70), ("tenhou_sanma", 55), ("two_player", 40), ("toutenkou", 51)]
)
def test_live_tiles_of_the_rules(name, live):
    assert live_tiles(load(name)) == live


@pytest.mark.parametrize("name", presets())
def test_a_deal_uses_every_tile_once(name):
    rules = load(name)
    wall = shuffled(rules, Random(1))
    dealt = [c for hand in wall.hands for c in hand]
    everything = dealt + wall.live + wall.dora + wall.ura + wall.reserve
    assert sorted(everything) == sorted(tile_set(rules))
    assert [len(h) for h in wall.hands] == [13] * rules.players
    assert wall.left == live_tiles(rules)


def test_who_is_away_is_dealt_nothing():
    rules = replace(load("toutenkou"), sits_out=True, uma=(0, 0, 0, 0))
    wall = shuffled(rules, Random(1), away=1)
    assert [len(h) for h in wall.hands] == [13, 0, 13, 13]


@pytest.mark.parametrize("joining", [0, 1, 2])
def test_a_replacement_comes_from_the_dead_wall_and_costs_live_tiles_by_the_rules(any_wall, joining):
    first, last = any_wall.reserve[0], any_wall.live[70 - joining :]
    assert any_wall.replace(joining) == first
    assert any_wall.left == len(any_wall.live) == 70 - joining
    assert any_wall.reserve[11:] == last[::-1]


def test_indicators_come_from_the_far_end_of_the_dead_wall(any_wall):
    under, indicator = any_wall.reserve[-2:]
    assert any_wall.turn_indicator() == indicator
    assert any_wall.ura[1] == under
    assert len(any_wall.shown) == 2


@pytest.mark.parametrize(
    ("reserve", "joining", "indicators", "left", "fits"),
    [
        (1, 0, 0, 5, True),
        (0, 0, 0, 5, False),
        (0, 1, 0, 5, True),
        (2, 0, 1, 5, False),
        (2, 1, 1, 5, True),
        (12, 1, 1, 0, False),
        (12, 2, 1, 1, False),
        (12, 0, 0, 0, True),
    ],
)
def test_what_replaces_needs_a_tile_a_stack_for_its_indicator_and_live_tiles_that_join(
    any_wall, reserve, joining, indicators, left, fits
):
    del any_wall.reserve[reserve:]
    any_wall.left = left
    assert any_wall.can_replace(joining, indicators) is fits


def test_promised_tiles_go_to_their_seat_and_count_as_live(any_wall):
    any_wall.live.remove(33)
    any_wall.promised = [[], [NO_TILE, 33], [], []]
    top = any_wall.live[0]
    assert [any_wall.draw(1), any_wall.draw(1)] == [top, 33]
    assert any_wall.left == 68


def test_promised_tiles_that_nobody_reached_are_drawn_last(any_wall):
    any_wall.live, any_wall.left = [5], 2
    any_wall.promised = [[], [7], [], []]
    assert [any_wall.draw(0), any_wall.draw(0)] == [5, 7]
    assert any_wall.left == 0


@pytest.mark.parametrize("dead_wall", [0, 1])
def test_a_dead_wall_without_an_indicator_is_refused(dead_wall):
    with pytest.raises(ValueError, match=f"a dead wall of {dead_wall} holds no indicator"):
        shuffled(replace(load("tenhou"), dead_wall=dead_wall), Random(0))


def test_draws_of_each_player_leave_a_larger_dead_wall():
    wall = shuffled(replace(load("tenhou"), draws_per_player=10), Random(0))
    assert wall.left == 40
    assert len(wall.reserve) == 136 - 52 - 40 - 2


def test_shuffling_keeps_the_items_and_depends_on_the_seed_only():
    items = list(range(50))
    first, second, other = items.copy(), items.copy(), items.copy()
    for copy, seed in ((first, "a"), (second, "a"), (other, "b")):
        shuffle(copy, Random(seed))
    assert first == second != other
    assert sorted(first) == items
