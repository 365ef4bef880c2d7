"""The reference agrees with collected wins and shanten numbers of other programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import STANDARD_YAKUMAN
from mjlog.schema import YAKU
from tests.reference import hands
from tests.reference.payments import Claim, Table, settle_wins, value
from tests.reference.readings import CalledSet, Win
from tests.reference.results import count_dora
from tests.reference.scorer import score

pytestmark = pytest.mark.oracle

DOUBLE = ("kokushi_musou_13_wait", "suuankou_tanki", "daisuushii", "junsei_chuuren_poutou")
YONMA = Ruleset(name="double", yakuman={**STANDARD_YAKUMAN, **dict.fromkeys(DOUBLE, 2)})
SANMA = Ruleset.common(
    3,
    yakuman=YONMA.yakuman,
    removed_tiles=("2m", "3m", "4m", "5m", "6m", "7m", "8m"),
    red_fives=(0, 1, 1),
    set_aside=("N",),
)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    line = ""
    with path.open() as file:
        for line in file:
            yield json.loads(line)
    assert line


# --- majiang ---------------------------------------------------------------------------------------

_NAME = {
    "立直": "riichi",
    "ダブル立直": "double_riichi",
    "一発": "ippatsu",
    "門前清自摸和": "menzen_tsumo",
    "平和": "pinfu",
    "断幺九": "tanyao",
    "一盃口": "iipeikou",
    "翻牌 白": "yakuhai_haku",
    "翻牌 發": "yakuhai_hatsu",
    "翻牌 中": "yakuhai_chun",
    "嶺上開花": "rinshan_kaihou",
    "海底摸月": "haitei",
    "河底撈魚": "houtei",
    "七対子": "chiitoitsu",
    "三色同順": "sanshoku_doujun",
    "一気通貫": "ittsuu",
    "混全帯幺九": "chanta",
    "対々和": "toitoi",
    "三暗刻": "sanankou",
    "三色同刻": "sanshoku_doukou",
    "混老頭": "honroutou",
    "小三元": "shousangen",
    "二盃口": "ryanpeikou",
    "純全帯幺九": "junchan",
    "混一色": "honitsu",
    "清一色": "chinitsu",
    "四暗刻": "suuankou",
    "国士無双": "kokushi_musou",
    "ドラ": "dora",
    "赤ドラ": "aka_dora",
    "裏ドラ": "ura_dora",
}


def _tiles(text: str) -> list[int]:
    """Tiles in majiang notation as codes."""
    return [
        34 + "mps".index(suit) if digit == "0" else 9 * "mpsz".index(suit) + int(digit) - 1
        for suit, digits in re.findall(r"([mpsz])(\d+)", text)
        for digit in digits
    ]


def _meld(text: str) -> tuple[CalledSet, list[int]]:
    plain = re.sub(r"[-+=]", "", text)
    codes = _tiles(plain)
    kinds = [k for k, n in enumerate(hands.counts_of(codes)) if n]
    is_called = plain != text
    same = "pon" if len(codes) == 3 else "minkan" if is_called else "ankan"
    return CalledSet(same if len(kinds) == 1 else "chi", kinds[0]), codes


def _majiang_win(given: dict[str, Any]) -> Win:
    param, hupai = given["param"], given["param"]["hupai"]
    concealed, *melds = given["shoupai"].split(",")
    codes = _tiles(concealed)
    ron = _tiles(given["rongpai"][:2]) if "rongpai" in given else []
    codes += ron
    made = [_meld(m) for m in melds if m]
    tiles = [*codes, *(t for _, ts in made for t in ts)]
    riichi = hupai.get("lizhi", 0)
    counts = hands.counts_of(codes)
    return Win(
        counts=counts,
        melds=tuple(m for m, _ in made),
        win_kind=hands.counts_of(codes[-1:]).index(1),
        is_tsumo=not ron,
        riichi=riichi,
        ippatsu=bool(hupai.get("yifa")),
        rinshan=bool(hupai.get("lingshang")),
        haitei=hupai.get("haidi") == 1,
        houtei=hupai.get("haidi") == 2,
        seat_wind=param["menfeng"],
        round_wind=param["zhuangfeng"],
        dora=count_dora(tiles, _tiles("".join(param["baopai"])), YONMA),
        aka=sum(t >= 34 for t in tiles),
        ura=count_dora(tiles, _tiles("".join(param["fubaopai"] or [])), YONMA) if riichi else 0,
    )


def _majiang_slug(name: str) -> str:
    if name.startswith(("場風", "自風")):
        return "yakuhai_round_wind" if name.startswith("場風") else "yakuhai_seat_wind"
    return _NAME[name]


def test_majiang_wins_have_the_same_yaku_fu_and_payments(shared: Path) -> None:
    for line in _lines(shared / "oracles/wins_majiang.jsonl"):
        given, expected = line["in"], line["out"]
        win = _majiang_win(given)
        scored = score(win, YONMA)
        assert scored is not None, given
        assert set(scored.yaku) == {_majiang_slug(h["name"]) for h in expected["hupai"]}, given
        if not scored.yakuman:
            assert (scored.han, scored.fu) == (expected["fanshu"], expected["fu"]), given
        seat = given["param"]["menfeng"]
        from_seat = seat if win.is_tsumo else (seat + {"+": 1, "=": 2, "-": 3}[given["rongpai"][-1]]) % 4
        left = given["param"]["jicun"]
        table = Table(YONMA, 4, 0, left["changbang"], left["lizhibang"])
        claim = Claim(seat, from_seat, scored)
        assert value(claim, table) == expected["defen"], given
        assert list(settle_wins([claim], table)[0].deltas) == expected["fenpei"], given


# --- Mahjong Soul ----------------------------------------------------------------------------------

_SOUL = (
    "menzen_tsumo riichi chankan rinshan_kaihou haitei houtei yakuhai_haku yakuhai_hatsu yakuhai_chun"
    " yakuhai_seat_wind yakuhai_round_wind tanyao iipeikou pinfu chanta ittsuu sanshoku_doujun double_riichi"
    " sanshoku_doukou sankantsu toitoi sanankou shousangen honroutou chiitoitsu junchan honitsu ryanpeikou"
    " chinitsu ippatsu dora aka_dora ura_dora kita tenhou chiihou daisangen suuankou tsuuiisou ryuuiisou"
    " chinroutou kokushi_musou shousuushii suukantsu chuuren_poutou - junsei_chuuren_poutou suuankou_tanki"
    " kokushi_musou_13_wait daisuushii"
)


def _code(number: int) -> int:
    """A tile numbered 0-135 as a code; numbers 16, 52, 88 are the red fives."""
    return {16: 34, 52: 35, 88: 36}.get(number, number // 4)


def _soul_win(given: dict[str, Any], rules: Ruleset) -> Win:
    cond = given["conditions"]
    numbers = list(given["tiles_136"])
    if len(numbers) % 3 == 1:  # most lines leave the winning tile out
        numbers.append(given["win_tile_136"])
    concealed = [_code(n) for n in numbers]
    melds, tiles = [], list(concealed)
    for meld in given["melds"]:
        codes = [_code(n) for n in meld["tiles"]]
        shape = {"kakan": "minkan", "daiminkan": "minkan"}.get(meld["meld_type"], meld["meld_type"])
        melds.append(CalledSet(shape, min(k for k, n in enumerate(hands.counts_of(codes)) if n)))
        tiles += codes
    tiles += [30] * cond["kita_count"]
    riichi = 2 if cond["double_riichi"] else int(cond["riichi"])
    return Win(
        counts=hands.counts_of(concealed),
        melds=tuple(melds),
        win_kind=given["win_tile_136"] // 4,
        is_tsumo=cond["tsumo"],
        riichi=riichi,
        ippatsu=cond["ippatsu"],
        rinshan=cond["rinshan"],
        chankan=cond["chankan"],
        haitei=cond["haitei"],
        houtei=cond["houtei"],
        first_turn=cond["tsumo_first_turn"],
        seat_wind=cond["player_wind"],
        round_wind=cond["round_wind"],
        dora=count_dora(tiles, map(_code, given["dora_indicators"]), rules),
        aka=sum(t >= 34 for t in tiles),
        ura=count_dora(tiles, map(_code, given["ura_indicators"]), rules) if riichi else 0,
        kita=cond["kita_count"],
    )


@pytest.mark.parametrize(("name", "rules"), [("4p", YONMA), ("3p", SANMA)])
def test_mahjong_soul_wins_have_the_same_yaku_and_fu(shared: Path, name: str, rules: Ruleset) -> None:
    for line in _lines(shared / f"oracles/wins_mahjong_soul_{name}.jsonl"):
        expected = line["expected"]
        scored = score(_soul_win(line, rules), rules)
        assert scored is not None, line
        assert set(scored.yaku) <= set(YAKU)
        slugs = {_SOUL.split()[y - 1] for y in expected["yaku"]}
        assert set(scored.yaku) == slugs, line
        if not scored.yakuman:
            assert (scored.han, scored.fu) == (expected["han"], expected["fu"]), line


# --- shanten ---------------------------------------------------------------------------------------


def test_shanten_of_every_form_is_that_of_majiang(shared: Path) -> None:
    for line in _lines(shared / "oracles/shanten_majiang.jsonl"):
        counts = hands.counts_of(_tiles("".join(line["q"])))
        forms = (hands.ordinary_shanten, hands.kokushi_shanten, hands.chiitoitsu_shanten)
        assert [form(counts) for form in forms] == line["x"], line
