"""The Houou games of January 2022 beside the Houou table of all years that MajsoulPaipuAnalyzer publishes.

Every figure lies within the 99 % interval of the sample, or differs for a reason that is written here.
As a script it prints the comparison: ``python -m tests.corpus.test_houou LOGS BASELINE``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from mjlog.stats.catalogue import catalogue
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from tests.corpus.houou import FIGURES, LOSSES, YAKU
from tests.corpus.reweighted import reweighted

pytestmark = pytest.mark.corpus

WIDER: Final = 2.5758293035489 / 1.959963984540054
"""From a 95 % interval to one of 99 %."""
TABLES: Final = {"SOUTH": "south", "EAST": "east"}
"""Lengths of games by the names of the published tables."""

YEAR: Final = (
    "Year.  Houou players of 2022 declare riichi more often, and call less, than in the years of the table: "
    "riichi in 16.8 % of hands there, 17.0 % in 2016 and 17.6 % in 2019 (kobalab), 18.4 % in this sample."
)
FOLLOWS: Final = (
    "Year.  Follows from more riichi and fewer calls: inside, when the rounds of the sample are weighted so "
    "that they have as many of both as the table."
)
MOSTLY: Final = "Year.  The same, but for at most two thirds of the difference, which then remain."
PLAY: Final = (
    "Year or definition, not settled.  Does not follow from how often players declare and call.  All tell of "
    "one thing, that hands are slower and dearer, calls better chosen, and riichi meet more danger than in "
    "the table; but no check here tells players that have changed from a definition that differs."
)
CHANCE: Final = "Chance.  Of about two hundred figures two are expected outside of intervals of 99 %."

REASONS: Final = {
    "SOUTH": {
        YEAR: "REACHR FULUR",
        FOLLOWS: """
            FULUR2 FULUR3 REACHINHULER FULUCHONGR CHONGLEREACHR CHONGLEFULUR CHONGLEYIPATSUR HULEP HULESU
            HULE7700R CHONG11600R FULUHULEPOINT2 FULUFIRSTR1 FULUFIRSTR2 FULUFIRSTR3 HULEYAKU.REACH
            HULEYAKU.TANYAO CHONGLEYAKU.TANYAO
        """,
        MOSTLY: "FULUHULER REACHINCHONGR HULE3900R FIRSTREACHR ZHUILIR BEIZHUILIR",
        PLAY: """
            FULUHULEPOINT1 FULUHULESUDIAN1 FULUHULE3900R1 FULUHULE7700R1 CHONGP CHONGSU CHONG3900R
            CHONG7700R HULECC CHONGMYCC CHONGHISCC CHONGINREACHR REACHGOODCHONGR REACHGOODCHONGP HULEINFULUR2
            FULUPROFIT1 FULUPROFIT2 FULUCC1 FULUYAKUHAIR1 FULURANSHOUHULER1
        """,
        CHANCE: "REACHBADPROFIT",
    },
    "EAST": {YEAR: "REACHR FULUR", FOLLOWS: "REACHINCHONGR CHONGSHANTEN", CHANCE: "BEIZHUILICHONGP"},
}
"""Figures that lie outside, by table and reason."""
RIICHI_SHARES: Final = {"2016": 0.3889, "2018": 0.39869}
"""Riichi, without double riichi, among wins of other years (kobalab; mahjong-lurker)."""
EXPLAINED: Final = {
    table: {name: why for why, names in reasons.items() for name in names.split()}
    for table, reasons in REASONS.items()
}
"""Why a figure lies outside, by table and name."""


def comparison(warehouse: Warehouse, baseline: dict[str, Any], table: str) -> list[dict[str, Any]]:
    """Our figures of one length beside the published ones; figures of thin samples are left out."""
    choice = Selection(player_count=4, length=TABLES[table])
    ours = {row["statistic"]: row for row in rates(warehouse, choice, by=(), profile="mpa").to_pylist()}
    published = baseline[table]
    named = {
        **{name: (statistic, published[name]) for name, statistic in FIGURES.items()},
        **{
            f"{part}.{name}": (f"{prefix}yaku_{yaku}_rate", published[part][name])
            for part, prefix in (("HULEYAKU", ""), ("CHONGLEYAKU", "deal_in_"))
            for name, yaku in YAKU.items()
        },
    }
    return [
        _row(name, statistic, -value if name in LOSSES else value, ours[statistic])
        for name, (statistic, value) in named.items()
        if statistic in ours and ours[statistic]["low"] is not None
    ]


def _row(name: str, statistic: str, published: float, ours: dict[str, Any]) -> dict[str, Any]:
    value, low, high = (ours[key] for key in ("value", "low", "high"))
    low, high = value - WIDER * (value - low), value + WIDER * (high - value)
    return {
        "figure": name,
        "statistic": statistic,
        "published": published,
        "ours": value,
        "low": low,
        "high": high,
        "n": int(ours["denominator"]),
        "is_within": low <= published <= high,
    }


@pytest.fixture(scope="module")
def baseline(shared: Path) -> dict[str, Any]:
    tables: dict[str, Any] = json.loads((shared / "reference" / "houou_baseline.json").read_text("utf-8"))
    return tables


@pytest.mark.parametrize("table", TABLES)
def test_figures_are_those_of_the_houou_table_or_differ_for_a_reason(
    houou: Warehouse, baseline: dict[str, Any], table: str
) -> None:
    rows = comparison(houou, baseline, table)
    outside = {row["figure"] for row in rows if not row["is_within"]}
    assert outside == EXPLAINED[table].keys()
    assert len(rows) >= 180


@pytest.mark.parametrize("table", TABLES)
def test_what_follows_from_riichi_and_calls_is_inside_when_they_are_as_often(
    houou: Warehouse, baseline: dict[str, Any], table: str
) -> None:
    rows = {row["figure"]: row for row in comparison(houou, baseline, table)}
    told = reweighted(
        houou,
        TABLES[table],
        [catalogue()[row["statistic"]].under("mpa") for row in rows.values()],
        baseline[table]["REACHR"],
        baseline[table]["FULUR"],
    )
    for figure, why in EXPLAINED[table].items():
        row = rows[figure]
        value, width = told[row["statistic"]]
        off, was_off = abs(value - row["published"]), abs(row["ours"] - row["published"])
        if why in (YEAR, FOLLOWS):
            assert off <= WIDER * width, figure
        elif why == MOSTLY:
            assert WIDER * width < off <= was_off * 2 / 3, figure
        else:
            assert off > WIDER * width, figure


def test_riichi_is_more_of_the_wins_from_year_to_year(houou: Warehouse) -> None:
    (row,) = rates(
        houou, Selection(player_count=4, length="south"), statistics=["yaku_riichi_rate"], by=()
    ).to_pylist()
    assert RIICHI_SHARES["2016"] < RIICHI_SHARES["2018"] < row["low"]


@pytest.mark.parametrize("table", TABLES)
def test_no_more_is_left_to_chance_than_can_be(table: str) -> None:
    assert sum(why == CHANCE for why in EXPLAINED[table].values()) <= 2


def line(table: str, row: dict[str, Any]) -> str:
    """One line of the printed comparison; a star marks what lies outside."""
    interval = f"[{row['low']:.4f}, {row['high']:.4f}] n={row['n']}"
    figures = f"{row['published']:10.4f} {row['ours']:10.4f} {interval}"
    return (
        f"{' ' if row['is_within'] else '*'} {table:5} {row['figure']:22} {row['statistic']:32} {figures}\n"
    )


if __name__ == "__main__":
    with Warehouse() as games:
        games.ingest(sys.argv[1])
        figures = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
        for length in TABLES:
            sys.stdout.writelines(line(length, row) for row in comparison(games, figures, length))
