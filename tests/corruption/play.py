"""Defects of play: tiles, furiten, riichi, missing events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from mjlog.tiles import TILE_NAMES
from tests.corruption.never import (
    ALWAYS_DISCARDS,
    FOR_TWO,
    NO_ABORTS,
    NO_BONUS,
    NO_CHI,
    NO_CHOMBO,
    NO_KAN_DORA,
    NO_KUIKAE,
    NO_OPEN_RIICHI,
    NO_SET_ASIDE,
)
from tests.corruption.registry import Hit, Never, Rare, mutation, shuffled
from tests.corruption.rows import GameRows, RoundRows, Row
from tests.reference.model import Moment, kind_of
from tests.reference.results import count_dora

FIVES = (4, 13, 22)
ABORTS = ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sancha_riichi", "sanchahou")
Turn = tuple[int, Row, Row]
"""Position of a draw, the draw, and the discard after it."""

# --- looking for places ----------------------------------------------------------------------------


def _seen(round_: RoundRows) -> Counter[int]:
    """Every tile that the round shows, by code."""
    tiles = [t for h in round_.given.hands for t in h]
    tiles += [e["tile"] for e in round_.events if e["kind"] == "draw"]
    tiles += [*round_.given.dora_indicators, *(round_.given.ura_indicators or ())]
    return Counter(tiles)


def _is_free(kind: int, round_: RoundRows, game: GameRows) -> bool:
    """Whether one more plain tile of `kind` can be in the round."""
    seen = _seen(round_)
    if TILE_NAMES[kind] in game.rules.removed_tiles:
        return False
    if kind in FIVES:
        reds = game.rules.red_fives[FIVES.index(kind)]
        return seen[kind] < 4 - reds
    return seen[kind] < 4


def _idle_turns(round_: RoundRows) -> Iterator[Turn]:
    """Turns whose discard is left alone and whose drawn tile is not needed later."""
    events = round_.events
    for i, draw in enumerate(events[:-1]):
        throw = events[i + 1]
        if draw["kind"] != "draw" or throw["kind"] != "discard":
            continue
        later = [e for e in events[i + 2 :] if e["kind"] not in ("dora", "riichi_accepted")]
        if not later or later[0]["kind"] not in ("draw", "exhaustive_draw"):
            continue
        own = [e for e in later if e["seat"] == draw["seat"] and e["kind"] != "draw"]
        if throw["tile"] == draw["tile"] or not own:
            yield i, draw, throw


def _rons(round_: RoundRows) -> Iterator[tuple[Row, Moment]]:
    """Win events on a discard, with the moment before the tile was won."""
    at = round_.wins_at()
    if len(at) != 1 or round_.events[at[0]]["seat"] == round_.events[at[0]]["target_seat"]:
        return
    before = round_.moments()[at[0] - 1]
    if before.offer is not None and before.offer.source == "discard":
        yield round_.events[at[0]], before


def _show_a_wait(
    round_: RoundRows, game: GameRows, waits: frozenset[int], turns: list[Turn], rng: Random
) -> bool:
    """Let one of `turns` draw and discard one of `waits` instead."""
    free = [k for k in sorted(waits) if _is_free(k, round_, game)]
    if not free or not turns:
        return False
    _, draw, throw = rng.choice(turns)
    draw["tile"] = throw["tile"] = rng.choice(free)
    throw["is_tsumogiri"] = True
    return True


# --- play ------------------------------------------------------------------------------------------


@mutation()
def discard_not_in_hand(game: GameRows, rng: Random) -> Hit | None:
    """A discard becomes a tile that its player does not hold."""
    for index, round_ in shuffled(game, rng):
        places = [i for i, e in enumerate(round_.events) if e["kind"] == "discard"]
        if not places:
            continue
        at = rng.choice(places)
        held = {kind_of(t) for t in (round_.moments()[at - 1]).seats[round_.events[at]["seat"]].hand}
        round_.events[at]["tile"] = rng.choice([k for k in range(34) if k not in held and k not in FIVES])
        return Hit(index, ("TI001",))
    return None


@mutation()
def noten_riichi(game: GameRows, rng: Random) -> Hit | None:
    """A noten player with a closed hand declares riichi and pays for it."""
    for index, round_ in shuffled(game, rng):
        moments = round_.moments()
        places = []
        for i, event in enumerate(round_.events[:-1]):
            view = moments[i].seats[event["seat"]] if event["kind"] == "discard" else None
            if view is None or not view.is_closed or view.riichi_seq is not None or not view.shanten:
                continue
            later = [e for e in round_.events[i + 1 :] if e["seat"] == view.seat]
            if round_.events[i + 1]["kind"] == "draw" and not later:
                places.append(i)
        if places:
            at = rng.choice(places)
            seat = round_.events[at]["seat"]
            round_.events.insert(at + 1, {"kind": "riichi_accepted", "seat": seat})
            round_.events.insert(at, {"kind": "riichi", "seat": seat})
            return Hit(index, ("RI002",))
    return None


@mutation(rare=Rare(themes=("ready",)))
def ron_on_own_discard(game: GameRows, rng: Random) -> Hit | None:
    """The winner of a ron has discarded a tile of the wait before."""
    for index, round_ in shuffled(game, rng):
        for event, before in _rons(round_):
            view = before.seats[event["seat"]]
            turns = [t for t in _idle_turns(round_) if t[1]["seat"] == view.seat]
            if _show_a_wait(round_, game, view.waits, turns, rng):
                return Hit(index, ("FT001",))
    return None


@mutation(ALWAYS_DISCARDS, rare=Rare(themes=("ready", "dragons")))
def ron_after_passing(game: GameRows, rng: Random) -> Hit | None:
    """The winner of a ron, not in riichi, let a tile of the wait pass since the last own discard."""
    for index, round_ in shuffled(game, rng):
        for event, before in _rons(round_):
            view = before.seats[event["seat"]]
            since = view.river[-1].seq if view.river else -1
            turns = [t for t in _idle_turns(round_) if t[1]["seat"] != view.seat and t[0] > since]
            unchanged = view.riichi_seq is None and not any(m.seq > since for m in view.melds)
            if unchanged and _show_a_wait(round_, game, view.waits, turns, rng):
                return Hit(index, ("FT002",))
    return None


@mutation(rare=Rare(themes=("ready",)))
def ron_after_passing_in_riichi(game: GameRows, rng: Random) -> Hit | None:
    """The winner of a ron in riichi let a tile of the wait pass after declaring."""
    for index, round_ in shuffled(game, rng):
        for event, before in _rons(round_):
            view = before.seats[event["seat"]]
            if view.riichi_seq is None or any(m.seq > view.riichi_seq for m in view.melds):
                continue
            turns = [t for t in _idle_turns(round_) if t[1]["seat"] != view.seat and t[0] > view.riichi_seq]
            if _show_a_wait(round_, game, view.waits, turns, rng):
                return Hit(index, ("FT003",))
    return None


@mutation()
def fifth_tile(game: GameRows, rng: Random) -> Hit | None:
    """A tile drawn and discarded becomes a fifth copy of another."""
    for index, round_ in shuffled(game, rng):
        kinds = Counter(kind_of(t) for t in _seen(round_).elements())
        full = [k for k, n in kinds.items() if n == 4 and k not in FIVES]
        if not full:
            continue
        kind = rng.choice(full)
        turns = [t for t in _idle_turns(round_) if kind_of(t[1]["tile"]) != kind]
        if turns:
            _, draw, throw = rng.choice(turns)
            draw["tile"] = throw["tile"] = kind
            throw["is_tsumogiri"] = True
            return Hit(index, ("TI002",))
    return None


def _drop(kind: str, prefixes: tuple[str, ...], *never: Never, rare: Rare | None = None) -> None:
    """Register the mutation that leaves out an event of a kind."""

    def drop(game: GameRows, rng: Random) -> Hit | None:
        for index, round_ in shuffled(game, rng):
            events = round_.events
            places = [i for i, e in enumerate(events) if e["kind"] == kind and _leaves_a_trace(e, round_)]
            if places:
                del events[rng.choice(places)]
                return Hit(index, prefixes)
        return None

    drop.__name__ = f"drop_{kind}"
    drop.__doc__ = f"A {kind} is missing."
    mutation(*never, rare=rare)(drop)


def _leaves_a_trace(event: Row, round_: RoundRows) -> bool:
    """Whether the round is no legal round without `event`."""
    given, seat = round_.given, event["seat"]
    if event["kind"] == "daiminkan":  # the replacement tile of the next in turn looks like a draw
        return bool(seat != given.next_seat(event["target_seat"]))
    if event["kind"] == "riichi":  # without its stick a declaration is not missed
        return any(e["kind"] == "riichi_accepted" and e["seat"] == seat for e in round_.events)
    if event["kind"] == "open_riichi":  # nor the shown waits unless they win
        return any(e["kind"] == "win" and e["seat"] == seat for e in round_.events)
    return True


CALLED = ("TN", "TI", "CL")
ENDED = ("PA", "TN", "EN")
_drop("draw", ("TN", "EN"))  # before kyuushu kyuuhai only the abort shows it
_drop("discard", ("TN",))
_drop("chi", CALLED, NO_CHI)
_drop("pon", CALLED)
_drop("daiminkan", CALLED, FOR_TWO, rare=Rare(themes=("kans",)))
_drop("kakan", CALLED, rare=Rare(themes=("dragons", "rob")))
_drop("ankan", CALLED)
_drop("kita", CALLED, NO_SET_ASIDE)
_drop("riichi", ("RI",))
_drop("riichi_accepted", ("RI",))
_drop("open_riichi", ("SC",), NO_OPEN_RIICHI, rare=Rare(("open_riichi", "open_riichi_deal_in")))
_drop("dora", ("DO",), NO_KAN_DORA)
_drop("bonus", ("PY",), NO_BONUS)
_drop("penalty", ("PY",), NO_CHOMBO, rare=Rare(("penalty",)))
_drop("win", ENDED)
_drop("exhaustive_draw", ENDED)
_drop("abortive_draw", ENDED, NO_ABORTS, rare=Rare(ABORTS, ("kans", "orphans", "first_wind")))
_drop("chombo", ENDED, NO_CHOMBO, rare=Rare(("chombo",)))


@mutation()
def dora_indicator(game: GameRows, rng: Random) -> Hit | None:
    """Another indicator lay at the deal, which changes the dora of a logged win."""
    for index, round_ in shuffled(game, rng):
        shown, at = list(round_.given.dora_indicators), round_.wins_at()
        if not shown or not at:
            continue
        last = round_.moments()[at[0] - 1]
        yaku = round_.wins[0]["log_yaku"]
        if yaku is None or not any(h < 13 for h in round_.wins[0]["log_yaku_han"] or ()):
            continue
        tiles = _winning_tiles(last, round_.events[at[0]])
        kinds = [k for k in range(34) if _is_free(k, round_, game) and k not in FIVES]
        rng.shuffle(kinds)
        for kind in kinds:
            if count_dora(tiles, [kind], game.rules) != count_dora(tiles, shown[:1], game.rules):
                round_.row["first_indicators"] = [kind]
                return Hit(index, ("SC", "DO"))
    return None


def _winning_tiles(moment: Moment, win: Row) -> list[int]:
    view = moment.seats[win["seat"]]
    tiles = view.tiles_of_all
    return tiles if win["seat"] == win["target_seat"] else [*tiles, win["tile"]]


@mutation(NO_KUIKAE)
def kuikae(game: GameRows, rng: Random) -> Hit | None:
    """The tile that was called is discarded right after the call."""
    for index, round_ in shuffled(game, rng):
        moments = round_.moments()
        for i, event in enumerate(round_.events[:-1]):
            if event["kind"] not in ("chi", "pon"):
                continue
            view = moments[i].seats[event["seat"]]
            held = [t for t in view.hand if kind_of(t) in view.forbidden_discards]
            throw = round_.events[i + 1]
            if held and throw["kind"] == "discard":
                throw["tile"] = held[0]
                return Hit(index, ("CL006",))
    return None
