"""Hands on the border of each yaku: what has it, and what just misses it."""

from __future__ import annotations

import pytest

from mjlog.schema import LAST_YAKUMAN, YAKU
from mjlog.scoring import situation, yaku, yakuman
from mjlog.scoring.readings import readings_of
from tests.unit.scoring.written_hands import batch

PREDICATES = {**yaku.PREDICATES, **yakuman.PREDICATES}

HAS = [
    ("pinfu", "123456m234p5688s+7s"),
    ("tanyao", "567p2346788s(234m)+5s"),
    ("iipeikou", "223344m567p99s78s+9s"),
    ("yakuhai_haku", "234567m99s67p555z+8p"),
    ("yakuhai_hatsu", "234m66p78s(567m)(6666z)+9s"),
    ("yakuhai_chun", "234567m66p78s(777z)+9s"),
    ("yakuhai_seat_wind", "234567m66p78s(222z)+9s"),
    ("yakuhai_round_wind", "234567m66p78s(111z)+9s"),
    ("chiitoitsu", "2288m3355p6699s1z+1z"),
    ("sanshoku_doujun", "345m345p345s22z67s+8s"),
    ("ittsuu", "123789s22z78p(456s)+9p"),
    ("chanta", "123m789p99s11z(666z)+1z"),
    ("toitoi", "222m44s55p(777p)(999s)+5p"),
    ("sanankou", "222m444s555p67m99p+8m"),
    ("sankantsu", "67m99p(2222m)[5555s](1111z)+8m"),
    ("sanshoku_doukou", "333m333p88s67s(333s)+5s"),
    ("honroutou", "1199m1199p1199s1z+1z"),
    ("shousangen", "234m66677z67p(555z)+8p"),
    ("ryanpeikou", "223344m556677p8s+8s"),
    ("junchan", "123789m99p12p(111s)+3p"),
    ("honitsu", "234567s22z78s(999s)+6s"),
    ("chinitsu", "1234555678p(999p)+9p"),
    ("kokushi_musou", "9m19p199s1234567z+1m"),
    ("kokushi_musou_13_wait", "19m19p19s1234567z+5z"),
    ("suuankou", "222444m666p888s7s+7s"),
    ("suuankou_tanki", "222444m666p888s7s+7s"),
    ("daisangen", "234m55666z88s(777z)+5z"),
    ("shousuushii", "234m1112223344z+3z"),
    ("daisuushii", "55m11122233344z+4z"),
    ("tsuuiisou", "1122334455667z+7z"),
    ("chinroutou", "111999m11p99s(999p)+9s"),
    ("ryuuiisou", "2233444s(666s)(888s)+4s"),
    ("suukantsu", "5z[1111m](2222p)[3333s](4444z)+5z"),
    ("chuuren_poutou", "1112345567899p+9p"),
    ("junsei_chuuren_poutou", "1112345678999m+5m"),
]
MISSES = [
    ("pinfu", "123456m234p5588s+8s", "triplet"),
    ("pinfu", "123456m234p8857s+6s", "closed wait"),
    ("pinfu", "123456m234p56s22z+7s", "pair of the seat wind"),
    ("pinfu", "123456m234p56s11z+7s", "pair of the round wind"),
    ("pinfu", "123456m234p56s55z+7s", "pair of dragons"),
    ("pinfu", "123m234p5688s(456m)+7s", "open hand"),
    ("tanyao", "123m567p2346788s+5s", "terminal"),
    ("tanyao", "567p34678s88s(111z)+5s", "honour in a meld"),
    ("iipeikou", "567p99s23s567m(234s)+4s", "second run called"),
    ("iipeikou", "223344m99s78s(555p)+9s", "open hand"),
    ("yakuhai_haku", "234567m666p78s55z+9s", "pair"),
    ("yakuhai_hatsu", "234567m66p78s(555z)+9s", "other dragon"),
    ("yakuhai_chun", "234567m66p78s(555z)+9s", "other dragon"),
    ("yakuhai_seat_wind", "234567m66p78s(333z)+9s", "other wind"),
    ("yakuhai_round_wind", "234567m66p78s(222z)+9s", "seat wind"),
    ("chiitoitsu", "123456m234p5688s+7s", "runs"),
    ("sanshoku_doujun", "345m345p456s22z67s+8s", "one rank off"),
    ("ittsuu", "123789s22z78p(567s)+9p", "no middle run"),
    ("ittsuu", "123m456p789s22p67p+8p", "three suits"),
    ("chanta", "123m678p99s11z(666z)+1z", "run of simples"),
    ("chanta", "123m789p99s22s(666z)+2s", "triplet of simples"),
    ("chanta", "123m789p22s11z(666z)+1z", "pair of simples"),
    ("chanta", "111m99s11z(999p)(777z)+1z", "no run"),
    ("junchan", "123789m12p11z(111s)+3p", "honours"),
    ("junchan", "111m999p111s99s11p+1p", "no run"),
    ("toitoi", "222m44s34p(777p)(999s)+5p", "run"),
    ("sanankou", "222m444s55p678m99p+5p", "third triplet completed by ron"),
    ("sankantsu", "678m99p22s[5555s](1111z)+2s", "two kans"),
    ("sanshoku_doukou", "333m333p88s67s(444s)+5s", "one rank off"),
    ("honroutou", "1199m1199p1199s2s+2s", "simple"),
    ("shousangen", "234m22z67p555z(777z)+8p", "pair of a wind"),
    ("ryanpeikou", "223344m567678p8s+8s", "one pair of twin runs"),
    ("honitsu", "1234555678p(999p)+9p", "no honours"),
    ("honitsu", "1122334455667z+7z", "honours only"),
    ("honitsu", "234567s22z78p(999s)+9p", "two suits"),
    ("chinitsu", "234567s22z78s(999s)+6s", "honours"),
    ("kokushi_musou", "1122334455667z+7z", "seven pairs"),
    ("kokushi_musou_13_wait", "9m19p199s1234567z+1m", "one kind missing"),
    ("suuankou", "222444m666p7788s+8s", "fourth triplet completed by ron"),
    ("suuankou_tanki", "222444m666p7788s+8s", "two pairs"),
    ("daisangen", "234m66677z67p(555z)+8p", "pair of the third dragon"),
    ("shousuushii", "55m11122233344z+4z", "four triplets"),
    ("daisuushii", "234m1112223344z+3z", "pair of the fourth wind"),
    ("tsuuiisou", "55m11122233344z+4z", "number"),
    ("chinroutou", "111999m1p(999p)(111z)+1p", "honour"),
    ("ryuuiisou", "2233444s(666s)(999s)+4s", "nine of sou"),
    ("suukantsu", "55z1z[1111m](2222p)[3333s]5z+1z", "three kans"),
    ("chuuren_poutou", "1122334567899p+9p", "two ones"),
    ("junsei_chuuren_poutou", "1112345567899p+9p", "fewer waits"),
]


