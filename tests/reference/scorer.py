"""The value of a winning hand: every reading tried, the most expensive one kept."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import Kazoe, RenhouLimit, ScoreSystem
from mjlog.tiles import TILE_NAMES
from tests.reference.readings import Group, Reading, Win, called_groups, is_orphan, readings
from tests.reference.yaku import (
    DRAGONS,
    EAST,
    ORDINARY,
    PARTS_OF_RIICHI_TSUMO_PINFU,
    REPLACED,
    TESTS,
)

MANGAN, HANEMAN, BAIMAN, SANBAIMAN, YAKUMAN_BASE = 2000, 3000, 4000, 6000, 8000
LIMIT_OF_BASE = {MANGAN: "mangan", HANEMAN: "haneman", BAIMAN: "baiman", SANBAIMAN: "sanbaiman"}
KOKUSHI = {"kokushi_musou", "kokushi_musou_13_wait"}
QUADS = ("chiitoitsu_one_quad", "chiitoitsu_two_quads")


@dataclass(frozen=True)
class Score:
    """What a hand is worth."""

    yaku: dict[str, int]
    """Han of each yaku and bonus, or points where those are added up.

    A yakuman has 13 times its multiple, even where only the highest counts.
    """
    fu: int
    """Rounded; 0 for a yakuman."""
    yakuman: int
    """Yakuman counted; 0 for an ordinary hand, even one of 13 han."""
    base: int
    """Basic points: what a payer with a single share pays for a tsumo, before rounding."""
    limit: str
    reading: Reading

    @property
    def han(self) -> int:
        """All han (or points) that count, bonus tiles included."""
        return 13 * self.yakuman if self.yakuman else sum(self.yaku.values())


def score(win: Win, rules: Ruleset) -> Score | None:
    """The best reading of `win` under `rules`; None when the hand is incomplete or has no yaku."""
    return next(iter(best_scores(win, rules)), None)


def best_scores(win: Win, rules: Ruleset) -> list[Score]:
    """Every reading that is worth as much as the best."""
    found = list(readings(win, counts_quads(rules)))
    if win.is_gathered:
        found.append(Reading("gathered", called_groups(win), "none"))
    scored = [s for r in found for s in _scores(win, r, rules)]
    most = max(map(_worth_of_score, scored), default=None)
    return [s for s in scored if _worth_of_score(s) == most]


def _worth_of_score(s: Score) -> tuple[int, ...]:
    return s.base, s.yakuman, s.han, s.fu, sum(s.yaku.values())


def counts_quads(rules: Ruleset) -> bool:
    """Whether four equal tiles can be two pairs of chiitoitsu: where a yaku of that counts."""
    worths = (rules.yaku_han, rules.yakuman, rules.yaku_points)
    return any(w.get(slug, 0) not in (0, (0, 0)) for w in worths for slug in QUADS)


def _scores(win: Win, reading: Reading, rules: Ruleset) -> list[Score]:
    """A reading as a win, if its yaku allow one; as a renhou mangan besides."""
    found = _yaku(win, reading, rules)
    allows = bool(set(found) - rules.yaku_that_need_another)
    if reading.form == "kokushi" and not set(found) & KOKUSHI:
        return []
    scored = []
    if allows and _may_hold_its_tiles(win, reading, set(found), rules) and _has_han(found, rules):
        is_additive = rules.score_system is ScoreSystem.ADDITIVE
        scored.append((_added_up if is_additive else _by_han)(win, reading, found, rules))
    if (
        rules.renhou_limit is RenhouLimit.MANGAN
        and ORDINARY["renhou"](win, reading, rules)
        and _may_hold_its_tiles(win, reading, {*found, "renhou"}, rules)
        and not any(worth.is_yakuman for worth in found.values())
    ):
        scored.append(Score({"renhou": 5}, fu(win, reading, rules), 0, MANGAN, "mangan", reading))
    return scored


def _has_han(found: dict[str, Worth], rules: Ruleset) -> bool:
    """Whether there is a yakuman, or the han of yaku that a win needs; bonuses are not among them."""
    worths = list(found.values())
    return any(w.is_yakuman for w in worths) or sum(w.number for w in worths) >= rules.minimum_han


@dataclass(frozen=True)
class Worth:
    """What a yaku adds: han, points, or a multiple of a yakuman."""

    number: int
    is_yakuman: bool = False


def _yaku(win: Win, reading: Reading, rules: Ruleset) -> dict[str, Worth]:
    """Every yaku that counts, without those that a larger form replaces."""
    found = {}
    for slug, test in TESTS.items():
        worth = _worth(slug, win, rules)
        if worth.number > 0 and _is_asked(slug, reading, rules) and test(win, reading, rules):
            found[slug] = worth
    for larger, smaller in REPLACED.items():
        if larger in found:
            found = {slug: w for slug, w in found.items() if slug not in smaller}
    return _with_the_better_of_riichi_tsumo_pinfu(found)


def _is_asked(slug: str, reading: Reading, rules: Ruleset) -> bool:
    """Only gathered yaku and the river count for tiles that are no complete hand."""
    return reading.form != "gathered" or slug in rules.gathered_yaku or slug == "nagashi_mangan"


def _worth(slug: str, win: Win, rules: Ruleset) -> Worth:
    column = 0 if win.is_closed else 1
    if rules.score_system is ScoreSystem.ADDITIVE:
        return Worth(rules.yaku_points.get(slug, (0, 0))[column])
    if rules.yakuman.get(slug, 0) > 0:
        return Worth(rules.yakuman[slug], is_yakuman=True)
    if slug == "renhou" and rules.renhou_limit is RenhouLimit.YAKUMAN:
        return Worth(1, is_yakuman=True)
    return Worth(rules.yaku_han.get(slug, (0, 0))[column])


def _with_the_better_of_riichi_tsumo_pinfu(found: dict[str, Worth]) -> dict[str, Worth]:
    """The three together, or each by itself."""
    together = found.get("riichi_tsumo_pinfu")
    if together is None or together.is_yakuman:
        return found
    parts = [found[slug].number for slug in PARTS_OF_RIICHI_TSUMO_PINFU if slug in found]
    dropped = PARTS_OF_RIICHI_TSUMO_PINFU if together.number > sum(parts) else ("riichi_tsumo_pinfu",)
    return {slug: worth for slug, worth in found.items() if slug not in dropped}


def _may_hold_its_tiles(win: Win, reading: Reading, yaku: set[str], rules: Ruleset) -> bool:
    """Whether each kind of a hand that is bound to some yaku comes with one of them."""
    if reading.form == "gathered":
        return True
    held = {TILE_NAMES[kind] for kind in win.all_kinds}
    return all(yaku & set(allowed) for tile, allowed in rules.bound_tiles.items() if tile in held)


def _added_up(win: Win, reading: Reading, found: dict[str, Worth], rules: Ruleset) -> Score:
    """All points of yaku and bonuses together."""
    column = 0 if win.is_closed else 1

    def points(slug: str) -> int:
        return rules.yaku_points.get(slug, (0, 0))[column]

    entries = {slug: worth.number for slug, worth in found.items()}
    kans = [m.type for m in win.melds]
    bonus = {
        "dora": win.dora,
        "aka_dora": win.aka,
        "ura_dora": win.ura,
        "kita": win.kita,
        "base_points": 1,
        "dealer_win": int(win.seat_wind == 0),
        "open_kan": kans.count("minkan"),
        "closed_kan": kans.count("ankan"),
    }
    entries |= {slug: n * points(slug) for slug, n in bonus.items() if n * points(slug)}
    least = points("base_points") + points("kita") + 1
    if points("minimum_win") and win.kita == 1 and sum(entries.values()) == least:
        entries["minimum_win"] = points("minimum_win")
    return Score(entries, 0, 0, sum(entries.values()) * rules.point_value, "none", reading)


def _by_han(win: Win, reading: Reading, found: dict[str, Worth], rules: Ruleset) -> Score:
    """Yakuman if there are any, otherwise han and fu."""
    yakuman = {slug: worth.number for slug, worth in found.items() if worth.is_yakuman}
    if yakuman:
        total = sum(yakuman.values()) if rules.yakuman_stacking else max(yakuman.values())
        named = {slug: 13 * n for slug, n in yakuman.items()}
        return Score(named, 0, total, YAKUMAN_BASE * total, "yakuman", reading)
    yaku = {slug: worth.number for slug, worth in found.items()}
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
    if reading.form in ("kokushi", "gathered"):
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
