from __future__ import annotations

import base64
import struct
from random import Random

import numpy as np
import pytest

from mjlog.rulesets import Ruleset, RulesetTable, load
from mjlog.walls.shuffle import GENERATORS, MOST_SEED_WORDS, canonical, dice, numbers, shuffled
from mjlog.walls.walls import tile_set
from tests.reference import shuffle as reference

RULES = ("tenhou", "tenhou_sanma", "m_league", "ema_2016")


def seed(generator: str, words: int, number: int) -> str:
    """A seed of so many words, none of them 0, as a log would have it."""
    rng = Random(number)
    drawn = [rng.randrange(1, 1 << 32) for _ in range(words)]
    if generator.endswith("base64"):
        return f"{generator},{base64.b64encode(struct.pack(f'<{words}I', *drawn)).decode()}"
    return ",".join([generator, *(f"{word:08X}" for word in drawn)])


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("rules", RULES)
def test_walls_and_dice_are_those_of_the_published_shuffle(generator: str, rules: str) -> None:
    ruleset, count = load(rules), 5 if GENERATORS[generator].is_hashed else 1
    for number, words in enumerate((8, 624)):
        text = seed(generator, words, number)
        expected = reference.walls(text, ruleset, count)
        drawn = numbers(text, count)
        assert drawn is not None
        walls = shuffled(tile_set(RulesetTable.of([ruleset]), 0), drawn)
        assert walls.tolist() == [wall.tiles for wall in expected]
        assert dice(drawn).tolist() == [wall.dice for wall in expected]


@pytest.mark.parametrize(("rules", "replacements"), [("tenhou", 4), ("tenhou_sanma", 8)])
@pytest.mark.parametrize("generator", GENERATORS)
def test_indicators_come_last_and_replacement_tiles_before_them(
    generator: str, rules: str, replacements: int
) -> None:
    expected = reference.walls(seed(generator, 624, 1), load(rules), 3)
    tiles = np.array([wall.tiles for wall in expected], dtype=np.uint8)
    upper_first = GENERATORS[generator].upper_first
    reach = np.full(3, tiles.shape[1] - replacements - 10)
    found = canonical(tiles, replacements, reach, upper_first=upper_first)
    assert found.tolist() == [wall.canonical(replacements) for wall in expected]


def test_last_draws_take_the_stacks_that_no_kan_can_turn() -> None:
    tiles = np.arange(108, dtype=np.uint8)[None]
    (newer,) = canonical(tiles, 8, np.array([93]), upper_first=True).tolist()
    assert newer[:93] == [*range(107, 14, -1)]
    assert newer[93:] == [5, 2, 3, 0, 1, 7, 6, 14, 4, 12, 13, 10, 11, 8, 9]
    (older,) = canonical(tiles, 8, np.array([94]), upper_first=False).tolist()
    assert older[:94] == [*range(107, 13, -1)]
    assert sorted(newer) == sorted(older) == [*range(108)]


def test_the_first_walls_of_a_seed_do_not_depend_on_how_many_are_asked_for() -> None:
    text = seed("mt19937ar-sha512-n288-base64", 624, 3)
    few, many = numbers(text, 2), numbers(text, 9)
    assert few is not None
    assert many is not None
    assert few.tolist() == many[:2].tolist()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0.7654626590555946",
        "mt19937ar",
        "mt19937ar,",
        "mt19937ar,1,2,xyz",
        "mt19937ar,1,,2",
        "mt19937ar,-1",
        "mt19937ar,1_0",
        "mt19937ar,123456789",
        "mt19937ar," + ",".join(["1"] * (MOST_SEED_WORDS + 1)),
        "mt19937ar-sha512-n288-base64,",
        "mt19937ar-sha512-n288-base64,AA=",
        "mt19937ar-sha512-n288-base64,äöü",
        "mt19937ar-sha512-n288-base64," + "A" * 100_000,
        "mt19937ar-sha1,1",
    ],
)
def test_a_seed_that_cannot_be_read_gives_no_wall(text: str) -> None:
    assert numbers(text, 1) is None


def test_a_seed_cut_within_a_word_is_read_up_to_it() -> None:
    whole = base64.b64encode(bytes(range(1, 9))).decode()
    cut = base64.b64encode(bytes(range(1, 11))).decode()
    first, second = (numbers(f"mt19937ar-sha512-n288-base64,{text}", 1) for text in (whole, cut))
    assert first is not None
    assert second is not None
    assert first.tolist() == second.tolist()


def test_tiles_are_those_of_the_rules() -> None:
    table = RulesetTable.of([load("tenhou"), load("tenhou_sanma"), Ruleset(name="two", red_fives=(0, 2, 0))])
    four, three, reds = (tile_set(table, rule).tolist() for rule in range(3))
    assert (len(four), len(three)) == (136, 108)
    assert four[16:20] == [34, 4, 4, 4]
    assert three[:8] == [0, 0, 0, 0, 8, 8, 8, 8]
    assert reds[52:56] == [35, 35, 13, 13]
