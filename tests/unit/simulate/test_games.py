"""Whole games: they repeat, they are legal by the audit, and their rates are those of sensible play."""

from __future__ import annotations

import json
from itertools import islice

import pyarrow.compute as pc
import pytest

from mjlog.audit.assess import audit_batches
from mjlog.formats.mjai import write as mjai_write
from mjlog.rulesets import load, presets, resolve
from mjlog.simulate import game, simulate
from mjlog.tables import LogTables

NO_ABORTS = {"abortive_draws": [], "triple_ron": "all_win"}
FOUR, THREE, TWO = {"extends": "tenhou"}, {"extends": "tenhou_sanma"}, {"extends": "two_player"}
TOUTENKOU = {"extends": "toutenkou"}
POINTS = load("toutenkou").to_dict()["yaku_points"]
UNUSUAL = {
    "no red fives, closed tanyao": FOUR | {"red_fives": [0, 0, 0], "open_tanyao": False},
    "east only": FOUR | {"length": "east"},
    "one round": FOUR | {"length": "one_round"},
    "kuikae allowed": FOUR | {"kuikae": "allowed"},
    "no aborts": FOUR | NO_ABORTS,
    "honba to each winner": FOUR | NO_ABORTS | {"honba_to_each_winner": True, "own_stick_back": True},
    "one winner": FOUR | {"max_ron": 1, "triple_ron": "all_win"},
    "always ends on schedule": FOUR
    | {
        "target_score": 0,
        "agari_yame": "never",
        "tenpai_yame": "never",
        "bust": "none",
        "tenpai_renchan": False,
        "win_renchan": False,
    },
    "ends with nothing left": FOUR | {"bust": "at_zero", "start_score": 8000, "return_score": 8000},
    "as at European tables": FOUR
    | NO_ABORTS
    | {
        "red_fives": [0, 0, 0],
        "kazoe": "sanbaiman",
        "yakuman_stacking": False,
        "nagashi_mangan": "none",
        "temporary_furiten_until": "own_draw_or_call",
        "kan_dora": "immediate",
        "leftover_sticks": "lost",
        "ties": "split",
        "riichi_min_score": -1_000_000,
        "riichi_min_wall": 0,
        "bust": "none",
    },
    "furiten until the own draw, strict kans, no furiten riichi": FOUR
    | {
        "temporary_furiten_until": "own_draw",
        "ankan_in_riichi": "same_readings",
        "furiten_riichi": "forbidden",
        "chombo": "mangan",
    },
    "no ippatsu, ura or kan dora": FOUR
    | {"ippatsu": False, "ura_dora": False, "kan_dora": "off", "kan_ura_dora": False},
    "floating uma, wins of nagashi": FOUR
    | {"floating_uma": [[12, -1, -3, -8], [8, 4, -4, -8], [8, 3, 1, -12]], "nagashi_mangan": "win"},
    "points added up by four, with chi": FOUR
    | NO_ABORTS
    | {"score_system": "additive", "yaku_points": POINTS | {"tanyao": [1, 1], "sanshoku_doujun": [10, 5]}}
    | {"shares": "equal", "tenpai": "winnable", "open_riichi": True, "bonus_payment": 500},
    "the winner deals": FOUR
    | {"deal": "winner", "length": "open", "target_score": 0, "agari_yame": "never", "tenpai_yame": "never"}
    | {"pao_daiminkan": True, "kan_dora": "immediate"},
    "wide dead wall, kans for nothing": FOUR | {"dead_wall": 40, "wall_per_kan": 0},
    "narrow dead wall, dear kans": FOUR | {"dead_wall": 4, "wall_per_kan": 4},
    "three with chi and all tiles": THREE | {"chi": True, "set_aside": [], "removed_tiles": []},
    "three who split the missing share": THREE | {"tsumo_absent_share": "split"},
    "three who share the whole hand, two han to win": THREE
    | {"tsumo_absent_share": "split_hand", "minimum_han": 2, "tenhou_any_tile": True},
    "three who set aside winds and dragons": THREE
    | {"set_aside": ["N", "W", "C"], "set_aside_ron": False, "set_aside_rinshan": False}
    | {"wall_per_set_aside": 0, "dead_wall": 20},
    "three at a table of four": THREE | {"sits_out": True, "uma": [15, 5, -5, -15]},
    "two, east only, 18 draws": TWO | {"length": "east", "draws_per_player": 18, "red_fives": [0, 0, 0]},
    "two with all live tiles": TWO | {"draws_per_player": 0, "open_tanyao": False, "kuikae": "allowed"},
    "toutenkou by four": TOUTENKOU | {"sits_out": True, "uma": [0, 0, 0, 0]},
    "toutenkou with dice": TOUTENKOU | {"dice_pair_doubles": True},
    "toutenkou of east only where the next deals": TOUTENKOU
    | {"length": "east", "deal": "next", "bust": "below_zero", "sits_out": True, "uma": [0, 0, 0, 0]},
    "toutenkou with loose rules": TOUTENKOU
    | {
        "bound_tiles": {},
        "furiten_riichi": "allowed",
        "tenpai": "shape",
        "gathered_yaku": [],
        "set_aside_rinshan": True,
        "wall_per_set_aside": 1,
        "nagashi_mangan": "none",
    },
}


