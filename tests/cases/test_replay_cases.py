"""Rounds written as data: every entry of `replay.yml`, by the engine and by the scalar reference."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from mjlog.api import Replayed, audit
from mjlog.api import replay as replay_tables
from mjlog.formats.builder import LogBuilder
from mjlog.rulesets import resolve
from mjlog.tables import LogTables
from mjlog.tiles import NO_TILE, TILE_CODE
from tests.reference.course import Deal, Outcome, after, outcome_of
from tests.reference.model import Moment, RoundInput, SeatView
from tests.reference.replayer import replay, settle
from tests.reference.script import WINDS, Check, Script, mpsz, script

CASES = yaml.safe_load((Path(__file__).parent / "replay.yml").read_text("utf-8"))
DRAWS = ("exhaustive_draw", "abortive_draw")
FURITEN = ("discard", "temporary", "riichi")


def _rules_of(case: dict[str, Any]) -> list[str]:
    """`games.rules` of each rule set that a case is for."""
    rules = case.get("rules", ["tenhou"])
    if isinstance(rules, dict):
        return [json.dumps({"extends": "tenhou", **rules})]
    return [json.dumps({"extends": name}) for name in rules]


def _parameters(*, engine: bool) -> list[Any]:
    names = [case["name"] for case in CASES]
    assert len(set(names)) == len(names), "two cases have one name"
    return [
        pytest.param(
            case,
            rules,
            id=f"{case['name']}-{number}" if number else case["name"],
            marks=[pytest.mark.xfail(reason=case["open"], strict=True)] if engine and "open" in case else [],
        )
        for case in CASES
        for number, rules in enumerate(_rules_of(case))
    ]


@dataclass(frozen=True)
class Told:
    """What somebody says of a round: states by (event, seat), results, what follows."""

    states: dict[tuple[int, int], dict[str, Any]]
    wins: list[dict[str, Any]]
    draw: dict[str, Any] | None
    following: dict[str, Any] | None


@pytest.fixture(scope="module")
def by_engine() -> dict[str, tuple[Told, set[str]]]:
    """What the engine says of every case, and the codes it finds, by id; all are one batch."""
    scripts = {p.id: script(p.values[0], resolve(p.values[1])) for p in _parameters(engine=False)}
    rules = {p.id: p.values[1] for p in _parameters(engine=False)}
    tables = LogTables.concat([_tables(name, s, rules[name]) for name, s in scripts.items()])
    replayed = replay_tables(tables)
    codes: dict[str, set[str]] = {name: set() for name in scripts}
    for row in audit(tables).findings.to_pylist():
        codes[row["game_id"]].add(row["code"])
    told = _by_engine(scripts, replayed)
    return {name: (told[name], codes[name]) for name in scripts}


@pytest.mark.parametrize(("case", "rules"), _parameters(engine=True))
def test_round_by_the_engine(
    case: dict[str, Any], rules: str, by_engine: dict[str, tuple[Told, set[str]]], request: Any
) -> None:
    told, codes = by_engine[request.node.callspec.id]
    _check(case, script(case, resolve(rules)), told)
    assert codes == set(case.get("findings", ()))


@pytest.mark.parametrize(("case", "rules"), _parameters(engine=False))
def test_round_by_the_reference(case: dict[str, Any], rules: str) -> None:
    written = script(case, resolve(rules))
    wants_results = any(key in case for key in ("wins", "draw", "next"))
    _check(case, written, _by_reference(written, results=wants_results))


# --- expectations ----------------------------------------------------------------------------------


def _check(case: dict[str, Any], written: Script, told: Told) -> None:
    for check in written.checks:
        assert _shown(check, told) == _wanted(check), check
    for expected, actual in zip(case.get("wins", ()), told.wins, strict="wins" in case):
        assert {k: actual[k] for k in expected} == _by_seat(written, expected)
    for name, found in (("draw", told.draw), ("next", told.following)):
        if name in case:
            assert found is not None
            assert {k: found[k] for k in case[name]} == _by_seat(written, case[name])


def _by_seat(written: Script, expected: dict[str, Any]) -> dict[str, Any]:
    """Expectations with winds turned into seats."""
    seats = written.given.seats
    made = dict(expected)
    for key in ("seat", "pao"):
        if key in made:
            made[key] = None if made[key] == "nobody" else written.seat(made[key])
    if "tenpai" in made:
        made["tenpai"] = [s in map(written.seat, made["tenpai"]) for s in range(seats)]
    if "deltas" in made:
        points = {written.seat(w): p for w, p in made["deltas"].items()}
        made["deltas"] = [points.get(s, 0) for s in range(seats)]
    return made


def _wanted(check: Check) -> Any:
    words = check.value.split()
    if check.name in ("waits", "hand", "dora"):
        return [] if words == ["none"] else sorted(mpsz(check.value))
    if check.name == "furiten":
        return [] if words == ["none"] else sorted(words)
    return int(check.value)


def _shown(check: Check, told: Told) -> Any:
    return told.states[check.seq, check.seat or 0][check.name]


# --- what the reference says -----------------------------------------------------------------------


def _by_reference(written: Script, *, results: bool) -> Told:
    given = written.given
    moments = list(replay(given))
    states = {(m.seq, v.seat): _view(settle(m), v.seat) for m in moments for v in m.seats}
    if not results:
        return Told(states, [], None, None)
    outcome = outcome_of(given)
    wins = [
        {
            "seat": w["seat"],
            "yaku": dict(zip(w["log_yaku"], w["log_yaku_han"], strict=True)),
            **{k: w[f"log_{k}"] for k in ("han", "fu", "points", "deltas")},
            "pao": w["log_pao_seat"],
        }
        for w in outcome.wins
    ]
    return Told(states, wins, _draw_by_reference(outcome), _following(given, outcome))


def _view(moment: Moment, seat: int) -> dict[str, Any]:
    view: SeatView = moment.seats[seat]
    causes = (view.discard_furiten, view.temporary_furiten, view.riichi_furiten)
    return {
        "waits": sorted(view.waits),
        "hand": sorted(view.hand.elements()),
        "shanten": view.shanten,
        "furiten": sorted(n for n, c in zip(FURITEN, causes, strict=True) if c),
        "live": moment.wall_left,
    }


def _draw_by_reference(outcome: Outcome) -> dict[str, Any] | None:
    if outcome.draw is None:
        return None
    return {k: outcome.draw[f"log_{k}"] for k in ("type", "tenpai", "deltas")}


def _following(given: RoundInput, outcome: Outcome) -> dict[str, Any]:
    deal = Deal(given.round_wind, given.round_number, given.honba, given.sticks, given.scores)
    following, over = after(deal, outcome, given.rules)
    return {
        "round": f"{WINDS[following.round_wind]}{following.number}",
        "honba": following.honba,
        "sticks": following.sticks,
        "over": over,
    }


# --- what the engine says --------------------------------------------------------------------------


def _tables(name: str, written: Script, rules: str) -> LogTables:
    """The round as the only one of a game that the log breaks off."""
    given = written.given
    builder = LogBuilder()
    builder.game(
        source_path="replay.yml",
        source_format="written",
        log_id=name,
        rules=rules,
        player_count=given.seats,
    )
    for seat in range(given.seats):
        builder.player(seat)
    kinds = [e["kind"] for e in given.events]
    won = [e for e in given.events if e["kind"] == "win"]
    outcome = ("tsumo" if won[0]["seat"] == won[0]["target_seat"] else "ron") if won else None
    builder.round(
        hands=given.hands,
        dora_indicators=given.dora_indicators[:1],
        round_wind=given.round_wind,
        round_number=given.round_number,
        dealer_seat=given.dealer,
        away_seat=given.away,
        dice=given.dice,
        honba=given.honba,
        riichi_sticks=given.sticks,
        start_scores=list(given.scores),
        ura=given.ura_indicators,
        outcome=outcome or (kinds[-1] if kinds[-1] in DRAWS else None),
    )
    for event in given.events:
        columns = {k: event[k] for k in ("target_seat", "consumed", "is_tsumogiri", "points")}
        builder.event(
            event["kind"], event["seat"], tile=NO_TILE if event["tile"] is None else event["tile"], **columns
        )
    for event in won:
        builder.win(seat=event["seat"], from_seat=event["target_seat"], tile=event["tile"])
    if kinds[-1] in DRAWS:
        builder.draw(log_type=written.abort)
    return builder.build()


def _by_engine(scripts: dict[str, Script], replayed: Replayed) -> dict[str, Told]:
    """What the engine's tables say, by game."""
    told = {name: Told({}, [], None, None) for name in scripts}
    for row in replayed.states.to_pylist():
        told[row["game_id"]].states[row["seq"], row["seat"]] = {
            "waits": sorted(TILE_CODE[t] for t in row["waits"]),
            "hand": sorted(TILE_CODE[t] for t in row["hand"] or ()),
            "shanten": row["shanten"],
            "furiten": sorted(n for n in FURITEN if row[f"is_{n}_furiten"]),
            "live": row["live_tiles"],
        }
    for row in replayed.wins.to_pylist():
        if row["calc_yaku"] is not None:
            yaku = dict(zip(row["calc_yaku"], row["calc_yaku_han"], strict=True))
            points = {k: row[f"calc_{k}"] for k in ("han", "fu", "points", "deltas")}
            win = {"seat": row["seat"], "yaku": yaku, **points, "pao": row["calc_pao_seat"]}
            told[row["game_id"]].wins.append(win)
    for row in replayed.tables.draws.to_pylist():
        draw = {k: row[f"calc_{k}"] for k in ("type", "tenpai", "deltas")}
        told[row["game_id"]] = replace(told[row["game_id"]], draw=draw)
    for number, name in enumerate(replayed.tables.rounds["game_id"].to_pylist()):
        told[name] = replace(told[name], following=_following_by_engine(replayed, number))
    return told


def _following_by_engine(replayed: Replayed, number: int) -> dict[str, Any]:
    rescored = replayed.evidence.rescored
    follows = rescored.next
    return {
        "round": f"{WINDS[int(follows.round_wind[number])]}{int(follows.round_number[number])}",
        "honba": int(follows.honba[number]),
        "sticks": int(rescored.sticks_after[number]),
        "over": bool(follows.is_over[number]),
    }
