"""`Selection`: which players, games and rounds are counted."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

SEATS_MACRO: Final = "selected_seats"
ROUNDS_MACRO: Final = "selected_rounds"
_PARAMETERS: Final = {
    "players": ("of_people", "varchar[]"),
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
_ROUND_PARAMETERS: Final = {
    "seat_winds": ("of_seat_winds", "tinyint[]"),
    "round_winds": ("of_round_winds", "tinyint[]"),
    "round_numbers": ("of_round_numbers", "tinyint[]"),
    "start_ranks": ("of_ranks", "tinyint[]"),
    "lead_from": ("lead_from", "integer"),
    "lead_to": ("lead_to", "integer"),
}
"""Parameter of the macros and its type, by field."""


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
    round_winds: tuple[int, ...] | None = None
    round_numbers: tuple[int, ...] | None = None
    """From 1."""
    start_ranks: tuple[int, ...] | None = None
    """Ranks at the deal, from 1."""
    lead_from: int | None = None
    """Least lead at the deal over the best of the others, in points; negative when behind."""
    lead_to: int | None = None

    @property
    def is_of_rounds(self) -> bool:
        """Whether single rounds are chosen, not only whole games."""
        return any(getattr(self, name) is not None for name in _ROUND_PARAMETERS)

    @property
    def chosen(self) -> dict[str, Any]:
        """The fields that choose, with their values."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    def call(self, macro: str, prefix: str = "") -> tuple[str, dict[str, Any]]:
        """A call of one of the macros with this choice.

        Args:
            macro: `SEATS_MACRO` or `ROUNDS_MACRO`.
            prefix: of the parameters' names, where a statement has several choices.

        Returns:
            SQL with ``$parameters``, and their values.
        """
        named = _PARAMETERS | (_ROUND_PARAMETERS if macro == ROUNDS_MACRO else {})
        chosen = {name: value for name, value in self.chosen.items() if name in named}
        arguments = ", ".join(
            f"{parameter} := ${prefix}{name}::{kind}"
            for name, (parameter, kind) in named.items()
            if name in chosen
        )
        values = {
            prefix + name: list(value) if isinstance(value, tuple) else value
            for name, value in chosen.items()
        }
        return f"{macro}({arguments})", values
