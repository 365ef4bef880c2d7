"""What every yaku and bonus is called, what it is, and what the presets give for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from mjlog.rulesets import Ruleset, RulesetTable, load, presets
from mjlog.rulesets.describe import COMMON, describe
from mjlog.rulesets.standard import CLOSED_YAKU, GATHERABLE_YAKU, PAYABLE_YAKU
from mjlog.rulesets.words import Nagashi, RenhouLimit, ScoreSystem
from mjlog.schema import BONUS, BONUS_TILES, FIRST_YAKUMAN, LAST_YAKUMAN, LOCAL_YAKU, YAKU, YAKU_BIT
from mjlog.scoring import local_yaku, situation, yaku, yakuman
from mjlog.scoring.values import YakuValues

JAPANESE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "riichi": "立直", "double_riichi": "両立直", "ippatsu": "一発", "menzen_tsumo": "門前清自摸和",
        "pinfu": "平和", "tanyao": "断幺九", "iipeikou": "一盃口", "yakuhai_haku": "役牌 白",
        "yakuhai_hatsu": "役牌 發", "yakuhai_chun": "役牌 中", "yakuhai_seat_wind": "自風",
        "yakuhai_round_wind": "場風", "rinshan_kaihou": "嶺上開花", "chankan": "槍槓",
        "haitei": "海底摸月", "houtei": "河底撈魚", "chiitoitsu": "七対子", "sanshoku_doujun": "三色同順",
        "ittsuu": "一気通貫", "chanta": "混全帯幺九", "toitoi": "対々和", "sanankou": "三暗刻",
        "sankantsu": "三槓子", "sanshoku_doukou": "三色同刻", "honroutou": "混老頭", "shousangen": "小三元",
        "ryanpeikou": "二盃口", "junchan": "純全帯幺九", "honitsu": "混一色", "chinitsu": "清一色",
        "renhou": "人和", "tenhou": "天和", "chiihou": "地和", "kokushi_musou": "国士無双",
        "kokushi_musou_13_wait": "国士無双十三面待ち", "suuankou": "四暗刻", "suuankou_tanki": "四暗刻単騎",
        "daisangen": "大三元", "shousuushii": "小四喜", "daisuushii": "大四喜", "tsuuiisou": "字一色",
        "chinroutou": "清老頭", "ryuuiisou": "緑一色", "chuuren_poutou": "九蓮宝燈",
        "junsei_chuuren_poutou": "純正九蓮宝燈", "suukantsu": "四槓子", "nagashi_mangan": "流し満貫",
        "open_riichi": "オープンリーチ", "open_riichi_deal_in": "オープンリーチへの振込み",
        "sanrenkou": "三連刻", "suurenkou": "四連刻", "karasu": "カラス",
        "one_sou_seven_pin": "一索（七筒がある場合のみ）",
        "riichi_tsumo_pinfu": "メンタンピン", "chiitoitsu_one_quad": "４枚使いチートイ",
        "chiitoitsu_two_quads": "８枚使いチートイ", "daisharin": "大車輪", "paarenchan": "八連荘",
        "eight_reds": "赤８枚集め", "twelve_man": "萬子１２枚集め", "minimum_win": "ミニマム", "dora": "ドラ",
        "aka_dora": "赤ドラ", "ura_dora": "裏ドラ", "kita": "抜きドラ", "base_points": "場ゾロ",
        "dealer_win": "親", "open_kan": "明カン", "closed_kan": "暗カン",
    }
)  # fmt: skip
"""Name of each yaku and bonus in the documents of its rules."""

_DEFINITIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "riichi_tsumo_pinfu": "Riichi (not double), menzen tsumo and pinfu together, where that is worth "
        "more than the three.",
        "minimum_win": "The smallest win there is: the base points, one set-aside tile and a single point "
        "besides.",
        "dora": "Each tile of the kind that a turned indicator stands for.",
        "aka_dora": "Each red five.",
        "ura_dora": "Each tile of a kind under the turned indicators, for a winner in riichi.",
        "kita": "Each tile set aside as a bonus: North, or another that the rules name.",
        "base_points": "What every win has.",
        "dealer_win": "Won by the dealer.",
        "open_kan": "Each open or added kan.",
        "closed_kan": "Each concealed kan.",
    }
)
"""What is no predicate on tiles alone; all else is defined by the docstring of its predicate."""

_FIELDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "tanyao": ("open_tanyao",),
        "ippatsu": ("ippatsu",),
        "renhou": ("renhou_limit",),
        "ryuuiisou": ("ryuuiisou_needs_hatsu",),
        "nagashi_mangan": ("nagashi_mangan",),
        "open_riichi": ("open_riichi",),
        "open_riichi_deal_in": ("open_riichi",),
        "rinshan_kaihou": ("set_aside_rinshan",),
        "chankan": ("set_aside_ron", "kokushi_robs_ankan"),
        "dora": ("kan_dora", "dragon_order"),
        "ura_dora": ("ura_dora", "kan_ura_dora", "ura_indicator_counts"),
        "aka_dora": ("red_fives",),
        "kita": ("set_aside",),
    }
)
"""Fields of `Ruleset` that decide about single yaku besides what each is worth."""

_EMA: Final = "EMA rules 2016, 4.2"
_TOUTENKOU: Final = "東天紅ルール詳細"


@dataclass(frozen=True, slots=True)
class Worth:
    """What some presets give for a yaku or bonus."""

    worth: str
    """In words: "2 han, open 1"."""
    rulesets: tuple[str, ...]
    sources: tuple[tuple[str, tuple[str, ...]], ...]
    """Where they have it from, common rules aside, each source with those that have it from there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A yaku or bonus."""

    slug: str
    """Its name in rule sets, tables and logs, one of `schema.YAKU`."""
    japanese: str
    kind: str
    """"yaku", "yakuman", "local yaku" or "bonus"."""
    definition: str
    """What it is, in a sentence."""
    source: str
    """Whose definition that is."""
    fields: tuple[str, ...]
    """Lines of a rule set's file that change it: fields of `Ruleset`, "field.entry" for one of a mapping."""


