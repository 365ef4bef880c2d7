"""Charts say what they count, for whom, and never show empty boxes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pyarrow as pa
import pytest
from matplotlib import font_manager
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.text import Text

from mjlog import plots
from mjlog.simulate import simulate
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from tests.unit.warehouse.conftest import with_column

NAMES = ("P", "東風 太郎", "$\\frac{1}{0}$", "\x1b[31m\u202e\nX")


@pytest.fixture(scope="module", autouse=True)
def _no_window() -> Iterator[None]:
    with mpl.rc_context({"backend": "agg"}):
        yield


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def warehouse() -> Warehouse:
    made = Warehouse()
    for preset, games in (("tenhou", 3), ("tenhou_sanma", 2)):
        tables = LogTables.concat(simulate(preset, games=games, seed=5))
        seats = tables.game_players["seat"].to_pylist()
        named = with_column(tables.game_players, "name", [NAMES[s] for s in seats])
        made.add([replace(tables, game_players=named)])
    return made


def words(axes: Axes) -> str:
    """Every text of a drawn chart; a glyph that no font has is an error."""
    axes.figure.canvas.draw()
    return "\n".join(text.get_text() for text in axes.findobj(Text)) + "\n"


def test_rates_show_value_interval_and_counts(warehouse: Warehouse) -> None:
    table = warehouse.query("player_rates", player="P", player_count=4)
    axes = plots.rates(table)
    row = next(r for r in table.to_pylist() if r["statistic"] == "win_rate")
    points, _, (bars,) = axes.containers[0]
    assert points.get_xdata()[0] == pytest.approx(row["value"])
    assert bars.get_segments()[0][:, 0] == pytest.approx([row["low"], row["high"]])
    assert f"{row['numerator']} of {row['denominator']} rounds" in words(axes)
    assert axes.get_title() == "P, 4-player games"


def test_players_side_by_side_differ_in_colour_and_marker(warehouse: Warehouse) -> None:
    tables = [warehouse.query("player_rates", player=name, player_count=4) for name in NAMES]
    axes = plots.rates(pa.concat_tables(tables))
    lines = [container.lines[0] for container in axes.containers]
    assert len({line.get_color() for line in lines}) == len({line.get_marker() for line in lines}) == 4
    assert words(axes).count("rounds)") == 4


def test_ranks_show_the_number_of_games(warehouse: Warehouse) -> None:
    axes = plots.ranks(warehouse.query("ranks", player="P", player_count=3))
    shown = words(axes)
    assert axes.get_title() == "Final ranks, 3-player games (n = 2)"
    assert all(f"{place}\n" in shown for place in ("1st", "2nd"))
    assert "3rd\n0 of 2\n" in shown
    assert sum(patch.get_height() for patch in axes.patches) == pytest.approx(1)


def test_deal_ins_by_turn_show_the_number_of_discards(warehouse: Warehouse) -> None:
    table = warehouse.query("deal_ins_by_turn", player_count=4)
    axes = plots.deal_ins_by_turn(table)
    drawn = [r for r in table.to_pylist() if r["turn"] <= plots.LAST_TURN]
    facing_open = [r for r in drawn if r["facing"] == "open"]
    assert f"facing open (n = {sum(r['discards'] for r in facing_open):,} discards)" in words(axes)
    lines = [container.lines[0] for container in axes.containers]
    assert np.round(lines[1].get_xdata()).tolist() == [r["turn"] for r in facing_open]
    assert lines[1].get_ydata().tolist() == [r["deal_in_rate"] for r in facing_open]
    for style in ("get_color", "get_linestyle", "get_marker"):
        assert len({getattr(line, style)() for line in lines}) == 3


def test_charts_can_share_a_figure(warehouse: Warehouse) -> None:
    figure, (left, right) = plt.subplots(1, 2)
    assert plots.ranks(warehouse.query("ranks", player_count=4), left) is left
    assert plots.deal_ins_by_turn(warehouse.query("deal_ins_by_turn", player_count=4), ax=right) is right
    assert len(figure.axes) == 2


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_any_name_can_be_drawn(warehouse: Warehouse, name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shown = words(plots.rates(warehouse.query("player_rates", player=name, player_count=4)))
    assert plots.drawable(name) in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_without_a_font_for_it_text_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "_CJK_FONTS", ())
    for cached in (plots._families, plots._glyphs):
        cached.cache_clear()
    try:
        assert plots.drawable("東 A") == "\\u6771 A"
    finally:
        monkeypatch.undo()
        for cached in (plots._families, plots._glyphs):
            cached.cache_clear()


def test_with_a_font_for_it_text_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    class Font:
        def get_charmap(self) -> dict[int, int]:
            return {ord(c): 1 for c in "東A "}

    monkeypatch.setattr(font_manager, "get_font", lambda _: Font())
    plots._glyphs.cache_clear()
    try:
        assert plots.drawable("東 A") == "東 A"
    finally:
        monkeypatch.undo()
        plots._glyphs.cache_clear()


@pytest.mark.parametrize(
    ("chart", "statement"),
    [(plots.rates, "player_rates"), (plots.ranks, "ranks"), (plots.deal_ins_by_turn, "deal_ins_by_turn")],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_what_cannot_be_drawn_is_told(warehouse: Warehouse, chart: object, statement: str) -> None:
    table = warehouse.query(statement, player="P")
    with pytest.raises(ValueError, match="three and of four"):
        chart(table)  # type: ignore[operator]
    with pytest.raises(ValueError, match="empty"):
        chart(table.slice(0, 0))  # type: ignore[operator]


def test_too_many_players_are_refused(warehouse: Warehouse) -> None:
    table = warehouse.query("player_rates", player="P", player_count=4)
    many = pa.concat_tables([with_column(table, "player", [f"P{n}"] * len(table)) for n in range(9)])
    with pytest.raises(ValueError, match="9 players"):
        plots.rates(many)
