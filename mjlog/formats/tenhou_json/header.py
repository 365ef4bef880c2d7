"""What the header of a tenhou.net/6 log says about the table: rules, platform, room, players."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from mjlog.formats.builder import MOST_POINTS
from mjlog.formats.kept import RULES_LEFT_OUT, kept, rules_text
from mjlog.formats.tenhou_xml.lobby import LOG_ID, started_at
from mjlog.rulesets import RulesetError, load, resolve
from mjlog.rulesets.words import KanDora

UUID: Final = re.compile(r"\d{6}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""A Mahjong Soul game id: the day at the platform, which says no time, then a UUID."""

_TENHOU_RULE: Final = re.compile(
    r"[三四]?(?P<room>[般上特鳳若銀琥孔])(?P<length>[東南])(?P<open>喰?)赤?速?(?:祝\d*)?"
)
TENHOU_ROOMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "般": "general",
        "上": "upper",
        "特": "special",
        "鳳": "phoenix",
        "若": "parlour_general",
        "銀": "parlour_upper",
        "琥": "parlour_special",
        "孔": "parlour_phoenix",
    }
)
_PLAIN_RULE: Final = re.compile(r"[三四](?P<length>[東南])(?P<open>喰?)赤?")
"""Rules as Tenhou names them, of a table that is in none of its rooms."""
_SOUL_RULE: Final = re.compile(
    r"三?(?:3-Player )?(?P<room>[銅銀金玉]の間|王座の間|友人戦|大会戦"
    r"|(?:Bronze|Silver|Gold|Jade|Throne)(?: Room)?|Friendly|Tou?r?nament) ?"
    r"(?P<length>東|南|East|South)喰?(?:赤| Red| Red Fives| Aka Nashi| No Red Fives)?"
)  # fmt: skip
SOUL_ROOMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "銅の間": "bronze",
        "銀の間": "silver",
        "金の間": "gold",
        "玉の間": "jade",
        "王座の間": "throne",
        "友人戦": "friendly",
        "大会戦": "tournament",
        "Tounament": "tournament",
    }
)
"""Rooms by the names that are not English, and by a converter's misspelling."""
_LENGTHS: Final = MappingProxyType({"東": "east", "南": "south", "East": "east", "South": "south"})

RULE_FORMS: Final = (_TENHOU_RULE, _SOUL_RULE, _PLAIN_RULE)
"""How the rules of a table are named."""

TITLE_PRESETS: Final[Mapping[str, str]] = MappingProxyType({"日本プロ麻雀連盟公式ルール": "jpml_a"})
"""Preset of the rules that a log's title names, by the words in the title."""

MOST_ROUNDS: Final = 500
_MOST_CONNECTIONS: Final = 1000

Scalar = str | int | float | None


class Connection(msgspec.Struct, frozen=True):
    """A lost (`what` 0) or restored (1) connection."""

    what: int
    log: int
    """Number of the round in the log."""
    who: int
    step: int
    """Events of the round before it."""


class Account(msgspec.Struct, frozen=True):
    """A player of the platform that the log was converted from."""

    account_id: Scalar = None


class Header(msgspec.Struct, frozen=True):
    """A log object but for its rounds."""

    title: tuple[Scalar, ...] = ()
    name: tuple[Scalar, ...] = ()
    rule: dict[str, str | int | float | bool | None] = {}
    ref: Scalar = None
    ratingc: Scalar = None
    lobby: Scalar = None
    dan: tuple[Scalar, ...] = ()
    rate: tuple[Scalar, ...] = ()
    sc: tuple[int | float | None, ...] = ()
    connection: Annotated[tuple[Connection, ...], msgspec.Meta(max_length=_MOST_CONNECTIONS)] = ()
    playerMapping: tuple[Account, ...] = ()  # noqa: N815 - the format's own name
    mjlog_rules: Any = None
    """Rules that the rest does not say, as `mjlog convert` writes them: those of the action format.  Whatever
    else it is, the game is read, but its rules cannot be used."""


