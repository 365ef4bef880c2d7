"""The JSON Schema of the action format, made from the actions that the reader and the writer use."""

from __future__ import annotations

import sys
from typing import Any, Final, get_args

import msgspec

from mjlog.docstrings import field_docs
from mjlog.formats.mjai.actions import AnyAction
from mjlog.formats.mjai.base import FORMAT_VERSION, Action, Message
from mjlog.formats.mjai.fields import Nested
from mjlog.rulesets.json_schema import rules_schema
from mjlog.tiles import TILE_NAMES

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_TITLE: Final = f"mjlog action format, version {FORMAT_VERSION}"
_ABOUT: Final = (
    "One action: a line of a log in JSON Lines. A superset of mjai: what one of its dialects names, and "
    "what is marked as an extension, may be left out; fields that are not listed may be there and are kept, "
    "but for those of the rules. "
    "Seats count from 0; lists by seat have an entry for every player of the game."
)
_TILE: Final = {
    "description": "A tile: 1m-9m, 1p-9p, 1s-9s, winds E S W N, dragons P (white) F (green) C (red), red "
    "fives 5mr 5pr 5sr, ? for one that is hidden.",
    "enum": list(TILE_NAMES),
}
_ACTOR: Final = {"actor": "Seat of the player.", "target": "Seat of the player who discarded the tile."}
"""What fields mean that many actions have."""
_SCORES: Final = {"deltas": "Score changes, by seat.", "scores": "Scores after it, by seat."}


def action_schema() -> dict[str, Any]:
    """Return the JSON Schema of the action format, one definition per action, by its type."""
    actions = [a for a in get_args(AnyAction) if not issubclass(a, Message)]
    _, components = msgspec.json.schema_components(actions, ref_template="#/$defs/{name}")
    names = {a.__name__: str(a.__struct_config__.tag) for a in actions}
    definitions = {
        names.get(name, name): _described(definition, struct)
        for struct in (*actions, *Nested.__subclasses__())
        for name in [struct.__name__]
        for definition in [components[name]]
    }
    return {
        "$schema": _DIALECT,
        "title": _TITLE,
        "description": _ABOUT,
        "type": "object",
        "required": ["type"],
        "oneOf": [{"$ref": f"#/$defs/{tag}"} for tag in names.values()],
        "$defs": {
            "Tile": _TILE,
            "Rules": rules_schema(),
            **{name: _with_tiles(d) for name, d in definitions.items()},
        },
    }


def _described(definition: dict[str, Any], struct: type[Action | Nested]) -> dict[str, Any]:
    """A definition with the docstrings of its fields, open to fields that are not known."""
    docs = {**_ACTOR, **_SCORES}
    for base in reversed(struct.__mro__):
        module = sys.modules[base.__module__]
        if issubclass(base, (Action, Nested)):
            docs |= field_docs(module).get(base.__name__, {})
    fields = {
        name: {"description": docs[name], **field} if name in docs else field
        for name, field in definition["properties"].items()
    }
    kept = {key: value for key, value in definition.items() if key not in ("title", "additionalProperties")}
    return {**kept, "description": " ".join(definition["description"].split()), "properties": fields}


def _with_tiles(value: Any) -> Any:
    """`value` with a reference wherever a tile is described."""
    if isinstance(value, list):
        return [_with_tiles(member) for member in value]
    if not isinstance(value, dict):
        return value
    if set(value.get("enum", ())) == set(TILE_NAMES):
        others = {key: member for key, member in value.items() if key != "enum"}
        return {**others, "$ref": "#/$defs/Tile"}
    return {key: _with_tiles(member) for key, member in value.items()}
