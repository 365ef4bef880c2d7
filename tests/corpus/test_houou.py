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

from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from tests.corpus.houou import FIGURES, LOSSES, YAKU

pytestmark = pytest.mark.corpus

WIDER: Final = 2.5758293035489 / 1.959963984540054
"""From a 95 % interval to one of 99 %."""
TABLES: Final = {"SOUTH": "south", "EAST": "east"}
"""Lengths of games by the names of the published tables."""

MORE_RIICHI: Final = (
    "Year.  Houou players declare riichi more often, and call less, than in the years of the table: in "
    "16.8 % of hands there, 17.0 % in 2016 and 17.6 % in 2019 (kobalab's figures), 18.4 % in this sample."
)
FROM_RIICHI: Final = (
    "Year.  Follows from more riichi and fewer calls: more hands won in riichi, dearer and later ones, more "
    "deal-ins to riichi and in riichi, more that chase and are chased."
)
FEWER_CALLS: Final = (
    "Year.  Hands that are called less are chosen better: later first calls, fewer cheap tanyao, more "
    "flushes, a higher balance; and who calls is more often the only one."
)
STICKS: Final = (
    "Definition.  Sticks that lie on the table when a game ends are nobody's; there they are counted."
)

REASONS: Final = {
    "SOUTH": {
        MORE_RIICHI: "REACHR FULUR FULUR2 FULUR3",
        FROM_RIICHI: """
            FULUHULER REACHINHULER FULUCHONGR REACHINCHONGR CHONGLEREACHR CHONGLEFULUR CHONGLEYIPATSUR HULEP
            HULESU CHONGP CHONGSU HULE3900R HULE7700R CHONG3900R CHONG7700R CHONG11600R HULECC CHONGMYCC
            CHONGHISCC CHONGINREACHR REACHGOODCHONGR FIRSTREACHR ZHUILIR BEIZHUILIR HULEYAKU.REACH
            REACHBADPROFIT
        """,
        FEWER_CALLS: """
            FULUHULEPOINT1 FULUHULESUDIAN1 FULUHULE3900R1 FULUHULE7700R1 HULEINFULUR2 FULUPROFIT1 FULUPROFIT2
            FULUCC1 FULUFIRSTR1 FULUFIRSTR2 FULUFIRSTR3 FULURANSHOUHULER1 HULEYAKU.TANYAO CHONGLEYAKU.TANYAO
        """,
        STICKS: "ROUNDPROFIT",
    },
    "EAST": {MORE_RIICHI: "REACHR FULUR", FROM_RIICHI: "REACHINCHONGR CHONGSHANTEN"},
}
"""Figures that lie outside, by table and reason."""
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


@pytest.mark.parametrize("table", TABLES)
def test_figures_are_those_of_the_houou_table_or_differ_for_a_reason(
    houou: Warehouse, shared: Path, table: str
) -> None:
    baseline = json.loads((shared / "reference" / "houou_baseline.json").read_text(encoding="utf-8"))
    rows = comparison(houou, baseline, table)
    outside = {row["figure"] for row in rows if not row["is_within"]}
    assert outside == EXPLAINED[table].keys()
    assert len(rows) >= 150


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
