"""What no rule set may say: values without sense, and fields that contradict each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mjlog.rulesets.plain import numbers_in, texts_in
from mjlog.rulesets.standard import (
    ABORTIVE_DRAWS,
    GATHERABLE_YAKU,
    LABELS,
    MAX_TEXT,
    PAO_YAKUMAN,
    PAYABLE_YAKU,
    POINT_ENTRIES,
    RANGES,
    SEATS,
)
from mjlog.rulesets.words import Chombo, Deal, KanDora, Length, RenhouLimit, ScoreSystem, TripleRon
from mjlog.tiles import KINDS, TILE_NAMES

if TYPE_CHECKING:
    from mjlog.rulesets.model import Ruleset

DRAGONS: Final = ("P", "F", "C")
_TILES: Final = TILE_NAMES[:KINDS]
VOCABULARIES: Final[Mapping[str, Collection[str]]] = MappingProxyType(
    {
        "removed_tiles": _TILES,
        "set_aside": _TILES,
        "bound_tiles": _TILES,
        "dragon_order": DRAGONS,
        "yaku_han": PAYABLE_YAKU,
        "yakuman": PAYABLE_YAKU,
        "yaku_points": POINT_ENTRIES,
        "yaku_that_need_another": PAYABLE_YAKU,
        "gathered_yaku": GATHERABLE_YAKU,
        "pao": PAO_YAKUMAN,
        "abortive_draws": ABORTIVE_DRAWS,
    }
)
"""Words that the members or keys of a field may be."""

ENTRY_VOCABULARIES: Final[Mapping[str, Collection[str]]] = MappingProxyType({"bound_tiles": PAYABLE_YAKU})
"""Words that the members of an entry of a mapping may be."""


def problems_of(r: Ruleset, enum_fields: Mapping[str, type[StrEnum]]) -> Iterator[str]:
    """Yield one sentence for everything that is wrong with a rule set.

    Args:
        r: the rule set.
        enum_fields: its fields that are words, with their enums.
    """
    yield from _wrong_values(r, enum_fields)
    yield from _wrong_labels(r)
    yield from _wrong_shapes(r)
    yield from _contradictions(r)


def _wrong_values(r: Ruleset, enum_fields: Mapping[str, type[StrEnum]]) -> Iterator[str]:
    """Yield one sentence per field that has no sense by itself."""
    for name, words in enum_fields.items():
        if getattr(r, name) not in tuple(words):
            yield f"{name} is {getattr(r, name)!r}, not one of {', '.join(words)}"
    for name, (low, high) in RANGES.items():
        for number in numbers_in(getattr(r, name)):
            if not low <= number <= high:
                yield f"{name}: {number} is not between {low} and {high}"
    for name, known in VOCABULARIES.items():
        unknown = sorted(set(getattr(r, name)) - set(known))
        if unknown:
            yield f"{name} does not know {', '.join(unknown)}"
    for name, known in ENTRY_VOCABULARIES.items():
        for entry, members in getattr(r, name).items():
            unknown = sorted(set(members) - set(known))
            if unknown:
                yield f"{name}.{entry} does not know {', '.join(unknown)}"


def _wrong_labels(r: Ruleset) -> Iterator[str]:
    """Yield one sentence per text that nobody can read, and per source of what is no rule."""
    unknown = sorted(set(r.sources) - (set(type(r).__dataclass_fields__) - set(LABELS)))
    if unknown:
        yield f"sources does not know {', '.join(unknown)}"
    for name in LABELS:
        for text in texts_in(getattr(r, name)):
            if not is_readable(text):
                yield f"{name}: not a printable text of at most {MAX_TEXT} characters"


def is_readable(text: str) -> bool:
    """Whether a text is short and can be printed."""
    return len(text) <= MAX_TEXT and text.isprintable()


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
    if r.double_wind_pair_fu == 3:
        yield "double_wind_pair_fu is 3, not 2 or 4"


def _contradictions(r: Ruleset) -> Iterator[str]:
    """Yield one sentence per pair of fields of which one asks for what the other makes impossible."""
    for name, uma in (("uma", r.uma), *(("floating_uma", row) for row in r.floating_uma)):
        if len(uma) != r.seats:
            yield f"{name} has {len(uma)} entries for {r.seats} players"
    for suit, red in zip("mps", r.red_fives, strict=False):
        if red and f"5{suit}" in r.removed_tiles:
            yield f"red_fives has {red} red 5{suit}, but removed_tiles has 5{suit}"
    yield from _wall_contradictions(r)
    by_four = sorted({"suufon_renda", "suucha_riichi", "sancha_riichi"} & set(r.abortive_draws))
    if by_four and r.players < SEATS:
        yield f"abortive_draws: {' and '.join(by_four)} need {SEATS} players, not {r.players}"
    is_abort = r.triple_ron == TripleRon.ABORT
    is_additive = r.score_system == ScoreSystem.ADDITIVE
    missing = sorted(set(r.set_aside) & set(r.removed_tiles))
    worthless = sorted(slug for slug in r.gathered_yaku if not _has_worth(r, slug))
    checks = (
        (bool(worthless), f"gathered_yaku has {', '.join(worthless)}, which is worth nothing"),
        (bool(missing), f"set_aside and removed_tiles both have {', '.join(missing)}"),
        (r.sits_out and r.players == SEATS, f"sits_out is true, but {SEATS} players play already"),
        (is_additive and not r.yaku_points, "score_system is additive, but yaku_points is empty"),
        (bool(r.yaku_points) and not is_additive, "yaku_points is given, but score_system is han_fu"),
        (r.kan_ura_dora and not r.ura_dora, "kan_ura_dora is true, but ura_dora is false"),
        (r.kan_ura_dora and r.kan_dora == KanDora.OFF, "kan_ura_dora is true, but kan_dora is off"),
        (r.ura_indicator_counts and not r.ura_dora, "ura_indicator_counts is true, but ura_dora is false"),
        (
            r.renhou_limit != RenhouLimit.NONE and any(r.yaku_han.get("renhou", ())),
            "renhou_limit and yaku_han both give renhou a value",
        ),
        (r.max_ron >= r.players, f"max_ron is {r.max_ron}, but only {r.players - 1} others can win"),
        (is_abort and r.max_ron < 3, f"triple_ron is abort, but max_ron is {r.max_ron}"),
        (r.honba_to_each_winner and r.max_ron < 2, "honba_to_each_winner is true, but max_ron is 1"),
        (r.own_stick_back and r.max_ron < 2, "own_stick_back is true, but max_ron is 1"),
        (
            r.chombo in (Chombo.EACH, Chombo.RESULT) and not r.chombo_points,
            f"chombo is {r.chombo}, but chombo_points is 0",
        ),
        (r.passed_win_chombo and r.chombo == Chombo.NONE, "passed_win_chombo is true, but chombo is none"),
        (
            r.deal == Deal.WINNER and not r.win_renchan,
            "deal is winner, but win_renchan is false: a dealer who wins could not keep the deal",
        ),
        (r.length == Length.OPEN and r.target_score > 0, "length is open, but target_score is not 0"),
    )
    yield from (sentence for is_wrong, sentence in checks if is_wrong)


def _has_worth(r: Ruleset, slug: str) -> bool:
    """Whether a yaku is worth anything at all, open or closed."""
    if r.score_system == ScoreSystem.ADDITIVE:
        return any(r.yaku_points.get(slug, ()))
    return any(r.yaku_han.get(slug, ())) or bool(r.yakuman.get(slug))


def _wall_contradictions(r: Ruleset) -> Iterator[str]:
    """Yield a sentence when the wall is too small for what is dealt and drawn."""
    wall = 4 * (KINDS - len(set(r.removed_tiles)))
    live = wall - r.dead_wall - 13 * r.players
    if live <= 0:
        yield f"dead_wall and {r.players} hands leave nothing to draw of {wall} tiles"
    elif r.draws_per_player * r.players > live:
        yield f"draws_per_player needs {r.draws_per_player * r.players} live tiles, the wall has {live}"
