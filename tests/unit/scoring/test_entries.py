from __future__ import annotations

from mjlog.rulesets.standard import STANDARD_YAKU_HAN, STANDARD_YAKUMAN
from mjlog.schema import YAKU
from mjlog.scoring.entries import yaku_entries
from mjlog.scoring.score import score_hands
from tests.unit.scoring.written_hands import batch, table

PINFU = "234567m345p2267s+8s"


def entries_of(hands, rules) -> list[list[tuple[str, int]]]:
    """Yaku and han of each hand in the order of the entries."""
    entries = yaku_entries(score_hands(hands, rules), hands, rules)
    listed: list[list[tuple[str, int]]] = [[] for _ in range(len(hands))]
    for win, yaku, han in zip(entries.win, entries.yaku, entries.han, strict=True):
        listed[win].append((YAKU[yaku], int(han)))
    return listed


def test_yaku_come_first_and_bonus_tiles_last():
    hands = batch(PINFU, "567p2346788s(234m)+5s", riichi=[1, 0], dora=[2, 0], aka=1, ura=[3, 0], kita=[0, 1])
    assert entries_of(hands, table()) == [
        [("riichi", 1), ("pinfu", 1), ("tanyao", 1), ("dora", 2), ("aka_dora", 1), ("ura_dora", 3)],
        [("tanyao", 1), ("aka_dora", 1), ("kita", 1)],
    ]


def test_open_hand_has_the_han_of_open_hands():
    assert entries_of(batch("234567s22z78s(999s)+6s"), table()) == [[("honitsu", 2)]]


def test_yakuman_have_thirteen_han_a_multiple_and_no_bonus_tiles():
    rules = table(yakuman={**STANDARD_YAKUMAN, "daisuushii": 2})
    hands = batch("6z(111z)(222z)(333z)444z+6z", dora=4)
    assert entries_of(hands, rules) == [[("daisuushii", 26), ("tsuuiisou", 13)]]


def test_hands_that_cannot_win_have_no_entries():
    hands = batch("111123m456p6789s+9s", "123456m234p5688s+8s", dora=3)
    assert entries_of(hands, table()) == [[], []]


def test_renhou_as_mangan_stands_alone_with_five_han():
    hands = batch(PINFU, first_turn=True, dora=1)
    assert entries_of(hands, table(renhou_limit="mangan")) == [[("renhou", 5)]]


def test_renhou_with_han_of_its_own_goes_with_the_rest():
    hands = batch(PINFU, first_turn=True, dora=1)
    rules = table(yaku_han={**STANDARD_YAKU_HAN, "renhou": (5, 0)})
    assert entries_of(hands, rules) == [[("pinfu", 1), ("tanyao", 1), ("renhou", 5), ("dora", 1)]]


def test_points_list_every_bonus_with_the_points_of_all_there_are():
    points = {
        "tanyao": (1, 1),
        "base_points": (2, 2),
        "dora": (3, 2),
        "open_kan": (4, 4),
        "dealer_win": (5, 5),
    }
    rules = table(score_system="additive", nagashi_mangan="none", yaku_points=points)
    hands = batch("56788p23s(2222p)(3333s)+4s", dora=2, kita=3, seat_wind=0)
    assert entries_of(hands, rules) == [
        [("tanyao", 1), ("dora", 4), ("base_points", 2), ("dealer_win", 5), ("open_kan", 8)]
    ]


def test_rules_without_any_bonus_list_none():
    rules = table(score_system="additive", nagashi_mangan="none", yaku_points={"tanyao": (1, 1)})
    assert entries_of(batch("567p2346788s(234m)+5s", dora=4), rules) == [[("tanyao", 1)]]
