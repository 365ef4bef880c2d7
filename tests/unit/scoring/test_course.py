"""Who deals next, and when a game ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from mjlog.replay.batch import Batch
from mjlog.scoring.course import NextRounds, RoundEnds, next_rounds
from mjlog.tables import LogTables
from tests.unit.replay.written import Round, batch_of, written

EVEN = (25_000, 25_000, 25_000, 25_000)
LEADING = (35_000, 25_000, 20_000, 20_000)
"""Seat 0 leads with more than 30,000."""
WINDS = "ESWN"


@dataclass(frozen=True)
class End:
    """How a round ended: by a win of some seats, a draw with some seats tenpai, an abort or chombo."""

    name: str = "E1"
    won: tuple[int, ...] = ()
    tenpai: tuple[int, ...] = ()
    is_abort: bool = False
    is_chombo: bool = False
    from_seat: int | None = None
    """Who dealt in; a tsumo of the first winner when left out."""
    dealer: int | None = None
    """The round's number less one when left out."""
    away: int = -1
    scores: tuple[int, ...] = EVEN
    honba: int = 0


def following(end: End, players: int = 4, **rules: Any) -> NextRounds:
    wind, number = WINDS.index(end.name[0]), int(end.name[1])
    dealer = number - 1 if end.dealer is None else end.dealer
    place = {"round_wind": wind, "round_number": number, "dealer_seat": dealer, "honba": end.honba}
    if end.away >= 0:
        place["away_seat"] = end.away
    batch: Batch = batch_of(written([Round(columns=place)], rules, players))
    ends = RoundEnds(
        is_win=np.array([bool(end.won)]),
        is_abort=np.array([end.is_abort]),
        is_chombo=np.array([end.is_chombo]),
        winners=np.array([[s in end.won for s in range(4)]]),
        from_seat=np.array([end.from_seat if end.from_seat is not None else (*end.won, 0)[0]]),
        tenpai=np.array([[s in end.tenpai for s in range(4)]]),
        scores=np.array([(*end.scores, 0)[:4]], dtype=np.int32),
    )
    return next_rounds(batch, np.array([number]), ends)


def name_of(after: NextRounds) -> str:
    return f"{WINDS[after.round_wind[0]]}{after.round_number[0]}.{after.honba[0]} by {after.dealer[0]}"


@pytest.mark.parametrize(
    ("end", "rules", "name"),
    [
        (End(won=(1,)), {}, "E2.0 by 1"),
        (End(won=(1,), honba=3), {}, "E2.0 by 1"),
        (End(won=(0,)), {}, "E1.1 by 0"),
        (End(won=(0,), honba=3), {}, "E1.4 by 0"),
        (End(won=(0, 2)), {}, "E1.1 by 0"),
        (End(won=(0,)), {"win_renchan": False}, "E2.0 by 1"),
        (End(tenpai=(0, 1)), {}, "E1.1 by 0"),
        (End(tenpai=(1,)), {}, "E2.1 by 1"),
        (End(), {}, "E2.1 by 1"),
        (End(tenpai=(0,)), {"tenpai_renchan": False}, "E2.1 by 1"),
        (End(is_abort=True), {}, "E1.1 by 0"),
        (End(is_abort=True, honba=2), {"abortive_renchan": False}, "E2.3 by 1"),
        (End(is_abort=True, tenpai=(0,)), {"abortive_renchan": False}, "E2.1 by 1"),
        (End("E4", won=(1,)), {}, "S1.0 by 0"),
        (End("E4", won=(3,)), {}, "E4.1 by 3"),
        (End("S4", won=(1,)), {}, "W1.0 by 0"),
        (End("W4"), {}, "N1.1 by 0"),
    ],
)
def test_who_deals_next(end: End, rules: dict[str, Any], name: str) -> None:
    assert name_of(following(end, **rules)) == name


@pytest.mark.parametrize(
    ("end", "name"), [(End("E3", won=(0,)), "S1.0 by 0"), (End("E3", won=(2,)), "E3.1 by 2")]
)
def test_three_players_deal_three_rounds_a_wind(end: End, name: str) -> None:
    assert name_of(following(end, 3, extends="tenhou_sanma")) == name