@cache
def glossary() -> Mapping[str, Entry]:
    """Every yaku and bonus by its slug, in the order of `schema.YAKU`."""
    predicates: dict[str, Callable[..., Any]] = {
        **situation.PREDICATES,
        **yaku.PREDICATES,
        **yakuman.PREDICATES,
        **yakuman.HAND_PREDICATES,
        **local_yaku.PREDICATES,
        **local_yaku.HAND_PREDICATES,
    }
    return MappingProxyType({slug: _entry(slug, predicates) for slug in YAKU})


def _entry(slug: str, predicates: Mapping[str, Callable[..., Any]]) -> Entry:
    definition = _DEFINITIONS.get(slug) or _first_paragraph(predicates[slug])
    return Entry(slug, JAPANESE[slug], _kind(slug), definition, _source(slug), _fields_of(slug))


def _first_paragraph(predicate: Callable[..., Any]) -> str:
    return " ".join((predicate.__doc__ or "").partition("\n\n")[0].split())


def _kind(slug: str) -> str:
    """What sort of entry it is.

    >>> [_kind(slug) for slug in ("pinfu", "daisangen", "karasu", "dora")]
    ['yaku', 'yakuman', 'local yaku', 'bonus']
    """
    if slug in BONUS:
        return "bonus"
    if slug in LOCAL_YAKU:
        return "local yaku"
    return "yakuman" if FIRST_YAKUMAN <= YAKU_BIT[slug] <= LAST_YAKUMAN else "yaku"


def _source(slug: str) -> str:
    if slug in BONUS_TILES:
        return COMMON
    return _TOUTENKOU if slug in LOCAL_YAKU or slug in BONUS else _EMA


def _fields_of(slug: str) -> tuple[str, ...]:
    by_worth = ("yaku_han", "yakuman", "yaku_points") if slug in PAYABLE_YAKU else ("yaku_points",)
    sets = [
        field
        for field, yaku in (("yaku_that_need_another", PAYABLE_YAKU), ("gathered_yaku", GATHERABLE_YAKU))
        if slug in yaku
    ]
    return (*(f"{field}.{slug}" for field in by_worth), *_FIELDS.get(slug, ()), *sets)


