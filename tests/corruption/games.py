"""Games to put defects into: generated ones, dealt as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from mjlog.rulesets import resolve
from mjlog.tables import LogTables
from tests.reference.emit import generated
from tests.reference.generator import THEMES
from tests.reference.variants import preset_rules

MOST = 600
"""Games that are dealt at most to find `WANTED` with a place for a defect."""


@dataclass(frozen=True)
class Kind:
    """A kind of generated games."""

    themes: tuple[str, ...] = THEMES
    only: str = ""
    """Rule that the rule sets must have (all rule sets when empty)."""


ANY = Kind()
HONOURS = Kind(("dragons", "winds"), "pao")
KANS = Kind(("kans", "orphans", "rob"), "abortive_draws")
READY = Kind(("ready", "plain"))
KITA = Kind(only="kita")


@cache
def legal_game(kind: Kind, number: int) -> LogTables:
    """One generated game; the rule sets take turns."""
    stated = [r for r in preset_rules() if not kind.only or getattr(resolve(r), kind.only)]
    return generated([stated[number % len(stated)]], [1000 + number], max_rounds=6, themes=kind.themes)


def legal_games(kind: Kind, number: int = MOST) -> Iterator[LogTables]:
    """Generated games of a kind, dealt as they are asked for."""
    return (legal_game(kind, i) for i in range(number))
