"""``mjlog explain``: what the rules of the audit check and why, what yaku and words of danger are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

import click

from mjlog.audit.registry import FAMILIES, RULES, Rule
from mjlog.audit.run import selected_rules
from mjlog.cli.output import Row, format_option, show_rows
from mjlog.docstrings import field_docs
from mjlog.rulesets import Ruleset, load, model, presets
from mjlog.rulesets.describe import describe, may_be
from mjlog.rulesets.values import field_types
from mjlog.rulesets.written import toml_value
from mjlog.schema import YAKU
from mjlog.scoring.glossary import Entry, Worth, glossary, needing_another, worths
from mjlog.stats.danger import CLASSES, TERMS, danger_words, explained
from mjlog.stats.finding import found

_WIDTH: Final = 100
_MOST_FIELDS: Final = 10
"""Rule fields that a page names, those first that fewest checks read."""


@click.command
@click.argument("words", nargs=-1, metavar="[CODES, YAKU OR RULE FIELDS]...")
@format_option
def command(words: tuple[str, ...], form: str) -> None:
    """Explain a check of the audit, a yaku, a bonus, a field of rules or a word of danger.

    A field of rule sets is explained, too: what it means, its value under each preset, and the checks
    that depend on it.

    Codes are rules (SC003) or families of rules (SC); yaku have the names that rule sets and tables
    use (`mjlog rules yaku` lists them).  Words of danger are those of the tables of `mjlog danger`: suji,
    half_suji_46a, one_chance ...  Without any, every rule of the audit is listed.

    \b
    Examples:
      mjlog explain
      mjlog explain FT001
      mjlog explain karasu
      mjlog explain kiriage_mangan
      mjlog explain suji half_suji_46a
      mjlog explain SC PO --format json
    """
    asked = [_known(word) for word in words] or [Asked("families", "")]
    if form != "text":
        rows = [row for one in asked for row in _rows(one)]
        show_rows(rows, list(dict.fromkeys(column for row in rows for column in row)), form)
        return
    for number, one in enumerate(asked):
        click.echo("\n" * (number > 0), nl=False)
        if one.kind in _TABLES:
            show_rows(_rows(one), ("code", "name", "severity", "checks"), "text")
        else:
            click.echo(_page_of(one))


class Asked(NamedTuple):
    """What a word asks for."""

    kind: str
    """"families" (all of them), "family", "rule", "yaku", "field" or "term"."""
    name: str


_TABLES: Final = ("families", "family")


def _known(word: str) -> Asked:
    """What a word is: a rule's code, or a family's, a yaku or bonus, a field of rule sets, a word of danger.

    An entry of a field (yaku_han.riichi) asks for the yaku, or for the field where it is of none.

    Raises:
        ValueError: when it is none of them; the message names the nearest.
    """
    code, slug = word.upper(), _squashed(word)
    if code in RULES or code in FAMILIES:
        return Asked("rule" if code in RULES else "family", code)
    named = {
        **{_squashed(name): Asked("term", name) for name in (*TERMS, *CLASSES)},
        **{term.japanese: Asked("term", name) for name, term in TERMS.items() if term.japanese},
        **{_squashed(name): Asked("field", name) for name in field_types()},
        **{entry.japanese: Asked("yaku", entry.slug) for entry in glossary().values()},
        **{_squashed(name): Asked("yaku", name) for name in YAKU},
    }
    field, _, entry = map(_squashed, word.partition("."))
    if entry and field in map(_squashed, field_types()):
        return named.get(entry, named[field])
    if slug in named:
        return named[slug]
    codes, names = (
        [*RULES, *FAMILIES],
        {_squashed(name): name for name in (*YAKU, *field_types(), *TERMS, *CLASSES)},
    )
    near = get_close_matches(code, codes, 1) or [names[n] for n in get_close_matches(slug, names, 1)]
    if len(slug) > 2 and found(word, {}).statistics:
        raise ValueError(f"{word!r} is explained by `mjlog stats list {word}`: it is of statistics")
    others = f"families are {', '.join(FAMILIES)}; `mjlog rules yaku` lists the yaku"
    hint = f"did you mean {near[0]}?" if near else others
    raise ValueError(
        f"neither a rule of the audit, a yaku, a field of rule sets nor a word of danger: {word!r} ({hint})"
    )


def _squashed(word: str) -> str:
    """A name without what stands between its words.

    >>> _squashed("San renkou"), _squashed("kiriage-mangan")
    ('sanrenkou', 'kiriagemangan')
    """
    return "".join(c for c in word.lower() if c not in " -_")


def _rows(asked: Asked) -> list[Row]:
    """What programs get for a word."""
    if asked.kind == "yaku":
        return [_yaku_row(glossary()[asked.name], worths(asked.name))]
    if asked.kind == "field":
        return [_field_row(asked.name)]
    if asked.kind == "term":
        return [_term_row(asked.name)]
    return [_row(rule) for rule in selected_rules([asked.name] if asked.name else [])]


def _page_of(asked: Asked) -> str:
    """What people get for a word that asks for one thing; a yaku may be a field of rule sets, too."""
    if asked.kind == "rule":
        return _page(RULES[asked.name])
    if asked.kind == "field":
        return _field_page(_field_row(asked.name))
    if asked.kind == "term":
        return _term_page(_term_row(asked.name))
    page = _yaku_page(glossary()[asked.name])
    return f"{page}\n\n{_field_page(_field_row(asked.name))}" if asked.name in field_types() else page


def _field_row(name: str) -> Row:
    """A field of rule sets: its meaning, the presets by its value, and the checks that depend on it."""
    values: dict[str, list[str]] = {}
    for preset in presets():
        values.setdefault(toml_value(getattr(load(preset), name)), []).append(preset)
    return {
        "field": name,
        "meaning": f"{field_docs(model)[Ruleset.__name__].get(name, '')} {_may_be(name)}".rstrip(),
        "values": [f"{value}: {', '.join(names)}" for value, names in values.items()],
        "checks": [code for code, rule in RULES.items() if name in rule.fields],
    }


def _term_row(name: str) -> Row:
    """A word of the tables of danger."""
    term = explained(name)
    return {
        "term": name,
        "japanese": term.japanese if term else "",
        "words": danger_words(name),
        "meaning": term.meaning if term else "",
    }


def _term_page(row: Row) -> str:
    heading = " ".join(filter(None, (row["term"], row["japanese"])))
    return _written(
        f"{heading} (word of mjlog danger)", [("Shown:", row["words"]), ("What:", row["meaning"])]
    )


def _may_be(name: str) -> str:
    """The words that a field of rule sets may hold, as a sentence; empty where there are none to list."""
    rules = describe(Ruleset(name="common"))
    return next((may_be(rule) for rule in rules if rule.field.partition(".")[0] == name), "")


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
        "from": [f"{source}: {', '.join(names)}" for w in given for source, names in w.sources],
    }


def _yaku_page(entry: Entry) -> str:
    """All about one yaku, wrapped to the width of the terminal."""
    given = worths(entry.slug)
    rows = [("What:", entry.definition), ("Source:", entry.source)]
    for worth in given:
        rows.append(("Worth:", f"{worth.worth} ({', '.join(worth.rulesets)})"))
        rows += [("From:", f"{source} ({', '.join(names)})") for source, names in worth.sources]
    rows += [("Worth:", "nothing under any preset")] if not given else []
    if alone := needing_another(entry.slug):
        rows.append(("Alone:", f"does not allow a win without another yaku ({', '.join(alone)})"))
    rows.append(("Rule fields:", ", ".join(entry.fields)))
    return _written(f"{entry.slug} {entry.japanese} ({entry.kind})", rows)


def _row(rule: Rule) -> Row:
    sections = {heading.lower(): text for heading, text in rule.sections.items()}
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity,
        **{heading: sections.get(heading) for heading in ("checks", "needs", "why", "example")},
        "fields": list(rule.fields),
        "message": rule.message,
    }


def _page(rule: Rule) -> str:
    """All about one rule of the audit, wrapped to the width of the terminal."""
    rows = [(f"{heading}:", text) for heading, text in rule.sections.items()]
    rows.append(("Finding:", rule.message))
    if rule.fields:
        readers = Counter(field for other in RULES.values() for field in other.fields)
        fields = sorted(rule.fields, key=lambda field: readers[field])
        more = f" and {len(fields) - _MOST_FIELDS} more (--format json)" if len(fields) > _MOST_FIELDS else ""
        rows.append(("Rule fields:", ", ".join(fields[:_MOST_FIELDS]) + more))
    return _written(f"{rule.code} {rule.name} ({rule.severity})", rows)


def _written(heading: str, rows: Sequence[tuple[str, str]]) -> str:
    formatter = click.HelpFormatter(width=min(click.HelpFormatter().width, _WIDTH))
    formatter.write(f"{heading}\n")
    formatter.indent()
    formatter.write_dl(rows)
    return formatter.getvalue().rstrip("\n")
