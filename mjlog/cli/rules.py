"""``mjlog rules``: list, show, compare and fit rule sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Final

import click

from mjlog.cli.output import FORMATS, Row, format_option, show_rows
from mjlog.rulesets import load, presets
from mjlog.rulesets.describe import Rule, describe, diff, may_be
from mjlog.rulesets.written import toml_file

_COLUMNS: Final = ("rule", "value", "changed", "unverified", "meaning", "source")


class _Rules(click.Group):
    """The group; its command `fit` reads logs and is imported when it is called, not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands."""
        return sorted([*super().list_commands(ctx), "fit"])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find a command; None when there is none of that name."""
        if cmd_name != "fit":
            return super().get_command(ctx, cmd_name)
        fit: click.Command = import_module("mjlog.cli.rules_fit").command
        return fit


@click.group(cls=_Rules)
def command() -> None:
    """List, show and compare rule sets, or find out by which ones logs were played.

    A rule set is a preset that comes with mjlog or a TOML file of your own:

    \b
      extends = "tenhou"
      kiriage_mangan = true

    Its path stands wherever the name of a preset can.

    \b
    Examples:
      mjlog rules list
      mjlog rules show tenhou --changed
    """


@command.command("list")
@format_option
def list_(form: str) -> None:
    """List the presets, with the number of rules that no source confirms.

    \b
    Examples:
      mjlog rules list
      mjlog rules list --format json
    """
    rows = [
        {
            "name": name,
            "players": ruleset.seats,
            "length": ruleset.length,
            "score_system": ruleset.score_system,
            "unverified": len(ruleset.unverified),
            "title": ruleset.title,
        }
        for name in presets()
        for ruleset in [load(name)]
    ]
    show_rows(rows, ("name", "players", "length", "score_system", "unverified", "title"), form)


@command.command
@click.argument("ruleset")
@click.option("--changed", is_flag=True, help="Only the rules that differ from the common ones.")
@click.option(
    "--format",
    "form",
    type=click.Choice((*FORMATS, "toml")),
    default="text",
    show_default=True,
    help="Form of the output; toml: a rule set's file.",
)
def show(ruleset: str, changed: bool, form: str) -> None:
    """Show every rule of a rule set with its source and its meaning.

    RULESET is a preset or a TOML file.  Rules that differ from the common ones are marked, and so
    are those that no source confirms.  "common rule" is the source of what the rule set leaves to
    the common rules; a value of its own whose origin it does not say has none.  As TOML it is a file
    to begin a rule set of your own with.

    \b
    Examples:
      mjlog rules show tenhou
      mjlog rules show my_club.toml --changed
      mjlog rules show tenhou_sanma --format csv
      mjlog rules show jpml_a --format toml > my_club.toml
    """
    rules = load(ruleset)
    if form == "toml":
        click.echo(toml_file(rules, changed=changed), nl=False)
        return
    rows = [
        {
            "rule": rule.field,
            "value": rule.value,
            "changed": not rule.is_default,
            "unverified": rule.is_unverified,
            "source": rule.source,
            "meaning": rule.meaning,
            "choices": rule.choices,
        }
        for rule in describe(rules)
        if not (changed and rule.is_default)
    ]
    if form == "text":
        columns = [name for name in _COLUMNS if not (changed and name == "changed")]
        show_rows([*_told(rows, describe(rules))], columns, form)
    else:
        show_rows(rows, (*_COLUMNS, "choices"), form)


def _told(rows: Sequence[Row], rules: Sequence[Rule]) -> Iterator[Row]:
    """Rows for people: the meaning says what words there are, and once what all entries of a mapping are."""
    words = {rule.field: may_be(rule) for rule in rules}
    above = ""
    for row in rows:
        field = row["rule"].partition(".")[0]
        meaning = "" if field == above else f"{row['meaning']} {words[row['rule']]}".rstrip()
        yield {**row, "meaning": meaning}
        above = field


@command.command("diff")
@click.argument("first")
@click.argument("second")
@format_option
def diff_(first: str, second: str, form: str) -> None:
    """Show the rules in which two rule sets differ.

    FIRST and SECOND are presets or TOML files.

    \b
    Examples:
      mjlog rules diff tenhou mahjong_soul
      mjlog rules diff tenhou my_club.toml --format csv
    """
    sets = load(first), load(second)
    found = diff(*sets)
    if form != "text":
        rows = [{"rule": d.field, "first": d.first, "second": d.second, "meaning": d.meaning} for d in found]
        show_rows(rows, ("rule", "first", "second", "meaning"), form)
        return
    one, other = (used.name for used in sets)
    if len({one, other, "rule", "meaning"}) < 4:
        one, other = f"{one} (first)", f"{other} (second)"
    if not found:
        click.echo(f"{one} and {other} are the same rules")
        return
    rows = [{"rule": d.field, one: d.first, other: d.second, "meaning": d.meaning} for d in found]
    show_rows(rows, ("rule", one, other, "meaning"), form)


@command.command
@format_option
def yaku(form: str) -> None:
    """List every yaku and bonus that rules can give a worth to.

    `mjlog explain YAKU` says what the presets give for one, and by which fields.

    \b
    Examples:
      mjlog rules yaku
      mjlog rules yaku --format json
    """
    glossary = import_module("mjlog.scoring.glossary").glossary
    columns = ("yaku", "japanese", "kind", "definition")
    rows = [
        {
            "yaku": e.slug,
            "japanese": e.japanese,
            "kind": e.kind,
            "definition": e.definition,
            "source": e.source,
        }
        for e in glossary().values()
    ]
    show_rows(rows, columns if form == "text" else (*columns, "source"), form)
