"""リーチ麻雀 (2025-02-22): its rules by rounds that are played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.documents.tables import Game, Round, play

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
