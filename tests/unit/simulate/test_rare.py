from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from mjlog.audit.assess import audit_batches
from mjlog.rulesets import Ruleset, load, presets
from mjlog.rulesets.words import Chombo, FuritenRiichi, Nagashi, ScoreSystem, TripleRon
from mjlog.schema import DRAW_TYPES, LOCAL_YAKU, OUTCOMES, YAKU, YAKU_BIT
from mjlog.simulate import simulate
from mjlog.simulate.game import Rules, play_game, play_together
from mjlog.simulate.rare import catalogue, counts, deals_for, leading_to, stacked
from mjlog.simulate.record import tables_of
from mjlog.simulate.table import Table
from mjlog.simulate.wall import live_tiles, tile_set

TENHOU, SOUL, TOUTENKOU = load("tenhou"), load("mahjong_soul"), load("toutenkou")
CLUB = replace(
    TENHOU,
    name="one winner, renhou, all pao",
    max_ron=1,
    triple_ron=TripleRon.ALL_WIN,
    renhou_limit="mangan",
    pao=frozenset({"daisangen", "daisuushii", "suukantsu"}),
    pao_honba="discarder",
    set_aside=("N",),
    ankan_in_riichi="same_readings",
)
FOUR_SHARE = replace(TOUTENKOU, name="four share the table", sits_out=True, uma=(0, 0, 0, 0))
RULES: dict[str, Ruleset] = {name: load(name) for name in presets()} | {r.name: r for r in (CLUB, FOUR_SHARE)}
BY_NAME = {deal.name: deal for deal in catalogue()}
OTHER_WORDS = {
    *("pao", "double_ron", "triple_ron", "four_kans", "bonus", "dead_hand", "penalty"),
    *("thirteen_han", "stick_not_paid"),
}
IMPOSSIBLE = {"two_player": {"chankan"}}
"""Who adds to a pon of two players has it from the one opponent, who is furiten on its tile."""


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
        *({e.kind for e in table.events} & OTHER_WORDS),
    }


@pytest.mark.parametrize(("name", "seed"), [(name, seed) for seed, name in enumerate(RULES)])
def test_every_stacked_deal_gives_what_it_promises(play_all, name, seed):
    rules, deals = RULES[name], deals_for(RULES[name])
    away = rules.players if rules.sits_out else -1
    played = play_all(rules, deals, seed=seed, dealer=seed % rules.players, away=away)
    missing = {d.name: set(d.gives) - happened(*found) for d, found in zip(deals, played, strict=True)}
    assert {deal: words for deal, words in missing.items() if words} == {}


def test_every_stacked_deal_is_played_under_some_rules():
    assert {deal.name for rules in RULES.values() for deal in deals_for(rules)} == set(BY_NAME)


def test_the_catalogue_promises_known_words_only():
    given = {word for deal in catalogue() for word in deal.gives}
    assert given <= {*YAKU, *DRAW_TYPES, *OUTCOMES, *OTHER_WORDS}


# --- every rare thing that the rules know -----------------------------------------------------------


def known_yaku(rules: Ruleset) -> set[str]:
    """Yakuman and local yaku of some worth, and those that take a rare moment."""
    yakuman = YAKU[YAKU_BIT["renhou"] : YAKU_BIT["suukantsu"] + 1]
    moments = ("chankan", "rinshan_kaihou", "haitei", "houtei", "double_riichi")
    return {slug for slug in (*yakuman, *LOCAL_YAKU, *moments) if counts(rules, slug)}


def known_draws(rules: Ruleset) -> set[str]:
    """Kinds of draw that the rules have."""
    found = {"exhaustive", *rules.abortive_draws}
    found |= {"nagashi_mangan"} if rules.nagashi_mangan is not Nagashi.NONE else set()
    found |= {"chombo"} if rules.chombo is not Chombo.NONE else set()
    return found | ({"sanchahou"} if rules.triple_ron is TripleRon.ABORT else set())


