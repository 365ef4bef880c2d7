from __future__ import annotations

import gzip
import io
import os
import sys
import threading
import zipfile
from pathlib import Path

import pyarrow as pa
import pytest

from mjlog.formats import Document, Limits, Unreadable, open_documents
from mjlog.formats import io as formats_io

TEXT = b"<mjloggm/>" * 50
SMALL = Limits(document_bytes=10_000, ratio=100, free_bytes=20_000)


def gzipped(data: bytes) -> bytes:
    """Gzip without the time, so that names of parametrised tests are the same in every process."""
    return gzip.compress(data, mtime=0)


def zstd(data):
    return pa.Codec("zstd").compress(data, asbytes=True)


def zipped(members, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def read(sources, limits=None):
    """Content of what was read, and reasons of what was not, by path."""
    pieces = list(open_documents(sources, limits))
    documents = {p.path: p.data for p in pieces if isinstance(p, Document)}
    refused = {p.path: p.reason for p in pieces if isinstance(p, Unreadable)}
    assert len(documents) + sum(isinstance(p, Unreadable) for p in pieces) == len(pieces)
    return documents, refused


def one(data, limits=None):
    """The one document that bytes hold."""
    documents, refused = read(data, limits)
    assert refused == {}
    (content,) = documents.values()
    return content


PACKINGS = {
    "plain": bytes,
    "gzip": gzipped,
    "zstd": zstd,
    "two gzip members": lambda d: gzipped(d[:100]) + gzipped(d[100:]),
    "padded gzip": lambda d: gzipped(d) + b"\0" * 512,
    "two zstd frames": lambda d: zstd(d[:100]) + zstd(d[100:]),
    "gzip twice": lambda d: gzipped(gzipped(d)),
    "zstd in gzip": lambda d: gzipped(zstd(d)),
    "zip": lambda d: zipped({"a.xml": d}),
    "gzip in zip": lambda d: zipped({"a.xml.gz": gzipped(d)}),
    "zip in gzip": lambda d: gzipped(zipped({"a.xml": d})),
    "zstd in zip in zip": lambda d: zipped({"b.zip": zipped({"a.zst": zstd(d)})}),
    "stored in zip": lambda d: zipped({"a.xml": d}, zipfile.ZIP_STORED),
    "bzip2 in zip": lambda d: zipped({"a.xml": d}, zipfile.ZIP_BZIP2),
    "lzma in zip": lambda d: zipped({"a.xml": d}, zipfile.ZIP_LZMA),
}


@pytest.mark.parametrize("pack", PACKINGS.values(), ids=PACKINGS)
def test_packed_content_is_unpacked_whatever_its_name(tmp_path, pack):
    packed = pack(TEXT)
    assert one(packed) == TEXT
    path = tmp_path / "log.dat"
    path.write_bytes(packed)
    assert one(path) == TEXT
    assert one(io.BytesIO(packed)) == TEXT


@pytest.mark.parametrize("empty", [b"", gzipped(b""), zstd(b""), zipped({"a": b""})])
def test_empty_content_is_an_empty_document(empty):
    assert one(empty) == b""


def test_an_archive_without_members_holds_nothing():
    assert read(zipped({})) == ({}, {})
    assert read(zipped({"folder/": b""})) == ({}, {})


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


def test_a_folder_is_read_with_its_subfolders_in_order_of_names(tmp_path):
    for name in ("b.xml", "a/2.xml", "a/1.xml", "c.xml", ".hidden", ".git/config"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(name.encode())
    documents, refused = read(tmp_path)
    assert [Path(path).relative_to(tmp_path).as_posix() for path in documents] == [
        "b.xml",
        "c.xml",
        "a/1.xml",
        "a/2.xml",
    ]
    assert refused == {}


def test_members_are_shown_with_their_archive(tmp_path):
    path = tmp_path / "logs.zip"
    path.write_bytes(
        zipped({"x/a.xml": b"1", "y.zip": zipped({"b.xml": b"2"}), "__MACOSX/a": b"3", "x/.b": b"4"})
    )
    assert read(path) == ({f"{path}/x/a.xml": b"1", f"{path}/y.zip/b.xml": b"2"}, {})


def test_names_of_members_reach_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ["../../up", "/etc/passwd", "a\n\x1b[31mb", "C:\\x"]
    documents, refused = read(zipped(dict.fromkeys(names, b"x")))
    assert list(documents) == [
        "<bytes 0>/../../up",
        "<bytes 0>//etc/passwd",
        "<bytes 0>/a??[31mb",
        "<bytes 0>/C:\\x",
    ]
    assert refused == {}
    assert list(tmp_path.iterdir()) == []


def test_a_pattern_names_files_and_folders(tmp_path):
    (tmp_path / "d1").mkdir()
    for name in ("d1/a.xml", "a1.xml", "a2.xml", "b.xml"):
        (tmp_path / name).write_bytes(name.encode())
    assert list(read(str(tmp_path / "[ad]*"))[0].values()) == [b"a1.xml", b"a2.xml", b"d1/a.xml"]
    assert list(read(str(tmp_path / "**/a.xml"))[0].values()) == [b"d1/a.xml"]
    assert list(read(str(tmp_path / "z*"))[1].values()) == ["no file fits the pattern"]


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path):
    path = tmp_path / "a[1].xml"
    path.write_bytes(b"x")
    assert read(str(path)) == ({str(path): b"x"}, {})


def test_many_sources_of_many_kinds(tmp_path):
    paths = [tmp_path / "a.xml", tmp_path / "b.xml"]
    for path in paths:
        path.write_bytes(path.name.encode())
    documents, refused = read([paths[0], str(paths[1]), b"2", io.StringIO("3"), io.BytesIO(b"4")])
    assert list(documents) == [*map(str, paths), "<bytes 2>", "<stream 3>", "<stream 4>"]
    assert list(documents.values()) == [b"a.xml", b"b.xml", b"2", b"3", b"4"]
    assert refused == {}


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzipped(b"x"))))
    assert read("-") == ({"<stdin>": b"x"}, {})


