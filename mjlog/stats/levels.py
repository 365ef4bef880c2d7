"""Levels (ranks of players, as logged) in the order of the platforms' ladders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from mjlog.rank_points import ladders

_LATIN: Final = re.compile(r"(10|[1-9])[ _-]?(dan|kyuu?)")
_JAPANESE: Final[dict[str, Callable[[int], str]]] = {
    "dan": lambda number: f"{'初二三四五六七八九十'[number - 1]}段",
    "kyu": lambda number: f"{number}級",
    "kyuu": lambda number: f"{number}級",
}
"""How levels in Latin letters are written in Japanese."""


@cache
def _numbers() -> dict[str, int]:
    """The place of each level on its ladder; where ladders share a name, the lowest."""
    levels = [level for ladder in ladders().values() for level in ladder.levels.values()]
    return {level.name: level.number for level in sorted(levels, key=lambda level: -level.number)}


def by_rank(names: Iterable[str]) -> list[str]:
    """Levels, the lowest first; those of no ladder are last.

    >>> by_rank(["十段", "七段", "?", "八段"])
    ['七段', '八段', '十段', '?']
    """
    known = _numbers()
    return sorted(names, key=lambda name: (name not in known, known.get(name, 0), name))


def like_rank(name: str, levels: Iterable[str]) -> list[str]:
    """The level that a name is like, or the same as in Latin letters.

    >>> like_rank("7dan", ["七段", "八段"]), like_rank("七", ["七段", "八段"]), like_rank("x", ["七段"])
    (['七段'], ['七段'], [])
    """
    written = _LATIN.sub(lambda found: _JAPANESE[found[2]](int(found[1])), name.casefold())
    return get_close_matches(written, levels, n=1)


def sorted_by_rank(table: pa.Table, by: Sequence[str]) -> pa.Table:
    """A table of groups, most players first, with levels in their order.

    Args:
        table: with player_count and the columns of `by`.
        by: what its rows are told apart by; the order of rows of one group stays.
    """
    if "level" not in by:
        return table
    known = pc.unique(table["level"].combine_chunks()).drop_null()
    places = pc.index_in(table["level"], pa.array(by_rank(known.to_pylist()), pa.string()))
    keys = table.select(["player_count", *by]).set_column(1 + list(by).index("level"), "level", places)
    keys = keys.append_column("row", pa.array(range(len(table)), pa.int64()))
    order = [("player_count", "descending"), *((name, "ascending") for name in (*by, "row"))]
    return table.take(pc.sort_indices(keys, order))
