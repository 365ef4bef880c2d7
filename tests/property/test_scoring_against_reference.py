"""The columnar engine scores and pays like the slow reference, on random hands under random rule sets."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import numpy as np
import pytest

from mjlog.lookup.hands import WEIGHT
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import PAO_YAKUMAN, STANDARD_YAKU_HAN, STANDARD_YAKUMAN
from mjlog.rulesets.table import RulesetTable
from mjlog.rulesets.words import AbsentShare, Kazoe, PaoScope
from mjlog.schema import LIMITS, YAKU
from mjlog.scoring.entries import yaku_entries
from mjlog.scoring.hands import Meld, WinningHands
from mjlog.scoring.payments import NOBODY, PaidWins, liable_base, seats_of, table_shares, win_deltas
from mjlog.scoring.score import ScoredHands, score_hands
from tests.reference.payments import Claim, Table, settle_wins
from tests.reference.random_hands import random_win
from tests.reference.readings import Win
from tests.reference.scorer import Score, score

HANDS = 4000
RULESETS = 40
MELDS = {"chi": Meld.CHI, "pon": Meld.PON, "minkan": Meld.OPEN_KAN, "ankan": Meld.ANKAN}
DOUBLE = ("kokushi_musou_13_wait", "suuankou_tanki", "daisuushii", "junsei_chuuren_poutou")


def random_rules(rng: Random) -> Ruleset:
    """A rule set with every rule of scoring chosen at random."""
    renhou = rng.choice(({}, {}, {"renhou": (5, 0)}))
    return Ruleset(
        name="random",
        ippatsu=rng.random() < 0.8,
        open_tanyao=rng.random() < 0.8,
        yaku_han={**STANDARD_YAKU_HAN, **renhou},
        yakuman={**STANDARD_YAKUMAN, **rng.choice(({}, dict.fromkeys(DOUBLE, 2)))},
        yakuman_stacking=rng.random() < 0.7,
        kazoe=rng.choice(list(Kazoe)),
        renhou_limit="none" if renhou else rng.choice(("none", "mangan", "yakuman")),
        ryuuiisou_needs_hatsu=rng.random() < 0.5,
        double_wind_pair_fu=rng.choice((2, 4)),
        rinshan_tsumo_fu=rng.random() < 0.7,
        kiriage_mangan=rng.random() < 0.5,
    )


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
    drawn = [random_win(Random(seed)) for seed in range(HANDS)]
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
        expected = score(win, rulesets[row % RULESETS])
        assert scored.has_yaku[row] == (expected is not None), win
        if expected is not None:
            found = (
                yaku[row],
                scored.fu[row],
                scored.yakuman[row],
                scored.base[row],
                LIMITS[scored.limit[row]],
            )
            assert found == (expected.yaku, expected.fu, expected.yakuman, expected.base, expected.limit), win


def test_random_hands_show_many_yaku(scored):
    """The comparison above means little unless most yaku turn up."""
    seen = int(np.bitwise_or.reduce(scored.yaku))
    assert {slug for bit, slug in enumerate(YAKU[:46]) if not seen >> bit & 1} <= {"chinroutou"}


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
    """A table with rules of payment chosen at random."""
    several = players > 2
    rules = Ruleset.common(
        players,
        yakuman={**STANDARD_YAKUMAN, **rng.choice(({}, {"daisuushii": 2}))},
        yakuman_stacking=rng.random() < 0.7,
        pao=frozenset(rng.sample(PAO_YAKUMAN, rng.randrange(4))),
        pao_scope=rng.choice(list(PaoScope)),
        honba_points=rng.choice((100, 300, 500)),
        honba_to_each_winner=several and rng.random() < 0.3,
        own_stick_back=several and rng.random() < 0.3,
        tsumo_absent_share=rng.choice(list(AbsentShare)),
    )
    paid = tuple(seat for seat in range(players) if rng.random() < 0.4)
    sticks = rng.randrange(3) + len(paid)
    return Table(rules, players, rng.randrange(players), rng.randrange(6), sticks, paid)


def random_claims(rng: Random, table: Table) -> list[Claim]:
    """One tsumo or up to three rons, some with yakuman that somebody is liable for."""
    from_seat = rng.randrange(table.players)
    others = [(from_seat + turn) % table.players for turn in range(1, table.players)]
    is_tsumo = rng.random() < 0.5
    winners = (
        [from_seat] if is_tsumo else sorted(rng.sample(others, rng.randint(1, len(others))), key=others.index)
    )
    return [random_claim(rng, table, seat, from_seat) for seat in winners]


def random_claim(rng: Random, table: Table, seat: int, from_seat: int) -> Claim:
    """A win by one seat."""
    if rng.random() < 0.5:
        base = rng.choice((240, 400, 640, 960, 1920, 2000, 3000))
        return Claim(seat, from_seat, Score({}, 30, 0, base, "none", None))
    slugs = rng.sample((*PAO_YAKUMAN, "tsuuiisou"), rng.randint(1, 2))
    slugs.sort(key=YAKU.index)
    multiples = [table.rules.yakuman[slug] for slug in slugs]
    count = sum(multiples) if table.rules.yakuman_stacking else max(multiples)
    found = {slug: 13 * multiple for slug, multiple in zip(slugs, multiples, strict=True)}
    liable = [(slug, rng.choice([s for s in range(table.players) if s != seat])) for slug in PAO_YAKUMAN]
    pao = tuple(
        (slug, s) for slug, s in liable if slug in table.rules.pao and slug in slugs and rng.random() < 0.7
    )
    return Claim(seat, from_seat, Score(found, 0, count, 8000 * count, "yakuman", None), pao)


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
        [[dict(c.pao).get(slug, NOBODY) for slug in PAO_YAKUMAN] for c in wins], dtype=np.int8
    )
    everything = PaidWins(
        base=base,
        seat=np.array([c.seat for c in wins], dtype=np.int8),
        from_seat=np.array([c.from_seat for c in wins], dtype=np.int8),
        dealer_seat=np.full(size, table.dealer, dtype=np.int8),
        present=seats_of(np.full(size, table.players)),
        doubled=np.zeros(size, dtype=np.bool_),
        honba=np.full(size, table.honba, dtype=np.int16),
        sticks=np.full(size, table.sticks, dtype=np.int16),
        pao_seat=pao_seat,
        pao_base=liable_base(yaku, base, pao_seat, rules, rule),
        rule=rule,
    )
    paid_stick = np.array([c.seat in table.own_sticks for c in wins])
    honba, sticks = table_shares(np.zeros(size, dtype=np.int64), everything, paid_stick, rules)
    deltas = win_deltas(replace(everything, honba=honba, sticks=sticks), rules)
    return deltas[::-1, : table.players].tolist()
