"""The SQL of the warehouse: one file per statement, with its documentation in the first lines.

Layers, each reading from those before it: *macros*; *facts* (tables joined with who played);
*selections* (which of them are counted, as table macros); *totals* (counts and sums that can be added up
over any choice of rounds or games); *rates* (what is asked for, with ``$parameters``).  All but rates are
views and macros that every connection has.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from importlib.resources import files
from typing import Final

LAYERS: Final = ("macros", "facts", "selections", "totals", "rates")
MACROS: Final = ("macros", "selections")
VIEWS: Final = ("facts", "totals")
_HEADER: Final = ("doc", "grain", "reads")
_PARAMETER: Final = re.compile(r"\$([a-z_]+)")


@dataclass(frozen=True, slots=True)
class Statement:
    """One named statement."""

    name: str
    layer: str
    doc: str
    """What it tells, with the definitions that it uses."""
    grain: str
    """One row per what."""
    reads: tuple[str, ...]
    """Tables, views and table macros that it reads."""
    sql: str
    """The text of its file."""

    @property
    def parameters(self) -> frozenset[str]:
        """Names of its ``$parameters``; each may be null, which chooses everything."""
        return frozenset(_PARAMETER.findall(self.sql))


@cache
def statements() -> dict[str, Statement]:
    """Every statement by name, each after those that it reads."""
    found: dict[str, Statement] = {}
    for layer in LAYERS:
        for file in (files(__package__) / "sql" / layer).iterdir():
            if file.name.endswith(".sql"):
                statement = parse(file.name.removesuffix(".sql"), layer, file.read_text(encoding="utf-8"))
                found[statement.name] = statement
    order = TopologicalSorter({name: set(s.reads) & found.keys() for name, s in sorted(found.items())})
    return {name: found[name] for name in order.static_order()}


def spelled_out(name: str, given: Collection[str] = ()) -> str:
    """A view and the views that it reads as expressions, for a question that is asked of it.

    Args:
        name: the view.
        given: views that are there.

    Returns:
        How the question begins: ``with`` and each view, after those that it reads.
    """
    needed = _read(name, frozenset(given)) | {name}
    views = [s for s in statements().values() if s.name in needed and s.layer in VIEWS]
    return "with " + ",\n".join(f"{view.name} as (\n{view.sql}\n)" for view in views)


def tables_of(names: Iterable[str], given: Collection[str] = ()) -> set[str]:
    """The tables that some views are counted from in the end, but for views that are there."""
    read = frozenset[str]().union(*(_read(name, frozenset(given)) for name in names))
    return set(read - statements().keys())


@cache
def _read(name: str, given: frozenset[str]) -> frozenset[str]:
    """All that a statement reads, itself or by others; no given view, nor what that reads."""
    known = statements()
    own = frozenset(known[name].reads) - given if name in known else frozenset[str]()
    return own.union(*(_read(other, given) for other in own))


def parse(name: str, layer: str, sql: str) -> Statement:
    """Read the header of a statement: comment lines ``-- doc:``, ``-- grain:``, ``-- reads:``.

    A comment line without such a word goes on with the line before.

    Raises:
        ValueError: when a header line is missing.
    """
    header: dict[str, str] = {}
    word = ""
    for line in sql.splitlines():
        if not line.startswith("--"):
            break
        text = line.removeprefix("--").strip()
        key, colon, rest = text.partition(":")
        if colon and key in _HEADER:
            word, text = key, rest.strip()
        header[word] = f"{header.get(word, '')} {text}".strip()
    missing = [key for key in _HEADER if key not in header]
    if missing:
        raise ValueError(f"statement {name} has no line -- {missing[0]}:")
    reads = tuple(n.strip() for n in header["reads"].split(",") if n.strip() not in {"", "nothing"})
    return Statement(name, layer, header["doc"], header["grain"], reads, sql)
