"""The words of majiang: yaku and the ways that rounds end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from mjlog import schema
from mjlog.formats.rows import stated_rules
from mjlog.formats.tenhou_json import names
from mjlog.formats.tenhou_json import words as common
from mjlog.formats.tenhou_json.header import UUID
from mjlog.formats.tenhou_json.words import fold
from mjlog.formats.tenhou_xml.lobby import LOG_ID

YAKU_NAMES: Final = {
    **names.YAKU,
    "double_riichi": "ダブル立直",
    "yakuhai_haku": "翻牌 白",
    "yakuhai_hatsu": "翻牌 發",
    "yakuhai_chun": "翻牌 中",
    "kokushi_musou_13_wait": "国士無双十三面",
}
"""Names by slug of `schema.YAKU`, those of winds without the wind."""

DRAW_NAMES: Final = {
    **names.DRAWS,
    "exhaustive": "荒牌平局",
    "suukaikan": "四開槓",
    "sanchahou": "三家和",
}
"""Names by word of `schema.DRAW_TYPES`."""

ACTIONS: Final = {
    "draw": "tsumo",
    "discard": "dahai",
    "chi": "chi",
    "pon": "pon",
    "daiminkan": "daiminkan",
    "kakan": "kakan",
    "ankan": "ankan",
    "dora": "dora",
    "riichi_accepted": "reach_accepted",
    "win": "hora",
    "exhaustive_draw": "ryukyoku",
    "abortive_draw": "ryukyoku",
}
"""What events are called in `extras`, as in the action format."""

_RULES: Final = re.compile(r"(?P<words>[三四][般上特鳳若銀琥孔]?[東南]喰?(?P<red>赤)?)[光速]?－?")
"""Rules as Tenhou names them; the last two marks say that a table is fast, or a trial."""

_CONVERTED: Final = {"役牌 自風": "yakuhai_seat_wind", "役牌 場風": "yakuhai_round_wind"}
"""Names that a converter in use (paipuconverter) writes."""

_YAKU: Final = {
    **{fold(slug): slug for slug in schema.LOCAL_YAKU},
    **common.YAKU,
    **{fold(name): slug for slug, name in YAKU_NAMES.items()},
    **{fold(name): slug for name, slug in _CONVERTED.items()},
}
_DRAWS: Final = {**common.DRAWS, **{fold(name): word for word, name in DRAW_NAMES.items()}}


def yaku_of(name: str) -> str | None:
    """Slug of a yaku by its name; None for one that mjlog does not know."""
    return _YAKU.get(fold(name))


def draw_of(name: str) -> str | None:
    """Word of `schema.DRAW_TYPES` by the name of a draw; None where it is not known."""
    return _DRAWS.get(fold(name))


def rules_in(title: str) -> re.Match[str] | None:
    """The line of a title that names rules as Tenhou does: its `words`, and whether they say `red` fives."""
    return next((found for line in title.split("\n") if (found := _RULES.fullmatch(line.strip()))), None)


def log_id_in(title: str) -> str | None:
    """The log id of Tenhou or Mahjong Soul in a title."""
    found = LOG_ID.search(title) or UUID.search(title)
    return found[0] if found else None


def title_of(game: Mapping[str, Any], own: str = "") -> str:
    """A title with rules and log id, as kobalab's converter writes them, in lines of their own.

    Args:
        game: columns of `games`.
        own: title that a log gave; one that names either already stays as it is.
    """
    if rules_in(own) or log_id_in(own):
        return own
    words, log_id = names.rule_words(game, stated_rules(game)), game["log_id"] or ""
    known = log_id if log_id_in(log_id) == log_id else ""
    return "\n".join(line for line in (own, words, known) if line)


def own_title(title: str, game: Mapping[str, Any]) -> str:
    """What a title says besides the rules and the log id that `title_of` adds to it."""
    added = title_of(game)
    if not added:
        return title
    return "" if title == added else title.removesuffix("\n" + added)
