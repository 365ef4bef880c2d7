"""What a Riichi City log says of the table: rules, house options, place and players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final

from mjlog.formats.riichi_city.records import Player
from mjlog.rulesets import load
from mjlog.rulesets.standard import RANGES

PLATFORM: Final = "riichi_city"
_PRESETS: Final = MappingProxyType({3: "riichi_city_sanma", 4: "riichi_city"})
_RANKED: Final = 1001
_LONGEST: Final = 40
_MOST_NAMED: Final = 10
_PLAYS: Final = MappingProxyType({1002: "tournament", 1003: "friendly", 1004: "one_round", 1005: "one_round"})
_STAGES: Final = MappingProxyType({1: "star", 2: "moon", 3: "sun", 4: "galaxy"})
"""Rooms of ranked games: 新星, 輝月, 炎陽, 銀河."""
_LENGTHS: Final = MappingProxyType({1: "east", 2: "south", 3: "one_round"})
_OPTIONS: Final = MappingProxyType({"isGeMu": "wareme", "isShaoJi": "yakitori", "isLuck": "chips"})
_SWITCHES: Final = _OPTIONS.keys() | {
    "isCollect", "isGangPay", "isKaiLiZhi", "isNotEffect", "isNotShowHand", "isObserve", "isWithUser",
}  # fmt: skip
"""Switches of a log that mjlog knows."""
_PROGRAM: Final = ("identity", "robotLevel", "mortalModule")
_LEAST_HAN: Final = range(2, RANGES["minimum_han"][1] + 1)
"""`fangFu` where a win needs more than a yaku; 0 and 1 are the same."""
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


def is_ranked(header: Mapping[str, Any]) -> bool:
    """Whether the game is ranked: the platform's rules, which no host sets."""
    return _number(header, "gamePlay") == _RANKED


def game_columns(
    header: Mapping[str, Any], players: int, reds: Sequence[int] | None, scores: Sequence[int] | None
) -> dict[str, Any]:
    """Columns of `games` that a log states.

    Args:
        header: the log without its rounds.
        players: number of players.
        reds: red fives of man, pin and sou in its walls, where they are stated.
        scores: scores at the first deal; None where it could not be read.
    """
    play, stage = _number(header, "gamePlay"), _number(header, "stageType")
    length = _LENGTHS.get(_number(header, "round") or 0)
    return {
        "platform": PLATFORM,
        "log_id": log_id(header),
        "rules": _rules(header, players, reds, length),
        "player_count": players,
        "room": _STAGES.get(stage or 0) if is_ranked(header) else _PLAYS.get(play or 0),
        "length": length,
        "house_options": _options(header, players, scores),
    }


def _unknown_switches(header: Mapping[str, Any]) -> list[str]:
    """Names of what is on and nobody knows."""
    return [name[:_LONGEST] for name, value in header.items() if value is True and name not in _SWITCHES]


def oddities(header: Mapping[str, Any], players: int) -> Iterator[str]:
    """What a log says of the table that mjlog does not know, or that its rounds contradict."""
    play, stage = header.get("gamePlay"), header.get("stageType")
    if play and _number(header, "gamePlay") not in (_RANKED, *_PLAYS):
        yield f"gamePlay {str(play)[:_LONGEST]} is no kind of play that mjlog knows"
    if is_ranked(header) and stage and _number(header, "stageType") not in _STAGES:
        yield f"stageType {str(stage)[:_LONGEST]} is no room that mjlog knows"
    count = header.get("playerCount")
    if count and str(count) != str(players):
        yield f"playerCount {str(count)[:_LONGEST]}, but {players} players are dealt tiles"
    switches = _unknown_switches(header)
    for name in switches[:_MOST_NAMED]:
        yield f"{name} is on, which no rule set has"
    if len(switches) > _MOST_NAMED:
        yield f"{len(switches) - _MOST_NAMED} more switches are on, which no rule set has"


def _options(header: Mapping[str, Any], players: int, scores: Sequence[int] | None) -> set[str]:
    """The options in force that no rule set can say."""
    options = {option for name, option in _OPTIONS.items() if header.get(name) is True}
    if (_number(header, "fangFu") or 0) >= _LEAST_HAN.stop:
        options.add("other")
    if _unknown_switches(header):
        options.add("other")
    if players == 3 and not norths_are_set_aside(header, players):
        options.add("local_yaku")
    if scores is not None and len(set(scores)) > 1:
        options.add("handicap")
    return options


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
    if header.get("isKaiLiZhi") is True:  # one han more; who deals into it pays a yakuman
        rules |= {
            "open_riichi": True,
            "yaku_han": {"open_riichi": [1, 0]},
            "yakuman": {"open_riichi_deal_in": 1},
        }
    if players == 3 and not norths_are_set_aside(header, players):
        rules["set_aside"] = []
    if (least := _number(header, "fangFu")) in _LEAST_HAN:
        rules["minimum_han"] = least
    return rules


def kept_fields(header: Mapping[str, Any]) -> dict[str, Any]:
    """What a log says of the table that no column holds in full."""
    return {
        name: value
        for name, value in header.items()
        if name not in _IN_COLUMNS and value not in (None, "", False)
    }


def program_of(player: Player) -> dict[str, Any]:
    """What a record says of a player that is no person; empty for people."""
    stated = {name: value for name in _PROGRAM if (value := getattr(player, name))}
    return {"user_id": player.userId, **stated} if stated else {}
