"""Speed of the whole path, log files to audited tables, beside a parser with full replay."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import mjlog

pytestmark = pytest.mark.bench

GAMES = 100
ACTION_GAMES = 260
EXTENSIONS = {"mjlog_format", "rules", "shuffle", "room", "lobby", "sx", "dora_markers", "limit", "levels"}
"""Fields of the action format that the games below have and no dialect."""
PEAK = """
import resource, sys, mjlog
games = mjlog.audit(sys.argv[1:]).counts.games
print(games, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
"""Audits files and tells how many games it read and the most memory that the process had."""


@pytest.fixture(scope="module")
def logs(shared) -> list[Path]:
    """A hundred games of Tenhou XML, for mjlog and its peer alike."""
    return sorted((shared / "corpus/tenhou-xml/mahjong-hands").glob("*-00a9-*"))[:GAMES]


@pytest.fixture(scope="module")
def rounds(logs) -> dict[Path, int]:
    return {path: path.read_bytes().count(b"<INIT") for path in logs}


@pytest.mark.benchmark(group="logs")
def test_tenhou_xml_to_audited_tables(benchmark, logs, rounds):
    benchmark.extra_info["rounds"] = sum(rounds.values())
    report = benchmark(mjlog.audit, logs)
    assert (report.counts.rounds, report.is_clean) == (sum(rounds.values()), True)


@pytest.mark.benchmark(group="logs")
def test_parse_and_replay_like_jansou(benchmark, logs, rounds):
    parser, replayer = pytest.importorskip("jansou.io.mjlog"), pytest.importorskip("jansou.io.replay")
    contents = [path.read_bytes() for path in logs]
    benchmark.extra_info["rounds"] = sum(rounds.values())

    def run() -> int:
        return sum(1 for data in contents for _ in replayer.replay_paifu(parser.parse_mjlog(data)))

    assert benchmark.pedantic(run, rounds=2) > 0  # few: one takes ten seconds


@pytest.fixture(scope="module")
def actions(shared) -> bytes:
    """Real games in the action format, some thirteen megabytes; no deal and no win comes twice."""
    files = sorted((shared / "corpus/tenhou-xml/mahjong-hands").glob("*"))[:ACTION_GAMES]
    return mjlog.write(files, "mjai")


@pytest.fixture(scope="module")
def dialect(actions) -> bytes:
    """The same games as akochan writes them: keys in alphabetical order, with blanks, without extensions."""
    lines = (json.loads(line) for line in actions.splitlines())
    spelled = ({k: v for k, v in line.items() if k not in EXTENSIONS} for line in lines)
    return "".join(json.dumps(line, sort_keys=True, ensure_ascii=False) + "\n" for line in spelled).encode()


def read_actions(benchmark, data: bytes) -> None:
    benchmark.extra_info["actions"] = data.count(b"\n")
    tables = benchmark.pedantic(mjlog.read, (data,), rounds=7, warmup_rounds=1)
    assert (tables.games.num_rows, tables.rejects.num_rows) == (data.count(b'"end_game"'), 0)


def load_lines(benchmark, data: bytes) -> None:
    """What the lines are loaded as is kept, as tables are: a reader that lets go of it has read nothing."""
    orjson = pytest.importorskip("orjson")
    lines = data.splitlines()
    benchmark.extra_info["actions"] = len(lines)
    loaded = benchmark.pedantic(lambda: [orjson.loads(line) for line in lines], rounds=7, warmup_rounds=1)
    assert len(loaded) == len(lines)


@pytest.mark.benchmark(group="actions", disable_gc=True)
def test_action_format_to_tables(benchmark, actions):
    """Without the garbage collector, as its peer: it would look at all objects of the process meanwhile."""
    read_actions(benchmark, actions)


@pytest.mark.benchmark(group="actions", disable_gc=True)
def test_load_lines_like_orjson(benchmark, actions):
    """Without the garbage collector, which the many objects that are made here would call again and again."""
    load_lines(benchmark, actions)


@pytest.mark.benchmark(group="dialect", disable_gc=True)
def test_dialect_to_tables(benchmark, dialect):
    read_actions(benchmark, dialect)


@pytest.mark.benchmark(group="dialect", disable_gc=True)
def test_load_lines_of_a_dialect_like_orjson(benchmark, dialect):
    load_lines(benchmark, dialect)


@pytest.mark.benchmark(group="actions dropped")
def test_action_format_to_tables_with_the_collector(benchmark, actions):
    """With the garbage collector, as everybody reads."""
    read_actions(benchmark, actions)


@pytest.mark.benchmark(group="actions dropped")
def test_load_lines_and_drop_them_like_orjson(benchmark, actions):
    """Each line's objects are dropped before the next: nothing to collect, and memory is used again."""
    orjson = pytest.importorskip("orjson")
    lines = actions.splitlines()
    benchmark.extra_info["actions"] = len(lines)

    def run() -> None:
        for line in lines:
            orjson.loads(line)

    benchmark.pedantic(run, rounds=7, warmup_rounds=1)


@pytest.mark.benchmark(group="command")
def test_from_start_of_the_command_to_the_summary(benchmark, logs):
    """A hundred games, a new process each time."""
    command = [sys.executable, "-c", "from mjlog.cli import main; main()", "audit", *map(str, logs)]
    done = benchmark(subprocess.run, command, capture_output=True, check=False)
    assert (done.returncode, b"100 games" in done.stdout) == (0, True)


def test_memory_is_that_of_a_batch(shared):
    """Three times the games take hardly more memory: a batch at a time is in it, and the findings."""
    files = sorted((shared / "corpus/tenhou-xml/mahjong-hands").glob("*"))
    peaks = {}
    for count in (300, 900):
        command = [sys.executable, "-c", PEAK, *map(str, files[:count])]
        told = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        games, peaks[count] = map(int, told.split())
        assert games == count
    assert peaks[900] < 1.3 * peaks[300]
