from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from mjlog.rulesets.load import load, presets
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import LABELS
from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import Kazoe, Length, PaoScope, RenhouLimit
from mjlog.schema import DRAW_TYPES, YAKU, YAKU_BIT
from mjlog.tiles import TILE_NAMES


def test_every_preset_has_a_row():
    table = RulesetTable.of([load(name) for name in presets()])
    assert table.names == presets()
    for f in fields(RulesetTable):
        assert len(getattr(table, f.name)) == len(table) == len(presets()), f.name


def test_every_column_is_a_rule():
    rules = {f.name for f in fields(Ruleset)}
    made_of_rules = {"names", "dora_after", "is_bound", "uma_by_number"}
    assert {f.name for f in fields(RulesetTable)} - made_of_rules <= rules


def test_every_rule_is_a_column():
    columns = {f.name for f in fields(RulesetTable)}
    elsewhere = {*LABELS, "dragon_order", "uma", "floating_uma"}
    assert {f.name for f in fields(Ruleset)} - elsewhere <= columns


def dora_of(ruleset, indicators):
    after = RulesetTable.of([ruleset]).dora_after[0]
    return " ".join(TILE_NAMES[after[TILE_NAMES.index(tile)]] for tile in indicators.split())


@pytest.mark.parametrize(
    ("name", "indicators", "dora"),
    [
        ("tenhou", "1m 9m 9p 9s E N P F C", "2m 1m 1p 1s S E F C P"),
        ("riichi", "1m 9m 9p E N C F P", "2m 1m 1p S E F P C"),
        ("tenhou_sanma", "1m 9m 8p N C", "9m 1m 9p E P"),
        ("toutenkou", "1m 5m 9m W N 9s C", "5m 9m 1m N E 1s P"),
    ],
)
def test_the_dora_after_each_indicator(name, indicators, dora):
    assert dora_of(load(name), indicators) == dora


def test_rules_of_set_aside_tiles():
    table = RulesetTable.of([load("toutenkou"), load("tenhou_sanma"), load("tenhou")])
    assert [np.flatnonzero(row).tolist() for row in table.set_aside] == [[0, 4, 8, 30], [30], []]
    assert [np.flatnonzero(row).tolist() for row in table.is_bound] == [[0, 4, 8], [], []]
    allowed = int(table.bound_tiles[0, 0])
    assert {YAKU[bit] for bit in range(64) if allowed >> bit & 1} == {
        "kokushi_musou",
        "kokushi_musou_13_wait",
        "chinroutou",
    }
    assert int(table.bound_tiles[0, 4]) == 0


def test_points_of_yaku_and_bonuses():
    table = RulesetTable.of([load("toutenkou"), load("tenhou")])
    points = table.yaku_points[:, [YAKU_BIT[slug] for slug in ("toitoi", "aka_dora", "tanyao")]]
    assert points.tolist() == [[[10, 5], [2, 1], [0, 0]], [[0, 0], [0, 0], [0, 0]]]


def test_uma_floats_by_the_number_of_players_who_reach_the_return_score():
    table = RulesetTable.of([load("jpml_a"), load("tenhou")])
    assert table.uma_by_number[0].tolist() == [
        [0, 0, 0, 0],
        [12, -1, -3, -8],
        [8, 4, -4, -8],
        [8, 3, 1, -12],
        [0, 0, 0, 0],
    ]
    assert table.uma_by_number[1].tolist() == [[20, 10, -10, -20]] * 5


def test_rules_of_scoring():
    other = Ruleset(
        name="other",
        yaku_han={"riichi": (1, 0), "tanyao": (1, 1)},
        yakuman={"daisangen": 2},
        kazoe=Kazoe.SANBAIMAN,
        renhou_limit="mangan",
        pao=frozenset({"suukantsu"}),
        pao_scope=PaoScope.WHOLE_HAND,
        abortive_draws=frozenset({"kyuushu_kyuuhai"}),
        length="east",
    )
    table = RulesetTable.of([Ruleset(name="common"), other])
    assert table.yaku_han[1, YAKU_BIT["tanyao"]].tolist() == [1, 1]
    assert table.yaku_han[1].sum() == 3
    assert table.yakuman[:, YAKU_BIT["daisangen"]].tolist() == [1, 2]
    assert table.yakuman[1].sum() == 2
    assert table.kazoe.tolist() == [code(Kazoe.YAKUMAN), code(Kazoe.SANBAIMAN)]
    assert table.renhou_limit[1] == code(RenhouLimit.MANGAN)
    assert int(table.pao[1]) == 1 << YAKU_BIT["suukantsu"]
    assert int(table.abortive_draws[1]) == 1 << DRAW_TYPES.index("kyuushu_kyuuhai")
    assert table.length[1] == code(Length.EAST)


def test_rules_of_the_table_and_the_wall():
    sanma = Ruleset.common(3, uma=(15, 0, -15), removed_tiles=("2m", "E"), red_fives=(0, 1, 2))
    table = RulesetTable.of([sanma])
    assert table.uma_by_number.tolist() == [[[15, 0, -15, 0]] * 5]
    assert np.flatnonzero(table.removed_tiles[0]).tolist() == [1, 27]
    assert table.red_fives.tolist() == [[0, 1, 2]]
    assert table.players.dtype == np.int32
    assert table.chi.dtype == np.bool_


def test_no_rule_set_is_an_error():
    with pytest.raises(ValueError, match="at least one"):
        RulesetTable.of([])
