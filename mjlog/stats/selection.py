"""`Selection`: which players, games and rounds are counted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

SEATS_MACRO: Final = "selected_seats"
ROUNDS_MACRO: Final = "selected_rounds"
_ARGUMENTS: Final = {
    "people": ("of_people", "varchar[]"),
    "opponents": ("of_opponents", "varchar[]"),
    "player_count": ("of_players", "tinyint"),
    "platform": ("of_platform", "varchar"),
    "room": ("of_room", "varchar"),
    "level": ("of_level", "varchar"),
    "length": ("of_length", "varchar"),
    "ruleset": ("of_ruleset", "varchar"),
    "since": ("since", "timestamp"),
    "until": ("until", "timestamp"),
    "seats": ("of_seats", "tinyint[]"),
    "last_games": ("last_games", "bigint"),
}
_ROUND_ARGUMENTS: Final = {
    "seat_winds": ("of_seat_winds", "tinyint[]"),
    "rounds": ("of_rounds", "varchar[]"),
    "all_last": ("of_all_last", "boolean"),
    "start_ranks": ("of_ranks", "tinyint[]"),
    "lead_from": ("lead_from", "integer"),
    "lead_to": ("lead_to", "integer"),
}
"""Argument of the macros and its type, by parameter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What is counted; a field that is left out chooses everything.

    Fields from `seat_winds` on choose rounds: statistics of whole games are left out then.
    """

    players: tuple[str, ...] | None = None
    """Players, as `player_games` names them."""
    opponents: tuple[str, ...] | None = None
    """Only games with one of these at the same table."""
    player_count: int | None = None
    platform: str | None = None
    room: str | None = None
    level: str | None = None
    """Rank of the player, as logged."""
    length: str | None = None
    """A word of `schema.LENGTHS`."""
    ruleset: str | None = None
    """The rules that judged the game: their id, or the name that it begins with."""
    since: datetime | None = None
    """Inclusive."""
    until: datetime | None = None
    """Exclusive."""
    seats: tuple[int, ...] | None = None
    """Seats at the first deal, 0 its dealer."""
    last_games: int | None = None
    """Each player's latest games among those that the rest chooses."""
    seat_winds: tuple[int, ...] | None = None
    """0 East to 3 North."""
    rounds: tuple[str, ...] | None = None
    """Rounds by name, or all of a wind: ``("E1", "S")``."""
    all_last: bool | None = None
    """Only the last scheduled round and its repetitions, or only the others."""
    start_ranks: tuple[int, ...] | None = None
    """Ranks at the deal, from 1."""
    lead_from: int | None = None
    """Least lead at the deal over the best of the others, in points; negative when behind."""
    lead_to: int | None = None

    @property
    def is_of_rounds(self) -> bool:
        """Whether single rounds are chosen, not only whole games."""
        return any(getattr(self, name) is not None for name in _ROUND_ARGUMENTS)

    @property
    def chosen(self) -> dict[str, Any]:
        """The fields that choose, with their values."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def values(self) -> dict[str, Any]:
        """What is chosen as values of the parameters of named statements.

        >>> Selection(players=("A",), length="south").values
        {'people': ['A'], 'length': 'south'}
        """
        return {
            "people" if name == "players" else name: list(value) if isinstance(value, tuple) else value
            for name, value in self.chosen.items()
        }

    def fitting(self, statement: str, parameters: Collection[str]) -> dict[str, Any]:
        """The values for a named statement.

        Args:
            statement: its name.
            parameters: names of its parameters.

        Raises:
            ValueError: when something is chosen that the statement cannot tell apart.
        """
        strange = [name for name in self.values if name not in parameters]
        if strange:
            what = "single rounds" if strange[0] in _ROUND_ARGUMENTS else strange[0]
            raise ValueError(f"{statement} cannot be asked by {what}")
        return self.values

    def call(self, macro: str, prefix: str = "") -> tuple[str, dict[str, Any]]:
        """A call of one of the macros with this choice.

        Args:
            macro: `SEATS_MACRO` or `ROUNDS_MACRO`.
            prefix: of the parameters' names, where a statement has several choices.

        Returns:
            SQL with ``$parameters``, and their values.
        """
        known = _ARGUMENTS | (_ROUND_ARGUMENTS if macro == ROUNDS_MACRO else {})
        given = {name: value for name, value in self.values.items() if name in known}
        arguments = ", ".join(
            f"{argument} := ${prefix}{name}::{kind}"
            for name, (argument, kind) in known.items()
            if name in given
        )
        return f"{macro}({arguments})", {prefix + name: value for name, value in given.items()}
