"""Audit cases as log tables: rounds as they were played, and what their record says instead."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, replace
from typing import Any

from mjlog.formats.builder import LogBuilder
from mjlog.notation import MPSZ
from mjlog.rulesets import Ruleset, resolve
from mjlog.rulesets.games import DEFAULTS
from mjlog.tiles import NO_TILE, UNKNOWN
from tests.reference.course import Deal, Outcome, after, final_points, final_scores, outcome_of
from tests.reference.laid import laid
from tests.reference.model import Event, RoundInput
from tests.reference.script import WINDS, mpsz, round_of, script, seat_of, wind_of
from tests.reference.shuffle import walls

OUTCOMES = ("exhaustive_draw", "abortive_draw", "chombo")
NUMBERS = ("han", "fu", "points", "limit", "honba", "riichi_sticks")
_EVENT = re.compile(
    r"(?:(?P<wind>[ESWN-]) )?(?P<kind>[a-z_]+)(?: (?P<tile>\d[mpsz]|\?))?(?: (?P<points>\d+|unstated))?"
    r"(?: with (?P<used>\S+))?(?: from (?P<source>[ESWN-]|nobody))?(?: (?P<mark>tsumogiri|tedashi))?"
    r"(?: at (?P<elapsed>\d+))?"
)
_BLANK: Event = {
    "seat": None,
    "target_seat": None,
    "tile": None,
    "consumed": (),
    "is_tsumogiri": None,
    "points": None,
}


@dataclass(frozen=True)
class Written:
    """One round of a case: as played, as recorded, and what it was worth."""

    case: dict[str, Any]
    given: RoundInput
    events: tuple[Event, ...]
    outcome: Outcome | None

    def seat(self, wind: str) -> int:
        """Seat of a wind."""
        return seat_of(wind, self.given)

    def by_seat(self, points: dict[str, int]) -> list[int]:
        """Points by wind as a list by seat, 0 for winds that are left out."""
        seats = {self.seat(wind): value for wind, value in points.items()}
        return [seats.get(s, 0) for s in range(self.given.seats)]

    def describe(self, event: Event) -> str:
        """An event in the words of the case files."""
        wind = None if event["seat"] is None else wind_of(event["seat"], self.given)
        tile = None if event["tile"] is None else MPSZ.format(event["tile"])
        return " ".join(word for word in (wind, event["kind"], tile) if word)

    def event(self, text: str, like: Event) -> Event:
        """Read an event; what it leaves open is as in `like`, if that is of the same kind."""
        match = _EVENT.fullmatch(text)
        if match is None:
            raise ValueError(f"no event: {text!r}")
        told: Event = {"kind": match["kind"]}
        if match["wind"]:
            told["seat"] = self.seat(match["wind"])
        if match["tile"]:
            told["tile"] = UNKNOWN if match["tile"] == "?" else mpsz(match["tile"])[0]
        if match["points"]:
            told["points"] = None if match["points"] == "unstated" else int(match["points"])
        if match["used"]:
            told["consumed"] = tuple(mpsz(match["used"]))
        if match["source"]:
            told["target_seat"] = None if match["source"] == "nobody" else self.seat(match["source"])
        if match["mark"]:
            told["is_tsumogiri"] = match["mark"] == "tsumogiri"
        if match["elapsed"]:
            told["elapsed"] = int(match["elapsed"])
        return {**(like if like["kind"] == told["kind"] else _BLANK), **told}


def stated_rules(case: dict[str, Any]) -> str | None:
    """`games.rules` of a case."""
    rules = case.get("rules", {})
    if rules == "unstated":
        return None
    return rules if isinstance(rules, str) else json.dumps({"extends": "tenhou", **rules})


def record(builder: LogBuilder, name: str, case: dict[str, Any]) -> list[Written]:
    """Tell `builder` the game of a case, under the id `name`."""
    stated = stated_rules(case)
    rules = resolve(json.dumps({"extends": DEFAULTS[4]}) if stated is None or case.get("refused") else stated)
    rounds = _rounds(case, rules)
    game = case.get("game", {})
    builder.game(
        source_path=f"{name}.yml",
        source_format="written",
        log_id=name,
        rules=stated,
        player_count=rules.seats,
        length=game.get("length", rules.length) if game.get("complete") else None,
        is_complete=game.get("complete", False),
    )
    results = _final_results(game, rules, rounds[-1])
    for seat in range(rules.seats):
        builder.player(seat, **{column: values[seat] for column, values in results.items()})
    for written in rounds:
        _tell_round(builder, written)
    return rounds


# --- rounds ----------------------------------------------------------------------------------------


def _rounds(case: dict[str, Any], rules: Ruleset) -> list[Written]:
    """The rounds of a case; each is dealt as the one before it ends, where it does not say otherwise."""
    found: list[Written] = []
    dealt: dict[str, Any] = {}
    for part in case.get("rounds", [case]):
        written = _written(_with_scores({**dealt, **part}, dealt, rules), rules)
        found.append(written)
        if written.outcome is not None:
            given = written.given
            deal = Deal(
                given.round_wind, given.round_number, given.honba, given.sticks, given.scores, given.away
            )
            dealt = _dealt(after(deal, written.outcome, rules)[0])
    return found


def _dealt(deal: Deal) -> dict[str, Any]:
    """A round about to be dealt, in the keys of the case files but for its scores, which are by seat."""
    keys = {"round": f"{WINDS[deal.round_wind]}{deal.number}", "honba": deal.honba, "sticks": deal.sticks}
    away = {} if deal.away is None else {"away": deal.away}
    return {**keys, **away, "scores": deal.scores}


def _with_scores(part: dict[str, Any], dealt: dict[str, Any], rules: Ruleset) -> dict[str, Any]:
    """`part` with the scores by wind that it was `dealt`, where it tells no others."""
    told = part["scores"] if isinstance(part.get("scores"), dict) else {}
    given = round_of({k: v for k, v in part.items() if v is not None}, rules)
    before = {wind_of(s, given): p for s, p in enumerate(dealt.get("scores", ()))}
    return {**part, "scores": {**before, **told}}


def _written(part: dict[str, Any], rules: Ruleset) -> Written:
    given = script({key: value for key, value in part.items() if value is not None}, rules).given
    ended = bool(given.events) and given.events[-1]["kind"] in ("win", *OUTCOMES)
    outcome = outcome_of(given) if ended and part.get("results") != "bare" else None
    played = Written(part, given, given.events, outcome)
    return replace(played, events=tuple(_altered(played)))


def _altered(written: Written) -> list[Event]:
    """The events as recorded: entries of `record` put other events, or nothing, in place of one."""
    told: list[list[Event]] = [[event] for event in written.given.events]
    names = [written.describe(event) for event in written.given.events]
    for old, new in written.case.get("record", {}).items():
        if names.count(old) != 1:
            raise ValueError(
                f"{written.case.get('name')}: {old!r} happens {names.count(old)} times in {names}"
            )
        at = names.index(old)
        texts = [] if new == "nothing" else [text.strip() for text in new.split(";")]
        told[at] = [written.event(text, written.given.events[at]) for text in texts]
    return [event for events in told for event in events]


# --- telling ---------------------------------------------------------------------------------------


def _tell_round(builder: LogBuilder, written: Written) -> None:
    given, part, outcome = written.given, written.case, written.outcome
    hidden = [written.seat(wind) for wind in part.get("hide", ())]
    hands = [[UNKNOWN] * len(h) if s in hidden else h for s, h in enumerate(given.hands)]
    for wind, tiles in part.get("dealt", {}).items():
        hands[written.seat(wind)] = mpsz(tiles) if tiles else []
    builder.round(
        hands=hands,
        dora_indicators=given.dora_indicators[:1] if part.get("indicators_stated", True) else (),
        round_wind=given.round_wind,
        round_number=given.round_number,
        dealer_seat=given.dealer,
        away_seat=part.get("away_recorded", given.away),
        dice=given.dice,
        honba=given.honba,
        riichi_sticks=given.sticks,
        start_scores=list(given.scores) if part.get("scores_stated", True) else None,
        ura=given.ura_indicators,
        outcome=None if outcome is None else outcome.kind,
        log_end_scores=_end_scores(written),
        **_wall(written),
    )
    for event in written.events:
        tile = NO_TILE if event["tile"] is None else event["tile"]
        builder.event(
            event["kind"],
            event["seat"],
            target_seat=event["target_seat"],
            tile=UNKNOWN if event["kind"] == "draw" and event["seat"] in hidden else tile,
            consumed=event["consumed"],
            is_tsumogiri=event["is_tsumogiri"],
            points=event["points"],
            elapsed=event.get("elapsed", -1),
        )
    _tell_results(builder, written)


def _wall(written: Written) -> dict[str, Any]:
    """What the log says of the wall."""
    part = written.case
    columns: dict[str, Any] = {"shuffle": part.get("shuffle")}
    if part.get("wall") is None:
        return columns
    if part["wall"] == "shuffled":
        return {**columns, "wall": walls(part["shuffle"], written.given.rules, 1)[0].canonical()}
    played = laid(written.given)
    assert played is not None
    wall = list(played)
    for swapped in part["wall"].get("swap", ()):
        one, other = map(_place, swapped)
        wall[one], wall[other] = wall[other], wall[one]
    for place, tile in part["wall"].get("put", {}).items():
        wall[_place(place)] = mpsz(tile)[0]
    published = part.get("wall_hash")
    if published in ("md5", "sha256"):
        made = hashlib.new(published, _text(played).encode()).hexdigest()
        published = f"{published}:{made}"
    return {**columns, "wall": wall, "wall_text": _text(wall), "wall_hash": published}


def _place(told: int) -> int:
    """Index of a place of a wall, told from 1 or, from the end, from -1."""
    return told - (told > 0)


def _text(wall: list[int]) -> str:
    return "".join(map(MPSZ.format, wall))


def _end_scores(written: Written) -> list[int] | None:
    if "end_scores" in written.case:
        return written.by_seat(written.case["end_scores"])
    if written.outcome is None:
        return None
    return [a + b for a, b in zip(written.given.scores, written.outcome.deltas, strict=True)]


def _tell_results(builder: LogBuilder, written: Written) -> None:
    """Wins or draw as the reference has them, changed as `wins` and `draw` say."""
    part, outcome, given = written.case, written.outcome, written.given
    turned = [*given.dora_indicators[:1], *(e["tile"] for e in given.events if e["kind"] == "dora")]
    if outcome is None:
        bare = [e for e in given.events if e["kind"] == "win"]
        wins = [
            {
                "seat": e["seat"],
                "from_seat": e["target_seat"],
                "tile": NO_TILE if e["tile"] is None else e["tile"],
            }
            for e in bare
        ]
        draw = {"log_type": part["draw"]["type"]} if "draw" in part else None
    else:
        wins = [{**win, "log_dora_indicators": turned} for win in outcome.wins]
        draw = outcome.draw
    changes = [*part.get("wins", ()), *[{}] * len(wins)]
    for win, change in zip(wins, changes, strict=False):
        builder.win(**{**win, **_win_columns(written, change)})
    if draw is not None:
        builder.draw(**{**draw, **_draw_columns(written, part.get("draw", {}))})


def _win_columns(written: Written, change: dict[str, Any]) -> dict[str, Any]:
    """Columns of a win as `change` tells them; null where the log has none."""
    columns: dict[str, Any] = {f"log_{name}": change[name] for name in NUMBERS if name in change}
    if "yaku" in change:
        told = change["yaku"]
        pairs = (
            list(told.items())
            if isinstance(told, dict)
            else [(t, None) if isinstance(t, str) else t for t in told]
        )
        worth = [n for _, n in pairs]
        columns |= {"log_yaku": [y for y, _ in pairs], "log_yaku_han": None if None in worth else worth}
    if "pao" in change:
        columns["log_pao_seat"] = change["pao"] and written.seat(change["pao"])
    if "deltas" in change:
        columns["log_deltas"] = change["deltas"] and written.by_seat(change["deltas"])
    if "tile" in change:
        columns["tile"] = mpsz(change["tile"])[0]
    for name, column in (("hand", "log_hand"), ("dora", "log_dora_indicators")):
        if name in change:
            columns[column] = change[name] and mpsz(change[name])
    return columns


def _draw_columns(written: Written, change: dict[str, Any]) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    if "type" in change:
        columns["log_type"] = change["type"]
    if "tenpai" in change:
        told = None if change["tenpai"] is None else [*map(written.seat, change["tenpai"])]
        columns["log_tenpai"] = None if told is None else [s in told for s in range(written.given.seats)]
    if "deltas" in change:
        columns["log_deltas"] = written.by_seat(change["deltas"])
    return columns


def _final_results(game: dict[str, Any], rules: Ruleset, last: Written) -> dict[str, list[Any]]:
    """Recorded final scores and points by seat; none of games that the log does not tell to the end."""
    if last.outcome is None or not game.get("complete"):
        return {}
    scores = tuple(a + b for a, b in zip(last.given.scores, last.outcome.deltas, strict=True))
    scores = final_scores(scores, last.outcome.sticks, rules)
    recorded = {"log_final_score": list(scores), "log_final_points": final_points(scores, rules)}
    for name, column in (("scores", "log_final_score"), ("points", "log_final_points")):
        if name in game:
            recorded[column] = game[name]
    return recorded
