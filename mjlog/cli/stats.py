"""``mjlog stats``: answers from a warehouse or straight from logs."""

from __future__ import annotations

from datetime import datetime
from difflib import get_close_matches
from typing import Any, Final

import click
import pyarrow as pa

from mjlog.cli.inputs import paths_argument, read_logs, ruleset_option, tell_rejects
from mjlog.cli.output import format_option, show_rows
from mjlog.schema import LENGTHS
from mjlog.warehouse import Warehouse, is_warehouse

OVERVIEW: Final = "player_summary"
"""What is shown when nothing is asked for."""
OF_PLAYER: Final = "player_rates"
"""What is shown of one player."""

_DAY: Final = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"])


@click.command
@paths_argument
@click.option("-s", "--statement", metavar="NAME", help="What to ask: see --list.")
@click.option("--sql", metavar="QUERY", help="A question in SQL instead.")
@click.option("--list", "listing", is_flag=True, help="List what can be asked by name.")
@click.option("--player", metavar="NAME", help="Only this player.")
@click.option("--players", "player_count", type=click.IntRange(2, 4), help="Only games of so many players.")
@click.option("--platform", help="Only games of this platform.")
@click.option("--room", help="Only games of this room or level.")
@click.option("--length", type=click.Choice(LENGTHS), help="Only games of this length.")
@click.option("--since", type=_DAY, help="Only games from this day on.")
@click.option("--until", type=_DAY, help="Only games before this day.")
@ruleset_option
@format_option
def command(
    paths: tuple[str, ...],
    statement: str | None,
    sql: str | None,
    listing: bool,
    ruleset: str | None,
    form: str,
    **filters: str | int | datetime | None,
) -> None:
    """Count what happened: rates with their numbers and intervals, or any question in SQL.

    PATHS are the folder of a warehouse (see `mjlog ingest`), or logs, which are read into memory.
    Without --statement every player gets a line, or with --player all rates of that player.

    \b
    Examples:
      mjlog stats warehouse/
      mjlog stats my_logs/ --player NAME
      mjlog stats warehouse/ -s deal_ins_by_turn --players 4 --since 2024-01-01 --format csv
      mjlog stats warehouse/ --sql "select outcome, count(*) as n from rounds group by all"
    """
    if statement and sql:
        raise click.UsageError("Either --statement or --sql.")
    with _warehouse(paths, ruleset) as warehouse:
        if listing:
            rows = [{"statement": name, "tells": doc} for name, doc in warehouse.statements.items()]
            show_rows(rows, ("statement", "tells"), form)
            return
        question = sql or statement or (OF_PLAYER if filters["player"] else OVERVIEW)
        answer = warehouse.query(question, **{k: v for k, v in filters.items() if v is not None})
        if not len(answer) and filters["player"]:
            _refuse_player(warehouse, str(filters["player"]))
    show_rows(answer.to_pylist(), answer.column_names, form)


def _warehouse(paths: tuple[str, ...], ruleset: str | None) -> Warehouse:
    """The warehouse that `paths` is, or one in memory of the logs that they are."""
    if len(paths) == 1 and is_warehouse(paths[0]):
        return Warehouse(paths[0])
    warehouse = Warehouse()
    report = warehouse.add(read_logs(paths), ruleset)
    tell_rejects(report.rejects.to_pylist())
    if not report.games:
        raise click.ClickException("no game could be read")
    return warehouse


def _refuse_player(warehouse: Warehouse, name: str) -> None:
    """Say that there is no such player, and who is nearest; silent where the player is there."""
    names: Any = warehouse.query("select distinct name from game_players where name is not null")["name"]
    known = names.cast(pa.string()).to_pylist()
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise click.ClickException(f"no player {name!r} in these games{hint}")
