"""Time zones: in which one days and months begin.  Moments themselves are stored in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from difflib import get_close_matches
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import pyarrow as pa

TIMEZONE: Final = "Asia/Tokyo"
"""The zone when none is named: that of the days in Tenhou's log ids, and of most of the players."""


@cache
def zone(name: str) -> ZoneInfo:
    """The zone of a name of the IANA database.

    Raises:
        ValueError: when there is none; the message has the nearest.

    >>> zone("Europe/Berlin").key
    'Europe/Berlin'
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"no time zone is called {name!r}{_nearest(name)}") from None


def _nearest(name: str) -> str:
    """The end of a message about an unknown zone: names that are like it, or like their last part."""
    known = sorted(available_timezones())
    folded = {own: (own.casefold(), own.rpartition("/")[2].casefold()) for own in known}
    wanted = name.casefold().replace(" ", "_")
    near = [own for own, forms in folded.items() if wanted in forms]
    for part in (0, 1):
        close = get_close_matches(wanted, [forms[part] for forms in folded.values()], n=2, cutoff=0.75)
        near += [own for own, forms in folded.items() if forms[part] in close and own not in near]
    examples = "; names are such as Asia/Tokyo, Europe/Berlin or UTC"
    return f"; did you mean {' or '.join(near[:3])}?" if near else examples


def in_utc(moment: date, name: str) -> datetime:
    """A day, or a moment, as tables have it.

    Args:
        moment: the beginning of a day when it has no time; in the zone unless it names its own.
        name: of the zone.

    Returns:
        The moment in UTC, without a zone.

    >>> in_utc(date(2022, 1, 1), "Asia/Tokyo"), in_utc(datetime(2022, 1, 1, tzinfo=UTC), "Asia/Tokyo")
    (datetime.datetime(2021, 12, 31, 15, 0), datetime.datetime(2022, 1, 1, 0, 0))
    """
    whole = moment if isinstance(moment, datetime) else datetime.combine(moment, time())
    own = whole if whole.tzinfo is not None else whole.replace(tzinfo=zone(name))
    try:
        return own.astimezone(UTC).replace(tzinfo=None)
    except OverflowError:  # within a day of the first or the last that there is
        return whole.replace(tzinfo=None)


def in_zone(moment: datetime, name: str) -> datetime:
    """A moment of a table as it is told in a zone.

    >>> f"{in_zone(datetime(2021, 12, 31, 17), 'Asia/Tokyo'):%Y-%m-%d %H:%M %Z}"
    '2022-01-01 02:00 JST'
    """
    try:
        return moment.replace(tzinfo=UTC).astimezone(zone(name))
    except OverflowError:
        return moment.replace(tzinfo=UTC)


def table_in_zone(table: pa.Table, name: str) -> pa.Table:
    """A table whose moments are told in a zone; which moments they are stays."""
    fields = [
        pa.field(f.name, pa.timestamp(f.type.unit, name)) if _is_moment(f.type) else f for f in table.schema
    ]
    return table.cast(pa.schema(fields))


def _is_moment(kind: pa.DataType) -> bool:
    return pa.types.is_timestamp(kind) and kind.tz is None
