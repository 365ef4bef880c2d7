"""二人麻雀の遊び方: the tables of the page, and what differs from four players."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog import score
from mjlog.rulesets import load
from tests.documents.point_tables import PINFU_TSUMO, ROWS, seven_pairs, with_han
from tests.documents.tables import Game, Round, play
from tests.documents.yaku_hands import CALLED, CLOSED, YAKUMAN

# 点数表 (ロンの点。二人麻雀ではツモも同じ): points of 1, 2, 3 and 4 han by fu.
CHILD = {
    20: (None, 1300, 2600, 5200),
    25: (None, 1600, 3200, 6400),
    30: (1000, 2000, 3900, 7700),
    40: (1300, 2600, 5200, 8000),
    50: (1600, 3200, 6400, 8000),
    60: (2000, 3900, 7700, 8000),
    70: (2300, 4500, 8000, 8000),
    80: (2600, 5200, 8000, 8000),
    90: (2900, 5800, 8000, 8000),
    100: (3200, 6400, 8000, 8000),
    110: (3600, 7100, 8000, 8000),
}
DEALER = {
    20: (None, 2000, 3900, 7700),
    25: (None, 2400, 4800, 9600),
    30: (1500, 2900, 5800, 11600),
    40: (2000, 3900, 7700, 12000),
    50: (2400, 4800, 9600, 12000),
    60: (2900, 5800, 11600, 12000),
    70: (3400, 6800, 12000, 12000),
    80: (3900, 7700, 12000, 12000),
    90: (4400, 8700, 12000, 12000),
    100: (4800, 9600, 12000, 12000),
    110: (5300, 10600, 12000, 12000),
}
CELLS = [
    pytest.param(fu, han, seat, points, id=f"{seat} {fu} fu {han} han")
    for seat, table in (("S", CHILD), ("E", DEALER))
    for fu, row in table.items()
    for han, points in enumerate(row, start=1)
    if points is not None
]


@pytest.mark.parametrize(("fu", "han", "seat", "points"), CELLS)
def test_the_point_tables(fu: int, han: int, seat: str, points: int) -> None:
    if fu == 25:
        found = seven_pairs(han, "two_player", seat)
    else:
        row = next(row for row in (PINFU_TSUMO, *ROWS) if row.fu == fu)
        found = row.score(han, "two_player", seat)
    assert (found.fu, found.han, found.payments) == (fu, han, (points,))


@pytest.mark.parametrize(("seat", "table"), [("S", CHILD), ("E", DEALER)])
@pytest.mark.parametrize("han", [1, 2, 3, 4])
def test_a_tsumo_brings_from_one_opponent_what_a_ron_does(
    seat: str, table: dict[int, tuple[int, ...]], han: int
) -> None:
    open_hand = ROWS[0]
    assert open_hand.score(han, "two_player", seat, tsumo=True).payments == (table[30][han - 1],)


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
        found = with_han(han, "two_player", seat)
        assert (found.han, found.limit, found.payments) == (han, limit, (points,))


# The table of yaku; * falls by one when open, what stands in CLOSED alone is not there when open.
ONE = "riichi ippatsu menzen_tsumo pinfu tanyao iipeikou yakuhai_haku yakuhai_hatsu yakuhai_chun \
yakuhai_round_wind yakuhai_seat_wind rinshan_kaihou chankan haitei houtei"
TWO = "double_riichi chiitoitsu sanshoku_doujun* ittsuu* chanta* toitoi sanankou sanshoku_doukou \
sankantsu shousangen honroutou"
THREE = "honitsu* junchan* ryanpeikou"
SIX = "chinitsu*"
YAKU = {
    word.rstrip("*"): (han, han - word.endswith("*"))
    for han, words in ((1, ONE), (2, TWO), (3, THREE), (6, SIX))
    for word in words.split()
}


CLOSED_ONLY = {
    *("riichi", "double_riichi", "ippatsu", "menzen_tsumo"),
    *("pinfu", "iipeikou", "ryanpeikou", "chiitoitsu"),
}
"""平和・一盃口・二盃口・七対子・立直・門前清自摸和は、鳴くとなくなります; and what comes with riichi."""


@pytest.mark.parametrize("yaku", YAKU)
def test_the_table_of_yaku(yaku: str) -> None:
    closed, called = YAKU[yaku]
    assert dict(CLOSED[yaku].score("two_player").yaku)[yaku] == closed
    if yaku not in CLOSED_ONLY:
        assert dict(CALLED[yaku].score("two_player").yaku)[yaku] == called


@pytest.mark.parametrize("yaku", YAKUMAN)
def test_every_yakuman_is_a_single_one(yaku: str) -> None:
    found = YAKUMAN[yaku].score("two_player")
    assert dict(found.yaku)[yaku] == 13


def test_different_yakuman_add_up() -> None:
    found = score("3334455z(111z)(222z)+5z", "two_player")
    assert dict(found.yaku) == {"tsuuiisou": 13, "shousuushii": 13}
    assert (found.yakuman, found.payments) == (2, (64000,))


# 符の数え方
@pytest.mark.parametrize(
    ("hand", "how", "fu", "item"),
    [
        ("345m22678p67s(456s)+8s", {}, 20, "base"),
        ("345m22278p67899s+9p", {"riichi": 1}, 10, "closed_ron"),
        ("345m22278p67899s+9p", {"tsumo": True}, 2, "tsumo"),
        ("345m78p67899s(222p)+9p", {"haitei": True, "tsumo": True}, 2, "open_triplet_of_simples"),
        ("345m22278p67899s+9p", {"riichi": 1}, 4, "closed_triplet_of_simples"),
        ("345m78p67899s(555z)+9p", {}, 4, "open_triplet_of_yaochuu"),
        ("345m78p67899s555z+9p", {}, 8, "closed_triplet_of_yaochuu"),
        ("345m22678p(4444s)67s+8s", {}, 8, "open_kan_of_simples"),
        ("345m78p67899s[2222p]+9p", {"riichi": 1}, 16, "closed_kan_of_simples"),
        ("345m78p67899s(5555z)+9p", {}, 16, "open_kan_of_yaochuu"),
        ("345m78p67899s[5555z]+9p", {}, 32, "closed_kan_of_yaochuu"),
        ("345m22278p678s55z+9p", {"riichi": 1}, 2, "pair"),
        ("345m22278p678s22z+9p", {"riichi": 1}, 2, "pair"),
        ("345m22278p678s22z+9p", {"riichi": 1, "round_wind": "S"}, 4, "pair"),
        ("345m22279p67899s+8p", {"riichi": 1}, 2, "wait"),  # 嵌張
        ("345m22212p67899s+3p", {"riichi": 1}, 2, "wait"),  # 辺張
        ("345m222789p6789s+9s", {"riichi": 1}, 2, "wait"),  # 単騎
    ],
)
def test_what_fu_are_for(hand: str, how: dict[str, object], fu: int, item: str) -> None:
    items = [(i.name, i.fu) for i in score(hand, "two_player", **how).fu_items]
    assert (item, fu) in items


@pytest.mark.parametrize(
    ("hand", "how", "fu"),
    [
        ("345m22278p67899s+9p", {"riichi": 1, "tsumo": True}, 30),  # 20 + 2 + 4 = 26
        ("345m22279p67899s+8p", {"riichi": 1}, 40),  # 20 + 10 + 4 + 2 = 36
        ("345m123678p6799s+8s", {"tsumo": True}, 20),  # pinfu on tsumo
        ("2277m3388p1155s4z+4z", {}, 25),  # seven pairs
        ("345m22678p67s(456s)+8s", {}, 30),  # 20 stays 30 when open
        ("345m22678p67s(456s)+8s", {"tsumo": True}, 30),  # 20 + 2 = 22
    ],
)
def test_fu_are_rounded_up_to_tens_but_for_three_hands(hand: str, how: dict[str, object], fu: int) -> None:
    assert score(hand, "two_player", **how).fu == fu


def test_of_several_readings_the_highest_counts() -> None:
    # 222333444p is three runs or three concealed triplets: pinfu and iipeikou are less than sanankou
    found = score("222333444p6799s+8s", "two_player", tsumo=True)
    assert "sanankou" in dict(found.yaku)
    assert "pinfu" not in dict(found.yaku)


# --- rounds ------------------------------------------------------------------------------------------

WAITING = "23m456p678p234s99s"
"""Waits for 1m and 4m; a ron on 4m is pinfu."""
FAR = "147m258p369s1234z"
"""Far from tenpai."""


IDLE = [f"{n}{suit}" for suit, kinds in (("m", "89"), ("p", "19"), ("z", "567")) for n in kinds] * 4
IDLE += ["7m", "1z", "2z", "3z", "4z", "2m"] * 3
"""Forty-six tiles that nobody waits for, no more of a kind than there are."""


def idle(draws: int, last: str = "") -> str:
    """So many turns of E and S in turn; `last` is drawn last, and kept."""
    turns = [f"{wind} turn {tile}" for wind, tile in zip("ES" * 23, IDLE, strict=True)][:draws]
    return "; ".join([*turns[:-1], f"{'ES'[(draws - 1) % 2]} draw {last}"] if last else turns)


def test_every_discard_of_the_opponent_may_be_called_as_chi() -> None:
    hands = {"E": "45m147p258s12345z", "S": "67m147p258s12345z"}
    game = play("two_player", "E turn 8m; S chi 678m; S discard 1z; E draw 9p; E discard 9p", hands)
    assert game.codes == []
    back = play("two_player", "E turn 9m; S turn 3m; E chi 345m; E discard 1z", hands)
    assert back.codes == []


# 1人20回まで (18回・22回も選べます)
@pytest.mark.parametrize("draws", [18, 20, 22])
def test_everybody_draws_so_often_and_the_last_tile_is_haitei(draws: int) -> None:
    hands, house = {"E": FAR, "S": WAITING}, {"draws_per_player": draws}
    game = play("two_player", f"{idle(2 * draws, '4m')}; S tsumo", hands, changed=house)
    assert "haitei" in game.win["yaku"]
    assert game.state("S", "live_tiles") == 0
    one_before = play("two_player", f"{idle(2 * draws - 2, '4m')}; S tsumo", hands, changed=house)
    assert "haitei" not in one_before.win["yaku"]
    assert play("two_player", f"{idle(2 * draws)}; exhaustive", hands, changed=house).codes == []
    assert "TN004" in play("two_player", f"{idle(2 * draws - 1)}; exhaustive", hands, changed=house).codes


def test_a_ron_on_the_last_discard_is_houtei() -> None:
    game = play("two_player", f"{idle(40, '4m')}; S discard 4m; E ron", {"E": WAITING, "S": FAR})
    assert "houtei" in game.win["yaku"]


@pytest.mark.parametrize(("turns", "legal"), [(37, True), (39, False)])
def test_riichi_leaves_a_draw_for_each_player(turns: int, legal: bool) -> None:
    moves = f"{idle(turns)}; S draw 8m; S riichi 8m"
    game = play("two_player", moves, {"E": FAR, "S": WAITING})
    assert game.state("S", "live_tiles") == 40 - turns - 1
    assert ("RI003" in game.codes) != legal


def test_a_call_shifts_who_draws_of_the_forty_tiles() -> None:
    hands = {"E": "45m247p258s33669s", "S": FAR}
    drawn = [f"{wind} turn {tile}" for wind, tile in zip("SE" * 19, IDLE, strict=False)]
    moves = "; ".join(["E turn 7m; S turn 3m; E chi 345m; E discard 9s", *drawn])
    assert play("two_player", f"{moves}; exhaustive", hands).codes == []


# 流局: テンパイの人に、ノーテンの人が1,000点
@pytest.mark.parametrize(
    ("east", "south", "deltas"),
    [
        (WAITING, FAR, {"E": 1000, "S": -1000}),
        (FAR, WAITING, {"E": -1000, "S": 1000}),
        (FAR, FAR, {"E": 0, "S": 0}),
        (WAITING, "23m456p678p234s88s", {"E": 0, "S": 0}),
    ],
)
def test_noten_pays_tenpai_a_thousand(east: str, south: str, deltas: dict[str, int]) -> None:
    game = play("two_player", f"{idle(40)}; exhaustive", {"E": east, "S": south}, dora="5p")
    assert game.draw["deltas"] == deltas


# 本場1本につき300点、リーチの供託は1本1000点
@pytest.mark.parametrize(
    ("end", "points"),
    [
        ("S draw 9p; S discard 4m; E ron", 5800),  # riichi, ippatsu, pinfu: 3 han 30 fu of the dealer
        ("S turn 9p; E draw 4m; E tsumo", 7700),  # and tsumo: 4 han 20 fu
    ],
)
def test_a_win_takes_three_hundred_per_honba_and_the_sticks(end: str, points: int) -> None:
    hands = {"E": WAITING, "S": "4m147p258s123456z"}
    moves = f"E turn 7m; S turn 7m; E draw 8m; E riichi 8m; {end}"
    won = play("two_player", moves, hands, honba=2, sticks=1, ura="4z").win
    assert won["points"] == points
    assert won["deltas"] == {"E": points + 600 + 2000, "S": -points - 600}


def test_a_passed_ron_bars_until_the_next_own_discard() -> None:
    hands = {"E": "4m147p258s123456z", "S": WAITING}
    passed = "E draw 1p; E discard 4m; S draw 8m"
    assert play("two_player", passed, hands).state("S", "is_temporary_furiten")
    discarded = f"{passed}; S discard 8m; E draw 4m"
    assert not play("two_player", discarded, hands).state("S", "is_temporary_furiten")
    assert play("two_player", f"{discarded}; E discard 4m; S ron", hands).codes == []


def test_a_passed_ron_in_riichi_bars_for_the_round() -> None:
    hands = {"E": FAR, "S": WAITING}
    moves = "E turn 8m; S draw 9p; S riichi 9p; E turn 4m; S turn 8m; E turn 4m; S turn 7m; E turn 1m; S ron"
    assert "FT003" in play("two_player", moves, hands).codes


def test_an_own_discard_bars_from_ron_but_not_from_tsumo() -> None:
    hands = {"E": FAR, "S": WAITING}
    assert "FT001" in play("two_player", "E turn 8m; S turn 1m; E turn 4m; S ron", hands).codes
    assert play("two_player", "E turn 8m; S turn 1m; E turn 9p; S draw 4m; S tsumo", hands).codes == []


def test_nine_terminals_and_honours_may_abort_the_first_turn() -> None:
    hands = {"E": "19m19p19s1234z236p", "S": WAITING}
    moves = "E draw 5m; abort kyuushu_kyuuhai"
    assert play("two_player", moves, hands).codes == []
    assert "EN001" in play("two_player", moves, hands, changed={"abortive_draws": []}).codes


# 長さ; どちらかがマイナスになるか、最後の局が終わったら終わり。最後の局で親が和了ってトップなら、そこで終わり
WINS = {
    "dealer": {"moves": "E turn 8m; S turn 9p; E draw 4m; E tsumo", "hands": {"E": WAITING, "S": FAR}},
    "other": {
        "moves": "E turn 8m; S turn 9p; E turn 8m; S draw 4m; S tsumo",
        "hands": {"E": FAR, "S": WAITING},
    },
}


@pytest.mark.parametrize(
    ("name", "winner", "scores", "following", "house", "over"),
    [
        ("E1", "dealer", {}, "E1", {}, False),
        ("E1", "other", {}, "E2", {}, False),
        ("E2", "other", {}, "S1", {}, False),
        ("E2", "other", {}, "S1", {"length": "east"}, True),
        ("S2", "other", {}, "W1", {}, True),
        ("S2", "dealer", {}, "S2", {}, True),  # the dealer wins and leads
        ("S2", "dealer", {"E": 5000, "S": 45000}, "S2", {}, False),  # and does not
        ("E1", "other", {"E": 900, "S": 49100}, "E2", {}, True),  # below zero
        ("E1", "dealer", {"E": 45000, "S": 5000}, "E1", {}, False),
    ],
)
def test_when_the_game_is_over(
    name: str, winner: str, scores: dict[str, int], following: str, house: dict[str, str], over: bool
) -> None:
    first = Round(name=name, scores=scores, **WINS[winner])
    after = Round(name=following, honba=int(winner == "dealer"), moves="")
    codes = Game("two_player", [first, after], house).codes
    assert ("EN004" in codes) == over


# --- the options of the page as house rules --------------------------------------------------------------


def test_the_options_of_the_page_are_a_line_each(tmp_path: Path) -> None:
    lines = {
        "red_fives": ("[0, 0, 0]", (0, 0, 0)),
        "length": ('"east"', "east"),
        "draws_per_player": ("18", 18),
        "open_tanyao": ("false", False),
        "abortive_draws": ('["suukaikan"]', frozenset({"suukaikan"})),
    }
    for rule, (text, value) in lines.items():
        path = tmp_path / "house.toml"
        path.write_text(f'extends = "two_player"\n{rule} = {text}\n', encoding="utf-8")
        assert getattr(load(path), rule) == value


def test_without_open_tanyao_such_a_hand_does_not_win(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "two_player"\nopen_tanyao = false\n', encoding="utf-8")
    assert CALLED["tanyao"].score("two_player").points == 1000
    assert CALLED["tanyao"].score(load(path)).why_not


def test_without_red_fives_there_are_none_in_the_wall(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "two_player"\nred_fives = [0, 0, 0]\n', encoding="utf-8")
    red = "340m22678p23467s+8s"
    assert dict(score(red, "two_player").yaku)["aka_dora"] == 1
    assert score(red, load(path)).why_not
