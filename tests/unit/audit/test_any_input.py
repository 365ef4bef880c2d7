"""Whatever a log says, the replay and the audit answer: no input stops them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog import schema
from mjlog.audit.assess import assess, audit_batches
from mjlog.audit.registry import RULES
from mjlog.formats.builder import LogBuilder
from mjlog.replay.states import states_table
from mjlog.rulesets import presets
from mjlog.tables import LogTables
from mjlog.tiles import NO_TILE

TILES = st.integers(0, 37)
MAYBE_TILE = TILES | st.just(NO_TILE)
SEATS = st.integers(0, 3)
MAYBE_SEAT = SEATS | st.none()
SCORES = st.lists(st.integers(-50_000, 150_000), min_size=4, max_size=4)
KINDS = [k for k in schema.EVENT_KINDS for _ in range(6 if k in ("draw", "discard") else 1)]

EVENTS = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(KINDS),
        "seat": MAYBE_SEAT,
        "target_seat": MAYBE_SEAT,
        "tile": MAYBE_TILE,
        "consumed": st.lists(TILES, max_size=4),
        "is_tsumogiri": st.booleans() | st.none(),
    }
)
HANDS = st.lists(TILES, min_size=13, max_size=13) | st.lists(TILES, max_size=15)
WINS = st.fixed_dictionaries(
    {"seat": SEATS, "from_seat": SEATS, "tile": MAYBE_TILE},
    optional={
        "log_pao_seat": SEATS,
        "log_hand": st.lists(TILES, max_size=20),
        "log_han": st.integers(-1, 300),
        "log_fu": st.integers(0, 300),
        "log_points": st.integers(-1000, 200_000),
        "log_limit": st.sampled_from(schema.LIMITS),
        "log_yaku": st.lists(st.sampled_from(schema.YAKU), max_size=4),
        "log_dora_indicators": st.lists(TILES, max_size=8),
        "log_honba": st.integers(0, 20),
        "log_riichi_sticks": st.integers(0, 20),
        "log_deltas": SCORES,
    },
)
DRAWS = st.fixed_dictionaries(
    {},
    optional={
        "log_type": st.sampled_from(schema.DRAW_TYPES),
        "log_tenpai": st.lists(st.booleans(), min_size=4, max_size=4),
        "log_deltas": SCORES,
    },
)
ROUNDS = st.fixed_dictionaries(
    {
        "round_wind": st.integers(0, 4),
        "round_number": st.integers(1, 4),
        "dealer_seat": SEATS,
        "honba": st.integers(0, 30),
        "riichi_sticks": st.integers(0, 30),
        "hands": st.lists(HANDS, min_size=4, max_size=4),
        "dora_indicators": st.lists(TILES, max_size=6),
        "events": st.lists(EVENTS, max_size=25),
        "wins": st.lists(WINS, max_size=3),
        "draws": st.lists(DRAWS, max_size=1),
    },
    optional={
        "start_scores": SCORES,
        "log_end_scores": SCORES,
        "ura": st.lists(TILES, max_size=6),
        "outcome": st.sampled_from(schema.OUTCOMES),
    },
)
GAMES = st.fixed_dictionaries(
    {
        "players": st.sampled_from([4, 4, 3]),
        "rounds": st.lists(ROUNDS, max_size=3),
        "is_complete": st.booleans(),
        "rules": st.none()
        | st.sampled_from([json.dumps({"extends": name}) for name in presets()])
        | st.text(),
    },
    optional={"length": st.sampled_from(schema.LENGTHS)},
)


def written(games: list[dict[str, Any]]) -> LogTables:
    builder = LogBuilder()
    for game in games:
        columns = {key: game[key] for key in ("is_complete", "rules", "length") if key in game}
        builder.game(source_path="any.log", source_format="any", player_count=game["players"], **columns)
        for seat in range(game["players"]):
            builder.player(seat, log_final_score=25_000, log_final_points=0.0)
        for dealt in game["rounds"]:
            told = ("events", "wins", "draws")
            builder.round(**{key: value for key, value in dealt.items() if key not in told})
            for event in dealt["events"]:
                builder.event(**event)
            for win in dealt["wins"]:
                builder.win(**{**win, "log_yaku_han": [1] * len(win.get("log_yaku", ()))})
            for draw in dealt["draws"]:
                builder.draw(**draw)
    return builder.build()


@settings(max_examples=25)
@given(st.lists(GAMES, max_size=2))
def test_the_audit_answers_to_any_log(games: list[dict[str, Any]]) -> None:
    tables = written(games)
    report = audit_batches([tables])
    assert not len(report.rejects)
    assert report.counts.games == len(games)
    assert set(report.counts.checked) == set(RULES)
    assert min([*report.counts.checked.values(), *report.counts.not_checkable.values()]) >= 0
    assert sum(report.counts.findings.values()) == len(report.findings)
    report.findings.validate(full=True)


@settings(max_examples=15)
@given(st.lists(GAMES, max_size=2))
def test_states_answer_to_any_log(games: list[dict[str, Any]]) -> None:
    evidence = assess(written(games))
    states = states_table(evidence.replay, evidence.tables.rounds)
    states.validate(full=True)
    known = np.asarray(states["hand"].is_valid())
    assert np.asarray(states["shanten"].is_valid()).tolist() == known.tolist()
    waits = np.asarray(states["waits"].combine_chunks().value_lengths())
    assert not waits[~known].any()
