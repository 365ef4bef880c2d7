"""Logs that say things twice, or half: what is counted stays one row per round and seat."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pyarrow as pa
import pytest

import mjlog
from mjlog.schema import FIRST_YAKUMAN, LAST_YAKUMAN, YAKU
from mjlog.simulate import simulate
from mjlog.stats.catalogue import catalogue
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements
from tests.unit.stats.play import played, warehouse_of

ROUND_TOTALS = sorted(
    name for name, s in statements().items() if s.layer == "totals" and s.grain == "round and seat"
)
A, B = range(2)


def opened(log: bytes) -> Warehouse:
    """A warehouse of mjai logs."""
    warehouse = Warehouse()
    warehouse.add([mjlog.read(log)])
    return warehouse


def stuttered(log: bytes) -> bytes:
    """The same log with every win told twice."""
    lines = log.splitlines(keepends=True)
    return b"".join(line * (1 + (json.loads(line)["type"] == "hora")) for line in lines)


@pytest.fixture(scope="module")
def log() -> bytes:
    """Games with wins of all kinds."""
    return mjlog.write(LogTables.concat(simulate("tenhou", games=6, seed=2)), "mjai")


@pytest.fixture(scope="module")
def once(log: bytes) -> Iterator[Warehouse]:
    with opened(log) as warehouse:
        yield warehouse


@pytest.fixture(scope="module")
def twice(log: bytes) -> Iterator[Warehouse]:
    with opened(stuttered(log)) as warehouse:
        (row,) = warehouse.query("select count(*) as wins, count(distinct seat) as n from wins").to_pylist()
        assert row["wins"] > 20
        yield warehouse


@pytest.mark.parametrize("view", ROUND_TOTALS)
def test_totals_have_one_row_per_round_and_seat(twice: Warehouse, view: str) -> None:
    sql = "select count(*) as n, count(distinct (game_id, round_index, seat)) as keys from {view}"
    (row,) = twice.query(sql.format(view=view)).to_pylist()
    assert row["n"] == row["keys"] > 0


def test_a_win_that_is_told_twice_is_one(once: Warehouse, twice: Warehouse) -> None:
    """Points are those that the log moves, twice."""
    names = [
        s.name for s in catalogue().values() if s.kind == "rate" and s.section not in ("games", "values")
    ]
    for table in (once, twice):
        assert len(rates(table, by=(), statistics=names)) > 100
    assert counted(twice, names) == counted(once, names)


def counted(warehouse: Warehouse, names: list[str]) -> list[dict[str, float]]:
    answer: pa.Table = rates(warehouse, statistics=names)
    rows: list[dict[str, float]] = answer.select(
        ["player", "statistic", "numerator", "denominator"]
    ).to_pylist()
    return rows


@pytest.mark.parametrize("name", ["win_waits", "win_tiles", "yaku_frequencies", "win_values"])
def test_tables_of_wins_count_it_once(once: Warehouse, twice: Warehouse, name: str) -> None:
    assert twice.table(name).to_pylist() == once.table(name).to_pylist()


def test_yaku_count_where_a_log_does_not_say_their_han() -> None:
    """A wins in riichi, with 13 dora, whose han alone are known, a yakuman, and what nobody knows."""
    warehouse = warehouse_of(
        *(
            played(
                "ron", {A: {"is_win": True, "win_state": "riichi"}}, wins=[{"seat": A, "from_seat": B} | win]
            )
            for win in (
                {"log_yaku": ["riichi"], "log_limit": "none"},
                {"log_yaku": ["riichi", "dora"], "log_yaku_han": [1, 13], "log_limit": "yakuman"},
                {"log_yaku": ["kokushi_musou"], "log_limit": "yakuman"},
                {"log_limit": "yakuman"},
            )
        )
    )
    names = ["yakuman_rate", "kazoe_yakuman_rate", "yaku_riichi_rate", "avg_dora_per_win"]
    rows = rates(warehouse, Selection(players=("A",)), statistics=names).to_pylist()
    found = {r["statistic"]: (r["numerator"], r["denominator"]) for r in rows}
    assert found == {
        "yakuman_rate": (1, 3), "kazoe_yakuman_rate": (1, 3), "yaku_riichi_rate": (2, 3),
        "avg_dora_per_win": (13, 1),
    }  # fmt: skip
    table = warehouse.table("yaku_frequencies", people=["A"]).to_pylist()
    of_all = {r["yaku"]: r for r in table if (r["event"], r["state"]) == ("win", "all")}
    hands = {yaku: r["hands"] for yaku, r in of_all.items() if r["hands"]}
    assert hands == {"riichi": 2, "kokushi_musou": 1, "dora": 1}
    assert (of_all["riichi"]["total"], of_all["riichi"]["han"], of_all["riichi"]["han_per_hand"]) == (3, 1, 1)
    assert of_all["dora"]["han_per_hand"] == 13


def test_a_yakuman_is_told_by_its_name() -> None:
    yakuman = YAKU[FIRST_YAKUMAN : LAST_YAKUMAN + 1]
    wins = [{"seat": A, "from_seat": B, "log_limit": "yakuman", "log_yaku": [yaku]} for yaku in yakuman]
    warehouse = warehouse_of(*(played("ron", {A: {"is_win": True}}, wins=[win]) for win in wins))
    (row,) = rates(warehouse, Selection(players=("A",)), statistics=["yakuman_rate"]).to_pylist()
    assert (row["numerator"], row["denominator"]) == (len(yakuman), len(yakuman)) == (15, 15)
