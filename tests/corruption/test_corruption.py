"""Every defect that is put into a game is reported where it is, and legal games are clean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from mjlog.api import audit, read
from mjlog.rulesets import presets
from mjlog.tables import LogTables
from tests.corruption.games import ANY, HONOURS, KANS, KITA, READY, legal_games
from tests.corruption.mutations import mutate
from tests.corruption.registry import MUTATIONS

WANTED = 50
PLAYED = {
    **dict.fromkeys(("pao_seat", "ron_after_passing", "drop_kakan"), HONOURS),
    **dict.fromkeys(("drop_abortive_draw", "drop_daiminkan", "drop_ankan"), KANS),
    "ron_after_passing_in_riichi": READY,
    "drop_kita": KITA,
}
"""What kind of games rare defects are put into."""
RARE_IN_RECORDS = {"pao_seat", "drop_abortive_draw", "drop_daiminkan", "drop_kakan", "drop_kita"}
RECORDED = 160


@cache
def recorded_games(shared: Path) -> tuple[LogTables, ...]:
    """Recorded games of three rooms of Tenhou."""
    files = sorted((shared / "corpus/tenhou-xml/mahjong-hands").glob("*.txt"))
    return tuple(read(file) for file in files[:: len(files) // RECORDED])


def test_legal_games_are_clean() -> None:
    tables = LogTables.concat(legal_games(ANY, 120))
    assert audit(tables).findings.to_pylist() == []


@pytest.mark.parametrize("name", sorted(MUTATIONS))
def test_every_defect_is_reported(name: str) -> None:
    assert missed(name, legal_games(PLAYED.get(name, ANY))) == {}


@pytest.mark.parametrize("name", sorted(set(MUTATIONS) - RARE_IN_RECORDS))
def test_every_defect_of_a_recorded_game_is_reported(shared: Path, name: str) -> None:
    assert missed(name, recorded_games(shared)) == {}


def missed(name: str, games: Iterable[LogTables]) -> dict[str, tuple[int, list[str]]]:
    """Break `WANTED` of the games; where the defect is not reported: the round and its codes."""
    rng = Random(name)
    made = (mutate(name, tables, rng) for tables in games)
    broken = list(islice((m for m in made if m is not None), WANTED))
    assert len(broken) == WANTED, f"only {len(broken)} games have a place for this"
    found = defaultdict(set)
    for row in audit(LogTables.concat([m[0] for m in broken])).findings.to_pylist():
        found[row["game_id"], row["round_index"]].add(row["code"])
    return {
        game_id: (round_index, sorted(found[game_id, round_index]))
        for _, game_id, round_index, prefixes in broken
        if not any(code.startswith(prefixes) for code in found[game_id, round_index])
    }


def test_all_presets_are_played() -> None:
    stated = [r for tables in legal_games(ANY, 120) for r in tables.games["rules"].to_pylist()]
    assert all(any(f'"{name}"' in rules for rules in stated) for name in presets())
