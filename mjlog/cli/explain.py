"""``mjlog explain``: what the rules of the audit check and why, and what yaku are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

import click

from mjlog.audit.registry import FAMILIES, RULES, Rule
from mjlog.audit.run import selected_rules
from mjlog.cli.output import Row, format_option, show_rows
from mjlog.docstrings import field_docs
from mjlog.rulesets import Ruleset, load, model, presets
from mjlog.rulesets.values import field_types
from mjlog.rulesets.written import toml_value
from mjlog.schema import YAKU
from mjlog.scoring.glossary import Entry, Worth, glossary, needing_another, worths

_WIDTH: Final = 100


@click.command
@click.argument("words", nargs=-1, metavar="[CODES, YAKU OR RULE FIELDS]...")
@format_option
def command(words: tuple[str, ...], form: str) -> None:
    """Explain what the audit checks, by code, and what a yaku or bonus is, by name.

    A field of rule sets is explained, too: what it means, its value under each preset, and the checks
    that depend on it.

    Codes are rules (SC003) or families of rules (SC); yaku have the names that rule sets and tables
    use (`mjlog rules yaku` lists them).  Without any, every rule of the audit is listed.

    \b
    Examples:
      mjlog explain
      mjlog explain FT001
      mjlog explain karasu
      mjlog explain kiriage_mangan
      mjlog explain SC PO --format json
    """
    if words and all(_slug(word) in field_types().keys() - set(YAKU) for word in words):
        fields = [_field_row(_slug(word)) for word in words]
        if form == "text":
            click.echo("\n\n".join(map(_field_page, fields)))
        else:
            show_rows(fields, ("field", "meaning", "values", "checks"), form)
        return
    asked = [_known(word) for word in words]
    codes = [word for word in asked if word not in YAKU]
    entries = [glossary()[word] for word in asked if word in YAKU]
    rules = selected_rules(codes) if codes or not entries else []
    if form == "text" and asked and all(code in RULES for code in codes):
        click.echo("\n\n".join([*map(_page, rules), *(_yaku_page(entry) for entry in entries)]))
        return
    columns: tuple[str, ...] = ("code", "name", "severity", "checks") if rules else ()
    more = ("needs", "why", "example", "fields", "message") if rules else ()
    if entries:
        columns += ("yaku", "japanese", "kind", "definition")
        more = tuple(dict.fromkeys((*more, "source", "worth", "fields")))
    rows = [*map(_row, rules), *(_yaku_row(entry, worths(entry.slug)) for entry in entries)]
    show_rows(rows, columns if form == "text" else columns + more, form)


def _known(word: str) -> str:
    """Give back the code of a rule or of a family, or the name of a yaku or bonus.

    Raises:
        ValueError: when it is none of them; the message names the nearest.
    """
    code, slug = word.upper(), _slug(word)
    if code in RULES or code in FAMILIES:
        return code
    if slug in YAKU:
        return slug
    near = get_close_matches(code, [*RULES, *FAMILIES], 1) or get_close_matches(slug, YAKU, 1)
    others = f"families are {', '.join(FAMILIES)}; `mjlog rules yaku` lists the yaku"
    hint = f"did you mean {near[0]}?" if near else others
    raise ValueError(f"neither a rule of the audit nor a yaku: {word!r} ({hint})")


def _slug(word: str) -> str:
    return word.lower().replace(" ", "_").replace("-", "_")


def _field_row(name: str) -> Row:
    """A field of rule sets: its meaning, the presets by its value, and the checks that depend on it."""
    values: dict[str, list[str]] = {}
    for preset in presets():
        values.setdefault(toml_value(getattr(load(preset), name)), []).append(preset)
    return {
        "field": name,
        "meaning": field_docs(model)[Ruleset.__name__].get(name, ""),
        "values": [f"{value}: {', '.join(names)}" for value, names in values.items()],
        "checks": [code for code, rule in RULES.items() if name in rule.fields],
    }


def _field_page(row: Row) -> str:
    rows = [("What:", row["meaning"]), *(("Value:", value) for value in row["values"])]
    rows.append(("Checks:", ", ".join(row["checks"]) or "none depends on it"))
    return _written(f"{row['field']} (field of rule sets)", rows)


def _yaku_row(entry: Entry, given: Sequence[Worth]) -> Row:
    return {
        "yaku": entry.slug,
        "japanese": entry.japanese,
        "kind": entry.kind,
        "definition": entry.definition,
        "source": entry.source,
        "fields": list(entry.fields),
        "worth": [f"{w.worth}: {', '.join(w.rulesets)}" for w in given],
    }


def _yaku_page(entry: Entry) -> str:
    """All about one yaku, wrapped to the width of the terminal."""
    given = worths(entry.slug)
    rows = [("What:", entry.definition), ("Source:", entry.source)]
    rows += [("Worth:", f"{w.worth} ({', '.join(w.rulesets)})") for w in given]
    rows += [("Worth:", "nothing under any preset")] if not given else []
    if alone := needing_another(entry.slug):
        rows.append(("Alone:", f"does not allow a win without another yaku ({', '.join(alone)})"))
    rows += [("From:", source) for source in dict.fromkeys(s for w in given for s in w.sources)]
    rows.append(("Rule fields:", ", ".join(entry.fields)))
    return _written(f"{entry.slug} {entry.japanese} ({entry.kind})", rows)


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
    """All about one rule of the audit, wrapped to the width of the terminal."""
    rows = [(f"{heading}:", text) for heading, text in rule.sections.items()]
    rows.append(("Finding:", rule.message))
    if rule.fields:
        rows.append(("Rule fields:", ", ".join(rule.fields)))
    return _written(f"{rule.code} {rule.name} ({rule.severity})", rows)


def _written(heading: str, rows: Sequence[tuple[str, str]]) -> str:
    formatter = click.HelpFormatter(width=min(click.HelpFormatter().width, _WIDTH))
    formatter.write(f"{heading}\n")
    formatter.indent()
    formatter.write_dl(rows)
    return formatter.getvalue().rstrip("\n")
