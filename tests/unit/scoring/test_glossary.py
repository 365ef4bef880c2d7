"""What yaku and bonuses are called, are, and are worth."""

from __future__ import annotations

from dataclasses import fields

import pytest

from mjlog.rulesets import Ruleset, load
from mjlog.schema import YAKU
from mjlog.scoring.glossary import glossary, needing_another, worths

TENHOU = load("tenhou")


def test_every_yaku_and_bonus_is_named_and_defined_in_a_sentence() -> None:
    assert tuple(glossary()) == YAKU
    assert len({entry.japanese for entry in glossary().values()}) == len(YAKU)
    for entry in glossary().values():
        assert entry.definition.endswith("."), entry.slug
        assert ". " not in entry.definition, entry.slug
        assert entry.source


def test_what_changes_a_yaku_is_a_field() -> None:
    names = {f.name for f in fields(Ruleset)}
    assert {field.partition(".")[0] for entry in glossary().values() for field in entry.fields} <= names


@pytest.mark.parametrize(
    ("slug", "preset", "worth"),
    [
        ("pinfu", "tenhou", "1 han, closed hands only"),
        ("tanyao", "tenhou", "1 han"),
        ("ittsuu", "tenhou", "2 han, open 1"),
        ("suuankou_tanki", "mahjong_soul", "2 yakuman, closed hands only"),
        ("renhou", "ema_2016", "mangan, closed hands only"),
        ("renhou", "tenhou", None),
        ("nagashi_mangan", "tenhou", "mangan"),
        ("nagashi_mangan", "toutenkou", "100 points"),
        ("karasu", "toutenkou", "10 points, open 5"),
        ("minimum_win", "toutenkou", "100 points, open 50"),
        ("aka_dora", "toutenkou", "2 points, open 1"),
        ("aka_dora", "ema_2016", None),
        ("kita", "tenhou", None),
        ("kita", "tenhou_sanma", "1 han"),
        ("base_points", "tenhou", None),
        ("base_points", "toutenkou", "2 points"),
        ("ippatsu", "jpml_a", None),
    ],
)
def test_the_worth_is_what_the_engine_counts(slug: str, preset: str, worth: str | None) -> None:
    found = worths(slug, [load(preset)])
    assert [w.worth for w in found] == ([worth] if worth else [])


def test_presets_that_give_the_same_stand_together_with_their_sources() -> None:
    (han, points) = worths("karasu", [TENHOU]) + worths("riichi", [TENHOU, load("riichi")]), worths("karasu")
    assert [w.rulesets for w in han] == [("tenhou", "riichi")]
    (of_toutenkou,) = points
    ((source, presets),) = of_toutenkou.sources
    assert source.startswith("東天紅ルール詳細: 役・得点一覧")
    assert presets == ("toutenkou",)
    assert worths("pinfu", [TENHOU])[0].sources == ()


def test_yaku_that_need_another_are_named() -> None:
    assert needing_another("karasu") == ("toutenkou",)
    assert needing_another("riichi") == ()