@pytest.mark.parametrize(
    ("end", "rules", "over"),
    [
        # after the last scheduled round, once somebody has the target score
        (End("S4", won=(1,), scores=LEADING), {}, True),
        (End("S3", won=(1,), scores=LEADING), {}, False),
        (End("E4", won=(1,), scores=LEADING), {}, False),
        (End("E4", won=(1,), scores=LEADING), {"length": "east"}, True),
        (End("S4", won=(1,), scores=LEADING), {"length": "west"}, False),
        (End("W4", won=(1,), scores=LEADING), {"length": "west"}, True),
        (End("S4", scores=LEADING), {}, True),
        (End("S4", won=(1,), scores=(30_000, 25_000, 25_000, 20_000)), {}, True),
        (End("S4", won=(1,), scores=(29_900, 25_100, 25_000, 20_000)), {}, False),
        # otherwise in a further wind as soon as somebody has it, at its last round at the latest
        (End("W1", won=(1,), scores=LEADING), {}, True),
        (End("W1", won=(1,)), {}, False),
        (End("W4", won=(1,)), {}, True),
        (End("W4", won=(3,)), {}, False),
        (End("S4", won=(1,)), {"length": "east"}, True),
        (End("N4", won=(1,)), {"length": "north"}, True),
        (End("N3", won=(1,)), {"length": "north"}, False),
        (End("S4", won=(1,)), {"target_score": 0}, True),
        (End("S4", won=(1,), scores=LEADING), {"target_score": 40_000}, False),
        # while the dealer stays it goes on, unless the dealer leads with the target score and stops
        (End("S4", won=(3,), scores=LEADING), {}, False),
        (End("S4", won=(3,), scores=LEADING[::-1]), {}, True),
        (End("S4", won=(3,), scores=LEADING[::-1]), {"agari_yame": "never"}, False),
        (
            End("S4", won=(3,), scores=LEADING[::-1]),
            {"agari_yame": "optional", "tenpai_yame": "optional"},
            False,
        ),
        (End("S4", won=(3,), scores=LEADING[::-1]), {"win_renchan": False}, True),
        (End("S4", tenpai=(3,), scores=LEADING[::-1]), {}, True),
        (End("S4", won=(3,), scores=(29_000, 21_000, 21_000, 29_000)), {}, False),
        (End("S4", won=(3,), scores=(35_000, 10_000, 20_000, 35_000)), {}, False),
        (End("S1", won=(0,), scores=(35_000, 10_000, 20_000, 35_000)), {"length": "east"}, True),
        (End("S3", won=(2,), scores=(20_000, 20_000, 40_000, 20_000)), {}, False),
        (End("W1", won=(0,), scores=LEADING), {}, True),
        # an abortive draw never ends it
        (End("S4", is_abort=True, scores=LEADING[::-1]), {}, False),
        (End("S4", is_abort=True, scores=LEADING), {}, False),
        # somebody is bust
        (End(won=(1,), scores=(50_000, 50_100, -100, 0)), {}, True),
        (End(won=(1,), scores=(50_000, 50_000, 0, 0)), {}, False),
        (End(won=(1,), scores=(50_000, 50_100, -100, 0)), {"bust": "none"}, False),
        (End(won=(0,), scores=(50_000, 50_100, -100, 0)), {}, True),
        (End(won=(1,), scores=(50_000, 50_000, 0, 0)), {"bust": "at_zero"}, True),
        (End(won=(1,), scores=(50_000, 49_900, 100, 0)), {"bust": "at_zero"}, True),
        (End(won=(1,), scores=(50_000, 49_800, 100, 100)), {"bust": "at_zero"}, False),
        (End(is_chombo=True, scores=(50_000, 50_100, -100, 0)), {}, True),
        # chombo is played again
        (End("S4", is_chombo=True, scores=LEADING), {}, False),
        (End("S4", is_chombo=True, scores=LEADING[::-1]), {}, False),
        (End("W4", is_chombo=True), {}, False),
        (End(is_chombo=True), {"length": "one_round"}, False),
        # a dealer stops after a win, or after a draw
        (End("S4", won=(3,), scores=LEADING[::-1]), {"tenpai_yame": "never"}, True),
        (End("S4", tenpai=(3,), scores=LEADING[::-1]), {"tenpai_yame": "never"}, False),
        (End("S4", tenpai=(3,), scores=LEADING[::-1]), {"agari_yame": "never"}, True),
        # a game of one round
        (End(won=(1,)), {"length": "one_round"}, True),
        (End(won=(0,)), {"length": "one_round"}, True),
        (End(is_abort=True), {"length": "one_round"}, True),
    ],
)
def test_when_the_game_is_over(end: End, rules: dict[str, Any], over: bool) -> None:
    assert following(end, **rules).is_over.tolist() == [over]


