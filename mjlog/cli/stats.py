"""``mjlog stats``: statistics of players, from a warehouse or straight from logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from itertools import count, groupby
from typing import Any, Final

import click
import pyarrow as pa

from mjlog.cli.inputs import (
    paths_argument,
    read_logs,
    ruleset_option,
    tell_not_judged,
    tell_rejects,
    tell_shared_ids,
)
from mjlog.cli.output import Row, format_option, show_rows
from mjlog.cli.text import brief, counted, printable
from mjlog.rulesets import load
from mjlog.schema import LENGTHS, TABLES
from mjlog.warehouse import Warehouse, is_warehouse
from mjlog.warehouse.connection import is_text

RATES: Final = "player_rates"
SUMMARY: Final = "player_summary"
"""What is shown in the text when neither a table nor a player is named."""
NAMELESS: Final = "nameless_seats"
"""What of these two is left out."""
SHOWN_PLAYERS: Final = 20
"""Players in that text."""
_SUMMARY_KEYS: Final = ("player_count",)
_RATE_KEYS: Final = ("player_count", "player")

_DAY: Final = click.DateTime(("%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"))


@click.command
@paths_argument
@click.option("--player", metavar="NAME", help="Only this player, by the name in the logs.")
@click.option("--table", metavar="NAME", help="What to show; --list names everything.")
@click.option("--sql", metavar="QUERY", help="A question in SQL instead, one statement.")
@click.option("--list", "listing", is_flag=True, help="List what --table can show.")
@click.option("--players", "player_count", type=click.IntRange(2, 4), help="Only games of so many players.")
@click.option("--platform", metavar="NAME", help="Only games of a platform.")
@click.option("--room", metavar="NAME", help="Only games in a room.")
@click.option("--length", type=click.Choice(LENGTHS), help="Only games of a length.")
@click.option("--since", type=_DAY, help="Only games from this day on.")
@click.option("--until", type=_DAY, help="Only games before this day.")
@click.option("--aliases", metavar="FILE", help="TOML file: which accounts and names are of one person.")
@ruleset_option
@format_option
def command(
    paths: tuple[str, ...],
    table: str | None,
    sql: str | None,
    listing: bool,
    aliases: str | None,
    ruleset: str | None,
    form: str,
    **selection: Any,
) -> None:
    """Show statistics of players, from a warehouse or from logs.

    PATHS are one folder made by `mjlog ingest`, or logs: files, folders, patterns or "-" for standard
    input.  Every rate stands with its numerator, its denominator (of what: per) and a 95 % interval.
    Games of three and of four players are never mixed.  Players without a name or account are told, not
    counted: nobody knows who is who.

    A file of --aliases has a table [people]: "Name" = ["account or name", {platform = "tenhou", account =
    "123"}]; games of all these accounts are then counted under the name.

    Without --player the text has one line for each of the most active players; JSON and CSV have
    every statistic of every player.

    \b
    Examples:
      mjlog stats wh/ --player NAME
      mjlog stats my_logs/ --format csv > rates.csv
      mjlog stats wh/ --table deal_ins_by_turn --players 4
      mjlog stats wh/ --player NAME --since 2026-01-01 --length south
      mjlog stats wh/ --aliases people.toml --player NAME
      mjlog stats wh/ --sql "select outcome, count(*) as n from rounds group by all"
    """
    chosen = {name: value for name, value in selection.items() if value is not None}
    if sql is not None and (table is not None or chosen):
        raise click.UsageError("--sql goes without --table and without a choice of games.")
    default = SUMMARY if form == "text" and "player" not in chosen else RATES
    name = default if table is None else table
    with _opened(paths, ruleset, aliases) as warehouse:
        if listing:
            told = warehouse.statements | {t: f"One row per {TABLES[t].grain}." for t in warehouse.tables}
            show_rows([{"table": t, "tells": tells} for t, tells in told.items()], ("table", "tells"), form)
            return
        answer = _answer(warehouse, name, sql, aliases, chosen)
    if form != "text" or sql is not None or name not in (SUMMARY, RATES):
        show_rows(answer.to_pylist(), answer.column_names, form)
    else:
        _show_players(answer, name, None if table is not None or name == RATES else SHOWN_PLAYERS)


def _answer(
    warehouse: Warehouse, name: str, sql: str | None, aliases: str | None, chosen: Mapping[str, Any]
) -> pa.Table:
    """The table of a name for a choice of games, or the answer to a question in SQL."""
    if aliases is not None:
        _tell_unmatched(warehouse, aliases)
    if "player" in chosen:
        _check_player(warehouse, chosen["player"])
    answer = warehouse.table(name, **chosen) if sql is None else warehouse.ask(sql)
    is_of_players = sql is None and name in (SUMMARY, RATES) and "player" not in chosen
    has_nameless = is_of_players and _tell_nameless(warehouse, chosen)
    if chosen and not len(answer) and not has_nameless:
        _tell_empty(warehouse, chosen)
    return answer.rename_columns(_unique(answer.column_names))


def _opened(paths: Sequence[str], ruleset: str | None, aliases: str | None) -> Warehouse:
    """The warehouse at the path, or one in memory with the logs."""
    stored = [path for path in paths if is_warehouse(path)]
    if stored and len(paths) > 1:
        raise click.UsageError(f"{stored[0]} is a warehouse; it cannot be read together with other paths.")
    if stored and ruleset is not None:
        raise click.UsageError(f"--ruleset goes with logs; the games of {stored[0]} were judged by ingest.")
    if stored:
        return Warehouse(stored[0], aliases=aliases)
    rules = load(ruleset) if ruleset is not None else None
    warehouse = Warehouse(aliases=aliases)
    report = warehouse.add(read_logs(paths), rules)
    tell_rejects(report.rejects.to_pylist())
    tell_not_judged(report.not_judged, rules)
    tell_shared_ids(report.shared_ids)
    if not report.games:
        raise click.ClickException("no game could be read")
    return warehouse


def _unique(names: Sequence[str]) -> list[str]:
    """Names of columns, each once: later ones of equal name have a number, as in DuckDB's own tables.

    >>> _unique(["a", "b", "a", "a_1", "a"])
    ['a', 'b', 'a_2', 'a_1', 'a_3']
    """
    taken, unique = set(names), list[str]()
    for name in names:
        numbered = (f"{name}_{number}" for number in count(1))
        chosen = name if name not in unique else next(n for n in numbered if n not in taken)
        taken.add(chosen)
        unique.append(chosen)
    return unique


_VALUES: Final = {
    "platform": "platforms are",
    "room": "rooms are",
    "length": "lengths are",
    "player_count": "games are of players:",
}
"""How the values of columns of `games` that can be chosen are told."""
_DAYS: Final = ("since", "until")
_SPAN: Final = "select min(started_at) as first, max(started_at) as last from games"
_OWNERS: Final = """
select distinct g.player
from player_games as g
inner join game_players as p on p.game_id = g.game_id and p.seat = g.seat
where g.player is not null and $name in (p.name, p.account_id)
order by g.player
"""


def _check_player(warehouse: Warehouse, player: str) -> None:
    """Refuse a player who is in no game.

    Raises:
        click.ClickException: naming the nearest players.
    """
    names = warehouse.query("select distinct player from player_games where player is not null")
    known: list[str] = names["player"].to_pylist()
    if player not in known:
        owners = warehouse.query(_OWNERS, name=player)["player"].to_pylist() if is_text(player) else []
        if owners:
            raise click.ClickException(f"{player} is counted under {' and '.join(owners)} (--aliases)")
        near = get_close_matches(player, known)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise click.ClickException(f"no player is called {player}{hint}")


def _tell_unmatched(warehouse: Warehouse, aliases: str) -> None:
    """Say on stderr which persons of a file of aliases play in no game."""
    nobody = warehouse.query(
        "select distinct person from aliases where person not in (select player from player_games "
        "where player is not null) order by person"
    )["person"].to_pylist()
    if nobody:
        told = brief(", ".join(nobody))
        click.echo(printable(f"mjlog: {aliases}: no game has any account or name of {told}"), err=True)


def _tell_nameless(warehouse: Warehouse, chosen: Mapping[str, Any]) -> bool:
    """Say on stderr how many players are not counted, because nobody knows who they are; whether any are."""
    rows = warehouse.table(NAMELESS, **chosen).to_pylist()
    for row in rows:
        where = f"{counted(row['games'], 'game')} of {row['player_count']} players"
        told = f"{counted(row['seats'], 'seat')} of {where} left out: neither a name nor an account"
        click.echo(f"mjlog: {told}", err=True)
    return bool(rows)


def _tell_empty(warehouse: Warehouse, chosen: Mapping[str, Any]) -> None:
    """Say on stderr that a choice fits no game, and what there is to choose from."""
    what = [
        f"{option} {f'{value:%Y-%m-%d}' if option in _DAYS else value}" for option, value in chosen.items()
    ]
    hints = []
    for option in _VALUES.keys() & chosen.keys():
        rows = warehouse.query(f"select distinct {option} from games where {option} is not null order by 1")  # noqa: S608 - our own names
        there = rows[option].to_pylist()
        if chosen[option] not in there:
            hints.append(f"{_VALUES[option]} {', '.join(map(str, there)) or 'not known'}")
    if chosen.keys() & set(_DAYS):
        (days,) = warehouse.query(_SPAN).to_pylist()
        told = f"from {days['first']:%Y-%m-%d} to {days['last']:%Y-%m-%d}" if days["first"] else "not known"
        hints.append(f"days are {told}")
    hint = brief(f"; {'; '.join(sorted(hints))}") if hints else ""
    click.echo(printable(f"mjlog: no game fits the choice: {', '.join(what)}{hint}"), err=True)


def _show_players(answer: pa.Table, name: str, most: int | None) -> None:
    """The first `most` rows of the table `name` (None: all), and how many more there are."""
    rows = answer.to_pylist()
    keys = _SUMMARY_KEYS if name == SUMMARY else _RATE_KEYS
    _show_in_groups(rows[:most], answer.column_names, keys)
    if most is not None and len(rows) > most:
        click.echo(f"... and {len(rows) - most:,} more (--format csv has all, --player one)")


def _show_in_groups(rows: Sequence[Row], columns: Sequence[str], keys: Sequence[str]) -> None:
    """A table for each value of `keys`, under a line that names them."""
    shown = [name for name in columns if name not in keys]
    for number, (key, group) in enumerate(groupby(rows, key=lambda row: [row[name] for name in keys])):
        players, *names = key
        head = ", ".join([*names, f"games of {players}"])
        click.echo("\n" * (number > 0) + printable(head))
        show_rows(list(group), shown, "text")
