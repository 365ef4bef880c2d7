"""Defects of what only some houses have: bonuses, penalties, chombo, dead hands, dice, who is away."""

from __future__ import annotations

from random import Random

from tests.corruption.never import NO_BONUS, NO_CHOMBO, NO_CHOMBO_PAYMENT, NO_DICE, NOBODY_AWAY
from tests.corruption.registry import Hit, Rare, mutation, shuffled
from tests.corruption.rows import GameRows, RoundRows, Row


def _events(game: GameRows, rng: Random, kind: str) -> tuple[int, Row] | None:
    """A round with an event of a kind, and one of these events."""
    for index, round_ in shuffled(game, rng):
        found = [e for e in round_.events if e["kind"] == kind]
        if found:
            return index, rng.choice(found)
    return None


@mutation(NO_BONUS)
def bonus_points(game: GameRows, rng: Random) -> Hit | None:
    """A bonus is recorded with other points."""
    found = _events(game, rng, "bonus")
    if found is None:
        return None
    found[1]["points"] += rng.choice((-500, 100, 1000))
    return Hit(found[0], ("PY",))


@mutation(NO_BONUS)
def bonus_for_another(game: GameRows, rng: Random) -> Hit | None:
    """A bonus goes to another player."""
    found = _events(game, rng, "bonus")
    if found is None:
        return None
    index, event = found
    event["seat"] = rng.choice([s for s in game.rounds[index].given.playing if s != event["seat"]])
    return Hit(index, ("PY",))


@mutation(NO_CHOMBO, rare=Rare(("penalty",)))
def penalty_points(game: GameRows, rng: Random) -> Hit | None:
    """A penalty is recorded with other points."""
    found = _events(game, rng, "penalty")
    if found is None:
        return None
    found[1]["points"] += rng.choice((500, 1000))
    return Hit(found[0], ("PY",))


@mutation(NO_CHOMBO_PAYMENT, rare=Rare(("chombo",)))
def chombo_payer(game: GameRows, rng: Random) -> Hit | None:
    """Somebody else pays for chombo."""
    for index, round_ in shuffled(game, rng):
        if round_.draw is not None and round_.draw["log_type"] == "chombo":
            playing, deltas = round_.given.playing, list(round_.draw["log_deltas"])
            for seat, other in zip(playing, playing[1:] + playing[:1], strict=True):
                deltas[other] = round_.draw["log_deltas"][seat]
            round_.draw["log_deltas"] = deltas
            return Hit(index, ("PY",))
    return None


@mutation(NO_CHOMBO, rare=Rare(("dead_hand",), ("ready",)))
def win_of_a_dead_hand(game: GameRows, rng: Random) -> Hit | None:
    """A hand wins that was dead from the first discard on."""
    for index, round_ in shuffled(game, rng):
        if round_.wins:
            at = next((i for i, e in enumerate(round_.events) if e["kind"] == "discard"), None)
            if at is not None:
                round_.events.insert(at + 1, {"kind": "dead_hand", "seat": round_.wins[0]["seat"]})
                return Hit(index, ("CL",))
    return None


@mutation(NO_DICE)
def dice(game: GameRows, rng: Random) -> Hit | None:
    """The dice of a round in which something is paid were a pair, or were none."""
    for index, round_ in shuffled(game, rng):
        first, second = round_.row["dice"] or (0, 0)
        if first and _is_paid(round_):
            round_.row["dice"] = [first, first % 6 + 1 if first == second else first]
            return Hit(index, ("PY", "SC"))
    return None


def _is_paid(round_: RoundRows) -> bool:
    """Whether the end of a round is paid for."""
    paid = [*round_.wins, *([] if round_.draw is None else [round_.draw])]
    return any(any(row["log_deltas"] or ()) for row in paid)


@mutation(NOBODY_AWAY)
def away_seat(game: GameRows, rng: Random) -> Hit | None:
    """Another player is recorded as sitting a round out."""
    index = rng.randrange(len(game.rounds))
    given, row = game.rounds[index].given, game.rounds[index].row
    row["away_seat"] = rng.choice(given.playing)
    return Hit(index, ("EN", "PA", "TN"))
