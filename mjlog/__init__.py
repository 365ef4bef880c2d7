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
    from mjlog.api import audit, read, replay, score
    from mjlog.rulesets import Ruleset
    from mjlog.warehouse import Warehouse

__all__ = ["Ruleset", "Warehouse", "audit", "read", "replay", "score"]

_HOME: Final = {
    "Ruleset": "mjlog.rulesets",
    "Warehouse": "mjlog.warehouse",
    "audit": "mjlog.api",
    "read": "mjlog.api",
    "replay": "mjlog.api",
    "score": "mjlog.api",
}
"""Module of each public name; it is imported when the name is first used."""


class _Package(ModuleType):
    """The package, whose public names stay what they are.

    Importing a subpackage binds it to its name in the package; `audit` and `replay` are functions
    too, and ``mjlog.audit`` means the function.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'mjlog' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
