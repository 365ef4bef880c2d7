"""The audit's rules: stable codes, what they check and why, and the functions that do."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, SupportsInt

import numpy as np
from numpy.typing import NDArray

from mjlog.audit.evidence import Evidence

Array = NDArray[Any]

FAMILIES: Final = {
    "PA": "parse: what the log says is complete and well formed",
    "TI": "tile conservation: every tile exists once and is where it is played from",
    "TN": "turn order",
    "CL": "calls, kan and kuikae",
    "RI": "riichi",
    "DO": "dora indicators",
    "FT": "furiten",
    "SC": "yaku, han, fu and points",
    "PO": "pao (liability)",
    "PY": "payments, sticks, honba and score continuity",
    "EN": "draws, end of game, ranks and uma",
    "WA": "wall, shuffle and dice",
}


@dataclass(frozen=True, slots=True)
class Found:
    """What one rule found in one batch."""

    checked: int
    """Places that were checked."""
    not_checkable: int = 0
    """Places that lack the information."""
    round: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    """(k,) round of the batch of each finding; for findings about a game, its last round."""
    event: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    """(k,) event of each finding; -1 for the round as a whole."""
    seat: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    """(k,) seat of each finding; -1 for none."""
    expected: Sequence[str] = ()
    """(k,) what the rules give."""
    actual: Sequence[str] = ()
    """(k,) what the log says."""

    def __len__(self) -> int:
        return len(self.round)

    def without(self, dropped: Array) -> Found:
        """These findings without some of them, (k,) bool, which count as not checkable."""
        kept, number = np.flatnonzero(~dropped), int(np.count_nonzero(dropped))
        return Found(
            checked=max(self.checked - number, 0),
            not_checkable=self.not_checkable + number,
            round=self.round[kept],
            event=self.event[kept],
            seat=self.seat[kept],
            expected=[self.expected[i] for i in kept.tolist()],
            actual=[self.actual[i] for i in kept.tolist()],
        )


Check = Callable[[Evidence], Found]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the audit."""

    code: str
    name: str
    message: str
    """Sentence with {seat}, {expected} and {actual} to fill in."""
    fields: tuple[str, ...]
    """Rule-set fields that the check reads."""
    severity: str
    check: Check
    columns: tuple[str, ...] = ()
    """Columns of the log tables without which a place is not checkable, as ``table.column``; with "|"
    between those of which one is enough."""

    @property
    def sections(self) -> dict[str, str]:
        """The docstring of the check by heading: Checks, Needs (where a log may lack it), Why, Example."""
        text = inspect.cleandoc(self.check.__doc__ or "")
        parts = re.split(r"\n\s*\n?(Needs|Why|Example):\s*", "\n" + text)
        named = {"Checks": parts[0]} | dict(zip(parts[1::2], parts[2::2], strict=True))
        return {heading: " ".join(body.split()) for heading, body in named.items()}


RULES: Final[dict[str, Rule]] = {}
"""Every rule by code; codes are never renumbered or reused."""


def rule(
    code: str,
    name: str,
    message: str,
    *,
    fields: tuple[str, ...] = (),
    severity: str = "error",
    columns: tuple[str, ...] = (),
) -> Callable[[Check], Check]:
    """Register the decorated check under `code`; the other arguments are those of `Rule`.

    The docstring says what is checked; then, where places may be not checkable, ``Needs:`` and what they
    lack; then ``Why:`` and ``Example:``.

    Raises:
        ValueError: when the code is taken or belongs to no family.
    """

    def register(check: Check) -> Check:
        if code in RULES or code[:2] not in FAMILIES:
            raise ValueError(f"rule code {code} is taken or belongs to no family")
        RULES[code] = Rule(code, name, message, tuple(dict.fromkeys(fields)), severity, check, columns)
        return check

    return register


def at_events(
    evidence: Evidence,
    candidates: Array,
    wrong: Array,
    *,
    expected: Callable[[int], str] = lambda _: "",
    actual: Callable[[int], str] = lambda _: "",
    checked: SupportsInt | None = None,
    not_checkable: SupportsInt = 0,
) -> Found:
    """Findings at events.

    Args:
        evidence: the batch under audit.
        candidates: (c,) events that may break the rule.
        wrong: (c,) bool, whether each of them does.
        expected: what the rules give, from the position in `candidates`.
        actual: what the log says, likewise.
        checked: events that were checked, where `candidates` are not all of them.
        not_checkable: further places that could not be checked.
    """
    hits = np.flatnonzero(wrong)
    events = np.asarray(candidates)[hits]
    ev = evidence.batch.events
    return Found(
        checked=len(candidates) if checked is None else int(checked),
        not_checkable=int(not_checkable),
        round=ev.round[events],
        event=events,
        seat=ev.seat[events],
        expected=[expected(int(i)) for i in hits],
        actual=[actual(int(i)) for i in hits],
    )


def at_rounds(
    rounds: Array,
    wrong: Array,
    *,
    seats: Array | None = None,
    expected: Callable[[int], str] = lambda _: "",
    actual: Callable[[int], str] = lambda _: "",
    not_checkable: SupportsInt = 0,
) -> Found:
    """Findings about rounds as a whole; arguments as for `at_events`, with rounds for events."""
    hits = np.flatnonzero(wrong)
    found = np.asarray(rounds)[hits]
    none = np.full(len(hits), -1, dtype=np.int64)
    return Found(
        checked=len(rounds),
        not_checkable=int(not_checkable),
        round=found,
        event=none,
        seat=none if seats is None else np.asarray(seats)[hits],
        expected=[expected(int(i)) for i in hits],
        actual=[actual(int(i)) for i in hits],
    )
