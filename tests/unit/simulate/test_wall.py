from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from mjlog.rulesets import load
from mjlog.simulate.wall import shuffle, shuffled, tile_set
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


@pytest.mark.parametrize(("name", "live"), [("tenhou", 70), ("tenhou_sanma", 55)])
def test_a_deal_uses_every_tile_once(name, live):
    rules = load(name)
    wall = shuffled(rules, Random(1))
    dealt = [c for hand in wall.hands for c in hand]
    everything = dealt + wall.live + wall.dora + wall.ura + wall.replacements
    assert sorted(everything) == sorted(tile_set(rules))
    assert [len(h) for h in wall.hands] == [13] * rules.players
    assert wall.left == live


def test_a_replacement_comes_from_the_dead_wall_and_costs_the_last_live_tile(any_wall):
    first, last = any_wall.replacements[0], any_wall.live[-1]
    assert any_wall.replace() == first
    assert any_wall.left == 69
    assert any_wall.replacements[-1] == last
    assert len(any_wall.replacements) == 4


def test_promised_tiles_go_to_their_seat_and_count_as_live(any_wall):
    any_wall.live.remove(33)
    any_wall.promised = [[], [NO_TILE, 33], [], []]
    assert any_wall.left == 70
    top = any_wall.live[0]
    assert [any_wall.draw(1), any_wall.draw(1)] == [top, 33]
    assert any_wall.left == 68


def test_promised_tiles_that_nobody_reached_are_drawn_last(any_wall):
    any_wall.live = [5]
    any_wall.promised = [[], [7], [], []]
    assert [any_wall.draw(0), any_wall.draw(0)] == [5, 7]
    assert any_wall.left == 0


def test_a_dead_wall_without_replacement_tiles_is_refused():
    with pytest.raises(ValueError, match="a dead wall of 10 holds no 5 indicators"):
        shuffled(replace(load("tenhou"), dead_wall=10), Random(0))


def test_shuffling_keeps_the_items_and_depends_on_the_seed_only():
    items = list(range(50))
    first, second, other = items.copy(), items.copy(), items.copy()
    for copy, seed in ((first, "a"), (second, "a"), (other, "b")):
        shuffle(copy, Random(seed))
    assert first == second != other
    assert sorted(first) == items
