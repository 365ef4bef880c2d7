"""Any value of a log may be of any kind: readers raise nothing and tell what becomes of every document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from mjlog.formats import Reader, reader_of
from mjlog.formats.base import Document
from mjlog.formats.json_text import value_end
from tests.unit.formats.samples import format_of, samples

SAMPLES = samples()
MOST = 250
"""Documents of a sample; the values of a larger one are drawn by its name."""
ODD = {
    "null": b"null",
    "number": b"7",
    "fraction": b"1.0",
    "negative": b"-1",
    "text": b'"x"',
    "empty list": b"[]",
    "list": b"[1]",
    "lists": b'[["a"],null]',
    "object": b'{"a":[1]}',
    "true": b"true",
    "huge number": b"9" * 400,
    "beyond floats": b"1e400",
    "deep": b"[" * 2000 + b"]" * 2000,
    "deeper than it is read": b'{"a":' * 900 + b"1" + b"}" * 900,
}
ODD_TEXTS = {
    "empty": b"",
    "number": b"7",
    "negative": b"-1",
    "fraction": b"1.5",
    "huge number": b"9" * 400,
    "beyond floats": b"1e400",
    "text": b"x",
    "escapes": b"%FF%00&lt;&#0;",
    "commas": b"," * 300,
    "numbers": b"1,2,3,4,5,6,7,8,9,200,300,70000",
}
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|true|false|null|[\[{]')
_ATTRIBUTE = re.compile(rb'(?<=[\w"] )\w+="([^"]*)"')


def values(data: bytes) -> list[tuple[int, int]]:
    """Begin and end of every JSON value, or of every attribute's."""
    if data.lstrip()[:1] not in (b"{", b"["):
        return [found.span(1) for found in _ATTRIBUTE.finditer(data)]
    found = [token for token in _TOKEN.finditer(data) if not token[1]]
    return [(t.start(), value_end(data, t.start(), len(data)) if t[0] in b"[{" else t.end()) for t in found]


def changed(name: str) -> Iterator[Document]:
    """Documents that are a sample but for one value."""
    data, random = SAMPLES[name], Random(name)
    odd = ODD if data.lstrip()[:1] in (b"{", b"[") else ODD_TEXTS
    places = [(place, kind) for place in values(data) if place[1] - place[0] < len(data) // 2 for kind in odd]
    for (start, end), kind in random.sample(places, min(len(places), MOST)):
        yield Document(f"{kind} at {start}", data[:start] + odd[kind] + data[end:])


def named(reader: Reader, documents: list[Document]) -> list[str]:
    """The documents that make a reader fail."""
    failing = []
    for document in documents:
        try:
            reader.read([document]).validate()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told which document it was
            failing.append(f"{document.path}: {error!r}")
    return failing


WITH_VALUES = sorted(name for name, data in SAMPLES.items() if len(values(data)) > 1)


def test_all_formats_of_text_have_values() -> None:
    assert {format_of(name) for name in WITH_VALUES} == {format_of(name) for name in SAMPLES}


@pytest.mark.parametrize("name", WITH_VALUES)
def test_no_value_is_too_odd(name: str) -> None:
    reader, documents = reader_of(format_of(name)), list(changed(name))
    try:
        tables = reader.read(documents)
        tables.validate()
    except Exception:
        assert named(reader, documents) == []
        raise
    told = {*tables.games["source_path"].to_pylist(), *tables.rejects["source_path"].to_pylist()}
    assert {document.path for document in documents} - told == set()
