"""The words of tenhou.net/6 logs: yaku, limits and round ends, in the spellings of its writers.

Tenhou writes Japanese; converters from other platforms write the platform's Japanese or English
names or romaji.  Words are compared folded: width, case, spaces and marks do not matter, nor do
the ways to write a long vowel.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from mjlog import schema
from mjlog.formats.worth import YAKUMAN_HAN

_MARKS = re.compile(r"[\W_]+")
_LONG_VOWEL = re.compile(r"ou|oo|uu|ii")
_VARIANTS = str.maketrans("滿满么麼發发对對國萬门风抢āīūēō", "満満幺幺発発対対国万門風搶aiueo")


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Fold a word to the form that all its spellings share.

    >>> fold("Kyuushu Kyuuhai") == fold("kyushu-kyuhai")
    True
    """
    plain = unicodedata.normalize("NFKC", text).lower().translate(_VARIANTS)
    return _LONG_VOWEL.sub(lambda m: m[0][0], _MARKS.sub("", plain))


def _folded(table: Mapping[str, str]) -> dict[str, str]:
    """Word lists by meaning, separated by ``|``, as meanings by folded word."""
    meanings: dict[str, str] = {}
    for meaning, words in table.items():
        for word in words.split("|"):
            if meanings.setdefault(fold(word), meaning) != meaning:
                raise ValueError(f"{word!r} would mean {meanings[fold(word)]} and {meaning}")
    return meanings


_YAKU: Final = MappingProxyType(
    {
        "riichi": "立直|リーチ|riichi|reach",
        "double_riichi": "両立直|ダブル立直|ダブルリーチ|double riichi|daburu riichi",
        "ippatsu": "一発|ippatsu|one shot",
        "menzen_tsumo": "門前清自摸和|門前清模和|門前自摸|自摸|ツモ|menzen tsumo|menzenchin tsumohou|tsumo|"
        "fully concealed hand|self draw",
        "pinfu": "平和|ピンフ|pinfu",
        "tanyao": "断幺九|断ヤオ|タンヤオ|tanyao|tanyaochuu|all simples",
        "iipeikou": "一盃口|一杯口|iipeikou|pure double sequence|pure double chow",
        "yakuhai_haku": "役牌 白|白|三元牌 白|haku|yakuhai haku|white dragon",
        "yakuhai_hatsu": "役牌 發|發|三元牌 發|hatsu|yakuhai hatsu|green dragon",
        "yakuhai_chun": "役牌 中|中|三元牌 中|chun|yakuhai chun|red dragon",
        "yakuhai_seat_wind": "自風|自風牌|役牌 自風牌|自風 東|自風 南|自風 西|自風 北|seat wind|jikaze|"
        "seat wind east|seat wind south|seat wind west|seat wind north",
        "yakuhai_round_wind": "場風|場風牌|役牌 場風牌|場風 東|場風 南|場風 西|場風 北|round wind|bakaze|"
        "prevalent wind|prevailing wind|round wind east|round wind south|round wind west|round wind north",
        "rinshan_kaihou": "嶺上開花|rinshan|rinshan kaihou|after a kan|after a quad",
        "chankan": "槍槓|搶槓|chankan|robbing a kan|robbing a quad",
        "haitei": "海底摸月|海底撈月|haitei|haitei raoyue|under the sea",
        "houtei": "河底撈魚|houtei|houtei raoyui|under the river",
        "chiitoitsu": "七対子|chiitoitsu|chiitoi|seven pairs",
        "sanshoku_doujun": "三色同順|sanshoku|sanshoku doujun|mixed triple sequence|mixed triple chow",
        "ittsuu": "一気通貫|ittsuu|ittsu|ikkitsuukan|pure straight",
        "chanta": "混全帯幺九|混全帯幺|チャンタ|chanta|chantaiyao|honchantaiyaochuu|half outside hand",
        "toitoi": "対々和|対対和|toitoi|toitoihou|all triplets|all pons",
        "sanankou": "三暗刻|sanankou|three concealed triplets|three concealed pons",
        "sankantsu": "三槓子|sankantsu|three quads|three kans",
        "sanshoku_doukou": "三色同刻|sanshoku doukou|triple triplets|triple pon",
        "honroutou": "混老頭|honroutou|all terminals and honors",
        "shousangen": "小三元|shousangen|little three dragons",
        "ryanpeikou": "二盃口|二杯口|ryanpeikou|twice pure double sequence|twice pure double chow",
        "junchan": "純全帯幺九|純全帯幺|純チャン|junchan|junchan taiyao|junchantaiyaochuu|fully outside hand",
        "honitsu": "混一色|honitsu|honiisou|half flush",
        "chinitsu": "清一色|chinitsu|chiniisou|full flush",
        "renhou": "人和|renhou|hand of man|blessing of man",
        "tenhou": "天和|tenhou|blessing of heaven",
        "chiihou": "地和|chiihou|blessing of earth",
        "kokushi_musou": "国士無双|kokushi|kokushi musou|thirteen orphans",
        "kokushi_musou_13_wait": "国士無双13面|国士無双13面待ち|国士無双十三面|国士無双十三面待ち|"
        "kokushi musou 13 wait|kokushi musou juusanmen machi|kokushi juusanmen|"
        "thirteen wait thirteen orphans",
        "suuankou": "四暗刻|suuankou|four concealed triplets|four concealed pons",
        "suuankou_tanki": "四暗刻単騎|suuankou tanki|single wait four concealed triplets|"
        "four concealed triplets single wait",
        "daisangen": "大三元|daisangen|big three dragons",
        "shousuushii": "小四喜|shousuushii|shousuushi|four little winds|small four winds|little four winds",
        "daisuushii": "大四喜|daisuushii|daisuushi|four big winds|big four winds",
        "tsuuiisou": "字一色|tsuuiisou|all honors",
        "chinroutou": "清老頭|chinroutou|all terminals",
        "ryuuiisou": "緑一色|ryuuiisou|all green",
        "chuuren_poutou": "九蓮宝燈|九連宝燈|九蓮宝灯|chuuren poutou|nine gates",
        "junsei_chuuren_poutou": "純正九蓮宝燈|純正九連宝燈|純正九蓮宝灯|junsei chuuren poutou|"
        "chuuren kyuumen|true nine gates",
        "suukantsu": "四槓子|suukantsu|four quads|four kans",
        "dora": "ドラ|表ドラ|dora",
        "aka_dora": "赤ドラ|aka dora|red five|red fives|red dora",
        "ura_dora": "裏ドラ|ura dora|reverse dora",
        "kita": "抜きドラ|北抜き|北ドラ|kita|nukidora|nuki dora",
        "sanrenkou": "三連刻",
        "suurenkou": "四連刻",
        "daisharin": "大車輪",
        "paarenchan": "八連荘",
        "open_riichi": "オープンリーチ|オープン立直",
    }
)
YAKU: Final = _folded({slug: f"{_YAKU.get(slug, slug)}|{slug}" for slug in schema.YAKU})
"""Slugs of `schema.YAKU` by folded name; each may stand for itself."""