class Log(Header, frozen=True):
    """A log object whose rounds are not decoded yet."""

    log: Annotated[list[msgspec.Raw], msgspec.Meta(max_length=MOST_ROUNDS)] = []

    @property
    def header(self) -> Header:
        """The log without its rounds: equal for the rounds of one game in several objects."""
        return Header(**{name: getattr(self, name) for name in Header.__struct_fields__})


OWN_RULES: Final = "mjlog_rules"
_TYPES: Final = {field.encode_name: field.type for field in msgspec.structs.fields(Log)}


def log_of(raws: Mapping[str, msgspec.Raw]) -> tuple[Log, dict[str, str]]:
    """The log of an object, and what is wrong with those of its fields that cannot be read."""
    values, wrong = {}, {}
    for name in _TYPES.keys() & raws.keys():
        try:
            values[name] = msgspec.json.decode(raws[name], type=_TYPES[name])
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            wrong[name] = str(error)
    rules = values.get(OWN_RULES)
    if left_out := kept(rules if isinstance(rules, dict) else {OWN_RULES: rules}).left_out:
        wrong[OWN_RULES] = left_out
    if OWN_RULES in wrong:
        values[OWN_RULES] = RULES_LEFT_OUT
    return Log(**values), wrong


class _Place(NamedTuple):
    """Where the game was played, so far as the header says."""

    platform: str | None
    room: str | None
    length: str | None
    open_tanyao: bool


def game_columns(
    header: Header, path: str, players: int, start: Sequence[int] | None, *, alone: bool
) -> dict[str, Any]:
    """Columns of `games` that a header states.

    Args:
        header: the log without its rounds.
        path: path of the document; its name may be a Tenhou log id.
        players: number of players.
        start: scores of the first round of the game; None where the log begins later.
        alone: whether the document holds this game only, so that its name can be the game's id.
    """
    log_id = _log_id(header.ref, path if alone else "")
    place = _place(header.rule.get("disp"), log_id)
    rules = _rules(header, place, players, start)
    stated = header.mjlog_rules if _has_own_rules(header) else rules or None
    return {
        "platform": place.platform,
        "log_id": log_id,
        "rules": None if stated is None else rules_text(stated),
        "player_count": players,
        "room": place.room,
        "lobby": None if header.lobby is None else str(header.lobby),
        "length": rules.get("length"),
        "started_at": started_at(log_id),
        "is_complete": bool(header.sc),
    }


def turns_at_once(header: Header) -> bool:
    """Whether by rules that a header has of its own every kan turns the next indicator at once."""
    try:
        own = resolve(rules_text(header.mjlog_rules)) if _has_own_rules(header) else None
    except RulesetError:
        return False
    return own is not None and own.kan_dora == KanDora.IMMEDIATE


def _has_own_rules(header: Header) -> bool:
    return header.mjlog_rules not in (None, {})


def unsaid_rules(game: Mapping[str, Any], header: Header, opening: Mapping[str, Any]) -> Any:
    """The rules of a game where they are other than those that its header says; else None.

    Args:
        game: its columns of `games`.
        header: what is written of it.
        opening: columns of `rounds` of the first round that is written.
    """
    begins = (opening["round_wind"], opening["dealer_seat"], opening["honba"]) == (0, 0, 0)
    start = opening["start_scores"] if begins else None
    said = game_columns(header, "", game["player_count"], start, alone=False)["rules"]
    stated, read = (json.loads(text) if text else None for text in (game["rules"], said))
    return stated if stated != read else None


def _log_id(ref: Scalar, path: str) -> str | None:
    """The id in the log, else the id that the file is named by; an id of zeros says nothing."""
    if isinstance(ref, str) and ref.strip("0-"):
        return ref
    found = LOG_ID.search(PurePosixPath(path).name)
    return found[0] if found else None


