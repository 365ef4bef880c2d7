from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path

import pytest

from mjlog.formats import Document, open_documents
from tests.unit.formats.packed import TEXT, gzipped, one, read, zipped


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


def test_nothing_is_opened_before_it_is_asked_for(tmp_path):
    (tmp_path / "a").write_bytes(b"1")
    pieces = open_documents([tmp_path / "a", tmp_path / "later"])
    next(pieces)
    (tmp_path / "later").write_bytes(b"2")
    assert next(pieces) == Document(str(tmp_path / "later"), b"2")


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


@pytest.mark.parametrize("spelling", ["{}", "{}/", "{}//", "{}/./", "{}/../{}"])
def test_a_folder_has_one_name_for_its_files_however_it_is_spelled(tmp_path, monkeypatch, spelling):
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a").write_bytes(b"x")
    monkeypatch.chdir(tmp_path)
    (piece,) = open_documents(spelling.format("logs", "logs"))
    assert piece.path == ("logs/../logs/a" if ".." in spelling else "logs/a")
    (piece,) = open_documents("./" + spelling.format("logs", "logs"))
    assert not piece.path.startswith(".")
