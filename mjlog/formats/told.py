"""What a reader tells, held against the schema at once: what is wrong has a name and leaves nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, Final

from mjlog import schema
from mjlog.rulesets.standard import SEATS
from mjlog.tiles import TILE_NAMES

_NAMED: Final[Mapping[str, frozenset[str]]] = {
    table.name: frozenset(column.name for column in table.columns) for table in schema.LOG_TABLES
}
_NEEDED: Final = {
    "games": ("source_path", "source_format", "player_count"),
    "rounds": ("round_wind", "round_number", "dealer_seat", "honba", "riichi_sticks"),
    "wins": ("seat", "from_seat", "tile"),
}
"""Columns that a row has from the beginning."""
_LONGEST: Final = 40
_HANDS: Final = tuple(f"hand {seat}" for seat in range(SEATS))


class Kinds(dict[str, int]):
    """Numbers of the kinds of events."""

    def __missing__(self, kind: object) -> int:
        """Refuse what is no kind.

        Raises:
            ValueError: always; it names the nearest kind.
        """
        raise ValueError(f"no kind of event is called {_unknown(kind, schema.EVENT_KINDS)}")


def check(table: str, values: Mapping[str, Any], *, also: Collection[str] = (), new: bool = True) -> None:
    """Make sure that values can be a row.

    Args:
        table: name of the table.
        values: values by column.
        also: names that are no columns and may be there.
        new: whether a row begins, which needs some columns.

    Raises:
        ValueError: when a name is no column, a word none of its column's, or a needed column is not there.

    >>> check("draws", {"log_tpye": "ryuukyoku"})
    Traceback (most recent call last):
    ...
    ValueError: no column of draws is called 'log_tpye'; did you mean log_type?
    """
    known = _NAMED[table]
    if not (values.keys() <= known or values.keys() <= _named(table, tuple(also))):
        for name in values:
            if name not in known and name not in also:
                raise ValueError(f"no column of {table} is called {_unknown(name, known)}")
    if new:
        for needed in _NEEDED.get(table, ()):
            if values.get(needed) is None:
                missing = [name for name in _NEEDED[table] if values.get(name) is None]
                raise ValueError(f"a row of {table} needs {', '.join(missing)}")
    for name, words in _words(table).items():
        value = values.get(name)
        if value is not None and not (value in words if isinstance(value, str) else words.issuperset(value)):
            _check_words(f"{table}.{name}", [value] if isinstance(value, str) else value, words)


def dealt(hands: Sequence[Iterable[int]], players: int) -> list[bytes]:
    """Hands by seat as codes, an empty one for each seat that has none.

    Raises:
        ValueError: when there are not as many hands as players or seats, or one is no codes of tiles.
    """
    if len(hands) not in (players, SEATS):
        raise ValueError(f"{len(hands)} hands for {players} players")
    told = [codes(hand, what) for hand, what in zip(hands, _HANDS, strict=False)]
    return told + [b""] * (SEATS - len(told))


def codes(tiles: Iterable[int], what: str) -> bytes:
    """Tiles as codes.

    Raises:
        ValueError: when they are none; it says of what.
    """
    try:
        return bytes(tiles)
    except (TypeError, ValueError):
        raise ValueError(f"{what} is no list of tile codes: {str(tiles)[:_LONGEST]}") from None


@cache
def _named(table: str, also: tuple[str, ...]) -> frozenset[str]:
    """Names of columns, and others that may be there."""
    return _NAMED[table].union(also)


@cache
def _words(table: str) -> dict[str, frozenset[str]]:
    """Columns of words; tiles are told as codes."""
    columns = schema.TABLES[table].columns
    return {c.name: frozenset(c.words) for c in columns if c.words and c.words != TILE_NAMES}


def _check_words(column: str, told: Iterable[Any], words: frozenset[str]) -> None:
    strange = [word for word in told if word not in words]
    if strange:
        raise ValueError(f"{column} is never {_unknown(strange[0], words)}")


def _unknown(name: object, known: Iterable[str]) -> str:
    """A name that is not known, with the nearest one that is."""
    near = get_close_matches(str(name)[:_LONGEST], sorted(known), 1)
    return repr(name)[:_LONGEST] + (f"; did you mean {near[0]}?" if near else "")
