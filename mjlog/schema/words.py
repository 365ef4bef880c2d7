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
    "open_riichi",
    "bonus",
    "penalty",
    "dead_hand",
    "chombo",
)
"""What can happen in a round.  ``kita`` sets a bonus tile aside (North, or another that the rules
name), ``riichi`` is the declaration, ``riichi_accepted`` the payment of the stick, ``dora`` a new
indicator, ``leave``/``return`` a lost and restored connection, ``open_riichi`` shows the waiting tiles
with a declaration, ``bonus`` is a payment to a player in the middle of a round, ``penalty`` one of a
player to the table, ``dead_hand`` bars a hand from winning, ``chombo`` ends a round by its offender."""

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
    "open_riichi",
    "open_riichi_deal_in",
    "sanrenkou",
    "suurenkou",
    "karasu",
    "one_sou_seven_pin",
    "riichi_tsumo_pinfu",
    "chiitoitsu_one_quad",
    "chiitoitsu_two_quads",
    "daisharin",
    "paarenchan",
    "eight_reds",
    "twelve_man",
    "minimum_win",
    "dora",
    "aka_dora",
    "ura_dora",
    "kita",
    "base_points",
    "dealer_win",
    "open_kan",
    "closed_kan",
)
"""Canonical yaku slugs.  The position of a yaku is its bit in a ``uint64`` mask; bonuses have no bit."""

YAKU_BIT: Final = {slug: bit for bit, slug in enumerate(YAKU)}
FIRST_YAKUMAN: Final = YAKU_BIT["tenhou"]
LAST_YAKUMAN: Final = YAKU_BIT["suukantsu"]
LAST_YAKU: Final = YAKU_BIT["minimum_win"]
"""The last position that is a bit of a mask."""
BONUS_TILES: Final = ("dora", "aka_dora", "ura_dora", "kita")
"""Bonus han that are not yaku: a hand needs one yaku besides them."""
BONUS: Final = (*BONUS_TILES, "base_points", "dealer_win", "open_kan", "closed_kan")
"""Everything that can add to the worth of a win without being a yaku, each as often as it is there."""
LOCAL_YAKU: Final = YAKU[YAKU_BIT["open_riichi"] : LAST_YAKU + 1]
"""Yaku of single houses and regions: none counts unless a rule set gives it a worth."""

LIMITS: Final = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
OUTCOMES: Final = ("tsumo", "ron", "exhaustive_draw", "abortive_draw", "chombo")
DRAW_TYPES: Final = (
    "exhaustive",
    "nagashi_mangan",
    "kyuushu_kyuuhai",
    "suufon_renda",
    "suucha_riichi",
    "suukaikan",
    "sancha_riichi",
    "sanchahou",
    "chombo",
    "unknown",
)
"""How a round ends without a win; ``unknown``: the record says only that it ended."""

LENGTHS: Final = ("one_round", "east", "south", "west", "north", "open")
HOUSE_OPTIONS: Final = (
    "wareme",
    "yakitori",
    "chips",
    "kan_payment",
    "local_yaku",
    "open_hands",
    "handicap",
    "other",
)
"""Options of a table that no rule set can say: payments of the seat where the wall is broken doubled,
a fine for who won no round, chips beside the points, payments for kans, yaku that `YAKU` does not have,
hands that lie open, unequal start scores, and anything else that changes play or payments."""
SEVERITIES: Final = ("error", "warning", "info")
HAND_STATES: Final = ("riichi", "open", "closed")
"""A player's hand when it deals in: riichi declared, with a called meld, or neither."""
WIN_STATES: Final = ("riichi", "open", "dama")
"""A winner's hand: riichi declared, with a called meld, or closed without riichi."""

TILE_CLASSES: Final = (
    "genbutsu",
    "yakuhai",
    "guest_wind",
    "lone_terminal",
    "suji_19",
    "suji_28",
    "suji_37",
    "double_suji_46",
    "double_suji_5",
    "half_suji_46a",
    "half_suji_46b",
    "half_suji_5",
    "no_suji_19",
    "no_suji_28",
    "no_suji_37",
    "no_suji_46",
    "no_suji_5",
)
"""A tile against an opponent.  ``genbutsu`` cannot be won on; ``yakuhai`` are the honours that are worth a
yaku to the opponent, ``guest_wind`` the others; a ``lone_terminal`` is a number tile that no run can hold, as
1m and 9m of three players.  Number tiles are suji when all their two-sided waits are closed by genbutsu,
half suji when one of two is: of 4 and 6 by the genbutsu 1 or 9 (``a``), or by 7 or 3 (``b``)."""
RANK_GROUPS: Final = ("honour", "19", "28", "37", "456")
"""Honours, and number tiles by how many runs can hold them."""
THREATS: Final = ("riichi", "open")
"""Why an opponent is a threat: riichi declared, or two or more chi, pon or daiminkan."""
SUJI_SOURCES: Final = ("before", "declaration", "after")
"""Genbutsu that makes a tile suji: discarded before the declaration, with it, or passed since."""
CHANCES: Final = ("no_chance", "one_chance", "open")
"""What is left of the two-sided waits on a tile: none, as all copies of a kind they need are seen; one copy
of such a kind; or more."""
OUTSIDES: Final = ("early", "before_riichi")
"""When an opponent discarded a tile nearer to the middle: among the first four discards, or later."""
RIVER_PARTS: Final = ("later", "early", "declaration")
"""Parts of a river up to riichi: the declaration tile, kinds among the first four discards, the others."""
SHAPES: Final = ("tanki", "shanpon", "kanchan", "penchan", "ryanmen")
"""What a tile completes: a pair, a triplet, or a run in its middle, at its closed end or at an open one."""
WAIT_SHAPES: Final = (*SHAPES, "many")
"""What a wait is made of; ``many``: more than two kinds, or kinds that share no shape."""
CALLS: Final = ("chi", "pon", "daiminkan", "kakan", "ankan")
"""Kinds of melds, and of what is added to them."""
