"""Sums of every view of totals hold together on games of many rule sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog.stats.catalogue import HOUSE, PROFILES, catalogue
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements

SAMPLES = Path(__file__).resolve().parents[3] / "data" / "samples"
VIEWS = [s.name for s in statements().values() if s.layer == "totals" and s.grain == "round and seat"]
OF_SOME = {
    "call_totals",
    "deal_in_value_totals",
    "deal_in_yaku_totals",
    "kan_totals",
    "loss_totals",
    "riichi_totals",
    "win_value_totals",
    "yaku_totals",
}
"""Views of rounds in which something happened."""
by_view = pytest.mark.parametrize("view", VIEWS)


@pytest.fixture(scope="module")
def warehouse() -> Warehouse:
    """Simulated games of all rule sets that there are samples of, with rare things in them."""
    made = Warehouse()
    made.ingest(sorted(SAMPLES.glob("*.jsonl")))
    return made


@by_view
def test_a_round_of_a_seat_is_there_once_and_nothing_is_null(warehouse: Warehouse, view: str) -> None:
    table = warehouse.query(view)
    assert all(column.null_count == 0 for column in table.columns)
    ended = warehouse.query("select count(*) as n from round_players where outcome is not null")["n"][
        0
    ].as_py()
    assert 0 < len(table) < ended if view in OF_SOME else len(table) == ended
    keys = table.select(["game_id", "round_index", "seat"])
    assert len(keys.group_by(keys.column_names).aggregate([])) == len(table)


@by_view
@pytest.mark.parametrize("profile", [HOUSE, *PROFILES])
def test_of_no_round_a_rate_counts_more_than_there_is(warehouse: Warehouse, view: str, profile: str) -> None:
    some = [s for s in (one.under(profile) for one in catalogue().values()) if s.totals == view]
    checks = [f"sum({s.denominator}) filter (where ({s.denominator}) < 0)" for s in some]
    checks += [
        f"count(*) filter (where ({s.numerator}) not between 0 and ({s.denominator}))"
        for s in some
        if s.kind == "rate"
    ]
    (row,) = warehouse.query(
        "select " + ", ".join(f"{check} as c{i}" for i, check in enumerate(checks)) + f" from {view}"
    ).to_pylist()
    assert not any(row.values())


def test_what_is_paid_for_wins_is_what_winners_get_but_sticks(warehouse: Warehouse) -> None:
    """Of each round: winners get what the others pay, and sticks of 1000."""
    rows = warehouse.query(
        """select sum(win_values + win_extras + deal_ins + tsumo_losses + liability) as sticks
        from cause_totals
        group by game_id, round_index"""
    ).to_pylist()
    assert rows
    assert all(row["sticks"] >= 0 and row["sticks"] % 1000 == 0 for row in rows)


def test_the_same_sums_stand_in_several_views(warehouse: Warehouse) -> None:
    (row,) = warehouse.query(
        """select
            sum(coalesce(w.win_net, 0) - coalesce(d.deal_in_paid, 0) - coalesce(l.tsumo_loss_paid, 0))
                as by_value,
            sum(case when o.wins = 1 then c.win_values + c.win_extras + c.sticks else 0 end
                + c.deal_ins + c.tsumo_losses) as by_cause,
            sum(coalesce(w.paid_wins, 0) - o.wins) as unpaid,
            sum(o.settled_win_net - coalesce(w.win_net, 0)) as unsettled
        from outcome_totals as o
        inner join cause_totals as c using (game_id, round_index, seat)
        left join win_value_totals as w using (game_id, round_index, seat)
        left join deal_in_value_totals as d using (game_id, round_index, seat)
        left join loss_totals as l using (game_id, round_index, seat)"""
    ).to_pylist()
    assert row["by_value"] == row["by_cause"]
    assert row["unpaid"] == row["unsettled"] == 0
