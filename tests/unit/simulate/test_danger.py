from __future__ import annotations

import numpy as np

from mjlog.notation import MPSZ
from mjlog.simulate.danger import risks

FRESH = [4] * 34


def against(river: str, tile: str, unseen=FRESH) -> float:
    safe = np.zeros((1, 34), dtype=bool)
    safe[0, MPSZ.parse_hand(river) if river else []] = True
    return risks(safe, np.array([unseen]))[0, MPSZ.parse(tile)]


def test_genbutsu_is_safe():
    assert against("4m", "4m") == 0


def test_suji_is_safer_than_half_suji_than_none():
    assert against("4m", "1m") < against("9m", "1m")
    assert against("28m", "5m") < against("2m", "5m") < against("", "5m")


def test_the_middle_is_more_dangerous_than_the_edge():
    assert against("", "1p") < against("", "2p") < against("", "3p") < against("", "5p")


def test_honours_grow_safer_with_every_copy_seen():
    risks = []
    for left in (3, 2, 1, 0):
        unseen = FRESH.copy()
        unseen[27] = left
        risks.append(against("", "1z", unseen))
    assert risks == sorted(risks, reverse=True)
    assert len(set(risks[1:])) == 3


def test_no_chance_is_safer_than_suji():
    unseen = FRESH.copy()
    unseen[MPSZ.parse("7s")] = 0
    assert against("", "8s", unseen) < against("5s", "8s")
    assert against("", "6s", unseen) == against("", "6s")
