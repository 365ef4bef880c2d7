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
    "yaku_han",
    "yakuman",
    "open_tanyao",
    "ippatsu",
    "renhou_limit",
    "ryuuiisou_needs_hatsu",
)
"""Which yaku a hand has."""
DORA: Final = ("kan_dora", "ura_dora", "kan_ura_dora")
"""Which bonus tiles count."""
FU: Final = ("double_wind_pair_fu", "rinshan_tsumo_fu")
LIMITS: Final = ("kiriage_mangan", "kazoe", "yakuman_stacking")
VALUE: Final = (*YAKU, *DORA, *FU, *LIMITS)
"""What a hand is worth, and so which of its readings counts."""

SHARES: Final = ("honba_to_each_winner", "own_stick_back")
"""Who of several winners gets honba and sticks."""
PAO: Final = ("pao", "pao_scope", "pao_honba")
PAYMENT: Final = (*VALUE, *SHARES, *PAO, "honba_points", "tsumo_absent_share")
"""Who pays what for a win."""
DRAW: Final = ("noten_payment", "nagashi_mangan")
"""Who pays what at a draw."""
SETTLEMENT: Final = (*PAYMENT, *DRAW)
"""The scores after a round."""

ROTATION: Final = ("win_renchan", "tenpai_renchan", "abortive_renchan", "players")
"""Who deals next."""
END: Final = ("length", "target_score", "bust", "agari_yame", "tenpai_yame")
"""When a game is over, besides rotation and scores."""
RESULT: Final = ("uma", "start_score", "return_score", "ties", "leftover_sticks")
"""Final ranks and points, besides the scores."""
