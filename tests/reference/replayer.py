"""Replays one round event by event, the slow and obvious way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import Kuikae, TemporaryFuriten
from tests.reference.hands import ORPHANS, kokushi_shanten
from tests.reference.model import Cause, Discard, Event, Meld, Moment, Offer, RoundInput, SeatView, kind_of
from tests.reference.scorer import counts_quads

DRAGONS = (31, 32, 33)
WINDS = (27, 28, 29, 30)
ENDED_BY_DRAW = (TemporaryFuriten.OWN_DRAW, TemporaryFuriten.OWN_DRAW_OR_CALL)
"""Temporary furiten that an own draw ends (EMA rules 2016: a draw or a claim)."""
NO_ANSWER = ("dora", "win", "leave", "return", "penalty", "dead_hand", "chombo")
"""Events after which a tile on offer is still on offer."""


def replay(given: RoundInput) -> Iterator[Moment]:
    """Yield the round after every event of `given`."""
    moment = deal(given)
    for seq, event in enumerate(given.events):
        moment = step(moment, {**event, "seq": seq}, given)
        yield moment


def deal(given: RoundInput) -> Moment:
    """The round before its first event."""
    rules, quads = given.rules, counts_quads(given.rules)
    tiles = 4 * (34 - len(rules.removed_tiles))
    live = rules.draws_per_player * given.players or tiles - rules.dead_wall - 13 * given.players
    return Moment(
        seq=-1,
        event=None,
        seats=tuple(SeatView(s, Counter(h), quads=quads) for s, h in enumerate(given.hands)),
        wall_left=live,
        dora_indicators=given.dora_indicators[:1],
        scores=given.scores,
        sticks=given.sticks,
    )


def step(before: Moment, event: Event, given: RoundInput) -> Moment:
    """The round after `event`."""
    moment = before if event["kind"] in NO_ANSWER else settle(before)
    moment = replace(moment, seq=event["seq"], event=event)
    handler = _HANDLERS.get(event["kind"])
    return moment if handler is None else handler(moment, event, given)


def settle(moment: Moment) -> Moment:
    """Nobody won on the tile on offer: those who waited for it are furiten; a kan now stands."""
    if moment.offer is not None:
        cause = Cause(moment.offer.kind, moment.offer.seq)
        for seat in moment.offer.takers:
            view = moment.seats[seat]
            in_riichi = view.riichi_furiten or (cause if view.riichi_seq is not None else None)
            moment = _set(moment, seat, passed=cause, temporary_furiten=cause, riichi_furiten=in_riichi)
        moment = replace(moment, offer=None)
    return _interrupt(moment) if moment.interrupting else moment


def _set(moment: Moment, seat: int, **changes: Any) -> Moment:
    seats = list(moment.seats)
    seats[seat] = seats[seat].having(**changes)
    return replace(moment, seats=tuple(seats))


def _interrupt(moment: Moment) -> Moment:
    """A call cuts every ippatsu and every first turn."""
    seats = tuple(v.having(ippatsu=False, first_turn=False) for v in moment.seats)
    return replace(moment, seats=seats, interrupting=False)


def _offered(moment: Moment, event: Event, tile: int) -> Moment:
    """`tile` of the acting seat may be won on by everyone who waits for it."""
    kind = kind_of(tile)
    takers = {v.seat for v in moment.seats if v.seat != event["seat"] and kind in v.waits}
    offer = Offer(kind, event["seat"], event["seq"], event["kind"], frozenset(takers))
    return replace(moment, offer=offer)


def _without(hand: Counter[int], tiles: tuple[int, ...]) -> Counter[int]:
    left = Counter(hand)
    left.subtract(tiles)
    return Counter({t: n for t, n in left.items() if n})


# --- events --------------------------------------------------------------------------------------


def _draw(moment: Moment, event: Event, given: RoundInput) -> Moment:
    view = moment.seats[event["seat"]]
    moment = _set(
        moment,
        view.seat,
        hand=view.hand + Counter([event["tile"]]),
        drawn=event["tile"],
        drew_after=moment.replacement_for,
        open_kan_from=moment.open_kan_from,
        draws=view.draws + 1,
        temporary_furiten=_kept(view, given.rules, *ENDED_BY_DRAW),
    )
    taken = {"kan": given.rules.wall_per_kan, "kita": given.rules.wall_per_set_aside}
    left = moment.wall_left - taken.get(moment.replacement_for, 1)
    return replace(moment, wall_left=left, replacement_for="", open_kan_from=None)


def _kept(view: SeatView, rules: Ruleset, *ending: TemporaryFuriten) -> Cause | None:
    """Temporary furiten after something that ends it under the rules in `ending`."""
    return None if rules.temporary_furiten_until in ending else view.temporary_furiten


def _discard(moment: Moment, event: Event, given: RoundInput) -> Moment:
    view = moment.seats[event["seat"]]
    declares = view.riichi_seq is not None and not any(d.is_riichi for d in view.river)
    tsumogiri = event.get("is_tsumogiri")
    thrown = Discard(
        tile=event["tile"],
        seq=event["seq"],
        is_tsumogiri=view.drawn == event["tile"] if tsumogiri is None else tsumogiri,
        is_riichi=declares,
    )
    moment = _set(
        moment,
        view.seat,
        hand=_without(view.hand, (event["tile"],)),
        river=(*view.river, thrown),
        drawn=None,
        drew_after="",
        open_kan_from=None,
        ippatsu=False,
        first_turn=False,
        temporary_furiten=_kept(view, given.rules, TemporaryFuriten.OWN_DISCARD),
        forbidden_discards=frozenset(),
    )
    if declares:
        furiten = moment.seats[view.seat].discard_furiten is not None
        moment = _set(moment, view.seat, is_furiten_riichi=furiten)
    return _offered(moment, event, event["tile"])


def _riichi(moment: Moment, event: Event, _: RoundInput) -> Moment:
    view = moment.seats[event["seat"]]
    return _set(
        moment,
        view.seat,
        riichi_seq=event["seq"],
        riichi_turn=len(view.river) + 1,
        is_double_riichi=view.first_turn,
    )


def _open_riichi(moment: Moment, event: Event, _: RoundInput) -> Moment:
    return _set(moment, event["seat"], is_open_riichi=True)


def _riichi_accepted(moment: Moment, event: Event, _: RoundInput) -> Moment:
    seat = event["seat"]
    scores = tuple(p - 1000 if s == seat else p for s, p in enumerate(moment.scores))
    moment = _set(moment, seat, riichi_accepted=True, ippatsu=True)
    return replace(moment, scores=scores, sticks=moment.sticks + 1)


def _take_from_river(moment: Moment, seat: int, caller: int) -> Moment:
    river = moment.seats[seat].river
    if not river:
        return moment
    return _set(moment, seat, river=(*river[:-1], replace(river[-1], called_by=caller)))


def _call(moment: Moment, event: Event, given: RoundInput) -> Moment:
    """Chi, pon and daiminkan."""
    kind, seat, target = event["kind"], event["seat"], event["target_seat"]
    moment = _take_from_river(moment, target, seat)
    view = moment.seats[seat]
    meld = Meld(kind, (event["tile"], *event["consumed"]), target, event["seq"])
    melds = (*view.melds, meld)
    moment = _set(
        moment,
        seat,
        hand=_without(view.hand, event["consumed"]),
        melds=melds,
        drawn=None,
        pao=(*view.pao, *((y, target) for y in _completed_yakuman(melds) if y in given.rules.pao)),
        temporary_furiten=_kept(view, given.rules, TemporaryFuriten.OWN_DRAW_OR_CALL),
        forbidden_discards=kuikae_kinds(meld, given.rules),
    )
    moment = _interrupt(moment)
    if kind != "daiminkan":
        return moment
    return replace(_kan_declared(moment, seat), open_kan_from=target)


def _completed_yakuman(melds: tuple[Meld, ...]) -> list[str]:
    """Yakuman that the last meld makes certain for everyone to see."""
    last, kinds = melds[-1], [m.kind for m in melds]
    done = []
    if last.kind in DRAGONS and all(d in kinds for d in DRAGONS):
        done.append("daisangen")
    if last.kind in WINDS and all(w in kinds for w in WINDS):
        done.append("daisuushii")
    if last.type == "daiminkan" and sum(m.is_kan for m in melds) == 4:
        done.append("suukantsu")
    return done


def kuikae_kinds(meld: Meld, rules: Ruleset) -> frozenset[int]:
    """Kinds that may not be discarded right after `meld`; its first tile is the called one."""
    if rules.kuikae is Kuikae.ALLOWED or meld.type == "daiminkan":
        return frozenset()
    called = kind_of(meld.tiles[0])
    kinds = {called}
    if meld.type == "chi" and rules.kuikae is Kuikae.FORBIDDEN:
        if called == meld.kind and called % 9 < 6:
            kinds.add(called + 3)
        if called == meld.kind + 2 and called % 9 > 2:
            kinds.add(called - 3)
    return frozenset(kinds)


def _kan_declared(moment: Moment, seat: int) -> Moment:
    return replace(moment, kans=(*moment.kans, seat), replacement_for="kan")


def _kakan(moment: Moment, event: Event, _: RoundInput) -> Moment:
    view = moment.seats[event["seat"]]
    kind = kind_of(event["tile"])
    melds = tuple(
        replace(m, type="kakan", tiles=(*m.tiles, event["tile"])) if m.type == "pon" and m.kind == kind else m
        for m in view.melds
    )
    hand = _without(view.hand, (event["tile"],))
    moment = _set(moment, view.seat, hand=hand, melds=melds, drawn=None, drew_after="")
    moment = _kan_declared(moment, view.seat)
    return replace(_offered(moment, event, event["tile"]), interrupting=True)


def _ankan(moment: Moment, event: Event, given: RoundInput) -> Moment:
    """A concealed kan; kokushi musou may rob it where the rules say so."""
    view = moment.seats[event["seat"]]
    meld = Meld("ankan", tuple(event["consumed"]), view.seat, event["seq"])
    hand = _without(view.hand, event["consumed"])
    moment = _set(moment, view.seat, hand=hand, melds=(*view.melds, meld), drawn=None, drew_after="")
    moment = replace(_kan_declared(moment, view.seat), interrupting=True)
    if not given.rules.kokushi_robs_ankan or meld.kind not in ORPHANS:
        return moment
    moment = _offered(moment, event, event["tile"])
    assert moment.offer is not None
    robbers = {s for s in moment.offer.takers if kokushi_shanten(moment.seats[s].counts or (0,) * 34) == 0}
    return replace(moment, offer=replace(moment.offer, takers=frozenset(robbers)))


def _kita(moment: Moment, event: Event, given: RoundInput) -> Moment:
    """A tile set aside; it can be won on where the rules say so."""
    view = moment.seats[event["seat"]]
    hand, aside = _without(view.hand, (event["tile"],)), (*view.aside, event["tile"])
    moment = _set(moment, view.seat, hand=hand, aside=aside, drawn=None, drew_after="")
    moment = replace(moment, replacement_for="kita", interrupting=True)
    return _offered(moment, event, event["tile"]) if given.rules.set_aside_ron else moment


def _bonus(moment: Moment, event: Event, given: RoundInput) -> Moment:
    """Every opponent pays the points of the event to its seat."""
    scores = list(moment.scores)
    for seat in given.playing:
        if seat != event["seat"]:
            scores[seat] -= event["points"]
            scores[event["seat"]] += event["points"]
    return replace(moment, scores=tuple(scores))


def _penalty(moment: Moment, event: Event, _: RoundInput) -> Moment:
    """The seat pays its points to the table, where they lie as sticks."""
    scores = list(moment.scores)
    scores[event["seat"]] -= event["points"]
    return replace(moment, scores=tuple(scores), sticks=moment.sticks + event["points"] // 1000)


def _dead_hand(moment: Moment, event: Event, _: RoundInput) -> Moment:
    return _set(moment, event["seat"], is_dead=True)


def _dora(moment: Moment, event: Event, _: RoundInput) -> Moment:
    return replace(moment, dora_indicators=(*moment.dora_indicators, event["tile"]))


_HANDLERS: dict[str, Callable[[Moment, Event, RoundInput], Moment]] = {
    "draw": _draw,
    "discard": _discard,
    "riichi": _riichi,
    "riichi_accepted": _riichi_accepted,
    "chi": _call,
    "pon": _call,
    "daiminkan": _call,
    "kakan": _kakan,
    "ankan": _ankan,
    "kita": _kita,
    "dora": _dora,
    "open_riichi": _open_riichi,
    "bonus": _bonus,
    "penalty": _penalty,
    "dead_hand": _dead_hand,
}
