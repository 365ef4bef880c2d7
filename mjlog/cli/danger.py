"""``mjlog danger``: how often tiles deal in, and a player's deal-ins against what they cost on average."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import click
import pyarrow as pa

from mjlog.cli.choices import choice_options, selection, tell_empty
from mjlog.cli.files import STDOUT, Outputs, force_option
from mjlog.cli.inputs import paths_argument
from mjlog.cli.opened import opened, source_options
from mjlog.cli.tables import show_table, table_format_option
from mjlog.cli.text import counted, printable
from mjlog.stats.danger import TABLES, Expectation, against_expectation, fit, table
from mjlog.stats.danger.excess import DISCARD_GROUPS
from mjlog.stats.people import check_people
from mjlog.stats.rates import GROUPS
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

EXCESS: Final = "against_expectation"
_OF_ALL: Final = "deal_ins_by_class"
"""What is shown when neither a player nor a table is named."""
_PARTS: Final[dict[str, tuple[str, ...]]] = {
    "Deal-ins to riichi and open hands, and what the same discards cost on average": (),
    "By threat": ("threat",),
    "By class of tile": ("danger_class",),
    "By turn": ("turn",),
}
"""Parts of the report of a player, with what they tell apart."""
_MORE: Final = {
    "Push or fold against one riichi, by own shanten": "push_or_fold",
    "Rounds by the first answer to a riichi": "push_or_fold_outcomes",
    "Genbutsu held, and not played": "genbutsu_held",
}
"""Tables at the end of that report."""


@click.command
@paths_argument
@click.option("--table", "name", type=click.Choice((*TABLES, EXCESS)), help="What to show.")
@click.option(
    "--by",
    multiple=True,
    type=click.Choice((*GROUPS, *DISCARD_GROUPS)),
    help=f"What {EXCESS} tells apart; or several. [default: player]",
)
@click.option(
    "--expectation",
    "source",
    metavar="FILE",
    help="Hold discards against this one, made by --fit. [default: one fitted on all games at PATHS]",
)
@click.option("--fit", "target", metavar="FILE", help="Fit an expectation on the choice, and write it here.")
@force_option
@choice_options
@source_options
@table_format_option
def command(paths: tuple[str, ...], aliases: str | None, ruleset: str | None, **given: Any) -> None:
    """Show how often tiles deal in, and deal-ins of players against what they cost on average.

    PATHS are one folder made by `mjlog ingest`, or logs: files, folders, patterns or "-" for standard
    input.  Every discard is held against each opponent in riichi, or open with two or more calls: genbutsu,
    suji and its parts, honours by the copies that the discarder does not see.  Games of three and of four
    players are never mixed.

    \b
    Tables:
      deal_ins_by_class           deal-in rate by threat and class of tile (shown without --player)
      deal_ins_by_class_and_turn  the same by turn
      deal_ins_by_group           against riichi: where suji comes from, chances, outside, dora, river
      waits_by_class              what riichi wait for, of all kinds, whoever holds them
      wait_outcomes               how often riichi win on a kind, by class and unseen copies
      push_or_fold                against one riichi: genbutsu, retreat or push, by own shanten
      push_or_fold_outcomes       how rounds end by the first answer to a riichi, and their score change
      genbutsu_held               how often a genbutsu in hand is not played
      against_expectation         deal-ins less those expected, per 1,000 discards (shown with --player)

    An expectation is the deal-in rate by class, turn and threat; with --fit it is kept as a Parquet file,
    which says in its metadata how it was made.  Deal-ins to anybody else, as to a closed hand without
    riichi, are in none of these tables.

    \b
    Examples:
      mjlog danger wh/ --players 4
      mjlog danger wh/ --player NAME
      mjlog danger wh/ --room phoenix --fit phoenix.parquet
      mjlog danger my_logs/ --expectation phoenix.parquet --by player --by danger_class --format csv
      mjlog danger wh/ --table deal_ins_by_class_and_turn --format parquet > danger.parquet
    """
    _check(given["name"], given["by"], given["source"], given["target"])
    choice = selection(given)
    with opened(paths, ruleset, aliases) as warehouse:
        check_people(warehouse, choice)
        if given["target"] is not None:
            _fit(warehouse, choice, given["target"], Outputs(given["force"], paths))
        else:
            _answer(warehouse, choice, given)


def _answer(warehouse: Warehouse, choice: Selection, given: Mapping[str, Any]) -> None:
    """Show what is asked for."""
    name, by, source, form = (given[key] for key in ("name", "by", "source", "form"))
    is_of_all = name is None and not (choice.players or by or source)
    shown = name or (_OF_ALL if is_of_all else EXCESS)
    if shown != EXCESS:
        _show(warehouse, choice, table(warehouse, shown, choice), form)
        return
    expectation = fit(warehouse) if source is None else Expectation.load(source)
    if form == "text" and choice.players and not (name or by):
        _report(warehouse, choice, expectation)
        return
    answer = against_expectation(warehouse, expectation, choice, by=by or ("player",))
    _show(warehouse, choice, answer, form)


def _check(name: str | None, by: tuple[str, ...], source: str | None, target: str | None) -> None:
    """Refuse options that do not go together.

    Raises:
        click.UsageError: naming them.
    """
    if name not in (None, EXCESS) and (by or source):
        raise click.UsageError(f"--by and --expectation go with {EXCESS}, not with {name}.")
    if target is not None and (name or by or source):
        raise click.UsageError("--fit goes without --table, --by and --expectation.")
    if target == STDOUT:
        raise click.UsageError("--fit needs a file.")


def _fit(warehouse: Warehouse, choice: Selection, target: str, outputs: Outputs) -> None:
    """Fit an expectation, write it and say what it rests on."""
    made = fit(warehouse, choice)
    with outputs.opened(target) as file:
        made.save(file)
    discards, deal_ins = (sum(made.table[column].to_pylist()) for column in ("discards", "deal_ins"))
    click.echo(printable(f"{target}: {counted(discards, 'discard')}, {counted(deal_ins, 'deal-in')}"))


def _show(warehouse: Warehouse, choice: Selection, answer: pa.Table, form: str) -> None:
    """Print a table, and say so when the choice fits nothing."""
    if choice.chosen and not len(answer):
        tell_empty(warehouse, choice)
    show_table(answer, form)


def _report(warehouse: Warehouse, choice: Selection, expectation: Expectation) -> None:
    """The deal-ins of players against an expectation, altogether and by part, and what they push."""
    for number, (title, by) in enumerate(_PARTS.items()):
        click.echo("\n" * (number > 0) + title)
        answer = against_expectation(warehouse, expectation, choice, by=("player", *by))
        _show(warehouse, choice, answer, "text")
        if not len(answer):
            return
    for title, name in _MORE.items():
        click.echo(f"\n{title}")
        show_table(table(warehouse, name, choice), "text")
