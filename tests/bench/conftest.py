"""After the benchmarks: what was done per second, the ratio to the peer of the same group, and its floor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest

FLOORS: Final = {
    "scoring": 2.0,
    "shanten": 1.0,
    "waits": 3.0,
    "logs": 20.0,
    "actions": 0.5,
    "dialect": 0.5,
    "actions dropped": 0.4,
    "xml": 1.0,
    "statistics": 0.25,
}
"""How many times as fast as its peer mjlog is at least, by benchmark group.

The aim is 0.5 for actions that are dropped.
"""


class Compared(NamedTuple):
    """One benchmark group: mjlog's own speed and a peer's."""

    group: str
    unit: str
    own: float
    """Things per second."""
    peer: str
    rate: float

    @property
    def is_slow(self) -> bool:
        return self.own < FLOORS.get(self.group, 0.0) * self.rate


def compared(config: pytest.Config) -> Iterator[Compared]:
    """Pair up the benchmarks; groups hold mjlog's benchmark and a peer's ("like")."""
    session = getattr(config, "_benchmarksession", None)
    groups: dict[str, list[Any]] = {}
    for bench in getattr(session, "benchmarks", ()):
        if bench.group and bench.extra_info:
            groups.setdefault(bench.group, []).append(bench)
    for group, benches in groups.items():
        rates = {b.name: _rate(b) for b in benches}
        own = next((rate for name, rate in rates.items() if "_like_" not in name), 0.0)
        unit = next(iter(benches[0].extra_info))
        for name, rate in rates.items():
            if "_like_" in name:
                yield Compared(group, unit, own, name.partition("_like_")[2], rate)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run when mjlog falls below a floor."""
    if any(pair.is_slow for pair in compared(session.config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print one line per peer."""
    for pair in compared(config):
        floor = FLOORS.get(pair.group, 0.0)
        verdict = f"BELOW THE FLOOR of {floor:g}" if pair.is_slow else f"floor {floor:g}"
        terminalreporter.write_line(
            f"{pair.group}: {pair.own:,.0f} {pair.unit}/s, {pair.peer} {pair.rate:,.0f} {pair.unit}/s: "
            f"{pair.own / pair.rate:.2g} times as fast ({verdict})"
        )


def _rate(bench: Any) -> float:
    """Things per second, by the fastest run: the others measure the neighbours on the machine."""
    count = next(iter(bench.extra_info.values()))
    return float(count) / float(bench.stats.min)
