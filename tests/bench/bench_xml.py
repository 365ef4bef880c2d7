"""Speed of reading Tenhou XML into tables, beside the fastest parser that merely builds trees of it.

Time on the clock is compared, in one process: reading uses as many threads as there are processors.
"""

from __future__ import annotations

import pytest

from mjlog.formats import tenhou_xml
from mjlog.formats.base import Document

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def documents(shared) -> list[Document]:
    """Some 1,250 games, 18 megabytes, in memory."""
    files = sorted((shared / "corpus/tenhou-xml/mahjong-hands").glob("*gm-*"))
    return [Document(str(path), path.read_bytes()) for path in files]


@pytest.fixture(scope="module")
def size(documents) -> int:
    return sum(len(document.data) for document in documents)


@pytest.mark.benchmark(group="xml")
def test_tenhou_xml_to_tables(benchmark, documents, size):
    benchmark.extra_info["bytes"] = size
    tables = benchmark.pedantic(tenhou_xml.read, (documents,), rounds=10, warmup_rounds=1)
    assert (tables.games.num_rows, tables.rejects.num_rows) == (len(documents), 0)


@pytest.mark.benchmark(group="xml")
def test_build_trees_like_lxml(benchmark, documents, size):
    """One document's tree at a time, let go before the next."""
    etree = pytest.importorskip("lxml.etree")
    benchmark.extra_info["bytes"] = size
    contents = [document.data for document in documents]

    def run() -> int:
        return sum(len(etree.fromstring(data)) for data in contents)

    assert benchmark.pedantic(run, rounds=10, warmup_rounds=1) > 1_000_000
