"""Finding statistics and tables by what people call them: names, titles, Japanese words, synonyms, parts."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from mjlog.stats.catalogue import Statistic, catalogue

_BETWEEN: Final = re.compile(r"[\W_]+")
_NEAREST: Final = 3
"""Names of what is like an unknown word that a message has."""


class Found(NamedTuple):
    """What a word may mean."""

    statistics: tuple[str, ...]
    tables: tuple[str, ...]
    is_exact: bool
    """Whether the word is a name, a title or the Japanese word of them, and no part of one."""


def folded(text: str) -> str:
    """A text without accents, capitals and what stands between its words.

    >>> folded("Hōjū_Rate"), folded("ﾘｰﾁ 率"), folded("All-last")
    ('hojurate', 'リーチ率', 'alllast')
    """
    plain = unicodedata.normalize("NFC", _without_accents(unicodedata.normalize("NFKC", text)))
    return _BETWEEN.sub("", plain.casefold())


def _without_accents(text: str) -> str:
    """A text without the accents of its Latin letters; those of kana make other sounds."""
    apart = unicodedata.normalize("NFD", text)
    return re.sub(r"(?<=[a-zA-Z])[\u0300-\u036f]+", "", apart)


@cache
def synonyms() -> dict[str, str]:
    """What each synonym stands for, both folded; the longest first."""
    text = (files(__package__) / "synonyms.toml").read_text(encoding="utf-8")
    pairs = {folded(word): folded(term) for term, words in tomllib.loads(text).items() for word in words}
    return dict(sorted(pairs.items(), key=lambda pair: -len(pair[0])))


def _rewritten(text: str) -> str:
    """A folded text with the terms that its synonyms stand for.

    >>> _rewritten(folded("リーチ率")), _rewritten(folded("furo_rate"))
    ('riichirate', 'callrate')
    """
    pattern = "|".join(map(re.escape, synonyms()))
    return re.sub(pattern, lambda found: synonyms()[found[0]], text)


@cache
def _texts() -> dict[str, tuple[str, ...]]:
    """The texts by which each statistic is found, folded."""
    return {
        name: tuple(filter(None, (*map(folded, (name, s.title, s.japanese)), _rewritten(folded(s.japanese)))))
        for name, s in catalogue().items()
    }


def found(word: str, tables: Mapping[str, str]) -> Found:
    """What a word means: the first of these that there is.

    A statistic or table of that name, all of a section, those whose title or Japanese word it is; those in
    whose name, title or Japanese word it is, or what it is a synonym of; those whose definition has it.

    Args:
        word: what somebody asks for.
        tables: what each table tells, by name.
    """
    known = catalogue()
    section = tuple(name for name, s in known.items() if s.section == word)
    if word in known or word in tables or section:
        return Found((word,) if word in known else section, (word,) if word in tables else (), is_exact=True)
    forms = {form for form in (folded(word), _rewritten(folded(word))) if form}
    of_tables = {name: folded(name) for name in tables}
    same = tuple(name for name, texts in _texts().items() if forms & set(texts))
    of_section = tuple(n for n, s in known.items() if folded(s.section) in forms and n not in same)
    same_tables = tuple(name for name, text in of_tables.items() if text in forms)
    if same or same_tables or of_section:
        return Found((*same, *of_section), same_tables, is_exact=not of_section)
    parts = [name for name, texts in _texts().items() if _is_in(forms, texts)]
    parts.sort(key=lambda name: not any(text.startswith(tuple(forms)) for text in _texts()[name]))
    part_tables = tuple(name for name, text in of_tables.items() if _is_in(forms, (text,)))
    if parts or part_tables:
        return Found(tuple(parts), part_tables, is_exact=False)
    defined = tuple(name for name, s in known.items() if _is_in(forms, (folded(s.definition),)))
    told = tuple(name for name, tells in tables.items() if _is_in(forms, (folded(tells),)))
    return Found(defined, told, is_exact=False)


def _is_in(forms: Iterable[str], texts: Iterable[str]) -> bool:
    return any(form in text for text in texts for form in forms)


def meant(word: str, tables: Mapping[str, str]) -> str:
    """The name of the only statistic that is found by a word; the word itself where there is no such.

    >>> meant("副露率", {}), meant("naki", {})
    ('call_rate', 'naki')
    """
    some = found(word, tables)
    return some.statistics[0] if len(some.statistics) == 1 and not some.tables else word


def nearest(word: str) -> list[str]:
    """Names of statistics and sections that an unknown word is like, or that it is found by."""
    some = found(word, {}).statistics
    if some:
        return list(some[:_NEAREST])
    known = catalogue()
    return get_close_matches(word, [*known, *dict.fromkeys(s.section for s in known.values())], n=1)


def called(statistic: Statistic) -> str:
    """A statistic's title and its Japanese word."""
    return ", ".join(filter(None, (statistic.title, statistic.japanese)))
