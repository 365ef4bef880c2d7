"""The Houou games of January 2022 beside the Houou table of all years that MajsoulPaipuAnalyzer publishes.

Every figure lies within the 99 % interval of the sample, or differs for a reason that `houou_reasons` tells
and that is tested here.  As a script it prints the comparison: ``python -m tests.corpus.test_houou LOGS
BASELINE``.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

import pytest

from mjlog.stats.catalogue import catalogue
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from tests.corpus.houou import FIGURES, LOSSES, YAKU
from tests.corpus.houou_reasons import BETWEEN, FROM_EAST_2, OUTSIDE, STEPS, Between
from tests.corpus.reweighted import reweighted

pytestmark = pytest.mark.corpus

Rows = dict[str, dict[str, Any]]
TABLES: Final = {"SOUTH": "south", "EAST": "east"}
"""Lengths of games by the names of the published tables."""
Z95, Z99 = (NormalDist().inv_cdf(1 - (1 - share) / 2) for share in (0.95, 0.99))


def comparison(warehouse: Warehouse, baseline: dict[str, Any], table: str) -> list[dict[str, Any]]:
    """Our figures of one length beside the published ones; figures of thin samples are left out."""
    choice = Selection(player_count=4, length=TABLES[table])
    ours = {row["statistic"]: row for row in rates(warehouse, choice, by=(), profile="mpa").to_pylist()}
    published = baseline[table]
    named = {
        **{name: (statistic, published[name]) for name, statistic in FIGURES.items()},
        **{
            f"{part}.{name}": (f"{prefix}yaku_{yaku}_rate", sum(published[part][n] for n in name.split("+")))
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
    value, wider = ours["value"], Z99 / Z95
    low, high = (value + wider * (ours[end] - value) for end in ("low", "high"))
    end = ours["low"] if published < value else ours["high"]
    off = published - value
    return {
        "figure": name,
        "statistic": statistic,
        "published": published,
        "ours": value,
        "low": low,
        "high": high,
        "n": int(ours["denominator"]),
        "z": 0.0 if off == 0 else -off / abs(end - value) * Z95,
        "is_within": low <= published <= high,
    }


@pytest.fixture(scope="module")
def baseline(shared: Path) -> dict[str, Any]:
    tables: dict[str, Any] = json.loads((shared / "reference" / "houou_baseline.json").read_text("utf-8"))
    return tables


@pytest.fixture(scope="module", params=TABLES)
def table(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def rows(houou: Warehouse, baseline: dict[str, Any], table: str) -> Rows:
    return {row["figure"]: row for row in comparison(houou, baseline, table)}


@pytest.fixture(scope="module")
def offs(houou: Warehouse, baseline: dict[str, Any], table: str, rows: Rows) -> dict[str, dict[str, float]]:
    """How many standard errors figures are off when rounds are weighted up to a step, by step and figure."""
    asked = [catalogue()[row["statistic"]].under("mpa") for row in rows.values()]
    means: dict[str, float] = {}
    found = {}
    for name, step in STEPS.items():
        means |= {sql: of(baseline[table]) for sql, of in step.means.items()}
        told = reweighted(houou, TABLES[table], asked, means)
        found[name] = {
            figure: abs(told[row["statistic"]][0] - row["published"]) / told[row["statistic"]][1] * Z95
            for figure, row in rows.items()
            if row["statistic"] in told and told[row["statistic"]][1] > 0
        }
    return found


def test_figures_are_those_of_the_table_or_off_as_far_as_is_explained(rows: Rows, table: str) -> None:
    explained = {figure: by for figures in OUTSIDE[table].values() for figure, by in figures.items()}
    outside = {figure: row for figure, row in rows.items() if not row["is_within"]}
    assert outside.keys() == explained.keys()
    for figure, row in outside.items():
        assert 100 * (row["ours"] / row["published"] - 1) == pytest.approx(explained[figure], abs=0.06), (
            figure
        )
    assert len(rows) >= 185


def test_a_figure_is_inside_with_the_weights_of_its_step_and_outside_with_those_before(
    offs: dict[str, dict[str, float]], table: str
) -> None:
    before: str | None = None
    for step in STEPS:
        for figure in OUTSIDE[table].get(step, ()):
            assert offs[step][figure] <= Z99, figure
            assert before is None or offs[before][figure] > Z99, figure
        before = step


def test_with_all_weights_no_more_is_outside_than_chance_brings(
    offs: dict[str, dict[str, float]], table: str
) -> None:
    """Of 180 figures inside at 99 % each, 1.8 are expected outside, and more than 6 once in 200 times."""
    left = {figure for figure, off in offs["first_call"].items() if off > Z99}
    assert left >= OUTSIDE[table].get("chance", {}).keys()
    assert len(left) <= 6
    assert all(offs["first_call"][figure] < holm(len(offs["first_call"])) for figure in left)


def holm(count: int) -> float:
    """Standard errors beyond which the first of so many figures is off, 1 % for all together (Holm 1979)."""
    return NormalDist().inv_cdf(1 - 0.01 / count / 2)


@pytest.mark.parametrize("between", BETWEEN, ids=lambda b: f"{b.figure} {b.years}")
def test_figures_of_years_between_lie_between(
    houou: Warehouse, baseline: dict[str, Any], between: Between
) -> None:
    (row,) = (r for r in comparison(houou, baseline, "SOUTH") if r["figure"] == between.figure)
    ways = (between.value - row["published"]) / (row["ours"] - row["published"])
    assert 0 < ways < 1
    if row["published"] < 1:
        error = (row["published"] * (1 - row["published"]) / between.count) ** 0.5
        assert abs(between.value - row["published"]) > 3 * error


def test_riichi_and_calls_of_2016_to_2020_are_nearer_to_the_sample_than_the_table(
    houou: Warehouse, baseline: dict[str, Any]
) -> None:
    (ours,) = houou.query("""
        select avg(is_riichi::integer) as riichi, avg((open_melds + ankans > 0)::integer) as called
        from round_players
        inner join rounds using (game_id, round_index)
        inner join games using (game_id)
        where player_count = 4 and length = 'south' and round_wind * 4 + round_number between 2 and 8
    """).to_pylist()
    for figure, name in (("REACHR", "riichi"), ("FULUR", "called")):
        (row,) = (r for r in comparison(houou, baseline, "SOUTH") if r["figure"] == figure)
        left = (ours[name] - FROM_EAST_2[name]) / (row["ours"] - row["published"])
        assert 0.5 < left < 0.8


def line(table: str, row: dict[str, Any]) -> str:
    """One line of the printed comparison; a star marks what lies outside."""
    interval = f"[{row['low']:.4f}, {row['high']:.4f}] n={row['n']}"
    figures = f"{row['published']:10.4f} {row['ours']:10.4f} {row['z']:6.2f} {interval}"
    return (
        f"{' ' if row['is_within'] else '*'} {table:5} {row['figure']:22} {row['statistic']:32} {figures}\n"
    )


def counts(table: str, rows: list[dict[str, Any]]) -> str:
    """How many figures are inside, and how far they are off beside what chance alone would bring."""
    by_step = {step: len(figures) for step, figures in OUTSIDE[table].items()}
    off = Counter(next((z for z in (Z95, Z99) if abs(row["z"]) <= z), None) for row in rows)
    within, wider = off[Z95], off[Z95] + off[Z99]
    sizes = sorted(abs(row["z"]) for row in rows)
    shares = [0.5, 0.75, 0.9, 0.95, 0.99]
    quantiles = ", ".join(
        f"{share:.0%} {sizes[int(share * len(sizes))]:.2f} ({NormalDist().inv_cdf((1 + share) / 2):.2f})"
        for share in shares
    )
    return (
        f"{table}: {len(rows)} figures, {within} inside at 95 %, {wider} at 99 %; outside by step {by_step}\n"
        f"  |z| of the sample (of chance): {quantiles}\n"
    )


if __name__ == "__main__":
    with Warehouse() as games:
        games.ingest(sys.argv[1])
        figures = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
        for length in TABLES:
            compared = comparison(games, figures, length)
            sys.stdout.writelines(line(length, row) for row in compared)
            sys.stdout.write(counts(length, compared))
