"""Numbers of yaku that more than one format has."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MAHJONG_SOUL_YAKU: Final[Mapping[int, str]] = MappingProxyType(
    {
        1: "menzen_tsumo", 2: "riichi", 3: "chankan", 4: "rinshan_kaihou", 5: "haitei", 6: "houtei",
        7: "yakuhai_haku", 8: "yakuhai_hatsu", 9: "yakuhai_chun", 10: "yakuhai_seat_wind",
        11: "yakuhai_round_wind", 12: "tanyao", 13: "iipeikou", 14: "pinfu", 15: "chanta",
        16: "ittsuu", 17: "sanshoku_doujun", 18: "double_riichi", 19: "sanshoku_doukou",
        20: "sankantsu", 21: "toitoi", 22: "sanankou", 23: "shousangen", 24: "honroutou",
        25: "chiitoitsu", 26: "junchan", 27: "honitsu", 28: "ryanpeikou", 29: "chinitsu",
        30: "ippatsu", 31: "dora", 32: "aka_dora", 33: "ura_dora", 34: "kita", 35: "tenhou",
        36: "chiihou", 37: "daisangen", 38: "suuankou", 39: "tsuuiisou", 40: "ryuuiisou",
        41: "chinroutou", 42: "kokushi_musou", 43: "shousuushii", 44: "suukantsu",
        45: "chuuren_poutou", 47: "junsei_chuuren_poutou", 48: "suuankou_tanki",
        49: "kokushi_musou_13_wait", 50: "daisuushii",
    }
)  # fmt: skip
"""Mahjong Soul's numbers of yaku, which RiichiEnv uses too."""
