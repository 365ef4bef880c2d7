"""Defects in the text of logs are reported, and the same logs untouched are clean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from mjlog.api import audit
from mjlog.formats.mjai import write as mjai_write
from tests.corruption import mjai_text, xml_text
from tests.corruption.games import HOUSES, some_games

WANTED = 12
"""Simulated logs that are broken in each way, and"""
RECORDED = 50
"""recorded ones."""


@cache
def mjai_logs() -> tuple[bytes, ...]:
    """Simulated games of every house in turn as text of the action format."""
    by_house = (some_games(house, 3) for house in HOUSES)
    return tuple(mjai_write.write(tables) for turn in zip(*by_house, strict=True) for tables in turn)


def _missed(
    texts: Iterable[bytes], wanted: int, mutate: Callable[[bytes], tuple[bytes, tuple[str, ...]] | None]
) -> tuple[int, list[tuple[set[str], tuple[str, ...]]]]:
    """Logs that were broken, and what was found instead in those where the defect was missed."""
    done, missed = 0, []
    for text in texts:
        made = mutate(text)
        if made is None:
            continue
        broken, prefixes = made
        report = audit(broken)
        codes = set(report.findings["code"].to_pylist())
        if not any(c.startswith(prefixes) for c in codes) and not len(report.rejects):
            missed.append((codes, prefixes))
        done += 1
        if done == wanted:
            break
    return done, missed


def test_mjai_logs_are_clean() -> None:
    assert mjai_logs()
    for text in mjai_logs():
        report = audit(text)
        assert report.is_clean, report.findings.to_pylist() + report.rejects.to_pylist()


@pytest.mark.parametrize("name", sorted(mjai_text.MUTATIONS))
def test_defects_of_mjai_text(name: str) -> None:
    rng = Random(name)
    done, missed = _missed(mjai_logs() * 4, WANTED, lambda text: mjai_text.mutate(name, text, rng))
    assert done == WANTED
    assert not missed


@pytest.mark.parametrize("name", sorted(xml_text.MUTATIONS))
def test_defects_of_tenhou_xml(shared: Path, name: str) -> None:
    rng = Random(name)
    files = sorted((shared / "corpus/tenhou-xml/mahjong-hands").glob("*.txt"))
    rng.shuffle(files)
    texts = (file.read_bytes() for file in files[: 6 * RECORDED])
    done, missed = _missed(texts, RECORDED, lambda text: xml_text.mutate(name, text, rng))
    assert done == RECORDED
    assert not missed
