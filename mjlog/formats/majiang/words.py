"""The words of majiang: yaku and the ways that rounds end."""

from __future__ import annotations

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


def title_of(game: Mapping[str, Any]) -> str:
    """The title that says rules and log id, as kobalab's converter writes it; empty where neither is known.

    Args:
        game: columns of `games`.
    """
    log_id = game["log_id"] or ""
    is_known = LOG_ID.fullmatch(log_id) or UUID.fullmatch(log_id)
    lines = names.rule_words(game, stated_rules(game)), log_id if is_known else ""
    return "\n".join(line for line in lines if line)
