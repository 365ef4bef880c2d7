"""The value of a winning hand: every reading tried, the most expensive one kept."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import Kazoe
from tests.reference.readings import Group, Reading, Win, is_orphan, readings
from tests.reference.yaku import DRAGONS, EAST, ORDINARY, YAKUMAN

MANGAN, HANEMAN, BAIMAN, SANBAIMAN, YAKUMAN_BASE = 2000, 3000, 4000, 6000, 8000
LIMIT_OF_BASE = {MANGAN: "mangan", HANEMAN: "haneman", BAIMAN: "baiman", SANBAIMAN: "sanbaiman"}


@dataclass(frozen=True)
class Score:
    """What a hand is worth."""

    yaku: dict[str, int]
    """Han of each yaku and bonus; 13 times its multiple for a yakuman, even where only the highest counts."""
    fu: int
    """Rounded; 0 for a yakuman."""
    yakuman: int
    """Yakuman counted; 0 for an ordinary hand, even one of 13 han."""
    base: int
    """Basic points: a non-dealer's share of a tsumo before rounding."""
    limit: str
    reading: Reading

    @property
    def han(self) -> int:
        """All han that count, bonus tiles included."""
        return 13 * self.yakuman if self.yakuman else sum(self.yaku.values())


def score(win: Win, rules: Ruleset) -> Score | None:
    """The best reading of `win` under `rules`; None when the hand is incomplete or has no yaku."""
    scored = [s for r in readings(win) for s in _scores(win, r, rules)]
    return max(scored, key=lambda s: (s.base, s.yakuman, s.han, s.fu), default=None)


def _scores(win: Win, reading: Reading, rules: Ruleset) -> list[Score]:
    """A reading as a yakuman or as an ordinary hand; as a renhou mangan besides."""
    yakuman = _yakuman(win, reading, rules)
    if yakuman:
        total = sum(yakuman.values()) if rules.yakuman_stacking else max(yakuman.values())
        named = {y: 13 * n for y, n in yakuman.items()}
        return [Score(named, 0, total, YAKUMAN_BASE * total, "yakuman", reading)]
    found = []
    ordinary = _ordinary_score(win, reading, rules)
    if ordinary is not None:
        found.append(ordinary)
    if rules.renhou_limit == "mangan" and ORDINARY["renhou"](win, reading, rules):
        found.append(Score({"renhou": 5}, fu(win, reading, rules), 0, MANGAN, "mangan", reading))
    return found


def _yakuman(win: Win, reading: Reading, rules: Ruleset) -> dict[str, int]:
    """Multiple of each yakuman in the hand."""
    found = {
        slug: rules.yakuman[slug]
        for slug, test in YAKUMAN.items()
        if rules.yakuman.get(slug, 0) > 0 and test(win, reading, rules)
    }
    if rules.renhou_limit == "yakuman" and ORDINARY["renhou"](win, reading, rules):
        found = {"renhou": 1, **found}
    return found


def _ordinary_score(win: Win, reading: Reading, rules: Ruleset) -> Score | None:
    if reading.form == "kokushi":
        return None
    column = 0 if win.is_closed else 1
    yaku = {
        slug: rules.yaku_han[slug][column]
        for slug, test in ORDINARY.items()
        if slug in rules.yaku_han and rules.yaku_han[slug][column] > 0 and test(win, reading, rules)
    }
    if not yaku:
        return None
    bonus = {"dora": win.dora, "aka_dora": win.aka, "ura_dora": win.ura, "kita": win.kita}
    yaku |= {slug: n for slug, n in bonus.items() if n}
    points = fu(win, reading, rules)
    base = base_points(sum(yaku.values()), points, rules)
    return Score(yaku, points, 0, base, _limit(base), reading)


def _limit(base: int) -> str:
    if base >= YAKUMAN_BASE:
        return "yakuman"
    return LIMIT_OF_BASE.get(base, "none") if base >= MANGAN else "none"


def base_points(han: int, fu_points: int, rules: Ruleset) -> int:
    """Basic points of an ordinary hand."""
    if han >= 13 and rules.kazoe is Kazoe.YAKUMAN:
        return YAKUMAN_BASE
    for least, base in ((11, SANBAIMAN), (8, BAIMAN), (6, HANEMAN), (5, MANGAN)):
        if han >= least:
            return base
    base = fu_points * 2 ** (2 + han)
    rounds_up = rules.kiriage_mangan and base == 1920
    return MANGAN if rounds_up else min(base, MANGAN)


# --- fu --------------------------------------------------------------------------------------------


def fu(win: Win, reading: Reading, rules: Ruleset) -> int:
    """Fu of a reading, rounded up to tens."""
    if reading.form == "kokushi":
        return 0
    if reading.form == "chiitoitsu":
        return 25
    items = fu_items(win, reading, rules)
    total = sum(points for _, points in items)
    if total == 20 and not win.is_closed:
        return 30  # an open hand without any fu counts 30
    return -(-total // 10) * 10


def fu_items(win: Win, reading: Reading, rules: Ruleset) -> list[tuple[str, int]]:
    """What an ordinary reading's fu are made of, (name, fu)."""
    items = [("base", 20)]
    if win.is_closed and not win.is_tsumo:
        items.append(("closed ron", 10))
    items += [(f"{g.shape} {g.kind}", _set_fu(g)) for g in reading.groups if g.is_set_of_same]
    items.append(("pair", _pair_fu(win, reading.pair, rules)))
    if reading.wait in ("kanchan", "penchan", "tanki"):
        items.append((reading.wait, 2))
    has_shape = sum(points for name, points in items if name != "closed ron") > 20
    pinfu = win.is_closed and not has_shape
    if win.is_tsumo and not pinfu and (rules.rinshan_tsumo_fu or not win.rinshan):
        items.append(("tsumo", 2))
    return [item for item in items if item[1]]


def _set_fu(group: Group) -> int:
    """2 for a triplet; doubled if of orphans, doubled if concealed, four times for a kan."""
    points = 2
    points *= 2 if is_orphan(group.kind) else 1
    points *= 2 if group.is_concealed else 1
    return points * (4 if group.shape == "kan" else 1)


def _pair_fu(win: Win, kind: int, rules: Ruleset) -> int:
    if kind in DRAGONS:
        return 2
    seat, round_ = kind == EAST + win.seat_wind, kind == EAST + win.round_wind
    return rules.double_wind_pair_fu if seat and round_ else 2 * (seat or round_)
