"""``mjlog explain``: what the rules of the audit check and why."""

from __future__ import annotations

from difflib import get_close_matches

import click

from mjlog.audit.registry import FAMILIES, RULES, Rule
from mjlog.audit.run import selected_rules
from mjlog.cli.output import Row, format_option, show_rows


@click.command
@click.argument("codes", nargs=-1)
@format_option
def command(codes: tuple[str, ...], form: str) -> None:
    """Explain what the audit checks, by code.

    CODES are rules (SC003) or families of rules (SC).  Without any, every rule is listed.

    \b
    Examples:
      mjlog explain
      mjlog explain FT001
      mjlog explain SC PO --format json
    """
    asked = [_known(code.upper()) for code in codes]
    rules = selected_rules(asked)
    if form == "text" and asked and all(code in RULES for code in asked):
        click.echo("\n\n".join(_page(rule) for rule in rules))
        return
    columns = ("code", "name", "severity", "checks")
    more = ("why", "example", "fields", "message")
    show_rows([_row(rule) for rule in rules], columns if form == "text" else columns + more, form)


def _known(code: str) -> str:
    """Give back the code of a rule or of a family.

    Raises:
        ValueError: when it is neither; the message names the nearest.
    """
    if code in RULES or code in FAMILIES:
        return code
    near = get_close_matches(code, [*RULES, *FAMILIES], 1)
    hint = f"did you mean {near[0]}?" if near else f"families are {', '.join(FAMILIES)}"
    raise ValueError(f"the audit has no rule {code!r} ({hint})")


def _row(rule: Rule) -> Row:
    sections = {heading.lower(): text for heading, text in rule.sections.items()}
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity,
        "fields": list(rule.fields),
        "message": rule.message,
        **sections,
    }


def _page(rule: Rule) -> str:
    """All about one rule, wrapped to the width of the terminal."""
    formatter = click.HelpFormatter(width=min(click.HelpFormatter().width, 100))
    formatter.write(f"{rule.code} {rule.name} ({rule.severity})\n")
    rows = [(f"{heading}:", text) for heading, text in rule.sections.items()]
    rows.append(("Finding:", rule.message))
    if rule.fields:
        rows.append(("Rule fields:", ", ".join(rule.fields)))
    formatter.indent()
    formatter.write_dl(rows)
    return formatter.getvalue().rstrip("\n")
