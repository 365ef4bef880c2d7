"""The columnar engine scores and pays like the slow reference, on random hands under random rule sets."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

import numpy as np
import pytest

from mjlog.lookup.hands import WEIGHT
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import PAO_YAKUMAN, STANDARD_YAKU_HAN, STANDARD_YAKUMAN
from mjlog.rulesets.table import RulesetTable
from mjlog.rulesets.words import AbsentShare, Kazoe, PaoHonba, PaoScope, Shares
from mjlog.schema import LAST_YAKU, LIMITS, YAKU
from mjlog.scoring.entries import yaku_entries
from mjlog.scoring.hands import Meld, WinningHands
from mjlog.scoring.payments import NOBODY, PaidWins, liable_base, table_shares, win_deltas
from mjlog.scoring.score import ScoredHands, score_hands
from tests.reference.payments import Claim, Table, settle_wins
from tests.reference.random_hands import gathered_win, house_win
from tests.reference.readings import Win
from tests.reference.scorer import Score, best_scores
from tests.reference.variants import ADDED, LOCAL_YAKU, POINTS

HANDS = 4000
BASES = (240, 400, 640, 960, 1920, 2000, 3000)
RULESETS = 40
MELDS = {"chi": Meld.CHI, "pon": Meld.PON, "minkan": Meld.OPEN_KAN, "ankan": Meld.ANKAN}
LOCAL_HAN = {slug: tuple(han) for slug, han in LOCAL_YAKU["yaku_han"].items()}
LOCAL_YAKUMAN = LOCAL_YAKU["yakuman"]
BOUND = {"1m": ("kokushi_musou", "kokushi_musou_13_wait", "ittsuu"), "5p": (), "C": ("honitsu", "toitoi")}
DOUBLE = ("kokushi_musou_13_wait", "suuankou_tanki", "daisuushii", "junsei_chuuren_poutou")


def random_rules(rng: Random) -> Ruleset:
    """A rule set with every rule of scoring chosen at random."""
    renhou = rng.choice(({}, {}, {"renhou": (5, 0)}))
    local = rng.random() < 0.5
    needing = rng.choice((("karasu", "one_sou_seven_pin"), ("riichi", "karasu", "paarenchan"), ()))
    rules: dict[str, Any] = {
        "open_riichi": True,
        "ippatsu": rng.random() < 0.8,
        "open_tanyao": rng.random() < 0.8,
        "yaku_han": {**STANDARD_YAKU_HAN, **renhou, **(LOCAL_HAN if local else {})},
        "yakuman": {
            **STANDARD_YAKUMAN,
            **rng.choice(({}, dict.fromkeys(DOUBLE, 2))),
            **(LOCAL_YAKUMAN if local else {}),
        },
        "minimum_han": rng.choice((1, 1, 1, 2, 4)),
        "tenhou_any_tile": rng.random() < 0.5,
        "yakuman_stacking": rng.random() < 0.7,
        "kazoe": rng.choice(list(Kazoe)),
        "renhou_limit": "none" if renhou else rng.choice(("none", "mangan", "yakuman")),
        "ryuuiisou_needs_hatsu": rng.random() < 0.5,
        "double_wind_pair_fu": rng.choice((2, 4)),
        "rinshan_tsumo_fu": rng.random() < 0.7,
        "kiriage_mangan": rng.random() < 0.5,
        "gathered_yaku": rng.choice(((), ("suukantsu",), ("suukantsu", "eight_reds", "twelve_man"))),
        "yaku_that_need_another": needing if local else (),
        "bound_tiles": rng.choice(({}, {}, BOUND)),
    }
    if rng.random() < 0.4:
        rules |= {
            "score_system": "additive",
            "yaku_points": random_points(rng),
            "yaku_that_need_another": needing,
            "point_value": rng.choice((10, 100)),
            "renhou_limit": "none",
            "minimum_han": 1,
        }
    worths = rules["yaku_points"] if "yaku_points" in rules else {**rules["yaku_han"], **rules["yakuman"]}
    rules["gathered_yaku"] = frozenset(
        y for y in rules["gathered_yaku"] if worths.get(y, 0) not in (0, (0, 0))
    )
    rules["yaku_that_need_another"] = frozenset(rules["yaku_that_need_another"])
    return Ruleset(name="random", **rules)


def random_points(rng: Random) -> dict[str, tuple[int, int]]:
    """Points of the house of the generated games, some of them changed."""
    changed = {
        slug: (rng.randrange(12), rng.randrange(12) if POINTS[slug][1] else 0)
        for slug in POINTS
        if rng.random() < 0.15
    }
    return {**POINTS, **changed}


def columns_of(wins: list[Win], rule: list[int]) -> WinningHands:
    """Wins of the reference as a batch."""
    counts = np.array([win.counts for win in wins])
    suits = np.stack(
        [counts[:, s : s + 9] @ WEIGHT[s : s + 9][: counts.shape[1] - s] for s in (0, 9, 18, 27)], axis=1
    )
    same = {f.name for f in fields(WinningHands)} & set(vars(wins[0]))
    melds = [[*((MELDS[m.type], m.kind) for m in win.melds), *[(0, 255)] * 4][:4] for win in wins]
    return WinningHands.of(
        suits=suits,
        meld_type=[[kind for kind, _ in row] for row in melds],
        meld_kind=[[kind for _, kind in row] for row in melds],
        rule=rule,
        **{name: [getattr(win, name) for win in wins] for name in same},
    )


@pytest.fixture(scope="module")
def rulesets() -> list[Ruleset]:
    return [random_rules(Random(seed)) for seed in range(RULESETS)]


@pytest.fixture(scope="module")
def wins() -> list[Win]:
    drawn = [(house_win if seed % 10 else gathered_win)(Random(seed)) for seed in range(HANDS)]
    return [replace(win, first_turn=True) if _can_be_renhou(win) else win for win in drawn]


def _can_be_renhou(win: Win) -> bool:
    return not (win.is_tsumo or win.melds or win.riichi or win.chankan or win.houtei) and win.dora < 3


@pytest.fixture(scope="module")
def hands(wins) -> WinningHands:
    return columns_of(wins, [row % RULESETS for row in range(HANDS)])


@pytest.fixture(scope="module")
def scored(hands, rulesets) -> ScoredHands:
    return score_hands(hands, RulesetTable.of(rulesets))


def test_hands_are_worth_the_same(wins, hands, scored, rulesets):
    entries = yaku_entries(scored, hands, RulesetTable.of(rulesets))
    yaku: list[dict[str, int]] = [{} for _ in wins]
    for row, bit, han in zip(entries.win, entries.yaku, entries.han, strict=True):
        yaku[row][YAKU[bit]] = int(han)
    for row, win in enumerate(wins):
        best = best_scores(win, rulesets[row % RULESETS])
        assert scored.has_yaku[row] == bool(best), win
        expected = [(s.yaku, s.fu, s.yakuman, s.base, s.han, s.limit) for s in best]
        columns = (scored.fu, scored.yakuman, scored.base, scored.han)
        found = (yaku[row], *(int(column[row]) for column in columns), LIMITS[scored.limit[row]])
        assert found in expected or not expected, win


def test_random_hands_show_many_yaku(scored):
    """The comparison above means little unless most yaku turn up."""
    seen = int(np.bitwise_or.reduce(scored.yaku))
    unseen = {slug for bit, slug in enumerate(YAKU[: LAST_YAKU + 1]) if not seen >> bit & 1}
    assert unseen <= {"chinroutou", "nagashi_mangan"}


@pytest.mark.parametrize("seed", range(3))
def test_order_and_size_of_the_batch_change_nothing(hands, scored, rulesets, seed):
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(hands))
    table = RulesetTable.of(rulesets)
    for rows in np.split(order, np.sort(rng.choice(len(hands), 5, replace=False))):
        part = score_hands(hands[rows], table)
        for f in fields(ScoredHands):
            if f.name != "reading":
                np.testing.assert_array_equal(getattr(part, f.name), getattr(scored, f.name)[rows])


def test_no_hands_are_no_scores(hands, rulesets):
    empty = score_hands(hands[:0], RulesetTable.of(rulesets))
    assert len(empty.yaku) == len(empty.reading) == 0


def random_table(rng: Random, players: int) -> Table:
    """A table with rules of payment chosen at random; somebody may be away."""
    several, sits_out = players > 2, players < 4 and rng.random() < 0.3
    shares = rng.choice(list(Shares))
    absent = AbsentShare.LOST if shares is Shares.EQUAL else rng.choice(list(AbsentShare))
    added = {**ADDED, "point_value": rng.choice((50, 100))}
    rules = Ruleset.common(
        players,
        sits_out=sits_out,
        uma=(0.0,) * (players + sits_out),
        yakuman={**STANDARD_YAKUMAN, **rng.choice(({}, {"daisuushii": 2}))},
        yakuman_stacking=rng.random() < 0.7,
        shares=shares,
        pao=frozenset(rng.sample(PAO_YAKUMAN, rng.randrange(4))),
        pao_scope=rng.choice(list(PaoScope)),
        pao_honba=rng.choice(list(PaoHonba)),
        pao_daiminkan=rng.random() < 0.5,
        honba_points=rng.choice((100, 300, 500)),
        honba_to_each_winner=several and rng.random() < 0.3,
        own_stick_back=several and rng.random() < 0.3,
        tsumo_absent_share=absent,
        **(added if rng.random() < 0.3 else {}),
    )
    away = rng.randrange(players + 1) if sits_out else None
    playing = [seat for seat in range(players + sits_out) if seat != away]
    paid = tuple(seat for seat in playing if rng.random() < 0.4)
    sticks = rng.randrange(3) + len(paid)
    dealer, doubled = rng.choice(playing), rng.random() < 0.2
    return Table(rules, players + sits_out, dealer, rng.randrange(6), sticks, paid, away, doubled)


def random_claims(rng: Random, table: Table) -> list[Claim]:
    """One tsumo or up to three rons, some with yakuman that somebody is liable for."""
    from_seat = rng.choice(table.playing)
    others = sorted(table.opponents(from_seat), key=lambda seat: (seat - from_seat) % table.players)
    is_tsumo = rng.random() < 0.5
    winners = (
        [from_seat] if is_tsumo else sorted(rng.sample(others, rng.randint(1, len(others))), key=others.index)
    )
    return [random_claim(rng, table, seat, from_seat) for seat in winners]


def random_claim(rng: Random, table: Table, seat: int, from_seat: int) -> Claim:
    """A win by one seat, perhaps on the replacement tile of an open kan."""
    others = table.opponents(seat)
    open_kan_from = rng.choice(others) if seat == from_seat and rng.random() < 0.3 else None
    if rng.random() < 0.5:
        is_additive = table.rules.score_system == "additive"
        base = rng.choice((2, 5, 131)) * table.rules.point_value if is_additive else rng.choice(BASES)
        return Claim(seat, from_seat, Score({}, 30, 0, base, "none", None), open_kan_from=open_kan_from)
    slugs = rng.sample((*PAO_YAKUMAN, "tsuuiisou"), rng.randint(1, 2))
    slugs.sort(key=YAKU.index)
    liable = [(slug, rng.choice(others)) for slug in PAO_YAKUMAN]
    pao = tuple(
        (slug, s) for slug, s in liable if slug in table.rules.pao and slug in slugs and rng.random() < 0.7
    )
    return Claim(seat, from_seat, score_of(slugs, table.rules), pao, open_kan_from)


def score_of(slugs: list[str], rules: Ruleset) -> Score:
    """A hand of some yakuman and nothing else."""
    if rules.score_system == "additive":
        points = {slug: POINTS[slug][1] for slug in slugs}
        return Score(points, 0, 0, sum(points.values()) * rules.point_value, "none", None)
    multiples = {slug: rules.yakuman[slug] for slug in slugs}
    count = sum(multiples.values()) if rules.yakuman_stacking else max(multiples.values())
    found = {slug: 13 * multiple for slug, multiple in multiples.items()}
    return Score(found, 0, count, 8000 * count, "yakuman", None)


def test_wins_are_paid_the_same():
    rng = Random(0)
    for _ in range(1500):
        table = random_table(rng, rng.choice((2, 3, 4)))
        claims = random_claims(rng, table)
        assert paid_by_engine(claims, table) == [list(p.deltas) for p in settle_wins(claims, table)], (
            table,
            claims,
        )


def paid_by_engine(claims: list[Claim], table: Table) -> list[list[int]]:
    """Score changes of each win by the engine, which gets the wins in reverse order."""
    rules, size = RulesetTable.of([table.rules]), len(claims)
    rule = np.zeros(size, dtype=np.intp)
    wins = claims[::-1]
    yaku = np.array([sum(1 << YAKU.index(slug) for slug in c.score.yaku) for c in wins], dtype=np.uint64)
    base = np.array([c.score.base for c in wins], dtype=np.int32)
    pao_seat = np.array(
        [
            [
                *(dict(c.pao).get(slug, NOBODY) for slug in PAO_YAKUMAN),
                NOBODY if c.open_kan_from is None else c.open_kan_from,
            ]
            for c in wins
        ],
        dtype=np.int8,
    )
    present = np.isin(np.arange(4), table.playing)
    everything = PaidWins(
        base=base,
        seat=np.array([c.seat for c in wins], dtype=np.int8),
        from_seat=np.array([c.from_seat for c in wins], dtype=np.int8),
        dealer_seat=np.full(size, table.dealer, dtype=np.int8),
        present=np.repeat(present[None], size, axis=0),
        doubled=np.full(size, table.is_doubled),
        honba=np.full(size, table.honba, dtype=np.int16),
        sticks=np.full(size, table.sticks, dtype=np.int64),
        pao_seat=pao_seat,
        pao_base=liable_base(yaku, base, pao_seat, rules, rule),
        rule=rule,
    )
    paid_stick = np.array([c.seat in table.own_sticks for c in wins])
    honba, sticks = table_shares(np.zeros(size, dtype=np.int64), everything, paid_stick, rules)
    deltas = win_deltas(replace(everything, honba=honba, sticks=sticks), rules)
    return deltas[::-1, : table.players].tolist()
