"""The notebooks run from top to bottom, without errors, and are stored without outputs."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from mjlog.schema import TABLES
from mjlog.warehouse.statements import statements
from tests.conftest import ROOT

FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
each = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def outputs(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [o for cell in notebook.cells if cell.cell_type == "code" for o in cell.outputs]


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=lambda p: p.stem)
def executed(request: pytest.FixtureRequest) -> nbformat.NotebookNode:
    """A notebook after it was run in its own folder."""
    notebook = read(request.param)
    where = {"metadata": {"path": str(FOLDER)}}
    NotebookClient(notebook, timeout=300, allow_errors=False, resources=where).execute()
    return notebook


def test_notebooks_are_numbered_in_order() -> None:
    numbers = [int(path.stem.split("_")[0]) for path in NOTEBOOKS]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 7


@pytest.mark.filterwarnings("default")
def test_it_runs_without_complaint_and_draws(executed: nbformat.NotebookNode) -> None:
    shown = outputs(executed)
    assert not [o.text for o in shown if o.output_type == "stream" and o.name == "stderr"]
    assert any("image/png" in o.get("data", {}) for o in shown)


@each
def test_it_is_stored_without_outputs(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert not outputs(notebook)
    for cell in notebook.cells:
        assert cell.cell_type != "code" or cell.execution_count is None


@each
def test_one_line_takes_own_logs(path: Path) -> None:
    first, *others = [cell.source for cell in read(path).cells if cell.cell_type == "code"]
    assert first.startswith("LOGS = ")
    assert "your own" in first.splitlines()[0]
    assert not any(source.startswith("LOGS = ") for source in others)


@each
def test_it_opens_with_a_title_and_how_to_take_own_logs(path: Path) -> None:
    opening = read(path).cells[0]
    assert opening.cell_type == "markdown"
    assert opening.source.startswith("# ")
    assert "change the one line" in opening.source.replace("\n", " ")


@each
def test_statements_that_it_names_are_there(path: Path) -> None:
    source = "\n".join(cell.source for cell in read(path).cells)
    named = set(re.findall(r'\.table\("(\w+)"', source))
    assert named <= {*statements(), *TABLES}


@each
def test_it_hides_no_sql(path: Path) -> None:
    for cell in read(path).cells:
        if cell.cell_type == "code":
            assert '"""' not in cell.source
            assert "duckdb" not in cell.source
