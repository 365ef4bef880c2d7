"""``mjlog audit``: replay and re-score logs, and report every disagreement."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click
import pyarrow.parquet as pq

from mjlog.audit.assess import AuditReport, audit_batches
from mjlog.audit.baseline import Accepted, load_baseline, split_accepted
from mjlog.audit.gaps import untold
from mjlog.audit.house import touches
from mjlog.audit.origins import ORIGINS
from mjlog.audit.registry import RULES
from mjlog.cli.inputs import (
    OF_REJECTS,
    paths_argument,
    read_logs,
    ruleset_option,
    tell_not_judged,
    tell_rejects,
)
from mjlog.cli.output import Row, format_option, show_json, show_rows, tiles_option
from mjlog.cli.places import Places
from mjlog.cli.text import counted, folded, printable
from mjlog.display.words import Words
from mjlog.notation import NOTATIONS
from mjlog.rulesets import Ruleset, load
from mjlog.schema import FINDINGS
from mjlog.tables import LogTables

FINDINGS_EXIT: Final = 1
"""Exit code when something disagrees."""
SHOWN: Final = 50

_TOTALS: Final = ("games", "rounds", "wins", "draws")
_RULES_NEEDED: Final = "rules of the game that can be used."
"""What a place lacks that a rule could check else."""
_MOST_NAMED: Final = 4
"""Presets, or single changes, that the text names for one finding."""


HELP: Final = """\
Check logs against the rules: play, furiten, scoring, payments, ends of games.

PATHS are files, folders, patterns or "-" for standard input.  Every round is replayed and every
hand re-scored, under the rules that its log states or under --ruleset.  What a log does not say
is counted as not checkable, never as a disagreement.  `mjlog explain CODE` tells what a finding
means.

