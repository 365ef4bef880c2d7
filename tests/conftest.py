"""What all tests share: the corpus of real logs, and how hypothesis runs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder with the corpus of real logs; tests that ask for it are marked `corpus`."""
    folder = Path(os.environ.get("MJLOG_SHARED") or ROOT.parent / "shared")
    if not (folder / "corpus").is_dir():
        pytest.skip("no corpus: set MJLOG_SHARED to the folder that holds it")
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "shared" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.corpus)
