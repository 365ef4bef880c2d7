"""A hand for every yaku of the common rules, closed and, where it can be, open.

All are won by South in an East round where nothing else is said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mjlog import score
from mjlog.rulesets import Ruleset
from mjlog.scoring.one import Score

PLAIN = "345m22278p67899s+9p"
"""A closed hand without any yaku of its own."""
OPEN = "345m78p67899s(555z)+9p"
"""An open hand with a triplet of dragons."""


@dataclass(frozen=True)
class Hand:
    """A hand and how it is won."""

    text: str
    how: dict[str, Any] = field(default_factory=dict)

    def score(self, rules: str | Ruleset, **how: Any) -> Score:
        """The hand under `rules`."""
        return score(self.text, rules, **{**self.how, **how})


def _with(text: str, **how: Any) -> Hand:
    return Hand(text, how)


CLOSED = {
    "riichi": _with(PLAIN, riichi=1),
    "double_riichi": _with(PLAIN, riichi=2),
    "ippatsu": _with(PLAIN, riichi=1, ippatsu=True),
    "menzen_tsumo": _with(PLAIN, tsumo=True),
    "pinfu": _with("345m123678p6799s+8s"),
    "tanyao": _with("345m22678p23467s+8s"),
    "iipeikou": _with("345m112233p6799s+8s"),
    "yakuhai_haku": _with("345m78p67899s555z+9p"),
    "yakuhai_hatsu": _with("345m78p67899s666z+9p"),
    "yakuhai_chun": _with("345m78p67899s777z+9p"),
    "yakuhai_seat_wind": _with("345m78p67899s222z+9p"),
    "yakuhai_round_wind": _with("345m78p67899s111z+9p"),
    "rinshan_kaihou": _with("345m78p67899s[2222p]+9p", tsumo=True, rinshan=True),
    "chankan": _with("345m123678p6799s+8s", chankan=True),
    "haitei": _with(PLAIN, tsumo=True, haitei=True),
    "houtei": _with(PLAIN, houtei=True),
    "chiitoitsu": _with("2277m3388p1155s4z+4z"),
    "sanshoku_doujun": _with("123m12399p12678s+3s"),
    "ittsuu": _with("123456789m23p88s+4p"),
    "chanta": _with("123m789p1299s333z+3s"),
    "toitoi": _with("222m33388p66699s+9s"),
    "sanankou": _with("222m33399p66678s+9s"),
    "sankantsu": _with("78s99p[2222m][3333p][6666s]+9s"),
    "sanshoku_doukou": _with("222m22299p22278s+9s"),
    "honroutou": _with("111m999p1199s333z+9s"),
    "shousangen": _with("345m67s55566677z+8s"),
    "ryanpeikou": _with("112233m778899p5s+5s"),
    "junchan": _with("123m78999p12378s+9s"),
    "honitsu": _with("12345678m22233z+6m"),
    "chinitsu": _with("2223444556778m+9m"),
}
"""A closed hand of every ordinary yaku."""

CALLED = {
    "tanyao": _with("345m22678p67s(456s)+8s"),
    "yakuhai_haku": _with("345m78p67899s(555z)+9p"),
    "yakuhai_hatsu": _with("345m78p67899s(666z)+9p"),
    "yakuhai_chun": _with("345m78p67899s(777z)+9p"),
    "yakuhai_seat_wind": _with("345m78p67899s(222z)+9p"),
    "yakuhai_round_wind": _with("345m78p67899s(111z)+9p"),
    "rinshan_kaihou": _with("345m78p67899s(2222p)+9p", tsumo=True, rinshan=True),
    "chankan": _with("678p345m6799s(123p)+8s", chankan=True),
    "haitei": _with(OPEN, tsumo=True, haitei=True),
    "houtei": _with(OPEN, houtei=True),
    "sanshoku_doujun": _with("12399p12678s(123m)+3s"),
    "ittsuu": _with("456789m23p88s(123m)+4p"),
    "chanta": _with("789p1299s333z(123m)+3s"),
    "toitoi": _with("33388p66699s(222m)+9s"),
    "sanankou": _with("222m3339p666s(789s)+9p"),
    "sankantsu": _with("78s99p[2222m](3333p)[6666s]+9s"),
    "sanshoku_doukou": _with("22299p22278s(222m)+9s"),
    "honroutou": _with("999p1199s333z(111m)+9s"),
    "shousangen": _with("345m67s55577z(666z)+8s"),
    "junchan": _with("78999p12378s(123m)+9s"),
    "honitsu": _with("45678m22233z(123m)+6m"),
    "chinitsu": _with("2223444556m(789m)+7m"),
}
"""An open hand of every ordinary yaku that can be open."""

YAKUMAN = {
    "tenhou": _with(PLAIN, seat_wind="E", tsumo=True, first_turn=True),
    "chiihou": _with(PLAIN, tsumo=True, first_turn=True),
    "kokushi_musou": _with("119m19p19s123456z+7z"),
    "kokushi_musou_13_wait": _with("19m19p19s1234567z+7z"),
    "suuankou": _with("222m33388p66699s+9s", tsumo=True),
    "suuankou_tanki": _with("222m3338p666999s+8p"),
    "daisangen": _with("23m99s555666777z+4m"),
    "shousuushii": _with("23m11122233344z+4m"),
    "daisuushii": _with("5m111222333444z+5m"),
    "tsuuiisou": _with("3335577z(111z)(222z)+7z"),
    "chinroutou": _with("999m11199p11s(111m)+1s"),
    "ryuuiisou": _with("22334466688s66z+6z"),
    "chuuren_poutou": _with("1112345567899m+9m"),
    "junsei_chuuren_poutou": _with("1112345678999m+5m"),
    "suukantsu": _with("5m[1111m][9999p](2222s)(3333z)+5m"),
}
"""A hand of every yakuman."""
