"""Log tables as tenhou.net/6 JSON: one object a game, one a line; or as links that hold them.

The format names yaku and limits in Japanese, as Tenhou does.  Rules that its header cannot name stand in a
field of their own, `mjlog_rules`, as in the action format.  It tells neither when things happened nor
which of two equal discards was called where both would do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, cast
from urllib.parse import quote_from_bytes

import msgspec

from mjlog.formats.base import Reader, Written
from mjlog.formats.builder import KIND_CODE
from mjlog.formats.losses import written
from mjlog.formats.rows import CannotSayError, GameRows, RoundRows, check_rules, stated_rules, unless_empty
from mjlog.formats.tenhou_json import reader
from mjlog.formats.tenhou_json.header import OWN_RULES, Log, log_of, unsaid_rules
from mjlog.formats.tenhou_json.names import rule_words
from mjlog.formats.tenhou_json.write_rounds import round_rows
from mjlog.rulesets import Ruleset
from mjlog.tables import LogTables

SUFFIX: Final = ".json"
_LINK: Final = b"https://tenhou.net/6/#json="
_CONNECTIONS: Final = MappingProxyType({KIND_CODE["leave"]: 0, KIND_CODE["return"]: 1})
_VERSION: Final = 2.3
_PLAYERS: Final = (3, 4)
_SAYING: Final = ("title", "rule", "ref")
"""Entries that rules follow from."""
_OWN: Final = {"ver", *(field.encode_name for field in msgspec.structs.fields(Log))} - {"ratingc"}
"""Entries that columns are written to."""
_encode: Final = msgspec.json.Encoder().encode


def games(tables: LogTables) -> Iterator[Written]:
    """Yield each game of `tables` as a line of JSON, in order; one that cannot be said with its problem."""
    return written(tables, cast("Reader", reader), _text)


def links(tables: LogTables) -> Iterator[Written]:
    """Yield each game of `tables` as a link that the log viewer opens, one a line."""
    for game in games(tables):
        data = _LINK + quote_from_bytes(game.data.strip(), safe="").encode() + b"\n" if game.data else b""
        yield replace(game, data=data)


def _text(game: GameRows) -> bytes:
    """A game as a line.

    Raises:
        CannotSayError: when the format cannot say it.
    """
    players = game.row["player_count"]
    rules = stated_rules(game.row)
    check_rules(rules)
    if players not in _PLAYERS:
        raise CannotSayError(f"a game of {players} players")
    ended = [told for told in game.rounds if told.row["outcome"] is not None]
    if not ended:
        raise CannotSayError("no round that has ended")
    kept = game.kept()
    header: dict[str, Any] = {
        "ver": _VERSION,
        "ref": game.row["log_id"],
        "title": _title(kept.pop("title", None)),
        "name": [name or "" for name in game.column("name")],
        "rule": _rule(game, rules, kept.pop("rule", None)),
        "lobby": _number_or_text(game.row["lobby"]),
        "dan": unless_empty(game.column("level")),
        "rate": unless_empty(game.column("rating")),
        "playerMapping": _accounts(game),
        "sc": _finals(game),
        "connection": [lost for place, told in enumerate(ended) for lost in _connections(told, place)],
        "log": [round_rows(told, players) for told in ended],
    }
    said, _ = log_of({name: msgspec.Raw(_encode(header[name])) for name in _SAYING})
    header[OWN_RULES] = unsaid_rules(game.row, said.header, ended[0].row)
    own = {key: value for key, value in header.items() if value not in (None, [])}
    return _encode({**own, **{key: value for key, value in kept.items() if key not in _OWN}}) + b"\n"


def _title(title: Any) -> list[str]:
    """The title that another log had, in two lines as the viewer shows it."""
    first, _, second = title.partition("\n") if isinstance(title, str) else ("", "", "")
    return [first, second]


def _rule(game: GameRows, rules: Ruleset | None, more: Any) -> dict[str, Any]:
    """Room, length and red fives as the platform's own logs name them, and what an earlier log had there."""
    rule: dict[str, Any] = {"disp": rule_words(game.row, rules)}
    stated = game.row["rules"] or ""
    if rules is not None and ('"extends"' in stated or '"red_fives"' in stated):
        rule |= {f"aka5{suit}": count for suit, count in enumerate(rules.red_fives, 1)}
    return {**more, **rule} if isinstance(more, dict) else rule


def _number_or_text(value: str | None) -> int | str | None:
    """A number where the text is one that has a lobby's few digits."""
    is_number = value is not None and value.isascii() and value.isdigit() and len(value) < 16
    return int(value) if value is not None and is_number else value


def _accounts(game: GameRows) -> list[dict[str, str | None]] | None:
    ids = unless_empty(game.column("account_id"))
    return None if ids is None else [{"account_id": account} for account in ids]


def _finals(game: GameRows) -> list[Any]:
    """Final score and result of each seat by turns; none where the game did not end."""
    scores, results = game.column("log_final_score"), game.column("log_final_points")
    if not game.row["is_complete"] or None in scores:
        return []
    return [_plain(value) for pair in zip(scores, results, strict=True) for value in pair]


def _plain(value: float | None) -> float | None:
    """A number, without a fraction where it is whole."""
    return int(value) if value is not None and float(value).is_integer() else value


def _connections(told: RoundRows, place: int) -> Iterator[dict[str, int]]:
    """Lost and restored connections of a round, each with the number of other events before it."""
    before = 0
    for event in told.events:
        if event.kind in _CONNECTIONS:
            yield {"what": _CONNECTIONS[event.kind], "log": place, "who": event.seat, "step": before}
        else:
            before += 1