AWAY = {"extends": "tenhou_sanma", "sits_out": True, "uma": [15, 5, -5, -15]}
NO_END = {"length": "open", "target_score": 0, "agari_yame": "never", "tenpai_yame": "never"}
WINNER = {**NO_END, "deal": "winner"}


@pytest.mark.parametrize(
    ("end", "rules", "name"),
    [
        (End("E1", won=(2,)), {}, "E3.0 by 2"),
        (End("E1", won=(0,), honba=2), {}, "E1.3 by 0"),
        # of several winners the dealer, else the nearest after the discarder
        (End("E1", won=(0, 2), from_seat=3, honba=1), {}, "E1.2 by 0"),
        (End("E1", won=(0, 2), from_seat=1, honba=1), {}, "E1.2 by 0"),
        (End("E2", won=(0, 2), from_seat=3), {}, "E1.0 by 0"),
        (End("E2", won=(0, 3), from_seat=2), {}, "E4.0 by 3"),
        (End("E2", won=(0, 2, 3), from_seat=1), {}, "E3.0 by 2"),
        # after a draw the dealer if tenpai, else the next in turn
        (End("E3", tenpai=(2,)), {}, "E3.1 by 2"),
        (End("E3", tenpai=(1,), honba=1), {}, "E4.2 by 3"),
        (End("E4"), {}, "E1.1 by 0"),
        (End("E3", is_abort=True), {}, "E3.1 by 2"),
        (End("E3", is_abort=True), {"abortive_renchan": False}, "E4.1 by 3"),
        (End("E3", is_chombo=True, honba=2), {}, "E3.2 by 2"),
    ],
)
def test_the_winner_deals_in_a_game_without_end(end: End, rules: dict[str, Any], name: str) -> None:
    after = following(end, **{**WINNER, **rules})
    assert name_of(after) == name
    assert (after.is_over.tolist(), after.may_be_over.tolist()) == ([False], [True])


@pytest.mark.parametrize(
    ("end", "name", "over"),
    [
        (End("E2", tenpai=(3,), away=2), "E4.1 by 3", False),
        (End("E3", tenpai=(1,), away=3), "S1.1 by 0", True),
        (End("E4", tenpai=(1,), away=0), "S2.1 by 1", True),
        (End("E4", tenpai=(1,), away=2), "S1.1 by 0", True),
    ],
)
def test_the_deal_passes_over_who_sits_out(end: End, name: str, over: bool) -> None:
    after = following(end, 4, **AWAY, length="east", target_score=0)
    assert (name_of(after), after.is_over.tolist()) == (name, [over])


def test_a_dealer_can_stop_in_the_last_round_of_those_who_play() -> None:
    rules = {**AWAY, "length": "east", "target_score": 40_000}
    leading = (20_000, 30_000, 55_000, 35_000)
    for name, dealer, away, over in (("E3", 2, 3, True), ("E3", 2, 0, False)):
        end = End(name, won=(dealer,), dealer=dealer, away=away, scores=leading)
        assert following(end, 4, **rules).is_over.tolist() == [over]


@pytest.mark.parametrize(
    ("end", "name"),
    [
        (End("E2", is_chombo=True, honba=1), "E2.1 by 1"),
        (End("E2", is_chombo=True, tenpai=()), "E2.0 by 1"),
        (End("S4", is_chombo=True, honba=3), "S4.3 by 3"),
    ],
)
def test_after_chombo_the_round_is_played_again(end: End, name: str) -> None:
    assert name_of(following(end)) == name


