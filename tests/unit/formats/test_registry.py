from __future__ import annotations

import gzip
import json
import types

import pytest

from mjlog import formats
from mjlog.formats import registry, tenhou_xml
from mjlog.formats.base import Document
from mjlog.formats.builder import LogBuilder
from mjlog.formats.coverage import Coverage
from mjlog.formats.unknown import describe
from mjlog.tables import LogTables
from tests.unit.formats import mjai_snippets
from tests.unit.formats.xml_snippets import draw, init, log

GAME = log(init(), "<T52/><D52/>", draw()).encode()
NAMED = {reader.NAME: reader for reader in formats.readers()}


def test_every_reader_offers_what_a_reader_must():
    assert len(NAMED) == len(formats.readers())
    for reader in formats.readers():
        assert reader.TITLE
        assert isinstance(reader.COVERAGE, Coverage)
        assert not reader.sniff(b"")
        assert reader.read([]).games.num_rows == 0


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (GAME, "tenhou_xml"),
        (b"\n\n<!-- a comment " + b"-" * 5000 + b">-->" + GAME, "tenhou_xml"),
        (b'{"title":["",""],"name":["a","b","c","d"],"rule":{"aka":1},"log":[[[0,0,0]', "tenhou_json"),
        (b'{"type":"start_game","names":["a","b","c","d"]}\n', "mjai"),
    ],
)
def test_formats_are_recognised_by_content(data, name):
    reader = formats.recognise(data)
    assert reader is not None
    assert name == reader.NAME


def test_a_batch_may_mix_formats(tmp_path):
    actions = [mjai_snippets.START, mjai_snippets.deal(), *mjai_snippets.turn(0, "9m")]
    (tmp_path / "a.json").write_bytes(GAME)
    (tmp_path / "b.xml").write_bytes("\n".join(map(json.dumps, actions)).encode())
    (tmp_path / "c.html").write_bytes(b"<html><title>Not Found</title></html>")
    tables = formats.read(tmp_path)
    tables.validate()
    assert sorted(tables.games["source_format"].to_pylist()) == ["mjai", "tenhou_xml"]
    assert tables.rejects["reason"].to_pylist() == ['no known log: an HTML page titled "Not Found"']


def test_batches_are_bounded_and_whole(tmp_path):
    for name in "abcde":
        (tmp_path / name).write_bytes(GAME)
    progress = []
    batches = list(formats.read_batches(tmp_path, batch_bytes=2 * len(GAME), on_progress=progress.append))
    assert [b.games.num_rows for b in batches] == [2, 2, 1]
    assert [p.documents for p in progress] == [2, 4, 5]
    assert [p.games for p in progress] == [2, 4, 5]
    assert [p.decompressed for p in progress] == [2 * len(GAME), 4 * len(GAME), 5 * len(GAME)]


def test_batches_are_read_as_they_are_asked_for(tmp_path):
    (tmp_path / "a").write_bytes(GAME)
    batches = formats.read_batches([tmp_path / "a", tmp_path / "b"], batch_bytes=1)
    assert next(batches).games.num_rows == 1
    (tmp_path / "b").write_bytes(GAME)
    assert next(batches).games.num_rows == 1
    assert list(batches) == []


def test_games_that_come_again_get_ids_of_their_own():
    tables = formats.read([GAME, gzip.compress(GAME), GAME])
    ids = tables.games["game_id"].to_pylist()
    assert ids == [ids[0], f"{ids[0]}~2", f"{ids[0]}~3"]
    in_batches = LogTables.concat(formats.read_batches([GAME] * 3, batch_bytes=1))
    assert in_batches.games["game_id"].to_pylist() == ids
    assert in_batches.events["game_id"].to_pylist() == [i for i in ids for _ in range(3)]
    in_batches.validate()


def test_nothing_to_read_gives_empty_tables():
    assert formats.read([]).games.num_rows == 0
    assert list(formats.read_batches([])) == []


def test_a_reader_that_fails_on_a_document_is_told_and_reads_the_others(monkeypatch):
    def read(documents):
        if any(b"bad" in d.data for d in documents):
            raise KeyError("seat")
        return tenhou_xml.read(documents)

    fragile = types.SimpleNamespace(NAME="fragile", TITLE="Fragile", sniff=tenhou_xml.sniff, read=read)
    monkeypatch.setattr(registry, "readers", lambda: (fragile,))
    tables = formats.read([GAME, GAME.replace(b"<TAIKYOKU", b"<bad/><TAIKYOKU"), GAME, GAME])
    assert tables.games.num_rows == 3
    (reject,) = tables.rejects.to_pylist()
    assert reject["source_path"] == "<bytes 1>"
    assert reject["reason"] == "the reader fragile failed on it: KeyError: 'seat'"


