"""The closed vocabularies: every word that a column can hold."""

from __future__ import annotations

from typing import Final

EVENT_KINDS: Final = (
    "draw",
    "discard",
    "chi",
    "pon",
    "daiminkan",
    "kakan",
    "ankan",
    "kita",
    "riichi",
    "riichi_accepted",
    "dora",
    "win",
    "exhaustive_draw",
    "abortive_draw",
    "leave",
    "return",
)
"""What can happen in a round.  ``riichi`` is the declaration, ``riichi_accepted`` the payment
of the stick, ``dora`` a new indicator, ``leave``/``return`` a lost and restored connection."""

YAKU: Final = (
    "riichi",
    "double_riichi",
    "ippatsu",
    "menzen_tsumo",
    "pinfu",
    "tanyao",
    "iipeikou",
    "yakuhai_haku",
    "yakuhai_hatsu",
    "yakuhai_chun",
    "yakuhai_seat_wind",
    "yakuhai_round_wind",
    "rinshan_kaihou",
    "chankan",
    "haitei",
    "houtei",
    "chiitoitsu",
    "sanshoku_doujun",
    "ittsuu",
    "chanta",
    "toitoi",
    "sanankou",
    "sankantsu",
    "sanshoku_doukou",
    "honroutou",
    "shousangen",
    "ryanpeikou",
    "junchan",
    "honitsu",
    "chinitsu",
    "renhou",
    "tenhou",
    "chiihou",
    "kokushi_musou",
    "kokushi_musou_13_wait",
    "suuankou",
    "suuankou_tanki",
    "daisangen",
    "shousuushii",
    "daisuushii",
    "tsuuiisou",
    "chinroutou",
    "ryuuiisou",
    "chuuren_poutou",
    "junsei_chuuren_poutou",
    "suukantsu",
    "nagashi_mangan",
    "dora",
    "aka_dora",
    "ura_dora",
    "kita",
)
"""Canonical yaku slugs.  The position is the bit of a yaku in a ``uint64`` yaku mask."""

YAKU_BIT: Final = {slug: bit for bit, slug in enumerate(YAKU)}
FIRST_YAKUMAN: Final = YAKU_BIT["tenhou"]
LAST_YAKUMAN: Final = YAKU_BIT["suukantsu"]
BONUS_TILES: Final = ("dora", "aka_dora", "ura_dora", "kita")
"""Bonus han that are not yaku: a hand needs one yaku besides them."""

LIMITS: Final = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
OUTCOMES: Final = ("tsumo", "ron", "exhaustive_draw", "abortive_draw")
DRAW_TYPES: Final = (
    "exhaustive",
    "nagashi_mangan",
    "kyuushu_kyuuhai",
    "suufon_renda",
    "suucha_riichi",
    "suukaikan",
    "sanchahou",
    "unknown",
)
"""How a round ends without a win; ``unknown``: the record says only that it ended."""

LENGTHS: Final = ("one_round", "east", "south", "west", "north")
SEVERITIES: Final = ("error", "warning", "info")
HAND_STATES: Final = ("riichi", "open", "closed")
"""A player's hand when it deals in: riichi declared, with a called meld, or neither."""
WIN_STATES: Final = ("riichi", "open", "dama")
"""A winner's hand: riichi declared, with a called meld, or closed without riichi."""
