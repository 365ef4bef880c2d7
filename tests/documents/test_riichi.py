"""リーチ麻雀 (2025-02-22): its tables, cell by cell, and its rules by rounds."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog import score
from mjlog.notation import SEED
from mjlog.tiles import TILE_NAMES
from tests.documents.point_tables import ROWS, with_han
from tests.documents.tables import Game, Round, play
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


# --- rounds ----------------------------------------------------------------------------------------------

WAITING = "23m456p678p234s99s"
"""Waits for 1m and 4m; a ron on 4m is pinfu."""
FAR = {"E": "147m258p369s1235z", "W": "158m147p258s1235z", "N": "269m369p147s2356z"}
"""Hands far from tenpai."""


def riichi(moves: str, hands: dict[str, str] | None = None, **more: Any) -> Game:
    """A round in which nobody is near a win but South, unless told otherwise."""
    return play("riichi", moves, {**FAR, "S": WAITING, **(hands or {})}, **more)


# リーチ: 門前清, 聴牌, 1,000 点, 山に 4 枚以上
DECLARED = "E turn 8m; S draw 9p; S riichi 9p; W turn 8m"


def test_riichi_with_all_that_it_takes() -> None:
    assert riichi(DECLARED).codes == []


@pytest.mark.parametrize(
    ("moves", "hands", "more", "code"),
    [
        ("E turn 9s; S pon 999s; S riichi 4s", {}, {}, "RI001"),  # not closed
        ("E turn 8m; S draw 9p; S riichi 2m", {}, {}, "RI002"),  # not tenpai
        (DECLARED, {}, {"scores": {"S": 900}}, "RI004"),  # 900 points
    ],
)
def test_riichi_without_one_of_its_conditions(
    moves: str, hands: dict[str, str], more: dict[str, Any], code: str
) -> None:
    assert code in riichi(moves, hands, **more).codes


def test_a_concealed_kan_leaves_the_hand_closed() -> None:
    hands = {"S": "23m456p678p14444z"}
    moves = "E turn 8m; S draw 1z; S ankan 4444z; dora 5z; S draw 7z; S riichi 7z"
    assert riichi(moves, hands, dora="7p").codes == []


@pytest.mark.parametrize(
    ("moves", "yaku"),
    [
        ("W turn 4m; S ron", {"riichi": 1, "ippatsu": 1, "pinfu": 1}),
        ("W turn 9p; N turn 8m; E turn 8m; S draw 4m; S tsumo", {"ippatsu": 1, "menzen_tsumo": 1}),
        ("W turn 9p; E pon 999p; E discard 1z; S turn 8m; W turn 4m; S ron", {"riichi": 1, "pinfu": 1}),
        ("W turn 9p; N turn 8m; E turn 7m; S turn 8m; W turn 4m; S ron", {"riichi": 1, "pinfu": 1}),
    ],
)
def test_ippatsu_lasts_one_round_of_turns_and_ends_with_any_call(moves: str, yaku: dict[str, int]) -> None:
    hands = {"E": "147m258p36s99p124z"}
    start = "E turn 8m; S turn 7m; W turn 8p; N turn 7p; E turn 7m; S draw 6m; S riichi 6m"
    found = riichi(f"{start}; {moves}", hands, ura="1p").win["yaku"]
    assert yaku.items() <= found.items()
    assert ("ippatsu" in found) == ("ippatsu" in yaku)


def test_double_riichi_is_declared_with_the_first_discard_before_any_call() -> None:
    ron = "W turn 8m; N turn 8m; E turn 7m; S turn 8p; W turn 4m; S ron"
    first = riichi(f"E turn 8m; S draw 9p; S riichi 9p; {ron}", ura="1p").win["yaku"]
    assert first == {"double_riichi": 2, "pinfu": 1}
    hands = {"W": "158m147p258s1155z"}
    called = riichi(
        f"E turn 5z; W pon 555z; W discard 1z; N turn 7m; E turn 7p; S draw 9p; S riichi 9p; {ron}",
        hands,
        ura="1p",
    ).win["yaku"]
    assert called == {"riichi": 1, "pinfu": 1}


# フリテン: 捨牌, 同巡, リーチ
def test_furiten_by_an_own_discard_of_any_wait() -> None:
    assert "FT001" in riichi("E turn 8m; S turn 1m; W turn 4m; S ron").codes
    assert riichi("E turn 8m; S turn 1m; W turn 9p; N turn 9p; E turn 9p; S draw 4m; S tsumo").codes == []


def test_furiten_of_the_turn_ends_with_the_next_one() -> None:
    passed = "E turn 8m; S turn 8m; W turn 4m; N turn 4m"
    assert "FT002" in riichi(f"{passed}; S ron").codes
    assert riichi(f"{passed}; E turn 9p; S turn 9p; W turn 4m; S ron").codes == []


def test_furiten_of_riichi_lasts_and_comes_from_tiles_that_could_not_win_too() -> None:
    passed = "E turn 8m; S draw 9p; S riichi 9p; W turn 4m; N turn 8p; E turn 8p; S turn 8p; W turn 1m; S ron"
    assert "FT003" in riichi(passed).codes


# 副露
def test_chi_is_from_the_left_and_pon_goes_before_it() -> None:
    hands = {"S": "23m456p678p234s99s", "W": "44m147p258s1235z8m"}
    assert riichi("E turn 4m; S chi 234m; S discard 9s", hands).codes == []
    assert riichi("E turn 4m; W pon 444m; W discard 1z", hands).codes == []
    left = {"S": "147m147p258s1234z", "W": "23m147p258s12335z"}
    assert "CL003" in riichi("E turn 4m; W chi 234m; W discard 5z", left).codes


# 槓するたびに新しいドラ表示牌を 1 枚めくり
@pytest.mark.parametrize(
    "moves",
    [
        "E draw 7z; E ankan 7777z; dora 4z; E draw 8s; E discard 8s",
        "E turn 8m; S turn 7z; E daiminkan 7777z; E draw 8s; dora 4z; E discard 8s",
    ],
)
def test_every_kan_turns_an_indicator(moves: str) -> None:
    hands = {"E": "147m258s777z1235z"}
    assert riichi(moves, hands).codes == []
    assert "DO002" in riichi(moves.replace(" dora 4z;", "") + "; S turn 8m", hands).codes


def test_an_added_kan_can_be_robbed() -> None:
    hands = {"E": "44m258p369s12344z"}
    moves = "E turn 8m; S turn 9p; W turn 4m; E pon 444m; E discard 1z; S turn 9p; W turn 9p; N turn 9p"
    robbed = riichi(f"{moves}; E draw 4m; E kakan 4m; S ron", hands)
    assert "chankan" in robbed.win["yaku"]


# --- draws -----------------------------------------------------------------------------------------------

TENPAI = {"E": "23m456p678p234s77s", "S": WAITING, "W": "789m23p567s11122z"}


@pytest.mark.parametrize(
    ("tenpai", "deltas"),
    [
        ("", {"E": 0, "S": 0, "W": 0, "N": 0}),
        ("S", {"E": -1000, "S": 3000, "W": -1000, "N": -1000}),
        ("ES", {"E": 1500, "S": 1500, "W": -1500, "N": -1500}),
        ("ESW", {"E": 1000, "S": 1000, "W": 1000, "N": -3000}),
    ],
)
def test_noten_players_pay_three_thousand_in_all(tenpai: str, deltas: dict[str, int]) -> None:
    far = {**FAR, "S": "258m258p147s1347z"}
    hands = {wind: TENPAI[wind] if wind in tenpai else far[wind] for wind in "ESWN"}
    drawn = play("riichi", "E turn 8s; exhaustive", hands).draw
    assert (drawn["tenpai"], drawn["deltas"]) == (tenpai, deltas)


# 途中流局、通常は連荘なし
NINE = {"E": "19m19p19s1234z236p"}


def next_round(name: str, honba: int, *first: str, hands: dict[str, str] | None = None) -> list[str]:
    """What the audit finds when a round by `first` is followed by this one."""
    rounds = [
        Round(moves="; ".join(first), hands={**FAR, "S": WAITING, **(hands or {})}),
        Round(moves="E turn 8m", name=name, honba=honba),
    ]
    return [code for code in Game("riichi", rounds).codes if code[:2] in ("EN", "PY")]


def test_the_dealer_does_not_stay_after_an_abortive_draw() -> None:
    moves = ("E draw 5m", "abort kyuushu_kyuuhai")
    assert next_round("E2", 1, *moves, hands=NINE) == []
    assert next_round("E1", 1, *moves, hands=NINE) != []


def test_four_winds_abort() -> None:
    winds = ("E turn 4z", "S turn 4z", "W turn 4z", "N turn 4z", "abort suufon_renda")
    assert next_round("E2", 1, *winds) == []
    assert riichi("E turn 4z; S turn 4z; W turn 4z; N turn 3z; abort suufon_renda").codes == ["EN001"]


WAITS = {
    "E": "23m456p678p234s77s",
    "S": WAITING,
    "W": "789m23p567s11122z",
    "N": "13m111789p66677z",
}
THREE = "E draw 5z; E riichi 5z; S draw 4z; S riichi 4z; W draw 3z; W riichi 3z"


def test_three_or_four_riichi_may_abort() -> None:
    assert riichi(f"{THREE}; abort sancha_riichi", WAITS).codes == []
    assert riichi(f"{THREE}; N draw 4z; N riichi 4z; abort suucha_riichi", WAITS).codes == []
    assert riichi(f"{THREE}; N turn 4z", WAITS).codes == []
    two = "; ".join(THREE.split("; ")[:4])
    assert riichi(f"{two}; abort sancha_riichi", WAITS).codes == ["EN001"]


# 半荘戦: 東場＋南場（東一局～南四局）、計 8 局; 親が和了 ... した場合に連荘
RON, DEALERS_RON = "E turn 8m; S turn 9p; W turn 4m; S ron", "E turn 8m; S turn 4m; E ron"


@pytest.mark.parametrize(
    ("moves", "hands", "following", "over"),
    [
        (RON, {}, "W1", True),  # nobody reaches 30,000, and there is no West round
        (DEALERS_RON, {"E": WAITING, "S": FAR["E"]}, "S4", False),  # the dealer leads and may go on
        (DEALERS_RON, {"E": WAITING, "S": FAR["E"]}, "W1", True),
    ],
)
def test_the_game_ends_after_eight_rounds(
    moves: str, hands: dict[str, str], following: str, over: bool
) -> None:
    honba = int(following == "S4")
    rounds = [
        Round(name="S4", moves=moves, hands={**FAR, "S": WAITING, **hands}),
        Round(name=following, honba=honba, moves="E turn 8m"),
    ]
    assert bool({"EN003", "EN004"} & set(Game("riichi", rounds).codes)) == over


# チョンボ costs 満貫の罰点
@pytest.mark.parametrize(
    ("moves", "deltas"),
    [
        ("E turn 8m; S chombo", {"E": 4000, "S": -8000, "W": 2000, "N": 2000}),
        ("E chombo", {"E": -12000, "S": 4000, "W": 4000, "N": 4000}),
    ],
)
def test_chombo_costs_a_mangan(moves: str, deltas: dict[str, int]) -> None:
    assert riichi(moves).draw["deltas"] == deltas