@pytest.mark.parametrize(
    ("end", "rules", "away", "dealer"),
    [
        # the next in turn after the discarder, or after the winner of a tsumo
        (End("E1", won=(1,), from_seat=0, away=3), WINNER, 2, 1),
        (End("E1", won=(0,), from_seat=1, away=3), WINNER, 2, 0),
        (End("E1", won=(0,), from_seat=2, away=3), WINNER, 1, 0),
        (End("E1", won=(2,), from_seat=0, away=3), WINNER, 1, 2),
        (End("E1", won=(1,), away=3), WINNER, 2, 1),
        (End("E1", won=(2,), away=3), WINNER, 0, 2),
        (End("E1", won=(0,), away=2), WINNER, 1, 0),
        (End("E4", won=(1,), away=2), WINNER, 3, 1),
        # not the next dealer: then the one after him
        (End("E1", won=(1,), from_seat=0, away=2), WINNER, 3, 1),
        (End("E1", won=(3,), from_seat=1, away=2), WINNER, 0, 3),
        (End("E2", won=(0, 2), from_seat=1, away=3), WINNER, 0, 2),
        # nobody moves after a draw or chombo
        (End("E1", away=1), WINNER, 1, 2),
        (End("E3", tenpai=(2,), away=1), WINNER, 1, 2),
        (End("E4", away=0), WINNER, 0, 1),
        (End("E4", is_chombo=True, away=0), WINNER, 0, 3),
        # where the deal goes round it passes over who sits out
        (End("E1", won=(2,), from_seat=0, away=1), {}, 3, 2),
        (End("E1", won=(0,), from_seat=3, away=1), {}, 2, 0),
        (End("E1", won=(3,), away=1), {}, 0, 2),
    ],
)
def test_who_sits_out_next(end: End, rules: dict[str, Any], away: int, dealer: int) -> None:
    after = following(end, 4, **{**AWAY, **rules})
    assert (after.away.tolist(), after.dealer.tolist()) == ([away], [dealer])


def test_nobody_sits_out_where_all_play() -> None:
    assert following(End(won=(1,))).away.tolist() == [-1]


@pytest.mark.parametrize(
    ("stop", "is_over", "may_be_over"),
    [("automatic", True, True), ("optional", False, True), ("never", False, False)],
)
def test_who_leads_as_dealer_may_stop(stop: str, is_over: bool, may_be_over: bool) -> None:
    after = following(End("S4", won=(3,), scores=LEADING[::-1]), agari_yame=stop, tenpai_yame=stop)
    assert (after.is_over.tolist(), after.may_be_over.tolist()) == ([is_over], [may_be_over])
    assert name_of(after) == "S4.1 by 3"


def test_an_absent_seat_is_neither_bust_nor_leads() -> None:
    bust = following(End(won=(1,), scores=(0, 70_000, 35_000)), 3, extends="tenhou_sanma")
    assert bust.is_over.tolist() == [False]
    last = End("S3", won=(1,), scores=(-1, 70_000, 36_000))
    assert following(last, 3, extends="tenhou_sanma", bust="none").is_over.tolist() == [True]


def test_rounds_of_several_rule_sets_go_by_their_own() -> None:
    tables = LogTables.concat(
        [written([Round()], {"win_renchan": kept}, log_id=str(kept)) for kept in (True, False)]
    )
    won = np.array([[True, False, False, False]] * 2)
    none = np.zeros(2, dtype=bool)
    ends = RoundEnds(
        is_win=~none,
        is_abort=none,
        is_chombo=none,
        winners=won,
        from_seat=np.zeros(2, dtype=np.int64),
        tenpai=won & False,
        scores=np.full((2, 4), 25_000, dtype=np.int32),
    )
    assert next_rounds(batch_of(tables), np.array([1, 1]), ends).dealer.tolist() == [0, 1]


def test_no_rounds_are_followed_by_none() -> None:
    none = np.zeros(0, dtype=bool)
    by_seat = none.reshape(0, 4)
    ends = RoundEnds(none, none, none, by_seat, none.astype(np.int64), by_seat, by_seat.astype(np.int32))
    after = next_rounds(batch_of(LogTables.empty()), np.zeros(0, np.int64), ends)
    assert after.dealer.shape == after.is_over.shape == (0,)
