"""What a Riichi City log says of the table: rules, house options, place and players."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final

from mjlog.formats.riichi_city.records import Results
from mjlog.formats.riichi_city.seats import Head
from mjlog.rulesets import Ruleset, load
from mjlog.schema import HOUSE_OPTIONS

PLATFORM: Final = "riichi_city"
_PRESETS: Final = MappingProxyType({3: "riichi_city_sanma", 4: "riichi_city"})
_RANKED: Final = 1001
_PLAYS: Final = MappingProxyType({1002: "tournament", 1003: "friendly", 1004: "one_round", 1005: "one_round"})
_STAGES: Final = MappingProxyType({1: "star", 2: "moon", 3: "sun", 4: "galaxy"})
"""Rooms of ranked games: 新星, 輝月, 炎陽, 銀河."""
_LENGTHS: Final = MappingProxyType({1: "east", 2: "south", 3: "one_round"})
_OPTIONS: Final = MappingProxyType({"isGeMu": "wareme", "isShaoJi": "yakitori", "isLuck": "chips"})
_LEAST_HAN: Final = 2
"""`fangFu` from which on a win needs more than a yaku."""
_IN_COLUMNS: Final = frozenset({"playerCount", "round", "roomId", "initPoints", "gamePlay"})
"""Fields of a log that columns hold in full."""


def norths_are_set_aside(header: Mapping[str, Any], players: int) -> bool:
    """Whether North is a bonus tile at the table, not a value tile of everybody."""
    return players == 3 and _number(header, "northOperateType") in (None, 0)


def log_id(header: Mapping[str, Any]) -> str | None:
    """What identifies the game: its room.  A log that hides its players has another `keyValue`."""
    for name in ("roomId", "keyValue"):
        value = header.get(name)
        if isinstance(value, str) and value:
            return value
    return None


def time_of(milliseconds: int | None) -> datetime | None:
    """UTC to the second of milliseconds since 1970."""
    if milliseconds is None or milliseconds < 0:
        return None
    return datetime.fromtimestamp(milliseconds // 1000, UTC).replace(tzinfo=None)


def game_columns(
    header: Mapping[str, Any],
    first: Head,
    reds: Sequence[int] | None,
    results: Results | None,
    *,
    begins: bool,
) -> dict[str, Any]:
    """Columns of `games` that a log states.

    Args:
        header: the log without its rounds.
        first: the first round that could be read.
        reds: red fives of man, pin and sou in its wall, where it is stated.
        results: the end of the game, where it could be read.
        begins: whether the first round is that of the game.
    """
    play, stage = _number(header, "gamePlay"), _number(header, "stageType")
    scores = [stake.hand_points for stake in first.deal.user_info_list]
    options = {option for name, option in _OPTIONS.items() if header.get(name) is True}
    if (_number(header, "fangFu") or 0) >= _LEAST_HAN:
        options.add("other")
    if first.players == 3 and not norths_are_set_aside(header, first.players):
        options.add("local_yaku")
    if begins and len(set(scores)) > 1:
        options.add("handicap")
    length = _LENGTHS.get(_number(header, "round") or 0)
    rules = _rules(header, first.players, reds, length)
    if play != _RANKED and results is not None:
        rules |= _settlement(results, load(rules["extends"]))
    return {
        "platform": PLATFORM,
        "log_id": log_id(header),
        "rules": json.dumps(rules),
        "player_count": first.players,
        "room": _STAGES.get(stage or 0) if play == _RANKED else _PLAYS.get(play or 0),
        "length": length,
        "house_options": [option for option in HOUSE_OPTIONS if option in options] or None,
    }


def _number(header: Mapping[str, Any], name: str) -> int | None:
    value = header.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _rules(
    header: Mapping[str, Any], players: int, reds: Sequence[int] | None, length: str | None
) -> dict[str, Any]:
    """The rules that a log states, over the preset of its number of players."""
    rules: dict[str, Any] = {"extends": _PRESETS[players]}
    preset = load(rules["extends"])
    if length is not None:
        rules["length"] = length
    start = _number(header, "initPoints")
    if start is not None and 0 <= start <= 1_000_000 and start != preset.start_score:
        rules["start_score"] = start
    if reds is not None and list(reds) != list(preset.red_fives) and max(reds) <= 4:
        rules["red_fives"] = list(reds)
    liable = header.get("isGangPay")
    if isinstance(liable, bool) and liable != preset.pao_daiminkan:
        rules["pao_daiminkan"] = liable
    if header.get("isKaiLiZhi") is True:
        rules |= {
            "open_riichi": True,
            "yaku_han": {"open_riichi": [1, 0]},
            "yakuman": {"open_riichi_deal_in": 1},
        }
    if players == 3 and not norths_are_set_aside(header, players):
        rules["set_aside"] = []
    return rules


def _settlement(results: Results, preset: Ruleset) -> dict[str, Any]:
    """Uma and return score of a table whose host sets them, as its results show them.

    What a result has more than the score is the uma less the return score, for the first with the oka.
    Which of both it is makes no difference to any result; uma are taken to be even around the middle.
    """
    ranked = results.user_data
    if len(ranked) != preset.players:
        return {}
    more = [round(standing.score - standing.point_num / 100) for standing in ranked]
    middle = more[1:-1]
    returned = -100 * sum(middle) // len(middle)
    below = [(value + returned / 100) / 10 for value in more[1:]]
    uma = [-sum(below), *below]
    if returned == preset.return_score and uma == list(preset.uma):
        return {}
    return {"return_score": returned, "uma": uma} if 0 <= returned <= 1_000_000 else {}


def kept_fields(header: Mapping[str, Any]) -> dict[str, Any]:
    """What a log says of the table that no column holds in full."""
    return {
        name: value
        for name, value in header.items()
        if name not in _IN_COLUMNS and value not in (None, "", False)
    }