@pytest.fixture(scope="module")
def played() -> LogTables:
    return next(simulate("tenhou", games=60, seed=1))


@pytest.fixture(scope="module")
def played_by_three() -> LogTables:
    return next(simulate("tenhou_sanma", games=40, seed=1))


def findings(*batches: LogTables) -> list[dict]:
    return audit_batches(batches).findings.to_pylist()


# --- the same from the same seed --------------------------------------------------------------------


def test_a_game_depends_on_seed_and_number_only(played):
    again = next(simulate("tenhou", games=3, seed=1))
    assert list(mjai_write.games(again)) == list(islice(mjai_write.games(played), 3))
    other = next(simulate("tenhou", games=1, seed=2))
    assert other.rounds["hand_0"][0] != again.rounds["hand_0"][0]


def test_a_game_does_not_depend_on_those_played_beside_it(monkeypatch):
    together = b"".join(mjai_write.write(t) for t in simulate("tenhou", games=2, seed=9))
    assert game.SIDE_BY_SIDE > 1
    monkeypatch.setattr("mjlog.simulate.game.SIDE_BY_SIDE", 1)
    apart = b"".join(mjai_write.write(t) for t in simulate("tenhou", games=2, seed=9))
    assert together == apart


def test_a_seed_deals_these_tiles_on_every_machine(played):
    """Pinned: a change here changes every sample and every result that names a seed."""
    assert played.rounds["hand_0"][0].as_py() == PINNED_HAND
    assert played.game_players["name"].to_pylist()[:4] == PINNED_NAMES


PINNED_HAND = ["P", "5m", "9m", "C", "9s", "2m", "5s", "8p", "2s", "8p", "8s", "3p", "1m"]
PINNED_NAMES = ["Tomasz Nowak", "田中 大和", "Léa Martin", "山本 陸"]


# --- legal ------------------------------------------------------------------------------------------


def test_games_for_four_audit_clean(played):
    played.validate()
    assert findings(played) == []
    assert played.games["is_complete"].to_pylist() == [True] * 60


def test_games_for_three_audit_clean(played_by_three):
    played_by_three.validate()
    assert findings(played_by_three) == []
    assert "kita" in set(played_by_three.events["kind"].to_pylist())


@pytest.mark.parametrize("name", sorted(set(presets()) - {"tenhou", "tenhou_sanma"}))
def test_games_under_other_presets_audit_clean(name):
    batches = list(simulate(name, games=10, seed=2))
    assert findings(*batches) == []
    assert all(all(b.games["is_complete"].to_pylist()) for b in batches)


