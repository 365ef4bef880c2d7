"""``mjlog danger``: how often tiles deal in, and a player's deal-ins against what they cost on average."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

import click
import pyarrow as pa

from mjlog.cli.choices import (
    NOBODY,
    check_players,
    choice_options,
    selection,
    tell_empty,
    tell_nameless,
    tell_nothing,
)
from mjlog.cli.files import STDOUT, Outputs, force_option
from mjlog.cli.inputs import paths_argument
from mjlog.cli.opened import opened, source_options
from mjlog.cli.tables import FOR_PEOPLE, show_statistics, table_format_option
from mjlog.cli.text import counted, percent, printable
from mjlog.stats.danger import (
    TABLES,
    Expectation,
    against_expectation,
    danger_words,
    fit,
    table,
    unforeseen,
)
from mjlog.stats.danger.excess import DISCARD_GROUPS
from mjlog.stats.danger.expectation import SCHEMA
from mjlog.stats.intervals import LEAST_GAMES
from mjlog.stats.overview import sizes
from mjlog.stats.rates import GROUPS
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

EXCESS: Final = "against_expectation"
_OF_ALL: Final = "deal_ins_by_class"
"""What is shown when neither a player nor a table is named."""
_PARTS: Final[dict[str, tuple[str, ...]]] = {
    "All discards that face a riichi or an open hand": (),
    "By threat": ("threat",),
    "By class of tile": ("danger_class",),
    "By turn": ("turns",),
}
"""Parts of the report of a player, with what they tell apart."""
_MORE: Final = {
    "Push or fold against one riichi, by own shanten": "push_or_fold",
    "Rounds by the first answer to a riichi": "push_or_fold_outcomes",
    "Genbutsu held, and not played": "genbutsu_held",
}
"""Tables at the end of that report."""
_NO_EXPECTATION: Final = Expectation(SCHEMA.empty_table(), {})
_LEAST: Final = 5.0
"""Expected deal-ins from which on the report tells an excess of 1,000 discards."""
_WORDED: Final = ("danger_class", "threat", "rank_group", "standing", "wait_class")
"""Columns whose words are told as charts tell them."""
_SHARE: Final = re.compile(r"share|\w+_(rate|low|high)")
"""Names of columns of shares in `TABLES`; "low" and "high" are of shares, too, where there is no mean."""
_MEAN: Final = "avg_score_delta"


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
    help="Hold discards against this one, made by --fit. [default: one fitted on all games at PATHS, "
    "without the discards of those whom --player names]",
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
    riichi, are in none of these tables.  `mjlog explain half_suji_46a` tells what a class of tiles is;
    programs get these names, people words.

    \b
    Examples:
      mjlog danger wh/ --players 4
      mjlog danger wh/ --player NAME
      mjlog explain half_suji_46a
      mjlog danger wh/ --room phoenix --fit phoenix.parquet
      mjlog danger my_logs/ --expectation phoenix.parquet --by player --by danger_class --format csv
      mjlog danger wh/ --table deal_ins_by_class_and_turn --format parquet > danger.parquet
    """
    _check(given["name"], given["by"], given["source"], given["target"])
    choice = selection(given)
    with opened(paths, ruleset, aliases) as warehouse:
        check_players(warehouse, choice)
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
        answer = table(warehouse, shown, choice)
        _show(warehouse, choice, _told(answer) if form in FOR_PEOPLE else answer, form)
        return
    groups = by or ("player",)
    if not len(table(warehouse, _OF_ALL, choice)):
        _show_none(warehouse, choice, groups, form)
        _tell_nothing_faced(warehouse, choice)
    expectation, origin = _average(warehouse, choice) if source is None else _loaded(source)
    if not _is_foreseen(warehouse, choice, expectation):
        _show_none(warehouse, choice, groups, form)
        tell_nothing("the expectation says nothing of these games")
    if form == "text" and choice.players and not (name or by):
        _report(warehouse, choice, expectation, origin)
        return
    click.echo(printable(f"mjlog: expected: {origin}"), err=True)
    answer = against_expectation(warehouse, expectation, choice, by=groups)
    _show(warehouse, choice, answer, form)
    if not len(answer) and "player" in groups:
        tell_nameless(warehouse, choice)
        tell_nothing(NOBODY)


def _show_none(warehouse: Warehouse, choice: Selection, by: Sequence[str], form: str) -> None:
    """The table without rows, for programs."""
    if form != "text":
        show_statistics(against_expectation(warehouse, _NO_EXPECTATION, choice, by=by).slice(0, 0), form)


