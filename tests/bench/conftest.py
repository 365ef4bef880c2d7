"""After the benchmarks: what was done per second, and the ratio to the peer of the same group."""

from __future__ import annotations

from typing import Any

import pytest


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print one line per benchmark group; groups hold mjlog's benchmark and a peer's ("like")."""
    session = getattr(config, "_benchmarksession", None)
    groups: dict[str, list[Any]] = {}
    for bench in getattr(session, "benchmarks", ()):
        if bench.group and bench.extra_info:
            groups.setdefault(bench.group, []).append(bench)
    for group, benches in groups.items():
        rates = {b.name: _rate(b) for b in benches}
        own = next((rate for name, rate in rates.items() if "_like_" not in name), 0.0)
        for name, rate in rates.items():
            unit = next(iter(benches[0].extra_info))
            ratio = f", {own / rate:.1f} times slower" if "_like_" in name else ""
            terminalreporter.write_line(f"{group}: {name} {rate:,.0f} {unit}/s{ratio}")


def _rate(bench: Any) -> float:
    """Things per second, by the fastest run: the others measure the neighbours on the machine."""
    count = next(iter(bench.extra_info.values()))
    return float(count) / float(bench.stats.min)
