"""What no rule set may say: values without sense, and fields that contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import TYPE_CHECKING

from mjlog.rulesets.standard import CLOSED_YAKU, MOST_BONUSES, MOST_POINTS, MOST_WORTH, SEATS
from mjlog.rulesets.vocabulary import DRAGONS, wrong_sizes, wrong_words
from mjlog.rulesets.words import (
    AbsentShare,
    Chombo,
    Deal,
    DealerStop,
    FuritenRiichi,
    KanDora,
    Length,
    Nagashi,
    RenhouLimit,
    ScoreSystem,
    Shares,
    TripleRon,
)
from mjlog.schema import BONUS
from mjlog.tiles import HAND_TILES, KINDS

if TYPE_CHECKING:
    from mjlog.rulesets.model import Ruleset


def problems_of(r: Ruleset, choices: Callable[[str], tuple[str, ...]]) -> Iterator[str]:
    """Yield one sentence for everything that is wrong with a rule set.

    Args:
        r: the rule set.
        choices: the words that a field, its members or its keys may be.
    """
    for f in fields(r):
        value = getattr(r, f.name)
        yield from wrong_words(f.name, value, choices(f.name))
        yield from wrong_sizes(f.name, value)
    yield from _wrong_shapes(r)
    yield from _contradictions(r)


def _wrong_shapes(r: Ruleset) -> Iterator[str]:
    """Yield one sentence per field with too many, too few or repeated members."""
    if (suits := len(tuple(r.red_fives))) != 3:
        yield f"red_fives has {suits} entries, not one for each suit"
    for name in ("removed_tiles", "set_aside"):
        if len(set(getattr(r, name))) < len(getattr(r, name)):
            yield f"{name} names a tile twice"
    if sorted(r.dragon_order) != sorted(DRAGONS):
        yield f"dragon_order is {' '.join(r.dragon_order)}, not an order of {' '.join(DRAGONS)}"
    for name, uma in (("uma", r.uma), *(("floating_uma", row) for row in r.floating_uma)):
        if abs(sum(uma)) > 1e-9:
            yield f"{name} adds up to {sum(uma)}, not 0"
    if r.floating_uma and len(r.floating_uma) not in (r.seats - 1, r.seats):
        yield f"floating_uma has {len(r.floating_uma)} rows, not one for each number of players from 1"
    if r.double_wind_pair_fu == 3:
        yield "double_wind_pair_fu is 3, not 2 or 4"


def _contradictions(r: Ruleset) -> Iterator[str]:
    """Yield one sentence per pair of fields of which one asks for what the other makes impossible."""
    for sentences in (_of_the_table, _of_tiles, _of_yaku, _of_riichi, _of_payments, _of_the_course):
        yield from (sentence for is_wrong, sentence in sentences(r) if is_wrong)


_Checks = Iterator[tuple[bool, str]]
"""Whether something is wrong, and the sentence that says it."""


def _of_the_table(r: Ruleset) -> _Checks:
    """Seats, and what takes so many players."""
    for name, uma in (("uma", r.uma), *(("floating_uma", row) for row in r.floating_uma)):
        yield len(uma) != r.seats, f"{name} has {len(uma)} entries for {r.seats} players"
    by_four = sorted({"suufon_renda", "suucha_riichi", "sancha_riichi"} & set(r.abortive_draws))
    needed = f"abortive_draws: {' and '.join(by_four)} need {SEATS} players, not {r.players}"
    yield bool(by_four) and r.players < SEATS, needed
    yield r.sits_out and r.players == SEATS, f"sits_out is true, but {SEATS} players play already"
    yield r.max_ron >= r.players, f"max_ron is {r.max_ron}, but only {r.players - 1} others can win"


def _of_tiles(r: Ruleset) -> _Checks:
    """The wall, red fives and set-aside tiles."""
    for suit, red in zip("mps", r.red_fives, strict=False):
        five = f"5{suit}"
        yield (
            bool(red) and five in r.removed_tiles,
            f"red_fives has {red} red {five}, but removed_tiles has {five}",
        )
        yield red == 4 and five in r.set_aside, f"set_aside has {five}, but all of them are red_fives"
    both = sorted(set(r.set_aside) & set(r.removed_tiles))
    yield bool(both), f"set_aside and removed_tiles both have {', '.join(both)}"
    wall = 4 * (KINDS - len(set(r.removed_tiles)))
    live, drawn = wall - r.dead_wall - HAND_TILES * r.players, r.draws_per_player * r.players
    yield live <= 0, f"dead_wall and {r.players} hands leave nothing to draw of {wall} tiles"
    yield 0 < live < drawn, f"draws_per_player needs {drawn} live tiles, the wall has {live}"


def _of_yaku(r: Ruleset) -> _Checks:
    """What yaku are worth, and what would have to be worth something."""
    points = {slug: max(worth) for slug, worth in r.yaku_points.items()}
    total = sum(worth * (MOST_BONUSES if slug in BONUS else 1) for slug, worth in points.items())
    yield total > MOST_POINTS, f"yaku_points come to {total} in one hand, more than {MOST_POINTS}"
    greatest = max(points.values(), default=0) * r.point_value
    yield greatest > MOST_WORTH, f"yaku_points and point_value make {greatest}, more than {MOST_WORTH}"
    is_additive = r.score_system == ScoreSystem.ADDITIVE
    yield is_additive and not r.yaku_points, "score_system is additive, but yaku_points is empty"
    yield bool(r.yaku_points) and not is_additive, "yaku_points is given, but score_system is han_fu"
    no_han = is_additive and r.minimum_han > 1
    yield no_han, f"minimum_han is {r.minimum_han}, but score_system is additive: nothing has han"
    for name, worths in (("yaku_han", r.yaku_han), ("yaku_points", r.yaku_points)):
        opened = [slug for slug in CLOSED_YAKU if worths.get(slug, (0, 0))[1]]
        yield bool(opened), f"{name} has {', '.join(opened)} for open hands, which cannot have that"
    worthless = sorted(slug for slug in r.gathered_yaku if not _has_worth(r, slug))
    yield bool(worthless), f"gathered_yaku has {', '.join(worthless)}, which is worth nothing"
    free = is_additive and r.nagashi_mangan != Nagashi.NONE and not _has_worth(r, "nagashi_mangan")
    yield free, f"nagashi_mangan is {r.nagashi_mangan}, but yaku_points gives it nothing"
    is_twice = r.renhou_limit != RenhouLimit.NONE and any(r.yaku_han.get("renhou", ()))
    yield is_twice, "renhou_limit and yaku_han both give renhou a value"


def _of_riichi(r: Ruleset) -> _Checks:
    """Riichi, dora and chombo."""
    yield r.kan_ura_dora and not r.ura_dora, "kan_ura_dora is true, but ura_dora is false"
    yield r.kan_ura_dora and r.kan_dora == KanDora.OFF, "kan_ura_dora is true, but kan_dora is off"
    yield r.ura_indicator_counts and not r.ura_dora, "ura_indicator_counts is true, but ura_dora is false"
    by_open = r.furiten_riichi == FuritenRiichi.OPEN_ONLY and not r.open_riichi
    yield by_open, "furiten_riichi is open_only, but open_riichi is false"
    paid = [slug for slug in ("open_riichi", "open_riichi_deal_in") if _has_worth(r, slug)]
    yield (
        bool(paid) and not r.open_riichi,
        f"{' and '.join(paid)} is worth something, but open_riichi is false",
    )
    unnamed = r.chombo in (Chombo.EACH, Chombo.RESULT) and not r.chombo_points
    yield unnamed, f"chombo is {r.chombo}, but chombo_points is 0"
    by_pass = r.passed_win_chombo and r.chombo == Chombo.NONE
    yield by_pass, "passed_win_chombo is true, but chombo is none"


def _of_payments(r: Ruleset) -> _Checks:
    """Who pays, and several winners."""
    is_abort = r.triple_ron == TripleRon.ABORT
    yield is_abort and r.max_ron < 3, f"triple_ron is abort, but max_ron is {r.max_ron}"
    yield r.honba_to_each_winner and r.max_ron < 2, "honba_to_each_winner is true, but max_ron is 1"
    yield r.own_stick_back and r.max_ron < 2, "own_stick_back is true, but max_ron is 1"
    no_absent = r.shares == Shares.EQUAL and r.tsumo_absent_share != AbsentShare.LOST
    absent = f"tsumo_absent_share is {r.tsumo_absent_share}"
    yield no_absent, f"{absent}, but shares is equal: no share is absent"


def _of_the_course(r: Ruleset) -> _Checks:
    """Who deals next, and when the game ends."""
    is_open = r.length == Length.OPEN
    deals = r.deal == Deal.WINNER
    unkept = "deal is winner, but win_renchan is false: a dealer who wins could not keep the deal"
    yield deals and not r.win_renchan, unkept
    yield deals and not is_open, f"deal is winner, but length is {r.length}: its rounds could not be counted"
    yield is_open and r.target_score > 0, "length is open, but target_score is not 0"
    for name in ("agari_yame", "tenpai_yame"):
        stop = getattr(r, name)
        yield (
            is_open and stop != DealerStop.NEVER,
            f"length is open, but {name} is {stop}: no round is the last",
        )


def _has_worth(r: Ruleset, slug: str) -> bool:
    """Whether a yaku is worth anything at all, open or closed."""
    if r.score_system == ScoreSystem.ADDITIVE:
        return any(r.yaku_points.get(slug, ()))
    return any(r.yaku_han.get(slug, ())) or bool(r.yakuman.get(slug))
