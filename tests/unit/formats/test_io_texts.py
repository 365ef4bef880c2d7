"""Encodings of documents: what becomes UTF-8, and what of broken text is told."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mjlog.formats import Document, Unreadable, open_documents
from mjlog.formats.encodings import _is_utf8
from tests.unit.formats.packed import one, read


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_marked_text_becomes_utf_8(encoding):
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    assert one(mark + "<a n='麻'/>".encode(encoding)) == "<a n='麻'/>".encode()


def test_marked_text_that_is_damaged_is_told():
    (reason,) = read(b"\xff\xfea")[1].values()
    assert reason.startswith("damaged utf-16 text")
    documents, refused = read("<a n='麻'/>".encode("utf-16") + b"\xd8")
    assert list(documents.values()) == ["<a n='麻'/>\ufffd".encode()]
    assert len(refused) == 1


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_needs_no_mark(encoding):
    assert one("<a n='麻'/>".encode(encoding)) == "<a n='麻'/>".encode()


@pytest.mark.parametrize(
    ("encoding", "name", "text"),
    [
        ("cp932", "Shift-JIS", '{"name":["麻雀ソ打","たろう"]}'),
        ("gb18030", "GB 18030", '{"name":["哈囉麻將","镕镕"]}'),
        ("latin-1", "Latin-1", '{"name":["André","Jürgen"]}'),
    ],
)
def test_text_in_an_old_encoding_is_told_and_read(encoding, name, text):
    documents, refused = read(text.encode(encoding))
    assert list(documents.values()) == [text.encode()]
    assert list(refused.values()) == [f"text that is no UTF-8; it is read as {name}"]


def test_some_broken_bytes_are_told_and_the_rest_keeps_its_place():
    text = '{"name":["麻雀","雀荘"]}'.encode()
    pieces = list(open_documents(text[:13] + b"\xff" + text[13:]))
    assert isinstance(pieces[0], Unreadable)
    assert (pieces[0].offset, pieces[0].reason) == (13, '1 bytes that are no UTF-8; they are read as "?"')
    assert pieces[1] == Document("<bytes 0>", text[:13] + b"?" + text[13:])


def test_a_character_cut_off_at_the_end_is_told():
    documents, refused = read("<a n='麻".encode()[:-1])
    assert list(documents.values()) == [b"<a n='??"]
    assert len(refused) == 1


def test_broken_bytes_are_found_wherever_they_are():
    for at in (0, 3, (1 << 20) - 1, (1 << 20) + 2, 3 << 20):
        data = "麻".encode() * (1 << 20)
        (piece, _) = open_documents(data[:at] + b"\xff" + data[at:])
        assert isinstance(piece, Unreadable)
        assert piece.offset == at


def test_binary_content_stays_as_it_is():
    assert one(b"\x0a\x05\xff\xfe\0x") == b"\x0a\x05\xff\xfe\0x"


@given(st.lists(st.one_of(st.text(max_size=3).map(str.encode), st.binary(max_size=3))).map(b"".join))
@example(b"\xed\xa0\x80")
@example(b"\xc0\x80")
@example(b"\xf4\x90\x80\x80")
@example(b"{}\xe3\x81")
def test_what_is_utf_8_can_be_decoded(data):
    assert _is_utf8(data) == (data.decode("utf-8", "ignore").encode() == data)
