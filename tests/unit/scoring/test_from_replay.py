"""Wins placed in their rounds: what the replay says of how a hand was won."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from mjlog import schema
from mjlog.replay.replay import replay_batch
from mjlog.scoring.concealed import concealed_hands
from mjlog.scoring.from_replay import known_wins, winning_hands
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.logged_wins import LoggedWins, logged_wins
from mjlog.tiles import NO_TILE
from tests.unit.replay.written import Round, batch_of, tiles, written

TANKI = "234678p234789s3z"
"""Waits for 3z."""
ELSEWHERE = "14p7p258s369s1234z"
POINTS = {"extends": "toutenkou"}
ASIDE = "1 draw 1m; 1 kita 1m with 1m"


def won(
    events: str, source: int, hand: str = TANKI, rules: dict[str, Any] = POINTS, **columns: Any
) -> tuple[LoggedWins, WinningHands, bool]:
    """The win of seat 1 at the end of the events of three players, and whether it is known."""
    hands = {0: ELSEWHERE, 1: hand, 2: ELSEWHERE}
    shown = {name: tiles(value) if isinstance(value, str) else value for name, value in columns.items()}
    tables = written([Round(events, hands, shown, dora="9s")], rules, players=3)
    replay = replay_batch(batch_of(tables))
    rounds = tables.rounds.select(["game_id", "round_index"])
    columns_of_win = {"win_index": [0], "seat": [1], "from_seat": [source]}
    hands_of_wins = pa.array([None], schema.TILES)
    wins = pa.table(
        {**{name: rounds[name] for name in rounds.column_names}, **columns_of_win, "log_hand": hands_of_wins}
    )
    placed = logged_wins(replay, wins, tables.rounds)
    concealed = concealed_hands(replay, placed)
    return placed, winning_hands(replay, placed, concealed), bool(known_wins(placed, concealed)[0])


def told(hands: WinningHands, *names: str) -> list[Any]:
    """Some columns of the only hand."""
    return [getattr(hands, name)[0].item() for name in names]


@pytest.mark.parametrize(
    ("indicator", "dora"),
    [("9m", 2), ("1m", 1), ("3z", 1), ("5m", 0), ("2z", 2)],  # 1m 1m 5m 4z are set aside, 3z 3z in hand
)
def test_set_aside_tiles_are_dora_like_those_of_the_hand(indicator: str, dora: int) -> None:
    aside = f"{ASIDE}; {ASIDE}; 1 draw 5m; 1 kita 5m with 5m; 1 draw 4z; 1 kita 4z with 4z"
    _, hands, known = won(f"{aside}; 1 draw 3z; 1 win 3z from 1", 1, dora_indicators=indicator)
    assert told(hands, "kita", "set_aside_man", "dora") == [4, 3, dora]
    assert known


def test_another_players_set_aside_tiles_are_no_dora() -> None:
    events = "0 draw 1m; 0 kita 1m with 1m; 0 draw 3z; 0 discard 3z; 1 win 3z from 0"
    _, hands, _ = won(events, 0, dora_indicators="9m")
    assert told(hands, "kita", "set_aside_man", "dora") == [0, 0, 0]


@pytest.mark.parametrize(("twice", "ura"), [(True, 2), (False, 1)])
def test_the_kind_of_an_ura_indicator_counts_where_the_rules_say_so(twice: bool, ura: int) -> None:
    events = "1 draw 1z; 1 riichi; 1 discard 1z; 1 draw 3z; 1 win 3z from 1"
    rules = POINTS | {"ura_indicator_counts": twice}
    _, hands, _ = won(events, 1, rules=rules, dora_indicators="9s", ura="2p")
    assert told(hands, "riichi", "ura", "dora") == [2, ura, 0]


def test_dragons_indicate_each_other_in_the_order_of_the_rules() -> None:
    hand, events = "234678p234s3555z", "1 draw 3z; 1 win 3z from 1"
    assert told(won(events, 1, hand, dora_indicators="6z")[1], "dora") == [0]
    rules = POINTS | {"dragon_order": ["C", "F", "P"]}
    assert told(won(events, 1, hand, rules, dora_indicators="6z")[1], "dora") == [3]


@pytest.mark.parametrize(
    ("opening", "is_open"),
    [("1 riichi; 1 open_riichi", True), ("1 riichi", False), ("0 open_riichi; 1 riichi", False)],
)
def test_open_riichi_is_the_winners_own(opening: str, is_open: bool) -> None:
    events = f"1 draw 1z; {opening}; 1 discard 1z; 0 draw 3z; 0 discard 3z; 1 win 3z from 0"
    assert told(won(events, 0)[1], "open_riichi") == [is_open]


@pytest.mark.parametrize(
    ("events", "counts", "rinshan"),
    [
        (f"{ASIDE}; 1 draw 3z", True, True),
        (f"{ASIDE}; 1 draw 3z", False, False),
        ("1 draw 5z; 1 ankan 5z with 5555z; 1 draw 3z", False, True),
        (f"1 draw 5z; 1 ankan 5z with 5555z; {ASIDE}; 1 draw 3z", False, False),
        (f"{ASIDE}; 1 draw 5z; 1 ankan 5z with 5555z; 1 draw 3z", False, True),
        ("1 draw 3z", True, False),
    ],
)
def test_rinshan_after_a_set_aside_tile_is_a_matter_of_the_rules(
    events: str, counts: bool, rinshan: bool
) -> None:
    hand = "234678p789s3555z" if "5z" in events else TANKI
    rules = POINTS | {"set_aside_rinshan": counts}
    assert told(won(f"{events}; 1 win 3z from 1", 1, hand, rules)[1], "rinshan") == [rinshan]


def test_honba_and_seat_wind_come_from_the_round() -> None:
    _, hands, _ = won("1 draw 3z; 1 win 3z from 1", 1, honba=9, dealer_seat=2, round_number=3)
    assert told(hands, "honba", "seat_wind") == [9, 2]


KANS = "2222p", "3333p", "4444p", "6666p"


def test_gathered_tiles_win_without_a_winning_tile() -> None:
    kans = "; ".join(f"1 draw {kan[3:]}; 1 ankan {kan[3:]} with {kan}" for kan in KANS)
    placed, hands, known = won(f"{kans}; 1 win from 1", 1, "222333444666p9s")
    assert told(hands, "is_gathered", "is_tsumo", "win_kind") == [True, True, NO_TILE]
    assert (known, placed.is_placed.tolist()) == (True, [True])


def test_gathered_tiles_that_an_own_draw_completes_may_complete_the_hand_too() -> None:
    _, hands, known = won("1 draw 0s; 1 win from 1", 1, "000046p000s3499s")
    assert told(hands, "is_gathered", "win_kind", "aka") == [True, 22, 8]
    assert known


def test_a_win_without_a_tile_is_nothing_where_no_tiles_are_gathered() -> None:
    _, hands, _ = won("1 draw 3z; 1 win from 1", 1, rules=POINTS | {"gathered_yaku": []})
    assert told(hands, "is_gathered", "win_kind") == [False, 29]
