"""Several formats in one document: each part is read by its reader, or told with its place."""

from __future__ import annotations

import re
import time
from itertools import permutations, zip_longest

import pytest

from mjlog import formats
from mjlog.formats.base import Document
from mjlog.formats.mixed import shares
from mjlog.tables import LogTables
from tests.unit.formats.samples import format_of, samples

TEXTS = {name: data for name, data in samples().items() if not name.endswith("wire")}
PAIRS = list(permutations(sorted(TEXTS), 2))
BETWEEN = (b"", b"\n", b"\r\n\r\n")
"""What stands between the logs of a pair, in turn."""
KIN = {"tenhou_xml", "tenhou_transcript"}
"""A transcript is made of the tags of XML logs, so that its reader takes those, too."""
HTML = b"<html><head><title>502 Bad Gateway</title></head>" + b"<p>x</p>\n" * 9000 + b"</html>"


def rounds_of(tables: LogTables) -> dict[str, int]:
    """Rounds by format."""
    of_game = dict(zip(*(tables.games[c].to_pylist() for c in ("game_id", "source_format")), strict=True))
    counts: dict[str, int] = {}
    for game_id in tables.rounds["game_id"].to_pylist():
        counts[of_game[game_id]] = counts.get(of_game[game_id], 0) + 1
    return counts


def alone(*names: str) -> dict[str, int]:
    """Rounds by format of logs that are read one by one."""
    return rounds_of(formats.read([samples()[name] for name in names]))


@pytest.mark.parametrize("number", range(len(PAIRS)), ids=["+".join(pair) for pair in PAIRS])
def test_two_logs_in_one_file_are_both_read(number: int) -> None:
    (first, second), between = PAIRS[number], BETWEEN[number % len(BETWEEN)]
    tables = formats.read(TEXTS[first] + between + TEXTS[second])
    tables.validate()
    if {format_of(first), format_of(second)} == KIN:
        assert tables.rounds.num_rows == sum(alone(first, second).values())
    else:
        assert rounds_of(tables) == alone(first, second)
        assert tables.rejects.num_rows == 0


def test_all_formats_in_one_file_are_read() -> None:
    data = b"\n".join(TEXTS.values())
    assert rounds_of(formats.read(data)) == alone(*TEXTS)
    assert set(formats.formats_of(Document("x", data))) == {format_of(name) for name in TEXTS}


@pytest.mark.parametrize("name", sorted(set(TEXTS) - {"mjai"}))
def test_a_game_goes_on_behind_another_log_in_its_midst(name: str) -> None:
    lines = samples()["mjai"].splitlines(keepends=True)
    middle = len(lines) // 2
    tables = formats.read(b"".join([*lines[:middle], TEXTS[name], b"\n", *lines[middle:]]))
    assert rounds_of(tables) == alone("mjai", name)
    assert tables.games.num_rows == 2


def test_tags_between_the_lines_of_another_log_are_a_log() -> None:
    tags = re.findall(rb"<[A-Z][^>]*>", TEXTS["tenhou_xml"])
    lines = TEXTS["mjai"].splitlines()
    tables = formats.read(
        b"\n".join(part for pair in zip_longest(tags, lines, fillvalue=b"") for part in pair)
    )
    assert rounds_of(tables) == alone("tenhou_xml", "mjai")
    assert tables.events.num_rows == formats.read([TEXTS["tenhou_xml"], TEXTS["mjai"]]).events.num_rows


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_offsets_are_those_of_the_whole_file(name: str) -> None:
    before = samples()["tenhou_xml" if name != "tenhou_xml" else "mjai"] + b"\n"
    whole, own = formats.read(before + TEXTS[name]), formats.read(TEXTS[name])
    placed = [o for o in own.rounds["source_offset"].to_pylist() if o is not None]
    found = whole.rounds["source_offset"].to_pylist()
    assert [offset + len(before) for offset in placed] == [
        o for o in found if o is not None and o >= len(before)
    ]


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_what_is_no_log_before_and_behind_is_told_with_its_place(name: str) -> None:
    tables = formats.read(HTML + b"\n" + TEXTS[name] + b"\n" + HTML)
    assert rounds_of(tables) == alone(name)
    assert tables.rejects.num_rows >= 1
    told = tables.rejects["source_offset"].to_pylist()
    assert 0 in told
    assert any(offset >= len(HTML) + len(TEXTS[name]) for offset in told)


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_log_behind_a_long_text_is_found(name: str) -> None:
    tables = formats.read(b"a note\n" * 20_000 + TEXTS[name])
    assert rounds_of(tables) == alone(name)
    assert 'no known log: text, "a note"' in tables.rejects["reason"].to_pylist()


@pytest.mark.parametrize("name", sorted(set(TEXTS) - {"mjai"}))
def test_a_log_behind_one_that_is_cut_off_is_read(name: str) -> None:
    cut = samples()["mjai"][:-30]
    tables = formats.read(cut + b"\n" + TEXTS[name])
    assert rounds_of(tables)[format_of(name)] == alone(name)[format_of(name)]
    assert tables.rejects.num_rows >= 1


def test_an_ordinary_document_is_one_share() -> None:
    for name, data in TEXTS.items():
        parts = shares(Document("x", data), formats.recognise)
        assert [part.reader.NAME for part in parts if part.reader is not None] == [format_of(name)]
        assert parts[0].document.data.split() == data.split()


@pytest.mark.parametrize(
    "data", [b"<a>", b"{", b"[", b'{"', b'["', b"\n", b"<!--", b"<a1>{", b'{"a":1}\n', b"<a></a>", b"{}<b>"]
)
def test_senseless_documents_are_cut_in_no_time(data: bytes) -> None:
    start = time.monotonic()
    shares(Document("x", data * (300_000 // len(data))), formats.recognise)
    assert time.monotonic() - start < 10


CODED = samples()["mahjong_soul-base64"].strip()


def test_lines_of_encoded_logs_are_one_share() -> None:
    lines = [CODED] * 50
    lines[25] = CODED[:400] + b"A" + CODED[400:]
    data = b"\n".join(lines)
    parts = shares(Document("x", data), formats.recognise)
    assert sum(len(part.document.data) for part in parts) < 2 * len(data)
    tables = formats.read(b"a note\n" + data)
    assert tables.games.num_rows >= 49
    assert formats.formats_of(Document("x", data)) == ("mahjong_soul",)


def test_encoded_logs_between_others_are_read_at_their_places() -> None:
    other = TEXTS["mjai"]
    data = b"\n".join([CODED, other, CODED, b"a note", CODED])
    assert rounds_of(formats.read(data)) == {
        "mjai": alone("mjai")["mjai"],
        "mahjong_soul": 3 * alone("mahjong_soul-base64")["mahjong_soul"],
    }
