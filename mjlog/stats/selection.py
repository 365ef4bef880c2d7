"""`Selection`: which players, games and rounds are counted."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import date
from difflib import get_close_matches
from numbers import Integral
from typing import Any, Final

from mjlog.schema import LENGTHS
from mjlog.stats.zones import TIMEZONE, in_utc, zone

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
    "excluding": ("excluding", "varchar[]"),
    "timezone": ("in_zone", "varchar"),
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
MOST: Final = 1_000_000_000
"""Greatest number of games and of points that can be asked for."""
_NUMBERS: Final[dict[str, tuple[int, int]]] = {
    "player_count": (2, 4),
    "seats": (0, 3),
    "last_games": (1, MOST),
    "seat_winds": (0, 3),
    "start_ranks": (1, 4),
    "lead_from": (-MOST, MOST),
    "lead_to": (-MOST, MOST),
}
"""Fields of whole numbers, with the least and the greatest."""
_DAYS: Final = ("since", "until")
_MANY: Final = ("players", "excluding", "opponents", "seats", "seat_winds", "rounds", "start_ranks")
"""Fields of several values."""
_ROUND: Final = re.compile("[ESWN][1-4]?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What is counted; a field that is left out chooses everything.

    Fields from `seat_winds` on choose rounds: statistics of whole games are left out then.

    Raises:
        TypeError: when a value is of the wrong kind.
        ValueError: when there cannot be such a value; of words the message has the nearest.
    """

    players: tuple[str, ...] | None = None
    """Players, as `player_games` names them."""
    excluding: tuple[str, ...] | None = None
    """Players who are not counted."""
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
    since: date | None = None
    """A day or a moment, inclusive; in `timezone`, unless it names its own."""
    until: date | None = None
    """The same, exclusive."""
    timezone: str = TIMEZONE
    """In which days and months begin, by its name in the IANA database; chooses nothing by itself."""
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

    def __post_init__(self) -> None:
        """Make tuples of other collections, and refuse what cannot be chosen."""
        for name in _MANY:
            given = getattr(self, name)
            if isinstance(given, Collection) and not isinstance(given, str | bytes):
                object.__setattr__(self, name, tuple(given))
            elif given is not None:
                raise TypeError(f"{name} are several: ({given!r},)")
        for name, value in {**self.chosen, "timezone": self.timezone}.items():
            for one in value if name in _MANY else (value,):
                _check(name, one)
        self._check_ends()

    def _check_ends(self) -> None:
        """Refuse what begins behind its end."""
        since, until = (self.values.get(name) for name in _DAYS)
        if since is not None and until is not None and since >= until:
            raise ValueError("since must be before until")
        if self.lead_from is not None and self.lead_to is not None and self.lead_from > self.lead_to:
            raise ValueError(f"a lead from {self.lead_from} to {self.lead_to} is none: the lesser goes first")

    @property
    def is_of_rounds(self) -> bool:
        """Whether single rounds are chosen, not only whole games."""
        return any(getattr(self, name) is not None for name in _ROUND_ARGUMENTS)

    @property
    def chosen(self) -> dict[str, Any]:
        """The fields that choose, with their values."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "timezone"}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def values(self) -> dict[str, Any]:
        """What is chosen as values of the parameters of named statements.

        >>> Selection(players=("A",), length="south").values
        {'people': ['A'], 'length': 'south'}
        """
        return {
            "people" if name == "players" else name: self._value(name, value)
            for name, value in self.chosen.items()
        }

    def _value(self, name: str, value: Any) -> Any:
        """The value of a parameter: several as a list, days as moments in UTC."""
        if name in _DAYS:
            return in_utc(value, self.timezone)
        return list(value) if isinstance(value, tuple) else value

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
        zoned = {} if self.timezone == TIMEZONE else {"timezone": self.timezone}
        given = {name: value for name, value in (self.values | zoned).items() if name in known}
        arguments = ", ".join(
            f"{argument} := ${prefix}{name}::{kind}"
            for name, (argument, kind) in known.items()
            if name in given
        )
        return f"{macro}({arguments})", {prefix + name: value for name, value in given.items()}


def _check(name: str, value: Any) -> None:
    """Refuse a value that a field cannot have.

    Raises:
        TypeError: when it is of the wrong kind.
        ValueError: when there cannot be such a value.
    """
    if name in _NUMBERS:
        _check_number(name, value)
    elif name in _DAYS:
        if not isinstance(value, date):
            raise TypeError(f"{name} is a day or moment (datetime), not {value!r}")
    elif name == "all_last":
        if not isinstance(value, bool):
            raise TypeError(f"{name} is True or False, not {value!r}")
    elif not isinstance(value, str):
        raise TypeError(f"{name}: {value!r} is no text")
    elif name == "timezone":
        zone(value)
    elif name == "length" and value not in LENGTHS:
        raise ValueError(f"no length is called {value!r}" + _nearest(value, LENGTHS))
    elif name == "rounds" and not _ROUND.fullmatch(value):
        raise ValueError(f"no wind or round is called {value!r}, as S or S4 are")


def _check_number(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name}: {value!r} is no whole number")
    least, greatest = _NUMBERS[name]
    if not least <= int(value) <= greatest:
        raise ValueError(f"{name}: {value} is not from {least:,} to {greatest:,}")


def _nearest(value: str, known: Sequence[str]) -> str:
    """The end of a message about an unknown word."""
    near = get_close_matches(value, known, n=1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
