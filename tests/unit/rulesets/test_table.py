from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from mjlog.rulesets.load import load, presets
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import Kazoe, Length, PaoScope, RenhouLimit
from mjlog.schema import DRAW_TYPES, YAKU_BIT


def test_every_preset_has_a_row():
    table = RulesetTable.of([load(name) for name in presets()])
    assert table.names == presets()
    for f in fields(RulesetTable):
        assert len(getattr(table, f.name)) == len(table) == len(presets()), f.name


def test_every_column_is_a_rule():
    rules = {f.name for f in fields(Ruleset)}
    assert {f.name for f in fields(RulesetTable)} - {"names"} <= rules


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
    assert table.uma.tolist() == [[15, 0, -15, 0]]
    assert np.flatnonzero(table.removed_tiles[0]).tolist() == [1, 27]
    assert table.red_fives.tolist() == [[0, 1, 2]]
    assert table.players.dtype == np.int32
    assert table.chi.dtype == np.bool_


def test_no_rule_set_is_an_error():
    with pytest.raises(ValueError, match="at least one"):
        RulesetTable.of([])
