"""Riichi, melds and exhaustive draws once more, with the reference replayer and scorer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from mjlog import schema
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import KanDora
from mjlog.tiles import IS_RED, TILE_NAMES
from tests.reference.draws import is_nagashi
from tests.reference.model import Moment, RoundInput, SeatView, kind_of
from tests.reference.readings import is_orphan, readings
from tests.reference.results import count_dora, count_ura
from tests.reference.scorer import best_scores, counts_quads, score
from tests.unit.facts.recount_danger import (
    HONOURS,
    RANK_GROUPS,
    RANK_NAMES,
    Row,
    completed,
    dora_count,
    held,
    open_melds,
    present,
    rank,
    tile_class,
    visible,
    yakuhai,
)

SHAPES = schema.SHAPES
CALLS = schema.CALLS


@dataclass(frozen=True)
class Riichi:
    """A riichi right after its declaration tile."""

    given: RoundInput
    moment: Moment
    """After the declaration tile."""
    view: SeatView
    seq: int
    """The declaration."""

    @property
    def waits(self) -> list[int]:
        """Kinds waited for, in order."""
        return sorted(self.view.waits)

    @property
    def river(self) -> set[int]:
        """Kinds of the own discards."""
        return {kind_of(d.tile) for d in self.view.river}

    def unseen(self, kind: int) -> int:
        """Copies of a kind outside of hand, rivers, melds and indicators."""
        return max(0, 4 - visible(self.moment)[kind] - held(self.view)[kind])

    def class_of(self, kind: int) -> str:
        """The kind against the river."""
        worth = yakuhai(self.given, self.view.seat)
        return tile_class(kind, self.river, worth, self.given.rules)

    def shapes(self, kind: int) -> set[str]:
        """Shapes that a kind completes in some reading."""
        won = completed(self.given, self.view, kind)
        return {r.wait for r in readings(won, counts_quads(self.given.rules))}


def riichis(given: RoundInput, moments: list[Moment]) -> list[Riichi]:
    """Every riichi whose tile was discarded, in order."""
    found = []
    for before, after in pairwise(moments):
        event = after.event or {}
        if event.get("kind") == "discard" and after.seats[event["seat"]].river[-1].is_riichi:
            seq = before.seats[event["seat"]].riichi_seq
            assert seq is not None
            found.append(Riichi(given, after, after.seats[event["seat"]], seq))
    return found


def riichi_row(riichi: Riichi, moments: list[Moment]) -> Row:
    """What `riichis` should say, `sure_yaku` aside."""
    given, view, rules = riichi.given, riichi.view, riichi.given.rules
    declared = [v.riichi_seq for v in moments[-1].seats if v.riichi_seq is not None]
    discards = [m for m in moments if m.event and m.event["kind"] == "discard" and m.seq < riichi.seq]
    kans = [m for m in moments[-1].seats[view.seat].melds if m.type == "ankan" and m.seq > riichi.seq]
    shapes = [riichi.shapes(k) for k in riichi.waits]
    forms = {r.form for k in riichi.waits for r in readings(completed(given, view, k))}
    return {
        "seat": view.seat,
        "seq": riichi.seq,
        "turn": len(view.river),
        "table_turn": len(discards) / given.players + 1,
        "riichi_order": sum(seq <= riichi.seq for seq in declared),
        "chasers": sum(seq > riichi.seq for seq in declared),
        "is_dealer": view.seat == given.dealer,
        "is_double_riichi": view.is_double_riichi,
        "tile": TILE_NAMES[view.river[-1].tile],
        "is_tsumogiri": (riichi.moment.event or {})["is_tsumogiri"],
        "waits": [TILE_NAMES[k] for k in riichi.waits],
        "wait_tiles": sum(map(riichi.unseen, riichi.waits)),
        "wait_shape": wait_shape(shapes),
        "is_good_shape": len(shapes) > 2 or any("ryanmen" in s for s in shapes),
        "is_kokushi": "kokushi" in forms,
        "is_furiten": any(k in riichi.river for k in riichi.waits),
        "dora": dora_count(view, riichi.moment, rules),
        "has_ankan_after": bool(kans),
    }


def wait_shape(shapes: list[set[str]]) -> str | None:
    """The shape that one or two kinds share."""
    if not shapes:
        return None
    shared = set.intersection(*shapes)
    return max(shared, key=SHAPES.index) if shared and len(shapes) <= 2 else "many"


def sure_yaku(riichi: Riichi) -> list[set[str]]:
    """Yaku that every wait gives besides riichi, for each choice among readings of equal worth."""
    choices = []
    for kind in riichi.waits:
        best = best_scores(completed(riichi.given, riichi.view, kind), riichi.given.rules)
        named = {frozenset(s.yaku) - set(schema.BONUS) - {"riichi"} for s in best}
        choices.append(named or {frozenset()})
    return [set(frozenset.intersection(*chosen)) for chosen in product(*choices)] if choices else []


def wait_rows(riichi: Riichi) -> Iterator[Row]:
    """What `riichi_waits` should say, `wait_shape` aside."""
    for kind in riichi.waits:
        shapes = riichi.shapes(kind)
        yield {
            "seat": riichi.view.seat,
            "tile": TILE_NAMES[kind],
            "tile_class": riichi.class_of(kind),
            "visible": visible(riichi.moment)[kind],
            "unseen": riichi.unseen(kind),
            **{f"is_{shape}": shape in shapes for shape in SHAPES},
        }


def paid_shapes(riichi: Riichi, tile: str) -> set[str]:
    """Shapes that a kind completes in the readings that are worth most."""
    won = completed(riichi.given, riichi.view, TILE_NAMES.index(tile))
    return {s.reading.wait for s in best_scores(won, riichi.given.rules)}


def class_rows(riichi: Riichi) -> dict[tuple[str, str, int | None], tuple[int, int]]:
    """Kinds, and kinds waited for, by class, rank group and visible copies of honours."""
    kinds: Counter[tuple[str, str, int | None]] = Counter()
    hits: Counter[tuple[str, str, int | None]] = Counter()
    seen = visible(riichi.moment)
    for kind in sorted(present(riichi.given.rules)):
        is_honour = kind in HONOURS
        group = "honour" if is_honour else RANK_GROUPS[RANK_NAMES[rank(kind)]]
        key = riichi.class_of(kind), group, seen[kind] if is_honour else None
        kinds[key] += 1
        hits[key] += kind in riichi.view.waits
    return {key: (n, hits[key]) for key, n in kinds.items()}


# --- melds --------------------------------------------------------------------------------------


def meld_rows(given: RoundInput, moments: list[Moment], robbed: int | None) -> Iterator[Row]:
    """What `melds` should say of every call and kan; `robbed` is the event of a kan that was won on."""
    for place, (before, after) in enumerate(pairwise(moments)):
        event = after.event or {}
        if event.get("kind") not in CALLS:
            continue
        seat, kind = event["seat"], event["kind"]
        opens = kind in ("chi", "pon", "daiminkan")
        own, others = open_melds(after.seats[seat]), [v for v in after.seats if v.seat != seat]
        following = moments[place + 2] if place + 2 < len(moments) else None
        is_thrown = following is not None and (following.event or {})["kind"] == "discard"
        settled = following if following is not None and is_thrown and kind in ("chi", "pon") else after
        tiles = [kind_of(t) for t in (event["tile"], *event["consumed"])]
        counts = given.rules.ippatsu and after.seq != robbed
        yield {
            "seq": after.seq,
            "seat": seat,
            "kind": kind,
            "from_seat": event["target_seat"] if opens else None,
            "turn": len(after.seats[seat].river) + 1,
            "open_meld": own if opens else None,
            "is_first_of_table": opens and all(open_melds(v) < own for v in others),
            "tile": TILE_NAMES[min(tiles)],
            "shanten_before": before.seats[seat].shanten,
            "shanten": after.seats[seat].shanten,
            "dora": _dora(settled.seats[seat], after, given.rules),
            "is_yakuhai": min(tiles) in yakuhai(given, seat),
            **sure_yaku_of(given, settled.seats[seat]),
            "cancels_ippatsu": sum(v.ippatsu for v in before.seats if v.seat != seat) if counts else 0,
        }


def _dora(view: SeatView, moment: Moment, rules: Ruleset) -> int:
    reds = sum(bool(IS_RED[t]) for t in view.tiles_of_all)
    return count_dora(view.tiles_of_all, moment.dora_indicators, rules) + reds


def sure_yaku_of(given: RoundInput, view: SeatView) -> Row:
    """Three yakuhai, simples only, or one suit with or without honours."""
    tiles = [kind_of(t) for t in (*view.hand.elements(), *(t for m in view.melds for t in m.tiles))]
    worth = yakuhai(given, view.seat)
    suits = {k // 9 for k in tiles if k not in HONOURS}
    is_simple = not any(is_orphan(k) for k in tiles) and (given.rules.open_tanyao or view.is_closed)
    has_yakuhai = any(tiles.count(k) >= 3 for k in worth)
    return {
        "has_yakuhai": has_yakuhai,
        "has_tanyao": is_simple,
        "has_sure_yaku": has_yakuhai or is_simple or len(suits) <= 1,
    }


# --- draws and standings ------------------------------------------------------------------------


def end_rows(
    given: RoundInput, moments: list[Moment], row: Row, draw: Row | None, wins: list[Row]
) -> list[Row]:
    """Columns of `round_players` about deal, draw and standing, for each seat that plays."""
    last, first = moments[-1], moments[0]
    ends = row["log_end_scores"]
    is_exhaustive = row["outcome"] == "exhaustive_draw"
    tenpai = draw["log_tenpai"] if draw and is_exhaustive else None
    is_paid = bool(draw and draw["log_type"] == "nagashi_mangan")
    is_paid |= any("nagashi_mangan" in w["log_yaku"] for w in wins)
    offends = [e["seat"] for e in given.events if e["kind"] == "chombo"]
    return [
        {
            "seat": seat,
            "end_rank": sorted(given.playing, key=lambda s: (-ends[s], s)).index(seat) + 1,
            "dealt_dora": count_dora(given.hands[seat], first.dora_indicators, given.rules),
            "dealt_aka": sum(bool(IS_RED[t]) for t in given.hands[seat]),
            "has_yaku_at_draw": _has_yaku(given, last.seats[seat]) if tenpai and tenpai[seat] else None,
            "is_nagashi_mangan": is_paid and is_nagashi(last.seats[seat]),
            "is_chombo": seat in offends,
        }
        for seat in given.playing
    ]


def _has_yaku(given: RoundInput, view: SeatView) -> bool | None:
    if not view.waits:
        return None
    return any(score(completed(given, view, k), given.rules) is not None for k in view.waits)


def ura_row(given: RoundInput, moments: list[Moment], win: Row) -> Row | None:
    """`ura_dora` and `expected_ura` of a win; None for one without riichi, or without ura indicators."""
    last, rules = moments[-1], given.rules
    view = last.seats[win["seat"]]
    several = rules.kan_dora is not KanDora.OFF and rules.kan_ura_dora
    number = len(last.dora_indicators) if several else 1
    shown = given.ura_indicators or ()
    if view.riichi_seq is None or not rules.ura_dora or len(shown) < number:
        return None
    tiles = view.tiles_of_all + ([] if win["seat"] == win["from_seat"] else [win["tile"]])
    seen = visible(last)
    for other in (last.seats[seat] for seat in given.playing):
        seen.update(held(other))
    left = {k: 4 - seen[k] for k in present(rules)}
    brought = sum(n * count_ura(tiles, [k], rules) for k, n in left.items())
    return {
        "ura_dora": count_ura(tiles, shown[:number], rules),
        "expected_ura": number * brought / sum(left.values()),
    }


def robbed_kan(given: RoundInput, wins: list[dict[str, Any]]) -> int | None:
    """The kan, if any, whose tile was won on."""
    if not any(w["seat"] != w["from_seat"] for w in wins):
        return None
    offers = [n for n, e in enumerate(given.events) if e["kind"] in ("discard", "kakan", "ankan", "kita")]
    return offers[-1] if given.events[offers[-1]]["kind"] in CALLS else None
