"""Readers that do not come with mjlog: of installed packages, of modules and of files."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import warnings
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from mjlog.formats.base import Reader
from mjlog.formats.outside import check_reader

GROUP: Final = "mjlog.formats"
"""Entry points of packages that bring a reader: its name, and the module or object that it is."""


def installed() -> list[Reader]:
    """The readers of installed packages, in order of their names; one that cannot be used is warned of."""
    found: list[Reader] = []
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        try:
            reader: Any = point.load()
            check_reader(reader)
        except Exception as error:  # noqa: BLE001 - one broken package does not spoil the others
            why = f"{type(error).__name__}: {error}"
            warnings.warn(f"the format {point.name} ({point.value}) cannot be used: {why}", stacklevel=2)
        else:
            found.append(reader)
    return found


def module_of(name: str) -> Any:
    """The module called `name`, or that of a Python file at that path.

    Raises:
        ValueError: when there is none, or it fails; the message says why.
    """
    try:
        return _of_file(Path(name)) if name.endswith(".py") else importlib.import_module(name)
    except Exception as error:
        raise ValueError(f"the reader {name} cannot be used: {type(error).__name__}: {error}") from error


def _of_file(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    spec.loader.exec_module(module)
    return module
