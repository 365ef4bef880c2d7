"""Ura dora indicators in formats that have no word for those that are not known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.sink import Event
from mjlog.rulesets import RulesetError, resolve

_RIICHI: Final = KIND_CODE["riichi"]


def has_ura(rules: str | None) -> bool:
    """Whether ura dora count in a game; they do where its rules cannot be used.

    Args:
        rules: `games.rules`.

    >>> has_ura(None), has_ura('{"extends": "jpml_a"}')
    (True, False)
    """
    try:
        return resolve(rules).ura_dora
    except RulesetError:
        return True


def known_ura(
    listed: Sequence[int], winners: Iterable[int], events: Iterable[Event], *, is_turned: bool
) -> list[int] | None:
    """Ura indicators of a round; None where they are not known.

    A winner in riichi turns at least one where ura dora count, so that none listed is none known.

    Args:
        listed: tile codes of those that the log lists.
        winners: seats.
        events: events of the round.
        is_turned: whether ura dora count.
    """
    if listed or not is_turned:
        return list(listed)
    declared = {event.seat for event in events if event.kind == _RIICHI}
    return [] if declared.isdisjoint(winners) else None
