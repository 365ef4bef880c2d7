"""Games to put defects into: simulated ones of every preset, common and stacked, and generated ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, count, islice
from typing import Any

from mjlog.rulesets import Ruleset, presets, resolve
from mjlog.simulate import simulate
from mjlog.simulate.rare import catalogue
from mjlog.tables import LogTables
from tests.corruption.registry import MUTATIONS
from tests.corruption.rows import GameRows, rows_of
from tests.reference.emit import generated

HOUSES: dict[str, dict[str, Any]] = {
    **{name: {"extends": name} for name in presets()},
    "toutenkou_for_four": {
        "extends": "toutenkou",
        "sits_out": True,
        "uma": [0, 0, 0, 0],
        "dice_pair_doubles": True,
    },
}
"""Rules of the games: every preset, and an option in which somebody sits out and dice count."""

BATCH = 12
"""Simulated games that are played together."""
GENERATED_ROUNDS = 4


def rules_of(house: str) -> Ruleset:
    """The rule set of a house."""
    return resolve(json.dumps(HOUSES[house]))


def games_for(kind: str, house: str) -> Iterator[GameRows]:
    """Legal games of a house, without end, dealt as they are asked for; not to be changed.

    Kinds of defects that few games have a place for get games of stacked deals in turn with others,
    and rounds of the reference's random players.
    """
    rules = rules_of(house)
    rare = MUTATIONS[kind].rare
    sources = [_simulated(house, ()), _simulated(house, _deals(rules))]
    if stacked := _deals(rules, rare.gives):
        sources = [_simulated(house, stacked)] if rare.gives else sources
    if rare.themes:
        sources.append(_generated(house, rare.themes))
    return chain.from_iterable(zip(*sources, strict=False))


def _deals(rules: Ruleset, words: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Stacked deals that suit the rules and give one of `words`, if any."""
    return tuple(d.name for d in catalogue() if d.suits(rules) and (not words or set(words) & set(d.gives)))


def _simulated(house: str, deals: tuple[str, ...]) -> Iterator[GameRows]:
    for number in count():
        yield from _batch(house, deals, number)


@lru_cache(maxsize=12)
def _batch(house: str, deals: tuple[str, ...], number: int) -> tuple[GameRows, ...]:
    """Some simulated games; stacked where deals are named."""
    return tuple(rows_of(tables) for tables in simulated_games(house, BATCH, number, deals))


def simulated_games(house: str, games: int, seed: int, deals: tuple[str, ...] = ()) -> Iterator[LogTables]:
    """Log tables of single simulated games."""
    for tables in simulate(rules_of(house), games, seed, rare=deals or False):
        for game_id in tables.games["game_id"].to_pylist():
            yield tables.of_games([game_id])


def _generated(house: str, themes: tuple[str, ...]) -> Iterator[GameRows]:
    return (_generated_game(house, themes, seed) for seed in count())


@lru_cache(maxsize=64)
def _generated_game(house: str, themes: tuple[str, ...], seed: int) -> GameRows:
    rules = [json.dumps(HOUSES[house])]
    return rows_of(generated(rules, [seed], max_rounds=GENERATED_ROUNDS, themes=themes))


def some_games(house: str, number: int) -> list[LogTables]:
    """Common and stacked simulated games of a house."""
    deals = _deals(rules_of(house))
    common, stacked = simulated_games(house, number, 1), simulated_games(house, number, 1, deals)
    return list(islice(chain.from_iterable(zip(common, stacked, strict=True)), number))
