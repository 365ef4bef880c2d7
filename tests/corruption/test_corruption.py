"""Every defect that is put into a game is reported where it is, and legal games are clean."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pyarrow.compute as pc
import pytest

from mjlog.api import audit, read
from mjlog.rulesets import presets
from mjlog.tables import LogTables
from tests.corruption.mutations import mutate
from tests.corruption.registry import MUTATIONS
from tests.reference.emit import generated
from tests.reference.generator import THEMES
from tests.reference.variants import preset_rules

WANTED = 50
HONOURS, KANS = ("dragons", "winds"), ("kans", "orphans", "rob")
GAMES = {THEMES: 120, HONOURS: 175, KANS: 130}
"""How many games are dealt by each set of themes."""
DEALT_BY = {
    **dict.fromkeys(("pao_seat", "ron_after_passing", "drop_kakan", "drop_kita"), HONOURS),
    **dict.fromkeys(("drop_abortive_draw", "drop_daiminkan", "drop_ankan"), KANS),
    "ron_after_passing_in_riichi": KANS,
}
"""What the deals are like in games for rare defects."""


RARE_IN_RECORDS = {"pao_seat", "drop_abortive_draw", "drop_daiminkan", "drop_kakan", "drop_kita"}
RECORDED = 160


@cache
def legal_games(themes: tuple[str, ...] = THEMES) -> tuple[LogTables, ...]:
    """Generated games under all presets, one `LogTables` each."""
    number, stated = GAMES[themes], preset_rules()
    rules = [stated[i % len(stated)] for i in range(number)]
    return split(generated(rules, range(1000, 1000 + number), max_rounds=6, themes=themes))


@cache
def recorded_games(shared: Path) -> tuple[LogTables, ...]:
    """Recorded games of three rooms of Tenhou."""
    files = sorted((shared / "corpus/tenhou-xml/mahjong-hands").glob("*.txt"))
    return split(read(files[:: len(files) // RECORDED]))


def split(tables: LogTables) -> tuple[LogTables, ...]:
    """The games of `tables` one by one."""
    ids = tables.games["game_id"].to_pylist()
    names = ("games", "game_players", "rounds", "events", "wins", "draws")

    def of_game(game_id: str) -> LogTables:
        parts = {n: getattr(tables, n) for n in names}
        own = {n: t.filter(pc.equal(t["game_id"].cast("string"), game_id)) for n, t in parts.items()}
        return LogTables(**own, rejects=tables.rejects.slice(0, 0))

    return tuple(of_game(i) for i in ids)


def test_legal_games_are_clean() -> None:
    report = audit(LogTables.concat(legal_games()))
    assert report.findings.to_pylist() == []


@pytest.mark.parametrize("name", sorted(MUTATIONS))
def test_every_defect_is_reported(name: str) -> None:
    assert missed(name, legal_games(DEALT_BY.get(name, THEMES))) == {}


@pytest.mark.parametrize("name", sorted(set(MUTATIONS) - RARE_IN_RECORDS))
def test_every_defect_of_a_recorded_game_is_reported(shared: Path, name: str) -> None:
    assert missed(name, recorded_games(shared)) == {}


def missed(name: str, games: tuple[LogTables, ...]) -> dict[str, tuple[int, list[str]]]:
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


def test_presets_are_all_played() -> None:
    stated = {rules for tables in legal_games() for rules in tables.games["rules"].to_pylist()}
    assert all(any(f'"{name}"' in rules for rules in stated) for name in presets())
