"""``mjlog sql``: a question in SQL, to a warehouse or straight to logs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import click

from mjlog.cli.opened import opened, source_options
from mjlog.cli.tables import show_table, table_format_option
from mjlog.warehouse.questions import as_plain


@click.command
@click.argument("paths", nargs=-1, metavar="PATHS...")
@click.argument("query", required=False)
@source_options
@table_format_option
def command(
    paths: tuple[str, ...], query: str | None, ruleset: str | None, aliases: str | None, form: str
) -> None:
    """Ask a question in SQL, of a warehouse or of logs.

    PATHS are one folder made by `mjlog ingest`, or logs: files, folders, patterns or "-" for standard
    input.  QUERY is one statement of DuckDB that asks; what writes or sets something is refused.  It reads
    the tables of `mjlog schema tables` and the views that `mjlog stats list --tables` names, and has macros
    for rates: rate(k, n), wilson_low(k, n), wilson_high(k, n).

    \b
    Examples:
      mjlog sql wh/ "select outcome, count(*) as n from rounds group by all order by n desc"
      mjlog sql wh/ "from player_games where final_score > 60000" --format csv
      mjlog sql wh/ "$(mjlog stats list --sql deal_in_rate)"
      mjlog sql my_logs/ "select * from discards" --format parquet > discards.parquet
    """
    if query is None:
        raise click.UsageError("Missing argument 'PATHS...'.")
    if not paths:
        raise click.UsageError(
            "Missing argument 'QUERY'." if Path(query).exists() else "Missing argument 'PATHS...'."
        )
    with opened(paths, ruleset, aliases) as warehouse:
        answer = warehouse.ask(query)
    show_table(as_plain(answer.rename_columns(unique(answer.column_names))), form)


def unique(names: Sequence[str]) -> list[str]:
    """Names of columns, each once: later ones of equal name have a number, as in DuckDB's own tables.

    >>> unique(["a", "b", "a", "a_1", "a"])
    ['a', 'b', 'a_2', 'a_1', 'a_3']
    """
    taken, found = set(names), list[str]()
    for name in names:
        numbered = (f"{name}_{number}" for number in count(1))
        chosen = name if name not in found else next(n for n in numbered if n not in taken)
        taken.add(chosen)
        found.append(chosen)
    return found
