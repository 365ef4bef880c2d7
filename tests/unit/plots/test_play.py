"""Charts of hands, turns and danger show what the tables have."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from mjlog import plots
from mjlog.api import replay
from mjlog.audit import assess
from mjlog.rulesets import load
from mjlog.simulate import simulate
from mjlog.stats import danger
from mjlog.stats.selection import Selection
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from tests.unit.plots.conftest import column, overlapping, words

FOUR = Selection(player_count=4)


def test_intervals_beside_a_map_are_those_of_the_warehouse(warehouse: Warehouse) -> None:
    by_class = warehouse.table("deal_ins_by_class", player_count=4).to_pylist()
    axes = plots.danger_map(warehouse.table("deal_ins_by_class_and_turn", player_count=4))
    shown = words(axes)
    for row in by_class:
        if row["threat"] == "riichi" and row["discards"]:
            rate, low, high = (100 * row[name] for name in ("deal_in_rate", "low", "high"))
            assert f"{rate:.1f} ({low:.1f} to {high:.1f}), {row['discards']:,}\n" in shown


def test_values_add_up_to_everything(warehouse: Warehouse) -> None:
    table = warehouse.table("value_distribution", player_count=4)
    axes = plots.value_distribution(table)
    assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(2)
    assert f"wins (n = {column(table, 'total')[0]:,})" in words(axes)


def test_a_waterfall_ends_at_the_score_change() -> None:
    causes, value = ["wins", "deal_ins", "tsumo_losses"], [500.0, -700.0, 150.0]
    table = pa.table(
        {
            "player_count": [4] * 3,
            "cause": causes,
            "rounds": [20] * 3,
            "value": value,
            "low": [v - 10 for v in value],
            "high": [v + 20 for v in value],
        }
    )
    axes = plots.points_by_cause(table)
    shown = words(axes)
    bars = {round(bar.get_y() + bar.get_height() / 2): bar for bar in axes.patches}
    assert [bars[at].get_x() for at in range(4)] == [0, 500, -200, 0]
    assert [bars[at].get_width() for at in range(4)] == [500, -700, 150, -50]
    assert all(text in shown for text in ("deal-ins", "+500", "−700", "−50", "n = 20 rounds"))
    assert not overlapping(axes)
    with pytest.raises(ValueError, match="one player"):
        plots.points_by_cause(pa.concat_tables([table, table]))


def test_yaku_are_sorted_and_those_that_never_came_are_counted(warehouse: Warehouse) -> None:
    table = warehouse.table("yaku_frequencies", player_count=4)
    own = [
        r for r in table.to_pylist() if (r["event"], r["state"]) == ("win", "open") and r["rate"] is not None
    ]
    axes = plots.yaku_frequencies(table, state="open")
    widths = [bar.get_width() for bar in axes.patches]
    assert widths == sorted((r["rate"] for r in own if r["hands"]), reverse=True)
    assert f"{sum(not r['hands'] for r in own)} more yaku in none" in words(axes)


def test_deal_ins_by_turn_show_the_number_of_discards(warehouse: Warehouse) -> None:
    table = warehouse.query("deal_ins_by_turn", player_count=4)
    axes = plots.deal_ins_by_turn(table)
    drawn = [r for r in table.to_pylist() if r["turn"] <= plots.LAST_TURN]
    facing_open = [r for r in drawn if r["facing"] == "open"]
    thick = [r for r in facing_open if r["discards"] >= plots.turns.LEAST_DISCARDS]
    assert (
        f"facing one call or more, no riichi (n = {sum(r['discards'] for r in facing_open):,} discards)"
        in words(axes)
    )
    lines = [container.lines[0] for container in axes.containers]
    assert np.round(lines[1].get_xdata()).tolist() == [r["turn"] for r in thick]
    assert lines[1].get_ydata().tolist() == [r["deal_in_rate"] for r in thick]
    for look in ("get_color", "get_linestyle", "get_marker"):
        assert len({getattr(line, look)() for line in lines}) == 3


def test_shanten_of_a_turn_add_up_to_one(warehouse: Warehouse) -> None:
    axes = plots.shanten_by_turn(warehouse.table("shanten_by_turn", player_count=4))
    tops: dict[int, float] = {}
    for bar in axes.patches:
        turn = round(bar.get_x() + bar.get_width() / 2)
        tops[turn] = tops.get(turn, 0) + bar.get_height()
    assert list(tops) == list(range(plots.LAST_TURN + 1))
    assert list(tops.values()) == pytest.approx([1] * len(tops))


def test_the_danger_map_leaves_thin_cells_empty(warehouse: Warehouse) -> None:
    table = warehouse.table("deal_ins_by_class_and_turn", player_count=4)
    own = [r for r in table.to_pylist() if r["threat"] == "riichi"]
    axes = plots.danger_map(table)
    shown = axes.images[0].get_array()
    thick = sum(r["discards"] >= plots.danger.LEAST for r in own)
    assert np.isfinite(np.ma.filled(shown, np.nan)).sum() == thick > 0
    assert f"n = {sum(r['discards'] for r in own):,} discards" in words(axes)
    rates = [float(t.get_text().split()[0]) for t in axes.texts if " to " in t.get_text()]
    assert rates == sorted(rates, reverse=True)


def test_the_danger_map_is_of_one_threat(warehouse: Warehouse) -> None:
    table = warehouse.table("deal_ins_by_class_and_turn", player_count=4)
    assert "two or more calls" in words(plots.danger_map(table, threat="open"))
    with pytest.raises(ValueError, match="no discard faces a bear"):
        plots.danger_map(table, threat="a bear")


def test_turns_of_a_column_are_added_up(warehouse: Warehouse) -> None:
    table = warehouse.table("deal_ins_by_class_and_turn", player_count=4)
    own = [r for r in table.to_pylist() if r["threat"] == "riichi"]
    axes = plots.danger_map(table, turns=19)
    (column,) = np.ma.filled(axes.images[0].get_array(), np.nan).T
    assert [t.get_text() for t in axes.get_xticklabels()] == ["1–19+"]
    deal_ins = sum(r["deal_ins"] for r in own if r["danger_class"] == "no_suji_19")
    discards = sum(r["discards"] for r in own if r["danger_class"] == "no_suji_19")
    at = [t.get_text() for t in axes.get_yticklabels()].index("no suji 1/9")
    assert column[at] == pytest.approx(deal_ins / discards)


def test_published_waits_stand_beside(warehouse: Warehouse) -> None:
    table = warehouse.table("waits_by_class", player_count=4)
    published = table.append_column("published", pa.array([0.05] * len(table)))
    assert "published" in words(plots.waits_by_class(published))
    assert "published" not in words(plots.waits_by_class(table))


def test_excess_names_what_it_is_told_apart_by(warehouse: Warehouse) -> None:
    expectation = danger.fit(warehouse, FOUR)
    table = danger.against_expectation(warehouse, expectation, FOUR, by=("threat", "danger_class"))
    shown = words(plots.excess(table))
    assert "against riichi, no suji 4/6\n" in shown
    assert "against two or more calls, suji 1/9\n" in shown
    assert "genbutsu" not in shown


def test_excess_of_few_discards_is_counted_and_not_drawn(warehouse: Warehouse) -> None:
    expectation = danger.fit(warehouse, FOUR)
    table = danger.against_expectation(warehouse, expectation, FOUR, by=("danger_class",))
    rows = [r for r in table.to_pylist() if r["expected"]]
    thick = [r["excess_per_1000"] for r in rows if r["discards"] >= plots.danger.LEAST]
    axes = plots.excess(table)
    drawn = [x for container in axes.containers for x in container.lines[0].get_xdata()]
    assert sorted(drawn) == pytest.approx(sorted(thick))
    assert 0 < len(thick) < len(rows)
    shown = words(axes)
    assert f"a point needs {plots.danger.LEAST} discards" in shown
    assert shown.count(" expected, n = ") == len(rows)


def test_push_and_fold_add_up_to_one(warehouse: Warehouse) -> None:
    axes = plots.push_or_fold(warehouse.table("push_or_fold", player_count=4))
    assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(4)
    assert "3-shanten and more\nn = " in words(axes)


def test_findings_are_counted_by_rule() -> None:
    tables = LogTables.concat(simulate("tenhou", games=3, seed=5))
    findings = assess.audit_batches([tables], load("mahjong_soul")).findings
    axes = plots.audit_overview(findings)
    code = findings["code"][0].as_py()
    number = column(findings, "code").count(code)
    assert code in words(axes)
    assert number in [bar.get_width() for bar in axes.patches]
    assert f"n = {len(findings):,} findings in 3 games" in axes.get_title(loc="left")
    assert not overlapping(axes)


def test_no_finding_is_said() -> None:
    axes = plots.audit_overview(assess.AuditReport().findings)
    assert "Nothing disagrees." in words(axes)


def test_a_round_is_drawn_seat_by_seat() -> None:
    states = replay(LogTables.concat(simulate("tenhou_sanma", games=1, seed=5))).states
    first = states.filter(pc.equal(states["round_index"], 0))
    axes = plots.round_course(first)
    own = [r["shanten"] for r in first.to_pylist() if r["seat"] == 2]
    assert axes.lines[2].get_ydata() == pytest.approx(own, abs=0.2)
    assert "seat 2\n" in words(axes)
    assert not overlapping(axes)
    with pytest.raises(ValueError, match="one round"):
        plots.round_course(states)


def test_scores_of_a_game_end_with_its_last_round(warehouse: Warehouse) -> None:
    facts = warehouse.table("round_players")
    game = facts.filter(pc.equal(facts["game_id"], facts["game_id"][0]))
    axes = plots.game_scores(game)
    last = [r for r in game.to_pylist() if r["seat"] == 1][-1]
    assert axes.lines[1].get_ydata()[-1] == last["start_score"] + last["score_delta"]
    assert not overlapping(axes)
    with pytest.raises(ValueError, match="one game"):
        plots.game_scores(facts)
