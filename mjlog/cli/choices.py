"""Which players, games and rounds a command counts: its options, and what is told of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, TypeVar

import click

from mjlog.cli.text import brief, counted, printable
from mjlog.schema import LENGTHS
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements

WINDS: Final = "ESWN"
_Command = TypeVar("_Command", bound=Callable[..., Any])


class _Wind(click.ParamType[int]):
    """A wind as a letter, or its number."""

    name = "wind"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of a wind, 0 East."""
        if isinstance(value, int):
            return value
        if len(value) != 1 or value.upper() not in WINDS:
            self.fail(f"{value!r} is none of E, S, W, N.", param, ctx)
        return WINDS.index(value.upper())


class _Round(click.ParamType[str]):
    """A wind or a round by name."""

    name = "round"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name in capitals."""
        if not re.fullmatch(r"[ESWN][1-4]?", value.upper()):
            self.fail(f"{value!r} is neither a wind (S) nor a round (S4).", param, ctx)
        return value.upper()


class _Lead(click.ParamType[tuple[int | None, int | None]]):
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


DAY: Final = click.DateTime(("%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"))
_OPTIONS: Final = (
    click.option("--player", "players", multiple=True, metavar="NAME", help="Only this player; or several."),
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
        "--since", type=DAY, metavar="DAY", help="Only games from this day on; none of unknown day."
    ),
    click.option("--until", type=DAY, metavar="DAY", help="Only games before this day; none of unknown day."),
    click.option(
        "--last",
        "last_games",
        type=click.IntRange(1),
        help="Only the last games of each player; those of unknown day are oldest.",
    ),
    click.option(
        "--start-seat", "seats", multiple=True, type=_Wind(), help="Only who begins the game as E, S, W or N."
    ),
    click.option(
        "--seat-wind", "seat_winds", multiple=True, type=_Wind(), help="Only rounds played as E, S, W or N."
    ),
    click.option(
        "--round",
        "rounds",
        multiple=True,
        type=_Round(),
        help="Only this round (S4), or those of this wind (S).",
    ),
    click.option("--all-last/--not-all-last", default=None, help="Only the last scheduled round, or others."),
    click.option(
        "--start-rank",
        "start_ranks",
        multiple=True,
        type=click.IntRange(1, 4),
        help="Only rounds begun at this rank.",
    ),
    click.option(
        "--lead",
        type=_Lead(),
        metavar="FROM:TO",
        help="Only rounds begun with such a lead over the best of the others.",
    ),
)
"""Every choice, by the field of `Selection` that it fills, but for two names of `selection`."""


def choice_options(command: _Command) -> _Command:
    """Give a command every option that chooses; they arrive as arguments that `selection` takes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def selection(given: Mapping[str, Any]) -> Selection:
    """The selection that the options of `choice_options` say.

    Raises:
        click.UsageError: when days stand the wrong way round.
    """
    low, high = given.get("lead") or (None, None)
    known = {f.name for f in fields(Selection)} - {"ruleset"}
    values = {name: value for name, value in given.items() if name in known and value not in (None, ())}
    chosen = Selection(**values, ruleset=given.get("judged_by"), lead_from=low, lead_to=high)
    if chosen.since and chosen.until and chosen.since >= chosen.until:
        raise click.UsageError("--since must be before --until.")
    return chosen


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
    """The options of `choice_options` as they are."""

    @choice_options
    def nothing() -> None:
        """Carry the options."""

    parameters: list[click.Parameter] = click.command(nothing).params
    return parameters


# --- what is told ---------------------------------------------------------------------------------

NAMELESS: Final = "nameless_seats"
"""The statement that counts those who are left out where players are told apart."""
_VALUES: Final = {
    "platform": "platforms are",
    "room": "rooms are",
    "length": "lengths are",
    "player_count": "games are of players:",
}
"""How the values of columns of `games` that can be chosen are told."""
_DAYS: Final = ("since", "until")
_SPAN: Final = "select min(started_at) as first, max(started_at) as last from games"
_NAMES: Final = {
    "players": "player",
    "opponents": "opponent",
    "last_games": "last",
    "ruleset": "rules",
}
"""Options by the field that they fill, where they differ."""


def tell_nameless(warehouse: Warehouse, choice: Selection) -> bool:
    """Say on stderr how many players are not counted, because nobody knows who they are; whether any are."""
    known = statements()[NAMELESS].parameters
    rows = warehouse.table(NAMELESS, **{k: v for k, v in choice.values.items() if k in known}).to_pylist()
    for row in rows:
        where = f"{counted(row['games'], 'game')} of {row['player_count']} players"
        told = f"{counted(row['seats'], 'seat')} of {where} left out: neither a name nor an account"
        click.echo(f"mjlog: {told}", err=True)
    return bool(rows)


def tell_empty(warehouse: Warehouse, choice: Selection) -> None:
    """Say on stderr that a choice fits nothing, and what there is to choose from."""
    chosen = choice.chosen
    if not chosen:
        click.echo("mjlog: there is no game", err=True)
        return
    hints = []
    for option in _VALUES.keys() & chosen.keys():
        rows = warehouse.query(f"select distinct {option} from games where {option} is not null order by 1")  # noqa: S608 - our own names
        there = rows[option].to_pylist()
        if chosen[option] not in there:
            hints.append(f"{_VALUES[option]} {', '.join(map(str, there)) or 'not known'}")
    if chosen.keys() & set(_DAYS):
        (days,) = warehouse.query(_SPAN).to_pylist()
        span = f"from {days['first']:%Y-%m-%d} to {days['last']:%Y-%m-%d}" if days["first"] else "not known"
        hints.append(f"days are {span}")
    hint = brief(f"; {'; '.join(sorted(hints))}") if hints else ""
    noun = "round" if choice.is_of_rounds else "game"
    click.echo(printable(f"mjlog: no {noun} fits the choice: {told(choice)}{hint}"), err=True)


def told(choice: Selection) -> str:
    """A choice in words; nothing when it chooses everything.

    >>> told(Selection(players=("A", "B"), last_games=100, all_last=True))
    'player A or B, last 100, all last'
    """
    words = []
    for name, value in choice.chosen.items():
        called = _NAMES.get(name, name.replace("_", " "))
        if name == "player_count":
            words.append(f"{value} players")
        elif isinstance(value, bool):
            words.append(called if value else f"not {called}")
        else:
            words.append(f"{called} {_word(value)}")
    return ", ".join(words)


def _word(value: Any) -> str:
    """A value of a choice as it is told."""
    if isinstance(value, tuple):
        return " or ".join(map(_word, value))
    return f"{value:%Y-%m-%d}" if hasattr(value, "strftime") else str(value)
