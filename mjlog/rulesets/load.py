"""Rule sets from TOML files (presets and the user's own) and from the JSON that game logs imply."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from errno import EINVAL
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import STANDARD_YAKU_HAN, STANDARD_YAKUMAN
from mjlog.rulesets.values import RulesetError, checked
from mjlog.rulesets.vocabulary import brief, did_you_mean

MAX_FILE_BYTES: Final = 1 << 20
MAX_JSON_CHARS: Final = 1 << 14
MAX_CHAIN: Final = 32
"""Files that may extend one another."""
_FOLDER: Final = resources.files("mjlog.rulesets")
_EXTENDS: Final = "extends"

Layer = Mapping[str, Any]
"""Checked values of some fields, to be laid over those of another layer."""

_GROUND: Final[Layer] = {"yaku_han": STANDARD_YAKU_HAN, "yakuman": STANDARD_YAKUMAN}
"""What a file that extends nothing is laid over, so that it may name single yaku."""


@cache
def presets() -> tuple[str, ...]:
    """Name every rule set that comes with mjlog."""
    return tuple(sorted(f.name[:-5] for f in _FOLDER.iterdir() if f.name.endswith(".toml")))


def load(source: str | Path) -> Ruleset:
    """Load a rule set: a preset by name, or a TOML file by path.

    A file may say ``extends = "NAME OR PATH"`` (a path is relative to the file); it then needs
    only the fields that differ.  Tables such as ``[yaku_han]`` are merged key by key; sources come
    along with the values that the file leaves as they are.

    Raises:
        RulesetError: when there is no such preset or file, or the file is wrong; the message
            names the file, the key and the nearest valid word.

    >>> load("tenhou").start_score
    25000
    """
    return _preset(source) if isinstance(source, str) and source in presets() else _read(source)


@cache
def _preset(name: str) -> Ruleset:
    """A rule set that comes with mjlog, read once."""
    return _read(name)


def _read(source: str | Path) -> Ruleset:
    return _build(_layer_of(source, Path(), ()), str(source))


def label(ruleset: Ruleset) -> str:
    """Name of a rule set, marked where it is a preset with changes.

    >>> label(load("tenhou")), label(resolve('{"extends": "tenhou", "chi": false}'))
    ('tenhou', 'tenhou, changed')
    """
    is_changed = ruleset.name in presets() and ruleset != load(ruleset.name)
    return f"{ruleset.name}, changed" if is_changed else ruleset.name


def resolve(rules: str | None, default: str | Ruleset = "tenhou") -> Ruleset:
    """The rule set of a game, from the JSON object in `games.rules`.

    Args:
        rules: fields over the preset that the key ``extends`` names (over `default` without it);
            None where the log says nothing.
        default: rule set for games that say nothing.

    Raises:
        RulesetError: when `rules` is no such object.  Only presets can be extended: a log is
            untrusted and must not name files.

    >>> resolve('{"extends": "tenhou", "open_tanyao": false}').open_tanyao
    False
    """
    values = {} if rules is None else _json_object(rules)
    if rules is not None and _EXTENDS in values:
        return _from_json(rules)
    base = load(default) if isinstance(default, str) else default
    return _merge_json(values, base) if values else base


@lru_cache(maxsize=1024)
def _from_json(rules: str) -> Ruleset:
    """The rule set of a JSON text that names its preset (equal texts are parsed once)."""
    values = dict(_json_object(rules))
    name = values.pop(_EXTENDS)
    if not isinstance(name, str) or name not in presets():
        word = brief(name)
        hint = did_you_mean(word, presets())
        raise RulesetError(f"rules of the game: {_EXTENDS}: no preset {word!r}{hint}")
    return _merge_json(values, load(name))


@lru_cache(maxsize=1024)
def _json_object(rules: str) -> Mapping[str, Any]:
    if len(rules) > MAX_JSON_CHARS:
        raise RulesetError(f"rules of the game: longer than {MAX_JSON_CHARS} characters")
    try:
        values = msgspec.json.decode(rules)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise RulesetError(f"rules of the game: no JSON: {error}") from None
    if not isinstance(values, dict):
        raise RulesetError("rules of the game: no JSON object")
    return MappingProxyType(values)


def _merge_json(values: Mapping[str, Any], base: Ruleset) -> Ruleset:
    where = "rules of the game"
    own = checked(values, where)
    inherited = {f.name: getattr(base, f.name) for f in fields(base)}
    inherited["sources"] = _still_true(base.sources, own)
    return _build(_over(own, inherited), where)


def _build(layer: Layer, where: str) -> Ruleset:
    try:
        return Ruleset(**layer)
    except ValueError as error:
        raise RulesetError(f"{where}: {error}") from None


def _layer_of(source: str | Path, folder: Path, above: tuple[str, ...]) -> Layer:
    """The fields of a rule set with those of all that it extends; name and title are its own.

    Args:
        source: preset name or path.
        folder: what a relative path is relative to.
        above: the files that led here, to find cycles.
    """
    try:
        where, text = _text_of(source, folder)
    except RulesetError as error:
        raise RulesetError(f"{above[-1]}: {_EXTENDS}: {error}" if above else str(error)) from None
    if where in above:
        raise RulesetError(f"{where}: extends itself: {' -> '.join((*above, where))}")
    if len(above) == MAX_CHAIN:
        raise RulesetError(f"{where}: more than {MAX_CHAIN} files extend one another, from {above[0]} on")
    values = _toml(text, where)
    parent = values.pop(_EXTENDS, None)
    own = {"name": Path(where).stem, "title": "", **checked(values, where)}
    if parent is None:
        return _over(own, _GROUND)
    if not isinstance(parent, str):
        raise RulesetError(f"{where}: {_EXTENDS}: a preset name or a path in quotes is expected")
    inherited = dict(_layer_of(parent, Path(where).parent, (*above, where)))
    inherited["sources"] = _still_true(inherited.get("sources", {}), own)
    return _over(own, inherited)


def _still_true(sources: Mapping[str, str], own: Layer) -> Mapping[str, str]:
    """The sources of inherited values that the values of `own` leave as they are."""
    return MappingProxyType({field: text for field, text in sources.items() if field not in own})


def _over(own: Layer, inherited: Layer) -> Layer:
    """`inherited` with the fields of `own` laid over it; mappings are merged key by key."""
    merged = dict(inherited)
    for key, value in own.items():
        below = inherited.get(key)
        merged[key] = MappingProxyType({**below, **value}) if isinstance(below, Mapping) else value
    return merged


def _text_of(source: str | Path, folder: Path) -> tuple[str, bytes]:
    """Where a rule set stands (preset name or resolved path) and its text."""
    if isinstance(source, str) and source in presets():
        return source, (_FOLDER / f"{source}.toml").read_bytes()
    path = folder / source
    try:
        text = _head(path)
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError) or "\0" in str(source):
            hint = did_you_mean(str(source), presets()) or f"; presets are {', '.join(presets())}"
            raise RulesetError(f"no preset and no file {str(source)!r}{hint}") from None
        reason = error.strerror if isinstance(error, OSError) else error
        raise RulesetError(f"{path}: {reason}") from None
    if len(text) > MAX_FILE_BYTES:
        raise RulesetError(f"{path}: larger than {MAX_FILE_BYTES} bytes")
    return str(path.resolve()), text


def _head(path: Path) -> bytes:
    """The bytes of a file, one more than are allowed at most; a pipe would be waited for without end.

    Raises:
        OSError: when it cannot be read, or is no regular file.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(EINVAL, "not a regular file")
    with path.open("rb") as file:
        return file.read(MAX_FILE_BYTES + 1)


def _toml(text: bytes, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.decode())
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, a number of thousands of digits
        raise RulesetError(f"{where}: no TOML: {error}") from None
