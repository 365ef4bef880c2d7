"""The presets: every value that is not the common rule has a source, and says where none confirms it."""

from __future__ import annotations

from dataclasses import fields

import pytest

from mjlog import score
from mjlog.rulesets import Ruleset, load, presets
from mjlog.rulesets.standard import LABELS, UNVERIFIED
from mjlog.rulesets.words import Bust, Length

COMMON = Ruleset(name="common")
RULES = [f.name for f in fields(Ruleset) if f.name not in LABELS]


def differing(ruleset: Ruleset) -> set[str]:
    """Fields that are not the common rule."""
    return {name for name in RULES if getattr(ruleset, name) != getattr(COMMON, name)}


def test_the_presets_are_the_rules_of_these_tables() -> None:
    assert set(presets()) == {
        *("riichi", "competition", "two_player", "toutenkou"),
        *("tenhou", "tenhou_sanma", "mahjong_soul", "mahjong_soul_sanma", "riichi_city", "riichi_city_sanma"),
        *("m_league", "ema_2016", "ema_2025", "wrc_2022", "jpml_a", "jpml_b"),
    }


@pytest.mark.parametrize("name", presets())
def test_every_value_that_is_not_the_common_rule_has_a_source(name: str) -> None:
    ruleset = load(name)
    assert differing(ruleset) <= set(ruleset.sources)


@pytest.mark.parametrize("name", presets())
def test_a_source_says_more_than_that_there_is_none(name: str) -> None:
    ruleset = load(name)
    for field, source in ruleset.sources.items():
        assert source == source.strip() != ""
        if field in ruleset.unverified:
            mark, _, reason = source.partition(": ")
            assert (mark, bool(reason)) == (UNVERIFIED, True)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("mahjong_soul", "rinshan_tsumo_fu own_stick_back leftover_sticks agari_yame tenpai"),
        ("mahjong_soul_sanma", "abortive_renchan leftover_sticks ankan_in_riichi"),
        ("m_league", "kuikae yakuman pao_honba pao_scope leftover_sticks ryuuiisou_needs_hatsu"),
        ("ema_2016", "rinshan_tsumo_fu ryuuiisou_needs_hatsu riichi_min_wall"),
        ("competition", "riichi_min_wall"),
        ("ema_2025", "kuikae double_wind_pair_fu renhou_limit"),
        ("wrc_2022", "pao_honba riichi_min_wall bust"),
        ("jpml_a", "pao_honba tenpai riichi_min_wall"),
        ("jpml_b", "ippatsu ura_dora kan_dora kiriage_mangan double_wind_pair_fu"),
    ],
)
def test_what_only_general_knowledge_says_is_unverified_where_it_is_the_common_rule_too(
    name: str, rules: str
) -> None:
    assert set(rules.split()) <= set(load(name).unverified)


@pytest.mark.parametrize("name", [n for n in presets() if load(n).length == Length.OPEN])
def test_a_game_without_end_has_nothing_that_ends_it(name: str) -> None:
    ruleset = load(name)
    assert (ruleset.bust, ruleset.target_score) == (Bust.NONE, 0)


@pytest.mark.parametrize(
    ("hand", "how", "payments"),
    [
        # 20, tsumo 2, open 9m 4, kan of dragons 32, closed 1s 8, wait 2, pair of the double wind 4: 72
        ("11124s11z(999m)[7777z]+3s", {"seat_wind": "E"}, (1300, 1300, 1300)),
        # 20, open kan of winds 16, closed 8s 4, no 2 for the replacement tile: 40
        ("2344567m888s(1111z)+1m", {"seat_wind": "E", "rinshan": True}, (2600, 2600, 2600)),
        ("2344567m888s(1111z)+1m", {"seat_wind": "S", "rinshan": True}, (1300, 700, 700)),
    ],
)
def test_answers_of_the_test_for_professionals_of_2022(
    hand: str, how: dict[str, object], payments: tuple[int, ...]
) -> None:
    assert score(hand, "jpml_a", tsumo=True, **how).payments == payments
