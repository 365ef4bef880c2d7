"""Lines of the action format held against its JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator

from mjlog.formats.mjai.schema import action_schema


@cache
def validators() -> dict[str, Validator]:
    """The validator of each type of action."""
    schema = action_schema()
    definitions = schema["$defs"]
    actions = {d["properties"]["type"]["enum"][0]: name for name, d in definitions.items() if _is_action(d)}
    return {
        tag: Draft202012Validator({"$defs": definitions, "$ref": f"#/$defs/{name}"})
        for tag, name in actions.items()
    }


def _is_action(definition: dict[str, Any]) -> bool:
    return "type" in definition.get("properties", {})


def problems(data: bytes) -> Iterator[str]:
    """What is wrong with the lines of `data`, each different line once."""
    for line in dict.fromkeys(data.splitlines()):
        action = json.loads(line)
        for error in validators()[action["type"]].iter_errors(action):
            yield f"{line[:100]!r}: {error.message[:200]} at {error.json_path}"
