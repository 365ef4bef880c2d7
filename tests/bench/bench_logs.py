"""Speed of the whole path, log files to audited tables, beside a parser with full replay."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import mjlog
from tests.conftest import ROOT

pytestmark = pytest.mark.bench

GAMES = 100
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
def actions() -> bytes:
    """Simulated games as JSON Lines, some twenty megabytes."""
    return (ROOT / "data" / "samples" / "hanchan.jsonl").read_bytes() * 40


@pytest.mark.benchmark(group="actions")
def test_action_format_to_tables(benchmark, actions):
    benchmark.extra_info["actions"] = actions.count(b"\n")
    tables = benchmark.pedantic(mjlog.read, (actions,), rounds=5)
    assert tables.games.num_rows == actions.count(b'"end_game"')


@pytest.mark.benchmark(group="actions")
def test_load_lines_like_orjson(benchmark, actions):
    orjson = pytest.importorskip("orjson")
    lines = actions.splitlines()
    benchmark.extra_info["actions"] = len(lines)
    assert len(benchmark.pedantic(lambda: [orjson.loads(line) for line in lines], rounds=5)) == len(lines)


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
