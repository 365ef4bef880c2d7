"""What the common rules give to yaku, and the bounds of numbers in rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from mjlog.schema import BONUS, DRAW_TYPES, LAST_YAKU, YAKU

SEATS: Final = 4
"""Seats that a table has at most."""

RIICHI_STICK: Final = 1000
"""Points of a riichi stick."""

LABELS: Final = ("name", "title", "sources")
"""Fields of `Ruleset` that are no rules: they say what the rules are called and where they come from."""

UNVERIFIED: Final = "unverified"
"""How the source of a value begins that no source confirms."""

MAX_TEXT: Final = 200
"""Characters of a title or a source at most."""

STANDARD_YAKU_HAN: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "riichi": (1, 0), "double_riichi": (2, 0), "ippatsu": (1, 0), "menzen_tsumo": (1, 0),
        "pinfu": (1, 0), "tanyao": (1, 1), "iipeikou": (1, 0), "yakuhai_haku": (1, 1),
        "yakuhai_hatsu": (1, 1), "yakuhai_chun": (1, 1), "yakuhai_seat_wind": (1, 1),
        "yakuhai_round_wind": (1, 1), "rinshan_kaihou": (1, 1), "chankan": (1, 1), "haitei": (1, 1),
        "houtei": (1, 1), "chiitoitsu": (2, 0), "sanshoku_doujun": (2, 1), "ittsuu": (2, 1),
        "chanta": (2, 1), "toitoi": (2, 2), "sanankou": (2, 2), "sankantsu": (2, 2),
        "sanshoku_doukou": (2, 2), "honroutou": (2, 2), "shousangen": (2, 2), "ryanpeikou": (3, 0),
        "junchan": (3, 2), "honitsu": (3, 2), "chinitsu": (6, 5), "renhou": (0, 0),
    }
)  # fmt: skip
"""Han of each ordinary yaku, (closed, open); 0 means that it does not count."""

STANDARD_YAKUMAN: Final[Mapping[str, int]] = MappingProxyType(
    dict.fromkeys(YAKU[YAKU.index("tenhou") : YAKU.index("suukantsu") + 1], 1)
)
"""Multiple of a yakuman that each yakuman is worth."""

PAYABLE_YAKU: Final = tuple(slug for slug in YAKU[: LAST_YAKU + 1] if slug != "nagashi_mangan")
"""Yaku that a winning hand can have; rules may give each of them han or make it a yakuman."""

POINT_ENTRIES: Final = (*YAKU[: LAST_YAKU + 1], *BONUS)
"""Yaku and bonuses that `Ruleset.yaku_points` can give points to."""

CLOSED_YAKU: Final = (
    "riichi", "double_riichi", "open_riichi", "open_riichi_deal_in", "ippatsu", "menzen_tsumo", "pinfu",
    "riichi_tsumo_pinfu", "iipeikou", "ryanpeikou", "chiitoitsu", "chiitoitsu_one_quad",
    "chiitoitsu_two_quads", "daisharin", "tenhou", "chiihou", "renhou", "kokushi_musou",
    "kokushi_musou_13_wait", "suuankou", "suuankou_tanki", "chuuren_poutou", "junsei_chuuren_poutou",
)  # fmt: skip
"""Yaku that no open hand can have, so that they have no worth there."""

PAO_YAKUMAN: Final = ("daisangen", "daisuushii", "suukantsu")
"""Yakuman whose last set can be called, so that somebody can be liable for them."""

MAX_KANS: Final = 4
"""Kans of a round; a fifth is not allowed."""

GATHERABLE_YAKU: Final = ("suukantsu", "eight_reds", "twelve_man")
"""Yaku that lie in tiles gathered outside the shape of a hand."""

GATHERED_KANS, GATHERED_REDS, GATHERED_MAN = 4, 8, 12
"""Kans, red fives, and man tiles set aside, that each of them takes."""

ABORTIVE_DRAWS: Final = DRAW_TYPES[DRAW_TYPES.index("kyuushu_kyuuhai") : DRAW_TYPES.index("sanchahou")]
"""Abortive draws that rules can have, besides triple ron."""

MOST_POINTS: Final = 10_000
"""Points that all yaku together may come to where points are added up."""

MOST_BONUSES: Final = 40
"""How often one bonus counts in a hand at most, about."""

MOST_WORTH: Final = 200_000
"""What one yaku may be worth where points are added up, so that scores stay what a log can hold."""

RANGES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "players": (2, 4), "red_fives": (0, 4), "dead_wall": (0, 100), "draws_per_player": (0, 60),
        "wall_per_kan": (0, 4), "wall_per_set_aside": (0, 4), "riichi_min_wall": (0, 70),
        "start_score": (0, 1_000_000), "return_score": (0, 1_000_000), "target_score": (0, 1_000_000),
        "riichi_min_score": (-1_000_000, 1_000_000), "uma": (-1_000_000, 1_000_000),
        "floating_uma": (-1_000_000, 1_000_000), "chombo_points": (0, 1_000_000),
        "bonus_payment": (0, 100_000), "max_ron": (1, 3), "honba_points": (0, 10_000),
        "noten_payment": (0, 100_000), "yaku_han": (0, 13), "yakuman": (0, 6), "yaku_points": (0, 10_000),
        "point_value": (1, 10_000), "double_wind_pair_fu": (2, 4), "minimum_han": (1, 13),
    }
)  # fmt: skip
"""Least and greatest number of every field with numbers, of its members alike."""