def known_others(rules: Ruleset) -> set[str]:
    """What is neither yaku nor draw."""
    found = {"pao", "four_kans", "kita"} if rules.set_aside else {"pao", "four_kans"}
    found |= {"double_ron"} if rules.max_ron >= 2 else set()
    found |= {"triple_ron"} if rules.max_ron == 3 and rules.triple_ron is TripleRon.ALL_WIN else set()
    found |= {"bonus"} if rules.bonus_payment else set()
    return found | (
        {"thirteen_han"} if rules.score_system is ScoreSystem.HAN_FU and rules.ura_dora else set()
    )


@pytest.mark.parametrize("name", presets())
def test_the_stacked_deals_of_a_preset_cover_all_that_its_rules_know(name):
    rules = RULES[name]
    given = {word for deal in deals_for(rules) for word in deal.gives}
    assert given >= (known_yaku(rules) | known_draws(rules) | known_others(rules)) - IMPOSSIBLE.get(
        name, set()
    )


@pytest.mark.parametrize("name", presets())
def test_pao_of_every_yakuman_by_tsumo_and_by_ron(name):
    rules = RULES[name]
    names = {deal.name for deal in deals_for(rules)}
    for yakuman in rules.pao:
        assert f"pao_{yakuman}_tsumo" in names
        is_gathered = yakuman in rules.gathered_yaku
        assert is_gathered or names & {f"pao_{yakuman}_ron", f"pao_{yakuman}_dealt_in_by_the_liable"}
    assert ("pao_of_an_open_kan" in names) is rules.pao_daiminkan


def test_faults_and_gathered_tiles_of_toutenkou():
    names = {deal.name for deal in deals_for(TOUTENKOU)}
    assert names >= {
        *("four_kans_gathered", "eight_reds", "eight_reds_in_a_complete_hand", "twelve_man", "paarenchan"),
        *("chombo_by_a_furiten_riichi_that_wins", "chombo_by_a_furiten_riichi_at_a_draw"),
        *("chombo_by_a_win_passed_in_riichi", "chombo_by_a_false_win", "open_furiten_riichi"),
        *("four_equal_tiles_set_aside", "open_riichi_deal_in_has_a_worth", "dead_hand", "penalty"),
    }
    assert TOUTENKOU.furiten_riichi is FuritenRiichi.OPEN_ONLY


@pytest.mark.parametrize("dead_wall", [75, 80, 83])
def test_a_wall_with_few_draws_has_the_deals_that_it_holds(dead_wall):
    few = replace(TENHOU, name="few draws", dead_wall=dead_wall)
    names = {deal.name for deal in deals_for(few)}
    assert names < {deal.name for deal in deals_for(TENHOU)}
    assert "tenhou" in names
    batches = list(simulate(few, games=2, seed=1, rare=True))
    assert audit_batches(batches).findings.to_pylist() == []


# --- games of stacked deals -------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_every_stacked_deal_audits_clean(name):
    rules, deals = Rules.of(RULES[name]), deals_for(RULES[name])
    plays = [play_game(rules, n, 5, [deal]) for n, deal in enumerate(deals)]
    games = list(play_together(plays, rules))
    tables = tables_of(games, rules.table, seed=5)
    assert audit_batches([tables]).findings.to_pylist() == []
    assert len(tables.games) == len(deals)


@pytest.mark.parametrize("name", ["tenhou", "two_player", "toutenkou", "four share the table"])
def test_games_of_stacked_deals_audit_clean(name):
    batches = list(simulate(RULES[name], games=6, seed=6, rare=True))
    assert audit_batches(batches).findings.to_pylist() == []
    assert sum(len(b.rounds) for b in batches) > 6


@pytest.mark.parametrize("name", RULES)
def test_stacked_walls_hold_every_tile_once(deal_of, name):
    rules = RULES[name]
    deal = deal_of(rules, dealer=1, away=0 if rules.sits_out else -1)
    stacks = deals_for(rules)
    assert stacks
    for stack in stacks:
        wall = stacked(stack, rules, deal, Random(3))
        promised = [c for tiles in wall.promised for c in tiles if c != 255]
        dealt = [c for hand in wall.hands for c in hand]
        everything = dealt + promised + wall.live + wall.dora + wall.ura + wall.reserve
        assert Counter(everything) == Counter(tile_set(rules)), stack.name
        assert wall.left == live_tiles(rules)


