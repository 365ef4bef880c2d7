"""Plain Python rows as the columns of log tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import lists_array, words_array
from mjlog.tiles import TILE_NAMES


def table_of(
    table: schema.TableSchema, ids: pa.Array, games: Any, columns: Mapping[str, pa.Array]
) -> pa.Table:
    """`columns` as a table, each row of the game whose number is in `games`; absent ones are null."""
    game_ids = pa.DictionaryArray.from_arrays(pa.array(games, pa.int32()), ids)
    arrays = {
        column.name: columns[column.name] if column.name in columns else _nulls(len(games), column)
        for column in table.columns[1:]
    }
    return pa.Table.from_arrays([game_ids, *arrays.values()], schema=table.arrow)


def _nulls(count: int, column: schema.Column) -> pa.Array:
    return _plain_array([None] * count, column) if column.words else pa.nulls(count, column.type)


def columns_of(table: schema.TableSchema, values: Mapping[str, list[Any]]) -> dict[str, pa.Array]:
    """Columns of `table` from plain Python values by name."""
    return {c.name: _plain_array(values[c.name], c) for c in table.columns if c.name in values}


def plain_columns(
    table: schema.TableSchema, rows: list[dict[str, Any]], but: Sequence[str] = ()
) -> dict[str, pa.Array]:
    """The columns of `table` that readers fill, but for those in `but`, from rows of plain values."""
    names = [c.name for c in table.columns[1:] if not c.name.startswith("calc_") and c.name not in but]
    return columns_of(table, {name: [row.get(name) for row in rows] for name in names})


def _plain_array(values: list[Any], column: schema.Column) -> pa.Array:
    """Plain Python `values` as the Arrow type of `column`, words checked against its vocabulary."""
    if not column.words:
        return _plain(values, column.type)
    code = {word: i for i, word in enumerate(column.words)}
    code_of = code.__getitem__
    if pa.types.is_list(column.type):
        flat = [code_of(v) for row in values if row is not None for v in row]
        lengths = np.array([0 if row is None else len(row) for row in values], dtype=np.int32)
        null = np.array([row is None for row in values], dtype=bool)
        return lists_array(words_array(np.array(flat, dtype=np.uint8), column.words), lengths, null=null)
    codes = [255 if v is None else code_of(v) for v in values]
    return words_array(np.array(codes, dtype=np.uint8), column.words)


def _plain(values: list[Any], kind: pa.DataType) -> pa.Array:
    """`values` as an array; halves of surrogate pairs in texts become the replacement character."""
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        return pa.array([sound(v) if isinstance(v, str) else v for v in values], kind)


def sound(text: str) -> str:
    """`text` with the replacement character for halves of surrogate pairs, which no encoding has."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def identity(text: str | None) -> str | None:
    """The name or account of a player; None where it is empty or blank, for nobody is called so.

    >>> identity(" A "), identity(""), identity(" \u3000"), identity(None)
    (' A ', None, None, None)
    """
    return None if not text or text.isspace() else text


def code_lists(rows: Sequence[Sequence[int] | None], words: Sequence[str] = TILE_NAMES) -> pa.ListArray:
    """Sequences of codes (or None) as a list column of `words`, tiles if they are not given."""
    return byte_lists(rows, lambda codes: words_array(codes, words))


def byte_lists(
    rows: Sequence[Sequence[int] | None], values_of: Callable[[NDArray[np.uint8]], pa.Array]
) -> pa.ListArray:
    """Sequences of numbers below 256 (or None) as a list column.

    Args:
        rows: the sequences; bytes are fast.
        values_of: makes the values of all lists, one after the other.
    """
    told = [row for row in rows if row is not None]
    try:
        flat = b"".join(told)  # type: ignore[arg-type]  # most are bytes
    except TypeError:
        flat = b"".join(map(bytes, told))
    values = values_of(np.frombuffer(flat, dtype=np.uint8))
    if len(told) == len(rows):
        return lists_array(values, np.fromiter(map(len, told), np.int32, len(told)))
    null = np.array([row is None for row in rows], dtype=bool)
    lengths = np.zeros(len(rows), dtype=np.int32)
    lengths[~null] = [len(row) for row in told]
    return lists_array(values, lengths, null=null)