def needing_another(slug: str) -> tuple[str, ...]:
    """The presets in which a yaku counts but does not allow a win by itself."""
    return tuple(name for name in presets() if slug in load(name).yaku_that_need_another)


def worths(slug: str, rulesets: Sequence[Ruleset] = ()) -> list[Worth]:
    """What rule sets give for a yaku or bonus, those that give nothing left out.

    Args:
        slug: one of `schema.YAKU`.
        rulesets: the rule sets; every preset when empty.

    >>> [(w.worth, w.rulesets) for w in worths("karasu")]
    [('10 points, open 5', ('toutenkou',))]
    """
    used = rulesets or tuple(map(load, presets()))
    values = YakuValues.of(RulesetTable.of(used))
    found: dict[str, list[tuple[str, str]]] = {}
    for number, ruleset in enumerate(used):
        told, field = _worth(slug, ruleset, values, number)
        if told:
            found.setdefault(told, []).append((ruleset.name, _origins(ruleset).get(field, COMMON)))
    return [
        Worth(told, tuple(name for name, _ in some), tuple(_by_source(some))) for told, some in found.items()
    ]


def _by_source(named: Sequence[tuple[str, str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Sources of pairs of a rule set's name and its source, each with the names."""
    for source in dict.fromkeys(source for _, source in named):
        if source not in ("", COMMON):
            yield source, tuple(name for name, of in named if of == source)


def _origins(ruleset: Ruleset) -> dict[str, str]:
    return {rule.field: rule.source for rule in describe(ruleset)}


def _worth(slug: str, ruleset: Ruleset, values: YakuValues, number: int) -> tuple[str, str]:
    """What one rule set gives, in words ("" for nothing), and the rule that says so ("" for none)."""
    is_additive = ruleset.score_system is ScoreSystem.ADDITIVE
    unit, in_points = ("point", f"yaku_points.{slug}") if is_additive else ("han", "")
    if slug in BONUS:
        bonus = values.bonus[BONUS.index(slug)]
        closed, opened = (int(bonus[2 * number + state]) * _has(slug, ruleset) for state in range(2))
        return _told(closed, 0 if slug == "ura_dora" else opened, unit), in_points
    if slug == "nagashi_mangan" and not is_additive:
        return "mangan" if ruleset.nagashi_mangan is not Nagashi.NONE else "", slug
    column, bit = divmod(YAKU_BIT[slug], 8)
    for table, name, field in (
        (values.multiple, "yakuman", "yakuman"),
        (values.han, unit, "yaku_points" if is_additive else "yaku_han"),
    ):
        closed, opened = (int(table[column, 2 * number + state, 1 << bit]) for state in range(2))
        if closed or opened:
            return _told(closed, 0 if slug in CLOSED_YAKU else opened, name), f"{field}.{slug}"
    is_mangan = slug == "renhou" and ruleset.renhou_limit is RenhouLimit.MANGAN
    return "mangan, closed hands only" if is_mangan else "", "renhou_limit"


def _has(slug: str, ruleset: Ruleset) -> bool:
    """Whether a game has what a bonus is for."""
    if slug == "ura_dora":
        return ruleset.ura_dora
    return bool({"aka_dora": any(ruleset.red_fives), "kita": ruleset.set_aside}.get(slug, True))


def _told(closed: int, opened: int, unit: str) -> str:
    """Closed and open worth in words.

    >>> _told(2, 1, "han"), _told(1, 0, "han"), _told(2, 2, "yakuman"), _told(10, 5, "point")
    ('2 han, open 1', '1 han, closed hands only', '2 yakuman', '10 points, open 5')
    """
    if not closed and not opened:
        return ""
    rest = "" if closed == opened else f", open {opened}" if opened else ", closed hands only"
    return f"{closed} {unit}{'s' if unit == 'point' and closed != 1 else ''}{rest}"
