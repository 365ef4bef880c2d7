"""Parts of play add up to their wholes on simulated games, of three players and of four."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

import pytest

from mjlog.simulate import simulate
from mjlog.stats.catalogue import catalogue
from mjlog.stats.rates import rates
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse

SECTIONS = ("riichi", "calls", "kans", "dealing_in", "dealt_hands", "yaku")


@pytest.fixture(scope="module")
def logs() -> LogTables:
    """Games of four players, of which some have rare things in them, and of three."""
    return LogTables.concat(
        [
            *simulate("tenhou", 3, 0),
            *simulate("mahjong_soul", 3, 1, rare=True),
            *simulate("tenhou_sanma", 4, 2),
        ]
    )


@pytest.fixture(scope="module")
def warehouse(logs: LogTables) -> Warehouse:
    made = Warehouse()
    made.add([logs])
    return made


def sums(warehouse: Warehouse, view: str) -> Counter[str]:
    """The columns of a view of totals, added up over everybody."""
    row = warehouse.query(f"select sum(columns(* exclude (game_id, round_index, seat))) from {view}")
    return Counter(row.to_pylist()[0])


def test_riichi_end_in_one_of_six_ways(warehouse: Warehouse) -> None:
    total = sums(warehouse, "riichi_totals")
    ends = ("wins", "deal_ins", "tsumo_losses", "sideways", "draws")
    abortive = warehouse.query(
        "select count(*) as n from player_riichis where outcome in ('abortive_draw', 'chombo')"
    )["n"][0].as_py()
    assert total["riichi"] > 0
    assert sum(total[f"riichi_{end}"] for end in ends) + abortive == total["riichi"]
    assert total["first_riichi"] + total["chasing_riichi"] == total["riichi"]


def test_whoever_is_chased_somebody_chases(warehouse: Warehouse) -> None:
    """Of n riichi in a round, n - 1 chase and n - 1 are chased."""
    total = sums(warehouse, "riichi_totals")
    assert total["chasing_riichi"] == total["chased_riichi"] > 0
    assert total["chasers"] >= total["chased_riichi"]


def test_whoever_is_pre_empted_is_one_of_the_others(warehouse: Warehouse) -> None:
    rows = warehouse.query(
        "select p.game_id, p.round_index, sum(p.pre_empted) as pre_empted, count(*) as players,"
        " sum(coalesce(r.first_riichi, 0)) as firsts from pre_empted_totals as p left join riichi_totals as r"
        " on r.game_id = p.game_id and r.round_index = p.round_index and r.seat = p.seat group by all"
    ).to_pylist()
    for row in rows:
        assert row["firsts"] in (0, 1)
        assert row["pre_empted"] == row["firsts"] * (row["players"] - 1)


def test_score_changes_after_a_first_riichi_are_those_of_its_ends(warehouse: Warehouse) -> None:
    total = sums(warehouse, "pre_empted_totals")
    parts = ("win", "deal_in", "tsumo_loss", "sideways", "draw")
    assert sum(total[f"pre_empted_{part}_balance"] for part in parts) == total["pre_empted_balance"]


def test_calls_are_the_melds_of_the_table(warehouse: Warehouse) -> None:
    total = sums(warehouse, "call_totals")
    events: Counter[str] = Counter()
    for kind in warehouse.query("events")["kind"].to_pylist():
        events[kind] += 1
    assert total["open_melds"] == events["chi"] + events["pon"] + events["daiminkan"] > 0
    assert total["judged_calls"] == total["open_melds"]
    assert total["called"] + total["called_2"] + total["called_3"] + total["called_4"] == total["open_melds"]
    kans = sums(warehouse, "kan_totals")
    assert kans["kans"] == events["daiminkan"] + events["kakan"] + events["ankan"] > 0
    assert kans["kitas"] == events["kita"] > 0


def test_open_wins_are_wins_of_called_rounds(warehouse: Warehouse) -> None:
    total = sums(warehouse, "call_totals")
    assert total["open_wins"] == total["called_wins"] > 0


def test_deal_ins_are_of_one_hand_and_to_one_or_more(warehouse: Warehouse) -> None:
    total = sums(warehouse, "deal_in_totals")
    assert total["deal_ins"] > 0
    assert total["in_riichi"] + total["when_open"] + total["when_closed"] == total["deal_ins"]
    for prefix, whole in (("events_to_", "events"), ("to_", "deal_ins")):
        parts = sum(total[prefix + state] for state in ("riichi", "open", "dama"))
        assert parts == total[whole] if whole == "events" else parts >= total[whole]


def test_yaku_are_those_of_the_wins(warehouse: Warehouse, logs: LogTables) -> None:
    """Every yaku, as often as the logs name it, for who won and for who paid."""
    named: dict[str, Counter[tuple[int, str]]] = defaultdict(Counter)
    players = dict(
        zip(logs.games["game_id"].to_pylist(), logs.games["player_count"].to_pylist(), strict=True)
    )
    for win in logs.wins.to_pylist():
        count = players[win["game_id"]]
        is_tsumo = win["seat"] == win["from_seat"]
        for yaku, han in zip(win["log_yaku"], win["log_yaku_han"], strict=True):
            if han:
                named["win"][count, yaku] += 1
                named["tsumo_loss" if is_tsumo else "deal_in"][count, yaku] += count - 1 if is_tsumo else 1
    rows = warehouse.query("yaku_frequencies").to_pylist()
    found: dict[str, Counter[tuple[int, str]]] = defaultdict(Counter)
    by_state: Counter[Any] = Counter()
    for row in rows:
        if row["state"] == "all" and row["hands"]:
            found[row["event"]][row["player_count"], row["yaku"]] += row["hands"]
        sign = 1 if row["state"] == "all" else -1
        by_state[row["player_count"], row["event"], row["yaku"]] += sign * row["hands"]
    assert found == named
    assert not any(by_state.values())


def test_shares_of_shanten_add_up_to_one(warehouse: Warehouse) -> None:
    rows = warehouse.query("shanten_by_turn").to_pylist()
    shares: defaultdict[tuple[int, int], float] = defaultdict(float)
    for row in rows:
        shares[row["player_count"], row["turn"]] += row["rate"]
    assert all(share == pytest.approx(1) for share in shares.values())
    dealt = warehouse.query("select count(*) as n from round_players")["n"][0].as_py()
    assert sum(row["hands"] for row in rows if row["turn"] == 0) == dealt


def test_progress_never_goes_back(warehouse: Warehouse) -> None:
    rows = warehouse.query("progress_by_turn").to_pylist()
    for before, after in pairwise(rows):
        if before["player_count"] == after["player_count"]:
            for name in ("riichi_rate", "call_rate", "win_rate"):
                assert before[name] <= after[name]
    for count in (3, 4):
        last = [row for row in rows if row["player_count"] == count][-1]
        (wins,) = warehouse.query(
            "select avg(is_win::integer) as rate from player_rounds where player_count = $n", n=count
        )["rate"].to_pylist()
        assert last["win_rate"] == pytest.approx(wins)


@pytest.mark.parametrize("profile", ["house", "amae", "mortal", "mpa"])
def test_a_rate_counts_some_of_its_denominator(warehouse: Warehouse, profile: str) -> None:
    names = [name for name, s in catalogue().items() if s.section in SECTIONS]
    rows = rates(warehouse, statistics=names, by=("player", "round"), profile=profile).to_pylist()
    assert {row["statistic"] for row in rows} == set(names)
    for row in rows:
        assert row["denominator"] >= 0
        if row["kind"] == "rate":
            assert 0 <= row["numerator"] <= row["denominator"], row


def test_a_hand_that_is_hidden_is_counted_and_not_judged() -> None:
    """The same games seen by everybody, and by one seat, whose figures stay as they are."""
    names = [name for name, s in catalogue().items() if s.section in SECTIONS]
    answers = []
    for view in (None, 1):
        made = Warehouse()
        made.add(simulate("tenhou", 3, 4, view=view))
        rows = rates(made, statistics=names, by=("seat",)).to_pylist()
        answers.append({(r["seat"], r["statistic"]): (r["numerator"], r["denominator"]) for r in rows})
    whole, seen = answers
    assert whole.keys() == seen.keys()
    for (seat, name), counted in whole.items():
        if seat == 1 or name in ("riichi_rate", "riichi_win_rate", "call_rate", "avg_calls", "kan_rate"):
            assert seen[seat, name] == counted, name
        elif name in ("riichi_good_wait_rate", "call_shanten", "start_shanten", "deal_in_shanten"):
            assert seen[seat, name] == (0, 0), name
