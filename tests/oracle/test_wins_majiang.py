"""Six thousand wins scored by majiang-core: yaku, han, fu, value and payments."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from mjlog.notation import KOBALAB
from mjlog.rulesets import load
from mjlog.rulesets.table import RulesetTable
from mjlog.scoring.hands import Meld
from mjlog.scoring.payments import NOBODY, PaidWins, hand_payments, seats_of, win_deltas
from mjlog.scoring.score import score_hands
from tests.oracle.wins import Hand, columns_of, slugs

SLUGS = {
    "立直": "riichi", "ダブル立直": "double_riichi", "一発": "ippatsu", "門前清自摸和": "menzen_tsumo",
    "平和": "pinfu", "断幺九": "tanyao", "一盃口": "iipeikou", "翻牌 白": "yakuhai_haku",
    "翻牌 發": "yakuhai_hatsu", "翻牌 中": "yakuhai_chun", "嶺上開花": "rinshan_kaihou", "槍槓": "chankan",
    "海底摸月": "haitei", "河底撈魚": "houtei", "七対子": "chiitoitsu", "三色同順": "sanshoku_doujun",
    "一気通貫": "ittsuu", "混全帯幺九": "chanta", "対々和": "toitoi", "三暗刻": "sanankou",
    "三槓子": "sankantsu", "三色同刻": "sanshoku_doukou", "混老頭": "honroutou", "小三元": "shousangen",
    "二盃口": "ryanpeikou", "純全帯幺九": "junchan", "混一色": "honitsu", "清一色": "chinitsu",
    "四暗刻": "suuankou", "国士無双": "kokushi_musou",
}  # fmt: skip
for wind in "東南西北":
    SLUGS[f"自風 {wind}"] = "yakuhai_seat_wind"
    SLUGS[f"場風 {wind}"] = "yakuhai_round_wind"
BONUS = {"ドラ", "赤ドラ", "裏ドラ"}
RULES = RulesetTable.of([load("tenhou")])
"""Its rules are those of Tenhou wherever the value of a hand is concerned."""


def hand_of(win: dict) -> Hand:
    """Read a win: concealed tiles (the last is the tile drawn), then the melds."""
    concealed, *melds = win["shoupai"].split(",")
    tiles = KOBALAB.parse_hand(concealed.rstrip("*")).tolist()
    tsumo = "rongpai" not in win
    if not tsumo:
        tiles.append(KOBALAB.parse(win["rongpai"][:2]))
    param, special = win["param"], win["param"]["hupai"]
    return Hand(
        concealed=tiles,
        win=tiles[-1],
        melds=[meld_of(text) for text in melds],
        dora=[KOBALAB.parse(text) for text in param["baopai"]],
        ura=[KOBALAB.parse(text) for text in param["fubaopai"] or ()],
        columns={
            "is_tsumo": tsumo,
            "riichi": special.get("lizhi", 0),
            "ippatsu": special.get("yifa", False),
            "rinshan": special.get("lingshang", False),
            "chankan": special.get("qianggang", False),
            "haitei": special.get("haidi", 0) == 1,
            "houtei": special.get("haidi", 0) == 2,
            "first_turn": bool(special.get("tianhu", 0)),
            "seat_wind": param["menfeng"],
            "round_wind": param["zhuangfeng"],
        },
    )


def meld_of(text: str) -> tuple[Meld, list[int]]:
    """Read a meld; a mark after a tile says from whom it came."""
    tiles = KOBALAB.parse_hand(re.sub(r"[-=+]", "", text)).tolist()
    if len(tiles) == 4:
        return (Meld.OPEN_KAN if re.search(r"[-=+]", text) else Meld.ANKAN), tiles
    return (Meld.PON if len(set(text[1:4].replace("0", "5"))) == 1 else Meld.CHI), tiles


@pytest.fixture(scope="module")
def wins(shared):
    path = shared / "oracles" / "wins_majiang.jsonl"
    told = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert told
    return told


@pytest.fixture(scope="module")
def scored(wins):
    return score_hands(columns_of([hand_of(win["in"]) for win in wins]), RULES)


def test_yaku_are_those_of_majiang(wins, scored):
    for win, mask in zip(wins, scored.yaku, strict=True):
        expected = {SLUGS[yaku["name"]] for yaku in win["out"]["hupai"] if yaku["name"] not in BONUS}
        assert slugs(mask) == expected, win


def test_han_and_fu_are_those_of_majiang(wins, scored):
    han = [win["out"]["fanshu"] or 13 * win["out"]["damanguan"] for win in wins]
    np.testing.assert_array_equal(scored.han, han)
    np.testing.assert_array_equal(scored.fu, [win["out"]["fu"] or 0 for win in wins])


def test_payments_are_those_of_majiang(wins, scored):
    size = len(wins)
    seat = np.array([win["in"]["param"]["menfeng"] for win in wins], dtype=np.int8)
    steps = {"+": 1, "=": 2, "-": 3}
    step = np.array([steps[win["in"].get("rongpai", "  +")[2]] * ("rongpai" in win["in"]) for win in wins])
    table = [win["in"]["param"]["jicun"] for win in wins]
    paid = PaidWins(
        base=scored.base,
        seat=seat,
        from_seat=((seat + step) % 4).astype(np.int8),
        dealer_seat=np.zeros(size, dtype=np.int8),
        present=seats_of(np.full(size, 4)),
        doubled=np.zeros(size, dtype=np.bool_),
        honba=np.array([t["changbang"] for t in table], dtype=np.int16),
        sticks=np.array([t["lizhibang"] for t in table], dtype=np.int64),
        pao_seat=np.full((size, 1), NOBODY, dtype=np.int8),
        pao_base=np.zeros((size, 1), dtype=np.int32),
        rule=np.zeros(size, dtype=np.intp),
    )
    np.testing.assert_array_equal(win_deltas(paid, RULES), [win["out"]["fenpei"] for win in wins])
    value = hand_payments(paid, RULES).sum(axis=1)
    np.testing.assert_array_equal(value, [win["out"]["defen"] for win in wins])
