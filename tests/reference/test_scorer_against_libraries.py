"""The reference scorer agrees with two public libraries on random hands."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from jansou.core import hand as jansou_hand
from jansou.core import rules as jansou_rules
from jansou.core import tiles as jansou_tiles
from jansou.scoring import score as jansou_score
from jansou.scoring.context import WinContext
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import STANDARD_YAKUMAN
from tests.reference.random_hands import random_win
from tests.reference.readings import Win
from tests.reference.scorer import Score, score

pytestmark = pytest.mark.oracle

DOUBLE = ("kokushi_musou_13_wait", "suuankou_tanki", "daisuushii", "junsei_chuuren_poutou")
RULES = Ruleset(name="double", yakuman={**STANDARD_YAKUMAN, **dict.fromkeys(DOUBLE, 2)})
HANDS = 3000

SLUG_OF_MAHJONG = {
    "Menzen Tsumo": "menzen_tsumo",
    "Riichi": "riichi",
    "Ippatsu": "ippatsu",
    "Chankan": "chankan",
    "Rinshan Kaihou": "rinshan_kaihou",
    "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei",
    "Double Riichi": "double_riichi",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Yakuhai (haku)": "yakuhai_haku",
    "Yakuhai (hatsu)": "yakuhai_hatsu",
    "Yakuhai (chun)": "yakuhai_chun",
    "Sanshoku Doujun": "sanshoku_doujun",
    "Ittsu": "ittsuu",
    "Chantai": "chanta",
    "Honroutou": "honroutou",
    "Toitoi": "toitoi",
    "San Ankou": "sanankou",
    "San Kantsu": "sankantsu",
    "Sanshoku Doukou": "sanshoku_doukou",
    "Chiitoitsu": "chiitoitsu",
    "Shou Sangen": "shousangen",
    "Honitsu": "honitsu",
    "Junchan": "junchan",
    "Ryanpeikou": "ryanpeikou",
    "Chinitsu": "chinitsu",
    "Kokushi Musou": "kokushi_musou",
    "Chuuren Poutou": "chuuren_poutou",
    "Suu Ankou": "suuankou",
    "Daisangen": "daisangen",
    "Shousuushii": "shousuushii",
    "Ryuuiisou": "ryuuiisou",
    "Suu Kantsu": "suukantsu",
    "Tsuu Iisou": "tsuuiisou",
    "Chinroutou": "chinroutou",
    "Dai Suushii": "daisuushii",
    "Kokushi Musou Juusanmen Matchi": "kokushi_musou_13_wait",
    "Suu Ankou Tanki": "suuankou_tanki",
    "Daburu Chuuren Poutou": "junsei_chuuren_poutou",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Dora": "dora",
    "Aka Dora": "aka_dora",
}


def _slug(name: str) -> str:
    if "(seat wind" in name:
        return "yakuhai_seat_wind"
    return "yakuhai_round_wind" if "(round wind" in name else SLUG_OF_MAHJONG[name]


def _copies(used: list[int], kind: int, n: int) -> list[int]:
    """The next `n` tiles of `kind` as numbers 0-135, plain fives (copies 1-3) before the red one."""
    copies = [4 * kind + (1, 2, 3, 0)[used[kind] + i] for i in range(n)]
    used[kind] += n
    return copies


def _ask_mahjong(win: Win) -> tuple[set[str], int, int, int] | None:
    used = [0] * 34
    concealed = [t for k, n in enumerate(win.counts) for t in _copies(used, k, n)]
    melds, tiles = [], list(concealed)
    for meld in win.melds:
        kinds = [meld.kind + i for i in range(3)] if meld.type == "chi" else None
        size = 3 if meld.type == "pon" else 4
        made = [_copies(used, k, 1)[0] for k in kinds] if kinds else _copies(used, meld.kind, size)
        kind = {"chi": Meld.CHI, "pon": Meld.PON}.get(meld.type, Meld.KAN)
        melds.append(Meld(kind, made, opened=meld.type != "ankan"))
        tiles += made
    config = HandConfig(
        is_tsumo=win.is_tsumo,
        is_riichi=win.riichi == 1,
        is_daburu_riichi=win.riichi == 2,
        is_ippatsu=win.ippatsu,
        is_rinshan=win.rinshan,
        is_chankan=win.chankan,
        is_haitei=win.haitei,
        is_houtei=win.houtei,
        is_tenhou=win.first_turn and win.seat_wind == 0,
        is_chiihou=win.first_turn and win.seat_wind != 0,
        player_wind=27 + win.seat_wind,
        round_wind=27 + win.round_wind,
        options=OptionalRules(has_open_tanyao=True),
    )
    answer = HandCalculator.estimate_hand_value(
        tiles, next(t for t in concealed if t // 4 == win.win_kind), melds=melds, config=config
    )
    if answer.error:
        return None
    total = answer.cost["main"] + (2 * answer.cost["additional"] if win.is_tsumo else 0)
    return {_slug(y.name) for y in answer.yaku}, answer.han, answer.fu, total


def _total(scored: Score, win: Win) -> int:
    """As `mahjong` counts it: main payment and twice the additional one."""

    def up(points: int) -> int:
        return -(-points // 100) * 100

    dealer = win.seat_wind == 0
    if win.is_tsumo:
        return up(2 * scored.base) + 2 * up(scored.base * (2 if dealer else 1))
    return up(scored.base * (6 if dealer else 4))


def _plain(seed: int) -> Win:
    """A random hand without bonus tiles and red fives."""
    return replace(random_win(Random(seed)), dora=0, aka=0)


def test_random_hands_score_as_in_mahjong() -> None:
    for seed in range(HANDS):
        win = _plain(seed)
        used_up = [win.counts[k] + sum(_held(m.type, m.kind, k) for m in win.melds) for k in range(34)]
        if used_up[4] == 4 or used_up[13] == 4 or used_up[22] == 4:
            continue  # its four fives would hold a red one
        theirs, mine = _ask_mahjong(win), score(win, RULES)
        if theirs is None:
            assert mine is None, (seed, win, mine)
            continue
        assert mine is not None, (seed, win, theirs)
        yaku, han, fu, total = theirs
        if mine.yakuman:
            assert (set(mine.yaku), _total(mine, win)) == (yaku, total), (seed, win)
        else:
            assert (set(mine.yaku), mine.han, mine.fu, _total(mine, win)) == (yaku, han, fu, total), (
                seed,
                win,
            )


def _held(meld_type: str, first: int, kind: int) -> int:
    if meld_type == "chi":
        return int(first <= kind <= first + 2)
    return (3 if meld_type == "pon" else 4) * (kind == first)


# --- jansou ----------------------------------------------------------------------------------------

_JANSOU_SLUG = {
    "YAKUHAI_ROUND": "yakuhai_round_wind",
    "YAKUHAI_SEAT": "yakuhai_seat_wind",
    "ITTSU": "ittsuu",
    "KOKUSHI": "kokushi_musou",
    "CHUUREN": "chuuren_poutou",
    "SHOUSUUSHI": "shousuushii",
    "DAISUUSHI": "daisuushii",
    "RINSHAN": "rinshan_kaihou",
}
_MERGED = {
    "kokushi_musou_13_wait": "kokushi_musou",
    "suuankou_tanki": "suuankou",
    "junsei_chuuren_poutou": "chuuren_poutou",
}


def _jansou_tiles(kinds: list[int]) -> tuple[jansou_tiles.Tile, ...]:
    return tuple(jansou_tiles.Tile(list(jansou_tiles.TileKind)[k]) for k in kinds)


def _jansou_meld(meld_type: str, kind: int) -> jansou_hand.Meld:
    types, sources = jansou_hand.MeldType, jansou_hand.CallSource
    if meld_type == "chi":
        tiles = _jansou_tiles([kind, kind + 1, kind + 2])
        return jansou_hand.Meld(types.CHII, tiles, tiles[0], sources.KAMICHA)
    if meld_type == "ankan":
        return jansou_hand.Meld(types.ANKAN, _jansou_tiles([kind] * 4))
    tiles = _jansou_tiles([kind] * (3 if meld_type == "pon" else 4))
    made = types.PON if meld_type == "pon" else types.DAIMINKAN
    return jansou_hand.Meld(made, tiles, tiles[0], sources.TOIMEN)


def _ask_jansou(win: Win) -> tuple[set[str], int, int, int] | None:
    winds = list(jansou_tiles.Wind)
    concealed = _jansou_tiles([k for k, n in enumerate(win.counts) for _ in range(n)])
    hand = jansou_hand.Hand(concealed, tuple(_jansou_meld(m.type, m.kind) for m in win.melds))
    context = WinContext(
        rules=jansou_rules.preset("tenhou"),
        round_wind=winds[win.round_wind],
        seat_wind=winds[win.seat_wind],
        is_tsumo=win.is_tsumo,
        riichi=win.riichi == 1,
        double_riichi=win.riichi == 2,
        ippatsu=win.ippatsu,
        haitei=win.haitei,
        houtei=win.houtei,
        rinshan=win.rinshan,
        chankan=win.chankan,
        tenhou=win.first_turn and win.seat_wind == 0,
        chiihou=win.first_turn and win.seat_wind != 0,
    )
    try:
        answer = jansou_score.score(hand, _jansou_tiles([win.win_kind])[0], context)
    except jansou_score.ScoringError:
        return None
    names = {_JANSOU_SLUG.get(y.yaku.name, y.yaku.name.lower()) for y in answer.yaku}
    return names, answer.han, answer.fu.total, answer.base


def test_random_hands_score_as_in_jansou() -> None:
    rules = Ruleset(name="single")
    for seed in range(HANDS, 2 * HANDS):
        win = _plain(seed)
        theirs, mine = _ask_jansou(win), score(win, rules)
        if theirs is None or mine is None:
            assert theirs is mine, (seed, win, theirs, mine)
            continue
        yaku, han, fu, base = theirs
        assert ({_MERGED.get(y, y) for y in mine.yaku}, mine.base) == (yaku, base), (seed, win)
        if not mine.yakuman:
            assert (mine.han, mine.fu) == (han, fu), (seed, win)