Findings name the round as `mjlog show` does and, where a file has several games, the number of the game
that its --game takes.  A finding that depends on rules says what would explain it, that is, under which
rules its round has none: presets by name, and single changes of the rules that judged it
("kiriage_mangan = true", a line of a rule set's file).

Tiles in the text are written as `mjlog show` writes them (--tiles); JSON, CSV and Parquet have their mjai
names, as all tables do.

With --format json one object is printed: the numbers of games, rounds, wins, draws, of places
checked and not_checkable, the lists rejects and findings, and codes with the numbers of each rule;
formats and house_options have the games of each; codes say, too, which columns a format has no place for
(untold) and which house options touch a check, so that it is not checkable;
judged_by has the games of each rule set, where it comes from (given, stated, implied by the
platform, default, or unusable where those of the log cannot be used), and changes: how many games have
which rules unlike the preset, as lines of a rule set's file; not_judged has, by number of
players, the games that --ruleset is not for.

The exit code is 0 when nothing disagrees, 1 when there are findings, 2 when the audit could not run,
because no game or no round could be read, --ruleset is for none of the games, or an option is wrong;
then no report is printed.  Pieces that cannot be read are told on standard error and counted.

\b
Examples:
  mjlog audit my_logs/
  mjlog audit season/*.xml --ruleset tenhou --select SC,PY
  mjlog audit archive.zip --format json > audit.json
  mjlog audit my_logs/ --baseline known.toml --parquet findings.parquet
"""


@click.command(help=HELP)
@paths_argument
@ruleset_option
@click.option("--select", multiple=True, metavar="CODES", help="Check only these: SC, FT001.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Leave these out.")
@click.option("--baseline", type=click.Path(path_type=Path), help="TOML file of defects to accept.")
@click.option("--parquet", type=click.Path(path_type=Path), help="File for the findings as a table.")
@click.option(
    "--max-findings",
    type=click.IntRange(0),
    default=SHOWN,
    show_default=True,
    help="Most findings in the text.",
)
@click.option(
    "--not-checkable", is_flag=True, help="Say in the text what could not be checked, and what that needs."
)
@tiles_option
@format_option
def command(  # noqa: PLR0913, PLR0917  one argument per option
    paths: tuple[str, ...],
    ruleset: str | None,
    select: Sequence[str],
    ignore: Sequence[str],
    baseline: Path | None,
    parquet: Path | None,
    max_findings: int,
    not_checkable: bool,
    tiles: str,
    form: str,
) -> int:
    """Audit logs, print the report and return the exit code."""
    accepted = load_baseline(baseline) if baseline is not None else ()
    places = Places()
    rules = load(ruleset) if ruleset is not None else None
    report = _audited(places.watch(read_logs(paths)), rules, select, ignore)
    report.findings, known, gone = split_accepted(report.findings, accepted)
    gone = [entry for entry in gone if places.has(entry) and _is_checked(entry, report)]
    if parquet is not None:
        pq.write_table(report.findings, parquet)
    if form == "json":
        show_json(_document(report, len(known), gone))
    elif form == "csv":
        _show_csv(report)
    else:
        _show_text(report, places, Words(NOTATIONS[tiles]), max_findings, len(known))
        if not_checkable:
            _show_not_checkable(report)
    _tell_gone(gone)
    return 0 if report.is_clean else FINDINGS_EXIT


def _audited(
    batches: Iterable[LogTables], ruleset: Ruleset | None, select: Sequence[str], ignore: Sequence[str]
) -> AuditReport:
    """Audit logs, telling what cannot be read and which games the rule set is not for.

    Raises:
        click.ClickException: when there is no game at all, none of the rounds can be read, or no game is one
            that the rule set is for.
    """
    report = audit_batches(batches, ruleset, select=_codes(select), ignore=_codes(ignore))
    tell_rejects(report.rejects.to_pylist())
    if not report.counts.games:
        raise click.ClickException("no game could be read")
    if not report.counts.rounds and len(report.rejects):
        raise click.ClickException("no round could be read")
    tell_not_judged(report.not_judged, ruleset)
    if ruleset and sum(report.not_judged.values()) == report.counts.games:
        raise click.ClickException(f"no game is of the {ruleset.seats} players that {ruleset.name} is for")
    return report


def _is_checked(entry: Accepted, report: AuditReport) -> bool:
    """Whether a check of the audit could find what a baseline accepts."""
    return any(code.startswith(entry.code) for code in report.counts.checked)


def _tell_gone(gone: Sequence[Accepted]) -> None:
    """Say on stderr which defects of the baseline are no longer there."""
    for entry in gone:
        place = entry.source or entry.game
        click.echo(printable(f"mjlog: no longer there: {entry.code} in {place}"), err=True)


def _codes(given: Sequence[str]) -> list[str]:
    """Codes from an option that may be repeated and may hold several, with commas between."""
    return [code.strip().upper() for text in given for code in text.split(",") if code.strip()]


def _document(report: AuditReport, accepted: int, gone: Sequence[Accepted]) -> dict[str, Any]:
    counts = report.counts
    return {
        **{name: getattr(counts, name) for name in _TOTALS},
        "checked": sum(counts.checked.values()),
        "not_checkable": sum(counts.not_checkable.values()),
        "judged_by": [
            {
                "ruleset": name,
                "origin": origin,
                "games": number,
                "changes": [
                    {"games": games, "rules": list(lines)}
                    for (of, by, lines), games in sorted(counts.changes.items())
                    if (of, by) == (name, origin)
                ],
            }
            for (name, origin), number in sorted(counts.judged_by.items())
        ],
        "formats": dict(sorted(counts.formats.items())),
        "house_options": dict(sorted(counts.house_options.items())),
        "not_judged": {str(players): number for players, number in sorted(report.not_judged.items())},
        "rejects": report.rejects.to_pylist(),
        "findings": report.findings.to_pylist(),
        "explained_by": dict(_explanations(report)),
        "accepted": accepted,
        "gone": [entry.reason for entry in gone],
        "codes": {
            code: {
                "checked": counts.checked[code],
                "not_checkable": counts.not_checkable[code],
                "findings": number,
                "untold": untold(RULES[code], counts.formats),
                "house_options": _touching(code, counts.house_options),
            }
            for code, number in _by_code(report).items()
        },
    }


def _by_code(report: AuditReport) -> dict[str, int]:
    """Findings of every rule that was checked, those of the baseline left out."""
    numbers = dict.fromkeys(report.counts.checked, 0)
    for code in report.findings["code"].to_pylist():
        numbers[code] += 1
    return numbers


def _explanations(report: AuditReport) -> Counter[str]:
    """Findings that each preset and each single change explains."""
    return Counter(what for row in report.findings["explained_by"].to_pylist() for what in row or ())


def explanation(explained_by: Sequence[str] | None) -> str | None:
    """What explains a finding, in words.

    >>> explanation(["mahjong_soul", "riichi_city", "kiriage_mangan = true"])
    'mahjong_soul, riichi_city; by kiriage_mangan = true'
    """
    entries = explained_by or ()
    parts = (
        [entry for entry in entries if "=" not in entry],
        [f"by {entry}" for entry in entries if "=" in entry],
    )
    return "; ".join(filter(None, map(_listed, parts))) or None


def _listed(entries: Sequence[str]) -> str:
    more = f" and {len(entries) - _MOST_NAMED} more" if len(entries) > _MOST_NAMED else ""
    return ", ".join(entries[:_MOST_NAMED]) + more


def _show_csv(report: AuditReport) -> None:
    rows = report.findings.to_pylist()
    lines = [{**row, "explained_by": "; ".join(row["explained_by"] or ())} for row in rows]
    show_rows(lines, FINDINGS.names, "csv")


def _show_text(report: AuditReport, places: Places, words: Words, most: int, accepted: int) -> None:
    counts, total = report.counts, len(report.findings)
    shown = report.findings.slice(0, most).to_pylist()
    if shown:
        _show_findings(shown, places, words)
        click.echo(f"... and {total - len(shown)} more (--max-findings)\n" if total > len(shown) else "")
    click.echo(", ".join(counted(getattr(counts, name), name.removesuffix("s")) for name in _TOTALS))
    _show_judged(counts.judged_by)
    _show_changes(counts.changes)
    if counts.house_options:
        options = ", ".join(f"{name} {number:,}" for name, number in sorted(counts.house_options.items()))
        click.echo(folded(f"games with house options that no rules say: {options}", sys.stdout))
    checked = sum(counts.checked.values())
    lacking = sum(counts.not_checkable.values())
    more = " (--not-checkable)" if lacking else ""
    click.echo(f"{checked:,} places checked, {lacking:,} not checkable{more}")
    by_code = ", ".join(f"{code} {number}" for code, number in _by_code(report).items() if number)
    click.echo(folded(f"findings: {by_code}" if total else "no findings", sys.stdout))
    told = explanation([f"{what} ({n:,})" for what, n in _explanations(report).most_common()])
    if told:
        click.echo(folded(f"explained by {told.removeprefix('by ')}", sys.stdout))
    if accepted:
        click.echo(f"known defects accepted: {accepted:,}")
    if len(report.rejects):
        click.echo(f"{counted(len(report.rejects), 'note')} of {OF_REJECTS}")


def _show_findings(findings: Sequence[Row], places: Places, words: Words) -> None:
    """Print findings with their places as a person looks for them."""
    lines = [
        {
            **row,
            "game": places.game(row),
            "round": places.round(row),
            "message": words.finding(row["message"]),
            "explained_by": explanation(row["explained_by"]),
        }
        for row in findings
    ]
    columns = ("code", "source_path", "game", "round", "seq", "message", "explained_by")
    empty = {name for name in ("game", "explained_by") if all(line[name] is None for line in lines)}
    empty |= {"source_path"} if places.files == 1 else set()
    show_rows(lines, [name for name in columns if name not in empty], "text")


def _show_judged(judged_by: Mapping[tuple[str, str], int]) -> None:
    """Say how many games were judged by which rules, and where those come from."""
    if len(judged_by) <= _MOST_NAMED:
        told = [f"{name} {number:,} ({ORIGINS[of]})" for (name, of), number in sorted(judged_by.items())]
        click.echo(folded(f"games judged by rule set: {', '.join(told)}", sys.stdout))
        return
    click.echo("games judged by rule set:")
    for origin, words in ORIGINS.items():
        told = [f"{name} {number:,}" for (name, of), number in sorted(judged_by.items()) if of == origin]
        if told:
            click.echo(folded(f"{words}: {', '.join(told)}", sys.stdout, indent="  "))


def _show_changes(changes: Mapping[tuple[str, str, tuple[str, ...]], int]) -> None:
    """Say how the rules of games differ from the preset that they are over, the most frequent first."""
    told = sorted(changes.items(), key=lambda item: (-item[1], item[0]))
    for (name, _, lines), number in told[:_MOST_NAMED]:
        line = printable(f"{name}: {', '.join(lines)} ({number:,})")
        click.echo(folded(line, sys.stdout, indent="  "))
    if len(told) > _MOST_NAMED:
        click.echo(f"  ... and {len(told) - _MOST_NAMED} more (--format json)")


def _show_not_checkable(report: AuditReport) -> None:
    """Say how many places each rule could not check, and what a log must have for it."""
    rows = [
        {
            "code": code,
            "not_checkable": number,
            "name": RULES[code].name,
            "needs": _needs(code, report),
        }
        for code, number in report.counts.not_checkable.items()
        if number
    ]
    if rows:
        click.echo()
        show_rows(rows, ("code", "not_checkable", "name", "needs"), "text")


def _touching(code: str, options: Iterable[str]) -> list[str]:
    """The house options that touch a check."""
    return sorted(option for option in options if touches([option], code))


def _needs(code: str, report: AuditReport) -> str:
    """What a place must have for a check, and what stands against it in these games."""
    counts = report.counts
    needs = RULES[code].sections.get("Needs", _RULES_NEEDED)
    gaps = [
        f"{name} cannot tell {', '.join(columns)}"
        for name, columns in untold(RULES[code], counts.formats).items()
    ]
    if options := _touching(code, counts.house_options):
        gaps.append(f"house options touch it: {', '.join(options)}")
    return " ".join([needs, *(f"{gap}." for gap in gaps)])
