"""Every defect that is put into a game is reported where it is, and legal games are clean.

The defects go into simulated games of every preset.  By default into a few of each; many of them
(`make soak`, or ``pytest -m soak tests/corruption``) take long.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from mjlog.api import audit, read
from mjlog.audit.assess import assess
from mjlog.audit.run import audit_batch, selected_rules
from mjlog.tables import LogTables
from tests.corruption.games import HOUSES, games_for, rules_of, some_games
from tests.corruption.mutations import Broken, mutate
from tests.corruption.registry import MUTATIONS
from tests.corruption.rows import GameRows, rows_of

FEW, MANY = 1, 50
MOST = 40
"""Games that are tried at most for each that is to be broken."""
RECORDED = 160
RARE_IN_RECORDS = {"pao_seat", "drop_abortive_draw", "drop_daiminkan", "drop_kakan", "drop_kita"}
RECORDED_WALLS = {name for name in MUTATIONS if name.startswith("wall_")}
"""Defects of walls as logged; those games have the seed of theirs."""
HOUSE = {name for name, kind in MUTATIONS.items() if kind.reason_against(rules_of("tenhou"))}
"""Defects that no game of Tenhou for four has a place for."""


@pytest.mark.parametrize("house", sorted(HOUSES))
def test_legal_games_are_clean(house: str) -> None:
    tables = LogTables.concat(some_games(house, 12))
    assert audit(tables).findings.to_pylist() == []


@pytest.mark.parametrize("house", sorted(HOUSES))
def test_every_defect_is_reported(house: str) -> None:
    broken = [b for kind in sorted(MUTATIONS) for b in broken_games(kind, house, FEW)]
    assert missed(broken) == {}


def test_every_kind_of_defect_has_a_place_somewhere() -> None:
    rules = [rules_of(house) for house in HOUSES]
    assert all(any(kind.reason_against(r) is None for r in rules) for kind in MUTATIONS.values())


@pytest.mark.soak
@pytest.mark.parametrize("house", sorted(HOUSES))
@pytest.mark.parametrize("kind", sorted(MUTATIONS))
def test_many_defects_are_reported(kind: str, house: str) -> None:
    assert missed(broken_games(kind, house, MANY)) == {}


@pytest.mark.parametrize("kind", sorted(set(MUTATIONS) - RARE_IN_RECORDS - RECORDED_WALLS - HOUSE))
def test_every_defect_of_a_recorded_game_is_reported(shared: Path, kind: str) -> None:
    broken = list(islice(_broken(kind, recorded_games(shared)), MANY))
    assert len(broken) == MANY
    assert missed(broken) == {}


@cache
def recorded_games(shared: Path) -> tuple[GameRows, ...]:
    """Recorded games of three rooms of Tenhou."""
    files = sorted((shared / "corpus/tenhou-xml/mahjong-hands").glob("*.txt"))
    return tuple(rows_of(read(file)) for file in files[:: len(files) // RECORDED])


def broken_games(kind: str, house: str, wanted: int) -> list[Broken]:
    """Games of a house with a defect; none where its rules leave no place for it."""
    if MUTATIONS[kind].reason_against(rules_of(house)):
        return []
    games = islice(games_for(kind, house), MOST * wanted)
    broken = list(islice(_broken(kind, games, house), wanted))
    assert len(broken) == wanted, f"{kind}: only {len(broken)} games of {house} have a place"
    return broken


def _broken(kind: str, games: Iterable[GameRows], house: str = "") -> Iterator[Broken]:
    rng = Random(f"{kind} {house}")
    made = (mutate(kind, game, f"{kind}-{n}", rng) for n, game in enumerate(games))
    return (broken for broken in made if broken is not None)


def missed(broken: list[Broken]) -> dict[str, tuple[int, list[str]]]:
    """Where a defect is not reported: the round and its codes, by game; nobody explains the findings."""
    found = defaultdict(set)
    evidence = assess(LogTables.concat([b.tables for b in broken]))
    for row in audit_batch(evidence, selected_rules())[0].to_pylist():
        found[row["game_id"], row["round_index"]].add(row["code"])
    return {
        b.game_id: (b.round_index, sorted(found[b.game_id, b.round_index]))
        for b in broken
        if not any(code.startswith(b.prefixes) for code in found[b.game_id, b.round_index])
    }
