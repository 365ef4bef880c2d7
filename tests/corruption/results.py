"""Defects of results: values, yaku, payments, sticks, honba, scores."""

from __future__ import annotations

from random import Random

from mjlog.schema import BONUS
from tests.corruption.never import FOR_TWO, NO_FU, NO_HONBA, NO_PAO
from tests.corruption.registry import Hit, Rare, mutation, shuffled
from tests.corruption.rows import GameRows, Row

OTHER_YAKU = ("tanyao", "pinfu", "chankan", "yakuhai_chun", "shousangen", "toitoi")


def _some_win(game: GameRows, rng: Random, column: str) -> tuple[int, Row] | None:
    wins = [(i, w) for i, r in enumerate(game.rounds) for w in r.wins if w.get(column) is not None]
    return rng.choice(wins) if wins else None


@mutation()
def points(game: GameRows, rng: Random) -> Hit | None:
    """The value of a win is recorded wrongly."""
    found = _some_win(game, rng, "log_points")
    if found is None:
        return None
    found[1]["log_points"] += rng.choice((-300, 100, 1000, 8000))
    return Hit(found[0], ("SC",))


@mutation()
def missing_yaku(game: GameRows, rng: Random) -> Hit | None:
    """A yaku of a win is not recorded; one of several, as a win without any is not told."""
    wins = [(i, w) for i, r in enumerate(game.rounds) for w in r.wins if len(_yaku_of(w)) > 1]
    if not wins:
        return None
    index, win = rng.choice(wins)
    at = win["log_yaku"].index(rng.choice(_yaku_of(win)))
    for column in ("log_yaku", "log_yaku_han"):
        win[column] = None if win[column] is None else [v for i, v in enumerate(win[column]) if i != at]
    return Hit(index, ("SC",))


def _yaku_of(win: Row) -> list[str]:
    """The recorded yaku of a win but for bonuses."""
    return [slug for slug in win["log_yaku"] or () if slug not in BONUS]


@mutation()
def han(game: GameRows, rng: Random) -> Hit | None:
    """The han or points of a win that is no yakuman are recorded wrongly."""
    wins = [
        (i, w)
        for i, r in enumerate(game.rounds)
        for w in r.wins
        if w.get("log_han") is not None and w["log_limit"] != "yakuman"
    ]
    if not wins:
        return None
    index, win = rng.choice(wins)
    win["log_han"] += 1
    return Hit(index, ("SC",))


@mutation()
def yaku(game: GameRows, rng: Random) -> Hit | None:
    """A yaku of a win is recorded as another one of as many han."""
    found = _some_win(game, rng, "log_yaku")
    if found is None:
        return None
    index, win = found
    names = list(win["log_yaku"])
    others = [
        y for y in ("tanyao", "pinfu", "chankan", "yakuhai_chun", "shousangen", "toitoi") if y not in names
    ]
    names[rng.randrange(len(names))] = rng.choice(others)
    win["log_yaku"] = names
    return Hit(index, ("SC",))


@mutation(NO_FU)
def fu(game: GameRows, rng: Random) -> Hit | None:
    """The fu of an ordinary win are recorded wrongly."""
    wins = [
        (i, w)
        for i, r in enumerate(game.rounds)
        for w in r.wins
        if w.get("log_fu") and w["log_limit"] == "none"
    ]
    if not wins:
        return None
    index, win = rng.choice(wins)
    win["log_fu"] += rng.choice((-10, 10))
    return Hit(index, ("SC",))


def _move_payment(row: Row, rng: Random) -> bool:
    """Let another seat pay what one seat pays in ``log_deltas``."""
    deltas = list(row["log_deltas"])
    payers = [s for s, d in enumerate(deltas) if d < 0]
    others = [s for s, d in enumerate(deltas) if d == 0]
    if not payers or not others:
        return False
    payer, other = rng.choice(payers), rng.choice(others)
    deltas[payer], deltas[other] = deltas[other], deltas[payer]
    row["log_deltas"] = deltas
    return True


@mutation(FOR_TWO)
def payer_of_a_ron(game: GameRows, rng: Random) -> Hit | None:
    """Somebody else pays for a ron."""
    for index, round_ in shuffled(game, rng):
        for win in round_.wins:
            is_ron = win["seat"] != win["from_seat"] and win.get("log_deltas") is not None
            if is_ron and _move_payment(win, rng):
                return Hit(index, ("PY",))
    return None


