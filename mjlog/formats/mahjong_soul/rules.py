"""Room options (``detail_rule``) as rules over a preset, and the options that no rule set can say.

Protobuf leaves out what has its default value, so that a missing switch may be off or not be
stated at all.  A room's own options name the thinking time and the start score; a tournament's
besides are a full list, which names at least one thing that is usually on.  What is missing is
taken as off in the list that should have it, and as the platform's usual rule elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from mjlog.formats.mahjong_soul.records import RecordError, number, whole
from mjlog.rulesets.standard import RANGES, STANDARD_YAKUMAN

Rules = dict[str, Any]

_PRESETS: Final = {4: "mahjong_soul", 3: "mahjong_soul_sanma"}
_TWO_PLAYERS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "extends": "mahjong_soul", "players": 2, "start_score": 50000, "return_score": 50000,
        "uma": [5, -5], "max_ron": 1, "red_fives": [1, 0, 0],
        "removed_tiles": [f"{rank}{suit}" for suit in "ps" for rank in range(2, 9)], "dead_wall": 18,
        "abortive_draws": ["kyuushu_kyuuhai", "suukaikan"],
    }
)  # fmt: skip
"""The game for two that replay editors have: man, the ends of pin and sou, and honours."""

_RED_FIVES: Final = {
    (4, 0): [0, 0, 0], (4, 3): [1, 1, 1], (4, 4): [1, 2, 1], (3, 0): [0, 0, 0], (3, 2): [0, 1, 1],
    (2, 0): [0, 0, 0], (2, 1): [1, 0, 0],
}  # fmt: skip
"""Red fives of man, pin and sou by number of players and of red fives in all."""

_USUALLY_ON: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "have_liujumanguan": {"nagashi_mangan": "none"},
        "have_gang_biao_dora": {"kan_dora": "off", "kan_ura_dora": False},
        "have_li_dora": {"ura_dora": False, "kan_ura_dora": False},
        "have_gang_li_dora": {"kan_ura_dora": False},
        "have_helelianzhuang": {"win_renchan": False},
        "have_helezhongju": {"agari_yame": "never"},
        "have_tingpailianzhuang": {"tenpai_renchan": False},
        "have_tingpaizhongju": {"tenpai_yame": "never"},
        "have_yifa": {"ippatsu": False},
        "can_jifei": {"bust": "none"},
    }
)
"""Switches of a full list that are on as a rule, with what it means when one is off."""

_ABORTIVE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "have_jiuzhongjiupai": "kyuushu_kyuuhai",
        "have_sifenglianda": "suufon_renda",
        "have_sijializhi": "suucha_riichi",
        "have_sigangsanle": "suukaikan",
    }
)
_FOUR_ONLY: Final = ("have_sifenglianda", "have_sijializhi")
_SINGLE: Final = dict.fromkeys(STANDARD_YAKUMAN, 1)
_NO_BAR: Final = -1_000_000
_THREE_PAO: Final = ["daisangen", "daisuushii", "suukantsu"]

_USUALLY_OFF: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "have_qieshangmanguan": {"kiriage_mangan": True},
        "ming_dora_immediately_open": {"kan_dora": "immediate"},
        "have_sanjiahele": {"triple_ron": "abort"},
        "have_toutiao": {"max_ron": 1},
        "disable_multi_yukaman": {"yakuman_stacking": False, "yakuman": _SINGLE},
        "disable_leijiyiman": {"kazoe": "sanbaiman"},
        "disable_double_yakuman": {"yakuman": _SINGLE},
        "disable_composite_yakuman": {"yakuman_stacking": False},
        "enable_shiti": {"kuikae": "allowed"},
        "enable_nontsumo_liqi": {"riichi_min_wall": 0},
        "disable_double_wind_four_fu": {"double_wind_pair_fu": 2},
        "disable_angang_guoshi": {"kokushi_robs_ankan": False},
        "_no_shiduan": {"open_tanyao": False},
        "_no_zimosun": {"tsumo_absent_share": "split"},
        "_renhumanguan": {"renhou_limit": "mangan"},
        "_no_normalbaopai": {"pao": []},
        "_sigangbaopai": {"pao": _THREE_PAO},
        "_no_liujumanguan": {"nagashi_mangan": "none"},
        "_no_yifa": {"ippatsu": False},
        "_no_lidora": {"ura_dora": False, "kan_ura_dora": False},
        "_no_gangdora": {"kan_dora": "off", "kan_ura_dora": False},
        "_no_ganglidora": {"kan_ura_dora": False},
        "_fufenliqi": {"riichi_min_score": _NO_BAR},
        "_baogang": {"pao_daiminkan": True},
    }
)
"""Switches that are off as a rule, with what it means when one is on; editors have those with "_" before."""

_OF_EDITORS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "_qieshangmanguan": "have_qieshangmanguan",
        "_dora_jifan": "ming_dora_immediately_open",
        "_sanxiangliuju": "have_sanjiahele",
        "_toutiao": "have_toutiao",
        "_no_leijiyiman": "disable_leijiyiman",
        "_no_wyakuman": "disable_double_yakuman",
        "_no_lianfengsifu": "disable_double_wind_four_fu",
        "_no_guoshiangang": "disable_angang_guoshi",
    }
)
"""Switches of the platform by the names that editors had for them before."""
_OFF: Final = {**_USUALLY_OFF, **{name: _USUALLY_OFF[switch] for name, switch in _OF_EDITORS.items()}}

_CHOICES: Final[Mapping[str, Mapping[int, Rules]]] = MappingProxyType(
    {
        "enable_renhe": {1: {"renhou_limit": "mangan"}, 2: {"renhou_limit": "yakuman"}},
        "enable_baopai_extend_settings": {
            1: {"pao": _THREE_PAO},
            2: {"pao": []},
        },
    }
)
_OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {"guyi_mode": "local_yaku", "_yifanjieguyi": "local_yaku", "open_hand": "open_hands"}
)
"""House option by the switch that stands for it."""

_NO_RULES: Final = frozenset(
    {
        "time_fixed", "time_add", "bianjietishi", "ai_level", "_tablecloth_id", "_mjp_id", "_mjpsurface_id",
        "_mainrole_", "_chang_ju_ben_num_", "_scores_", "_random_skin", "_random_views", "_scale_points",
        "_cuohu_points",
    }
)  # fmt: skip
"""What a room has besides that changes neither play nor payments."""

_NUMBERS: Final = frozenset(
    {
        "dora_count", "shiduan", "init_point", "fandian", "tianbian_value", "liqibang_value",
        "changbang_value", "noting_fafu_1", "noting_fafu_2", "noting_fafu_3", "have_biao_dora",
        "have_nanruxiru", "jingsuanyuandian", "shunweima_2", "shunweima_3", "shunweima_4", "have_zimosun",
        "fanfu", "_ben_times",
    }
)  # fmt: skip
"""Options that the functions below see to."""
_KNOWN: Final = _NO_RULES | _NUMBERS | frozenset((*_USUALLY_ON, *_ABORTIVE, *_OFF, *_CHOICES, *_OPTIONS))
_MOST: Final = 1_000_000
_MOST_NAMED: Final = 10


class Room(NamedTuple):
    """What the options of a room come to."""

    rules: Rules
    """Fields of a rule set over its preset."""
    house_options: list[str]
    """Words of `schema.HOUSE_OPTIONS`, in order."""
    unsaid: dict[str, Any]
    """Options behind the house options, as logged."""


def room_of(rule: Mapping[str, Any], players: int) -> Room:
    """Read the options of a room.

    Raises:
        RecordError: when a number among them is none that it can be.
    """
    is_room = _is_on(rule, "time_fixed") and _is_on(rule, "init_point")
    usual = (*_USUALLY_ON, *_ABORTIVE, "have_biao_dora", "have_nanruxiru")
    is_full = is_room and any(rule.get(switch) for switch in usual)
    rules: Rules = {**(_TWO_PLAYERS if players == 2 else {"extends": _PRESETS[players]})}
    for switch, changes in _OFF.items():
        if _is_on(rule, switch):
            rules |= changes
    for switch, changes in _USUALLY_ON.items():
        if _is_off(rule, switch, is_full):
            rules |= changes
    if players < 4 or rules.get("max_ron") == 1:
        rules.pop("triple_ron", None)  # three winners are not possible
    unsaid: dict[str, tuple[str, Any]] = {}
    for option, choices in _CHOICES.items():
        choice = number(rule, option, _MOST)
        rules |= choices.get(choice, {})
        if choice and choice not in choices:
            unsaid[option] = "other", choice
    _tell_abortive(rules, rule, players, is_full)
    _tell_tiles(rules, rule, players, is_room, unsaid)
    _tell_scores(rules, rule, players, is_full)
    _tell_payments(rules, rule, players, unsaid)
    _tell_rest(rules, rule, is_full, unsaid)
    words = sorted({word for word, _ in unsaid.values()})
    return Room(rules, words, {name: value for name, (_, value) in unsaid.items()})


def nameless(room: Room) -> Iterator[str]:
    """Options of a room for which neither the rule set nor the house options have a word."""
    options = [(option, value) for option, value in room.unsaid.items() if option not in _OPTIONS]
    for option, value in options[:_MOST_NAMED]:
        yield f"options of the room: {option} is {value!r}, which no rule set has"
    if len(options) > _MOST_NAMED:
        yield f"options of the room: {len(options) - _MOST_NAMED} more that no rule set has"


def _is_on(rule: Mapping[str, Any], switch: str) -> bool:
    return bool(rule.get(switch)) and rule[switch] != "0"


def _is_off(rule: Mapping[str, Any], switch: str, is_stated: bool) -> bool:
    """Whether a switch is off in a list that states it."""
    return is_stated and not rule.get(switch)


def _tell_abortive(rules: Rules, rule: Mapping[str, Any], players: int, is_full: bool) -> None:
    possible = [s for s in _ABORTIVE if players == 4 or s not in _FOUR_ONLY]
    if any(_is_off(rule, switch, is_full) for switch in possible):
        rules["abortive_draws"] = [_ABORTIVE[switch] for switch in possible if rule.get(switch)]


def _tell_tiles(
    rules: Rules, rule: Mapping[str, Any], players: int, is_room: bool, unsaid: dict[str, tuple[str, Any]]
) -> None:
    """Red fives, open tanyao and who pays for a missing player."""
    is_written_out = "time_fixed" in rule and not rule.get("dora_count")  # with the fields of every message
    if is_room or ("dora_count" in rule and not is_written_out):
        count = number(rule, "dora_count", _MOST)
        if (players, count) in _RED_FIVES:
            rules["red_fives"] = _RED_FIVES[players, count]
        else:
            unsaid["dora_count"] = "other", count
    if _is_off(rule, "shiduan", is_room):
        rules["open_tanyao"] = False
    if players == 3 and _is_off(rule, "have_zimosun", is_room):
        rules["tsumo_absent_share"] = "split"


def _tell_scores(rules: Rules, rule: Mapping[str, Any], players: int, is_full: bool) -> None:
    """Start, return and target score, and uma.

    Results count from the start score where the room does not say otherwise, as recorded results
    show; the first gets what the others pay.
    """
    start, back, target = (
        number(rule, name, _MOST) for name in ("init_point", "jingsuanyuandian", "fandian")
    )
    if start:
        rules["start_score"] = rules["return_score"] = start
    if back:
        rules["return_score"] = back
    if target:
        rules["target_score"] = target
    if _is_off(rule, "have_nanruxiru", is_full):
        rules["target_score"] = 0
    if is_full and players in _PRESETS:
        lower = [number(rule, f"shunweima_{rank}", _MOST, -_MOST) for rank in range(2, players + 1)]
        if any(lower):
            rules["uma"] = [-sum(lower), *lower]


def _tell_payments(
    rules: Rules, rule: Mapping[str, Any], players: int, unsaid: dict[str, tuple[str, Any]]
) -> None:
    """Honba, stated as what a ron brings, and noten payments, stated as what each noten player pays."""
    honba = number(rule, "changbang_value", 10_000 * (players - 1))
    if honba % (players - 1):
        unsaid["changbang_value"] = "other", honba
    elif honba:
        rules["honba_points"] = honba // (players - 1)
    if times := number(rule, "_ben_times", 100):
        rules["honba_points"] = 100 * times
    names = [f"noting_fafu_{tenpai}" for tenpai in range(1, players)]
    each = [number(rule, name, _MOST) for name in names]
    if not any(each):
        return
    if len({pay * (players - tenpai) for tenpai, pay in enumerate(each, 1)}) == 1:
        rules["noten_payment"] = each[0] * (players - 1)
    elif len(set(each)) == 1:
        rules |= {"noten_payment": each[0], "noten_payment_by": "each"}
    else:
        unsaid |= {name: ("other", pay) for name, pay in zip(names, each, strict=True)}


def _tell_rest(
    rules: Rules, rule: Mapping[str, Any], is_full: bool, unsaid: dict[str, tuple[str, Any]]
) -> None:
    """Han that a win needs, and house options: what no rule set has a field for."""
    least = number(rule, "fanfu", _MOST)
    if 1 < least <= RANGES["minimum_han"][1]:
        rules["minimum_han"] = least
    elif least > 1:
        unsaid["fanfu"] = "other", least
    for option, word in _OPTIONS.items():
        if _is_on(rule, option):
            unsaid[option] = word, rule[option]
    if _is_off(rule, "have_biao_dora", is_full):
        unsaid["have_biao_dora"] = "other", False
    for option, usual in (("tianbian_value", 0), ("liqibang_value", 1000)):
        value = number(rule, option, _MOST)
        if value not in (0, usual):
            unsaid[option] = "other", value
    for option, value in rule.items():
        if option not in _KNOWN and value and value != "0":
            unsaid[option[:40]] = "other", str(value)[:40]


def length_of(mode: Any) -> str | None:
    """Scheduled length by ``mode``, whose last digit says it."""
    try:
        return {0: None, 1: "east", 2: "south", 4: "one_round"}.get(whole(mode) % 10)
    except RecordError:
        return None
