"""mjlog: riichi mahjong game logs as Arrow tables, replayed, re-scored and audited.

>>> import mjlog
>>> mjlog.score("234m567p22s(777z)", "8s", tsumo=False).why_not  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mjlog.api import audit, read, replay, score
    from mjlog.rulesets import Ruleset
    from mjlog.warehouse import Warehouse

__all__ = ["Ruleset", "Warehouse", "audit", "read", "replay", "score"]

_HOME = {
    "Ruleset": "mjlog.rulesets",
    "Warehouse": "mjlog.warehouse",
    "audit": "mjlog.api",
    "read": "mjlog.api",
    "replay": "mjlog.api",
    "score": "mjlog.api",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used, so that importing mjlog is quick."""
    if name not in _HOME:
        raise AttributeError(f"module 'mjlog' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
