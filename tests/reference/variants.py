"""Rule sets for generated games: presets, other numbers of players, and every choice of a field."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

from mjlog.rulesets import Ruleset, RulesetError, presets, resolve
from mjlog.rulesets.words import Length, TripleRon

TWO_PLAYERS: dict[str, Any] = {
    "extends": "tenhou",
    "players": 2,
    "uma": [10, -10],
    "noten_payment": 1000,
    "honba_points": 300,
    "dead_wall": 60,
    "tsumo_absent_share": "split",
    "max_ron": 1,
    "triple_ron": "all_win",
    "abortive_draws": ["kyuushu_kyuuhai"],
}
"""Two players who draw twenty-five tiles each."""

POINTS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("kita", "dealer_win", "dora", "ura_dora", "open_kan", "one_sou_seven_pin"), (1, 1)),
    **dict.fromkeys(("yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun"), (1, 1)),
    **dict.fromkeys(("yakuhai_seat_wind", "yakuhai_round_wind"), (1, 1)),
    **dict.fromkeys(("menzen_tsumo", "pinfu"), (1, 0)),
    **dict.fromkeys(("base_points", "closed_kan"), (2, 2)),
    "riichi": (2, 0),
    "aka_dora": (2, 1),
    "chankan": (3, 3),
    **dict.fromkeys(("iipeikou", "ippatsu"), (3, 0)),
    **dict.fromkeys(("haitei", "houtei", "rinshan_kaihou"), (5, 5)),
    **dict.fromkeys(("double_riichi", "open_riichi"), (5, 0)),
    **dict.fromkeys(("honitsu", "toitoi", "sankantsu", "sanankou", "ittsuu", "sanrenkou", "karasu"), (10, 5)),
    **dict.fromkeys(("chiitoitsu", "riichi_tsumo_pinfu"), (10, 0)),
    **dict.fromkeys(("chinitsu", "shousangen", "chanta"), (20, 10)),
    **dict.fromkeys(("ryanpeikou", "chiitoitsu_one_quad"), (20, 0)),
    **dict.fromkeys(("honroutou", "junchan"), (35, 20)),
    **dict.fromkeys(("daisangen", "shousuushii", "tsuuiisou", "chinroutou", "ryuuiisou"), (100, 100)),
    **dict.fromkeys(("suukantsu", "nagashi_mangan", "suurenkou", "paarenchan"), (100, 100)),
    **dict.fromkeys(("eight_reds", "twelve_man"), (100, 100)),
    **dict.fromkeys(("tenhou", "chiihou", "renhou", "kokushi_musou", "suuankou", "chuuren_poutou"), (100, 0)),
    **dict.fromkeys(("open_riichi_deal_in", "chiitoitsu_two_quads", "daisharin"), (100, 0)),
    "minimum_win": (100, 50),
    "daisuushii": (150, 150),
    **dict.fromkeys(("kokushi_musou_13_wait", "suuankou_tanki", "junsei_chuuren_poutou"), (150, 0)),
}
"""Points of a house where points are added up."""

ADDED_POINTS: dict[str, Any] = {
    "extends": "tenhou_sanma",
    "removed_tiles": ["2m", "3m", "4m", "6m", "7m", "8m"],
    "red_fives": [0, 4, 4],
    "dead_wall": 30,
    "wall_per_set_aside": 0,
    "set_aside": ["1m", "5m", "9m", "N"],
    "set_aside_rinshan": False,
    "bound_tiles": {
        "5m": [],
        "1m": ["kokushi_musou", "kokushi_musou_13_wait", "chinroutou"],
        "9m": ["kokushi_musou", "kokushi_musou_13_wait", "chinroutou"],
    },
    "score_system": "additive",
    "yaku_points": POINTS,
    "yaku_that_need_another": ["karasu", "one_sou_seven_pin", "minimum_win"],
    "gathered_yaku": ["suukantsu", "eight_reds", "twelve_man"],
    "uma": [0, 0, 0, 0],
    "sits_out": True,
    "shares": "equal",
    "honba_points": 0,
    "noten_payment": 2000,
    "noten_payment_by": "each",
    "tenpai": "winnable",
    "nagashi_mangan": "win",
    "bonus_payment": 1000,
    "open_riichi": True,
    "furiten_riichi": "open_only",
    "passed_win_chombo": True,
    "chombo": "each",
    "chombo_points": 4000,
    "abortive_draws": [],
    "ura_indicator_counts": True,
    "dice_pair_doubles": True,
    "length": "open",
    "deal": "winner",
    "agari_yame": "never",
    "tenpai_yame": "never",
    "bust": "none",
    "target_score": 0,
}
"""Four at a table for three, with set-aside tiles, and points that are added up."""

LOCAL_YAKU: dict[str, Any] = {
    "yaku_han": {
        "open_riichi": [1, 0],
        "sanrenkou": [2, 2],
        "karasu": [1, 1],
        "one_sou_seven_pin": [1, 1],
        "riichi_tsumo_pinfu": [5, 0],
        "chiitoitsu_one_quad": [4, 0],
    },
    "yakuman": {
        "open_riichi_deal_in": 1,
        "suurenkou": 1,
        "chiitoitsu_two_quads": 1,
        "daisharin": 1,
        "paarenchan": 1,
        "eight_reds": 1,
        "twelve_man": 1,
    },
    "yaku_that_need_another": ["karasu", "one_sou_seven_pin", "paarenchan"],
    "open_riichi": True,
}
"""Yaku of single houses as han and yakuman."""

CHOICES: dict[str, tuple[Any, ...]] = {
    "red_fives": ([0, 0, 0], [0, 1, 1], [1, 1, 2], [0, 4, 4]),
    "draws_per_player": (0, 12, 15),
    "wall_per_kan": (0, 1, 2),
    "wall_per_set_aside": (0, 1),
    "set_aside": ([], ["N"], ["1m", "9m", "N"]),
    "set_aside_rinshan": (True, False),
    "set_aside_ron": (True, False),
    "bound_tiles": ({}, {"1m": ["kokushi_musou", "kokushi_musou_13_wait", "chanta"]}, {"C": []}),
    "return_score": (25000, 30000),
    "chi": (True, False),
    "kuikae": ("allowed", "same_tile_forbidden", "forbidden"),
    "bonus_payment": (0, 1000),
    "riichi_min_wall": (0, 4),
    "riichi_min_score": (-100000, 1000),
    "ippatsu": (True, False),
    "open_riichi": (True, False),
    "furiten_riichi": ("allowed", "open_only", "forbidden"),
    "passed_win_chombo": (True, False),
    "ankan_in_riichi": ("forbidden", "same_waits", "same_readings"),
    "dragon_order": (["P", "F", "C"], ["C", "F", "P"]),
    "kan_dora": ("off", "immediate", "before_discard"),
    "ura_dora": (True, False),
    "kan_ura_dora": (True, False),
    "ura_indicator_counts": (True, False),
    "open_tanyao": (True, False),
    "minimum_han": (1, 2, 4),
    "tenhou_any_tile": (True, False),
    "yakuman_stacking": (True, False),
    "kazoe": ("yakuman", "sanbaiman"),
    "renhou_limit": ("none", "mangan", "yakuman"),
    "ryuuiisou_needs_hatsu": (True, False),
    "gathered_yaku": ([], ["suukantsu"], ["suukantsu", "eight_reds", "twelve_man"]),
    "double_wind_pair_fu": (2, 4),
    "rinshan_tsumo_fu": (True, False),
    "kiriage_mangan": (True, False),
    "shares": ("dealer_double", "equal"),
    "honba_points": (0, 100, 300, 500),
    "noten_payment": (1200, 3000, 6000),
    "noten_payment_by": ("in_all", "each"),
    "tsumo_absent_share": ("lost", "split", "split_hand"),
    "max_ron": (1, 2, 3),
    "triple_ron": ("all_win", "abort"),
    "honba_to_each_winner": (True, False),
    "own_stick_back": (True, False),
    "dice_pair_doubles": (True, False),
    "pao": ([], ["daisangen", "daisuushii"], ["daisangen", "daisuushii", "suukantsu"]),
    "pao_scope": ("whole_hand", "yakuman_only"),
    "pao_honba": ("liable", "discarder", "split"),
    "pao_daiminkan": (True, False),
    "temporary_furiten_until": ("own_discard", "own_draw_or_call", "own_draw"),
    "kokushi_robs_ankan": (True, False),
    "tenpai": ("shape", "winnable"),
    "abortive_draws": (
        [],
        ["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan"],
        ["kyuushu_kyuuhai", "sancha_riichi"],
    ),
    "nagashi_mangan": ("none", "draw", "win"),
    "length": ("one_round", "east", "south", "west", "north"),
    "win_renchan": (True, False),
    "tenpai_renchan": (True, False),
    "abortive_renchan": (True, False),
    "agari_yame": ("never", "optional", "automatic"),
    "tenpai_yame": ("never", "optional", "automatic"),
    "bust": ("none", "below_zero", "at_zero"),
    "target_score": (0, 30000, 40000),
    "leftover_sticks": ("first", "lost"),
    "ties": ("seat_order", "split"),
}
"""Values that generated games try for single fields."""

OPEN_END: dict[str, Any] = {
    "length": "open",
    "target_score": 0,
    "agari_yame": "never",
    "tenpai_yame": "never",
}
ADDED: dict[str, Any] = {"score_system": "additive", "yaku_points": POINTS, "open_riichi": True}

BUNDLES: tuple[dict[str, Any], ...] = (
    LOCAL_YAKU,
    {"chombo": "mangan"},
    {"chombo": "each", "chombo_points": 3000},
    {"chombo": "result", "chombo_points": 20000},
    {"floating_uma": [[12, -1, -3, -8], [8, 4, -4, -8], [8, 3, 1, -12]]},
    {**OPEN_END, "deal": "winner"},
    {**OPEN_END, "deal": "next"},
    {**ADDED, "shares": "equal", "tsumo_absent_share": "lost"},
    {**ADDED, "point_value": 50, "shares": "dealer_double"},
)
"""Fields that have sense together only."""


def preset_rules() -> list[str]:
    """`games.rules` of each preset, of a game for two, and of one where points are added up."""
    return [json.dumps({"extends": name}) for name in presets()] + [
        json.dumps(house) for house in (TWO_PLAYERS, ADDED_POINTS)
    ]


def random_rules(rng: Random) -> str:
    """`games.rules` over a preset with some fields changed, so that none contradicts another."""
    rules = json.loads(rng.choice(preset_rules()))
    changes: list[dict[str, Any]] = [b for b in BUNDLES if rng.random() < 0.15]
    changes += [{n: rng.choice(values)} for n, values in CHOICES.items() if rng.random() < 0.3]
    for change in changes:
        changed = {**rules, **change}
        with suppress(RulesetError):
            if _can_be_played(resolve(json.dumps(changed))):
                rules = changed
    return json.dumps(rules)


def _can_be_played(rules: Ruleset) -> bool:
    """Whether everybody reads the rules of a game alike.

    A table that somebody leaves counts no rounds; a chombo cannot repeat an only round; whether an
    abort pardons a fault is nowhere told.
    """
    is_open = rules.length is Length.OPEN
    aborts = bool(rules.abortive_draws) or rules.triple_ron is TripleRon.ABORT
    return (
        (is_open or not rules.sits_out)
        and not (rules.length is Length.ONE_ROUND and rules.chombo != "none")
        and not (rules.passed_win_chombo and aborts)
    )