def _place(disp: Scalar, log_id: str | None) -> _Place:
    text = disp if isinstance(disp, str) else ""
    if tenhou := _TENHOU_RULE.fullmatch(text):
        return _Place(
            "tenhou", TENHOU_ROOMS[tenhou["room"]], _LENGTHS[tenhou["length"]], bool(tenhou["open"])
        )
    if soul := _SOUL_RULE.fullmatch(text):
        name = SOUL_ROOMS.get(soul["room"], soul["room"].removesuffix(" Room").lower())
        return _Place("mahjong_soul", name, _LENGTHS[soul["length"]], open_tanyao=True)
    platform = None
    if log_id is not None:
        platform = (
            "tenhou" if LOG_ID.fullmatch(log_id) else "mahjong_soul" if UUID.fullmatch(log_id) else None
        )
    if plain := _PLAIN_RULE.fullmatch(text):
        return _Place(platform, None, _LENGTHS[plain["length"]], bool(plain["open"]))
    return _Place(platform, None, None, open_tanyao=True)


def _rules(header: Header, place: _Place, players: int, start: Sequence[int] | None) -> dict[str, Any]:
    """The rules that the header states, over a preset where it names the platform.

    Tenhou's parlour rooms round 4 han 30 fu up to mangan, as their recorded wins show.  Where a
    platform counts results from the start score, an unusual one is that of its return, too: the
    recorded result of a Mahjong Soul game from 30,000.
    """
    stated: dict[str, Any] = {}
    preset = None
    if name := _titled(header.title) or (place.platform and place.platform + "_sanma" * (players == 3)):
        stated["extends"] = name
        preset = load(name)
    if place.length:
        stated["length"] = place.length
    if not place.open_tanyao:
        stated["open_tanyao"] = False
    if place.room and place.room.startswith("parlour"):
        stated["kiriage_mangan"] = True
    red = _red_fives(header.rule, players)
    if red is not None and (preset is None or red != list(preset.red_fives)):
        stated["red_fives"] = red
    if start is not None and len(set(start)) == 1 and (preset is None or start[0] != preset.start_score):
        stated["start_score"] = start[0]
        if preset is not None and preset.start_score == preset.return_score:
            stated["return_score"] = start[0]
    return stated


def _titled(title: Sequence[Scalar]) -> str | None:
    """The preset that a title names."""
    texts = [text for text in title if isinstance(text, str)]
    return next((name for words, name in TITLE_PRESETS.items() if any(words in t for t in texts)), None)


def _red_fives(rule: Mapping[str, Any], players: int) -> list[int] | None:
    """Red fives of man, pin and sou: ``aka51`` to ``aka53``, else ``aka`` for each; no man for three."""
    single = [rule.get(f"aka5{suit}") for suit in (1, 2, 3)]
    if any(isinstance(n, int) for n in single):
        man, *others = (n if isinstance(n, int) and 0 <= n <= 4 else 0 for n in single)
    else:
        each = rule.get("aka")
        if not isinstance(each, int) or not 0 <= each <= 4:
            return None
        man, *others = [each] * 3
    return [man if players == 4 else 0, *others]


def _points(score: float | None) -> int | None:
    return None if score is None or abs(score) > MOST_POINTS else round(score)


def lists_of(header: Header) -> dict[str, Sequence[Any]]:
    """What the header lists by seat, under the name of an entry."""
    return {
        "name": header.name,
        "rank": header.dan,
        "rating": header.rate,
        "final score": header.sc[::2],
        "final result": header.sc[1::2],
    }


def seated(header: Header, seats: Sequence[int]) -> list[dict[str, Any]]:
    """Columns of `game_players` for `seats`."""
    finals, points = header.sc[::2], header.sc[1::2]

    def text(values: Sequence[Scalar], seat: int) -> str | None:
        value = values[seat] if seat < len(values) else None
        return None if value in (None, "") else str(value)

    def number(values: Sequence[Scalar], seat: int) -> float | None:
        value = values[seat] if seat < len(values) else None
        return float(value) if isinstance(value, (int, float)) and abs(value) <= MOST_POINTS else None

    return [
        {
            "name": text(header.name, s),
            "account_id": text([a.account_id for a in header.playerMapping], s),
            "level": text(header.dan, s),
            "rating": number(header.rate, s),
            "log_final_score": _points(number(finals, s)),
            "log_final_points": number(points, s),
        }
        for s in seats
    ]
