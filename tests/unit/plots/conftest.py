"""A warehouse of simulated games whose players have awkward names, and what a drawn chart says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import matplotlib as mpl
import pyarrow as pa
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.text import Text

from mjlog.simulate import simulate
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from tests.unit.warehouse.conftest import with_column

NAMES = ("P", "東風 太郎", "$\\frac{1}{0}$", "\x1b[31m\u202e\nX")


@pytest.fixture(scope="session", autouse=True)
def _no_window() -> Iterator[None]:
    with mpl.rc_context({"backend": "agg"}):
        yield


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


@pytest.fixture(scope="session")
def warehouse() -> Warehouse:
    """Ten games of four players and two of three, the same names at both tables."""
    made = Warehouse()
    for preset, games in (("tenhou", 10), ("tenhou_sanma", 2)):
        tables = LogTables.concat(simulate(preset, games=games, seed=5))
        seats = tables.game_players["seat"].to_pylist()
        named = with_column(tables.game_players, "name", [NAMES[s] for s in seats])
        made.add([replace(tables, game_players=named)])
    return made


def words(axes: Axes) -> str:
    """Every text of a drawn chart; a glyph that no font has is an error."""
    axes.figure.canvas.draw()
    return "\n".join(text.get_text() for text in axes.findobj(Text)) + "\n"


def overlapping(axes: Axes) -> list[tuple[str, str]]:
    """Pairs of texts of a chart that lie on each other."""
    axes.figure.draw_without_rendering()
    shown = [t for t in axes.findobj(Text) if t.get_visible() and t.get_text().strip()]
    boxes = [(t.get_text(), t.get_window_extent().padded(-1)) for t in shown if t.get_figure() is not None]
    return [
        (text, other)
        for at, (text, box) in enumerate(boxes)
        for other, beside in boxes[at + 1 :]
        if box.overlaps(beside) and text != other
    ]


def column(table: pa.Table, name: str) -> list[object]:
    """A column as a list."""
    return table[name].to_pylist()