@pytest.mark.parametrize("name", UNUSUAL)
def test_games_under_unusual_rules_audit_clean(name):
    rules = resolve(json.dumps(UNUSUAL[name] | {"name": "unusual"}))
    batches = list(simulate(rules, games=8, seed=3))
    assert findings(*batches) == []
    assert sum(len(b.rounds) for b in batches) >= 8


def test_the_audit_would_notice(played):
    """The clean audits above mean something: under other rules the same games have findings."""
    other = resolve(json.dumps(FOUR | {"honba_points": 500, "open_tanyao": False}))
    assert {f["code"][:2] for f in audit_batches([played], other).findings.to_pylist()} >= {"SC", "PY"}


# --- believable -------------------------------------------------------------------------------------


def rates(tables: LogTables) -> dict[str, float]:
    rounds, players = len(tables.rounds), tables.games["player_count"][0].as_py()
    seats = rounds * players
    kinds = pc.value_counts(tables.events["kind"].combine_chunks().dictionary_decode())
    count = {row["values"]: row["counts"] for row in kinds.to_pylist()}
    events = zip(
        *(tables.events[c].to_pylist() for c in ("game_id", "round_index", "kind", "seat")), strict=True
    )
    callers = {(g, r, s) for g, r, kind, s in events if kind in ("chi", "pon", "daiminkan")}
    wins = tables.wins.select(["game_id", "round_index", "seat", "from_seat"]).to_pylist()
    deal_ins = {(w["game_id"], w["round_index"]) for w in wins if w["seat"] != w["from_seat"]}
    return {
        "open_riichi": count.get("open_riichi", 0) / count["riichi"],
        "kita": count.get("kita", 0) / seats,
        "win": len(wins) / seats,
        "deal_in": len(deal_ins) / seats,
        "riichi": count["riichi"] / seats,
        "call": len(callers) / seats,
        "draw": len(tables.draws) / rounds,
        "points": pc.mean(tables.wins["log_points"]).as_py(),
    }


def test_rates_of_four_players_are_believable(played):
    found = rates(played)
    assert 0.17 < found["win"] < 0.26
    assert 0.08 < found["deal_in"] < 0.17
    assert 0.12 < found["riichi"] < 0.27
    assert 0.20 < found["call"] < 0.45
    assert 0.08 < found["draw"] < 0.26
    assert 4_000 < found["points"] < 8_000


def test_rates_of_three_players_are_believable(played_by_three):
    found = rates(played_by_three)
    assert 0.22 < found["win"] < 0.36
    assert 0.10 < found["deal_in"] < 0.22
    assert 0.20 < found["riichi"] < 0.45
    assert 0.04 < found["draw"] < 0.25


def test_rates_of_two_players_are_believable():
    found = rates(next(simulate("two_player", games=60, seed=1)))
    assert 0.22 < found["win"] < 0.40
    assert 0.05 < found["deal_in"] < 0.18
    assert 0.25 < found["riichi"] < 0.50
    assert 0.25 < found["draw"] < 0.55


def test_rates_of_toutenkou_are_believable():
    found = rates(next(simulate("toutenkou", games=40, seed=1)))
    assert 0.26 < found["win"] < 0.36
    assert 0.10 < found["deal_in"] < 0.24
    assert 0.02 < found["open_riichi"] < 0.15
    assert 3.0 < found["kita"] < 4.5
    assert 1_500 < found["points"] < 3_500


def test_hands_are_won_with_many_yaku(played):
    yaku = {slug for row in played.wins["log_yaku"].to_pylist() for slug in row}
    assert yaku >= {"riichi", "ippatsu", "menzen_tsumo", "pinfu", "tanyao", "yakuhai_hatsu", "chiitoitsu"}
    assert yaku >= {"honitsu", "toitoi", "iipeikou", "sanshoku_doujun", "dora", "aka_dora", "ura_dora"}


def test_wrong_arguments_are_refused():
    with pytest.raises(ValueError, match="there is no seat 3 at a table of 3"):
        next(simulate("tenhou_sanma", view=3))
    with pytest.raises(ValueError, match="no preset and no file 'tenho'"):
        next(simulate("tenho"))
