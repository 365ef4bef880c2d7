"""Kinds of values that options take, with messages for people."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final

import click

from mjlog.stats.zones import zone

WINDS: Final = "ESWN"
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?", re.ASCII)


class Wind(click.ParamType[int]):
    """A wind as a letter, or its number."""

    name = "wind"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of a wind, 0 East."""
        if isinstance(value, int):
            return value
        if len(value) != 1 or value.upper() not in WINDS:
            self.fail(f"{value!r} is none of E, S, W, N.", param, ctx)
        return WINDS.index(value.upper())


class Round(click.ParamType[str]):
    """A wind or a round by name."""

    name = "round"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name in capitals."""
        if not re.fullmatch(r"[ESWN][1-4]?", value.upper()):
            self.fail(f"{value!r} is neither a wind (S) nor a round (S4).", param, ctx)
        return value.upper()


class Lead(click.ParamType[tuple[int | None, int | None]]):
    """A range of points, either end of which may be left out."""

    name = "lead"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int | None, int | None]:
        """The ends."""
        ends = re.fullmatch(r"(-?\d+)?:(-?\d+)?", value)
        if not ends or len(value) == 1:
            self.fail(f"{value!r} is no range of points such as -4000:4000 or 8000: or :-1.", param, ctx)
        low, high = (None if end is None else int(end) for end in ends.groups())
        return low, high


class Zone(click.ParamType[str]):
    """A time zone by its name in the IANA database."""

    name = "zone"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, of a zone that there is."""
        try:
            zone(value)
        except ValueError as error:
            self.fail(f"{error}.".replace("?.", "?"), param, ctx)
        return value


class Day(click.ParamType[datetime]):
    """A day, or a moment of it."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """The moment; of a day its beginning."""
        if isinstance(value, datetime):
            return value
        known = "a day such as 2022-01-31, or a moment such as 2022-01-31T20:30:00"
        if not _MOMENT.fullmatch(value):
            self.fail(f"{value!r} is not {known}.", param, ctx)
        try:
            return datetime.fromisoformat(value)
        except ValueError:  # no such day of the month, or hour
            self.fail(f"{value!r} is not {known}.", param, ctx)
