"""The data that the notebooks use are what data/SOURCES.md says."""

from __future__ import annotations

import csv
import gzip
import re
import shlex

from click.testing import CliRunner

from mjlog.cli.simulate import command
from mjlog.stats.catalogue import catalogue
from mjlog.warehouse.statements import statements
from tests.conftest import ROOT

DATA = ROOT / "data"
LEAGUE = DATA / "league" / "games.jsonl.gz"
MAX_BYTES = 3_000_000


def test_data_are_small() -> None:
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) <= MAX_BYTES


def test_the_season_is_what_its_source_says() -> None:
    (said,) = re.findall(
        r"^`league/games\.jsonl\.gz` \(`([^`]+)`\)", (DATA / "SOURCES.md").read_text("utf-8"), re.MULTILINE
    )
    assert f"simulate {said} --force -o data/league/games.jsonl.gz" in (ROOT / "Makefile").read_text("utf-8")
    options = shlex.split(said)
    assert options[options.index("--games") + 1] == "80"
    options[options.index("--games") + 1] = "2"
    begin = CliRunner().invoke(command, options).stdout_bytes
    assert begin
    assert gzip.decompress(LEAGUE.read_bytes()).startswith(begin)


def test_published_figures_have_names_of_ours() -> None:
    with (DATA / "reference" / "houou.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [row["statistic"] for row in rows]
    assert len(set(names)) == len(names) > 100
    assert set(names) <= set(catalogue())
    rates = [row for row in rows if catalogue()[row["statistic"]].under("mpa").kind == "rate"]
    assert all(0 <= float(row[length]) <= 1 for row in rates for length in ("hanchan", "tonpuu"))


def test_published_waits_have_groups_of_ours() -> None:
    with (DATA / "reference" / "waits.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    sql = statements()["waits_by_class"].sql
    groups = {row["rank_group"] for row in rows}
    assert all(f"'{group}'" in sql for group in groups)
    for group in groups:
        own = [row for row in rows if row["rank_group"] == group]
        whole, *parts = [(int(row["kinds"]), int(row["wait_kinds"])) for row in own]
        assert own[0]["standing"] == "all"
        assert sum(hits for _, hits in parts) == whole[1]
