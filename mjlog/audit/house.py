"""Options of a table that no rule set can say: which checks they touch."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import numpy as np

from mjlog.audit.evidence import Evidence
from mjlog.audit.registry import Found
from mjlog.tables import LogTables

_SCORES: Final = ("PY005", "PY008", "EN004", "EN005", "EN006", "EN007")
"""What is checked of scores after rounds."""
TOUCHED: Final = {
    "wareme": ("PY001", "PY002", "PY009", "PY010", "PO002", *_SCORES),
    "yakitori": ("EN006", "EN007"),
    "chips": ("EN007",),
    "kan_payment": ("PY009", "PY010", "PY011", "RI004", *_SCORES),
    "local_yaku": ("PO", "FT"),
    "open_hands": (),
    "handicap": ("EN007",),
    "other": ("CL", "RI", "DO", "FT", "SC", "PO", "PY", "EN"),
}
"""Codes, or beginnings of codes, of the checks that each of `schema.HOUSE_OPTIONS` touches: where it is in
force they are not checkable.  What a hand is worth where local yaku count, and what follows from that, lacks
only the wins whose yaku the log does not name: the scoring leaves those alone."""


def touches(options: Collection[str], code: str) -> bool:
    """Whether one of some house options touches the check of a code.

    >>> touches(["wareme"], "PY001"), touches(["wareme"], "SC001"), touches([], "PY001")
    (True, False, False)
    """
    return any(code.startswith(TOUCHED[option]) for option in options)


def checkable(evidence: Evidence, code: str, found: Found) -> Found:
    """What a check found, without what house options make not checkable.

    Of a batch whose games all have an option that touches the check, nothing was checked.  Of others
    only the findings are known by game; `of_same_options` parts them.
    """
    touched = [number for number, options in evidence.house_options.items() if touches(options, code)]
    if not touched:
        return found
    if len(touched) == len(evidence.tables.games):
        return Found(checked=0, not_checkable=found.checked + found.not_checkable)
    return found.without(np.isin(evidence.batch.round_game[found.round], touched))


def by_house_options(tables: LogTables) -> list[list[str]]:
    """Ids of games that have the same house options, for each combination of them."""
    groups: dict[frozenset[str], list[str]] = {}
    columns = (tables.games[name].to_pylist() for name in ("game_id", "house_options"))
    for name, options in zip(*columns, strict=True):
        groups.setdefault(frozenset(options or ()), []).append(name)
    return list(groups.values())


def of_same_options(tables: LogTables) -> list[LogTables]:
    """The games of a batch in batches that have the same house options each."""
    groups = by_house_options(tables)
    return [tables] if len(groups) <= 1 else [tables.of_games(games) for games in groups]
