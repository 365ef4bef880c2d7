"""What riichi wait for and what discards meet, tile by tile from the rivers of the reference replayer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from mjlog.rulesets.model import Ruleset
from mjlog.tiles import IS_RED, TILE_CODE, TILE_NAMES
from tests.reference.hands import with_tile
from tests.reference.model import Discard, Event, Moment, RoundInput, SeatView, kind_of
from tests.reference.readings import CalledSet, Win
from tests.reference.results import dora_kind

Row = dict[str, Any]
Kinds = set[int]

HONOURS = range(27, 34)
DRAGONS = {31, 32, 33}
RANK_NAMES = {1: "19", 2: "28", 3: "37", 4: "46", 5: "5", 6: "46", 7: "37", 8: "28", 9: "19"}
RANK_GROUPS = {"19": "19", "28": "28", "37": "37", "46": "456", "5": "456"}


def rank(kind: int) -> int:
    """1 to 9 of a number tile."""
    return kind % 9 + 1


def present(rules: Ruleset) -> Kinds:
    """Kinds that the tile set has."""
    return set(range(34)) - {TILE_CODE[name] for name in rules.removed_tiles}


def runs(rules: Ruleset) -> list[tuple[int, int, int]]:
    """Every run that the tile set can make."""
    there = present(rules)
    lows = (low for low in range(27) if rank(low) <= 7)
    return [(k, k + 1, k + 2) for k in lows if {k, k + 1, k + 2} <= there]


def two_sided(kind: int) -> list[tuple[int, int]]:
    """Two-sided waits on a number tile: the lower of the two tiles that wait, and the other kind."""
    if kind in HONOURS:
        return []
    below = [(kind - 2, kind - 3)] if rank(kind) >= 4 else []
    above = [(kind + 1, kind + 3)] if rank(kind) <= 6 else []
    return below + above


def yakuhai(given: RoundInput, seat: int) -> Kinds:
    """Honours that are worth a yaku to a seat."""
    return DRAGONS | {27 + given.round_wind, 27 + given.seat_wind(seat)}


def tile_class(kind: int, safe: Kinds, worth: Kinds, rules: Ruleset) -> str:
    """Word of `schema.TILE_CLASSES` for a tile."""
    if kind in safe:
        return "genbutsu"
    if kind in HONOURS:
        return "yakuhai" if kind in worth else "guest_wind"
    if not any(kind in run for run in runs(rules)):
        return "lone_terminal"
    name = RANK_NAMES[rank(kind)]
    ends = [other for _, other in two_sided(kind)]
    closed = [other for other in ends if other in safe]
    if not closed:
        return f"no_suji_{name}"
    if len(ends) == 1:
        return f"suji_{name}"
    if len(closed) == 2:
        return f"double_suji_{name}"
    if name == "5":
        return "half_suji_5"
    return "half_suji_46a" if rank(closed[0]) in (1, 9) else "half_suji_46b"


def visible(moment: Moment) -> Counter[int]:
    """Copies of each kind that everybody sees."""
    seen = [kind_of(t) for t in moment.dora_indicators]
    for view in moment.seats:
        seen += [kind_of(d.tile) for d in view.river if d.called_by is None]
        seen += [kind_of(t) for m in view.melds for t in m.tiles]
        seen += [kind_of(t) for t in view.aside]
    return Counter(seen)


def held(view: SeatView) -> Counter[int]:
    """Concealed tiles of a seat by kind."""
    return Counter(kind_of(t) for t in view.hand.elements())


def doras(moment: Moment, rules: Ruleset) -> Kinds:
    """Kinds that the turned indicators make dora."""
    return {dora_kind(t, rules) for t in moment.dora_indicators}


def dora_count(view: SeatView, moment: Moment, rules: Ruleset) -> int:
    """Dora, as often as indicated, and red fives of all tiles of a seat."""
    tiles = view.tiles_of_all
    named = [dora_kind(t, rules) for t in moment.dora_indicators]
    return sum(named.count(kind_of(t)) + bool(IS_RED[t]) for t in tiles)


# --- discards against threats -------------------------------------------------------------------


def open_melds(view: SeatView) -> int:
    """Chi, pon and daiminkan; a pon that became a kan counts as the pon."""
    return sum(m.is_open for m in view.melds)


def lets_pass(event: Event, rules: Ruleset) -> bool:
    """Whether a hand in waiting could have won on the tile of an event."""
    return event["kind"] in ("discard", "kakan") or (event["kind"] == "kita" and rules.set_aside_ron)


def genbutsu(given: RoundInput, before: Moment, opponent: SeatView) -> Kinds:
    """Kinds that an opponent has discarded, or let pass since its hand last changed."""
    changed = opponent.riichi_seq
    if changed is None:
        changed = opponent.river[-1].seq if opponent.river else -1
    passed = {
        kind_of(e["tile"])
        for seq, e in enumerate(given.events)
        if changed < seq <= before.seq and e["seat"] != opponent.seat and lets_pass(e, given.rules)
    }
    return passed | {kind_of(d.tile) for d in opponent.river}


def declaration(view: SeatView) -> Discard | None:
    """The tile that a riichi was declared with."""
    return next((d for d in view.river if d.is_riichi), None)


def chance(kind: int, safe: Kinds, unseen: Counter[int], rules: Ruleset) -> str | None:
    """Word of `schema.CHANCES` for a tile."""
    if kind in safe or not any(kind in run for run in runs(rules)):
        return None
    left = [min(unseen[low], unseen[low + 1]) for low, other in two_sided(kind) if other not in safe]
    if not left:
        return None
    return {0: "no_chance", 1: "one_chance"}.get(max(left), "open")


def suji_source(kind: int, safe: Kinds, opponent: SeatView) -> str | None:
    """Word of `schema.SUJI_SOURCES` for a tile against a riichi."""
    thrown = declaration(opponent)
    if kind in safe or opponent.riichi_seq is None:
        return None
    before = {kind_of(d.tile) for d in opponent.river if thrown is None or d.seq < thrown.seq}
    words = [
        "before"
        if other in before
        else "declaration"
        if thrown is not None and other == kind_of(thrown.tile)
        else "after"
        for _, other in two_sided(kind)
        if other in safe
    ]
    return max(words, key=("before", "declaration", "after").index, default=None)


def is_outside(kind: int, inner: int) -> bool:
    """Whether a tile lies between another of its suit and the end that is nearer to it."""
    if kind in HONOURS or inner in HONOURS or kind // 9 != inner // 9:
        return False
    return rank(kind) < rank(inner) <= 5 or rank(kind) > rank(inner) >= 5


def outside(kind: int, opponent: SeatView) -> str | None:
    """Word of `schema.OUTSIDES` for a tile."""
    thrown = declaration(opponent)
    before = [d for d in opponent.river if thrown is None or d.seq < thrown.seq]
    places = [place for place, d in enumerate(before) if is_outside(kind, kind_of(d.tile))]
    if not places:
        return None
    return "early" if min(places) < 4 else "before_riichi"


def open_waits(kind: int, safe: Kinds, rules: Ruleset) -> list[tuple[int, int]]:
    """Two-sided waits on a tile neither end of which is safe, as the kinds of their ends."""
    can_run = {k for run in runs(rules) for k in run}
    ends = [(min(kind, other), max(kind, other)) for _, other in two_sided(kind)]
    return [pair for pair in ends if not set(pair) & safe and set(pair) <= can_run]


def river_row(kind: int, safe: Kinds, opponent: SeatView, rules: Ruleset) -> Row:
    """What the river up to the declaration tile says of the two-sided waits on a tile."""
    thrown = declaration(opponent)
    river = [d for d in opponent.river if thrown is None or d.seq <= thrown.seq]
    parts: dict[int, str] = {}
    for place, d in enumerate(river):
        if thrown is not None and d.seq == thrown.seq:
            parts[kind_of(d.tile)] = "declaration"
        else:
            parts.setdefault(kind_of(d.tile), "early" if place < 4 else "later")
    row: Row = {
        "is_suit_cut": kind not in HONOURS and any(k not in HONOURS and k // 9 == kind // 9 for k in parts),
        "is_aida_yonken": False,
    }
    beyond: list[str] = []
    between: list[str] = []
    for low, high in open_waits(kind, safe, rules):
        outer = {k for k in (low - 1, high + 1) if 0 <= k < 27 and k // 9 == kind // 9}
        beyond += [parts[k] for k in outer & parts.keys()]
        between += [parts[k] for k in {low + 1, low + 2} & parts.keys()]
        row["is_aida_yonken"] |= len(outer) == 2 and outer <= parts.keys()
    order = ("later", "early", "declaration").index
    row["ura_suji"] = max(beyond, key=order, default=None)
    row["matagi_suji"] = max(between, key=order, default=None)
    return row


def live_suji(safe: Kinds, rules: Ruleset) -> int:
    """Two-sided waits neither end of which is safe."""
    possible = [k for k in range(27) if rank(k) <= 6 and all(r in runs(rules) for r in _around(k))]
    return sum(k not in safe and k + 3 not in safe for k in possible)


def _around(low: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """The two runs that the middle two of four tiles can become."""
    return (low, low + 1, low + 2), (low + 1, low + 2, low + 3)


def river_points(opponent: SeatView) -> int:
    """Thickness of a river up to and with the declaration tile."""
    thrown = declaration(opponent)
    worth = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1, 9: 0}
    return sum(
        worth[rank(kind_of(d.tile))]
        for d in opponent.river
        if kind_of(d.tile) not in HONOURS and (thrown is None or d.seq <= thrown.seq)
    )


def threat_rows(given: RoundInput, moments: list[Moment], wins: list[Row]) -> Iterator[Row]:
    """What `discard_threats` should say of every discard of a round."""
    for before, after in pairwise(moments):
        if after.event is None or after.event["kind"] != "discard":
            continue
        for opponent in before.seats:
            in_riichi = opponent.riichi_seq is not None
            is_threat = (in_riichi or open_melds(opponent) >= 2) and not opponent.is_dead
            if opponent.seat != after.event["seat"] and is_threat:
                did_deal_in = _wins_on(after, moments, wins, opponent.seat)
                yield _threat_row(given, before, after, opponent, did_deal_in)


def _wins_on(after: Moment, moments: list[Moment], wins: list[Row], opponent: int) -> bool:
    """Whether an opponent won on the discard of a moment: no move comes between."""
    rons = [w for w in wins if w["seat"] != w["from_seat"] == (after.event or {})["seat"]]
    between = {m.event["kind"] for m in moments if m.event and m.seq > after.seq}
    return opponent in {w["seat"] for w in rons} and between <= {"win", "dora", "riichi_accepted"}


def _threat_row(
    given: RoundInput, before: Moment, after: Moment, opponent: SeatView, did_deal_in: bool
) -> Row:
    event, rules = after.event or {}, given.rules
    own, own_after = before.seats[event["seat"]], after.seats[event["seat"]]
    safe = genbutsu(given, before, opponent)
    thrown = declaration(opponent)
    said = None if thrown is None else given.events[thrown.seq]["is_tsumogiri"]
    return {
        "seq": after.seq,
        "seat": own.seat,
        "opponent": opponent.seat,
        "threat": "open" if opponent.riichi_seq is None else "riichi",
        "turn": len(own_after.river),
        **_tile_row(given, before, own, opponent, event["tile"]),
        "live_suji": live_suji(safe, rules),
        "river_points": river_points(opponent),
        "is_declaration_tsumogiri": said,
        "opponent_turn": len(opponent.river),
        "opponent_melds": open_melds(opponent),
        "opponents_in_riichi": sum(
            v.riichi_seq is not None and not v.is_dead for v in before.seats if v.seat != own.seat
        ),
        "is_opponent_dealer": opponent.seat == given.dealer,
        "is_opponent_tenpai": bool(opponent.waits),
        "is_in_riichi": own.riichi_seq is not None and declaration(own) is not None,
        "shanten_before": own.shanten,
        "shanten": own_after.shanten,
        "has_genbutsu": any(k in safe for k in held(own)),
        "would_deal_in": kind_of(event["tile"]) in opponent.waits and not opponent.is_furiten,
        "did_deal_in": did_deal_in,
    }


def _tile_row(given: RoundInput, before: Moment, own: SeatView, opponent: SeatView, tile: int) -> Row:
    """What the columns of `discard_threats` should say of the tile itself."""
    kind, rules = kind_of(tile), given.rules
    safe = genbutsu(given, before, opponent)
    seen = visible(before)
    unseen = Counter({k: max(0, 4 - seen[k] - held(own)[k]) for k in present(rules)})
    dora = doras(before, rules)
    return {
        "tile": TILE_NAMES[tile],
        "tile_class": tile_class(kind, safe, yakuhai(given, opponent.seat), rules),
        "visible": seen[kind],
        "unseen": unseen[kind],
        "chance": chance(kind, safe, unseen, rules),
        "suji_source": suji_source(kind, safe, opponent),
        "held_suji": max(
            (held(own)[low if high == kind else high] for low, high in open_waits(kind, safe, rules)),
            default=None,
        ),
        "outside": outside(kind, opponent),
        **river_row(kind, safe, opponent, rules),
        "is_dora": kind in dora or bool(IS_RED[tile]),
        "is_beside_dora": any(
            kind not in HONOURS and d not in HONOURS and kind // 9 == d // 9 and abs(kind - d) == 1
            for d in dora
        ),
    }


# --- riichi -------------------------------------------------------------------------------------


def completed(given: RoundInput, view: SeatView, kind: int) -> Win:
    """The hand of a seat that has declared riichi, or not, with a tile by ron and no luck."""
    assert view.counts is not None
    names = {"daiminkan": "minkan", "kakan": "minkan"}
    return Win(
        counts=with_tile(view.counts, kind),
        melds=tuple(CalledSet(names.get(m.type, m.type), m.kind) for m in view.melds),
        win_kind=kind,
        riichi=int(view.riichi_seq is not None),
        seat_wind=given.seat_wind(view.seat),
        round_wind=given.round_wind,
        aka=sum(bool(IS_RED[t]) for t in view.tiles_of_all),
        kita=view.kita,
        honba=given.honba,
    )