def test_an_open_file_is_shown_by_its_name(tmp_path):
    path = tmp_path / "a.xml"
    path.write_bytes(b"x")
    with path.open("rb") as stream:
        assert read(stream) == ({str(path): b"x"}, {})


def test_a_stream_that_fails_is_refused():
    closed = io.BytesIO(b"x")
    closed.close()
    assert read(closed) == ({}, {"<stream 0>": "I/O operation on closed file."})


def test_what_is_not_there_is_refused_and_the_rest_is_read(tmp_path):
    documents, refused = read([tmp_path / "no", b"x"])
    assert documents == {"<bytes 1>": b"x"}
    assert refused == {str(tmp_path / "no"): "no such file or folder"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path):
    path = tmp_path / "a.xml"
    path.write_bytes(b"x")
    path.chmod(0)
    assert read(tmp_path) == ({}, {str(path): "Permission denied"})


def test_links_within_a_folder_are_followed_and_loops_end(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "log").write_bytes(b"x")
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "b").symlink_to(tmp_path / "a")
    (tmp_path / "self").symlink_to(tmp_path / "self")
    documents, refused = read(tmp_path)
    assert list(documents.values()) == [b"x"]
    assert set(refused) <= {str(tmp_path / "self")}


def test_a_link_out_of_a_folder_is_refused(tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(b"x")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").symlink_to(secret)
    (folder / "up").symlink_to(tmp_path)
    (folder / "dead").symlink_to(folder / "nothing")
    documents, refused = read(folder)
    assert documents == {}
    assert refused == {
        str(folder / "dead"): "No such file or directory",
        str(folder / "file"): "a link that leads out of the folder",
        str(folder / "up"): "a link that leads out of the folder",
    }
    assert one(folder / "file") == b"x"


def test_a_pipe_is_read_when_it_was_named_and_refused_in_a_folder(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert read(tmp_path) == ({}, {str(pipe): "not a regular file"})
    writer = threading.Thread(target=pipe.write_bytes, args=(b"x",))
    writer.start()
    assert read(pipe) == ({str(pipe): b"x"}, {})
    writer.join()


@pytest.mark.parametrize(
    "bomb",
    [
        gzipped(b"0" * 10_001),
        zstd(b"0" * 10_001),
        zipped({"a": b"0" * 10_001}),
        gzipped(gzipped(b"0" * 10_001)),
        zipped({"a.gz": gzipped(b"0" * 10_001)}),
        b"0" * 10_001,
    ],
)
def test_a_document_beyond_the_limit_is_refused(tmp_path, bomb):
    path = tmp_path / "bomb"
    path.write_bytes(bomb)
    for source in (bomb, path, io.BytesIO(bomb)):
        documents, refused = read(source, SMALL)
        assert documents == {}
        (reason,) = refused.values()
        assert "more than 0 MiB" in reason or "larger than 0 MiB" in reason


def test_a_document_at_the_limit_is_read():
    for pack in (bytes, gzipped, zstd):
        assert len(one(pack(b"0" * 10_000), SMALL)) == 10_000


def test_members_count_together_against_a_bomb():
    archive = zipped({f"{n}": b"0" * 9_000 for n in range(30)})
    documents, refused = read(archive, Limits(document_bytes=10_000, ratio=10, free_bytes=20_000))
    assert len(documents) == max(20_000, 10 * len(archive)) // 9_000
    assert len(refused) == 30 - len(documents)
    assert set(refused.values()) == {"it unpacks to more than 10 times its size, as a bomb does"}


def test_archives_in_each_other_end():
    packed = TEXT
    for _ in range(4):
        packed = gzipped(packed)
    assert list(read(packed)[1].values()) == ["archives in each other beyond a depth of 3"]
    assert one(packed, Limits(depth=4)) == TEXT


@pytest.mark.parametrize("pack", [gzipped, zstd])
def test_compressed_data_that_end_early_give_what_they_hold(pack):
    content = os.urandom(1 << 21)
    documents, refused = read(pack(content)[: 3 << 19])
    assert list(refused.values()) == ["the compressed data end early"]
    (part,) = documents.values()
    assert len(part) >= 1 << 20
    assert content.startswith(part)


@pytest.mark.parametrize("place", [-5, -3000, -(1 << 20)])
def test_compressed_data_that_are_damaged_give_what_stands_before(place):
    content = b"".join(b"<T%d/>" % n for n in range(1 << 19))
    documents, refused = read(damaged(gzip.compress(content, 1), place))
    assert [reason.split(":")[0] for reason in refused.values()] == ["damaged compressed data"]
    (part,) = documents.values()
    sound = 1000 if place < -3000 else len(content) * 99 // 100
    assert part[:sound] == content[:sound]


def test_something_else_after_compressed_data_is_told():
    documents, refused = read(gzipped(b"x") + b"more")
    assert list(documents.values()) == [b"x"]
    assert list(refused.values()) == ["4 bytes of something else after the compressed data"]


def damaged(data, place):
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (gzipped(TEXT)[:5], "the compressed data end early"),
        (zstd(TEXT)[:12], "damaged compressed data"),
        (b"\x1f\x8b" + b"x" * 50, "damaged compressed data"),
        (b"\x28\xb5\x2f\xfd" + b"\xff" * 50, "damaged compressed data"),
        (b"BZh91AY", "a bzip2 archive, which is not read: unpack it first"),
        (b"\xfd7zXZ\0", "a xz archive, which is not read: unpack it first"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive, which is not read: unpack it first"),
        (b"Rar!\x1a", "a rar archive, which is not read: unpack it first"),
        (b"\0" * 257 + b"ustar", "a tar archive, which is not read: unpack it first"),
    ],
)
def test_content_that_cannot_be_unpacked_is_refused(data, reason):
    documents, refused = read(data)
    assert documents == {}
    assert [r for r in refused.values() if not r.startswith(reason)] == []
    assert len(refused) == 1


def test_a_damaged_member_leaves_the_others(tmp_path):
    archive = zipped({"a": TEXT, "b": b"x" * 50, "c": b"z"}, zipfile.ZIP_STORED)
    documents, refused = read(archive.replace(b"x" * 50, b"y" * 50))
    assert list(documents.values()) == [TEXT, b"z"]
    assert [r.split(":")[0] for r in refused.values()] == ["a damaged member of the archive"]


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_member_that_is_damaged_anywhere_leaves_the_others(method):
    archive = zipped({"a": os.urandom(200) + TEXT, "b": TEXT}, method)
    end = archive.index(b"PK\x03\x04", 4)
    for place in range(31, end, 3):
        documents, refused = read(damaged(archive, place))
        assert documents["<bytes 0>/b"] == TEXT
        assert len(documents) == 2 or len(refused) == 1


def test_whatever_unpacking_raises_is_told_and_the_rest_is_read(monkeypatch):
    def fail(path, data, allowance):
        raise MemoryError("no room")
        yield

    whole = formats_io.unpack
    monkeypatch.setattr(formats_io, "unpack", lambda p, d, a: (fail if d == b"x" else whole)(p, d, a))
    documents, refused = read([b"x", TEXT])
    assert list(documents.values()) == [TEXT]
    assert list(refused.values()) == ["it cannot be unpacked: MemoryError: no room"]


def test_an_archive_without_its_list_gives_its_members(tmp_path):
    members = {"a": TEXT, "x/b": os.urandom(5000), "c": b"z" * 50, ".hidden": b"h"}
    for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
        archive = zipped(members, method)
        cut = archive[: archive.index(b"PK\x01\x02") + 20]
        (tmp_path / "a.zip").write_bytes(cut)
        for source in (cut, tmp_path / "a.zip"):
            documents, refused = read(source)
            assert list(documents.values()) == list(members.values())[:3]
            assert [reason.split(":")[0] for reason in refused.values()] == ["a damaged zip archive"]


def test_an_archive_that_is_cut_off_gives_what_it_holds():
    archive = zipped({"a": TEXT, "b": b"".join(b"<D%d/>" % n for n in range(9000))})
    documents, refused = read(archive[: len(archive) // 2])
    whole, part = documents.values()
    assert whole == TEXT
    assert part.startswith(b"<D0/><D1/>")
    assert list(refused.values())[1:] == ["cut off"]


def test_what_only_begins_as_an_archive_is_refused():
    documents, refused = read([b"PK\x03\x04" + b"x" * 50, b"PK\x03\x04" * 3, b"PK\x03\x04" * 100_000])
    assert documents == {}
    assert [r for r in refused.values() if "zip archive" not in r and "member of the archive" not in r] == []
    assert len(refused) < 200


def test_a_bomb_without_its_list_is_refused():
    archive = zipped({"a": b"0" * 10_001, "b": b"0" * 9_000})
    documents, refused = read(archive[:-30], SMALL)
    assert list(documents.values()) == []
    assert "it unpacks to more than 0 MiB" in refused.values()


def test_an_encrypted_member_is_refused():
    archive = bytearray(zipped({"a": b"x"}))
    archive[6] |= 1
    archive[archive.index(b"PK\x01\x02") + 8] |= 1
    assert list(read(bytes(archive))[1].values()) == ["an encrypted member of the archive"]


def test_nothing_is_opened_before_it_is_asked_for(tmp_path):
    (tmp_path / "a").write_bytes(b"1")
    pieces = open_documents([tmp_path / "a", tmp_path / "later"])
    next(pieces)
    (tmp_path / "later").write_bytes(b"2")
    assert next(pieces) == Document(str(tmp_path / "later"), b"2")


def test_very_many_members_of_gzip_are_read():
    assert one(gzipped(b"") * 100_000 + gzipped(TEXT)) == TEXT


def test_members_of_gzip_of_any_size_are_read_whole():
    pieces = [os.urandom(size) for size in (0, 1, 511, 512, 513, 100_000, 3_000_000)]
    assert one(b"".join(map(gzipped, pieces))) == b"".join(pieces)


def test_a_name_that_is_not_utf_8_is_shown_with_escapes(tmp_path):
    folder = os.fsencode(tmp_path)
    for name in (b"a\xff.xml", b"b\xe9.zip"):
        data = zipped({"c.xml": TEXT}) if name.endswith(b"zip") else TEXT
        Path(os.fsdecode(folder + b"/" + name)).write_bytes(data)
    documents, refused = read([tmp_path, os.fsdecode(folder + b"/none\xff")])
    assert list(documents) == [f"{tmp_path}/a\\xff.xml", f"{tmp_path}/b\\xe9.zip/c.xml"]
    assert list(refused) == [f"{tmp_path}/none\\xff"]
    assert list(read(f"{tmp_path}/*.xml")[0]) == [f"{tmp_path}/a\\xff.xml"]


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "\ud800", "x" * 5000 + "*", "a/" * 5000 + "*"])
def test_a_name_that_no_file_can_have_is_refused_and_the_rest_is_read(tmp_path, name):
    (tmp_path / "a.xml").write_bytes(TEXT)
    documents, refused = read([name, tmp_path])
    assert list(documents.values()) == [TEXT]
    assert len(refused) == 1


def test_a_deep_pattern_follows_no_links(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    for folder in (tmp_path, tmp_path / "a", tmp_path / "a" / "b"):
        (folder / "x.xml").write_bytes(TEXT)
        (folder / "loop").symlink_to(tmp_path)
        (folder / "again").symlink_to(tmp_path)
    expected = [f"{tmp_path}/a/b/x.xml", f"{tmp_path}/a/x.xml", f"{tmp_path}/x.xml"]
    assert sorted(read(f"{tmp_path}/**/*.xml")[0]) == expected
    assert sorted(read(f"{tmp_path}/**/**/x.xml")[0]) == expected
    assert list(read(f"{tmp_path}/**/b/*.xml")[0]) == expected[:1]
    assert sorted(read(f"{tmp_path}/a/**")[0]) == expected[:2]


def test_a_deep_pattern_may_begin_here(tmp_path, monkeypatch):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.xml").write_bytes(TEXT)
    monkeypatch.chdir(tmp_path)
    assert list(read("**/*.xml")[0]) == ["a/x.xml"]


@pytest.mark.parametrize("content", [bytearray(TEXT), memoryview(TEXT)])
def test_content_may_be_any_bytes(content):
    assert one(content) == TEXT
    assert one([content]) == TEXT


@pytest.mark.parametrize(("source", "name"), [(5, "int"), ([None], "NoneType"), ([[TEXT]], "list")])
def test_what_is_no_source_is_an_error(source, name):
    with pytest.raises(TypeError, match=f"a source is a name, a path, bytes or an open file, not {name}"):
        list(open_documents(source))


@pytest.mark.parametrize(("given", "reason"), [(KeyError("no"), "'no'"), (7, "reading gives int, not bytes")])
def test_a_file_object_that_misbehaves_is_refused(given, reason):
    class Stream:
        def read(self, _size):
            if isinstance(given, Exception):
                raise given
            return given

    documents, refused = read([Stream(), TEXT])
    assert refused == {"<stream 0>": reason}
    assert list(documents.values()) == [TEXT]
