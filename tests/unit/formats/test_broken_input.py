"""Whatever becomes of a log: nothing is raised, nothing hangs, and what is sound of it is read.

Every sample of every reader is damaged in every way.
"""

from __future__ import annotations

import gzip
import io
import random
import re
import time
import zipfile
from collections.abc import Callable

import pytest

import mjlog
from mjlog import formats
from mjlog.formats import readers
from mjlog.formats.base import Document
from mjlog.formats.builder import MOST_REJECTS
from mjlog.tables import LogTables
from tests.unit.formats.samples import format_of, samples

SAMPLES = samples()
SECONDS = 20
"""Time in which anything of these sizes must be read or refused, on a busy machine."""
MANY = 250_000
"""Bytes of a flood; that four times as many take four times as long is shown elsewhere."""
HTML = b"<!DOCTYPE html><html><head><title>504 Gateway Time-out</title></head><body>nginx</body></html>"


def is_text(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def zipped(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/log", data)
    return buffer.getvalue()


def read(data: bytes) -> LogTables:
    """Tables that follow their schemas, had in time and without a reader's failing."""
    start = time.monotonic()
    tables = formats.read(data)
    assert time.monotonic() - start < SECONDS
    tables.validate()
    assert not [r for r in tables.rejects["reason"].to_pylist() if "failed on it" in r]
    return tables


ROUNDS = {name: read(data).rounds.num_rows for name, data in SAMPLES.items()}

HARMLESS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "zip": zipped,
    "gzip in gzip": lambda d: gzip.compress(gzip.compress(d)),
}
HARMLESS_TEXT: dict[str, Callable[[bytes], bytes]] = {
    "byte order mark": lambda d: b"\xef\xbb\xbf" + d,
    "utf-16": lambda d: d.decode().encode("utf-16"),
    "utf-16 without a mark": lambda d: d.decode().encode("utf-16-be"),
    "utf-32": lambda d: d.decode().encode("utf-32"),
    "blank lines before and after": lambda d: b"\r\n\r\n  \n" + d + b"\n\n \n",
    "lines of windows": lambda d: d.replace(b"\n", b"\r\n"),
    "an error page after it": lambda d: d + b"\n" + HTML,
    "an error page before it": lambda d: HTML + b"\n" + d,
    "text after it": lambda d: d + b"\nthat was a good game\n",
}
LAST: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda d: d[: len(d) * 24 // 25],
    "cut off by a byte": lambda d: d.rstrip()[:-1],
    "a bit flipped": lambda d: d[: -len(d) // 25] + bytes([d[-len(d) // 25] ^ 1]) + d[-len(d) // 25 + 1 :],
    "a broken character": lambda d: d[: -len(d) // 20] + b"\xff" + d[-len(d) // 20 :],
    "a NUL": lambda d: d[: -len(d) // 20] + b"\0" + d[-len(d) // 20 :],
    "a quote": lambda d: d[: -len(d) // 20] + b'"' + d[-len(d) // 20 :],
    "a bracket": lambda d: d[: -len(d) // 20] + b"]" + d[-len(d) // 20 :],
    "gzip cut off": lambda d: gzip.compress(d)[:-12],
}
"""Damages near the end, of which at most the last round may suffer."""
NUMBER = re.compile(rb"(?<![\w.%#])\d+(?![\w.%])")
BLOCKS: dict[str, bytes] = {
    "an endless number": b"9" * 5000,
    "a huge exponent": b"1e999999",
    "a tiny exponent": b"1e-999999",
    "NaN": b"NaN",
    "Infinity": b"-Infinity",
    "a large number": b"18446744073709551616",
    "a negative number": b"-9223372036854775809",
    "nothing": b"",
    "null": b"null",
    "a lone surrogate": b'"\\ud800"',
    "an object": b'{"a":1}',
    "a deep array": b"[" * 50_000 + b"]" * 50_000,
}


AUDITED = {"null", "a large number", "a negative number"}


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_samples_are_good_logs_of_their_format(name: str) -> None:
    tables = read(SAMPLES[name])
    assert set(tables.games["source_format"].to_pylist()) == {format_of(name)}
    assert tables.rejects.num_rows == 0
    assert ROUNDS[name] >= 2


def test_every_reader_has_a_sample() -> None:
    assert {reader.NAME for reader in readers()} == {format_of(name) for name in SAMPLES}


@pytest.mark.parametrize("damage", sorted(HARMLESS | HARMLESS_TEXT))
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_what_does_no_harm_leaves_all_rounds(name: str, damage: str) -> None:
    data = SAMPLES[name]
    if damage in HARMLESS_TEXT and not is_text(data):
        pytest.skip("not text")
    assert read((HARMLESS | HARMLESS_TEXT)[damage](data)).rounds.num_rows == ROUNDS[name]


@pytest.mark.parametrize("damage", sorted(LAST))
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_damage_near_the_end_leaves_the_rounds_before(name: str, damage: str) -> None:
    tables = read(LAST[damage](SAMPLES[name]))
    assert tables.rounds.num_rows >= ROUNDS[name] - 1
    if damage not in {"a bit flipped", "a NUL"}:
        assert tables.rejects.num_rows or not tables.games["is_complete"][-1].as_py()


@pytest.mark.parametrize("block", sorted(BLOCKS))
@pytest.mark.parametrize("name", sorted(name for name in SAMPLES if NUMBER.search(SAMPLES[name])))
def test_no_number_is_too_strange(name: str, block: str) -> None:
    data = SAMPLES[name]
    numbers = list(NUMBER.finditer(data))
    found = random.Random(name + block).choice(numbers)
    tables = read(data[: found.start()] + BLOCKS[block] + data[found.end() :])
    if block in AUDITED:
        mjlog.audit(tables)


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_cut_off_anywhere_it_is_read_as_far_as_it_goes(name: str) -> None:
    data = SAMPLES[name]
    rounds = [read(data[: len(data) * part // 40]).rounds.num_rows for part in range(4, 41, 9)]
    assert rounds[-1] == ROUNDS[name]
    assert max(rounds) <= ROUNDS[name]


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_key_may_stand_twice_or_be_missing(name: str) -> None:
    data = SAMPLES[name]
    pairs = list(re.finditer(rb'"\w+"\s*:\s*(?:"[^"\n\\]*"|\d+)|(?<= )\w+="[^"]*"', data))
    for pair in random.Random(name).sample(pairs, min(len(pairs), 3)):
        comma = b", " if pair[0][:1] == b'"' else b" "
        read(data[: pair.end()] + comma + pair[0] + data[pair.end() :])
        read(data[: pair.start()] + data[pair.end() + 1 :])


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_log_that_stands_there_twice_is_two_games(name: str) -> None:
    tables = read(SAMPLES[name] + b"\n" + SAMPLES[name])
    if not is_text(SAMPLES[name]):
        return
    assert tables.rounds.num_rows == 2 * ROUNDS[name]


SENSELESS = [
    b"<", b">", b"{", b"[", b'"', b"\\", b"\n", b" ", b"\0", b"<a>", b"<!--", b"<T0/>", b'<INIT seed="',
    b'{"a":', b"[[", b'[{"', b"{}\n", b"[]\n", b'{"type":"tsumo"}\n', b'{"log":[', b'{"title":["',
    b"https://tenhou.net/6/#json=", b"https://tenhou.net/6/#json=%7B", b"\n\x03", b"\x08\xff", b"QUJD",
    b"4142", b'{"handRecord":[{', b'{"state":', b"Get: <INIT/>\n",
    b'{"head":{"uuid":"a"},"data":{"records":[', b"<mjloggm><GO/>", b"<?", b"<![CDATA[", b"&lt;",
    b'{"type":"start_kyoku","oya":0}\n', b'[{"type":"none"}]\n', b'{"player":["a"],"log":[[{"qipai":',
    b"\xef\xbb\xbf", b'{"data":"', b"%", b",", b"}",
]  # fmt: skip


@pytest.mark.parametrize("block", SENSELESS, ids=[repr(block)[:40] for block in SENSELESS])
def test_floods_of_nothing_are_refused_in_time(block: bytes) -> None:
    read(block * (MANY // len(block)))


@pytest.mark.parametrize("name", sorted(SAMPLES))
@pytest.mark.parametrize("block", [b"[", b'{"a":', b"<a>", b'"', b"(", b'[{"a":['], ids=repr)
def test_deep_nesting_within_a_log_is_refused_in_time(name: str, block: bytes) -> None:
    data = SAMPLES[name]
    middle = data.find(b",", len(data) // 2) if b"," in data[len(data) // 2 :] else len(data) // 2
    read(data[:middle] + block * (MANY // len(block)) + data[middle:])


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_problems_of_a_document_are_told_up_to_a_number(name: str) -> None:
    data = SAMPLES[name]
    (reader,) = (r for r in readers() if format_of(name) == r.NAME)
    halves = b"\n".join([data[: len(data) // 2], data[len(data) // 3 :]] * 60)
    tables = reader.read([Document("x", halves)])
    tables.validate()
    assert tables.rejects.num_rows <= MOST_REJECTS + 1


XML = SAMPLES["tenhou_xml"]
BOMB = b'<!DOCTYPE a [<!ENTITY a "' + b"x" * 1000 + b'"><!ENTITY b "' + b"&a;" * 1000 + b'">]>'


@pytest.mark.parametrize(
    "data",
    [
        BOMB + XML,
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + XML.replace(b'lobby="0"', b'lobby="&x;"'),
        b'<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd">' + XML,
        b'<?xml version="1.0" encoding="utf-8"?>\n<?xml-stylesheet href="http://127.0.0.1/"?>' + XML,
        XML.replace(b"<T52/>", b"<!-- who draws -->\n<T52/><!-- -- -->"),
        XML.replace(b"<T52/>", b"<![CDATA[<T52/>]]><T52/>"),
        XML.replace(b'"%41"', b'"&#65;&amp;&quot;"'),
    ],
)
def test_xml_is_markup_and_nothing_more(data: bytes) -> None:
    """No entity is expanded and nothing is fetched."""
    tables = read(data)
    assert tables.rounds.num_rows == ROUNDS["tenhou_xml"] or "declaration" in str(tables.rejects["reason"])
    shown = str(tables.game_players.to_pylist() + tables.games.to_pylist())
    assert "root:" not in shown
    assert len(shown) < 5000
