"""``mjlog rules fit``: rank rule sets by the rounds of logs that they explain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import click

from mjlog.audit.fit import Fit, FitReport, PlayersFit, fit_batches
from mjlog.cli.inputs import paths_argument, read_logs, tell_rejects
from mjlog.cli.output import Row, format_option, show_json, show_rows
from mjlog.cli.text import counted
from mjlog.rulesets import load

UNEXPLAINED_EXIT: Final = 1
"""Exit code when no rule set explains every round."""

_COLUMNS: Final = ("players", "ruleset", "change", "games", "rounds", "explained", "share", "gained", "lost")
_MOST_CODES: Final = 4
"""Codes that the text names against a rule set."""


@click.command
@paths_argument
@click.option(
    "--ruleset",
    "names",
    multiple=True,
    metavar="NAME",
    help="Try only this preset or TOML file (repeatable).",
)
@format_option
def command(paths: tuple[str, ...], names: tuple[str, ...], form: str) -> int:
    """Rank rule sets by how many rounds of logs they explain.

    PATHS are files, folders, patterns or "-" for standard input.  Every game is judged by every preset
    for its number of players, and where logs state other rules than those, by what it states ("as
    stated"); a rule set explains a round in which nothing that depends on rules disagrees (`mjlog
    audit`).  Rule sets that explain equally many stand side by side, with the rules in which they
    differ: games in which one of those shows would tell them apart.  Where the best rule set leaves
    rounds unexplained, single changes of it are tried on some games, as lines for a rule set's file.

    The exit code is 0 when, for every number of players, some rule set explains every round, 1 when
    none does, 2 when no game could be read or judged.

    \b
    Examples:
      mjlog rules fit my_logs/
      mjlog rules fit my_logs/ --ruleset ema_2016 --ruleset my_club.toml
      mjlog rules fit archive.zip --format json
    """
    rulesets = [load(name) for name in dict.fromkeys(names)]
    twice = {r.name for r in rulesets if sum(r.name == other.name for other in rulesets) > 1}
    if twice:
        raise click.UsageError(f"two rule sets are called {', '.join(sorted(twice))}")
    report = fit_batches(read_logs(paths), rulesets)
    tell_rejects(report.rejects.to_pylist())
    for players, number in sorted(report.not_judged.items()):
        games = counted(number, "game")
        click.echo(f"mjlog: no rule set is for the {players} players of {games}", err=True)
    if not report.games:
        raise click.ClickException(
            "no game could be judged" if report.not_judged else "no game could be read"
        )
    if form == "json":
        show_json(_document(report))
    elif form == "csv":
        show_rows([row for fit in report.fits for row in _rows(fit)], _COLUMNS, form)
    else:
        for number, fit in enumerate(report.fits):
            if number:
                click.echo()
            _show_text(fit)
    return 0 if report.explains_all else UNEXPLAINED_EXIT


def _document(report: FitReport) -> dict[str, Any]:
    return {
        "fits": [
            {
                "players": fit.players,
                "games": fit.games,
                "rounds": fit.rounds,
                "explained_by_none": fit.by_none,
                "rulesets": [
                    {
                        "name": f.name,
                        "explained": f.explained,
                        "against": dict(f.against.most_common()),
                    }
                    for f in fit.fits
                ],
                "best": [f.name for f in fit.best],
                "undecided": fit.undecided,
                "changes": [
                    {"change": str(c.change), "gained": c.gained, "lost": c.lost} for c in fit.changes
                ],
                "rounds_kept": fit.kept,
            }
            for fit in report.fits
        ],
        "not_judged": {str(players): number for players, number in sorted(report.not_judged.items())},
        "rejects": report.rejects.to_pylist(),
    }


def _rows(fit: PlayersFit) -> Iterator[Row]:
    """One row for every rule set, then one for every change of the first."""
    for candidate in fit.fits:
        yield {
            "players": fit.players,
            "ruleset": candidate.name,
            "games": fit.games,
            "rounds": fit.rounds,
            "explained": candidate.explained,
            "share": _share(candidate, fit),
        }
    for tried in fit.changes:
        yield {
            "players": fit.players,
            "ruleset": fit.fits[0].name,
            "change": str(tried.change),
            "rounds": fit.kept,
            "gained": tried.gained,
            "lost": tried.lost,
        }


def _share(candidate: Fit, fit: PlayersFit) -> float | None:
    return candidate.explained / fit.rounds if fit.rounds else None


def _show_text(fit: PlayersFit) -> None:
    who = f"{fit.players} players" + (", one of them away" if fit.sits_out else "")
    click.echo(f"{who}: {counted(fit.games, 'game')}, {counted(fit.rounds, 'round')}")
    if fit.best:
        _show_ranking(fit)
    else:
        closest = min(fit.fits, key=lambda candidate: candidate.against.total())
        click.echo(f"no round is explained by any of the {len(fit.fits)} rule sets that were tried")
        click.echo(f"fewest findings: {closest.name}, {_against(closest)}")
    if fit.changes:
        click.echo(f"single changes of {fit.fits[0].name}, tried on {fit.kept:,} rounds:")
        lines = [{"change": str(c.change), "gained": c.gained, "lost": c.lost} for c in fit.changes]
        show_rows(lines, tuple(lines[0]), "text")


def _show_ranking(fit: PlayersFit) -> None:
    """Show the rule sets by what they explain, and what would tell the best apart."""
    rows = [
        {
            "ruleset": candidate.name,
            "explained": candidate.explained,
            "share": _share(candidate, fit),
            "rounds_against": _against(candidate),
        }
        for candidate in fit.fits
    ]
    show_rows(rows, tuple(rows[0]), "text")
    best = [candidate.name for candidate in fit.best]
    if len(best) > 1:
        click.echo(f"these explain equally many: {', '.join(best)}")
        fields = ", ".join(fit.undecided)
        told = f"games that show one of these rules would tell them apart: {fields}"
        click.echo(told if fields else "their rules are the same")
    if fit.by_none:
        click.echo(f"explained by none: {fit.by_none:,}")


def _against(candidate: Fit) -> str:
    """The codes that most rounds have under a rule set."""
    return ", ".join(f"{code} {n}" for code, n in candidate.against.most_common(_MOST_CODES))
