"""東天紅ルール詳細, 役・得点一覧: every row of the table of points, closed and open."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog import score
from mjlog.rulesets import load
from mjlog.scoring.one import Score

PLAIN = "123678p2226799s+8s"
"""A closed hand without any yaku of its own."""
DRAGONS = "123678p67s99s(555z)+8s"
"""An open hand with a set of dragons."""
PINFU = "123678p2346799s+8s"


def points_of(hand: str, **how: Any) -> Score:
    """A hand won by South with one set-aside tile, so that it is no karasu."""
    return score(hand, "toutenkou", **{"set_aside": "5m", **how})


RIICHI = {"riichi": 1}
TSUMO = {"tsumo": True}
TABLE: list[tuple[str, tuple[int, str, dict[str, Any]] | None, tuple[int, str, dict[str, Any]] | None]] = [
    # 1点役: 花牌 ツモ 平和 役牌 親 ドラ 裏ドラ 明カン 一索
    ("kita", (1, PLAIN, RIICHI), (1, DRAGONS, {})),
    ("menzen_tsumo", (1, PLAIN, TSUMO), None),
    ("pinfu", (1, PINFU, {}), None),
    ("yakuhai_haku", (1, "123678p67s99s555z+8s", {}), (1, DRAGONS, {})),
    ("yakuhai_hatsu", (1, "123678p67s99s666z+8s", {}), (1, "123678p67s99s(666z)+8s", {})),
    ("yakuhai_chun", (1, "123678p67s99s777z+8s", {}), (1, "123678p67s99s(777z)+8s", {})),
    ("yakuhai_seat_wind", (1, "123678p67s99s222z+8s", {}), (1, "123678p67s99s(222z)+8s", {})),
    ("yakuhai_round_wind", (1, "123678p67s99s111z+8s", {}), (1, "123678p67s99s(111z)+8s", {})),
    ("dealer_win", (1, PINFU, {"seat_wind": "E"}), (1, DRAGONS, {"seat_wind": "E"})),
    ("dora", (3, PLAIN, {"dora_indicators": "1s", **RIICHI}), (2, DRAGONS, {"dora_indicators": "8s"})),
    ("ura_dora", (3, PLAIN, {"ura_indicators": "1s", **RIICHI}), None),
    ("open_kan", None, (1, "123678p67s99s(5555z)+8s", {})),
    ("one_sou_seven_pin", (1, "22678p12344467s+8s", RIICHI), (1, "678p1236799s(555z)+8s", {})),
    # 2点役: 場ゾロ リーチ 暗カン 赤牌
    ("base_points", (2, PINFU, {}), (2, DRAGONS, {})),
    ("riichi", (2, PLAIN, RIICHI), None),
    ("closed_kan", (2, "123678p67s99s[5555z]+8s", {}), (2, "678p67s99s[2222s](555z)+8s", {})),
    ("aka_dora", (2, "123340p2226799s+8s", RIICHI), (1, "123340p67s99s(555z)+8s", {})),
    # 3点役: イーペーコー チャンカン リーチ一発
    ("iipeikou", (3, "112233678p6799s+8s", {}), None),
    ("chankan", (3, PINFU, {"chankan": True}), (3, "123678p67s99s(222p)+8s", {"chankan": True})),
    ("ippatsu", (3, PLAIN, {"ippatsu": True, **RIICHI}), None),
    # 5点役: ダブルリーチ ハイテイ ホウテイ オープンリーチ リンシャン
    ("double_riichi", (5, PLAIN, {"riichi": 2}), None),
    (
        "haitei",
        (5, PLAIN, {"haitei": True, **TSUMO}),
        (5, "123678p67s99s(222p)+8s", {"haitei": True, **TSUMO}),
    ),
    ("houtei", (5, PLAIN, {"houtei": True}), (5, "123678p67s99s(222p)+8s", {"houtei": True})),
    ("open_riichi", (5, PLAIN, {"open_riichi": True, **RIICHI, **TSUMO}), None),
    (
        "rinshan_kaihou",
        (5, "123678p67s99s[2222s]+8s", {"rinshan": True, **TSUMO}),
        (5, "123678p67s99s(2222s)+8s", {"rinshan": True, **TSUMO}),
    ),
    # 10点役: 七対子 混一 対々 三カンツ 三暗子 一気通貫 三連刻 カラス メンタンピン
    ("chiitoitsu", (10, "223377p2288s44z6z+6z", {}), None),
    ("honitsu", (10, "12367789p22333z+8p", {}), (5, "12367789p22z(333z)+8p", {})),
    ("toitoi", (10, "22288p66699s333z+9s", {}), (5, "22288p99s333z(666s)+9s", {})),
    ("sankantsu", (10, "6799s[2222p][8888p][3333z]+8s", {}), (5, "6799s(2222p)[8888p][3333z]+8s", {})),
    ("sanankou", (10, "222888p6799s333z+8s", {}), (5, "222888p9s333z(666s)+9s", {})),
    ("ittsuu", (10, "123406789p6799s+8s", {}), (5, "123406789p9s(222s)+9s", {})),
    ("sanrenkou", (10, "222333444p6799s+8s", {}), (5, "222333p6799s(444p)+8s", {})),
    ("karasu", (10, PINFU, {"set_aside": ""}), (5, DRAGONS, {"set_aside": ""})),
    ("riichi_tsumo_pinfu", (10, PINFU, {**RIICHI, **TSUMO}), None),
    # 20点役: 清一 リャンペーコー 小三元 ４枚使いチートイ チャンタ
    ("chinitsu", (20, "1223346778899p+9p", {}), (10, "1223346788p(999p)+8p", {})),
    ("ryanpeikou", (20, "112233p6677889s+9s", {}), None),
    ("shousangen", (20, "123p67s55566677z+8s", {}), (10, "123p67s55577z(666z)+8s", {})),
    ("chiitoitsu_one_quad", (20, "22223377p88s44z6z+6z", {}), None),
    ("chanta", (20, "123789p1299s333z+3s", {}), (10, "123789p1299s(333z)+3s", {})),
    # 35点役: 混老 純チャン
    ("honroutou", (35, "111999p1199s333z+9s", {}), (20, "999p1199s333z(111p)+9s", {})),
    ("junchan", (35, "12378999p12789s+3s", {}), (20, "12378999p78s(111s)+9s", {})),
    # 100点役: 通常の役満全て ...
    ("tenhou", (100, PLAIN, {"seat_wind": "E", "first_turn": True, "set_aside": "", **TSUMO}), None),
    ("chiihou", (100, PLAIN, {"first_turn": True, "set_aside": "", **TSUMO}), None),
    ("kokushi_musou", (100, "119m19p19s123456z+7z", {}), None),
    ("suuankou", (100, "22288p66699s333z+9s", TSUMO), None),
    ("daisangen", (100, "23p99s555666777z+4p", {}), (100, "23p99s555666z(777z)+4p", {})),
    ("shousuushii", (100, "23p11122233344z+4p", {}), (100, "23p11122244z(333z)+4p", {})),
    ("tsuuiisou", (100, "1112223335577z+7z", {}), (100, "3335577z(111z)(222z)+7z", {})),
    ("chinroutou", (100, "99m11199p111999s+9p", {}), (100, "99m11199p999s(111s)+9p", {})),
    ("ryuuiisou", (100, "22334466688s66z+6z", {}), (100, "22334488s66z(666s)+6z", {})),
    ("chuuren_poutou", (100, "1112340678899p+9p", {}), None),
    (
        "suukantsu",
        (100, "9s[2222p][8888p][3333s][3333z]+9s", {}),
        (100, "9s[2222p](8888p)[3333s](3333z)+9s", {}),
    ),
    # ... ８枚使いチートイ ミニマム 大車輪 人和 四連刻 赤８枚集め 萬子１２枚集め 八連荘
    ("chiitoitsu_two_quads", (100, "22228888p77s44z6z+6z", {}), None),
    ("minimum_win", (100, PINFU, {}), (50, DRAGONS, {})),
    ("daisharin", (100, "1122334466778p+8p", {}), None),
    ("renhou", (100, PLAIN, {"first_turn": True, "set_aside": ""}), None),
    ("suurenkou", (100, "66677788899p22s+9p", {}), (100, "666777888p2s(999p)+2s", {})),
    (
        "eight_reds",
        (100, "12367p99s[0000p][0000s]+8p", {"gathered": True}),
        (100, "12367p99s(0000p)[0000s]+8p", {"gathered": True}),
    ),
    (
        "twelve_man",
        (100, PLAIN, {"set_aside": "111155559999m", "gathered": True}),
        (100, DRAGONS, {"set_aside": "111155559999m", "gathered": True}),
    ),
    (
        "paarenchan",
        (100, PINFU, {"seat_wind": "E", "honba": 8}),
        (100, DRAGONS, {"seat_wind": "E", "honba": 8}),
    ),
    # 150点役: 四暗刻単騎 国士無双１３面待ち 九連９面待ち 大四喜
    ("suuankou_tanki", (150, "222888p666s333z9s+9s", {}), None),
    ("kokushi_musou_13_wait", (150, "19m19p19s1234567z+7z", {}), None),
    ("junsei_chuuren_poutou", (150, "1112340678999p+8p", {}), None),
    ("daisuushii", (150, "2p111222333444z+2p", {}), (150, "2p111222333z(444z)+2p", {})),
    # オープンリーチ（振込みは＋１００点）
    ("open_riichi_deal_in", (100, PLAIN, {"open_riichi": True, **RIICHI}), None),
]
CELLS = [
    pytest.param(slug, *cell, id=f"{slug} {side}")
    for slug, closed, called in TABLE
    for side, cell in (("closed", closed), ("open", called))
    if cell is not None
]


@pytest.mark.parametrize(("slug", "points", "hand", "how"), CELLS)
def test_the_table_of_points(slug: str, points: int, hand: str, how: dict[str, Any]) -> None:
    found = points_of(hand, **how)
    assert not found.why_not
    assert dict(found.yaku)[slug] == points
    assert found.han == sum(worth for _, worth in found.yaku)


def test_the_table_has_every_row_of_the_preset_but_nagashi_mangan() -> None:
    assert {slug for slug, _, _ in TABLE} == set(load("toutenkou").yaku_points) - {"nagashi_mangan"}


# --- worked out by hand ----------------------------------------------------------------------------------


def test_the_example_of_the_page_comes_to_131_points_from_each() -> None:
    # 四暗刻100 + 対々10 + 赤3枚6 + オープン5 + リーチ2 + ツモ1 + 花5枚5 + 場2
    found = score(
        "00088p22299s333z+9s",
        "toutenkou",
        tsumo=True,
        riichi=1,
        open_riichi=True,
        set_aside="1m5m9m9m4z",
    )
    assert dict(found.yaku) == {
        "suuankou": 100,
        "toitoi": 10,
        "aka_dora": 6,
        "open_riichi": 5,
        "riichi": 2,
        "menzen_tsumo": 1,
        "kita": 5,
        "base_points": 2,
    }
    assert found.han == 131
    assert found.payments == (13100, 13100)


@pytest.mark.parametrize(
    ("hand", "how", "worth"),
    [
        # 字一色大三元四暗刻なら３００点, and what else there is
        (
            "22255566677z33z+7z",
            {"tsumo": True},
            {
                "tsuuiisou": 100,
                "daisangen": 100,
                "suuankou": 100,
                "toitoi": 10,
                "menzen_tsumo": 1,
                "yakuhai_haku": 1,
                "yakuhai_hatsu": 1,
                "yakuhai_chun": 1,
                "yakuhai_seat_wind": 1,
                "base_points": 2,
                "kita": 1,
            },
        ),
        # メンタンピン: ツモ・リーチ・平和 が10点分
        (PINFU, {"riichi": 1, "tsumo": True}, {"riichi_tsumo_pinfu": 10, "base_points": 2, "kita": 1}),
        # a larger form instead of its smaller one
        ("1122339p667788s+9p", {}, {"pinfu": 0, "ryanpeikou": 20, "iipeikou": 0, "chiitoitsu": 0}),
        ("22223377p88s44z6z+6z", {}, {"chiitoitsu_one_quad": 20, "chiitoitsu": 0}),
        ("1122334466778p+8p", {}, {"daisharin": 100, "chinitsu": 0, "chiitoitsu": 0}),
        ("111999p1199s333z+9s", {}, {"honroutou": 35, "chanta": 0}),
        ("12378999p12789s+3s", {}, {"junchan": 35, "chanta": 0}),
        ("666777888p2s(999p)+2s", {}, {"suurenkou": 100, "sanrenkou": 0}),
        # the ura indicator itself counts, too: 7p and 8p
        (PLAIN, {"riichi": 1, "ura_indicators": "7p"}, {"ura_dora": 2}),
        # a set-aside tile is dora like any other
        (PINFU, {"set_aside": "5m5m", "dora_indicators": "1m"}, {"kita": 2, "dora": 2}),
        (PINFU, {"set_aside": "4z", "dora_indicators": "3z"}, {"kita": 1, "dora": 1}),
        # ツモ is 門前清自摸和: the page does not say otherwise, and refers to ordinary riichi mahjong
        (DRAGONS, {"tsumo": True}, {"yakuhai_haku": 1, "menzen_tsumo": 0}),
        # no tanyao, no sanshoku
        ("234678p2346722s+8s", {"riichi": 1}, {"tanyao": 0}),
        # the smallest win is just four points before it is a hundred more
        (PINFU, {}, {"pinfu": 1, "base_points": 2, "kita": 1, "minimum_win": 100}),
        (PINFU, {"set_aside": "5m5m"}, {"minimum_win": 0}),
        (PINFU, {"dora_indicators": "5p"}, {"minimum_win": 0}),
    ],
)
def test_hands_worked_out(hand: str, how: dict[str, Any], worth: dict[str, int]) -> None:
    found = dict(points_of(hand, **how).yaku)
    assert {slug: found.get(slug, 0) for slug in worth} == worth


def test_the_three_hundred_points_of_three_yakuman_are_all_there_is() -> None:
    found = points_of("22255566677z33z+7z", tsumo=True)
    assert found.han == 300 + 10 + 1 + 4 + 2 + 1


# 一ハン縛り有り


@pytest.mark.parametrize(
    ("hand", "how", "wins"),
    [
        (PLAIN, {}, False),  # base and a set-aside tile
        (PLAIN, {"set_aside": ""}, False),  # カラス is of its own kind
        ("22678p12344467s+8s", {"set_aside": ""}, False),  # 一索 and カラス
        (PLAIN, {"dora_indicators": "1s"}, False),  # dora
        ("123340p2226799s+8s", {}, False),  # a red five
        ("123678p67s99s[2222s]+8s", {}, False),  # a concealed kan
        (PLAIN, {"seat_wind": "E"}, False),  # the dealer's point
        (PLAIN, {"seat_wind": "E", "honba": 8}, False),  # 八連荘
        (PLAIN, {"riichi": 1}, True),
        (PINFU, {}, True),
    ],
)
def test_a_win_takes_a_yaku_that_is_not_of_its_own_kind(hand: str, how: dict[str, Any], wins: bool) -> None:
    assert bool(points_of(hand, **how).why_not) == (not wins)


# 萬子は一、五、九は抜きドラ; 北は手役に使うこともできる


@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("119m19p19s123456z+7z", True),  # 国士無双
        ("99m11199p999s(111s)+9p", True),  # 清老頭
        ("99m123678p67s555z+8s", False),
        ("999m123678p67s99s+8s", False),
        ("55m123678p67s555z+8s", False),
        ("123678p67s44555z+8s", True),
        ("123p67s99s444555z+8s", True),
        ("123m678p67s99s555z+8s", False),  # no 2m and 3m in the wall
    ],
)
def test_man_tiles_are_held_for_two_yakuman_only_and_north_as_one_likes(hand: str, wins: bool) -> None:
    assert bool(points_of(hand).points) == wins


# 出アガリは振った人のみから、ツモアガリは全員からの収入がある; 親でも点数は１．５倍にはならない


@pytest.mark.parametrize(
    ("how", "payments"),
    [
        ({}, (300 + 100,)),
        ({"seat_wind": "E"}, (300 + 100 + 100,)),
        ({"tsumo": True}, (500, 500)),
        ({"tsumo": True, "seat_wind": "E"}, (600, 600)),
    ],
)
def test_the_discarder_pays_once_and_everybody_a_tsumo(
    how: dict[str, Any], payments: tuple[int, ...]
) -> None:
    # pinfu 1 and base 2, two set-aside tiles 2; the dealer's point, tsumo
    found = points_of(PINFU, **{"set_aside": "5m5m", **how})
    assert tuple(points - 100 for points in found.payments) == payments
