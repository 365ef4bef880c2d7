"""``mjlog rules``: list, show, compare and fit rule sets."""

from __future__ import annotations

from importlib import import_module

import click

from mjlog.cli.output import format_option, show_rows
from mjlog.rulesets import load, presets
from mjlog.rulesets.describe import describe, diff


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
@format_option
def show(ruleset: str, changed: bool, form: str) -> None:
    """Show every rule of a rule set with its source and its meaning.

    RULESET is a preset or a TOML file.  Rules that differ from the common ones are marked, and so
    are those that no source confirms.  "common rule" is the source of what the rule set leaves to
    the common rules; a value of its own whose origin it does not say has none.

    \b
    Examples:
      mjlog rules show tenhou
      mjlog rules show my_club.toml --changed
      mjlog rules show tenhou_sanma --format csv
    """
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
        for rule in describe(load(ruleset))
        if not (changed and rule.is_default)
    ]
    columns = ("rule", "value", "changed", "unverified", "source", "meaning")
    show_rows(rows, columns if form == "text" else (*columns, "choices"), form)


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
    rows = [
        {"rule": d.field, "first": d.first, "second": d.second, "meaning": d.meaning}
        for d in diff(load(first), load(second))
    ]
    show_rows(rows, ("rule", "first", "second", "meaning"), form)
