"""リーチ麻雀 (2025-02-22): its tables, cell by cell."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog import score
from mjlog.notation import SEED
from mjlog.tiles import TILE_NAMES
from tests.documents.point_tables import ROWS, with_han
from tests.documents.yaku_hands import CALLED, CLOSED, PLAIN, YAKUMAN

# 字牌: 東 (z1)・南 (z2)・西 (z3)・北 (z4)・中 (z5)・發 (z6)・白 (z7)


def test_the_notation_of_the_page_has_the_dragons_in_its_own_order() -> None:
    names = [TILE_NAMES[SEED.parse(f"z{number}")] for number in range(1, 8)]
    assert names == ["E", "S", "W", "N", "C", "F", "P"]


# 一般的な点数一覧 (子のロン): points of 1 to 4 han by fu.
CHILD = {
    30: (1000, 2000, 3900, 7700),
    40: (1300, 2600, 5200, 8000),
    50: (1600, 3200, 6400, 8000),
    60: (2000, 3900, 7700, 8000),
    70: (2300, 4500, 8000, 8000),
}


@pytest.mark.parametrize(
    ("fu", "han", "points"),
    [(fu, han, points) for fu, row in CHILD.items() for han, points in enumerate(row, start=1)],
)
def test_the_point_table_of_a_childs_ron(fu: int, han: int, points: int) -> None:
    row = next(row for row in ROWS if row.fu == fu)
    found = row.score(han, "riichi", "S")
    assert (found.fu, found.han, found.payments) == (fu, han, (points,))


@pytest.mark.parametrize(
    ("han", "limit", "child", "dealer"),
    [
        (5, "mangan", 8000, 12000),
        *((han, "haneman", 12000, 18000) for han in (6, 7)),
        *((han, "baiman", 16000, 24000) for han in (8, 9, 10)),
        *((han, "sanbaiman", 24000, 36000) for han in (11, 12)),
        *((han, "yakuman", 32000, 48000) for han in (13, 14)),
    ],
)
def test_the_table_of_limits(han: int, limit: str, child: int, dealer: int) -> None:
    for seat, points in (("S", child), ("E", dealer)):
        found = with_han(han, "riichi", seat)
        assert (found.limit, found.payments) == (limit, (points,))


def test_the_yakuman_rows_of_the_table_of_limits() -> None:
    for seat, yakuman, double in (("S", 32000, 64000), ("E", 48000, 96000)):
        single = YAKUMAN["kokushi_musou"].score("riichi", seat_wind=seat)
        assert (single.yakuman, single.payments) == (1, (yakuman,))
        twice = YAKUMAN["kokushi_musou_13_wait"].score("riichi", seat_wind=seat)
        assert (twice.yakuman, twice.payments) == (2, (double,))


# ツモ時の支払い: 子 1/4 from each child and 1/2 from the dealer, 親 1/3 from each
def test_the_shares_of_a_tsumo() -> None:
    five_han = {"tsumo": True, "riichi": 1, "dora_indicators": "2m3m4m"}
    assert score(PLAIN, "riichi", **five_han).payments == (4000, 2000, 2000)
    assert score(PLAIN, "riichi", seat_wind="E", **five_han).payments == (4000, 4000, 4000)


# --- yaku ------------------------------------------------------------------------------------------------

ORDINARY = {
    # 一翻役
    **dict.fromkeys(("riichi", "ippatsu", "menzen_tsumo", "pinfu", "iipeikou"), (1, 0)),
    **dict.fromkeys(("tanyao", "yakuhai_seat_wind", "yakuhai_round_wind"), (1, 1)),
    **dict.fromkeys(("yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun"), (1, 1)),
    **dict.fromkeys(("chankan", "rinshan_kaihou", "haitei", "houtei"), (1, 1)),
    # 二翻役
    **dict.fromkeys(("double_riichi", "chiitoitsu"), (2, 0)),
    **dict.fromkeys(("sanshoku_doujun", "ittsuu", "chanta"), (2, 1)),
    **dict.fromkeys(("toitoi", "sanankou", "sankantsu", "honroutou"), (2, 2)),
    **dict.fromkeys(("shousangen", "sanshoku_doukou"), (2, 2)),
    # 三翻役, 六翻役
    "ryanpeikou": (3, 0),
    **dict.fromkeys(("junchan", "honitsu"), (3, 2)),
    "chinitsu": (6, 5),
}


@pytest.mark.parametrize("yaku", ORDINARY)
def test_the_han_of_a_yaku(yaku: str) -> None:
    closed, called = ORDINARY[yaku]
    assert dict(CLOSED[yaku].score("riichi").yaku)[yaku] == closed
    if called:
        assert dict(CALLED[yaku].score("riichi").yaku)[yaku] == called


DOUBLE = ("kokushi_musou_13_wait", "suuankou_tanki", "daisuushii", "junsei_chuuren_poutou")


@pytest.mark.parametrize("yaku", YAKUMAN)
def test_a_yakuman_and_the_four_double_ones(yaku: str) -> None:
    assert dict(YAKUMAN[yaku].score("riichi").yaku)[yaku] == (26 if yaku in DOUBLE else 13)


@pytest.mark.parametrize(
    ("hand", "yaku"),
    [
        ("111m999p1199s333z+9s", {"honroutou", "toitoi"}),  # 必ず対々和または七対子も成立
        ("1199m1199p11s33z4z+4z", {"honroutou", "chiitoitsu"}),
        ("345m67s55566677z+8s", {"shousangen", "yakuhai_haku", "yakuhai_hatsu"}),  # 最低 4 翻
    ],
)
def test_yaku_that_come_together(hand: str, yaku: set[str]) -> None:
    found = score(hand, "riichi")
    assert yaku <= set(dict(found.yaku))
    assert found.han >= 4


def test_without_a_yaku_no_hand_wins() -> None:
    assert score(PLAIN, "riichi", dora_indicators="2m").why_not
    assert score(PLAIN, "riichi", first_turn=True).why_not  # no renhou


# --- dora ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("indicator", "hand"),
    [
        ("1m", "22678m678p34567s+8s"),  # 一萬 → 二萬
        ("9m", "11678m678p34567s+8s"),  # 九萬 → 一萬
        ("9p", "678m11678p34567s+8s"),  # 九筒 → 一筒
        ("1z", "678m678p67s22555z+8s"),  # 東 → 南
        ("4z", "678m678p67s11555z+8s"),  # 北 → 東
        ("5z", "678m678p67s22277z+8s"),  # 白 → 中, in this table
        ("7z", "678m678p67s22266z+8s"),  # 中 → 發
        ("6z", "678m678p67s22255z+8s"),  # 發 → 白
    ],
)
def test_the_table_of_indicators(indicator: str, hand: str) -> None:
    found = score(hand, "riichi", riichi=1, dora_indicators=indicator)
    assert dict(found.yaku).get("dora") == 2


def test_ura_dora_and_red_fives_are_a_han_each() -> None:
    found = score("340m22278p67899s+9p", "riichi", riichi=1, ura_indicators="8s")
    assert dict(found.yaku) == {"riichi": 1, "aka_dora": 1, "ura_dora": 2}


# --- fu --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "how", "fu", "items"),
    [
        # 副底 20 符 (門前ロン 30 符)
        (PLAIN, {"riichi": 1}, 34, {"base": 20, "closed_ron": 10, "closed_triplet_of_simples": 4}),
        # ツモ +2, 待ち +2
        (PLAIN.replace("78p67899s+9p", "79p67899s+8p"), {"tsumo": True}, 28, {"tsumo": 2, "wait": 2}),
        ("345m22212p67899s+3p", {"tsumo": True}, 28, {"tsumo": 2, "wait": 2}),
        ("345m222789p6789s+9s", {"tsumo": True}, 28, {"tsumo": 2, "wait": 2}),
        # 明刻 2 and 4, 暗刻 4 and 8
        ("345m22678p67s(444s)+8s", {}, 22, {"open_triplet_of_simples": 2}),
        ("345m78p67899s(555z)+9p", {}, 24, {"open_triplet_of_yaochuu": 4}),
        ("345m78p67899s555z+9p", {}, 38, {"closed_triplet_of_yaochuu": 8}),
        # 明槓 8 and 16, 暗槓 16 and 32
        ("345m22678p67s(4444s)+8s", {}, 28, {"open_kan_of_simples": 8}),
        ("345m78p67899s(5555z)+9p", {}, 36, {"open_kan_of_yaochuu": 16}),
        ("345m78p67899s[2222p]+9p", {"riichi": 1}, 46, {"closed_kan_of_simples": 16}),
        ("345m78p67899s[5555z]+9p", {}, 62, {"closed_kan_of_yaochuu": 32}),
        # 役牌雀頭 +2
        ("345m22278p678s55z+9p", {"riichi": 1}, 36, {"pair": 2}),
    ],
)
def test_the_table_of_fu(hand: str, how: dict[str, Any], fu: int, items: dict[str, int]) -> None:
    found = {item.name: item.fu for item in score(hand, "riichi", **how).fu_items}
    assert items.items() <= found.items()
    assert sum(found.values()) == fu


def test_seven_pairs_have_two_han_and_twenty_five_fu() -> None:
    found = CLOSED["chiitoitsu"].score("riichi")
    assert (found.han, found.fu, found.payments) == (2, 25, (1600,))
