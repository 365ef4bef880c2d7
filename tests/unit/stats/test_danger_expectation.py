"""An expectation of deal-ins leans where little was counted, and players are held against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mjlog.simulate import simulate
from mjlog.stats import danger
from mjlog.stats.danger import excess
from mjlog.stats.danger.excess import DISCARD_GROUPS, excess_sql
from mjlog.stats.danger.expectation import SCHEMA, WEIGHT, shrunk
from mjlog.stats.rates import GROUPS
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

CLASSES, TURNS = len(danger.CLASSES), danger.LAST_TURN
SUJI, NO_SUJI, GENBUTSU = map(danger.CLASSES.index, ("suji_19", "no_suji_5", "genbutsu"))


@pytest.fixture(scope="module")
def warehouse() -> Iterator[Warehouse]:
    """Games of four and of three players."""
    with Warehouse() as made:
        made.add(simulate("tenhou", games=12, seed=3))
        made.add(simulate("tenhou_sanma", games=8, seed=4))
        yield made


@pytest.fixture(scope="module")
def expectation(warehouse: Warehouse) -> danger.Expectation:
    return danger.fit(warehouse)


# --- shrinkage ------------------------------------------------------------------------------------


def counted(**cells: tuple[int, int]) -> tuple[Any, Any]:
    """Discards and deal-ins of turn 9 by class, everything else 0."""
    discards, deal_ins = np.zeros((2, CLASSES, TURNS), dtype=np.int64)
    for name, (n, k) in cells.items():
        discards[danger.CLASSES.index(name), 8], deal_ins[danger.CLASSES.index(name), 8] = n, k
    return discards, deal_ins


def test_many_discards_speak_for_themselves() -> None:
    rates = shrunk(*counted(no_suji_5=(10**7, 10**6), suji_19=(10**7, 10**5)), WEIGHT)
    assert rates[NO_SUJI, 8] == pytest.approx(0.1, rel=1e-3)
    assert rates[SUJI, 8] == pytest.approx(0.01, rel=1e-3)


def test_a_cell_without_discards_has_the_rate_of_its_class() -> None:
    rates = shrunk(*counted(no_suji_5=(10**7, 10**6), suji_19=(10**7, 10**5)), WEIGHT)
    assert rates[NO_SUJI, 3] == pytest.approx(0.1, rel=1e-3)
    assert rates[SUJI, 3] == pytest.approx(0.01, rel=1e-3)


def test_a_cell_without_discards_follows_what_its_turn_does_to_other_classes() -> None:
    discards, deal_ins = np.zeros((2, CLASSES, TURNS), dtype=np.int64)
    discards[NO_SUJI, [4, 14]] = 10**7
    deal_ins[NO_SUJI, [4, 14]] = 5 * 10**5, 15 * 10**5
    discards[SUJI, 4], deal_ins[SUJI, 4] = 10**6, 10**4
    rates = shrunk(discards, deal_ins, WEIGHT)
    assert rates[SUJI, 14] / rates[SUJI, 4] == pytest.approx(3, rel=0.15)


def test_a_cell_weighs_its_discards_against_the_weight() -> None:
    discards, deal_ins = counted(no_suji_5=(10**8, 10**7))
    discards[NO_SUJI, 4], deal_ins[NO_SUJI, 4] = 100, 100
    # The turn has 100 deal-ins where the class foretells 10: (100 + 30) / (10 + 30), leaning on 300 discards.
    estimate = 0.1 * 130 / 40
    rates = shrunk(discards, deal_ins, 300)
    assert rates[NO_SUJI, 4] == pytest.approx((100 + 300 * estimate) / 400, rel=1e-3)
    assert shrunk(discards, deal_ins, 1e-9)[NO_SUJI, 4] == pytest.approx(1, rel=1e-6)


def test_genbutsu_cost_nothing_and_make_nothing_else_safer() -> None:
    alone = shrunk(*counted(no_suji_5=(1000, 100)), WEIGHT)
    beside = shrunk(*counted(no_suji_5=(1000, 100), genbutsu=(10**6, 0)), WEIGHT)
    assert (beside[GENBUTSU] == 0).all()
    assert beside == pytest.approx(alone)


def test_rates_lie_between_0_and_1() -> None:
    random = np.random.default_rng(1)
    discards = random.integers(0, 50, (3, CLASSES, TURNS))
    deal_ins = random.binomial(discards, random.random((3, CLASSES, TURNS)))
    rates = shrunk(discards, deal_ins, WEIGHT)
    assert ((rates >= 0) & (rates <= 1)).all()


def test_nothing_counted_is_not_known_and_no_deal_in_is_0() -> None:
    nothing = np.zeros((CLASSES, TURNS), dtype=np.int64)
    assert np.isnan(shrunk(nothing, nothing, WEIGHT)).all()
    assert (shrunk(*counted(no_suji_5=(10, 0)), WEIGHT) == 0).all()


# --- fitting and keeping --------------------------------------------------------------------------


def test_an_expectation_has_every_cell_of_every_number_of_players(expectation: danger.Expectation) -> None:
    assert expectation.table.schema == SCHEMA
    assert len(expectation.table) == 2 * 2 * CLASSES * TURNS
    assert expectation.table["deal_in_rate"].null_count == 0
    assert expectation.table.group_by(SCHEMA.names[:4]).aggregate([]).num_rows == len(expectation.table)


def test_it_counts_what_the_table_by_turn_counts(
    warehouse: Warehouse, expectation: danger.Expectation
) -> None:
    table = danger.table(warehouse, "deal_ins_by_class_and_turn")
    keys = ("player_count", "threat", "danger_class", "turn")
    told = {tuple(r[k] for k in keys): (r["discards"], r["deal_ins"]) for r in table.to_pylist()}
    for row in expectation.table.to_pylist():
        assert (row["discards"], row["deal_ins"]) == told.get(tuple(row[k] for k in keys), (0, 0))


def test_it_is_kept_with_its_definition(tmp_path: Path, warehouse: Warehouse) -> None:
    made = danger.fit(warehouse, Selection(player_count=4, seats=(0, 1)), weight=50)
    made.save(tmp_path / "e.parquet")
    read = danger.Expectation.load(tmp_path / "e.parquet")
    assert read.table.equals(made.table)
    assert read.definition["selection"] == {"player_count": 4, "seats": [0, 1]}
    assert read.definition["weight"] == 50
    assert read.definition["games"] == 12
    assert set(read.table["player_count"].to_pylist()) == {4}


def test_days_are_kept_with_the_time_zone_that_they_are_of(warehouse: Warehouse) -> None:
    """Without it nobody could choose the same games again."""
    days = Selection(since=date(2000, 1, 1), timezone="Europe/Berlin")
    assert danger.fit(warehouse, days).definition["selection"] == {
        "since": date(2000, 1, 1),
        "timezone": "Europe/Berlin",
    }
    assert danger.fit(warehouse, Selection(timezone="Europe/Berlin")).definition["selection"] == {}


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("x")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    with pytest.raises(ValueError, match="no whole Parquet file"):
        danger.Expectation.load(tmp_path / "text")
    with pytest.raises(ValueError, match="no expectation of danger"):
        danger.Expectation.load(tmp_path / "other.parquet")
    with pytest.raises(FileNotFoundError):
        danger.Expectation.load(tmp_path / "missing.parquet")


def test_a_damaged_file_is_refused(tmp_path: Path, expectation: danger.Expectation) -> None:
    expectation.save(tmp_path / "e.parquet")
    whole = (tmp_path / "e.parquet").read_bytes()
    for place in range(4, len(whole) // 2, len(whole) // 20):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        (tmp_path / "damaged.parquet").write_bytes(damaged)
        with pytest.raises(ValueError, match=r"damaged\.parquet: no "):
            danger.Expectation.load(tmp_path / "damaged.parquet")


def with_cells(expectation: danger.Expectation, **columns: Any) -> danger.Expectation:
    """An expectation with other values in its first cells."""
    table = expectation.table
    for name, first in columns.items():
        values = [*first, *table[name].to_pylist()[len(first) :]]
        at = table.column_names.index(name)
        table = table.set_column(at, SCHEMA.field(at), pa.array(values, SCHEMA.field(at).type))
    return danger.Expectation(table, expectation.definition)


@pytest.mark.parametrize(
    ("columns", "fault"),
    [
        ({"deal_in_rate": [-0.1]}, "a rate that is none"),
        ({"deal_in_rate": [1.1]}, "a rate that is none"),
        ({"deal_in_rate": [float("nan")]}, "a rate that is none"),
        ({"turn": [2, 2]}, "a cell twice"),
        ({"threat": ["dama"]}, "an unknown threat"),
        ({"danger_class": ["suji_12"]}, "an unknown class of tiles"),
    ],
)
def test_cells_that_cannot_be_are_refused(
    columns: dict[str, list[Any]], fault: str, tmp_path: Path, expectation: danger.Expectation
) -> None:
    with_cells(expectation, **columns).save(tmp_path / "e.parquet")
    with pytest.raises(ValueError, match=f"e.parquet: no expectation of danger: {fault}"):
        danger.Expectation.load(tmp_path / "e.parquet")


def test_an_expectation_without_rates_is_refused(tmp_path: Path, expectation: danger.Expectation) -> None:
    nothing = pa.nulls(len(expectation.table), pa.float64())
    for table in (
        expectation.table.slice(0, 0),
        expectation.table.set_column(6, SCHEMA.field(6), nothing),
    ):
        danger.Expectation(table, expectation.definition).save(tmp_path / "e.parquet")
        with pytest.raises(ValueError, match="it holds no rate"):
            danger.Expectation.load(tmp_path / "e.parquet")


def test_cells_without_a_name_are_refused(tmp_path: Path, expectation: danger.Expectation) -> None:
    """Whether the file says that there may be such cells or not."""
    path = tmp_path / "e.parquet"
    expectation.save(path)
    table = pq.read_table(path)
    for name in SCHEMA.names[:4]:
        at = table.column_names.index(name)
        column = pa.array([None, *table[name].to_pylist()[1:]], SCHEMA.field(at).type)
        nullable = SCHEMA.field(at).with_nullable(nullable=True)
        pq.write_table(table.set_column(at, nullable, column), path)
        with pytest.raises(ValueError, match="no expectation of danger"):
            danger.Expectation.load(path)


@pytest.mark.parametrize("metadata", [b"", b"{", b"[1]", b"null", b'"x"'])
def test_an_expectation_whose_definition_is_damaged_is_refused(
    metadata: bytes, tmp_path: Path, expectation: danger.Expectation
) -> None:
    path = tmp_path / "e.parquet"
    pq.write_table(expectation.table.replace_schema_metadata({b"mjlog_danger_expectation": metadata}), path)
    with pytest.raises(ValueError, match="its definition is damaged"):
        danger.Expectation.load(path)


def test_an_expectation_without_a_definition_is_refused(
    tmp_path: Path, expectation: danger.Expectation
) -> None:
    pq.write_table(expectation.table, tmp_path / "e.parquet")
    with pytest.raises(ValueError, match="no expectation of danger, as `fit` makes one"):
        danger.Expectation.load(tmp_path / "e.parquet")


def test_discards_without_an_expectation_are_counted(
    warehouse: Warehouse, expectation: danger.Expectation
) -> None:
    whole = danger.unforeseen(warehouse, expectation).to_pylist()
    assert {(r["player_count"], r["unforeseen"]) for r in whole} == {(4, 0), (3, 0)}
    yonma = danger.fit(warehouse, Selection(player_count=4))
    for row in danger.unforeseen(warehouse, yonma).to_pylist():
        assert row["discards"] > 0
        assert row["unforeseen"] == (row["discards"] if row["player_count"] == 3 else 0)
    player = danger.against_expectation(warehouse, yonma).to_pylist()[0]
    chosen = Selection(players=(player["player"],), player_count=4)
    assert sum(danger.unforeseen(warehouse, yonma, chosen)["discards"].to_pylist()) == player["discards"]


def test_nothing_cannot_be_fitted(warehouse: Warehouse) -> None:
    with pytest.raises(ValueError, match="nothing to fit"):
        danger.fit(warehouse, Selection(players=("nobody",)))


# --- players against it ---------------------------------------------------------------------------

BY: Final = ((), ("player",), ("threat",), ("player", "danger_class"), ("turn", "seat"))


@pytest.mark.parametrize("by", BY, ids="+".join)
def test_deal_ins_and_expectation_are_those_of_a_plain_sum(
    by: tuple[str, ...], warehouse: Warehouse, expectation: danger.Expectation
) -> None:
    keys = ("player_count", "threat", "danger_class", "turn")
    rate = {tuple(r[k] for k in keys): r["deal_in_rate"] for r in expectation.table.to_pylist()}
    discards: Counter[Any] = Counter()
    deal_ins: Counter[Any] = Counter()
    expected: Counter[Any] = Counter()
    for row in warehouse.query("player_threats").to_pylist():
        if not row["is_in_riichi"]:
            row["turn"] = min(row["turn"], 19)
            group = (row["player_count"], *(row[name] for name in by))
            discards[group] += 1
            deal_ins[group] += row["did_deal_in"]
            expected[group] += rate[tuple(row[k] for k in keys)]
    answer = danger.against_expectation(warehouse, expectation, by=by).to_pylist()
    assert {tuple(r[k] for k in ("player_count", *by)) for r in answer} == discards.keys()
    for row in answer:
        group = tuple(row[k] for k in ("player_count", *by))
        assert (row["discards"], row["deal_ins"]) == (discards[group], deal_ins[group])
        assert row["expected"] == pytest.approx(expected[group])
        assert row["excess"] == pytest.approx(deal_ins[group] - expected[group])
        assert row["excess_per_1000"] == pytest.approx(1000 * row["excess"] / discards[group])


def test_an_interval_is_never_narrower_than_chance(
    warehouse: Warehouse, expectation: danger.Expectation
) -> None:
    keys = ("player_count", "threat", "danger_class", "turn")
    rate = {tuple(r[k] for k in keys): r["deal_in_rate"] for r in expectation.table.to_pylist()}
    variance: Counter[Any] = Counter()
    for row in warehouse.query("player_threats").to_pylist():
        if not row["is_in_riichi"]:
            row["turn"] = min(row["turn"], 19)
            p = rate[tuple(row[k] for k in keys)]
            variance[row["player_count"], row["danger_class"]] += p * (1 - p)
    judged = 0
    for row in danger.against_expectation(warehouse, expectation, by=("danger_class",)).to_pylist():
        if row["low"] is not None:
            least = 1960 * variance[row["player_count"], row["danger_class"]] ** 0.5 / row["discards"]
            assert row["high"] - row["excess_per_1000"] >= 0.999 * least
            judged += 1
    assert judged > 10


def test_intervals_need_ten_games(warehouse: Warehouse, expectation: danger.Expectation) -> None:
    for row in danger.against_expectation(warehouse, expectation, by=()).to_pylist():
        assert (row["low"] is None) == (row["player_count"] == 3)  # eight games


def test_what_the_expectation_does_not_know_is_null(warehouse: Warehouse) -> None:
    yonma = danger.fit(warehouse, Selection(player_count=4))
    by_number = {
        r["player_count"]: r for r in danger.against_expectation(warehouse, yonma, by=()).to_pylist()
    }
    assert by_number[4]["expected"] > 0
    assert by_number[3]["deal_ins"] > 0
    assert [by_number[3][name] for name in ("expected", "excess", "excess_per_1000", "low")] == [None] * 4


def test_a_careless_player_stands_out() -> None:
    """Twice as many deal-ins as expected, over many games, lie above chance."""
    with Warehouse() as warehouse:
        warehouse.add(simulate("tenhou", games=12, seed=3))
        made = danger.fit(warehouse)
        rates = made.table["deal_in_rate"].to_numpy() / 2
        halved = danger.Expectation(
            made.table.set_column(6, SCHEMA.field(6), pa.array(rates)), made.definition
        )
        (whole,) = danger.against_expectation(warehouse, halved, by=()).to_pylist()
        assert whole["low"] > 0
        assert whole["deal_ins"] == pytest.approx(2 * whole["expected"], rel=0.1)


def test_choices_of_rounds_are_kept(warehouse: Warehouse, expectation: danger.Expectation) -> None:
    parts = [
        danger.against_expectation(warehouse, expectation, Selection(seat_winds=(wind,)), by=()).to_pylist()
        for wind in range(4)
    ]
    whole = danger.against_expectation(warehouse, expectation, by=()).to_pylist()
    for name in ("discards", "deal_ins", "expected"):
        assert sum(row[name] for part in parts for row in part) == pytest.approx(sum(r[name] for r in whole))


def test_discards_are_told_apart_by_everything_at_once(
    warehouse: Warehouse, expectation: danger.Expectation
) -> None:
    by = (*GROUPS, *DISCARD_GROUPS)
    answer = danger.against_expectation(warehouse, expectation, by=by)
    assert answer.column_names[: len(by) + 1] == ["player_count", *by]
    whole = danger.against_expectation(warehouse, expectation, by=())
    for name in ("discards", "deal_ins", "expected"):
        assert sum(answer[name].to_pylist()) == pytest.approx(sum(whole[name].to_pylist()))


def test_rows_stand_by_class_and_turn(warehouse: Warehouse, expectation: danger.Expectation) -> None:
    rows = danger.against_expectation(warehouse, expectation, by=("danger_class", "turn")).to_pylist()
    places = [(-r["player_count"], danger.CLASSES.index(r["danger_class"]), r["turn"]) for r in rows]
    assert places == sorted(places)


def test_turns_by_threes_add_up_those_of_single_turns(
    warehouse: Warehouse, expectation: danger.Expectation
) -> None:
    single = danger.against_expectation(warehouse, expectation, Selection(player_count=4), by=("turn",))
    threes = danger.against_expectation(warehouse, expectation, Selection(player_count=4), by=("turns",))
    assert threes["turns"].to_pylist() == list(excess.TURNS)
    for row, first in zip(threes.to_pylist(), range(1, 17, 3), strict=True):
        own = [r for r in single.to_pylist() if first <= r["turn"] <= (first + 2 if first < 16 else 99)]
        for name in ("discards", "deal_ins", "expected"):
            assert row[name] == pytest.approx(sum(r[name] for r in own))


def test_players_without_a_name_are_in_no_row_of_players(
    warehouse: Warehouse, expectation: danger.Expectation
) -> None:
    answer = danger.against_expectation(warehouse, expectation)
    assert answer["player"].null_count == 0


def test_discards_cannot_be_told_apart_by_anything(
    warehouse: Warehouse, expectation: danger.Expectation
) -> None:
    with pytest.raises(ValueError, match=r"told apart by player, .*turn, turns, not by 'colour'"):
        danger.against_expectation(warehouse, expectation, by=("colour",))


def test_the_statement_can_be_read() -> None:
    sql, values = excess_sql(Selection(players=("A",)), ("player",))
    assert values == {"people": ["A"]}
    assert max(map(len, sql.splitlines())) <= 110
