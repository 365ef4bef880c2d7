"""The JSON Schema of rule sets, made from the fields of `Ruleset` and what they may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final, get_args, get_origin

from mjlog.docstrings import field_docs
from mjlog.rulesets import model
from mjlog.rulesets.load import presets
from mjlog.rulesets.model import Ruleset, choices
from mjlog.rulesets.standard import MAX_TEXT, RANGES
from mjlog.rulesets.values import field_types
from mjlog.rulesets.vocabulary import ENTRY_VOCABULARIES

_Schema = dict[str, Any]
_NUMBERS: Final = {int: "integer", float: "number"}


def rules_schema() -> _Schema:
    """Return the JSON Schema of the rules of a game: some fields of `Ruleset`, over a preset.

    Rules that it lets pass may still contradict each other.
    """
    docs = field_docs(model)[Ruleset.__name__]
    properties = {
        f.name: {"description": docs[f.name], **_of_type(f.name, field_types()[f.name])}
        for f in fields(Ruleset)
    }
    preset = {"description": "The preset that the other fields change.", "enum": list(presets())}
    return {
        "type": "object",
        "properties": {"extends": preset, **properties},
        "additionalProperties": False,
    }


def _of_type(field: str, type_: Any) -> _Schema:
    """The schema of a field, or of its members, of some type."""
    if type_ is bool:
        return {"type": "boolean"}
    if type_ in _NUMBERS:
        low, high = RANGES[field]
        return {"type": _NUMBERS[type_], "minimum": low, "maximum": high}
    if isinstance(type_, type) and issubclass(type_, StrEnum):
        return _word([word.value for word in type_])
    if type_ is str:
        return _word(choices(field))
    if get_origin(type_) is Mapping:
        return _of_mapping(field, get_args(type_)[1])
    return _of_list(field, type_)


def _word(words: Any) -> _Schema:
    return {"enum": list(words)} if words else {"type": "string", "maxLength": MAX_TEXT}


def _of_mapping(field: str, member: Any) -> _Schema:
    """The schema of a table: keys from the vocabulary of the field."""
    own_words = ENTRY_VOCABULARIES.get(field)
    if own_words:
        members: _Schema = {"type": "array", "items": _word(own_words)}
    else:
        members = {"type": "string", "maxLength": MAX_TEXT} if member is str else _of_type(field, member)
    return {
        "type": "object",
        "properties": dict.fromkeys(choices(field), members),
        "additionalProperties": False,
    }


def _of_list(field: str, type_: Any) -> _Schema:
    """The schema of a tuple, of a length or of any, or of a set."""
    members = get_args(type_)
    items = {"type": "array", "items": _of_type(field, members[0])}
    if get_origin(type_) is tuple and Ellipsis not in members:
        return {**items, "minItems": len(members), "maxItems": len(members)}
    return items
