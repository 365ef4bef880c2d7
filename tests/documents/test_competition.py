"""リーチ麻雀 競技ルール, chapter 3: play, calls, kans and liability, by rounds."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog import score
from mjlog.rulesets import load
from mjlog.rulesets.describe import diff
from tests.documents.tables import Game, play
from tests.documents.yaku_hands import PLAIN, YAKUMAN

WAITING = "23m456p678p234s99s"
"""Waits for 1m and 4m; a ron on 4m is pinfu."""
FAR = {"E": "147m258p369s1235z", "W": "158m147p258s1235z", "N": "269m369p147s2356z"}
"""Hands far from tenpai."""


def table(moves: str, hands: dict[str, str] | None = None, **more: Any) -> Game:
    """A round in which nobody is near a win but South, unless told otherwise."""
    return play("competition", moves, {**FAR, "S": WAITING, **(hands or {})}, **more)


def test_what_the_chapter_leaves_out_is_the_european_rule_of_2016() -> None:
    assert diff(load("competition"), load("ema_2016")) == []


# 3.2 アガリ手


@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("345m22678p23467s+8s", True),
        ("891m22678p23467s+8s", False),  # 8-9-1のようなパターンは認められません
        ("2277m3388p1155s4z+4z", True),  # 七対子
        ("119m19p19s123456z+7z", True),  # 国士無双
        (PLAIN, False),  # １翻役が必要
    ],
)
def test_a_winning_hand_is_four_sets_and_a_pair_with_a_yaku_or_one_of_two_others(
    hand: str, wins: bool
) -> None:
    assert bool(score(hand, "competition").points) == wins


# 3.3 順番


def test_turns_go_round_and_skip_those_between_discard_and_caller() -> None:
    assert table("E turn 8m; S turn 9p; W turn 8m; N turn 8p; E turn 9p").codes == []
    assert "TN001" in table("E turn 8m; W turn 9p").codes
    hands = {"W": "99p58m14p258s1235z"}
    assert table("E turn 9p; W pon 999p; W discard 5z; N turn 8m; E turn 8m", hands).codes == []
    assert "TN001" in table("E turn 9p; W pon 999p; W discard 5z; S turn 8m", hands).codes


# 3.3.1 捨て牌: ロンはポンより優先, 複数のプレイヤーがロン


def test_several_players_may_win_on_one_tile() -> None:
    hands = {"W": "23m123p678p567s88s", "N": "23789m22p345567s"}
    turns = "E turn 8m; S turn 9p; W turn 9p; N turn 8p"
    game = table(f"{turns}; E turn 4m; S ron; W ron; N ron", hands, honba=1, sticks=1)
    assert game.codes == []
    # pinfu each; every winner gets the honba, the one after the discarder the stick
    assert [won["points"] for won in game.wins] == [1000, 1000, 1000]
    assert [won["deltas"] for won in game.wins] == [
        {"E": -1300, "S": 2300, "W": 0, "N": 0},
        {"E": -1300, "S": 0, "W": 1300, "N": 0},
        {"E": -1300, "S": 0, "W": 0, "N": 1300},
    ]


def test_winners_of_one_tile_get_their_own_sticks_back() -> None:
    hands = {"W": "23m123p678p567s88s"}
    turns = "E turn 8m; S turn 9p; W draw 9p; W riichi 9p; N turn 8p"
    game = table(f"{turns}; E turn 4m; S ron; W ron", hands, sticks=1, ura="4z")
    assert [won["deltas"]["S"] for won in game.wins] == [2000, 0]
    assert game.wins[1]["deltas"]["W"] == game.wins[1]["points"] + 1000


# 3.3.2, 3.3.7, 3.3.8: カンドラを開示して, then リンシャン牌

PON = "E turn 8m; S turn 7z; E pon 777z; E discard 1p; S turn 9p; W turn 9p; N turn 8p"
KANS = {
    "daiminkan": ("E turn 8m; S turn 7z; E daiminkan 7777z", {"E": "147m258s777z1235z"}),
    "kakan": (f"{PON}; E draw 7z; E kakan 7z", {"E": "147m12358p258s77z"}),
    "ankan": ("E draw 7z; E ankan 7777z", {"E": "147m258s777z1235z"}),
}


@pytest.mark.parametrize("kan", KANS)
def test_the_indicator_is_turned_before_the_replacement_tile_is_drawn(kan: str) -> None:
    moves, hands = KANS[kan]
    assert table(f"{moves}; dora 4z; E draw 8s; E discard 8s", hands).codes == []
    assert table(f"{moves}; E draw 8s; dora 4z; E discard 8s", hands).codes == ["DO002"]


@pytest.mark.parametrize("kan", KANS)
def test_a_kan_takes_the_last_tile_of_the_wall(kan: str) -> None:
    moves, hands = KANS[kan]
    before = table(moves, hands).state("E", "live_tiles")
    after = table(f"{moves}; dora 4z; E draw 8s", hands).state("E", "live_tiles")
    assert before - after == 1


@pytest.mark.parametrize(
    "moves",
    [
        "S turn 6z; E pon 666z; E ankan 7777z",
        "S turn 9p; W turn 9p; N turn 3p; E chi 123p; E ankan 7777z",
    ],
)
def test_no_concealed_kan_right_after_a_chi_or_pon(moves: str) -> None:
    hands = {"E": "1m12p3569s667777z"}
    assert table(f"E turn 8m; {moves}", hands).codes == ["CL012"]


def test_no_added_kan_right_after_a_pon() -> None:
    hands = {"E": "147m12p369s66777z"}
    moves = "E draw 5z; E discard 1m; S turn 7z; E pon 777z; E discard 4m; S turn 6z; E pon 666z; E kakan 7z"
    assert table(moves, hands).codes == ["CL012"]


def test_an_added_kan_can_be_robbed_before_the_indicator_is_turned() -> None:
    hands = {"E": "44m258p369s12355z"}
    moves = "E turn 8m; S turn 9p; W turn 4m; E pon 444m; E discard 1z; S turn 9p; W turn 9p; N turn 9p"
    robbed = table(f"{moves}; E draw 4m; E kakan 4m; S ron", hands)
    assert "chankan" in robbed.win["yaku"]


# 3.3.8: 国士無双のロンを除いては、アンカンの牌に対して鳴くことはできない


def test_a_concealed_kan_is_robbed_by_kokushi_musou_only() -> None:
    kokushi = {"E": "147m258s777z1235z", "S": "19m19p19s1123456z"}
    assert table("E draw 7z; E ankan 7777z; S ron", kokushi).win["yaku"] == {"kokushi_musou": 13}
    others = {"E": "4447m258p369s123z", "S": WAITING}
    game = table("E draw 4m; E ankan 4444m; S ron", others)
    assert game.codes != []


def test_a_concealed_kan_leaves_the_hand_closed_and_four_tiles_alone_are_no_kan() -> None:
    assert "menzen_tsumo" in dict(score("345m78p67899s[5555z]+9p", "competition", tsumo=True).yaku)
    alone = score("345m78p67899s555z+9p", "competition", tsumo=True)
    assert not any("kan" in item.name for item in alone.fu_items)


# 3.3.5: 鳴いて作ったメンツは、他のメンツに加えることも、捨てることもできません


def test_a_called_set_cannot_be_discarded() -> None:
    hands = {"S": "4456m456p678p99s1z"}
    assert "TI001" in table("E turn 4m; S pon 444m; S discard 4m", {"S": "4467m456p678p99s1z"}).codes
    assert table("E turn 4m; S pon 444m; S discard 1z", hands).codes == []


def test_a_dead_hand_cannot_win() -> None:
    assert "CL013" in table("E turn 8m; S turn 9p; S dead_hand; W turn 4m; S ron").codes


# 3.3.6 大三元, 大四喜

DRAGONS = {
    "E": "147m258p369s1234z",
    "S": "23m4567p1s556677z",
    "W": "158m147p258s1234z",
    "N": "269m369p1467s234z",
}
PONS = "E turn 5z; S pon 555z; S discard 1s; W turn 6z; S pon 666z; S discard 4p"
"""Two dragon sets, from E and W."""


THIRD = f"{PONS}; W turn 8m; N turn 7z; S pon 777z; S discard 5p; W turn 8s; N turn 9m; E turn 9m; \
S draw 7p; S discard 6p"
"""The third one from N; South waits for 1m and 4m."""


def test_the_player_who_gave_the_third_dragon_set_pays_a_tsumo_alone() -> None:
    game = table(f"{THIRD}; W turn 8s; N turn 9m; E turn 9s; S draw 1m; S tsumo", DRAGONS)
    assert game.codes == []
    assert game.win["deltas"] == {"E": 0, "S": 32000, "W": 0, "N": -32000}


@pytest.mark.parametrize(
    ("giver", "deltas"),
    [
        ("W", {"E": 0, "S": 32300, "W": -16300, "N": -16000}),
        ("N", {"E": 0, "S": 32300, "W": 0, "N": -32300}),
    ],
)
def test_a_ron_is_shared_by_the_discarder_and_the_liable_player(giver: str, deltas: dict[str, int]) -> None:
    last = {"W": "W turn 1m", "N": "W turn 8s; N turn 1m"}[giver]
    won = table(f"{THIRD}; {last}; S ron", DRAGONS, honba=1).win
    assert won["yaku"] == {"daisangen": 13}
    assert won["deltas"] == deltas


def test_the_third_set_must_be_called_to_make_somebody_liable() -> None:
    hands = {**DRAGONS, "S": "23m4p199s5566777z"}
    won = table(f"{PONS}; W turn 8m; N turn 8s; E turn 8m; S draw 1m; S tsumo", hands).win
    assert won["deltas"] == {"E": -16000, "S": 32000, "W": -8000, "N": -8000}


def test_the_fourth_wind_set_makes_liable_likewise() -> None:
    hands = {
        "S": "11z22z33z44z5m9s8s7s6s",
        "E": "147m258p369s5567z",
        "W": "158m147p258s5567z",
        "N": "269m369p147s567z9m",
    }
    moves = (
        "E turn 1z; S pon 111z; S discard 9s; W turn 2z; S pon 222z; S discard 8s; W turn 3z; S pon 333z; \
S discard 7s; W turn 8m; N turn 4z; S pon 444z; S discard 6s; W turn 5m; S ron"
    )
    won = table(moves, hands).win
    assert won["yaku"] == {"daisuushii": 13}
    assert won["deltas"] == {"E": 0, "S": 32000, "W": -16000, "N": -16000}


# what the chapter leaves out: the points of hands


@pytest.mark.parametrize(
    ("hand", "how", "points"),
    [
        ("345m123678p6799s+8s", {"riichi": 1, "ippatsu": True, "dora_indicators": "2m"}, 7700),  # 4 han 30 fu
        ("345m78p67899s[2222p]+9p", {"riichi": 1, "dora_indicators": "1p1p1p"}, 24000),  # 13 han
        (PLAIN, {"first_turn": True, "dora_indicators": "2m"}, 8000),  # renhou alone is a mangan
        (YAKUMAN["suuankou_tanki"].text, {}, 32000),
        ("3334455z(111z)(222z)+5z", {}, 32000),  # one yakuman at most
    ],
)
def test_limits_of_the_european_rules(hand: str, how: dict[str, Any], points: int) -> None:
    assert score(hand, "competition", **how).points == points
