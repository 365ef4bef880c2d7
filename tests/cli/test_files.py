"""What becomes of outputs: nothing that is no file of ours is replaced, and nothing that is read."""

from __future__ import annotations

import gzip
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run


@pytest.fixture
def folder(tmp_path: Path, games: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a log in it."""
    (tmp_path / "in.jsonl").write_bytes(games)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def through(pipe: Path, run: object, *arguments: object) -> tuple[int, bytes]:
    """Run a command that writes to a named pipe; its exit code, and what came out of the pipe."""
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    code = run(*arguments).code  # type: ignore[operator]
    reader.join(30)
    return code, b"".join(read)


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize("option", ["-o", "--losses"])
def test_a_named_pipe_is_written_to_and_stays_one(
    mjlog: Run, folder: Path, games: bytes, option: str, force: list[str]
) -> None:
    code, read = through(folder / "pipe", mjlog, "convert", "in.jsonl", option, "pipe", *force)
    assert code == 0
    assert read == games if option == "-o" else read.count(b"\n") == 2
    assert stat.S_ISFIFO((folder / "pipe").stat().st_mode)
    assert sorted(p.name for p in folder.iterdir()) == ["in.jsonl", "pipe"]


def test_a_named_pipe_is_written_to_by_simulate_too_and_packed_by_its_name(mjlog: Run, folder: Path) -> None:
    code, read = through(folder / "pipe.gz", mjlog, "simulate", "--force", "-o", "pipe.gz")
    assert (code, gzip.decompress(read)[:1]) == (0, b"{")
    assert stat.S_ISFIFO((folder / "pipe.gz").stat().st_mode)


def test_a_socket_is_refused_and_stays_one(mjlog: Run, folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        shown = mjlog("convert", "in.jsonl", "-o", "socket", "--force")
        assert (shown.code, "socket: " in shown.err) == (2, True)
        assert stat.S_ISSOCK((folder / "socket").stat().st_mode)


def test_of_a_link_the_file_that_it_leads_to_is_replaced(mjlog: Run, folder: Path, games: bytes) -> None:
    (folder / "there").mkdir()
    (folder / "there/old.jsonl").write_text("old")
    (folder / "link").symlink_to("there/old.jsonl")
    refused = mjlog("convert", "in.jsonl", "-o", "link")
    assert (refused.code, "--force" in refused.err) == (2, True)
    assert mjlog("convert", "in.jsonl", "-o", "link", "--force").code == 0
    assert (folder / "link").is_symlink()
    assert (folder / "there/old.jsonl").read_bytes() == games


def test_a_link_to_nothing_yet_makes_the_file(mjlog: Run, folder: Path, games: bytes) -> None:
    (folder / "link").symlink_to("new.jsonl")
    assert mjlog("convert", "in.jsonl", "-o", "link").code == 0
    assert (folder / "link").is_symlink()
    assert (folder / "new.jsonl").read_bytes() == games


def test_a_folder_is_not_replaced(mjlog: Run, folder: Path) -> None:
    (folder / "out").mkdir()
    shown = mjlog("convert", "in.jsonl", "-o", "out", "--force")
    assert (shown.code, "out is a folder" in shown.err) == (2, True)


@pytest.mark.parametrize("source", ["in.jsonl", "./in.jsonl", ".", "*.jsonl", "hard", "soft"])
@pytest.mark.parametrize("output", [["-o", "in.jsonl"], ["-o", "new", "--losses", "in.jsonl"]])
def test_what_is_read_is_not_replaced(
    mjlog: Run, folder: Path, games: bytes, source: str, output: list[str]
) -> None:
    (folder / "hard").hardlink_to("in.jsonl")
    (folder / "soft").symlink_to("in.jsonl")
    shown = mjlog("convert", source, *output, "--force")
    assert (shown.code, "in.jsonl is among what is read" in shown.err) == (2, True)
    assert (folder / "in.jsonl").read_bytes() == games
    assert not (folder / "new").exists()


def test_files_of_games_do_not_replace_what_is_read(mjlog: Run, folder: Path) -> None:
    assert mjlog("convert", "in.jsonl", "-o", "logs/").code == 0
    before = {path: path.read_bytes() for path in (folder / "logs").iterdir()}
    assert len(before) == 2
    shown = mjlog("convert", "logs", "-o", "logs/", "--force")
    assert (shown.code, "is among what is read" in shown.err) == (2, True)
    assert {path: path.read_bytes() for path in (folder / "logs").iterdir()} == before


def test_what_is_passed_over_in_a_folder_may_be_replaced(mjlog: Run, folder: Path, games: bytes) -> None:
    (folder / ".hidden").write_text("old")
    assert mjlog("convert", ".", "-o", ".hidden", "--force").code == 0
    assert (folder / ".hidden").read_bytes() == games


@pytest.mark.parametrize("names", [("a", "a"), ("a", "./a"), ("a", "link"), ("-", "-")])
def test_no_output_replaces_another(mjlog: Run, folder: Path, names: tuple[str, str]) -> None:
    (folder / "link").symlink_to("a")
    shown = mjlog("convert", "in.jsonl", "-o", names[0], "--losses", names[1], "--force")
    assert (shown.code, "is written twice" in shown.err) == (2, True)
    assert sorted(p.name for p in folder.iterdir()) == ["in.jsonl", "link"]


def test_standard_output_has_its_name_in_the_file_system_too(mjlog: Run, folder: Path, games: bytes) -> None:
    shown = mjlog("convert", "in.jsonl", "-o", "/dev/stdout")
    assert (shown.code, shown.out.encode()) == (0, games)


def test_a_file_called_like_a_part_is_left_alone(mjlog: Run, folder: Path) -> None:
    (folder / "out.part").write_text("mine")
    assert mjlog("convert", "in.jsonl", "-o", "out").code == 0
    assert (folder / "out.part").read_text() == "mine"


# What runs the tests may ignore signals, as nohup does, and so would what it starts.
HEARING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
from mjlog.cli import main
main()
"""


@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_run_that_a_signal_ends_leaves_nothing_behind(folder: Path, asked: signal.Signals) -> None:
    command = [sys.executable, "-c", HEARING, "convert", "-", "-o", "out.jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not any(path.suffix == ".part" for path in folder.iterdir()):
            assert process.poll() is None
        process.send_signal(asked)
        _, error = process.communicate(timeout=60)
    assert process.returncode == 128 + asked
    assert b"Traceback" not in error
    assert sorted(p.name for p in folder.iterdir()) == ["in.jsonl"]


def test_an_output_in_no_folder_is_told_by_its_own_name(mjlog: Run, folder: Path) -> None:
    shown = mjlog("convert", "in.jsonl", "-o", "nowhere/out.jsonl")
    assert (shown.code, shown.err) == (2, "mjlog: nowhere/out.jsonl: No such file or directory\n")
