"""Parts that an earlier mjlog stored: what is derived from their logs is derived anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import pyarrow as pa

from mjlog import schema
from mjlog.rulesets import Ruleset, load, presets
from mjlog.rulesets.games import rules_of_games
from mjlog.tables import LogTables
from mjlog.warehouse.derive import joined
from mjlog.warehouse.folder import FolderStore
from mjlog.warehouse.games import restrict
from mjlog.warehouse.workers import Workers

_EVENTS: Final = 100_000
"""Events that are derived at a time."""

Progress = Callable[[int, int], None]
"""Is told how many games are done, of how many."""
_Groups = dict[Ruleset | None, list[str]]
"""Ids of games by the rules that they are judged by, None for what their log states."""


@dataclass(slots=True)
class Renewed:
    """What was derived anew."""

    games: int = 0
    """Games of older parts."""
    rejects: pa.Table = field(default_factory=schema.REJECTS.empty)
    """Those of them that cannot be replayed, and are left out from now on; schema `REJECTS`."""
    changed_rules: dict[str, str] = field(default_factory=dict)
    """Ids of rule sets that some of them are judged by now, by the ids of those before."""


def renew(
    store: FolderStore,
    ruleset: Ruleset | None = None,
    jobs: int | None = None,
    on_progress: Progress | None = None,
) -> Renewed:
    """Derive anew what parts of older versions hold besides the logs.

    Each part is committed by itself, so that the same call goes on after a crash.  Games are judged by the
    rules that they were judged by; where those were rules of a file, it has to be given again.  Of rules that
    have changed since, or of a file that is not given and is called as a preset is, those of the same name
    are taken, and told.

    Args:
        store: the warehouse.
        ruleset: rules of a file that games were judged by.
        jobs: how many batches are derived at a time (see `Workers`).
        on_progress: is told how far it has come.

    Raises:
        ValueError: when games were judged by rules that are not known; the other parts are done then.
        LockedError: when another process writes.
    """
    done = Renewed()
    unknown: set[str] = set()
    with store.writing():
        old = store.old_parts()
        for number in old:
            tables = _log_tables(store, number)
            groups, strange = _by_rules(tables.games, ruleset)
            unknown |= strange
            if strange:
                continue
            made = []
            for games, derived in _derived(_not_derived(tables), groups, jobs):
                made.append(derived)
                done.games += games
                if on_progress is not None:
                    on_progress(done.games, sum(old.values()))
            whole = joined(made)
            store.renew(number, whole | {"rejects": pa.concat_tables([tables.rejects, whole["rejects"]])})
            done.rejects = pa.concat_tables([done.rejects, whole["rejects"]])
            done.changed_rules |= _changed_rules(tables.games, whole["games"])
    if unknown:
        raise ValueError(
            f"{store.folder} has games judged by {', '.join(sorted(unknown))}, which is no preset of this"
            " mjlog: name its file (--ruleset FILE)"
        )
    return done


def _derived(
    tables: LogTables, groups: _Groups, jobs: int | None
) -> Iterator[tuple[int, dict[str, pa.Table]]]:
    """Yield stored tables of some games at a time, and how many these are."""
    for rules, games in groups.items():
        with Workers(rules, jobs) as workers:
            for number, (derived, _) in workers.in_order(_batches(tables, games)):
                yield number, derived


def _changed_rules(before: pa.Table, after: pa.Table) -> dict[str, str]:
    """Ids of the rule sets of games, by their ids before, where these differ.

    Args:
        before: rows of schema `GAMES`.
        after: those of the same games, or of some of them.
    """
    names = ["game_id", "ruleset_id"]
    old, new = ({g["game_id"]: g["ruleset_id"] for g in t.select(names).to_pylist()} for t in (before, after))
    return {old[game]: rules for game, rules in new.items() if old[game] not in (None, rules)}


def _log_tables(store: FolderStore, part: int) -> LogTables:
    """The log tables of a part, as of today."""
    found = {
        table.name: [rows for _, rows in store.read(table.name, list(table.names), part)]
        for table in schema.LOG_TABLES
    }
    return LogTables(
        **{name: pa.concat_tables([schema.TABLES[name].empty(), *rows]) for name, rows in found.items()}
    )


def _not_derived(tables: LogTables) -> LogTables:
    """The tables as readers make them: nothing recomputed, no rejects."""
    changed = {"rejects": schema.REJECTS.empty()}
    for table in schema.LOG_TABLES:
        rows = getattr(tables, table.name)
        for at, column in enumerate(table.arrow):
            if column.name.startswith("calc_") or column.name == "ruleset_id":
                rows = rows.set_column(at, column, pa.nulls(len(rows), column.type))
        changed.setdefault(table.name, rows)
    return replace(tables, **changed)


def _batches(tables: LogTables, games: list[str]) -> Iterator[tuple[int, LogTables]]:
    """Some games in batches of some size, with the number of games."""
    events = max(len(tables.events), 1)
    step = max(1, len(tables.games) * _EVENTS // events)
    for begin in range(0, len(games), step):
        some = games[begin : begin + step]
        yield len(some), restrict(tables, dict(zip(some, some, strict=True)))


# --- rules ----------------------------------------------------------------------------------------


def _by_rules(games: pa.Table, ruleset: Ruleset | None) -> tuple[_Groups, set[str]]:
    """Ids of games by the rules that they were judged by, None for those that their log states.

    Args:
        games: rows of schema `GAMES`.
        ruleset: rules of a file.

    Returns:
        The games, and ids of rule sets that are not known.
    """
    ids, judged, stated, players = (
        games[name].to_pylist() for name in ("game_id", "ruleset_id", "rules", "player_count")
    )
    rules = rules_of_games(stated, players)
    groups: _Groups = {}
    unknown = set()
    for name, old, own, seats in zip(ids, judged, rules.rule, players, strict=True):
        found = _judged_by(old, rules.rulesets[own], seats, ruleset)
        if found is None:
            unknown.add(str(old))
        else:
            groups.setdefault(None if found == rules.rulesets[own] else found, []).append(name)
    return groups, unknown


def _judged_by(judged: str | None, stated: Ruleset, seats: int, ruleset: Ruleset | None) -> Ruleset | None:
    """The rule set of an id, or of that name where it has changed since; None where there is none."""
    if judged is None or judged == stated.id:
        return stated
    known = [*([ruleset] if ruleset else []), stated, *map(load, presets())]
    fitting = [rules for rules in known if rules.seats == seats]
    by_id = next((rules for rules in fitting if rules.id == judged), None)
    return by_id or next((rules for rules in fitting if rules.name == judged.rpartition("-")[0]), None)
