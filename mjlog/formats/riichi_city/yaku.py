"""Yaku of Riichi City by their number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mjlog.formats.riichi_city.records import Fang

NAGASHI: Final = 30
_OPEN_RIICHI, _OPEN_DOUBLE_RIICHI = 52, 53

YAKU: Final = (
    "riichi", "menzen_tsumo", "ippatsu", "rinshan_kaihou", "haitei", "houtei", "chankan", "yakuhai_chun",
    "yakuhai_hatsu", "yakuhai_haku", "yakuhai_round_wind", "yakuhai_seat_wind", "iipeikou", "pinfu", "tanyao",
    "double_riichi", "toitoi", "chiitoitsu", "sanankou", "sankantsu", "honroutou", "chanta", "ittsuu",
    "sanshoku_doujun", "shousangen", "sanshoku_doukou", "junchan", "honitsu", "ryanpeikou", "chinitsu",
    "nagashi_mangan", "tenhou", "chiihou", "renhou", "kokushi_musou", "kokushi_musou_13_wait",
    "chuuren_poutou", "junsei_chuuren_poutou", "suuankou", "suuankou_tanki", "suukantsu", "chinroutou",
    "tsuuiisou", "daisuushii", "shousuushii", "daisangen", "ryuuiisou", None, "paarenchan", "aka_dora",
    "dora", "ura_dora", None, None, "open_riichi_deal_in", "kita",
)  # fmt: skip
"""Slugs by number; None where a yaku has none of its own: 47 ryuuiisou without hatsu, and open riichi,
which 52 and 53 count together with riichi and double riichi."""
_NORTH_OF_EVERYBODY: Final = 56
"""A triplet of North that everybody may score: no slug, either."""


def yaku_columns(fangs: Sequence[Fang]) -> dict[str, Any]:
    """Columns `log_yaku` and `log_yaku_han`; none where a yaku has no slug.

    Bonus tiles that were looked for in vain (0 han) are left out.
    """
    slugs: list[str] = []
    han: list[int] = []
    for fang in fangs:
        if fang.fang_type in (_OPEN_RIICHI, _OPEN_DOUBLE_RIICHI):
            closed = 1 if fang.fang_type == _OPEN_RIICHI else 2
            slugs += ["riichi" if closed == 1 else "double_riichi", "open_riichi"]
            han += [closed, fang.fang_num - closed]
        elif has_slug(fang.fang_type):
            slugs.append(str(YAKU[fang.fang_type]))
            han.append(fang.fang_num)
        else:
            return {}
    counted = [(slug, worth) for slug, worth in zip(slugs, han, strict=True) if worth]
    return {"log_yaku": [slug for slug, _ in counted], "log_yaku_han": [worth for _, worth in counted]}


def has_slug(number: int) -> bool:
    """Whether a yaku is one that `schema.YAKU` has."""
    return 0 <= number < len(YAKU) and (
        YAKU[number] is not None or number in (_OPEN_RIICHI, _OPEN_DOUBLE_RIICHI)
    )


def is_known(number: int) -> bool:
    """Whether a yaku is one of the platform's.

    >>> is_known(47), is_known(56), is_known(57)
    (True, True, False)
    """
    return 0 <= number <= _NORTH_OF_EVERYBODY
