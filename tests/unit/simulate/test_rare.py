from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mjlog.audit.assess import audit_batches
from mjlog.rulesets import Ruleset, RulesetTable, load, resolve
from mjlog.schema import DRAW_TYPES, OUTCOMES, YAKU
from mjlog.simulate import simulate
from mjlog.simulate.rare import catalogue, deals_for, scripts, stacked
from mjlog.simulate.round import Round
from mjlog.simulate.table import Deal, Table
from mjlog.simulate.wall import tile_set

TENHOU, SOUL = load("tenhou"), load("mahjong_soul")
RULES: dict[str, Ruleset] = {
    "tenhou": TENHOU,
    "tenhou_sanma": load("tenhou_sanma"),
    "mahjong_soul": SOUL,
    "mahjong_soul_sanma": load("mahjong_soul_sanma"),
    "one winner, renhou, all pao": resolve(
        """{
            "extends": "tenhou", "name": "club",
            "max_ron": 1, "triple_ron": "all_win", "renhou_limit": "mangan",
            "pao": ["daisangen", "daisuushii", "suukantsu"], "pao_honba": "discarder"
        }"""
    ),
}
CASES = [(name, deal.name) for name, rules in RULES.items() for deal in deals_for(rules)]


def play(ask, rules: Ruleset, name: str, number: int, seed: int):
    """Play one stacked deal with deep pockets; its table and outcome."""
    (chosen,) = deals_for(rules, [name])
    deal = Deal(0, number, 1, 0, (200_000,) * rules.players)
    table = Table(rules, deal, stacked(chosen, rules, deal.dealer, Random(seed)))
    minds = scripts(chosen, deal.dealer, rules.players)
    return table, ask(Round(table, minds, RulesetTable.of([rules])).play(), rules)


def happened(table: Table, outcome) -> set[str]:
    """Everything that `gives` can promise."""
    wins = outcome.wins
    ordinary = [w["log_han"] for w in wins if w["log_limit"] != "yakuman" or max(w["log_yaku_han"]) < 13]
    declared = [s for s in table.seats if s.in_riichi]
    return {
        outcome.kind,
        *(slug for win in wins for slug in win["log_yaku"]),
        *([outcome.draw["log_type"]] if outcome.draw else []),
        *(["pao"] if any(w["log_pao_seat"] is not None for w in wins) else []),
        *([{2: "double_ron", 3: "triple_ron"}[len(wins)]] if len(wins) > 1 else []),
        *(["four_kans"] if len(table.kans) == 4 else []),
        *(["thirteen_han"] if ordinary and max(ordinary) >= 13 else []),
        *(["stick_not_paid"] if any(not s.has_paid for s in declared) else []),
    }


@pytest.mark.parametrize(("rules", "name"), CASES)
def test_every_stacked_deal_gives_what_it_promises(ask, rules, name):
    promised = next(deal.gives for deal in catalogue() if deal.name == name)
    for seed in range(4):
        number = seed % RULES[rules].players + 1
        table, outcome = play(ask, RULES[rules], name, number, seed)
        assert set(promised) <= happened(table, outcome)


def test_every_stacked_deal_is_played_under_some_rules():
    assert {name for _, name in CASES} == {deal.name for deal in catalogue()}


def test_the_catalogue_holds_every_yakuman_and_every_kind_of_draw():
    given = {word for deal in catalogue() for word in deal.gives}
    yakuman = YAKU[YAKU.index("renhou") : YAKU.index("suukantsu") + 1]
    draws = set(DRAW_TYPES) - {"unknown"}
    assert given >= {*yakuman, *draws, "pao", "double_ron", "triple_ron", "four_kans", "chankan"}
    assert given <= {*YAKU, *DRAW_TYPES, *OUTCOMES, "pao", "double_ron", "triple_ron", "four_kans"} | {
        "thirteen_han",
        "stick_not_paid",
    }


@pytest.mark.parametrize("rules", RULES)
def test_stacked_games_audit_clean(rules):
    deals = len(deals_for(RULES[rules]))
    batches = list(simulate(RULES[rules], games=deals, seed=5, rare=True))
    report = audit_batches(batches)
    assert report.findings.to_pylist() == []
    assert sum(len(b.rounds) for b in batches) >= deals


@pytest.mark.parametrize("rules", RULES)
def test_stacked_walls_hold_every_tile_once(rules):
    ruleset = RULES[rules]
    for deal in deals_for(ruleset):
        wall = stacked(deal, ruleset, 1, Random(3))
        promised = [c for tiles in wall.promised for c in tiles if c != 255]
        dealt = [c for hand in wall.hands for c in hand]
        everything = dealt + promised + wall.live + wall.dora + wall.ura + wall.replacements
        assert Counter(everything) == Counter(tile_set(ruleset)), deal.name
        assert wall.left == len(tile_set(ruleset)) - ruleset.dead_wall - 13 * ruleset.players


def test_triple_ron_aborts_where_the_rules_say_so(ask):
    assert play(ask, TENHOU, "sanchahou", 1, 0)[1].draw["log_type"] == "sanchahou"
    assert len(play(ask, SOUL, "triple_ron", 1, 0)[1].wins) == 3


def test_the_liable_player_pays_all_of_a_tsumo_and_half_of_a_ron(ask):
    _, tsumo = play(ask, TENHOU, "pao_daisangen_tsumo", 1, 0)
    assert tsumo.wins[0]["log_deltas"] == [-32_300, 32_300, 0, 0]
    _, ron = play(ask, TENHOU, "pao_daisangen_ron", 1, 0)
    assert ron.wins[0]["log_deltas"] == [-16_300, 32_300, -16_000, 0]


def test_the_nearest_player_wins_where_only_one_may(ask):
    rules = RULES["one winner, renhou, all pao"]
    table, outcome = play(ask, rules, "two_could_ron_and_the_nearest_does", 1, 0)
    assert [win["seat"] for win in outcome.wins] == [1]
    assert sum(seat.in_riichi for seat in table.seats) == 2


def test_a_riichi_whose_tile_is_won_on_is_not_paid(ask):
    table, outcome = play(ask, TENHOU, "double_ron_on_a_declaration", 1, 0)
    assert not any(event.kind == "riichi_accepted" for event in table.events)
    assert [win["log_riichi_sticks"] for win in outcome.wins] == [0, 0]


def test_unknown_deals_are_refused_with_the_nearest_name():
    with pytest.raises(ValueError, match=r"did you mean 'chankan'"):
        deals_for(TENHOU, ["chankn"])
    with pytest.raises(ValueError, match=r"allows no stacked deal: triple_ron"):
        deals_for(TENHOU, ["triple_ron"])


def test_named_deals_are_played_once_in_each_game():
    tables = next(simulate("tenhou", games=2, seed=0, rare=["suufon_renda", "kyuushu_kyuuhai"]))
    types = tables.draws["log_type"].to_pylist()
    assert sorted(types[:2]) == sorted(types[2:]) == ["kyuushu_kyuuhai", "suufon_renda"]
    assert types[0] != types[2]
    assert tables.games["is_complete"].to_pylist() == [False, False]
