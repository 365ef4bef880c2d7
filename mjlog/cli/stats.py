"""``mjlog stats``: statistics of players, from a warehouse or straight from logs."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

import click

from mjlog.cli.inputs import paths_argument, read_logs, tell_rejects
from mjlog.cli.output import Row, format_option, show_rows
from mjlog.schema import LENGTHS
from mjlog.warehouse import Warehouse, is_warehouse

TABLES: Final = ("player_rates", "player_summary", "ranks", "deal_ins_by_opponents", "deal_ins_by_turn")
"""Named statements that can be shown."""
SHOWN_PLAYERS: Final = 20
"""Players in the text when none is named."""

_date = click.DateTime(("%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"))


@click.command
@paths_argument
@click.option("--player", metavar="NAME", help="Only this player, by the name in the logs.")
@click.option("--table", type=click.Choice(TABLES), help="What to show.  [default: rates of the player]")
@click.option("--players", type=click.Choice(("3", "4")), help="Only games of so many players.")
@click.option("--platform", metavar="NAME", help="Only games of a platform.")
@click.option("--room", metavar="NAME", help="Only games in a room.")
@click.option("--length", type=click.Choice(LENGTHS), help="Only games of a length.")
@click.option("--since", type=_date, help="Only games from this day on.")
@click.option("--until", type=_date, help="Only games before this day.")
@format_option
def command(
    paths: tuple[str, ...],
    player: str | None,
    table: str | None,
    players: str | None,
    form: str,
    **selection: Any,
) -> None:
    """Show statistics of players: ranks, wins, deal-ins, riichi, calls, draws, values.

    PATHS are one folder made by `mjlog ingest`, or logs: files, folders, patterns or "-" for standard
    input.  Every rate stands with its numerator, its denominator (of what: per) and a 95 % interval.
    Games of three and of four players are never mixed.

    Without --player the text has one line for each of the most active players; JSON and CSV have
    every statistic of every player.

    \b
    Examples:
      mjlog stats wh/ --player NAME
      mjlog stats my_logs/ --format csv > rates.csv
      mjlog stats wh/ --table deal_ins_by_turn --players 4
      mjlog stats wh/ --player NAME --since 2026-01-01 --length south
    """
    chosen = {**selection, "player": player, "player_count": players and int(players)}
    name = table or ("player_summary" if form == "text" and player is None else "player_rates")
    with _opened(paths) as warehouse:
        if player is not None:
            _check_player(warehouse, player)
        answer = warehouse.query(name, **chosen)
    rows = answer.to_pylist()
    if form == "text" and name == "player_rates":
        _show_rates(rows, answer.column_names)
    elif form == "text" and name == "player_summary":
        show_rows(rows[:SHOWN_PLAYERS], answer.column_names, form)
        if len(rows) > SHOWN_PLAYERS:
            click.echo(f"... and {len(rows) - SHOWN_PLAYERS:,} more (--format csv has all, --player one)")
    else:
        show_rows(rows, answer.column_names, form)


def _opened(paths: Sequence[str]) -> Warehouse:
    """The warehouse at the path, or one in memory with the logs."""
    stored = [p for p in paths if is_warehouse(p)]
    if stored and len(paths) > 1:
        raise click.UsageError(f"{stored[0]} is a warehouse; it cannot be read together with other paths.")
    if stored:
        return Warehouse(stored[0])
    warehouse = Warehouse()
    report = warehouse.add(read_logs(paths))
    tell_rejects(report.rejects.to_pylist())
    if not report.games:
        raise click.ClickException("no game could be read")
    return warehouse


def _check_player(warehouse: Warehouse, player: str) -> None:
    names = warehouse.query("select distinct player from player_games where player is not null")
    known: list[str] = names["player"].to_pylist()
    if player not in known:
        near = difflib.get_close_matches(player, known, n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise click.ClickException(f"no player is called {player}{hint}")


def _show_rates(rows: Sequence[Row], columns: Sequence[str]) -> None:
    """The rates of each player under a line that names him."""
    for (count, player), group in groupby(rows, key=lambda r: (r["player_count"], r["player"])):
        click.echo(f"{player or '(no name)'}, games of {count}")
        show_rows(list(group), columns[2:], "text")
