"""Fields of the rule set that checks read, in groups: a check names what can change its findings."""

from __future__ import annotations

from typing import Final

WALL: Final = (
    "removed_tiles",
    "dead_wall",
    "players",
    "draws_per_player",
    "wall_per_kan",
    "wall_per_set_aside",
)
"""How many tiles can be drawn, and so which tile is the last."""
WAITS: Final = ("yaku_han", "yakuman", "yaku_points")
"""Whether four equal tiles are two pairs of chiitoitsu, and so what a hand waits for."""
PASSED: Final = ("set_aside_ron", "kokushi_robs_ankan", *WAITS)
"""Which tiles can be won on, and so make furiten when they pass."""
YAKU: Final = (
    *WALL,
    *WAITS,
    "score_system",
    "open_tanyao",
    "ippatsu",
    "open_riichi",
    "renhou_limit",
    "ryuuiisou_needs_hatsu",
    "set_aside_rinshan",
    "bound_tiles",
    "yaku_that_need_another",
    "gathered_yaku",
    "minimum_han",
    "tenhou_any_tile",
)
"""Which yaku a hand has, and whether it can win."""
DORA: Final = ("kan_dora", "ura_dora", "kan_ura_dora", "dragon_order", "ura_indicator_counts")
"""Which bonus tiles count."""
FU: Final = ("double_wind_pair_fu", "rinshan_tsumo_fu")
LIMITS: Final = ("kiriage_mangan", "kazoe", "yakuman_stacking", "point_value")
VALUE: Final = (*YAKU, *DORA, *FU, *LIMITS)
"""What a hand is worth, and so which of its readings counts."""

SHARES: Final = ("honba_to_each_winner", "own_stick_back")
"""Who of several winners gets honba and sticks."""
PAYERS: Final = ("shares", "tsumo_absent_share", "dice_pair_doubles")
"""Who pays how much of what a hand is worth."""
PAO: Final = ("pao", "pao_scope", "pao_honba", "pao_daiminkan")
PAYMENT: Final = (*VALUE, *SHARES, *PAO, *PAYERS, "honba_points")
"""Who pays what for a win."""
TENPAI: Final = ("tenpai", *YAKU)
"""Who is tenpai at a draw: where a hand must be able to win, all that makes it win."""
NAGASHI: Final = ("nagashi_mangan", "honba_points", "point_value", "kan_dora", "dragon_order")
"""What a river of terminals and honours is worth, besides its yaku."""
DRAW: Final = ("noten_payment", "noten_payment_by", *NAGASHI, *PAYERS, *TENPAI)
"""Who pays what at a draw."""
FAULTS: Final = ("chombo", "furiten_riichi", "passed_win_chombo", *PASSED)
"""Which riichi is chombo."""
SETTLEMENT: Final = (*PAYMENT, *DRAW, "bonus_payment", "chombo", "chombo_points")
"""The scores after a round."""

ROTATION: Final = (
    *("win_renchan", "tenpai_renchan", "abortive_renchan", "deal", "length", "nagashi_mangan", "players"),
    *TENPAI,
)
"""Who deals next."""
END: Final = ("length", "target_score", "bust", "agari_yame", "tenpai_yame")
"""When a game is over, besides rotation and scores."""
RESULT: Final = (
    *("uma", "floating_uma", "start_score", "return_score", "ties", "leftover_sticks"),
    *("chombo", "chombo_points"),
)
"""Final ranks and points, besides the scores."""
