"""Other games that the platform plays with the same records: they are refused by their names.

Their wins, payments or tiles are not those of riichi, so that reading them as such would tell
wrong results.  A record shows its game by the options of its room, by the room itself, or by
messages and fields that riichi does not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final

from mjlog.formats.mahjong_soul.records import GameRecord, Record, RecordError, mapping, whole

_ASURA: Final = "Battle of Asura (修罗之战)"
_SICHUAN: Final = "Bloodshed Skirmish, Sichuan mahjong (赤羽之战)"
_FLOW: Final = "Sichuan mahjong until the wall ends (血流成河)"
_EXCHANGE: Final = "exchange of three tiles (换三张)"
_DARK: Final = "Battle of Darkness (暗夜之战)"
_STARS: Final = "Battle of Stars (占星之战)"
_DESTINY: Final = "Battle of Destiny (天命之战)"
_CHANT: Final = "Battle of Chanting (咏唱之战)"
_SOUL: Final = "Soul Strike (魂之一击)"
_LAST_STAND: Final = "Battle with the back to the river (背水之战)"
_OVERTURN: Final = "the low overturn the high (下克上)"
_BRAWL: Final = "Brawl Room (乱斗之间)"
_DRAGON: Final = "Eye of the Dragon (龙之目玉)"
_MIRAGE: Final = "Realm of Mirage (幻境传说)"
_TRIPLE_DORA: Final = "Dora frenzy (宝牌狂热)"
_MARKED: Final = "a game with marked tiles (明镜之战, 天命之战)"
_WILD: Final = "Battle of Asura with wild tiles (万象修罗)"
_OPEN_DEAL: Final = "Open Deal (配牌明牌)"
_OWN: Final = "an event with messages of its own"
_OFFICIAL: Final = "Chinese official mahjong (国标麻将)"

OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "xuezhandaodi": _ASURA,
        "chuanma": _SICHUAN,
        "huansanzhang": _EXCHANGE,
        "muyu_mode": _DRAGON,
        "dora3_mode": _TRIPLE_DORA,
        "begin_open_mode": _OPEN_DEAL,
        "jiuchao_mode": "Battle of Clairvoyance (明镜之战)",
        "reveal_discard": _DARK,
        "field_spell_mode": _MIRAGE,
        "zhanxing": _STARS,
        "tianming_mode": _DESTINY,
        "yongchang_mode": _CHANT,
        "hunzhiyiji_mode": _SOUL,
        "wanxiangxiuluo_mode": _WILD,
        "beishuizhizhan_mode": _LAST_STAND,
        "amusement_switches": _OVERTURN,
        "_xueliu": _FLOW,
        "_guobiao": _OFFICIAL,
        "_qingtianjing": "scoring without limits (青天井)",
        "_tiandichuangzao": "a made-up yaku (天地创造)",
        "_wanwushengzhang": "a made-up yaku (万物生长)",
        "_report_yakus": "a recital of yaku (报菜名)",
    }
)
"""Name of a game by the option of a room that stands for it; those with an underscore are of editors."""

_ROOMS: Final[Mapping[int, str]] = MappingProxyType(
    {13: _BRAWL, 14: _BRAWL, 33: _TRIPLE_DORA, 40: _ASURA, 41: _SICHUAN}
)
"""Name of a game by its public room (``mode_id``)."""

_MESSAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "HuleXueZhanMid": _ASURA,
        "HuleXueZhanEnd": _ASURA,
        "HuleXueLiuMid": _FLOW,
        "HuleXueLiuEnd": _FLOW,
        "GangResult": _SICHUAN,
        "GangResultEnd": _SICHUAN,
        "ChangeTile": _EXCHANGE,
        "SelectGap": _SICHUAN,
        "FillAwaitingTiles": _STARS,
        "RevealTile": _DARK,
        "UnveilTile": _DARK,
        "LockTile": _DARK,
        "NewCard": _MIRAGE,
        "Take": _OWN,
        "Submit": _OWN,
        "Cuohu": "a game with false wins (错和)",
    }
)
"""Name of a game by a message that only it has, without "Record" or "Action"."""

_FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "muyu": _DRAGON,
        "yongchang": _CHANT,
        "hun_zhi_yi_ji_info": _SOUL,
        "liqi_type_beishuizhizhan": _LAST_STAND,
        "field_spell": _MIRAGE,
    }
)
"""Name of a game by a field of its messages."""

_TILES: Final = ("tile", "tiles", "tiles0", "tiles1", "tiles2", "tiles3")
_WILD_TILE: Final = "bd"
_MARKED_LENGTH: Final = 3
_FANS: Final = (
    (range(800, 900), "an event with yaku of its own"),
    (range(1000, 2000), _SICHUAN),
    (range(8000, 9000), _OFFICIAL),
)
"""Names of games by the numbers of their yaku."""


def special_game(game: GameRecord, rule: Mapping[str, Any]) -> str | None:
    """Name of the game that a record is of; None where it is riichi.

    Args:
        game: the record.
        rule: the options of its room.
    """
    config = mapping(game.head.get("config"))
    with suppress(RecordError):
        room = whole(mapping(config.get("meta")).get("mode_id"))
        if room in _ROOMS:
            return _ROOMS[room]
    for option, value in rule.items():
        if value and value != "0":
            if option in OPTIONS:
                return OPTIONS[option]
            if option.endswith("_mode") and option != "guyi_mode":
                return f"an event that mjlog does not know ({option[:40]})"
    shown = (_shown_by(record) or _shown_by_deal(record, rule) for record in game.records)
    return next((name for name in shown if name), None)


def _shown_by(record: Record) -> str | None:
    """Name of the other game that a message shows."""
    name = _MESSAGES.get(record.name.removeprefix("Record").removeprefix("Action"))
    if name is not None:
        return name
    data = record.data
    for field, own in _FIELDS.items():
        if data.get(field):
            return own
    if name := _shown_by_tiles(data):
        return name
    liqi = mapping(data.get("liqi"))
    coefficients = mapping(liqi.get("xia_ke_shang")).get("score_coefficients")
    if isinstance(coefficients, list) and any(number not in (0, 1) for number in coefficients):
        return _OVERTURN
    if liqi.get("liqi_type_beishuizhizhan"):
        return _LAST_STAND
    wins = data.get("hules")
    return _shown_by_wins(wins) if isinstance(wins, list) else None


def _shown_by_deal(record: Record, rule: Mapping[str, Any]) -> str | None:
    """Name of the game that a deal shows: open tiles where hands are hidden, or more than one indicator."""
    if not record.name.endswith("NewRound"):
        return None
    doras, opens = record.data.get("doras"), record.data.get("opens")
    if isinstance(doras, list) and len(doras) > 1:
        return _TRIPLE_DORA
    is_open = isinstance(opens, list) and any(mapping(hand).get("tiles") for hand in opens)
    return _OPEN_DEAL if is_open and not rule.get("open_hand") else None


def _shown_by_tiles(data: Mapping[str, Any]) -> str | None:
    """Name of the game whose tiles are marked (their states, or a letter after them) or wild."""
    states = data.get("tile_states")
    if isinstance(states, list) and any(states):
        return _MARKED
    for field in _TILES:
        tiles = data.get(field)
        for tile in tiles if isinstance(tiles, list) else (tiles,):
            if tile == _WILD_TILE:
                return _WILD
            if isinstance(tile, str) and len(tile) == _MARKED_LENGTH and tile.endswith("t"):
                return _MARKED
    return None


def _shown_by_wins(wins: Iterable[Any]) -> str | None:
    for win in wins:
        if mapping(win).get("tianming_bonus"):
            return _DESTINY
        fans = mapping(win).get("fans")
        for fan in fans if isinstance(fans, list) else ():
            ident = mapping(fan).get("id")
            for numbers, name in _FANS:
                if isinstance(ident, int) and ident in numbers:
                    return name
    return None
