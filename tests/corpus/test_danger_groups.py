"""Tiles that nobody chose deal in as published tables say, class by class, turn by turn, group by group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from math import sqrt
from typing import Any, Final

import pytest

from mjlog.warehouse import Warehouse
from tests.corpus.test_danger import BY_TURN, OUTCOMES, Z, interval, rows

pytestmark = pytest.mark.corpus

NUMBER: Final = "(tile_class like 'no_suji%' or tile_class like 'half_suji%')"
SUJI: Final = "(tile_class like 'suji%' or tile_class like 'double_suji%')"
HONOUR: Final = "tile_class in ('yakuhai', 'guest_wind')"
NO_SUJI: Final = "tile_class like 'no_suji%'"
# Deal-in rates of discards against riichi in percent, the ends of 95 % intervals of 7,670 games of Tenhou's
# best room (gimite.net).
GROUPS: Final[dict[str, tuple[float, float]]] = {
    HONOUR: (2.6, 3.0),
    f"{HONOUR} and visible = 0": (5.0, 5.9),
    f"{HONOUR} and visible = 1": (2.4, 2.9),
    f"{HONOUR} and visible = 2": (0.6, 0.9),
    f"{HONOUR} and visible = 3": (0.1, 0.3),
    SUJI: (4.0, 4.5),
    f"{SUJI} and suji_source = 'after'": (3.1, 3.5),
    f"{SUJI} and suji_source = 'declaration'": (4.7, 5.6),
    NUMBER: (11.2, 11.4),
    "chance = 'no_chance'": (3.0, 3.7),
    "chance = 'one_chance'": (7.4, 7.9),
    f"{NUMBER} and outside = 'early'": (3.8, 4.6),
    f"{NUMBER} and outside is not null": (6.3, 6.8),
    "tile_class = 'no_suji_19'": (7.7, 8.3),
    "tile_class like 'half_suji%'": (8.3, 8.8),
    f"{NO_SUJI} and not is_suit_cut": (12.0, 12.7),
    f"{NO_SUJI} and ura_suji is not null": (11.3, 11.8),
    f"{NO_SUJI} and ura_suji = 'early'": (10.3, 11.1),
    f"{NO_SUJI} and ura_suji = 'declaration'": (8.9, 9.7),
    f"{NO_SUJI} and held_suji = 2": (12.1, 12.8),
    f"{NO_SUJI} and held_suji = 3": (12.5, 14.1),
    f"{NO_SUJI} and is_aida_yonken": (10.4, 11.8),
    f"{NO_SUJI} and matagi_suji is not null": (8.2, 8.6),
    f"{NO_SUJI} and matagi_suji = 'declaration'": (9.3, 10.2),
}


def unchosen(houou: Warehouse, key: Callable[[dict[str, Any]], Hashable]) -> dict[Hashable, list[float]]:
    """Discards of players in riichi against a riichi: how many, deal-ins, and deal-ins by the table."""
    counted = houou.query(
        """select danger_class, least(turn, 19) as turn, count(*) as discards,
            count(*) filter (where did_deal_in) as deal_ins
        from player_threats
        where player_count = 4 and threat = 'riichi' and is_in_riichi group by all"""
    ).to_pylist()
    sums: dict[Hashable, list[float]] = {}
    for row in counted:
        if row["danger_class"] in BY_TURN:
            expected = row["discards"] * BY_TURN[row["danger_class"]][row["turn"] - 1]
            own = sums.setdefault(key(row), [0, 0, 0])
            for at, value in enumerate((row["discards"], row["deal_ins"], expected)):
                own[at] += value
    return sums


@pytest.mark.parametrize(
    ("key", "groups"),
    [(lambda row: row["danger_class"], 19), (lambda row: min((row["turn"] - 1) // 3, 5), 6)],
    ids=("class", "turns"),
)
def test_unchosen_tiles_deal_in_as_the_published_table_says(
    key: Callable[[dict[str, Any]], Hashable], groups: int, houou: Warehouse
) -> None:
    sums = unchosen(houou, key)
    assert len(sums) == groups
    outside = {}
    for name, (discards, deal_ins, expected) in sums.items():
        low, high = interval(deal_ins, discards)
        if not low <= expected / discards <= high:
            outside[name] = (discards, deal_ins, expected)
    assert not outside


def test_published_groups_lie_between_chosen_and_unchosen_tiles(houou: Warehouse) -> None:
    """Players choose the safer tiles of a group, by walls and rivers; in riichi they discard what they draw.

    Nearly all of the published rates are within chance of the unchosen ones.  The rest are lower: whoever is
    in riichi discards later in the round than others.
    """
    parts = ", ".join(
        f"count(*) filter (where {group}) as n{i}, count(*) filter (where {group} and did_deal_in) as k{i}"
        for i, group in enumerate(GROUPS)
    )
    counted = houou.query(
        f"""select is_in_riichi, {parts} from player_threats
        where player_count = 4 and threat = 'riichi' group by is_in_riichi order by is_in_riichi"""
    ).to_pylist()
    within = Counter[bool]()
    for i, (group, (least, most)) in enumerate(GROUPS.items()):
        (low, _), (from_, to) = (interval(row[f"k{i}"], row[f"n{i}"]) for row in counted)
        assert low <= most / 100, group
        assert least / 100 <= to, group
        within[from_ <= most / 100] += 1
    assert within[True] >= 22


def test_riichi_on_one_kind_win_as_often_altogether_as_published(houou: Warehouse) -> None:
    """Of riichi on two honours, each counts, whichever wins."""
    published = OUTCOMES | {
        "no_suji_19": (26.3, 41.6, 50.1, 54.0),
        "suji_19": (36.1, 60.0, 67.9),
        "suji_456": (16.5, 35.5, 45.4, 50.0),
    }
    waits, wins, expected = 0, 0, 0.0
    honours = []
    for row in rows(houou, "wait_outcomes"):
        if row["turns"] != "6_to_10":
            continue
        rates = published.get(row["wait_class"], ())
        if 1 <= row["unseen"] <= len(rates):
            waits += row["single_waits"]
            wins += row["single_wins"]
            expected += row["single_waits"] * rates[row["unseen"] - 1] / 100
        if row["wait_class"] == "honour_shanpon" and row["unseen"] in (1, 2):
            honours.append((row["riichi_wins"], row["waits"], (34.0, 52.0)[row["unseen"] - 1]))
    assert waits > 1000
    assert abs(wins - expected) < Z * sqrt(expected * (1 - expected / waits)), (wins, expected, waits)
    assert len(honours) == 2
    for won, of, rate in honours:
        low, high = interval(won, of)
        assert low <= rate / 100 <= high
