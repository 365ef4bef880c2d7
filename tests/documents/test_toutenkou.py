"""東天紅ルール詳細: its rules by rounds, each beside the sentence that it is from."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.rulesets import Ruleset, load
from tests.documents.tables import Game, Round, play

WAITING = "123678p2346799s"
"""Waits for 5s and 8s; a ron on 8s is pinfu."""
FAR = {"E": "147p369s1235667z", "W": "208p147s1235667z"}
"""Hands far from tenpai."""
FOUR = {"sits_out": True, "uma": [0, 0, 0, 0]}
"""Four share the table."""


def table(moves: str, hands: dict[str, str] | None = None, **more: Any) -> Game:
    """A round in which nobody is near a win but South, unless told otherwise."""
    return play("toutenkou", moves, {**FAR, "S": WAITING, **(hands or {})}, **more)


# 萬子は一、五、九; リンシャン牌は ... 計２０枚


def test_of_112_tiles_51_are_drawn() -> None:
    rules = load("toutenkou")
    assert 4 * (34 - len(rules.removed_tiles)) == 112
    assert table("E draw 9p").state("E", "live_tiles") == 112 - 3 * 13 - 20 - 2 - 1


KAN = {"E": "147999p36s12355z"}
"""East has three 9p."""


def test_set_aside_tiles_cost_no_draw_but_kans_do() -> None:
    start = table("E draw 9p").state("E", "live_tiles")
    assert table("E draw 1m; E kita 1m; E draw 9p").state("E", "live_tiles") == start
    # 王牌は切り取り ... 槓がはいると、ツモ数が少なくなる: the next stack shows the indicator
    kan = table("E draw 9p; E ankan 9999p; E bonus 1000; dora 4z; E draw 2p", KAN)
    assert kan.state("E", "live_tiles") == start - 2
    assert kan.codes == []


@pytest.mark.parametrize("tile", ["1m", "5m", "9m", "4z"])
def test_one_five_and_nine_of_man_and_north_are_set_aside(tile: str) -> None:
    assert table(f"E draw {tile}; E kita {tile}; E draw 9p; E discard 9p").codes == []


def test_nothing_else_is_set_aside() -> None:
    assert "CL011" in table("E draw 3z; E kita 3z; E draw 9p; E discard 9p").codes


# リンシャン（花牌交換は含まず）


def test_the_tile_after_a_set_aside_one_is_no_rinshan() -> None:
    after_kita = table("E turn 9p; S draw 1m; S kita 1m; S draw 8s; S tsumo")
    assert "rinshan_kaihou" not in after_kita.win["yaku"]
    hands = {"S": "123678p67s999p99s"}
    after_kan = table("E turn 2p; S draw 9p; S ankan 9999p; S bonus 1000; dora 5z; S draw 8s; S tsumo", hands)
    assert after_kan.win["yaku"]["rinshan_kaihou"] == 5


# 三麻なので当然チーはできない


def test_nobody_calls_chi() -> None:
    assert "CL011" in table("E turn 5s; S chi 567s; S discard 9s", {"S": "123678p2346799s"}).codes


# 暗カン（成立した時点で１０点ALLの祝儀。なお、同じ花牌を４つ集めても１０点ALLの祝儀）


def test_a_concealed_kan_is_paid_for_at_once() -> None:
    start = "E draw 9p; E ankan 9999p; {}dora 4z; E draw 2p; E discard 2p; S turn 3p; W turn 8s; S ron"
    paid = table(start.format("E bonus 1000; "), KAN)
    assert paid.codes == []
    [round_] = paid.replayed.tables.rounds.to_pylist()
    win = paid.win["deltas"]
    assert paid.by_wind(round_["calc_deltas"], paid.rounds[0]) == {
        "E": win["E"] + 2000,
        "S": win["S"] - 1000,
        "W": win["W"] - 1000,
    }
    assert table(start.format(""), KAN).codes == ["PY009"]


def test_the_fourth_equal_set_aside_tile_is_paid_for_likewise() -> None:
    hands = {"E": "111m147p369s1235z"}
    four = "E draw 2p; E kita 1m; E draw 3p; E kita 1m; E draw 6p; E kita 1m; E draw 1m; E kita 1m; "
    assert table(f"{four}E bonus 1000; E draw 4p; E discard 4p", hands).codes == []
    assert table(f"{four}E draw 4p; E discard 4p", hands).codes == ["PY009"]
    two = "E draw 1m; E kita 1m; E draw 5m; E kita 5m; E bonus 1000; E draw 4p; E discard 4p"
    assert "PY011" in table(two).codes


# フリテンリーチはオープンリーチ限定


def test_riichi_in_furiten_is_open_riichi_only() -> None:
    turns = "E turn 9p; S turn 8s; W turn 9p; E turn 2p; S draw 4p; S {} 4p; W turn 3p; E turn 9p"
    win = "S draw 8s; S tsumo"
    assert table(f"{turns.format('open_riichi')}; {win}", ura="7z").codes == []
    assert "EN010" in table(f"{turns.format('riichi')}; {win}", ura="7z").codes
    assert table(f"{turns.format('riichi')}; S draw 8s; S chombo").codes == []


# オープンリーチ（振込みは＋１００点）


def test_who_deals_into_an_open_riichi_pays_a_hundred_points_more() -> None:
    turns = (
        "E turn 9p; S turn 9p; W turn 8p; E turn 8p; S draw 1z; S open_riichi 1z; W turn 8p; E turn 8p; {}"
    )
    ron = table(turns.format("S turn 7z; W turn 8s; S ron"), ura="7z").win
    assert ron["yaku"] | {"open_riichi": 5, "open_riichi_deal_in": 100, "riichi": 2} == ron["yaku"]
    # and pinfu 1, カラス 10, base 2
    assert ron["points"] == 12000
    assert ron["deltas"] == {"E": 0, "S": 13000, "W": -12000}


# 形式聴牌（上がり牌の残っていない聴牌含む）は不可。ノーテンは一律２０点払い


def drawn(
    hands: dict[str, str], moves: str = "E turn 2p; S turn 3p; W turn 4p", **more: Any
) -> dict[str, Any]:
    """The draw of a round that nobody won."""
    return table(f"{moves}; exhaustive", hands, **more).draw


@pytest.mark.parametrize(
    ("hands", "tenpai", "deltas"),
    [
        ({"S": "369p258s1235567z"}, "", {"E": 0, "S": 0, "W": 0}),
        ({}, "S", {"E": -2000, "S": 4000, "W": -2000}),
        ({"E": "111340p66788s77z"}, "ES", {"E": 1000, "S": 1000, "W": -2000}),
        (
            {"E": "111340p66788s77z", "W": "23p11122255566z"},
            "ESW",
            {"E": 0, "S": 0, "W": 0},
        ),
    ],
)
def test_noten_is_twenty_points(hands: dict[str, str], tenpai: str, deltas: dict[str, int]) -> None:
    found = drawn(hands, dora="5m")
    assert (found["tenpai"], found["deltas"]) == (tenpai, deltas)


def test_a_hand_whose_tiles_are_all_gone_is_noten() -> None:
    # South waits for 5s and 8s: all of them lie on the table but the last 8s
    gone = "E turn 8s; S turn 2p; W turn 0s; E turn 8s; S turn 0s; W turn 8s; E turn 0s; S turn 3p; W turn 0s"
    assert drawn({}, gone)["tenpai"] == "S"
    assert drawn({}, f"{gone}; E turn 8s")["tenpai"] == ""


def test_a_hand_that_cannot_win_for_lack_of_a_yaku_is_noten() -> None:
    no_yaku = {"S": "123678p226799s1z"}
    assert drawn(no_yaku, "E turn 2s; S pon 222s; S discard 1z; W turn 4p")["tenpai"] == ""
    yakuhai = {"S": "123678p6799s155z"}
    assert drawn(yakuhai, "E turn 5z; S pon 555z; S discard 1z; W turn 4p")["tenpai"] == "S"


# 錯和は４０点ALL払い


@pytest.mark.parametrize(
    ("moves", "deltas"),
    [
        ("E turn 9p; S chombo", {"E": 4000, "S": -8000, "W": 4000}),
        ("E chombo", {"E": -8000, "S": 4000, "W": 4000}),
    ],
)
def test_chombo_is_forty_points_to_each(moves: str, deltas: dict[str, int]) -> None:
    assert table(moves).draw["deltas"] == deltas


# リーチ後の見逃しは流局錯和


def test_who_lets_a_winning_tile_pass_after_riichi_ends_a_draw_by_chombo() -> None:
    turns = "E turn 2p; S draw 4p; S riichi 4p; W turn 8s; E turn 6p; S turn 3p"
    assert "EN010" in table(f"{turns}; exhaustive").codes
    assert "EN010" not in table(f"{turns}; S chombo").codes


# 誤ポン誤チーは１０点供託


def test_a_wrong_call_costs_a_stick_on_the_table() -> None:
    won = table("E turn 9p; S penalty 1000; S turn 2p; W turn 8s; S ron").win["deltas"]
    assert won["S"] + won["W"] == 1000


# 常に東場; 前局の和了者が次局の親になる


def following(
    moves: str, name: str, honba: int, changed: dict[str, Any] | None = None, **more: Any
) -> list[str]:
    """What is wrong with a round of this name and honba after one by `moves`."""
    first = {"hands": {**FAR, "S": WAITING}, **more.pop("first", {})}
    rounds = [Round(moves=moves, **first), Round(moves="", name=name, honba=honba, **more)]
    codes = Game("toutenkou", rounds, changed or {}).codes
    return [code for code in codes if code in ("EN003", "EN012", "PY007")]


RON = "E turn 9p; S turn 9p; W turn 8s; S ron"
DRAWN = "E turn 2p; S turn 3p; W turn 4p; exhaustive"


def test_the_winner_deals_next_and_it_stays_east() -> None:
    assert following(RON, "E2", 0) == []
    for wrong in ("E1", "E3", "S2"):
        assert following(RON, wrong, 0) != []


def test_after_a_draw_the_dealer_stays_if_tenpai() -> None:
    tenpai = {"first": {"hands": {**FAR, "S": WAITING, "E": "111340p66788s77z"}}}
    assert following(DRAWN, "E1", 1, **tenpai) == []
    assert following(DRAWN, "E2", 1) == []
    assert following(DRAWN, "E1", 1) != []


# ４人で行う場合、振り込んだ者またはツモった者の下家が抜け番に回る

AWAY = {"first": {"hands": {**FAR, "S": WAITING}, "away": 3}}


@pytest.mark.parametrize(
    ("moves", "away"),
    [
        # the fourth seat is away; the third deals into the second: after the third sits the first
        (RON, 0),
        # the second draws the winning tile: after it sits the third
        ("E turn 9p; S draw 8s; S tsumo", 2),
        # nobody won: as it was
        (DRAWN, 3),
    ],
)
def test_of_four_the_one_after_the_discarder_or_tsumo_winner_is_away_next(moves: str, away: int) -> None:
    honba = int(moves == DRAWN)
    assert following(moves, "E2", honba, FOUR, away=away, **AWAY) == []
    other = next(seat for seat in (0, 2, 3) if seat != away)
    assert "EN012" in following(moves, "E2", honba, FOUR, away=other, **AWAY)


# サイコロがゾロ目ならすべての点数は倍計算


@pytest.mark.parametrize(("dice", "times"), [((3, 3), 2), ((3, 4), 1)])
def test_a_pair_on_the_dice_doubles_every_payment(dice: tuple[int, int], times: int) -> None:
    changed = {"dice_pair_doubles": True}
    won = table(RON, honba=1, dice=dice, changed=changed).win["deltas"]
    # pinfu 1, カラス 10, base 2; a honba of 100 for each opponent
    assert won["S"] == times * (1300 + 200)
    assert drawn({}, dice=dice, changed=changed)["deltas"]["S"] == times * 4000
    assert table(RON, honba=1, dice=dice).win["deltas"]["S"] == 1500


# オープンリーチは関連牌のみをオープンする


def test_it_is_not_known_whether_an_open_hand_shows_what_its_wait_does_not_need() -> None:
    # East waits for 白 alone; West, who waits for 5s and 8s, holds the three others
    hands = {"E": "234678p234789s5z", "W": "22340p66788s555z"}
    moves = "E turn 2p; S turn 3p; W draw 1z; W {} 1z; E turn 6z; S turn 3p; W turn 4p; exhaustive"
    for declared, tenpai in (("discard", [True, True, True]), ("open_riichi", None)):
        game = table(moves.format(declared), hands)
        [row] = game.replayed.tables.draws.to_pylist()
        assert row["calc_tenpai"] == tenpai
        assert (row["calc_deltas"] is None) == (tenpai is None)
        [round_] = game.replayed.tables.rounds.to_pylist()
        assert (round_["calc_deltas"] is None) == (tenpai is None)
    seen = table(moves.format("open_riichi"), {**hands, "E": "234678p234789s3z"})
    assert seen.draw["tenpai"] == "ESW"


# 流しマンガン


@pytest.mark.parametrize(
    ("moves", "hands", "dora", "points"),
    [
        # 流しマンガン 100, 場ゾロ 2
        ("E turn 9p; S turn 1z; W turn 8p; E turn 2p; S turn 9p; W turn 3p", {}, "9s", 102),
        # 赤８枚や流し満貫など ... 成立時に手役の点数も合算する: two red fives 4, 北 set aside 1, its dora 1
        (
            "E turn 2p; S draw 4z; S kita 4z; S turn 1z; W turn 8p",
            {"S": "12360p234067s11z"},
            "3z",
            100 + 2 + 4 + 1 + 1,
        ),
        # an open hand: a red five 1, a called kan of North 1, four dora
        (
            "E turn 4p; S turn 1z; W turn 4z; S daiminkan 4444z; dora 6z; S draw 9p; S discard 9p",
            {"S": "12305p23467s444z"},
            "3z",
            100 + 2 + 1 + 1 + 4,
        ),
    ],
)
def test_a_river_of_terminals_and_honours_adds_up_with_the_hand(
    moves: str, hands: dict[str, str], dora: str, points: int
) -> None:
    found = drawn(hands, moves, dora=dora)
    assert found["type"] == "nagashi_mangan"
    paid = 100 * points
    assert found["deltas"] == {"E": -paid, "S": 2 * paid, "W": -paid}


def test_the_dealer_has_a_point_more() -> None:
    # 「親」の得点１点はつく
    found = drawn({}, "E turn 9p; S turn 2p; W turn 8p; E turn 1z; S turn 2p; W turn 3p")
    assert found["deltas"] == {"E": 2 * 10300, "S": -10300, "W": -10300}


def test_a_river_of_a_hidden_hand_is_worth_nobody_knows_what() -> None:
    game = table("E turn 9p; S turn 1z; W turn 8p; exhaustive", {"S": "?" * 13})
    [row] = game.replayed.tables.draws.to_pylist()
    assert (row["calc_type"], row["calc_deltas"]) == ("nagashi_mangan", None)
    [row] = game.replayed.tables.rounds.to_pylist()
    assert row["calc_deltas"] is None


# 赤８枚集め 萬子１２枚集め（これらは４カンツ同様、発生した時点で終了）

REDS = {
    "E": "147p369s1123355z",
    "S": "30000p1000s2667z",
    "W": "238p147s1123355z",
}


def test_eight_reds_win_when_the_last_is_there() -> None:
    game = table("E turn 9p; S draw 0s; S gathered", REDS)
    assert game.codes == []
    won = game.win
    assert won["yaku"] | {"eight_reds": 100, "aka_dora": 16, "base_points": 2} == won["yaku"]
    assert won["deltas"]["E"] == won["deltas"]["W"] == -won["deltas"]["S"] // 2
    assert "TN007" in table("E turn 9p; S draw 0s; S discard 3p; W turn 9p", REDS).codes


def test_twelve_man_tiles_win_when_the_last_is_set_aside() -> None:
    hands = {"S": "111155559999m1z"}
    aside = ["1m"] * 4 + ["5m"] * 4 + ["9m"] * 4
    draws = ["2p", "3p", "4p", "6p", "7p", "8p", "9p", "2s", "3s", "4s", "6s"]
    moves = ["E turn 9p", "S draw 2s"]
    for number, (tile, draw) in enumerate(zip(aside, [*draws, ""], strict=True), start=1):
        moves += [f"S kita {tile}", *["S bonus 1000"] * (number % 4 == 0), *[f"S draw {draw}"] * bool(draw)]
    game = table("; ".join([*moves, "S gathered"]), hands)
    assert game.codes == []
    won = game.win
    assert won["yaku"] == {"twelve_man": 100, "kita": 12, "base_points": 2}
    assert won["deltas"] == {"E": -11400, "S": 22800, "W": -11400}


# --- house rules -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("sits_out = true\numa = [0, 0, 0, 0]", lambda rules: rules.seats == 4),
        ("dice_pair_doubles = true", lambda rules: rules.dice_pair_doubles),
        ("[yaku_points]\nkarasu = [0, 0]", lambda rules: rules.yaku_points["karasu"] == (0, 0)),
    ],
)
def test_what_the_table_agrees_on_is_a_line_each(text: str, is_so: Any, tmp_path: Any) -> None:
    path = tmp_path / "house.toml"
    path.write_text(f'extends = "toutenkou"\n{text}\n', encoding="utf-8")
    rules = load(path)
    assert isinstance(rules, Ruleset)
    assert is_so(rules)
