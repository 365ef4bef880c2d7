"""Input without end, and files that change, vanish or may not be read: bounded memory, and a reason."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from mjlog import formats
from mjlog.formats import Limits, open_documents
from tests.unit.formats.samples import samples

MIB = 1 << 20
ENDLESS = """
import resource
from mjlog import formats

class Line:
    \"\"\"A line of a gigabyte, made as it is read.\"\"\"
    left = 1 << 30
    def read(self, size):
        size = min(size, self.left)
        self.left -= size
        return ({block!r} * (size // len({block!r}) + 1))[:size]

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

formats.read([b"{{}}", b"<mjloggm/>"])
before = peak()
tables = formats.read(Line(), limits=formats.Limits(document_bytes={limit}))
print(tables.rejects["reason"].to_pylist()[0], "|", (peak() - before) // 1024)
"""


@pytest.mark.parametrize("block", [b"x", b'{"type":"tsumo",', b"<T12/>", b"["], ids=repr)
def test_a_line_of_a_gigabyte_is_refused_by_its_size(block: bytes) -> None:
    script = ENDLESS.format(block=block, limit=16 * MIB)
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    reason, _, grown = shown.partition("|")
    assert reason.strip() == "larger than 16 MiB"
    assert int(grown) < 64


def test_a_pipe_without_end_is_refused_by_its_size() -> None:
    reader, writer = os.pipe()

    def pour() -> None:
        with os.fdopen(writer, "wb", buffering=0) as stream:
            try:
                for _ in range(100):
                    stream.write(b"x" * MIB)
            except BrokenPipeError:
                pass

    thread = threading.Thread(target=pour)
    thread.start()
    with os.fdopen(reader, "rb") as stream:
        (piece,) = open_documents(stream, Limits(document_bytes=4 * MIB))
    thread.join()
    assert piece.reason == "larger than 4 MiB"


def test_a_file_beyond_the_limit_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.xml"
    with path.open("wb") as stream:
        stream.truncate(1 << 40)
    start = time.monotonic()
    (piece,) = open_documents(path)
    assert piece.reason == "larger than 512 MiB"
    assert time.monotonic() - start < 5


def test_a_file_that_grows_while_it_is_read_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"x" * 1000)
    real = os.stat

    def stat(name: str, **options: bool) -> os.stat_result:
        status = real(name, **options)
        if name == str(path):
            with path.open("ab") as stream:
                stream.write(b"x" * 5000)
        return status

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "stat", stat)
        (piece,) = open_documents(path, Limits(document_bytes=2000))
    assert piece.reason == "larger than 0 MiB"


def test_a_file_that_vanishes_before_its_turn_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).write_bytes(samples()["tenhou_xml"])
    pieces = open_documents(tmp_path)
    next(pieces)
    (tmp_path / "b").unlink()
    second, third = pieces
    assert (second.path, second.reason) == (str(tmp_path / "b"), "No such file or directory")
    assert third.data == samples()["tenhou_xml"]


def test_a_stream_that_gives_little_at_a_time_is_read_to_its_end() -> None:
    class Slow(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(min(7, size or 7))

    assert formats.read(Slow(samples()["tenhou_xml"])).rounds.num_rows == 3


def test_a_file_that_fails_in_the_middle_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 10)
    monkeypatch.setattr("mjlog.formats.io.open", lambda *_: _Failing(), raising=False)
    (piece,) = open_documents(path)
    assert piece.reason == "Input/output error"


class _Failing:
    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read(self, size: int) -> bytes:
        raise OSError(5, "Input/output error")


def test_devices_and_sockets_of_a_folder_are_passed_over_with_a_word(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "log").write_bytes(samples()["tenhou_xml"])
    tables = formats.read(tmp_path)
    assert tables.games.num_rows == 1
    assert tables.rejects["reason"].to_pylist() == ["not a regular file"]


def test_gzip_bombs_of_every_depth_are_refused_in_bounded_memory() -> None:
    script = """
import gzip, resource
from mjlog import formats
bomb = gzip.compress(b"0" * (256 << 20), 9)
formats.read(b"{}")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
tables = formats.read([bomb, gzip.compress(bomb), gzip.compress(gzip.compress(bomb))])
print(tables.rejects.num_rows, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    count, grown = map(int, shown.split())
    assert count == 3
    assert grown < 500


def test_an_unpacked_log_is_read_whatever_its_ratio() -> None:
    data = samples()["tenhou_xml"] + b"\n" * (4 * MIB)
    assert formats.read(gzip.compress(data)).games.num_rows == 1
