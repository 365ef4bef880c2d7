"""Tables through a file in memory: the same to the last dictionary, and no open file is left."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path

import pyarrow as pa
import pytest

from mjlog.tables import LogTables
from mjlog.warehouse.derive import derive
from mjlog.warehouse.handover import put, taken
from mjlog.warehouse.processes import ARE_SAFE

pytestmark = pytest.mark.skipif(not ARE_SAFE, reason="files in memory are those of Linux")

WORDS = pa.dictionary(pa.int8(), pa.string())
STRANGE = pa.table(
    {
        "several dictionaries": pa.chunked_array(
            [
                pa.array(["a", None, "b"]).dictionary_encode().cast(WORDS),
                pa.array(["c", "a", None]).dictionary_encode().cast(WORDS),
            ]
        ),
        "unused words": pa.DictionaryArray.from_arrays(
            pa.array([2, 2, None, 0, 2, 0], pa.int8()), pa.array(["x", "y", "z"])
        ),
        "lists": pa.array([[1], None, [], [2, 3], [], None], pa.list_(pa.int16())),
        "lists of words": pa.array([["k"], [], None, ["k", None], ["l"], ["k"]], pa.list_(WORDS)),
        "flags": [True, None, False, True, True, None],
        "nothing": pa.nulls(6, pa.int64()),
    },
).replace_schema_metadata({"about": "a test"})


def chunks_of(table: pa.Table) -> list[list[pa.Array]]:
    return [column.chunks for column in table.columns]


@pytest.mark.parametrize(
    "table",
    [
        STRANGE,
        STRANGE.combine_chunks().slice(1, 4),
        STRANGE.slice(2, 0),
        STRANGE.schema.empty_table(),
        pa.concat_tables([STRANGE.slice(3), STRANGE]),
    ],
    ids=["whole", "a slice", "an empty slice", "no rows", "many chunks"],
)
def test_columns_come_as_they_were(table: pa.Table) -> None:
    found, about = taken(put({"first": table, "second": STRANGE, "third": table}, {"words": 3}))
    assert (list(found), about) == (["first", "second", "third"], {"words": 3})
    for name in ("first", "third"):
        assert found[name].schema.equals(table.schema, check_metadata=True)
        assert found[name].equals(table)
        found[name].validate(full=True)
    for ours, others in zip(chunks_of(found["second"]), chunks_of(STRANGE), strict=True):
        assert pa.chunked_array(ours).equals(pa.chunked_array(others))
    one, other = found["second"]["several dictionaries"].chunks
    assert (one.dictionary.to_pylist(), other.dictionary.to_pylist()) == (["a", "b"], ["c", "a"])
    assert found["second"]["unused words"].chunk(0).dictionary.to_pylist() == ["x", "y", "z"]


def test_every_stored_table_does(yonma: LogTables, sanma: LogTables) -> None:
    for log in (yonma, sanma, LogTables.empty()):
        given = {field.name: getattr(log, field.name) for field in fields(log)}
        derived, _ = derive(log, None)
        for tables in (given, derived):
            found, _ = taken(put(tables, None))
            assert {n for n in tables if not found[n].equals(tables[n], check_metadata=True)} == set()
            assert found.keys() == tables.keys()


def test_they_are_used_where_they_lie() -> None:
    table = pa.table({"numbers": pa.array(range(200_000), pa.int64())})
    before = pa.total_allocated_bytes()
    found, _ = taken(put({"only": table}, None))
    assert pa.total_allocated_bytes() - before < table.nbytes / 10
    assert found["only"].equals(table)


def test_no_file_stays_open_and_the_tables_stay() -> None:
    before = set(Path("/proc/self/fd").iterdir())
    found, _ = taken(put({"only": STRANGE}, None))
    assert set(Path("/proc/self/fd").iterdir()) == before
    assert found["only"].equals(STRANGE)
    with pytest.raises(AttributeError):
        put({"only": STRANGE, "no table": 3}, None)
    assert set(Path("/proc/self/fd").iterdir()) == before
    number = os.memfd_create("empty")
    with pytest.raises(Exception):  # noqa: B017, PT011 - whichever
        taken(number)
    assert set(Path("/proc/self/fd").iterdir()) == before
    assert not list(Path("/dev/shm").glob("mjlog*"))
