"""Names that mjai dialects give to yaku and draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from mjlog.schema import DRAW_TYPES, YAKU

SANGENPAI: Final = "sangenpai"
"""Any dragon in the original dialect, which counts one han per triplet without saying of which."""

DRAGONS: Final[Mapping[int, str]] = MappingProxyType(
    {31: "yakuhai_haku", 32: "yakuhai_hatsu", 33: "yakuhai_chun"}
)
"""Slug by tile kind."""

YAKU_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{slug: slug for slug in YAKU},
        "reach": "riichi", "double_reach": "double_riichi", "menzenchin_tsumoho": "menzen_tsumo",
        "tanyaochu": "tanyao", "ipeko": "iipeikou", "jikaze": "yakuhai_seat_wind",
        "bakaze": "yakuhai_round_wind", "rinshankaiho": "rinshan_kaihou", "haiteiraoyue": "haitei",
        "hoteiraoyui": "houtei", "sanshokudojun": "sanshoku_doujun", "ikkitsukan": "ittsuu",
        "honchantaiyao": "chanta", "chitoitsu": "chiitoitsu", "toitoiho": "toitoi",
        "sananko": "sanankou", "honroto": "honroutou", "sanshokudoko": "sanshoku_doukou",
        "shosangen": "shousangen", "honiso": "honitsu", "junchantaiyao": "junchan",
        "ryanpeko": "ryanpeikou", "chiniso": "chinitsu", "renho": "renhou", "tenho": "tenhou",
        "chiho": "chiihou", "kokushimuso": "kokushi_musou", "suanko": "suuankou",
        "tsuiso": "tsuuiisou", "ryuiso": "ryuuiisou", "chinroto": "chinroutou",
        "daisushi": "daisuushii", "shosushi": "shousuushii", "sukantsu": "suukantsu",
        "churenpoton": "chuuren_poutou", "uradora": "ura_dora", "akadora": "aka_dora",
        "nukidora": "kita",
    }
)  # fmt: skip
"""Names of the original dialect and the canonical slugs, to slugs."""

DRAW_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{name: name for name in DRAW_TYPES if name != "chombo"},
        "fanpai": "exhaustive", "fonpai": "exhaustive", "exhaustive_draw": "exhaustive",
        "nagashimangan": "nagashi_mangan", "kyushukyuhai": "kyuushu_kyuuhai",
        "kyushu_kyuhai": "kyuushu_kyuuhai", "sufonrenta": "suufon_renda",
        "sufuurenta": "suufon_renda", "suchareach": "suucha_riichi", "suurechi": "suucha_riichi",
        "sanchareach": "sancha_riichi",
        "sukaikan": "suukaikan", "suukansansen": "suukaikan", "sanchaho": "sanchahou",
    }
)  # fmt: skip
"""`reason` of a draw in the original dialect, RiichiEnv and the tables, to `schema.DRAW_TYPES`; chombo is
an action of its own."""

REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "exhaustive": "fanpai", "nagashi_mangan": "nagashimangan", "kyuushu_kyuuhai": "kyushukyuhai",
        "suufon_renda": "sufonrenta", "suucha_riichi": "suchareach", "sancha_riichi": "sanchareach",
        "suukaikan": "sukaikan", "sanchahou": "sanchaho",
    }
)  # fmt: skip
"""`reason` that the canonical form writes; none for a draw of unknown type."""


_MOST_NAMED: Final = 3
"""Unknown names that a message tells."""
_LONGEST: Final = 40
"""Characters of them that it shows."""


def slugs_of_names(
    yaku: Sequence[tuple[str, int | None]], held_dragons: Callable[[], Sequence[int]]
) -> list[tuple[str, int | None]]:
    """Turn names into slugs, "sangenpai" into the dragons that the winner holds three of.

    Args:
        yaku: name and han of each, as logged.
        held_dragons: gives the kinds of the dragons that the winner holds three or more of.

    Returns:
        Slug and han of each yaku.

    Raises:
        ValueError: when a name is unknown or the dragons do not add up; the message names them.
    """
    unknown = [name for name, _ in yaku if name not in YAKU_NAMES and name != SANGENPAI]
    if unknown:
        shown = [_hinted(name) for name in unknown[:_MOST_NAMED]]
        more = [f"{len(unknown) - _MOST_NAMED} more"] if len(unknown) > _MOST_NAMED else []
        raise ValueError(f"no yaku is called {', '.join(shown + more)}")
    named: list[tuple[str, int | None]] = []
    for name, han in yaku:
        if name in YAKU_NAMES:
            named.append((YAKU_NAMES[name], han))
        elif name == SANGENPAI and han == len(held := held_dragons()):
            named += [(DRAGONS[kind], 1) for kind in held]
        else:
            raise ValueError(f"{name!r} of {han} han, where {len(held)} dragons are held by three")
    return named


def _hinted(name: str) -> str:
    """An unknown name, with the nearest known one.

    >>> _hinted("sanrenko"), _hinted("x")
    ("'sanrenko' (did you mean sanrenkou?)", "'x'")
    """
    near = get_close_matches(name[:_LONGEST], YAKU_NAMES, 1)
    return repr(name[:_LONGEST]) + (f" (did you mean {near[0]}?)" if near else "")
