"""Generated games are legal in themselves and visit the rare corners."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from mjlog.rulesets import resolve
from mjlog.schema import EVENT_KINDS
from tests.reference.course import Game, play_game
from tests.reference.generator import THEMES
from tests.reference.model import kind_of
from tests.reference.replayer import replay
from tests.reference.variants import ADDED_POINTS, preset_rules

GAMES = 40
TENHOU = json.dumps({"extends": "tenhou"})
HOUSE = json.dumps(ADDED_POINTS)


@cache
def games() -> tuple[Game, ...]:
    rules = [resolve(preset_rules()[i % len(preset_rules())]) for i in range(GAMES)]
    played = tuple(play_game(r, Random(seed), max_rounds=5) for seed, r in enumerate(rules))
    assert all(game.rounds for game in played)
    return played


def test_no_tile_is_there_five_times_and_no_hand_is_short() -> None:
    for game in games():
        for given in game.rounds:
            for moment in replay(given):
                for view in moment.seats:
                    held = view.tiles + 3 * len(view.melds)
                    assert held in ((13, 14) if view.seat != given.away else (0,))
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


def _happens(what: Callable[[Game], bool], *themes: str, rules: str = TENHOU, most: int = 80) -> bool:
    """Whether `what` is true of a game dealt by `themes`, sooner or later."""
    house = resolve(rules)
    return any(what(play_game(house, Random(seed), 4, themes or THEMES)) for seed in range(most))


@pytest.mark.parametrize("kind", sorted(set(EVENT_KINDS) - {"leave", "return"}))
def test_every_kind_of_event_happens(kind: str) -> None:
    rules = HOUSE if kind in ("kita", "open_riichi", "bonus", "penalty", "dead_hand", "chombo") else TENHOU
    assert _happens(lambda game: kind in {e["kind"] for g in game.rounds for e in g.events}, rules=rules)


@pytest.mark.parametrize(
    ("draw", "theme"),
    [
        ("exhaustive", "plain"),
        ("nagashi_mangan", "nagashi"),
        ("kyuushu_kyuuhai", "orphans"),
        ("suufon_renda", "first_wind"),
        ("suucha_riichi", "ready"),
        ("suukaikan", "kans"),
    ],
)
def test_every_draw_happens(draw: str, theme: str) -> None:
    assert _happens(lambda game: draw in {o.draw["log_type"] for o in game.outcomes if o.draw}, theme)


@pytest.mark.parametrize("furiten", ["discard_furiten", "temporary_furiten", "riichi_furiten"])
def test_every_furiten_happens(furiten: str) -> None:
    def is_there(game: Game) -> bool:
        views = (v for given in game.rounds for moment in replay(given) for v in moment.seats)
        return any(getattr(view, furiten) is not None for view in views)

    assert _happens(is_there, "ready", "plain")


@pytest.mark.parametrize(
    ("yaku", "theme"),
    [
        ("chankan", "rob"),
        ("rinshan_kaihou", "kans"),
        ("ippatsu", "ready"),
        ("double_riichi", "ready"),
        ("ura_dora", "ready"),
        ("daisangen", "dragons"),
        ("kokushi_musou", "orphans"),
        ("chinitsu", "flush"),
    ],
)
def test_rare_wins_happen(yaku: str, theme: str) -> None:
    assert _happens(
        lambda game: yaku in {y for o in game.outcomes for w in o.wins for y in w["log_yaku"]}, theme
    )


def test_wins_on_one_tile_and_pao_happen() -> None:
    assert _happens(lambda game: any(len(o.wins) > 1 for o in game.outcomes), "ready")
    assert _happens(
        lambda game: any(w["log_pao_seat"] is not None for o in game.outcomes for w in o.wins), "dragons"
    )


@pytest.mark.parametrize(
    ("yaku", "theme"),
    [
        ("open_riichi", "ready"),
        ("open_riichi_deal_in", "ready"),
        ("eight_reds", "reds"),
        ("chiitoitsu_one_quad", "pairs"),
        ("sanrenkou", "steps"),
        ("dealer_win", "plain"),
        ("closed_kan", "kans"),
    ],
)
def test_wins_of_added_points_happen(yaku: str, theme: str) -> None:
    def is_there(game: Game) -> bool:
        return yaku in {y for o in game.outcomes for w in o.wins for y in w["log_yaku"]}

    assert _happens(is_there, theme, rules=HOUSE)


def test_everybody_deals_and_sits_out() -> None:
    games = [play_game(resolve(HOUSE), Random(seed), 6) for seed in range(12)]
    rounds = [given for game in games for given in game.rounds]
    assert {given.away for given in rounds} == {given.dealer for given in rounds} == {0, 1, 2, 3}
    assert not any(given.away == given.dealer or given.hands[given.away or 0] for given in rounds)
