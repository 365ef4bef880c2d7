"""Between NumPy columns and Arrow columns: tiles, vocabularies, lists, nulls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.tiles import NO_TILE, TILE_NAMES

Array = NDArray[Any]


def words_array(codes: Array, words: Sequence[str], null: int = 255) -> pa.DictionaryArray:
    """(n,) uint8 `codes` into `words` as an Arrow dictionary column; `null` becomes null."""
    codes = np.ascontiguousarray(codes, dtype=np.uint8)
    indices = _with_nulls(pa.uint8(), codes, codes != null)
    return pa.DictionaryArray.from_arrays(indices, _dictionary(tuple(words)))


@lru_cache(maxsize=64)
def _dictionary(words: tuple[str, ...]) -> pa.Array:
    return pa.array(words, pa.string())


def _with_nulls(type_: pa.DataType, values: Array, valid: Array) -> pa.Array:
    """(n,) contiguous `values` of a type as they stand in memory, null where not `valid` (n,)."""
    bits = None if valid.all() else pa.py_buffer(np.packbits(valid, bitorder="little"))
    return pa.Array.from_buffers(type_, len(values), [bits, pa.py_buffer(values)])


def bools_array(values: Array, valid: Array | None = None) -> pa.Array:
    """(n,) bool `values` as booleans, null where not `valid` (n,)."""
    bits = pa.py_buffer(np.packbits(values, bitorder="little"))
    known = None if valid is None or valid.all() else pa.py_buffer(np.packbits(valid, bitorder="little"))
    return pa.Array.from_buffers(pa.bool_(), len(values), [known, bits])


def flags_array(values: Array) -> pa.Array:
    """(n,) 1, 0 or less as booleans; less than 0 becomes null."""
    return bools_array(values == 1, values >= 0)


def tiles_array(codes: Array) -> pa.DictionaryArray:
    """(n,) uint8 tile codes as a tile column; 255 becomes null."""
    return words_array(codes, TILE_NAMES, NO_TILE)


def tile_lists(matrix: Array, *, null: Array | None = None) -> pa.ListArray:
    """(n, w) uint8 tile codes padded with 255 as a list column; rows where `null` become null."""
    matrix = np.asarray(matrix, dtype=np.uint8)
    rows = np.arange(len(matrix)) if null is None else np.flatnonzero(~null)
    filled = matrix if len(rows) == len(matrix) else matrix[rows]
    present = filled != NO_TILE
    lengths = np.zeros(len(matrix), dtype=np.int32)
    lengths[rows] = row_sums(present)
    return lists_array(tiles_array(filled[present]), lengths, null=null)


def row_sums(flags: Array) -> NDArray[np.uint8]:
    """(n,) how many of each row of `flags` (n, w < 256) are true; few columns are added up one by one."""
    sums = np.zeros(len(flags), dtype=np.uint8)
    for column in flags.T:
        sums += column
    return sums


def lists_array(values: pa.Array, lengths: Array, *, null: Array | None = None) -> pa.ListArray:
    """Flat `values` cut into lists of `lengths` (n,); rows where `null` (n,) bool become null."""
    offsets = np.zeros(len(lengths) + 1, dtype=np.int32)
    np.cumsum(lengths, out=offsets[1:])
    null = np.zeros(0, dtype=bool) if null is None else np.asarray(null, dtype=bool)
    valid = pa.py_buffer(np.packbits(~null, bitorder="little")) if null.any() else None
    buffers = [valid, pa.py_buffer(offsets)]
    return pa.Array.from_buffers(pa.list_(values.type), len(lengths), buffers, children=[values])


def ints_array(values: Array, type_: pa.DataType, null: int | None = None) -> pa.Array:
    """(n,) integers as the integer type `type_`; `null` becomes null.

    Raises:
        ArrowInvalid: when one of the others is no number of that type.
    """
    values = np.asarray(values)
    valid = np.ones(len(values), dtype=bool) if null is None else values != null
    narrow = np.ascontiguousarray(values, dtype=type_.to_pandas_dtype())
    if narrow.dtype != values.dtype and not ((narrow == values) | ~valid).all():
        return pa.array(values, mask=~valid).cast(type_)
    return _with_nulls(type_, narrow, valid)


def score_lists(scores: Array, players: Array, *, null: Array | None = None) -> pa.ListArray:
    """(n, 4) int scores as lists of the first `players` (n,) seats."""
    scores = np.asarray(scores, dtype=np.int32)
    used = np.arange(scores.shape[1])[None, :] < np.asarray(players)[:, None]
    return lists_array(pa.array(scores[used]), used.sum(axis=1), null=null)


def codes_of(column: pa.ChunkedArray | pa.Array, words: Sequence[str], null: int = 255) -> NDArray[np.uint8]:
    """A dictionary (or string) column as (n,) uint8 codes into `words`; nulls become `null`.

    Raises:
        ValueError: when the column holds a word that is not in `words`.
    """
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode()
    known = {word: code for code, word in enumerate(words)}
    dictionary = array.dictionary.to_pylist()
    if dictionary == list(words) and array.indices.type == pa.uint8():
        return np.asarray(array.indices.fill_null(null))
    strange = [w for w in dictionary if w not in known]
    if strange:
        raise ValueError(f"not in the vocabulary: {', '.join(map(str, strange))}")
    table = np.array([*(known[w] for w in dictionary), null], dtype=np.uint8)
    indices = array.indices.cast(pa.int32()).fill_null(len(dictionary))
    codes: NDArray[np.uint8] = table[indices.to_numpy(zero_copy_only=False)]
    return codes


def matrix_of(column: pa.ChunkedArray | pa.Array, width: int, fill: int, words: Sequence[str] = ()) -> Array:
    """A list column as an (n, width) matrix padded with `fill`; null rows are all `fill`.

    With `words` the values are dictionary words and the matrix holds uint8 codes, otherwise it
    has the integer type of the values.

    Raises:
        ValueError: when a list is longer than `width`.
    """
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    lengths = array.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    if lengths.size and lengths.max() > width:
        raise ValueError(f"a list of {lengths.max()} entries where at most {width} are possible")
    flat = array.flatten()
    values = codes_of(flat, words, fill) if words else flat.fill_null(fill).to_numpy(zero_copy_only=False)
    if lengths.size and lengths.min() == lengths.max() == width:
        return values.reshape(-1, width)
    matrix = np.full((len(array), width), fill, dtype=values.dtype)
    skipped = np.arange(len(array)) * width - (np.cumsum(lengths) - lengths)
    matrix.reshape(-1)[np.arange(len(values)) + np.repeat(skipped, lengths)] = values
    return matrix


def ints_of(column: pa.ChunkedArray | pa.Array, null: int) -> Array:
    """An integer column as (n,) NumPy integers; nulls become `null`."""
    return np.asarray(column.fill_null(null))
