"""Packed documents: archives and compressed files, whole, damaged, or larger than any."""

from __future__ import annotations

import gzip
import io
import os
import zipfile

import pyarrow as pa
import pytest

from mjlog.formats import Limits
from mjlog.formats import io as formats_io
from tests.unit.formats.packed import TEXT, gzipped, one, read, zipped

SMALL = Limits(document_bytes=10_000, ratio=100, free_bytes=20_000)


def zstd(data):
    return pa.Codec("zstd").compress(data, asbytes=True)


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


def test_very_many_members_of_gzip_are_read():
    assert one(gzipped(b"") * 100_000 + gzipped(TEXT)) == TEXT


def test_members_of_gzip_of_any_size_are_read_whole():
    pieces = [os.urandom(size) for size in (0, 1, 511, 512, 513, 100_000, 3_000_000)]
    assert one(b"".join(map(gzipped, pieces))) == b"".join(pieces)
