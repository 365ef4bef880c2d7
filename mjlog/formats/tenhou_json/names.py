"""Names as Tenhou writes them: yaku, draws, and the rules of a table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from mjlog.formats.tenhou_json.header import SOUL_ROOMS, TENHOU_ROOMS
from mjlog.rulesets import Ruleset

DRAWS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "exhaustive": "流局",
        "nagashi_mangan": "流し満貫",
        "kyuushu_kyuuhai": "九種九牌",
        "suufon_renda": "四風連打",
        "suucha_riichi": "四家立直",
        "suukaikan": "四槓散了",
        "sancha_riichi": "三家立直",
        "sanchahou": "三家和了",
        "unknown": "途中流局",
    }
)
"""Names by word of `schema.DRAW_TYPES`; chombo has none."""

YAKU: Final[Mapping[str, str]] = MappingProxyType(
    {
        "riichi": "立直",
        "double_riichi": "両立直",
        "ippatsu": "一発",
        "menzen_tsumo": "門前清自摸和",
        "pinfu": "平和",
        "tanyao": "断幺九",
        "iipeikou": "一盃口",
        "yakuhai_haku": "役牌 白",
        "yakuhai_hatsu": "役牌 發",
        "yakuhai_chun": "役牌 中",
        "yakuhai_seat_wind": "自風",
        "yakuhai_round_wind": "場風",
        "rinshan_kaihou": "嶺上開花",
        "chankan": "槍槓",
        "haitei": "海底摸月",
        "houtei": "河底撈魚",
        "chiitoitsu": "七対子",
        "sanshoku_doujun": "三色同順",
        "ittsuu": "一気通貫",
        "chanta": "混全帯幺九",
        "toitoi": "対々和",
        "sanankou": "三暗刻",
        "sankantsu": "三槓子",
        "sanshoku_doukou": "三色同刻",
        "honroutou": "混老頭",
        "shousangen": "小三元",
        "ryanpeikou": "二盃口",
        "junchan": "純全帯幺九",
        "honitsu": "混一色",
        "chinitsu": "清一色",
        "renhou": "人和",
        "tenhou": "天和",
        "chiihou": "地和",
        "kokushi_musou": "国士無双",
        "kokushi_musou_13_wait": "国士無双１３面",
        "suuankou": "四暗刻",
        "suuankou_tanki": "四暗刻単騎",
        "daisangen": "大三元",
        "shousuushii": "小四喜",
        "daisuushii": "大四喜",
        "tsuuiisou": "字一色",
        "chinroutou": "清老頭",
        "ryuuiisou": "緑一色",
        "chuuren_poutou": "九蓮宝燈",
        "junsei_chuuren_poutou": "純正九蓮宝燈",
        "suukantsu": "四槓子",
        "dora": "ドラ",
        "aka_dora": "赤ドラ",
        "ura_dora": "裏ドラ",
        "kita": "抜きドラ",
        "sanrenkou": "三連刻",
        "suurenkou": "四連刻",
        "daisharin": "大車輪",
        "paarenchan": "八連荘",
        "open_riichi": "オープンリーチ",
    }
)
"""Names by slug, those of winds without the wind; another local yaku keeps its slug."""

WINDS: Final = "東南西北"

_FOUR, _THREE = "四", "三"
_ROOMS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = MappingProxyType(
    {
        "tenhou": (_FOUR, {room: word for word, room in TENHOU_ROOMS.items()}),
        "mahjong_soul": ("", {room: word for word, room in reversed(tuple(SOUL_ROOMS.items()))}),
    }
)
"""How platforms call a table of four, and their rooms by name."""
_LENGTHS: Final = MappingProxyType({"east": "東", "south": "南"})


def rule_words(game: Mapping[str, Any], rules: Ruleset | None) -> str:
    """The text that names room and rules of a game: 四鳳南喰赤, 玉の間南喰赤, or without a room 四南喰赤.

    Args:
        game: columns of `games`.
        rules: rule set of the game; None where nothing is known of it.

    Returns:
        The text; empty where the length of the game is not known, or has no name.
    """
    length = _LENGTHS.get(game["length"])
    if length is None or rules is None:
        return ""
    four, rooms = _ROOMS.get(game["platform"], (_FOUR, {}))
    room = rooms.get(game["room"], "")
    players = _THREE if game["player_count"] == 3 else four if room else _FOUR
    return f"{players}{room}{length}{'喰' * rules.open_tanyao}{'赤' * any(rules.red_fives)}"
