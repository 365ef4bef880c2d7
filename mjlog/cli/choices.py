"""Which players, games and rounds a command counts: its options, and what is told of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from datetime import date
from difflib import get_close_matches
from typing import Any, Final, NoReturn, TypeVar

import click
from click.exceptions import Exit

from mjlog.cli.given import Day, Lead, Round, Wind, Zone
from mjlog.cli.text import brief, counted, printable
from mjlog.schema import LENGTHS
from mjlog.stats.levels import by_rank, like_rank
from mjlog.stats.overview import sizes
from mjlog.stats.people import UnknownPlayerError, check_people
from mjlog.stats.selection import MOST, ROUNDS_MACRO, SEATS_MACRO, Selection
from mjlog.stats.zones import TIMEZONE, in_zone
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements

_Command = TypeVar("_Command", bound=Callable[..., Any])

timezone_option = click.option(
    "--timezone",
    metavar="ZONE",
    type=Zone(),
    default=TIMEZONE,
    envvar="MJLOG_TIMEZONE",
    show_default=True,
    help="In which days and months begin, and moments are told: Europe/Berlin, UTC, ...; or set "
    "MJLOG_TIMEZONE.  Log ids of Tenhou have days of Japan.",
)
"""The option ``--timezone`` of every command that tells days; it arrives as `timezone`."""
_OPTIONS: Final = (
    click.option("--player", "players", multiple=True, metavar="NAME", help="Only this player; or several."),
    click.option("--except", "excluding", multiple=True, metavar="NAME", help="All but this player."),
    click.option("--opponent", "opponents", multiple=True, metavar="NAME", help="Only games with this one."),
    click.option(
        "--players", "player_count", type=click.IntRange(2, 4), help="Only games of so many players."
    ),
    click.option("--platform", metavar="NAME", help="Only games of a platform."),
    click.option("--room", metavar="NAME", help="Only games in a room."),
    click.option("--level", metavar="NAME", help="Only players of a rank, as logged."),
    click.option("--length", type=click.Choice(LENGTHS), help="Only games of a length."),
    click.option("--rules", "judged_by", metavar="NAME", help="Only games that were judged by a rule set."),
    click.option(
        "--since",
        type=Day(),
        metavar="DAY",
        help="Only games from this day on, as --timezone has it; none of unknown day.  A time of day may "
        "follow: 2022-01-31T20:30:00.",
    ),
    click.option(
        "--until",
        type=Day(),
        metavar="DAY",
        help="Only games before this day, or moment, as --timezone has it; none of unknown day.",
    ),
    click.option(
        "--last",
        "last_games",
        type=click.IntRange(1, MOST),
        metavar="GAMES",
        help="Only the last games of each player; those of unknown day are oldest.",
    ),
    click.option(
        "--start-seat", "seats", multiple=True, type=Wind(), help="Only who begins the game as E, S, W or N."
    ),
    click.option(
        "--seat-wind", "seat_winds", multiple=True, type=Wind(), help="Only rounds played as E, S, W or N."
    ),
    click.option(
        "--round",
        "rounds",
        multiple=True,
        type=Round(),
        help="Only this round (S4), or those of this wind (S).",
    ),
    click.option("--all-last", is_flag=True, help="Only the last scheduled round, and its repetitions."),
    click.option("--not-all-last", is_flag=True, help="Only the others."),
    click.option(
        "--start-rank",
        "start_ranks",
        multiple=True,
        type=click.IntRange(1, 4),
        help="Only rounds begun at this rank.",
    ),
    click.option(
        "--lead",
        type=Lead(),
        metavar="FROM:TO",
        help="Only rounds begun with such a lead over the best of the others.",
    ),
)
"""Every choice, by the field of `Selection` that it fills, but for some names of `selection`."""


def choice_options(command: _Command) -> _Command:
    """Give a command every option that chooses; they arrive as arguments that `selection` takes."""
    for option in reversed((*_OPTIONS, timezone_option)):
        command = option(command)
    return command


def selection(given: Mapping[str, Any]) -> Selection:
    """The selection that the options of `choice_options` say.

    Raises:
        click.UsageError: when options contradict each other.
    """
    if given.get("all_last") and given.get("not_all_last"):
        raise click.UsageError("--all-last and --not-all-last are all rounds: leave both out.")
    low, high = given.get("lead") or (None, None)
    known = {f.name for f in fields(Selection)} - {"ruleset", "all_last"}
    values = {name: value for name, value in given.items() if name in known and value not in (None, ())}
    values["all_last"] = True if given.get("all_last") else False if given.get("not_all_last") else None
    try:
        return Selection(**values, ruleset=given.get("judged_by"), lead_from=low, lead_to=high)
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None


def parse_choice(words: tuple[str, ...], option: str) -> Selection:
    """A selection from words such as ``player=NAME`` and ``since=2026-01-01``.

    Args:
        words: each the name of an option of `choice_options` and its value.
        option: where they were given, for messages.

    Raises:
        click.UsageError: when there is no such option, or its value cannot be used.
    """
    arguments = []
    for word in words:
        name, equals, value = word.partition("=")
        arguments += [f"--{name}={value}"] if equals else [f"--{name}"]
    parser = click.Command(option, params=list(_parameters()), add_help_option=False)
    try:
        context = parser.make_context(option, arguments)
    except click.UsageError as error:
        raise click.UsageError(f"{option}: {error.format_message()}") from None
    return selection(context.params)


def _parameters() -> list[click.Parameter]:
    """The options of `choice_options` as they are, without ``--timezone``: both have the same."""

    @choice_options
    def nothing() -> None:
        """Carry the options."""

    parameters: list[click.Parameter] = click.command(nothing).params
    return [parameter for parameter in parameters if parameter.name != "timezone"]


# --- what is told ---------------------------------------------------------------------------------

NAMELESS: Final = "nameless_seats"
"""The statement that counts those who are left out where players are told apart."""
_VALUES: Final = {
    "platform": "platforms are",
    "room": "rooms are",
    "level": "levels are",
    "length": "lengths are",
    "ruleset": "rules are",
    "player_count": "games are of players:",
}
"""How the values of columns of `player_games` that can be chosen are told."""
_DAYS: Final = ("since", "until")
_NAMES: Final = {
    "players": "player",
    "excluding": "all but",
    "opponents": "opponent",
    "last_games": "last",
    "ruleset": "rules",
}
"""Options by the field that they fill, where they differ."""
NOTHING_FOUND: Final = 1
"""Exit code where a choice fits nothing."""
NOBODY: Final = "nobody of them has a name"
"""Why there is nothing to tell of players."""


def check_players(warehouse: Warehouse, *choices: Selection) -> None:
    """End the command with `NOTHING_FOUND`, saying so, when players are asked for who are in no game.

    Raises:
        click.exceptions.Exit: then.
    """
    try:
        for choice in choices:
            check_people(warehouse, choice)
    except UnknownPlayerError as error:
        _tell_line(str(error))
        raise Exit(NOTHING_FOUND) from None


def tell_nameless(warehouse: Warehouse, choice: Selection) -> bool:
    """Say on stderr how many players are not counted, because nobody knows who they are; whether any are."""
    known = statements()[NAMELESS].parameters
    whole = replace(choice, last_games=None).values
    rows = warehouse.table(NAMELESS, **{k: v for k, v in whole.items() if k in known}).to_pylist()
    for row in rows:
        where = f"{counted(row['games'], 'game')} of {row['player_count']} players"
        told = f"{counted(row['seats'], 'seat')} of {where} left out: neither a name nor an account"
        click.echo(f"mjlog: {told}", err=True)
    return bool(rows)


def tell_namesakes(warehouse: Warehouse, choice: Selection) -> None:
    """Say on stderr of whom several seats of one game are counted, as of players of equal names."""
    call, values = choice.call(SEATS_MACRO)
    rows = warehouse.query(
        f"select player, count(*) as games from (select player, game_id from {call} where player is not null"  # noqa: S608 - our own macro; values are parameters
        " group by player, game_id having count(*) > 1) group by player order by games desc, player",
        **values,
    ).to_pylist()
    if rows:
        games, names = sum(row["games"] for row in rows), ", ".join(_word(row["player"]) for row in rows)
        _tell_line(f"{counted(games, 'game')} with several seats of one name, which are all counted: {names}")


def tell_empty(warehouse: Warehouse, *choices: Selection) -> NoReturn:
    """Say on stderr that choices fit nothing, and what there is to choose from; this ends the command.

    Raises:
        click.exceptions.Exit: with `NOTHING_FOUND`.
    """
    for choice in choices:
        _tell_line(_empty(warehouse, choice))
    raise Exit(NOTHING_FOUND)


def tell_nothing(reason: str) -> NoReturn:
    """Say on stderr why there is no answer, and end the command.

    Raises:
        click.exceptions.Exit: with `NOTHING_FOUND`.
    """
    _tell_line(reason)
    raise Exit(NOTHING_FOUND)


def _tell_line(text: str) -> None:
    click.echo(printable(f"mjlog: {brief(text)}"), err=True)


def _empty(warehouse: Warehouse, choice: Selection) -> str:
    """What is said of a choice that fits nothing."""
    if not len(warehouse.query("select 1 from games limit 1")):
        return "there is no game"
    hints = [
        _hint(warehouse, column, choice.chosen[column]) for column in _VALUES.keys() & choice.chosen.keys()
    ]
    if choice.chosen.keys() & set(_DAYS):
        hints.append(_days(warehouse, choice))
    noun = "round" if choice.is_of_rounds else "game"
    return "; ".join([f"no {noun} fits the choice: {told(choice)}", *sorted(filter(None, hints))])


def _days(warehouse: Warehouse, choice: Selection) -> str:
    """From when to when there are games that the rest of a choice fits; of all where it fits none."""
    rest = replace(choice, since=None, until=None, last_games=None)
    is_all = not (rest.chosen and len(sizes(warehouse, rest, ())))
    call, values = ("games", {}) if is_all else rest.call(ROUNDS_MACRO if rest.is_of_rounds else SEATS_MACRO)
    (days,) = warehouse.query(
        f"select min(started_at) as first, max(started_at) as last from {call}",  # noqa: S608 - our own macro
        **values,
    ).to_pylist()
    ends = [days[end] and in_zone(days[end], choice.timezone) for end in ("first", "last")]
    span = " to ".join(end.date().isoformat() for end in ends if end)
    whose = "days" if is_all else "days of the rest of the choice"
    return f"{whose} are from {span} ({choice.timezone})" if span else f"{whose} are not known"


def _hint(warehouse: Warehouse, column: str, wanted: Any) -> str:
    """What a column has, and the nearest where a word is like it; nothing where it has what is wanted."""
    source = "ruleset_id" if column == "ruleset" else column
    rows = warehouse.query(
        f"select distinct {source} as value from player_games where {source} is not null order by 1"  # noqa: S608 - our own names
    )
    there = rows["value"].to_pylist()
    names = sorted({value.rpartition("-")[0] for value in there}) if column == "ruleset" else there
    if wanted in there or wanted in names:
        return ""
    near = get_close_matches(wanted, names, n=1) if isinstance(wanted, str) else []
    near = like_rank(wanted, names) if column == "level" else near
    listed = ", ".join(map(str, by_rank(names) if column == "level" else names)) or "not known"
    return f"{_VALUES[column]} {listed}" + (f": did you mean {near[0]}?" if near else "")


def told(choice: Selection) -> str:
    """A choice in words; nothing when it chooses everything.

    >>> told(Selection(players=("A", "B"), last_games=100, all_last=True))
    'player A or B, last 100, all last'
    >>> told(Selection(excluding=("A", ""), since=date(1, 1, 1)))
    "all but A and '', since 0001-01-01"
    """
    words = []
    for name, value in choice.chosen.items():
        called = _NAMES.get(name, name.replace("_", " "))
        if name == "player_count":
            words.append(f"{value} players")
        elif isinstance(value, bool):
            words.append(called if value else f"not {called}")
        else:
            words.append(f"{called} {_word(value, ' and ' if name == 'excluding' else ' or ')}")
    return ", ".join(words)


def _word(value: Any, between: str = "") -> str:
    """A value of a choice as it is told."""
    if isinstance(value, tuple):
        return between.join(map(_word, value))
    if isinstance(value, date):
        return day_of(value)
    return str(value) if str(value).strip() else repr(value)


def day_of(moment: date) -> str:
    """A day, with the time where it is not midnight.

    >>> from datetime import datetime
    >>> day_of(datetime(1, 2, 3)), day_of(datetime(2022, 1, 1, 12, 30))
    ('0001-02-03', '2022-01-01T12:30:00')
    """
    text = moment.isoformat()[:19]
    return text.removesuffix("T00:00:00")