LIMITS: Final = _folded(
    {
        "mangan": "満貫|切り上げ満貫|mangan|kiriage mangan|rounded mangan",
        "haneman": "跳満|haneman",
        "baiman": "倍満|baiman",
        "sanbaiman": "三倍満|sanbaiman",
        "yakuman": "役満|数え役満|ダブル役満|トリプル役満|二倍役満|三倍役満|四倍役満|"
        "2倍役満|3倍役満|4倍役満|5倍役満|6倍役満|"
        "yakuman|kazoe yakuman|counted yakuman|double yakuman|triple yakuman",
    }
)
"""Words of `schema.LIMITS` by folded name."""

YAKUMAN_WORDS: Final = {
    fold(word): YAKUMAN_HAN * times
    for times, words in {
        1: "役満|yakuman",
        2: "ダブル役満|二倍役満|2倍役満|double yakuman",
    }.items()
    for word in words.split("|")
}
"""Han that a yakuman's word in brackets stands for."""

WIN: Final = frozenset(map(fold, ("和了", "和了り", "agari", "hora", "win")))
"""Folded words for a round that ends with a win."""

ALL_TENPAI: Final = frozenset(map(fold, ("全員聴牌", "全員テンパイ", "all tenpai")))
NONE_TENPAI: Final = frozenset(map(fold, ("全員不聴", "全員ノーテン", "all noten")))

DRAWS: Final = _folded(
    {
        "exhaustive": "流局|荒牌平局|荒牌流局|全員聴牌|全員テンパイ|全員不聴|全員ノーテン|"
        "ryuukyoku|exhaustive draw|draw|all tenpai|all noten",
        "nagashi_mangan": "流し満貫|流局満貫|nagashi mangan|mangan at draw",
        "kyuushu_kyuuhai": "九種九牌|九種幺九牌|kyuushu kyuuhai|nine terminal abortion|nine terminals|"
        "nine different terminals and honors",
        "suufon_renda": "四風連打|四風子連打|suufon renda|suufuu renda|four wind abortion|four winds",
        "suucha_riichi": "四家立直|四人立直|suucha riichi|suucha reach|four riichi abortion|four riichi",
        "sancha_riichi": "三家立直|三人立直",
        "suukaikan": "四槓散了|四開槓|四槓流れ|suukaikan|suukan sanra|four kan abortion|four kans",
        "sanchahou": "三家和了|三家和|sanchahou|sancha hora|sancharon|three ron abortion|triple ron",
        "unknown": "途中流局|abortive draw",
    }
)
"""Words of `schema.DRAW_TYPES` by folded name."""
