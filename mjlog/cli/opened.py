"""What is asked: a warehouse, or logs that are read into one in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import click

from mjlog.cli.inputs import read_logs, ruleset_option, tell_not_judged, tell_rejects, tell_shared_ids
from mjlog.cli.text import brief, printable
from mjlog.rulesets import load
from mjlog.warehouse import Warehouse, is_warehouse

_Command = TypeVar("_Command", bound=Callable[..., Any])
_NAMED: Final = 10
"""Persons without games who are named; of more their number is told."""

aliases_option = click.option(
    "--aliases", metavar="FILE", help="TOML file: which accounts and names are of one person."
)
"""The option ``--aliases`` of every command that counts players."""


def source_options(command: _Command) -> _Command:
    """Give a command the options of `opened`: ``aliases`` and ``ruleset``."""
    return aliases_option(ruleset_option(command))


def opened(paths: Sequence[str], ruleset: str | None, aliases: str | None) -> Warehouse:
    """The warehouse at the path, or one in memory with the logs.

    Persons of the aliases who play in no game are told on stderr, and so is what could not be read.

    Raises:
        click.UsageError: when a warehouse stands together with something else.
        click.ClickException: when no game could be read.
    """
    stored = [path for path in paths if is_warehouse(path)]
    if stored and len(paths) > 1:
        raise click.UsageError(f"{stored[0]} is a warehouse; it cannot be read together with other paths.")
    if stored and ruleset is not None:
        raise click.UsageError(f"--ruleset goes with logs; the games of {stored[0]} were judged by ingest.")
    warehouse = Warehouse(stored[0], aliases=aliases) if stored else _read(paths, ruleset, aliases)
    if aliases is not None:
        _tell_unmatched(warehouse, aliases)
    return warehouse


def _read(paths: Sequence[str], ruleset: str | None, aliases: str | None) -> Warehouse:
    """The logs in memory."""
    rules = load(ruleset) if ruleset is not None else None
    warehouse = Warehouse(aliases=aliases)
    report = warehouse.add(read_logs(paths), rules)
    tell_rejects(report.rejects.to_pylist())
    tell_not_judged(report.not_judged, rules)
    tell_shared_ids(report.shared_ids)
    if not report.games:
        raise click.ClickException("no game could be read")
    return warehouse


def _tell_unmatched(warehouse: Warehouse, aliases: str) -> None:
    """Say on stderr which persons of a file of aliases play in no game."""
    nobody = warehouse.query(
        "select distinct person from aliases where person not in (select player from player_games "
        "where player is not null) order by person"
    )["person"].to_pylist()
    if nobody:
        more = f" and {len(nobody) - _NAMED:,} others" if len(nobody) > _NAMED else ""
        told = brief(f"{', '.join(nobody[:_NAMED])}{more}")
        click.echo(printable(f"mjlog: {aliases}: no game has any account or name of {told}"), err=True)
