"""Defects in the text of logs are reported, and the same logs untouched are clean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from mjlog.api import audit
from mjlog.formats import mjai_write
from tests.corruption import mjai_text, xml_text
from tests.corruption.games import ANY, legal_games

WANTED = 50
LOGS = 120


@cache
def mjai_logs() -> tuple[bytes, ...]:
    """Generated games as mjai text."""
    return tuple(mjai_write.write(tables) for tables in legal_games(ANY, LOGS))


def _missed(
    texts: Iterable[bytes], mutate: Callable[[bytes], tuple[bytes, tuple[str, ...]] | None]
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
        if done == WANTED:
            break
    return done, missed


def test_mjai_logs_are_clean() -> None:
    for text in mjai_logs():
        report = audit(text)
        assert report.is_clean, report.findings.to_pylist() + report.rejects.to_pylist()


@pytest.mark.parametrize("name", sorted(mjai_text.MUTATIONS))
def test_defects_of_mjai_text(name: str) -> None:
    rng = Random(name)
    done, missed = _missed(mjai_logs(), lambda text: mjai_text.mutate(name, text, rng))
    assert done == WANTED
    assert not missed


@pytest.mark.parametrize("name", sorted(xml_text.MUTATIONS))
def test_defects_of_tenhou_xml(shared: Path, name: str) -> None:
    rng = Random(name)
    files = sorted((shared / "corpus/tenhou-xml/mahjong-hands").glob("*.txt"))
    rng.shuffle(files)
    texts = (file.read_bytes() for file in files[: 6 * WANTED])
    done, missed = _missed(texts, lambda text: xml_text.mutate(name, text, rng))
    assert done == WANTED
    assert not missed
