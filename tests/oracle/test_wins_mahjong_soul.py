"""Wins of real Mahjong Soul games: yaku, han and fu as recorded."""

from __future__ import annotations

import json

import numpy as np
import pytest

from mjlog.notation import codes_from_tenhou136
from mjlog.rulesets import RulesetTable, load
from mjlog.scoring.hands import Meld
from mjlog.scoring.score import score_hands
from mjlog.tiles import TILE_NAMES, dora_after
from tests.oracle.wins import Hand, columns_of, slugs

_NAMES = (
    "menzen_tsumo riichi chankan rinshan_kaihou haitei houtei yakuhai_haku yakuhai_hatsu "
    "yakuhai_chun yakuhai_seat_wind yakuhai_round_wind tanyao iipeikou pinfu chanta ittsuu "
    "sanshoku_doujun double_riichi sanshoku_doukou sankantsu toitoi sanankou shousangen honroutou "
    "chiitoitsu junchan honitsu ryanpeikou chinitsu ippatsu dora aka_dora ura_dora kita tenhou "
    "chiihou daisangen suuankou tsuuiisou ryuuiisou chinroutou kokushi_musou shousuushii suukantsu "
    "chuuren_poutou paarenchan junsei_chuuren_poutou suuankou_tanki kokushi_musou_13_wait "
    "daisuushii"
)
YAKU = dict(enumerate(_NAMES.split(), start=1))
BONUS = {"dora", "aka_dora", "ura_dora", "kita"}
PRESETS = {"4p": "mahjong_soul", "3p": "mahjong_soul_sanma"}
MELDS = {
    "chi": Meld.CHI,
    "pon": Meld.PON,
    "kakan": Meld.OPEN_KAN,
    "daiminkan": Meld.OPEN_KAN,
    "ankan": Meld.ANKAN,
}


def hand_of(win: dict) -> Hand:
    """Read a win; its tiles are numbered as Tenhou numbers them; most lack the winning tile."""
    condition, tiles = win["conditions"], win["tiles_136"]
    if len(tiles) % 3 != 2:
        tiles = [*tiles, win["win_tile_136"]]
    return Hand(
        concealed=codes_from_tenhou136(tiles).tolist(),
        win=int(codes_from_tenhou136([win["win_tile_136"]])[0]),
        melds=[(MELDS[m["meld_type"]], codes_from_tenhou136(m["tiles"]).tolist()) for m in win["melds"]],
        dora=codes_from_tenhou136(win["dora_indicators"]).tolist(),
        ura=codes_from_tenhou136(win["ura_indicators"]).tolist(),
        kita=condition["kita_count"],
        columns={
            "is_tsumo": condition["tsumo"],
            "riichi": condition["riichi"] + condition["double_riichi"],
            "ippatsu": condition["ippatsu"],
            "rinshan": condition["rinshan"],
            "chankan": condition["chankan"],
            "haitei": condition["haitei"],
            "houtei": condition["houtei"],
            "first_turn": condition["tsumo_first_turn"],
            "seat_wind": condition["player_wind"],
            "round_wind": condition["round_wind"],
        },
    )


@pytest.fixture(scope="module", params=PRESETS)
def table(request):
    return request.param


@pytest.fixture(scope="module")
def wins(shared, table):
    path = shared / "oracles" / f"wins_mahjong_soul_{table}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def scored(wins, table):
    rules = load(PRESETS[table])
    after = dora_after([TILE_NAMES.index(tile) for tile in rules.removed_tiles])
    return score_hands(columns_of([hand_of(win) for win in wins], after), RulesetTable.of([rules]))


def test_yaku_are_those_of_mahjong_soul(wins, scored):
    recorded = [{YAKU[number] for number in win["expected"]["yaku"]} - BONUS for win in wins]
    wrong = [(w, slugs(m)) for w, m, r in zip(wins, scored.yaku, recorded, strict=True) if slugs(m) != r]
    assert not wrong


def test_han_and_fu_are_those_of_mahjong_soul(wins, scored):
    np.testing.assert_array_equal(scored.han, [win["expected"]["han"] for win in wins])
    np.testing.assert_array_equal(scored.fu, [win["expected"]["fu"] for win in wins])
