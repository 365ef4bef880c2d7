"""Every yaku of `schema.YAKU` as a sentence about a hand and one reading of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from mjlog.rulesets.model import Ruleset
from tests.reference.readings import Reading, Win, is_honour, is_orphan, is_terminal

Test = Callable[[Win, Reading, Ruleset], bool]

EAST, NORTH, HAKU, HATSU, CHUN = 27, 30, 31, 32, 33
WINDS = (27, 28, 29, 30)
DRAGONS = (HAKU, HATSU, CHUN)
GREEN = {19, 20, 21, 23, 25, HATSU}
"""2s 3s 4s 6s 8s and hatsu."""
SEVEN_PIN, ONE_SOU = 15, 18


def _run_starts(reading: Reading) -> list[int]:
    return [g.kind for g in reading.of_shape("run")]


def _same_kinds(reading: Reading) -> list[int]:
    """Kinds of triplets and kans."""
    return [g.kind for g in reading.groups if g.is_set_of_same]


def _is_value_pair(win: Win, kind: int) -> bool:
    return kind in DRAGONS or kind in (EAST + win.seat_wind, EAST + win.round_wind)


def _ordinary(reading: Reading) -> bool:
    return reading.form == "ordinary"


# --- by the way of winning -------------------------------------------------------------------------


def _menzen_tsumo(win: Win, _: Reading, __: Ruleset) -> bool:
    return win.is_closed and win.is_tsumo


def _haitei(win: Win, _: Reading, __: Ruleset) -> bool:
    """The last live tile; a replacement tile is rinshan only."""
    return win.haitei and win.is_tsumo and not win.rinshan


# --- ordinary yaku ---------------------------------------------------------------------------------


def _pinfu(win: Win, reading: Reading, _: Ruleset) -> bool:
    """Closed, four runs, a pair without value, a two-sided wait."""
    return (
        win.is_closed
        and _ordinary(reading)
        and len(_run_starts(reading)) == 4
        and not _is_value_pair(win, reading.pair)
        and reading.wait == "ryanmen"
    )


def _tanyao(win: Win, _: Reading, rules: Ruleset) -> bool:
    return not any(map(is_orphan, win.all_kinds)) and (win.is_closed or rules.open_tanyao)


def _twin_runs(reading: Reading) -> int:
    """Pairs of equal runs."""
    return sum(n // 2 for n in Counter(_run_starts(reading)).values())


def _iipeikou(win: Win, reading: Reading, _: Ruleset) -> bool:
    return win.is_closed and _twin_runs(reading) >= 1


def _ryanpeikou(win: Win, reading: Reading, _: Ruleset) -> bool:
    return win.is_closed and _twin_runs(reading) == 2


def _yakuhai(kind_of_seat: Callable[[Win], int]) -> Test:
    return lambda win, reading, _: kind_of_seat(win) in _same_kinds(reading)


def _sanshoku_doujun(_: Win, reading: Reading, __: Ruleset) -> bool:
    starts = _run_starts(reading)
    return any(all(suit + rank in starts for suit in (0, 9, 18)) for rank in range(7))


def _sanshoku_doukou(_: Win, reading: Reading, __: Ruleset) -> bool:
    kinds = _same_kinds(reading)
    return any(all(suit + rank in kinds for suit in (0, 9, 18)) for rank in range(9))


def _ittsuu(_: Win, reading: Reading, __: Ruleset) -> bool:
    starts = _run_starts(reading)
    return any(all(suit + rank in starts for rank in (0, 3, 6)) for suit in (0, 9, 18))


def _outside_everywhere(reading: Reading) -> bool:
    """A terminal or honour in every group and at least one run."""
    return (
        _ordinary(reading)
        and bool(_run_starts(reading))
        and all(any(map(is_orphan, g.kinds)) for g in reading.groups)
    )


def _chanta(_: Win, reading: Reading, __: Ruleset) -> bool:
    return _outside_everywhere(reading)


def _junchan(win: Win, reading: Reading, _: Ruleset) -> bool:
    return _outside_everywhere(reading) and not any(map(is_honour, win.all_kinds))


def _toitoi(_: Win, reading: Reading, __: Ruleset) -> bool:
    return len(_same_kinds(reading)) == 4


def _concealed_sets(reading: Reading) -> int:
    return sum(g.is_set_of_same and g.is_concealed for g in reading.groups)


def _sanankou(_: Win, reading: Reading, __: Ruleset) -> bool:
    return _concealed_sets(reading) == 3


def _sankantsu(_: Win, reading: Reading, __: Ruleset) -> bool:
    return len(reading.of_shape("kan")) == 3


def _honroutou(win: Win, reading: Reading, _: Ruleset) -> bool:
    return reading.form != "kokushi" and all(map(is_orphan, win.all_kinds))


def _dragon_sets(reading: Reading) -> int:
    return sum(d in _same_kinds(reading) for d in DRAGONS)


def _shousangen(_: Win, reading: Reading, __: Ruleset) -> bool:
    return _ordinary(reading) and _dragon_sets(reading) == 2 and reading.pair in DRAGONS


def _suits(win: Win) -> set[int]:
    return {k // 9 for k in win.all_kinds if not is_honour(k)}


def _honitsu(win: Win, _: Reading, __: Ruleset) -> bool:
    return len(_suits(win)) == 1 and any(map(is_honour, win.all_kinds))


def _chinitsu(win: Win, _: Reading, __: Ruleset) -> bool:
    return len(_suits(win)) == 1 and not any(map(is_honour, win.all_kinds))


def _renhou(win: Win, _: Reading, __: Ruleset) -> bool:
    """A ron before the first own draw with no call before it."""
    return win.first_turn and not win.is_tsumo and win.seat_wind != 0


# --- yakuman ---------------------------------------------------------------------------------------


def _tenhou(win: Win, _: Reading, __: Ruleset) -> bool:
    return win.first_turn and win.is_tsumo and win.seat_wind == 0


def _chiihou(win: Win, _: Reading, __: Ruleset) -> bool:
    return win.first_turn and win.is_tsumo and win.seat_wind != 0


def _any_tile_wins(win: Win, reading: Reading, rules: Ruleset) -> bool:
    """Whether a tenhou may have been won by the tile that makes most of it."""
    return rules.tenhou_any_tile and _tenhou(win, reading, rules)


def _kokushi_13_wait(win: Win, reading: Reading, rules: Ruleset) -> bool:
    is_wide = win.counts[win.win_kind] == 2 or _any_tile_wins(win, reading, rules)
    return reading.form == "kokushi" and is_wide


def _kokushi(_: Win, reading: Reading, __: Ruleset) -> bool:
    return reading.form == "kokushi"


def _suuankou_tanki(win: Win, reading: Reading, rules: Ruleset) -> bool:
    is_wide = reading.wait == "tanki" or _any_tile_wins(win, reading, rules)
    return _concealed_sets(reading) == 4 and is_wide


def _suuankou(_: Win, reading: Reading, __: Ruleset) -> bool:
    return _concealed_sets(reading) == 4


def _daisangen(_: Win, reading: Reading, __: Ruleset) -> bool:
    return _dragon_sets(reading) == 3


def _wind_sets(reading: Reading) -> int:
    return sum(w in _same_kinds(reading) for w in WINDS)


def _shousuushii(_: Win, reading: Reading, __: Ruleset) -> bool:
    return _ordinary(reading) and _wind_sets(reading) == 3 and reading.pair in WINDS


def _daisuushii(_: Win, reading: Reading, __: Ruleset) -> bool:
    return _wind_sets(reading) == 4


def _tsuuiisou(win: Win, _: Reading, __: Ruleset) -> bool:
    return all(map(is_honour, win.all_kinds))


def _chinroutou(win: Win, _: Reading, __: Ruleset) -> bool:
    return all(map(is_terminal, win.all_kinds))


def _ryuuiisou(win: Win, _: Reading, rules: Ruleset) -> bool:
    return win.all_kinds <= GREEN and (HATSU in win.all_kinds or not rules.ryuuiisou_needs_hatsu)


def _gates_extra(win: Win) -> int | None:
    """Kind of the tile beyond 1112345678999 of one suit; None when the hand is not that."""
    if win.melds or len(_suits(win)) != 1 or any(map(is_honour, win.all_kinds)):
        return None
    suit = min(win.all_kinds) // 9 * 9
    surplus = [n - m for n, m in zip(win.counts[suit : suit + 9], (3, 1, 1, 1, 1, 1, 1, 1, 3), strict=True)]
    return suit + surplus.index(1) if sorted(surplus) == [0] * 8 + [1] else None


def _junsei_chuuren(win: Win, reading: Reading, rules: Ruleset) -> bool:
    extra = _gates_extra(win)
    return extra == win.win_kind or (extra is not None and _any_tile_wins(win, reading, rules))


def _chuuren(win: Win, _: Reading, __: Ruleset) -> bool:
    return _gates_extra(win) is not None


def _suukantsu(_: Win, reading: Reading, __: Ruleset) -> bool:
    return len(reading.of_shape("kan")) == 4


# --- yaku of single houses -------------------------------------------------------------------------


def _consecutive_sets(reading: Reading, number: int) -> bool:
    """Triplets or kans of `number` kinds of a suit that follow each other."""
    kinds = _same_kinds(reading)
    starts = (suit + rank for suit in (0, 9, 18) for rank in range(10 - number))
    return any(all(start + i in kinds for i in range(number)) for start in starts)


def _sanrenkou(_: Win, reading: Reading, __: Ruleset) -> bool:
    return _consecutive_sets(reading, 3)


def _suurenkou(_: Win, reading: Reading, __: Ruleset) -> bool:
    return _consecutive_sets(reading, 4)


def _one_sou_seven_pin(win: Win, _: Reading, __: Ruleset) -> bool:
    return {ONE_SOU, SEVEN_PIN} <= win.all_kinds


def _riichi_tsumo_pinfu(win: Win, reading: Reading, rules: Ruleset) -> bool:
    return win.riichi == 1 and win.is_tsumo and _pinfu(win, reading, rules)


def _quads(win: Win, reading: Reading) -> int:
    """Kinds held four times in a hand of seven pairs."""
    return win.counts.count(4) if reading.form == "chiitoitsu" else 0


def _daisharin(win: Win, reading: Reading, _: Ruleset) -> bool:
    return reading.form == "chiitoitsu" and len(_suits(win)) == 1 and not any(map(is_honour, win.all_kinds))


LOCAL: dict[str, Test] = {
    "open_riichi": lambda win, _, __: win.open_riichi,
    "open_riichi_deal_in": lambda win, _, __: win.open_riichi and not win.is_tsumo,
    "sanrenkou": _sanrenkou,
    "suurenkou": _suurenkou,
    "karasu": lambda win, _, __: win.kita == 0,
    "one_sou_seven_pin": _one_sou_seven_pin,
    "riichi_tsumo_pinfu": _riichi_tsumo_pinfu,
    "chiitoitsu_one_quad": lambda win, reading, _: _quads(win, reading) == 1,
    "chiitoitsu_two_quads": lambda win, reading, _: _quads(win, reading) >= 2,
    "daisharin": _daisharin,
    "paarenchan": lambda win, _, __: win.seat_wind == 0 and win.honba >= 8,
    "nagashi_mangan": lambda win, _, __: win.is_nagashi,
    "eight_reds": lambda win, _, __: win.aka >= 8,
    "twelve_man": lambda win, _, __: win.set_aside_man == 12,
}

ORDINARY: dict[str, Test] = {
    "riichi": lambda win, _, __: win.riichi == 1,
    "double_riichi": lambda win, _, __: win.riichi == 2,
    "ippatsu": lambda win, _, rules: win.ippatsu and win.riichi > 0 and rules.ippatsu,
    "menzen_tsumo": _menzen_tsumo,
    "pinfu": _pinfu,
    "tanyao": _tanyao,
    "iipeikou": _iipeikou,
    "yakuhai_haku": _yakuhai(lambda _: HAKU),
    "yakuhai_hatsu": _yakuhai(lambda _: HATSU),
    "yakuhai_chun": _yakuhai(lambda _: CHUN),
    "yakuhai_seat_wind": _yakuhai(lambda win: EAST + win.seat_wind),
    "yakuhai_round_wind": _yakuhai(lambda win: EAST + win.round_wind),
    "rinshan_kaihou": lambda win, _, __: win.rinshan and win.is_tsumo,
    "chankan": lambda win, _, __: win.chankan and not win.is_tsumo,
    "haitei": _haitei,
    "houtei": lambda win, _, __: win.houtei and not win.is_tsumo,
    "chiitoitsu": lambda _, reading, __: reading.form == "chiitoitsu",
    "sanshoku_doujun": _sanshoku_doujun,
    "ittsuu": _ittsuu,
    "chanta": _chanta,
    "toitoi": _toitoi,
    "sanankou": _sanankou,
    "sankantsu": _sankantsu,
    "sanshoku_doukou": _sanshoku_doukou,
    "honroutou": _honroutou,
    "shousangen": _shousangen,
    "ryanpeikou": _ryanpeikou,
    "junchan": _junchan,
    "honitsu": _honitsu,
    "chinitsu": _chinitsu,
    "renhou": _renhou,
}

YAKUMAN: dict[str, Test] = {
    "tenhou": _tenhou,
    "chiihou": _chiihou,
    "kokushi_musou": _kokushi,
    "kokushi_musou_13_wait": _kokushi_13_wait,
    "suuankou": _suuankou,
    "suuankou_tanki": _suuankou_tanki,
    "daisangen": _daisangen,
    "shousuushii": _shousuushii,
    "daisuushii": _daisuushii,
    "tsuuiisou": _tsuuiisou,
    "chinroutou": _chinroutou,
    "ryuuiisou": _ryuuiisou,
    "chuuren_poutou": _chuuren,
    "junsei_chuuren_poutou": _junsei_chuuren,
    "suukantsu": _suukantsu,
}

TESTS: dict[str, Test] = {**ORDINARY, **YAKUMAN, **LOCAL}
"""Every yaku but minimum_win, which is a matter of points."""

REPLACED: dict[str, tuple[str, ...]] = {
    "ryanpeikou": ("iipeikou",),
    "junchan": ("chanta",),
    "chinroutou": ("honroutou",),
    "tsuuiisou": ("honroutou",),
    "kokushi_musou": ("honroutou",),
    "kokushi_musou_13_wait": ("kokushi_musou", "honroutou"),
    "suuankou": ("sanankou",),
    "suuankou_tanki": ("suuankou", "sanankou"),
    "junsei_chuuren_poutou": ("chuuren_poutou",),
    "suurenkou": ("sanrenkou",),
    "chiitoitsu_one_quad": ("chiitoitsu",),
    "chiitoitsu_two_quads": ("chiitoitsu",),
    "daisharin": ("chiitoitsu", "chiitoitsu_one_quad", "chiitoitsu_two_quads", "chinitsu"),
}
"""Smaller forms that a larger one replaces where it counts."""

PARTS_OF_RIICHI_TSUMO_PINFU = ("riichi", "menzen_tsumo", "pinfu")
"""What riichi_tsumo_pinfu replaces when it is worth more."""
