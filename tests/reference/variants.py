"""Rule sets for generated games: presets, other numbers of players, and every choice of a field."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

from mjlog.rulesets import RulesetError, presets, resolve

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

CHOICES: dict[str, tuple[Any, ...]] = {
    "red_fives": ([0, 0, 0], [0, 1, 1], [1, 1, 2]),
    "kuikae": ("allowed", "same_tile_forbidden", "forbidden"),
    "riichi_min_wall": (0, 4),
    "riichi_min_score": (-100000, 1000),
    "ippatsu": (True, False),
    "kan_dora": ("off", "immediate", "before_discard"),
    "ura_dora": (True, False),
    "kan_ura_dora": (True, False),
    "open_tanyao": (True, False),
    "yakuman_stacking": (True, False),
    "kazoe": ("yakuman", "sanbaiman"),
    "renhou_limit": ("none", "mangan", "yakuman"),
    "ryuuiisou_needs_hatsu": (True, False),
    "double_wind_pair_fu": (2, 4),
    "rinshan_tsumo_fu": (True, False),
    "kiriage_mangan": (True, False),
    "tsumo_absent_share": ("lost", "split"),
    "max_ron": (1, 2, 3),
    "triple_ron": ("all_win", "abort"),
    "honba_to_each_winner": (True, False),
    "own_stick_back": (True, False),
    "pao": ([], ["daisangen", "daisuushii"], ["daisangen", "daisuushii", "suukantsu"]),
    "pao_scope": ("whole_hand", "yakuman_only"),
    "pao_honba": ("liable", "discarder"),
    "temporary_furiten_until": ("own_discard", "own_draw_or_call"),
    "kokushi_robs_ankan": (True, False),
    "abortive_draws": ([], ["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan"]),
    "nagashi_mangan": ("none", "draw"),
    "length": ("east", "south"),
    "win_renchan": (True, False),
    "tenpai_renchan": (True, False),
    "abortive_renchan": (True, False),
    "agari_yame": ("never", "automatic"),
    "tenpai_yame": ("never", "automatic"),
    "bust": ("none", "below_zero"),
    "target_score": (0, 30000, 40000),
    "leftover_sticks": ("first", "lost"),
    "ties": ("seat_order", "split"),
}
"""Values that generated games try for single fields."""


def preset_rules() -> list[str]:
    """`games.rules` of each preset, and of a game for two."""
    return [json.dumps({"extends": name}) for name in presets()] + [json.dumps(TWO_PLAYERS)]


def random_rules(rng: Random) -> str:
    """`games.rules` over a preset with some fields changed, so that none contradicts another."""
    while True:
        rules = json.loads(rng.choice(preset_rules()))
        for name, values in CHOICES.items():
            if rng.random() < 0.3:
                rules[name] = rng.choice(values)
        with suppress(RulesetError):
            resolve(json.dumps(rules))
            return json.dumps(rules)