def test_the_dealer_wins_until_there_are_the_honba_that_a_deal_wants(deal_of):
    stack = BY_NAME["paarenchan"]
    assert leading_to(stack, deal_of(TOUTENKOU, honba=7)).name == "dealer_wins"
    assert leading_to(stack, deal_of(TOUTENKOU, honba=8)) is stack
    tables = next(simulate(TOUTENKOU, games=1, seed=0, rare=["paarenchan"]))
    assert tables.rounds["honba"].to_pylist() == list(range(9))
    assert "paarenchan" in tables.wins["log_yaku"].to_pylist()[-1]


def test_triple_ron_aborts_where_the_rules_say_so(play_stacked):
    assert play_stacked(TENHOU, BY_NAME["sanchahou"])[1].draw["log_type"] == "sanchahou"
    assert len(play_stacked(SOUL, BY_NAME["triple_ron"])[1].wins) == 3


def test_the_liable_player_pays_all_of_a_tsumo_and_half_of_a_ron(play_stacked):
    _, tsumo = play_stacked(TENHOU, BY_NAME["pao_daisangen_tsumo"])
    assert tsumo.wins[0]["log_deltas"] == [-32_300, 32_300, 0, 0]
    _, ron = play_stacked(TENHOU, BY_NAME["pao_daisangen_ron"])
    assert ron.wins[0]["log_deltas"] == [-16_300, 32_300, -16_000, 0]


def test_two_players_are_liable_for_a_yakuman_each(play_stacked):
    _, outcome = play_stacked(load("m_league"), BY_NAME["pao_of_two"])
    assert outcome.wins[0]["log_deltas"] == [-32_300, 64_300, -32_000, 0]


def test_who_gave_the_tile_of_an_open_kan_pays_alone(play_stacked):
    _, outcome = play_stacked(load("jpml_a"), BY_NAME["pao_of_an_open_kan"])
    deltas = outcome.wins[0]["log_deltas"]
    assert deltas[2:] == [0, 0]
    assert deltas[0] == -deltas[1] < 0


def test_the_nearest_player_wins_where_only_one_may(play_stacked):
    table, outcome = play_stacked(CLUB, BY_NAME["two_could_ron_and_the_nearest_does"])
    assert [win["seat"] for win in outcome.wins] == [1]
    assert sum(seat.in_riichi for seat in table.seats) == 2


def test_a_riichi_whose_tile_is_won_on_is_not_paid(play_stacked):
    table, outcome = play_stacked(TENHOU, BY_NAME["double_ron_on_a_declaration"])
    assert not any(event.kind == "riichi_accepted" for event in table.events)
    assert [win["log_riichi_sticks"] for win in outcome.wins] == [0, 0]


def test_gathered_tiles_win_without_a_winning_tile_and_without_a_replacement(play_stacked):
    table, outcome = play_stacked(TOUTENKOU, BY_NAME["twelve_man"])
    assert [event.kind for event in table.events[-3:]] == ["kita", "bonus", "win"]
    assert outcome.wins[0]["tile"] == 255
    assert "menzen_tsumo" not in outcome.wins[0]["log_yaku"]


def test_chombo_gives_sticks_back_and_keeps_penalties_on_the_table(play_stacked):
    table, outcome = play_stacked(TOUTENKOU, BY_NAME["chombo_by_a_win_passed_in_riichi"], sticks=2)
    assert table.sticks == 3
    assert (outcome.sticks, outcome.offender, outcome.dealer_stays) == (2, 1, True)
    assert outcome.draw["log_deltas"] == [4000, -8000, 4000]
    assert outcome.scores == (204_000, 192_000, 204_000)
    assert [event.kind for event in table.events].count("exhaustive_draw") == 0


def test_chombo_that_costs_of_the_result_costs_nothing_now(play_stacked):
    _, outcome = play_stacked(load("ema_2016"), BY_NAME["chombo_by_a_dealer"])
    assert outcome.draw["log_deltas"] == [0, 0, 0, 0]
    tables = next(simulate("ema_2016", games=1, seed=0, rare=["chombo_by_a_dealer"]))
    assert tables.draws["log_type"].to_pylist() == ["chombo"]


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
