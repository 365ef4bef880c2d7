"""Generated games are legal in themselves and visit the rare corners."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from mjlog.rulesets import resolve
from mjlog.schema import EVENT_KINDS
from tests.reference.course import Game, play_game
from tests.reference.model import kind_of
from tests.reference.replayer import replay
from tests.reference.variants import preset_rules

GAMES = 60


@cache
def games() -> tuple[Game, ...]:
    rules = [resolve(preset_rules()[i % len(preset_rules())]) for i in range(GAMES)]
    return tuple(play_game(r, Random(seed), max_rounds=5) for seed, r in enumerate(rules))


def test_no_tile_is_there_five_times_and_no_hand_is_short() -> None:
    for game in games():
        for given in game.rounds:
            for moment in replay(given):
                for view in moment.seats:
                    held = view.tiles + 3 * len(view.melds)
                    assert held in (13, 14)
                    assert min(view.hand.values(), default=0) >= 0
            drawn = [e["tile"] for e in given.events if e["kind"] == "draw"]
            seen = Counter(kind_of(t) for t in (*drawn, *given.dora_indicators, *sum(given.hands, ())))
            assert max(seen.values()) <= 4


def test_no_points_appear_or_vanish() -> None:
    for game in games():
        for given, outcome in zip(game.rounds, game.outcomes, strict=True):
            assert sum(outcome.deltas) == 1000 * (given.sticks - outcome.sticks)


def test_the_same_seed_gives_the_same_game() -> None:
    rules = resolve(preset_rules()[0])
    assert play_game(rules, Random(7), 3) == play_game(rules, Random(7), 3)


def test_every_kind_of_event_happens() -> None:
    happened = {e["kind"] for game in games() for given in game.rounds for e in given.events}
    assert happened == set(EVENT_KINDS) - {"leave", "return"}


@pytest.mark.parametrize(
    "draw", ["exhaustive", "nagashi_mangan", "kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan"]
)
def test_every_draw_happens(draw: str) -> None:
    assert any(o.draw is not None and o.draw["log_type"] == draw for game in games() for o in game.outcomes)


@pytest.mark.parametrize("furiten", ["discard_furiten", "temporary_furiten", "riichi_furiten"])
def test_every_furiten_happens(furiten: str) -> None:
    assert any(
        getattr(view, furiten) is not None
        for game in games()
        for given in game.rounds
        for moment in replay(given)
        for view in moment.seats
    )


def test_rare_wins_happen() -> None:
    yaku = {y for game in games() for o in game.outcomes for w in o.wins for y in w["log_yaku"]}
    assert {"chankan", "rinshan_kaihou", "ippatsu", "double_riichi", "kita", "ura_dora"} <= yaku
    assert any(len(o.wins) > 1 for game in games() for o in game.outcomes)
    assert any(w["log_pao_seat"] is not None for game in games() for o in game.outcomes for w in o.wins)
