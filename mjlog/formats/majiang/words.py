"""The words of majiang: yaku and the ways that rounds end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mjlog.formats.rows import stated_rules
from mjlog.formats.tenhou_json import names
from mjlog.formats.tenhou_json import words as common
from mjlog.formats.tenhou_json.header import RULE_FORMS, UUID
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

_MARKS: Final = "光速－"
"""Behind the rules: a table is fast, or a trial."""

_CONVERTED: Final = {"役牌 自風": "yakuhai_seat_wind", "役牌 場風": "yakuhai_round_wind"}
"""Names that a converter in use (paipuconverter) writes."""

_YAKU: Final = {
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


def rules_in(title: str) -> str | None:
    """The line of a title that names rules as Tenhou and Mahjong Soul do."""
    lines = (line.strip().rstrip(_MARKS) for line in title.split("\n"))
    return next((line for line in lines if any(form.fullmatch(line) for form in RULE_FORMS)), None)


def log_id_in(title: str) -> str | None:
    """The log id of Tenhou or Mahjong Soul in a title."""
    found = LOG_ID.search(title) or UUID.search(title)
    return found[0] if found else None


def title_of(game: Mapping[str, Any], own: str = "") -> str:
    """A title with rules and log id, as kobalab's converter writes them, in lines of their own.

    Args:
        game: columns of `games`.
        own: title that a log gave; what it names already is not added.
    """
    words, log_id = names.rule_words(game, stated_rules(game)), game["log_id"] or ""
    added = ("" if rules_in(own) else words, "" if log_id_in(own) or log_id_in(log_id) != log_id else log_id)
    return "\n".join(line for line in (own, *added) if line)


def own_title(title: str, game: Mapping[str, Any]) -> str:
    """What a title says besides the rules and the log id that `title_of` adds to it."""
    own = title
    for added in (game["log_id"], names.rule_words(game, stated_rules(game))):
        own = "" if own == added else own.removesuffix(f"\n{added}")
    return own if title_of(game, own) == title else title