@mutation(FOR_TWO)
def discarder_of_a_ron(game: GameRows, rng: Random) -> Hit | None:
    """A ron is recorded as off another player than the one who discarded."""
    for index, round_ in shuffled(game, rng):
        for win, at in zip(round_.wins, round_.wins_at(), strict=False):
            others = [s for s in round_.given.playing if s not in (win["seat"], win["from_seat"])]
            if win["seat"] != win["from_seat"] and others:
                win["from_seat"] = round_.events[at]["target_seat"] = rng.choice(others)
                return Hit(index, ("TN", "PY"))
    return None


@mutation(NO_PAO, FOR_TWO, rare=Rare(("pao",)))
def pao_seat(game: GameRows, rng: Random) -> Hit | None:
    """Another player is recorded as liable."""
    found = _some_win(game, rng, "log_pao_seat")
    if found is None:
        return None
    index, win = found
    others = [s for s in game.rounds[index].given.playing if s not in (win["seat"], win["log_pao_seat"])]
    if not others:
        return None
    win["log_pao_seat"] = rng.choice(others)
    return Hit(index, ("PO",))


@mutation(NO_HONBA)
def honba(game: GameRows, rng: Random) -> Hit | None:
    """A honba too many at the deal."""
    for index, round_ in shuffled(game, rng):
        if round_.wins and round_.wins[0].get("log_deltas") is not None:
            round_.row["honba"] += 1
            return Hit(index, ("PY",))
    return None


@mutation()
def stick(game: GameRows, rng: Random) -> Hit | None:
    """A riichi stick too many on the table at the deal."""
    for index, round_ in shuffled(game, rng):
        if round_.wins and round_.wins[0].get("log_deltas") is not None:
            round_.row["riichi_sticks"] += 1
            return Hit(index, ("PY",))
    return None


@mutation()
def start_score(game: GameRows, rng: Random) -> Hit | None:
    """A player begins a round with other points than the last one ended with."""
    if len(game.rounds) < 2:
        return None
    index = rng.randrange(1, len(game.rounds))
    scores = list(game.rounds[index].row["start_scores"])
    scores[rng.randrange(len(scores))] += rng.choice((-1000, 1000))
    game.rounds[index].row["start_scores"] = scores
    return Hit(index - 1, ("PY",))


@mutation()
def draw_payment(game: GameRows, rng: Random) -> Hit | None:
    """Somebody else pays at an exhaustive draw."""
    for index, round_ in shuffled(game, rng):
        draw = round_.draw
        if draw is None or draw.get("log_deltas") is None or not any(draw["log_deltas"]):
            continue
        deltas = list(draw["log_deltas"])
        turned = deltas[1:] + deltas[:1]
        if turned != deltas:
            draw["log_deltas"] = turned
            return Hit(index, ("PY",))
    return None


@mutation()
def tenpai(game: GameRows, rng: Random) -> Hit | None:
    """A noten hand is recorded as tenpai at an exhaustive draw."""
    for index, round_ in shuffled(game, rng):
        draw = round_.draw or {}
        shown = draw.get("log_tenpai")
        noten = [] if shown is None else [s for s in round_.given.playing if not shown[s]]
        if noten:
            at = rng.choice(noten)
            draw["log_tenpai"] = [t or s == at for s, t in enumerate(shown)]
            return Hit(index, ("EN",))
    return None


@mutation()
def missing_round(game: GameRows, rng: Random) -> Hit | None:
    """A round in the middle of a game is missing, and not one that is played again."""
    if len(game.rounds) < 3:
        return None
    places = [i for i, r in enumerate(game.rounds[1:-1], 1) if r.row["outcome"] != "chombo"]
    if not places:
        return None
    index = rng.choice(places)
    del game.rounds[index]
    return Hit(index - 1, ("PY", "EN"))


@mutation()
def final_score(game: GameRows, rng: Random) -> Hit | None:
    """A final score is recorded wrongly."""
    known = [p for p in game.players if p.get("log_final_score") is not None]
    if not known or not game.game["is_complete"]:
        return None
    rng.choice(known)["log_final_score"] += rng.choice((-1000, 1000))
    return Hit(len(game.rounds) - 1, ("EN",))
