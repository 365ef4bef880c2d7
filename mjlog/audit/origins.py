"""Why a game is judged by its rule set."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from mjlog.audit.evidence import Evidence

GIVEN, STATED, IMPLIED, DEFAULT, UNUSABLE = "given", "stated", "implied", "default", "unusable"
ORIGINS: Final = {
    GIVEN: "given by the user",
    STATED: "stated by the log",
    IMPLIED: "implied by the platform",
    DEFAULT: "by default",
    UNUSABLE: "by default: the rules of the log cannot be used",
}
"""Where the rule set of a game comes from, and how that is said."""


def origins(evidence: Evidence) -> list[str]:
    """Where the rule set of every game comes from, a key of `ORIGINS`.

    A log that names the preset of its own platform says no more than the platform does.  Games for
    which other rules stand in, because theirs cannot be used, are judged by default in what depends on
    no rules.
    """
    games, refused = evidence.tables.games, evidence.rules.refused
    seats = 0 if evidence.ruleset is None else evidence.ruleset.seats
    columns = (games[name].to_pylist() for name in ("player_count", "rules", "platform"))
    return [
        GIVEN if players == seats else UNUSABLE if game in refused else _origin(rules, platform)
        for game, (players, rules, platform) in enumerate(zip(*columns, strict=True))
    ]


@lru_cache(maxsize=1024)
def _origin(rules: str | None, platform: str | None) -> str:
    """Where usable `games.rules` come from.

    >>> _origin('{"extends": "tenhou_sanma"}', "tenhou"), _origin('{"extends": "tenhou"}', None)
    ('implied', 'stated')
    """
    preset = None if rules is None else msgspec.json.decode(rules).get("extends")
    if preset is None:
        return DEFAULT
    return IMPLIED if platform and (preset == platform or preset.startswith(f"{platform}_")) else STATED