def has(slug: str, text: str) -> bool:
    """Whether some reading of a ron has a yaku."""
    hands = batch(text)
    readings = readings_of(hands)
    assert len(readings), "not a complete hand"
    if slug in yakuman.HAND_PREDICATES:
        return bool(yakuman.HAND_PREDICATES[slug](hands)[0])
    return bool(PREDICATES[slug](readings).any())


@pytest.mark.parametrize(("slug", "text"), HAS)
def test_hand_has(slug, text):
    assert has(slug, text)


@pytest.mark.parametrize(("slug", "text", "why"), MISSES)
def test_hand_misses(slug, text, why):
    assert not has(slug, text), why


def test_every_yaku_of_the_schema_has_one_predicate():
    known = [*PREDICATES, *yakuman.HAND_PREDICATES, *situation.PREDICATES]
    assert sorted(known) == sorted([*YAKU[: LAST_YAKUMAN + 1], "nagashi_mangan"])


def test_every_yaku_in_the_tiles_has_cases():
    slugs = {*PREDICATES, *yakuman.HAND_PREDICATES}
    assert {slug for slug, _ in HAS} == {slug for slug, *_ in MISSES} == slugs


def test_kan_counts_as_triplet():
    assert has("yakuhai_haku", "234567m66p78s(5555z)+9s")
    assert has("toitoi", "222m44s55p(7777p)[9999s]+5p")


def test_concealed_kan_keeps_the_hand_closed():
    assert readings_of(batch("234m55z67p[1111s][9999s]+8p")).is_closed.all()
