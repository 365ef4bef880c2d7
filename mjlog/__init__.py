"""mjlog: riichi mahjong game logs as Arrow tables, replayed, re-scored and audited.

>>> import mjlog
>>> print(mjlog.score("234567m345p2267s+8s", riichi=1, dora_indicators="3p"))
riichi 1, pinfu 1, tanyao 1, dora 1: 4 han 30 fu, 7700
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mjlog.api import audit, convert, fit_rules, read, replay, score, write
    from mjlog.rulesets import Ruleset
    from mjlog.stats.ask import compare, stats
    from mjlog.stats.selection import Selection
    from mjlog.warehouse import Warehouse

__all__ = [
    "Ruleset",
    "Selection",
    "Warehouse",
    "audit",
    "compare",
    "convert",
    "fit_rules",
    "read",
    "replay",
    "score",
    "stats",
    "write",
]

_HOME: Final = {
    "Ruleset": "mjlog.rulesets",
    "Selection": "mjlog.stats.selection",
    "Warehouse": "mjlog.warehouse",
    "audit": "mjlog.audit",
    "compare": "mjlog.stats.ask",
    "convert": "mjlog.api",
    "fit_rules": "mjlog.api",
    "read": "mjlog.api",
    "replay": "mjlog.replay",
    "score": "mjlog.api",
    "stats": "mjlog.stats",
    "write": "mjlog.api",
}
"""Module of each public name; it is imported when the name is first used."""


_CALLED: Final = {"stats": "mjlog.stats.ask"}
"""Module of the function that a subpackage is; `mjlog.api` if it is not here."""


class _Function(ModuleType):
    """A subpackage that can be called: ``mjlog.audit(...)`` is `mjlog.api.audit`."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        name = self.__name__.rpartition(".")[2]
        return getattr(import_module(_CALLED.get(name, "mjlog.api")), name)(*args, **kwargs)


class _Package(ModuleType):
    """The package: its subpackages `audit`, `replay` and `stats` are functions too."""

    def __setattr__(self, name: str, value: Any) -> None:
        if _HOME.get(name) == f"{self.__name__}.{name}" and isinstance(value, ModuleType):
            value.__class__ = _Function
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'mjlog' has no attribute {name!r}")
    module = import_module(_HOME[name])
    value = module if isinstance(module, _Function) else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