@pytest.fixture
def asked(monkeypatch):
    """Documents that the reader of Tenhou XML is asked to read, which has a note to each that is marked."""
    asked = []

    def read(documents):
        asked.extend(document.path for document in documents)
        builder = LogBuilder()
        for document in documents:
            if b"odd" in document.data:
                builder.reject(document.path, 7, "an odd word; it is left out")
        return LogTables.concat([tenhou_xml.read(documents), builder.build()])

    noting = types.SimpleNamespace(NAME="noting", TITLE="Noting", sniff=tenhou_xml.sniff, read=read)
    monkeypatch.setattr(registry, "readers", lambda: (noting,))
    return asked


def test_a_document_with_a_mere_note_is_read_once(asked):
    tables = formats.read([GAME, GAME.replace(b"<TAIKYOKU", b'<UN odd="1"/><TAIKYOKU'), GAME])
    assert (tables.games.num_rows, tables.rejects.num_rows) == (3, 1)
    assert asked == ["<bytes 0>", "<bytes 1>", "<bytes 2>"]


def test_only_a_document_of_several_parts_is_read_by_them_and_the_others_are_kept(asked):
    mixed = GAME.replace(b"<TAIKYOKU", b'<UN odd="1"/><TAIKYOKU') + b"\nodd lines\n" + GAME
    tables = formats.read([GAME, mixed, GAME])
    tables.validate()
    assert asked[:3] == ["<bytes 0>", "<bytes 1>", "<bytes 2>"]
    assert set(asked[3:]) <= {"<bytes 1>"}
    assert len(set(tables.games["game_id"].to_pylist())) == tables.games.num_rows >= 4


def test_documents_of_one_name_are_looked_at_one_by_one(asked):
    marked = GAME.replace(b"<TAIKYOKU", b'<UN odd="1"/><TAIKYOKU')
    tables = registry._read_own(registry.readers()[0], [Document("x", d) for d in (GAME, marked, marked)])
    assert (tables.games.num_rows, tables.rejects.num_rows) == (3, 2)


def test_what_cannot_be_opened_is_a_reject(tmp_path):
    tables = formats.read([tmp_path / "none", GAME, gzip.compress(GAME)[:-30]])
    assert tables.games.num_rows == 2
    reasons = [(row["source_path"], row["reason"]) for row in tables.rejects.to_pylist()]
    assert reasons[:2] == [
        (str(tmp_path / "none"), "no such file or folder"),
        ("<bytes 2>", "the compressed data end early"),
    ]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is empty"),
        (b" \n\t", "it is blank"),
        (b"<!DOCTYPE html><html>", "an HTML page"),
        (b"<html><head><title> 404\xff </title>", 'an HTML page titled "404\ufffd"'),
        (b"<?xml version='1.0'?><score-partwise>", "XML of another kind, <score-partwise>"),
        (b"< not xml", "XML without an element"),
        (b'{"a": 1, "b": [2]}', "JSON of another kind, with a, b"),
        (b"[1, 2]", "JSON of another kind"),
        (b"http://tenhou.net/0/?log=x", "text with links; the logs behind them are not fetched"),
        (b"hello\nworld", 'text, "hello"'),
        (b"%PDF-1.7", "a PDF document"),
        (b"\x89PNG\r\n", "a PNG image"),
        (b"PAR1\x15", "a Parquet file"),
        (b"\x01\x02\x03", "binary data"),
        (b"abc\0def", "binary data"),
        (b"version https://git-lfs.github.com/spec/v1", "a Git LFS pointer, not the file itself"),
    ],
)
def test_unknown_content_is_described(data, words):
    assert describe(data) == words
    *others, reason = formats.read(data).rejects["reason"].to_pylist()
    assert reason == f"no known log: {words}".replace("\ufffd", "?")
    assert all("no UTF-8" in other for other in others)


def test_documents_can_be_given_to_a_reader_directly():
    assert tenhou_xml.read([Document("x", GAME)]).games.num_rows == 1


FOREIGN = (
    '"qijia":1',
    '"rule":{"disp":"x"}',
    '"ratingc":"PF4"',
    '"RecordNoTile":1',
    '"handRecord":[]',
    '"player_datas":[]',
)


@pytest.mark.parametrize("field", FOREIGN)
def test_an_action_log_that_keeps_fields_of_other_formats_is_one(field):
    head = b'{"type":"start_game","mjlog_format":1,' + field.encode() + b',"names":["a","b","c","d"]}\n'
    assert registry.recognise(head) is NAMED["mjai"]


@pytest.mark.parametrize("field", FOREIGN)
def test_rounds_tell_the_format_whatever_fields_of_others_stand_before(field):
    begin = b'{"title":["",""],"name":["a","b","c","d"],' + field.encode()
    assert registry.recognise(begin + b',"log":[[[0,0,0],[250') is NAMED["tenhou_json"]
    assert registry.recognise(begin + b',"log":[[{"qipai":{"zhuangfeng":0') is NAMED["majiang"]
