from __future__ import annotations

import numpy as np
import pytest

from mjlog.rulesets.words import Kazoe
from mjlog.schema import LIMITS
from mjlog.scoring.points import ordinary_value, yakuman_value
from tests.unit.scoring.written_hands import table


def value(han: int, fu: int, **rules) -> tuple[int, str]:
    base, limit = ordinary_value(
        np.array([han], dtype=np.int16),
        np.array([fu], dtype=np.uint8),
        table(**rules),
        np.zeros(1, dtype=np.intp),
    )
    return int(base[0]), LIMITS[limit[0]]


@pytest.mark.parametrize(
    ("han", "fu", "base", "limit"),
    [
        (1, 30, 240, "none"),
        (2, 25, 400, "none"),
        (3, 60, 1920, "none"),
        (3, 70, 2000, "mangan"),
        (4, 30, 1920, "none"),
        (4, 40, 2000, "mangan"),
        (5, 20, 2000, "mangan"),
        (6, 30, 3000, "haneman"),
        (7, 110, 3000, "haneman"),
        (8, 30, 4000, "baiman"),
        (10, 30, 4000, "baiman"),
        (11, 30, 6000, "sanbaiman"),
        (12, 30, 6000, "sanbaiman"),
        (13, 30, 8000, "yakuman"),
        (40, 30, 8000, "yakuman"),
        (0, 30, 120, "none"),
    ],
)
def test_base_points_of_han_and_fu(han, fu, base, limit):
    assert value(han, fu) == (base, limit)


@pytest.mark.parametrize(("han", "fu"), [(4, 30), (3, 60)])
def test_kiriage_mangan_rounds_up(han, fu):
    assert value(han, fu, kiriage_mangan=True) == (2000, "mangan")


def test_kiriage_mangan_leaves_less_alone():
    assert value(3, 50, kiriage_mangan=True) == (1600, "none")
    assert value(4, 25, kiriage_mangan=True) == (1600, "none")


def test_thirteen_han_can_be_sanbaiman():
    assert value(13, 30, kazoe=Kazoe.SANBAIMAN) == (6000, "sanbaiman")
    assert value(12, 30, kazoe=Kazoe.SANBAIMAN) == (6000, "sanbaiman")


def test_yakuman_add_up():
    assert yakuman_value(np.array([0, 1, 6], dtype=np.int8)).tolist() == [0, 8000, 48000]