def _tell_nothing_faced(warehouse: Warehouse, choice: Selection) -> NoReturn:
    """End the command, and say why no discard of the choice meets a threat."""
    if not len(sizes(warehouse, choice, ())):
        tell_empty(warehouse, choice)
    tell_nothing("no discard of the choice meets a riichi or two calls")


def _average(warehouse: Warehouse, choice: Selection) -> tuple[Expectation, str]:
    """An expectation fitted on everybody but the players of a choice, and where it comes from, in words."""
    others = Selection(excluding=choice.players)
    is_without = bool(choice.players) and bool(len(table(warehouse, _OF_ALL, others)))
    made = fit(warehouse, others if is_without else None)
    names = " and ".join(choice.players or ())
    whose = f"all discards here but those of {names}" if is_without else "all discards here, the own included"
    return made, f"the average of {whose} ({_size(made)})"


def _loaded(source: str) -> tuple[Expectation, str]:
    """An expectation of a file, and where it comes from, in words."""
    loaded = Expectation.load(source)
    return loaded, f"the average in {source} ({_size(loaded)})"


def _size(expectation: Expectation) -> str:
    """What an expectation rests on."""
    discards, deal_ins = (
        sum(expectation.table[column].drop_null().to_pylist()) for column in ("discards", "deal_ins")
    )
    return f"{counted(discards, 'discard')} with {counted(deal_ins, 'deal-in')}"


def _is_foreseen(warehouse: Warehouse, choice: Selection, expectation: Expectation) -> bool:
    """Say on stderr how many discards have no expectation; whether any has."""
    rows = unforeseen(warehouse, expectation, choice).to_pylist()
    for row in rows:
        if row["unforeseen"]:
            which = f"{row['discards']:,} discards against {danger_words(row['threat'])}"
            told = f"{row['unforeseen']:,} of {which} in games of {row['player_count']} have no expectation"
            click.echo(f"mjlog: {told}", err=True)
    return any(row["unforeseen"] < row["discards"] for row in rows)


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
    click.echo(printable(f"{target}: {_size(made)}"))


def _show(warehouse: Warehouse, choice: Selection, answer: pa.Table, form: str) -> None:
    """Print a table, and say so when it is empty."""
    show_statistics(_worded(answer) if form in FOR_PEOPLE else answer, form)
    if not len(answer) and not len(table(warehouse, _OF_ALL, choice)):
        _tell_nothing_faced(warehouse, choice)


def _worded(answer: pa.Table) -> pa.Table:
    """A table with classes of tiles and threats as people read them."""
    for name in set(_WORDED) & set(answer.column_names):
        words = [word if word is None else _word(name, word) for word in answer[name].to_pylist()]
        answer = answer.set_column(answer.column_names.index(name), name, pa.array(words, pa.string()))
    return answer


def _told(answer: pa.Table) -> pa.Table:
    """A table of `TABLES` with shares in percent, as sheets have them."""
    ends = () if _MEAN in answer.column_names else ("low", "high")
    for place, name in enumerate(answer.column_names):
        if name in ends or _SHARE.fullmatch(name):
            told = [percent(value) for value in answer[name].to_pylist()]
            answer = answer.set_column(place, name, pa.array(told, pa.string()))
    return answer


def _word(column: str, word: str) -> str:
    """A word of a column of `_WORDED` in words."""
    return "/".join(word) if column == "rank_group" and word.isdigit() else danger_words(word)


def _report(warehouse: Warehouse, choice: Selection, expectation: Expectation, origin: str) -> None:
    """The deal-ins of players against an expectation, altogether and by part, and what they push."""
    click.echo(
        printable(f"Deal-ins to riichi and open hands.  Expected: what the same discards cost by {origin}.")
    )
    has_gaps = False
    for title, by in _PARTS.items():
        click.echo(f"\n{title}")
        answer = against_expectation(warehouse, expectation, choice, by=("player", *by))
        rows = [_rounded(row) for row in answer.to_pylist()]
        has_gaps |= any(row["low"] is None for row in rows)
        show_statistics(_worded(pa.Table.from_pylist(rows, answer.drop_columns("excess").schema)), "text")
    if has_gaps:
        click.echo(
            f"\n-: fewer than {_LEAST:.0f} deal-ins expected, or than {LEAST_GAMES} games: too few to say."
        )
    for title, name in _MORE.items():
        click.echo(f"\n{title}")
        show_statistics(_told(table(warehouse, name, choice)), "text")


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the report with as many digits as it can carry."""
    is_thin = row["expected"] is None or row["expected"] < _LEAST
    per_1000 = {
        name: None if is_thin or row[name] is None else round(row[name], 1)
        for name in ("excess_per_1000", "low", "high")
    }
    expected = row["expected"] if row["expected"] is None else round(row["expected"], 1)
    return {**row, "expected": expected, **per_1000}
